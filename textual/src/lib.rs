//! Parses and prints LLVM assembly (`.ll`) without LLVM. Printed text is byte-identical to that of `llvm-dis` 22.
//!
//! ```
//! use bctk_ir::module::Module;
//! use bctk_textual::{Only, PrintOptions, print};
//! let mut module = Module::default();
//! module.source_filename = Some(module.strings.push(b"a.c"));
//! let options = PrintOptions { module_id: b"a.bc".to_vec(), ..Default::default() };
//! assert_eq!(print(&module, &options), b"; ModuleID = 'a.bc'\nsource_filename = \"a.c\"\n");
//! ```
#![forbid(unsafe_code)]

#[allow(dead_code)]
mod error;
mod format;
#[allow(dead_code)]
mod lexer;
#[allow(dead_code)]
pub mod parse;
pub mod print;
mod scan;
#[allow(dead_code)]
mod syntax;
mod teach;
#[allow(dead_code)]
mod token;

pub use error::{Diagnostic, Diagnostics, Late, LineIndex, line_column};
#[doc(hidden)]
pub use lexer::count_tokens;
pub use parse::{ParseOptions, Passed, Pointers, parse, parse_with};
pub use print::{
    BodySlotTracker, DisplayIn, DisplayView, Displayed, ModuleSlotTracker, Only, PrintOptions, Scope, float, identified_structs,
    missing_types, print, print_index_to, print_numbered_to, print_to,
};

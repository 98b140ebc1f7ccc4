//! Passes over modules of LLVM IR under LLVM's names, with LLVM's results.
//!
//! Each pass is a function that changes a module and says what has become of its global values ([`Changes`]).
//!
//! ```
//! use bctk_ir::module::Module;
//!
//! let mut module = Module::new("a.c");
//! let changes = bctk_passes::globaldce(&mut module);
//! assert!(!changes.is_changed);
//! ```
#![forbid(unsafe_code)]

mod aliases;
mod available;
mod changes;
mod classes;
mod ctors;
mod debug_info;
mod forget;
mod glob;
mod globaldce;
mod internalize;
mod line_tables;
mod lists;
mod metarenamer;
mod names;
mod pipeline;
mod prototypes;
mod reach;
mod rewrite;
mod vfe;

pub use aliases::canonicalize_aliases;
pub use available::elim_avail_extern;
pub use changes::Changes;
pub use classes::unique_classes;
pub use debug_info::{strip_dead_debug_info, strip_debug_declare};
pub use glob::Glob;
pub use globaldce::{globaldce, globaldce_in};
pub use internalize::{Preserved, internalize};
pub use line_tables::strip_nonlinetable_debuginfo;
pub use metarenamer::{RenameExceptions, metarenamer};
pub use names::{name_anon_globals, strip, strip_nondebug};
pub use pipeline::{Pass, PassOptions, PipelineError, names, parse};
pub use prototypes::strip_dead_prototypes;
pub use rewrite::{Rewrite, Rewrites, SymbolKind, rewrite_symbols};

//! Passes over modules of LLVM IR under LLVM's names, with LLVM's results.
//!
//! Each pass is a function that changes a module and says what has become of its global values ([`Changes`]). [`parse`] reads lists of passes
//! as LLVM's `opt` takes them.
//!
//! ```
//! use bctk_ir::module::Module;
//! use bctk_passes::PassOptions;
//!
//! let mut module = Module::new("a.c");
//! for pass in bctk_passes::parse("internalize<preserve-gv=main>,globaldce")? {
//!     pass.run(&mut module, &PassOptions::default());
//! }
//! assert!(!bctk_passes::globaldce(&mut module).is_changed);
//! # Ok::<(), bctk_passes::PipelineError>(())
//! ```
//!
//! - `reach` finds what bodies use; `globaldce` walks from what must be there, and `vfe` knows which virtual functions can be called.
//! - `forget` takes global values out of a module, with what metadata says of them.
//! - `blocks` makes functions of blocks of others.
//! - `posix` has the regular expressions of `rewrite`.
//! - `line_tables`, `debug_info`, `names`, `metarenamer` and `rewrite` change debug information and names.
#![forbid(unsafe_code)]

mod aliases;
mod available;
mod blocks;
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
mod posix;
mod prototypes;
mod reach;
mod rewrite;
mod symbols;
mod unused;
mod vfe;

pub use aliases::canonicalize_aliases;
pub use available::elim_avail_extern;
pub use blocks::{BlockFault, BlockFunctions, BlockGroup, block_named, extract_blocks};
pub use changes::Changes;
pub use classes::unique_classes;
pub use debug_info::{strip_dead_debug_info, strip_dead_debug_info_and_constants, strip_debug_declare};
pub use glob::Glob;
pub use globaldce::{globaldce, globaldce_in};
pub use internalize::{Preserved, internalize, internalize_but};
pub use line_tables::strip_nonlinetable_debuginfo;
pub use metarenamer::{RenameExceptions, metarenamer};
pub use names::{name_anon_globals, strip, strip_nondebug};
pub use pipeline::{Pass, PassOptions, PipelineError, names, parse};
pub use posix::{Groups as PosixGroups, Posix};
pub use prototypes::{strip_dead_prototypes, strip_dead_prototypes_but};
pub use rewrite::{Rewrite, Rewrites, SymbolKind, rewrite_symbols};
pub use symbols::{Binding, SymbolChanges, SymbolNames, SymbolState, change_symbols, removes_globals};
pub use unused::remove_unused;

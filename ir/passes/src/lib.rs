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

mod changes;
mod ctors;
mod debug_info;
mod forget;
mod globaldce;
mod prototypes;
mod reach;

pub use changes::Changes;
pub use debug_info::strip_dead_debug_info;
pub use globaldce::globaldce;
pub use prototypes::strip_dead_prototypes;

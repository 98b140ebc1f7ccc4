//! Changes to modules of LLVM IR: what LLVM's readers upgrade, which LLVM printed a text, and edits such as `extract` and `strip`.
//!
//! ```
//! use bctk_ir::module::Module;
//! let mut module = Module::default();
//! bctk_transforms::upgrade::upgrade(&mut module);
//! assert!(module.globals.is_empty());
//! ```
#![forbid(unsafe_code)]

pub mod edit;
pub mod read_as;
pub mod text_version;
pub mod upgrade;

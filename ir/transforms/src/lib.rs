//! Changes to modules of LLVM IR: upgrades by LLVM's readers, inference of the LLVM that printed a text, `extract` and `strip`.
//!
//! ```
//! use bctk_ir::module::Module;
//! let mut module = Module::default();
//! bctk_transforms::upgrade::upgrade(&mut module, bctk_ir::version::LlvmVersion::NEWEST);
//! assert!(module.globals.is_empty());
//! ```
#![forbid(unsafe_code)]

pub mod edit;
pub mod fold;
pub mod text_version;
pub mod translate;
pub mod upgrade;

//! Makes and changes modules of LLVM IR.
//!
//! [`editor::Editor`] puts instructions in the place of others, in many bodies at once. The other modules are its parts: edits of instructions,
//! values, locals and global values, with all references to them, and what adds types, constants, attributes and metadata to a module.
//!
//! ```
//! use bctk_edit::{intern, nodes};
//! use bctk_ir::module::Module;
//!
//! let mut module = Module::default();
//! let level = intern::md_int(&mut module, 32, 2);
//! assert_eq!(nodes::number(&module, level), Some((2, 32)));
//! assert_eq!(intern::md_int(&mut module, 32, 2), level);
//! ```
#![forbid(unsafe_code)]

pub mod attributes;
pub mod editor;
pub mod functions;
pub mod globals;
pub mod instructions;
pub mod intern;
pub mod locals;
pub mod names;
pub mod nodes;
pub mod split;
pub mod values;

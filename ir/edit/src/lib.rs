//! Makes and changes modules of LLVM IR.
//!
//! [`EditModule::edit`] begins edits of a module. [`ModuleEdit`] adds types, constants, global values, attributes and metadata, and changes
//! global values; [`FunctionBuilder`] builds and changes the body of a function, [`DIBuilder`] makes debug information.
//! [`ModuleEdit::finish`] makes all changes, and checks that the module can be written.
//!
//! ```
//! use bctk_edit::EditModule;
//! use bctk_ir::module::Module;
//!
//! let mut module = Module::new("answer.c");
//! let mut edit = module.edit();
//! let int = edit.int_type(32);
//! let answer = edit.add_function("answer", int, &[]);
//! let mut b = edit.build(answer)?;
//! b.block("entry");
//! b.ret(42)?;
//! edit.finish()?;
//! # Ok::<(), bctk_edit::EditError>(())
//! ```
//!
//! The public modules are the parts that passes over many bodies work with: [`editor::Editor`] puts instructions in the place of others, in
//! many bodies at once. [`construct::Construct`] is what all builders share. They change the tables of the model as they are told, and check nothing.
#![forbid(unsafe_code)]

pub mod attributes;
mod build;
mod check;
mod clone;
mod comdats;
mod constants;
pub mod construct;
mod debug_info;
pub mod editor;
pub mod erase;
mod error;
mod function_attributes;
pub mod functions;
pub mod globals;
pub mod instructions;
pub mod intern;
pub mod intrinsics;
pub mod locals;
mod module;
pub mod names;
pub mod nodes;
mod operand;
pub mod split;
mod types;
pub mod values;

pub use build::{EditGuard, FunctionBuilder, InsertPoint};
pub use debug_info::{DIBuilder, DiValue};
pub use error::{EditError, Result};
pub use module::{Dropped, EditModule, Finished, ModuleEdit};
pub use operand::Operand;

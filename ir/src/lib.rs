//! The model of LLVM IR: the contents of a module, independent of bitcode and text.
//!
//! Arenas with `u32` ids, `Copy` instructions of 16 bytes, values as one packed word, typed and opaque pointers.
//!
//! ```
//! use bctk_ir::{module::Module, types::Type};
//! let mut module = Module::default();
//! let i32_type = module.types.intern(Type::Int(32));
//! assert_eq!(module.types.intern(Type::Int(32)), i32_type);
//! ```
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod attr_set;
pub mod attrs;
pub mod body;
pub mod constants;
pub mod context;
pub mod datalayout;
pub mod entity;
pub mod fixed;
pub mod global;
pub mod inline_asm;
pub mod inst;
pub mod intrinsics;
pub mod keywords;
pub mod libcalls;
pub mod mangle;
pub mod metadata;
pub mod module;
pub mod opcodes;
pub mod personality;
pub mod provenance;
pub mod strings;
pub mod summary;
pub mod triple;
pub mod types;
pub mod use_order;
pub mod value;
pub mod version;
pub mod visit;

//! Use-list orders: the permutations in USELIST blocks, and the directives that a text needs to restore them.
//!
//! LLVM keeps the uses of a value in a list, latest first. The order depends on how a module was created and changes with optimizations;
//! files store it only as explicit permutations. Which of them a file needs depends on the lists in LLVM's memory, and on the lists that
//! reading the file builds. Both are predicted:
//!
//! - `memory` holds the lists of a module that LLVM has read: all uses in the order of their creation. `reader` simulates LLVM's bitcode
//!   reader, `parser` its assembly parser. `forms` has the differences between versions of the reader, from the feature table.
//! - `keys` is the order in which LLVM visits values when it predicts the lists of the next reader. [`predict`] (`text`) compares with the
//!   lists that the assembly parser would build from a text, [`predict_for_bitcode`] (`bitcode`) with those that the bitcode reader would
//!   build from a file.
//!
//! [`predict_after_linking`] compares with the lists that LLVM's linker leaves (`linked`), [`UseLists::predict`] with those that are left of
//! the lists of reading (`recalled`).
//!
//! Bodies are independent of each other: for all bodies in parallel, `sketch` finds the uses of values outside of the body, and `own` the
//! orders of its locals and blocks. Equal constants count as one (`constants`, by [`bctk_ir::constants::Interner`]).
//!
//! ```
//! use bctk_ir::module::Module;
//!
//! let directives = bctk_uselist::predict(&Module::default());
//! assert!(directives.module.is_empty() && directives.bodies.is_empty());
//! ```
#![forbid(unsafe_code)]
mod addresses;
mod bitcode;
mod blocks;
mod constants;
mod count;
mod forms;
mod keys;
mod linked;
mod memory;
mod own;
mod parser;
mod placeholders;
mod preds;
mod reader;
mod recalled;
mod sketch;
mod steps;
mod text;

pub use addresses::{BlockAddresses, block_addresses};
pub use bitcode::{predict_after_linking, predict_for_bitcode};
pub use count::use_counts;
pub use preds::fill_predecessors;
pub use recalled::UseLists;
pub use steps::LinkStep;
pub use text::{order_predecessors, predict};

use bctk_ir::use_order::UseOrder;

/// The directives that a text of a module needs, or the contents of the USELIST blocks of its bitcode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// At the end of the module. A body constant comes with its body.
    pub module: Vec<(UseOrder, Option<u32>)>,
    /// At the end of each function, by index of its body.
    pub bodies: Vec<Vec<UseOrder>>,
}

//! Use-list orders: the permutations in USELIST blocks, and the directives that a text needs to restore them.
//!
//! LLVM keeps the uses of a value in a list, latest first. The order depends on how a module was created and changes with optimizations; files
//! store it only as explicit permutations. [`predict`] simulates what LLVM 22's bitcode reader does to these lists, and compares with what its
//! assembly parser would do (`predictUseListOrder` of LLVM 22's printer). [`predict_for_bitcode`] does the reverse.
#![forbid(unsafe_code)]
mod canon;
mod count;
mod exprs;
mod order;
mod placeholders;
mod preds;
mod simulate;
mod writer;

pub use count::use_counts;
pub use preds::fill_predecessors;
pub use simulate::{order_predecessors, predict};
pub use writer::{BlockAddresses, block_addresses, predict_for_bitcode};

use bctk_ir::use_order::UseOrder;

/// The directives that a text of a module needs, or what the USELIST blocks of its bitcode hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// At the end of the module. A body constant comes with the body in which it stands.
    pub module: Vec<(UseOrder, Option<u32>)>,
    /// At the end of each function, by index of its body.
    pub bodies: Vec<Vec<UseOrder>>,
}

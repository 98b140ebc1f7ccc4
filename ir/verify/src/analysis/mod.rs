//! What the checks need to know of a function, useful by itself: control flow, dominators, uses, types.
//!
//! Each analysis is computed once for a body and does not follow later changes.
mod cfg;
mod cycles;
mod dominators;
mod funclets;
mod types;
mod uses;

pub use cfg::ControlFlowGraph;
pub use cycles::Cycles;
pub use dominators::DominatorTree;
pub use funclets::Funclets;
pub use types::Types;
pub(crate) use types::is_float;
pub(crate) use uses::LazyUses;
pub use uses::{GlobalUses, Use, User, Uses};

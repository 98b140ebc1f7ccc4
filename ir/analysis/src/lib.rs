//! Analyses of LLVM IR: control flow, dominators, cycles, uses and funclets.
//!
//! Each analysis is computed once for a body (or, for [`GlobalUses`], for a module) and does not follow later changes.
//!
//! ```
//! use bctk_analysis::{ControlFlowGraph, DominatorTree};
//! use bctk_ir::{body::Body, entity::BlockId, module::Module};
//!
//! /// How many blocks of a body can be reached.
//! fn reached(body: &Body) -> usize {
//!     let tree = DominatorTree::new(&ControlFlowGraph::new(body));
//!     (0..body.blocks.len()).map(BlockId::new).filter(|&block| tree.is_reachable(block)).count()
//! }
//!
//! let module = Module::default();
//! assert_eq!(module.bodies.iter().map(reached).sum::<usize>(), 0);
//! ```
#![forbid(unsafe_code)]

mod cfg;
mod cycles;
mod dominators;
mod funclets;
mod uses;

pub use cfg::ControlFlowGraph;
pub use cycles::Cycles;
pub use dominators::DominatorTree;
pub use funclets::Funclets;
pub use uses::{GlobalUses, LazyUses, Use, User, Uses};

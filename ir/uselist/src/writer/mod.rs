//! The use-list orders that LLVM 22's bitcode writer writes: those where the lists in memory differ from the lists that its reader would build
//! (`predictUseListOrder` of its ValueEnumerator).
//!
//! Bitcode written by LLVM contains them. For any other module, [`memory`] holds the lists that LLVM 22 would have: [`parser`] simulates its
//! assembly parser, which leaves lists reversed if a value was used before its declaration; [`reader`] simulates its bitcode reader, which
//! follows the file. [`predict`] compares them with what will be read.
mod addresses;
mod collect;
mod memory;
mod parser;
mod predict;
mod reader;

pub use addresses::{BlockAddresses, block_addresses};

use super::Directives;
use bctk_ir::module::Module;

/// What the USELIST blocks of `module` hold, the records of each block in the order in which LLVM 22 writes them. Those of the module are of
/// global values and constants of the module, those of a body also of its locals, blocks and constants; each constant stands in the body
/// whose block states its order, or in the module.
pub fn predict_for_bitcode(module: &Module) -> Directives {
    // What the writer of the file stated of these very lists.
    let stated = module.provenance.bitcode.as_ref().is_some_and(|written| written.use_list_orders == Some(true));
    let as_stated = stated && module.bodies.iter().all(|body| body.provenance.late.is_empty());
    // Those of a module with typed pointers are stated for constants that LLVM 22 does not have.
    let typed = !module.provenance.text_use_orders && module.types.has_typed_pointers();
    if as_stated || typed {
        return Directives {
            module: module.provenance.use_orders.iter().map(|order| (order.clone(), None)).collect(),
            bodies: module.bodies.iter().map(|body| body.provenance.use_orders.clone()).collect(),
        };
    }
    predict::predict(module)
}

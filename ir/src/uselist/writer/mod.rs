//! The use-list orders that LLVM 22's bitcode writer states: where the lists as they stand in memory differ from those that its reader would
//! build (`predictUseListOrder` of its ValueEnumerator).
//!
//! A module from bitcode has the orders that its file stated. For a module from text, [`memory`] follows LLVM 22's assembly parser, which
//! leaves lists turned round where values were used before they were declared; [`predict`] compares with the reader.
mod collect;
mod memory;
mod predict;

use super::Directives;
use crate::module::Module;

/// What the USELIST blocks of `module` hold, the records of each block in the order in which LLVM 22 writes them. Those of the module are of
/// global values and constants of the module, those of a body also of its locals, blocks and constants; each constant stands in the body
/// whose block states its order, or in the module.
pub fn predict_for_bitcode(module: &Module) -> Directives {
    if !module.text_use_orders {
        return Directives {
            module: module.use_orders.iter().map(|order| (order.clone(), None)).collect(),
            bodies: module.bodies.iter().map(|body| body.use_orders.clone()).collect(),
        };
    }
    predict::predict(module)
}

//! Changes on request: remove debug information or names, and extract functions into a module of their own.
mod dead_debug;
mod extract;
mod live;
mod strip;

pub use extract::{Unknown, extract};
pub use strip::{strip_debug, strip_names};

use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;

/// Forgets what is known of the module's file, and does not hold of a changed module: its hash and summary, what upgrades changed, orders of uses of what
/// is not of one body.
fn forget_file(module: &mut Module) {
    module.provenance.hash = None;
    module.summary = None;
    module.provenance.use_orders.clear();
    for body in &mut module.bodies {
        body.use_orders.retain(|order| matches!(order.value.kind(), ValueKind::Local(_) | ValueKind::Block(_)));
    }
    if let Some(written) = &mut module.provenance.bitcode {
        written.attrs.clear();
        written.data_layout = None;
        written.described = None;
    }
}

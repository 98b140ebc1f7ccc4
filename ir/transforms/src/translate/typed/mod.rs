//! Typed pointers from opaque ones, for LLVM 14 and older: the reverse of [`to_opaque_pointers`].
//!
//! Every pointer in memory, and every pointer of which nothing is known, becomes a pointer to `i8`. What the module says of other pointers
//! becomes their type: globals, `alloca`, functions, `byval` and other attributes with types, and the types of `getelementptr`. A user that
//! takes another type gets a `bitcast`.
//!
//! [`to_opaque_pointers`]: crate::upgrade::to_opaque_pointers
mod bodies;
mod body;
mod casts;
mod consts;
mod element_types;
mod exchanges;
mod functions;
mod globals;
mod types;

use super::edit::drop_casts;
use super::report::{Action, At, Report};
use crate::upgrade::to_opaque_pointers;
use bctk_edit::globals::GlobalChanges;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use bctk_ir::version::{Feature, LlvmVersion};
use functions::Functions;
use std::collections::BTreeSet;

/// Gives all pointers the types that `llvm` takes, and notes that in the report.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let had_typed = module.types.has_typed_pointers();
    let refused = to_typed_pointers(module, llvm).err().unwrap_or_default();
    if !had_typed && module.types.has_typed_pointers() {
        report.feature(Action::Lowered, Feature::OpaquePointers, module, At::Module);
    }
    for what in refused {
        report.note(Action::Refused, what.into(), None, "", module, At::Module);
    }
}

/// Gives all pointers of `module` the types that LLVM `llvm`, which has no opaque ones, takes. A module without opaque pointers is unchanged.
///
/// # Errors
/// Names what cannot be expressed and where. The module is half translated then.
pub fn to_typed_pointers(module: &mut Module, llvm: LlvmVersion) -> Result<(), Vec<String>> {
    if !module.types.iter().any(|(_, ty)| matches!(ty, Type::Ptr(_))) {
        return Ok(());
    }
    to_opaque_pointers(module);
    // Readers leave casts of pointers to their own type of the casts of older files: a pointer gets its types where it is used.
    drop_casts(module, |types, ty| matches!(types.get(types.scalar(ty)), Type::Ptr(_)));
    let byte = types::make_neutral(module);
    let mut functions = Functions::declare(module, byte, llvm);
    functions.errors.extend(globals::type_constants(module, byte));
    bodies::type_bodies(module, &mut functions, byte);
    type_metadata(module);
    element_types::remove(module, llvm);
    if !functions.added.is_empty() {
        let dropped = functions.added.iter().map(|&(_, old)| old).collect::<BTreeSet<_>>().into_iter().collect();
        GlobalChanges { dropped, beside: functions.added, ..GlobalChanges::default() }.apply(module);
    }
    // Orders count the uses that there were.
    module.provenance.use_orders.clear();
    for body in &mut module.bodies {
        body.provenance.use_orders.retain(|order| matches!(order.value.kind(), ValueKind::Block(_)));
    }
    if functions.errors.is_empty() { Ok(()) } else { Err(functions.errors) }
}

/// Gives wrapped values of the module the types that they have now.
fn type_metadata(module: &mut Module) {
    let Module { metadata, globals, consts, .. } = module;
    for item in &mut metadata.items {
        let Metadata::Value { value, ty } = item else { continue };
        let now = match value.kind() {
            ValueKind::Global(id) => globals.get(id.index()).map(|global| global.ptr_type),
            ValueKind::Const(at) => consts.get(at).map(|constant| constant.ty),
            _ => None,
        };
        *ty = now.unwrap_or(*ty);
    }
}

//! Typed pointers from opaque ones, for LLVM 14 and older: the reverse of [`to_opaque_pointers`].
//!
//! Every pointer in memory, and every pointer of which nothing is known, becomes a pointer to `i8`. What the module says of other pointers
//! becomes their type: globals, `alloca`, functions, `byval` and other attributes with types, and the types of `getelementptr`. A user that
//! takes another type gets a `bitcast`.
//!
//! [`to_opaque_pointers`]: crate::upgrade::to_opaque_pointers
mod body;
mod casts;
mod consts;
mod element_types;
mod exchanges;
mod functions;
mod globals;
mod types;

use super::report::{Action, At, Report};
use crate::upgrade::rewrite::wrapped_locals;
use crate::upgrade::{GlobalChanges, order_locals, to_opaque_pointers};
use bctk_ir::body::Body;
use bctk_ir::datalayout::DataLayout;
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use body::Work;
use consts::Pool;
use functions::Functions;
use hashbrown::HashMap;
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
    let byte = types::make_neutral(module);
    let mut functions = Functions::declare(module, byte, llvm);
    functions.errors.extend(globals::type_constants(module, byte));
    let owners: HashMap<usize, (usize, Vec<u8>)> = module
        .functions()
        .filter_map(|(id, global, function)| Some((function.body? as usize, (id.index(), module.str(global.name).to_vec()))))
        .collect();
    let layout = DataLayout::parse(module.str(module.data_layout));
    for index in 0..module.bodies.len() {
        let Some((owner, name)) = owners.get(&index) else { continue };
        type_body(module, &mut functions, index, (*owner, name), byte, &layout);
    }
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

/// Types a body and casts what its instructions take.
fn type_body(
    module: &mut Module,
    functions: &mut Functions,
    index: usize,
    (owner, name): (usize, &[u8]),
    byte: TypeId,
    layout: &DataLayout,
) {
    let mut body = std::mem::take(&mut module.bodies[index]);
    let items = wrapped_locals(&module.metadata, &body);
    for at in 0..body.calls.len() {
        let mut call = body.calls[at];
        functions.type_call(module, &mut call);
        body.calls[at] = call;
    }
    let Some((returns, params, _)) = module.types.function(module.globals[owner].value_type) else {
        module.bodies[index] = body;
        return;
    };
    for (local, param) in body.local_types.iter_mut().take(body.args as usize).zip(params) {
        *local = param;
    }
    let Module { types, globals, consts, .. } = &mut *module;
    let ids = |body: &Body, value: Value| match value.kind() {
        ValueKind::Global(id) => globals.get(id.index()).map(|global| global.ptr_type),
        ValueKind::Const(at) => consts.get(at).map(|constant| constant.ty),
        ValueKind::LocalConst(at) => body.consts.get(at).map(|constant| constant.ty),
        _ => None,
    };
    exchanges::lower(&mut body, types, layout, ids);
    // Lists become those of one instruction each.
    crate::upgrade::map_body(&mut body, &|value| value);
    let mut own = std::mem::take(&mut body.consts);
    let mut pool = Pool {
        types: &mut module.types,
        globals: &module.globals,
        shared: Some(&module.consts),
        own: &mut own,
        byte,
        casts: HashMap::new(),
        done: 0,
    };
    let (mut body, failed) = Work::new(&mut pool, body, returns).run();
    body.consts = own;
    for &item in &items {
        type_item(module, Some(&body), item);
    }
    module.bodies[index] = body;
    order_locals(module, index);
    if let Some(failed) = failed {
        functions.errors.push(format!("{failed} in @{}", name.escape_ascii()));
    }
}

/// Gives wrapped values of the module the types that they have now.
fn type_metadata(module: &mut Module) {
    for at in 0..module.metadata.items.len() {
        if let Metadata::Value { value, .. } = module.metadata.items[at]
            && matches!(value.kind(), ValueKind::Global(_) | ValueKind::Const(_))
        {
            type_item(module, None, MdId::new(at));
        }
    }
}

/// Gives a wrapped value the type that it has now.
fn type_item(module: &mut Module, body: Option<&Body>, item: MdId) {
    let Metadata::Value { value, .. } = module.metadata.get(item) else { return };
    let now = match value.kind() {
        ValueKind::Global(id) => module.global(id).map(|global| global.ptr_type),
        ValueKind::Const(at) => module.consts.get(at).map(|constant| constant.ty),
        ValueKind::LocalConst(at) => body.and_then(|body| body.consts.get(at)).map(|constant| constant.ty),
        ValueKind::Local(local) => body.and_then(|body| body.local_types.get(local as usize).copied()),
        _ => None,
    };
    if let (Some(now), Some(Metadata::Value { ty, .. })) = (now, module.metadata.items.get_mut(item.index())) {
        *ty = now;
    }
}

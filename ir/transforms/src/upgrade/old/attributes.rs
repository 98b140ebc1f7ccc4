//! Attributes: types that only typed pointers had, and attributes that do not fit.
use bctk_edit::attributes::{change_lists, list_id};
use bctk_edit::functions::bodies_where;
use bctk_ir::attr_set::sort_attrs;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Body;
use bctk_ir::entity::{AttrListId, AttrSetId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::Value;
use bctk_ir::value_types::type_of;
use bctk_ir::version::LlvmVersion;

/// Attributes of pointers or integers on other types (`AttributeFuncs::typeIncompatible`, as far as old LLVM accepted them).
pub(crate) fn drop_misplaced_attributes(module: &mut Module) {
    change_lists(module, |module, list, fn_ty| {
        let Some((ret, params, _)) = module.types.function(fn_ty) else { return list };
        let types: Vec<TypeId> = params.iter().collect();
        fitting(module, list, ret, &types)
    });
    // Arguments beyond those of the type of the function.
    let takes_more = |body: &Body| {
        body.calls.iter().any(|call| call.attrs != AttrListId(0) && matches!(module.types.function(call.fn_ty), Some((.., true))))
    };
    for at in bodies_where(&module.bodies, takes_more) {
        for call in 0..module.bodies[at].calls.len() {
            let found = module.bodies[at].calls[call];
            if found.attrs == AttrListId(0) {
                continue;
            }
            let Some((ret, params, true)) = module.types.function(found.fn_ty) else { continue };
            let known = params.len() as u32;
            let is_beyond = |index: AttrIndex| matches!(index, AttrIndex::Param(param) if param >= known);
            if !module.attrs.lists.get(found.attrs.index()).is_some_and(|list| list.iter().any(|(index, _)| is_beyond(*index))) {
                continue;
            }
            let body = &module.bodies[at];
            let type_of = |arg: Value| type_of(arg, body, &module.globals, &module.consts);
            let types: Vec<TypeId> = body.values(found.args).map_while(type_of).collect();
            module.bodies[at].calls[call].attrs = fitting(module, found.attrs, ret, &types);
        }
    }
}

/// Kinds that only pointers have.
const OF_POINTERS: [AttrKind; 12] = [
    AttrKind::ALIGNMENT,
    AttrKind::NO_ALIAS,
    AttrKind::NO_CAPTURE,
    AttrKind::NON_NULL,
    AttrKind::DEREFERENCEABLE,
    AttrKind::DEREFERENCEABLE_OR_NULL,
    AttrKind::READ_NONE,
    AttrKind::READ_ONLY,
    AttrKind::BY_VAL,
    AttrKind::STRUCT_RET,
    AttrKind::IN_ALLOCA,
    AttrKind::NEST,
];

/// Kinds that only integers have.
const OF_INTEGERS: [AttrKind; 2] = [AttrKind::S_EXT, AttrKind::Z_EXT];

/// The list without attributes that do not fit a result and parameters of these types.
fn fitting(module: &mut Module, list: AttrListId, ret: TypeId, params: &[TypeId]) -> AttrListId {
    let fits = |types: &TypeTable, index: AttrIndex, attr: &Attr| {
        let ty = match index {
            AttrIndex::Return => Some(ret),
            AttrIndex::Param(param) => params.get(param as usize).copied(),
            AttrIndex::Function => None,
        };
        let (Some(ty), Some(kind)) = (ty, attr.kind()) else { return true };
        let is_pointer = || matches!(types.get(types.scalar(ty)), Type::Ptr(_) | Type::TypedPtr { .. });
        let is_integer = || matches!(types.get(ty), Type::Int(_));
        (!OF_POINTERS.contains(&kind) || is_pointer()) && (!OF_INTEGERS.contains(&kind) || is_integer())
    };
    let (types, attrs) = (&module.types, &module.attrs);
    let all_fit = |(index, set): &(AttrIndex, AttrSetId)| attrs.set(*set).iter().all(|attr| fits(types, *index, attr));
    let Some(positions) = attrs.lists.get(list.index()).filter(|positions| !positions.iter().all(all_fit)) else { return list };
    let mut positions: AttrList = positions.clone();
    for (index, set) in &mut positions {
        let attrs = module.attrs.set(*set);
        let fitting: Vec<Attr> = attrs.iter().filter(|attr| fits(&module.types, *index, attr)).cloned().collect();
        if fitting.len() != attrs.len() {
            module.attrs.sets.push(fitting);
            *set = AttrSetId::new(module.attrs.sets.len() - 1);
        }
    }
    positions.retain(|(_, set)| !module.attrs.set(*set).is_empty());
    list_id(module, positions)
}

/// Gives `byval`, `sret` and `inalloca` the pointee type of the parameter (LLVM 22, `BitcodeReader::propagateAttributeTypes`).
pub(crate) fn type_attributes(module: &mut Module, llvm: LlvmVersion) {
    let known = [
        (AttrKind::BY_VAL, llvm.typed_by_val()),
        (AttrKind::STRUCT_RET, llvm.typed_struct_ret()),
        (AttrKind::IN_ALLOCA, llvm.typed_in_alloca()),
    ];
    let kinds: Vec<AttrKind> = known.into_iter().filter(|(_, is_typed)| *is_typed).map(|(kind, _)| kind).collect();
    if !kinds.is_empty() && module.types.has_typed_pointers() {
        change_lists(module, |module, list, fn_ty| typed_list(module, list, fn_ty, &kinds));
    }
}

fn typed_list(module: &mut Module, list: AttrListId, fn_ty: TypeId, kinds: &[AttrKind]) -> AttrListId {
    let pointee = |module: &Module, index: AttrIndex| {
        let AttrIndex::Param(param) = index else { return None };
        let (_, params, _) = module.types.function(fn_ty)?;
        match module.types.get(params.get(param as usize)?) {
            Type::TypedPtr { pointee, .. } => Some(pointee),
            _ => None,
        }
    };
    let mut positions: AttrList = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
    let mut changed = false;
    for (index, set) in &mut positions {
        let Some(ty) = pointee(module, *index) else { continue };
        let mut attrs = module.attrs.set(*set).to_vec();
        for attr in &mut attrs {
            if let Attr::Enum(kind) | Attr::Type(kind, None) = *attr
                && kinds.contains(&kind)
            {
                *attr = Attr::Type(kind, Some(ty));
                changed = true;
            }
        }
        sort_attrs(&mut attrs, &module.strings);
        if attrs != module.attrs.set(*set) {
            module.attrs.sets.push(attrs);
            *set = AttrSetId::new(module.attrs.sets.len() - 1);
        }
    }
    if changed { list_id(module, positions) } else { list }
}

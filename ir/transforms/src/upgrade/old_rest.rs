//! Other parts of old modules that LLVM 22 drops or renames: attributes that do not fit, bundles without inputs, comments in assembly,
//! implicit comdats, types referred to by their identifiers.
use bctk_edit::attributes::{change_lists, list_id};
use bctk_edit::functions::bodies_where;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Body;
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::{AttrListId, AttrSetId, ComdatId, TypeId};
use bctk_ir::global::{Comdat, GlobalKind};
use bctk_ir::keywords::{ComdatKind, Linkage};
use bctk_ir::metadata::di::{DiField, DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::{Metadata, MetadataTable, TASK, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::triple::{ObjectFormat, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::Value;
use bctk_ir::value_types::type_of;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Changes the module, whose pointers may be typed. `calling` are the bodies with a `callbr`.
pub(super) fn upgrade(module: &mut Module, llvm: LlvmVersion, calling: &[usize]) {
    super::old_calls::upgrade(module, llvm, calling);
    drop_misplaced_attributes(module);
    drop_empty_bundles(module);
    imply_comdats(module);
    if llvm.types_by_node() {
        resolve_type_references(module);
    }
}

/// Attributes of pointers or integers on other types (`AttributeFuncs::typeIncompatible`, as far as old LLVM accepted them).
pub(super) fn drop_misplaced_attributes(module: &mut Module) {
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

/// Removes `"clang.arc.attachedcall"()` without operands, which has no meaning any more (`UpgradeOperandBundles`).
fn drop_empty_bundles(module: &mut Module) {
    let tag =
        |module: &Module, tag: u32| module.bundle_tags.get(tag as usize).is_some_and(|&name| module.str(name) == b"clang.arc.attachedcall");
    for at in 0..module.bodies.len() {
        let body = &module.bodies[at];
        let kept: Vec<bool> =
            body.bundles.iter().map(|bundle| !(tag(module, bundle.tag) && body.lists.get(bundle.inputs).is_empty())).collect();
        if kept.iter().all(|kept| *kept) {
            continue;
        }
        let place = |end: u32| kept.iter().take(end as usize).filter(|kept| **kept).count() as u32;
        let body = &mut module.bodies[at];
        for call in &mut body.calls {
            call.bundles = (place(call.bundles.0), place(call.bundles.1));
        }
        let mut kept = kept.iter();
        body.bundles.retain(|_| kept.next().copied().unwrap_or(true));
    }
}

/// The comment that marks a call for the Objective-C runtime starts with another character now (`UpgradeInlineAsmString`).
pub(super) fn rename_markers(module: &mut Module) {
    let rename = |pool: &mut ConstPool| {
        for at in 0..pool.asms.len() {
            let text = pool.bytes.get(pool.asms[at].template);
            let find = |what: &[u8]| text.windows(what.len()).position(|found| found == what);
            if text.starts_with(b"mov\tfp")
                && find(b"objc_retainAutoreleaseReturnValue").is_some()
                && let Some(marker) = find(b"# marker")
            {
                let mut text = text.to_vec();
                text[marker] = b';';
                pool.asms[at].template = pool.bytes.push(&text);
            }
        }
    };
    rename(&mut module.consts);
    module.bodies.iter_mut().for_each(|body| rename(&mut body.consts));
}

/// Before comdats were explicit, a mergeable value had a comdat of its own name if the object format supports comdats (LLVM 22,
/// `hasImplicitComdat`).
fn imply_comdats(module: &mut Module) {
    let Some(written) = &mut module.provenance.bitcode else { return };
    let linkages = std::mem::take(&mut written.forms.linkages);
    let has_comdats = Triple::parse(module.str(module.triple)).format != ObjectFormat::MachO;
    for (id, code) in linkages {
        let Some(global) = module.globals.get_mut(id.index()) else { continue };
        let code = u64::from(code);
        if code == Linkage::AUTO_HIDDEN {
            global.linkage = Linkage::External;
        }
        let is_object = matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_));
        if Linkage::wire_has_implicit_comdat(code) && has_comdats && is_object && global.comdat.is_none() {
            global.comdat = Some(ComdatId::new(module.comdats.len()));
            module.comdats.push(Comdat { name: global.name, kind: ComdatKind::Any });
        }
    }
}

/// Until LLVM 3.8, references to a type with an identifier used the identifier (`BitcodeReaderMetadataList::upgradeTypeRef`).
fn resolve_type_references(module: &mut Module) {
    let table = &module.metadata;
    if !has_type_references(table) {
        return;
    }
    let mut types: HashMap<&[u8], u32> = HashMap::new();
    let Some(identifier) = DiKind::CompositeType.field("identifier") else { return };
    for (id, item) in (0..).zip(&table.items) {
        if let Metadata::Node { kind: DiKind::CompositeType, fields, .. } = *item
            && let Some(text) = table.fields.get(fields as usize + usize::from(identifier.slot)).and_then(|&slot| slot_md(slot))
            && let Metadata::String(text) = table.get(text)
        {
            types.entry(module.str(text)).or_insert(md_slot(Some(bctk_ir::entity::MdId(id))));
        }
    }
    let resolved = |slot: u32| match table.get(slot_md(slot)?) {
        Metadata::String(text) => types.get(module.str(text)).copied(),
        _ => None,
    };
    let mut changes = Vec::new();
    let mut lists = Vec::new();
    for item in &table.items {
        let Metadata::Node { kind, fields, .. } = *item else { continue };
        for slot in reference_slots(kind) {
            let at = fields as usize + usize::from(slot);
            let Some(&slot) = table.fields.get(at).filter(|&&slot| slot != NUMBER) else { continue };
            changes.extend(resolved(slot).map(|slot| (at, slot)));
            if kind == DiKind::SubroutineType
                && let Some(Metadata::Tuple { ops, .. }) = slot_md(slot).map(|id| table.get(id))
            {
                let places = table.lists.get(ops).iter().enumerate();
                lists.extend(places.filter_map(|(place, id)| Some((ops, place, resolved(md_slot(id))?))));
            }
        }
    }
    drop(types);
    for (at, slot) in changes {
        module.metadata.fields[at] = slot;
    }
    for (list, place, slot) in lists {
        module.metadata.lists.set(list, place, slot_md(slot));
    }
}

/// The slots of the fields of a node that are references to metadata, but not to strings. The value of a template parameter may be the name
/// of a template. Locations, which most nodes are, refer to no type.
fn reference_slots(kind: DiKind) -> impl Iterator<Item = u8> {
    let is_reference =
        move |field: &&DiField| matches!(field.kind, FieldKind::Md) && !(kind == DiKind::TemplateValueParameter && field.name == "value");
    let fields = if kind.is_location() { &[] } else { kind.fields() };
    fields.iter().filter(is_reference).map(|field| field.slot)
}

/// Whether a node has a string where there should be a type: in a field, or in the list of a `DISubroutineType`.
fn has_type_references(table: &MetadataTable) -> bool {
    // Files have their strings first, so that most slots need no look at the metadata.
    let strings = table.items.iter().take_while(|item| matches!(item, Metadata::String(_))).count();
    let is_string = |item: &Metadata| matches!(item, Metadata::String(_));
    let has_others = table.items[strings..].par_iter().balanced().any(is_string);
    let refers = |slot: u32| {
        let at = slot.wrapping_sub(1) as usize;
        at < strings || has_others && table.items.get(at).is_some_and(is_string)
    };
    let slots: Vec<Vec<u8>> = DiKind::ALL.iter().map(|&kind| reference_slots(kind).collect()).collect();
    let of_item = |item: &Metadata| {
        let Metadata::Node { kind, fields, .. } = *item else { return false };
        let own = table.node_fields(kind, fields);
        let references = slots[kind as usize].iter().filter_map(|&slot| own.get(usize::from(slot)).copied());
        let in_list = |slot: u32| match slot_md(slot).map(|id| table.get(id)) {
            Some(Metadata::Tuple { ops, .. }) => table.lists.get(ops).iter().any(|id| refers(md_slot(id))),
            _ => false,
        };
        references.into_iter().any(|slot| refers(slot) || kind == DiKind::SubroutineType && slot != NUMBER && in_list(slot))
    };
    table.items.par_iter().balanced().with_min_len(TASK).any(of_item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_edit::intern::md_string;
    use bctk_ir::entity::MdId;

    /// A node with one field.
    fn node(module: &mut Module, kind: DiKind, field: &str, value: MdId) -> MdId {
        let fields = module.metadata.fields.len() as u32;
        module.metadata.fields.resize(module.metadata.fields.len() + kind.slots(), 0);
        let at = fields as usize + usize::from(kind.field(field).expect("a field").slot);
        module.metadata.fields[at] = md_slot(Some(value));
        module.metadata.push(Metadata::Node { kind, distinct: false, fields })
    }

    fn field(module: &Module, id: MdId, field: &str) -> Option<MdId> {
        let Metadata::Node { kind, fields, .. } = module.metadata.get(id) else { return None };
        slot_md(module.metadata.node_fields(kind, fields)[usize::from(kind.field(field)?.slot)])
    }

    #[test]
    fn identifiers_stand_for_types() {
        let mut module = Module::default();
        let name = md_string(&mut module, b"_ZTS1A");
        let other = md_string(&mut module, b"_ZTS1B");
        let ty = node(&mut module, DiKind::CompositeType, "identifier", name);
        let member = node(&mut module, DiKind::DerivedType, "baseType", name);
        let unknown = node(&mut module, DiKind::DerivedType, "baseType", other);
        let template = node(&mut module, DiKind::TemplateValueParameter, "value", name);
        let list = module.metadata.uniqued_tuple(&[Some(name), None]);
        let function = node(&mut module, DiKind::SubroutineType, "types", list);
        resolve_type_references(&mut module);
        assert_eq!(field(&module, member, "baseType"), Some(ty));
        assert_eq!(field(&module, unknown, "baseType"), Some(other));
        assert_eq!(field(&module, template, "value"), Some(name), "a string");
        assert_eq!(field(&module, ty, "identifier"), Some(name));
        let Some(Metadata::Tuple { ops, .. }) = field(&module, function, "types").map(|list| module.metadata.get(list)) else {
            panic!("expected a list")
        };
        assert_eq!(module.metadata.lists.get(ops).to_vec(), [Some(ty), None]);
    }
}

//! Types referred to by their identifiers.
use bctk_ir::metadata::di::{DiField, DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::{Metadata, MetadataTable, TASK, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Until LLVM 3.8, references to a type with an identifier used the identifier (`BitcodeReaderMetadataList::upgradeTypeRef`).
pub(crate) fn resolve_type_references(module: &mut Module) {
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

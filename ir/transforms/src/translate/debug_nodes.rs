//! Debug info nodes with values that an older release does not take: enumerators of other widths, types without a file, macros.
use super::by_kind::NodesByKind;
use super::debug::edit_nodes;
use super::report::{Action, At, Report};
use bctk_edit::nodes::{field, set_field};
use bctk_ir::entity::{List, MdId};
use bctk_ir::integers::{low, signed};
use bctk_ir::metadata::di::{DiField, DiKind};
use bctk_ir::metadata::dwarf::Tag;
use bctk_ir::metadata::ends::{Ends, Step};
use bctk_ir::metadata::flags::{DI_FLAG_ARTIFICIAL, SP_DEFINITION};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::version::{Feature, LlvmVersion};
use hashbrown::{HashMap, HashSet};

/// Gives nodes the values that `llvm` takes.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    if !llvm.composites_without_file() {
        name_files(module, nodes, report);
    }
    if !llvm.template_aliases() {
        template_aliases(module, nodes, report);
    }
    if !llvm.wide_enumerators() {
        enumerators(module, nodes, report);
    }
    if !llvm.variant_discriminators() {
        variant_values(module, nodes, report);
    }
    if !llvm.macros() {
        macros(module, nodes, report);
    }
    if !llvm.unified_structor_names() {
        structor_names(module, nodes, report);
    }
}

/// Classes and unions need a file with a name (`Verifier::visitDICompositeType`, LLVM 3.7 to 11): that of the nearest scope that has one, else
/// that of the compile unit.
fn name_files(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    const TAGS: [Tag; 2] = [Tag::CLASS_TYPE, Tag::UNION_TYPE];
    let Some(tag) = DiKind::CompositeType.field("tag") else { return };
    let table = &module.metadata;
    let of_unit = nodes.of_kind(DiKind::CompileUnit).first().and_then(|&unit| named_file(module, unit));
    let chains = Ends::default();
    let step = |id: MdId| {
        let scope = match table.get(id) {
            Metadata::Node { kind, .. } => field_of_scope(table, id, kind),
            _ => None,
        };
        match named_file(module, id) {
            Some(file) => Step::End(Some(file)),
            None => scope.map_or(Step::End(None), Step::Next),
        }
    };
    let mut found = Vec::new();
    for (id, fields) in nodes.with_fields(table, DiKind::CompositeType) {
        let stated = table.fields.get(fields + usize::from(tag.slot));
        let is_class = stated.is_some_and(|&stated| TAGS.iter().any(|tag| u32::from(tag.0) == stated));
        if is_class
            && named_file(module, id).is_none()
            && let Some(file) = chains.end(table, id, step).or(of_unit)
        {
            found.push((id, file));
        }
    }
    for (id, file) in found {
        set_field(&mut module.metadata, id, DiKind::CompositeType, "file", file);
        report.feature(Action::Lowered, Feature::CompositesWithoutFile, module, At::Module);
    }
}

/// The scope of a node, if such nodes have one.
fn field_of_scope(table: &MetadataTable, id: MdId, kind: DiKind) -> Option<MdId> {
    kind.field("scope")?;
    field(table, id, kind, "scope")
}

/// The file of a node, or the node itself if it is one, if the file has a name.
fn named_file(module: &Module, id: MdId) -> Option<MdId> {
    let table = &module.metadata;
    let Metadata::Node { kind, .. } = table.get(id) else { return None };
    let file = if kind == DiKind::File { id } else { field(table, id, kind, "file")? };
    match table.get(field(table, file, DiKind::File, "filename")?) {
        Metadata::String(name) if !name.is_empty() => Some(file),
        _ => None,
    }
}

/// Declarations of constructors and destructors lose linkage names without a variant, which name no symbol and are not those of their definitions.
fn structor_names(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    const KIND: DiKind = DiKind::Subprogram;
    let (Some(name), Some(flags), Some(sp_flags)) = (KIND.field("linkageName"), KIND.field("flags"), KIND.field("spFlags")) else { return };
    for (id, fields) in nodes.with_fields(&module.metadata, KIND) {
        let slot = |field: &DiField| fields + usize::from(field.slot);
        let has = |field, flag| module.metadata.fields.get(slot(field)).is_none_or(|flags| flags & flag != 0);
        let is_definition = has(sp_flags, SP_DEFINITION);
        if !is_definition && has_unified_name(module, id, has(flags, DI_FLAG_ARTIFICIAL)) {
            module.metadata.fields[slot(name)] = md_slot(None);
            report.feature(Action::Lowered, Feature::UnifiedStructorNames, module, At::Module);
            continue;
        }
        // `DwarfUnit::applySubprogramDefinitionAttributes` wants a declaration to have the linkage name of its definition, or none.
        let declaration = field(&module.metadata, id, KIND, "declaration").filter(|_| is_definition);
        let Some(Metadata::Node { kind: KIND, fields: declared, .. }) = declaration.map(|id| module.metadata.get(id)) else { continue };
        let declared = declared as usize + usize::from(name.slot);
        let (own, other) = (module.metadata.fields[slot(name)], module.metadata.fields[declared]);
        if own != other && [own, other].iter().all(|&slot| slot != md_slot(None)) {
            module.metadata.fields[declared] = md_slot(None);
            report.feature(Action::Lowered, Feature::UnifiedStructorNames, module, At::Module);
        }
    }
}

/// Whether a function is a constructor or destructor whose linkage name is that of all its variants (`<ctor-dtor-name>` of the Itanium ABI, with
/// the number 4).
fn has_unified_name(module: &Module, function: MdId, is_artificial: bool) -> bool {
    let table = &module.metadata;
    let text = |id: MdId, kind: DiKind, name: &str| match table.get(field(table, id, kind, name)?) {
        Metadata::String(text) => Some(module.strings.get(text)),
        _ => None,
    };
    let Some(linkage) = text(function, DiKind::Subprogram, "linkageName").filter(|name| name.starts_with(b"_Z")) else { return false };
    let Some(name) = text(function, DiKind::Subprogram, "name") else { return false };
    if name.starts_with(b"~") {
        return linkage.windows(2).any(|pair| pair == b"D4");
    }
    // An inherited constructor has the name of the one that it calls, and that one's class behind the number.
    if is_artificial && linkage.windows(4).any(|part| part[..3] == *b"CI4" && matches!(part[3], b'0'..=b'9' | b'N' | b'S')) {
        return true;
    }
    let scope = field(table, function, DiKind::Subprogram, "scope");
    let Some(class) = scope.and_then(|scope| text(scope, DiKind::CompositeType, "name")) else { return false };
    // The name of a class template has arguments.
    let bare = |name: &'_ [u8]| name.iter().position(|&c| c == b'<').unwrap_or(name.len());
    name[..bare(name)] == class[..bare(class)] && linkage.windows(2).any(|pair| pair == b"C4")
}

/// Aliases of templates become type definitions, which have no list of arguments.
fn template_aliases(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    edit_nodes(module, nodes, DiKind::DerivedType, ["tag", "extraData"], report, |slots, [tag, arguments]| {
        (slots[tag] == u32::from(Tag::TEMPLATE_ALIAS.0)).then(|| {
            let action = if slots[arguments] == md_slot(None) { Action::Lowered } else { Action::Dropped };
            (slots[tag], slots[arguments]) = (u32::from(Tag::TYPEDEF.0), md_slot(None));
            (action, Feature::TemplateAliases)
        })
    });
}

/// Variants lose the values of the discriminator. The reader of bitcode drops the discriminator itself (`MetadataLoader`, LLVM 7), and
/// `DwarfUnit::constructTypeDIE` asks it for its type where a variant has a value.
fn variant_values(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    let Some(tag) = DiKind::CompositeType.field("tag") else { return };
    let table = &module.metadata;
    let is_part = |&(_, fields): &(MdId, usize)| table.fields.get(fields + usize::from(tag.slot)) == Some(&u32::from(Tag::VARIANT_PART.0));
    let composites = nodes.with_fields(table, DiKind::CompositeType);
    let parts: HashSet<u32> = composites.into_iter().filter(is_part).map(|(id, _)| md_slot(Some(id))).collect();
    if parts.is_empty() {
        return;
    }
    edit_nodes(module, nodes, DiKind::DerivedType, ["scope", "extraData"], report, |slots, [scope, value]| {
        (parts.contains(&slots[scope]) && slots[value] != md_slot(None)).then(|| {
            slots[value] = md_slot(None);
            (Action::Dropped, Feature::VariantDiscriminators)
        })
    });
}

/// Enumerators are numbers of 64 bits (`DIEnumerator::getImpl`, LLVM 10). Lists lose those that need more.
fn enumerators(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    const KIND: DiKind = DiKind::Enumerator;
    let (Some(value), Some(unsigned)) = (KIND.field("value"), KIND.field("isUnsigned")) else { return };
    let mut wide: HashSet<MdId> = HashSet::new();
    for (id, fields) in nodes.with_fields(&module.metadata, KIND) {
        let table = &mut module.metadata;
        let slot = |field: &DiField| fields + usize::from(field.slot);
        let is_unsigned = table.fields.get(slot(unsigned)).is_some_and(|&stated| stated != 0);
        let Some(&[width, low, high]) = table.fields.get(slot(value)..).and_then(<[u32]>::first_chunk) else { continue };
        let words = if width > 64 { table.word_range(low, high) } else { &[u64::from(low) | u64::from(high) << 32] };
        match in_64_bits(words, width, is_unsigned) {
            Some(number) => {
                let Some(slots) = table.fields.get_mut(slot(value)..slot(value) + 3) else { continue };
                slots.copy_from_slice(&[64, number as u32, (number >> 32) as u32]);
                if width != 64 {
                    report.feature(Action::Lowered, Feature::WideEnumerators, module, At::Module);
                }
            }
            None => {
                wide.insert(id);
                module.metadata.items[id.index()] = Metadata::Tuple { distinct: false, ops: List::EMPTY };
                report.feature(Action::Dropped, Feature::WideEnumerators, module, At::Module);
            }
        }
    }
    if !wide.is_empty() {
        without(module, &wide);
    }
}

/// A number as one of 64 bits with the same value; none if it needs more.
fn in_64_bits(words: &[u64], width: u32, is_unsigned: bool) -> Option<u64> {
    let first = words.first().copied().unwrap_or(0);
    if width <= 64 {
        let width = width.max(1);
        return Some(if is_unsigned { low(first, width) } else { signed(first, width) as u64 });
    }
    let rest = if !is_unsigned && first >> 63 == 1 { u64::MAX } else { 0 };
    // Bits above the width are those of the sign, or zero.
    let used = |at: usize| low(u64::MAX, (width as usize - at * 64).min(64) as u32);
    let fits = words.iter().enumerate().skip(1).all(|(at, word)| at * 64 >= width as usize || (word ^ rest) & used(at) == 0);
    fits.then_some(first)
}

/// Takes nodes out of all lists.
fn without(module: &mut Module, nodes: &HashSet<MdId>) {
    let table = &mut module.metadata;
    let mut shorter: HashMap<usize, List<Option<MdId>>> = HashMap::new();
    for at in 0..table.items.len() {
        let Metadata::Tuple { ops, .. } = table.items[at] else { continue };
        let old = table.lists.get(ops);
        if !old.iter().flatten().any(|node| nodes.contains(&node)) {
            continue;
        }
        let rest: Vec<Option<MdId>> = old.iter().filter(|node| node.is_none_or(|node| !nodes.contains(&node))).collect();
        shorter.insert(at, table.lists.push(&rest));
    }
    for (at, new) in shorter {
        if let Metadata::Tuple { ops, .. } = &mut table.items[at] {
            *ops = new;
        }
    }
}

/// Macros, to which the field `macros` of compile units leads.
fn macros(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    let Some(list) = DiKind::CompileUnit.field("macros") else { return };
    for (_, fields) in nodes.with_fields(&module.metadata, DiKind::CompileUnit) {
        let slot = module.metadata.fields.get_mut(fields + usize::from(list.slot));
        if let Some(slot) = slot.filter(|slot| slot_md(**slot).is_some()) {
            *slot = list.absent();
            report.feature(Action::Dropped, Feature::Macros, module, At::Module);
        }
    }
    // Only lists of macros refer to them.
    for &id in [DiKind::Macro, DiKind::MacroFile].into_iter().flat_map(|kind| nodes.of_kind(kind)) {
        module.metadata.items[id.index()] = Metadata::Tuple { distinct: false, ops: List::EMPTY };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_64_bits() {
        assert_eq!(in_64_bits(&[u64::MAX - 1], 2, true), Some(2));
        assert_eq!(in_64_bits(&[2], 2, false), Some(u64::MAX - 1));
        assert_eq!(in_64_bits(&[5, 0], 128, true), Some(5));
        assert_eq!(in_64_bits(&[u64::MAX, u64::MAX], 65, false), Some(u64::MAX));
        assert_eq!(in_64_bits(&[u64::MAX, 1], 65, false), Some(u64::MAX));
        assert_eq!(in_64_bits(&[u64::MAX, 1], 65, true), None);
        assert_eq!(in_64_bits(&[u64::MAX, 0], 65, true), Some(u64::MAX));
        assert_eq!(in_64_bits(&[u64::MAX, 0], 66, false), None);
        assert_eq!(in_64_bits(&[0, 1], 128, false), None);
    }
}

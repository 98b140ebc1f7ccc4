//! Debug information that an older release does not have: fields, nodes and operations of expressions.
use super::attributes::report_bodies;
use super::by_kind::NodesByKind;
use super::report::{Action, At, Report, Tally};
use crate::upgrade::cu_locals::enclosing_function;
use bctk_edit::functions::owners_by_body;
use bctk_edit::intern::md_string;
use bctk_edit::nodes::{field, number, operands, set_field};
use bctk_ir::body::{Body, DbgKind, DbgOperand};
use bctk_ir::entity::{List, MdId, OptionalId};
use bctk_ir::metadata::di::{DiField, DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::dwarf::{CallConv, Encoding, Op, Tag};
use bctk_ir::metadata::ends::Ends;
use bctk_ir::metadata::expr::{operand_count_in, since};
use bctk_ir::metadata::flags::{DI_FLAG_MAIN_SUBPROGRAM, DI_FLAG_NAME_IS_SIMPLIFIED, SP_MAIN_SUBPROGRAM};
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::unique::{Which, unique};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::prelude::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

/// A field of a debug info node that a release does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewerField {
    /// The node.
    pub kind: DiKind,
    /// The field.
    pub name: &'static str,
    /// The first release that has it.
    pub since: LlvmVersion,
}

/// Replaces or drops the debug information that `llvm` does not have; `fields` lists the fields.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, fields: &[NewerField], report: &mut Report) {
    let mut by_kind = NodesByKind::of(&module.metadata);
    if !llvm.function_local_debug_info() && retained_to_units(module, llvm, &by_kind) {
        report.feature(Action::Lowered, Feature::FunctionLocalDebugInfo, module, At::Module);
    }
    if nodes(module, llvm, &by_kind, report) {
        by_kind = NodesByKind::of(&module.metadata);
    }
    if !llvm.debug_labels() {
        drop_labels(module, &by_kind, report);
    }
    values(module, llvm, &by_kind, report);
    flags(module, llvm, &by_kind, report);
    super::debug_nodes::to_older(module, llvm, &by_kind, report);
    // Before the fields go that have the links.
    super::links::to_older(module, llvm, report);
    drop_fields(module, fields, &by_kind, report);
    expressions(module, llvm, report);
    records(module, llvm, report);
    attachments(module, llvm, report);
    if !llvm.inlinable_definitions() {
        super::call_locations::complete(module, report);
    }
    // Nodes that differed only in what is gone are one now.
    unique(module, Which::Equal);
}

/// A field that is dropped.
struct Dropped<'f> {
    newer: &'f NewerField,
    slot: usize,
    slots: usize,
    absent: u32,
    count: u64,
}

/// Drops the fields.
fn drop_fields(module: &mut Module, fields: &[NewerField], nodes: &NodesByKind, report: &mut Report) {
    // By the number of the kind.
    let mut by_kind: Vec<Vec<Dropped<'_>>> = Vec::new();
    for newer in fields {
        let Some(field) = newer.kind.field(newer.name) else { continue };
        let kind = newer.kind as usize;
        by_kind.resize_with(by_kind.len().max(kind + 1), Vec::new);
        let (slot, slots, absent) = (usize::from(field.slot), field.kind.slots(), field.absent());
        by_kind[kind].push(Dropped { newer, slot, slots, absent, count: 0 });
    }
    if by_kind.is_empty() {
        return;
    }
    for field in by_kind.iter_mut().flatten() {
        let is_there = |start: usize| {
            let stored = module.metadata.fields.get(start + field.slot..start + field.slot + field.slots);
            stored.is_some_and(|stored| stored[0] != field.absent || stored[1..].iter().any(|&word| word != 0))
        };
        for (_, start) in nodes.with_fields_where(&module.metadata, field.newer.kind, is_there) {
            let stored = &mut module.metadata.fields[start + field.slot..start + field.slot + field.slots];
            stored.fill(0);
            stored[0] = field.absent;
            field.count += 1;
        }
    }
    let places = [At::Module; Report::PLACES];
    for Dropped { newer, count, .. } in by_kind.into_iter().flatten().filter(|field| field.count != 0) {
        let what = Cow::Owned(format!("`{}` of !{}", newer.name, newer.kind.name()));
        let places = &places[..usize::try_from(count).map_or(places.len(), |count| count.min(places.len()))];
        report.note_all(Action::Dropped, what, Some(newer.since), "The field.", module, (count, places));
    }
    module.metadata.settle_locations();
}

/// Flags of subprograms by the release that first reads them (the answers of LLVM 8 to 12).
const SUBPROGRAM_FLAGS: &[(u32, LlvmVersion)] = &[
    // Pure, elemental, recursive.
    (1 << 5, LlvmVersion::of(9.0)),
    (1 << 6, LlvmVersion::of(9.0)),
    (1 << 7, LlvmVersion::of(9.0)),
    // Deleted, and direct methods of Objective-C.
    (1 << 9, LlvmVersion::of(10.0)),
    (1 << 11, LlvmVersion::of(10.0)),
];

/// Replaces nodes of newer kinds by older ones that say the most about the same thing. Returns whether there were any.
fn nodes(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) -> bool {
    /// The kinds that may need it, in the cases below.
    const KINDS: [DiKind; 6] = [
        DiKind::SubrangeType,
        DiKind::FixedPointType,
        DiKind::StringType,
        DiKind::GenericSubrange,
        DiKind::CommonBlock,
        DiKind::DerivedType,
    ];
    let mut any = false;
    for &id in KINDS.iter().filter(|&&kind| kind != DiKind::DerivedType || !llvm.set_types()).flat_map(|&kind| nodes.of_kind(kind)) {
        let Metadata::Node { kind, distinct, .. } = module.metadata.get(id) else { continue };
        let (new, feature) = match kind {
            DiKind::SubrangeType if !llvm.subrange_types() => (DiKind::DerivedType, Feature::SubrangeTypes),
            DiKind::FixedPointType if !llvm.fixed_point_types() => (DiKind::BasicType, Feature::FixedPointTypes),
            DiKind::StringType if !llvm.string_types() => (DiKind::BasicType, Feature::StringTypes),
            DiKind::GenericSubrange if !llvm.generic_subranges() => (DiKind::Subrange, Feature::GenericSubranges),
            DiKind::GenericSubrange if !llvm.subranges_without_count() && is_unbounded(&module.metadata, id) => {
                (DiKind::Subrange, Feature::SubrangesWithoutCount)
            }
            DiKind::CommonBlock if !llvm.common_blocks() => (DiKind::Namespace, Feature::CommonBlocks),
            DiKind::DerivedType if !llvm.set_types() && has_tag(&module.metadata, id, Tag::SET_TYPE) => {
                (DiKind::BasicType, Feature::SetTypes)
            }
            _ => continue,
        };
        let fields = same_fields(&mut module.metadata, id, kind, new);
        let table = &mut module.metadata;
        let mut set = |name: &str, value: u32| {
            if let Some(slot) = new.field(name).and_then(|field| table.fields.get_mut(fields as usize + usize::from(field.slot))) {
                *slot = value;
            }
        };
        match kind {
            DiKind::SubrangeType => set("tag", u32::from(Tag::TYPEDEF.0)),
            // Just a name: LLVM has no other type of unknown form.
            DiKind::DerivedType => set("tag", u32::from(Tag::UNSPECIFIED_TYPE.0)),
            DiKind::FixedPointType => set("tag", u32::from(Tag::BASE_TYPE.0)),
            DiKind::StringType => {
                set("tag", u32::from(Tag::BASE_TYPE.0));
                set("encoding", u32::from(Encoding::UNSIGNED_CHAR.0));
            }
            _ => {}
        }
        module.metadata.items[id.index()] = Metadata::Node { kind: new, distinct, fields };
        // A namespace says nothing but a name and a scope.
        let action = if kind == DiKind::CommonBlock { Action::Dropped } else { Action::Lowered };
        report.feature(action, feature, module, At::Module);
        any = true;
    }
    any
}

/// Whether a subrange without a constant form has neither a count nor an upper bound.
fn is_unbounded(table: &MetadataTable, id: MdId) -> bool {
    ["count", "upperBound"].iter().all(|name| field(table, id, DiKind::GenericSubrange, name).is_none())
}

/// Whether a node has this tag.
pub(super) fn has_tag(table: &MetadataTable, id: MdId, tag: Tag) -> bool {
    let Metadata::Node { kind, fields, .. } = table.get(id) else { return false };
    let stated = kind.field("tag").and_then(|field| table.fields.get(fields as usize + usize::from(field.slot)));
    stated == Some(&u32::from(tag.0))
}

/// Labels, which functions list with their variables.
fn drop_labels(module: &mut Module, by_kind: &NodesByKind, report: &mut Report) {
    let table = &mut module.metadata;
    let is_label = |table: &MetadataTable, id: MdId| matches!(table.get(id), Metadata::Node { kind: DiKind::Label, .. });
    let mut tuples = TupleIndex::default();
    for &function in by_kind.of_kind(DiKind::Subprogram) {
        let Some(nodes) = operands(table, function, DiKind::Subprogram, "retainedNodes") else { continue };
        let rest: Vec<Option<MdId>> = nodes.iter().copied().filter(|node| !node.is_some_and(|node| is_label(table, node))).collect();
        if rest.len() != nodes.len() {
            let tuple = tuples.uniqued_tuple(table, &rest);
            set_field(table, function, DiKind::Subprogram, "retainedNodes", tuple);
        }
    }
    for &label in by_kind.of_kind(DiKind::Label) {
        module.metadata.items[label.index()] = Metadata::Tuple { distinct: false, ops: List::EMPTY };
        report.feature(Action::Dropped, Feature::DebugLabels, module, At::Module);
    }
}

/// Flags of nodes by the release that first reads them, for those that came after LLVM 3.7 (the output of LLVM 3.7 to 12).
const FLAGS: &[(u32, LlvmVersion)] = &[
    // Single, multiple and virtual inheritance, which are one field of two bits; introduced virtual functions; bit fields; functions that do
    // not return.
    (3 << 16, LlvmVersion::of(3.9)),
    (1 << 18, LlvmVersion::of(3.9)),
    (1 << 19, LlvmVersion::of(3.9)),
    (1 << 20, LlvmVersion::of(3.9)),
    // Types passed by value and by reference, thunks.
    (1 << 22, LlvmVersion::of(7.0)),
    (1 << 23, LlvmVersion::of(7.0)),
    (1 << 25, LlvmVersion::of(7.0)),
    // Classes of enumerators, for which LLVM 7 takes enumerations with a fixed type.
    (1 << 24, LlvmVersion::of(7.0)),
    // Byte orders, descriptions of all calls.
    (1 << 27, LlvmVersion::of(8.0)),
    (1 << 28, LlvmVersion::of(8.0)),
    (1 << 29, LlvmVersion::of(8.0)),
    // Types that are not trivial.
    (1 << 26, LlvmVersion::of(9.0)),
    // Exported symbols.
    (1 << 15, LlvmVersion::of(10.0)),
    // Names without the arguments of templates.
    (DI_FLAG_NAME_IS_SIMPLIFIED, LlvmVersion::of(22.0)),
];

/// Drops flags that `llvm` does not have.
fn flags(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    if !llvm.main_among_subprogram_flags() {
        main_subprograms(module, llvm, nodes, report);
    }
    let newer = |flags: &[(u32, LlvmVersion)]| flags.iter().filter(|row| llvm < row.1).fold(0, |newer, row| newer | row.0);
    let (newer, newer_of_subprograms) = (newer(FLAGS), newer(SUBPROGRAM_FLAGS));
    if newer | newer_of_subprograms == 0 {
        return;
    }
    let mut tally = Tally::default();
    for &kind in DiKind::ALL {
        for field in kind.fields() {
            let newer = match field.kind {
                FieldKind::DiFlags if newer != 0 => newer,
                FieldKind::SpFlags if newer_of_subprograms != 0 => newer_of_subprograms,
                _ => continue,
            };
            let slot = usize::from(field.slot);
            let has_newer = |start: usize| module.metadata.fields.get(start + slot).is_some_and(|flags| flags & newer != 0);
            for (_, start) in nodes.with_fields_where(&module.metadata, kind, has_newer) {
                module.metadata.fields[start + slot] &= !newer;
                tally.count(kind, At::Module);
            }
        }
    }
    for (kind, count, places) in tally.counts {
        let what = Cow::Owned(format!("newer flags of !{}", kind.name()));
        report.note_all(Action::Dropped, what, None, "The flags.", module, (count, &places));
    }
}

/// The main subprogram has one of the flags that all nodes have.
fn main_subprograms(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    edit_nodes(module, nodes, DiKind::Subprogram, ["flags", "spFlags"], report, |slots, [flags, sp_flags]| {
        if slots[sp_flags] & SP_MAIN_SUBPROGRAM == 0 {
            return None;
        }
        slots[sp_flags] &= !SP_MAIN_SUBPROGRAM;
        if !llvm.main_subprograms() {
            return Some((Action::Dropped, Feature::MainAmongSubprogramFlags));
        }
        slots[flags] |= DI_FLAG_MAIN_SUBPROGRAM;
        Some((Action::Lowered, Feature::MainAmongSubprogramFlags))
    });
}

/// The fields of a new node of kind `new`, with the values of the fields that the old node has, too.
fn same_fields(table: &mut MetadataTable, id: MdId, old: DiKind, new: DiKind) -> u32 {
    let Metadata::Node { fields: from, .. } = table.get(id) else { return 0 };
    let start = table.fields.len();
    table.fields.resize(start + new.slots(), 0);
    for field in new.fields() {
        let to = start + usize::from(field.slot);
        table.fields[to] = field.absent();
        let Some(same) = old.field(field.name).filter(|same| same.kind == field.kind) else { continue };
        let from = from as usize + usize::from(same.slot);
        if from + field.kind.slots() <= start {
            table.fields.copy_within(from..from + field.kind.slots(), to);
        }
    }
    start as u32
}

/// Values of fields that came later than the field.
fn values(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    // Node, field, newer value, older one, and the feature.
    type Row = (DiKind, &'static str, u32, u32, Feature, Action);
    const VALUES: &[Row] = &[
        (DiKind::CompileUnit, "nameTableKind", 3, 0, Feature::AppleNameTables, Action::Dropped),
        (DiKind::DerivedType, "tag", Tag::VARIABLE.0 as u32, Tag::MEMBER.0 as u32, Feature::StaticMemberVariables, Action::Lowered),
        (DiKind::DerivedType, "tag", Tag::ATOMIC_TYPE.0 as u32, Tag::VOLATILE_TYPE.0 as u32, Feature::AtomicTypes, Action::Lowered),
        (DiKind::CompileUnit, "emissionKind", 3, 2, Feature::DirectivesOnly, Action::Lowered),
        (DiKind::DerivedType, "tag", Tag::IMMUTABLE_TYPE.0 as u32, Tag::CONST_TYPE.0 as u32, Feature::ImmutableTypes, Action::Lowered),
        (DiKind::CompositeType, "tag", Tag::NAMELIST.0 as u32, Tag::STRUCTURE_TYPE.0 as u32, Feature::NamelistNodes, Action::Lowered),
        (DiKind::CompositeType, "tag", Tag::VARIANT.0 as u32, Tag::STRUCTURE_TYPE.0 as u32, Feature::VariantNodes, Action::Lowered),
        (DiKind::CompositeType, "tag", Tag::VARIANT_PART.0 as u32, Tag::UNION_TYPE.0 as u32, Feature::VariantParts, Action::Lowered),
        (DiKind::BasicType, "tag", Tag::STRING_TYPE.0 as u32, Tag::BASE_TYPE.0 as u32, Feature::StringTypes, Action::Lowered),
    ];
    // One walk for each field. No older value is a newer one of another row.
    let mut rows: Vec<&Row> = VALUES.iter().filter(|row| !llvm.has(row.4)).collect();
    while let Some(&&(kind, name, ..)) = rows.first() {
        let (of_field, others): (Vec<&Row>, Vec<&Row>) = rows.into_iter().partition(|row| (row.0, row.1) == (kind, name));
        edit_nodes(module, nodes, kind, [name], report, |slots, [slot]| {
            let &&(_, _, _, older, feature, action) = of_field.iter().find(|row| row.2 == slots[slot])?;
            slots[slot] = older;
            Some((action, feature))
        });
        rows = others;
    }
    if !llvm.newer_conventions() {
        drop_conventions(module, nodes, report);
    }
    if !llvm.optional_variable_names() {
        name_variables(module, nodes, report);
    }
    if !llvm.sha256_checksums() {
        drop_checksums(module, nodes, report);
    }
    if !llvm.ptr_auth_types() {
        name_signed_types(module, nodes, report);
    }
    if !llvm.subrange_nodes() {
        constant_bounds(module, llvm, nodes, report);
    }
    if !llvm.subranges_without_count() {
        counts(module, llvm, nodes, report);
    }
    super::languages::to_older(module, llvm, nodes, report);
    if !llvm.sizes_as_metadata() {
        constant_sizes(module, nodes, report);
    }
}

/// Calling conventions that came later; those of Borland and two others have always been there (the answers of LLVM 4 to 7).
fn drop_conventions(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    edit_nodes(module, nodes, DiKind::SubroutineType, ["cc"], report, |slots, [cc]| {
        let convention = CallConv(u8::try_from(slots[cc]).ok()?);
        let is_newer = convention == CallConv::GNU_RENESAS_SH || convention > CallConv::LLVM_VECTORCALL;
        is_newer.then(|| {
            slots[cc] = 0;
            (Action::Dropped, Feature::NewerConventions)
        })
    });
}

/// Checksums of files with a function that came later.
fn drop_checksums(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    /// `CSK_SHA256`.
    const SHA256: u32 = 3;
    edit_nodes(module, nodes, DiKind::File, ["checksumkind", "checksum"], report, |slots, [kind, sum]| {
        (slots[kind] == SHA256).then(|| {
            (slots[kind], slots[sum]) = (0, md_slot(None));
            (Action::Dropped, Feature::Sha256Checksums)
        })
    });
}

/// Types of signed pointers become other names of their pointers.
fn name_signed_types(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    let is_signed = |&id: &MdId| has_tag(&module.metadata, id, Tag::LLVM_PTRAUTH_TYPE);
    if !nodes.of_kind(DiKind::DerivedType).iter().any(is_signed) {
        return;
    }
    let string = md_slot(Some(md_string(module, b"__ptrauth")));
    edit_nodes(module, nodes, DiKind::DerivedType, ["tag", "name"], report, |slots, [tag, name]| {
        (slots[tag] == u32::from(Tag::LLVM_PTRAUTH_TYPE.0)).then(|| {
            (slots[tag], slots[name]) = (u32::from(Tag::TYPEDEF.0), string);
            (Action::Lowered, Feature::PtrAuthTypes)
        })
    });
}

/// Calls `edit` for each node of a kind with its slots and the places of these fields in them, and counts what it says it did.
pub(super) fn edit_nodes<const N: usize>(
    module: &mut Module,
    nodes: &NodesByKind,
    kind: DiKind,
    names: [&str; N],
    report: &mut Report,
    mut edit: impl FnMut(&mut [u32], [usize; N]) -> Option<(Action, Feature)>,
) {
    let places = names.map(|name| kind.field(name).map_or(usize::MAX, |field| usize::from(field.slot)));
    if places.iter().any(|&place| place >= kind.slots()) {
        return;
    }
    for (_, start) in nodes.with_fields(&module.metadata, kind) {
        if let Some(slots) = module.metadata.fields.get_mut(start..start + kind.slots())
            && let Some((action, feature)) = edit(slots, places)
        {
            report.feature(action, feature, module, At::Module);
        }
    }
}

/// Variables need a name.
fn name_variables(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    let Some(field) = DiKind::GlobalVariable.field("name") else { return };
    let mut name = None;
    for (_, start) in nodes.with_fields(&module.metadata, DiKind::GlobalVariable) {
        let slot = start + usize::from(field.slot);
        let stated = module.metadata.fields.get(slot).copied().and_then(slot_md).map(|id| module.metadata.get(id));
        if matches!(stated, Some(Metadata::String(name)) if !name.is_empty()) || slot >= module.metadata.fields.len() {
            continue;
        }
        let name = *name.get_or_insert_with(|| md_string(module, b"<unnamed>"));
        module.metadata.fields[slot] = md_slot(Some(name));
        report.feature(Action::Lowered, Feature::OptionalVariableNames, module, At::Module);
    }
}

/// Bounds of subranges that are nodes: only the count may be one, since LLVM 7.
fn constant_bounds(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    for (_, fields) in nodes.with_fields(&module.metadata, DiKind::Subrange) {
        for field in DiKind::Subrange.fields() {
            let start = fields + usize::from(field.slot);
            let Some(slot) = module.metadata.fields.get(start).copied() else { continue };
            if slot == 0 && field.name == "count" && !llvm.variable_counts() && start + 3 <= module.metadata.fields.len() {
                module.metadata.fields[start..start + 3].copy_from_slice(&[NUMBER, u32::MAX, u32::MAX]);
            }
            let Some(id) = slot_md(slot).filter(|_| slot != NUMBER) else { continue };
            let number = number(module, id).map(|(number, _)| number);
            if number.is_none() && field.name == "count" && llvm.variable_counts() {
                continue;
            }
            let Some(slots) = module.metadata.fields.get_mut(start..start + field.kind.slots()) else { continue };
            match number {
                Some(number) => slots.copy_from_slice(&[NUMBER, number as u32, (number >> 32) as u32]),
                None => {
                    // A count of -1 is none; where it is a number, it is always stated.
                    let is_count = field.name == "count" && !llvm.variable_counts();
                    slots.copy_from_slice(&if is_count { [NUMBER, u32::MAX, u32::MAX] } else { [0; 3] });
                    report.feature(Action::Dropped, Feature::SubrangeNodes, module, At::Module);
                }
            }
        }
    }
}

/// Subranges need a count or, since LLVM 11, an upper bound (`Verifier::visitDISubrange`, LLVM 11 to 18; the field is required in the text of
/// older ones). A count of -1 says that there is none.
fn counts(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    edit_nodes(module, nodes, DiKind::Subrange, ["count", "upperBound"], report, |slots, [count, upper]| {
        let is_stated = slots[count] != 0 || llvm.subrange_nodes() && slots[upper] != 0;
        (!is_stated).then(|| slots.get_mut(count..count + 3))?.map(|count| {
            count.copy_from_slice(&[NUMBER, u32::MAX, u32::MAX]);
            (Action::Lowered, Feature::SubrangesWithoutCount)
        })
    });
}

/// Sizes and offsets are numbers; those that are not constant have no older form.
fn constant_sizes(module: &mut Module, nodes: &NodesByKind, report: &mut Report) {
    let fields_of = |&kind: &DiKind| kind.fields().iter().filter(|field| field.kind == FieldKind::SizeOrMd).map(move |field| (kind, field));
    for (kind, field) in DiKind::ALL.iter().flat_map(fields_of) {
        let node_of = |table: &MetadataTable, start: usize| {
            table.fields.get(start + usize::from(field.slot)).copied().filter(|&slot| slot != NUMBER).and_then(slot_md)
        };
        for (_, fields) in nodes.with_fields_where(&module.metadata, kind, |start| node_of(&module.metadata, start).is_some()) {
            let Some(id) = node_of(&module.metadata, fields) else { continue };
            let start = fields + usize::from(field.slot);
            let number = number(module, id).map(|(number, _)| number);
            let Some(slots) = module.metadata.fields.get_mut(start..start + field.kind.slots()) else { continue };
            match number {
                Some(number) => slots.copy_from_slice(&[NUMBER, number as u32, (number >> 32) as u32]),
                None => {
                    slots.fill(0);
                    report.feature(Action::Dropped, Feature::SizesAsMetadata, module, At::Module);
                }
            }
        }
    }
}

/// The operation of an expression that `llvm` does not have, if any, with its release.
fn newer_operation(words: &[u64], llvm: LlvmVersion) -> Option<(u64, LlvmVersion)> {
    let mut rest = words;
    while let Some(&op) = rest.first() {
        if let Some(since) = since(op).filter(|&since| since > llvm) {
            return Some((op, since));
        }
        // Before, only machine code had them.
        if op == u64::from(Op::LLVM_ENTRY_VALUE.0) && !llvm.entry_values() {
            return Some((op, Feature::EntryValues.first()));
        }
        rest = rest.get(1 + operand_count_in(op, llvm)..).unwrap_or(&[]);
    }
    None
}

/// Expressions with newer operations become empty, and what they describe is unknown: a variable without a place.
///
/// `DW_OP_LLVM_arg, 0` in front of everything else says nothing and is left out.
fn expressions(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let arg = u64::from(Op::LLVM_ARG.0);
    let is_current = module.llvm_version().sums_on_the_stack();
    let mut unknown: HashSet<MdId> = HashSet::new();
    for at in 0..module.metadata.items.len() {
        let Metadata::Expression { distinct, start, len } = module.metadata.items[at] else { continue };
        let words = module.metadata.word_range(start, len);
        let (start, len) = match words {
            [first, 0, ..] if *first == arg && !llvm.argument_lists() => (start + 2, len - 2),
            _ => (start, len),
        };
        let words = module.metadata.word_range(start, len);
        let old = if llvm.sums_on_the_stack() || !is_current { Some(words.to_vec()) } else { super::expressions::in_words_of(words, llvm) };
        let newer = match &old {
            Some(words) => newer_operation(words, llvm),
            None => words.first().map(|&op| (op, Feature::SumsOnTheStack.first())),
        };
        let (start, len) = match old {
            Some(old) if old != words => {
                let start = module.metadata.words.len() as u32;
                module.metadata.words.extend_from_slice(&old);
                (start, old.len() as u32)
            }
            _ => (start, len),
        };
        module.metadata.items[at] = match newer {
            None => Metadata::Expression { distinct, start, len },
            Some((op, first)) => {
                unknown.insert(MdId::new(at));
                let name = u16::try_from(op).ok().and_then(|op| Op(op).name()).unwrap_or("an operation");
                let what = Cow::Owned(format!("{name} of !DIExpression"));
                report.note(Action::Dropped, what, Some(first), "The place of the variable.", module, At::Module);
                Metadata::Expression { distinct, start, len: 0 }
            }
        };
    }
    if unknown.is_empty() {
        return;
    }
    // Their values do not say where the variable is.
    let nothing = module.metadata.uniqued_tuple(&[]);
    module.bodies.par_iter_mut().balanced().for_each(|body| {
        for record in &mut body.dbg_records {
            if record.expression.get().is_some_and(|expression| unknown.contains(&expression)) {
                record.value = Some(DbgOperand::Md(nothing));
            }
        }
        for assign in &mut body.dbg_assigns {
            if unknown.contains(&assign.address_expression) {
                assign.address = DbgOperand::Md(nothing);
            }
        }
    });
}

/// Records of kinds that came later, and lists of values.
fn records(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let nothing = module.metadata.uniqued_tuple(&[]);
    let has_all = llvm.debug_declare_value() && llvm.debug_labels_selected() && llvm.assignment_tracking() && llvm.argument_lists();
    if has_all {
        return;
    }
    let owners = owners_by_body(module);
    let Module { bodies, metadata, .. } = &mut *module;
    let of_body = |(index, body): (usize, &mut Body)| {
        let (mut tally, Some(id)) = (Tally::default(), owners[index]) else { return Tally::default() };
        body.dbg_records.retain_mut(|record| {
            let at = At::Inst(id, record.before);
            match record.kind {
                DbgKind::DeclareValue if !llvm.debug_declare_value() => {
                    tally.count((Action::Dropped, Feature::DebugDeclareValue), at);
                    return false;
                }
                DbgKind::Label if !llvm.debug_labels_selected() => {
                    tally.count((Action::Dropped, Feature::DebugLabelsSelected), at);
                    return false;
                }
                DbgKind::Assign if !llvm.assignment_tracking() => {
                    record.kind = DbgKind::Value;
                    record.assign = OptionalId::NONE;
                    tally.count((Action::Lowered, Feature::AssignmentTracking), at);
                }
                _ => {}
            }
            if let Some(DbgOperand::Md(list)) = record.value
                && let Metadata::ArgList(values) = metadata.get(list)
                && !llvm.argument_lists()
            {
                let values = metadata.lists.get(values);
                let (one, action) = match (values.len(), values.first()) {
                    (1, Some(one)) => (one, Action::Lowered),
                    _ => (nothing, Action::Dropped),
                };
                record.value = Some(match metadata.get(one) {
                    Metadata::Value { value, .. } => DbgOperand::Value(value),
                    _ => DbgOperand::Md(one),
                });
                tally.count((action, Feature::ArgumentLists), at);
            }
            true
        });
        tally
    };
    let tallies: Vec<Tally<(Action, Feature)>> = bodies.par_iter_mut().enumerate().balanced().map(of_body).collect();
    report_bodies(tallies, module, report);
}

/// Identities of assignments, which older releases do not have.
fn attachments(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if llvm.assignment_tracking() {
        return;
    }
    let owners = owners_by_body(module);
    let Module { bodies, metadata, .. } = &mut *module;
    let of_body = |(index, body): (usize, &mut Body)| {
        let (mut tally, Some(id)) = (Tally::default(), owners[index]) else { return Tally::default() };
        body.attachments.retain(|&(inst, attachment)| {
            let is_identity = matches!(metadata.get(attachment.node), Metadata::Node { kind: DiKind::AssignID, .. });
            if is_identity {
                tally.count((Action::Dropped, Feature::AssignmentTracking), At::Inst(id, inst));
            }
            !is_identity
        });
        tally
    };
    let tallies: Vec<Tally<(Action, Feature)>> = bodies.par_iter_mut().enumerate().balanced().map(of_body).collect();
    report_bodies(tallies, module, report);
    // Nothing refers to them any more.
    let nothing = Metadata::Tuple { distinct: false, ops: List::EMPTY };
    let is_identity = |item: &&mut Metadata| matches!(item, Metadata::Node { kind: DiKind::AssignID, .. });
    module.metadata.items.iter_mut().filter(is_identity).for_each(|item| *item = nothing);
}

/// What functions of `llvm` do not retain moves to the lists of the compile unit: variables and types until LLVM 22, imported entities until
/// LLVM 16. Those of a function without a unit stay. Returns whether there were any.
fn retained_to_units(module: &mut Module, llvm: LlvmVersion, by_kind: &NodesByKind) -> bool {
    let table = &mut module.metadata;
    let mut tuples = TupleIndex::default();
    // By unit and list; in the order of the functions.
    let mut moved: BTreeMap<(MdId, &'static str), Vec<MdId>> = BTreeMap::new();
    let (Some(unit_field), Some(nodes_field)) = (DiKind::Subprogram.field("unit"), DiKind::Subprogram.field("retainedNodes")) else {
        return false;
    };
    // The unit and the tuple of a function.
    let parts_of = |table: &MetadataTable, start: usize| {
        let of_field = |field: &DiField| table.fields.get(start + usize::from(field.slot)).copied().and_then(slot_md);
        let unit = of_field(unit_field).filter(|&unit| matches!(table.get(unit), Metadata::Node { kind: DiKind::CompileUnit, .. }))?;
        match table.get(of_field(nodes_field)?) {
            Metadata::Tuple { ops, .. } => Some((unit, ops)),
            _ => None,
        }
    };
    let has_others = |start: usize| {
        let ops = parts_of(table, start).map(|(_, ops)| table.lists.get(ops));
        ops.is_some_and(|ops| ops.iter().flatten().any(|node| list_of_unit(table, node, llvm).is_some()))
    };
    let mut emptied = Vec::new();
    for (function, start) in by_kind.with_fields_where(table, DiKind::Subprogram, has_others) {
        let Some((unit, ops)) = parts_of(table, start) else { continue };
        let nodes = table.lists.get(ops);
        let nodes = nodes.to_vec();
        let mut rest = Vec::new();
        for &slot in &nodes {
            match slot.and_then(|node| Some((node, list_of_unit(table, node, llvm)?))) {
                None => rest.push(slot),
                Some((node, list)) => moved.entry((unit, list)).or_default().push(node),
            }
        }
        if rest.len() != nodes.len() {
            let tuple = tuples.uniqued_tuple(table, &rest);
            set_field(table, function, DiKind::Subprogram, "retainedNodes", tuple);
            emptied.extend(rest.is_empty().then_some((function, start)));
        }
    }
    if !emptied.is_empty() {
        // A function without variables has no list in clang 22 and older, and one with variables that nothing retains has an empty one.
        let chains = Ends::default();
        let variables = by_kind.of_kind(DiKind::LocalVariable).iter();
        let scopes = variables.filter_map(|&id| field(table, id, DiKind::LocalVariable, "scope"));
        let holders: HashSet<MdId> = scopes.filter_map(|scope| enclosing_function(table, &chains, scope)).collect();
        for (_, start) in emptied.into_iter().filter(|(function, _)| !holders.contains(function)) {
            table.fields[start + usize::from(nodes_field.slot)] = md_slot(None);
        }
    }
    let any = !moved.is_empty();
    for ((unit, list), nodes) in moved {
        let mut all = operands(table, unit, DiKind::CompileUnit, list).unwrap_or_default();
        let mut there: HashSet<MdId> = all.iter().copied().flatten().collect();
        all.extend(nodes.into_iter().filter(|&node| there.insert(node)).map(Some));
        let tuple = tuples.uniqued_tuple(table, &all);
        set_field(table, unit, DiKind::CompileUnit, list, tuple);
    }
    any
}

/// The list of a compile unit that has such a node; none for what older functions retain, too.
fn list_of_unit(table: &MetadataTable, node: MdId, llvm: LlvmVersion) -> Option<&'static str> {
    let Metadata::Node { kind, .. } = table.get(node) else { return None };
    Some(match kind {
        DiKind::GlobalVariableExpression => "globals",
        DiKind::ImportedEntity if !llvm.retained_imports() => "imports",
        DiKind::CompositeType => {
            if has_tag(table, node, Tag::ENUMERATION_TYPE) {
                "enums"
            } else {
                "retainedTypes"
            }
        }
        DiKind::BasicType
        | DiKind::FixedPointType
        | DiKind::StringType
        | DiKind::DerivedType
        | DiKind::SubrangeType
        | DiKind::SubroutineType => "retainedTypes",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_by_release() {
        let (convert, arg, constu) = (u64::from(Op::LLVM_CONVERT.0), u64::from(Op::LLVM_ARG.0), u64::from(Op::CONSTU.0));
        let newer = |words: &[u64], major| newer_operation(words, LlvmVersion::new(major));
        assert_eq!(newer(&[constu, arg], 7), None);
        assert_eq!(newer(&[constu, 1, convert, 32, 5], 7), Some((convert, LlvmVersion::new(9))));
        assert_eq!(newer(&[constu, 1, convert, 32, 5], 9), None);
        assert_eq!(newer(&[arg, 0], 12), Some((arg, LlvmVersion::new(13))));
        let entry = u64::from(Op::LLVM_ENTRY_VALUE.0);
        assert_eq!(newer(&[entry, 1], 16), Some((entry, LlvmVersion::new(17))));
        assert_eq!(newer(&[entry, 1], 17), None);
    }
}

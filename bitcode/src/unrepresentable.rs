//! Finds what a release of LLVM cannot represent in a module: features, attributes and debug info fields that are newer or removed.
//!
//! The releases come from the feature table ([`bctk_ir::version::features`]), the attribute table and the record schema.
use crate::schema::metadata::DI_RECORDS;
use bctk_ir::attr_set::{Attr, AttrList};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, DbgKind};
use bctk_ir::constants::{ConstKind, ConstPool, InRange};
use bctk_ir::entity::{AttrListId, MdId, OptionalId};
use bctk_ir::global::{GlobalKind, Sanitizer};
use bctk_ir::inst::{ArithFlags, Inst};
use bctk_ir::intrinsics::{lookup_in, versions};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Tag;
use bctk_ir::metadata::{Metadata, TASK, slot_md};
use bctk_ir::module::{AsmFragment, Module};
use bctk_ir::opcodes::{BinOp, CastOp, RmwOp};
use bctk_ir::summary::{CfiFunction, guid_of_name};
use bctk_ir::target_types::TargetType;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{FEATURES, Feature, FeatureRow, LlvmVersion};
use bctk_ir::visit;
use bctk_support::parallel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Something that a release cannot represent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrepresentable {
    /// What it is, with the releases that have it.
    pub what: String,
    /// Whether the release removed it, rather than not having it yet. Readers still accept it in bitcode.
    pub gone: bool,
    /// Whether it is debug information.
    pub is_debug: bool,
    /// The attribute, if it is one.
    pub attribute: Option<AttrKind>,
}

impl Unrepresentable {
    fn newer(what: String) -> Unrepresentable {
        Unrepresentable { what, gone: false, is_debug: false, attribute: None }
    }
}

/// What `version` cannot represent in `module`. Each feature, attribute and field is listed once.
pub fn unrepresentable(module: &Module, version: LlvmVersion) -> Vec<Unrepresentable> {
    let mut found = Found::default();
    found.module(module, Found::lacking(version));
    let mut out = Vec::new();
    for row in found.rows() {
        if let Some(since) = row.since.filter(|&since| version < since) {
            out.push(Unrepresentable::newer(format!("{} (since LLVM {since})", row.name)));
        } else if let Some(until) = row.until.filter(|&until| version > until) {
            out.push(Unrepresentable { what: format!("{} (until LLVM {until})", row.name), gone: true, is_debug: false, attribute: None });
        }
    }
    // Only used lists: passes leave unused ones in the tables.
    let of_globals = module.globals.iter().map(|global| match &global.kind {
        GlobalKind::Variable { attrs, .. } => *attrs,
        GlobalKind::Function(function) => function.attrs,
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => AttrListId(0),
    });
    let of_calls = module.bodies.iter().flat_map(|body| &body.calls).map(|call| call.attrs);
    let mut is_used = vec![false; module.attrs.lists.len()];
    for list in of_globals.chain(of_calls) {
        if let Some(is_used) = is_used.get_mut(list.index()) {
            *is_used = true;
        }
    }
    let lists = module.attrs.lists.iter().zip(is_used).filter_map(|(list, is_used)| is_used.then_some(list));
    out.extend(attributes(module, lists, version));
    fields(module, version, &mut out);
    retained(module, version, &mut out);
    out
}

/// The attributes of any list of the module, used or not, that are newer than `version`.
pub fn newer_attributes(module: &Module, version: LlvmVersion) -> Vec<Unrepresentable> {
    attributes(module, module.attrs.lists.iter(), version)
}

fn attributes<'m>(module: &Module, lists: impl Iterator<Item = &'m AttrList>, version: LlvmVersion) -> Vec<Unrepresentable> {
    let used = lists.flatten().map(|(_, set)| *set).collect::<BTreeSet<_>>();
    let mut attrs = BTreeSet::new();
    for attr in used.into_iter().flat_map(|set| module.attrs.set(set)) {
        let Some(kind) = attr.kind() else { continue };
        let bytes = Feature::DeadBytes;
        if matches!(attr, Attr::Int(AttrKind::DEAD_ON_RETURN, _))
            && !version.has(bytes)
            && version >= AttrKind::DEAD_ON_RETURN.row().map_or(version, |row| row.since)
        {
            attrs.insert((kind.0, format!("{} (since LLVM {})", bytes.row().name, bytes.first())));
            continue;
        }
        match kind.row() {
            None => attrs.insert((kind.0, format!("attribute number {} (of a newer LLVM)", kind.0))),
            Some(row) if row.since > version => attrs.insert((kind.0, format!("attribute `{}` (since LLVM {})", row.spelling, row.since))),
            Some(_) => false,
        };
    }
    let newer = |(kind, what)| Unrepresentable { attribute: Some(AttrKind(kind)), ..Unrepresentable::newer(what) };
    attrs.into_iter().map(newer).collect()
}

/// Intrinsics that a newer release has and the older `version` does not have, or not with that type. Its reader accepts them all the same.
/// Only where that reader is known in full.
pub fn newer_intrinsics(module: &Module, version: LlvmVersion) -> Vec<Unrepresentable> {
    let mut out = Vec::new();
    if !version.upgrades_all() || module.llvm_version() <= version || module.types.has_typed_pointers() {
        return out;
    }
    for (_, global, _) in module.functions() {
        let name = module.str(global.name);
        let has = |version| lookup_in(name, version).is_some_and(|intrinsic| intrinsic.has_signature(&module.types, global.value_type));
        if has(version) {
            continue;
        }
        if let Some(first) = versions().find(|&newer| newer > version && has(newer)) {
            let name = String::from_utf8_lossy(name);
            out.push(Unrepresentable::newer(format!("`@{name}` (since LLVM {first})")));
        }
    }
    out
}

/// Values of debug info fields that are newer than the field: node, field, value, feature.
const NEWER_VALUES: &[(DiKind, &str, u32, Feature)] = &[
    (DiKind::CompileUnit, "nameTableKind", 3, Feature::AppleNameTables),
    (DiKind::DerivedType, "tag", Tag::VARIABLE.0 as u32, Feature::StaticMemberVariables),
];

/// Types and variables that functions retain: an older reader drops all debug information because of them.
fn retained(module: &Module, version: LlvmVersion, out: &mut Vec<Unrepresentable>) {
    const LIST: usize = DiKind::Subprogram.field_index("retainedNodes");
    let feature = Feature::FunctionLocalDebugInfo;
    // Debug information that was dropped is not written.
    if version.has(feature) || module.provenance.dropped_debug.is_some() {
        return;
    }
    let table = &module.metadata;
    let is_newer = |id: MdId| match table.get(id) {
        Metadata::Node { kind, .. } => !matches!(kind, DiKind::LocalVariable | DiKind::Label | DiKind::ImportedEntity),
        _ => false,
    };
    let retains = |item: &Metadata| {
        let Metadata::Node { kind: kind @ DiKind::Subprogram, fields, .. } = *item else { return false };
        let list = kind.fields().get(LIST).and_then(|field| table.fields.get(fields as usize + usize::from(field.slot)));
        match list.and_then(|&slot| slot_md(slot)).map(|list| table.get(list)) {
            Some(Metadata::Tuple { ops, .. }) => table.lists.get(ops).iter().flatten().any(is_newer),
            _ => false,
        }
    };
    if table.items.par_iter().balanced().with_min_len(TASK).any(retains) {
        out.push(Unrepresentable::newer(format!("{} (since LLVM {})", feature.row().name, feature.first())));
    }
}

/// Fields whose first release their record does not tell: most are bits of its first operand.
const BIT_FIELDS: &[(DiKind, &str, LlvmVersion)] = &[
    (DiKind::Label, "isArtificial", LlvmVersion::of(21.0)),
    (DiKind::Enumerator, "isUnsigned", LlvmVersion::of(7.0)),
    // An operand that was a flag before.
    (DiKind::CompileUnit, "nameTableKind", LlvmVersion::of(8.0)),
];

/// The fields of debug info nodes that `version` does not have, by the record schema; all of those of a node that came later.
pub fn newer_fields(version: LlvmVersion) -> impl Iterator<Item = (DiKind, &'static str, LlvmVersion)> {
    let mut first: BTreeMap<(u8, &'static str), (DiKind, LlvmVersion)> = BTreeMap::new();
    for row in DI_RECORDS {
        let Some(kind) = DiKind::from_name(row.node.as_bytes()) else { continue };
        for operand in row.operands.iter().filter(|operand| kind.field(operand.field).is_some()) {
            let since = operand.since.map_or(row.since, |since| since.max(row.since));
            let known = first.entry((kind as u8, operand.field)).or_insert((kind, since));
            known.1 = known.1.min(since);
        }
    }
    for &(kind, name, since) in BIT_FIELDS {
        first.insert((kind as u8, name), (kind, since));
    }
    // In older records, each of these flags is an operand.
    first.remove(&(DiKind::Subprogram as u8, "spFlags"));
    first.into_iter().filter(move |(_, (_, since))| *since > version).map(|((_, name), (kind, since))| (kind, name, since))
}

/// What is newer in a kind of node: the node itself, or fields.
#[derive(Clone, Default)]
struct Newer {
    /// The name of the node, and its first release.
    node: Option<(&'static str, LlvmVersion)>,
    /// Slot, value where it is absent, name and first release.
    fields: Vec<(usize, u32, &'static str, LlvmVersion)>,
}

/// What `version` does not have, by kind of node; nothing if it has all.
fn newer(version: LlvmVersion) -> Vec<Newer> {
    let mut kinds = vec![Newer::default(); DiKind::ALL.len()];
    for row in DI_RECORDS.iter().filter(|row| row.until.is_none()) {
        let Some(kind) = DiKind::from_name(row.node.as_bytes()) else { continue };
        let first = DI_RECORDS.iter().filter(|other| other.node == row.node).map(|other| other.since).min().unwrap_or(row.since);
        kinds[kind as usize].node = (first > version).then_some((row.node, first));
    }
    for (kind, name, since) in newer_fields(version) {
        let Some(field) = kind.field(name) else { continue };
        kinds[kind as usize].fields.push((usize::from(field.slot), field.absent(), name, since));
    }
    let has_any = kinds.iter().any(|newer| newer.node.is_some() || !newer.fields.is_empty());
    if has_any { kinds } else { Vec::new() }
}

/// Fields and nodes of debug information that are newer.
fn fields(module: &Module, version: LlvmVersion, out: &mut Vec<Unrepresentable>) {
    let newer = newer(version);
    let table = &module.metadata;
    // The newest release has all of them.
    let items = if newer.is_empty() { &[][..] } else { &table.items };
    let stated = |fields: u32, &(slot, absent, ..): &(usize, u32, &str, LlvmVersion)| {
        table.fields.get(fields as usize + slot).is_some_and(|&value| value != absent)
    };
    let is_newer = |item: &&Metadata| match **item {
        Metadata::Node { kind, fields, .. } => {
            let newer = &newer[kind as usize];
            newer.node.is_some() || newer.fields.iter().any(|field| stated(fields, field))
        }
        _ => false,
    };
    let mut found = BTreeSet::new();
    for item in items.par_iter().balanced().with_min_len(TASK).filter(is_newer).collect::<Vec<_>>() {
        let Metadata::Node { kind, fields, .. } = *item else { continue };
        let newer = &newer[kind as usize];
        found.extend(newer.node.map(|(node, since)| (node, "", since)));
        let newer = newer.fields.iter().filter(|field| stated(fields, field));
        found.extend(newer.map(|&(.., name, since)| (kind.name(), name, since)));
    }
    for &(wanted, field, value, feature) in NEWER_VALUES.iter().filter(|row| !version.has(row.3)) {
        let Some(field) = wanted.field(field) else { continue };
        let has = |item: &Metadata| match *item {
            Metadata::Node { kind, fields, .. } if kind == wanted => {
                table.fields.get(fields as usize + usize::from(field.slot)) == Some(&value)
            }
            _ => false,
        };
        if table.items.par_iter().balanced().with_min_len(TASK).any(has) {
            out.push(Unrepresentable::newer(format!("{} (since LLVM {})", feature.row().name, feature.first())));
        }
    }
    let named = |(node, field, since): (&str, &str, LlvmVersion)| match field {
        "" => format!("!{node} (since LLVM {since})"),
        _ => format!("`{field}` of !{node} (since LLVM {since})"),
    };
    out.extend(found.into_iter().map(named).map(|what| Unrepresentable { is_debug: true, ..Unrepresentable::newer(what) }));
}

/// The constants that are used: passes leave unused ones in the pools.
struct Used {
    module: Vec<bool>,
    bodies: Vec<Vec<bool>>,
}

impl Used {
    fn of(module: &Module) -> Used {
        let mut used = Used { module: vec![false; module.consts.consts.len()], bodies: Vec::new() };
        let mut open = Vec::new();
        for global in &module.globals {
            match &global.kind {
                GlobalKind::Variable { initializer, .. } => open.extend(initializer.get()),
                GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => open.push(*value),
                GlobalKind::Function(function) => {
                    open.extend([function.prefix, function.prologue, function.personality].into_iter().filter_map(OptionalId::get));
                }
            }
        }
        let values = |items: &[Metadata], open: &mut Vec<Value>| {
            open.extend(items.iter().filter_map(|item| if let Metadata::Value { value, .. } = item { Some(*value) } else { None }));
        };
        values(&module.metadata.items, &mut open);
        used.follow(module, None, &mut Vec::new(), open);
        for body in &module.bodies {
            let mut open = Vec::new();
            for inst in &body.insts {
                visit::operands(inst, body, |_, value| open.push(value));
            }
            let (first, end) = body.metadata;
            values(module.metadata.items.get(first as usize..end as usize).unwrap_or_default(), &mut open);
            let mut own = vec![false; body.consts.consts.len()];
            used.follow(module, Some(&body.consts), &mut own, open);
            used.bodies.push(own);
        }
        used
    }

    /// Adds `open` and its components.
    fn follow(&mut self, module: &Module, pool: Option<&ConstPool>, own: &mut [bool], mut open: Vec<Value>) {
        while let Some(value) = open.pop() {
            let (pool, used, index) = match (value.kind(), pool) {
                (ValueKind::Const(index), _) => (&module.consts, self.module.get_mut(index as usize), index),
                (ValueKind::LocalConst(index), Some(pool)) => (pool, own.get_mut(index as usize), index),
                _ => continue,
            };
            if let (Some(used), Some(constant)) = (used, pool.get(index))
                && !std::mem::replace(used, true)
            {
                pool.operands(constant.kind, |value| open.push(value));
            }
        }
    }
}

/// The features that frequent instructions have, by their flags.
const FLAGS: [Feature; 8] = [
    Feature::Disjoint,
    Feature::NonNegZext,
    Feature::FastMathConversions,
    Feature::NonNegUiToFp,
    Feature::TruncFlags,
    Feature::PtrToAddr,
    Feature::GepNoWrapFlags,
    Feature::SameSign,
];

/// The features that a module uses: a set of bits by their places in [`FEATURES`].
#[derive(Clone, Copy, Default)]
struct Found([u64; FEATURES.len().div_ceil(64)]);

impl Found {
    fn note(&mut self, feature: Feature) {
        self.0[feature as usize / 64] |= 1 << (feature as usize % 64);
    }

    fn note_if(&mut self, holds: bool, feature: Feature) {
        if holds {
            self.note(feature);
        }
    }

    /// Adds those of `other`.
    fn append(&mut self, other: Found) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }

    /// The features that a release does not have.
    fn lacking(version: LlvmVersion) -> Found {
        let mut lacking = Found::default();
        for (at, _) in FEATURES.iter().enumerate().filter(|(_, row)| !row.is_in(version)) {
            lacking.0[at / 64] |= 1 << (at % 64);
        }
        lacking
    }

    /// Whether it has one of `others`.
    fn has_any(&self, others: Found) -> bool {
        self.0.iter().zip(others.0).any(|(own, other)| own & other != 0)
    }

    /// The rows of the features, in their order.
    fn rows(self) -> impl Iterator<Item = &'static FeatureRow> {
        FEATURES.iter().enumerate().filter(move |(at, _)| self.0[at / 64] >> (at % 64) & 1 == 1).map(|(_, row)| row)
    }

    /// Notes the features of a module; of those that only constants or the flags of instructions have, those that matter: `wanted`.
    fn module(&mut self, module: &Module, wanted: Found) {
        let has_properties = |fragment: &AsmFragment| fragment.properties().iter().any(|value| !value.is_empty());
        self.note_if(module.asm_fragments.iter().any(has_properties), Feature::AsmProperties);
        if let Some(summary) = module.summary.as_deref() {
            self.note_if(summary.entries.iter().any(|entry| entry.flags.no_rename_on_promotion), Feature::NoRenameOnPromotion);
            let is_apart = |function: &CfiFunction| function.guid != guid_of_name(module.str(function.name));
            let mut functions = summary.cfi_defs.iter().chain(&summary.cfi_decls);
            self.note_if(functions.any(is_apart), Feature::CfiGuids);
        }
        for (_, ty) in module.types.iter() {
            match ty {
                Type::Ptr(_) => self.note(Feature::OpaquePointers),
                Type::TypedPtr { .. } => self.note(Feature::TypedPointers),
                Type::TargetExt { .. } => self.note(Feature::TargetTypes),
                Type::Byte(_) => self.note(Feature::ByteTypes),
                _ => {}
            }
        }
        let is_newer = |part: &[u8]| match part.split_first() {
            Some((b'p', flags)) => flags.iter().take_while(|c| c.is_ascii_lowercase()).any(|c| matches!(c, b'z' | b'o')),
            _ => part == b"ve",
        };
        self.note_if(module.str(module.data_layout).split(|&c| c == b'-').any(is_newer), Feature::ElementAlignedLayout);
        for global in &module.globals {
            self.note_if(matches!(&global.kind, GlobalKind::Function(function) if function.preferred_align != 0), Feature::PreferredAlign);
            let is_ifunc = matches!(global.kind, GlobalKind::IFunc { .. });
            self.note_if(is_ifunc && !global.attachments.is_empty(), Feature::IfuncAttachments);
            if let GlobalKind::Variable { code_model, sanitizer, .. } = &global.kind {
                self.note_if(code_model.is_some(), Feature::CodeModel);
                self.note_if(sanitizer.0 & !Sanitizer::STATED != 0, Feature::SanitizerMetadata);
            }
        }
        // Few modules have constants that matter, and so few have to be searched for those that are used.
        let has_wanted = |pool: &ConstPool| {
            let mut found = Found::default();
            found.constants(module, pool, None);
            found.has_any(wanted)
        };
        if has_wanted(&module.consts) || module.bodies.par_iter().balanced().any(|body| has_wanted(&body.consts)) {
            let used = Used::of(module);
            self.constants(module, &module.consts, Some(&used.module));
            for (body, used) in module.bodies.iter().zip(&used.bodies) {
                self.constants(module, &body.consts, Some(used));
            }
        }
        // Other types in the table may be unused.
        let has_mmx = module.types.iter().any(|(_, ty)| ty == Type::X86Mmx);
        // Today's releases have all of these. Then few instructions have to be looked at.
        let mut flags = Found::default();
        FLAGS.iter().for_each(|&feature| flags.note(feature));
        let with_flags = flags.has_any(wanted);
        let of_body = |body: &Body| {
            let mut found = Found::default();
            found.body(body, with_flags);
            found.note_if(has_mmx && body.local_types.iter().any(|&ty| module.types.get(ty) == Type::X86Mmx), Feature::X86Mmx);
            found
        };
        module.bodies.par_iter().balanced().map(of_body).collect::<Vec<_>>().into_iter().for_each(|found| self.append(found));
        let group = DiKind::LongLocation.field("atomGroup").map_or(usize::MAX, |field| usize::from(field.slot));
        let has_group = |item: &Metadata| match *item {
            Metadata::Node { kind: kind @ DiKind::LongLocation, fields, .. } => {
                module.metadata.node_fields(kind, fields).get(group).is_some_and(|&value| value != 0)
            }
            _ => false,
        };
        self.note_if(module.metadata.items.par_iter().balanced().with_min_len(TASK).any(has_group), Feature::DebugAtoms);
    }

    /// Of the constants of a pool that are used, or of all.
    fn constants(&mut self, module: &Module, pool: &ConstPool, used: Option<&[bool]>) {
        let is_used = |at: usize| used.is_none_or(|used| used.get(at) == Some(&true));
        for (_, constant) in pool.consts.iter().enumerate().filter(|&(at, _)| is_used(at)) {
            match constant.kind {
                ConstKind::FNeg(_) => self.note(Feature::ConstantFNeg),
                ConstKind::Null => {
                    let is_image = matches!(module.types.get(constant.ty), Type::TargetExt { target: TargetType::SpirvImage, .. });
                    self.note_if(is_image, Feature::SpirvImageZeros);
                }
                ConstKind::Select(_) => self.note(Feature::ConstantSelect),
                ConstKind::ICmp(..) | ConstKind::FCmp(..) => self.note(Feature::ConstantCompare),
                ConstKind::NoCfi(_) => self.note(Feature::NoCfi),
                ConstKind::PtrAuth(list) => {
                    self.note(Feature::PtrAuth);
                    self.note_if(pool.lists.get(list).len() > 4, Feature::DeactivationSymbols);
                }
                ConstKind::InsertElement(_) | ConstKind::ShuffleVector(_) => {
                    self.note_if(matches!(module.types.get(constant.ty), Type::Vector { scalable: true, .. }), Feature::ScalableShuffles);
                }
                ConstKind::Cast { op, .. } => {
                    self.note_if(op.converts(), Feature::ConstantConversion);
                    self.note_if(op == CastOp::PtrToAddr, Feature::PtrToAddr);
                }
                ConstKind::Bin { op, .. } => match op {
                    BinOp::And | BinOp::Or | BinOp::LShr | BinOp::AShr => self.note(Feature::ConstantBits),
                    BinOp::Shl => self.note(Feature::ConstantShl),
                    BinOp::Mul => self.note(Feature::ConstantMul),
                    BinOp::Add | BinOp::Sub | BinOp::Xor => {}
                    _ => self.note(Feature::ConstantDivision),
                },
                ConstKind::Gep { flags, in_range, .. } => {
                    self.note_if(flags.beyond_inbounds(), Feature::ConstantGepFlags);
                    match pool.in_range(in_range) {
                        Some(InRange::Index(_)) => self.note(Feature::InRangeIndex),
                        Some(InRange::Range { .. }) => self.note(Feature::InRangeBounds),
                        None => {}
                    }
                }
                _ => {}
            }
        }
    }

    fn body(&mut self, body: &Body, with_flags: bool) {
        let matters = |inst: &&Inst| match inst {
            Inst::AtomicRmw { .. } | Inst::Unwind | Inst::Malloc { .. } | Inst::Free(_) => true,
            Inst::Load { access, .. } => access.is_elementwise(),
            _ => with_flags,
        };
        for inst in body.insts.iter().filter(matters) {
            match *inst {
                Inst::Bin { op: BinOp::Or, flags, .. } => self.note_if(flags.arith().contains(ArithFlags::DISJOINT), Feature::Disjoint),
                Inst::Cast { op: CastOp::ZExt, flags, .. } => self.note_if(flags.arith().contains(ArithFlags::NNEG), Feature::NonNegZext),
                Inst::Cast { op: CastOp::SiToFp, flags, .. } => self.note_if(!flags.is_empty(), Feature::FastMathConversions),
                Inst::Cast { op: CastOp::UiToFp, flags, .. } => {
                    self.note_if(!flags.uitofp_fast_math().is_empty(), Feature::FastMathConversions);
                    self.note_if(flags.arith().contains(ArithFlags::NNEG), Feature::NonNegUiToFp)
                }
                Inst::Cast { op: CastOp::Trunc, flags, .. } => self.note_if(!flags.is_empty(), Feature::TruncFlags),
                Inst::Cast { op: CastOp::PtrToAddr, .. } => self.note(Feature::PtrToAddr),
                Inst::Gep { flags, .. } => self.note_if(flags.beyond_inbounds(), Feature::GepNoWrapFlags),
                Inst::ICmp { flags, .. } => self.note_if(flags.contains(ArithFlags::SAMESIGN), Feature::SameSign),
                Inst::Load { .. } => self.note(Feature::ElementwiseLoads),
                Inst::AtomicRmw { access, .. } if access.is_elementwise() => self.note(Feature::RmwElementwise),
                Inst::AtomicRmw { op, .. } => match op {
                    RmwOp::FMax | RmwOp::FMin => self.note(Feature::RmwMinMax),
                    RmwOp::UIncWrap | RmwOp::UDecWrap => self.note(Feature::RmwWrap),
                    RmwOp::USubCond | RmwOp::USubSat => self.note(Feature::RmwSubtract),
                    RmwOp::FMaximum | RmwOp::FMinimum => self.note(Feature::RmwExtremum),
                    RmwOp::FMaximumNum | RmwOp::FMinimumNum => self.note(Feature::RmwMaximumNum),
                    _ => {}
                },
                Inst::Unwind => self.note(Feature::Unwind),
                Inst::Malloc { .. } | Inst::Free(_) => self.note(Feature::HeapInstructions),
                _ => {}
            }
        }
        self.note_if(body.locs.iter().any(|loc| loc.atom_group != 0), Feature::DebugAtoms);
        self.note_if(body.dbg_records.iter().any(|record| record.kind != DbgKind::DeclareValue), Feature::DebugRecords);
        self.note_if(body.dbg_records.iter().any(|record| record.kind == DbgKind::DeclareValue), Feature::DebugDeclareValue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_ir::attr_set::{Attr, AttrIndex};
    use bctk_ir::attrs::AttrKind;
    use bctk_ir::entity::{AttrListId, AttrSetId};
    use bctk_ir::global::GlobalValue;

    #[test]
    fn what_came_later_and_what_had_gone() {
        let mut module = Module::default();
        let int = module.types.intern(Type::Int(8));
        let pointer = module.types.intern(Type::Ptr(0));
        let said = |module: &Module, major| {
            unrepresentable(module, LlvmVersion::new(major)).into_iter().map(|found| found.what).collect::<Vec<_>>()
        };
        assert_eq!(said(&module, 14), ["opaque pointers (ptr) (since LLVM 15)"]);
        assert!(said(&module, 15).is_empty());
        module.types.intern(Type::TypedPtr { pointee: int, addrspace: 0 });
        assert_eq!(said(&module, 17), ["typed pointers (i8*) (until LLVM 16)"]);
        // An attribute counts once something has it.
        module.attrs.sets.push(vec![Attr::Int(AttrKind::CAPTURES, 0), Attr::Enum(AttrKind(250))]);
        module.attrs.lists.push(vec![(AttrIndex::Param(0), AttrSetId(0))]);
        assert!(said(&module, 16).is_empty());
        let mut global = GlobalValue::declaration(bctk_ir::strings::Str::EMPTY, int, pointer);
        if let GlobalKind::Function(function) = &mut global.kind {
            function.attrs = AttrListId(1);
        }
        module.globals.push(global);
        assert_eq!(said(&module, 16), ["attribute `captures` (since LLVM 20)", "attribute number 250 (of a newer LLVM)"]);
    }
}

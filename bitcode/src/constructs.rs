//! What a module holds that not every LLVM knows: the constructs of the language that came and went, as data, and what of them a module has.
//!
//! Source: release notes of LLVM 13 to 22 and the language references of these versions; attributes and fields of debug information say in their own tables
//! since when they are there.
use crate::dialect::Dialect;
use crate::schema::metadata::DI_RECORDS;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, DbgKind};
use bctk_ir::constants::{ConstKind, ConstPool, InRange};
use bctk_ir::entity::AttrListId;
use bctk_ir::global::{GlobalKind, Sanitizer};
use bctk_ir::inst::{ArithFlags, GepFlags, Inst};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::{DiKind, PrintRule};
use bctk_ir::metadata::dwarf::Tag;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit;
use std::collections::{BTreeSet, HashMap};

/// A construct of the language and the versions that have it.
#[derive(Clone, Copy, Debug)]
pub struct ConstructRow {
    /// What it is, in words of the language.
    pub what: &'static str,
    /// The first LLVM that has it; 0 if that is older than all that are distinguished here.
    pub since: u32,
    /// The last LLVM that has it; none if LLVM 22 does.
    pub until: Option<u32>,
}

/// Declares constructs: `OPAQUE = "pointers without a type" since 15;`.
macro_rules! constructs {
    ($($name:ident = $what:literal $(since $since:literal)? $(until $until:literal)?;)*) => {
        /// A construct, by its place in [`CONSTRUCTS`].
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum Construct { $($name),* }

        /// Every construct, in the order of the language reference.
        pub static CONSTRUCTS: &[ConstructRow] = &[
            $(ConstructRow {
                what: $what,
                since: 0 $(+ $since)?,
                until: constructs!(@until $($until)?),
            }),*
        ];
    };
    (@until) => { None };
    (@until $until:literal) => { Some($until) };
}

constructs! {
    TypedPointer = "typed pointers (i8*)" until 16;
    OpaquePointer = "opaque pointers (ptr)" since 15;
    TargetType = "target types (target(\"…\"))" since 16;
    X86Mmx = "the type x86_mmx" until 19;
    CodeModel = "code_model of a variable" since 18;
    Sanitizer = "sanitizer attributes of a variable" since 15;
    ConstantFNeg = "constant fneg" until 14;
    ConstantDivision = "constant divisions and floating-point arithmetic" until 14;
    ConstantSelect = "constant select" until 16;
    ConstantBits = "constant and, or, lshr, ashr" until 17;
    ConstantConversion = "constant conversions of numbers (zext, fptosi …)" until 17;
    ConstantCompare = "constant icmp and fcmp" until 18;
    ConstantShl = "constant shl" until 18;
    ConstantMul = "constant mul" until 20;
    InRangeIndex = "inrange before an index" until 18;
    InRangeBounds = "inrange with bounds" since 19;
    ConstantGepFlags = "nusw and nuw of a constant getelementptr" since 19;
    NoCfi = "no_cfi" since 15;
    PtrToAddr = "ptrtoaddr" since 22;
    PtrAuth = "ptrauth constants" since 19;
    Unwind = "unwind" until 3;
    Disjoint = "or disjoint" since 18;
    NNegZext = "zext nneg" since 18;
    NNegUiToFp = "uitofp nneg" since 19;
    TruncFlags = "nuw and nsw of trunc" since 19;
    GepFlags = "nusw and nuw of getelementptr" since 19;
    SameSign = "icmp samesign" since 20;
    RmwMinMax = "atomicrmw fmax and fmin" since 15;
    RmwWrap = "atomicrmw uinc_wrap and udec_wrap" since 16;
    RmwSubtract = "atomicrmw usub_cond and usub_sat" since 20;
    RmwExtremum = "atomicrmw fmaximum and fminimum" since 21;
    DebugRecord = "debug records (#dbg_value)" since 19;
    DebugDeclareValue = "#dbg_declare_value" since 22;
    DebugAtoms = "atomGroup of debug locations" since 21;
}

/// Something that a version does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid {
    /// What it is, with the versions that have it.
    pub what: String,
    /// Whether it had gone by then, and did not come later: bitcode with it is still read.
    pub gone: bool,
    /// The attribute, if it is one.
    pub attribute: Option<AttrKind>,
}

impl Unsaid {
    fn newer(what: String) -> Unsaid {
        Unsaid { what, gone: false, attribute: None }
    }
}

/// What of `module` LLVM of this version cannot say: constructs, attributes and fields of debug information that came later or had gone by then. Each
/// is named once.
pub fn unsaid(module: &Module, dialect: Dialect) -> Vec<Unsaid> {
    let version = dialect.major();
    let mut found = Found::default();
    found.module(module);
    let mut out = Vec::new();
    for construct in found.constructs {
        let Some(row) = CONSTRUCTS.get(construct as usize) else { continue };
        if version < row.since {
            out.push(Unsaid::newer(format!("{} (since LLVM {})", row.what, row.since)));
        } else if let Some(until) = row.until.filter(|&until| version > until) {
            out.push(Unsaid { what: format!("{} (until LLVM {until})", row.what), gone: true, attribute: None });
        }
    }
    // Of the lists, only those that something has: passes leave others behind.
    let of_globals = module.globals.iter().map(|global| match &global.kind {
        GlobalKind::Variable { attrs, .. } => *attrs,
        GlobalKind::Function(function) => function.attrs,
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => AttrListId(0),
    });
    let of_calls = module.bodies.iter().flat_map(|body| &body.calls).map(|call| call.attrs);
    let lists = of_globals.chain(of_calls).collect::<BTreeSet<_>>();
    let used = lists.into_iter().filter_map(|list| module.attrs.lists.get(list.index())).flatten().map(|(_, set)| *set);
    let used = used.collect::<BTreeSet<_>>();
    let mut attrs = BTreeSet::new();
    for attr in used.into_iter().flat_map(|set| module.attrs.set(set)) {
        let Some(kind) = attr.kind() else { continue };
        match kind.row() {
            None => attrs.insert((kind.0, format!("attribute number {} (of a newer LLVM)", kind.0))),
            Some(row) if u32::from(row.since.0) > version => {
                attrs.insert((kind.0, format!("attribute {} (since LLVM {})", row.spelling, row.since.0)))
            }
            Some(_) => false,
        };
    }
    out.extend(attrs.into_iter().map(|(kind, what)| Unsaid { attribute: Some(AttrKind(kind)), ..Unsaid::newer(what) }));
    fields(module, dialect, &mut out);
    out
}

/// Values of fields of debug information that are newer than the field: node, field, value, what it is, the first LLVM with it.
const NEWER_VALUES: &[(DiKind, &str, u32, &str, u32)] = &[
    (DiKind::CompileUnit, "nameTableKind", 3, "nameTableKind: Apple", 17),
    (DiKind::DerivedType, "tag", Tag::VARIABLE.0 as u32, "DW_TAG_variable for static members", 18),
];

/// Fields and nodes of debug information that are newer.
fn fields(module: &Module, dialect: Dialect, out: &mut Vec<Unsaid>) {
    let version = dialect.version();
    // By kind of node: slot, value where it is absent, name and version.
    let mut newer: HashMap<DiKind, Vec<(usize, u32, &'static str, u32)>> = HashMap::new();
    let mut nodes: HashMap<DiKind, (&'static str, u32)> = HashMap::new();
    for row in DI_RECORDS.iter().filter(|row| row.until.is_none()) {
        let Some(kind) = DiKind::from_name(row.node.as_bytes()) else { continue };
        let first = DI_RECORDS.iter().filter(|other| other.node == row.node).map(|other| other.since).min().unwrap_or(row.since);
        if first > version {
            nodes.insert(kind, (row.node, first.major));
        }
        for operand in row.operands {
            let (Some(field), Some(since)) = (kind.field(operand.field), operand.since) else { continue };
            if since > version {
                let absent = if let PrintRule::Skip(default) = field.rule { default } else { 0 };
                newer.entry(kind).or_default().push((usize::from(field.slot), absent, operand.field, since.major));
            }
        }
    }
    let table = &module.metadata;
    let mut found = BTreeSet::new();
    for item in &table.items {
        let Metadata::Node { kind, fields, .. } = item else { continue };
        if let Some((node, since)) = nodes.get(kind) {
            found.insert((*node, "", *since));
        }
        for &(slot, absent, name, since) in newer.get(kind).map_or(&[][..], |fields| fields) {
            if table.fields.get(*fields as usize + slot).is_some_and(|&value| value != absent) {
                found.insert((kind.name(), name, since));
            }
        }
    }
    for &(wanted, field, value, what, since) in NEWER_VALUES.iter().filter(|row| row.4 > dialect.major()) {
        let Some(field) = wanted.field(field) else { continue };
        let has = |item: &Metadata| match *item {
            Metadata::Node { kind, fields, .. } if kind == wanted => {
                table.fields.get(fields as usize + usize::from(field.slot)) == Some(&value)
            }
            _ => false,
        };
        if table.items.iter().any(has) {
            out.push(Unsaid::newer(format!("{what} (since LLVM {since})")));
        }
    }
    let named = |(node, field, since): (&str, &str, u32)| match field {
        "" => format!("!{node} (since LLVM {since})"),
        _ => format!("{field} of !{node} (since LLVM {since})"),
    };
    out.extend(found.into_iter().map(named).map(Unsaid::newer));
}

/// Which constants something refers to: passes leave others behind.
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
                GlobalKind::Variable { initializer: value, .. }
                | GlobalKind::Alias { aliasee: value }
                | GlobalKind::IFunc { resolver: value } => open.push(*value),
                GlobalKind::Function(function) => open.extend([function.prefix, function.prologue, function.personality]),
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

    /// Notes `open` and what it consists of.
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

/// The constructs of a module.
#[derive(Default)]
struct Found {
    constructs: BTreeSet<Construct>,
}

impl Found {
    fn note(&mut self, construct: Construct) {
        self.constructs.insert(construct);
    }

    fn note_if(&mut self, holds: bool, construct: Construct) {
        if holds {
            self.note(construct);
        }
    }

    fn module(&mut self, module: &Module) {
        for (_, ty) in module.types.iter() {
            match ty {
                Type::Ptr(_) => self.note(Construct::OpaquePointer),
                Type::TypedPtr { .. } => self.note(Construct::TypedPointer),
                Type::TargetExt { .. } => self.note(Construct::TargetType),
                _ => {}
            }
        }
        for global in &module.globals {
            if let GlobalKind::Variable { code_model, sanitizer, .. } = &global.kind {
                self.note_if(code_model.is_some(), Construct::CodeModel);
                self.note_if(sanitizer.0 & !Sanitizer::STATED != 0, Construct::Sanitizer);
            }
        }
        let used = Used::of(module);
        self.constants(&module.consts, &used.module);
        for (body, used) in module.bodies.iter().zip(&used.bodies) {
            self.constants(&body.consts, used);
            self.body(body);
            // Other types of a table may be what nothing has any more.
            self.note_if(body.local_types.iter().any(|&ty| module.types.get(ty) == Type::X86Mmx), Construct::X86Mmx);
        }
        let group = DiKind::Location.field("atomGroup").map(|field| usize::from(field.slot));
        for item in &module.metadata.items {
            if let (Metadata::Node { kind: DiKind::Location, fields, .. }, Some(slot)) = (item, group) {
                let value = module.metadata.fields.get(*fields as usize + slot);
                self.note_if(value.is_some_and(|&value| value != 0), Construct::DebugAtoms);
            }
        }
    }

    fn constants(&mut self, pool: &ConstPool, used: &[bool]) {
        for constant in pool.consts.iter().zip(used).filter_map(|(constant, used)| used.then_some(constant)) {
            match constant.kind {
                ConstKind::FNeg(_) => self.note(Construct::ConstantFNeg),
                ConstKind::Select(_) => self.note(Construct::ConstantSelect),
                ConstKind::ICmp(..) | ConstKind::FCmp(..) => self.note(Construct::ConstantCompare),
                ConstKind::NoCfi(_) => self.note(Construct::NoCfi),
                ConstKind::PtrAuth(_) => self.note(Construct::PtrAuth),
                ConstKind::Cast { op, .. } => {
                    self.note_if(op.converts(), Construct::ConstantConversion);
                    self.note_if(op == CastOp::PtrToAddr, Construct::PtrToAddr);
                }
                ConstKind::Bin { op, .. } => match op {
                    BinOp::And | BinOp::Or | BinOp::LShr | BinOp::AShr => self.note(Construct::ConstantBits),
                    BinOp::Shl => self.note(Construct::ConstantShl),
                    BinOp::Mul => self.note(Construct::ConstantMul),
                    BinOp::Add | BinOp::Sub | BinOp::Xor => {}
                    _ => self.note(Construct::ConstantDivision),
                },
                ConstKind::Gep { flags, in_range, .. } => {
                    self.note_if(beyond_inbounds(flags), Construct::ConstantGepFlags);
                    match pool.in_ranges.get(in_range as usize) {
                        Some(InRange::Index(_)) => self.note(Construct::InRangeIndex),
                        Some(InRange::Range { .. }) => self.note(Construct::InRangeBounds),
                        None => {}
                    }
                }
                _ => {}
            }
        }
    }

    fn body(&mut self, body: &Body) {
        for inst in &body.insts {
            match *inst {
                Inst::Bin { op: BinOp::Or, flags, .. } => self.note_if(flags & ArithFlags::DISJOINT != 0, Construct::Disjoint),
                Inst::Cast { op: CastOp::ZExt, flags, .. } => self.note_if(flags & ArithFlags::NNEG != 0, Construct::NNegZext),
                Inst::Cast { op: CastOp::UiToFp, flags, .. } => self.note_if(flags & ArithFlags::NNEG != 0, Construct::NNegUiToFp),
                Inst::Cast { op: CastOp::Trunc, flags, .. } => self.note_if(flags != 0, Construct::TruncFlags),
                Inst::Cast { op: CastOp::PtrToAddr, .. } => self.note(Construct::PtrToAddr),
                Inst::Gep { flags, .. } => self.note_if(beyond_inbounds(flags), Construct::GepFlags),
                Inst::ICmp { flags, .. } => self.note_if(flags & ArithFlags::SAMESIGN != 0, Construct::SameSign),
                Inst::AtomicRmw { op, .. } => match op {
                    RmwOp::FMax | RmwOp::FMin => self.note(Construct::RmwMinMax),
                    RmwOp::UIncWrap | RmwOp::UDecWrap => self.note(Construct::RmwWrap),
                    RmwOp::USubCond | RmwOp::USubSat => self.note(Construct::RmwSubtract),
                    RmwOp::FMaximum | RmwOp::FMinimum => self.note(Construct::RmwExtremum),
                    _ => {}
                },
                Inst::Unwind => self.note(Construct::Unwind),
                _ => {}
            }
        }
        self.note_if(body.locs.iter().any(|loc| loc.atom_group != 0), Construct::DebugAtoms);
        self.note_if(body.dbg_records.iter().any(|record| record.kind != DbgKind::DeclareValue), Construct::DebugRecord);
        self.note_if(body.dbg_records.iter().any(|record| record.kind == DbgKind::DeclareValue), Construct::DebugDeclareValue);
    }
}

/// Whether there are flags that `inbounds`, which implies `nusw`, does not say.
fn beyond_inbounds(flags: u8) -> bool {
    flags & GepFlags::NUW != 0 || flags & GepFlags::NUSW != 0 && flags & GepFlags::INBOUNDS == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_ir::attr_set::{Attr, AttrIndex};
    use bctk_ir::attrs::AttrKind;
    use bctk_ir::entity::{AttrListId, AttrSetId};
    use bctk_ir::global::Global;

    #[test]
    fn what_came_later_and_what_had_gone() {
        let mut module = Module::default();
        let int = module.types.intern(Type::Int(8));
        let pointer = module.types.intern(Type::Ptr(0));
        let said =
            |module: &Module, major| unsaid(module, Dialect::of_version(major)).into_iter().map(|unsaid| unsaid.what).collect::<Vec<_>>();
        assert_eq!(said(&module, 14), ["opaque pointers (ptr) (since LLVM 15)"]);
        assert!(said(&module, 15).is_empty());
        module.types.intern(Type::TypedPtr { pointee: int, addrspace: 0 });
        assert_eq!(said(&module, 17), ["typed pointers (i8*) (until LLVM 16)"]);
        // An attribute counts once something has it.
        module.attrs.sets.push(vec![Attr::Int(AttrKind::CAPTURES, 0), Attr::Enum(AttrKind(250))]);
        module.attrs.lists.push(vec![(AttrIndex::Param(0), AttrSetId(0))]);
        assert!(said(&module, 16).is_empty());
        let mut global = Global::declaration(bctk_ir::strings::Str::EMPTY, int, pointer);
        if let GlobalKind::Function(function) = &mut global.kind {
            function.attrs = AttrListId(1);
        }
        module.globals.push(global);
        assert_eq!(said(&module, 16), ["attribute captures (since LLVM 20)", "attribute number 250 (of a newer LLVM)"]);
    }

    #[test]
    fn rows_make_sense() {
        let known = Dialect::all().map(Dialect::major).collect::<Vec<_>>();
        for row in CONSTRUCTS {
            assert!(row.since == 0 || known.contains(&row.since), "{}", row.what);
            assert!(row.until.is_none_or(|until| until == 3 || known.contains(&until) && until < 22), "{}", row.what);
            assert!(row.since > 0 || row.until.is_some(), "{}", row.what);
        }
    }
}

//! Checks that generated modules contain everything in LLVM 23: every instruction, operator, constant, type, linkage, attribute and kind of
//! metadata, except those listed here.
use arbitrary::Unstructured;
use bctk_generate::numbers::Numbers;
use bctk_generate::{Options, module};
use bctk_ir::attr_set::Attr;
use bctk_ir::attrs::{AttrKind, ROWS};
use bctk_ir::body::Body;
use bctk_ir::fixed::BUNDLE_TAGS;
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{ArithFlags, FastMathFlags, GepNoWrapFlags, Inst};
use bctk_ir::keywords::{CodeModel, ComdatKind, DllStorage, Linkage, TailKind, ThreadLocal, UnnamedAddr, Visibility};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, Ordering, RmwOp};
use bctk_ir::strings::Str;
use bctk_ir::version::LlvmVersion;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Modules that are looked at.
const MODULES: u64 = 1500;
/// Maximum number of bytes for one module.
const MOST_BYTES: usize = 8000;

const INSTS: &str = "Unreachable Unwind Ret Br CondBr Switch IndirectBr Resume Call Invoke CallBr CatchSwitch CatchPad CleanupPad CatchRet CleanupRet FNeg Bin \
    Cast Alloca Load Store Fence CmpXchg AtomicRmw Gep ICmp FCmp Phi Select VaArg ExtractElement InsertElement ShuffleVector ExtractValue InsertValue \
    LandingPad Freeze Malloc Free";
const CONSTANTS: &str = "Null Undef Poison Int WideInt Float WideFloat Data Aggregate Bin FNeg Cast Gep Select ExtractElement InsertElement ShuffleVector \
    ICmp FCmp BlockAddress DsoLocalEquivalent NoCfi PtrAuth InlineAsm";
const TYPES: &str = "Void Byte Half BFloat Float Double X86Fp80 Fp128 PpcFp128 Label Metadata Token X86Amx X86Mmx Int Ptr TypedPtr Function Struct Array Vector \
    TargetExt";
const FLAGS: &str =
    "nuw nsw exact disjoint nneg samesign inbounds nusw gep-nuw inrange nnan ninf nsz arcp contract afn reassoc volatile weak";
const RECORDS: &str = "Value Declare Assign Label DeclareValue";
const METADATA: &str = "String Value Tuple Node Generic Expression ArgList Missing";

/// What no generated module contains, and why.
const LEFT_OUT: &[(&str, &[&str])] = &[
    (
        "older versions of LLVM alone have them",
        &[
            "inst Free",
            "inst Malloc",
            "inst Unwind",
            "linkage DllExport",
            "linkage DllImport",
            "linkage LinkOnceOdrAutoHide",
            "linkage LinkerPrivate",
            "linkage LinkerPrivateWeak",
            "type TypedPtr",
            "type X86Mmx",
            "constant FCmp",
            "constant FNeg",
            "constant ICmp",
            "constant Select",
        ],
    ),
    ("blocks alone have it, which the model holds apart from values", &["type Label"]),
    ("llvm-dis 22.1.8 refuses what llvm-as 22.1.8 writes", &["attribute hybrid_patchable"]),
    ("either all convergent calls of a function have it or none", &["bundle convergencectrl"]),
    ("the generator makes modules for no thin link", &["part summary"]),
];

/// The first word of what `Debug` says: the name of a variant.
fn name(value: &dyn Debug) -> String {
    let text = format!("{value:?}");
    text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// All that there is.
fn all() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (what, names) in [("inst", INSTS), ("constant", CONSTANTS), ("type", TYPES), ("metadata", METADATA)] {
        all.extend(names.split_whitespace().map(|name| format!("{what} {name}")));
    }
    fn add<T: Debug>(all: &mut BTreeSet<String>, what: &str, values: &[T]) {
        all.extend(values.iter().map(|value| format!("{what} {}", name(value))));
    }
    add(&mut all, "operator", BinOp::ALL);
    add(&mut all, "cast", CastOp::ALL);
    add(&mut all, "atomicrmw", RmwOp::ALL);
    add(&mut all, "icmp", ICmpPred::ALL);
    add(&mut all, "fcmp", FCmpPred::ALL);
    add(&mut all, "linkage", Linkage::ALL);
    add(&mut all, "visibility", Visibility::ALL);
    add(&mut all, "dll", DllStorage::ALL);
    add(&mut all, "tls", ThreadLocal::ALL);
    add(&mut all, "unnamed_addr", UnnamedAddr::ALL);
    add(&mut all, "code_model", CodeModel::ALL);
    add(&mut all, "comdat", ComdatKind::ALL);
    add(&mut all, "tail", TailKind::ALL);
    add(&mut all, "ordering", Ordering::ALL);
    for (what, names) in [("flag", FLAGS), ("record", RECORDS), ("scope", "system singlethread other")] {
        all.extend(names.split_whitespace().map(|name| format!("{what} {name}")));
    }
    all.extend(LlvmVersion::DEFAULT.metadata_kinds().iter().map(|kind| format!("kind {kind}")));
    all.extend(BUNDLE_TAGS.iter().map(|tag| format!("bundle {tag}")));
    all.extend(DiKind::ALL.iter().map(|kind| format!("node {}", kind.name())));
    all.extend(ROWS.iter().filter(|row| !row.gone()).map(|row| format!("attribute {}", row.spelling)));
    for part in [
        "alias",
        "ifunc",
        "prefix",
        "prologue",
        "personality",
        "gc",
        "section",
        "partition",
        "sanitizer",
        "use order",
        "triple",
        "data layout",
        "module assembly",
        "module flags",
        "named metadata",
        "summary",
    ] {
        all.insert(format!("part {part}"));
    }
    all
}

/// Tells the orderings of an instruction.
fn accesses(inst: &Inst, mut tell: impl FnMut(Ordering)) {
    match *inst {
        Inst::Load { access, .. } | Inst::Store { access, .. } => tell(access.ordering()),
        Inst::CmpXchg { access, .. } => {
            tell(access.ordering());
            tell(access.failure());
        }
        Inst::AtomicRmw { access, .. } => tell(access.ordering()),
        Inst::Fence { ordering, .. } => tell(ordering),
        _ => {}
    }
}

/// The flags that an instruction has.
fn flags(inst: &Inst, module: &Module, body: &Body) -> Vec<&'static str> {
    const WRAP: &[(u8, &str)] = &[(ArithFlags::NUW.bits(), "nuw"), (ArithFlags::NSW.bits(), "nsw")];
    const FAST: &[(u8, &str)] = &[
        (FastMathFlags::NNAN.bits(), "nnan"),
        (FastMathFlags::NINF.bits(), "ninf"),
        (FastMathFlags::NSZ.bits(), "nsz"),
        (FastMathFlags::ARCP.bits(), "arcp"),
        (FastMathFlags::CONTRACT.bits(), "contract"),
        (FastMathFlags::AFN.bits(), "afn"),
        (FastMathFlags::REASSOC.bits(), "reassoc"),
    ];
    const GEP: &[(u8, &str)] =
        &[(GepNoWrapFlags::INBOUNDS.bits(), "inbounds"), (GepNoWrapFlags::NUSW.bits(), "nusw"), (GepNoWrapFlags::NUW.bits(), "gep-nuw")];
    let access = |volatile: bool, weak: bool| (u8::from(volatile) | u8::from(weak) << 1, &[(1, "volatile"), (2, "weak")][..]);
    let (bits, names): (u8, &[(u8, &str)]) = match *inst {
        Inst::Bin { op: BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl, flags, .. } => (flags.bits(), WRAP),
        Inst::Bin { op: BinOp::Or, flags, .. } => (flags.bits(), &[(ArithFlags::DISJOINT.bits(), "disjoint")]),
        Inst::Bin { op, flags, .. } if op.is_float() => (flags.bits(), FAST),
        Inst::Bin { flags, .. } => (flags.bits(), &[(ArithFlags::EXACT.bits(), "exact")]),
        Inst::Cast { op: CastOp::ZExt | CastOp::UiToFp, flags, .. } => (flags.bits(), &[(ArithFlags::NNEG.bits(), "nneg")]),
        Inst::Cast { op: CastOp::SiToFp, flags, .. } => (flags.bits(), FAST),
        Inst::ICmp { flags, .. } => (flags.bits(), &[(ArithFlags::SAMESIGN.bits(), "samesign")]),
        Inst::Gep { flags, .. } => (flags.bits(), GEP),
        Inst::Load { access: of, .. } | Inst::Store { access: of, .. } => access(of.volatile(), false),
        Inst::CmpXchg { access: of, .. } => access(of.volatile(), of.weak()),
        _ => (0, &[]),
    };
    let pools = [&body.consts, &module.consts];
    let in_range = pools.iter().any(|pool| !pool.in_ranges.is_empty()).then_some("inrange");
    names.iter().filter(|(bit, _)| bits & bit != 0).map(|&(_, name)| name).chain(in_range).collect()
}

/// Notes what goes by numbers whose names the module has: bundles, sync scopes, kinds of metadata. And flags.
fn note_numbers(module: &Module, found: &mut BTreeSet<String>) {
    let mut add = |what: &str, text: Str| {
        found.insert(format!("{what} {}", String::from_utf8_lossy(module.str(text))));
    };
    for body in &module.bodies {
        body.bundles.iter().for_each(|bundle| add("bundle", module.bundle_tags[bundle.tag as usize]));
        let attachments = body.attachments.iter().map(|(_, attachment)| attachment).chain(&body.function_attachments);
        attachments.for_each(|attachment| add("kind", module.md_kinds[attachment.kind as usize]));
        if !body.loc_nodes.is_empty() {
            add("kind", module.md_kinds[0]);
        }
    }
    let attachments = module.globals.iter().flat_map(|global| &global.attachments);
    attachments.for_each(|attachment| add("kind", module.md_kinds[attachment.kind as usize]));
    for body in &module.bodies {
        for inst in &body.insts {
            found.extend(flags(inst, module, body).into_iter().map(|name| format!("flag {name}")));
            if let Inst::Load { scope, .. } | Inst::Store { scope, .. } | Inst::Fence { scope, .. } | Inst::AtomicRmw { scope, .. } = *inst
            {
                found.insert(format!("scope {}", ["singlethread", "system"].get(scope as usize).unwrap_or(&"other")));
            }
        }
    }
}

/// Notes what a module contains.
fn note(module: &Module, found: &mut BTreeSet<String>) {
    let mut add = |what: &str, value: &dyn Debug| {
        found.insert(format!("{what} {}", name(value)));
    };
    for (_, ty) in module.types.iter() {
        add("type", &ty);
    }
    for comdat in &module.comdats {
        add("comdat", &comdat.kind);
    }
    for global in &module.globals {
        add("linkage", &global.linkage);
        add("visibility", &global.visibility);
        add("dll", &global.dll_storage);
        add("tls", &global.thread_local);
        add("unnamed_addr", &global.unnamed_addr);
    }
    for item in &module.metadata.items {
        add("metadata", item);
    }
    for body in &module.bodies {
        for record in &body.dbg_records {
            add("record", &record.kind);
        }
        for inst in &body.insts {
            add("inst", inst);
            accesses(inst, |ordering| add("ordering", &ordering));
            match *inst {
                Inst::Bin { op, .. } => add("operator", &op),
                Inst::Cast { op, .. } => add("cast", &op),
                Inst::AtomicRmw { op, .. } => add("atomicrmw", &op),
                Inst::ICmp { pred, .. } => add("icmp", &pred),
                Inst::FCmp { pred, .. } => add("fcmp", &pred),
                _ => {}
            }
        }
        for call in &body.calls {
            add("tail", &call.tail);
        }
    }
    for pool in module.pools() {
        for constant in &pool.consts {
            add("constant", &constant.kind);
        }
    }
    let mut part = |part: &str, is_there: bool| {
        if is_there {
            found.insert(format!("part {part}"));
        }
    };
    for global in &module.globals {
        part("section", !global.section.is_empty());
        part("partition", !global.partition.is_empty());
        match &global.kind {
            GlobalKind::Alias { .. } => part("alias", true),
            GlobalKind::IFunc { .. } => part("ifunc", true),
            GlobalKind::Function(function) => {
                part("prefix", !function.prefix.is_none());
                part("prologue", !function.prologue.is_none());
                part("personality", !function.personality.is_none());
                part("gc", !function.gc.is_empty());
            }
            GlobalKind::Variable { sanitizer, .. } => part("sanitizer", sanitizer.0 != 0),
        }
    }
    for body in &module.bodies {
        part("use order", !body.provenance.use_orders.is_empty());
    }
    part("triple", !module.triple.is_empty());
    part("data layout", !module.data_layout.is_empty());
    part("module assembly", !module.inline_asm.is_empty());
    part("summary", module.summary.is_some());
    for named in &module.metadata.named {
        part("named metadata", true);
        part("module flags", module.str(named.name) == b"llvm.module.flags");
    }
    note_numbers(module, found);
    for global in &module.globals {
        if let GlobalKind::Variable { code_model: Some(model), .. } = &global.kind {
            found.insert(format!("code_model {}", name(model)));
        }
    }
    for item in &module.metadata.items {
        if let Metadata::Node { kind, .. } = item {
            found.insert(format!("node {}", kind.name()));
        }
    }
    let kind_of = |attr: &Attr| -> Option<AttrKind> {
        match *attr {
            Attr::Enum(kind) | Attr::Int(kind, _) | Attr::Type(kind, _) | Attr::Range(kind, _) | Attr::RangeList(kind, _) => Some(kind),
            Attr::String(..) => None,
        }
    };
    found.extend(module.attrs.sets.iter().flatten().filter_map(kind_of).map(|kind| format!("attribute {}", kind.spelling())));
}

#[test]
fn modules_contain_all_that_there_is() {
    let mut found = BTreeSet::new();
    for seed in 0..MODULES {
        let mut numbers = Numbers::new(seed);
        let len = numbers.below(MOST_BYTES);
        let bytes: Vec<u8> = (0..len).map(|_| numbers.next() as u8).collect();
        note(&module(&mut Unstructured::new(&bytes), &Options::default()).expect("a module"), &mut found);
    }
    let left_out: BTreeSet<String> = LEFT_OUT.iter().flat_map(|(_, names)| *names).map(|name| (*name).to_owned()).collect();
    let missing: Vec<String> = all().difference(&found).cloned().collect();
    assert_eq!(missing, left_out.into_iter().collect::<Vec<_>>(), "what is missing, and what is said to be left out");
}

//! What generated modules contain, of all that LLVM 22 has: every instruction, operator, constant, type, linkage, attribute and kind of metadata, but for
//! those that are listed here as left out.
use arbitrary::Unstructured;
use bctk_generate::{Options, module};
use bctk_hostile::numbers::Numbers;
use bctk_ir::attr_set::Attr;
use bctk_ir::attrs::{AttrKind, ROWS};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::keywords::{CodeModel, ComdatKind, DllStorage, Linkage, TailKind, ThreadLocal, UnnamedAddr, Visibility};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, RmwOp};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Modules that are looked at.
const MODULES: u64 = 1500;
/// Bytes of which one is made, at most.
const MOST_BYTES: usize = 8000;

const INSTS: &str = "Unreachable Unwind Ret Br CondBr Switch IndirectBr Resume Call Invoke CallBr CatchSwitch CatchPad CleanupPad CatchRet CleanupRet FNeg Bin \
    Cast Alloca Load Store Fence CmpXchg AtomicRmw Gep ICmp FCmp Phi Select VaArg ExtractElement InsertElement ShuffleVector ExtractValue InsertValue \
    LandingPad Freeze";
const CONSTANTS: &str = "Null Undef Poison Int WideInt Float WideFloat Data Aggregate Bin FNeg Cast Gep Select ExtractElement InsertElement ShuffleVector \
    ICmp FCmp BlockAddress DsoLocalEquivalent NoCfi PtrAuth InlineAsm";
const TYPES: &str = "Void Half BFloat Float Double X86Fp80 Fp128 PpcFp128 Label Metadata Token X86Amx X86Mmx Int Ptr TypedPtr Function Struct Array Vector \
    TargetExt";
const METADATA: &str = "String Value Tuple Node Generic Expression ArgList Missing";

/// What no generated module contains, and why.
const LEFT_OUT: &[(&str, &[&str])] = &[
    (
        "older versions of LLVM alone have them",
        &[
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
    ("the generator does not make it of vectors that only the linker knows", &["constant ExtractElement"]),
    ("no value of the generator has it", &["type Label", "type X86Amx"]),
    ("llvm-dis 22.1.8 refuses what llvm-as 22.1.8 writes", &["attribute hybrid_patchable"]),
    ("at calls alone, of functions that are made for it", &["attribute builtin", "attribute coro_elide_safe"]),
    ("at arguments of few intrinsics alone", &["attribute elementtype"]),
    (
        "with further demands on function, calls or body",
        &["attribute inalloca", "attribute preallocated", "attribute swifterror", "attribute naked"],
    ),
    ("for addresses that do not matter, and functions that nothing else refers to", &["attribute jumptable"]),
    ("one excludes others", &["attribute optdebug", "attribute sanitize_realtime", "attribute sanitize_realtime_blocking"]),
    ("at one parameter alone", &["attribute dead_on_return", "attribute swiftasync", "attribute swiftself"]),
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
        "bundle",
        "debug record",
        "use order",
    ] {
        all.insert(format!("part {part}"));
    }
    all
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
        for inst in &body.insts {
            add("inst", inst);
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
    for pool in module.bodies.iter().map(|body| &body.consts).chain([&module.consts]) {
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
        part("bundle", !body.bundles.is_empty());
        part("debug record", !body.dbg_records.is_empty());
        part("use order", !body.use_orders.is_empty());
    }
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

//! NVVM IR: what libNVVM wants of a module (NVIDIA, "NVVM IR Specification"; its verifier decides where the two differ).
use super::super::report::{Action, At, Report};
use super::edits::{Edits, Outcome, each};
use super::{annotations, nvvm_calls, nvvm_memory};
use bctk_edit::attributes::sets_of;
use bctk_edit::attributes::{change_lists, change_set};
use bctk_edit::intern::md_int;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet};
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::{Linkage, ThreadLocal};
use bctk_ir::metadata::{Metadata, NamedMetadata};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::Profile;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

/// The data layout that the specification prescribes ("Data Layout").
const LAYOUT_64: &str = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64";
const LAYOUT_32: &str = "e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64";
/// The triples that it names.
const TRIPLE_64: &str = "nvptx64-nvidia-cuda";
const TRIPLE_32: &str = "nvptx-nvidia-cuda";

/// Version of NVVM IR, and of its debug information for each dialect (`nvvmIRVersion`).
const IR_VERSION: [u64; 2] = [2, 0];
const OLD_DEBUG_VERSION: [u64; 2] = [3, 1];
const DEBUG_VERSION: [u64; 2] = [3, 2];
const VERSION_METADATA: &[u8] = b"nvvmir.version";

/// Function attributes that libNVVM refuses, and without which a program means the same on a GPU.
const DROPPED: &[AttrKind] = &[
    AttrKind::BUILTIN,
    AttrKind::NO_BUILTIN,
    AttrKind::NO_IMPLICIT_FLOAT,
    AttrKind::NON_LAZY_BIND,
    AttrKind::NO_RED_ZONE,
    AttrKind::STACK_PROTECT,
    AttrKind::STACK_PROTECT_REQ,
    AttrKind::STACK_PROTECT_STRONG,
    AttrKind::SANITIZE_ADDRESS,
    AttrKind::SANITIZE_MEMORY,
    AttrKind::SANITIZE_THREAD,
    AttrKind::SAFESTACK,
    AttrKind::UW_TABLE,
];
/// Those that decide about code.
const REFUSED: &[AttrKind] = &[AttrKind::NAKED, AttrKind::RETURNS_TWICE, AttrKind::STACK_ALIGNMENT];
/// String attributes that name the processor: libNVVM has an option for it (`-arch`).
const PROCESSOR: &[&[u8]] = &[b"target-cpu", b"target-features"];

/// Address spaces of GPU memory.
const SHARED: u32 = 3;
const LAST_SPACE: u32 = 4;

/// Changes a module for libNVVM.
pub(super) fn apply(module: &mut Module, profile: Profile, report: &mut Report) {
    if !target(module, report) {
        return;
    }
    for at in 0..module.globals.len() {
        let id = GlobalId::new(at);
        match module.globals[at].kind {
            GlobalKind::Variable { .. } => variable(module, id, profile, report),
            GlobalKind::Function(_) => function(module, id, report),
            GlobalKind::Alias { .. } => {}
            GlobalKind::IFunc { .. } => refuse(report, module, id, "ifunc"),
        }
    }
    names(module, report);
    if profile == Profile::Nvvm70 {
        annotations::from_attributes(module, report);
    }
    attributes(module, report);
    each(module, report, |edits: &mut Edits<'_>, inst: Inst| match nvvm_calls::rule(edits, profile, inst) {
        Outcome::Kept => nvvm_memory::rule(edits, profile, inst),
        replaced @ Outcome::Replaced(_) => replaced,
    });
    state_version(module, profile);
}

fn refuse(report: &mut Report, module: &Module, id: GlobalId, what: &'static str) {
    report.note(Action::Refused, Cow::Borrowed(what), None, "libNVVM does not take it.", module, At::Global(id));
}

fn drop_of(report: &mut Report, module: &Module, id: GlobalId, what: &'static str, how: &'static str) {
    report.note(Action::Dropped, Cow::Borrowed(what), None, how, module, At::Global(id));
}

/// States triple and data layout; false for a module of another target.
fn target(module: &mut Module, report: &mut Report) -> bool {
    let is_32 = match module.str(module.triple) {
        b"" => false,
        triple if triple.starts_with(b"nvptx64") => false,
        triple if triple.starts_with(b"nvptx-") => true,
        _ => {
            super::refuse_triple(module, report, "NVVM IR is for nvptx64 only.");
            return false;
        }
    };
    let (triple, layout) = if is_32 { (TRIPLE_32, LAYOUT_32) } else { (TRIPLE_64, LAYOUT_64) };
    if module.str(module.triple) != triple.as_bytes() {
        module.triple = module.strings.push(triple.as_bytes());
        report.note(Action::Lowered, Cow::Borrowed("target triple"), None, "The triple of NVVM IR.", module, At::Module);
    }
    // Code is generated only for this layout.
    if module.str(module.data_layout) != layout.as_bytes() {
        module.data_layout = module.strings.push(layout.as_bytes());
        report.note(Action::Lowered, Cow::Borrowed("data layout"), None, "The data layout of NVVM IR.", module, At::Module);
    }
    true
}

fn variable(module: &mut Module, id: GlobalId, profile: Profile, report: &mut Report) {
    let global = &mut module.globals[id.index()];
    let GlobalKind::Variable { initializer, .. } = &global.kind else { return };
    let (value, space, linkage, thread) = (initializer.get(), global.addrspace, global.linkage, global.thread_local);
    let (name, section) = (module.strings.get(global.name), module.strings.get(global.section));
    let is_list = matches!(name, b"llvm.used" | b"llvm.compiler.used");
    let is_ctors = matches!(name, b"llvm.global_ctors" | b"llvm.global_dtors");
    if !section.is_empty() && section != b"llvm.metadata" {
        global.section = bctk_ir::strings::Str::EMPTY;
        drop_of(report, module, id, "section", "The section: a GPU has none.");
    }
    if is_ctors {
        refuse(report, module, id, "constructors and destructors of variables");
    } else if linkage == Linkage::Appending && !is_list {
        refuse(report, module, id, "appending linkage");
    }
    if linkage == Linkage::ExternalWeak && profile == Profile::Nvvm70 {
        refuse(report, module, id, "extern_weak linkage");
    }
    if thread != ThreadLocal::NotThreadLocal {
        refuse(report, module, id, "thread-local variable");
    }
    if space > LAST_SPACE {
        refuse(report, module, id, "variable of another address space than 0 to 4");
    }
    let is_undefined = |value: Value| match value.kind() {
        ValueKind::Const(index) => module.consts.get(index).is_some_and(|c| matches!(c.kind, ConstKind::Undef | ConstKind::Poison)),
        _ => false,
    };
    if profile == Profile::Nvvm70 && space == SHARED && value.is_some_and(|value| !is_undefined(value)) {
        refuse(report, module, id, "shared variable with an initial value");
    }
}

fn function(module: &mut Module, id: GlobalId, report: &mut Report) {
    let body = module.globals[id.index()].function().and_then(|function| function.body);
    let unwinds = body.and_then(|body| module.bodies.get(body as usize)).is_some_and(|body| {
        body.insts.iter().any(|inst| {
            matches!(
                inst,
                Inst::Invoke { .. } | Inst::LandingPad { .. } | Inst::Resume(_) | Inst::CatchSwitch { .. } | Inst::CleanupPad { .. }
            )
        })
    });
    let global = &mut module.globals[id.index()];
    let had_section = std::mem::take(&mut global.section) != bctk_ir::strings::Str::EMPTY;
    let had_align = std::mem::take(&mut global.align) != 0;
    let is_weak = global.linkage == Linkage::ExternalWeak;
    let GlobalKind::Function(function) = &mut global.kind else { return };
    let had_align = had_align | (std::mem::take(&mut function.preferred_align) != 0);
    let has_data = function.prefix.is_some() || function.prologue.is_some();
    let has_gc = function.gc != bctk_ir::strings::Str::EMPTY;
    let had_personality = function.personality.is_some() && !unwinds;
    if had_personality {
        function.personality = OptionalId::NONE;
    }
    if had_section {
        drop_of(report, module, id, "section", "The section: a GPU has none.");
    }
    if had_align {
        drop_of(report, module, id, "alignment of a function", "The alignment, which libNVVM chooses.");
    }
    if had_personality {
        drop_of(report, module, id, "personality", "The personality of a function without landing pads.");
    }
    for (is_there, what) in [
        (is_weak, "extern_weak linkage"),
        (has_data, "prefix or prologue data"),
        (has_gc, "garbage collector"),
        (unwinds, "exception handling"),
    ] {
        if is_there {
            refuse(report, module, id, what);
        }
    }
}

/// Gives local values names of PTX (a letter, `$` or `_`, then digits too), and refuses others that have none. libNVVM renames local values, too,
/// but not in debug information.
fn names(module: &mut Module, report: &mut Report) {
    let mut taken: HashSet<Vec<u8>> = module.globals.iter().map(|global| module.str(global.name).to_vec()).collect();
    // The last number behind each name.
    let mut numbers = HashMap::new();
    for at in 0..module.globals.len() {
        let (id, GlobalValue { name, linkage, .. }) = (GlobalId::new(at), &module.globals[at]);
        let (old, is_local) = (module.str(*name).to_vec(), linkage.is_local());
        let fits = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'_');
        let is_identifier = old.iter().all(fits) && !old.first().is_some_and(u8::is_ascii_digit);
        if is_identifier && (is_local || !old.is_empty()) || old.starts_with(b"llvm.") {
            continue;
        }
        if !is_local {
            refuse(report, module, id, "name that is no identifier of PTX");
            continue;
        }
        let mut new: Vec<u8> = if old.first().is_some_and(u8::is_ascii_digit) { b"_".to_vec() } else { Vec::new() };
        for byte in &old {
            if fits(byte) { new.push(*byte) } else { new.extend_from_slice(b"_$_") }
        }
        let stem = new.clone();
        let number = numbers.entry(stem.clone()).or_insert(0u32);
        while !taken.insert(new.clone()) {
            *number += 1;
            new = [&stem, format!("_{number}").as_bytes()].concat();
        }
        report.note(
            Action::Lowered,
            Cow::Borrowed("local name that is no identifier of PTX"),
            None,
            "Another name.",
            module,
            At::Global(id),
        );
        module.globals[at].name = module.strings.push(&new);
    }
}

/// Drops the attributes of functions that libNVVM refuses.
fn attributes(module: &mut Module, report: &mut Report) {
    for (id, list) in module.functions().map(|(id, _, function)| (id, function.attrs)).collect::<Vec<_>>() {
        let Some(set) = module.attrs.set_at(list, AttrIndex::Function).map(|set| module.attrs.set(set).to_vec()) else { continue };
        for attr in set {
            let Some(row) = attr.kind().and_then(AttrKind::row) else { continue };
            let what = || Cow::Owned(format!("attribute `{}`", row.spelling));
            let kind = attr.kind();
            if DROPPED.iter().any(|dropped| kind == Some(*dropped)) {
                report.note(Action::Dropped, what(), None, "The attribute.", module, At::Global(id));
            } else if REFUSED.iter().any(|refused| kind == Some(*refused)) {
                report.note(Action::Refused, what(), None, "libNVVM does not take it.", module, At::Global(id));
            }
        }
    }
    let mut sets = sets_of(module);
    let kept = |module: &Module, attr: &Attr| match attr {
        Attr::String(key, _) => !PROCESSOR.contains(&module.str(*key)),
        _ => attr.kind().is_none_or(|kind| !DROPPED.contains(&kind)),
    };
    change_lists(module, |module, list, _| {
        change_set(module, list, AttrIndex::Function, &mut sets, |module, set: &mut AttrSet| set.retain(|attr| kept(module, attr)))
    });
}

/// States the version of NVVM IR, and that of debug information if there is any.
fn state_version(module: &mut Module, profile: Profile) {
    let has_debug = module.metadata.named.iter().any(|named| module.strings.get(named.name) == b"llvm.dbg.cu" && !named.nodes.is_empty());
    let debug = if profile == Profile::Nvvm70 { OLD_DEBUG_VERSION } else { DEBUG_VERSION };
    let numbers: Vec<u64> = IR_VERSION.into_iter().chain(debug.into_iter().filter(|_| has_debug)).collect();
    let operands: Vec<_> = numbers.into_iter().map(|number| Some(md_int(module, 32, number))).collect();
    let node = module.metadata.uniqued_tuple(&operands);
    let there = module.metadata.named.iter().position(|named| module.strings.get(named.name) == VERSION_METADATA);
    match there {
        Some(at) => module.metadata.named[at].nodes = vec![node],
        None => {
            let name = module.strings.push(VERSION_METADATA);
            module.metadata.named.push(NamedMetadata { name, nodes: vec![node] });
        }
    }
}

/// A global value as metadata.
pub(super) fn global_as_metadata(
    module: &mut Module,
    id: GlobalId,
    known: &mut HashMap<GlobalId, bctk_ir::entity::MdId>,
) -> bctk_ir::entity::MdId {
    *known.entry(id).or_insert_with(|| {
        let ty = module.globals[id.index()].ptr_type;
        let item = Metadata::Value { ty, value: Value::global(id) };
        let there = module.metadata.items.iter().position(|found| *found == item);
        there.map_or_else(|| module.metadata.push(item), bctk_ir::entity::MdId::new)
    })
}

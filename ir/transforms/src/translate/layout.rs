//! Data layouts of older releases. A release refuses to generate code for a module whose layout is not that of its own target.
//!
//! Source: the layouts that clang 13 to 23 write for each target, and what the parsers of LLVM 3.7 to 23 read.
use super::instructions::align_code;
use super::padded;
use super::report::{Action, At, Report};
use bctk_edit::functions::owners;
use bctk_ir::attr_set::Attr;
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::datalayout::{DataLayout, Layouts, check};
use bctk_ir::entity::{GlobalId, InstId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::ValueKind;
use bctk_ir::value_types::type_of;
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::prelude::*;
use hashbrown::HashSet;
use std::borrow::Cow;

/// A specification that layouts of some targets have since a release: what it is, and what it was before; empty for nothing.
struct Row {
    archs: &'static [Arch],
    since: LlvmVersion,
    newer: &'static str,
    older: &'static str,
}

/// A row for each specification.
macro_rules! rows {
    ($($archs:expr; $since:literal $newer:literal $older:literal)*) => {
        &[$(Row { archs: $archs, since: LlvmVersion::of($since), newer: $newer, older: $older }),*]
    };
}

const X86: &[Arch] = &[Arch::X86, Arch::X86_64];
const AARCH64: &[Arch] = &[Arch::AArch64, Arch::AArch64Be, Arch::AArch64_32];
const NVPTX: &[Arch] = &[Arch::Nvptx];
const AMD: &[Arch] = &[Arch::AmdGpu];
const PPC64: &[Arch] = &[Arch::Ppc64, Arch::Ppc64le];
const I128: &[Arch] = &[Arch::Ppc64, Arch::Ppc64le, Arch::Mips64, Arch::Sparc, Arch::SparcV9, Arch::Wasm];
const SPIR: &[Arch] = &[Arch::SpirV, Arch::Other];
const WASM: &[Arch] = &[Arch::Wasm];

/// All targets.
const ALL: &[Arch] = &[];

const ROWS: &[Row] = rows! {
    &[Arch::SystemZ]; 23.0 "S64" ""
    AMD; 22.0 "m:e" ""
    AMD; 21.0 "p8:128:128:128:48" "p8:128:128"
    AMD; 18.0 "p9:192:256:256:32" ""
    AMD; 18.0 "ni:7:8:9" "ni:7:8"
    AMD; 17.0 "p8:128:128" ""
    AMD; 17.0 "p7:160:256:256:32" ""
    AMD; 17.0 "ni:7:8" "ni:7"
    AMD; 9.0 "ni:7" ""
    NVPTX; 22.0 "i256:256" ""
    NVPTX; 21.0 "p6:32:32" ""
    NVPTX; 21.0 "p7:32:32" ""
    PPC64; 22.0 "f64:32:64" ""
    PPC64; 17.0 "Fn32" ""
    PPC64; 17.0 "Fi64" ""
    &[Arch::Avr]; 22.0 "n8:16" "n8"
    I128; 20.0 "i128:128" ""
    WASM; 14.0 "p10:8:8" ""
    WASM; 14.0 "p20:8:8" ""
    AARCH64; 20.0 "p270:32:32" ""
    AARCH64; 20.0 "p271:32:32" ""
    AARCH64; 20.0 "p272:64:64" ""
    AARCH64; 19.0 "Fn32" ""
    SPIR; 19.0 "G1" ""
    &[Arch::LoongArch64]; 19.0 "n32:64" "n64"
    &[Arch::RiscV64]; 16.0 "n32:64" "n64"
    X86; 18.0 "i128:128" ""
    X86; 10.0 "p270:32:32" ""
    X86; 10.0 "p271:32:32" ""
    X86; 10.0 "p272:64:64" ""
    ALL; 9.0 "Fi8" ""
    ALL; 9.0 "Fi64" ""
    ALL; 9.0 "Fn32" ""
};

/// The first release whose layouts for this target have all that is in `layout`.
pub(crate) fn layout_since(layout: &[u8], triple: &[u8]) -> Option<LlvmVersion> {
    let arch = Triple::parse(triple).arch;
    let is_of = |row: &&Row| row.archs.is_empty() || row.archs.contains(&arch);
    let is_there = |row: &&Row| layout.split(|&c| c == b'-').any(|part| part == row.newer.as_bytes());
    ROWS.iter().filter(is_of).filter(is_there).map(|row| row.since).max()
}

/// Gives the module the data layout that `llvm` has for its target.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let layout = String::from_utf8_lossy(module.str(module.data_layout)).into_owned();
    if layout.is_empty() {
        return;
    }
    let triple = Triple::parse(module.str(module.triple));
    let mut parts: Vec<&str> = layout.split('-').collect();
    let windows32 = triple.arch == Arch::X86 && triple.is_windows_msvc();
    if windows32 && !llvm.msvc_fp80_layout() {
        parts.iter_mut().filter(|part| **part == "f80:128").for_each(|part| *part = "f80:32");
    }
    for row in ROWS.iter().filter(|row| llvm < row.since && (row.archs.is_empty() || row.archs.contains(&triple.arch))) {
        match row.older {
            "" => parts.retain(|part| *part != row.newer),
            older => parts.iter_mut().filter(|part| **part == row.newer).for_each(|part| *part = older),
        }
    }
    if !llvm.non_integral_spaces() && parts.iter().any(|part| part.starts_with("ni")) {
        parts.retain(|part| !part.starts_with("ni"));
        report.feature(Action::Dropped, Feature::NonIntegralSpaces, module, At::Module);
    }
    // The space of `alloca`, which another pass refuses unless it is 0.
    let is_space = |part: &str, of: char| part.strip_prefix(of).is_some_and(|space| space.starts_with(|c: char| c.is_ascii_digit()));
    parts.retain(|part| llvm.alloca_address_spaces() || !is_space(part, 'A'));
    // Every global value states its own.
    parts.retain(|part| llvm.globals_space_in_layout() || !is_space(part, 'G'));
    let older = parts.join("-");
    if older == layout {
        return tell_unreadable(module, &layout, llvm, report);
    }
    let what = "the data layout of the target";
    if exchange(module, &layout, &older, &format!(" of LLVM {llvm}"), (what, "That of the older release."), report) {
        tell_unreadable(module, &older, llvm, report);
    }
}

/// Makes the data layout of a module one that `llvm` reads, or refuses it. Older parsers take more: sizes and alignments of 0, which say
/// nothing, and alignments of `i8`, which matter only to what has bytes in memory.
pub fn readable_layout(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let layout = String::from_utf8_lossy(module.str(module.data_layout)).into_owned();
    if check(layout.as_bytes(), llvm).is_ok() {
        return;
    }
    let readable = |part: &&str| check(part.as_bytes(), llvm).is_ok();
    let says_nothing = |part: &str| {
        let size = part.split(':').next().unwrap_or_default();
        part == "S0" || size.starts_with(['i', 'f', 'v']) && size.bytes().skip(1).all(|c| c == b'0')
    };
    let is_byte = |part: &str| part.starts_with("i8:");
    let parts = layout.split('-').filter_map(|part| match part {
        part if readable(&part) => Some(part),
        part if says_nothing(part) => None,
        part if is_byte(part) => Some("i8:8"),
        part => Some(part),
    });
    let newer = parts.collect::<Vec<&str>>().join("-");
    if check(newer.as_bytes(), llvm).is_err() {
        return tell_unreadable(module, &layout, llvm, report);
    }
    let what = "a data layout that only older releases read";
    let now = "The same layout without what says nothing, and `i8` aligned to its size.";
    exchange(module, &layout, &newer, "", (what, now), report);
}

/// Gives the module another data layout and returns true; refuses it where memory would look different. `whose` follows the layout in that message,
/// and `lowered` is the note of success: what is replaced, and what is there now.
fn exchange(
    module: &mut Module,
    before: &str,
    after: &str,
    whose: &str,
    lowered: (&'static str, &'static str),
    report: &mut Report,
) -> bool {
    // Few modules have such a type at all.
    let fault = if any_moves(&module.types, before, after) {
        padded::to_packed(module, before, after, report);
        moved(module, before, after)
    } else {
        None
    };
    if let Some((what, at)) = fault {
        let what = Cow::Owned(format!("the data layout \"{before}\", which \"{after}\"{whose} replaces: {what} differs"));
        report.note(Action::Refused, what, None, "The layout.", module, at);
        return false;
    }
    keep_alignments(module, before, after);
    module.data_layout = module.strings.push(after.as_bytes());
    if let Some(written) = module.provenance.bitcode.as_mut() {
        written.data_layout = None;
    }
    report.note(Action::Lowered, Cow::Borrowed(lowered.0), None, lowered.1, module, At::Module);
    true
}

/// Refuses what the parser of `llvm` does not read.
fn tell_unreadable(module: &Module, layout: &str, llvm: LlvmVersion, report: &mut Report) {
    let is_newer = |part: &&str| match part.as_bytes() {
        [b'p', rest @ ..] => rest.iter().take_while(|c| c.is_ascii_lowercase()).any(|c| matches!(c, b'z' | b'o' | b'e')),
        b"ve" => true,
        _ => false,
    };
    if !llvm.has(Feature::ElementAlignedLayout) && layout.split('-').any(|part| is_newer(&part)) {
        return report.feature(Action::Refused, Feature::ElementAlignedLayout, module, At::Module);
    }
    for (mangling, feature) in [("m:a", Feature::XcoffMangling), ("m:l", Feature::GoffMangling)] {
        if !llvm.has(feature) && layout.split('-').any(|part| part == mangling) {
            return report.feature(Action::Refused, feature, module, At::Module);
        }
    }
    if let Err(fault) = check(layout.as_bytes(), llvm) {
        let what = Cow::Owned(format!("the data layout \"{layout}\": {fault}"));
        report.note(Action::Refused, what, None, "The layout.", module, At::Module);
    }
}

/// A type in memory.
#[derive(Clone, Copy)]
pub(super) struct InMemory {
    pub(super) ty: TypeId,
    pub(super) at: At,
    /// Whether it is only loaded or stored, which depends on the places of members alone.
    is_accessed: bool,
}

/// Whether the size or a member of some type would be elsewhere with another layout, used or not.
fn any_moves(types: &TypeTable, newer: &str, older: &str) -> bool {
    let (mut before, mut after) = (Layouts::new(DataLayout::parse(newer.as_bytes())), Layouts::new(DataLayout::parse(older.as_bytes())));
    types.iter().any(|(id, ty)| {
        let fields = match ty {
            Type::Struct { fields, packed, .. } => Some((types.list(fields).to_vec(), packed)),
            _ => None,
        };
        before.alloc_size(types, id) != after.alloc_size(types, id)
            || fields
                .is_some_and(|(fields, packed)| offsets(&mut before, types, &fields, packed) != offsets(&mut after, types, &fields, packed))
    })
}

/// A type in memory whose size or members would be elsewhere with another layout, in words, and where it is used. Only values of other
/// types have such members: a `{ i128, i1 }` may be the result of an intrinsic and no more.
fn moved(module: &Module, newer: &str, older: &str) -> Option<(String, At)> {
    let (mut before, mut after) = (Layouts::new(DataLayout::parse(newer.as_bytes())), Layouts::new(DataLayout::parse(older.as_bytes())));
    let mut seen: HashSet<(TypeId, bool)> = HashSet::new();
    let types = &module.types;
    for InMemory { ty, at, is_accessed } in in_memory(module) {
        let mut open = vec![(ty, is_accessed)];
        while let Some((ty, is_accessed)) = open.pop() {
            if !seen.insert((ty, is_accessed)) {
                continue;
            }
            let what = match types.get(ty) {
                Type::Struct { packed, fields, .. } => {
                    let fields: Vec<TypeId> = types.list(fields).to_vec();
                    open.extend(fields.iter().map(|&field| (field, false)));
                    (offsets(&mut before, types, &fields, packed) != offsets(&mut after, types, &fields, packed))
                        .then_some("the place of a member")
                }
                Type::Array { elem, .. } => {
                    open.push((elem, false));
                    None
                }
                _ => None,
            };
            let is_other_size = !is_accessed && before.alloc_size(types, ty) != after.alloc_size(types, ty);
            if let Some(what) = what.or(is_other_size.then_some("the size")) {
                let name = match types.get(ty) {
                    Type::Struct { name, .. } if !module.str(name).is_empty() => format!("%{}", String::from_utf8_lossy(module.str(name))),
                    _ => "a type".to_owned(),
                };
                return Some((format!("{what} of {name} in memory"), at));
            }
        }
    }
    None
}

/// The offset of each member of a structure, as far as they have one.
pub(super) fn offsets(layouts: &mut Layouts, types: &TypeTable, fields: &[TypeId], packed: bool) -> Vec<Option<u64>> {
    let mut end = Some(0u64);
    let mut place = |&field: &TypeId| {
        let align = if packed { Some(1) } else { layouts.abi_align(types, field) };
        let offset = end.zip(align).and_then(|(end, align)| end.checked_next_multiple_of(align));
        end = offset.zip(layouts.alloc_size(types, field)).and_then(|(offset, size)| offset.checked_add(size));
        offset
    };
    fields.iter().map(&mut place).collect()
}

/// The types that memory has: of variables, `alloca`, loads and stores, indices, arguments in memory, and results that may be there.
pub(super) fn in_memory(module: &Module) -> Vec<InMemory> {
    let mut out = Vec::new();
    let is_gep = |constant: &Constant| match constant.kind {
        ConstKind::Gep { source, .. } => Some(source),
        _ => None,
    };
    let mut add = |ty: TypeId, at: At, is_accessed: bool| out.push(InMemory { ty, at, is_accessed });
    module.consts.consts.iter().filter_map(is_gep).for_each(|ty| add(ty, At::Module, false));
    for attr in module.attrs.sets.iter().flatten() {
        if let Attr::Type(_, Some(ty)) = attr {
            add(*ty, At::Module, false);
        }
    }
    for (at, global) in module.globals.iter().enumerate() {
        let id = GlobalId::new(at);
        match &global.kind {
            GlobalKind::Variable { .. } => add(global.value_type, At::Global(id), false),
            // A result that does not fit into registers.
            GlobalKind::Function(_) if !module.str(global.name).starts_with(b"llvm.") => {
                if let Some((ret, ..)) = module.types.function(global.value_type) {
                    add(ret, At::Global(id), true);
                }
            }
            _ => {}
        }
    }
    let of_body = |&(id, index): &(GlobalId, usize)| {
        let body = &module.bodies[index];
        // Each type once, at its first place.
        let (mut out, mut seen) = (Vec::new(), HashSet::new());
        let mut add = |ty: TypeId, at: At, is_accessed: bool| {
            if seen.insert((ty, is_accessed)) {
                out.push(InMemory { ty, at, is_accessed });
            }
        };
        body.consts.consts.iter().filter_map(is_gep).for_each(|ty| add(ty, At::Global(id), false));
        for (at, inst) in body.insts.iter().enumerate() {
            let inst_id = InstId::new(at);
            let (ty, is_accessed) = match *inst {
                Inst::Alloca { ty, .. } | Inst::Gep { source: ty, .. } => (Some(ty), false),
                Inst::Load { .. } => (body.result_type(inst_id), true),
                Inst::VaArg(_) => (body.result_type(inst_id), false),
                Inst::Store { value, .. } => (type_of(value, body, &module.globals, &module.consts), true),
                Inst::Call(call) | Inst::Invoke { call, .. } => match body.call(call) {
                    Some(call) if !matches!(call.callee.kind(), ValueKind::Global(_)) => {
                        (module.types.function(call.fn_ty).map(|(ret, ..)| ret), true)
                    }
                    _ => (None, true),
                },
                _ => (None, true),
            };
            if let Some(ty) = ty {
                add(ty, At::Inst(id, inst_id), is_accessed);
            }
        }
        out
    };
    let of_bodies: Vec<Vec<InMemory>> = owners(module).par_iter().balanced().map(of_body).collect();
    out.extend(of_bodies.into_iter().flatten());
    out
}

/// States the alignments of variables that have none and would get a smaller one from the older layout.
fn keep_alignments(module: &mut Module, newer: &str, older: &str) {
    let (mut before, mut after) = (Layouts::new(DataLayout::parse(newer.as_bytes())), Layouts::new(DataLayout::parse(older.as_bytes())));
    let Module { globals, types, .. } = module;
    for global in globals.iter_mut().filter(|global| global.align == 0 && matches!(global.kind, GlobalKind::Variable { .. })) {
        let (old, new) = (before.pref_align(types, global.value_type), after.pref_align(types, global.value_type));
        if let (Some(old), Some(new)) = (old, new)
            && new < old
        {
            global.align = align_code(old);
        }
    }
}

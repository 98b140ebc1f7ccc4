//! Data layouts of older releases. A release refuses to generate code for a module whose layout is not that of its own target.
//!
//! Source: the layouts that clang 13 to 23 write for each target, and what the parsers of LLVM 3.7 to 23 read.
use super::report::{Action, At, Report};
use bctk_ir::datalayout::{DataLayout, Layouts, check};
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::Type;
use bctk_ir::version::{Feature, LlvmVersion};
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
    ALL; 12.0 "G1" ""
    ALL; 9.0 "Fi8" ""
    ALL; 9.0 "Fi64" ""
    ALL; 9.0 "Fn32" ""
};

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
    // The spaces of `alloca` and of functions, which other passes refuse unless they are 0.
    let is_space =
        |part: &str, letter: char| part.strip_prefix(letter).is_some_and(|space| space.starts_with(|c: char| c.is_ascii_digit()));
    parts.retain(|part| (llvm.alloca_address_spaces() || !is_space(part, 'A')) && (llvm.function_address_spaces() || !is_space(part, 'P')));
    let older = parts.join("-");
    if older == layout {
        return tell_unreadable(module, &layout, llvm, report);
    }
    if let Some(what) = moved(module, &layout, &older) {
        let what = Cow::Owned(format!("the data layout \"{layout}\", which \"{older}\" of LLVM {llvm} replaces: {what} differs"));
        return report.note(Action::Refused, what, None, "The layout.", module, At::Module);
    }
    module.data_layout = module.strings.push(older.as_bytes());
    if let Some(written) = module.provenance.bitcode.as_mut() {
        written.data_layout = None;
    }
    let what = Cow::Borrowed("the data layout of the target");
    report.note(Action::Lowered, what, None, "That of the older release.", module, At::Module);
    tell_unreadable(module, &older, llvm, report);
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

/// A structure or array whose size or members would be elsewhere with another layout, in words.
fn moved(module: &Module, newer: &str, older: &str) -> Option<String> {
    let (mut before, mut after) = (Layouts::new(DataLayout::parse(newer.as_bytes())), Layouts::new(DataLayout::parse(older.as_bytes())));
    for (id, ty) in module.types.iter() {
        if !matches!(ty, Type::Struct { .. } | Type::Array { .. }) {
            continue;
        }
        if before.alloc_size(&module.types, id) != after.alloc_size(&module.types, id) {
            let name = match ty {
                Type::Struct { name, .. } if !module.str(name).is_empty() => format!("%{}", String::from_utf8_lossy(module.str(name))),
                _ => "a type".to_owned(),
            };
            return Some(format!("the size of {name}"));
        }
    }
    None
}

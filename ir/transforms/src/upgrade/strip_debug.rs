//! Drops debug information that is invalid or not of the reader's version (`UpgradeDebugInfo`, `StripDebugInfo`).
use super::dbg;
use super::intrinsics;
use super::module_flags::flag;
use super::strip_loops::Loops;
use super::verified_kinds;
use bctk_edit::attributes::sets_of;
use bctk_edit::globals::GlobalChanges;
use bctk_edit::nodes::number;
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::MdId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::module::Module;
use bctk_ir::provenance::{DebugFaults, DroppedDebug};
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use bctk_verify::{Level, Report, VerifyOptions, has_faulty_loop, is_debug_info_broken, mixed_sources, verify};
use hashbrown::HashMap;

/// Prints what the verifier found in a module.
pub type Describe = fn(&Module, &Report) -> String;

/// The version of debug information since LLVM 3.4 (`DEBUG_METADATA_VERSION`).
const VERSION: u64 = 3;
const HEAP_SITE: &[u8] = b"heapallocsite";

/// Drops all debug information unless the module flag states the current version and all of it is valid. `changes` are not made yet.
/// Returns whether all of it was found to be valid.
pub(super) fn strip_invalid(
    module: &mut Module,
    changes: &GlobalChanges,
    from_bitcode: bool,
    reader: LlvmVersion,
    describe: Describe,
) -> bool {
    // What a newer verifier takes is not known here.
    if module.llvm_version() > LlvmVersion::NEWEST {
        return false;
    }
    let version = stated_version(module);
    if version == VERSION && !from_bitcode && reader.verified_kinds() {
        verified_kinds::register(module);
    }
    if version == VERSION {
        let is_broken = is_debug_info_broken(module, reader);
        if !(is_broken || from_bitcode && has_faulty_loop(module, reader)) {
            return true;
        }
        // Upgraded intrinsics have replaced the old ones by now.
        let mut changed = module.clone();
        changes.apply(&mut changed);
        let mut sets = sets_of(&changed);
        intrinsics::attributes::reset(&mut changed, reader, &mut sets);
        module.provenance.debug_faults = Some(faults(&changed, reader, describe));
        if !is_broken {
            return true;
        }
    }
    module.provenance.dropped_debug = dropped(module, version);
    let heap_sites = strip(module);
    if heap_sites && !from_bitcode {
        register_heap_sites(module);
    }
    false
}

/// What `llvm` finds in a module whose debug information is invalid.
fn faults(module: &Module, llvm: LlvmVersion, describe: Describe) -> DebugFaults {
    let options = VerifyOptions { llvm: Some(llvm), ..VerifyOptions::default() };
    let report = verify(module, &options);
    let is_fatal = report.findings.iter().any(|finding| finding.level < Level::DebugInfo);
    DebugFaults { messages: describe(module, &report), is_fatal }
}

/// Registers the kind of heap allocation sites, as removing it from instructions does. It shows when the module is written.
fn register_heap_sites(module: &mut Module) {
    let kind = module.strings.push(HEAP_SITE);
    module.md_kinds.push(kind);
}

/// Drops all debug information of a text that does not state its current version, or, given `describe`, that is invalid, as the parser of
/// `llvm` does.
pub(crate) fn strip_as_parsed(module: &mut Module, llvm: LlvmVersion, describe: Option<Describe>) {
    let version = stated_version(module);
    if version == VERSION {
        let Some(describe) = describe.filter(|_| is_debug_info_broken(module, llvm)) else { return };
        module.provenance.debug_faults = Some(faults(module, llvm, describe));
    }
    dbg::to_records(module, &mut GlobalChanges::default());
    module.provenance.dropped_debug = dropped(module, version);
    if strip(module) && llvm.heap_sites_stripped() {
        register_heap_sites(module);
    }
}

/// Drops all debug information that the module's release rejects when it reads bitcode: of another version, or with embedded source for
/// only some files of a unit, which LLVM 7 to 17 reject. Other checks of those releases are not made.
pub(crate) fn strip_as_read(module: &mut Module, may_mix_sources: bool, describe: Describe) {
    let version = stated_version(module);
    if version == VERSION {
        let Some(fault) = (if may_mix_sources { None } else { mixed_sources(module) }) else { return };
        let messages = describe(module, &Report::of(vec![fault]));
        module.provenance.debug_faults = Some(DebugFaults { messages, is_fatal: false });
    }
    dbg::to_records(module, &mut GlobalChanges::default());
    module.provenance.dropped_debug = dropped(module, version);
    strip(module);
}

/// Drops all debug information (`StripDebugInfo`), also of a release whose records are calls. Declarations of the callees stay.
pub fn strip_debug_info(module: &mut Module) {
    dbg::to_records(module, &mut GlobalChanges::default());
    strip(module);
}

/// The version of debug information that a module states, or 0.
fn stated_version(module: &Module) -> u64 {
    flag(module, b"Debug Info Version").and_then(|(_, value)| number(module, value)).map_or(0, |(version, _)| version)
}

/// Whether a module states the current version of debug information, so that LLVM's readers verify it.
pub fn states_debug_version(module: &Module) -> bool {
    stated_version(module) == VERSION
}

/// Whether a global value loses its debug information. LLVM forgets ifuncs.
fn keeps_none(global: &GlobalValue) -> bool {
    !matches!(global.kind, GlobalKind::IFunc { .. })
}

/// What a reader says of the debug information that it drops from a module that states this version.
fn dropped(module: &Module, version: u64) -> Option<DroppedDebug> {
    match version {
        VERSION => Some(DroppedDebug::Invalid),
        _ => has_debug_info(module).then_some(DroppedDebug::Version(version)),
    }
}

/// Whether there is anything that [`strip`] drops.
fn has_debug_info(module: &Module) -> bool {
    let strings = &module.strings;
    let named = module.metadata.named.iter().map(|named| strings.get(named.name));
    let kind = module.md_kinds.iter().position(|&kind| strings.get(kind) == b"dbg").map(|at| at as u32);
    let is_dbg = |attachment: &Attachment| Some(attachment.kind) == kind;
    named.into_iter().any(|name| name.starts_with(b"llvm.dbg.") || name == b"llvm.gcov")
        || module.globals.iter().any(|global| keeps_none(global) && global.attachments.iter().any(is_dbg))
        || module
            .bodies
            .iter()
            .any(|body| !body.locs.is_empty() || !body.dbg_records.is_empty() || body.function_attachments.iter().any(is_dbg))
}

/// Drops all debug information but calls. Returns whether the kind of heap allocation sites was looked up and does not exist.
fn strip(module: &mut Module) -> bool {
    let strings = &module.strings;
    module.metadata.named.retain(|named| {
        let name = strings.get(named.name);
        !name.starts_with(b"llvm.dbg.") && name != b"llvm.gcov"
    });
    let kind = |name: &[u8]| module.md_kinds.iter().position(|&kind| module.strings.get(kind) == name).map(|at| at as u32);
    let (dbg, heap, assign, looped) = (kind(b"dbg"), kind(HEAP_SITE), kind(b"DIAssignID"), kind(b"llvm.loop"));
    let mut stripped = Loops::default();
    for global in module.globals.iter_mut().filter(|global| keeps_none(global)) {
        global.attachments.retain(|attachment| Some(attachment.kind) != dbg);
    }
    let Module { bodies, metadata: table, .. } = module;
    let has_loops = |body: &&mut Body| body.attachments.iter().any(|(_, attachment)| Some(attachment.kind) == looped);
    for body in bodies.par_iter_mut().balanced().filter(has_loops).collect::<Vec<_>>() {
        // Attachments of one loop stay one.
        let mut loops: HashMap<MdId, Option<MdId>> = HashMap::new();
        body.attachments.retain_mut(|(_, attachment)| {
            if Some(attachment.kind) != looped {
                return true;
            }
            let node = *loops.entry(attachment.node).or_insert_with(|| stripped.without_locations(table, attachment.node));
            attachment.node = node.unwrap_or(attachment.node);
            node.is_some()
        });
    }
    let gone = [heap, assign];
    let strip_body = |body: &mut Body| {
        body.function_attachments.retain(|attachment| Some(attachment.kind) != dbg);
        body.debug_locs = Vec::new();
        body.locs = Vec::new();
        body.loc_nodes = Vec::new();
        body.dbg_records = Vec::new();
        body.attachments.retain(|(_, attachment)| Some(attachment.kind) != dbg);
        let any_left = !body.attachments.is_empty();
        body.attachments.retain(|(_, attachment)| !gone.contains(&Some(attachment.kind)));
        any_left
    };
    // All bodies have to be stripped, so that the search must not end early.
    let left: Vec<bool> = bodies.par_iter_mut().balanced().map(strip_body).collect();
    let any_left = left.contains(&true);
    any_left && heap.is_none()
}

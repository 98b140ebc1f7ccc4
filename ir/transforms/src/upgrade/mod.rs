//! Upgrades a module as LLVM 22's reader does: an optional pass over the model.
//!
//! LLVM's reader completes data layouts, gives intrinsics the attributes of its own table, and upgrades old constructs. Output that equals
//! `llvm-dis` 22 needs the same changes. Nothing else changes the model implicitly.
mod alignments;
mod amdgpu;
mod arc;
mod arm;
mod attrs;
mod build;
mod cfi;
mod constexpr;
pub(crate) mod cu_locals;
mod datalayout;
mod dbg;
mod dbg_calls;
mod element_types;
mod expand;
mod fast_math;
mod float_folding;
mod folding;
mod implicit;
pub(crate) mod intrinsics;
mod locations;
pub(crate) mod loop_switches;
mod masks;
mod md_operands;
pub(crate) mod module_flags;
mod nvvm;
pub(crate) mod nvvm_calls;
mod old_calls;
mod old_expressions;
pub(crate) mod old_forms;
mod old_heap;
mod old_metadata;
mod old_rest;
mod old_texts;
mod opaque;
mod profile;
mod recent;
mod reductions;
mod retained;
mod riscv;
mod signed_pointers;
mod splats;
mod string_attr;
mod strip_debug;
mod strip_loops;
mod target;
mod tbaa;
pub(crate) mod unsaid;
mod verified_kinds;
mod x86;
mod x86_masked;
mod x86_more;
mod x86_vectors;

pub(crate) use attrs::{ALL_MEMORY, assume_target_memory, old_memory, replace_stray_strictfp, unify_sets};
use bctk_edit::attributes::sets_of;
use bctk_edit::globals::GlobalChanges;
use bctk_edit::intrinsics::{intrinsic_attrs, intrinsic_list};
pub(crate) use constexpr::gone_constants;
pub use cu_locals::move_locals;
pub(crate) use cu_locals::{lists_locals, retains_locals};
pub use datalayout::{upgrade_data_layout, upgrade_data_layout_in};
pub use dbg_calls::records_to_calls;
pub use implicit::declare_implicit;
pub(crate) use intrinsics::replaces_no_intrinsic;
pub use loop_switches::upgrade_loop_switches;
pub(crate) use module_flags::{flags_are_of, flags_since, upgrade_sections};
pub use old_forms::{settle_own, settle_typed, type_attributes, upgrade_old_forms};
pub use old_texts::upgrade_old_texts;
pub(crate) use opaque::{map_types, map_types_of, rebuilt_types, replace_constants};
pub use opaque::{rename_intrinsics, to_opaque_as_read, to_opaque_pointers};
pub use signed_pointers::omit_no_symbols;
pub use splats::expand_splats;
pub use strip_debug::states_debug_version;
pub(crate) use strip_debug::{strip_as_parsed, strip_as_read, strip_debug_info};

use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet};
use bctk_ir::constants::{ConstKind, ConstPool, InRange};
use bctk_ir::entity::{AttrListId, AttrSetId, GlobalId, OptionalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use bctk_verify::Report;
use hashbrown::HashMap;

/// Which of LLVM's readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// The parser of assembly.
    Assembly,
    /// The parser of assembly that does not look at debug information (`llvm-as --disable-verify`).
    AssemblyUnverified,
    /// The reader of bitcode.
    Bitcode,
}

/// Prints what the verifier found in a module.
pub type Describe = fn(&Module, &Report) -> String;

/// Changes `module` as LLVM 22's bitcode reader does. A module from text is changed as by `llvm-as` and `llvm-dis`.
pub fn upgrade(module: &mut Module, version: LlvmVersion) {
    upgrade_as(module, Reader::Bitcode, version, |_, _| String::new());
}

/// Changes `module`, which comes from text, as LLVM 22's assembly parser does: the result is what `llvm-as` writes.
pub fn upgrade_parsed(module: &mut Module, version: LlvmVersion) {
    upgrade_as(module, Reader::Assembly, version, |_, _| String::new());
}

/// As [`upgrade_parsed`], but keeps invalid debug information, as `llvm-as --disable-verify` does.
pub fn upgrade_unverified(module: &mut Module, version: LlvmVersion) {
    upgrade_as(module, Reader::AssemblyUnverified, version, |_, _| String::new());
}

/// Changes `module` as this reader of LLVM does. If it drops debug information as invalid, `describe` makes the messages of
/// [`Provenance::debug_faults`](bctk_ir::provenance::Provenance::debug_faults).
pub fn upgrade_as(module: &mut Module, reader: Reader, version: LlvmVersion, describe: Describe) {
    upgrade_judged(module, reader, version, version, describe);
}

/// As [`upgrade_as`], but the rules of the release `judge` decide whether debug information is valid. A module that is translated follows those
/// of its own release until what the other one does not have is gone.
pub fn upgrade_judged(module: &mut Module, reader: Reader, version: LlvmVersion, judge: LlvmVersion, describe: Describe) {
    let from_bitcode = reader == Reader::Bitcode;
    if from_bitcode {
        crate::fold::fold(module, version);
        constexpr::expand(module, version);
        locations::undistinguish(module);
        old_forms::complete_expressions(module, version);
    }
    // The parser leaves them where they are, and its verifier refuses some. A text of an older release was valid all the same.
    if from_bitcode || module.llvm_version() < version {
        cu_locals::move_locals(module, version);
    }
    if from_bitcode {
        complete_data_layout(module, version);
        unsaid::complete(module, version);
    }
    match version.float_splats() {
        true => splats::combine(module),
        false => expand_splats(module),
    }
    module.libraries.clear();
    let mut changes = GlobalChanges::default();
    if version.function_local_debug_info() {
        retained::drop_foreign_types(module);
    }
    md_operands::settle(module);
    // The parser leaves them to the verifier. A text of an older release was valid all the same.
    if version.named_loop_switches() && (from_bitcode || !module.llvm_version().named_loop_switches()) {
        loop_switches::upgrade(module);
    }
    masks::settle(module, version);
    dbg::to_records(module, &mut changes);
    intrinsics::upgrade(module, &mut changes, version);
    // Valid records lack nothing.
    let is_valid = reader != Reader::AssemblyUnverified && strip_debug::strip_invalid(module, &changes, from_bitcode, judge, describe);
    if !is_valid {
        dbg::drop_incomplete(module);
    }
    if from_bitcode {
        module_flags::name_linker_options(module);
        profile::drop_unfitting_weights(module);
    }
    module_flags::upgrade(module, version);
    cfi::state_guids(module, version);
    if from_bitcode {
        arc::upgrade(module, &mut changes, version);
    }
    changes.apply(module);
    // The reader of bitcode leaves names of sections alone.
    if !from_bitcode || !module.is_from_bitcode() {
        module_flags::upgrade_sections(module);
    }
    tbaa::upgrade(module);
    if from_bitcode {
        tbaa::strip_invalid(module);
    }
    forget_in_range_indices(module);
    // Attributes from before `memory` apply to target memory, too.
    let writer = if module.is_from_bitcode() { module.version() } else { module.producer_version() };
    if from_bitcode && writer.is_some_and(|version| !version.target_memory_of_attributes()) {
        attrs::forget_target_memory(module);
    }
    if from_bitcode {
        attrs::access_target_memory(module, version);
    }
    attrs::upgrade_old_kinds(module, version);
    if from_bitcode {
        attrs::drop_too_large_alignments(module);
        attrs::rename_old(module, version);
        attrs::forget_uniform_groups(module, version);
        attrs::outline_as_attribute(module, version);
        old_rest::rename_markers(module);
    }
    let mut sets = sets_of(module);
    reset_intrinsics(module, version, &mut sets);
    if from_bitcode {
        (0..module.globals.len()).for_each(|at| implicit_section(module, at, &mut sets));
    }
    if from_bitcode {
        attrs::replace_stray_strictfp(module, &mut sets);
        amdgpu::replace_unsafe_atomics(module, &mut sets);
        attrs::denormals_as_attribute(module, &mut sets, version);
    }
    nvvm::upgrade(module, &mut sets, version);
    module_flags::protect_branches(module, &mut sets);
    attrs::unify_sets(module);
    if reader == Reader::Assembly && version.verified_kinds() {
        verified_kinds::register(module);
    }
}

/// Upgrades what `llvm` upgrades when it reads a file with older forms, as far as is known: memory attributes, module flags, intrinsics
/// (without typed pointers), `inrange`.
pub(crate) fn upgrade_to(module: &mut Module, llvm: LlvmVersion) {
    crate::fold::fold(module, llvm);
    constexpr::expand(module, llvm);
    old_forms::complete_expressions(module, llvm);
    if llvm.semicolons_in_markers() {
        old_rest::rename_markers(module);
    }
    cu_locals::move_locals(module, llvm);
    if llvm.named_loop_switches() {
        loop_switches::upgrade(module);
    }
    attrs::drop_too_large_alignments(module);
    if llvm.nvvm_annotations_as_attributes() && nvvm::has_annotations(module) {
        nvvm::upgrade(module, &mut sets_of(module), llvm);
    }
    // Readers before LLVM 13 were tried for less.
    let is_tried = llvm.explicit_atomic_alignments();
    if is_tried {
        module_flags::name_linker_options(module);
    }
    upgrade_in_both(module, llvm);
    attrs::rename_old(module, llvm);
    if is_tried {
        tbaa::strip_invalid(module);
        profile::drop_unfitting_weights(module);
    }
    let mut changes = GlobalChanges::default();
    arc::upgrade(module, &mut changes, llvm);
    changes.apply(module);
}

/// The part of [`upgrade_to`] that the parser of assembly does, too.
pub(crate) fn upgrade_in_both(module: &mut Module, llvm: LlvmVersion) {
    attrs::upgrade_old_kinds(module, llvm);
    masks::settle(module, llvm);
    module_flags::upgrade(module, llvm);
    // Texts of LLVM 12 and older are taken as they are: their LLVM had read them.
    if llvm.explicit_atomic_alignments() || module.is_from_bitcode() && llvm.intrinsic_attributes() {
        let mut changes = GlobalChanges::default();
        intrinsics::upgrade(module, &mut changes, llvm);
        changes.apply(module);
    }
    if llvm.explicit_atomic_alignments() {
        tbaa::upgrade(module);
    }
    if llvm.in_range_bounds() {
        forget_in_range_indices(module);
    }
}

/// Completes the data layout as `llvm` does; the original is kept in the provenance.
pub(crate) fn complete_data_layout(module: &mut Module, llvm: LlvmVersion) {
    let layout = upgrade_data_layout_in(module.str(module.data_layout), module.str(module.triple), llvm);
    if layout != module.str(module.data_layout) {
        let stated = std::mem::replace(&mut module.data_layout, module.strings.push(&layout));
        if let Some(written) = &mut module.provenance.bitcode {
            written.data_layout = Some(stated);
        }
    }
}

/// Gives declarations of intrinsics the attributes of `llvm` (`UpgradeIntrinsicFunction`).
pub(crate) fn reset_intrinsics(module: &mut Module, llvm: LlvmVersion, sets: &mut HashMap<AttrSet, AttrSetId>) {
    let mut lists: HashMap<AttrList, AttrListId> =
        module.attrs.lists.iter().enumerate().map(|(i, list)| (list.clone(), AttrListId::new(i))).collect();
    for i in 0..module.globals.len() {
        let global = &module.globals[i];
        if global.function().is_none() {
            continue;
        }
        let fn_ty = global.value_type;
        let Some(intrinsic) = lookup_in(module.str(global.name), llvm) else { continue };
        // A function of another type keeps what the file says.
        if llvm.intrinsic_types_checked() && !intrinsic.has_signature(&module.types, fn_ty) {
            continue;
        }
        let list = intrinsic_list(module, intrinsic, fn_ty, sets);
        let attrs = &mut module.attrs;
        let id = *lists.entry(list).or_insert_with_key(|list| {
            attrs.lists.push(list.clone());
            AttrListId::new(attrs.lists.len() - 1)
        });
        replace_attrs(module, GlobalId::new(i), id);
    }
}

/// What `f` says about the module if intrinsics have the attributes that the reader of `llvm` gives them; the module keeps its own.
pub fn as_read_by<T>(module: &mut Module, llvm: LlvmVersion, f: impl FnOnce(&Module) -> T) -> T {
    if !llvm.intrinsic_attributes() {
        return f(module);
    }
    let own: Vec<AttrListId> =
        module.globals.iter().map(|global| global.function().map_or(AttrListId(0), |function| function.attrs)).collect();
    let (sets, lists) = (module.attrs.sets.len(), module.attrs.lists.len());
    // It would note that attributes changed.
    let written = module.provenance.bitcode.take();
    reset_intrinsics(module, llvm, &mut sets_of(module));
    let said = f(module);
    module.provenance.bitcode = written;
    for (global, own) in module.globals.iter_mut().zip(own) {
        if let GlobalKind::Function(function) = &mut global.kind {
            function.attrs = own;
        }
    }
    module.attrs.sets.truncate(sets);
    module.attrs.lists.truncate(lists);
    said
}

/// Whether all declarations of intrinsics in `module` have the names and attributes of `llvm`; `of_others` says it of those that this release
/// does not have, or not with their type.
pub(crate) fn declares_intrinsics_of(module: &Module, llvm: LlvmVersion, of_others: bool) -> bool {
    module.functions().filter(|(_, global, _)| module.str(global.name).starts_with(b"llvm.")).all(|(_, global, function)| {
        let Some(intrinsic) = lookup_in(module.str(global.name), llvm) else { return of_others };
        if llvm.intrinsic_types_checked() {
            if !intrinsic.has_signature(&module.types, global.value_type) {
                return of_others;
            }
            // The types that the name states differ between releases, too.
            let name = module.str(global.name);
            if intrinsics::wanted_name(module, name, global.value_type, llvm).is_some_and(|wanted| wanted != name) {
                return false;
            }
        }
        let words = |list: &mut Vec<(AttrIndex, Attr)>| list.sort_by_cached_key(|(index, attr)| (*index, attr.kind().map(|kind| kind.0)));
        let mut wanted: Vec<(AttrIndex, Attr)> = intrinsic_attrs(module, intrinsic, global.value_type)
            .into_iter()
            .flat_map(|(index, set)| set.into_iter().map(move |attr| (index, attr)))
            .collect();
        let list = module.attrs.lists.get(function.attrs.index()).map_or(&[][..], |list| list);
        let mut there: Vec<(AttrIndex, Attr)> =
            list.iter().flat_map(|&(index, set)| module.attrs.set(set).iter().map(move |attr| (index, attr.clone()))).collect();
        words(&mut wanted);
        words(&mut there);
        wanted == there
    })
}

/// Changes the attributes of a function; the original ones are kept in the provenance.
pub(crate) fn replace_attrs(module: &mut Module, id: GlobalId, list: AttrListId) {
    let Some(GlobalKind::Function(function)) = module.globals.get_mut(id.index()).map(|global| &mut global.kind) else { return };
    let stated = std::mem::replace(&mut function.attrs, list);
    if let Some(written) = &mut module.provenance.bitcode
        && module.attrs.lists.get(stated.index()) != module.attrs.lists.get(list.index())
    {
        written.note_attrs(id, stated);
    }
}

/// `inrange` before an index, until LLVM 18, is dropped.
fn forget_in_range_indices(module: &mut Module) {
    let forget = |pool: &mut ConstPool| {
        if !pool.in_ranges.iter().any(|range| matches!(range, InRange::Index(_))) {
            return;
        }
        for constant in &mut pool.consts {
            if let ConstKind::Gep { in_range, .. } = &mut constant.kind
                && matches!(in_range.get().and_then(|at| pool.in_ranges.get(at as usize)), Some(InRange::Index(_)))
            {
                *in_range = OptionalId::NONE;
            }
        }
    };
    forget(&mut module.consts);
    module.bodies.par_iter_mut().balanced().for_each(|body| forget(&mut body.consts));
}

/// The attribute `"implicit-section-name"` becomes the section that it names (`UpgradeFunctionAttributes`).
fn implicit_section(module: &mut Module, function: usize, sets: &mut HashMap<AttrSet, AttrSetId>) {
    if module.globals[function].function().is_none() {
        return;
    }
    if let Some(Some(section)) = string_attr::take(module, function, b"implicit-section-name", sets) {
        module.globals[function].section = section;
    }
}

//! Upgrades a module as LLVM's readers do.
//!
//! LLVM's reader completes data layouts, gives intrinsics the attributes of its own table, and upgrades old constructs. Output that equals that of
//! `llvm-dis` needs the same changes. Nothing else changes the model implicitly. [`Upgrade`] says for what a module is upgraded; the table in
//! `passes` says which pass then runs.
mod alignments;
mod arc;
mod attrs;
mod cfi;
mod constexpr;
pub(crate) mod cu_locals;
mod datalayout;
mod dbg;
mod dbg_calls;
mod element_types;
mod implicit_sections;
mod in_range;
pub(crate) mod intrinsics;
mod locations;
pub(crate) mod loop_switches;
mod masks;
mod md_operands;
pub(crate) mod module_flags;
mod noop_geps;
mod objc_properties;
mod old;
mod opaque;
mod passes;
mod profile;
mod retained;
mod signed_pointers;
mod splats;
mod string_attr;
mod strip_debug;
mod strip_loops;
mod switch_cases;
pub(crate) mod targets;
mod tbaa;
mod verified_kinds;

pub(crate) use attrs::{ALL_MEMORY, old_memory};
pub(crate) use constexpr::gone_constants;
pub(crate) use cu_locals::{lists_locals, retains_locals};
pub use datalayout::{upgrade_data_layout, upgrade_data_layout_in};
pub use dbg_calls::records_to_calls;
pub(crate) use intrinsics::attributes::declares_intrinsics_of;
pub use intrinsics::attributes::with_intrinsics_of;
pub use intrinsics::implicit::declare_implicit;
pub(crate) use intrinsics::replaces_no_intrinsic;
pub(crate) use module_flags::{flags_are_of, flags_since};
pub use objc_properties::swap_accessors;
pub(crate) use opaque::{map_types, map_types_of, rebuilt_types, replace_constants};
pub use opaque::{rename_intrinsics, to_opaque_pointers};
pub use passes::{Reader, Target, Translation, Upgrade, pass_names};
pub use signed_pointers::omit_no_symbols;
pub use splats::expand_splats;
pub use strip_debug::strip_debug_info;
pub use strip_debug::{Describe, states_debug_version};
pub use switch_cases::has_expression_case;
pub use verified_kinds::{register as register_verified_kinds, register_early as register_kinds_verified_early};

use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

/// Changes `module` as the bitcode reader of LLVM `version` does. A module from text is changed as by `llvm-as` and `llvm-dis`.
pub fn upgrade(module: &mut Module, version: LlvmVersion) {
    Upgrade::new(Reader::Bitcode, version).run(module);
}

/// Changes `module`, which comes from text, as the assembly parser of LLVM `version` does: the result is what `llvm-as` writes.
pub fn upgrade_parsed(module: &mut Module, version: LlvmVersion) {
    Upgrade::new(Reader::Assembly, version).run(module);
}

/// As [`upgrade_parsed`], but keeps invalid debug information, as `llvm-as --disable-verify` does.
pub fn upgrade_unverified(module: &mut Module, version: LlvmVersion) {
    Upgrade::new(Reader::AssemblyUnverified, version).run(module);
}

//! What an older LLVM makes of a module when it reads it.
use crate::upgrade::{
    Describe, assume_target_memory, complete_data_layout, expand_splats, replace_stray_strictfp, reset_intrinsics, settle_own,
    strip_as_parsed, strip_as_read, unify_sets, unsaid, upgrade_in_both, upgrade_sections, upgrade_to,
};
use bctk_edit::attributes::sets_of;
use bctk_ir::body::Body;
use bctk_ir::constants::ConstPool;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;
use bctk_ir::personality::add_placeholder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;

/// Upgrades `module`, read from the bitcode of an LLVM before the newest, as that LLVM does when it reads the file.
///
/// Completes the data layout as that release did. Declarations of intrinsics get the attributes of that release's table. Until LLVM 21, the
/// reader swapped the getter and setter of Objective-C properties.
///
/// A text is left unchanged: its LLVM read the module before printing it.
pub fn as_read(module: &mut Module) {
    as_read_by(module, module.llvm_version(), |_, _| String::new());
}

/// As [`as_read`], by the release `llvm` instead of the module's own. If it drops debug information as invalid, `describe` makes the
/// messages.
pub fn as_read_by(module: &mut Module, llvm: LlvmVersion, describe: Describe) {
    let own = module.llvm_version();
    // An old release reads its own files as they are, but for the properties; a text was read by its release.
    let is_own = own == llvm && (!module.is_from_bitcode() || !own.producer_in_bitcode());
    if module.provenance.producer.is_empty() && is_own {
        if module.is_from_bitcode() && !own.accessors_in_place() {
            swap_accessors(module);
        }
        return;
    }
    if module.is_from_bitcode() && own == llvm {
        settle_own(module, llvm);
    }
    upgrade_to(module, llvm);
    expand_splats(module);
    complete_data_layout(module, llvm);
    if !llvm.target_memory() {
        assume_target_memory(module);
    }
    if llvm.intrinsic_attributes() {
        let mut sets = sets_of(module);
        reset_intrinsics(module, llvm, &mut sets);
        if llvm.strictfp_checked() {
            replace_stray_strictfp(module, &mut sets);
        }
        if !module.is_from_bitcode() {
            unify_sets(module);
        }
    }
    // They are where the reader of the module's own release looks, whichever release reads it.
    if !module.llvm_version().accessors_in_place() {
        swap_accessors(module);
    }
    add_placeholder(module);
    strip_as_read(module, llvm.mixed_sources(), describe);
    if llvm.explicit_alignments() {
        unsaid::complete(module, llvm);
    }
    if llvm.debug_records() {
        unsaid::calls_to_records(module);
    }
}

/// Changes `module`, read from a text that an LLVM before 20 printed, to what that LLVM had read: the reverse of [`as_read`], as far as the
/// text allows.
pub fn as_stored(module: &mut Module) {
    if !module.llvm_version().accessors_in_place() {
        swap_accessors(module);
    }
}

/// Changes `module`, read from a text of an LLVM before 22, to what the assembler of `llvm`, also before 22, writes: as [`as_stored`], with
/// upgrades; declarations of intrinsics get the attributes of that release's table, accesses get the alignments that the text leaves out, and debug
/// information without a version is dropped, and so is what is invalid if `describe` is given, which makes the messages. Unless it is
/// `verified`, as by `llvm-as --disable-verify`, debug information stays.
pub fn as_assembled(module: &mut Module, llvm: LlvmVersion, verified: bool, describe: Option<Describe>) {
    as_stored(module);
    upgrade_in_both(module, llvm);
    if llvm.explicit_atomic_alignments() {
        upgrade_sections(module);
    }
    if llvm.intrinsic_attributes() {
        reset_intrinsics(module, llvm, &mut sets_of(module));
    }
    if llvm.debug_records() {
        unsaid::calls_to_records(module);
    }
    if verified && llvm.producer_in_bitcode() {
        strip_as_parsed(module, llvm, describe);
    }
    if llvm.explicit_alignments() {
        unsaid::complete(module, llvm);
        unsaid::fold_addresses(module);
    }
}

/// Exchanges getter and setter of Objective-C properties.
pub fn swap_accessors(module: &mut Module) {
    let table = &mut module.metadata;
    let (Some(getter), Some(setter)) = (DiKind::ObjCProperty.field("getter"), DiKind::ObjCProperty.field("setter")) else { return };
    for item in &table.items {
        if let Metadata::Node { kind: DiKind::ObjCProperty, fields, .. } = *item {
            let (a, b) = (fields as usize + usize::from(getter.slot), fields as usize + usize::from(setter.slot));
            if a.max(b) < table.fields.len() {
                table.fields.swap(a, b);
            }
        }
    }
}

/// Whether a case of a `switch` is a constant expression, which some readers refuse (`Feature::SwitchCasesAsRead`).
pub fn has_expression_case(module: &Module) -> bool {
    let has_one = |body: &Body| {
        let is_expression = |value: Value| {
            let constant = match value.kind() {
                ValueKind::Const(at) => module.consts.get(at),
                ValueKind::LocalConst(at) => body.consts.get(at),
                _ => None,
            };
            constant.is_some_and(|constant| constant.kind.is_expression())
        };
        body.insts.iter().any(|inst| match *inst {
            Inst::Switch { cases, .. } => body.lists.get(cases).iter().any(|(value, _)| is_expression(value)),
            _ => false,
        })
    };
    let has_any = |pool: &ConstPool| pool.consts.iter().any(|constant| constant.kind.is_expression());
    let of_module = has_any(&module.consts);
    module.bodies.iter().any(|body| (of_module || has_any(&body.consts)) && has_one(body))
}

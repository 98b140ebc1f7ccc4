//! Metadata other than debug information whose form came later.
use super::report::{Action, At, Report};
use crate::upgrade::{loop_switches, module_flags};
use bctk_edit::functions::{bodies_where, owners};
use bctk_edit::intern::ModuleIndex;
use bctk_edit::nodes::{number, text, tuple};
use bctk_ir::body::Attachment;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::{Feature, LlvmVersion};
use std::collections::BTreeSet;

/// Gives profiles their older form, and drops attachments where older releases have none.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if !llvm.variable_attachments() {
        drop_of_globals(module, report);
    }
    if !llvm.declaration_subprograms() {
        drop_subprograms(module, report);
    }
    if !llvm.branch_weight_origins() {
        profiles(module, llvm, report);
    }
    if !llvm.allocation_sizes() {
        drop_allocation_sizes(module, report);
    }
    if !llvm.vector_ranges() {
        vector_ranges(module, report);
    }
    if !llvm.type_hashes() {
        type_hashes(module, report);
    }
    if !llvm.exact_callee_types() && module.llvm_version().exact_callee_types() {
        callee_types(module, report);
    }
    if !llvm.named_loop_switches() && module.llvm_version().named_loop_switches() {
        for _ in 0..loop_switches::to_older(module) {
            report.feature(Action::Lowered, Feature::NamedLoopSwitches, module, At::Module);
        }
    }
    if !llvm.long_double_flag() && module_flags::is_powerpc(module) {
        long_double(module, report);
    }
    if !llvm.minimum_protection() {
        flags(module, llvm, report);
    }
    if !llvm.dwarf_five() {
        dwarf_four(module, report);
    }
    if !llvm.stack_guard_symbols() {
        stack_guards(module, llvm, report);
    }
}

/// Refuses module flags about the place of the guard that code generators do not read.
fn stack_guards(module: &Module, llvm: LlvmVersion, report: &mut Report) {
    let has = |key: &[u8]| module_flags::flag(module, key).is_some();
    let flags: [&[u8]; 3] = [b"stack-protector-guard", b"stack-protector-guard-reg", b"stack-protector-guard-offset"];
    if !llvm.stack_guards() && flags.iter().any(|key| has(key)) {
        report.feature(Action::Refused, Feature::StackGuards, module, At::Module);
    }
    if has(b"stack-protector-guard-symbol") {
        report.feature(Action::Refused, Feature::StackGuardSymbols, module, At::Module);
    }
}

/// The version of DWARF to generate, in a module flag.
fn dwarf_four(module: &mut Module, report: &mut Report) {
    let named = module.metadata.named.iter().position(|named| module.str(named.name) == b"llvm.module.flags");
    let Some(named) = named else { return };
    let mut tuples = TupleIndex::default();
    let mut made = ModuleIndex::default();
    for at in 0..module.metadata.named[named].nodes.len() {
        let Metadata::Tuple { ops, .. } = module.metadata.get(module.metadata.named[named].nodes[at]) else { continue };
        let operands: Vec<Option<MdId>> = module.metadata.lists.get(ops).to_vec();
        let &[behavior, Some(name), Some(value)] = operands.as_slice() else { continue };
        let is_newer = text(module, name).is_some_and(|name| name == b"Dwarf Version") && number(module, value).is_some_and(|(n, _)| n > 4);
        if is_newer {
            let four = made.md_int(module, 32, 4);
            module.metadata.named[named].nodes[at] = tuples.uniqued_tuple(&mut module.metadata, &[behavior, Some(name), Some(four)]);
            report.feature(Action::Lowered, Feature::DwarfFive, module, At::Module);
        }
    }
}

/// The flag for the type of `long double`. Releases without it have one with another name, and other values.
fn long_double(module: &mut Module, report: &mut Report) {
    let Some((_, value)) = module_flags::flag(module, module_flags::LONG_DOUBLE) else { return };
    let known = module_flags::LONG_DOUBLES.iter().find(|(_, name)| text(module, value) == Some(*name));
    match known {
        Some((older, _)) if module_flags::flag(module, module_flags::FLOAT_ABI).is_none() => {
            module_flags::rename(module, module_flags::LONG_DOUBLE, module_flags::FLOAT_ABI, older);
            report.feature(Action::Lowered, Feature::LongDoubleFlag, module, At::Module);
        }
        // Older releases do not look at the flag.
        _ => {}
    }
}

/// Behaviors of module flags that came later: that of older releases for the same flag, else `error`, which modules with equal values pass.
fn flags(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    const ERROR: u64 = 1;
    const MAX: u64 = 7;
    const MIN: u64 = 8;
    let named = module.metadata.named.iter().position(|named| module.str(named.name) == b"llvm.module.flags");
    let Some(named) = named else { return };
    let mut tuples = TupleIndex::default();
    let mut made = ModuleIndex::default();
    for at in 0..module.metadata.named[named].nodes.len() {
        let node = module.metadata.named[named].nodes[at];
        let Metadata::Tuple { ops, .. } = module.metadata.get(node) else { continue };
        let mut operands: Vec<Option<MdId>> = module.metadata.lists.get(ops).to_vec();
        let Some(behavior) = operands.first().copied().flatten().and_then(|id| number(module, id)).map(|(number, _)| number) else {
            continue;
        };
        let is_level = operands.get(1).copied().flatten().and_then(|id| text(module, id)).is_some_and(|name| name.ends_with(b" Level"));
        let older = match behavior {
            MIN if is_level && llvm.maximum_flags() => MAX,
            MIN => ERROR,
            MAX if !llvm.maximum_flags() => ERROR,
            _ => continue,
        };
        operands[0] = Some(made.md_int(module, 32, older));
        module.metadata.named[named].nodes[at] = tuples.uniqued_tuple(&mut module.metadata, &operands);
        report.feature(Action::Lowered, Feature::MinimumProtection, module, At::Module);
    }
}

/// Attachments of variables and declarations.
fn drop_of_globals(module: &mut Module, report: &mut Report) {
    for at in 0..module.globals.len() {
        let global = &mut module.globals[at];
        let has_body = matches!(&global.kind, GlobalKind::Function(function) if function.body.is_some());
        if has_body || std::mem::take(&mut global.attachments).is_empty() {
            continue;
        }
        report.feature(Action::Dropped, Feature::VariableAttachments, module, At::Global(GlobalId::new(at)));
    }
}

/// Subprograms of declarations.
fn drop_subprograms(module: &mut Module, report: &mut Report) {
    for at in 0..module.globals.len() {
        let global = &module.globals[at];
        if global.function().is_none_or(|function| function.body.is_some()) {
            continue;
        }
        let is_debug =
            |attachment: &Attachment| matches!(module.metadata.get(attachment.node), Metadata::Node { kind: DiKind::Subprogram, .. });
        let rest: Vec<Attachment> = global.attachments.iter().copied().filter(|attachment| !is_debug(attachment)).collect();
        if rest.len() != global.attachments.len() {
            module.globals[at].attachments = rest;
            report.feature(Action::Dropped, Feature::DeclarationSubprograms, module, At::Global(GlobalId::new(at)));
        }
    }
}

/// The information about an allocation begins with its stack; only strings may follow (LLVM 19, `Verifier::visitMemProfMetadata`).
fn drop_allocation_sizes(module: &mut Module, report: &mut Report) {
    let Some(kind) = module.md_kinds.iter().position(|&name| module.str(name) == b"memprof") else { return };
    let of_tuple = |table: &MetadataTable, id: MdId| match table.get(id) {
        Metadata::Tuple { ops, .. } => table.lists.get(ops).to_vec(),
        _ => Vec::new(),
    };
    let mut blocks = BTreeSet::new();
    for (_, index) in owners(module) {
        for (_, attachment) in module.bodies[index].attachments.iter().filter(|(_, attachment)| attachment.kind as usize == kind) {
            blocks.extend(of_tuple(&module.metadata, attachment.node).into_iter().flatten());
        }
    }
    for block in blocks {
        let mut operands = of_tuple(&module.metadata, block);
        let Some((_, rest)) = operands.split_first() else { continue };
        let is_string = |id: &Option<MdId>| id.is_some_and(|id| matches!(module.metadata.get(id), Metadata::String(_)));
        let kept = 1 + rest.iter().take_while(|id| is_string(id)).count();
        if kept == operands.len() {
            continue;
        }
        operands.truncate(kept);
        let list = module.metadata.lists.push(&operands);
        if let Metadata::Tuple { ops, .. } = &mut module.metadata.items[block.index()] {
            *ops = list;
        }
        report.feature(Action::Dropped, Feature::AllocationSizes, module, At::Module);
    }
}

/// `!range` of vectors, which says something about each element (`Verifier::visitRangeMetadata`, LLVM 16 and 17).
fn vector_ranges(module: &mut Module, report: &mut Report) {
    let Some(kind) = module.md_kinds.iter().position(|&name| module.str(name) == b"range") else { return };
    for (id, index) in owners(module) {
        let mut attachments = std::mem::take(&mut module.bodies[index].attachments);
        attachments.retain(|&(inst, attachment)| {
            let is_range = attachment.kind as usize == kind;
            let ty = is_range.then(|| module.bodies[index].result_type(inst)).flatten();
            let is_vector = ty.is_some_and(|ty| matches!(module.types.get(ty), Type::Vector { .. }));
            if is_vector {
                report.feature(Action::Dropped, Feature::VectorRanges, module, At::Inst(id, inst));
            }
            !is_vector
        });
        module.bodies[index].attachments = attachments;
    }
}

/// Types of callees, which say more than a generalized one (`Verifier::visitCalleeTypeMetadata` of LLVM 23).
fn callee_types(module: &mut Module, report: &mut Report) {
    let Some(kind) = module.md_kinds.iter().position(|&name| module.str(name) == b"callee_type") else { return };
    let is_generalized = |module: &Module, node: Option<MdId>| {
        let name = node.and_then(|node| tuple(module, node)?.first()?).and_then(|name| text(module, name));
        name.is_some_and(|name| name.ends_with(b".generalized"))
    };
    for (id, index) in owners(module) {
        let mut attachments = std::mem::take(&mut module.bodies[index].attachments);
        attachments.retain(|&(inst, attachment)| {
            let stays = attachment.kind as usize != kind
                || tuple(module, attachment.node).is_none_or(|types| types.iter().all(|of| is_generalized(module, of)));
            if !stays {
                report.feature(Action::Dropped, Feature::ExactCalleeTypes, module, At::Inst(id, inst));
            }
            stays
        });
        module.bodies[index].attachments = attachments;
    }
}

/// Type hashes of functions. LLVM 15 and 16 have a pointer to type information there and emit the distance to it, at the start of the function's
/// code, where the signature has to be an instruction that jumps over it (LLVM 16 `AsmPrinter::emitFunctionHeader`).
fn type_hashes(module: &mut Module, report: &mut Report) {
    let Some(kind) = module.md_kinds.iter().position(|&name| module.str(name) == b"func_sanitize") else { return };
    for (id, index) in owners(module) {
        let attachments = std::mem::take(&mut module.bodies[index].function_attachments);
        let rest: Vec<Attachment> =
            attachments.iter().copied().filter(|attachment| attachment.kind != kind as u32 || !is_hash(module, attachment.node)).collect();
        if rest.len() < attachments.len() {
            report.feature(Action::Dropped, Feature::TypeHashes, module, At::Global(id));
        }
        module.bodies[index].function_attachments = rest;
    }
}

/// Whether the second operand is a number.
fn is_hash(module: &Module, node: MdId) -> bool {
    let Metadata::Tuple { ops, .. } = module.metadata.get(node) else { return false };
    let second = module.metadata.lists.get(ops).get(1).flatten();
    second.is_some_and(|id| number(module, id).is_some())
}

/// `!prof` of instructions and functions.
fn profiles(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let Some(kind) = module.md_kinds.iter().position(|&name| module.str(name) == b"prof") else { return };
    let kind = kind as u32;
    let mut tuples = TupleIndex::default();
    let is_newer = |attachment: &Attachment| attachment.kind == kind && is_newer_profile(module, attachment.node);
    let newer = bodies_where(&module.bodies, |body| {
        body.attachments.iter().any(|(_, attachment)| is_newer(attachment)) || body.function_attachments.iter().any(is_newer)
    });
    for (id, index) in owners(module) {
        if newer.binary_search(&index).is_err() {
            continue;
        }
        let mut attachments = std::mem::take(&mut module.bodies[index].attachments);
        attachments.retain_mut(|(inst, attachment)| {
            attachment.kind != kind || keep(module, attachment, At::Inst(id, *inst), llvm, &mut tuples, report)
        });
        module.bodies[index].attachments = attachments;
        let mut attachments = std::mem::take(&mut module.bodies[index].function_attachments);
        attachments.retain_mut(|attachment| attachment.kind != kind || keep(module, attachment, At::Global(id), llvm, &mut tuples, report));
        module.bodies[index].function_attachments = attachments;
    }
}

/// Whether a profile may not be what older releases have: not just weights, which need no look at each.
fn is_newer_profile(module: &Module, node: MdId) -> bool {
    let Some(operands) = tuple(module, node) else { return false };
    let name = |at: usize| text(module, operands.get(at).flatten()?);
    name(0) == Some(b"unknown") || name(0) == Some(b"branch_weights") && name(1).is_some()
}

/// Whether a profile stays, in its older form.
fn keep(module: &mut Module, attachment: &mut Attachment, at: At, llvm: LlvmVersion, tuples: &mut TupleIndex, report: &mut Report) -> bool {
    let Metadata::Tuple { ops, .. } = module.metadata.get(attachment.node) else { return true };
    let operands: Vec<Option<MdId>> = module.metadata.lists.get(ops).to_vec();
    let text = |at: usize| match operands.get(at).copied().flatten().map(|id| module.metadata.get(id)) {
        Some(Metadata::String(text)) => Some(module.str(text)),
        _ => None,
    };
    if text(0) == Some(b"unknown") && !llvm.profile_names_checked() {
        report.feature(Action::Dropped, Feature::ProfileNamesChecked, module, at);
        return false;
    }
    if text(0) == Some(b"branch_weights") && text(1).is_some() {
        let mut operands = operands.clone();
        operands.remove(1);
        attachment.node = tuples.uniqued_tuple(&mut module.metadata, &operands);
        report.feature(Action::Dropped, Feature::BranchWeightOrigins, module, at);
    }
    true
}

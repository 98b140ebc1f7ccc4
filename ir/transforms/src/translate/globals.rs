//! Properties of global values and types that an older release does not have.
use super::report::{Action, At, Report};
use super::target_types::structure;
use bctk_edit::functions::{bodies_where, owners};
use bctk_ir::entity::{GlobalId, InstId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue, Sanitizer};
use bctk_ir::inst::{AlignCode, Inst};
use bctk_ir::keywords::{CallConv, ComdatKind, Linkage, UnnamedAddr, Visibility};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::triple::{Arch, ObjectFormat, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::version::{Feature, LlvmVersion};
use hashbrown::HashSet;
use std::borrow::Cow;

/// The greatest alignment before LLVM 14, as a code: 2^29.
pub(super) const GREATEST_OLD_ALIGN: AlignCode = 30;

/// Drops or refuses what `llvm` does not have.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if !llvm.asm_properties() && module.asm_fragments.iter().any(|fragment| fragment.properties().iter().any(|value| !value.is_empty())) {
        module.asm_fragments.clear();
        report.feature(Action::Dropped, Feature::AsmProperties, module, At::Module);
    }
    if !llvm.no_deduplicate() && Triple::parse(module.str(module.triple)).format == ObjectFormat::Elf {
        leave_comdats(module, report);
    }
    for at in 0..module.globals.len() {
        global(module, GlobalId::new(at), llvm, report);
    }
    if !llvm.numbered_aliases() {
        name_aliases(module, report);
    }
    conventions(module, llvm, report);
    types(module, llvm, report);
}

fn global(module: &mut Module, id: GlobalId, llvm: LlvmVersion, report: &mut Report) {
    let mut found = Vec::new();
    let mut note = |has: bool, action: Action, feature: Feature| {
        let is_newer = has && !llvm.has(feature);
        if is_newer {
            found.push((action, feature));
        }
        is_newer
    };
    let global = &mut module.globals[id.index()];
    if note(!global.partition.is_empty(), Action::Dropped, Feature::Partitions) {
        global.partition = Str::EMPTY;
    }
    let is_implied = global.linkage.is_local() || global.visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak;
    if note(global.dso_local && !is_implied, Action::Dropped, Feature::DsoLocal) {
        global.dso_local = false;
    }
    let is_ifunc = matches!(global.kind, GlobalKind::IFunc { .. });
    if note(global.dso_local && !is_implied && is_ifunc, Action::Dropped, Feature::DsoLocalIfuncs) {
        global.dso_local = false;
    }
    if note(global.unnamed_addr == UnnamedAddr::Local, Action::Dropped, Feature::LocalUnnamedAddr) {
        global.unnamed_addr = UnnamedAddr::None;
    }
    let is_private_member = global.linkage == Linkage::Private && global.comdat.is_some();
    if note(is_private_member, Action::Lowered, Feature::PrivateComdatMembers) {
        global.linkage = Linkage::Internal;
    }
    note(global.align > GREATEST_OLD_ALIGN, Action::Refused, Feature::WideAlignments);
    match &mut global.kind {
        GlobalKind::Variable { code_model, sanitizer, .. } => {
            if note(code_model.is_some(), Action::Dropped, Feature::CodeModel) {
                *code_model = None;
            }
            if note(sanitizer.0 & !Sanitizer::STATED != 0, Action::Dropped, Feature::SanitizerMetadata) || !llvm.sanitizer_metadata() {
                *sanitizer = Sanitizer(0);
            }
        }
        GlobalKind::Function(function) => {
            if note(function.preferred_align != 0, Action::Dropped, Feature::PreferredAlign) {
                function.preferred_align = 0;
            }
        }
        GlobalKind::IFunc { .. } => {
            note(true, Action::Refused, Feature::IFuncs);
            if note(!global.attachments.is_empty(), Action::Dropped, Feature::IfuncAttachments) {
                global.attachments.clear();
            }
        }
        GlobalKind::Alias { .. } => {}
    }
    for (action, feature) in found {
        report.feature(action, feature, module, At::Global(id));
    }
}

/// Takes global values out of comdats that keep their duplicates: the code generator for ELF of these releases has no other kind than `any`. It only
/// matters to a linker that drops sections, which keeps or drops all members of a comdat.
fn leave_comdats(module: &mut Module, report: &mut Report) {
    for at in 0..module.globals.len() {
        let comdat = module.globals[at].comdat.and_then(|id| module.comdats.get(id.index()));
        if comdat.is_some_and(|comdat| comdat.kind == ComdatKind::NoDuplicates) {
            module.globals[at].comdat = None;
            report.feature(Action::Dropped, Feature::NoDeduplicate, module, At::Global(GlobalId::new(at)));
        }
    }
}

/// Names aliases without a name: `LLParser::ParseAlias` of LLVM 3.7 forgets that other constants referred to them before.
fn name_aliases(module: &mut Module, report: &mut Report) {
    let is_numbered = |global: &GlobalValue| matches!(global.kind, GlobalKind::Alias { .. }) && global.name.is_empty();
    if !module.globals.iter().any(is_numbered) {
        return;
    }
    let taken: HashSet<Vec<u8>> = module.globals.iter().map(|global| module.str(global.name).to_vec()).collect();
    let mut names = (0u64..).map(|number| format!("unnamed.alias.{number}").into_bytes()).filter(|name| !taken.contains(name));
    for at in 0..module.globals.len() {
        if is_numbered(&module.globals[at])
            && let Some(name) = names.next()
        {
            report.feature(Action::Lowered, Feature::NumberedAliases, module, At::Global(GlobalId::new(at)));
            module.globals[at].name = module.strings.push(&name);
        }
    }
}

/// Refuses calling conventions that came later, except that of kernels for AMD's GPUs: before LLVM 3.9, all functions that are left after
/// inlining are kernels (`SITargetLowering::LowerFormalArguments` of LLVM 3.8).
fn conventions(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let is_amd = Triple::parse(module.str(module.triple)).arch == Arch::AmdGpu;
    if let Some(since) = CallConv::AMDGPU_KERNEL.since().filter(|&since| is_amd && llvm < since) {
        for at in 0..module.globals.len() {
            if let GlobalKind::Function(function) = &mut module.globals[at].kind
                && function.cc == CallConv::AMDGPU_KERNEL
            {
                function.cc = CallConv::C;
                let what = Cow::Borrowed("calling convention `amdgpu_kernel`");
                report.note(Action::Lowered, what, Some(since), "The default convention.", module, At::Global(GlobalId::new(at)));
            }
        }
    }
    let mut check = |cc: CallConv, at: At| {
        if let Some(since) = cc.since().filter(|&since| llvm < since) {
            let name = CallConv::NAMES.iter().find(|row| row.0 == cc.0).map_or("", |row| row.1.trim_end());
            let what = Cow::Owned(format!("calling convention `{name}`"));
            report.note(Action::Refused, what, Some(since), "The convention.", module, at);
        }
    };
    for (id, _, function) in module.functions() {
        check(function.cc, At::Global(id));
    }
    let is_newer = |cc: CallConv| cc != CallConv::C && cc.since().is_some_and(|since| llvm < since);
    let newer = bodies_where(&module.bodies, |body| body.calls.iter().any(|call| is_newer(call.cc)));
    for (id, index) in owners(module) {
        if newer.binary_search(&index).is_err() {
            continue;
        }
        let body = &module.bodies[index];
        for (at, inst) in body.insts.iter().enumerate() {
            if let Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } = *inst
                && let Some(call) = body.call(call)
            {
                check(call.cc, At::Inst(id, InstId::new(at)));
            }
        }
    }
}

/// Refuses types that came later, where a value has them.
fn types(module: &Module, llvm: LlvmVersion, report: &mut Report) {
    let is_scalable = |ty: TypeId| matches!(module.types.get(ty), Type::Vector { scalable: true, .. });
    let of_type = |ty: Type| match ty {
        Type::Struct { fields, .. } if module.types.list(fields).iter().any(is_scalable) => Some(Feature::ScalableStructures),
        Type::Array { elem, .. } if is_scalable(elem) => Some(Feature::ScalableArrays),
        Type::TargetExt { .. } => structure(module, ty).is_none().then_some(Feature::TargetTypes),
        Type::Byte(_) => Some(Feature::ByteTypes),
        Type::X86Amx => Some(Feature::AmxType),
        Type::Vector { scalable: true, .. } => Some(Feature::ScalableVectors),
        Type::Token => Some(Feature::Tokens),
        _ => None,
    };
    let Some(newer) = in_parts(&module.types, |ty| of_type(ty).filter(|&feature| !llvm.has(feature))) else { return };
    let part = |ty: TypeId| newer.get(ty.index()).copied().flatten();
    for (at, global) in module.globals.iter().enumerate() {
        let id = GlobalId::new(at);
        if let Some(feature) = part(global.value_type) {
            report.feature(Action::Refused, feature, module, At::Global(id));
        }
        let body = global.function().and_then(|function| module.bodies.get(function.body? as usize));
        if let Some(feature) = body.and_then(|body| body.local_types.iter().find_map(|&ty| part(ty))) {
            report.feature(Action::Refused, feature, module, At::Global(id));
        }
    }
}

/// What `own` finds in each type or its parts; nothing if there is nothing at all.
pub(super) fn in_parts<T: Copy>(types: &TypeTable, own: impl Fn(Type) -> Option<T>) -> Option<Vec<Option<T>>> {
    let mut found: Vec<Option<T>> = types.iter().map(|(_, ty)| own(ty)).collect();
    let mut open: Vec<TypeId> = types.iter().map(|(id, _)| id).filter(|id| found[id.index()].is_some()).collect();
    if open.is_empty() {
        return None;
    }
    let mut users: Vec<Vec<TypeId>> = vec![Vec::new(); found.len()];
    for (id, ty) in types.iter() {
        let mut part = |ty: TypeId| users.get_mut(ty.index()).into_iter().for_each(|users| users.push(id));
        match ty {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => part(elem),
            Type::Struct { fields, .. } => types.list(fields).iter().for_each(part),
            Type::Function { ret, params, .. } => {
                part(ret);
                types.list(params).iter().for_each(part);
            }
            _ => {}
        }
    }
    while let Some(id) = open.pop() {
        for &user in &users[id.index()] {
            if found[user.index()].is_none() {
                found[user.index()] = found[id.index()];
                open.push(user);
            }
        }
    }
    Some(found)
}

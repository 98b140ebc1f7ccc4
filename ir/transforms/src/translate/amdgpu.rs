//! Address spaces of AMD's GPUs before LLVM 7, which numbers them in another way.
//!
//! Sources: `AMDGPUAS` (AMDGPU.h) and `computeDataLayout` (AMDGPUTargetMachine.cpp) of LLVM 3.8 to 7.
use super::report::{Action, At, Report};
use crate::upgrade::{map_types, rebuilt_types, rename_intrinsics, to_opaque_pointers};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::Type;
use bctk_ir::version::{Feature, LlvmVersion};
use std::borrow::Cow;

/// The private address space since LLVM 7, in which an `alloca` is.
const PRIVATE: u32 = 5;

/// The number that each address space of LLVM 7 has before: flat, global, region, local, constant, private.
type Numbers = [u32; 6];

/// LLVM 3.7 to 6.
const OLD: Numbers = [4, 1, 5, 3, 2, 0];

/// LLVM 5 and 6, if the environment of the triple is [`ENVIRONMENT`] (the letters stand for "generic is zero").
const GENERIC_IS_ZERO: Numbers = [0, 1, 4, 3, 2, 5];
const ENVIRONMENT: &str = "amdgiz";

/// Gives the address spaces of a module for AMD's GPUs the numbers that `llvm` knows them by.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let triple = Triple::parse(module.str(module.triple));
    if llvm.amd_address_spaces() || !is_new(module) {
        return;
    }
    if triple.arch != Arch::AmdGpu {
        refuse_intrinsics(module, report);
        return;
    }
    let is_gcn = triple.arch_name == b"amdgcn";
    let environment = module.str(module.triple).splitn(4, |&c| c == b'-').nth(3).unwrap_or_default();
    // A pointer to a function has 32 bits in the old numbering, 64 with the environment. The pointers of R600 all have 32.
    let is_environment = is_gcn && llvm.alloca_address_spaces() && environment.is_empty();
    let numbers = if is_environment { GENERIC_IS_ZERO } else { OLD };
    to_opaque_pointers(module);
    let mut newer: Vec<u32> = Vec::new();
    // R600 has the same spaces above.
    for (_, ty) in module.types.iter().filter(|_| is_gcn) {
        if let Type::Ptr(space) = ty
            && space as usize >= numbers.len()
            && !newer.contains(&space)
        {
            newer.push(space);
        }
    }
    for space in newer {
        let what = Cow::Owned(format!("address space {space} of AMD's GPUs"));
        report.note(Action::Refused, what, Feature::AmdAddressSpaces.row().since, "Pointers into it.", module, At::Module);
    }
    let number = |space: u32| numbers.get(space as usize).copied().unwrap_or(space);
    let (types, ids) = rebuilt_types(&module.types, |new, _, ty| match ty {
        Type::Ptr(space) => Some(new.intern(Type::Ptr(number(space)))),
        _ => None,
    });
    module.types = types;
    map_types(module, &|ty: TypeId| ids.get(ty.index()).copied().unwrap_or(ty));
    for global in &mut module.globals {
        if matches!(global.kind, GlobalKind::Variable { .. }) || !matches!(module.types.get(global.value_type), Type::Function { .. }) {
            global.addrspace = number(global.addrspace);
        }
    }
    // Inline assembly points to no space.
    let unqualified = module.types.intern(Type::Ptr(0));
    let retype = |pool: &mut ConstPool| {
        for constant in pool.consts.iter_mut().filter(|constant| matches!(constant.kind, ConstKind::InlineAsm(_))) {
            constant.ty = unqualified;
        }
    };
    retype(&mut module.consts);
    module.bodies.iter_mut().for_each(|body| retype(&mut body.consts));
    let version = module.llvm_version();
    rename_intrinsics(module, version);
    let layout = renumbered(&String::from_utf8_lossy(module.str(module.data_layout)), &number, is_gcn && !llvm.amd_no_unknown_space());
    module.data_layout = module.strings.push(layout.as_bytes());
    if is_environment {
        let mut parts: Vec<&[u8]> = module.str(module.triple).splitn(4, |&c| c == b'-').take(3).collect();
        parts.resize(3, b"");
        parts.push(ENVIRONMENT.as_bytes());
        let triple = parts.join(&b'-');
        module.triple = module.strings.push(&triple);
    }
    if let Some(written) = module.provenance.bitcode.as_mut() {
        written.data_layout = None;
    }
    report.feature(Action::Lowered, Feature::AmdAddressSpaces, module, At::Module);
}

/// Refuses intrinsics of AMD's GPUs with pointers into numbered spaces. The numbers are theirs, but nothing says that those of the module are.
fn refuse_intrinsics(module: &mut Module, report: &mut Report) {
    let is_numbered = |ty: TypeId| matches!(module.types.get(ty), Type::Ptr(1..) | Type::TypedPtr { addrspace: 1.., .. });
    let at_fault = |(id, global, _): (GlobalId, &GlobalValue, _)| {
        let (ret, params, _) = module.types.function(global.value_type)?;
        let is_theirs = module.str(global.name).starts_with(b"llvm.amdgcn.");
        (is_theirs && (is_numbered(ret) || params.iter().any(is_numbered))).then_some(id)
    };
    let found: Vec<GlobalId> = module.functions().filter_map(at_fault).collect();
    for id in found {
        let what = "an intrinsic of AMD's GPUs in a module without their triple".into();
        report.note(Action::Refused, what, Feature::AmdAddressSpaces.row().since, "The intrinsic.", module, At::Global(id));
    }
}

/// Whether the module numbers address spaces as LLVM 7 does.
fn is_new(module: &Module) -> bool {
    let layout = module.str(module.data_layout);
    let triple = module.str(module.triple);
    if layout.is_empty() {
        return module.llvm_version().amd_address_spaces();
    }
    AddressSpaces::parse(layout).alloca == PRIVATE && !triple.windows(ENVIRONMENT.len()).any(|part| part == ENVIRONMENT.as_bytes())
}

/// A data layout with the other numbers: pointers in order, the space of `alloca` if it is not 0. LLVM 7 was the first to state the alignment
/// of the stack, and to have address space 6; until LLVM 3.8 there was one of unknown pointers.
fn renumbered(layout: &str, number: &impl Fn(u32) -> u32, has_unknown: bool) -> String {
    let mut pointers: Vec<(u32, &str)> = Vec::new();
    let mut parts: Vec<Cow<'_, str>> = Vec::new();
    let mut place = None;
    for part in layout.split('-') {
        let space = |letter: char| {
            let rest = part.strip_prefix(letter)?;
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (space, rest) = rest.split_at(digits);
            let space: u32 = if space.is_empty() && letter == 'p' { 0 } else { space.parse().ok()? };
            Some((number(space), space, rest))
        };
        if let Some((new, old, rest)) = space('p') {
            place.get_or_insert(parts.len());
            if old != 6 {
                pointers.push((new, rest));
            }
        } else if let Some((new, ..)) = space('A') {
            if new != 0 {
                parts.push(Cow::Owned(format!("A{new}")));
            }
        } else if part != "S32" {
            parts.push(Cow::Borrowed(part));
        }
    }
    pointers.sort_unstable();
    // R600 states the one size of all its pointers as that of space 0, others have that of their own.
    if let [(space, _)] = &mut pointers[..] {
        *space = 0;
    } else if has_unknown && !pointers.is_empty() {
        pointers.push((24, ":64:64"));
    }
    let pointers = pointers.iter().map(|&(space, rest)| match space {
        0 => Cow::Owned(format!("p{rest}")),
        _ => Cow::Owned(format!("p{space}{rest}")),
    });
    let place = place.unwrap_or(parts.len());
    parts.splice(place..place, pointers);
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of LLVM 7.
    const NEW: &str = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-n32:64-S32-A5";

    #[test]
    fn layouts_of_older_releases() {
        let of = |layout: &str, numbers: Numbers, has_unknown: bool| {
            renumbered(layout, &|space| numbers.get(space as usize).copied().unwrap_or(space), has_unknown)
        };
        let old = "e-p:32:32-p1:64:64-p2:64:64-p3:32:32-p4:64:64-p5:32:32-i64:64-v16:16-n32:64";
        assert_eq!(of(NEW, OLD, false), old);
        assert_eq!(of(NEW, OLD, true), old.replace("-i64", "-p24:64:64-i64"));
        let zero = "e-p:64:64-p1:64:64-p2:64:64-p3:32:32-p4:32:32-p5:32:32-i64:64-v16:16-n32:64-A5";
        assert_eq!(of(NEW, GENERIC_IS_ZERO, false), zero);
        assert_eq!(of("e-p:32:32-i64:64-n32:64-S32-A5", OLD, false), "e-p:32:32-i64:64-n32:64");
        assert_eq!(of("", OLD, false), "");
    }
}

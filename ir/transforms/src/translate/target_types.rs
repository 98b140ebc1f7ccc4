//! Types of OpenCL before LLVM 16, which had no target types: pointers to opaque structures.
//!
//! Source: `CGOpenCLRuntime::convertOpenCLSpecificType` of clang 14 and 15, and their output for what clang 16 to 22 write as target types. Clang
//! 15 has the same address spaces with opaque pointers.
use super::report::{Action, At, Report};
use crate::upgrade::{map_types, rebuilt_types};
use bctk_ir::entity::{List, TypeId};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::version::{Feature, LlvmVersion};
use hashbrown::HashMap;
use std::cell::RefCell;

/// Structures by the names of target types without parameters, and the address space of pointers to them.
const PLAIN: &[(&str, &str, u32)] = &[
    ("spirv.Sampler", "opencl.sampler_t", 2),
    ("spirv.Event", "opencl.event_t", 0),
    ("spirv.Queue", "opencl.queue_t", 0),
    ("spirv.ReserveId", "opencl.reserve_id_t", 0),
    ("spirv.DeviceEvent", "opencl.clk_event_t", 0),
];

/// The address space of images and pipes: global memory.
const GLOBAL: u32 = 1;

/// By the number of an access qualifier in SPIR-V.
const ACCESS: [&str; 3] = ["ro", "wo", "rw"];

/// The name of the structure for a type of OpenCL, and the address space of pointers to it. None for other types.
pub(super) fn structure(module: &Module, ty: Type) -> Option<(String, u32)> {
    let Type::TargetExt { name, types, ints, .. } = ty else { return None };
    let name = std::str::from_utf8(module.str(name)).ok()?;
    let (types, ints) = (module.types.list(types).to_vec(), module.types.list(ints).to_vec());
    let access = |number: u32| ACCESS.get(number as usize).copied();
    if let Some(&(_, of, space)) = PLAIN.iter().find(|row| row.0 == name && types.is_empty() && ints.is_empty()) {
        return Some((of.to_owned(), space));
    }
    match (name, &types[..], &ints[..]) {
        ("spirv.Pipe", [], &[number @ 0..=1]) => Some((format!("opencl.pipe_{}_t", access(number)?), GLOBAL)),
        // Dimension, depth, arrayed, samples; no sampler and no format, which OpenCL does not state.
        ("spirv.Image", &[sampled], &[dimension, depth @ 0..=1, arrayed @ 0..=1, samples @ 0..=1, 0, 0, number])
            if module.types.is_void(sampled) =>
        {
            let dimension = match dimension {
                0 => "1d",
                1 => "2d",
                2 => "3d",
                5 => "1d_buffer",
                _ => return None,
            };
            let word = |is: u32, word| if is == 1 { word } else { "" };
            let (array, msaa, depth) = (word(arrayed, "_array"), word(samples, "_msaa"), word(depth, "_depth"));
            Some((format!("opencl.image{dimension}{array}{msaa}{depth}_{}_t", access(number)?), GLOBAL))
        }
        _ => None,
    }
}

/// Replaces the types. Comes after pointers got their types, which would be forgotten.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if llvm.target_types() {
        return;
    }
    let mut found: HashMap<Type, (Str, u32)> = HashMap::new();
    let mut names: HashMap<String, Str> = HashMap::new();
    let all: Vec<Type> = module.types.iter().map(|(_, ty)| ty).filter(|ty| matches!(ty, Type::TargetExt { .. })).collect();
    for ty in all {
        if let Some((name, space)) = structure(module, ty) {
            let name = *names.entry(name).or_insert_with_key(|name| module.strings.push(name.as_bytes()));
            found.insert(ty, (name, space));
        }
    }
    if found.is_empty() {
        return;
    }
    let is_taken = |ty: Type| match ty {
        Type::Struct { kind: StructKind::Identified, name, .. } => names.values().any(|&own| module.str(own) == module.str(name)),
        _ => false,
    };
    if module.types.iter().any(|(_, ty)| is_taken(ty)) {
        return report.feature(Action::Refused, Feature::TargetTypes, module, At::Module);
    }
    // Structures that the module has under these names are the same ones.
    let made: RefCell<HashMap<Vec<u8>, TypeId>> = RefCell::new(HashMap::new());
    let strings = &module.strings;
    let opaque = |new: &mut TypeTable, name: Str| {
        let push = || new.push(Type::Struct { kind: StructKind::Opaque, packed: false, name, fields: List::default() });
        *made.borrow_mut().entry(strings.get(name).to_vec()).or_insert_with(push)
    };
    let (types, ids) = rebuilt_types(&module.types, |new, _, ty| match ty {
        Type::Struct { kind: StructKind::Opaque, name, .. } if names.values().any(|&own| strings.get(own) == strings.get(name)) => {
            Some(opaque(new, name))
        }
        _ => found.get(&ty).map(|&(name, addrspace)| match llvm.opaque_pointers() {
            true => new.intern(Type::Ptr(addrspace)),
            false => {
                let pointee = opaque(new, name);
                new.intern(Type::TypedPtr { pointee, addrspace })
            }
        }),
    });
    module.types = types;
    map_types(module, &|ty: TypeId| ids.get(ty.index()).copied().unwrap_or(ty));
    report.feature(Action::Lowered, Feature::TargetTypes, module, At::Module);
}

//! Typed pointers in the table of types: the neutral one, and those that instructions and globals state.
use crate::upgrade::{map_types, rebuilt_types};
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::Value;

/// Makes every opaque pointer type a pointer to `i8`. Returns `i8`.
pub(super) fn make_neutral(module: &mut Module) -> TypeId {
    let (types, ids) = rebuilt_types(&module.types, |new, _, ty| match ty {
        Type::Ptr(addrspace) => {
            let pointee = new.intern(Type::Int(8));
            Some(new.intern(Type::TypedPtr { pointee, addrspace }))
        }
        _ => None,
    });
    module.types = types;
    map_types(module, &|ty: TypeId| ids.get(ty.index()).copied().unwrap_or(ty));
    module.types.intern(Type::Int(8))
}

/// The pointee and address space of a pointer or of the elements of a vector of pointers.
pub(super) fn pointer(types: &TypeTable, ty: TypeId) -> Option<(TypeId, u32)> {
    match types.get(types.scalar(ty)) {
        Type::TypedPtr { pointee, addrspace } => Some((pointee, addrspace)),
        _ => None,
    }
}

/// The pointer, or vector of pointers, `ty` with another pointee. Other types are unchanged.
pub(super) fn with_pointee(types: &mut TypeTable, ty: TypeId, pointee: TypeId) -> TypeId {
    let Some((own, addrspace)) = pointer(types, ty) else { return ty };
    if own == pointee {
        return ty;
    }
    let scalar = types.intern(Type::TypedPtr { pointee, addrspace });
    match types.get(ty) {
        Type::Vector { len, scalable, .. } => types.intern(Type::Vector { elem: scalar, len, scalable }),
        _ => scalar,
    }
}

/// What the indices of a `getelementptr` after the first lead to in `ty`; `number` gives the number that an index of a structure is.
pub(super) fn indexed(
    types: &TypeTable,
    mut ty: TypeId,
    indices: impl IntoIterator<Item = Value>,
    number: impl Fn(Value) -> Option<u64>,
) -> Option<TypeId> {
    for index in indices {
        ty = match types.get(ty) {
            Type::Struct { .. } => types.member(ty, number(index)?)?,
            Type::Array { elem, .. } | Type::Vector { elem, .. } => elem,
            _ => return None,
        };
    }
    Some(ty)
}

/// The pointer, or vector of pointers, `ty` with the neutral pointee `byte`.
pub(super) fn neutral(types: &mut TypeTable, ty: TypeId, byte: TypeId) -> TypeId {
    with_pointee(types, ty, byte)
}

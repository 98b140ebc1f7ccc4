//! Types as suffixes of intrinsic names: `p0`, `v4i32`, `sl_i32f32s` (`getMangledTypeStr` of LLVM 22).
use crate::entity::{List, TypeId};
use crate::module::Module;
use crate::types::{StructKind, Type};
use bctk_support::limits::MANGLED_DEPTH;
use bctk_support::text::{write_u32, write_u64};

/// Appends the suffix for `ty`; none if LLVM would make one up, for a structure without name.
pub(super) fn write_type(module: &Module, ty: TypeId, out: &mut Vec<u8>, depth: u32) -> Option<()> {
    if depth > MANGLED_DEPTH {
        return None;
    }
    let types = &module.types;
    let all = |list: List<TypeId>, out: &mut Vec<u8>| {
        types.list(list).iter().try_for_each(|ty| {
            write_type(module, ty, out, depth + 1)?;
            Some(())
        })
    };
    match types.get(ty) {
        Type::Void => out.extend_from_slice(b"isVoid"),
        Type::Half => out.extend_from_slice(b"f16"),
        Type::BFloat => out.extend_from_slice(b"bf16"),
        Type::Float => out.extend_from_slice(b"f32"),
        Type::Double => out.extend_from_slice(b"f64"),
        Type::X86Fp80 => out.extend_from_slice(b"f80"),
        Type::Fp128 => out.extend_from_slice(b"f128"),
        Type::PpcFp128 => out.extend_from_slice(b"ppcf128"),
        Type::Metadata => out.extend_from_slice(b"Metadata"),
        Type::X86Amx => out.extend_from_slice(b"x86amx"),
        Type::X86Mmx => out.extend_from_slice(b"x86mmx"),
        Type::Label | Type::Token => return None,
        Type::Int(width) => {
            out.push(b'i');
            write_u32(out, width);
        }
        Type::Byte(width) => {
            out.push(b'b');
            write_u32(out, width);
        }
        Type::Ptr(addrspace) => {
            out.push(b'p');
            write_u32(out, addrspace);
        }
        Type::TypedPtr { pointee, addrspace } => {
            out.push(b'p');
            write_u32(out, addrspace);
            write_type(module, pointee, out, depth + 1)?;
        }
        Type::Function { ret, params, vararg } => {
            out.extend_from_slice(b"f_");
            write_type(module, ret, out, depth + 1)?;
            all(params, out)?;
            out.extend_from_slice(if vararg { b"varargf" } else { b"f" });
        }
        Type::Struct { kind: StructKind::Literal, fields, .. } => {
            out.extend_from_slice(b"sl_");
            all(fields, out)?;
            out.push(b's');
        }
        Type::Struct { name, .. } => {
            if name.is_empty() {
                return None;
            }
            out.extend_from_slice(b"s_");
            out.extend_from_slice(module.str(name));
            out.push(b's');
        }
        Type::Array { elem, len } => {
            out.push(b'a');
            write_u64(out, len);
            write_type(module, elem, out, depth + 1)?;
        }
        Type::Vector { elem, len, scalable } => {
            out.extend_from_slice(if scalable { b"nxv" } else { b"v" });
            write_u32(out, len);
            write_type(module, elem, out, depth + 1)?;
        }
        Type::TargetExt { name, types: params, ints, .. } => {
            out.push(b't');
            out.extend_from_slice(module.str(name));
            for ty in types.list(params) {
                out.push(b'_');
                write_type(module, ty, out, depth + 1)?;
            }
            for int in types.list(ints) {
                out.push(b'_');
                write_u32(out, int);
            }
            out.push(b't');
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // The expected suffixes are those that llvm-as 22 gives to calls of intrinsics without one.
    #[test]
    fn suffixes() {
        let mut module = Module::default();
        let types = &mut module.types;
        let i32_ty = types.intern(Type::Int(32));
        let vector = types.intern(Type::Vector { elem: i32_ty, len: 4, scalable: true });
        let ptr = types.intern(Type::Ptr(3));
        let fields = types.lists.push(&[i32_ty, ptr]);
        let literal = types.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields });
        let suffix = |ty| {
            let mut out = Vec::new();
            write_type(&module, ty, &mut out, 0).map(|()| String::from_utf8(out).unwrap())
        };
        assert_eq!(suffix(vector).as_deref(), Some("nxv4i32"));
        assert_eq!(suffix(ptr).as_deref(), Some("p3"));
        assert_eq!(suffix(literal).as_deref(), Some("sl_i32p3s"));
    }
}

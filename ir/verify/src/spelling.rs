//! Prints types in messages (`Type::print`).
use bctk_ir::entity::{List, TypeId};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_support::text::{write_escaped, write_u32, write_u64};

/// Texts longer than this are cut. The text of a type can grow exponentially with its nesting.
const MAX_TEXT: usize = 1 << 16;
/// Types are printed down to this depth.
const MAX_DEPTH: u32 = 256;

/// The text of a type; that of a named structure with its definition.
pub(crate) fn spell(module: &Module, ty: TypeId) -> String {
    let mut out = Vec::new();
    write_type(&mut out, module, ty, 0);
    if let Type::Struct { kind: StructKind::Identified, fields, packed, .. } = module.types.get(ty) {
        out.extend_from_slice(b" = type ");
        write_fields(&mut out, module, fields, packed, 0);
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn write_fields(out: &mut Vec<u8>, module: &Module, fields: List<TypeId>, packed: bool, depth: u32) {
    let (open, close): (&[u8], &[u8]) = if packed { (b"<{", b"}>") } else { (b"{", b"}") };
    out.extend_from_slice(open);
    if !module.types.list(fields).is_empty() {
        out.push(b' ');
        write_list(out, module, fields, depth);
        out.push(b' ');
    }
    out.extend_from_slice(close);
}

fn write_list(out: &mut Vec<u8>, module: &Module, list: List<TypeId>, depth: u32) {
    for (at, ty) in module.types.list(list).iter().enumerate() {
        if out.len() > MAX_TEXT {
            return;
        }
        if at > 0 {
            out.extend_from_slice(b", ");
        }
        write_type(out, module, ty, depth + 1);
    }
}

fn write_space(out: &mut Vec<u8>, space: u32) {
    if space != 0 {
        out.extend_from_slice(b" addrspace(");
        write_u32(out, space);
        out.push(b')');
    }
}

/// Writes a type, a named structure by its name.
pub(crate) fn write_type(out: &mut Vec<u8>, module: &Module, ty: TypeId, depth: u32) {
    if depth > MAX_DEPTH || out.len() > MAX_TEXT {
        return;
    }
    match module.types.get(ty) {
        Type::Void => out.extend_from_slice(b"void"),
        Type::Half => out.extend_from_slice(b"half"),
        Type::BFloat => out.extend_from_slice(b"bfloat"),
        Type::Float => out.extend_from_slice(b"float"),
        Type::Double => out.extend_from_slice(b"double"),
        Type::X86Fp80 => out.extend_from_slice(b"x86_fp80"),
        Type::Fp128 => out.extend_from_slice(b"fp128"),
        Type::PpcFp128 => out.extend_from_slice(b"ppc_fp128"),
        Type::Label => out.extend_from_slice(b"label"),
        Type::Metadata => out.extend_from_slice(b"metadata"),
        Type::Token => out.extend_from_slice(b"token"),
        Type::X86Amx => out.extend_from_slice(b"x86_amx"),
        Type::X86Mmx => out.extend_from_slice(b"x86_mmx"),
        Type::Int(width) => {
            out.push(b'i');
            write_u32(out, width);
        }
        Type::Byte(width) => {
            out.push(b'b');
            write_u32(out, width);
        }
        Type::Ptr(space) => {
            out.extend_from_slice(b"ptr");
            write_space(out, space);
        }
        Type::TypedPtr { pointee, addrspace } => {
            write_type(out, module, pointee, depth + 1);
            write_space(out, addrspace);
            out.push(b'*');
        }
        Type::Function { ret, params, vararg } => {
            write_type(out, module, ret, depth + 1);
            out.extend_from_slice(b" (");
            write_list(out, module, params, depth);
            if vararg {
                out.extend_from_slice(if module.types.list(params).is_empty() { b"..." } else { b", ..." });
            }
            out.push(b')');
        }
        Type::Struct { kind: StructKind::Literal, packed, fields, .. } => write_fields(out, module, fields, packed, depth),
        Type::Struct { name, .. } => write_name(out, module.str(name)),
        Type::Array { elem, len } => {
            out.push(b'[');
            write_u64(out, len);
            out.extend_from_slice(b" x ");
            write_type(out, module, elem, depth + 1);
            out.push(b']');
        }
        Type::Vector { elem, len, scalable } => {
            out.extend_from_slice(if scalable { b"<vscale x " } else { b"<" });
            write_u32(out, len);
            out.extend_from_slice(b" x ");
            write_type(out, module, elem, depth + 1);
            out.push(b'>');
        }
        Type::TargetExt { name, types, ints, .. } => {
            out.extend_from_slice(b"target(\"");
            write_escaped(out, module.str(name));
            out.push(b'"');
            for ty in module.types.list(types) {
                out.extend_from_slice(b", ");
                write_type(out, module, ty, depth + 1);
            }
            for number in module.types.list(ints) {
                out.extend_from_slice(b", ");
                write_u32(out, number);
            }
            out.push(b')');
        }
    }
}

/// Writes the name of a structure. LLVM prints the address of one without a name.
fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    out.push(b'%');
    if name.is_empty() {
        out.extend_from_slice(b"\"type\"");
    } else if name.iter().all(is_plain) && !name[0].is_ascii_digit() {
        out.extend_from_slice(name);
    } else {
        out.push(b'"');
        write_escaped(out, name);
        out.push(b'"');
    }
}

//! The TYPE block.
use super::abbrevs;
use super::emit::{Chars, Emitter};
use super::enumerate::Numbering;
use crate::schema::abbrevs::{BLOCKS, NameChar, Widths};
use crate::schema::field::{CharsRef, Items};
use crate::schema::types as row;
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::{List, TypeId};
use bctk_ir::types::{StructKind, Type};

/// Writes the TYPE block (`writeTypeTable`).
pub(super) fn write(out: &mut Emitter, numbers: &Numbering<'_>, widths: &Widths) -> Result<()> {
    let module = numbers.module;
    out.open(row::ID)?;
    let typed_pointer = abbrevs::define_if_any(out, BLOCKS, row::ID, "POINTER in address space 0", widths)?;
    let pointer = abbrevs::define_if_any(out, BLOCKS, row::ID, "OPAQUE_POINTER in address space 0", widths)?;
    let mut define = |name| abbrevs::define(out, row::ID, name, widths);
    let function = define("FUNCTION")?;
    let literal = define("STRUCT_ANON")?;
    let short_name = define("STRUCT_NAME, char6")?;
    let named = define("STRUCT_NAMED")?;
    let array = define("ARRAY")?;
    let order = numbers.types.order();
    out.record(&row::NumEntry { count: order.len() as u64 })?;
    let mut ops: Vec<u64> = Vec::new();
    let fill = |ops: &mut Vec<u64>, list: List<TypeId>| {
        ops.clear();
        ops.extend(module.types.list(list).iter().map(|id| u64::from(numbers.ty(id))));
    };
    let write_name = |out: &mut Emitter, name: &[u8]| {
        let chars: Vec<u64> = name.iter().map(|&c| Chars::Signed32.operand(c)).collect();
        let abbrev = if NameChar::of(name) == NameChar::Char6 { short_name } else { UNABBREV_RECORD };
        out.record_as(abbrev, &row::StructName { name: CharsRef(&chars) })
    };
    for &id in order {
        match numbers.types.get(id) {
            Type::Void => out.record(&row::Void {})?,
            Type::Half => out.record(&row::Half {})?,
            Type::BFloat => out.record(&row::BFloat {})?,
            Type::Float => out.record(&row::Float {})?,
            Type::Double => out.record(&row::Double {})?,
            Type::X86Fp80 => out.record(&row::X86Fp80 {})?,
            Type::Fp128 => out.record(&row::Fp128 {})?,
            Type::PpcFp128 => out.record(&row::PpcFp128 {})?,
            Type::Label => out.record(&row::Label {})?,
            Type::Metadata => out.record(&row::Metadata {})?,
            Type::Token => out.record(&row::Token {})?,
            Type::X86Amx => out.record(&row::X86Amx {})?,
            Type::X86Mmx => out.record(&row::X86Mmx {})?,
            Type::Int(width) => out.record(&row::Integer { width })?,
            Type::Byte(width) => out.record(&row::Byte { width })?,
            Type::Ptr(space) => {
                let abbrev = if space == 0 { pointer } else { UNABBREV_RECORD };
                out.record_as(abbrev, &row::OpaquePointer { address_space: u64::from(space) })?;
            }
            Type::TypedPtr { pointee, addrspace } => {
                let abbrev = if addrspace == 0 { typed_pointer } else { UNABBREV_RECORD };
                out.record_as(abbrev, &row::Pointer { pointee: numbers.ty(pointee), address_space: u64::from(addrspace) })?;
            }
            Type::Function { ret, params, vararg } => {
                fill(&mut ops, params);
                let record = row::Function { is_vararg: vararg, result: numbers.ty(ret), params: Items::new(&ops) };
                out.record_as(function, &record)?;
            }
            Type::Struct { kind: StructKind::Literal, packed, fields, .. } => {
                fill(&mut ops, fields);
                out.record_as(literal, &row::StructAnon { is_packed: packed, elements: Items::new(&ops) })?;
            }
            Type::Struct { kind, packed, name, fields } => {
                if !name.is_empty() {
                    write_name(out, module.str(name))?;
                }
                if kind == StructKind::Opaque {
                    out.record(&row::Opaque { is_packed: 0 })?;
                } else {
                    fill(&mut ops, fields);
                    out.record_as(named, &row::StructNamed { is_packed: packed, elements: Items::new(&ops) })?;
                }
            }
            Type::Array { elem, len } => out.record_as(array, &row::Array { count: len, element: numbers.ty(elem) })?,
            Type::Vector { elem, len, scalable } => {
                out.record(&row::Vector { count: u64::from(len), element: numbers.ty(elem), is_scalable: scalable })?;
            }
            Type::TargetExt { name, types, ints, .. } => {
                write_name(out, module.str(name))?;
                fill(&mut ops, types);
                let integers: Vec<u64> = module.types.list(ints).iter().map(u64::from).collect();
                let type_count = ops.len() as u64;
                out.record(&row::TargetType { type_count, types: Items::new(&ops), integers: Items::new(&integers) })?;
            }
        }
    }
    if order.len() >= u32::MAX as usize {
        return Err(Error::too_large("2^32 types or more"));
    }
    out.end()
}

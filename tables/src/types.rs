//! The table `types`.
use crate::columns::{Column, Kind};
use crate::fault::{Clock, Fault, Result};
use crate::rows::Rows;
use crate::source::Stored;
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::TypeId;
use bctk_ir::types::{StructKind, Type};
use bctk_textual::{DisplayIn, ModuleSlotTracker};

pub(crate) const COLUMNS: &[Column] = &[
    Column::new("type", Kind::U32, "Number of the type in the module's table, from 0."),
    Column::new(
        "kind",
        Kind::Text,
        "`integer`, `float`, `pointer`, `struct`, `array`, `vector`, `function`, `target`, `void`, `label`, `metadata`, `token` or `byte`.",
    ),
    Column::new(
        "text",
        Kind::Text,
        "The type as assembly prints it; an identified structure is its name. Structures without names are numbered in the order of the table.",
    ),
    Column::new("name", Kind::Text, "Name of a structure or target type; null for none."),
    Column::new("struct_kind", Kind::Text, "`literal`, `identified` or `opaque`; null for other types."),
    Column::new("is_packed", Kind::Bool, "Whether a structure has no padding; null for other types."),
    Column::new("is_vararg", Kind::Bool, "Whether a function type takes further arguments; null for other types."),
    Column::new("is_scalable", Kind::Bool, "Whether the length of a vector is a multiple of `vscale`; null for other types."),
    Column::new("width", Kind::U32, "Bits of an integer or byte type."),
    Column::new("length", Kind::U64, "Number of elements of an array or vector."),
    Column::new("address_space", Kind::U32, "Address space of a pointer."),
    Column::new(
        "parts",
        Kind::U32List,
        "Numbers of the types that it is made of: fields; the element; the result, then the parameters; what a typed pointer points to.",
    ),
    Column::new("size", Kind::U64, "Size in bytes by the module's data layout, padding included; null for a type without a size."),
];

pub(crate) fn add(stored: &Stored<'_, '_>, clock: Clock, rows: &mut Rows<'_>) -> Result<()> {
    let view = stored.view()?;
    let module = view.module();
    clock.check()?;
    let tracker = ModuleSlotTracker::of_tables(module);
    let mut layouts = Layouts::new(DataLayout::parse(module.str(module.data_layout)));
    let types = &module.types;
    for (id, ty) in types.iter() {
        let (mut name, mut packing, mut vararg, mut scalable) = (None, None, None, None);
        let (mut width, mut length, mut space) = (None, None, None);
        let mut parts: Vec<TypeId> = Vec::new();
        let kind = match ty {
            Type::Void => "void",
            Type::Label => "label",
            Type::Metadata => "metadata",
            Type::Token => "token",
            Type::Half | Type::BFloat | Type::Float | Type::Double | Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => "float",
            Type::X86Mmx | Type::X86Amx => "vector",
            Type::Int(bits) => {
                width = Some(bits);
                "integer"
            }
            Type::Byte(bits) => {
                width = Some(bits);
                "byte"
            }
            Type::Ptr(addrspace) => {
                space = Some(addrspace);
                "pointer"
            }
            Type::TypedPtr { pointee, addrspace } => {
                space = Some(addrspace);
                parts.push(pointee);
                "pointer"
            }
            Type::Function { ret, params, vararg: more } => {
                vararg = Some(more);
                parts.push(ret);
                parts.extend(types.list(params));
                "function"
            }
            Type::Struct { kind, packed, name: own, fields } => {
                name = Some(module.str(own)).filter(|name| !name.is_empty());
                packing = Some((packed, kind));
                parts.extend(types.list(fields));
                "struct"
            }
            Type::Array { elem, len } => {
                length = Some(len);
                parts.push(elem);
                "array"
            }
            Type::Vector { elem, len, scalable: is_scalable } => {
                length = Some(u64::from(len));
                scalable = Some(is_scalable);
                parts.push(elem);
                "vector"
            }
            Type::TargetExt { name: own, types: params, .. } => {
                name = Some(module.str(own));
                parts.extend(types.list(params));
                "target"
            }
        };
        let mut row = rows.begin(stored.number)?;
        row.u32(id.0)?.text(kind.as_bytes())?.text(id.display(&tracker).to_string().as_bytes())?.opt_text(name)?;
        row.opt_text(packing.map(|(_, kind)| match kind {
            StructKind::Literal => &b"literal"[..],
            StructKind::Identified => b"identified",
            StructKind::Opaque => b"opaque",
        }))?;
        for flag in [packing.map(|(packed, _)| packed), vararg, scalable] {
            match flag {
                Some(flag) => row.bool(flag)?,
                None => row.null()?,
            };
        }
        row.opt_u32(width)?.opt_u64(length)?.opt_u32(space)?.u32_list(parts.iter().map(|part| part.0))?;
        let size = if layouts.is_sized(types, id) && !layouts.is_scalable(types, id) { layouts.alloc_size(types, id) } else { None };
        row.opt_u64(size)?.end()?;
    }
    tracker.check().map_err(|error| Fault::new(error.to_string()))
}

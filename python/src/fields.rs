//! The fields of nodes of debug information.
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiField, FieldKind, NUMBER};
use bctk_ir::metadata::dwarf::{CallConv, Encoding, EnumKind, Lang, LangDialect, LangName, Macinfo, Tag};
use bctk_ir::metadata::flags::{ChecksumKind, EmissionKind, FixedPointKind, NameTableKind, write_di_flags, write_sp_flags};
use bctk_ir::metadata::{Metadata as Ir, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyList};

use crate::names::Name;

/// What a field holds.
pub(crate) enum Field {
    None,
    Node(MdId),
    Text(Name),
    Word(&'static str),
    Bool(bool),
    Number(i128),
    /// Words, least significant first, and whether they are signed.
    Wide(Vec<u64>, bool),
    Flags(Vec<String>),
}

impl Field {
    /// The object; a node is the caller's to make.
    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Field::None | Field::Node(_) => py.None(),
            Field::Text(text) => text.into_pyobject(py)?.into_any().unbind(),
            Field::Word(word) => word.into_pyobject(py)?.into_any().unbind(),
            Field::Bool(it) => PyBool::new(py, it).to_owned().into_any().unbind(),
            Field::Number(number) => match i64::try_from(number) {
                Ok(number) => number.into_pyobject(py)?.into_any().unbind(),
                Err(_) => (number as u64).into_pyobject(py)?.into_any().unbind(),
            },
            Field::Wide(words, signed) => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let options = PyDict::new(py);
                options.set_item("signed", signed)?;
                py.get_type::<PyInt>().call_method("from_bytes", (PyBytes::new(py, &bytes), "little"), Some(&options))?.unbind()
            }
            Field::Flags(flags) => PyList::new(py, flags)?.into_any().unbind(),
        })
    }
}

/// A field of a node, if it has one of this name.
pub(crate) fn get(module: &Module, item: Ir, name: &str) -> Option<Field> {
    let Ir::Node { kind, fields, .. } = item else { return None };
    let field = kind.whole().field(name)?;
    let slots = module.metadata.node_fields(kind, fields);
    let of = |name: &str| kind.field(name).and_then(|field| slots.get(usize::from(field.slot)).copied()).unwrap_or(0);
    Some(value(module, slots, field, &of))
}

/// A name for a number, or the number; nothing for 0, which stands for nothing where it has no name.
fn named(name: Option<&'static str>, number: u32) -> Field {
    match (name, number) {
        (Some(name), _) => Field::Word(name),
        (None, 0) => Field::None,
        (None, number) => Field::Number(number.into()),
    }
}

fn flags(write: fn(&mut Vec<u8>, u32), slot: u32) -> Field {
    let mut out = Vec::new();
    if slot != 0 {
        write(&mut out, slot);
    }
    let text = String::from_utf8_lossy(&out);
    Field::Flags(text.split(" | ").filter(|flag| !flag.is_empty()).map(str::to_owned).collect())
}

/// The number of a constant integer that metadata holds.
fn constant(module: &Module, id: MdId) -> Option<i64> {
    let Ir::Value { value, .. } = module.metadata.get(id) else { return None };
    let ValueKind::Const(at) = value.kind() else { return None };
    let it = module.consts.get(at)?;
    match (it.kind, module.types.get(it.ty)) {
        (ConstKind::Int(number), Type::Int(_)) => Some(number),
        (ConstKind::Null, Type::Int(_)) => Some(0),
        _ => None,
    }
}

fn value(module: &Module, slots: &[u32], field: &DiField, of: &dyn Fn(&str) -> u32) -> Field {
    let at = usize::from(field.slot);
    let slot = |n: usize| slots.get(at + n).copied().unwrap_or(0);
    let word = |n: usize| u64::from(slot(n)) | u64::from(slot(n + 1)) << 32;
    let node = |slot| slot_md(slot).filter(|&id| module.metadata.get(id) != Ir::Missing).map_or(Field::None, Field::Node);
    let first = slot(0);
    let small = u8::try_from(first).ok();
    match field.kind {
        FieldKind::Md | FieldKind::GenericBound => node(first),
        FieldKind::MdString => match slot_md(first).map(|id| module.metadata.get(id)) {
            Some(Ir::String(text)) => Field::Text(Name(module.str(text).to_vec())),
            _ => Field::None,
        },
        FieldKind::U32 => Field::Number(first.into()),
        FieldKind::I32 => Field::Number((first as i32).into()),
        FieldKind::OptU32 => first.checked_sub(1).map_or(Field::None, |number| Field::Number(number.into())),
        FieldKind::U64 => Field::Number(word(0).into()),
        FieldKind::Bool => Field::Bool(first != 0),
        FieldKind::SizeOrMd | FieldKind::BoundOrMd => {
            let is_size = field.kind == FieldKind::SizeOrMd;
            match (first, slot_md(first).and_then(|id| constant(module, id))) {
                (0, _) if is_size => Field::Number(0),
                (0, _) => Field::None,
                (NUMBER, _) if is_size => Field::Number(word(1).into()),
                (NUMBER, _) => Field::Number((word(1) as i64).into()),
                (_, Some(number)) => Field::Number(number.into()),
                (other, None) => node(other),
            }
        }
        FieldKind::ApInt => {
            let unsigned = of("isUnsigned") != 0 || of("encoding") == u32::from(Encoding::UNSIGNED_FIXED.0);
            match first {
                0..=64 if unsigned => Field::Number(word(1).into()),
                0..=64 => Field::Number((word(1) as i64).into()),
                _ => Field::Wide(module.metadata.word_range(slot(1), slot(2)).to_vec(), !unsigned),
            }
        }
        FieldKind::Tag => named(Tag(first as u16).name(), first),
        FieldKind::DwLang => named(u16::try_from(first).ok().and_then(|n| Lang(n).name()), first),
        FieldKind::DwLname => named(u16::try_from(first).ok().and_then(|n| LangName(n).name()), first),
        FieldKind::DwDialect => named(small.and_then(|n| LangDialect(n).name()), first),
        FieldKind::DwEncoding => named(small.and_then(|n| Encoding(n).name()), first),
        FieldKind::DwCc => named(small.and_then(|n| CallConv(n).name()), first),
        FieldKind::DwMacinfo => named(small.and_then(|n| Macinfo(n).name()), first),
        FieldKind::OptEnumKind => match first.checked_sub(1) {
            Some(number) => match u8::try_from(number).ok().and_then(|n| EnumKind(n).name()) {
                Some(name) => Field::Word(name),
                None => Field::Number(number.into()),
            },
            None => Field::None,
        },
        FieldKind::DiFlags => flags(write_di_flags, first),
        FieldKind::SpFlags => flags(write_sp_flags, first),
        FieldKind::EmissionKind => named(EmissionKind(first).name(), first),
        FieldKind::NameTableKind => named(NameTableKind(first).name(), first),
        FieldKind::LocalTag => Field::Number(first.into()),
        FieldKind::FixedPointKind => named(FixedPointKind(first).name(), first),
        FieldKind::ChecksumKind => named(ChecksumKind(first).name().filter(|_| first != 0), first),
        FieldKind::PtrAuth => Field::Number(first.into()),
    }
}

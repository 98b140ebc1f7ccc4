//! Types: `bctk.Type`, and the list of those of a module.
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type as Ir};
use bctk_textual::DisplayIn;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::names::Name;
use crate::shared::{Handle, work};

/// Longest text of a type, in bytes; types within types may be of any length.
const MOST_TEXT: usize = 1 << 20;
/// Deepest type that is printed without the help of the printer.
const MOST_DEPTH: u32 = 200;

/// Which type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    /// One of the module's table.
    Id(TypeId),
    /// `label`, which the table need not have.
    Label,
    /// `metadata`
    Metadata,
    /// `void`
    Void,
}

/// A type of a module.
///
/// Types of one module are equal if they are the same type there.
///
/// >>> import bctk
/// >>> module = bctk.read("python/tests/data/small.bc")
/// >>> module.functions["main"].function_type
/// <Type 'i32 (i32, ptr)'>
/// >>> module.functions["main"].return_type.width
/// 32
#[pyclass(frozen, module = "bctk")]
pub(crate) struct Type {
    pub(crate) shared: Handle,
    pub(crate) ty: Ty,
}

/// Appends a type as assembly spells it; false if it needs numbers or is too long or deep.
fn spell(module: &Module, id: TypeId, depth: u32, out: &mut String) -> bool {
    if depth > MOST_DEPTH || out.len() > MOST_TEXT {
        return false;
    }
    let list = |ids: &mut dyn Iterator<Item = TypeId>, out: &mut String| {
        for (at, id) in ids.enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            if !spell(module, id, depth + 1, out) {
                return false;
            }
        }
        true
    };
    let word = match module.types.get(id) {
        Ir::Int(bits) => return write!(out, "i{bits}").is_ok(),
        Ir::Byte(bits) => return write!(out, "b{bits}").is_ok(),
        Ir::Ptr(0) => "ptr",
        Ir::Ptr(space) => return write!(out, "ptr addrspace({space})").is_ok(),
        Ir::TypedPtr { pointee, addrspace } => {
            if !spell(module, pointee, depth + 1, out) {
                return false;
            }
            if addrspace != 0 {
                let _ = write!(out, " addrspace({addrspace})");
            }
            "*"
        }
        Ir::Function { ret, params, vararg } => {
            if !spell(module, ret, depth + 1, out) {
                return false;
            }
            out.push_str(" (");
            let params = module.types.list(params);
            if !list(&mut params.iter(), out) {
                return false;
            }
            match (vararg, params.is_empty()) {
                (true, true) => "...)",
                (true, false) => ", ...)",
                (false, _) => ")",
            }
        }
        Ir::Struct { kind: StructKind::Literal, packed, fields, .. } => {
            let fields = module.types.list(fields);
            out.push_str(if packed { "<{" } else { "{" });
            if !fields.is_empty() {
                out.push(' ');
                if !list(&mut fields.iter(), out) {
                    return false;
                }
                out.push(' ');
            }
            if packed { "}>" } else { "}" }
        }
        Ir::Struct { name, .. } => {
            // Only the printer knows the number of one without a name, and how to quote.
            let name = module.str(name);
            let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_');
            match std::str::from_utf8(name) {
                Ok(text) if !text.is_empty() && !text.starts_with(|c: char| c.is_ascii_digit()) && name.iter().all(plain) => {
                    return write!(out, "%{text}").is_ok();
                }
                _ => return false,
            }
        }
        Ir::Array { elem, len } => {
            let _ = write!(out, "[{len} x ");
            if !spell(module, elem, depth + 1, out) {
                return false;
            }
            "]"
        }
        Ir::Vector { elem, len, scalable } => {
            let _ = write!(out, "<{}{len} x ", if scalable { "vscale x " } else { "" });
            if !spell(module, elem, depth + 1, out) {
                return false;
            }
            ">"
        }
        Ir::TargetExt { .. } => return false,
        plain => match kind_of(plain) {
            "x86_fp80" => "x86_fp80",
            word => word,
        },
    };
    out.push_str(word);
    true
}

/// The word for a kind of type.
fn kind_of(ty: Ir) -> &'static str {
    match ty {
        Ir::Void => "void",
        Ir::Half => "half",
        Ir::BFloat => "bfloat",
        Ir::Float => "float",
        Ir::Double => "double",
        Ir::X86Fp80 => "x86_fp80",
        Ir::Fp128 => "fp128",
        Ir::PpcFp128 => "ppc_fp128",
        Ir::Label => "label",
        Ir::Metadata => "metadata",
        Ir::Token => "token",
        Ir::X86Amx => "x86_amx",
        Ir::X86Mmx => "x86_mmx",
        Ir::Int(_) => "integer",
        Ir::Byte(_) => "byte",
        Ir::Ptr(_) | Ir::TypedPtr { .. } => "pointer",
        Ir::Function { .. } => "function",
        Ir::Struct { .. } => "struct",
        Ir::Array { .. } => "array",
        Ir::Vector { .. } => "vector",
        Ir::TargetExt { .. } => "target",
    }
}

/// The text of a type, where its module alone tells.
pub(crate) fn spelled(module: &Module, id: TypeId) -> Option<String> {
    let mut out = String::new();
    spell(module, id, 0, &mut out).then_some(out)
}

impl Type {
    /// A type of the table.
    pub(crate) fn new(shared: &Handle, id: TypeId) -> Type {
        Type { shared: Arc::clone(shared), ty: Ty::Id(id) }
    }

    fn look<R: Send>(&self, py: Python<'_>, look: impl FnOnce(&Module, TypeId, Ir) -> R + Send) -> PyResult<Option<R>> {
        match self.ty {
            Ty::Id(id) => self.shared.with(py, |module| Some(look(module, id, module.types.get(id)))),
            _ => Ok(None),
        }
    }

    fn types(&self, ids: Option<Vec<TypeId>>) -> Vec<Type> {
        ids.unwrap_or_default().into_iter().map(|id| Type::new(&self.shared, id)).collect()
    }

    /// The text of the type.
    pub(crate) fn text(&self, py: Python<'_>) -> PyResult<String> {
        let id = match self.ty {
            Ty::Id(id) => id,
            Ty::Label => return Ok("label".into()),
            Ty::Metadata => return Ok("metadata".into()),
            Ty::Void => return Ok("void".into()),
        };
        if let Some(text) = self.shared.with(py, |module| spelled(module, id))? {
            return Ok(text);
        }
        let whole = self.shared.numbered(py)?;
        Ok(work(py, || Ok(whole.numbered(|_, numbers| id.display(numbers).to_string())))?)
    }
}

#[pymethods]
impl Type {
    /// The kind of type: ``integer``, ``pointer``, ``function``, ``struct``, ``array``, ``vector``, ``target``, ``byte``, or the word for
    /// it in assembly (``void``, ``float``, ``label`` …).
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match self.ty {
            Ty::Label => "label",
            Ty::Metadata => "metadata",
            Ty::Void => "void",
            Ty::Id(_) => self.look(py, |_, _, ty| kind_of(ty))?.unwrap_or_default(),
        })
    }

    /// Bits of an integer, byte or floating-point type; none for other types.
    #[getter]
    fn width(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        let width = |_: &Module, _, ty| match ty {
            Ir::Int(bits) | Ir::Byte(bits) => Some(bits),
            Ir::Half | Ir::BFloat => Some(16),
            Ir::Float => Some(32),
            Ir::Double => Some(64),
            Ir::X86Fp80 => Some(80),
            Ir::Fp128 | Ir::PpcFp128 => Some(128),
            _ => None,
        };
        Ok(self.look(py, width)?.flatten())
    }

    /// The name of a structure or target type, without ``%``; none if it has none.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        let name = |module: &Module, _, ty| match ty {
            Ir::Struct { name, .. } | Ir::TargetExt { name, .. } => Name::some(module.str(name)),
            _ => None,
        };
        Ok(self.look(py, name)?.flatten())
    }

    /// What a typed pointer points to, as in files up to LLVM 16; none for ``ptr`` and other types.
    #[getter]
    fn pointee(&self, py: Python<'_>) -> PyResult<Option<Type>> {
        let pointee = |_: &Module, _, ty| match ty {
            Ir::TypedPtr { pointee, .. } => Some(pointee),
            _ => None,
        };
        Ok(self.look(py, pointee)?.flatten().map(|id| Type::new(&self.shared, id)))
    }

    /// The address space of a pointer; none for other types.
    #[getter]
    fn address_space(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        let space = |_: &Module, _, ty| match ty {
            Ir::Ptr(space) | Ir::TypedPtr { addrspace: space, .. } => Some(space),
            _ => None,
        };
        Ok(self.look(py, space)?.flatten())
    }

    /// The type of the elements of an array or vector; none for other types.
    #[getter]
    fn element(&self, py: Python<'_>) -> PyResult<Option<Type>> {
        let element = |_: &Module, _, ty| match ty {
            Ir::Array { elem, .. } | Ir::Vector { elem, .. } => Some(elem),
            _ => None,
        };
        Ok(self.look(py, element)?.flatten().map(|id| Type::new(&self.shared, id)))
    }

    /// How many elements an array or vector has (a scalable vector: at least); none for other types.
    #[getter]
    fn length(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        let length = |_: &Module, _, ty| match ty {
            Ir::Array { len, .. } => Some(len),
            Ir::Vector { len, .. } => Some(u64::from(len)),
            _ => None,
        };
        Ok(self.look(py, length)?.flatten())
    }

    /// Whether it is a scalable vector.
    #[getter]
    fn is_scalable(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.look(py, |_, _, ty| matches!(ty, Ir::Vector { scalable: true, .. }))?.unwrap_or(false))
    }

    /// The types of the fields of a structure; empty for other types.
    #[getter]
    fn fields(&self, py: Python<'_>) -> PyResult<Vec<Type>> {
        let fields = |module: &Module, _, ty| match ty {
            Ir::Struct { fields, .. } => module.types.list(fields).to_vec(),
            _ => Vec::new(),
        };
        Ok(self.types(self.look(py, fields)?))
    }

    /// Whether it is a structure without padding.
    #[getter]
    fn is_packed(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.look(py, |_, _, ty| matches!(ty, Ir::Struct { packed: true, .. }))?.unwrap_or(false))
    }

    /// Whether it is a structure without a definition.
    #[getter]
    fn is_opaque(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.look(py, |_, _, ty| matches!(ty, Ir::Struct { kind: StructKind::Opaque, .. }))?.unwrap_or(false))
    }

    /// What a function type returns; none for other types.
    #[getter]
    fn return_type(&self, py: Python<'_>) -> PyResult<Option<Type>> {
        let ret = |_: &Module, _, ty| match ty {
            Ir::Function { ret, .. } => Some(ret),
            _ => None,
        };
        Ok(self.look(py, ret)?.flatten().map(|id| Type::new(&self.shared, id)))
    }

    /// The types of the parameters of a function type; empty for other types.
    #[getter]
    fn parameters(&self, py: Python<'_>) -> PyResult<Vec<Type>> {
        let params = |module: &Module, _, ty| match ty {
            Ir::Function { params, .. } => module.types.list(params).to_vec(),
            _ => Vec::new(),
        };
        Ok(self.types(self.look(py, params)?))
    }

    /// Whether it is a function type that takes further arguments.
    #[getter]
    fn is_vararg(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.look(py, |_, _, ty| matches!(ty, Ir::Function { vararg: true, .. }))?.unwrap_or(false))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Type '{}'>", self.text(py)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: PyRef<'_, Type>| Arc::ptr_eq(&self.shared, &other.shared) && self.ty == other.ty;
        other.cast::<Type>().is_ok_and(|other| same(other.borrow()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.shared) as usize, self.ty).hash(&mut hasher);
        hasher.finish()
    }
}

/// The types of a module, in the order of its file.
#[pyclass(frozen, sequence, module = "bctk")]
pub(crate) struct Types {
    pub(crate) shared: Handle,
}

#[pymethods]
impl Types {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.shared.with(py, |module| module.types.len())
    }

    fn __getitem__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let len = self.__len__(py)?;
        let one = |id: TypeId| Ok(Py::new(py, Type::new(&self.shared, id))?.into_any());
        if let Some(slice) = crate::sequences::positions(key, len)? {
            let items: Vec<Py<PyAny>> = slice.into_iter().map(|at| one(TypeId::new(at))).collect::<PyResult<_>>()?;
            return Ok(PyList::new(py, items)?.into_any().unbind());
        }
        if let Some(at) = crate::sequences::index(key)? {
            let at = crate::sequences::position(at, len).ok_or_else(|| PyIndexError::new_err("type index out of range"))?;
            return one(TypeId::new(at));
        }
        let name = key.extract::<Name>()?;
        let found = self.shared.with(py, |module| {
            let named = |(_, ty): &(TypeId, Ir)| match *ty {
                Ir::Struct { name: own, .. } => !own.is_empty() && module.str(own) == name.0,
                _ => false,
            };
            module.types.iter().find(named).map(|(id, _)| id)
        })?;
        found.map_or_else(|| Err(crate::sequences::no_such(key)), one)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<{} types>", self.__len__(py)?))
    }
}

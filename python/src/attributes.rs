//! Attributes of functions, results, parameters, calls and variables.
use std::sync::Arc;

use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::{AttrClass, write_initializes, write_int_attr};
use bctk_ir::entity::{AttrListId, AttrSetId, TypeId};
use bctk_ir::module::Module;
use pyo3::prelude::*;

use crate::names::Name;
use crate::shared::Handle;
use crate::types::{Type, spelled};

/// An attribute, such as ``nounwind``, ``align 8`` or ``"target-cpu"="x86-64"``.
///
/// >>> import bctk
/// >>> module = bctk.read("python/tests/data/small.bc")
/// >>> [attribute.name for attribute in module.functions["main"].attributes][:2]
/// ['nofree', 'noinline']
#[pyclass(frozen, module = "bctk")]
pub(crate) struct Attribute {
    shared: Handle,
    set: AttrSetId,
    at: usize,
}

/// What an attribute says beyond its name.
enum Said {
    Nothing,
    Number(u64),
    Type(TypeId),
    Text(Name),
}

/// The attributes of a position of a list.
pub(crate) fn list_at(py: Python<'_>, shared: &Handle, list: AttrListId, index: AttrIndex) -> PyResult<Vec<Attribute>> {
    match shared.with(py, |module| module.attrs.set_at(list, index))? {
        Some(set) => of_set(py, shared, set),
        None => Ok(Vec::new()),
    }
}

/// The attributes of a set.
pub(crate) fn of_set(py: Python<'_>, shared: &Handle, set: AttrSetId) -> PyResult<Vec<Attribute>> {
    let count = shared.with(py, |module| module.attrs.set(set).len())?;
    Ok((0..count).map(|at| Attribute { shared: Arc::clone(shared), set, at }).collect())
}

/// The number of words as text, for a range.
fn bound(words: &[u64]) -> i64 {
    words.first().map_or(0, |&word| word as i64)
}

fn text(module: &Module, attr: &Attr) -> String {
    let mut out = Vec::new();
    match attr {
        Attr::Enum(kind) => out.extend_from_slice(kind.spelling().as_bytes()),
        Attr::Int(kind, value) => write_int_attr(&mut out, *kind, *value, false, module.llvm_version()),
        Attr::Type(kind, ty) => {
            out.extend_from_slice(kind.spelling().as_bytes());
            if let Some(ty) = ty {
                out.extend_from_slice(format!("({})", spelled(module, *ty).unwrap_or_else(|| "…".into())).as_bytes());
            }
        }
        Attr::Range(kind, range) => {
            let text = format!("{}(i{} {}, {})", kind.spelling(), range.width, bound(&range.lower), bound(&range.upper));
            out.extend_from_slice(text.as_bytes());
        }
        Attr::RangeList(_, ranges) => write_initializes(&mut out, ranges.iter().map(|range| (bound(&range.lower), bound(&range.upper)))),
        Attr::String(key, value) => {
            let quoted = |name: &[u8]| format!("\"{}\"", String::from_utf8_lossy(name));
            out.extend_from_slice(quoted(module.str(*key)).as_bytes());
            if let Some(value) = value {
                out.extend_from_slice(format!("={}", quoted(module.str(*value))).as_bytes());
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

impl Attribute {
    fn look<R: Send>(&self, py: Python<'_>, look: impl FnOnce(&Module, &Attr) -> R + Send) -> PyResult<R> {
        let found = self.shared.with(py, |module| module.attrs.set(self.set).get(self.at).map(|attr| look(module, attr)))?;
        found.ok_or_else(crate::value::missing)
    }
}

#[pymethods]
impl Attribute {
    /// The name, such as ``align``; for a string attribute its key. ``attribute.N`` for one of a newer LLVM.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Name> {
        self.look(py, |module, attr| match attr.kind() {
            Some(kind) if kind.is_known() => Name(kind.spelling().as_bytes().to_vec()),
            Some(kind) => Name(format!("attribute.{}", kind.0).into_bytes()),
            None => match attr {
                Attr::String(key, _) => Name(module.str(*key).to_vec()),
                _ => Name(Vec::new()),
            },
        })
    }

    /// The value: a number, a ``Type``, or the text of a string attribute; none if it has none. Ranges and numbers with words of their own
    /// (``memory``, ``captures`` …) are in ``str(attribute)``.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let said = self.look(py, |module, attr| match attr {
            Attr::Int(_, number) => Said::Number(*number),
            Attr::Type(_, Some(ty)) => Said::Type(*ty),
            Attr::String(_, Some(value)) => Said::Text(Name(module.str(*value).to_vec())),
            _ => Said::Nothing,
        })?;
        Ok(match said {
            Said::Nothing => py.None(),
            Said::Number(number) => number.into_pyobject(py)?.into_any().unbind(),
            Said::Type(ty) => Py::new(py, Type::new(&self.shared, ty))?.into_any(),
            Said::Text(text) => text.into_pyobject(py)?.into_any().unbind(),
        })
    }

    /// The form: ``enum``, ``integer``, ``type``, ``range``, ``ranges`` or ``string``.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.look(py, |_, attr| match attr {
            Attr::String(..) => "string",
            Attr::Enum(_) => "enum",
            Attr::Int(..) => "integer",
            Attr::Type(..) => "type",
            Attr::Range(..) => "range",
            Attr::RangeList(kind, _) if kind.class() == AttrClass::RangeList => "ranges",
            Attr::RangeList(..) => "ranges",
        })
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, text)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Attribute '{}'>", self.look(py, text)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Attribute>() else { return Ok(false) };
        let other = other.get();
        if Arc::ptr_eq(&self.shared, &other.shared) {
            let own = self.look(py, |_, attr| attr.clone())?;
            return other.look(py, |_, attr| *attr == own);
        }
        Ok(self.look(py, text)? == other.look(py, text)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.look(py, text)?.hash(&mut hasher);
        Ok(hasher.finish())
    }
}

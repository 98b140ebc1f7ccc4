//! Debug locations: where code comes from, and where that was inlined.
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bctk_ir::entity::MdId;
use bctk_ir::view::LocationView;
use pyo3::prelude::*;

use crate::metadata;
use crate::names::Name;
use crate::shared::Handle;

/// Longest chain of inlined locations that is followed.
const MOST: usize = 1 << 12;

/// A place in the source.
///
/// >>> import bctk
/// >>> main = bctk.read("python/tests/data/small.bc").functions["main"]
/// >>> place = main.instructions[-1].debug_location
/// >>> f"{place.filename}:{place.line}:{place.column} in {place.function}"
/// 'small.c:14:3 in main'
#[pyclass(frozen, module = "bctk")]
pub(crate) struct DebugLocation {
    pub(crate) shared: Handle,
    pub(crate) node: MdId,
}

impl DebugLocation {
    fn look<R: Send>(&self, py: Python<'_>, look: impl FnOnce(LocationView<'_>) -> R + Send) -> PyResult<R> {
        self.shared.with(py, |module| look(module.view().location(self.node)))
    }

    fn file_field(&self, py: Python<'_>, name: &str) -> PyResult<Option<Name>> {
        self.look(py, |location| Some(Name(location.scope()?.file()?.bytes(name)?.to_vec())))
    }

    fn object(&self, py: Python<'_>, get: impl FnOnce(LocationView<'_>) -> Option<MdId> + Send) -> PyResult<Option<Py<PyAny>>> {
        self.look(py, get)?.map(|id| metadata::object(py, &self.shared, None, id)).transpose()
    }

    fn at(&self, node: MdId) -> DebugLocation {
        DebugLocation { shared: Arc::clone(&self.shared), node }
    }
}

#[pymethods]
impl DebugLocation {
    /// The line; 0 for code that no line made.
    #[getter]
    fn line(&self, py: Python<'_>) -> PyResult<u32> {
        self.look(py, |location| location.line())
    }

    /// The column; 0 if it is not known.
    #[getter]
    fn column(&self, py: Python<'_>) -> PyResult<u32> {
        self.look(py, |location| location.column())
    }

    /// The name of the file; none if it is not known.
    #[getter]
    fn filename(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        self.file_field(py, "filename")
    }

    /// The directory of the file; none if it is not known.
    #[getter]
    fn directory(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        self.file_field(py, "directory")
    }

    /// The name of the function in the source that the code was written in; none if it is not known.
    #[getter]
    fn function(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        self.look(py, |location| Some(Name(location.subprogram()?.bytes("name")?.to_vec())))
    }

    /// The debug information of that function: a ``DISubprogram``.
    #[getter]
    fn subprogram(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.object(py, |location| Some(location.subprogram()?.id()))
    }

    /// The scope: a ``DISubprogram`` or a block in one.
    #[getter]
    fn scope(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.object(py, |location| Some(location.scope()?.id()))
    }

    /// The place that the function was inlined at; none if it was not.
    #[getter]
    fn inlined_at(&self, py: Python<'_>) -> PyResult<Option<DebugLocation>> {
        let id = self.look(py, |location| Some(location.inlined_at()?.id()))?;
        Ok(id.map(|id| self.at(id)))
    }

    /// This place, the one that it was inlined at, the one that that was inlined at, and so on.
    #[getter]
    fn chain(&self, py: Python<'_>) -> PyResult<Vec<DebugLocation>> {
        let ids = self.look(py, |location| {
            let mut seen = HashSet::new();
            // A damaged file may have a circle.
            location.inlined_chain().map(|at| at.id()).take(MOST).take_while(|&id| seen.insert(id)).collect::<Vec<_>>()
        })?;
        Ok(ids.into_iter().map(|id| self.at(id)).collect())
    }

    /// The ``DILocation`` itself.
    #[getter]
    fn node(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        metadata::object(py, &self.shared, None, self.node)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let name = self.filename(py)?.map_or_else(|| "<unknown>".into(), |name| String::from_utf8_lossy(&name.0).into_owned());
        Ok(format!("{name}:{}:{}", self.line(py)?, self.column(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<DebugLocation '{}'>", self.__str__(py)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<DebugLocation>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.shared, &other.shared) && self.node == other.node
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.shared) as usize, self.node).hash(&mut hasher);
        hasher.finish()
    }
}

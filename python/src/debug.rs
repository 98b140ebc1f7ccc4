//! Debug locations: where code comes from, and where that was inlined.
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata as Ir, slot_md};
use bctk_ir::module::Module;
use pyo3::prelude::*;

use crate::metadata;
use crate::names::Name;
use crate::shared::Handle;

/// Longest chain of scopes or inlined locations that is followed.
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

/// A slot of a node's field; 0 if it has no such field.
fn slot(module: &Module, id: MdId, name: &str) -> u32 {
    let Ir::Node { kind, fields, .. } = module.metadata.get(id) else { return 0 };
    let field = kind.field(name);
    field.and_then(|field| module.metadata.node_fields(kind, fields).get(usize::from(field.slot)).copied()).unwrap_or(0)
}

/// A field that refers to a node.
fn reference(module: &Module, id: MdId, name: &str) -> Option<MdId> {
    slot_md(slot(module, id, name))
}

fn string(module: &Module, id: MdId, name: &str) -> Option<Name> {
    match module.metadata.get(reference(module, id, name)?) {
        Ir::String(text) => Some(Name(module.str(text).to_vec())),
        _ => None,
    }
}

/// The scopes of a location, from the inside to the outside.
fn scopes(module: &Module, location: MdId) -> impl Iterator<Item = MdId> + '_ {
    std::iter::successors(reference(module, location, "scope"), move |&scope| reference(module, scope, "scope")).take(MOST)
}

/// The function of the source that a location is in.
fn subprogram(module: &Module, location: MdId) -> Option<MdId> {
    scopes(module, location).find(|&scope| matches!(module.metadata.get(scope), Ir::Node { kind: DiKind::Subprogram, .. }))
}

/// The file of a location.
fn file(module: &Module, location: MdId) -> Option<MdId> {
    scopes(module, location).find_map(|scope| reference(module, scope, "file"))
}

impl DebugLocation {
    fn look<R: Send>(&self, py: Python<'_>, look: impl FnOnce(&Module, MdId) -> R + Send) -> PyResult<R> {
        self.shared.with(py, |module| look(module, self.node))
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
        self.look(py, |module, id| slot(module, id, "line"))
    }

    /// The column; 0 if it is not known.
    #[getter]
    fn column(&self, py: Python<'_>) -> PyResult<u32> {
        self.look(py, |module, id| slot(module, id, "column"))
    }

    /// The name of the file; none if it is not known.
    #[getter]
    fn filename(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        self.look(py, |module, id| string(module, file(module, id)?, "filename"))
    }

    /// The directory of the file; none if it is not known.
    #[getter]
    fn directory(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        self.look(py, |module, id| string(module, file(module, id)?, "directory"))
    }

    /// The name of the function in the source that the code was written in; none if it is not known.
    #[getter]
    fn function(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        self.look(py, |module, id| string(module, subprogram(module, id)?, "name"))
    }

    /// The debug information of that function: a ``DISubprogram``.
    #[getter]
    fn subprogram(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let id = self.look(py, subprogram)?;
        id.map(|id| metadata::object(py, &self.shared, None, id)).transpose()
    }

    /// The scope: a ``DISubprogram`` or a block in one.
    #[getter]
    fn scope(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let id = self.look(py, |module, id| reference(module, id, "scope"))?;
        id.map(|id| metadata::object(py, &self.shared, None, id)).transpose()
    }

    /// The place that the function was inlined at; none if it was not.
    #[getter]
    fn inlined_at(&self, py: Python<'_>) -> PyResult<Option<DebugLocation>> {
        let id = self.look(py, |module, id| reference(module, id, "inlinedAt"))?;
        Ok(id.map(|id| self.at(id)))
    }

    /// This place, the one that it was inlined at, the one that that was inlined at, and so on.
    #[getter]
    fn chain(&self, py: Python<'_>) -> PyResult<Vec<DebugLocation>> {
        let ids = self.look(py, |module, id| {
            let mut seen = HashSet::new();
            // A damaged file may have a circle.
            let next = |&id: &MdId| reference(module, id, "inlinedAt");
            std::iter::successors(Some(id), next).take(MOST).take_while(|&id| seen.insert(id)).collect::<Vec<_>>()
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

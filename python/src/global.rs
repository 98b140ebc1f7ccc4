//! Global values: what functions, variables, aliases and ifuncs have in common, and the last three.
use bctk_ir::body::Attachment;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue as Ir};
use bctk_ir::module::Module;
use bctk_ir::value::Value as IrValue;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::attributes::{self, Attribute};
use crate::constant::optional;
use crate::metadata;
use crate::names::Name;
use crate::sequences::{Items, index, no_such, position, positions};
use crate::shared::{Handle, work};
use crate::types::Type;
use crate::value::{Key, Value, key_of, missing, object};

/// A function, variable, alias or ifunc.
#[pyclass(frozen, subclass, extends = Value, module = "bctk")]
pub(crate) struct GlobalValue;

/// A global variable.
#[pyclass(frozen, extends = GlobalValue, module = "bctk")]
pub(crate) struct GlobalVariable;

/// An alias of another global value.
#[pyclass(frozen, extends = GlobalValue, module = "bctk")]
pub(crate) struct Alias;

/// An indirect function: a resolver chooses its code when the program starts.
#[pyclass(frozen, extends = GlobalValue, module = "bctk")]
pub(crate) struct IFunc;

impl Value {
    /// The global value that it is.
    pub(crate) fn global_id(&self) -> PyResult<GlobalId> {
        match self.key {
            Key::Global(id) => Ok(id),
            _ => Err(missing()),
        }
    }

    /// Looks at the global value that it is.
    pub(crate) fn global<R: Send>(&self, py: Python<'_>, look: impl FnOnce(&Module, &Ir) -> R + Send) -> PyResult<R> {
        let id = self.global_id()?;
        self.shared.with(py, |module| module.global(id).map(|global| look(module, global)))?.ok_or_else(missing)
    }
}

/// The metadata of attachments by the names of their kinds. A kind may be there several times: the last one counts, but `dbg` lists are kept.
pub(crate) fn attached<'py>(
    py: Python<'py>,
    shared: &Handle,
    function: Option<GlobalId>,
    attachments: Vec<(Name, Attachment)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, attachment) in attachments {
        dict.set_item(name, metadata::object(py, shared, function, attachment.node)?)?;
    }
    Ok(dict)
}

/// An attachment with the name of its kind.
pub(crate) fn with_name(module: &Module, attachment: Attachment) -> (Name, Attachment) {
    let name = module.md_kinds.get(attachment.kind as usize).map(|&name| module.str(name).to_vec()).filter(|name| !name.is_empty());
    (Name(name.unwrap_or_else(|| attachment.kind.to_string().into_bytes())), attachment)
}

/// An alignment in bytes; none if none is stated.
pub(crate) fn alignment(code: u8) -> Option<u64> {
    1u64.checked_shl(u32::from(code).checked_sub(1)?)
}

#[pymethods]
impl GlobalValue {
    /// The type of what it points to: of a variable, or the function type.
    #[getter]
    fn value_type(slf: &Bound<'_, Self>) -> PyResult<Type> {
        let value = slf.as_super().get();
        let ty = value.global(slf.py(), |_, global| global.value_type)?;
        Ok(Type::new(&value.shared, ty))
    }

    /// The linkage: ``external``, ``internal``, ``linkonce_odr`` …
    #[getter]
    fn linkage(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
        let linkage = slf.as_super().get().global(slf.py(), |_, global| global.linkage.spelling())?;
        Ok(if linkage.is_empty() { "external" } else { linkage })
    }

    /// The visibility: ``default``, ``hidden`` or ``protected``.
    #[getter]
    fn visibility(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
        let visibility = slf.as_super().get().global(slf.py(), |_, global| global.visibility.spelling())?;
        Ok(if visibility.is_empty() { "default" } else { visibility })
    }

    /// The DLL storage class: ``dllimport`` or ``dllexport``; none for neither.
    #[getter]
    fn dll_storage(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        let storage = slf.as_super().get().global(slf.py(), |_, global| global.dll_storage.spelling())?;
        Ok((!storage.is_empty()).then_some(storage))
    }

    /// Whether its address does not matter: ``unnamed_addr`` or ``local_unnamed_addr``; none if it does.
    #[getter]
    fn unnamed_addr(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        let word = slf.as_super().get().global(slf.py(), |_, global| global.unnamed_addr.spelling())?;
        Ok((!word.is_empty()).then_some(word))
    }

    /// Whether it resolves within the linked image.
    #[getter]
    fn is_dso_local(slf: &Bound<'_, Self>) -> PyResult<bool> {
        slf.as_super().get().global(slf.py(), |_, global| global.dso_local)
    }

    /// Whether it is only declared here.
    #[getter]
    fn is_declaration(slf: &Bound<'_, Self>) -> PyResult<bool> {
        slf.as_super().get().global(slf.py(), |_, global| global.is_declaration())
    }

    /// The address space.
    #[getter]
    fn address_space(slf: &Bound<'_, Self>) -> PyResult<u32> {
        slf.as_super().get().global(slf.py(), |_, global| global.addrspace)
    }

    /// The section; none if none is stated.
    #[getter]
    fn section(slf: &Bound<'_, Self>) -> PyResult<Option<Name>> {
        slf.as_super().get().global(slf.py(), |module, global| Name::some(module.str(global.section)))
    }

    /// The alignment in bytes; none if none is stated.
    #[getter]
    fn alignment(slf: &Bound<'_, Self>) -> PyResult<Option<u64>> {
        slf.as_super().get().global(slf.py(), |_, global| alignment(global.align))
    }

    /// The name of its comdat; none if it is in none.
    #[getter]
    fn comdat(slf: &Bound<'_, Self>) -> PyResult<Option<Name>> {
        slf.as_super().get().global(slf.py(), |module, global| {
            let comdat = module.comdats.get(global.comdat?.index())?;
            Some(Name(module.str(comdat.name).to_vec()))
        })
    }

    /// Its metadata by the name of the kind; that of a function's ``dbg`` is its subprogram.
    #[getter]
    fn metadata<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (py, value) = (slf.py(), slf.as_super().get());
        let id = value.global_id()?;
        let mut all = value
            .global(py, |module, global| global.attachments.iter().map(|&attachment| with_name(module, attachment)).collect::<Vec<_>>())?;
        let of_body = value.shared.with_body(py, id, |module, body| {
            body.function_attachments.iter().map(|&attachment| with_name(module, attachment)).collect::<Vec<_>>()
        })?;
        all.extend(of_body.into_iter().flatten());
        attached(py, &value.shared, None, all)
    }

    /// The definition or declaration as assembly, of a function with its body. The numbers of unnamed metadata and attributes are those of
    /// the whole module, which is read for this.
    pub(crate) fn text(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, value) = (slf.py(), slf.as_super().get());
        let id = value.global_id()?;
        let whole = value.shared.numbered(py)?;
        Ok(work(py, || {
            use bctk_textual::DisplayIn;
            Ok(whole.numbered(|_, numbers| id.display(numbers).to_string()))
        })?)
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        GlobalValue::text(slf)
    }
}

/// A value of a global value, as an object.
fn held(value: &Value, py: Python<'_>, get: impl FnOnce(&Ir) -> Option<IrValue> + Send) -> PyResult<Option<Py<PyAny>>> {
    let key = value.global(py, |_, global| get(global).and_then(|held| key_of(held, None, None)))?;
    optional(py, &value.shared, key)
}

impl GlobalVariable {
    fn look<R: Send>(slf: &Bound<'_, Self>, look: impl FnOnce(&Module, &GlobalKind) -> R + Send) -> PyResult<R> {
        slf.as_super().as_super().get().global(slf.py(), |module, global| look(module, &global.kind))
    }
}

#[pymethods]
impl GlobalVariable {
    /// Whether it never changes: ``constant`` rather than ``global``.
    #[getter]
    fn is_constant(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Self::look(slf, |_, kind| matches!(kind, GlobalKind::Variable { constant: true, .. }))
    }

    /// The initial value; none for a declaration.
    #[getter]
    fn initializer(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        held(slf.as_super().as_super().get(), slf.py(), |global| match global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.get(),
            _ => None,
        })
    }

    /// The thread-local model (``localdynamic``, ``initialexec``, ``localexec``, or ``generaldynamic``); none if all threads share it.
    #[getter]
    fn thread_local(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        use bctk_ir::keywords::ThreadLocal;
        let value = slf.as_super().as_super().get();
        value.global(slf.py(), |_, global| match global.thread_local {
            ThreadLocal::NotThreadLocal => None,
            ThreadLocal::GeneralDynamic => Some("generaldynamic"),
            ThreadLocal::LocalDynamic => Some("localdynamic"),
            ThreadLocal::InitialExec => Some("initialexec"),
            ThreadLocal::LocalExec => Some("localexec"),
        })
    }

    /// Whether something other than the initial value may set it before the program starts.
    #[getter]
    fn is_externally_initialized(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Self::look(slf, |_, kind| matches!(kind, GlobalKind::Variable { externally_initialized: true, .. }))
    }

    /// Its attributes.
    #[getter]
    fn attributes(slf: &Bound<'_, Self>) -> PyResult<Vec<Attribute>> {
        let value = slf.as_super().as_super().get();
        let set = value.global(slf.py(), |module, global| global.variable_attrs(&module.attrs))?;
        set.map_or(Ok(Vec::new()), |set| attributes::of_set(slf.py(), &value.shared, set))
    }
}

#[pymethods]
impl Alias {
    /// What it is an alias of.
    #[getter]
    fn aliasee(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        held(slf.as_super().as_super().get(), slf.py(), |global| match global.kind {
            GlobalKind::Alias { aliasee } => Some(aliasee),
            _ => None,
        })
    }
}

#[pymethods]
impl IFunc {
    /// The function that chooses the code.
    #[getter]
    fn resolver(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        held(slf.as_super().as_super().get(), slf.py(), |global| match global.kind {
            GlobalKind::IFunc { resolver } => Some(resolver),
            _ => None,
        })
    }
}

/// Which global values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    Functions,
    Variables,
    Aliases,
    IFuncs,
}

impl Which {
    fn has(self, kind: &GlobalKind) -> bool {
        match self {
            Which::Functions => matches!(kind, GlobalKind::Function(_)),
            Which::Variables => matches!(kind, GlobalKind::Variable { .. }),
            Which::Aliases => matches!(kind, GlobalKind::Alias { .. }),
            Which::IFuncs => matches!(kind, GlobalKind::IFunc { .. }),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Which::Functions => "functions",
            Which::Variables => "variables",
            Which::Aliases => "aliases",
            Which::IFuncs => "ifuncs",
        }
    }
}

/// Global values of one kind, by position and by name.
///
/// >>> import bctk
/// >>> module = bctk.read("python/tests/data/small.bc")
/// >>> "main" in module.functions, "nothing" in module.functions
/// (True, False)
/// >>> module.functions[0].name == next(iter(module.functions)).name
/// True
#[pyclass(frozen, module = "bctk")]
pub(crate) struct Globals {
    shared: Handle,
    which: Which,
    ids: Vec<GlobalId>,
}

impl Globals {
    /// The global values of a kind.
    pub(crate) fn new(py: Python<'_>, shared: &Handle, which: Which) -> PyResult<Globals> {
        let ids = shared.with(py, |module| {
            let wanted = module.globals.iter().enumerate().filter(|(_, global)| which.has(&global.kind));
            wanted.map(|(at, _)| GlobalId::new(at)).collect::<Vec<_>>()
        })?;
        Ok(Globals { shared: shared.clone(), which, ids })
    }

    fn named(&self, py: Python<'_>, name: &Name) -> PyResult<Option<GlobalId>> {
        let id = self.shared.named(py, &name.0)?;
        Ok(id.filter(|id| self.ids.binary_search(id).is_ok()))
    }
}

#[pymethods]
impl Globals {
    fn __len__(&self) -> usize {
        self.ids.len()
    }

    fn __getitem__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        if let Some(slice) = positions(key, self.ids.len())? {
            let items: Vec<Py<PyAny>> =
                slice.into_iter().map(|at| object(py, &self.shared, Key::Global(self.ids[at]))).collect::<PyResult<_>>()?;
            return Ok(PyList::new(py, items)?.into_any().unbind());
        }
        let id = match index(key)? {
            Some(at) => {
                let at = position(at, self.ids.len());
                at.map(|at| self.ids[at]).ok_or_else(|| PyIndexError::new_err("index out of range"))?
            }
            None => self.named(py, &key.extract::<Name>()?)?.ok_or_else(|| no_such(key))?,
        };
        object(py, &self.shared, Key::Global(id))
    }

    /// The global value of this name, or ``default``.
    #[pyo3(signature = (name, default = None))]
    fn get(&self, py: Python<'_>, name: Name, default: Option<Py<PyAny>>) -> PyResult<Option<Py<PyAny>>> {
        match self.named(py, &name)? {
            Some(id) => object(py, &self.shared, Key::Global(id)).map(Some),
            None => Ok(default),
        }
    }

    /// The names, in order; empty for one without a name.
    fn names(&self, py: Python<'_>) -> PyResult<Vec<Name>> {
        self.shared.with(py, |module| {
            self.ids.iter().map(|&id| Name(module.global(id).map_or(&[][..], |global| module.str(global.name)).to_vec())).collect()
        })
    }

    fn __contains__(&self, py: Python<'_>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(value) = item.cast::<Value>() {
            let value = value.get();
            let is_own = std::sync::Arc::ptr_eq(&value.shared, &self.shared);
            return Ok(is_own && matches!(value.key, Key::Global(id) if self.ids.binary_search(&id).is_ok()));
        }
        match item.extract::<Name>() {
            Ok(name) => Ok(self.named(py, &name)?.is_some()),
            Err(_) => Ok(false),
        }
    }

    fn __iter__(slf: Py<Self>) -> Items {
        Items::new(slf.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.ids.len(), self.which.word())
    }
}

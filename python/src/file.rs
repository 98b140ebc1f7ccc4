//! Files, and how sources are opened.
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bctk::{Error, ErrorKind, Limits, ModuleFile};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyString};

use crate::error::{Fault, Outcome};
use crate::module::Module;
use crate::names::Name;
use crate::sequences::{Items, index, no_such, position};
use crate::shared::{Shared, guard, work};

/// Limits that bound the depth of recursion: they cannot be raised, because the stack of threads is what it is.
const OF_STACK: &[&str] = &["depth", "nesting", "type-suffixes", "printed-depth"];

/// The limits of a dictionary of names and numbers.
pub(crate) fn limits(given: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
    use bctk_bitcode::limits::LimitName;
    let mut limits = Limits::default();
    for (name, number) in given.into_iter().flatten() {
        let name = name.extract::<String>()?;
        let limit = LimitName::from_name(&name).ok_or_else(|| {
            let known: Vec<&str> = LimitName::ALL.iter().map(|limit| limit.name()).collect();
            PyValueError::new_err(format!("no limit is called {name:?}; the limits are {}", known.join(", ")))
        })?;
        let number = number.extract::<u64>().map_err(|_| {
            let shown = number.repr().map_or_else(|_| number.get_type().to_string(), |shown| shown.to_string());
            PyValueError::new_err(format!("the limit {name} is a whole number from 0 to {}, not {shown}", u64::MAX))
        })?;
        if OF_STACK.contains(&limit.name()) && number > limits.get(limit) {
            return Err(PyValueError::new_err(format!("the limit {name} cannot be more than {}", limits.get(limit))));
        }
        limits.set(limit, number);
    }
    Ok(limits)
}

/// What is read: a file, or bytes with a name.
pub(crate) enum Source {
    Path(PathBuf),
    Bytes(String, Vec<u8>),
}

impl Source {
    /// A source as Python has it: a path, or anything with bytes.
    pub(crate) fn new(source: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<Source> {
        if let Ok(module) = source.cast::<Module>() {
            let shared = Arc::clone(&module.get().shared);
            let bytes = work(source.py(), || crate::module::bitcode(&shared))?;
            return Ok(Source::Bytes(name.unwrap_or_else(|| shared.name.clone()), bytes));
        }
        if let Ok(bytes) = source.cast::<PyBytes>() {
            return Ok(Source::Bytes(name.unwrap_or_else(|| "<bytes>".into()), bytes.as_bytes().to_vec()));
        }
        if source.is_instance_of::<PyString>() || source.hasattr("__fspath__")? {
            return Ok(Source::Path(source.extract()?));
        }
        match bytes_of(source)? {
            Some(bytes) => Ok(Source::Bytes(name.unwrap_or_else(|| "<bytes>".into()), bytes)),
            None => Err(PyTypeError::new_err(format!("expected a path or bytes, found {}", source.get_type().name()?))),
        }
    }

    /// Opens the source. A file is read into memory: one that is mapped must not become shorter.
    pub(crate) fn open(self, limits: &Limits) -> Outcome<(bctk::File, Option<String>)> {
        let (name, bytes, member) = match self {
            Source::Bytes(name, bytes) => (PathBuf::from(name), bytes, None),
            Source::Path(path) => {
                let (path, member) = split(path);
                let bytes = std::fs::read(&path).map_err(|error| Error::new(path.to_string_lossy(), ErrorKind::Open(error)))?;
                (path, bytes, member)
            }
        };
        Ok((bctk::open_bytes_with(name, bytes, limits)?, member))
    }
}

/// The bytes of an object that has some; none if it has none.
fn bytes_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    let Ok(view) = PyMemoryView::from(object) else { return Ok(None) };
    Ok(Some(view.call_method0("tobytes")?.cast_into::<PyBytes>()?.as_bytes().to_vec()))
}

/// Splits `lib.a:member.o` at the end of the name of the file, if there is such a file.
fn split(path: PathBuf) -> (PathBuf, Option<String>) {
    let Some(text) = path.to_str().filter(|_| !path.exists()).map(str::to_owned) else { return (path, None) };
    for (at, _) in text.match_indices(':') {
        if Path::new(&text[..at]).is_file() {
            return (PathBuf::from(&text[..at]), Some(text[at + 1..].to_owned()));
        }
    }
    (path, None)
}

/// Whether a module of this name is in the member `wanted`.
fn is_in(name: &str, wanted: &str) -> bool {
    name == wanted || name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with(':') || rest.starts_with('/'))
}

/// The modules of a file, or of a member of it.
fn modules(file: &bctk::File, member: Option<&str>) -> Outcome<Vec<ModuleFile>> {
    let mut modules = file.modules()?;
    let Some(member) = member else { return Ok(modules) };
    let names: Vec<String> = modules.iter().take(6).map(|module| module.name().to_owned()).collect();
    modules.retain(|module| is_in(module.name(), member));
    if modules.is_empty() {
        let message = format!("no module is in {member:?}; the modules are {}", names.join(", "));
        return Err(Error::new(file.name(), ErrorKind::Modules(message)).into());
    }
    Ok(modules)
}

/// The one module that is asked for.
pub(crate) fn one(file: &bctk::File, member: Option<&str>) -> Outcome<ModuleFile> {
    let mut found = modules(file, member)?;
    match (found.pop(), found.len()) {
        (Some(module), 0) => Ok(module),
        (None, _) => {
            let mut message = "the file contains no bitcode".to_owned();
            if let Some(why) = file.unread().first() {
                message = format!("{message}: {why}");
            }
            Err(Error::new(file.name(), ErrorKind::Modules(message)).into())
        }
        (Some(_), more) => {
            let message = format!("the file contains {} modules; name one with member=, or use bctk.read_all or bctk.open", more + 1);
            Err(Error::new(file.name(), ErrorKind::Modules(message)).into())
        }
    }
}

/// Reads the only module of a file: bitcode, assembly, or a container of bitcode such as an archive or object file.
///
/// `source` is a path or an object with bytes. `lib.a:member.o` names a member of a container, and so does `member`. `name` is what errors
/// call the bytes. `limits` are limits on what the file may ask for, by name.
///
/// Bitcode is read lazily: functions when something in them is asked for. The module is as its file has it; nothing is upgraded.
///
/// >>> import bctk
/// >>> module = bctk.read("python/tests/data/small.bc")
/// >>> module.triple
/// 'x86_64-pc-linux-gnu'
/// >>> bctk.read(b"define void @f() {\n  ret void\n}\n").functions.names()
/// ['f']
#[pyfunction]
#[pyo3(signature = (source, *, name = None, member = None, limits = None))]
pub(crate) fn read(
    source: &Bound<'_, PyAny>,
    name: Option<String>,
    member: Option<String>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Module> {
    let (source_of, bounds) = (Source::new(source, name)?, self::limits(limits)?);
    let shared = work(source.py(), || {
        let (file, within) = source_of.open(&bounds)?;
        Shared::open(one(&file, member.or(within).as_deref())?)
    })?;
    Ok(Module { shared })
}

/// Parses a module of LLVM assembly, a ``str`` or an object with bytes. `read` is for files, and for bytes that may be bitcode.
///
/// `name` is what errors call the text.
///
/// >>> import bctk
/// >>> print(bctk.parse("@x = global i32 1").globals["x"])
/// @x = global i32 1
#[pyfunction]
#[pyo3(signature = (text, *, name = None, limits = None))]
pub(crate) fn parse(text: &Bound<'_, PyAny>, name: Option<String>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Module> {
    let bounds = self::limits(limits)?;
    let bytes = match text.cast::<PyString>() {
        Ok(text) => text.extract::<Name>()?.0,
        Err(_) => bytes_of(text)?.ok_or_else(|| {
            let kind = text.get_type().name().map_or_else(|_| "another object".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("expected a text as str or bytes, found {kind}"))
        })?,
    };
    let shared = work(text.py(), || {
        let file = bctk::open_text(name.unwrap_or_else(|| "<text>".into()), bytes, &bounds);
        Shared::open(one(&file, None)?)
    })?;
    Ok(Module { shared })
}

/// Demangles a name of C++ (Itanium and Microsoft), Rust or D as LLVM does. A name that is not mangled comes back as it is.
///
/// >>> import bctk
/// >>> bctk.demangle("_ZN2ns5twiceEi")
/// 'ns::twice(int)'
/// >>> bctk.demangle("main")
/// 'main'
#[pyfunction]
pub(crate) fn demangle(py: Python<'_>, name: Name) -> PyResult<Name> {
    let done = || Name(bctk_demangle::demangle(&name.0).into_owned());
    // A name is nested no deeper than it is long, and a thread of Python may have little stack.
    if name.0.len() > SHORT { Ok(work(py, || Ok(done()))?) } else { Ok(guard(done)?) }
}

/// Bytes of names that are demangled on the caller's own stack.
const SHORT: usize = 256;

/// Reads all modules of a file, in order. The arguments are those of `read`.
///
/// >>> import bctk
/// >>> [module.name for module in bctk.read_all("python/tests/data/small.a")]
/// ['one.o:0', 'two.o:0']
#[pyfunction]
#[pyo3(signature = (source, *, name = None, member = None, limits = None))]
pub(crate) fn read_all(
    source: &Bound<'_, PyAny>,
    name: Option<String>,
    member: Option<String>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Module>> {
    let (source_of, bounds) = (Source::new(source, name)?, self::limits(limits)?);
    let found = work(source.py(), || {
        let (file, within) = source_of.open(&bounds)?;
        modules(&file, member.or(within).as_deref())?.into_iter().map(Shared::open).collect::<Outcome<Vec<_>>>()
    })?;
    Ok(found.into_iter().map(|shared| Module { shared }).collect())
}

/// Opens a file to look at its modules one by one. The arguments are those of `read`. `with` closes it at the end.
///
/// >>> import bctk
/// >>> file = bctk.open("python/tests/data/small.a")
/// >>> file.container, len(file), file.names
/// ('archive', 2, ['one.o:0', 'two.o:0'])
/// >>> file["two.o"].functions.names()
/// ['two', 'one']
/// >>> with bctk.open("python/tests/data/small.a") as file:
/// ...     modules = list(file)
/// >>> file.closed, modules[0].name
/// (True, 'one.o:0')
#[pyfunction]
#[pyo3(signature = (source, *, name = None, limits = None))]
pub(crate) fn open(source: &Bound<'_, PyAny>, name: Option<String>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<File> {
    let (source_of, bounds) = (Source::new(source, name)?, self::limits(limits)?);
    Ok(work(source.py(), || {
        let (file, member) = source_of.open(&bounds)?;
        let names = modules(&file, member.as_deref())?.iter().map(|module| module.name().to_owned()).collect();
        Ok(File { name: file.name().to_owned(), file: Mutex::new(Some(Arc::new(file))), member, names })
    })?)
}

/// A file with modules: bitcode, assembly, or a container of bitcode (archive, object file, universal binary, offload bundle, Metal library,
/// DirectX container). Modules are read when they are asked for, by position or by name (``member.o``).
///
/// A file that is closed, by ``close`` or at the end of ``with``, gives back its memory; to ask it for anything but its name is a
/// ``ValueError``. Modules that came from it stay.
#[pyclass(frozen, sequence, module = "bctk")]
pub(crate) struct File {
    name: String,
    /// None once it is closed.
    file: Mutex<Option<Arc<bctk::File>>>,
    member: Option<String>,
    names: Vec<String>,
}

impl File {
    /// The file, if it is open.
    fn file(&self) -> PyResult<Arc<bctk::File>> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.clone().ok_or_else(|| PyValueError::new_err(format!("the file '{}' is closed", self.name)))
    }

    fn at(&self, py: Python<'_>, at: usize) -> PyResult<Module> {
        let file = self.file()?;
        let shared = work(py, || {
            let module = modules(&file, self.member.as_deref())?.into_iter().nth(at);
            Shared::open(module.ok_or_else(|| Fault::Value("the file has no such module".into()))?)
        })?;
        Ok(Module { shared })
    }
}

#[pymethods]
impl File {
    /// The name of the file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Closes the file.
    fn close(&self) {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Whether it is closed.
    #[getter]
    fn closed(&self) -> bool {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn __enter__(slf: Py<Self>) -> PyResult<Py<Self>> {
        slf.get().file()?;
        Ok(slf)
    }

    fn __exit__(&self, _exc_type: &Bound<'_, PyAny>, _exc_value: &Bound<'_, PyAny>, _traceback: &Bound<'_, PyAny>) {
        self.close();
    }

    /// The type of container (``archive``, ``ELF``, ``Mach-O``, ``universal binary`` …); none for bitcode and assembly.
    #[getter]
    fn container(&self) -> PyResult<Option<&'static str>> {
        Ok(self.file()?.container().map(|container| container.name()))
    }

    /// Whether it is LLVM assembly.
    #[getter]
    fn is_assembly(&self) -> PyResult<bool> {
        Ok(self.file()?.is_assembly())
    }

    /// The names of the modules.
    #[getter]
    fn names(&self) -> PyResult<Vec<String>> {
        self.file()?;
        Ok(self.names.clone())
    }

    /// The modules, each read now.
    #[getter]
    fn modules(&self, py: Python<'_>) -> PyResult<Vec<Module>> {
        let file = self.file()?;
        let found = work(py, || modules(&file, self.member.as_deref())?.into_iter().map(Shared::open).collect::<Outcome<Vec<_>>>())?;
        Ok(found.into_iter().map(|shared| Module { shared }).collect())
    }

    /// Parts of the file that cannot be read, and why.
    #[getter]
    fn unread(&self) -> PyResult<Vec<String>> {
        Ok(self.file()?.unread())
    }

    fn __len__(&self) -> PyResult<usize> {
        self.file()?;
        Ok(self.names.len())
    }

    fn __getitem__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<Module> {
        self.file()?;
        if let Some(at) = index(key)? {
            let at = position(at, self.names.len()).ok_or_else(|| PyIndexError::new_err("module index out of range"))?;
            return self.at(py, at);
        }
        let name = String::from_utf8_lossy(&key.extract::<Name>()?.0).into_owned();
        let mut found = self.names.iter().enumerate().filter(|(_, own)| is_in(own, &name));
        match (found.next(), found.next()) {
            (Some((at, _)), None) => self.at(py, at),
            (None, _) => Err(no_such(key)),
            (Some(_), Some(_)) => {
                let message = format!("{name} has several modules; add the number of one, as in {name}:0");
                Err(Fault::Error(Error::new(&*self.name, ErrorKind::Modules(message))).into())
            }
        }
    }

    fn __iter__(slf: Py<Self>) -> PyResult<Items> {
        slf.get().file()?;
        Ok(Items::new(slf.into_any()))
    }

    fn __repr__(&self) -> String {
        let closed = if self.closed() { "closed, " } else { "" };
        format!("<File '{}' {closed}of {} modules>", self.name, self.names.len())
    }
}

/// Returns the text of the only module of a file, as `bcconv` prints it: with a description of the bitcode file at the end, from which
/// `assemble` restores that file, unless `plain` is true.
///
/// >>> import bctk
/// >>> text = bctk.disassemble("python/tests/data/small.bc")
/// >>> bctk.assemble(text.encode()) == open("python/tests/data/small.bc", "rb").read()
/// True
#[pyfunction]
#[pyo3(signature = (source, *, name = None, member = None, dialect = None, plain = false, limits = None))]
pub(crate) fn disassemble(
    source: &Bound<'_, PyAny>,
    name: Option<String>,
    member: Option<String>,
    dialect: Option<&Bound<'_, PyAny>>,
    plain: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    read(source, name, member, limits)?.to_text(source.py(), dialect, plain, false, false, "hints", true)
}

/// Returns the bitcode of an assembly text. With the description that `disassemble` puts at the end of a text, the bitcode is the file that
/// the text was printed from.
///
/// >>> import bctk
/// >>> bctk.assemble("@x = global i32 1\n")[:2]
/// b'BC'
#[pyfunction]
#[pyo3(signature = (text, *, name = None, plain = false, limits = None))]
pub(crate) fn assemble<'py>(
    text: &Bound<'py, PyAny>,
    name: Option<String>,
    plain: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let bounds = self::limits(limits)?;
    let source = match text.extract::<String>() {
        // A name has no line breaks; a text has.
        Ok(text) if text.contains('\n') => Source::Bytes(name.unwrap_or_else(|| "<text>".into()), text.into_bytes()),
        _ => Source::new(text, name)?,
    };
    let bytes = work(text.py(), || {
        let (file, _) = source.open(&bounds)?;
        let mut options = bctk::AssembleOptions { plain, ..Default::default() };
        options.parse.limits = bounds;
        Ok(bctk::assemble(&file, &options)?)
    })?;
    Ok(PyBytes::new(text.py(), &bytes))
}

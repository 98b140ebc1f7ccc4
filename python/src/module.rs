//! Modules: `bctk.Module`, and what is listed in one.
use std::sync::Arc;

use bctk::edit::{self, Edits};
use bctk::modules::{self, Style};
use bctk::{AssembleOptions, DisassembleOptions, Error, ErrorKind, Lossy, Profile, Target, TranslateOptions};
use bctk_bitcode::WriteOptions;
use bctk_ir::module::Module as Ir;
use bctk_ir::version::LlvmVersion;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString, PyTuple};

use crate::error::{Fault, Outcome};
use crate::global::{Globals, Which};
use crate::metadata;
use crate::names::Name;
use crate::report::Change;
use crate::shared::{Handle, Shared, work};
use crate::symbols::{self, Symbol};
use crate::types::Types;
use crate::verify::{self, Finding};
use crate::{dump, html, summary};

/// A module of LLVM IR, as its file has it.
///
/// Its parts are read when they are asked for. Handles to them are cheap and can be used in several threads.
///
/// >>> import bctk
/// >>> module = bctk.read("python/tests/data/small.bc")
/// >>> module
/// <Module 'python/tests/data/small.bc' of LLVM 22, 3 functions>
/// >>> [function.name for function in module.functions if not function.is_declaration]
/// ['square', 'main']
#[pyclass(frozen, module = "bctk")]
pub(crate) struct Module {
    pub(crate) shared: Handle,
}

/// A release or dialect as Python has it: 17, "17", "3.7", (3, 7), "nvvm70".
pub(crate) fn language(given: &Bound<'_, PyAny>) -> PyResult<(LlvmVersion, Option<Profile>)> {
    let (first, last) = (LlvmVersion::OLDEST_WRITTEN, LlvmVersion::NEWEST);
    let release = if let Ok(major) = given.extract::<u32>() {
        Some(LlvmVersion::release(major, 0))
    } else if let Ok((major, minor)) = given.extract::<(u32, u32)>() {
        Some(LlvmVersion::release(major, minor))
    } else if given.is_instance_of::<PyInt>() {
        None
    } else {
        let text = given.extract::<String>().map_err(|_| {
            let kind = given.get_type().to_string();
            PyTypeError::new_err(format!("expected a release of LLVM as a number, a text or a pair of numbers, found {kind}"))
        })?;
        if text.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let profile = text
                .parse::<Profile>()
                .map_err(|said| PyValueError::new_err(format!("{said}, or a release of LLVM from {first} to {last}")))?;
            return Ok((profile.llvm(), Some(profile)));
        }
        LlvmVersion::parse(text.as_bytes())
    };
    let release = release
        .filter(|release| release.as_written() == *release)
        .ok_or_else(|| PyValueError::new_err(format!("expected a release of LLVM from {first} to {last}, or a dialect")))?;
    Ok((release, None))
}

/// How far a translation may go.
fn translation(lossy: &str, verify: bool, profile: Option<Profile>) -> PyResult<TranslateOptions> {
    let lossy = match lossy {
        "none" => Lossy::None,
        "hints" => Lossy::Hints,
        "debug" => Lossy::Debug,
        _ => return Err(PyValueError::new_err("lossy is 'none', 'hints' or 'debug'")),
    };
    Ok(TranslateOptions { lossy, verify, profile })
}

/// The file of a module by itself, if it was read from one.
fn file_of(shared: &Shared) -> Outcome<Option<bctk::File>> {
    let Some(file) = &shared.file else { return Ok(None) };
    Ok(Some(bctk::open_bytes_with(file.path(), file.bytes(), &shared.limits)?))
}

/// The bitcode of a module.
pub(crate) fn bitcode(shared: &Shared) -> Outcome<Vec<u8>> {
    if let Some(file) = &shared.file
        && !file.is_assembly()
    {
        return Ok(file.bytes().to_vec());
    }
    if let Some(file) = file_of(shared)? {
        let mut options = AssembleOptions::default();
        options.parse.limits = shared.limits.clone();
        return Ok(bctk::assemble(&file, &options)?);
    }
    let whole = shared.read_whole()?;
    bctk_bitcode::write::write(whole.module(), &WriteOptions::default()).map_err(|error| Fault::bitcode(&shared.name, error))
}

/// A copy of the module as its file has it.
fn stored(shared: &Shared) -> Outcome<Ir> {
    match &shared.file {
        Some(file) => Ok(file.read_as_stored()?),
        None => Ok(shared.read_whole()?.module().clone()),
    }
}

/// A copy of the module as its own LLVM reads it.
pub(crate) fn upgraded(shared: &Shared) -> Outcome<Ir> {
    match &shared.file {
        Some(file) => Ok(file.read()?),
        None => {
            let mut module = shared.read_whole()?.module().clone();
            if !shared.upgraded {
                modules::as_read(&mut module);
            }
            Ok(module)
        }
    }
}

/// How a module is printed.
#[derive(Clone, Copy)]
struct Print {
    plain: bool,
    annotations: bool,
    preserve_uselistorder: bool,
}

/// The text of a module, in another language if one is given.
fn text(shared: &Shared, language: Option<LlvmVersion>, translate: TranslateOptions, print: Print) -> Outcome<Vec<u8>> {
    if let Some(file) = file_of(shared)? {
        let mut options = DisassembleOptions {
            llvm: language,
            translate,
            plain: print.plain,
            preserve_uselistorder: print.preserve_uselistorder,
            annotations: print.annotations,
            edits: Edits::default(),
        };
        return match bctk::disassemble(&file, &options) {
            // LLVM prints a few names so that no text restores the file: then the text has no description.
            Err(error) if matches!(error.kind(), ErrorKind::Description(_)) && !options.plain => {
                options.plain = true;
                Ok(bctk::disassemble(&file, &options)?)
            }
            text => Ok(text?),
        };
    }
    let style = Style {
        module_id: shared.name.as_bytes().to_vec(),
        preserve_uselistorder: print.preserve_uselistorder,
        annotations: print.annotations,
        limits: shared.limits.clone(),
        ..Style::default()
    };
    let mut out = Vec::new();
    let fault = |error| Fault::Error(Error::new(&*shared.name, ErrorKind::Write(error)));
    match language {
        Some(llvm) => {
            let mut module = stored(shared)?;
            bctk::translate(&mut module, llvm, Target::Text, &translate)?;
            modules::print(&module, &style, &mut out).map_err(fault)?;
        }
        None if shared.upgraded => drop(modules::print(shared.read_whole()?.module(), &style, &mut out).map_err(fault)?),
        None => drop(modules::print(&upgraded(shared)?, &style, &mut out).map_err(fault)?),
    }
    Ok(out)
}

impl Module {
    fn made(&self, module: Ir, upgraded: bool) -> Module {
        Module { shared: Shared::made(self.shared.name.clone(), module, upgraded, self.shared.limits.clone()) }
    }

    fn edited(&self, py: Python<'_>, edits: Edits) -> PyResult<Module> {
        let shared = &self.shared;
        let module = work(py, || {
            let mut modules = vec![stored(shared)?];
            edit::edit(&mut modules, &edits).map_err(|kind| Error::new(&*shared.name, kind))?;
            modules.pop().ok_or_else(|| Fault::Value("nothing is left of the module".into()))
        })?;
        Ok(self.made(module, shared.upgraded))
    }
}

#[pymethods]
impl Module {
    /// The name: that of its file, or ``member.o:0`` in a container.
    #[getter]
    fn name(&self) -> &str {
        &self.shared.name
    }

    /// The target triple; empty for none.
    #[getter]
    fn triple(&self, py: Python<'_>) -> PyResult<Name> {
        self.shared.with(py, |module| Name(module.str(module.triple).to_vec()))
    }

    /// The data layout; empty for none.
    #[getter]
    fn data_layout(&self, py: Python<'_>) -> PyResult<Name> {
        self.shared.with(py, |module| Name(module.str(module.stated_data_layout()).to_vec()))
    }

    /// The program that wrote the bitcode, such as ``LLVM22.1.8``; empty for a text, and for bitcode before LLVM 3.8.
    #[getter]
    fn producer(&self, py: Python<'_>) -> PyResult<Name> {
        self.shared.with(py, |module| Name(module.str(module.provenance.producer).to_vec()))
    }

    /// The release of LLVM that wrote the file or printed the text, as ``(22, 0)`` or ``(3, 4)``: by its producer, or by the forms that it
    /// has; none if it is not known.
    #[getter]
    fn llvm_version(&self, py: Python<'_>) -> PyResult<Option<(u32, u32)>> {
        self.shared.with(py, |module| module.version().map(|version| (version.major, version.minor)))
    }

    /// The name of the source file; empty if it is not stated.
    #[getter]
    fn source_filename(&self, py: Python<'_>) -> PyResult<Name> {
        self.shared.with(py, |module| Name(module.source_filename.map_or(Vec::new(), |name| module.str(name).to_vec())))
    }

    /// The inline assembly of the module; empty for none.
    #[getter]
    fn inline_asm(&self, py: Python<'_>) -> PyResult<Name> {
        self.shared.with(py, |module| Name(module.str(module.inline_asm).to_vec()))
    }

    /// The functions, by position and name.
    #[getter]
    fn functions(&self, py: Python<'_>) -> PyResult<Globals> {
        Globals::new(py, &self.shared, Which::Functions)
    }

    /// The global variables, by position and name.
    #[getter]
    fn globals(&self, py: Python<'_>) -> PyResult<Globals> {
        Globals::new(py, &self.shared, Which::Variables)
    }

    /// The aliases, by position and name.
    #[getter]
    fn aliases(&self, py: Python<'_>) -> PyResult<Globals> {
        Globals::new(py, &self.shared, Which::Aliases)
    }

    /// The ifuncs, by position and name.
    #[getter]
    fn ifuncs(&self, py: Python<'_>) -> PyResult<Globals> {
        Globals::new(py, &self.shared, Which::IFuncs)
    }

    /// The types, by position and, for structures, by name.
    #[getter]
    fn types(&self) -> Types {
        Types { shared: Arc::clone(&self.shared) }
    }

    /// The named metadata, by name.
    #[getter]
    fn named_metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        metadata::named(py, &self.shared)
    }

    /// The comdats: the selection kind of each, by name.
    #[getter]
    fn comdats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = self.shared.with(py, |module| {
            module.comdats.iter().map(|comdat| (Name(module.str(comdat.name).to_vec()), comdat.kind.spelling())).collect::<Vec<_>>()
        })?;
        let dict = PyDict::new(py);
        all.into_iter().try_for_each(|(name, kind)| dict.set_item(name, kind))?;
        Ok(dict)
    }

    /// The flags of the module (``llvm.module.flags``): the value of each, by name. A value that is no number is metadata.
    #[getter]
    fn module_flags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        metadata::flags(py, &self.shared)?.into_iter().try_for_each(|(name, _, value)| dict.set_item(name, value))?;
        Ok(dict)
    }

    /// The symbols for linkers.
    #[getter]
    fn symbols(&self, py: Python<'_>) -> PyResult<Vec<Symbol>> {
        let shared = &self.shared;
        Ok(work(py, || symbols::of(shared))?)
    }

    /// The ThinLTO summary as dictionaries and lists; none if the module has none.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        summary::of(py, &self.shared)
    }

    /// Returns the module as assembly, as ``bcconv`` prints it.
    ///
    /// With `dialect`, the module is translated to that release of LLVM (``17``, ``"3.7"``) or dialect (``"nvvm70"``, ``"nvvm100"``,
    /// ``"air"``, ``"dxil"``) first. Otherwise the text ends with a description of the bitcode file, from which ``assemble`` restores the
    /// file, unless `plain` is true or no text can restore it. `lossy` is what a translation may leave out (``"none"``, ``"hints"`` or ``"debug"``); `verify` says
    /// whether the result is verified with the rules of the release.
    ///
    /// >>> import bctk
    /// >>> module = bctk.read("python/tests/data/small.bc")
    /// >>> [line for line in module.to_text(dialect=14).splitlines() if "load" in line][0].split(", align")[0]
    /// '  %3 = load i32, i32* @squares'
    #[pyo3(signature = (dialect = None, *, plain = false, annotations = false, preserve_uselistorder = false, lossy = "hints", verify = true))]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn to_text(
        &self,
        py: Python<'_>,
        dialect: Option<&Bound<'_, PyAny>>,
        plain: bool,
        annotations: bool,
        preserve_uselistorder: bool,
        lossy: &str,
        verify: bool,
    ) -> PyResult<String> {
        let language = dialect.map(language).transpose()?;
        let translate = translation(lossy, verify, language.and_then(|(_, profile)| profile))?;
        let print = Print { plain, annotations, preserve_uselistorder };
        let shared = &self.shared;
        Ok(work(py, || {
            let text = text(shared, language.map(|(llvm, _)| llvm), translate, print)?;
            Ok(String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
        })?)
    }

    /// The module as assembly, without the description of a bitcode file.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.to_text(py, None, true, false, false, "hints", true)
    }

    /// Returns the module as bitcode: the bytes of its file, or newly written for a text and for a module that an operation made.
    fn to_bitcode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let shared = &self.shared;
        let bytes = work(py, || bitcode(shared))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the module to a file: as assembly if the name ends with ``.ll``, else as bitcode.
    fn write(&self, py: Python<'_>, path: std::path::PathBuf) -> PyResult<()> {
        let shared = &self.shared;
        Ok(work(py, || {
            let is_text = path.extension().is_some_and(|extension| extension == "ll");
            let print = Print { plain: false, annotations: false, preserve_uselistorder: false };
            let bytes = if is_text { text(shared, None, TranslateOptions::default(), print)? } else { bitcode(shared)? };
            std::fs::write(&path, bytes).map_err(|error| Error::new(path.to_string_lossy(), ErrorKind::Write(error)).into())
        })?)
    }

    /// Verifies the module as LLVM does, with the rules of its own release or of the release `llvm`. A valid module has no findings.
    ///
    /// >>> import bctk
    /// >>> bctk.read("python/tests/data/small.bc").verify()
    /// []
    /// >>> bctk.read(b"define void @f() {\n  br label %a\na:\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret void\n}\n").verify()[0].message
    /// 'Instruction does not dominate all uses!'
    #[pyo3(signature = (llvm = None))]
    fn verify(&self, py: Python<'_>, llvm: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Finding>> {
        let llvm = llvm.map(language).transpose()?.map(|(llvm, _)| llvm);
        let shared = &self.shared;
        Ok(work(py, || verify::findings(shared, llvm))?)
    }

    /// Returns a module with the global values of these names alone, and declarations of what they refer to.
    ///
    /// >>> import bctk
    /// >>> bctk.read("python/tests/data/small.bc").extract("square").functions.names()
    /// ['square']
    fn extract(&self, py: Python<'_>, names: &Bound<'_, PyAny>) -> PyResult<Module> {
        let names = if names.is_instance_of::<PyString>() || names.is_instance_of::<PyBytes>() {
            vec![names.extract::<Name>()?]
        } else {
            names.try_iter()?.map(|name| name?.extract::<Name>()).collect::<PyResult<Vec<_>>>()?
        };
        if names.is_empty() {
            return Err(PyValueError::new_err("expected the name of a global value"));
        }
        self.edited(py, Edits { only: names.into_iter().map(|name| name.0).collect(), ..Edits::default() })
    }

    /// Returns the module without debug information.
    fn strip_debug(&self, py: Python<'_>) -> PyResult<Module> {
        self.edited(py, Edits { strip_debug: true, ..Edits::default() })
    }

    /// Returns the module without the names of local values, blocks, types, and internal and private functions and variables.
    fn strip_names(&self, py: Python<'_>) -> PyResult<Module> {
        self.edited(py, Edits { strip_names: true, ..Edits::default() })
    }

    /// Translates the module to a release of LLVM (``17``, ``"3.7"``) or a dialect (``"nvvm70"`` …). Returns the module and what was
    /// changed. What the release cannot express becomes something with the same meaning, is left out if the meaning stays (`lossy`), or is
    /// an error of the kind ``unrepresentable``.
    ///
    /// >>> import bctk
    /// >>> old, changes = bctk.read("python/tests/data/small.bc").translate(14)
    /// >>> old.llvm_version
    /// (14, 0)
    /// >>> sorted({change.action for change in changes})
    /// ['dropped', 'lowered']
    #[pyo3(signature = (version, *, lossy = "hints", verify = true))]
    fn translate(&self, py: Python<'_>, version: &Bound<'_, PyAny>, lossy: &str, verify: bool) -> PyResult<(Module, Vec<Change>)> {
        let (llvm, profile) = language(version)?;
        let options = translation(lossy, verify, profile)?;
        let shared = &self.shared;
        let (module, report) = work(py, || {
            let mut module = stored(shared)?;
            let report = bctk::translate(&mut module, llvm, Target::Bitcode, &options)?;
            Ok((module, report))
        })?;
        Ok((self.made(module, false), report.changes().map(Change::new).collect()))
    }

    /// Returns the module as a release of LLVM has it after reading the file, by default the last that is out: older forms are upgraded.
    ///
    /// >>> import bctk
    /// >>> bctk.read("python/tests/data/small.bc").upgrade().llvm_version
    /// (23, 0)
    #[pyo3(signature = (version = None))]
    fn upgrade(&self, py: Python<'_>, version: Option<&Bound<'_, PyAny>>) -> PyResult<Module> {
        let version = version.map(language).transpose()?.map(|(llvm, _)| llvm);
        let shared = &self.shared;
        let module = work(py, || {
            let mut module = stored(shared)?;
            let own = module.llvm_version().min(LlvmVersion::NEWEST);
            let llvm = version.unwrap_or(own.max(LlvmVersion::DEFAULT));
            if own > llvm {
                return Err(Fault::Value(format!("the module is of LLVM {own}; translate() is for older releases")));
            }
            if own == llvm {
                modules::as_read(&mut module);
            } else {
                let options = TranslateOptions { verify: false, ..TranslateOptions::default() };
                bctk::translate(&mut module, llvm, Target::Text, &options)?;
            }
            Ok(module)
        })?;
        Ok(self.made(module, true))
    }

    /// Compares the module with another source, record by record.
    fn diff(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<dump::Diff> {
        let shared = &self.shared;
        let own = work(py, || bitcode(shared))?;
        dump::compare(py, own, other)
    }

    /// The blocks and records of the bitcode, see ``bctk.dump``.
    #[pyo3(signature = (pattern = None))]
    fn dump<'py>(&self, py: Python<'py>, pattern: Option<&str>) -> PyResult<Bound<'py, pyo3::types::PyList>> {
        let shared = &self.shared;
        let bytes = work(py, || bitcode(shared))?;
        dump::objects(py, shared.name.clone(), bytes, pattern, &shared.limits)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (version, functions) = self.shared.with(py, |module| (module.version(), module.functions().count()))?;
        let of = version.map_or_else(|| "an unknown LLVM".to_owned(), |version| format!("LLVM {version}"));
        Ok(format!("<Module '{}' of {of}, {functions} function{}>", self.shared.name, if functions == 1 { "" } else { "s" }))
    }

    /// A listing in colour, with the sizes of the functions.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let title = self.__repr__(py)?;
        let shared = &self.shared;
        let whole = shared.whole(py)?;
        Ok(work(py, || {
            let print = Print { plain: true, annotations: false, preserve_uselistorder: false };
            let text = text(shared, None, TranslateOptions::default(), print)?;
            let module = whole.module();
            let sizes: Vec<(String, u64)> = module
                .functions()
                .filter_map(|(_, global, function)| {
                    let size = module.body(function)?.insts.len() as u64;
                    Some((String::from_utf8_lossy(module.str(global.name)).into_owned(), size))
                })
                .collect();
            Ok(html::page(&title, &String::from_utf8_lossy(&text), "instructions by function", &sizes))
        })?)
    }

    /// Pickles the module as its bitcode.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("bctk._bctk")?.getattr("_restore")?;
        let bytes = self.to_bitcode(py)?;
        Ok((restore, PyTuple::new(py, [PyString::new(py, &self.shared.name).into_any(), bytes.into_any()])?))
    }
}

/// Reads a pickled module again.
#[pyfunction]
#[pyo3(name = "_restore")]
pub(crate) fn restore(py: Python<'_>, name: String, bytes: &Bound<'_, PyBytes>) -> PyResult<Module> {
    let bytes = bytes.as_bytes().to_vec();
    let shared = work(py, || {
        let file = bctk::open_bytes(name, bytes)?;
        Shared::open(file.module()?)
    })?;
    Ok(Module { shared })
}

//! `bctk.link`: several modules as one.
use std::path::Path;

use bctk::link::{self as linking, Flags, Problem, Severity};
use bctk::memory;
use bctk::modules;
use bctk::{Error, ErrorKind, Limits, ModuleFile, VerifyOptions};
use bctk_ir::module::Module as Ir;
use bctk_ir::version::LlvmVersion;
use bctk_ir::version::producer::producer_version;
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::{Fault, Outcome};
use crate::file::{Source, limits, one};
use crate::module::{Module, language};
use crate::shared::{Shared, work};

/// The name of a module that others are linked into.
const NAME: &str = "<linked>";

/// Links modules into one, in their order, as ``llvm-link`` does.
///
/// Each source is a path (also ``lib.a:member.o``), a `Module` or an object with bytes. `only_needed` takes of all but the first only what
/// is needed so far, `internalize` makes local what they define. Modules of `override`, one source or several, are linked last, and their
/// definitions replace others. `version` is the release whose rules and language the result has: by default the last that is out, or the
/// newest of the sources. What LLVM warns of is a warning; modules that do not fit together are a `bctk.Error` with LLVM's words.
///
/// >>> import bctk
/// >>> one = bctk.parse("declare i32 @f()\ndefine i32 @g() {\n  %v = call i32 @f()\n  ret i32 %v\n}", name="one.ll")
/// >>> two = bctk.parse("define i32 @f() {\n  ret i32 1\n}\ndefine void @h() {\n  ret void\n}", name="two.ll")
/// >>> bctk.link([one, two]).functions.names()
/// ['g', 'f', 'h']
/// >>> bctk.link([one, two], only_needed=True).functions.names()
/// ['g', 'f']
/// >>> bctk.link([two, two])
/// Traceback (most recent call last):
///   ...
/// bctk._errors.Error: two.ll: Linking globals named 'f': symbol multiply defined!
#[pyfunction]
#[pyo3(signature = (sources, *, only_needed = false, internalize = false, r#override = None, version = None, limits = None))]
pub(crate) fn link(
    sources: &Bound<'_, PyAny>,
    only_needed: bool,
    internalize: bool,
    r#override: Option<&Bound<'_, PyAny>>,
    version: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Module> {
    let py = sources.py();
    let bounds = self::limits(limits)?;
    let mut given = list(sources)?;
    if given.is_empty() {
        return Err(PyValueError::new_err("expected at least one module to link"));
    }
    let plain = given.len();
    given.extend(r#override.map(list).transpose()?.into_iter().flatten());
    let version = version.map(language).transpose()?.map(|(llvm, _)| llvm);
    if let Some(llvm) = version.filter(|llvm| !llvm.opaque_pointers()) {
        return Err(PyValueError::new_err(format!("linking for LLVM {llvm}, which has typed pointers, is not supported")));
    }
    let (module, warnings) = work(py, || {
        let mut files = Vec::with_capacity(given.len());
        for source in given {
            let (file, member) = source.open(&bounds)?;
            files.push(one(&file, member.as_deref())?);
        }
        let llvm = version.unwrap_or_else(|| files.iter().filter_map(written_by).fold(LlvmVersion::DEFAULT, LlvmVersion::max).as_written());
        let of = |at: usize| Flags {
            only_needed: only_needed && (at > 0 || plain == 0),
            internalize: internalize && at > 0 && at != plain,
            override_from_source: at >= plain,
            ..Flags::default()
        };
        join(&files, llvm, &bounds, of)
    })?;
    for warning in warnings {
        let category = py.get_type::<PyUserWarning>();
        let message = std::ffi::CString::new(warning.replace('\0', " ")).unwrap_or_default();
        PyErr::warn(py, &category, &message, 1)?;
    }
    Ok(Module { shared: Shared::made(NAME.into(), module, true, bounds) })
}

/// One source, or several.
fn list(sources: &Bound<'_, PyAny>) -> PyResult<Vec<Source>> {
    let is_one = sources.cast::<Module>().is_ok() || sources.is_instance_of::<PyString>() || sources.hasattr("__fspath__")?;
    if is_one || sources.hasattr("__buffer__")? || pyo3::types::PyMemoryView::from(sources).is_ok() {
        return Ok(vec![Source::new(sources, None)?]);
    }
    sources.try_iter()?.map(|source| Source::new(&source?, None)).collect()
}

/// The release of LLVM that wrote a module, if it says so.
fn written_by(file: &ModuleFile) -> Option<LlvmVersion> {
    let parts = bctk_bitcode::modules(file.bytes(), &bctk_bitcode::ReadOptions::default()).ok()?;
    producer_version(&parts.first()?.producer().ok()?)
}

/// Links modules, and tells what LLVM warns of.
fn join(files: &[ModuleFile], llvm: LlvmVersion, limits: &Limits, flags: impl Fn(usize) -> Flags) -> Outcome<(Ir, Vec<String>)> {
    let mut linker = linking::linker(llvm);
    let mut warnings = Vec::new();
    let parse = bctk_textual::ParseOptions { limits: limits.clone(), ..bctk_textual::ParseOptions::default() };
    for (at, file) in files.iter().enumerate() {
        let failed = |problem: &Problem| Error::new(file.name(), ErrorKind::Modules(problem.to_string()));
        let mut module = linking::read(Path::new(file.name()), file.bytes(), llvm, &modules::as_it_is(limits), &parse)?;
        linking::prepare(&mut linker, &mut module, llvm);
        let flags = Flags { strips_debug: memory::strips_debug(&module, llvm), is_read_whole: file.is_assembly(), ..flags(at) };
        let result = linker.link(module, file.name(), flags);
        for problem in linker.take_problems() {
            match problem.severity() {
                Severity::Warning => warnings.push(problem.to_string()),
                Severity::Error => return Err(failed(&problem).into()),
            }
        }
        result.map_err(|problem| failed(&problem))?;
    }
    let module = linking::finish(linker, llvm, true);
    let report = bctk::verify(&module, &VerifyOptions { llvm: Some(llvm), ..VerifyOptions::default() });
    match report.is_valid() {
        true => Ok((module, warnings)),
        false => {
            let messages = bctk::verify::llvm_messages(&module, &report);
            Err(Fault::Error(Error::new(NAME, ErrorKind::Modules(format!("the linked module is not valid: {}", messages.trim_end())))))
        }
    }
}

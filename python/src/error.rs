//! Exceptions: `bctk.Error` with file, place and kind.
use std::any::Any;

use bctk::{Error, ErrorKind, Place};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

static ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static INTERNAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Why an operation failed, before it becomes an exception: made where the GIL is not held.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An error of the library.
    Error(Error),
    /// An argument that makes no sense: `ValueError`.
    Value(String),
    /// The module has nothing where a handle refers to something, as a damaged one may.
    Missing,
    /// A panic, with its message.
    Bug(String),
}

/// A result with a [`Fault`].
pub(crate) type Outcome<T> = Result<T, Fault>;

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Error(error)
    }
}

impl Fault {
    /// An error of bitcode in `file`.
    pub(crate) fn bitcode(file: &str, error: bctk_bitcode::Error) -> Fault {
        Fault::Error(Error::new(file, ErrorKind::Bitcode(error)))
    }

    /// What a caught panic was about.
    pub(crate) fn panic(payload: &(dyn Any + Send)) -> Fault {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        Fault::Bug(text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".into()))
    }

    fn into_exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let error = match self {
            Fault::Error(error) => match error.kind() {
                ErrorKind::Open(cause) | ErrorKind::Write(cause) if cause.raw_os_error().is_some() => {
                    // Python makes `FileNotFoundError` and the like of the number.
                    let said = cause.to_string();
                    let said = said.split(" (os error").next().unwrap_or_default().to_owned();
                    return Ok(PyOSError::new_err((cause.raw_os_error(), said, error.file().to_owned())));
                }
                _ => error,
            },
            Fault::Value(message) => return Ok(PyValueError::new_err(message)),
            Fault::Missing => {
                let class = ERROR.import(py, "bctk._errors", "Error")?;
                let error = class.call1(("the module has no such value",))?;
                error.setattr("kind", "bitcode-malformed")?;
                return Ok(PyErr::from_value(error));
            }
            Fault::Bug(message) => {
                let class = INTERNAL.import(py, "bctk._errors", "InternalError")?;
                let error = class.call1((format!("bug in bctk: {message}"),))?;
                error.setattr("kind", "bug")?;
                return Ok(PyErr::from_value(error));
            }
        };
        let class = ERROR.import(py, "bctk._errors", "Error")?;
        let value = class.call1((error.to_string(),))?;
        value.setattr("file", error.file())?;
        value.setattr("kind", word(error.kind()))?;
        match error.place() {
            Some(Place::Bit(bit, path)) => {
                value.setattr("bit_offset", bit)?;
                if !path.is_empty() {
                    value.setattr("block_path", path)?;
                }
            }
            Some(Place::Text(line, column)) => {
                value.setattr("line", line)?;
                value.setattr("column", column)?;
            }
            _ => {}
        }
        Ok(PyErr::from_value(value))
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        Python::attach(|py| fault.into_exception(py).unwrap_or_else(|error| error))
    }
}

/// The kind of an error as a word, documented in `_errors.py`.
fn word(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Open(_) => "open",
        ErrorKind::Write(_) => "write",
        ErrorKind::Bitcode(error) => match error.kind() {
            bctk_bitcode::ErrorKind::Truncated => "bitcode-truncated",
            bctk_bitcode::ErrorKind::Limit => "bitcode-limit",
            bctk_bitcode::ErrorKind::Unsupported => "bitcode-unsupported",
            bctk_bitcode::ErrorKind::NotBitcode => "not-llvm",
            _ => "bitcode-malformed",
        },
        ErrorKind::Text(_) => "text",
        ErrorKind::NotLlvm(_) => "not-llvm",
        ErrorKind::Modules(_) => "modules",
        ErrorKind::Unrepresentable(_) => "unrepresentable",
        ErrorKind::Description(_) => "description",
        ErrorKind::Symbol(_) => "symbol",
        _ => "other",
    }
}

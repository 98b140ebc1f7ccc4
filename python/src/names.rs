//! Names: bytes that are usually UTF-8. Other bytes become surrogates, as in Python's file names, so that nothing is lost.
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A name or another string of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(pub(crate) Vec<u8>);

impl Name {
    /// The name, none if it is empty.
    pub(crate) fn some(bytes: &[u8]) -> Option<Name> {
        (!bytes.is_empty()).then(|| Name(bytes.to_vec()))
    }
}

impl<'py> IntoPyObject<'py> for Name {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => Ok(PyString::new(py, text)),
            Err(_) => {
                let text = PyBytes::new(py, &self.0).call_method1("decode", ("utf-8", "surrogateescape"))?;
                Ok(text.cast_into::<PyString>()?)
            }
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Name {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Name> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Name(bytes.as_bytes().to_vec()));
        }
        let Ok(text) = object.cast::<PyString>() else { return Err(PyTypeError::new_err("expected a name as str or bytes")) };
        if let Ok(text) = text.to_cow() {
            return Ok(Name(text.as_bytes().to_vec()));
        }
        let bytes = text.call_method1("encode", ("utf-8", "surrogateescape"))?;
        Ok(Name(bytes.cast::<PyBytes>()?.as_bytes().to_vec()))
    }
}

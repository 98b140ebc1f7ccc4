//! What lists of things have in common: positions from both ends, and keys that are not there.
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyString};

/// The position of an index, which counts from the end if it is negative.
pub(crate) fn position(index: isize, len: usize) -> Option<usize> {
    let at = if index < 0 { len.checked_sub(index.unsigned_abs())? } else { index.unsigned_abs() };
    (at < len).then_some(at)
}

/// The index that a key is; none if it is a name.
pub(crate) fn index(key: &Bound<'_, PyAny>) -> PyResult<Option<isize>> {
    match key.extract::<isize>() {
        Ok(at) => Ok(Some(at)),
        Err(error) if error.is_instance_of::<PyOverflowError>(key.py()) => Err(PyIndexError::new_err("index out of range")),
        Err(_) if key.is_instance_of::<PyString>() || key.is_instance_of::<PyBytes>() => Ok(None),
        Err(_) => Err(PyTypeError::new_err(format!("expected an index or a name, found {}", key.get_type().name()?))),
    }
}

/// The positions of a slice; none if the key is no slice.
pub(crate) fn positions(key: &Bound<'_, PyAny>, len: usize) -> PyResult<Option<Vec<usize>>> {
    let Ok(slice) = key.cast::<PySlice>() else { return Ok(None) };
    let slice = slice.indices(len as isize)?;
    let at = |step: usize| (slice.start + step as isize * slice.step) as usize;
    Ok(Some((0..slice.slicelength).map(at).collect()))
}

/// The error for a key that is not there.
pub(crate) fn no_such(key: &Bound<'_, PyAny>) -> PyErr {
    PyKeyError::new_err(key.clone().unbind())
}

/// An iterator over objects that are made one by one.
#[pyclass(frozen, module = "bctk")]
pub(crate) struct Items {
    of: Py<PyAny>,
    next: std::sync::atomic::AtomicIsize,
}

impl Items {
    /// The items of a sequence.
    pub(crate) fn new(of: Py<PyAny>) -> Items {
        Items { of, next: Default::default() }
    }
}

#[pymethods]
impl Items {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let at = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        match self.of.bind(py).get_item(at) {
            Ok(item) => Ok(Some(item.unbind())),
            Err(error) if error.is_instance_of::<PyIndexError>(py) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

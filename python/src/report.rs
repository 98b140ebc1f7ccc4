//! What a translation changed.
use pyo3::prelude::*;

/// A kind of change that a translation made, at all of its places.
#[pyclass(frozen, get_all, module = "bctk")]
pub(crate) struct Change {
    /// What happened: ``lowered`` (it became something with the same meaning) or ``dropped`` (the program means the same without it).
    action: &'static str,
    /// What it happened to: a feature, an attribute, an intrinsic, a field of debug information.
    what: String,
    /// The first release that has it; none if it is not known.
    since: Option<(u32, u32)>,
    /// What was done, in words.
    how: String,
    /// How many places it was done at.
    count: u64,
    /// The names of the global values of the first places.
    places: Vec<String>,
}

impl Change {
    pub(crate) fn new(change: &bctk_transforms::translate::Change) -> Change {
        Change {
            action: change.action.word(),
            what: change.what.to_string(),
            since: change.since.map(|version| (version.major, version.minor)),
            how: change.how.to_owned(),
            count: change.count,
            places: change.places.iter().map(|place| place.global.clone()).collect(),
        }
    }
}

#[pymethods]
impl Change {
    fn __repr__(&self) -> String {
        format!("<Change: {} {}, {} times>", self.what, self.action, self.count)
    }
}

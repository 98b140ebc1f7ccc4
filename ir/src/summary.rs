//! ThinLTO summaries: the module summary index as bitcode keeps it.

/// A module summary index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {}

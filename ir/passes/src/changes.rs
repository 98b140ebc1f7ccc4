//! What a pass did.
use bctk_ir::entity::{GlobalId, InstId};

/// What a pass did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Whether the module is another one now.
    pub is_changed: bool,
    /// The new number of each global value, none for one that is gone; nothing if all keep theirs.
    pub numbers: Vec<Option<GlobalId>>,
    /// Instructions that were taken out of functions, with the numbers that they had before all of this, in ascending order.
    pub removed: Vec<(GlobalId, Vec<InstId>)>,
    /// Why the pass could not do its work, so that the module is not to be used.
    pub failed: Option<String>,
}

impl Changes {
    /// Changes of what global values are, or of other things; all global values are still there.
    pub fn in_place(is_changed: bool) -> Changes {
        Changes { is_changed, ..Changes::default() }
    }
}

//! What a pass did.
use bctk_ir::entity::GlobalId;

/// What a pass did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Whether the module is another one now.
    pub is_changed: bool,
    /// The new number of each global value, none for one that is gone; nothing if all keep theirs.
    pub numbers: Vec<Option<GlobalId>>,
}

impl Changes {
    /// Changes of what global values are, or of other things; all global values are still there.
    pub fn in_place(is_changed: bool) -> Changes {
        Changes { is_changed, numbers: Vec::new() }
    }

    /// These changes and those of a later pass.
    #[must_use]
    pub fn then(self, later: Changes) -> Changes {
        let is_changed = self.is_changed || later.is_changed;
        let numbers = match (self.numbers.is_empty(), later.numbers.is_empty()) {
            (true, _) => later.numbers,
            (_, true) => self.numbers,
            _ => self.numbers.iter().map(|id| later.numbers.get(id.as_ref()?.index()).copied().flatten()).collect(),
        };
        Changes { is_changed, numbers }
    }
}

//! The places of a module's metadata in the linked module.
use bctk_ir::entity::MdId;

/// A node that has no place yet.
pub(crate) const UNKNOWN: u32 = u32::MAX;
/// A node that became null.
pub(crate) const NULL: u32 = u32::MAX - 1;

/// The nodes of a module.
#[derive(Default)]
pub(crate) struct Nodes {
    /// The places in the linked module.
    pub(crate) map: Vec<u32>,
    /// Which nodes lead to a global value; empty if none does.
    pub(crate) leads: Vec<bool>,
    pub(crate) seen: Vec<bool>,
    /// Which nodes are read, if not all are.
    pub(crate) read: Option<Vec<bool>>,
    /// Nodes whose contents are those of a node of the module.
    pub(crate) to_fill: Vec<(MdId, MdId)>,
}

impl Nodes {
    /// Whether any node leads to a global value.
    pub(crate) fn leads_anywhere(&self) -> bool {
        !self.leads.is_empty()
    }

    /// The place of a node; none if it became null.
    pub(crate) fn place(&self, id: MdId) -> Option<MdId> {
        match self.map.get(id.index()) {
            Some(&(UNKNOWN | NULL)) | None => None,
            Some(&place) => Some(MdId(place)),
        }
    }
}

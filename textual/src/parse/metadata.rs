//! Metadata: nodes, strings, values as metadata, attachments and named metadata.

use super::Parser;
use crate::error::Result;
use bctk_ir::body::Attachment;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::strings::Strings;
use std::marker::PhantomData;

/// Number of the first piece of metadata that stands in place, in every part of the text: above all numbered nodes. They get other
/// numbers when the part is joined.
pub(crate) const INLINE: u32 = 1 << 28;

/// Metadata that a part of the text adds to the module's.
#[derive(Default)]
pub(crate) struct MdUnit<'s> {
    /// Nodes in place, strings, values; item `i` has the id `INLINE + i` until the part is joined.
    pub(crate) table: MetadataTable,
    /// Bytes of metadata strings.
    pub(crate) strings: Strings,
    /// Numbered nodes defined in this part: their id, and the node; its lists, fields and words are in `table`, its slots refer to
    /// numbered nodes by their ids and to the items of `table` from `INLINE` on.
    pub(crate) nodes: Vec<(MdId, Metadata)>,
    _text: PhantomData<&'s ()>,
}

impl Parser<'_, '_> {
    /// `!kind node`, of which the kind is at hand.
    pub(crate) fn attachment(&mut self) -> Result<Attachment> {
        Err(self.error("not yet"))
    }

    /// The definition of a numbered node after its `=`.
    pub(crate) fn numbered_node(&mut self, _id: MdId) -> Result<()> {
        Err(self.error("not yet"))
    }

    /// `!name = !{…}`, of which the name is at hand (top level only). The nodes are numbers of the text, since they may be defined later.
    pub(crate) fn named_metadata(&mut self) -> Result<()> {
        Err(self.error("not yet"))
    }
}

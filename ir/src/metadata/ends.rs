//! Finds the ends of chains of metadata nodes: nested scopes, inlined-at locations, derived types.
use super::{MetadataTable, md_slot, slot_md};
use crate::entity::MdId;
use std::sync::OnceLock;

/// What a node of a chain leads to.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Another node.
    Next(MdId),
    /// Nothing more: this node is the end, or there is none.
    End(Option<MdId>),
}

/// Chains up to this length are walked each time, which covers almost all files. In a file with longer ones, the ends of all chains are
/// computed together.
const NEAR: usize = 64;

/// [`md_slot`] of the end by node, once it is asked for.
#[derive(Clone, Debug, Default)]
pub struct Ends(OnceLock<Vec<u32>>);

impl Ends {
    /// The end of the chain that starts at `from`; none for a cycle, which only a damaged file has. `step` must be deterministic.
    pub fn end(&self, table: &MetadataTable, from: MdId, step: impl Fn(MdId) -> Step) -> Option<MdId> {
        let mut at = from;
        for _ in 0..NEAR {
            match step(at) {
                Step::Next(next) => at = next,
                Step::End(end) => return end,
            }
        }
        self.0.get_or_init(|| all(table.items.len(), &step)).get(at.index()).and_then(|&slot| slot_md(slot))
    }
}

/// The ends of all chains, each node looked at once.
fn all(count: usize, step: impl Fn(MdId) -> Step) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut ends = vec![UNKNOWN; count];
    let mut way = Vec::new();
    for first in 0..count {
        let mut at = MdId::new(first);
        // Nodes on the path count as a cycle until their end is known.
        let end = loop {
            match ends.get_mut(at.index()) {
                None => break 0,
                Some(&mut UNKNOWN) => {}
                Some(&mut end) => break end,
            }
            ends[at.index()] = 0;
            way.push(at);
            match step(at) {
                Step::Next(next) => at = next,
                Step::End(end) => break md_slot(end),
            }
        };
        for node in way.drain(..) {
            ends[node.index()] = end;
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;

    #[test]
    fn long_chains_and_circles() {
        let count = 1000;
        let table = MetadataTable { items: vec![Metadata::Missing; count], ..MetadataTable::default() };
        // From 0 to 499, which is an end; from 500 in a cycle; 999 points outside of the table.
        let step = |id: MdId| match id.index() {
            499 => Step::End(Some(id)),
            998 => Step::Next(MdId(500)),
            999 => Step::Next(MdId(5000)),
            5000 => Step::End(None),
            at => Step::Next(MdId::new(at + 1)),
        };
        let ends = Ends::default();
        for from in 0..500 {
            assert_eq!(ends.end(&table, MdId(from), step), Some(MdId(499)), "{from}");
        }
        for from in 500..1000 {
            assert_eq!(ends.end(&table, MdId(from), step), None, "{from}");
        }
        assert!(ends.0.get().is_some());
    }
}

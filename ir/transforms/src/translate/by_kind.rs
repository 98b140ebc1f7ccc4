//! Which nodes of debug information a module has, by kind: most passes look at the nodes of one kind, of which there are few.
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_support::parallel::prelude::*;

/// Items of metadata that one task looks at.
const TASK: usize = 1 << 15;

/// Nodes that one task looks at, at least.
const LEAST: usize = 1 << 12;

/// The nodes of a table by kind. A pass that replaces one must not take it for a node of its old kind.
pub(super) struct NodesByKind(Vec<Vec<MdId>>);

impl NodesByKind {
    pub(super) fn of(table: &MetadataTable) -> NodesByKind {
        let parts: Vec<&[Metadata]> = table.items.chunks(TASK).collect();
        let of_part = |(number, part): (usize, &&[Metadata])| {
            let mut out: Vec<Vec<MdId>> = Vec::new();
            for (at, item) in part.iter().enumerate() {
                if let Metadata::Node { kind, .. } = *item {
                    let kind = kind as usize;
                    if out.len() <= kind {
                        out.resize_with(kind + 1, Vec::new);
                    }
                    out[kind].push(MdId::new(number * TASK + at));
                }
            }
            out
        };
        let found: Vec<Vec<Vec<MdId>>> = parts.par_iter().enumerate().map(of_part).collect();
        let kinds = found.iter().map(Vec::len).max().unwrap_or(0);
        let of_kind = |kind: usize| {
            let parts: Vec<&[MdId]> = found.iter().filter_map(|part| part.get(kind)).map(Vec::as_slice).collect();
            parts.concat()
        };
        NodesByKind((0..kinds).collect::<Vec<usize>>().into_par_iter().map(of_kind).collect())
    }

    /// The nodes of a kind, in order.
    pub(super) fn of_kind(&self, kind: DiKind) -> &[MdId] {
        self.0.get(kind as usize).map_or(&[], Vec::as_slice)
    }

    /// The nodes of a kind that are still of it, and where their fields start.
    pub(super) fn with_fields(&self, table: &MetadataTable, kind: DiKind) -> Vec<(MdId, usize)> {
        self.with_fields_where(table, kind, |_| true)
    }

    /// Those of them that `is` holds for, looked for on all threads.
    pub(super) fn with_fields_where(&self, table: &MetadataTable, kind: DiKind, is: impl Fn(usize) -> bool + Sync) -> Vec<(MdId, usize)> {
        let start = |&id: &MdId| match table.get(id) {
            Metadata::Node { kind: own, fields, .. } if own == kind => Some((id, fields as usize)).filter(|&(_, start)| is(start)),
            _ => None,
        };
        self.of_kind(kind).par_iter().balanced().with_min_len(LEAST).filter_map(start).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_ir::entity::List;

    #[test]
    fn nodes_are_found_in_order_unless_they_are_replaced() {
        let mut table = MetadataTable::default();
        let kinds = [DiKind::File, DiKind::Label, DiKind::File];
        for at in 0..TASK + 3 {
            table.items.push(Metadata::Node { kind: kinds[at % 3], distinct: false, fields: at as u32 });
        }
        let nodes = NodesByKind::of(&table);
        let expected: Vec<MdId> = (0..TASK + 3).filter(|at| at % 3 == 1).map(MdId::new).collect();
        assert_eq!(nodes.of_kind(DiKind::Label), expected);
        assert!(nodes.of_kind(DiKind::Subprogram).is_empty());
        table.items[1] = Metadata::Tuple { distinct: false, ops: List::EMPTY };
        assert_eq!(nodes.with_fields(&table, DiKind::Label).first(), Some(&(MdId(4), 4)));
        assert_eq!(nodes.with_fields_where(&table, DiKind::Label, |start| start > TASK), [(MdId::new(TASK + 2), TASK + 2)]);
    }
}

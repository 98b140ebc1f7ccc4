//! Removes source locations from loop metadata (`stripDebugLocFromLoopID`).
use bctk_ir::entity::{ListRef, MdId};
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_support::limits::LOOP_OPERANDS;
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// A tuple below a loop.
#[derive(Default)]
struct Below {
    /// Whether its operands were visited.
    seen: bool,
    /// Tuples that have it as an operand, with repetition.
    parents: Vec<MdId>,
    /// Whether a location is below it.
    reaches: bool,
    /// The number of operands, except itself, that are not known to consist only of locations.
    others: usize,
}

fn is_location(table: &MetadataTable, id: MdId) -> bool {
    table.location(id).is_some()
}

fn operands(table: &MetadataTable, id: MdId) -> Option<ListRef<'_, Option<MdId>>> {
    match table.get(id) {
        Metadata::Tuple { ops, .. } => Some(table.lists.get(ops)),
        _ => None,
    }
}

/// Removes locations from loops; keeps what is known about shared nodes from one loop to the next.
#[derive(Default)]
pub(super) struct Loops {
    below: HashMap<MdId, Below>,
    /// Operands of copied nodes.
    copied: usize,
    /// What nodes became since that were too many.
    shared: HashMap<MdId, MdId>,
}

impl Loops {
    /// The loop's node without locations: itself if it has none, nothing if it has nothing else.
    pub(super) fn without_locations(&mut self, table: &mut MetadataTable, node: MdId) -> Option<MdId> {
        // A loop is its own first operand.
        let Some(ops) = operands(table, node).filter(|ops| !ops.is_empty()) else { return Some(node) };
        let parts: Vec<Option<MdId>> = ops.iter().skip(1).collect();
        self.survey(table, &parts);
        let Loops { below, copied, shared } = self;
        let only_locations = |part: Option<MdId>| {
            part.is_some_and(|id| is_location(table, id) || below.get(&id).is_some_and(|tuple| tuple.reaches && tuple.others == 0))
        };
        let reaches =
            |part: Option<MdId>| part.is_some_and(|id| is_location(table, id) || below.get(&id).is_some_and(|tuple| tuple.reaches));
        if !parts.iter().any(|&part| reaches(part)) {
            return Some(node);
        }
        if parts.iter().all(|&part| only_locations(part)) {
            return None;
        }
        // Nodes that contain locations among other things are copied for each loop, in the order of the old nodes; once there are too many,
        // loops share a copy.
        let shares = *copied > LOOP_OPERANDS;
        let is_changed = |part: Option<MdId>| part.filter(|id| below.get(id).is_some_and(|tuple| tuple.reaches && tuple.others != 0));
        let mut changed: BTreeSet<MdId> = BTreeSet::new();
        let mut open: Vec<MdId> = parts.iter().copied().filter_map(is_changed).collect();
        while let Some(id) = open.pop() {
            if !(shares && shared.contains_key(&id)) && changed.insert(id) {
                open.extend(operands(table, id).unwrap_or(ListRef::EMPTY).iter().filter_map(is_changed));
            }
        }
        let first = table.items.len();
        let mut renamed: HashMap<MdId, MdId> = HashMap::new();
        let all = if shares { &mut *shared } else { &mut renamed };
        all.extend(changed.iter().enumerate().map(|(i, &id)| (id, MdId::new(first + i))));
        let new_loop = MdId::new(first + changed.len());
        let rest = |ops: &mut dyn Iterator<Item = Option<MdId>>| -> Vec<Option<MdId>> {
            let kept = ops.filter(|&part| !only_locations(part));
            kept.map(|part| part.and_then(|id| all.get(&id)).copied().or(part)).collect()
        };
        let mut tuples = Vec::with_capacity(changed.len() + 1);
        for id in changed {
            let Metadata::Tuple { distinct, ops } = table.get(id) else { continue };
            tuples.push((distinct, rest(&mut table.lists.get(ops).iter())));
        }
        let mut operands = vec![Some(new_loop)];
        operands.extend(rest(&mut parts.iter().copied()));
        tuples.push((true, operands));
        for (distinct, operands) in tuples {
            *copied += operands.len();
            let ops = table.lists.push(&operands);
            table.push(Metadata::Tuple { distinct, ops });
        }
        Some(new_loop)
    }

    /// Visits all new tuples below `parts`.
    fn survey(&mut self, table: &MetadataTable, parts: &[Option<MdId>]) {
        let below = &mut self.below;
        let mut open: Vec<MdId> = parts.iter().copied().flatten().collect();
        let (mut reached, mut finished) = (Vec::new(), Vec::new());
        // In the order in which they are found.
        let mut new = Vec::new();
        while let Some(id) = open.pop() {
            let Some(ops) = operands(table, id) else { continue };
            if std::mem::replace(&mut below.entry(id).or_default().seen, true) {
                continue;
            }
            new.push(id);
            open.extend(ops.iter().flatten().filter(|&part| part != id && operands(table, part).is_some()));
        }
        for &id in &new {
            let ops = operands(table, id).unwrap_or(ListRef::EMPTY);
            let mut others = 0;
            for part in ops {
                if part == Some(id) {
                    continue;
                }
                match part {
                    Some(part) if is_location(table, part) => reached.push(id),
                    Some(part) if operands(table, part).is_some() => {
                        let tuple = below.entry(part).or_default();
                        // Already decided with an earlier loop.
                        if tuple.reaches {
                            reached.push(id);
                        }
                        if !(tuple.reaches && tuple.others == 0) {
                            others += 1;
                        }
                        tuple.parents.push(id);
                    }
                    _ => others += 1,
                }
            }
            // An empty tuple is made of no locations.
            below.entry(id).or_default().others = if ops.is_empty() { 1 } else { others };
        }
        while let Some(id) = reached.pop() {
            let Some(tuple) = below.get_mut(&id) else { continue };
            if !std::mem::replace(&mut tuple.reaches, true) {
                reached.extend_from_slice(&tuple.parents);
                if tuple.others == 0 {
                    finished.push(id);
                }
            }
        }
        while let Some(id) = finished.pop() {
            let parents = below.get(&id).map_or_else(Vec::new, |tuple| tuple.parents.clone());
            for parent in parents {
                let Some(tuple) = below.get_mut(&parent) else { continue };
                tuple.others = tuple.others.saturating_sub(1);
                if tuple.others == 0 {
                    finished.push(parent);
                }
            }
        }
        // Nothing above them is new the next time.
        for id in new {
            if let Some(tuple) = below.get_mut(&id) {
                tuple.parents = Vec::new();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The output of llvm-as 22 and llvm-dis 22 for such loops if debug information is dropped.
    #[test]
    fn locations_go_and_what_is_left_stays() {
        let mut table = MetadataTable::default();
        let text = table.push(Metadata::String(bctk_ir::strings::Str::EMPTY));
        let location = table.push_location(false, &[0; 8]);
        let tuple = |table: &mut MetadataTable, parts: &[MdId]| {
            let ops = table.lists.push_iter(parts.iter().copied().map(Some));
            table.push(Metadata::Tuple { distinct: true, ops })
        };
        let plain = MdId::new(table.items.len());
        tuple(&mut table, &[plain, text]);
        assert_eq!(Loops::default().without_locations(&mut table, plain), Some(plain));
        let located = MdId::new(table.items.len());
        tuple(&mut table, &[located, location]);
        assert_eq!(Loops::default().without_locations(&mut table, located), None);
        // A list of a string and a node that contains only a location.
        let inner = MdId::new(table.items.len());
        tuple(&mut table, &[inner, location]);
        let part = tuple(&mut table, &[text, inner]);
        let mixed = MdId::new(table.items.len());
        tuple(&mut table, &[mixed, location, part]);
        let stripped = Loops::default().without_locations(&mut table, mixed).unwrap();
        let ops = operands(&table, stripped).unwrap().to_vec();
        assert_eq!(ops[0], Some(stripped));
        assert_eq!(ops.len(), 2);
        assert_eq!(operands(&table, ops[1].unwrap()).map(ListRef::to_vec), Some(vec![Some(text)]));
    }
}

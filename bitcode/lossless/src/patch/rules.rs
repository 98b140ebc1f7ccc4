//! Rules: predictions about records, learnt from pairs of them.
use std::borrow::Cow;

use hashbrown::HashMap;

use super::model::{Column, LAST_COLUMN, Rules, Shape, is_ruled};
use super::unit::View;

/// The fewest records for which a rule about their form is made.
const SERVED: u32 = 3;
/// The maximum size of the tables of observations; beyond it, nothing new is learnt.
const SEEN: usize = 1 << 20;
/// The longest tail that a rule appends.
pub(super) const LONGEST_TAIL: usize = 16;

/// Rules indexed for lookup.
#[derive(Debug, Default)]
pub(super) struct Foretold<'r> {
    shapes: HashMap<[u32; 4], &'r Shape>,
    columns: HashMap<(u32, u32), Vec<&'r Column>>,
}

/// The shift of a value.
fn shift(steps: &[(u64, i64)], value: u64) -> i64 {
    let after = steps.partition_point(|&(from, _)| from <= value);
    after.checked_sub(1).and_then(|at| steps.get(at)).map_or(0, |&(_, delta)| delta)
}

impl<'r> Foretold<'r> {
    pub(super) fn new(rules: &'r Rules) -> Foretold<'r> {
        let mut ready = Foretold::default();
        for shape in &rules.shapes {
            ready.shapes.insert([shape.block, shape.code, shape.abbrev, shape.len], shape);
        }
        for column in &rules.columns {
            ready.columns.entry((column.block, column.code)).or_default().push(column);
        }
        ready
    }

    /// Abbreviation and operands predicted for a unit in a block; `None` if it is predicted to stay unchanged.
    pub(super) fn of<'a>(&self, block: u32, unit: &View<'a>) -> Option<(u32, Cow<'a, [u64]>)> {
        if !is_ruled(unit.kind, unit.sym) {
            return None;
        }
        let shape = u32::try_from(unit.ops.len()).ok().and_then(|len| self.shapes.get(&[block, unit.code, unit.abbrev, len]));
        let columns = self.columns.get(&(block, unit.code));
        if shape.is_none() && columns.is_none() {
            return None;
        }
        let mut ops = Cow::Borrowed(unit.ops);
        for column in columns.into_iter().flatten() {
            let first = column.column as usize;
            let end = if column.column == LAST_COLUMN { ops.len() } else { ops.len().min(first + 1) };
            for at in first..end {
                let delta = shift(&column.steps, ops[at]);
                if delta != 0 {
                    let op = ops[at].wrapping_add(delta as u64);
                    ops.to_mut()[at] = op;
                }
            }
        }
        let mut abbrev = unit.abbrev;
        if let Some(shape) = shape {
            abbrev = shape.to_abbrev;
            if shape.drop > 0 || !shape.tail.is_empty() {
                let kept = ops.len().saturating_sub(shape.drop as usize);
                let ops = ops.to_mut();
                ops.truncate(kept);
                ops.extend_from_slice(&shape.tail);
            }
        }
        (abbrev != unit.abbrev || *ops != *unit.ops).then_some((abbrev, ops))
    }
}

/// The outcome of a form: abbreviation, operands removed, operands added, and how often.
type Became = (u32, u32, Vec<u64>, u32);

/// Learns rules from pairs of records.
#[derive(Default)]
pub(super) struct Learner {
    /// By form: its outcomes, and how often.
    shapes: HashMap<[u32; 4], Vec<Became>>,
    /// Columns in which something changed, and their numbers.
    changed: HashMap<(u32, u32, u32), u32>,
    /// By column, value and shift: the count.
    values: HashMap<(u32, u64, i64), u32>,
    seen: usize,
}

fn column_of(at: usize) -> u32 {
    (at as u32).min(LAST_COLUMN)
}

impl Learner {
    /// The first pass over a pair: finds what changes.
    pub(super) fn look(&mut self, block: u32, a: &View<'_>, b: &View<'_>) {
        if !is_ruled(a.kind, a.sym) || !is_ruled(b.kind, b.sym) || a.code != b.code {
            return;
        }
        let common = a.ops.len().min(b.ops.len());
        for (at, (x, y)) in a.ops.iter().zip(b.ops).enumerate() {
            if x != y && self.changed.len() < SEEN {
                let number = self.changed.len() as u32;
                self.changed.entry((block, a.code, column_of(at))).or_insert(number);
            }
        }
        let Ok(len) = u32::try_from(a.ops.len()) else { return };
        let tail = b.ops.get(common..).unwrap_or(&[]);
        if tail.len() > LONGEST_TAIL || self.seen >= SEEN {
            return;
        }
        let (abbrev, drop) = (b.abbrev, (a.ops.len() - common) as u32);
        let became = self.shapes.entry([block, a.code, a.abbrev, len]).or_default();
        let known = became.iter().position(|(to, gone, added, _)| *to == abbrev && *gone == drop && added == tail);
        if let Some((.., count)) = known.and_then(|at| became.get_mut(at)) {
            *count += 1;
        } else if became.len() < 32 {
            became.push((abbrev, drop, tail.to_vec(), 1));
            self.seen += 1;
        }
    }

    /// The second pass, when the columns that change are known.
    pub(super) fn measure(&mut self, block: u32, a: &View<'_>, b: &View<'_>) {
        if !is_ruled(a.kind, a.sym) || !is_ruled(b.kind, b.sym) || a.code != b.code || self.changed.is_empty() {
            return;
        }
        for (at, (&x, &y)) in a.ops.iter().zip(b.ops).enumerate() {
            let Some(&column) = self.changed.get(&(block, a.code, column_of(at))) else { continue };
            let key = (column, x, y.wrapping_sub(x) as i64);
            if let Some(count) = self.values.get_mut(&key) {
                *count += 1;
            } else if self.values.len() < SEEN {
                self.values.insert(key, 1);
            }
        }
    }

    /// The rules that are worth their bytes.
    pub(super) fn rules(self) -> Rules {
        let mut rules = Rules::default();
        for (&[block, code, abbrev, len], became) in &self.shapes {
            let Some((to_abbrev, drop, tail, count)) = became.iter().max_by_key(|(.., count)| *count) else { continue };
            let stays = *to_abbrev == abbrev && *drop == 0 && tail.is_empty();
            if !stays && *count >= SERVED {
                rules.shapes.push(Shape { block, code, abbrev, len, to_abbrev: *to_abbrev, drop: *drop, tail: tail.clone() });
            }
        }
        rules.shapes.sort_by_key(|shape| (shape.block, shape.code, shape.abbrev, shape.len));
        let mut values: Vec<((u32, u64, i64), u32)> = self.values.into_iter().collect();
        values.sort_unstable();
        let mut columns: Vec<_> = self.changed.into_iter().collect();
        columns.sort_unstable_by_key(|&(_, number)| number);
        let mut values = values.as_slice();
        for ((block, code, column), number) in columns {
            let (own, rest) = values.split_at(values.partition_point(|&((of, ..), _)| of <= number));
            values = rest;
            let steps = steps(own);
            if !steps.is_empty() {
                rules.columns.push(Column { block, code, column, steps });
            }
        }
        rules.columns.sort_by_key(|column| (column.block, column.code, column.column));
        rules
    }
}

/// The steps of a column: shifts by value, each valid up to the next step.
fn steps(own: &[((u32, u64, i64), u32)]) -> Vec<(u64, i64)> {
    // The most frequent shift of a value, and how many more records have it than another one.
    let mut mostly: Vec<(u64, i64, i64)> = Vec::new();
    for of_value in own.chunk_by(|a, b| a.0.1 == b.0.1) {
        let total: i64 = of_value.iter().map(|&(_, count)| i64::from(count)).sum();
        if let Some(&((_, value, delta), count)) = of_value.iter().max_by_key(|&&((_, _, delta), count)| (count, delta == 0)) {
            mostly.push((value, delta, 2 * i64::from(count) - total));
        }
    }
    let mut steps: Vec<(u64, i64)> = Vec::new();
    let mut delta = 0;
    for run in mostly.chunk_by(|a, b| a.1 == b.1) {
        let Some(&(value, wanted, _)) = run.first() else { continue };
        // A step takes about three bytes, and a wrongly predicted record about four.
        let served: i64 = run.iter().map(|&(_, _, served)| served.max(0)).sum();
        if wanted != delta && served >= 2 {
            steps.push((value, wanted));
            delta = wanted;
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::super::unit::{Kind, Owned, Sym};
    use super::*;

    fn record(abbrev: u32, ops: &[u64]) -> Owned {
        Owned { kind: Kind::Record, sym: Sym::None, abbrev, code: 7, ops: ops.to_vec(), blob: None, raw: None }
    }

    #[test]
    fn learns_shifts_and_tails() {
        let pairs: Vec<(Owned, Owned)> = (0..20u64)
            .map(|i| {
                let shifted = if i < 5 { i } else { i + 1 };
                (record(3, &[i, 1, 0, 0]), record(4, &[shifted, 1]))
            })
            .collect();
        let mut learner = Learner::default();
        pairs.iter().for_each(|(a, b)| learner.look(12, &a.view(), &b.view()));
        pairs.iter().for_each(|(a, b)| learner.measure(12, &a.view(), &b.view()));
        let rules = learner.rules();
        assert_eq!(rules.shapes, [Shape { block: 12, code: 7, abbrev: 3, len: 4, to_abbrev: 4, drop: 2, tail: vec![] }]);
        assert_eq!(rules.columns, [Column { block: 12, code: 7, column: 0, steps: vec![(5, 1)] }]);
        let ready = Foretold::new(&rules);
        for (a, b) in &pairs {
            let (abbrev, ops) = ready.of(12, &a.view()).unwrap();
            assert_eq!((abbrev, &*ops), (4, &b.ops[..]));
            assert_eq!(ready.of(11, &a.view()), None);
        }
    }
}

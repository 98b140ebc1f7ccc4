//! Matches the records of two blocks and compares them field by field.
use hashbrown::HashMap;

use super::report::{BlockDiff, Change, DiffRecord, FieldChange};
use super::units::{FieldText, Maker, Ref, Space, Unit, Units};
use bctk_bitstream::align::{align, increasing};

/// How a record of the first block is matched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mate {
    None,
    /// Equal except for numbers.
    Same(u32),
    /// The same thing with other content.
    Other(u32),
    /// Equal, but in another place.
    Moved(u32),
}

impl Mate {
    fn index(self) -> Option<usize> {
        match self {
            Mate::None => None,
            Mate::Same(j) | Mate::Other(j) | Mate::Moved(j) => Some(j as usize),
        }
    }
}

/// Longest text of a field in a difference, in bytes.
const MOST_TEXT: usize = 2_000;

/// Compares the records and adds the results to the entry.
pub(super) fn compare(old: &Units, old_maker: &Maker, new: &Units, new_maker: &Maker, entry: &mut BlockDiff) {
    let mut mates = vec![Mate::None; old.units.len()];
    let mut taken = vec![false; new.units.len()];
    let moved = by_key(old, new, &mut mates, &mut taken) + by_order(old, new, &mut mates, &mut taken);
    in_gaps(old, old_maker, new, new_maker, &mut mates, &mut taken);
    let map = references(old, new, &mates);
    let sides = Sides { old, old_maker, new, new_maker };
    entry.moved = moved;
    entry.equal = 0;
    entry.cut = old.cut || new.cut;
    // Differences in the order of the first block; items that only the second has come at their position there.
    let mut next = 0;
    let added = |until: usize, next: &mut usize, changes: &mut Vec<Change>| {
        while *next < until {
            if !taken.get(*next).copied().unwrap_or(true)
                && let Some(unit) = new.units.get(*next)
            {
                changes.push(Change::Added(record(new, new_maker, unit)));
            }
            *next += 1;
        }
    };
    for (i, unit) in old.units.iter().enumerate() {
        let mate = mates.get(i).copied().unwrap_or(Mate::None);
        match mate.index().and_then(|j| Some((j, new.units.get(j)?))) {
            None => entry.changes.push(Change::Removed(record(old, old_maker, unit))),
            Some((j, other)) => {
                if !matches!(mate, Mate::Moved(_)) {
                    added(j, &mut next, &mut entry.changes);
                }
                let fields = if unit.shape == other.shape { sides.renumbered(unit, other, &map) } else { sides.fields(unit, other) };
                if fields.is_empty() {
                    entry.equal += 1;
                } else {
                    entry.changes.push(Change::Changed {
                        name: old_maker.name(unit.name).to_owned(),
                        own: old.text(&unit.own).to_owned(),
                        old_bit: unit.bit,
                        new_bit: other.bit,
                        fields,
                    });
                }
            }
        }
    }
    added(new.units.len(), &mut next, &mut entry.changes);
}

/// Matches records with names. Returns how many are in another order.
fn by_key(old: &Units, new: &Units, mates: &mut [Mate], taken: &mut [bool]) -> u64 {
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (j, unit) in new.units.iter().enumerate().rev().filter(|(_, unit)| unit.key != 0) {
        places.entry(unit.key).or_default().push(j);
    }
    let mut pairs = Vec::new();
    for ((i, unit), mate) in old.units.iter().enumerate().zip(mates).filter(|((_, unit), _)| unit.key != 0) {
        let Some(j) = places.get_mut(&unit.key).and_then(Vec::pop) else { continue };
        let same = new.units.get(j).is_some_and(|other| other.shape == unit.shape);
        *mate = if same { Mate::Same(j as u32) } else { Mate::Other(j as u32) };
        if let Some(taken) = taken.get_mut(j) {
            *taken = true;
        }
        pairs.push((i, j));
    }
    (pairs.len() - increasing(&pairs).len()) as u64
}

/// Aligns the rest. Returns how many are at another position.
fn by_order(old: &Units, new: &Units, mates: &mut [Mate], taken: &mut [bool]) -> u64 {
    let rest = |units: &Units| {
        let list = units.units.iter().enumerate().filter(|(_, unit)| unit.key == 0);
        list.map(|(i, unit)| (i, unit.shape)).unzip::<usize, u64, Vec<_>, Vec<_>>()
    };
    let ((old_at, old_shapes), (new_at, new_shapes)) = (rest(old), rest(new));
    let mut pair = |i: usize, j: usize, moved: bool| {
        let (Some(&i), Some(&j)) = (old_at.get(i), new_at.get(j)) else { return };
        if let (Some(mate), Some(taken)) = (mates.get_mut(i), taken.get_mut(j)) {
            *mate = if moved { Mate::Moved(j as u32) } else { Mate::Same(j as u32) };
            *taken = true;
        }
    };
    let mut old_free = vec![true; old_shapes.len()];
    let mut new_free = vec![true; new_shapes.len()];
    for (i, j) in align(&old_shapes, &new_shapes) {
        pair(i as usize, j as usize, false);
        if let (Some(a), Some(b)) = (old_free.get_mut(i as usize), new_free.get_mut(j as usize)) {
            (*a, *b) = (false, false);
        }
    }
    // What is left and equal has moved.
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (j, shape) in new_shapes.iter().enumerate().rev().filter(|(j, _)| new_free.get(*j) == Some(&true)) {
        places.entry(*shape).or_default().push(j);
    }
    let mut moved = 0;
    for (i, shape) in old_shapes.iter().enumerate().filter(|(i, _)| old_free.get(*i) == Some(&true)) {
        if let Some(j) = places.get_mut(shape).and_then(Vec::pop) {
            pair(i, j, true);
            moved += 1;
        }
    }
    moved
}

/// Between matched records, pairs the remaining ones by kind and name, then by kind, in order.
fn in_gaps(old: &Units, old_maker: &Maker, new: &Units, new_maker: &Maker, mates: &mut [Mate], taken: &mut [bool]) {
    let gap_of_new: Vec<usize> = {
        let mut anchors = vec![false; new.units.len()];
        for mate in mates.iter() {
            if let Mate::Same(j) = mate
                && let Some(anchor) = anchors.get_mut(*j as usize)
            {
                *anchor = true;
            }
        }
        // Number of the gap: the last anchor before.
        let mut last = 0;
        let gaps = anchors.iter().enumerate().map(|(j, &anchor)| {
            if anchor {
                last = j + 1;
            }
            last
        });
        gaps.collect()
    };
    for named in [true, false] {
        let key = |units: &Units, maker: &Maker, unit: &Unit, gap: usize| {
            let own = if named { units.text(&unit.own).to_owned() } else { String::new() };
            (gap, maker.name(unit.name).to_owned(), own)
        };
        let mut places: HashMap<(usize, String, String), Vec<usize>> = HashMap::new();
        for (j, unit) in new.units.iter().enumerate().rev() {
            let wanted = unit.key == 0 && taken.get(j) == Some(&false) && (!named || !unit.own.is_empty());
            if wanted && let Some(&gap) = gap_of_new.get(j) {
                places.entry(key(new, new_maker, unit, gap)).or_default().push(j);
            }
        }
        let mut gap = 0;
        for (unit, mate) in old.units.iter().zip(mates.iter_mut()) {
            match mate {
                Mate::Same(j) => gap = *j as usize + 1,
                Mate::None if unit.key == 0 && (!named || !unit.own.is_empty()) => {
                    if let Some(j) = places.get_mut(&key(old, old_maker, unit, gap)).and_then(Vec::pop) {
                        *mate = Mate::Other(j as u32);
                        if let Some(taken) = taken.get_mut(j) {
                            *taken = true;
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// The numbers in the second block, by number in the first.
struct Map {
    forward: HashMap<Ref, u32>,
    backward: HashMap<Ref, u32>,
}

fn references(old: &Units, new: &Units, mates: &[Mate]) -> Map {
    let mut map = Map { forward: HashMap::new(), backward: HashMap::new() };
    let mut add = |space: Space, a: u32, b: u32| {
        map.forward.insert((space, a), b);
        map.backward.insert((space, b), a);
    };
    for argument in 0..old.arguments.min(new.arguments).min(1 << 16) {
        add(Space::Value, old.first_value.saturating_add(argument), new.first_value.saturating_add(argument));
    }
    for (unit, mate) in old.units.iter().zip(mates) {
        let Some(other) = mate.index().and_then(|j| new.units.get(j)) else { continue };
        if let (Some((space, a)), Some((other_space, b))) = (unit.defines, other.defines)
            && space == other_space
        {
            add(space, a, b);
        }
        if let (Some(a), Some(b)) = (unit.ends, other.ends) {
            add(Space::Bb, a, b);
        }
    }
    map
}

struct Sides<'s> {
    old: &'s Units,
    old_maker: &'s Maker,
    new: &'s Units,
    new_maker: &'s Maker,
}

impl Sides<'_> {
    /// For records of the same shape: fields that refer to another thing of the same kind.
    fn renumbered(&self, old: &Unit, new: &Unit, map: &Map) -> Vec<FieldChange> {
        let (a, b) = (self.old.refs(old), self.new.refs(new));
        let differs = |(a, b): (&Ref, &Ref)| {
            a.0 == b.0 && matches!((map.forward.get(a), map.backward.get(b)), (Some(to), Some(from)) if *to != b.1 || *from != a.1)
        };
        if !a.iter().zip(b).any(differs) {
            return Vec::new();
        }
        let texts = || self.old.fields(old).zip(self.new.fields(new)).map(|(a, b)| (a.name, a.text, b.text)).filter(|(_, a, b)| a != b);
        let mut out: Vec<_> =
            texts().filter(|(_, a, _)| a.contains(['%', '!'])).map(|(name, a, b)| change(name, Some(a), Some(b))).collect();
        if out.is_empty() {
            out = texts().map(|(name, a, b)| change(name, Some(a), Some(b))).collect();
        }
        if out.is_empty() {
            // The numbers are the same and mean something else.
            out.push(change("operands", Some(&format!("{a:?}")), Some("the same numbers, of other things")));
        }
        out
    }

    fn fields(&self, old: &Unit, new: &Unit) -> Vec<FieldChange> {
        let (a, b) = (|| self.old.fields(old), || self.new.fields(new));
        let mut out = Vec::new();
        if self.old_maker.name(old.name) != self.new_maker.name(new.name) {
            out.push(change("record", Some(self.old_maker.name(old.name)), Some(self.new_maker.name(new.name))));
        }
        for field in a() {
            match b().find(|other| other.name == field.name) {
                Some(other) if other.shape == field.shape => {}
                Some(other) => out.push(self.field(&field, &other)),
                None => out.push(change(field.name, Some(field.text), None)),
            }
        }
        for field in b().filter(|field| a().all(|other| other.name != field.name)) {
            out.push(change(field.name, None, Some(field.text)));
        }
        if out.is_empty() {
            out.push(change("record", Some(self.old_maker.name(old.name)), Some(self.new_maker.name(new.name))));
        }
        out
    }

    fn field(&self, old: &FieldText<'_>, new: &FieldText<'_>) -> FieldChange {
        let (a, b) = (old.text, new.text);
        let list = |text: &str, maker: &Maker| -> Option<String> {
            let number: usize = text.strip_prefix("attributes#")?.parse().ok()?;
            maker.list_texts.get(number).cloned()
        };
        let none = |text: &str| (text == "none").then(String::new);
        let pair = (list(a, self.old_maker).or_else(|| none(a)), list(b, self.new_maker).or_else(|| none(b)));
        if old.name == "attributes" || old.name == "groups" {
            let (texts_a, texts_b) = match pair {
                (Some(texts_a), Some(texts_b)) => (texts_a, texts_b),
                _ => (a.to_owned(), b.to_owned()),
            };
            let (only_a, only_b) = only(&texts_a, &texts_b);
            return change(old.name, Some(&format!("{}{only_a}", prefix(a))), Some(&format!("{}{only_b}", prefix(b))));
        }
        change(old.name, Some(a), Some(b))
    }
}

/// The number of an attribute list, before what it has alone.
fn prefix(text: &str) -> String {
    if text.starts_with("attributes#") { format!("{text} ") } else { String::new() }
}

/// Attributes that only one of two lists has.
fn only(a: &str, b: &str) -> (String, String) {
    let words = |text: &str| -> Vec<String> {
        text.split([' ', ';']).map(|word| word.trim_matches(['[', ']']).to_owned()).filter(|word| !word.is_empty()).collect()
    };
    let (a, b) = (words(a), words(b));
    let without = |a: &[String], b: &[String]| {
        let left: Vec<&str> = a.iter().filter(|word| !b.contains(word)).map(String::as_str).collect();
        if left.is_empty() { "…".to_owned() } else { format!("[… {}]", left.join(" ")) }
    };
    (without(&a, &b), without(&b, &a))
}

fn short(text: &str) -> String {
    if text.len() <= MOST_TEXT {
        return text.to_owned();
    }
    let end = (0..=MOST_TEXT).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or(""))
}

fn change(name: &'static str, old: Option<&str>, new: Option<&str>) -> FieldChange {
    FieldChange { name, old: old.map(short), new: new.map(short) }
}

fn record(units: &Units, maker: &Maker, unit: &Unit) -> DiffRecord {
    let mut text = String::new();
    for field in units.fields(unit) {
        if text.len() > MOST_TEXT {
            text.push_str(" …");
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(field.name);
        text.push('=');
        text.push_str(&short(field.text));
    }
    DiffRecord { name: maker.name(unit.name).to_owned(), own: units.text(&unit.own).to_owned(), bit: unit.bit, text }
}

//! Aligns the lines of two functions, and tells what differs in each pair.
use hashbrown::HashMap;

use crate::align::{Step, align};
use crate::side::{Line, Side};
use crate::{Aspects, LineDiff, why};

/// The lines of a function, with the names of its arguments.
pub(crate) struct Lines<'t> {
    pub(crate) arguments: Vec<&'t str>,
    pub(crate) lines: Vec<Line<'t>>,
}

/// Two lines that belong together, or one alone; by index.
#[derive(Clone, Copy)]
enum Pair {
    /// They have the same shape.
    Same(usize, usize),
    /// One took the place of the other.
    Replaced(usize, usize),
    Old(usize),
    New(usize),
}

/// What two functions differ in, line by line. Lines that only one of them has come alone, those that only the old one has first.
pub(crate) fn compare(sides: [&Side<'_>; 2], old: &Lines<'_>, new: &Lines<'_>) -> Vec<LineDiff> {
    let pairs = pairs(&old.lines, &new.lines);
    let map = locals(old, new, &pairs);
    pairs
        .into_iter()
        .filter_map(|pair| match pair {
            Pair::Same(left, right) => Some(pair_of(sides, old.lines.get(left)?, new.lines.get(right)?, &map)),
            Pair::Replaced(left, right) => {
                let (left, right) = (old.lines.get(left)?, new.lines.get(right)?);
                Some(LineDiff::of(Some(left.text), Some(right.text), alone(left) | alone(right)))
            }
            Pair::Old(left) => old.lines.get(left).map(|line| LineDiff::of(Some(line.text), None, alone(line))),
            Pair::New(right) => new.lines.get(right).map(|line| LineDiff::of(None, Some(line.text), alone(line))),
        })
        .collect()
}

/// Pairs of lines of the same shape, in order, and the lines between them.
fn pairs(old: &[Line<'_>], new: &[Line<'_>]) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(old.len().max(new.len()));
    for step in align(old.iter().map(|line| line.shape), new.iter().map(|line| line.shape)) {
        match step {
            Step::Apart(removed, added) => {
                let (left, right) = (removed.start, added.start);
                replace(&old[removed], &new[added], left, right, &mut pairs);
            }
            Step::Both(left, right) => pairs.push(Pair::Same(left, right)),
        }
    }
    pairs
}

/// Pairs lines in a place where others stood: each with the next of the same opcode, or, if there are as many, each with the one at its place.
fn replace(old: &[Line<'_>], new: &[Line<'_>], left: usize, right: usize, pairs: &mut Vec<Pair>) {
    let fits =
        |old: &Line<'_>, new: &Line<'_>| old.defines == new.defines && old.is_label == new.is_label && old.is_record == new.is_record;
    if old.len() == new.len() && old.iter().zip(new).all(|(old, new)| fits(old, new)) {
        pairs.extend((0..old.len()).map(|at| Pair::Replaced(left + at, right + at)));
        return;
    }
    let mut next = 0;
    for (at, line) in old.iter().enumerate() {
        let twin = new[next..].iter().take(NEAR).position(|other| fits(line, other) && opcode(line.text) == opcode(other.text));
        match twin {
            None => pairs.push(Pair::Old(left + at)),
            Some(skipped) => {
                pairs.extend((next..next + skipped).map(|at| Pair::New(right + at)));
                pairs.push(Pair::Replaced(left + at, right + next + skipped));
                next += skipped + 1;
            }
        }
    }
    pairs.extend((next..new.len()).map(|at| Pair::New(right + at)));
}

/// How far a line that took the place of another is looked for.
const NEAR: usize = 32;

/// The first word of an instruction.
fn opcode(text: &str) -> &str {
    let text = text.trim_start();
    let text = match text.starts_with('%') {
        true => text.split_once(" = ").map_or(text, |(_, instruction)| instruction),
        false => text,
    };
    text.split([' ', '(']).next().unwrap_or(text)
}

/// The local of the new function that stands for each one of the old.
fn locals<'o, 'n>(old: &Lines<'o>, new: &Lines<'n>, pairs: &[Pair]) -> HashMap<&'o str, &'n str> {
    let mut map: HashMap<&str, &str> = old.arguments.iter().copied().zip(new.arguments.iter().copied()).collect();
    for pair in pairs {
        let (Pair::Same(left, right) | Pair::Replaced(left, right)) = *pair else { continue };
        let (Some(left), Some(right)) = (old.lines.get(left), new.lines.get(right)) else { continue };
        if let (true, true, Some(&old), Some(&new)) = (left.defines, right.defines, left.locals.first(), right.locals.first()) {
            map.insert(old, new);
        }
    }
    map
}

fn pair_of(sides: [&Side<'_>; 2], old: &Line<'_>, new: &Line<'_>, map: &HashMap<&str, &str>) -> LineDiff {
    let mut aspects = Aspects::NONE;
    let follows = old.locals.len() == new.locals.len() && old.locals.iter().zip(&new.locals).all(|(old, new)| map.get(old) == Some(new));
    if !follows {
        aspects |= alone(old);
    }
    let named = |name: &str| !name.bytes().all(|byte| byte.is_ascii_digit());
    let renames = |(old, new): (&&str, &&str)| old != new && (named(old) || named(new));
    // Uses of a value follow its name.
    let defined = if old.text.starts_with("define ") { old.locals.len() } else { usize::from(old.defines) };
    if old.locals.iter().zip(&new.locals).take(defined).any(renames) {
        aspects |= Aspects::NAMES;
    }
    let mut line = LineDiff::of(Some(old.text), Some(new.text), aspects);
    if old.attributes != new.attributes {
        line.aspects |= Aspects::ATTRIBUTES;
        line.why.extend(why::attributes(sides, old, new));
    }
    if old.metadata != new.metadata {
        line.aspects |= Aspects::METADATA;
    }
    // What metadata says of debug information is in it, too.
    if old.debug != new.debug && old.metadata == new.metadata {
        line.aspects |= Aspects::DEBUG;
    }
    if line.aspects.contains(Aspects::METADATA) || line.aspects.contains(Aspects::DEBUG) {
        line.why.extend(why::attachments(sides, old, new));
    }
    line
}

/// What a line is that only one of the functions has.
fn alone(line: &Line<'_>) -> Aspects {
    if line.is_record { Aspects::DEBUG } else { Aspects::CODE }
}

//! What a translation changed: each change by name, with its places.
use bctk_ir::entity::{GlobalId, InstId};
use bctk_ir::module::Module;
use bctk_ir::version::{Feature, LlvmVersion};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// What a translation may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lossy {
    /// Nothing: all that the target cannot express must have an equivalent.
    None,
    /// Hints: attributes, flags and metadata that only help the optimizer or a debugger.
    #[default]
    Hints,
    /// Also all debug information, if the target cannot express it.
    Debug,
}

/// What happened to something that the target cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// It became something with the same meaning.
    Lowered,
    /// It was left out; the program means the same.
    Dropped,
    /// It cannot be left out: the translation fails.
    Refused,
    /// It stays, but the code that the release makes of it is wrong, or it makes none.
    Kept,
}

impl Action {
    /// The word for it: `lowered`, `dropped`, `refused` or `kept`.
    pub const fn word(self) -> &'static str {
        match self {
            Action::Lowered => "lowered",
            Action::Dropped => "dropped",
            Action::Refused => "refused",
            Action::Kept => "kept",
        }
    }
}

/// Where a change was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The global value: name, or number for one without a name; empty for the module.
    pub global: String,
    /// Block of the function and instruction in it, counted from 0 in the module before the pass that made the change.
    pub instruction: Option<(u32, u32)>,
}

/// A change, at all of its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What happened.
    pub action: Action,
    /// What it happened to: a feature, an attribute, an intrinsic, a field of debug information.
    pub what: Cow<'static, str>,
    /// The first release that has it, if known.
    pub since: Option<LlvmVersion>,
    /// What was done, in words.
    pub how: &'static str,
    /// The number of places.
    pub count: u64,
    /// The first of them, [`Report::PLACES`] at most.
    pub places: Vec<Place>,
}

/// The changes that a translation made, in the order of their kinds and names.
#[derive(Clone, Debug, Default)]
pub struct Report {
    changes: BTreeMap<(Action, Cow<'static, str>), Change>,
}

/// A place, not yet in words.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    Module,
    Global(GlobalId),
    Inst(GlobalId, InstId),
}

impl Report {
    /// Places that are kept for each change.
    pub const PLACES: usize = 16;

    /// All changes.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.changes.values()
    }

    /// The changes of one kind.
    pub fn of(&self, action: Action) -> impl Iterator<Item = &Change> {
        self.changes().filter(move |change| change.action == action)
    }

    /// Whether nothing had to change.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Adds the changes of another pass.
    pub fn append(&mut self, other: Report) {
        for (key, change) in other.changes {
            match self.changes.entry(key) {
                Entry::Vacant(entry) => drop(entry.insert(change)),
                Entry::Occupied(mut entry) => {
                    let known = entry.get_mut();
                    known.count += change.count;
                    known.places.extend(change.places);
                    known.places.truncate(Report::PLACES);
                }
            }
        }
    }

    /// Counts a change of a feature. What is done about it is in the feature's row.
    pub(super) fn feature(&mut self, action: Action, feature: Feature, module: &Module, at: At) {
        let row = feature.row();
        self.note(action, Cow::Borrowed(row.name), row.since, how(action, feature), module, at);
    }

    /// Counts the changes of features that were gathered apart.
    pub(super) fn features(&mut self, tally: Tally<(Action, Feature)>, module: &Module) {
        for ((action, feature), count, places) in tally.counts {
            let (row, how) = (feature.row(), how(action, feature));
            self.note_all(action, Cow::Borrowed(row.name), row.since, how, module, (count, &places));
        }
    }

    /// Counts a change.
    pub(super) fn note(
        &mut self,
        action: Action,
        what: Cow<'static, str>,
        since: Option<LlvmVersion>,
        how: &'static str,
        module: &Module,
        at: At,
    ) {
        self.note_all(action, what, since, how, module, (1, &[at]));
    }

    /// Counts a change at several places: their number, and at least the first [`Report::PLACES`] of them.
    pub(super) fn note_all(
        &mut self,
        action: Action,
        what: Cow<'static, str>,
        since: Option<LlvmVersion>,
        how: &'static str,
        module: &Module,
        (count, places): (u64, &[At]),
    ) {
        let change = self.changes.entry((action, what)).or_insert_with_key(|(_, what)| Change {
            action,
            what: what.clone(),
            since,
            how,
            count: 0,
            places: Vec::new(),
        });
        change.count += count;
        let missing = Report::PLACES.saturating_sub(change.places.len());
        change.places.extend(places.iter().take(missing).map(|at| at.place(module)));
    }
}

/// What is done about a feature, in words.
pub(super) fn how(action: Action, feature: Feature) -> &'static str {
    let row = feature.row();
    match action {
        Action::Lowered => row.lowered,
        Action::Dropped => row.dropped,
        Action::Refused => row.refused,
        // No feature is known and of no use.
        Action::Kept => "",
    }
}

/// Changes that are gathered apart from a report, such as those in one body: of each, the number and the first places.
pub(super) struct Tally<K> {
    pub(super) counts: Vec<(K, u64, Vec<At>)>,
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Tally { counts: Vec::new() }
    }
}

impl<K: PartialEq> Tally<K> {
    /// Counts a change.
    pub(super) fn count(&mut self, what: K, at: At) {
        match self.counts.iter_mut().find(|(known, ..)| *known == what) {
            Some((_, count, places)) => {
                *count += 1;
                if places.len() < Report::PLACES {
                    places.push(at);
                }
            }
            None => self.counts.push((what, 1, vec![at])),
        }
    }
}

impl At {
    fn place(self, module: &Module) -> Place {
        let name = |id: GlobalId| match module.global(id).map(|global| module.str(global.name)) {
            Some(name) if !name.is_empty() => format!("@{}", String::from_utf8_lossy(name)),
            _ => format!("@{}", id.index()),
        };
        match self {
            At::Module => Place::default(),
            At::Global(id) => Place { global: name(id), instruction: None },
            At::Inst(id, inst) => {
                let body = module.global(id).and_then(|global| global.function()?.body).and_then(|body| module.bodies.get(body as usize));
                let blocks = body.map_or(&[][..], |body| &body.blocks);
                let block = blocks.partition_point(|block| block.first <= inst).saturating_sub(1);
                let first = blocks.get(block).map_or(0, |block| block.first.index());
                Place { global: name(id), instruction: Some((block as u32, inst.index().saturating_sub(first) as u32)) }
            }
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.global.as_str(), self.instruction) {
            ("", _) => f.write_str("module"),
            (global, None) => f.write_str(global),
            (global, Some((block, instruction))) => write!(f, "instruction {instruction} of block {block} in {global}"),
        }
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.what)?;
        if let Some(since) = self.since {
            write!(f, " (since LLVM {since})")?;
        }
        match (self.count, self.places.first()) {
            (1, Some(place)) => write!(f, " in {place}"),
            (count, Some(place)) => write!(f, ", {count} times, first in {place}"),
            _ => Ok(()),
        }
    }
}

//! Applies patches.
use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};

use super::emit::Emitter;
use super::model::{Blob, Body, Edit, Entry, Key, Op, Patch, Reach, Stream};
use super::ops;
use super::rules::Foretold;
use super::scope;
use super::unit::{self, Item, Kind, Place, Tree, View};
use bctk_bitcode::schema::{function, module};
use bctk_bitstream::stream::RawBits;
use bctk_bitstream::{Error, Result};

/// The result of applying a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The file.
    pub bytes: Vec<u8>,
    /// Regions that have changed since the patch was made, so that their edits were left out. They are named as in `MODULE[0]/FUNCTION[3]`.
    pub dropped: Vec<String>,
    /// Whether the bytes are those of the file that the patch was made for (by their CRC-32).
    pub exact: bool,
}

/// Applies the patch to `canonical`.
///
/// If the file is not the one that the patch was made from, an entry applies only if its region is unchanged and it does not depend on the
/// changes; see [the module](super). The changed parts of the result are then those of `canonical`.
///
/// # Errors
/// Malformed or Limit, if the patch is inconsistent with the file (never for a patch by [`super::diff()`] and the file that it was made
/// for); those of [`bctk_bitstream::stream::EventReader`], if `canonical` is not a bitstream.
pub fn apply(canonical: &[u8], patch: &Patch) -> Result<Applied> {
    match &patch.body {
        Body::Empty => Ok(Applied { bytes: canonical.to_vec(), dropped: Vec::new(), exact: true }),
        Body::Bytes { canonical: crc, original, splices } => {
            if crc32fast::hash(canonical) != *crc {
                return Ok(Applied { bytes: canonical.to_vec(), dropped: vec!["file".to_owned()], exact: false });
            }
            let bytes = ops::apply_bytes(canonical, splices)?;
            let exact = crc32fast::hash(&bytes) == *original;
            Ok(Applied { bytes, dropped: Vec::new(), exact })
        }
        Body::Stream(stream) => {
            let same = crc32fast::hash(canonical) == stream.canonical;
            let tree = Tree::read(canonical)?;
            // Entries that fit on their own may still not fit together, such as abbreviations and the records of a part that was edited.
            apply_to(&tree, stream, same).or_else(|error| match same {
                true => Err(error),
                false => {
                    let dropped = stream.entries.iter().map(|entry| name(entry.key)).collect();
                    Ok(Applied { bytes: canonical.to_vec(), dropped, exact: false })
                }
            })
        }
    }
}

/// Applies edits to a decoded file; `same` says whether it is the file that they were made from.
pub(super) fn apply_to(tree: &Tree<'_>, stream: &Stream, same: bool) -> Result<Applied> {
    let mut dropped = Vec::new();
    let entries = if same { by_key(tree, &stream.entries)? } else { still_fitting(tree, stream, &mut dropped)? };
    let foretold = Foretold::new(&stream.rules);
    let mut out = Emitter::new(!same);
    let mut writer = Writer { tree, entries, foretold, same, hashes: 0, out: &mut out };
    writer.region(0)?;
    if writer.hashes > 0 {
        dropped.push("MODULE/HASH".to_owned());
    }
    let bytes = out.finish()?;
    let exact = crc32fast::hash(&bytes) == stream.original;
    Ok(Applied { bytes, dropped, exact })
}

type Entries<'e> = HashMap<usize, &'e Entry>;

fn regions(tree: &Tree<'_>) -> HashMap<Key, usize> {
    (0..tree.regions.len()).map(|number| (scope::key(tree, number), number)).collect()
}

fn by_key<'e>(tree: &Tree<'_>, entries: &'e [Entry]) -> Result<Entries<'e>> {
    let regions = regions(tree);
    let number = |entry: &'e Entry| match regions.get(&entry.key) {
        Some(&number) => Ok((number, entry)),
        None => Err(Error::malformed("expected the patch to name existing blocks")),
    };
    entries.iter().map(number).collect()
}

/// The entries that still apply although the file has changed.
fn still_fitting<'e>(tree: &Tree<'_>, stream: &'e Stream, dropped: &mut Vec<String>) -> Result<Entries<'e>> {
    // Changed parts cannot use tables other than the canonical ones, nor numbers in such tables.
    let reach = match stream.entries.iter().any(|entry| entry.reach == Reach::Tables) || scope::context(tree) != stream.context {
        true => Reach::Form,
        false => Reach::Values,
    };
    let regions = regions(tree);
    let mut bodies: HashMap<u32, Vec<usize>> = HashMap::new();
    let mut taken: HashSet<usize> = HashSet::new();
    let mut out = Entries::new();
    let mut moved = Vec::new();
    for entry in &stream.entries {
        match regions.get(&entry.key) {
            _ if entry.reach > reach => dropped.push(name(entry.key)),
            Some(&number) if scope::crc(tree, number) == entry.crc => {
                taken.insert(number);
                out.insert(number, entry);
            }
            _ if matches!(entry.key, Key::Child { block: function::ID, .. }) => moved.push(entry),
            _ => dropped.push(name(entry.key)),
        }
    }
    if !moved.is_empty() {
        // Bodies move when an earlier one is added or removed.
        for (number, region) in tree.regions.iter().enumerate() {
            if unit::is_body(region) && !taken.contains(&number) {
                bodies.entry(scope::crc(tree, number)).or_default().push(number);
            }
        }
        bodies.values_mut().for_each(|numbers| numbers.reverse());
        for entry in moved {
            match bodies.get_mut(&entry.crc).and_then(Vec::pop) {
                Some(number) => {
                    out.insert(number, entry);
                }
                None => dropped.push(name(entry.key)),
            }
        }
    }
    Ok(out)
}

fn name(key: Key) -> String {
    match key {
        Key::File => "file".to_owned(),
        Key::Block { block, index } => unit::name(block, index, None),
        Key::Child { module, block, index } => unit::name(block, index, Some(unit::name(module::ID, module, None))),
    }
}

/// Writes regions.
struct Writer<'w, 't, 'e> {
    tree: &'w Tree<'t>,
    entries: Entries<'e>,
    foretold: Foretold<'e>,
    /// Whether the file is the one that the patch was made from.
    same: bool,
    /// The number of records left out or unchanged because they are hashes of a module that has changed.
    hashes: usize,
    out: &'w mut Emitter,
}

impl<'w> Writer<'w, '_, '_> {
    /// Writes a region. Regions are two deep in the file at most.
    fn region(&mut self, region: usize) -> Result<()> {
        let tree: &'w Tree<'_> = self.tree;
        let Some(this) = tree.regions.get(region) else { return Ok(()) };
        let items = &this.items;
        let Some(&entry) = self.entries.get(&region) else { return self.plain(items) };
        let is_module = this.block == module::ID;
        let mut used = vec![false; items.len()];
        let mut at = 0usize;
        for op in &entry.script {
            match op {
                Op::Follow(count) => {
                    for item in take(items, &mut used, &mut at, *count)? {
                        match item.place() {
                            Place::Unit(unit) => self.foretold(unit, None)?,
                            Place::Region(child) => self.region(child)?,
                        }
                    }
                }
                Op::Plain(count) => self.plain(take(items, &mut used, &mut at, *count)?)?,
                Op::Jump(by) => {
                    at = (at as u64).checked_add_signed(*by).and_then(|at| usize::try_from(at).ok()).ok_or_else(beyond)?;
                }
                Op::Insert(units) => {
                    for unit in units {
                        if is_module && self.is_stale(&unit.view()) {
                            self.hashes += 1;
                        } else {
                            self.out.unit(&unit.view())?;
                        }
                    }
                }
                Op::Edit(edits) => {
                    let taken = take(items, &mut used, &mut at, edits.len() as u64)?;
                    for (item, edit) in taken.iter().zip(edits) {
                        let Place::Unit(unit) = item.place() else { return Err(beyond()) };
                        if is_module && self.is_stale(&tree.view(unit)) {
                            self.hashes += 1;
                            self.out.unit(&tree.view(unit))?;
                        } else {
                            self.foretold(unit, Some(edit))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn plain(&mut self, items: &[Item]) -> Result<()> {
        for item in items {
            match item.place() {
                Place::Unit(unit) => self.out.unit(&self.tree.view(unit))?,
                Place::Region(child) => self.region(child)?,
            }
        }
        Ok(())
    }

    /// Writes a unit as predicted, then edited.
    fn foretold(&mut self, unit: usize, edit: Option<&Edit>) -> Result<()> {
        let view = self.tree.view(unit);
        let told = self.foretold.of(self.tree.units[unit].block, &view);
        let view = match &told {
            Some((abbrev, ops)) => View { abbrev: *abbrev, ops, raw: None, ..view },
            None => view,
        };
        match edit {
            Some(edit) => edited(&view, edit, |view| self.out.unit(view)),
            None => self.out.unit(&view),
        }
    }

    /// Whether a record of MODULE is the hash of the old module.
    fn is_stale(&self, unit: &View<'_>) -> bool {
        !self.same && unit.kind == Kind::Record && unit.code == module::Hash::CODE
    }
}

fn beyond() -> Error {
    Error::malformed("expected the patch to use existing records, each at most once")
}

/// The next items. No item is used twice, so a small patch cannot make a large file.
fn take<'t>(items: &'t [Item], used: &mut [bool], at: &mut usize, count: u64) -> Result<&'t [Item]> {
    let end = usize::try_from(count).ok().and_then(|count| at.checked_add(count)).ok_or_else(beyond)?;
    let (Some(taken), Some(used)) = (items.get(*at..end), used.get_mut(*at..end)) else { return Err(beyond()) };
    if used.contains(&true) {
        return Err(beyond());
    }
    used.fill(true);
    *at = end;
    Ok(taken)
}

/// Passes a unit with its changes to `f`.
fn edited(unit: &View<'_>, edit: &Edit, f: impl FnOnce(&View<'_>) -> Result<()>) -> Result<()> {
    let abbrev = match edit.abbrev {
        None => unit.abbrev,
        Some(delta) => i64::from(unit.abbrev).checked_add(delta).and_then(|abbrev| u32::try_from(abbrev).ok()).ok_or_else(beyond)?,
    };
    let list = if edit.ops.is_empty() { Cow::Borrowed(unit.ops) } else { Cow::Owned(ops::apply(unit.ops, &edit.ops)?) };
    let bytes: Vec<u8>;
    let blob = match &edit.blob {
        None => unit.blob,
        Some(Blob::Drop) => None,
        Some(Blob::Splice(splices)) => {
            bytes = ops::apply_bytes(unit.blob.unwrap_or(&[]), splices)?;
            Some(&bytes[..])
        }
    };
    let raw: Option<&RawBits> = match &edit.raw {
        None => unit.raw,
        Some(raw) => raw.as_ref(),
    };
    let code = edit.code.unwrap_or(unit.code);
    f(&View { kind: unit.kind, sym: edit.sym.unwrap_or(unit.sym), abbrev, code, ops: &list, blob, raw })
}

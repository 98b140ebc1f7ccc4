//! An index of many modules, as one module asks it.
use bctk_ir::strings::Strings;
use bctk_ir::summary::{Entry, EntryKind, Summary, variable_flags};
use hashbrown::HashMap;

/// Bits of the flags of an index.
mod flag {
    pub(super) const DEAD_STRIPPED: u64 = 1;
    pub(super) const ATTRIBUTES_PROPAGATED: u64 = 1 << 5;
    pub(super) const DSO_LOCAL_PROPAGATED: u64 = 1 << 6;
    pub(super) const WHOLE_PROGRAM_VISIBILITY: u64 = 1 << 7;
    pub(super) const HOT_COLD_NEW: u64 = 1 << 8;
}

/// An index of many modules with tables to look things up.
#[derive(Debug)]
pub struct Index<'s> {
    summary: &'s Summary,
    strings: &'s Strings,
    /// Entries of the same value follow each other, in the order of the index.
    entries: Vec<u32>,
    /// By value: where its entries begin.
    first: Vec<u32>,
    values: HashMap<u64, u32>,
    modules: HashMap<&'s [u8], u32>,
}

impl<'s> Index<'s> {
    /// That of a summary of many modules, whose texts are in `strings`.
    pub fn new(summary: &'s Summary, strings: &'s Strings) -> Index<'s> {
        let count = summary.values.len();
        let mut first = vec![0u32; count + 1];
        for entry in &summary.entries {
            if let Some(slot) = first.get_mut(entry.value as usize + 1) {
                *slot += 1;
            }
        }
        for at in 0..count {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut entries = vec![0u32; first[count] as usize];
        for (number, entry) in (0..).zip(&summary.entries) {
            if let Some(slot) = next.get_mut(entry.value as usize).filter(|_| (entry.value as usize) < count) {
                entries[*slot as usize] = number;
                *slot += 1;
            }
        }
        let mut values = HashMap::with_capacity(count);
        for (number, value) in (0..).zip(&summary.values) {
            values.entry(value.guid).or_insert(number);
        }
        let mut modules = HashMap::with_capacity(summary.modules.len());
        for (number, module) in (0..).zip(&summary.modules) {
            modules.entry(module.path.map_or(&b""[..], |path| strings.get(path))).or_insert(number);
        }
        Index { summary, strings, entries, first, values, modules }
    }

    /// The summary.
    pub fn summary(&self) -> &'s Summary {
        self.summary
    }

    /// The place of a module in [`Summary::modules`].
    pub fn module(&self, path: &[u8]) -> Option<u32> {
        self.modules.get(path).copied()
    }

    /// The path of a module.
    pub fn path(&self, module: u32) -> &'s [u8] {
        let path = self.summary.modules.get(module as usize).and_then(|module| module.path);
        path.map_or(b"", |path| self.strings.get(path))
    }

    /// The first words of the hash of a module: what promoted names end in. 0 if it has no hash, or is not in the index.
    pub fn suffix(&self, module: Option<u32>) -> u64 {
        let hash = module.and_then(|module| self.summary.modules.get(module as usize)).map_or([0; 5], |module| module.hash);
        u64::from(hash[0]) << 32 | u64::from(hash[1])
    }

    /// The entries of a value, one for each module that defines it. None if the index does not know the value.
    pub fn entries(&self, guid: u64) -> Option<impl Iterator<Item = &'s Entry>> {
        let value = *self.values.get(&guid)? as usize;
        let range = self.first[value] as usize..self.first[value + 1] as usize;
        Some(self.entries.get(range)?.iter().filter_map(|&at| self.summary.entries.get(at as usize)))
    }

    /// The first entry of a value in a module.
    pub fn entry_in(&self, guid: u64, module: u32) -> Option<&'s Entry> {
        self.entries(guid)?.find(|entry| entry.module == module)
    }

    /// What a module defines: its entries by GUID.
    pub fn defined(&self, module: u32) -> HashMap<u64, &'s Entry> {
        let of_module = self.summary.entries.iter().filter(|entry| entry.module == module);
        of_module.filter_map(|entry| Some((self.summary.values.get(entry.value as usize)?.guid, entry))).collect()
    }

    fn has(&self, bit: u64) -> bool {
        self.summary.flags & bit != 0
    }

    /// Whether a definition is needed.
    pub fn is_live(&self, entry: &Entry) -> bool {
        entry.flags.live || !self.has(flag::DEAD_STRIPPED)
    }

    /// Whether a symbol is resolved to a definition within the linked image.
    pub fn is_dso_local(&self, guid: u64) -> bool {
        let Some(mut entries) = self.entries(guid) else { return false };
        let Some(first) = entries.next() else { return false };
        // Once that is propagated, all entries say the same.
        first.flags.dso_local && (self.has(flag::DSO_LOCAL_PROPAGATED) || entries.all(|entry| entry.flags.dso_local))
    }

    /// Whether the entry of a variable says that it is only read, and that it is only written.
    pub fn access(&self, entry: &Entry) -> (bool, bool) {
        match entry.kind {
            EntryKind::Variable { flags, .. } if self.has(flag::ATTRIBUTES_PROPAGATED) => {
                (flags & variable_flags::READ_ONLY != 0, flags & variable_flags::WRITE_ONLY != 0)
            }
            _ => (false, false),
        }
    }

    /// Whether all virtual calls of the program are known.
    pub fn sees_whole_program(&self) -> bool {
        self.has(flag::WHOLE_PROGRAM_VISIBILITY)
    }

    /// Whether the allocator takes hints about hot and cold memory.
    pub fn has_hot_cold_new(&self) -> bool {
        self.has(flag::HOT_COLD_NEW)
    }
}

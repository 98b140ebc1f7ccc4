//! Names and numbers of global values.

use bctk_ir::entity::GlobalId;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::BuildHasher;
use std::ops::Range;

/// Symbols by name. Names are copied: a lookup does not touch the text where a global value is defined, which may be far away.
#[derive(Default)]
pub(crate) struct SymbolNames {
    /// All names, one after the other.
    bytes: Vec<u8>,
    /// Where each name is, and its symbol.
    entries: HashTable<(Range<usize>, u32)>,
    hasher: DefaultHashBuilder,
}

impl SymbolNames {
    #[inline]
    pub(super) fn get(&self, name: &[u8]) -> Option<u32> {
        let found = self.entries.find(self.hasher.hash_one(name), |(place, _)| &self.bytes[place.clone()] == name);
        found.map(|&(_, symbol)| symbol)
    }

    /// Whether the names, one after the other, have these bytes somewhere. This takes less than a search in the whole text.
    pub(super) fn may_contain(&self, part: &[u8]) -> bool {
        memchr::memmem::find(&self.bytes, part).is_some()
    }

    /// Adds a name that is not there.
    pub(super) fn insert(&mut self, name: &[u8], symbol: u32) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(name);
        let (bytes, hasher) = (&self.bytes, &self.hasher);
        let hash = |(place, _): &(Range<usize>, u32)| hasher.hash_one(&bytes[place.clone()]);
        self.entries.insert_unique(hasher.hash_one(name), (start..bytes.len(), symbol), hash);
    }
}

/// Global values by name and number.
pub(crate) struct GlobalNames {
    /// Symbol of each name.
    pub(super) names: SymbolNames,
    /// Symbol of each number.
    pub(super) numbers: HashMap<u32, u32>,
    /// Global value of each symbol, if it is defined.
    pub(super) ids: Vec<Option<GlobalId>>,
}

impl GlobalNames {
    #[inline]
    pub(crate) fn name(&self, name: &[u8]) -> Option<GlobalId> {
        self.ids.get(self.names.get(name)? as usize).copied()?
    }

    pub(crate) fn number(&self, number: u32) -> Option<GlobalId> {
        self.ids.get(*self.numbers.get(&number)? as usize).copied()?
    }
}

//! Builds the string table of a file: each name once, in order of first use.
use crate::schema::StrtabRef;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// A string table (LLVM 22: `StringTableBuilder` of kind RAW, as `BitcodeWriter` uses it).
#[derive(Clone, Default)]
pub(crate) struct Strtab {
    bytes: Vec<u8>,
    /// Offset and size of each name.
    index: HashTable<(u32, u32)>,
    hasher: hashbrown::DefaultHashBuilder,
}

impl Strtab {
    /// The position of `name`, which is added if it is missing.
    pub(crate) fn add(&mut self, name: &[u8]) -> StrtabRef {
        let (bytes, hasher) = (&mut self.bytes, &self.hasher);
        let hash = hasher.hash_one(name);
        let at = |&(offset, size): &(u32, u32)| offset as usize..offset as usize + size as usize;
        if let Some(&(offset, size)) = self.index.find(hash, |entry| &bytes[at(entry)] == name) {
            return StrtabRef { offset: u64::from(offset), size: u64::from(size) };
        }
        let entry = (bytes.len() as u32, name.len() as u32);
        bytes.extend_from_slice(name);
        self.index.insert_unique(hash, entry, |entry| hasher.hash_one(&bytes[at(entry)]));
        StrtabRef { offset: u64::from(entry.0), size: u64::from(entry.1) }
    }

    /// The table's bytes, when it is made.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The table's bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_once() {
        let mut strtab = Strtab::default();
        let first = strtab.add(b"abc");
        assert_eq!(strtab.add(b"bc"), StrtabRef { offset: 3, size: 2 });
        assert_eq!(strtab.add(b"abc"), first);
        assert_eq!(strtab.bytes(), b"abcbc");
    }
}

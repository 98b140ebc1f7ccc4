//! Byte strings in one arena: names are bytes, not UTF-8.

/// A byte string in an arena: offset and length. The empty string is `Str::EMPTY`, which also means "no name".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Str {
    /// Offset in the arena, in bytes.
    pub offset: u32,
    /// Length in bytes.
    pub len: u32,
}

impl Str {
    /// The empty string.
    pub const EMPTY: Str = Str { offset: 0, len: 0 };

    /// The string after its arena was appended to another one of `by` bytes, see [`Strings::append`].
    #[inline]
    pub fn shifted(self, by: u32) -> Str {
        Str { offset: self.offset.saturating_add(by), len: self.len }
    }

    /// Whether the string has no bytes.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// An arena of byte strings, up to 4 GiB.
#[derive(Clone, Default, Debug, Hash)]
pub struct Strings {
    bytes: Vec<u8>,
}

impl Strings {
    /// Stores a copy of `s`. Beyond 4 GiB, returns the empty string.
    pub fn push(&mut self, s: &[u8]) -> Str {
        let offset = self.bytes.len();
        if s.is_empty() || offset + s.len() > u32::MAX as usize {
            return Str::EMPTY;
        }
        self.bytes.extend_from_slice(s);
        Str { offset: offset as u32, len: s.len() as u32 }
    }

    /// Stores the low bytes of `chars`, which is how bitcode records encode strings.
    pub fn push_chars(&mut self, chars: &[u64]) -> Str {
        let offset = self.bytes.len();
        if chars.is_empty() || offset + chars.len() > u32::MAX as usize {
            return Str::EMPTY;
        }
        self.bytes.extend(chars.iter().map(|&c| c as u8));
        Str { offset: offset as u32, len: chars.len() as u32 }
    }

    /// The bytes of `s`; empty if `s` is not of this arena.
    #[inline]
    pub fn get(&self, s: Str) -> &[u8] {
        self.bytes.get(s.offset as usize..s.offset as usize + s.len as usize).unwrap_or(&[])
    }

    /// Appends all of `other` and returns the offset for its strings, or nothing if the arena would exceed 4 GiB.
    pub fn append(&mut self, other: &Strings) -> Option<u32> {
        let shift = self.bytes.len();
        if shift + other.bytes.len() > u32::MAX as usize {
            return None;
        }
        self.bytes.extend_from_slice(&other.bytes);
        Some(shift as u32)
    }

    /// Empties the arena; room is kept.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Takes back `s`, which was stored last and is used nowhere.
    pub fn undo(&mut self, s: Str) {
        if !s.is_empty() {
            self.bytes.truncate(s.offset as usize);
        }
    }

    /// How many bytes the arena holds.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the arena holds nothing.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Reserves room for `additional` bytes.
    pub fn reserve(&mut self, additional: usize) {
        self.bytes.reserve(additional);
    }

    /// Gives back spare capacity.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }
}

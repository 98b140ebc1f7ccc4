//! Byte strings in one arena: names are bytes, not UTF-8.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// Marks strings of a module: [`Module::strings`](crate::module::Module::strings).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OfModule;

/// Marks names of a body's locals and blocks: [`Body::names`](crate::body::Body::names).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OfBody;

/// Marks bytes of a pool of constants: [`ConstPool::bytes`](crate::constants::ConstPool::bytes).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OfPool;

/// A byte string in an arena: offset and length. The empty string is `Str::EMPTY`, which also means "no name".
/// `A` says which arena, so that none is looked up in another.
pub struct Str<A = OfModule> {
    /// Offset in the arena, in bytes.
    pub offset: u32,
    /// Length in bytes.
    pub len: u32,
    of: PhantomData<fn() -> A>,
}

/// A name of a local or block, in [`Body::names`](crate::body::Body::names).
pub type LocalStr = Str<OfBody>;

impl<A> Clone for Str<A> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Str<A> {}

impl<A> PartialEq for Str<A> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.offset, self.len) == (other.offset, other.len)
    }
}

impl<A> Eq for Str<A> {}

impl<A> Hash for Str<A> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.offset, self.len).hash(state);
    }
}

impl<A> fmt::Debug for Str<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Str").field("offset", &self.offset).field("len", &self.len).finish()
    }
}

impl<A> Default for Str<A> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<A> Str<A> {
    /// The empty string.
    pub const EMPTY: Self = Self::at(0, 0);

    /// The string of `len` bytes at `offset`.
    #[inline]
    pub const fn at(offset: u32, len: u32) -> Self {
        Self { offset, len, of: PhantomData }
    }

    /// The string after its arena was appended to another one of `by` bytes, see [`Strings::append`].
    #[inline]
    pub fn shifted(self, by: u32) -> Self {
        Self::at(self.offset.saturating_add(by), self.len)
    }

    /// Whether the string has no bytes.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// An arena of byte strings, up to 4 GiB.
#[derive(Clone, Default, Debug, Hash)]
pub struct Strings<A = OfModule> {
    bytes: Vec<u8>,
    of: PhantomData<fn() -> A>,
}

impl<A> Strings<A> {
    /// An arena without strings, which has no memory.
    pub const EMPTY: Strings<A> = Strings { bytes: Vec::new(), of: PhantomData };

    /// Stores a copy of `s`. Past 4 GiB the empty string is returned.
    pub fn push(&mut self, s: &[u8]) -> Str<A> {
        let offset = self.bytes.len();
        if s.is_empty() || offset + s.len() > u32::MAX as usize {
            return Str::EMPTY;
        }
        self.bytes.extend_from_slice(s);
        Str::at(offset as u32, s.len() as u32)
    }

    /// Stores a copy of the first `len` bytes of `s`, as [`Strings::push`] does. A copy whose size is known is not a call.
    #[inline]
    pub fn push_start<const N: usize>(&mut self, s: &[u8; N], len: usize) -> Str<A> {
        let offset = self.bytes.len();
        if len == 0 || len > N || offset + N > u32::MAX as usize {
            return self.push(s.get(..len).unwrap_or(s));
        }
        self.bytes.extend_from_slice(s);
        self.bytes.truncate(offset + len);
        Str::at(offset as u32, len as u32)
    }

    /// Stores the low bytes of `chars`, as bitcode keeps strings in records.
    pub fn push_chars(&mut self, chars: &[u64]) -> Str<A> {
        let offset = self.bytes.len();
        if chars.is_empty() || offset + chars.len() > u32::MAX as usize {
            return Str::EMPTY;
        }
        self.bytes.extend(chars.iter().map(|&c| c as u8));
        Str::at(offset as u32, chars.len() as u32)
    }

    /// The bytes of `s`; empty if `s` is not of this arena.
    #[inline]
    pub fn get(&self, s: Str<A>) -> &[u8] {
        self.bytes.get(s.offset as usize..s.offset as usize + s.len as usize).unwrap_or(&[])
    }

    /// Appends all of `other`; gives by how much its strings shift, or nothing if the arena would pass 4 GiB.
    pub fn append(&mut self, other: &Strings<A>) -> Option<u32> {
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
    pub fn undo(&mut self, s: Str<A>) {
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

//! Dense ids: every arena of the model is addressed by a `u32` newtype made here.
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// Declares id types: `u32` newtypes with conversions to and from an index.
///
/// `entity! { /// A type. TypeId }` expands to `pub struct TypeId(pub u32)` with `new(usize)` and `index()`.
macro_rules! entity {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl $name {
            /// The id of the arena's entry `index`; saturates at `u32::MAX`, which no arena reaches.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }
            /// The position in the arena.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl Id for $name {
            #[inline]
            fn from_raw(raw: u32) -> Self {
                Self(raw)
            }
            #[inline]
            fn raw(self) -> u32 {
                self.0
            }
        }
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "#{}"), self.0)
            }
        }
    )*};
}

entity! {
    /// A type in a [`TypeTable`](crate::types::TypeTable).
    TypeId,
    /// A global value (variable, function, alias or ifunc) in [`Module::globals`](crate::module::Module::globals).
    GlobalId,
    /// A basic block of one body, in layout order.
    BlockId,
    /// An instruction of one body, in layout order.
    InstId,
    /// A call site's particulars in [`Body::calls`](crate::body::Body::calls).
    CallId,
    /// A metadata string, node or wrapped value in a [`MetadataTable`](crate::metadata::MetadataTable).
    MdId,
    /// A set of attributes without a position, in an [`AttrTable`](crate::attr_set::AttrTable).
    AttrSetId,
    /// An attribute list of a function or call site; id 0 is the empty list.
    AttrListId,
    /// A comdat in [`Module::comdats`](crate::module::Module::comdats).
    ComdatId,
}

/// An id, or the index of an arena's entry as a number.
pub trait Id: Copy {
    /// The id of this number.
    fn from_raw(raw: u32) -> Self;
    /// Its number.
    fn raw(self) -> u32;
}

impl Id for u32 {
    #[inline]
    fn from_raw(raw: u32) -> Self {
        raw
    }
    #[inline]
    fn raw(self) -> u32 {
        self
    }
}

/// An id or none, in the four bytes of an id.
#[repr(transparent)]
pub struct OptionalId<T> {
    /// The number of the id, `u32::MAX` for none: no arena is that long.
    raw: u32,
    of: PhantomData<T>,
}

impl<T: Id> OptionalId<T> {
    /// No id.
    pub const NONE: Self = Self { raw: u32::MAX, of: PhantomData };
    /// This id.
    #[inline]
    pub fn some(id: T) -> Self {
        Self { raw: id.raw(), of: PhantomData }
    }
    /// The id, if there is one.
    #[inline]
    pub fn get(self) -> Option<T> {
        if self.raw == u32::MAX { None } else { Some(T::from_raw(self.raw)) }
    }
    /// Whether there is an id.
    #[inline]
    pub fn is_some(self) -> bool {
        self.raw != u32::MAX
    }
    /// Whether there is none.
    #[inline]
    pub fn is_none(self) -> bool {
        self.raw == u32::MAX
    }
}

impl<T: Id> From<Option<T>> for OptionalId<T> {
    #[inline]
    fn from(id: Option<T>) -> Self {
        id.map_or(Self::NONE, Self::some)
    }
}

impl<T: Id> Default for OptionalId<T> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<T> Clone for OptionalId<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for OptionalId<T> {}

impl<T> PartialEq for OptionalId<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl<T> Eq for OptionalId<T> {}

impl<T> Hash for OptionalId<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

impl<T: Id + fmt::Debug> fmt::Debug for OptionalId<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// A list in a `u32` pool: the offset of its length word. Offset 0 holds the shared empty list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct List(pub u32);

/// Pool of `u32` lists, each stored as its length and its words.
#[derive(Clone, Debug, Hash)]
pub struct ListPool {
    words: Vec<u32>,
}

impl Default for ListPool {
    fn default() -> Self {
        Self { words: vec![0] }
    }
}

impl ListPool {
    /// Stores `items` and returns the list; an empty one takes no space.
    pub fn push(&mut self, items: &[u32]) -> List {
        if items.is_empty() {
            return List(0);
        }
        let at = self.words.len() as u32;
        self.words.push(items.len() as u32);
        self.words.extend_from_slice(items);
        List(at)
    }

    /// Begins a list whose items follow by [`ListPool::add`]; end it with [`ListPool::finish`].
    pub fn begin(&mut self) -> List {
        let at = self.words.len() as u32;
        self.words.push(0);
        List(at)
    }

    /// Appends to the list begun last.
    #[inline]
    pub fn add(&mut self, item: u32) {
        self.words.push(item);
    }

    /// Ends the list `list` begun last.
    pub fn finish(&mut self, list: List) -> List {
        let len = self.words.len() - list.0 as usize - 1;
        self.words[list.0 as usize] = len as u32;
        list
    }

    /// The items of `list`; empty for an offset that is not of this pool.
    #[inline]
    pub fn get(&self, list: List) -> &[u32] {
        let at = list.0 as usize;
        match self.words.get(at) {
            Some(&len) => self.words.get(at + 1..at + 1 + len as usize).unwrap_or(&[]),
            None => &[],
        }
    }

    /// Empties the pool but keeps its memory.
    pub fn clear(&mut self) {
        self.words.truncate(1);
    }

    /// Takes back `list`, which was stored last and is used nowhere.
    pub fn undo(&mut self, list: List) {
        self.words.truncate((list.0 as usize).max(1));
    }

    /// Stores `f` of each of `items`.
    pub fn push_with(&mut self, items: &[u32], f: impl Fn(u32) -> u32) -> List {
        let list = self.push(items);
        self.get_mut(list).iter_mut().for_each(|item| *item = f(*item));
        list
    }

    /// The items of `list`, to change in place.
    pub fn get_mut(&mut self, list: List) -> &mut [u32] {
        let at = list.0 as usize;
        match self.words.get(at).copied() {
            Some(len) => self.words.get_mut(at + 1..at + 1 + len as usize).unwrap_or(&mut []),
            None => &mut [],
        }
    }

    /// Releases spare capacity.
    pub fn shrink(&mut self) {
        self.words.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_id_takes_four_bytes() {
        assert_eq!(core::mem::size_of::<OptionalId<BlockId>>(), 4);
        assert_eq!(OptionalId::some(BlockId(0)).get(), Some(BlockId(0)));
        assert_eq!(OptionalId::from(None::<u32>).get(), None);
        assert_eq!(format!("{:?} {:?}", OptionalId::some(BlockId(7)), OptionalId::<BlockId>::NONE), "Some(BlockId#7) None");
    }
}

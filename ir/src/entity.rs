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
    /// What only a `#dbg_assign` has, in [`Body::dbg_assigns`](crate::body::Body::dbg_assigns).
    DbgAssignId,
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

/// What a [`ListPool`] holds: an id, or a pair, in one or two words.
pub trait Element: Copy {
    /// How many words an item takes: 1 or 2.
    const WORDS: usize;
    /// The item of these words; the second is 0 for an item of one word.
    fn from_words(words: [u32; 2]) -> Self;
    /// The words of this item.
    fn words(self) -> [u32; 2];
}

impl<T: Id> Element for T {
    const WORDS: usize = 1;
    #[inline]
    fn from_words(words: [u32; 2]) -> Self {
        T::from_raw(words[0])
    }
    #[inline]
    fn words(self) -> [u32; 2] {
        [self.raw(), 0]
    }
}

impl<A: Id, B: Id> Element for (A, B) {
    const WORDS: usize = 2;
    #[inline]
    fn from_words(words: [u32; 2]) -> Self {
        (A::from_raw(words[0]), B::from_raw(words[1]))
    }
    #[inline]
    fn words(self) -> [u32; 2] {
        [self.0.raw(), self.1.raw()]
    }
}

/// Stored as id + 1, 0 for none.
impl Element for Option<MdId> {
    const WORDS: usize = 1;
    #[inline]
    fn from_words(words: [u32; 2]) -> Self {
        words[0].checked_sub(1).map(MdId)
    }
    #[inline]
    fn words(self) -> [u32; 2] {
        [self.map_or(0, |id| id.0.wrapping_add(1)), 0]
    }
}

/// A list of `T` in a [`ListPool`].
pub struct List<T> {
    /// Offset of the length word. Offset 0 holds the shared empty list.
    at: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// The empty list of every pool.
    pub const EMPTY: Self = Self { at: 0, of: PhantomData };

    /// Whether the list has no items.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.at == 0
    }

    /// The list after its pool was appended to another one, see [`ListPool::append`].
    #[inline]
    pub fn moved(self, by: u32) -> Self {
        match self.at {
            0 => self,
            at => Self { at: at.wrapping_add(by), of: PhantomData },
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T> Clone for List<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> PartialEq for List<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl<T> Eq for List<T> {}

impl<T> Hash for List<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "List({})", self.at)
    }
}

/// A list that [`ListPool::begin`] began; [`ListPool::finish`] makes a [`List`] of it.
#[derive(Debug)]
#[must_use]
pub struct OpenList<T> {
    at: usize,
    of: PhantomData<fn() -> T>,
}

/// The items of a list in its pool.
pub struct ListRef<'p, T> {
    words: &'p [u32],
    of: PhantomData<fn() -> T>,
}

impl<'p, T: Element> ListRef<'p, T> {
    /// No items.
    pub const EMPTY: Self = Self { words: &[], of: PhantomData };

    /// The items that were gathered as their words, see [`Element::words`]; what is left over is no item.
    #[doc(hidden)]
    pub fn of_words(words: &'p [u32]) -> Self {
        Self { words: &words[..words.len() - words.len() % T::WORDS], of: PhantomData }
    }
    /// How many items there are.
    #[inline]
    pub fn len(self) -> usize {
        self.words.len() / T::WORDS
    }
    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.words.is_empty()
    }
    /// The item `index`.
    #[inline]
    pub fn get(self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::WORDS)?;
        self.words.get(start..start.checked_add(T::WORDS)?).map(item)
    }
    /// The first item.
    #[inline]
    pub fn first(self) -> Option<T> {
        self.get(0)
    }
    /// The last item.
    #[inline]
    pub fn last(self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }
    /// The items, in order.
    #[inline]
    pub fn iter(self) -> ListIter<'p, T> {
        ListIter { words: self.words, of: PhantomData }
    }
    /// The items, if there are just `N`.
    pub fn array<const N: usize>(self) -> Option<[T; N]> {
        (self.len() == N).then(|| core::array::from_fn(|i| item(&self.words[i * T::WORDS..])))
    }
    /// A copy of the items.
    pub fn to_vec(self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<T: Element + PartialEq> ListRef<'_, T> {
    /// Whether `item` is among the items.
    pub fn contains(self, item: T) -> bool {
        self.iter().any(|it| it == item)
    }
}

/// The item in the first words.
#[inline]
fn item<T: Element>(words: &[u32]) -> T {
    T::from_words([words[0], if T::WORDS == 2 { words[1] } else { 0 }])
}

impl<T> Clone for ListRef<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ListRef<'_, T> {}

impl<T> PartialEq for ListRef<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<T> Eq for ListRef<'_, T> {}

impl<T: Element + PartialEq> PartialEq<[T]> for ListRef<'_, T> {
    fn eq(&self, other: &[T]) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter().copied())
    }
}

impl<T> Hash for ListRef<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl<T: Element + fmt::Debug> fmt::Debug for ListRef<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'p, T: Element> IntoIterator for ListRef<'p, T> {
    type Item = T;
    type IntoIter = ListIter<'p, T>;
    #[inline]
    fn into_iter(self) -> ListIter<'p, T> {
        self.iter()
    }
}

/// Goes over the items of a list.
#[derive(Clone, Debug)]
pub struct ListIter<'p, T> {
    words: &'p [u32],
    of: PhantomData<fn() -> T>,
}

impl<T: Element> Iterator for ListIter<'_, T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        let (head, rest) = self.words.split_at_checked(T::WORDS)?;
        self.words = rest;
        Some(item(head))
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.words.len() / T::WORDS;
        (len, Some(len))
    }
    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        self.words = n.checked_mul(T::WORDS).and_then(|skip| self.words.get(skip..)).unwrap_or(&[]);
        self.next()
    }
}

impl<T: Element> DoubleEndedIterator for ListIter<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        let (rest, tail) = self.words.split_at_checked(self.words.len().checked_sub(T::WORDS)?)?;
        self.words = rest;
        Some(item(tail))
    }
}

impl<T: Element> ExactSizeIterator for ListIter<'_, T> {}

/// Lists of small items, each stored as the number of its words and these.
#[derive(Clone, Debug, Default, Hash)]
pub struct ListPool {
    words: Vec<u32>,
}

impl ListPool {
    /// A pool without lists, which has no memory.
    pub const EMPTY: ListPool = ListPool { words: Vec::new() };

    /// An empty pool with room for as much as `other` holds.
    pub fn with_room_of(other: &ListPool) -> ListPool {
        ListPool { words: Vec::with_capacity(other.words.len()) }
    }

    /// Stores `items` and returns the list; an empty one takes no space.
    pub fn push<T: Element>(&mut self, items: &[T]) -> List<T> {
        self.push_iter(items.iter().copied())
    }

    /// Stores the items of a list of this or another pool.
    #[inline]
    pub fn push_ref<T>(&mut self, items: ListRef<'_, T>) -> List<T> {
        if items.words.is_empty() {
            return List::EMPTY;
        }
        self.words.push(items.words.len() as u32);
        let at = self.words.len() as u32;
        self.words.extend_from_slice(items.words);
        List { at, of: PhantomData }
    }

    /// Whether all lists of `other` can be appended.
    pub fn has_room(&self, other: &ListPool) -> bool {
        self.words.len() + other.words.len() < u32::MAX as usize
    }

    /// Appends all lists of `other`; gives by how much they move, see [`List::moved`].
    pub fn append(&mut self, other: &ListPool) -> u32 {
        let by = self.words.len() as u32;
        self.words.extend_from_slice(&other.words);
        by
    }

    /// Stores the items that `items` yields.
    pub fn push_iter<T: Element>(&mut self, items: impl IntoIterator<Item = T>) -> List<T> {
        let list = self.begin();
        items.into_iter().for_each(|item| self.add(&list, item));
        self.finish(list)
    }

    /// Begins a list whose items follow by [`ListPool::add`]; end it with [`ListPool::finish`].
    #[inline]
    pub fn begin<T: Element>(&mut self) -> OpenList<T> {
        let at = self.words.len();
        self.words.push(0);
        OpenList { at, of: PhantomData }
    }

    /// Appends to `_list`, which was begun last.
    #[inline]
    pub fn add<T: Element>(&mut self, _list: &OpenList<T>, item: T) {
        self.words.extend_from_slice(&item.words()[..T::WORDS]);
    }

    /// Ends `list`, which was begun last.
    #[inline]
    pub fn finish<T: Element>(&mut self, list: OpenList<T>) -> List<T> {
        let len = self.words.len().saturating_sub(list.at + 1);
        if len == 0 {
            self.words.truncate(list.at);
            return List::EMPTY;
        }
        self.words[list.at] = len as u32;
        List { at: list.at as u32 + 1, of: PhantomData }
    }

    /// The items of `list`; none for an offset that is not of this pool.
    #[inline]
    pub fn get<T: Element>(&self, list: List<T>) -> ListRef<'_, T> {
        let at = list.at as usize;
        let words = match self.words.get(at.wrapping_sub(1)) {
            Some(&len) => self.words.get(at..at + len as usize).unwrap_or(&[]),
            None => &[],
        };
        ListRef::of_words(words)
    }

    /// Empties the pool but keeps its memory.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Removes `list`, which must be the last one stored and unused.
    pub fn undo<T>(&mut self, list: List<T>) {
        if !list.is_empty() {
            self.words.truncate(list.at as usize - 1);
        }
    }

    /// Replaces each item of `list` by what `f` gives for it.
    pub fn update<T: Element>(&mut self, list: List<T>, mut f: impl FnMut(T) -> T) {
        for words in self.words_mut(list).chunks_exact_mut(T::WORDS) {
            words.copy_from_slice(&f(item(words)).words()[..T::WORDS]);
        }
    }

    /// Replaces the item `index` of `list`, if there is one.
    pub fn set<T: Element>(&mut self, list: List<T>, index: usize, item: T) {
        if let Some(words) = self.words_mut(list).chunks_exact_mut(T::WORDS).nth(index) {
            words.copy_from_slice(&item.words()[..T::WORDS]);
        }
    }

    fn words_mut<T>(&mut self, list: List<T>) -> &mut [u32] {
        let at = list.at as usize;
        match self.words.get(at.wrapping_sub(1)).copied() {
            Some(len) => self.words.get_mut(at..at + len as usize).unwrap_or(&mut []),
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
    fn lists_give_back_their_items() {
        let mut pool = ListPool::default();
        let blocks = pool.push(&[BlockId(3), BlockId(1)]);
        let pairs = pool.push(&[(TypeId(7), BlockId(0)), (TypeId(8), BlockId(2))]);
        let nodes = pool.push(&[None, Some(MdId(0))]);
        let none = pool.push_iter([0u32; 0]);
        assert!(none.is_empty() && pool.get(none).is_empty() && pool.get(none).last().is_none());
        // Numbers out of a file may be any.
        assert_eq!([2, usize::MAX / 2, usize::MAX].map(|index| pool.get(blocks).get(index)), [None; 3]);
        assert_eq!([2, usize::MAX / 2, usize::MAX].map(|index| pool.get(pairs).get(index)), [None; 3]);
        assert_eq!(core::mem::size_of_val(&pairs), 4);
        assert_eq!(pool.get(blocks).array(), Some([BlockId(3), BlockId(1)]));
        assert_eq!(pool.get(blocks).array::<3>(), None);
        assert_eq!(pool.get(pairs).len(), 2);
        assert_eq!(pool.get(pairs).get(1), Some((TypeId(8), BlockId(2))));
        assert_eq!(pool.get(pairs).get(2), None);
        assert_eq!(pool.get(pairs).iter().rev().map(|(ty, _)| ty.0).collect::<Vec<_>>(), [8, 7]);
        assert_eq!(pool.get(nodes).to_vec(), [None, Some(MdId(0))]);
        pool.update(pairs, |(ty, block)| (ty, BlockId(block.0 + 5)));
        pool.set(blocks, 1, BlockId(9));
        pool.undo(nodes);
        pool.undo(none);
        assert_eq!(pool.get(pairs).to_vec(), [(TypeId(7), BlockId(5)), (TypeId(8), BlockId(7))]);
        assert_eq!(pool.get(blocks).iter().nth(1), Some(BlockId(9)));
    }

    #[test]
    fn appended_lists_move() {
        let (mut pool, mut other) = (ListPool::default(), ListPool::default());
        let there = pool.push(&[BlockId(3), BlockId(1)]);
        let lists = [other.push(&[BlockId(5)]), List::EMPTY, other.push(&[BlockId(6), BlockId(7)])];
        assert!(pool.has_room(&other));
        let by = pool.append(&other);
        let moved = lists.map(|list| pool.get(list.moved(by)).to_vec());
        assert_eq!(moved, [vec![BlockId(5)], vec![], vec![BlockId(6), BlockId(7)]]);
        assert_eq!(pool.get(there).to_vec(), [BlockId(3), BlockId(1)]);
    }

    #[test]
    fn an_optional_id_takes_four_bytes() {
        assert_eq!(core::mem::size_of::<OptionalId<BlockId>>(), 4);
        assert_eq!(OptionalId::some(BlockId(0)).get(), Some(BlockId(0)));
        assert_eq!(OptionalId::from(None::<u32>).get(), None);
        assert_eq!(format!("{:?} {:?}", OptionalId::some(BlockId(7)), OptionalId::<BlockId>::NONE), "Some(BlockId#7) None");
    }
}

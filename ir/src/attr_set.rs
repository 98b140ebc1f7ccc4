//! Attribute sets and lists: the attributes of a function or call site, of its result and of its parameters.
use crate::attrs::AttrKind;
use crate::entity::{AttrListId, AttrSetId, TypeId};
use crate::strings::{Str, Strings};
use std::borrow::Cow;

/// An attribute with its value (LangRef, "Parameter Attributes" and "Function Attributes").
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// One without a value.
    Enum(AttrKind),
    /// One with an integer.
    Int(AttrKind, u64),
    /// One with a type, or without where old bitcode has none.
    Type(AttrKind, Option<TypeId>),
    /// A constant range.
    Range(AttrKind, ConstantRange),
    /// Several constant ranges.
    RangeList(AttrKind, Vec<ConstantRange>),
    /// `"key"` or `"key"="value"`; in the module's strings.
    String(Str, Option<Str>),
}

/// A half-open range of integers of `width` bits, two's complement words, least significant first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConstantRange {
    /// Width in bits.
    pub width: u32,
    /// Inclusive.
    pub lower: Vec<u64>,
    /// Exclusive.
    pub upper: Vec<u64>,
}

/// Attributes of one position, in the order in which they print.
pub type AttrSet = Vec<Attr>;

/// The position of a set in a list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AttrIndex {
    /// The return value.
    Return,
    /// Parameter N.
    Param(u32),
    /// The function or call itself.
    Function,
}

/// Sets by position, each position at most once.
pub type AttrList = Vec<(AttrIndex, AttrSetId)>;

/// All attribute sets and lists of a module. Equal sets have one id. List 0 is empty.
#[derive(Clone, Debug)]
pub struct AttrTable {
    /// The sets.
    pub sets: Vec<AttrSet>,
    /// The lists; bitcode's list N is entry N.
    pub lists: Vec<AttrList>,
}

impl Default for AttrTable {
    fn default() -> Self {
        Self { sets: Vec::new(), lists: vec![Vec::new()] }
    }
}

impl Attr {
    /// Its kind; none for a string attribute.
    pub fn kind(&self) -> Option<AttrKind> {
        match *self {
            Attr::Enum(kind) | Attr::Int(kind, _) | Attr::Type(kind, _) | Attr::Range(kind, _) | Attr::RangeList(kind, _) => Some(kind),
            Attr::String(..) => None,
        }
    }

    /// The sort key for printing: the rank of its kind; strings come last.
    pub(crate) fn rank(&self) -> (u8, u16) {
        match self {
            // Until LLVM 14 it had no value and was sorted with the attributes without one, after `swiftself`.
            Attr::Enum(AttrKind::UW_TABLE) => (AttrKind::SWIFT_SELF.rank().0, AttrKind::UW_TABLE.0),
            // In LLVM 22 it had no value, and the name of its enumerator comes before `DeadOnUnwind`.
            Attr::Enum(AttrKind::DEAD_ON_RETURN) => (AttrKind::CORO_ELIDE_SAFE.rank().0, AttrKind::DEAD_ON_RETURN.0),
            Attr::Enum(k) | Attr::Int(k, _) | Attr::Type(k, _) | Attr::Range(k, _) | Attr::RangeList(k, _) => k.rank(),
            Attr::String(..) => (u8::MAX, u16::MAX),
        }
    }
}

/// The value of the string attribute `key` of a set, empty if it has none; none if the set does not have it.
pub fn string_attr<'s>(set: &[Attr], strings: &'s Strings, key: &[u8]) -> Option<&'s [u8]> {
    set.iter().find_map(|attr| match *attr {
        Attr::String(name, value) if strings.get(name) == key => Some(value.map_or(&[][..], |value| strings.get(value))),
        _ => None,
    })
}

/// Sorts attributes in the order in which LLVM 23 keeps and prints them: by its own enumeration, then strings by key.
pub fn sort_attrs(set: &mut AttrSet, strings: &Strings) {
    let text = |attr: &Attr| match attr {
        Attr::String(key, _) => strings.get(*key),
        _ => &[],
    };
    let key = |attr: &Attr| (attr.rank(), text(attr));
    // Files have them in this order, unless another release wrote them.
    if !set.is_sorted_by(|a, b| key(a) <= key(b)) {
        set.sort_by_cached_key(key);
    }
}

/// Iterates over the sets of a list's parameters, in ascending order. Even a long list is scanned only once.
#[derive(Debug)]
pub struct ParamSets<'a> {
    list: Cow<'a, [(AttrIndex, AttrSetId)]>,
    /// In a long list, earlier entries belong to earlier positions.
    at: usize,
}

/// Lists up to this length are searched from the start.
const SHORT: usize = 16;

impl ParamSets<'_> {
    /// The set of parameter `number`, which must not be less than in earlier calls.
    #[inline]
    pub fn of(&mut self, number: u32) -> Option<AttrSetId> {
        let index = AttrIndex::Param(number);
        if self.list.len() > SHORT {
            while self.list.get(self.at).is_some_and(|&(at, _)| at < index) {
                self.at += 1;
            }
            return self.list.get(self.at).filter(|&&(at, _)| at == index).map(|&(_, set)| set);
        }
        self.list.iter().find(|(at, _)| *at == index).map(|&(_, set)| set)
    }
}

impl AttrTable {
    /// The sets of the parameters of list `list`.
    #[inline]
    pub fn params(&self, list: AttrListId) -> ParamSets<'_> {
        let list = self.lists.get(list.index()).map_or(&[][..], |list| list);
        if list.len() > SHORT && !list.is_sorted_by_key(|&(at, _)| at) {
            let mut sorted = list.to_vec();
            sorted.sort_by_key(|&(at, _)| at);
            return ParamSets { list: Cow::Owned(sorted), at: 0 };
        }
        ParamSets { list: Cow::Borrowed(list), at: 0 }
    }

    /// The set at `index` of list `list`, if that position has attributes.
    #[inline]
    pub fn set_at(&self, list: AttrListId, index: AttrIndex) -> Option<AttrSetId> {
        self.lists.get(list.index())?.iter().find(|(i, _)| *i == index).map(|&(_, s)| s)
    }
    /// The attributes of a set; none for an id that is not in this table.
    pub fn set(&self, id: AttrSetId) -> &[Attr] {
        self.sets.get(id.index()).map_or(&[], |s| s)
    }
}

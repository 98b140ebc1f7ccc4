//! Tables of names that LLVM numbers in order of appearance: metadata kinds, operand bundle tags, sync scopes.

use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::sync::Arc;

/// Names by number: shared ones, followed by those that this part of the text adds.
#[derive(Clone)]
pub(crate) struct NameTable<'s> {
    shared: Arc<HashMap<Cow<'s, [u8]>, u32>>,
    /// How many are shared.
    pub(crate) base: u32,
    /// The others, in order.
    pub(crate) own: Vec<Cow<'s, [u8]>>,
    /// Numbers of the others.
    index: HashMap<Cow<'s, [u8]>, u32>,
    /// Names asked for lately and their numbers, by length.
    recent: [(Cow<'s, [u8]>, u32); RECENT],
    /// The first position of names in the text, by number; predefined ones are not included.
    pub(crate) met: Vec<(u32, usize)>,
    met_numbers: HashSet<u32>,
    /// How many names every LLVM has.
    fixed: u32,
}

/// How many names are remembered, a power of two.
const RECENT: usize = 8;
/// Nothing remembered.
const NONE: [(Cow<'static, [u8]>, u32); RECENT] = [const { (Cow::Borrowed(b"".as_slice()), u32::MAX) }; RECENT];

impl<'s> NameTable<'s> {
    /// A table of the names that LLVM always has.
    pub(crate) fn fixed(names: &[&'static str]) -> Self {
        let map = names.iter().zip(0..).map(|(name, i)| (Cow::Borrowed(name.as_bytes()), i)).collect();
        Self {
            shared: Arc::new(map),
            base: names.len() as u32,
            own: Vec::new(),
            index: HashMap::new(),
            recent: NONE,
            met: Vec::new(),
            met_numbers: HashSet::new(),
            fixed: names.len() as u32,
        }
    }

    /// This table for a text of an LLVM that predefined only the first `fixed` names.
    pub(crate) fn of_older(self, fixed: usize) -> Self {
        Self { fixed: self.fixed.min(fixed as u32), ..self }
    }

    /// A table for a part of the text: all of this one is shared.
    pub(crate) fn extended(&self) -> Self {
        let shared = match self.own.is_empty() {
            true => Arc::clone(&self.shared),
            false => {
                let mut map = (*self.shared).clone();
                map.extend(self.own.iter().cloned().zip(self.base..));
                Arc::new(map)
            }
        };
        let base = self.base + self.own.len() as u32;
        Self {
            shared,
            base,
            own: Vec::new(),
            index: HashMap::new(),
            recent: NONE,
            met: Vec::new(),
            met_numbers: HashSet::new(),
            fixed: self.fixed,
        }
    }

    /// As [`NameTable::number`], for a name at `at`; notes the first position of each name.
    pub(crate) fn number_at(&mut self, name: Cow<'s, [u8]>, at: usize) -> u32 {
        let known = self.recent[name.len() % RECENT].1;
        let number = self.number(name);
        if number != known && number >= self.fixed && self.met_numbers.insert(number) {
            self.met.push((number, at));
        }
        number
    }

    /// The number of `name`, which is added if it is new.
    pub(crate) fn number(&mut self, name: Cow<'s, [u8]>) -> u32 {
        let recent = &self.recent[name.len() % RECENT];
        if recent.1 != u32::MAX && recent.0 == name {
            return recent.1;
        }
        let number = match self.shared.get(&name) {
            Some(&number) => number,
            None => {
                let next = self.base + self.own.len() as u32;
                let number = *self.index.entry(name.clone()).or_insert(next);
                if number == next {
                    self.own.push(name.clone());
                }
                number
            }
        };
        let place = name.len() % RECENT;
        self.recent[place] = (name, number);
        number
    }
}

//! The interner of constants: LLVM stores each constant once, whichever pools contain it (`LLVMContextImpl`).
use super::{ConstKind, ConstPool, Constant};
use crate::entity::TypeId;
use crate::module::Module;
use crate::value::{Value, ValueKind};
use bctk_support::hash::spread;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::{BuildHasher, Hasher};

/// Where a constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstAt {
    /// In the module's pool.
    Module(u32),
    /// In the pool of a body: the body and the index in its pool.
    Body(u32, u32),
    /// In no pool of the module: [`Interner::add_plain`] made it.
    Added(u32),
}

/// The pools that an [`Interner`] reads.
pub trait ConstPools {
    /// The module's pool.
    fn of_module(&self) -> &ConstPool;
    /// The pool of a body.
    fn of_body(&self, body: u32) -> Option<&ConstPool>;
}

impl ConstPools for Module {
    fn of_module(&self) -> &ConstPool {
        &self.consts
    }
    fn of_body(&self, body: u32) -> Option<&ConstPool> {
        self.bodies.get(body as usize).map(|body| &*body.consts)
    }
}

/// A module's pool without bodies.
impl ConstPools for ConstPool {
    fn of_module(&self) -> &ConstPool {
        self
    }
    fn of_body(&self, _: u32) -> Option<&ConstPool> {
        None
    }
}

/// Numbers of constants: equal ones have the same number. They count from 0, in the order in which constants are first met, operands first.
///
/// Two constants are equal if they have equal types and contents, and operands with the same numbers. Nothing is copied: the interner
/// stores the position of the first of equal constants. So constants with a number must not change; only the module's pool may grow.
///
/// An interner can extend another one ([`Interner::over`]), which several threads can then share.
///
/// ```
/// use bctk_ir::constants::{ConstKind, ConstPool, Interner};
/// use bctk_ir::types::{Type, TypeTable};
/// use bctk_ir::value::Value;
///
/// let ty = TypeTable::default().intern(Type::Int(32));
/// let mut pool = ConstPool::default();
/// let (a, b) = (pool.push(ty, ConstKind::Int(7)), pool.push(ty, ConstKind::Int(7)));
/// let mut interner = Interner::default();
/// let number = interner.intern(&pool, Value::constant(a), None);
/// assert_eq!(number, interner.intern(&pool, Value::constant(b), None));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interner<'b> {
    /// The interner below. Its numbers come first.
    base: Option<&'b Interner<'b>>,
    table: Table,
}

#[derive(Clone, Debug, Default)]
struct Table {
    /// The first of equal constants, by number.
    entries: Vec<Entry>,
    /// Hash and number.
    index: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
    /// Constants that are in no pool.
    added: ConstPool,
    /// Numbers by index in the module's pool, or one of the marks below.
    of_module: Vec<u32>,
    /// The same for bodies, one after the other.
    of_bodies: Vec<u32>,
    /// The ranges of the current body's numbers, and of all bodies' numbers.
    at_hand: InBody,
    runs: HashMap<u32, InBody>,
    /// Kept to save allocations.
    words: Vec<u64>,
    stack: Vec<(ConstAt, bool)>,
}

/// The position of a constant, and the start of the numbers of its body.
#[derive(Clone, Copy, Debug)]
struct Entry {
    pool: u32,
    index: u32,
    start: u32,
}

/// Replaces the number of a body.
const MODULE: u32 = u32::MAX;
const ADDED: u32 = u32::MAX - 1;

impl Entry {
    fn at(self) -> ConstAt {
        match self.pool {
            MODULE => ConstAt::Module(self.index),
            ADDED => ConstAt::Added(self.index),
            body => ConstAt::Body(body, self.index),
        }
    }
}

/// The numbers of a body's constants.
#[derive(Clone, Copy, Debug)]
struct InBody {
    body: u32,
    start: u32,
    len: u32,
}

impl Default for InBody {
    fn default() -> Self {
        InBody { body: MODULE, start: 0, len: 0 }
    }
}

const UNKNOWN: u32 = u32::MAX;
/// Marks a constant whose operands are being numbered.
const ACTIVE: u32 = u32::MAX - 1;

/// A table with room for more constants than this is not kept for another body: clearing it takes as long as it is large.
const KEPT: usize = 1024;

impl Interner<'static> {
    /// An interner with room for this many constants.
    pub fn with_capacity(count: usize) -> Self {
        let table = Table { entries: Vec::with_capacity(count), index: HashTable::with_capacity(count), ..Table::default() };
        Interner { base: None, table }
    }

    /// Empties this interner and puts it over `base`.
    pub fn over<'b>(self, base: &'b Interner<'b>) -> Interner<'b> {
        let mut table = self.table;
        table.hasher = base.table.hasher.clone();
        Interner { base: Some(base), table }
    }
}

impl Interner<'_> {
    /// Empties this interner for reuse.
    pub fn recycle(self) -> Interner<'static> {
        let mut table = self.table;
        if table.index.capacity() > KEPT {
            table.index = HashTable::new();
        }
        table.index.clear();
        table.entries.clear();
        table.added.clear();
        table.of_module.clear();
        table.of_bodies.clear();
        table.at_hand = InBody::default();
        table.runs.clear();
        Interner { base: None, table }
    }

    /// The count of numbers, including those of the interner below.
    pub fn len(&self) -> usize {
        self.first() as usize + self.table.entries.len()
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first number that is not one of the interner below.
    fn first(&self) -> u32 {
        self.base.map_or(0, |base| base.len() as u32)
    }

    /// The first constant that got the number.
    #[inline]
    pub fn at(&self, number: u32) -> Option<ConstAt> {
        match number.checked_sub(self.first()) {
            None => self.base?.at(number),
            Some(own) => self.table.entries.get(own as usize).map(|entry| entry.at()),
        }
    }

    /// The pool of a constant, and its index there.
    #[inline]
    pub fn pool<'p>(&'p self, pools: &'p impl ConstPools, at: ConstAt) -> Option<(&'p ConstPool, u32)> {
        match at {
            ConstAt::Module(index) => Some((pools.of_module(), index)),
            ConstAt::Body(body, index) => Some((pools.of_body(body)?, index)),
            ConstAt::Added(index) => Some((&self.table.added, index)),
        }
    }

    /// The first constant that got the number, and the pool that has its parts.
    #[inline]
    pub fn get<'p>(&'p self, pools: &'p impl ConstPools, number: u32) -> Option<(&'p ConstPool, Constant)> {
        let Some(own) = number.checked_sub(self.first()) else { return self.base?.get(pools, number) };
        let (pool, index) = self.pool(pools, self.table.entries.get(own as usize)?.at())?;
        Some((pool, pool.get(index)?))
    }

    /// The number of a constant of the module or of `body`, if it has one.
    #[inline]
    pub fn number(&self, value: Value, body: Option<u32>) -> Option<u32> {
        let found = match value.kind() {
            ValueKind::Const(index) => match self.base {
                Some(base) => return base.number(value, body),
                None => self.table.of_module.get(index as usize),
            },
            ValueKind::LocalConst(index) => self.table.slot_in_body(body?, index),
            _ => None,
        };
        found.copied().filter(|&number| number < ACTIVE)
    }

    /// `value`, which a constant of the module or of `body` has as an operand, with the number in place of a constant:
    /// [`Value::constant`] of it, or [`Value::NONE`] for one without number.
    #[inline]
    pub fn resolve(&self, value: Value, body: Option<u32>) -> Value {
        match value.kind() {
            ValueKind::Const(_) | ValueKind::LocalConst(_) => self.number(value, body).map_or(Value::NONE, Value::constant),
            _ => value,
        }
    }

    /// The number of a constant of the module or of `body`, a new one unless an equal constant has one; none for any other value. An
    /// operand that contains the constant itself, which only damaged files have, counts as none.
    pub fn intern(&mut self, pools: &impl ConstPools, value: Value, body: Option<u32>) -> Option<u32> {
        if let Some(number) = self.number(value, body) {
            return Some(number);
        }
        if let Some(body) = body {
            self.enter_body(pools, body);
        }
        if let Some(at) = place(value, body)
            && self.state(at) == UNKNOWN
            && let Some((pool, index)) = self.pool(pools, at)
            && pool.get(index).is_some_and(|constant| constant.kind.is_plain())
        {
            let number = self.find_or_add(pools, at).0;
            self.set(pools, at, number);
            return self.number(value, body);
        }
        // Operands first, with a stack: constants nest as deep as an input likes.
        let mut stack = std::mem::take(&mut self.table.stack);
        stack.extend(place(value, body).map(|at| (at, false)));
        while let Some((at, open)) = stack.pop() {
            let Some((pool, index)) = self.pool(pools, at) else { continue };
            let Some(constant) = pool.get(index) else { continue };
            if open {
                let number = self.find_or_add(pools, at).0;
                self.set(pools, at, number);
            } else if self.state(at) == UNKNOWN {
                let own = stack.len();
                stack.push((at, true));
                let body = if let ConstAt::Body(body, _) = at { Some(body) } else { None };
                pool.operands(constant.kind, |op| {
                    stack.extend(place(op, body).filter(|&at| self.state(at) == UNKNOWN).map(|at| (at, false)));
                });
                // The first operand comes first.
                stack[own + 1..].reverse();
                self.set(pools, at, ACTIVE);
            }
        }
        self.table.stack = stack;
        self.number(value, body)
    }

    /// The number of the constant `index` of the module's pool, all of whose operands have numbers, and whether it is new. If not, the pool can
    /// drop it again.
    pub fn intern_last(&mut self, pool: &ConstPool, index: u32) -> (u32, bool) {
        let at = ConstAt::Module(index);
        let (number, new) = self.find_or_add(pool, at);
        if new {
            self.set(pool, at, number);
        }
        (number, new)
    }

    /// A number of its own for the constant `index` of the module's pool, whose contents are not known yet.
    pub fn add_distinct(&mut self, pool: &ConstPool, index: u32) -> u32 {
        let number = self.len() as u32;
        self.table.entries.push(Entry { pool: MODULE, index, start: 0 });
        self.set(pool, ConstAt::Module(index), number);
        number
    }

    /// The number of a constant that has no operands and refers to nothing in a pool, wherever it is.
    pub fn add_plain(&mut self, pools: &impl ConstPools, ty: TypeId, kind: ConstKind) -> u32 {
        let index = self.table.added.push(ty, kind);
        let (number, new) = self.find_or_add(pools, ConstAt::Added(index));
        if !new {
            self.table.added.consts.pop();
        }
        number
    }

    /// As [`Interner::add_plain`], if it has a number.
    pub fn find_plain(&self, pools: &impl ConstPools, ty: TypeId, kind: ConstKind) -> Option<u32> {
        let mut pool = ConstPool::default();
        let index = pool.push(ty, kind);
        let mut words = Vec::new();
        pool.words_of(index, |word| words.push(word));
        self.find(pools, self.hash(&words), &words)
    }

    fn state(&self, at: ConstAt) -> u32 {
        match at {
            // What the interner below does not know contains itself.
            ConstAt::Module(_) if self.base.is_some() => ACTIVE,
            ConstAt::Added(_) => ACTIVE,
            ConstAt::Module(index) => self.table.of_module.get(index as usize).copied().unwrap_or(UNKNOWN),
            ConstAt::Body(body, index) => self.table.slot_in_body(body, index).copied().unwrap_or(ACTIVE),
        }
    }

    fn set(&mut self, pools: &impl ConstPools, at: ConstAt, number: u32) {
        let table = &mut self.table;
        match at {
            // Constants of the interner below do not change.
            ConstAt::Module(_) if self.base.is_some() => {}
            ConstAt::Module(index) => {
                let count = pools.of_module().consts.len();
                if table.of_module.len() < count {
                    table.of_module.resize(count, UNKNOWN);
                }
                if let Some(slot) = table.of_module.get_mut(index as usize) {
                    *slot = number;
                }
            }
            ConstAt::Body(body, index) => {
                let InBody { body: at_hand, start, len } = table.at_hand;
                if at_hand == body && index < len {
                    table.of_bodies[(start + index) as usize] = number;
                }
            }
            ConstAt::Added(_) => {}
        }
    }

    /// Makes `body` the current body, so that its numbers are found faster.
    pub fn enter_body(&mut self, pools: &impl ConstPools, body: u32) {
        let Table { at_hand, runs, of_bodies, .. } = &mut self.table;
        if at_hand.body == body {
            return;
        }
        let count = pools.of_body(body).map_or(0, |pool| pool.consts.len());
        if count == 0 {
            *at_hand = InBody { body, start: 0, len: 0 };
            return;
        }
        *at_hand = *runs.entry(body).or_insert_with(|| {
            let start = of_bodies.len();
            of_bodies.resize(start + count, UNKNOWN);
            InBody { body, start: start as u32, len: count as u32 }
        });
    }

    fn find_or_add(&mut self, pools: &impl ConstPools, at: ConstAt) -> (u32, bool) {
        let entry = match at {
            ConstAt::Module(index) => Entry { pool: MODULE, index, start: 0 },
            ConstAt::Body(body, index) => Entry { pool: body, index, start: self.table.at_hand.start },
            ConstAt::Added(index) => Entry { pool: ADDED, index, start: 0 },
        };
        let mut words = std::mem::take(&mut self.table.words);
        words.clear();
        self.words(pools, entry, |word| words.push(word));
        let hash = self.hash(&words);
        let known = self.find(pools, hash, &words);
        self.table.words = words;
        let number = known.unwrap_or_else(|| {
            let number = self.len() as u32;
            self.table.entries.push(entry);
            self.table.index.insert_unique(spread(hash), (hash, number), |&(hash, _)| spread(hash));
            number
        });
        (number, known.is_none())
    }

    fn hash(&self, words: &[u64]) -> u32 {
        let mut state = self.table.hasher.build_hasher();
        words.iter().for_each(|&word| state.write_u64(word));
        state.finish() as u32
    }

    /// The number of the constant that consists of `words`.
    fn find(&self, pools: &impl ConstPools, hash: u32, words: &[u64]) -> Option<u32> {
        if let Some(number) = self.base.and_then(|base| base.find(pools, hash, words)) {
            return Some(number);
        }
        let first = self.first();
        let equal = |number: u32| {
            let Some(&entry) = self.table.entries.get((number - first) as usize) else { return false };
            let mut rest = words.iter();
            let mut same = true;
            self.words(pools, entry, |word| same &= rest.next() == Some(&word));
            same && rest.next().is_none()
        };
        self.table.index.find(spread(hash), |&(h, number)| h == hash && equal(number)).map(|&(_, number)| number)
    }

    /// What makes up a constant, operands by number.
    fn words(&self, pools: &impl ConstPools, entry: Entry, f: impl FnMut(u64)) {
        let Some((pool, index)) = self.pool(pools, entry.at()) else { return };
        let operand = |value: Value| {
            let number = match value.kind() {
                ValueKind::Const(_) => self.number(value, None),
                // A constant that is not in the body has no number.
                ValueKind::LocalConst(index) if entry.pool < ADDED && (index as usize) < pool.consts.len() => {
                    self.table.of_bodies.get(entry.start as usize + index as usize).copied().filter(|&number| number < ACTIVE)
                }
                ValueKind::LocalConst(_) => None,
                _ => return value,
            };
            number.map_or(Value::NONE, Value::constant)
        };
        pool.words_with(index, operand, f);
    }
}

impl Table {
    #[inline]
    fn slot_in_body(&self, body: u32, index: u32) -> Option<&u32> {
        let run = if self.at_hand.body == body { &self.at_hand } else { self.runs.get(&body)? };
        if index < run.len { self.of_bodies.get((run.start + index) as usize) } else { None }
    }
}

fn place(value: Value, body: Option<u32>) -> Option<ConstAt> {
    match value.kind() {
        ValueKind::Const(index) => Some(ConstAt::Module(index)),
        ValueKind::LocalConst(index) => Some(ConstAt::Body(body?, index)),
        _ => None,
    }
}

//! The interner of constants: LLVM has each constant once, whatever pool names it (`LLVMContextImpl`).
use super::{ConstKind, ConstPool, Constant};
use crate::entity::TypeId;
use crate::module::Module;
use crate::value::{Value, ValueKind};
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::{BuildHasher, Hasher};

/// Where a constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstAt {
    /// In the module's pool.
    Module(u32),
    /// In the pool of a body: the body, and the index there.
    Body(u32, u32),
    /// In no pool of the module: [`Interner::add_plain`] made it.
    Added(u32),
}

/// The pools that an [`Interner`] looks into.
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
        self.bodies.get(body as usize).map(|body| &body.consts)
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
/// Two constants are equal if their types and contents are, and their operands have the same numbers. Nothing is copied: the interner knows
/// where the first of equal constants is, so constants that have a number must not change.
///
/// An interner can be put over another one ([`Interner::over`]), which then several threads can share.
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
    entries: Vec<ConstAt>,
    /// Hash and number.
    index: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
    /// Constants of no pool.
    added: ConstPool,
    /// Numbers by index in the module's pool, or one of the marks below.
    of_module: Vec<u32>,
    /// The same for the body whose constants were met last.
    body: Option<u32>,
    of_body: Vec<u32>,
    /// The same for other bodies.
    of_others: HashMap<u32, Vec<u32>>,
    /// Kept to save allocations.
    words: Vec<u64>,
    stack: Vec<(ConstAt, bool)>,
}

const UNKNOWN: u32 = u32::MAX;
/// In place of a number: those of the operands are being found.
const ACTIVE: u32 = u32::MAX - 1;

/// A table with room for more constants than this is not kept for another body: clearing it takes as long as it is large.
const KEPT: usize = 1024;

impl Interner<'static> {
    /// This interner, emptied, over `base`.
    pub fn over<'b>(self, base: &'b Interner<'b>) -> Interner<'b> {
        let mut table = self.table;
        table.hasher = base.table.hasher.clone();
        Interner { base: Some(base), table }
    }
}

impl Interner<'_> {
    /// This interner, emptied, to be used again.
    pub fn recycle(self) -> Interner<'static> {
        let mut table = self.table;
        if table.index.capacity() > KEPT {
            table.index = HashTable::new();
        }
        table.index.clear();
        table.entries.clear();
        table.added.clear();
        table.of_module.clear();
        table.of_body.clear();
        table.of_others.clear();
        table.body = None;
        Interner { base: None, table }
    }

    /// How many numbers there are, with those of the interner below.
    pub fn len(&self) -> usize {
        self.first() as usize + self.table.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first number that is not one of the interner below.
    fn first(&self) -> u32 {
        self.base.map_or(0, |base| base.len() as u32)
    }

    /// The first constant that got the number.
    pub fn at(&self, number: u32) -> Option<ConstAt> {
        match self.base {
            Some(base) if number < self.first() => base.at(number),
            _ => self.table.entries.get((number - self.first()) as usize).copied(),
        }
    }

    /// The pool of a constant, and its index there.
    pub fn pool<'p>(&'p self, pools: &'p impl ConstPools, at: ConstAt) -> Option<(&'p ConstPool, u32)> {
        match at {
            ConstAt::Module(index) => Some((pools.of_module(), index)),
            ConstAt::Body(body, index) => Some((pools.of_body(body)?, index)),
            ConstAt::Added(index) => Some((&self.table.added, index)),
        }
    }

    /// The first constant that got the number, and the pool that has its parts.
    pub fn get<'p>(&'p self, pools: &'p impl ConstPools, number: u32) -> Option<(&'p ConstPool, Constant)> {
        let (pool, index) = match self.base {
            Some(base) if number < self.first() => base.pool(pools, base.at(number)?)?,
            _ => self.pool(pools, self.at(number)?)?,
        };
        Some((pool, pool.get(index)?))
    }

    /// The number of a constant of the module or of `body`, if it was met.
    #[inline]
    pub fn number(&self, value: Value, body: Option<u32>) -> Option<u32> {
        let found = match value.kind() {
            ValueKind::Const(index) => match self.base {
                Some(base) => return base.number(value, body),
                None => self.table.of_module.get(index as usize),
            },
            ValueKind::LocalConst(index) if body == self.table.body => self.table.of_body.get(index as usize),
            ValueKind::LocalConst(index) => self.table.of_others.get(&body?).and_then(|numbers| numbers.get(index as usize)),
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

    /// The number of a constant of the module or of `body`, a new one unless an equal constant was met; none for what is no constant. An
    /// operand that contains the constant itself, as only damaged files have, counts as none.
    pub fn intern(&mut self, pools: &impl ConstPools, value: Value, body: Option<u32>) -> Option<u32> {
        if let Some(number) = self.number(value, body) {
            return Some(number);
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

    /// A number for the constant `index` of the module's pool that no other constant gets: its contents are not known yet.
    pub fn add_distinct(&mut self, pool: &ConstPool, index: u32) -> u32 {
        let number = self.len() as u32;
        self.table.entries.push(ConstAt::Module(index));
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

    fn slot(&self, at: ConstAt) -> Option<&u32> {
        match at {
            ConstAt::Module(index) => self.table.of_module.get(index as usize),
            ConstAt::Body(body, index) if self.table.body == Some(body) => self.table.of_body.get(index as usize),
            ConstAt::Body(body, index) => self.table.of_others.get(&body)?.get(index as usize),
            ConstAt::Added(_) => None,
        }
    }

    fn state(&self, at: ConstAt) -> u32 {
        match at {
            // What the interner below does not know contains itself.
            ConstAt::Module(_) if self.base.is_some() => ACTIVE,
            ConstAt::Added(_) => ACTIVE,
            _ => self.slot(at).copied().unwrap_or(UNKNOWN),
        }
    }

    fn set(&mut self, pools: &impl ConstPools, at: ConstAt, number: u32) {
        let (numbers, pool, index) = match at {
            // Those of the interner below do not change.
            ConstAt::Module(_) if self.base.is_some() => return,
            ConstAt::Module(index) => (&mut self.table.of_module, Some(pools.of_module()), index),
            ConstAt::Body(body, index) => {
                self.enter_body(body);
                (&mut self.table.of_body, pools.of_body(body), index)
            }
            ConstAt::Added(_) => return,
        };
        let count = pool.map_or(0, |pool| pool.consts.len());
        if numbers.len() < count {
            numbers.resize(count, UNKNOWN);
        }
        if let Some(slot) = numbers.get_mut(index as usize) {
            *slot = number;
        }
    }

    /// Has the numbers of this body at hand: they are found faster.
    pub fn enter_body(&mut self, body: u32) {
        if self.table.body == Some(body) {
            return;
        }
        if let Some(left) = self.table.body.replace(body) {
            let numbers = self.table.of_others.remove(&body).unwrap_or_default();
            let before = std::mem::replace(&mut self.table.of_body, numbers);
            self.table.of_others.insert(left, before);
        }
    }

    fn find_or_add(&mut self, pools: &impl ConstPools, at: ConstAt) -> (u32, bool) {
        let mut words = std::mem::take(&mut self.table.words);
        words.clear();
        self.words(pools, at, |word| words.push(word));
        let hash = self.hash(&words);
        let known = self.find(pools, hash, &words);
        self.table.words = words;
        let number = known.unwrap_or_else(|| {
            let number = self.len() as u32;
            self.table.entries.push(at);
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
        let equal = |number: u32| {
            let Some(at) = self.at(number) else { return false };
            let mut rest = words.iter();
            let mut same = true;
            self.words(pools, at, |word| same &= rest.next() == Some(&word));
            same && rest.next().is_none()
        };
        self.table.index.find(spread(hash), |&(h, number)| h == hash && equal(number)).map(|&(_, number)| number)
    }

    /// What makes up a constant, operands by number.
    fn words(&self, pools: &impl ConstPools, at: ConstAt, f: impl FnMut(u64)) {
        let body = if let ConstAt::Body(body, _) = at { Some(body) } else { None };
        if let Some((pool, index)) = self.pool(pools, at) {
            pool.words_with(index, |value| self.resolve(value, body), f);
        }
    }
}

fn place(value: Value, body: Option<u32>) -> Option<ConstAt> {
    match value.kind() {
        ValueKind::Const(index) => Some(ConstAt::Module(index)),
        ValueKind::LocalConst(index) => Some(ConstAt::Body(body?, index)),
        _ => None,
    }
}

/// The table takes its bits from both ends of a hash.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

//! Which constants are one: LLVM has each constant once, whatever pool or body names it.
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashTable};
use std::hash::{BuildHasher, Hasher};

/// Where a constant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::write) enum ConstAt {
    /// In the module's pool.
    Module(u32),
    /// In the pool of a body.
    Body(u32, u32),
    /// Nowhere: an integer of type `i64` that a metadata node holds in place.
    Integer(u64),
    /// Nowhere: the null pointer in place of an operand that a function does not have beside others that it has.
    NullPointer,
}

/// The constants that the module names outside of function bodies: each once, by its identity.
///
/// Among identities, a constant is called by `Value::constant(identity)`.
pub(in crate::write) struct Identities<'m> {
    module: &'m Module,
    /// Type of [`ConstAt::Integer`].
    integer_type: TypeId,
    /// Type of [`ConstAt::NullPointer`].
    pointer_type: TypeId,
    entries: Vec<ConstAt>,
    index: HashTable<(u32, u32)>,
    hasher: hashbrown::DefaultHashBuilder,
    /// Identity by index in the module's pool.
    of_module: Vec<u32>,
    /// Identity of those constants of bodies that metadata names.
    of_bodies: HashMap<(u32, u32), u32>,
}

const UNKNOWN: u32 = u32::MAX;
/// In place of an identity: those of the operands are being found.
const ACTIVE: u32 = u32::MAX - 1;

impl<'m> Identities<'m> {
    pub(super) fn new(module: &'m Module, integer_type: TypeId, pointer_type: TypeId) -> Self {
        let mut identities = Identities {
            module,
            integer_type,
            pointer_type,
            entries: Vec::new(),
            index: HashTable::with_capacity(module.consts.consts.len()),
            hasher: hashbrown::DefaultHashBuilder::default(),
            of_module: vec![UNKNOWN; module.consts.consts.len()],
            of_bodies: HashMap::new(),
        };
        for index in 0..module.consts.consts.len() as u32 {
            identities.intern(Value::constant(index), u32::MAX);
        }
        identities
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The constant of an identity.
    pub(in crate::write) fn at(&self, identity: u32) -> ConstAt {
        self.entries.get(identity as usize).copied().unwrap_or(ConstAt::Integer(0))
    }

    /// The pool of a constant, and its index there.
    pub(in crate::write) fn pool(&self, at: ConstAt) -> Option<(&'m ConstPool, u32)> {
        match at {
            ConstAt::Module(index) => Some((&self.module.consts, index)),
            ConstAt::Body(body, index) => Some((&self.module.bodies.get(body as usize)?.consts, index)),
            ConstAt::Integer(_) | ConstAt::NullPointer => None,
        }
    }

    /// Type and kind of a constant.
    pub(in crate::write) fn constant(&self, at: ConstAt) -> (TypeId, ConstKind) {
        match (self.pool(at).and_then(|(pool, index)| pool.get(index)), at) {
            (Some(constant), _) => (constant.ty, constant.kind),
            (None, ConstAt::Integer(bits)) if bits != 0 => (self.integer_type, ConstKind::Int(bits as i64)),
            (None, ConstAt::NullPointer) => (self.pointer_type, ConstKind::Null),
            (None, _) => (self.integer_type, ConstKind::Null),
        }
    }

    /// The identity of a constant of the module's pool.
    #[inline]
    pub(in crate::write) fn of_module(&self, index: u32) -> Option<u32> {
        self.of_module.get(index as usize).copied().filter(|&identity| identity < ACTIVE)
    }

    /// The identity of a value that stands in the module or in body `body`, if it is known.
    fn known(&self, value: Value, body: u32) -> Option<u32> {
        match value.kind() {
            ValueKind::Const(index) => self.of_module(index),
            ValueKind::LocalConst(index) => self.of_bodies.get(&(body, index)).copied().filter(|&identity| identity < ACTIVE),
            _ => None,
        }
    }

    /// What stands for an operand of the constant at `at` when constants are compared.
    pub(in crate::write) fn operand(&self, value: Value, at: ConstAt) -> Value {
        let body = if let ConstAt::Body(body, _) = at { body } else { u32::MAX };
        match value.kind() {
            ValueKind::Const(_) | ValueKind::LocalConst(_) => Value::constant(self.known(value, body).unwrap_or(UNKNOWN)),
            _ => value,
        }
    }

    /// The identity of a constant, a new one unless an equal one has been met; none for what is no constant, or contains itself.
    pub(super) fn intern(&mut self, value: Value, body: u32) -> Option<u32> {
        if let Some(identity) = self.known(value, body) {
            return Some(identity);
        }
        let module = self.module;
        let at = |value: Value| match value.kind() {
            ValueKind::Const(index) => Some(ConstAt::Module(index)),
            ValueKind::LocalConst(index) => Some(ConstAt::Body(body, index)),
            _ => None,
        };
        at(value)?;
        // Operands first, with a stack of its own. What is met again while it is open contains itself, and is left without that operand.
        let mut stack = vec![(value, false)];
        while let Some((top, open)) = stack.pop() {
            let Some(place) = at(top) else { continue };
            let pool = match place {
                ConstAt::Body(body, _) => &module.bodies.get(body as usize)?.consts,
                _ => &module.consts,
            };
            let (ConstAt::Module(index) | ConstAt::Body(_, index)) = place else { continue };
            let kind = pool.get(index)?.kind;
            if open {
                let identity = self.find_or_add(place);
                self.set(place, identity);
            } else if self.state(place) == UNKNOWN {
                self.set(place, ACTIVE);
                stack.push((top, true));
                pool.operands(kind, |op| stack.extend(at(op).filter(|&place| self.state(place) == UNKNOWN).map(|_| (op, false))));
            }
        }
        self.known(value, body)
    }

    fn state(&self, at: ConstAt) -> u32 {
        match at {
            ConstAt::Module(index) => self.of_module.get(index as usize).copied().unwrap_or(ACTIVE),
            ConstAt::Body(body, index) => self.of_bodies.get(&(body, index)).copied().unwrap_or(UNKNOWN),
            ConstAt::Integer(_) | ConstAt::NullPointer => ACTIVE,
        }
    }

    fn set(&mut self, at: ConstAt, identity: u32) {
        match at {
            ConstAt::Module(index) => self.of_module[index as usize] = identity,
            ConstAt::Body(body, index) => drop(self.of_bodies.insert((body, index), identity)),
            ConstAt::Integer(_) | ConstAt::NullPointer => {}
        }
    }

    /// The identity of the integer `bits` of type `i64`.
    pub(super) fn intern_integer(&mut self, bits: u64) -> u32 {
        self.find_or_add(ConstAt::Integer(bits))
    }

    /// The identity of the null pointer in the address space 0.
    pub(super) fn intern_null_pointer(&mut self) -> u32 {
        self.find_or_add(ConstAt::NullPointer)
    }

    /// The identity of the integer `bits` of type `i64`, if it has one.
    pub(super) fn find_integer(&self, bits: u64) -> Option<u32> {
        let mut words = Vec::new();
        self.words(ConstAt::Integer(bits), |word| words.push(word));
        self.find(self.hash(&words), &words)
    }

    fn find_or_add(&mut self, at: ConstAt) -> u32 {
        let mut words = Vec::new();
        self.words(at, |word| words.push(word));
        let hash = self.hash(&words);
        match self.find(hash, &words) {
            Some(identity) => identity,
            None => {
                let identity = self.entries.len() as u32;
                self.entries.push(at);
                self.index.insert_unique(spread(hash), (hash, identity), |&(hash, _)| spread(hash));
                identity
            }
        }
    }

    /// Hash of what makes up a constant, as [`Identities::find`] wants it.
    pub(super) fn hash(&self, words: &[u64]) -> u32 {
        let mut state = self.hasher.build_hasher();
        words.iter().for_each(|&word| state.write_u64(word));
        state.finish() as u32
    }

    /// The identity of the constant that consists of `words`.
    pub(super) fn find(&self, hash: u32, words: &[u64]) -> Option<u32> {
        let equal = |identity: u32| {
            let mut rest = words.iter();
            let mut same = true;
            self.words(self.at(identity), |word| same &= rest.next() == Some(&word));
            same && rest.next().is_none()
        };
        self.index.find(spread(hash), |&(h, identity)| h == hash && equal(identity)).map(|&(_, identity)| identity)
    }

    /// What makes up a constant, operands by identity.
    fn words(&self, at: ConstAt, mut f: impl FnMut(u64)) {
        match (self.pool(at), at) {
            (Some((pool, index)), _) => pool.words_with(index, |value| self.operand(value, at), f),
            // As `ConstPool::words_of` has a zero and an integer.
            (None, _) => {
                let (ty, kind) = self.constant(at);
                f(u64::from(ty.0));
                match kind {
                    ConstKind::Int(value) => {
                        f(4);
                        f(value as u64);
                    }
                    _ => f(1),
                }
            }
        }
    }
}

/// The table takes its bits from both ends of a hash.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

//! The table that interns the constants of a body, or of no body.

use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{List, ListRef, TypeId};
use bctk_ir::value::Value;
use bctk_support::hash::{Seed, mix, mix_bytes};
use std::borrow::Cow;
use std::ops::Range;

/// Constants being gathered: equal ones are one.
#[derive(Default)]
pub(crate) struct ConstUnit<'s> {
    pub(crate) pool: ConstPool,
    index: Index,
    /// Constants `blockaddress` whose block is not known yet, by index.
    pub(crate) block_addresses: Vec<PendingBlock<'s>>,
}

/// A `blockaddress` whose block is resolved when all bodies are known.
#[derive(Clone, Debug)]
pub(crate) struct PendingBlock<'s> {
    /// Index of the constant in its pool.
    pub(crate) index: u32,
    pub(crate) block: BlockName<'s>,
    /// Where the block is named.
    pub(crate) span: Range<usize>,
    /// Where the constant begins.
    pub(crate) start: usize,
}

/// How a block is named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BlockName<'s> {
    Name(Cow<'s, [u8]>),
    Number(u32),
}

/// A hash table of indices that is emptied by counting up.
#[derive(Default)]
struct Index {
    slots: Vec<Slot>,
    seed: Seed,
    generation: u32,
    len: usize,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    /// The slot is in use if this is the table's.
    generation: u32,
    hash: u32,
    index: u32,
}

/// Slots of a new table.
const FIRST_SLOTS: usize = 64;

impl Index {
    fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let generation = self.generation;
        self.slots = vec![Slot { generation: generation.wrapping_sub(1), ..Slot::default() }; (old.len() * 2).max(FIRST_SLOTS)];
        let mask = self.slots.len() - 1;
        for slot in old.into_iter().filter(|s| s.generation == generation) {
            let mut at = slot.hash as usize & mask;
            while self.slots[at].generation == generation {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }
}

fn mix_all(hash: u64, values: ListRef<'_, Value>) -> u64 {
    values.iter().fold(hash, |h, value| mix(h, value.raw().into()))
}

fn hash_constant(seed: Seed, pool: &ConstPool, ty: TypeId, kind: ConstKind) -> u32 {
    let tagged = |tag: u64| mix(mix(seed.0, u64::from(ty.0)), tag);
    let list = |tag: u64, l: List<Value>| mix_all(tagged(tag), pool.lists.get(l));
    let pair = |tag: u64, a: Value, b: Value| mix(tagged(tag), u64::from(a.raw()) << 32 | u64::from(b.raw()));
    let hash = match kind {
        ConstKind::Int(n) => mix(tagged(1), n as u64),
        ConstKind::Null => tagged(2),
        ConstKind::Undef => tagged(3),
        ConstKind::Poison => tagged(4),
        ConstKind::Float(bits) => mix(tagged(5), bits),
        ConstKind::WideInt { start, len } => pool.word_range(start, len).iter().fold(tagged(6), |h, &w| mix(h, w)),
        ConstKind::WideFloat { start } => pool.word_range(start, 2).iter().fold(tagged(7), |h, &w| mix(h, w)),
        ConstKind::Data(s) => mix_bytes(tagged(8), pool.bytes.get(s)),
        ConstKind::Aggregate(l) => list(9, l),
        ConstKind::Bin { op, flags, lhs, rhs } => pair(10 | (op as u64) << 8 | u64::from(flags) << 16, lhs, rhs),
        ConstKind::FNeg(v) => mix(tagged(11), v.raw().into()),
        ConstKind::Cast { op, flags, value } => mix(tagged(12 | (op as u64) << 8 | u64::from(flags) << 16), value.raw().into()),
        ConstKind::Gep { flags, source, ops, .. } => list(13 | u64::from(flags) << 8 | u64::from(source.0) << 16, ops),
        ConstKind::Select(l) => list(14, l),
        ConstKind::ExtractElement(a, b) => pair(15, a, b),
        ConstKind::InsertElement(l) => list(16, l),
        ConstKind::ShuffleVector(l) => list(17, l),
        ConstKind::ICmp(pred, a, b) => pair(18 | (pred as u64) << 8, a, b),
        ConstKind::FCmp(pred, a, b) => pair(19 | (pred as u64) << 8, a, b),
        ConstKind::BlockAddress { function, .. } => mix(tagged(20), function.0.into()),
        ConstKind::DsoLocalEquivalent(v) => mix(tagged(21), v.raw().into()),
        ConstKind::NoCfi(v) => mix(tagged(22), v.raw().into()),
        ConstKind::PtrAuth(l) => list(23, l),
        ConstKind::InlineAsm(at) => {
            let (template, constraints) = pool
                .asms
                .get(at as usize)
                .map_or((&[][..], &[][..]), |asm| (pool.bytes.get(asm.template), pool.bytes.get(asm.constraints)));
            mix_bytes(mix_bytes(tagged(24), template), constraints)
        }
    };
    (hash ^ hash >> 32) as u32
}

/// Whether two constants of a pool with equal types are equal.
fn same_constant(pool: &ConstPool, a: ConstKind, b: ConstKind) -> bool {
    let lists = |a: List<Value>, b: List<Value>| pool.lists.get(a) == pool.lists.get(b);
    match (a, b) {
        (ConstKind::WideInt { start: a, len: n }, ConstKind::WideInt { start: b, len: m }) => {
            pool.word_range(a, n) == pool.word_range(b, m)
        }
        (ConstKind::WideFloat { start: a }, ConstKind::WideFloat { start: b }) => pool.word_range(a, 2) == pool.word_range(b, 2),
        (ConstKind::Data(a), ConstKind::Data(b)) => pool.bytes.get(a) == pool.bytes.get(b),
        (ConstKind::Aggregate(a), ConstKind::Aggregate(b))
        | (ConstKind::Select(a), ConstKind::Select(b))
        | (ConstKind::InsertElement(a), ConstKind::InsertElement(b))
        | (ConstKind::ShuffleVector(a), ConstKind::ShuffleVector(b))
        | (ConstKind::PtrAuth(a), ConstKind::PtrAuth(b)) => lists(a, b),
        (
            ConstKind::Gep { flags, source, ops, in_range },
            ConstKind::Gep { flags: other_flags, source: other_source, ops: other_ops, in_range: other_range },
        ) => {
            flags == other_flags && source == other_source && lists(ops, other_ops) && pool.in_range(in_range) == pool.in_range(other_range)
        }
        (ConstKind::InlineAsm(a), ConstKind::InlineAsm(b)) => {
            let (Some(a), Some(b)) = (pool.asms.get(a as usize), pool.asms.get(b as usize)) else { return false };
            a.fn_ty == b.fn_ty
                && pool.bytes.get(a.template) == pool.bytes.get(b.template)
                && pool.bytes.get(a.constraints) == pool.bytes.get(b.constraints)
                && (a.side_effect, a.align_stack, a.intel_dialect, a.unwind) == (b.side_effect, b.align_stack, b.intel_dialect, b.unwind)
        }
        _ => a == b,
    }
}

impl<'s> ConstUnit<'s> {
    /// Forgets all constants; room is kept.
    pub(super) fn clear(&mut self) {
        self.pool.clear();
        self.index.clear();
        self.block_addresses.clear();
    }

    /// The index of a constant, which is added if it is new. Its data must be the last stored in the pool.
    #[inline]
    pub(super) fn intern(&mut self, ty: TypeId, kind: ConstKind) -> u32 {
        let hash = hash_constant(self.index.seed, &self.pool, ty, kind);
        self.insert(hash, ty, kind, |_, _| true)
    }

    fn insert(&mut self, hash: u32, ty: TypeId, kind: ConstKind, also: impl Fn(&[PendingBlock<'s>], u32) -> bool) -> u32 {
        if self.index.len * 2 >= self.index.slots.len() {
            self.index.grow();
        }
        let generation = self.index.generation;
        let mask = self.index.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.index.slots[at];
            if slot.generation != generation {
                break;
            }
            if slot.hash == hash
                && let Some(found) = self.pool.get(slot.index)
                && found.ty == ty
                && same_constant(&self.pool, found.kind, kind)
                && also(&self.block_addresses, slot.index)
            {
                self.take_back(kind);
                return slot.index;
            }
            at = (at + 1) & mask;
        }
        let index = self.pool.push(ty, kind);
        self.index.slots[at] = Slot { generation, hash, index };
        self.index.len += 1;
        index
    }

    /// Gives back the room of a constant that was there already.
    fn take_back(&mut self, kind: ConstKind) {
        match kind {
            ConstKind::Aggregate(list)
            | ConstKind::Select(list)
            | ConstKind::InsertElement(list)
            | ConstKind::ShuffleVector(list)
            | ConstKind::PtrAuth(list)
            | ConstKind::Gep { ops: list, .. } => self.pool.lists.undo(list),
            ConstKind::Data(s) => self.pool.bytes.undo(s),
            ConstKind::WideInt { start, .. } | ConstKind::WideFloat { start } => self.pool.words.truncate(start as usize),
            _ => {}
        }
    }

    /// A `blockaddress` of a block that is named.
    pub(super) fn intern_block_address(
        &mut self,
        ty: TypeId,
        kind: ConstKind,
        block: BlockName<'s>,
        (start, span): (usize, Range<usize>),
    ) -> u32 {
        let hash = hash_constant(self.index.seed, &self.pool, ty, kind);
        let name = match &block {
            BlockName::Name(name) => mix_bytes(hash.into(), name),
            BlockName::Number(n) => mix(hash.into(), u64::from(*n)),
        };
        let before = self.pool.consts.len();
        let index = self.insert((name ^ name >> 32) as u32, ty, kind, |pending, index| {
            pending.binary_search_by_key(&index, |p| p.index).is_ok_and(|at| pending[at].block == block)
        });
        if self.pool.consts.len() > before {
            self.block_addresses.push(PendingBlock { index, block, span, start });
        }
        index
    }
}

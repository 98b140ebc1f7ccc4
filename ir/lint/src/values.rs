//! What a value is in the end: through casts, offsets and equal values, as far as this takes no simplification.
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::integers;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

use crate::function::Function;

/// How many casts and offsets LLVM looks through at once (`getUnderlyingObject`).
const STEPS: usize = 10;

/// How many values that only pass on others are looked through.
const LINKS: usize = 32;

/// Values of a `phi` that are compared, and elements of a vector that are looked at: each user asks anew.
const LOOKED_AT: usize = 1 << 10;

/// A constant and the pool that holds what it refers to.
pub(crate) type Held<'m> = (Constant, &'m ConstPool);

impl<'m> Function<'_, '_, 'm> {
    /// The constant that a value is.
    pub(crate) fn constant(&self, value: Value) -> Option<Held<'m>> {
        let (pool, index) = self.shared.module.pool_of(Some(self.body), value)?;
        Some((pool.get(index)?, pool))
    }

    /// The instruction that makes a value.
    pub(crate) fn maker(&self, value: Value) -> Option<(InstId, Inst)> {
        let ValueKind::Local(local) = value.kind() else { return None };
        let id = InstId(*self.makers.get(local as usize)?);
        Some((id, *self.body.insts.get(id.index())?))
    }

    pub(crate) fn ty(&self, value: Value) -> Option<TypeId> {
        self.shared.types.of(value, Some(self.body))
    }

    pub(crate) fn is_pointer(&self, value: Value) -> bool {
        self.ty(value).is_some_and(|ty| self.shared.types.is_pointer(ty))
    }

    /// Whether it is `undef` or `poison`.
    pub(crate) fn is_undef(&self, value: Value) -> bool {
        self.constant(value).is_some_and(|(constant, _)| matches!(constant.kind, ConstKind::Undef | ConstKind::Poison))
    }

    /// Whether it is a null pointer.
    pub(crate) fn is_null(&self, value: Value) -> bool {
        self.constant(value).is_some_and(|(constant, _)| constant.kind == ConstKind::Null && self.shared.types.is_pointer(constant.ty))
    }

    /// The words of an integer, least significant first, extended by its sign; none if it is no constant one.
    pub(crate) fn int(&self, value: Value) -> Option<Vec<u64>> {
        let (constant, pool) = self.constant(value)?;
        if !self.shared.types.is_int(constant.ty) {
            return None;
        }
        match constant.kind {
            ConstKind::Null => Some(vec![0]),
            ConstKind::Int(number) => Some(vec![number as u64]),
            ConstKind::WideInt { start, len } => Some(pool.word_range(start, len).to_vec()),
            _ => None,
        }
    }

    /// An integer of at most 64 bits, extended by its sign.
    pub(crate) fn small_int(&self, value: Value) -> Option<i64> {
        match *self.int(value)? {
            [word] => Some(word as i64),
            _ => None,
        }
    }

    /// Whether an integer is less than `bound`, as a number without a sign.
    pub(crate) fn is_below(&self, value: Value, words: &[u64], bound: u64) -> bool {
        let bits = self.ty(value).map_or(64, |ty| self.shared.types.scalar_bits(ty));
        let low = integers::low(words.first().copied().unwrap_or(0), bits);
        low < bound && words.iter().skip(1).all(|&word| word == 0)
    }

    /// The operand of a cast between pointers, and of an offset if `offsets` takes those.
    fn step(&self, value: Value, offsets: bool) -> Option<Value> {
        let is_kept = |op: CastOp| matches!(op, CastOp::BitCast | CastOp::AddrSpaceCast);
        if let Some((_, inst)) = self.maker(value) {
            return match inst {
                Inst::Cast { op, value, .. } if is_kept(op) && self.is_pointer(value) => Some(value),
                Inst::Gep { ops, .. } => {
                    let mut ops = self.body.values(ops);
                    let base = ops.next()?;
                    (offsets || ops.all(|index| self.small_int(index) == Some(0))).then_some(base)
                }
                // As after the end of a loop.
                Inst::Phi { incoming, .. } if offsets => self.body.lists.get(incoming).array::<1>().map(|[(value, _)]| value),
                _ => None,
            };
        }
        if let ValueKind::Global(id) = value.kind() {
            let global = self.shared.module.global(id)?;
            return match global.kind {
                GlobalKind::Alias { aliasee } if offsets && !self.shared.is_interposable(global) => Some(aliasee),
                _ => None,
            };
        }
        let (constant, pool) = self.constant(value)?;
        match constant.kind {
            ConstKind::Cast { op, value, .. } if is_kept(op) && self.is_pointer(value) => Some(value),
            ConstKind::Gep { ops, .. } => {
                let mut ops = pool.values(ops);
                let base = ops.next()?;
                (offsets || ops.all(|index| self.small_int(index) == Some(0))).then_some(base)
            }
            _ => None,
        }
    }

    /// The pointer without casts, and without offsets of nothing.
    pub(crate) fn without_casts(&self, value: Value) -> Value {
        self.stripped(value, false)
    }

    fn stripped(&self, value: Value, offsets: bool) -> Value {
        let mut value = value;
        for _ in 0..STEPS {
            match self.step(value, offsets).filter(|&next| next != value && self.is_pointer(value)) {
                Some(next) => value = next,
                None => break,
            }
        }
        value
    }

    /// What a value is in the end; `offsets` says whether a place in an object is that object.
    pub(crate) fn find(&self, value: Value, offsets: bool) -> Value {
        let mut value = value;
        for _ in 0..LINKS {
            value = self.stripped(value, offsets);
            match self.passed_on(value) {
                Some(next) if next != value => value = next,
                _ => break,
            }
        }
        value
    }

    /// The value that a cast of nothing, a choice between equal values or a frozen constant passes on.
    fn passed_on(&self, value: Value) -> Option<Value> {
        if let Some((_, inst)) = self.maker(value) {
            return match inst {
                Inst::Phi { incoming, .. } if self.body.lists.get(incoming).len() <= LOOKED_AT => {
                    let mut others = self.body.lists.get(incoming).iter().map(|(from, _)| from).filter(|&from| from != value);
                    let first = others.next()?;
                    others.all(|other| other == first).then_some(first)
                }
                Inst::Cast { op, value: from, .. } => self.is_noop(op, from, self.ty(value)?).then_some(from),
                Inst::Select { if_true, if_false, .. } => (if_true == if_false).then_some(if_true),
                Inst::Freeze(from) => self.is_null(from).then_some(from),
                _ => None,
            };
        }
        let (constant, _) = self.constant(value)?;
        match constant.kind {
            ConstKind::Cast { op, value: from, .. } => self.is_noop(op, from, constant.ty).then_some(from),
            _ => None,
        }
    }

    /// Whether a cast changes no bit (`CastInst::isNoopCast`).
    fn is_noop(&self, op: CastOp, from: Value, to: TypeId) -> bool {
        let types = self.shared.types;
        let Some(from) = self.ty(from) else { return false };
        let bits = |space: u32| self.shared.layout.pointer_bytes(space).saturating_mul(8);
        match (op, types.get(from), types.get(to)) {
            (CastOp::BitCast, ..) => true,
            (CastOp::PtrToInt, Type::Ptr(space), Type::Int(width)) | (CastOp::IntToPtr, Type::Int(width), Type::Ptr(space)) => {
                bits(space) == u64::from(width)
            }
            _ => false,
        }
    }

    /// Whether a divisor is certainly zero, or may be taken as zero.
    pub(crate) fn is_zero(&self, value: Value) -> bool {
        if self.is_undef(value) {
            return true;
        }
        if let Some((constant, pool)) = self.constant(value) {
            return match constant.kind {
                ConstKind::Null => true,
                ConstKind::Aggregate(list) if self.shared.types.is_vector(constant.ty) => {
                    pool.values(list).take(LOOKED_AT).any(|element| self.is_undef(element) || self.small_int(element) == Some(0))
                }
                ConstKind::Data(text) if self.shared.types.is_vector(constant.ty) => {
                    let width = (self.shared.types.scalar_bits(constant.ty) as usize).div_ceil(8).max(1);
                    pool.bytes.get(text).chunks(width).take(LOOKED_AT).any(|element| element.iter().all(|&byte| byte == 0))
                }
                _ => false,
            };
        }
        // Numbers that are equal wherever they come from.
        let found = self.find(value, false);
        found != value && self.ty(value).is_some_and(|ty| self.shared.types.is_int(ty)) && self.small_int(found) == Some(0)
    }
}

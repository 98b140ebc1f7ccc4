//! Constants with typed pointers: each gets the type that its parts give it, and operands of another type are cast.
use super::types::{indexed, neutral, pointer, with_pointee};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{List, OptionalId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::inst::{GepNoWrapFlags, OpFlags};
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;

/// How far a first element may be inside of a type for an expression that leads there instead of a cast.
const STEPS: usize = 256;

/// A pool of constants, and what it may refer to.
pub(super) struct Pool<'p> {
    pub(super) types: &'p mut TypeTable,
    pub(super) globals: &'p [GlobalValue],
    /// The module's pool if `own` is that of a body.
    pub(super) shared: Option<&'p ConstPool>,
    pub(super) own: &'p mut ConstPool,
    /// `i8`
    pub(super) byte: TypeId,
    /// Constants made so far.
    pub(super) casts: HashMap<(Value, TypeId), Value>,
    /// How many constants of `own` have operands of the types that they take.
    pub(super) done: usize,
}

impl Pool<'_> {
    /// The pool of a constant, and its index there.
    fn place(&self, value: Value) -> Option<(&ConstPool, u32)> {
        match (value.kind(), self.shared) {
            (ValueKind::Const(at), Some(shared)) => Some((shared, at)),
            (ValueKind::Const(at), None) | (ValueKind::LocalConst(at), Some(_)) => Some((self.own, at)),
            _ => None,
        }
    }

    /// The kind of a constant that is not a global value.
    fn kind(&self, value: Value) -> Option<ConstKind> {
        self.place(value).and_then(|(pool, at)| pool.get(at)).map(|constant| constant.kind)
    }

    /// The type of a global value or constant.
    pub(super) fn type_of(&self, value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Global(id) => self.globals.get(id.index()).map(|global| global.ptr_type),
            _ => self.place(value).and_then(|(pool, at)| pool.get(at)).map(|constant| constant.ty),
        }
    }

    /// The number that a constant integer is, or that all elements of a vector are.
    pub(super) fn number(&self, value: Value) -> Option<u64> {
        let (pool, at) = self.place(value)?;
        let constant = pool.get(at)?;
        match constant.kind {
            ConstKind::Null => Some(0),
            ConstKind::Int(number) => u64::try_from(number).ok(),
            ConstKind::Data(bytes) => {
                let Type::Int(width) = self.types.get(self.types.scalar(constant.ty)) else { return None };
                let element = pool.bytes.get(bytes).get(..width as usize / 8)?;
                Some(element.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
            }
            ConstKind::Aggregate(list) => {
                let first = pool.values(list).next()?;
                let (pool, at) = self.place(first)?;
                u64::try_from(pool.get(at)?.kind.number()?).ok()
            }
            _ => None,
        }
    }

    /// Appends a constant.
    pub(super) fn push(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        let at = self.own.push(ty, kind);
        if self.shared.is_some() { Value::local_const(at) } else { Value::constant(at) }
    }

    /// A constant pointer, or vector of pointers, as a value of type `want`, which differs in the pointee.
    pub(super) fn cast(&mut self, value: Value, want: TypeId) -> Value {
        match self.type_of(value) {
            Some(own) if own != want && pointer(self.types, own).is_some() && pointer(self.types, want).is_some() => {}
            _ => return value,
        }
        if let Some(&known) = self.casts.get(&(value, want)) {
            return known;
        }
        let made = match self.kind(value) {
            Some(kind @ (ConstKind::Null | ConstKind::Undef | ConstKind::Poison)) => self.push(want, kind),
            Some(kind @ ConstKind::Cast { op: CastOp::IntToPtr | CastOp::AddrSpaceCast, .. }) => self.push(want, kind),
            Some(ConstKind::Cast { op: CastOp::BitCast, value: inner, .. }) if self.is_pointer(inner) => match self.type_of(inner) {
                Some(own) if own == want => inner,
                _ => self.push(want, ConstKind::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value: inner }),
            },
            _ => match self.first_element(value, want) {
                Some(kind) => self.push(want, kind),
                None => self.push(want, ConstKind::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value }),
            },
        };
        self.casts.insert((value, want), made);
        made
    }

    /// The `getelementptr` that LLVM makes of a cast to the type of the first element (`FoldBitCast`, LLVM 14).
    fn first_element(&mut self, value: Value, want: TypeId) -> Option<ConstKind> {
        let source = match self.types.get(self.type_of(value)?) {
            Type::TypedPtr { pointee, .. } => pointee,
            _ => return None,
        };
        let (wanted, _) = pointer(self.types, want)?;
        let (mut ty, mut steps) = (source, 0);
        while ty != wanted {
            steps += 1;
            ty = match self.types.get(ty) {
                // Only a damaged file has types that deep, or that contain themselves.
                _ if steps > STEPS => return None,
                Type::Array { elem, .. } | Type::Vector { elem, .. } => elem,
                _ => self.types.member(ty, 0)?,
            };
        }
        let zero = self.types.intern(Type::Int(32));
        let zero = match self.casts.get(&(Value::NONE, zero)) {
            Some(&zero) => zero,
            None => {
                let made = self.push(zero, ConstKind::Null);
                self.casts.insert((Value::NONE, zero), made);
                made
            }
        };
        let inner = self.place(value).and_then(|(pool, at)| match pool.get(at)?.kind {
            ConstKind::Gep { flags, source, ops, in_range } if in_range.is_none() => Some((flags, source, pool.values(ops).collect())),
            _ => None,
        });
        let (flags, source, mut ops): (_, _, Vec<Value>) = match inner {
            Some((flags, source, ops)) => (flags, source, ops),
            None => (GepNoWrapFlags::INBOUNDS, source, vec![value, zero]),
        };
        ops.extend(std::iter::repeat_n(zero, steps));
        Some(ConstKind::Gep { flags, source, ops: self.own.lists.push(&ops), in_range: OptionalId::NONE })
    }

    /// Joins a `getelementptr` with the one that its base has become, if that ends at the first element of an array, as LLVM does
    /// (`foldGEPOfGEP`, LLVM 14): its source and operands.
    fn joined(&mut self, ops: List<Value>) -> Option<(TypeId, List<Value>)> {
        let ops = self.own.lists.get(ops).to_vec();
        let (&base, indices) = ops.split_first()?;
        let (pool, at) = self.place(base)?;
        let ConstKind::Gep { source, ops: inner, in_range, .. } = pool.get(at)?.kind else { return None };
        let mut joined = pool.lists.get(inner).to_vec();
        let last = joined.pop().filter(|_| joined.len() > 1 && in_range.is_none())?;
        let holder = indexed(self.types, source, joined.get(2..)?.iter().copied(), |index| self.number(index))?;
        let &first = indices.first()?;
        let is_index = matches!(self.types.get(self.type_of(first)?), Type::Int(32 | 64));
        if self.number(last) != Some(0) || !is_index || !matches!(self.types.get(holder), Type::Array { .. }) {
            return None;
        }
        joined.push(if self.number(first) == Some(0) { last } else { first });
        joined.extend(&indices[1..]);
        Some((source, self.own.lists.push(&joined)))
    }

    fn is_pointer(&self, value: Value) -> bool {
        self.type_of(value).is_some_and(|ty| pointer(self.types, ty).is_some())
    }

    fn neutral(&mut self, ty: TypeId) -> TypeId {
        neutral(self.types, ty, self.byte)
    }

    /// Gives the constants of the pool their types. The types of operands play no part.
    pub(super) fn type_all(&mut self) {
        for at in 0..self.own.consts.len() {
            let constant = self.own.consts[at];
            let ty = match constant.kind {
                ConstKind::Gep { source, ops, .. } => {
                    let indices: Vec<Value> = self.own.values(ops).skip(2).collect();
                    let pointee = indexed(self.types, source, indices, |index| self.number(index));
                    pointee.map(|pointee| with_pointee(self.types, constant.ty, pointee))
                }
                ConstKind::DsoLocalEquivalent(value) | ConstKind::NoCfi(value) => self.type_of(value),
                ConstKind::InlineAsm(asm) => {
                    self.own.asms.get(asm as usize).map(|asm| asm.fn_ty).map(|pointee| with_pointee(self.types, constant.ty, pointee))
                }
                _ => None,
            };
            if let Some(ty) = ty {
                self.own.consts[at].ty = ty;
            }
        }
    }

    /// Casts the operands of all constants of the pool that were added since the last time to the types that these take.
    pub(super) fn cast_operands(&mut self) {
        // What is made for one may need casts itself.
        while let Some(&constant) = self.own.consts.get(self.done) {
            let at = self.done;
            self.done += 1;
            let kind = match constant.kind {
                ConstKind::Aggregate(list) => ConstKind::Aggregate(self.members(list, constant.ty)),
                ConstKind::Gep { flags, source, ops, in_range } => {
                    let base = self.own.values(ops).next();
                    let want = base.and_then(|base| self.type_of(base)).map(|own| with_pointee(self.types, own, source));
                    let ops = self.list(ops, |at| want.filter(|_| at == 0));
                    let is_cast = self.own.values(ops).next() != base;
                    let joined = if is_cast && in_range.is_none() { self.joined(ops) } else { None };
                    let (source, ops) = joined.unwrap_or((source, ops));
                    ConstKind::Gep { flags, source, ops, in_range }
                }
                ConstKind::Select(ops) => ConstKind::Select(self.list(ops, |at| (at != 0).then_some(constant.ty))),
                ConstKind::InsertElement(ops) => {
                    let elem = self.types.scalar(constant.ty);
                    ConstKind::InsertElement(self.list(ops, |at| [Some(constant.ty), Some(elem)].get(at).copied().flatten()))
                }
                ConstKind::ShuffleVector(ops) => {
                    let first = self.own.values(ops).next();
                    let want = first.and_then(|first| self.type_of(first)).map(|ty| self.neutral(ty));
                    ConstKind::ShuffleVector(self.list(ops, |at| want.filter(|_| at < 2)))
                }
                ConstKind::ExtractElement(vector, index) => ConstKind::ExtractElement(self.neutral_value(vector), index),
                ConstKind::ICmp(pred, lhs, rhs) => ConstKind::ICmp(pred, self.neutral_value(lhs), self.neutral_value(rhs)),
                // LLVM changes the pointee first.
                ConstKind::Cast { op: op @ CastOp::AddrSpaceCast, flags, value } => {
                    let pointee = pointer(self.types, constant.ty).map(|(pointee, _)| pointee);
                    let own = self.type_of(value).zip(pointee);
                    let value = own.map_or(value, |(own, pointee)| {
                        let want = with_pointee(self.types, own, pointee);
                        self.cast(value, want)
                    });
                    ConstKind::Cast { op, flags, value }
                }
                _ => continue,
            };
            self.own.consts[at].kind = kind;
        }
    }

    fn neutral_value(&mut self, value: Value) -> Value {
        let want = self.type_of(value).map(|ty| self.neutral(ty));
        want.map_or(value, |want| self.cast(value, want))
    }

    /// A copy of a list with elements cast to the type that `want` gives for their place.
    fn list(&mut self, list: List<Value>, want: impl Fn(usize) -> Option<TypeId>) -> List<Value> {
        let mut values = self.own.lists.get(list).to_vec();
        for (at, value) in values.iter_mut().enumerate() {
            if let Some(want) = want(at) {
                *value = self.cast(*value, want);
            }
        }
        self.own.lists.push(&values)
    }

    /// The members of an aggregate of type `ty`; the list itself if none is a pointer.
    fn members(&mut self, list: List<Value>, ty: TypeId) -> List<Value> {
        let one = match self.types.get(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                if pointer(self.types, elem).is_none() {
                    return list;
                }
                Some(elem)
            }
            _ => None,
        };
        let mut values = self.own.lists.get(list).to_vec();
        let mut changed = false;
        for (at, value) in values.iter_mut().enumerate() {
            if let Some(want) = one.or_else(|| self.types.member(ty, at as u64)) {
                let new = self.cast(*value, want);
                changed |= new != *value;
                *value = new;
            }
        }
        if changed { self.own.lists.push(&values) } else { list }
    }
}

//! Comparisons of constants (`ConstantFoldCompareInstruction`).
use super::arena::{Gep, Id, Node};
use super::rules::Rule;
use super::{Folder, number};
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::integers;
use bctk_ir::keywords::{Linkage, UnnamedAddr};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::{StructKind, Type};

/// How two constants relate, as far as it is known: the comparison that holds.
type Relation = Option<ICmpPred>;

const fn swapped(pred: ICmpPred) -> ICmpPred {
    match pred {
        ICmpPred::Ugt => ICmpPred::Ult,
        ICmpPred::Uge => ICmpPred::Ule,
        ICmpPred::Ult => ICmpPred::Ugt,
        ICmpPred::Ule => ICmpPred::Uge,
        ICmpPred::Sgt => ICmpPred::Slt,
        ICmpPred::Sge => ICmpPred::Sle,
        ICmpPred::Slt => ICmpPred::Sgt,
        ICmpPred::Sle => ICmpPred::Sge,
        same => same,
    }
}

const fn holds_when_equal(pred: ICmpPred) -> bool {
    matches!(pred, ICmpPred::Eq | ICmpPred::Uge | ICmpPred::Ule | ICmpPred::Sge | ICmpPred::Sle)
}

/// Whether a comparison holds if another one is known to.
fn implied(known: ICmpPred, wanted: ICmpPred) -> Option<bool> {
    use ICmpPred::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match (known, wanted) {
        (Eq, wanted) => Some(holds_when_equal(wanted)),
        (Ult, Ult | Ne | Ule) | (Ugt, Ugt | Ne | Uge) | (Slt, Slt | Ne | Sle) | (Sgt, Sgt | Ne | Sge) => Some(true),
        (Ult, Ugt | Eq | Uge) | (Ugt, Ult | Eq | Ule) | (Slt, Sgt | Eq | Sge) | (Sgt, Slt | Eq | Sle) => Some(false),
        (Ule, Ugt) | (Uge, Ult) | (Sle, Sgt) | (Sge, Slt) | (Ne, Eq) => Some(false),
        (Ule, Ult | Ule) if wanted as u8 == Ult as u8 || wanted as u8 == Ule as u8 => Some(true),
        (Uge, Ugt | Uge) | (Sle, Slt | Sle) | (Sge, Sgt | Sge) | (Ne, Ne) => Some(true),
        _ => None,
    }
}

impl Folder<'_> {
    pub(super) fn truth(&mut self, ty: TypeId, is_true: bool) -> Option<Id> {
        if is_true { self.all_ones(ty) } else { Some(self.null(ty)) }
    }

    fn make_icmp(&mut self, pred: ICmpPred, lhs: Id, rhs: Id, ty: TypeId) -> Id {
        self.get(ty, Node::ICmp(pred, lhs, rhs))
    }

    pub(super) fn fold_icmp(&mut self, pred: ICmpPred, lhs: Id, rhs: Id, ty: TypeId) -> Option<Id> {
        if self.has(Rule::PoisonCompare) && (self.is_poison(lhs) || self.is_poison(rhs)) {
            return Some(self.poison(ty));
        }
        if self.is_undefined(lhs) || self.is_undefined(rhs) {
            if matches!(pred, ICmpPred::Eq | ICmpPred::Ne) || lhs == rhs {
                return Some(self.undef(ty));
            }
            return self.truth(ty, holds_when_equal(pred));
        }
        if self.is_null(rhs) && self.has(Rule::CompareWithNull) {
            match pred {
                ICmpPred::Uge => return self.truth(ty, true),
                ICmpPred::Ult => return self.truth(ty, false),
                _ => {}
            }
        }
        if !self.has(Rule::CompareWithNull)
            && let Some(folded) = self.compare_with_null(pred, lhs, rhs, ty)
        {
            return Some(folded);
        }
        if self.kind_of(lhs) == Type::Int(1)
            && let Some(folded) = self.compare_bits(pred, lhs, rhs)
        {
            return Some(folded);
        }
        if let (Some(a), Some(b)) = (self.int(lhs), self.int(rhs)) {
            let bits = self.int_bits(self.ty(lhs))?;
            return self.truth(ty, integers::holds(pred, &a, &b, bits));
        }
        if self.is_vector(self.ty(lhs)) {
            return self.compare_elements(lhs, rhs, ty, |this, elem, a, b| this.make_icmp(pred, a, b, elem));
        }
        // Of `Rule::BitCastOfFloat`. They are looked at as by `fcmp`, which knows nothing of expressions, and keeps the order.
        if self.kind_of(lhs).is_float() {
            return None;
        }
        let is_signed = matches!(pred, ICmpPred::Sgt | ICmpPred::Sge | ICmpPred::Slt | ICmpPred::Sle);
        if let Some(known) = self.deeper(|this| this.relation(lhs, rhs, is_signed))
            && let Some(holds) = implied(known, pred)
        {
            return self.truth(ty, holds);
        }
        self.simplified(pred, lhs, rhs, ty)
    }

    /// A global value, and null: they are not equal unless the value may be missing.
    fn compare_with_null(&mut self, pred: ICmpPred, lhs: Id, rhs: Id, ty: TypeId) -> Option<Id> {
        let global = if self.is_null(rhs) {
            lhs
        } else if self.is_null(lhs) {
            rhs
        } else {
            return None;
        };
        let Node::Global(id) = *self.node(global) else { return None };
        let is_there = self.global(id).is_some_and(|global| {
            let is_there = global.addrspace == 0 || !self.has(Rule::NullInOtherSpaces);
            global.linkage != Linkage::ExternalWeak && is_there && !matches!(global.kind, GlobalKind::Alias { .. })
        });
        match pred {
            ICmpPred::Eq if is_there => self.truth(ty, false),
            ICmpPred::Ne if is_there => self.truth(ty, true),
            _ => None,
        }
    }

    /// Whether two bits are equal.
    fn compare_bits(&mut self, pred: ICmpPred, lhs: Id, rhs: Id) -> Option<Id> {
        let ty = self.ty(lhs);
        let ones = self.all_ones(ty)?;
        match pred {
            ICmpPred::Eq if self.is_expression(lhs) && !self.is_expression(rhs) => {
                let not = self.make_binary(BinOp::Xor, rhs, ones);
                Some(self.make_binary(BinOp::Xor, lhs, not))
            }
            ICmpPred::Eq => {
                let not = self.make_binary(BinOp::Xor, lhs, ones);
                Some(self.make_binary(BinOp::Xor, not, rhs))
            }
            ICmpPred::Ne => Some(self.make_binary(BinOp::Xor, lhs, rhs)),
            _ => None,
        }
    }

    fn compare_elements(&mut self, lhs: Id, rhs: Id, ty: TypeId, compare: impl Fn(&mut Self, TypeId, Id, Id) -> Id) -> Option<Id> {
        let Type::Vector { elem, len, scalable } = self.types.get(ty) else { return None };
        if self.has(Rule::Splats)
            && let (Some(a), Some(b)) = (self.splat_value(lhs), self.splat_value(rhs))
        {
            let element = compare(self, elem, a, b);
            return self.splat(ty, element);
        }
        if scalable || !self.affords_elements(len) {
            return None;
        }
        let mut parts = Vec::new();
        for at in 0..len {
            let (a, b) = (self.extracted(lhs, at), self.extracted(rhs, at));
            parts.push(compare(self, elem, a, b));
        }
        Some(self.aggregate(ty, parts))
    }

    /// A comparison that becomes another one.
    fn simplified(&mut self, pred: ICmpPred, lhs: Id, rhs: Id, ty: TypeId) -> Option<Id> {
        if let Node::Cast(CastOp::BitCast, _, inner) = *self.node(rhs) {
            let inner_ty = self.ty(inner);
            let is_float = self.types.get(self.types.scalar(inner_ty)).is_float();
            let is_compared = !is_float || self.has(Rule::BitCastOfFloat);
            if self.is_vector(self.ty(rhs)) == self.is_vector(inner_ty) && is_compared {
                let other = self.make_cast(CastOp::BitCast, lhs, inner_ty);
                return Some(self.make_icmp(pred, other, inner, ty));
            }
        }
        let is_signed = matches!(pred, ICmpPred::Sgt | ICmpPred::Sge | ICmpPred::Slt | ICmpPred::Sle);
        if let Node::Cast(op @ (CastOp::SExt | CastOp::ZExt), _, inner) = *self.node(lhs)
            && (op == CastOp::SExt) == is_signed
        {
            let inner_ty = self.ty(inner);
            let short = self.make_cast(CastOp::Trunc, lhs, inner_ty);
            if short == inner {
                let other = self.make_cast(CastOp::Trunc, rhs, inner_ty);
                let rhs_ty = self.ty(rhs);
                if self.make_cast(op, other, rhs_ty) == rhs {
                    return Some(self.make_icmp(pred, short, other, ty));
                }
            }
        }
        if !self.is_expression(lhs) && self.is_expression(rhs) || self.is_null(lhs) && !self.is_null(rhs) {
            return Some(self.make_icmp(swapped(pred), rhs, lhs, ty));
        }
        None
    }

    pub(super) fn global(&self, id: GlobalId) -> Option<&GlobalValue> {
        self.globals.get(id.index())
    }

    fn complexity(&self, id: Id) -> u32 {
        match &*self.node(id) {
            node if node.is_expression() => 3,
            Node::Global(_) => 2,
            Node::BlockAddress(..) => 1,
            _ => 0,
        }
    }

    /// How two constants relate (`evaluateICmpRelation`).
    fn relation(&mut self, lhs: Id, rhs: Id, is_signed: bool) -> Relation {
        if lhs == rhs {
            return Some(ICmpPred::Eq);
        }
        if self.has(Rule::RelationOfPointers) && self.addrspace(self.ty(lhs)).is_none() {
            return None;
        }
        if self.complexity(lhs) < self.complexity(rhs) {
            return self.deeper(|this| this.relation(rhs, lhs, is_signed)).map(swapped);
        }
        let is_null = self.is_null(rhs);
        match &*self.node(lhs) {
            Node::BlockAddress(function, _) => match &*self.node(rhs) {
                Node::BlockAddress(other, _) => (function != other).then_some(ICmpPred::Ne),
                Node::Null => Some(ICmpPred::Ne),
                _ => self.has(Rule::AnyAsNull).then_some(ICmpPred::Ne),
            },
            Node::Global(id) => match &*self.node(rhs) {
                Node::Global(other) => self.distinct(*id, *other),
                Node::BlockAddress(..) => Some(ICmpPred::Ne),
                other if *other == Node::Null || self.has(Rule::AnyAsNull) => {
                    let global = self.global(*id)?;
                    let is_there = global.linkage != Linkage::ExternalWeak
                        && !matches!(global.kind, GlobalKind::Alias { .. })
                        && (global.addrspace == 0 || !self.has(Rule::NullInOtherSpaces));
                    is_there.then_some(if self.has(Rule::GlobalsAboveNull) { ICmpPred::Ugt } else { ICmpPred::Ne })
                }
                _ => None,
            },
            &Node::Cast(op, _, inner) => {
                if op == CastOp::BitCast
                    && self.has(Rule::BitCastOfGlobal)
                    && let (Node::Global(a), Node::Global(b)) = (&*self.node(inner), &*self.node(rhs))
                {
                    return self.distinct(*a, *b);
                }
                let is_plain = matches!(self.kind_of(inner), Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. });
                let keeps = matches!(op, CastOp::BitCast | CastOp::ZExt | CastOp::SExt | CastOp::UiToFp | CastOp::SiToFp);
                if is_null && keeps && is_plain {
                    let is_signed = if op == CastOp::ZExt { false } else { op == CastOp::SExt || is_signed };
                    let null = self.null(self.ty(inner));
                    return self.deeper(|this| this.relation(inner, null, is_signed));
                }
                None
            }
            Node::Gep(gep) if self.has(Rule::GepOrder) => self.gep_order(gep, rhs, is_signed),
            Node::Gep(gep) => self.gep_relation(gep, rhs),
            _ => None,
        }
    }

    /// How a `getelementptr` relates to another constant.
    fn gep_relation(&mut self, gep: &Gep, rhs: Id) -> Relation {
        let is_zero = |this: &Self, gep: &Gep| gep.indices.iter().all(|&index| this.is_null(index));
        let base = match *self.node(gep.base) {
            Node::Global(id) => Some(id),
            _ => None,
        };
        let is_inbounds = gep.flags.contains(bctk_ir::inst::GepNoWrapFlags::INBOUNDS);
        match &*self.node(rhs) {
            Node::Null => {
                let global = self.global(base?)?;
                (global.linkage != Linkage::ExternalWeak && is_inbounds).then_some(ICmpPred::Ugt)
            }
            Node::Global(other) => {
                let base = base?;
                (base != *other && is_zero(self, gep)).then_some(()).and_then(|()| self.distinct(base, *other))
            }
            Node::Gep(other) => {
                let Node::Global(second) = *self.node(other.base) else { return None };
                let base = base?;
                (base != second && is_zero(self, gep) && is_zero(self, other)).then_some(()).and_then(|()| self.distinct(base, second))
            }
            _ => None,
        }
    }

    /// As [`Self::gep_relation`], where the first index that differs decides.
    fn gep_order(&mut self, gep: &Gep, rhs: Id, is_signed: bool) -> Relation {
        let (below, above) = if is_signed { (ICmpPred::Slt, ICmpPred::Sgt) } else { (ICmpPred::Ult, ICmpPred::Ugt) };
        let (not_above, not_below) = if is_signed { (ICmpPred::Sle, ICmpPred::Sge) } else { (ICmpPred::Ule, ICmpPred::Uge) };
        let is_zero = |this: &Self, gep: &Gep| gep.indices.iter().all(|&index| this.is_null(index));
        let is_weak = |this: &Self, id| this.global(id).is_some_and(|global| global.linkage == Linkage::ExternalWeak);
        let base = self.node(gep.base);
        let of_sign = self.has(Rule::SignedOrder);
        match (&*base, &*self.node(rhs)) {
            (Node::Global(id), Node::Null) if is_weak(self, *id) => of_sign.then_some(not_below),
            (Node::Null, Node::Null) if is_zero(self, gep) => Some(ICmpPred::Eq),
            (Node::Global(_) | Node::Null, Node::Null) => Some(if of_sign { above } else { ICmpPred::Ugt }),
            (Node::Null, Node::Global(id)) if is_weak(self, *id) => of_sign.then_some(not_above),
            (Node::Null, Node::Global(_)) => Some(if of_sign { below } else { ICmpPred::Ult }),
            (Node::Global(id), Node::Global(other)) if id == other => Some(if of_sign { above } else { ICmpPred::Ugt }),
            (Node::Global(id), Node::Global(other)) => is_zero(self, gep).then_some(()).and_then(|()| self.distinct(*id, *other)),
            (Node::Global(id), Node::Gep(second)) => {
                let Node::Global(other) = *self.node(second.base) else { return None };
                if *id != other {
                    let both = is_zero(self, gep) && is_zero(self, second);
                    return both.then_some(()).and_then(|()| self.distinct(*id, other));
                }
                if !self.stays_within(gep) || !self.stays_within(second) {
                    return None;
                }
                let mut at = None;
                for (&first, &second) in gep.indices.iter().zip(&second.indices) {
                    at = self.step(at, gep.source, first);
                    if first == second {
                        continue;
                    }
                    let (first, second) = (self.signed(first)?, self.signed(second)?);
                    if first != second {
                        let is_known = at.is_some_and(|ty| !self.may_be_empty(ty));
                        return is_known.then_some(if first < second { below } else { above });
                    }
                }
                let common = gep.indices.len().min(second.indices.len());
                for (rest, order) in [(&gep.indices[common..], above), (&second.indices[common..], below)] {
                    if let Some(&index) = rest.iter().find(|&&index| !self.is_null(index)) {
                        return self.is_int(index).then_some(order);
                    }
                }
                Some(ICmpPred::Eq)
            }
            _ => None,
        }
    }

    /// Whether all indices are numbers within their arrays.
    fn stays_within(&mut self, gep: &Gep) -> bool {
        let mut at = None;
        gep.indices.iter().all(|&index| {
            let holder = at;
            at = self.step(at, gep.source, index);
            let is_number = self.is_int(index) && holder.is_none_or(|holder| self.is_within_array(holder, index));
            self.is_undefined(index) || is_number
        })
    }

    /// Whether a type may have no size.
    fn may_be_empty(&self, ty: TypeId) -> bool {
        self.is_made_of(ty, true, |part| matches!(part, Type::Struct { kind: StructKind::Opaque, .. }))
    }

    /// Whether a type holds nothing (`isEmptyTy`).
    fn is_empty_type(&self, ty: TypeId) -> bool {
        self.is_made_of(ty, false, |part| matches!(part, Type::Array { len: 0, .. }))
    }

    /// Whether structures and arrays are made of such parts alone; `beyond` is said of types with too many parts.
    fn is_made_of(&self, ty: TypeId, beyond: bool, is_such: impl Fn(Type) -> bool) -> bool {
        let mut open = vec![ty];
        let mut steps = 0;
        while let Some(ty) = open.pop() {
            steps += 1;
            if steps > 1000 {
                return beyond;
            }
            match self.types.get(ty) {
                part if is_such(part) => {}
                Type::Struct { kind: StructKind::Opaque, .. } => return false,
                Type::Struct { fields, .. } => open.extend(self.types.list(fields).iter()),
                Type::Array { elem, .. } => open.push(elem),
                _ => return false,
            }
        }
        true
    }

    /// Whether two global values are known to have two addresses (`areGlobalsPotentiallyEqual`).
    fn distinct(&mut self, first: GlobalId, second: GlobalId) -> Relation {
        if first == second {
            return Some(ICmpPred::Eq);
        }
        let is_safe = [first, second].into_iter().all(|id| self.has_own_address(id));
        is_safe.then_some(ICmpPred::Ne)
    }

    fn has_own_address(&mut self, id: GlobalId) -> bool {
        let Some(global) = self.globals.get(id.index()) else { return false };
        let is_replaceable = matches!(global.linkage, Linkage::WeakAny | Linkage::ExternalWeak)
            || matches!(global.linkage, Linkage::LinkOnceAny | Linkage::Common) && self.has(Rule::ReplacedGlobals);
        if is_replaceable || global.unnamed_addr == UnnamedAddr::Global && self.has(Rule::MergedGlobals) {
            return false;
        }
        match global.kind {
            GlobalKind::Alias { .. } => false,
            GlobalKind::IFunc { .. } | GlobalKind::Function(_) => true,
            GlobalKind::Variable { .. } => {
                let ty = global.value_type;
                self.is_sized(ty) && !self.is_empty_type(ty)
            }
        }
    }

    pub(super) fn fold_fcmp(&mut self, pred: FCmpPred, lhs: Id, rhs: Id, ty: TypeId) -> Option<Id> {
        match pred {
            FCmpPred::False => return self.truth(ty, false),
            FCmpPred::True => return self.truth(ty, true),
            _ => {}
        }
        if self.has(Rule::PoisonCompare) && (self.is_poison(lhs) || self.is_poison(rhs)) {
            return Some(self.poison(ty));
        }
        if self.is_undefined(lhs) || self.is_undefined(rhs) {
            return self.truth(ty, pred.code() & 8 != 0);
        }
        if let (Some(a), Some(b)) = (self.float(lhs), self.float(rhs)) {
            let holds = number::float_holds(self.kind_of(lhs), pred, a, b)?;
            return self.truth(ty, holds);
        }
        if self.is_vector(self.ty(lhs)) {
            return self.compare_elements(lhs, rhs, ty, |this, elem, a, b| this.get(elem, Node::FCmp(pred, a, b)));
        }
        if lhs == rhs && self.has(Rule::EqualToItself) {
            return self.truth(ty, pred.code() & 1 != 0);
        }
        if lhs == rhs {
            return match pred {
                FCmpPred::One => self.truth(ty, false),
                FCmpPred::Ueq => self.truth(ty, true),
                _ => None,
            };
        }
        None
    }
}

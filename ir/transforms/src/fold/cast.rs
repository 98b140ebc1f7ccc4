//! Casts of constants (`ConstantFoldCastInstruction`).
use super::arena::{Id, Node};
use super::rules::Rule;
use super::{Folder, number, pair};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::OpFlags;
use bctk_ir::integers;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;
use bctk_support::limits::FIRST_ELEMENT_DEPTH;

impl Folder<'_> {
    /// A cast as LLVM makes it (`ConstantExpr::getCast`).
    pub(super) fn make_cast(&mut self, op: CastOp, value: Id, to: TypeId) -> Id {
        if op == CastOp::BitCast && self.ty(value) == to {
            return value;
        }
        let value = if op == CastOp::AddrSpaceCast { self.with_pointee_of(value, to) } else { value };
        self.get(to, Node::Cast(op, OpFlags::NONE, value))
    }

    /// A typed pointer to what another one points to, before it goes to the address space of that.
    pub(super) fn with_pointee_of(&mut self, value: Id, to: TypeId) -> Id {
        let from = self.ty(value);
        let (from_scalar, to_scalar) = (self.types.scalar(from), self.types.scalar(to));
        let (Type::TypedPtr { pointee: before, addrspace }, Type::TypedPtr { pointee, .. }) =
            (self.types.get(from_scalar), self.types.get(to_scalar))
        else {
            return value;
        };
        if self.canonical(before) == self.canonical(pointee) {
            return value;
        }
        let scalar = self.types.intern(Type::TypedPtr { pointee: self.canonical(pointee), addrspace });
        let middle = match self.types.get(from) {
            Type::Vector { len, scalable, .. } => self.types.intern(Type::Vector { elem: scalar, len, scalable }),
            _ => scalar,
        };
        self.make_cast(CastOp::BitCast, value, middle)
    }

    pub(super) fn addrspace(&self, ty: TypeId) -> Option<u32> {
        match self.types.get(self.types.scalar(ty)) {
            Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => Some(space),
            _ => None,
        }
    }

    pub(super) fn fold_cast(&mut self, op: CastOp, value: Id, to: TypeId) -> Option<Id> {
        let from = self.ty(value);
        if op == CastOp::BitCast && from == to {
            return Some(value);
        }
        if self.is_poison(value) {
            return Some(self.poison(to));
        }
        if self.is_undefined(value) {
            let is_zero = matches!(op, CastOp::ZExt | CastOp::SExt | CastOp::UiToFp | CastOp::SiToFp);
            return Some(if is_zero { self.null(to) } else { self.undef(to) });
        }
        let has_zero = !matches!(self.types.get(to), Type::X86Amx | Type::X86Mmx);
        if self.is_zero_value(value) && has_zero && op != CastOp::AddrSpaceCast {
            return Some(self.null(to));
        }
        match &*self.node(value) {
            &Node::Cast(inner, _, origin) => {
                let pair = self.eliminable(inner, op, self.ty(origin), from, to);
                // What both do is nothing.
                if let Some(op) = pair {
                    return self.deeper(|this| Some(this.make_cast(op, origin, to)));
                }
            }
            Node::Gep(gep)
                if self.has(Rule::CastOfGep)
                    && op != CastOp::AddrSpaceCast
                    && gep.in_range.is_none()
                    && (!self.is_vector(from) || self.has(Rule::CastOfVectorGep))
                    && gep.indices.iter().all(|&index| self.is_null(index)) =>
            {
                let base = gep.base;
                return self.deeper(|this| this.pointer_cast(base, to));
            }
            _ => {}
        }
        if let Some(folded) = self.fold_vector_cast(op, value, to) {
            return Some(folded);
        }
        match op {
            CastOp::FpTrunc | CastOp::FpExt => {
                let bits = self.float(value)?;
                let (from, kind) = (self.types.get(from), self.types.get(to));
                let mut number = match from {
                    Type::PpcFp128 if self.has(Rule::WideNumbers) => pair::converted(bits, kind)?,
                    _ => number::converted(from, bits, kind)?,
                };
                if !self.has(Rule::QuietConversions) {
                    number = number::as_signaling(from, bits, kind, number);
                    if self.has(Rule::SignalingConversions) && number::is_nan(from, bits)? && !number::is_nan(kind, number)? {
                        number |= 1 << (number::quiet_bit(kind) - 1);
                    }
                }
                Some(self.made_number(to, number))
            }
            CastOp::FpToUi | CastOp::FpToSi => {
                let bits = self.float(value)?;
                let width = self.int_bits(to)?;
                match number::to_int(self.types.get(from), bits, width, op == CastOp::FpToSi)? {
                    Ok(mut words) => {
                        if self.has(Rule::ShortIntegers) {
                            words.iter_mut().skip(2).for_each(|word| *word = 0);
                        }
                        Some(self.int_of(to, words))
                    }
                    Err(()) if self.has(Rule::PoisonResults) => Some(self.poison(to)),
                    Err(()) => Some(self.undef(to)),
                }
            }
            CastOp::UiToFp | CastOp::SiToFp => {
                let words = self.int(value)?;
                let bits = number::from_int(self.types.get(to), &words, self.int_bits(from)?, op == CastOp::SiToFp)?;
                if self.has(Rule::TooLargeNumbers) && number::is_infinite(self.types.get(to), bits) == Some(true) {
                    return Some(self.undef(to));
                }
                Some(self.made_number(to, bits))
            }
            CastOp::ZExt => {
                let words = self.int(value)?;
                Some(self.int_of(to, words))
            }
            CastOp::SExt => {
                let words = integers::sign_extended(&self.int(value)?, self.int_bits(from)?, self.int_bits(to)?);
                Some(self.int_of(to, words))
            }
            CastOp::Trunc => self.fold_trunc(value, to),
            CastOp::BitCast => self.fold_bitcast(value, to),
            CastOp::PtrToInt if self.has(Rule::Sizes) => self.fold_size(value, to),
            _ => None,
        }
    }

    /// A pointer as an integer or as another pointer (`getPointerCast`).
    fn pointer_cast(&mut self, value: Id, to: TypeId) -> Option<Id> {
        let op = match (self.addrspace(self.ty(value)), self.addrspace(to)) {
            (_, None) => CastOp::PtrToInt,
            (from, to) if from != to => CastOp::AddrSpaceCast,
            _ => CastOp::BitCast,
        };
        Some(self.make_cast(op, value, to))
    }

    /// The one cast that does what two do (`isEliminableCastPair`, where pointers are taken to have at most 64 bits).
    fn eliminable(&self, first: CastOp, second: CastOp, source: TypeId, middle: TypeId, to: TypeId) -> Option<CastOp> {
        use CastOp::{AddrSpaceCast, BitCast, FpExt, FpToSi, FpToUi, FpTrunc, IntToPtr, PtrToInt, SExt, SiToFp, Trunc, UiToFp, ZExt};
        let is_vector = |ty| self.is_vector(ty);
        let both = first == BitCast && second == BitCast;
        let crosses = first == BitCast && is_vector(source) != is_vector(middle) || second == BitCast && is_vector(middle) != is_vector(to);
        if crosses && !both {
            return None;
        }
        let kind = |ty| self.types.get(ty);
        let bits = |ty| self.int_bits(ty);
        let is_int = |ty| matches!(kind(ty), Type::Int(_));
        let is_float = |ty| kind(self.types.scalar(ty)).is_float();
        let scalar_bits = |ty| kind(self.types.scalar(ty)).number_bits();
        // An extension, then what shortens.
        let resized = || match (scalar_bits(source)?, scalar_bits(to)?) {
            (a, b) if a == b && source == to => Some(BitCast),
            (a, b) if a < b => Some(first),
            (a, b) if a > b => Some(second),
            _ => None,
        };
        match (first, second) {
            (Trunc, Trunc) | (ZExt, ZExt) | (SExt, SExt) => Some(first),
            (ZExt | SExt, Trunc) | (FpExt, FpTrunc) => resized(),
            (ZExt, SExt) => Some(ZExt),
            (ZExt, UiToFp) | (SExt, SiToFp) => Some(second),
            (ZExt, SiToFp) => Some(UiToFp),
            (ZExt, IntToPtr) => Some(IntToPtr),
            (Trunc | ZExt | SExt | FpToUi | FpToSi | PtrToInt, BitCast) => (!is_vector(source) && is_int(to)).then_some(first),
            (UiToFp | SiToFp | FpTrunc | FpExt, BitCast) => (is_float(to) && to == middle).then_some(first),
            (FpExt, FpToUi | FpToSi) | (FpExt, FpExt) => Some(second),
            (PtrToInt, Trunc) => Some(first),
            (PtrToInt, IntToPtr) if self.has(Rule::PointerRoundTrip) => {
                (self.addrspace(source) == self.addrspace(to) && bits(middle) == Some(64)).then_some(BitCast)
            }
            (IntToPtr, PtrToInt) if self.has(Rule::IntegerRoundTrip) => {
                (bits(source)? <= 64 && bits(source) == bits(to)).then_some(BitCast)
            }
            (IntToPtr, BitCast) => Some(IntToPtr),
            (BitCast, Trunc | ZExt | SExt | UiToFp | SiToFp | IntToPtr) => is_int(source).then_some(second),
            (BitCast, FpTrunc | FpExt | FpToUi | FpToSi) => (self.has(Rule::FloatBitCastPair) && kind(source).is_float()).then_some(second),
            (BitCast, PtrToInt) => self.addrspace(source).is_some().then_some(PtrToInt),
            (BitCast, BitCast) => Some(BitCast),
            (AddrSpaceCast, AddrSpaceCast) => Some(if self.addrspace(source) == self.addrspace(to) { BitCast } else { AddrSpaceCast }),
            (AddrSpaceCast, BitCast) | (BitCast, AddrSpaceCast) => Some(AddrSpaceCast),
            _ => None,
        }
    }

    /// The cast of each element.
    fn fold_vector_cast(&mut self, op: CastOp, value: Id, to: TypeId) -> Option<Id> {
        let (Type::Vector { len, scalable, .. }, Type::Vector { elem, len: to_len, .. }) = (self.kind_of(value), self.types.get(to)) else {
            return None;
        };
        let is_constant = matches!(*self.node(value), Node::Aggregate(_));
        if len != to_len || scalable && !self.has(Rule::ScalableCasts) {
            return None;
        }
        if (is_constant || self.has(Rule::ElementsOfCast))
            && let Some(element) = self.splat_value(value)
        {
            let element = self.make_cast(op, element, elem);
            return self.splat(to, element);
        }
        if scalable || !(is_constant || self.has(Rule::ElementsOfCast)) || !self.affords_elements(len) {
            return None;
        }
        let mut parts = Vec::new();
        for at in 0..len {
            let element = self.extracted(value, at);
            parts.push(self.make_cast(op, element, elem));
        }
        Some(self.aggregate(to, parts))
    }

    fn fold_trunc(&mut self, value: Id, to: TypeId) -> Option<Id> {
        let (Type::Int(from), Type::Int(bits)) = (self.kind_of(value), self.types.get(to)) else { return None };
        if let Some(words) = self.int(value) {
            return Some(self.int_of(to, words));
        }
        if self.has(Rule::BytesOfTrunc) && bits % 8 == 0 && from % 8 == 0 {
            return self.deeper(|this| this.bytes_of(value, 0, bits / 8));
        }
        None
    }

    /// Some bytes of an integer, as far as they are known or those of one operand (`ExtractConstantBytes`).
    fn bytes_of(&mut self, value: Id, start: u32, size: u32) -> Option<Id> {
        let bits = self.int_bits(self.ty(value))?;
        let ty = self.types.intern(Type::Int(size * 8));
        if let Some(words) = self.int(value) {
            return Some(self.int_of(ty, integers::shifted_right(&words, start * 8)));
        }
        let whole = bits / 8;
        match *self.node(value) {
            Node::Bin(op @ (BinOp::Or | BinOp::And), _, lhs, rhs) => {
                let right = self.deeper(|this| this.bytes_of(rhs, start, size))?;
                let settles = if op == BinOp::Or { self.is_all_ones(right) } else { self.is_null(right) };
                if settles && (op == BinOp::And || self.is_int(right)) {
                    return Some(right);
                }
                let left = self.deeper(|this| this.bytes_of(lhs, start, size))?;
                Some(self.make_binary(op, left, right))
            }
            Node::Bin(op @ (BinOp::LShr | BinOp::Shl), _, inner, by) => {
                let words = self.int(by)?;
                if words[0] % 8 != 0 {
                    return None;
                }
                let by = self.small(by).map_or(u32::MAX, |by| u32::try_from(by / 8).unwrap_or(u32::MAX));
                if op == BinOp::LShr {
                    if by >= whole - start {
                        return Some(self.null(ty));
                    }
                    return (by <= whole - (start + size))
                        .then_some(())
                        .and_then(|()| self.deeper(|this| this.bytes_of(inner, start + by, size)));
                }
                if by >= start + size {
                    return Some(self.null(ty));
                }
                (by <= start).then_some(()).and_then(|()| self.deeper(|this| this.bytes_of(inner, start - by, size)))
            }
            Node::Cast(CastOp::ZExt, _, inner) => {
                let source = self.int_bits(self.ty(inner))?;
                if start * 8 >= source {
                    return Some(self.null(ty));
                }
                if start == 0 && size * 8 == source {
                    return Some(inner);
                }
                if source.is_multiple_of(8) && (start + size) * 8 <= source {
                    return self.deeper(|this| this.bytes_of(inner, start, size));
                }
                if (start + size) * 8 < source && self.has(Rule::BytesOfOddZExt) {
                    let from = self.ty(inner);
                    let mut part = inner;
                    if start > 0 {
                        let by = self.small_int(from, (start * 8).into());
                        part = self.make_binary(BinOp::LShr, part, by);
                    }
                    return Some(self.make_cast(CastOp::Trunc, part, ty));
                }
                None
            }
            _ => None,
        }
    }

    fn fold_bitcast(&mut self, value: Id, to: TypeId) -> Option<Id> {
        let from = self.ty(value);
        if let Some(folded) = self.first_element(value, to) {
            return Some(folded);
        }
        let is_ones = self.is_all_ones(value);
        let to_vector = match self.types.get(to) {
            Type::Vector { elem, len, .. } => Some((elem, len)),
            _ => None,
        };
        if let Some((elem, len)) = to_vector {
            if let Type::Vector { len: from_len, .. } = self.types.get(from) {
                let parts = match self.parts(value) {
                    Some(parts) => parts,
                    None if len == from_len
                        && self.is_expression(value)
                        && (self.has(Rule::ElementsOfBitCast)
                            || matches!(*self.node(value), Node::Later(_)) && self.has(Rule::ElementsOfLater))
                        && self.affords_elements(len) =>
                    {
                        (0..len).map(|at| self.extracted(value, at)).collect()
                    }
                    None => return None,
                };
                if is_ones {
                    return self.all_ones(to);
                }
                if len != from_len {
                    return None;
                }
                let parts = parts.into_iter().map(|part| self.make_cast(CastOp::BitCast, part, elem)).collect();
                return Some(self.aggregate(to, parts));
            }
            if is_ones && self.has(Rule::OnesOfVectorCast) {
                return self.all_ones(to);
            }
            if self.is_int(value) || self.float(value).is_some() {
                let vector = self.types.intern(Type::Vector { elem: from, len: 1, scalable: false });
                let one = self.aggregate(vector, vec![value]);
                return Some(self.make_cast(CastOp::BitCast, one, to));
            }
            return None;
        }
        if is_ones && self.has(Rule::OnesOfBitCast) {
            return self.all_ones(to);
        }
        if let (Node::Splat(element), Type::Vector { len: 1, scalable: false, .. }, Type::Int(_)) =
            (&*self.node(value), self.types.get(from), self.types.get(to))
        {
            // Also the bits of a `ppc_fp128`, which are no integer otherwise.
            return match self.float(*element) {
                Some(bits) => Some(self.int_of(to, vec![bits as u64, (bits >> 64) as u64])),
                None => Some(self.make_cast(CastOp::BitCast, *element, to)),
            };
        }
        if let Some(words) = self.int(value) {
            return match self.types.get(to) {
                Type::Int(_) => Some(value),
                Type::PpcFp128 => None,
                kind => {
                    kind.float_bits()?;
                    let bits = u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64;
                    Some(self.float_of(to, bits))
                }
            };
        }
        let bits = self.float(value)?;
        if self.types.get(to).is_float() {
            return self.has(Rule::FloatBitCast).then(|| self.float_of(to, bits));
        }
        if self.types.get(from) == Type::PpcFp128 || !matches!(self.types.get(to), Type::Int(_)) {
            return None;
        }
        Some(self.int_of(to, vec![bits as u64, (bits >> 64) as u64]))
    }

    /// A pointer to an aggregate as one to its first element, with typed pointers.
    fn first_element(&mut self, value: Id, to: TypeId) -> Option<Id> {
        let from = self.ty(value);
        let (Type::TypedPtr { pointee, addrspace }, Type::TypedPtr { pointee: wanted, addrspace: space }) =
            (self.types.get(from), self.types.get(to))
        else {
            return None;
        };
        if addrspace != space || !self.is_sized(pointee) {
            return None;
        }
        let wanted = self.canonical(wanted);
        let i32 = self.types.intern(Type::Int(32));
        let zero = self.null(i32);
        let mut indices = vec![zero];
        let mut at = self.canonical(pointee);
        while at != wanted {
            let is_pointer = matches!(self.types.get(at), Type::TypedPtr { .. });
            let first = match self.types.get(at) {
                _ if is_pointer => None,
                Type::Array { elem, .. } => Some(elem),
                _ => self.types.member(at, 0),
            };
            at = self.canonical(first?);
            indices.push(zero);
            if indices.len() > FIRST_ELEMENT_DEPTH {
                return None;
            }
        }
        Some(self.make_gep_inbounds(pointee, value, indices, to))
    }
}

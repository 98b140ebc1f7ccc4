//! Sizes, alignments and offsets as expressions of constants: `ptrtoint` of a `getelementptr` of null.
use super::Folder;
use super::arena::{Gep, Id, Node};
use super::rules::Rule;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{GepNoWrapFlags, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::{StructKind, Type};

/// What is asked of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Size,
    Align,
}

impl Folder<'_> {
    /// `ptrtoint` of `getelementptr` of null as a multiple of a size, an alignment or an offset.
    pub(super) fn fold_size(&mut self, value: Id, to: TypeId) -> Option<Id> {
        let Node::Gep(gep) = &*self.node(value) else { return None };
        let is_vector = self.is_vector(to);
        if !self.is_null(gep.base) || is_vector && !self.has(Rule::VectorSizes) {
            return None;
        }
        match gep.indices[..] {
            [index] => {
                let is_one = self.is_int(index) && self.is_one(index);
                let size = self.measure(Measure::Size, gep.source, to, !is_one)?;
                let index = self.resized(index, to, true);
                Some(self.make_binary(BinOp::Mul, size, index))
            }
            [first, field] if self.is_null(first) => {
                let fields = self.plain_fields(gep.source);
                if is_vector && fields.is_some() {
                    // LLVM crashes, since the field is a vector as well.
                    return None;
                }
                if let Some([bit, second]) = fields.as_deref()
                    && self.types.get(*bit) == Type::Int(1)
                    && self.is_one(field)
                {
                    return self.measure(Measure::Align, *second, to, false);
                }
                self.offset(gep.source, field, to)
            }
            _ => None,
        }
    }

    /// The fields of a structure that is not packed.
    fn plain_fields(&self, ty: TypeId) -> Option<Vec<TypeId>> {
        match self.types.get(ty) {
            Type::Struct { packed: false, kind, fields, .. } if kind != StructKind::Opaque => {
                Some(self.types.list(fields).iter().map(|field| self.canonical(field)).collect())
            }
            _ => None,
        }
    }

    /// An unsigned (or signed) integer in another width.
    fn resized(&mut self, value: Id, to: TypeId, is_signed: bool) -> Id {
        let (Some(from), Some(bits)) = (self.int_bits(self.ty(value)), self.int_bits(to)) else { return value };
        match from.cmp(&bits) {
            std::cmp::Ordering::Less => self.make_cast(if is_signed { CastOp::SExt } else { CastOp::ZExt }, value, to),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.make_cast(CastOp::Trunc, value, to),
        }
    }

    fn product(&mut self, lhs: Id, rhs: Id) -> Id {
        let ty = self.ty(lhs);
        self.get(ty, Node::Bin(BinOp::Mul, OpFlags::from_bits(1), lhs, rhs))
    }

    /// What all fields have in common, if it is the same.
    fn common(&mut self, measure: Measure, fields: &[TypeId], to: TypeId) -> Option<Id> {
        let (&first, rest) = fields.split_first()?;
        let first = self.measure(measure, first, to, true)?;
        for &field in rest {
            if self.measure(measure, field, to, true) != Some(first) {
                return None;
            }
        }
        Some(first)
    }

    /// The size or alignment of a type; none if there is nothing smaller to tell it by, unless `is_needed`.
    fn measure(&mut self, measure: Measure, ty: TypeId, to: TypeId, is_needed: bool) -> Option<Id> {
        self.deeper(|this| this.measured(measure, ty, to, is_needed))
    }

    fn measured(&mut self, measure: Measure, ty: TypeId, to: TypeId, is_needed: bool) -> Option<Id> {
        if !self.afford(1) {
            return None;
        }
        match (self.types.get(ty), measure) {
            (Type::Array { elem, len }, Measure::Size) => {
                let count = self.small_int(to, len);
                let size = self.measure(measure, elem, to, true)?;
                return Some(self.product(size, count));
            }
            (Type::Array { elem, .. }, Measure::Align) => return self.plain_measure(measure, elem, to),
            (Type::Struct { packed: true, .. }, Measure::Align) => return Some(self.small_int(to, 1)),
            (Type::TypedPtr { pointee, addrspace }, _) if self.types.get(pointee) != Type::Int(1) => {
                let bit = self.types.intern(Type::Int(1));
                let pointer = self.types.intern(Type::TypedPtr { pointee: bit, addrspace });
                return self.measure(measure, pointer, to, true);
            }
            _ => {}
        }
        if let Some(fields) = self.plain_fields(ty) {
            if fields.is_empty() {
                return Some(self.small_int(to, u64::from(measure == Measure::Align)));
            }
            match (self.common(measure, &fields, to), measure) {
                (Some(size), Measure::Size) => {
                    let count = self.small_int(to, fields.len() as u64);
                    return Some(self.product(size, count));
                }
                (Some(align), Measure::Align) => return Some(align),
                (None, _) => {}
            }
        }
        if is_needed { self.plain_measure(measure, ty, to) } else { None }
    }

    /// The expression that LLVM has for the size or alignment of a type.
    fn plain_measure(&mut self, measure: Measure, ty: TypeId, to: TypeId) -> Option<Id> {
        let (i32, i64) = (self.types.intern(Type::Int(32)), self.types.intern(Type::Int(64)));
        let one = self.small_int(i32, 1);
        match measure {
            Measure::Size => self.distance(ty, ty, vec![one], to),
            Measure::Align => {
                let bit = self.types.intern(Type::Int(1));
                let holder = self.literal(&[bit, ty]);
                let zero = self.null(i64);
                self.distance(holder, ty, vec![zero, one], to)
            }
        }
    }

    fn literal(&mut self, fields: &[TypeId]) -> TypeId {
        if let Some(there) = self.types.find_literal(fields, false) {
            return there;
        }
        let fields = self.types.lists.push(fields);
        let name = bctk_ir::strings::Str::EMPTY;
        self.types.push(Type::Struct { kind: StructKind::Literal, packed: false, name, fields })
    }

    /// How far the indices are from null, as an integer of 64 bits, and then in the width that is wanted. A vector is made of the same bits;
    /// LLVM crashes on one of another size.
    fn distance(&mut self, source: TypeId, target: TypeId, indices: Vec<Id>, to: TypeId) -> Option<Id> {
        let i64 = self.types.intern(Type::Int(64));
        let base = self.types.intern(Type::TypedPtr { pointee: source, addrspace: 0 });
        let pointer = self.types.intern(Type::TypedPtr { pointee: target, addrspace: 0 });
        let base = self.null(base);
        let gep = self.get(pointer, Node::Gep(Gep { flags: GepNoWrapFlags::NONE, source, base, indices, in_range: None }));
        let distance = self.make_cast(CastOp::PtrToInt, gep, i64);
        match self.types.get(to) {
            Type::Vector { elem, len, .. } => {
                let is_same = self.int_bits(elem)?.checked_mul(len) == Some(64);
                is_same.then(|| self.make_cast(CastOp::BitCast, distance, to))
            }
            _ => Some(self.resized(distance, to, false)),
        }
    }

    /// The offset of an element or field.
    fn offset(&mut self, ty: TypeId, field: Id, to: TypeId) -> Option<Id> {
        let size = match self.types.get(ty) {
            Type::Array { elem, .. } => self.measure(Measure::Size, elem, to, true)?,
            _ => {
                let fields = self.plain_fields(ty)?;
                self.common(Measure::Size, &fields, to)?
            }
        };
        let count = self.resized(field, to, false);
        Some(self.product(size, count))
    }
}

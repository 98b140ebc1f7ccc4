//! Checks operators, comparisons, vector and aggregate operations, `getelementptr`, `select` and `phi`.
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::integers::signed;
use bctk_ir::opcodes::BinOp;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};

impl Checker<'_, '_> {
    pub(crate) fn negation(&mut self, id: InstId, value: Value) {
        let (Some(ty), Some(of)) = (self.body.result_type(id), self.ty(value)) else { return };
        let this = Subject::Inst(id);
        check!(self, self.types.same(ty, of), "Unary operators must have same type foroperands and result!", this);
        check!(self, self.types.is_floats(ty), "FNeg operator only works with float types!", this);
        self.instruction(id);
    }

    pub(crate) fn binary(&mut self, id: InstId, op: BinOp, lhs: Value, rhs: Value) {
        let (Some(ty), Some(a), Some(b)) = (self.body.result_type(id), self.ty(lhs), self.ty(rhs)) else { return };
        let types = self.types;
        let this = Subject::Inst(id);
        check!(self, types.same(a, b), "Both operands to a binary operator are not of the same type!", this);
        let (fits, kind, result) = match op {
            BinOp::And | BinOp::Or | BinOp::Xor => (
                types.is_ints(ty),
                "Logical operators only work with integral types!",
                "Logical operators must have same type for operands and result!",
            ),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                (types.is_ints(ty), "Shifts only work with integral types!", "Shift return type must be same as operands!")
            }
            op if op.is_float() => (
                types.is_floats(ty),
                "Floating-point arithmetic operators only work with floating-point types!",
                "Floating-point arithmetic operators must have same type for operands and result!",
            ),
            _ => (
                types.is_ints(ty),
                "Integer arithmetic operators only work with integral types!",
                "Integer arithmetic operators must have same type for operands and result!",
            ),
        };
        check!(self, fits, kind, this);
        check!(self, types.same(ty, a), result, this);
        self.instruction(id);
    }

    pub(crate) fn comparison(&mut self, id: InstId, is_float: bool, lhs: Value, rhs: Value) {
        let (Some(a), Some(b)) = (self.ty(lhs), self.ty(rhs)) else { return };
        let types = self.types;
        let this = Subject::Inst(id);
        if is_float {
            check!(self, types.same(a, b), "Both operands to FCmp instruction are not of the same type!", this);
            check!(self, types.is_floats(a), "Invalid operand types for FCmp instruction", this);
        } else {
            check!(self, types.same(a, b), "Both operands to ICmp instruction are not of the same type!", this);
            check!(self, types.is_ints(a) || types.is_pointers(a), "Invalid operand types for ICmp instruction", this);
        }
        self.instruction(id);
    }

    pub(crate) fn select(&mut self, id: InstId, cond: Value, if_true: Value, if_false: Value) {
        let (Some(cond), Some(a), Some(b), Some(ty)) = (self.ty(cond), self.ty(if_true), self.ty(if_false), self.body.result_type(id))
        else {
            return;
        };
        let types = self.types;
        let this = Subject::Inst(id);
        let is_mask = match types.element_count(cond) {
            Some(count) => types.scalar(cond) == Type::Int(1) && types.element_count(a) == Some(count),
            None => types.is_int_of(cond, 1),
        };
        let is_valid = types.same(a, b) && !matches!(types.get(a), Type::Token) && is_mask;
        check!(self, is_valid, "Invalid operands for select instruction!", this);
        check!(self, types.same(a, ty), "Select values must have same type as select instruction!", this);
        self.instruction(id);
    }

    pub(crate) fn phi(&mut self, id: InstId) {
        let Some(&Inst::Phi { incoming, .. }) = self.body.insts.get(id.index()) else { return };
        let Some(ty) = self.body.result_type(id) else { return };
        let block = self.blocks[id.index()];
        let this = Subject::Inst(id);
        let is_first = self.body.blocks[block.index()].first == id || matches!(self.body.insts[id.index() - 1], Inst::Phi { .. });
        check!(self, is_first, "PHI nodes not grouped at top of basic block!", this, Subject::Block(block));
        check!(self, !self.shared.is_token_like(ty), "PHI nodes cannot have token type!");
        for (value, _) in self.body.lists.get(incoming) {
            let same = self.ty(value).is_some_and(|of| self.types.same(of, ty));
            check!(self, same, "PHI node operands are not the same type as the result!", this);
        }
        self.instruction(id);
    }

    pub(crate) fn vector(&mut self, id: InstId) {
        let types = self.types;
        let this = Subject::Inst(id);
        match self.body.insts[id.index()] {
            Inst::ExtractElement { vector, index } => {
                let (Some(vector), Some(index)) = (self.ty(vector), self.ty(index)) else { return };
                check!(self, types.is_vector(vector) && types.is_int(index), "Invalid extractelement operands!", this);
            }
            Inst::InsertElement { vector, element, index } => {
                let (Some(vector), Some(element), Some(index)) = (self.ty(vector), self.ty(element), self.ty(index)) else { return };
                let fits = types.is_vector(vector) && types.scalar(vector) == types.get(element) && types.is_int(index);
                check!(self, fits, "Invalid insertelement operands!", this);
            }
            Inst::ShuffleVector { lhs, rhs, mask } => {
                let (Some(a), Some(b), Some(mask)) = (self.ty(lhs), self.ty(rhs), self.ty(mask)) else { return };
                let fits = types.is_vector(a) && types.same(a, b) && types.is_vector(mask) && types.scalar(mask) == Type::Int(32);
                check!(self, fits, "Invalid shufflevector operands!", this);
            }
            _ => {}
        }
        self.instruction(id);
    }

    /// The type of a member of an aggregate (`ExtractValueInst::getIndexedType`).
    fn member(&self, aggregate: TypeId, indices: impl Iterator<Item = u32>) -> Option<TypeId> {
        indices.into_iter().try_fold(aggregate, |ty, index| match self.types.get(ty) {
            Type::Struct { .. } | Type::Array { .. } => self.module.types.member(ty, u64::from(index)),
            _ => None,
        })
    }

    pub(crate) fn aggregate(&mut self, id: InstId) {
        let this = Subject::Inst(id);
        match self.body.insts[id.index()] {
            Inst::ExtractValue { aggregate, indices } => {
                let (Some(of), Some(ty)) = (self.ty(aggregate), self.body.result_type(id)) else { return };
                let member = self.member(of, self.body.lists.get(indices).iter());
                let fits = member.is_some_and(|member| self.types.same(member, ty));
                check!(self, fits, "Invalid ExtractValueInst operands!", this);
            }
            Inst::InsertValue { aggregate, value, indices } => {
                let (Some(of), Some(ty)) = (self.ty(aggregate), self.ty(value)) else { return };
                let member = self.member(of, self.body.lists.get(indices).iter());
                let fits = member.is_some_and(|member| self.types.same(member, ty));
                check!(self, fits, "Invalid InsertValueInst operands!", this);
            }
            _ => {}
        }
        self.instruction(id);
    }

    /// The constant that a value is.
    pub(crate) fn constant(&self, value: Value) -> Option<Constant> {
        match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index),
            ValueKind::LocalConst(index) => self.body.consts.get(index),
            _ => None,
        }
    }

    /// The value of a constant integer of at most 64 bits, or of the elements of a constant vector that are all the same.
    pub(crate) fn constant_int(&self, value: Value) -> Option<i64> {
        let (pool, index) = self.module.pool_of(Some(self.body), value)?;
        let constant = pool.get(index)?;
        match constant.kind {
            ConstKind::Int(value) => Some(value),
            ConstKind::Null if self.types.is_ints(constant.ty) => Some(0),
            ConstKind::Data(bytes) if self.types.is_ints(constant.ty) => {
                let width = self.types.scalar_bits(constant.ty) as usize / 8;
                let mut elements = pool.bytes.get(bytes).chunks_exact(width.max(1));
                let first = elements.next()?;
                let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
                elements.all(|other| other == first).then(|| signed(number(first), 8 * first.len() as u32))
            }
            ConstKind::Aggregate(list) if self.types.is_vector(constant.ty) => {
                let mut elements = pool.values(list);
                let first = self.element_int(elements.next()?)?;
                elements.all(|other| self.element_int(other) == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// The value of a constant integer of at most 64 bits.
    fn element_int(&self, value: Value) -> Option<i64> {
        let constant = match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index)?,
            ValueKind::LocalConst(index) => self.body.consts.get(index)?,
            _ => return None,
        };
        match constant.kind {
            ConstKind::Int(value) => Some(value),
            ConstKind::Null => Some(0),
            _ => None,
        }
    }

    pub(crate) fn gep(&mut self, id: InstId) {
        let Inst::Gep { source, ops, .. } = self.body.insts[id.index()] else { return };
        let types = self.types;
        let this = Subject::Inst(id);
        check!(self, !self.shared.is_logical, "Non-logical getelementptr disallowed for this module.");
        let mut ops = self.body.values(ops);
        let (Some(base), Some(ty)) = (ops.next().and_then(|base| self.ty(base)), self.body.result_type(id)) else { return };
        check!(self, types.is_pointers(base), "GEP base pointer is not a vector or a vector of pointers", this);
        check!(self, self.is_sized(source), "GEP into unsized type!", this);
        if let Type::Struct { fields, .. } = types.get(source) {
            let scalable =
                self.module.types.list(fields).iter().any(|field| types.element_count(field).is_some_and(|(_, scalable)| scalable));
            check!(self, !scalable, "getelementptr cannot target structure that contains scalable vectortype", this);
        }
        let indices: Vec<Value> = ops.collect();
        let are_ints = indices.iter().all(|&index| self.ty(index).is_some_and(|ty| types.is_ints(ty)));
        check!(self, are_ints, "GEP indexes must be integers", this);
        let element = self.indexed(source, &indices);
        check!(self, element.is_some(), "Invalid indices for GEP pointer type!", this);
        check!(self, types.is_pointers(ty), "GEP is not of right type for indices!", this, Subject::Type(element.unwrap_or(source)));
        if let Some(width) = types.element_count(ty) {
            if let Some(of) = types.element_count(base) {
                check!(self, of == width, "Vector GEP result width doesn't match operand's", this);
            }
            for &index in &indices {
                if let Some(of) = self.ty(index).and_then(|ty| types.element_count(ty)) {
                    check!(self, of == width, "Invalid GEP index vector width", this);
                }
            }
        }
        if self.shared.llvm.logical_pointers() {
            let of_bytes = self.steps_by_bytes(source, &indices);
            check!(self, of_bytes, "GEP into vector with non-byte-addressable element type", this);
        }
        check!(self, types.scalar_addrspace(base) == types.scalar_addrspace(ty), "GEP address space doesn't match type", this);
        self.instruction(id);
    }

    /// The type that indices lead to (`GetElementPtrInst::getIndexedType`).
    fn indexed(&self, source: TypeId, indices: &[Value]) -> Option<TypeId> {
        indices.iter().skip(1).try_fold(source, |ty, &index| self.step(ty, index))
    }

    /// The type of a member of a type.
    fn step(&self, ty: TypeId, index: Value) -> Option<TypeId> {
        match self.types.get(ty) {
            Type::Struct { kind: StructKind::Opaque, .. } => None,
            Type::Struct { .. } => self.module.types.member(ty, u64::try_from(self.constant_int(index)?).ok()?),
            Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(elem),
            _ => None,
        }
    }

    /// Whether indices into vectors lead to elements of whole bytes.
    fn steps_by_bytes(&mut self, source: TypeId, indices: &[Value]) -> bool {
        let mut ty = source;
        for &index in indices.iter().skip(1) {
            if let Type::Vector { elem, .. } = self.types.get(ty)
                && self.scratch.layouts.bits(&self.module.types, elem).is_some_and(|bits| bits % 8 != 0)
            {
                return false;
            }
            let Some(next) = self.step(ty, index) else { return true };
            ty = next;
        }
        true
    }
}

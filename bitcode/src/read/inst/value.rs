//! Arithmetic, comparisons, casts, vectors, aggregates, `phi`, `landingpad`.
use super::super::constants::cast_op;
use super::super::function::BodyReader;
use super::call::FAST_MATH;
use crate::schema::field::{Clause, Items};
use crate::schema::function as row;
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{ArithFlags, FastMathFlags, Inst, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;

/// The flags of an operator (LLVM 22, `getOptimizationFlags`).
fn binop_flags(op: BinOp) -> OpFlags {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => (ArithFlags::NUW | ArithFlags::NSW).into(),
        BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr => ArithFlags::EXACT.into(),
        BinOp::Or => ArithFlags::DISJOINT.into(),
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => FAST_MATH.into(),
        _ => OpFlags::NONE,
    }
}

/// The flags of a conversion (LLVM 22, `getOptimizationFlags`).
fn cast_flags(op: CastOp) -> OpFlags {
    match op {
        CastOp::ZExt => ArithFlags::NNEG.into(),
        CastOp::Trunc => (ArithFlags::NUW | ArithFlags::NSW).into(),
        CastOp::FpTrunc | CastOp::FpExt | CastOp::SiToFp => FAST_MATH.into(),
        _ => OpFlags::NONE,
    }
}

impl BodyReader<'_> {
    #[inline]
    pub(super) fn binop(&mut self, r: row::Binop) -> Result<()> {
        let (lhs, ty) = self.typed(r.lhs)?;
        let rhs = self.value(r.rhs)?;
        let scalar = match self.ty(ty) {
            Type::Vector { elem, .. } => self.ty(elem),
            scalar => scalar,
        };
        let op = BinOp::from_wire_code(u64::from(r.opcode), !matches!(scalar, Type::Int(_)))
            .ok_or_else(|| Error::malformed(format!("expected a binary operator, found {}", r.opcode)))?;
        self.known_flags(row::Binop::CODE, "flags", r.flags, binop_flags(op).into());
        self.push(Inst::Bin { op, flags: OpFlags::from_bits(r.flags as u8), lhs, rhs }, Some(ty))
    }

    #[inline]
    pub(super) fn cast(&mut self, r: row::Cast) -> Result<()> {
        let (value, _) = self.typed(r.operand)?;
        let ty = self.check_type(r.ty)?;
        let op = cast_op(r.opcode)?;
        let flags = match op {
            // The fast-math flags, if there are any, follow `nneg`.
            CastOp::UiToFp => {
                self.known_flags(row::Cast::CODE, "flags", r.flags, 1 | u64::from(FAST_MATH) << 1);
                OpFlags::of_uitofp(r.flags & 1 != 0, FastMathFlags::from_bits((r.flags >> 1) as u8))
            }
            _ => {
                self.known_flags(row::Cast::CODE, "flags", r.flags, cast_flags(op).into());
                OpFlags::from_bits(r.flags as u8)
            }
        };
        self.push(Inst::Cast { op, flags, value }, Some(ty))
    }

    #[inline]
    pub(super) fn cmp(&mut self, r: row::Cmp2) -> Result<()> {
        let (lhs, operand_ty) = self.typed(r.lhs)?;
        let rhs = self.value(r.rhs)?;
        let ty = self.compare_type(operand_ty);
        let code = u64::from(r.predicate);
        // Same sign, or fast-math flags.
        let mask = if ICmpPred::from_code(code).is_some() { ArithFlags::SAMESIGN.into() } else { FAST_MATH.into() };
        self.known_flags(row::Cmp2::CODE, "flags", r.flags, mask);
        let inst = match (ICmpPred::from_code(code), FCmpPred::from_code(code)) {
            (Some(pred), _) => Inst::ICmp { pred, flags: ArithFlags::from_bits(r.flags as u8), lhs, rhs },
            (_, Some(pred)) => Inst::FCmp { pred, fmf: FastMathFlags::from_bits(r.flags as u8), lhs, rhs },
            _ => return Err(Error::malformed(format!("expected a comparison predicate, found {code}"))),
        };
        self.push(inst, Some(ty))
    }

    pub(super) fn unop(&mut self, r: row::Unop) -> Result<()> {
        let (value, ty) = self.typed(r.operand)?;
        if r.opcode != 0 {
            return Err(Error::unsupported(format!("unknown unary operator {}", r.opcode)));
        }
        self.known_flags(row::Unop::CODE, "flags", r.flags, FAST_MATH.into());
        self.push(Inst::FNeg { fmf: FastMathFlags::from_bits(r.flags as u8), value }, Some(ty))
    }

    pub(super) fn vselect(&mut self, r: row::VSelect) -> Result<()> {
        let (if_true, ty) = self.typed(r.if_true)?;
        let if_false = self.value(r.if_false)?;
        let (cond, _) = self.typed(r.condition)?;
        self.known_flags(row::VSelect::CODE, "flags", r.flags, FAST_MATH.into());
        self.push(Inst::Select { fmf: FastMathFlags::from_bits(r.flags as u8), cond, if_true, if_false }, Some(ty))
    }

    pub(super) fn select(&mut self, r: row::Select) -> Result<()> {
        let (if_true, ty) = self.typed(r.if_true)?;
        let if_false = self.value(r.if_false)?;
        let cond = self.value(r.condition)?;
        self.push(Inst::Select { fmf: FastMathFlags::NONE, cond, if_true, if_false }, Some(ty))
    }

    pub(super) fn extract_element(&mut self, r: row::ExtractElt) -> Result<()> {
        let (vector, ty) = self.typed(r.vector)?;
        let (index, _) = self.typed(r.index)?;
        let elem = self.element(ty)?;
        self.push(Inst::ExtractElement { vector, index }, Some(elem))
    }

    pub(super) fn insert_element(&mut self, r: row::InsertElt) -> Result<()> {
        let (vector, ty) = self.typed(r.vector)?;
        let element = self.value(r.element)?;
        let (index, _) = self.typed(r.index)?;
        self.push(Inst::InsertElement { vector, element, index }, Some(ty))
    }

    pub(super) fn shuffle_vector(&mut self, r: row::ShuffleVec) -> Result<()> {
        let (lhs, ty) = self.typed(r.a)?;
        let rhs = self.value(r.b)?;
        let (mask, mask_ty) = self.typed(r.mask)?;
        let elem = self.element(ty)?;
        let Type::Vector { len, scalable, .. } = self.ty(mask_ty) else {
            return Err(Error::malformed("expected a mask of vector type"));
        };
        let ty = self.find_type(Type::Vector { elem, len, scalable });
        self.push(Inst::ShuffleVector { lhs, rhs, mask }, Some(ty))
    }

    fn element(&self, ty: TypeId) -> Result<TypeId> {
        match self.ty(ty) {
            Type::Vector { elem, .. } => Ok(elem),
            _ => Err(Error::malformed("expected a value of vector type")),
        }
    }

    /// A `getresult`, which is an `extractvalue` since LLVM 2.6.
    pub(super) fn get_result(&mut self, r: row::GetResult) -> Result<()> {
        self.out.facts.get_result = true;
        self.extract_value(row::ExtractVal { aggregate: r.aggregate, indices: Items::new(&[r.index]) })
    }

    /// The member of a value of type `ty` at these indices (at least one).
    fn member_at(&self, mut ty: TypeId, indices: &[u64]) -> Result<(Vec<u32>, TypeId)> {
        if indices.is_empty() {
            return Err(Error::malformed("expected at least one member number"));
        }
        let mut words = Vec::with_capacity(indices.len());
        for &index in indices {
            ty = self.member(ty, index).ok_or_else(|| self.no_member(ty, index))?;
            words.push(index as u32);
        }
        Ok((words, ty))
    }

    /// The fault of an index that `ty` has no member at.
    #[cold]
    fn no_member(&self, ty: TypeId, index: u64) -> Error {
        let of = match self.ty(ty) {
            Type::Array { .. } => "a member of an array",
            Type::Struct { .. } => "a member of a structure",
            _ => "a member number",
        };
        Error::malformed(format!("expected {of}, found {index}"))
    }

    pub(super) fn extract_value(&mut self, r: row::ExtractVal<'_>) -> Result<()> {
        let (aggregate, ty) = self.typed(r.aggregate)?;
        let (words, member) = self.member_at(ty, r.indices.ops())?;
        let indices = self.out.body.lists.push(&words);
        self.push(Inst::ExtractValue { aggregate, indices }, Some(member))
    }

    pub(super) fn insert_value(&mut self, r: row::InsertVal<'_>) -> Result<()> {
        let (aggregate, ty) = self.typed(r.aggregate)?;
        let (value, _) = self.typed(r.value)?;
        let (words, _) = self.member_at(ty, r.indices.ops())?;
        let indices = self.out.body.lists.push(&words);
        self.push(Inst::InsertValue { aggregate, value, indices }, Some(ty))
    }

    pub(super) fn freeze(&mut self, r: row::Freeze) -> Result<()> {
        let (value, ty) = self.typed(r.operand)?;
        self.push(Inst::Freeze(value), Some(ty))
    }

    pub(super) fn va_arg(&mut self, r: row::VaArg) -> Result<()> {
        let list = self.value(r.list)?;
        let ty = self.check_type(r.ty)?;
        self.push(Inst::VaArg(list), Some(ty))
    }

    pub(super) fn phi(&mut self, r: row::Phi<'_>) -> Result<()> {
        let ty = self.check_type(r.ty)?;
        let list = self.out.body.lists.begin();
        for pair in r.incoming {
            let (value, block) = pair?;
            let (value, block) = (self.value(value)?, self.block(block.into())?);
            self.out.body.lists.add(&list, (value, block));
        }
        let incoming = self.out.body.lists.finish(list);
        self.known_flags(row::Phi::CODE, "flags", r.flags, FAST_MATH.into());
        let fmf = FastMathFlags::from_bits(r.flags as u8);
        self.push(Inst::Phi { fmf, incoming }, Some(ty))
    }

    pub(super) fn landing_pad(&mut self, r: row::LandingPad<'_>) -> Result<()> {
        self.landing_pad_clauses(r.ty, r.is_cleanup, r.clauses)
    }

    pub(super) fn landing_pad_old(&mut self, r: row::LandingPadOld<'_>) -> Result<()> {
        let personality = self.typed(r.personality)?.0;
        self.out.personality.get_or_insert(personality);
        self.out.facts.pad_personality = true;
        self.landing_pad_clauses(r.ty, r.is_cleanup, r.clauses)
    }

    fn landing_pad_clauses(&mut self, ty: u32, cleanup: bool, clauses: Items<'_, Clause>) -> Result<()> {
        let ty = self.check_type(ty)?;
        let mut list = Vec::new();
        for clause in clauses {
            let (kind, value) = clause?;
            let clause = match kind {
                0 => bctk_ir::inst::Clause::Catch,
                1 => bctk_ir::inst::Clause::Filter,
                _ => return Err(Error::malformed(format!("expected catch (0) or filter (1), found {kind}"))),
            };
            list.push(clause(self.typed(value)?.0));
        }
        let clauses = self.out.body.lists.push(&list);
        self.push(Inst::LandingPad { cleanup, clauses }, Some(ty))
    }
}

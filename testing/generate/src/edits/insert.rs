//! New instructions.
use super::Body;
use bctk_edit::{InsertPoint, Operand, Result};
use bctk_ir::entity::{BlockId, InstId, TypeId};
use bctk_ir::inst::{ArithFlags, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

impl Body<'_, '_, '_, '_> {
    /// One of some types.
    fn some_type(&mut self) -> TypeId {
        let number = self.below(10);
        let mut edits = self.b.module();
        match number {
            0 => edits.int_type(1),
            1 => edits.int_type(8),
            2 => edits.int_type(64),
            3 => edits.float_type(),
            4 => edits.double_type(),
            5 => {
                let int = edits.int_type(32);
                edits.vector_type(int, 4)
            }
            6 => {
                let float = edits.float_type();
                edits.vector_type(float, 2)
            }
            7 => edits.int_type(77),
            _ => edits.int_type(32),
        }
    }

    /// The type of one of the values, or another one.
    fn a_type(&mut self, values: &[(Value, TypeId)]) -> TypeId {
        if values.is_empty() || self.below(3) == 0 {
            return self.some_type();
        }
        values[self.below(values.len())].1
    }

    /// Whether a type is a floating-point type, or a vector of such.
    fn is_float(&mut self, ty: TypeId) -> bool {
        let scalar = match self.get(ty) {
            Type::Vector { elem, .. } => self.get(elem),
            other => other,
        };
        matches!(scalar, Type::Float | Type::Double)
    }

    /// Inserts an instruction, or a few that belong together, at the place that was set, which is before `at`.
    pub(super) fn insert(&mut self, block: BlockId, at: InstId) -> Result<()> {
        let values = self.values(block, Some(at));
        let ty = self.a_type(&values);
        let (a, b) = (self.value_of_type(ty, &values)?, self.value_of_type(ty, &values)?);
        let kind = self.below(17);
        self.note(format!("insert {kind} of {ty:?}; "));
        if self.below(5) == 0 {
            let name = ["new", "x", "a b", "\"", "0"][self.below(5)];
            self.b.named(name);
        }
        // Nothing but a vector has scalable ones in it in all releases.
        let kind =
            if (9..=12).contains(&kind) && kind != 11 && matches!(self.get(ty), Type::Vector { scalable: true, .. }) { 0 } else { kind };
        match kind {
            0..=3 => self.operator(ty, a, b),
            4 => self.compare(ty, a, b),
            5 => {
                let truth = self.b.module().int_type(1);
                let cond = self.value_of_type(truth, &values)?;
                self.b.select(cond, a, b).map(|_| ())
            }
            6 => self.cast(ty, a),
            7 | 8 => self.memory(ty, a, &values),
            9 => self.address(ty, a),
            10 => self.atomic(ty, a),
            11 => self.vector(ty, a, b, &values),
            12 => self.aggregate(ty, a, b),
            13 | 14 => self.call(&values),
            15 => {
                if self.b.module().module().llvm_version().freeze_instruction() {
                    self.b.freeze(a)?;
                }
                Ok(())
            }
            _ => {
                if self.b.module().module().llvm_version().fneg_instruction() && self.is_float(ty) {
                    self.b.fneg(a)?;
                }
                Ok(())
            }
        }
    }

    fn operator(&mut self, ty: TypeId, a: Value, b: Value) -> Result<()> {
        const INTS: [BinOp; 13] = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::UDiv,
            BinOp::SDiv,
            BinOp::URem,
            BinOp::SRem,
            BinOp::Shl,
            BinOp::LShr,
            BinOp::AShr,
            BinOp::And,
            BinOp::Or,
            BinOp::Xor,
        ];
        const FLOATS: [BinOp; 5] = [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv, BinOp::FRem];
        let op = if self.is_float(ty) { FLOATS[self.below(5)] } else { INTS[self.below(13)] };
        let flags: OpFlags = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
                [OpFlags::NONE, ArithFlags::NSW.into(), ArithFlags::NUW.into()][self.below(3)]
            }
            _ => OpFlags::NONE,
        };
        self.b.bin(op, flags, a, b).map(|_| ())
    }

    fn compare(&mut self, ty: TypeId, a: Value, b: Value) -> Result<()> {
        if self.is_float(ty) {
            let pred = [FCmpPred::Oeq, FCmpPred::Une, FCmpPred::Olt][self.below(3)];
            return self.b.fcmp(pred, a, b).map(|_| ());
        }
        let pred = [ICmpPred::Eq, ICmpPred::Ne, ICmpPred::Slt, ICmpPred::Ugt][self.below(4)];
        self.b.icmp(pred, a, b).map(|_| ())
    }

    fn cast(&mut self, ty: TypeId, value: Value) -> Result<()> {
        let wide = self.b.module().int_type(128);
        let wide = self.b.module().shaped_type(ty, wide);
        let narrow = self.b.module().int_type(1);
        let narrow = self.b.module().shaped_type(ty, narrow);
        if self.is_float(ty) {
            let op = [CastOp::FpToUi, CastOp::FpToSi][self.below(2)];
            self.b.cast(op, OpFlags::NONE, value, wide)?;
            return Ok(());
        }
        let double = self.b.module().double_type();
        let double = self.b.module().shaped_type(ty, double);
        let is_narrow = |ty: Type| matches!(ty, Type::Int(bits) if bits < 128);
        let elem = match self.get(ty) {
            Type::Vector { elem, .. } => self.get(elem),
            other => other,
        };
        match self.below(4) {
            0 if is_narrow(elem) => self.b.zext(value, wide),
            1 if is_narrow(elem) => self.b.sext(value, wide),
            2 if ty != narrow => self.b.trunc(value, narrow),
            _ => self.b.sitofp(value, double),
        }
        .map(|_| ())
    }

    fn memory(&mut self, ty: TypeId, value: Value, values: &[(Value, TypeId)]) -> Result<()> {
        let slot = match self.below(3) {
            0 => {
                let int = self.b.module().int_type(32);
                let count = self.value_of_type(int, values)?;
                self.b.alloca_of(ty, count)?
            }
            _ => self.b.alloca(ty)?,
        };
        self.b.store(value, slot)?;
        if self.below(2) == 0 {
            let align = 1 << self.below(6);
            self.b.aligned_store(value, slot, align)?;
        }
        self.b.load(ty, slot)?;
        Ok(())
    }

    fn address(&mut self, ty: TypeId, value: Value) -> Result<()> {
        let int = self.b.module().int_type(32);
        let three = self.b.module().array_type(ty, 3);
        let pair = self.b.module().struct_type(&[int, three]);
        let slot = self.b.alloca(pair)?;
        let field = self.b.struct_gep(pair, slot, 1)?;
        let element = self.b.inbounds_gep(three, field, [0, 2])?;
        self.b.store(value, element)?;
        let same = self.b.gep(pair, slot, [Operand::Zero, 1.into(), 1.into()])?;
        // A field of a structure has a number of 32 bits; an element of an array has one of 64.
        let _ = same;
        Ok(())
    }

    fn atomic(&mut self, ty: TypeId, value: Value) -> Result<()> {
        let ty_is_atomic = matches!(self.get(ty), Type::Int(8 | 32 | 64));
        if !ty_is_atomic {
            let ordering = [Ordering::Acquire, Ordering::SeqCst][self.below(2)];
            return self.b.fence(ordering);
        }
        let slot = self.b.alloca(ty)?;
        match self.below(2) {
            0 => {
                let op = [RmwOp::Add, RmwOp::Xchg, RmwOp::UMax, RmwOp::Nand][self.below(4)];
                let ordering = [Ordering::Monotonic, Ordering::AcqRel][self.below(2)];
                self.b.atomicrmw(op, slot, value, ordering)?;
            }
            _ => {
                let pair = self.b.cmpxchg(slot, value, 1, Ordering::SeqCst, Ordering::Acquire)?;
                self.b.extract_value(pair, &[1])?;
            }
        }
        Ok(())
    }

    fn vector(&mut self, ty: TypeId, a: Value, b: Value, values: &[(Value, TypeId)]) -> Result<()> {
        let Type::Vector { elem, len, scalable } = self.get(ty) else { return Ok(()) };
        match self.below(3) {
            0 => self.b.extract_element(a, 0).map(|_| ()),
            1 => {
                let element = self.value_of_type(elem, values)?;
                self.b.insert_element(a, element, 0).map(|_| ())
            }
            _ if scalable => Ok(()),
            _ => {
                let mask: Vec<Option<u32>> = (0..1 + self.below(6)).map(|_| Some(self.below(len as usize * 2) as u32)).collect();
                self.b.shuffle_vector(a, b, &mask).map(|_| ())
            }
        }
    }

    fn aggregate(&mut self, ty: TypeId, a: Value, b: Value) -> Result<()> {
        let array = self.b.module().array_type(ty, 2);
        let pair = self.b.module().struct_type(&[ty, array]);
        let undef = self.b.module().undef(pair);
        let first = self.b.insert_value(undef, a, &[0])?;
        let second = self.b.insert_value(first, b, &[1, 1])?;
        self.b.extract_value(second, &[1])?;
        Ok(())
    }

    /// A call of a function that is declared for it, or of an intrinsic that all releases have.
    fn call(&mut self, values: &[(Value, TypeId)]) -> Result<()> {
        // Calls in funclets need bundles.
        let has_pads = self
            .b
            .body()
            .insts
            .iter()
            .any(|inst| matches!(inst, bctk_ir::inst::Inst::CatchPad { .. } | bctk_ir::inst::Inst::CleanupPad { .. }));
        if has_pads {
            return Ok(());
        }
        let int = self.b.module().int_type(32);
        if self.below(2) == 0 {
            let value = self.value_of_type(int, values)?;
            let name = ["llvm.ctpop", "llvm.bswap"][self.below(2)];
            return self.b.call_intrinsic(name, int, &[value]).map(|_| ());
        }
        let ty = self.a_type(values);
        let void = self.b.module().void_type();
        let (ret, name) = if self.below(2) == 0 { (void, "random.void") } else { (ty, "random.call") };
        let callee = self.b.module().add_function(name, ret, &[ty, int]);
        let (a, b) = (self.value_of_type(ty, values)?, self.value_of_type(int, values)?);
        self.b.call(callee, [a, b]).map(|_| ())
    }

    /// Builds a body from nothing: a loop between an entry and an end.
    pub(super) fn build(&mut self) -> Result<()> {
        let ret = self.b.return_type().unwrap_or(TypeId(0));
        let int = self.b.module().int_type(32);
        let (entry, head, body, end) = (self.b.block("entry"), self.b.block("head"), self.b.block(""), self.b.block("end"));
        self.b.switch_to(entry);
        self.b.br(head)?;
        self.b.switch_to(head);
        let (number, value) = (self.b.named("i").phi(int)?, self.b.phi(ret)?);
        let is_last = self.b.icmp(ICmpPred::Sge, number, 10)?;
        self.b.cond_br(is_last, end, body)?;
        self.b.switch_to(body);
        let next = self.b.nsw_add(number, 1)?;
        let zero = self.constant(ret)?;
        self.b.br(head)?;
        self.b.add_incoming(number, 0, entry)?;
        self.b.add_incoming(number, next, body)?;
        self.b.add_incoming(value, zero, entry)?;
        self.b.add_incoming(value, value, body)?;
        self.b.switch_to(end);
        let other = self.constant(ret)?;
        if self.below(2) == 0 {
            let (first, second) = (self.b.block("first"), self.b.insert_block_after(entry, "second"));
            self.b.switch(number, first, [(10, second), (-1, first)])?;
            self.b.switch_to(second);
            self.b.unreachable()?;
            self.b.switch_to(first);
        }
        let result = if self.below(2) == 0 { value } else { other };
        self.b.ret(result)?;
        for block in self.b.blocks().to_vec() {
            let last = self.b.terminator(block);
            if let Some(last) = last {
                self.b.insert_at(InsertPoint::BeforeTerminator(block))?;
                self.insert(block, last)?;
            }
        }
        Ok(())
    }
}

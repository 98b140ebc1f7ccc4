//! Instruction records.
use super::abbrevs::{self, Shared};
use super::function::BodyWriter;
use crate::schema::field::{Items, ValTyRef};
use crate::schema::{Fields, function as row};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::Call;
use bctk_ir::entity::{AttrListId, BlockId, CallId, Id, InstId, List, TypeId};
use bctk_ir::inst::{Access, Clause, FastMathFlags, Inst};
use bctk_ir::keywords::TailKind;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// In an operand bundle, says that metadata follows (LLVM 22: `bitc::OB_METADATA`).
const BUNDLE_METADATA: u64 = 0x8000_0000;

/// `abbrev`, unless `unless`: then none.
fn only(abbrev: Shared, unless: bool) -> Shared {
    if unless { abbrevs::NONE } else { abbrev }
}

/// Writes instruction number `at` (`writeInstruction`).
pub(super) fn write(w: &mut BodyWriter<'_, '_>, inst: Inst, at: usize) -> Result<()> {
    if w.write_fast(&inst, at)? {
        return Ok(());
    }
    match inst {
        Inst::Unwind => w.out.record(&row::Unwind {}),
        Inst::Unreachable => w.out.record_by(abbrevs::UNREACHABLE, &row::Unreachable {}),
        Inst::Ret(value) => {
            let Some(value) = value.get() else { return w.out.record_by(abbrevs::RET_VOID, &row::Ret { value: None }) };
            let value = w.val_ty(value);
            w.out.record_by(only(abbrevs::RET, value.ty.is_some()), &row::Ret { value: Some(value) })
        }
        Inst::Br(dest) => w.out.record_by(abbrevs::BR, &row::Br { if_true: dest.0, if_false: None, condition: None }),
        Inst::CondBr { cond, if_true, if_false } => {
            let condition = Some(w.number(cond));
            w.out.record_by(abbrevs::COND_BR, &row::Br { if_true: if_true.0, if_false: Some(if_false.0), condition })
        }
        Inst::Switch { cond, default, cases } => {
            let (ty, condition) = (w.ty_of(cond), w.number(cond));
            w.list.clear();
            for (case, dest) in w.numbers.body.lists.get(cases) {
                w.list.extend([u64::from(w.numbers.value(case)), u64::from(dest.0)]);
            }
            w.out.record(&row::Switch { ty, condition, default: default.0, cases: Items::new(&w.list) })
        }
        Inst::IndirectBr { addr, dests } => {
            let (ty, address) = (w.ty_of(addr), w.number(addr));
            w.set_list(dests);
            w.out.record(&row::IndirectBr { ty, address, targets: Items::new(&w.list) })
        }
        Inst::Resume(value) => {
            let value = w.val_ty(value);
            w.out.record(&row::Resume { value })
        }
        Inst::Call(call) => w.call(call),
        Inst::Invoke { call, normal, unwind } => w.invoke(call, normal, unwind),
        Inst::CallBr { call, default, indirect } => w.callbr(call, default, indirect),
        Inst::CatchSwitch { parent, handlers, unwind } => {
            let parent = w.number(parent);
            w.set_list(handlers);
            let handler_count = w.list.len() as u64;
            let unwind = unwind.get().map(|block| block.0);
            w.out.record(&row::CatchSwitch { parent, handler_count, handlers: Items::new(&w.list), unwind })
        }
        Inst::CatchPad { parent, args } => {
            let parent = w.number(parent);
            let arg_count = w.typed_list(args);
            w.out.record(&row::CatchPad { parent, arg_count, args: Items::new(&w.list) })
        }
        Inst::CleanupPad { parent, args } => {
            let parent = w.number(parent);
            let arg_count = w.typed_list(args);
            w.out.record(&row::CleanupPad { parent, arg_count, args: Items::new(&w.list) })
        }
        Inst::CatchRet { pad, dest } => {
            let pad = w.number(pad);
            w.out.record(&row::CatchRet { pad, successor: dest.0 })
        }
        Inst::CleanupRet { pad, unwind } => {
            let pad = w.number(pad);
            w.out.record(&row::CleanupRet { pad, unwind: unwind.get().map(|block| block.0) })
        }
        Inst::FNeg { fmf, value } => {
            let operand = w.val_ty(value);
            let flags = w.fast_math(fmf)?;
            let abbrev = only(if flags == 0 { abbrevs::UNOP } else { abbrevs::UNOP_FLAGS }, operand.ty.is_some());
            w.out.record_by(abbrev, &row::Unop { operand, opcode: 0, flags })
        }
        Inst::Bin { op, flags, lhs, rhs } => {
            let (lhs, rhs) = (w.val_ty(lhs), w.number(rhs));
            let flags = if op.is_float() { w.fast_math(flags.fast_math())? } else { u64::from(flags) };
            let abbrev = only(if flags == 0 { abbrevs::BINOP } else { abbrevs::BINOP_FLAGS }, lhs.ty.is_some());
            w.out.record_by(abbrev, &row::Binop { lhs, rhs, opcode: op.wire_code() as u32, flags })
        }
        Inst::Cast { op, flags, value } => {
            let operand = w.val_ty(value);
            let abbrev = only(if flags.is_empty() { abbrevs::CAST } else { abbrevs::CAST_FLAGS }, operand.ty.is_some());
            let flags = match op {
                CastOp::UiToFp => u64::from(flags) & 1 | u64::from(flags.uitofp_fast_math()) << 1,
                _ => u64::from(flags),
            };
            let record = row::Cast { operand, ty: w.result_ty(at), opcode: op.code() as u32, flags };
            w.out.record_by(abbrev, &record)
        }
        Inst::Alloca { align, in_alloca, swift_error, ty, count } => {
            let align = u64::from(align);
            let flags = align & 31 | u64::from(in_alloca) << 5 | 1 << 6 | u64::from(swift_error) << 7 | align >> 5 << 8;
            let space = w.result_space(at);
            let record = row::Alloca {
                ty: w.numbers.module.ty(ty),
                size_ty: Some(w.ty_of(count)),
                size: w.number(count),
                flags,
                address_space: (space != w.alloca_space).then_some(u64::from(space)),
            };
            w.out.record(&record)
        }
        Inst::Malloc { align, count, .. } => {
            let record = row::Malloc { ty: w.result_ty(at), count: w.number(count), align: u64::from(align) };
            w.out.record(&record)
        }
        Inst::Free(pointer) => {
            let pointer = w.val_ty(pointer);
            w.out.record(&row::Free { pointer })
        }
        Inst::Load { align, access, scope, ptr } => {
            let (pointer, ty, align) = (w.val_ty(ptr), w.result_ty(at), u64::from(align));
            let is_volatile = access.volatile();
            if access.is_atomic() {
                let (ordering, scope) = w.atomic(access, scope);
                let is_elementwise = access.is_elementwise();
                if is_elementwise && !w.out.llvm().elementwise_loads() {
                    return Err(w.out.lacks("load atomic elementwise"));
                }
                return w.out.record(&row::LoadAtomic { pointer, ty: Some(ty), align, is_volatile, ordering, scope, is_elementwise });
            }
            w.out.record_by(only(abbrevs::LOAD, pointer.ty.is_some()), &row::Load { pointer, ty: Some(ty), align, is_volatile })
        }
        Inst::Store { align, access, scope, value, ptr } => {
            let (pointer, value, align) = (w.val_ty(ptr), w.val_ty(value), u64::from(align));
            let is_volatile = access.volatile();
            if access.is_atomic() {
                let (ordering, scope) = w.atomic(access, scope);
                return w.out.record(&row::StoreAtomic { pointer, value, align, is_volatile, ordering, scope });
            }
            let abbrev = only(abbrevs::STORE, pointer.ty.is_some() || value.ty.is_some());
            w.out.record_by(abbrev, &row::Store { pointer, value, align, is_volatile })
        }
        Inst::Fence { ordering, scope } => {
            let scope = u64::from(w.numbers.module.sync_scope(scope));
            w.out.record(&row::Fence { ordering: ordering.code(), scope })
        }
        Inst::CmpXchg { align, access, scope, ops } => {
            let ops: Vec<Value> = w.numbers.body.values(ops).collect();
            let &[pointer, compare, new] = ops.as_slice() else {
                return Err(Error::malformed("expected three operands of a cmpxchg"));
            };
            let (success, scope) = w.atomic(access, scope);
            let record = row::CmpXchg {
                pointer: w.val_ty(pointer),
                compare: w.val_ty(compare),
                new: w.number(new),
                is_volatile: access.volatile(),
                success,
                scope,
                failure: access.failure().code(),
                weak: access.weak(),
                align: u64::from(align),
            };
            w.out.record(&record)
        }
        Inst::AtomicRmw { op, align, access, scope, ptr, value } => {
            let (is_volatile, ordering) = (access.volatile(), access.ordering());
            let record = row::AtomicRmw {
                pointer: w.val_ty(ptr),
                value: w.val_ty(value),
                operation: op.code() | if access.is_elementwise() { row::AtomicRmw::ELEMENTWISE } else { 0 },
                is_volatile,
                ordering: ordering.code(),
                scope: u64::from(w.numbers.module.sync_scope(scope)),
                align: u64::from(align),
            };
            if w.out.llvm().atomicrmw_value_type() {
                return w.out.record(&record);
            }
            let row::AtomicRmw { pointer, operation, is_volatile, ordering, scope, align, .. } = record;
            let value = w.number(value);
            w.out.record(&row::AtomicRmwOld { pointer, value, operation, is_volatile, ordering, scope, align })
        }
        Inst::Gep { flags, source, ops } => w.gep(flags, source, ops),
        Inst::ICmp { pred, flags, lhs, rhs } => w.cmp(pred.code(), u64::from(flags), lhs, rhs),
        Inst::FCmp { pred, fmf, lhs, rhs } => {
            let flags = w.fast_math(fmf)?;
            w.cmp(pred.code(), flags, lhs, rhs)
        }
        Inst::Phi { fmf, incoming } => w.phi(at, fmf, incoming),
        Inst::Select { fmf, cond, if_true, if_false } => {
            let flags = w.fast_math(fmf)?;
            w.out.check(w.out.llvm().fast_math_select(), flags != 0, "fast-math flags of select")?;
            let record = row::VSelect { if_true: w.val_ty(if_true), if_false: w.number(if_false), condition: w.val_ty(cond), flags };
            w.out.record(&record)
        }
        Inst::VaArg(list) => {
            let record = row::VaArg { list_ty: w.ty_of(list), list: w.number(list), ty: w.result_ty(at) };
            w.out.record(&record)
        }
        Inst::ExtractElement { vector, index } => {
            let (vector, index) = (w.val_ty(vector), w.val_ty(index));
            w.out.record(&row::ExtractElt { vector, index })
        }
        Inst::InsertElement { vector, element, index } => {
            let (vector, element, index) = (w.val_ty(vector), w.number(element), w.val_ty(index));
            w.out.record(&row::InsertElt { vector, element, index })
        }
        Inst::ShuffleVector { lhs, rhs, mask } => {
            let (a, b, mask) = (w.val_ty(lhs), w.number(rhs), w.val_ty(mask));
            w.out.record(&row::ShuffleVec { a, b, mask })
        }
        Inst::ExtractValue { aggregate, indices } => {
            let aggregate = w.val_ty(aggregate);
            w.set_list(indices);
            w.out.record(&row::ExtractVal { aggregate, indices: Items::new(&w.list) })
        }
        Inst::InsertValue { aggregate, value, indices } => {
            let (aggregate, value) = (w.val_ty(aggregate), w.val_ty(value));
            w.set_list(indices);
            w.out.record(&row::InsertVal { aggregate, value, indices: Items::new(&w.list) })
        }
        Inst::LandingPad { cleanup, clauses } => {
            w.list.clear();
            let clauses = w.numbers.body.lists.get(clauses);
            for clause in clauses {
                w.list.push(u64::from(matches!(clause, Clause::Filter(_))));
                w.push_val_ty(clause.value());
            }
            let ty = w.result_ty(at);
            let clause_count = clauses.len() as u64;
            w.out.record(&row::LandingPad { ty, is_cleanup: cleanup, clause_count, clauses: Items::new(&w.list) })
        }
        Inst::Freeze(value) => {
            let operand = w.val_ty(value);
            w.out.record(&row::Freeze { operand })
        }
    }
}

impl BodyWriter<'_, '_> {
    #[inline]
    fn number(&self, value: Value) -> u32 {
        self.numbers.value(value)
    }

    /// A value, with its type if it is not defined yet.
    #[inline]
    pub(super) fn val_ty(&self, value: Value) -> ValTyRef {
        let number = self.numbers.value(value);
        ValTyRef { value: number, ty: (number >= self.next).then(|| self.ty_of(value)) }
    }

    fn ty_of(&self, value: Value) -> u32 {
        self.numbers.module.ty_if_any(self.numbers.type_of(value))
    }

    fn result(&self, at: usize) -> Option<TypeId> {
        self.numbers.body.result_type(InstId(at as u32))
    }

    pub(super) fn result_ty(&self, at: usize) -> u32 {
        self.numbers.module.ty_if_any(self.result(at))
    }

    fn result_space(&self, at: usize) -> u32 {
        match self.result(at).map(|ty| self.numbers.module.module.types.get(ty)) {
            Some(Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. }) => space,
            _ => 0,
        }
    }

    fn atomic(&self, access: Access, scope: u32) -> (u64, u64) {
        (access.ordering().code(), u64::from(self.numbers.module.sync_scope(scope)))
    }

    /// Distance of a value from the next one.
    #[inline]
    pub(super) fn distance(&self, value: Value) -> u64 {
        u64::from(self.next.wrapping_sub(self.numbers.value(value)))
    }

    fn push_val_ty(&mut self, value: Value) {
        let value = self.val_ty(value);
        self.list.push(u64::from(self.next.wrapping_sub(value.value)));
        self.list.extend(value.ty.map(u64::from));
    }

    /// Sets the list to the plain numbers of a list.
    fn set_list<T: Id>(&mut self, list: List<T>) {
        self.list.clear();
        self.list.extend(self.numbers.body.lists.get(list).iter().map(|item| u64::from(item.raw())));
    }

    /// Sets the list to values with types; gives how many.
    pub(super) fn typed_list(&mut self, list: List<Value>) -> u64 {
        self.list.clear();
        let body = self.numbers.body;
        body.values(list).for_each(|value| self.push_val_ty(value));
        body.lists.get(list).len() as u64
    }

    /// Fast-math flags as the release encodes them.
    pub(super) fn fast_math(&self, flags: FastMathFlags) -> Result<u64> {
        let llvm = self.out.llvm();
        if llvm.fast_math_parts() || flags.is_empty() {
            return Ok(u64::from(flags));
        }
        let parts = FastMathFlags::NNAN | FastMathFlags::NINF | FastMathFlags::NSZ | FastMathFlags::ARCP;
        let contract = if llvm.allow_contract() { FastMathFlags::CONTRACT } else { FastMathFlags::NONE };
        if flags.contains(FastMathFlags::FAST) || flags.contains(FastMathFlags::UNSAFE_ALGEBRA) {
            return Ok(u64::from(FastMathFlags::UNSAFE_ALGEBRA | parts | contract));
        }
        let known = parts | contract;
        self.out.check(known.contains(flags), true, "reassoc, afn or contract alone")?;
        Ok(u64::from(flags))
    }

    fn cmp(&mut self, predicate: u64, flags: u64, lhs: Value, rhs: Value) -> Result<()> {
        let (lhs, rhs) = (self.val_ty(lhs), self.number(rhs));
        let abbrev = only(if flags == 0 { abbrevs::CMP } else { abbrevs::CMP_FLAGS }, lhs.ty.is_some());
        self.out.record_by(abbrev, &row::Cmp2 { lhs, rhs, predicate: predicate as u32, flags })
    }

    fn attributes(&self, list: AttrListId) -> Option<u32> {
        self.numbers.module.attrs.list(list).checked_sub(1)
    }

    fn find_call(&self, call: CallId) -> Result<Call> {
        self.numbers.body.call(call).copied().ok_or_else(|| Error::malformed("expected the properties of a call"))
    }

    /// Writes the operand bundles of a call before it.
    fn bundles(&mut self, call: &Call) -> Result<()> {
        let body = self.numbers.body;
        for bundle in body.call_bundles(call) {
            self.list.clear();
            for input in body.values(bundle.inputs) {
                match input.kind() {
                    ValueKind::Metadata(_) => {
                        let distance = self.distance(input);
                        self.list.extend([BUNDLE_METADATA, distance]);
                    }
                    _ => self.push_val_ty(input),
                }
            }
            let tag = self.numbers.module.bundle_tag(bundle.tag);
            self.out.record(&row::OperandBundle { tag, inputs: Items::new(&self.list) })?;
        }
        Ok(())
    }

    /// Adds the arguments of a call to the list, where parameters state no type.
    fn push_args(&mut self, call: &Call) -> Result<()> {
        let module = self.numbers.module.module;
        let Some((_, params, _)) = module.types.function(call.fn_ty) else {
            return Err(Error::malformed("expected the function type of a call"));
        };
        let body = self.numbers.body;
        for (i, arg) in body.values(call.args).enumerate() {
            match (arg.kind(), params.get(i)) {
                (ValueKind::Block(block), Some(_)) => self.list.push(u64::from(block.0)),
                (_, Some(_)) => {
                    let distance = self.distance(arg);
                    self.list.push(distance);
                }
                (_, None) => self.push_val_ty(arg),
            }
        }
        Ok(())
    }

    fn call(&mut self, call: CallId) -> Result<()> {
        let call = self.find_call(call)?;
        self.bundles(&call)?;
        self.list.clear();
        self.push_args(&call)?;
        let is_tail = matches!(call.tail, TailKind::Tail | TailKind::MustTail);
        let fmf = self.fast_math(call.fmf)?;
        let llvm = self.out.llvm();
        self.out.check(llvm.call_flags(), fmf != 0, "fast-math flags of calls")?;
        self.out.check(llvm.call_flags(), call.tail == TailKind::NoTail, "notail")?;
        let cc = u64::from(call.cc.0) << 1
            | u64::from(is_tail)
            | u64::from(call.tail == TailKind::MustTail) << 14
            | 1 << 15
            | u64::from(call.tail == TailKind::NoTail) << 16
            | u64::from(fmf != 0) << 17;
        self.call_record(&call, cc, fmf)
    }

    fn invoke(&mut self, call: CallId, normal: BlockId, unwind: BlockId) -> Result<()> {
        let call = self.find_call(call)?;
        self.bundles(&call)?;
        self.list.clear();
        self.push_args(&call)?;
        let record = row::Invoke {
            attributes: self.attributes(call.attrs),
            cc: u64::from(call.cc.0) | 1 << 13,
            normal: normal.0,
            unwind: unwind.0,
            function_ty: Some(self.numbers.module.ty(call.fn_ty)),
            callee: self.val_ty(call.callee),
            args: Fields::new(&self.list),
        };
        self.out.record(&record)
    }

    fn callbr(&mut self, call: CallId, default: BlockId, indirect: List<BlockId>) -> Result<()> {
        let call = self.find_call(call)?;
        self.bundles(&call)?;
        self.set_list(indirect);
        let indirect_count = self.list.len() as u32;
        let targets: Vec<u64> = std::mem::take(&mut self.list);
        self.push_args(&call)?;
        let record = row::CallBr {
            attributes: self.attributes(call.attrs),
            cc: u64::from(call.cc.0) << 1 | 1 << 15,
            default: default.0,
            indirect_count,
            targets: Items::new(&targets),
            function_ty: Some(self.numbers.module.ty(call.fn_ty)),
            callee: self.val_ty(call.callee),
            args: Fields::new(&self.list),
        };
        self.out.record(&record)
    }
}

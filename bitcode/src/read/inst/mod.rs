//! Instruction records of a FUNCTION block, by subject.
mod call;
mod control;
mod debug;
mod fast;
mod memory;
mod value;

pub(super) use fast::FastForms;

use super::function::BodyReader;
use crate::schema::field::{Items, ValTy};
use crate::schema::function::{self as row, ID};
use crate::schema::{Fields, match_record};
use bctk_bitstream::{Error, Result};
use bctk_ir::inst::GepNoWrapFlags;
use bctk_ir::opcodes::Ordering;
use bctk_ir::value::Value;

impl BodyReader<'_> {
    /// Reads one record of a body.
    #[inline]
    pub(super) fn read_inst(&mut self, code: u32, mut fields: Fields<'_>) -> Result<()> {
        match_record!(row, code, &mut fields, {
            Binop(r) => self.binop(r),
            Cast(r) => self.cast(r),
            Cmp(r) => self.cmp(row::Cmp2 { lhs: r.lhs, rhs: r.rhs, predicate: r.predicate, flags: r.flags }),
            Cmp2(r) => self.cmp(r),
            Unop(r) => self.unop(r),
            VSelect(r) => self.vselect(r),
            Select(r) => self.select(r),
            ExtractElt(r) => self.extract_element(r),
            InsertElt(r) => self.insert_element(r),
            ShuffleVec(r) => self.shuffle_vector(r),
            ExtractVal(r) => self.extract_value(r),
            GetResult(r) => self.get_result(r),
            InsertVal(r) => self.insert_value(r),
            Freeze(r) => self.freeze(r),
            VaArg(r) => self.va_arg(r),
            Phi(r) => self.phi(r),
            LandingPad(r) => self.landing_pad(r),
            LandingPadOld(r) => self.landing_pad_old(r),
            Gep(r) => self.gep(r),
            GepOld(r) => self.gep_old(r.operands, GepNoWrapFlags::NONE),
            InboundsGepOld(r) => self.gep_old(r.operands, GepNoWrapFlags::INBOUNDS),
            Alloca(r) => self.alloca(r),
            Malloc(r) => self.malloc(r),
            Free(r) => self.free(r),
            Load(r) => self.load(r),
            LoadAtomic(r) => self.load_atomic(r),
            Store(r) => self.store(r),
            StoreByValue(r) => self.store_by_value(r),
            StoreOld(r) => self.store_old(r),
            StoreAtomic(r) => self.store_atomic(r),
            StoreAtomicOld(r) => self.store_atomic_old(r),
            Fence(r) => self.fence(r),
            CmpXchg(r) => self.cmpxchg(r),
            CmpXchgOld(r) => self.cmpxchg_old(r),
            AtomicRmw(r) => self.atomic_rmw(r),
            AtomicRmwOld(r) => self.atomic_rmw_old(r),
            Call(r) => self.call(r),
            CallOld(r) => self.call_old(r),
            Invoke(r) => self.invoke(r),
            CallBr(r) => self.callbr(r),
            OperandBundle(r) => self.operand_bundle(r),
            Ret(r) => self.ret(r),
            Br(r) => self.br(r),
            SwitchRanges(r) => self.switch_ranges(r),
            Switch(r) => self.switch(r),
            IndirectBr(r) => self.indirect_br(r),
            Resume(r) => self.resume(r),
            Unreachable => self.push(bctk_ir::inst::Inst::Unreachable, None),
            Unwind => {
                self.out.facts.unwind = true;
                self.push(bctk_ir::inst::Inst::Unwind, None)
            },
            CleanupRet(r) => self.cleanup_ret(r),
            CatchRet(r) => self.catch_ret(r),
            CatchPad(r) => self.catch_pad(r),
            CleanupPad(r) => self.cleanup_pad(r),
            CatchSwitch(r) => self.catch_switch(r),
            DebugRecordValue(r) => self.dbg_value(r),
            DebugRecordDeclare(r) => self.dbg_declare(r),
            DebugRecordDeclareValue(r) => self.dbg_declare_value(r),
            DebugRecordAssign(r) => self.dbg_assign(r),
            DebugRecordValueSimple(r) => self.dbg_value_simple(r),
            DebugRecordLabel(r) => self.dbg_label(r),
            BlockAddrUsers(r) => self.block_addr_users(r),
            DeclareBlocks(r) => self.declare_blocks(r.count),
            DebugLoc(r) => self.debug_loc(r),
            DebugLocOld(r) => self.debug_loc(row::DebugLoc {
                line: r.line,
                column: r.column,
                scope: r.scope,
                inlined_at: r.inlined_at,
                is_implicit_code: false,
                atom_group: 0,
                atom_rank: 0,
            }),
            DebugLocAgain => self.set_debug_loc(),
            _ => Err(Error::unsupported(format!("unknown instruction record {code}, from a newer LLVM"))),
        })?;
        if !fields.is_empty() {
            self.out.facts.unknown.operands(ID, code);
        }
        Ok(())
    }

    /// Values with their types, all that are left, as a list.
    fn typed_list(&mut self, values: Items<'_, ValTy>) -> Result<bctk_ir::entity::List<Value>> {
        let mut list = Vec::new();
        for value in values {
            list.push(self.typed(value?)?.0);
        }
        Ok(self.out.body.lists.push(&list))
    }
}

/// What an ordering is stated of.
#[derive(Clone, Copy)]
enum Role {
    Load,
    Store,
    Fence,
    /// Of `cmpxchg` that exchanges.
    Success,
    /// Of `cmpxchg` that does not.
    Failure,
    /// Of `atomicrmw`.
    ReadWrite,
}

/// A memory ordering that LLVM accepts there (LangRef, "Atomic Memory Ordering Constraints").
fn ordering(code: u64, role: Role) -> Result<Ordering> {
    use Ordering::{AcqRel, Acquire, Monotonic, NotAtomic, Release, Unordered};
    let (what, not): (&str, &[Ordering]) = match role {
        Role::Load => ("an atomic load", &[NotAtomic, Release, AcqRel]),
        Role::Store => ("an atomic store", &[NotAtomic, Acquire, AcqRel]),
        Role::Fence => ("a fence", &[NotAtomic, Unordered, Monotonic]),
        Role::Success => ("cmpxchg", &[NotAtomic, Unordered]),
        Role::Failure => ("a cmpxchg that fails", &[NotAtomic, Unordered, Release, AcqRel]),
        Role::ReadWrite => ("atomicrmw", &[NotAtomic, Unordered]),
    };
    let found = Ordering::from_code(code).filter(|ordering| !not.contains(ordering));
    found.ok_or_else(|| Error::malformed(format!("expected a memory ordering for {what}, found {code}")))
}

/// A sync scope.
fn scope(code: u64) -> Result<u32> {
    u32::try_from(code).map_err(|_| Error::malformed(format!("expected a sync scope, found {code}")))
}

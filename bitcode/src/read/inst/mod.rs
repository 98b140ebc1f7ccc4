//! Instruction records of a FUNCTION block, by subject.
mod call;
mod control;
mod debug;
mod memory;
mod value;

use super::function::BodyReader;
use crate::schema::function::{self as row, ID};
use crate::schema::{Fields, Record};
use bctk_bitstream::{Error, Result};
use bctk_ir::opcodes::Ordering;

impl BodyReader<'_, '_> {
    /// Reads one instruction or debug record.
    #[inline]
    pub(super) fn read_inst(&mut self, code: u32, mut fields: Fields<'_>) -> Result<()> {
        match code {
            row::Binop::CODE => self.binop(row(&mut fields)?),
            row::Cast::CODE => self.cast(row(&mut fields)?),
            row::Cmp::CODE | row::Cmp2::CODE => self.cmp(row(&mut fields)?),
            row::Unop::CODE => self.unop(row(&mut fields)?),
            row::VSelect::CODE => self.vselect(row(&mut fields)?),
            row::Select::CODE => self.select(row(&mut fields)?),
            row::ExtractElt::CODE => self.extract_element(row(&mut fields)?),
            row::InsertElt::CODE => self.insert_element(row(&mut fields)?),
            row::ShuffleVec::CODE => self.shuffle_vector(row(&mut fields)?),
            row::ExtractVal::CODE => self.extract_value(row(&mut fields)?),
            row::GetResult::CODE => self.get_result(row(&mut fields)?),
            row::InsertVal::CODE => self.insert_value(row(&mut fields)?),
            row::Freeze::CODE => self.freeze(row(&mut fields)?),
            row::VaArg::CODE => self.va_arg(row(&mut fields)?),
            row::Phi::CODE => self.phi(row(&mut fields)?),
            row::LandingPad::CODE => self.landing_pad(row(&mut fields)?),
            row::LandingPadOld::CODE => self.landing_pad_old(row(&mut fields)?),
            row::Gep::CODE => self.gep(row(&mut fields)?),
            row::GepOld::CODE => self.gep_old(row::<row::GepOld<'_>>(&mut fields)?.operands, 0),
            row::InboundsGepOld::CODE => self.gep_old(row::<row::InboundsGepOld<'_>>(&mut fields)?.operands, 1),
            row::Alloca::CODE if fields.len() == 3 => self.alloca_old(row(&mut fields)?),
            row::Alloca::CODE => self.alloca(row(&mut fields)?),
            row::Load::CODE => self.load(&mut fields),
            row::LoadAtomic::CODE => self.load_atomic(&mut fields),
            row::Store::CODE => self.store(row(&mut fields)?),
            row::StoreByValue::CODE => self.store_by_value(row(&mut fields)?),
            row::StoreOld::CODE => self.store_old(row(&mut fields)?),
            row::StoreAtomic::CODE => self.store_atomic(row(&mut fields)?),
            row::StoreAtomicOld::CODE => self.store_atomic_old(row(&mut fields)?),
            row::Fence::CODE => self.fence(row(&mut fields)?),
            row::CmpXchg::CODE => self.cmpxchg(row(&mut fields)?),
            row::CmpXchgOld::CODE => self.cmpxchg_old(row(&mut fields)?),
            row::AtomicRmw::CODE => self.atomic_rmw(row(&mut fields)?),
            row::AtomicRmwOld::CODE => self.atomic_rmw_old(row(&mut fields)?),
            row::Call::CODE => self.call(row(&mut fields)?),
            row::CallOld::CODE => self.call_old(row(&mut fields)?),
            row::Invoke::CODE => self.invoke(row(&mut fields)?),
            row::CallBr::CODE => self.callbr(row(&mut fields)?),
            row::OperandBundle::CODE => self.operand_bundle(row(&mut fields)?),
            row::Ret::CODE => self.ret(row(&mut fields)?),
            row::Br::CODE => self.br(row(&mut fields)?),
            row::Switch::CODE if fields.ops().first().is_some_and(|magic| magic >> 16 == row::SWITCH_RANGES) => {
                self.switch_ranges(row(&mut fields)?)
            }
            row::Switch::CODE => self.switch(row(&mut fields)?),
            row::IndirectBr::CODE => self.indirect_br(row(&mut fields)?),
            row::Resume::CODE => self.resume(row(&mut fields)?),
            row::Unreachable::CODE => self.push(bctk_ir::inst::Inst::Unreachable, None),
            row::Unwind::CODE => {
                self.out.facts.unwind = true;
                self.push(bctk_ir::inst::Inst::Unwind, None)
            }
            row::CleanupRet::CODE => self.cleanup_ret(row(&mut fields)?),
            row::CatchRet::CODE => self.catch_ret(row(&mut fields)?),
            row::CatchPad::CODE => self.catch_pad(row(&mut fields)?),
            row::CleanupPad::CODE => self.cleanup_pad(row(&mut fields)?),
            row::CatchSwitch::CODE => self.catch_switch(row(&mut fields)?),
            row::DebugRecordValue::CODE => self.dbg_value(row(&mut fields)?),
            row::DebugRecordDeclare::CODE => self.dbg_declare(row(&mut fields)?),
            row::DebugRecordDeclareValue::CODE => self.dbg_declare_value(row(&mut fields)?),
            row::DebugRecordAssign::CODE => self.dbg_assign(row(&mut fields)?),
            row::DebugRecordValueSimple::CODE => self.dbg_value_simple(row(&mut fields)?),
            row::DebugRecordLabel::CODE => self.dbg_label(row(&mut fields)?),
            row::BlockAddrUsers::CODE => self.block_addr_users(row(&mut fields)?),
            code => {
                return Err(Error::unsupported(match crate::schema::record_row(crate::schema::function::ID, code) {
                    Some(row) => format!("{} of LLVM {} is not supported", row.name, row.until.unwrap_or(row.since)),
                    None => format!("unknown instruction record {code}, from a newer LLVM"),
                }));
            }
        }?;
        if !fields.is_empty() {
            self.out.facts.unknown.operands(ID, code);
        }
        Ok(())
    }

    /// Values with their types, all that are left, as a list.
    fn typed_list(&mut self, mut rest: Fields<'_>, what: &'static str) -> Result<bctk_ir::entity::List> {
        let mut words = Vec::new();
        while !rest.is_empty() {
            words.push(self.typed(rest.val_ty(what)?)?.0.raw());
        }
        Ok(self.out.body.lists.push(&words))
    }
}

/// Decodes a record.
#[inline(always)]
fn row<'r, R: Record<'r>>(fields: &mut Fields<'r>) -> Result<R> {
    R::decode(fields)
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

/// A memory ordering, which is one that LLVM takes there (LangRef, "Atomic Memory Ordering Constraints").
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

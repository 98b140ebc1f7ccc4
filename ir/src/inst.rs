//! Instructions: 16-byte `Copy` enums whose operand lists lie in the body's pool.
use crate::entity::{BlockId, CallId, Element, List, OptionalId, TypeId};
use crate::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, Ordering, RmwOp};
use crate::value::Value;

/// Bits of the flags byte of integer operators and casts.
#[derive(Clone, Copy, Debug, Hash)]
pub struct ArithFlags;
impl ArithFlags {
    /// `nuw` (add, sub, mul, shl, trunc)
    pub const NUW: u8 = 1;
    /// `nsw` (add, sub, mul, shl, trunc)
    pub const NSW: u8 = 2;
    /// `exact` (udiv, sdiv, lshr, ashr)
    pub const EXACT: u8 = 1;
    /// `disjoint` (or)
    pub const DISJOINT: u8 = 1;
    /// `nneg` (zext, uitofp)
    pub const NNEG: u8 = 1;
    /// `samesign` (icmp)
    pub const SAMESIGN: u8 = 1;
}

/// Fast-math flags, as bitcode has them since LLVM 6 (LLVMBitCodes.h, `FastMathMap`).
#[derive(Clone, Copy, Debug, Hash)]
pub struct FastMathFlags;
impl FastMathFlags {
    /// `fast` of LLVM before 6, all flags at once.
    pub const UNSAFE_ALGEBRA: u8 = 1;
    /// `nnan`
    pub const NNAN: u8 = 2;
    /// `ninf`
    pub const NINF: u8 = 4;
    /// `nsz`
    pub const NSZ: u8 = 8;
    /// `arcp`
    pub const ARCP: u8 = 16;
    /// `contract`
    pub const CONTRACT: u8 = 32;
    /// `afn`
    pub const AFN: u8 = 64;
    /// `reassoc`
    pub const REASSOC: u8 = 128;
    /// All that `fast` stands for.
    pub const FAST: u8 = 254;
}

/// Bits of the flags of `getelementptr` (LLVMBitCodes.h, `GetElementPtrOptionalFlags`).
#[derive(Clone, Copy, Debug, Hash)]
pub struct GepNoWrapFlags;
impl GepNoWrapFlags {
    /// `inbounds` (implies `nusw`)
    pub const INBOUNDS: u8 = 1;
    /// `nusw`
    pub const NUSW: u8 = 2;
    /// `nuw`
    pub const NUW: u8 = 4;
}

/// Alignment as log2 + 1; 0 means none is written.
pub type AlignCode = u8;

/// Properties of a memory access: volatile, orderings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    bits: u16,
}
impl Access {
    /// An access; `failure` and `weak` are for `cmpxchg` alone.
    pub const fn new(volatile: bool, ordering: Ordering, failure: Ordering, weak: bool) -> Self {
        Self { bits: volatile as u16 | (weak as u16) << 1 | (ordering as u16) << 4 | (failure as u16) << 8 }
    }
    /// Neither volatile nor atomic.
    pub const PLAIN: Access = Access::new(false, Ordering::NotAtomic, Ordering::NotAtomic, false);
    /// `volatile`
    pub const fn volatile(self) -> bool {
        self.bits & 1 != 0
    }
    /// The same access, but volatile.
    pub const fn made_volatile(self) -> Access {
        Access { bits: self.bits | 1 }
    }
    /// `weak`
    pub const fn weak(self) -> bool {
        self.bits & 2 != 0
    }
    /// The (success) ordering.
    pub const fn ordering(self) -> Ordering {
        unpack(self.bits >> 4 & 15)
    }
    /// The failure ordering of a `cmpxchg`.
    pub const fn failure(self) -> Ordering {
        unpack(self.bits >> 8 & 15)
    }
    /// Whether it is atomic.
    pub const fn is_atomic(self) -> bool {
        self.bits >> 4 & 15 != 0
    }
}
const fn unpack(bits: u16) -> Ordering {
    match Ordering::from_code(bits as u64) {
        Some(o) => o,
        None => Ordering::NotAtomic,
    }
}

/// A clause of a `landingpad` (LLVM `LandingPadInst::ClauseType`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// `catch`
    Catch(Value),
    /// `filter`
    Filter(Value),
}

impl Clause {
    /// What is caught, or the array that filters.
    #[inline]
    pub const fn value(self) -> Value {
        match self {
            Clause::Catch(value) | Clause::Filter(value) => value,
        }
    }
    /// The same clause with another value.
    #[inline]
    #[must_use]
    pub const fn with(self, value: Value) -> Self {
        match self {
            Clause::Catch(_) => Clause::Catch(value),
            Clause::Filter(_) => Clause::Filter(value),
        }
    }
}

impl Element for Clause {
    const WORDS: usize = 2;
    #[inline]
    fn from_words(words: [u32; 2]) -> Self {
        let value = Value::from_raw(words[1]);
        if words[0] == 0 { Clause::Catch(value) } else { Clause::Filter(value) }
    }
    #[inline]
    fn words(self) -> [u32; 2] {
        [u32::from(matches!(self, Clause::Filter(_))), self.value().raw()]
    }
}

/// An instruction (LangRef, "Instruction Reference"). Lists are in [`Body::lists`](crate::body::Body::lists).
#[derive(Clone, Copy, PartialEq, Debug, Hash)]
pub enum Inst {
    /// `unreachable`
    Unreachable,
    /// `unwind`, until LLVM 3.0: back to the last `invoke`.
    Unwind,
    /// `ret`; [`Value::NONE`] for `ret void`.
    Ret(Value),
    /// `br label`
    Br(BlockId),
    /// `br i1`
    CondBr {
        /// Condition.
        cond: Value,
        /// Target if true.
        if_true: BlockId,
        /// Target if false.
        if_false: BlockId,
    },
    /// `switch`: list of cases.
    Switch {
        /// Condition.
        cond: Value,
        /// Default target.
        default: BlockId,
        /// Case values and where they go.
        cases: List<(Value, BlockId)>,
    },
    /// `indirectbr`: list of blocks.
    IndirectBr {
        /// Address.
        addr: Value,
        /// Possible targets.
        dests: List<BlockId>,
    },
    /// `resume`
    Resume(Value),
    /// `call`
    Call(CallId),
    /// `invoke`
    Invoke {
        /// Callee and arguments.
        call: CallId,
        /// Normal destination.
        normal: BlockId,
        /// Where it unwinds to.
        unwind: BlockId,
    },
    /// `callbr`: list of indirect targets.
    CallBr {
        /// Callee and arguments.
        call: CallId,
        /// Fall-through target.
        default: BlockId,
        /// Indirect targets.
        indirect: List<BlockId>,
    },
    /// `catchswitch`; without `unwind` it unwinds to the caller.
    CatchSwitch {
        /// Parent pad, or the constant `none`.
        parent: Value,
        /// Handlers.
        handlers: List<BlockId>,
        /// Where it unwinds to.
        unwind: OptionalId<BlockId>,
    },
    /// `catchpad`: list of arguments.
    CatchPad {
        /// The `catchswitch`.
        parent: Value,
        /// Arguments.
        args: List<Value>,
    },
    /// `cleanuppad`: list of arguments.
    CleanupPad {
        /// Parent pad, or the constant `none`.
        parent: Value,
        /// Arguments.
        args: List<Value>,
    },
    /// `catchret`
    CatchRet {
        /// The `catchpad`.
        pad: Value,
        /// Successor.
        dest: BlockId,
    },
    /// `cleanupret`; without `unwind` it unwinds to the caller.
    CleanupRet {
        /// The `cleanuppad`.
        pad: Value,
        /// Unwind destination.
        unwind: OptionalId<BlockId>,
    },
    /// `fneg`
    FNeg {
        /// [`FastMathFlags`] bits.
        fmf: u8,
        /// Operand.
        value: Value,
    },
    /// Binary operator.
    Bin {
        /// Operator.
        op: BinOp,
        /// [`ArithFlags`], or [`FastMathFlags`] bits for floating operators.
        flags: u8,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// Cast; the result type is the local's.
    Cast {
        /// Operator.
        op: CastOp,
        /// [`ArithFlags`], or [`FastMathFlags`] bits for `fptrunc` and `fpext`.
        flags: u8,
        /// Operand.
        value: Value,
    },
    /// `alloca`; address space in the result type.
    Alloca {
        /// Alignment.
        align: AlignCode,
        /// `inalloca`
        in_alloca: bool,
        /// `swifterror`
        swift_error: bool,
        /// Allocated type.
        ty: TypeId,
        /// Number of elements.
        count: Value,
    },
    /// `load`; the loaded type is the local's.
    Load {
        /// Alignment.
        align: AlignCode,
        /// Volatility and ordering.
        access: Access,
        /// Sync scope of an atomic one.
        scope: u32,
        /// Address.
        ptr: Value,
    },
    /// `store`
    Store {
        /// Alignment.
        align: AlignCode,
        /// Volatility and ordering.
        access: Access,
        /// Sync scope of an atomic one.
        scope: u32,
        /// Stored value.
        value: Value,
        /// Address.
        ptr: Value,
    },
    /// `fence`
    Fence {
        /// Ordering.
        ordering: Ordering,
        /// Sync scope.
        scope: u32,
    },
    /// `cmpxchg`: list of pointer, comparand, new value.
    CmpXchg {
        /// Alignment.
        align: AlignCode,
        /// Volatility, orderings, weakness.
        access: Access,
        /// Sync scope.
        scope: u32,
        /// Pointer, comparand, new value.
        ops: List<Value>,
    },
    /// `atomicrmw`
    AtomicRmw {
        /// Operation.
        op: RmwOp,
        /// Alignment.
        align: AlignCode,
        /// Volatility and ordering, see [`unpack_rmw_access`].
        access_bits: u8,
        /// Sync scope.
        scope: u32,
        /// Address.
        ptr: Value,
        /// Operand.
        value: Value,
    },
    /// `getelementptr`: list of base and indices.
    Gep {
        /// [`GepNoWrapFlags`]
        flags: u8,
        /// Source element type.
        source: TypeId,
        /// Base pointer and indices.
        ops: List<Value>,
    },
    /// `icmp`
    ICmp {
        /// Predicate.
        pred: ICmpPred,
        /// [`ArithFlags::SAMESIGN`]
        flags: u8,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// `fcmp`
    FCmp {
        /// Predicate.
        pred: FCmpPred,
        /// [`FastMathFlags`] bits.
        fmf: u8,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// `phi`
    Phi {
        /// [`FastMathFlags`] bits.
        fmf: u8,
        /// Values and the blocks they come from.
        incoming: List<(Value, BlockId)>,
    },
    /// `select`
    Select {
        /// [`FastMathFlags`] bits.
        fmf: u8,
        /// Condition.
        cond: Value,
        /// Value if true.
        if_true: Value,
        /// Value if false.
        if_false: Value,
    },
    /// `va_arg`; the type read is the local's.
    VaArg(Value),
    /// `extractelement`
    ExtractElement {
        /// Vector.
        vector: Value,
        /// Index.
        index: Value,
    },
    /// `insertelement`
    InsertElement {
        /// Vector.
        vector: Value,
        /// New element.
        element: Value,
        /// Index.
        index: Value,
    },
    /// `shufflevector`; the mask is a constant.
    ShuffleVector {
        /// First vector.
        lhs: Value,
        /// Second vector.
        rhs: Value,
        /// Mask, a constant vector of `i32`.
        mask: Value,
    },
    /// `extractvalue`: list of indices.
    ExtractValue {
        /// Aggregate.
        aggregate: Value,
        /// Indices.
        indices: List<u32>,
    },
    /// `insertvalue`: list of indices.
    InsertValue {
        /// Aggregate.
        aggregate: Value,
        /// New member.
        value: Value,
        /// Indices.
        indices: List<u32>,
    },
    /// `landingpad`
    LandingPad {
        /// `cleanup`
        cleanup: bool,
        /// Clauses, in order.
        clauses: List<Clause>,
    },
    /// `freeze`
    Freeze(Value),
}

/// Packs volatility and ordering of an `atomicrmw` in one byte.
pub const fn pack_rmw_access(volatile: bool, ordering: Ordering) -> u8 {
    volatile as u8 | (ordering as u8) << 1
}

/// Volatility and ordering of an `atomicrmw`, as [`pack_rmw_access`] packed them.
pub const fn unpack_rmw_access(bits: u8) -> (bool, Ordering) {
    (bits & 1 != 0, unpack((bits >> 1) as u16))
}

impl Inst {
    /// Whether it ends a block.
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::Unreachable
                | Inst::Unwind
                | Inst::Ret(_)
                | Inst::Br(_)
                | Inst::CondBr { .. }
                | Inst::Switch { .. }
                | Inst::IndirectBr { .. }
                | Inst::Resume(_)
                | Inst::Invoke { .. }
                | Inst::CallBr { .. }
                | Inst::CatchSwitch { .. }
                | Inst::CatchRet { .. }
                | Inst::CleanupRet { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_instruction_takes_sixteen_bytes() {
        assert_eq!(core::mem::size_of::<super::Inst>(), 16);
    }
}

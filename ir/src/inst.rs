//! Instructions: 16-byte `Copy` enums; their operand lists are in the body's pool.
use crate::body::{Body, Call};
use crate::entity::{BlockId, CallId, Element, List, OptionalId, TypeId};
pub use crate::flags::{ArithFlags, FastMathFlags, GepNoWrapFlags, OpFlags};
use crate::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, Ordering, RmwOp};
use crate::value::Value;

/// Alignment as log2 + 1; 0 means no alignment is stated.
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
    /// The same access, of each element of a vector on its own (`load atomic elementwise`).
    pub const fn elementwise(self) -> Access {
        Access { bits: self.bits | 4 }
    }
    /// Whether each element of a vector is accessed on its own.
    pub const fn is_elementwise(self) -> bool {
        self.bits & 4 != 0
    }
    /// The same access, of the whole vector.
    pub const fn of_whole(self) -> Access {
        Access { bits: self.bits & !4 }
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
/// How an `atomicrmw` is done: an [`Access`] in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RmwAccess {
    bits: u8,
}
impl RmwAccess {
    /// An access.
    pub const fn new(volatile: bool, ordering: Ordering) -> Self {
        Self { bits: volatile as u8 | (ordering as u8) << 1 }
    }
    /// The same access, on each element of a vector on its own (`elementwise`, since LLVM 23).
    pub const fn elementwise(self) -> Self {
        Self { bits: self.bits | ELEMENTWISE }
    }
    /// Whether each element of a vector is accessed on its own.
    pub const fn is_elementwise(self) -> bool {
        self.bits & ELEMENTWISE != 0
    }
    /// `volatile`
    pub const fn volatile(self) -> bool {
        self.bits & 1 != 0
    }
    /// The ordering.
    pub const fn ordering(self) -> Ordering {
        unpack((self.bits >> 1 & 15) as u16)
    }
}
/// The bit of `elementwise` in an [`RmwAccess`].
const ELEMENTWISE: u8 = 1 << 7;
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
    /// The same, to change it.
    #[inline]
    pub const fn value_mut(&mut self) -> &mut Value {
        match self {
            Clause::Catch(value) | Clause::Filter(value) => value,
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
    /// `ret`; none for `ret void`.
    Ret(OptionalId<Value>),
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
        /// Unwind destination.
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
        /// Unwind destination.
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
        /// Fast-math flags.
        fmf: FastMathFlags,
        /// Operand.
        value: Value,
    },
    /// Binary operator.
    Bin {
        /// Operator.
        op: BinOp,
        /// [`ArithFlags`], or [`FastMathFlags`] of floating-point operators.
        flags: OpFlags,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// Cast; the result type is the local's.
    Cast {
        /// Operator.
        op: CastOp,
        /// [`ArithFlags`], or [`FastMathFlags`] of `fptrunc` and `fpext`.
        flags: OpFlags,
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
        /// Volatility and ordering.
        access: RmwAccess,
        /// Sync scope.
        scope: u32,
        /// Address.
        ptr: Value,
        /// Operand.
        value: Value,
    },
    /// `getelementptr`: list of base and indices.
    Gep {
        /// `inbounds`, `nusw`, `nuw`
        flags: GepNoWrapFlags,
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
        flags: ArithFlags,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// `fcmp`
    FCmp {
        /// Predicate.
        pred: FCmpPred,
        /// Fast-math flags.
        fmf: FastMathFlags,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// `phi`
    Phi {
        /// Fast-math flags.
        fmf: FastMathFlags,
        /// Values and the blocks they come from.
        incoming: List<(Value, BlockId)>,
    },
    /// `select`
    Select {
        /// Fast-math flags.
        fmf: FastMathFlags,
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
    /// `malloc`, until LLVM 2.6.
    Malloc {
        /// Alignment.
        align: AlignCode,
        /// Type of an element.
        ty: TypeId,
        /// How many elements.
        count: Value,
    },
    /// `free`, until LLVM 2.6.
    Free(Value),
}

impl Inst {
    /// The opcode as assembly spells it (`Instruction::getOpcodeName`).
    pub const fn opcode_name(&self) -> &'static str {
        match self {
            Inst::Unreachable => "unreachable",
            Inst::Unwind => "unwind",
            Inst::Ret(_) => "ret",
            Inst::Br(_) | Inst::CondBr { .. } => "br",
            Inst::Switch { .. } => "switch",
            Inst::IndirectBr { .. } => "indirectbr",
            Inst::Resume(_) => "resume",
            Inst::Call(_) => "call",
            Inst::Invoke { .. } => "invoke",
            Inst::CallBr { .. } => "callbr",
            Inst::CatchSwitch { .. } => "catchswitch",
            Inst::CatchPad { .. } => "catchpad",
            Inst::CleanupPad { .. } => "cleanuppad",
            Inst::CatchRet { .. } => "catchret",
            Inst::CleanupRet { .. } => "cleanupret",
            Inst::FNeg { .. } => "fneg",
            Inst::Bin { op, .. } => op.spelling(),
            Inst::Cast { op, .. } => op.spelling(),
            Inst::Alloca { .. } => "alloca",
            Inst::Load { .. } => "load",
            Inst::Store { .. } => "store",
            Inst::Fence { .. } => "fence",
            Inst::CmpXchg { .. } => "cmpxchg",
            Inst::AtomicRmw { .. } => "atomicrmw",
            Inst::Gep { .. } => "getelementptr",
            Inst::ICmp { .. } => "icmp",
            Inst::FCmp { .. } => "fcmp",
            Inst::Phi { .. } => "phi",
            Inst::Select { .. } => "select",
            Inst::VaArg(_) => "va_arg",
            Inst::ExtractElement { .. } => "extractelement",
            Inst::InsertElement { .. } => "insertelement",
            Inst::ShuffleVector { .. } => "shufflevector",
            Inst::ExtractValue { .. } => "extractvalue",
            Inst::InsertValue { .. } => "insertvalue",
            Inst::LandingPad { .. } => "landingpad",
            Inst::Freeze(_) => "freeze",
            Inst::Malloc { .. } => "malloc",
            Inst::Free(_) => "free",
        }
    }
    /// The call of a `call`, `invoke` or `callbr`.
    pub fn call<'b>(&self, body: &'b Body) -> Option<&'b Call> {
        match *self {
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => body.call(call),
            _ => None,
        }
    }
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

//! Constants: a pool of small `Copy` entries, one for the module and one for each body.
mod interner;
mod same;
#[cfg(test)]
mod tests;

pub use interner::{ConstAt, ConstPools, Interner};

use crate::entity::{BlockId, GlobalId, List, ListPool, OptionalId, TypeId};
use crate::inst::{GepNoWrapFlags, OpFlags};
use crate::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use crate::rare::Part;
use crate::strings::{OfPool, Str, Strings};
use crate::value::{Value, ValueKind};

/// A constant and its type.
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// The kind of constant.
    pub kind: ConstKind,
}

/// The kind of a constant (LangRef, "Constants"). Lists and bytes are in the [`ConstPool`] that holds the constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstKind {
    /// The zero of its type: `0`, `0.0`, `null`, `zeroinitializer`, `none`. Integer and positive floating zero are always this.
    Null,
    /// `undef`
    Undef,
    /// `poison`
    Poison,
    /// An integer or byte of at most 64 bits, sign-extended; zero only of a vector type. All numbers may have a vector type: they are all its
    /// elements (by default for floating-point numbers and bytes of LLVM 23). Zero of a vector type is then a constant other than `Null`,
    /// which prints and is stored as that.
    Int(i64),
    /// An integer or byte of more than 64 bits: its words, least significant first, in [`ConstPool::words`].
    WideInt {
        /// First word.
        start: u32,
        /// How many.
        len: u32,
    },
    /// `half`, `bfloat`, `float`, `double`: the bits in their own width.
    Float(u64),
    /// `x86_fp80`, `fp128`, `ppc_fp128`: two words at `start` in [`ConstPool::words`], least significant first
    /// (for `x86_fp80` 64 bits of significand, then 16 of sign and exponent).
    WideFloat {
        /// First word.
        start: u32,
    },
    /// Array or vector of plain elements, as LLVM's `ConstantDataSequential`: little-endian elements in [`ConstPool::bytes`].
    Data(Str<OfPool>),
    /// Structure, array or vector: its elements as [`Value`]s.
    Aggregate(List<Value>),
    /// Binary operator; flags as in [`crate::inst::Inst::Bin`].
    Bin {
        /// Operator.
        op: BinOp,
        /// Flags.
        flags: OpFlags,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// Negation of a floating-point constant (LLVM 9 to 14).
    FNeg(Value),
    /// Cast to the constant's type.
    Cast {
        /// Operator.
        op: CastOp,
        /// Flags.
        flags: OpFlags,
        /// Operand.
        value: Value,
    },
    /// `getelementptr`: base and indices in the list.
    Gep {
        /// `inbounds`, `nusw`, `nuw`
        flags: GepNoWrapFlags,
        /// Source element type.
        source: TypeId,
        /// Base pointer and indices.
        ops: List<Value>,
        /// Index of its entry in [`ConstPool::in_ranges`].
        in_range: OptionalId<u32>,
    },
    /// `select` (until LLVM 16): condition, true and false value.
    Select(List<Value>),
    /// `extractelement`: vector and index.
    ExtractElement(Value, Value),
    /// `insertelement`: vector, element, index.
    InsertElement(List<Value>),
    /// `shufflevector`: two vectors and the mask.
    ShuffleVector(List<Value>),
    /// `icmp` (until LLVM 18).
    ICmp(ICmpPred, Value, Value),
    /// `fcmp` (until LLVM 18).
    FCmp(FCmpPred, Value, Value),
    /// `blockaddress(@f, %b)`
    BlockAddress {
        /// The function.
        function: GlobalId,
        /// Its block.
        block: BlockId,
    },
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(Value),
    /// `no_cfi @f`
    NoCfi(Value),
    /// `ptrauth (ptr, key, discriminator, address discriminator, deactivation symbol)`
    PtrAuth(List<Value>),
    /// Inline assembly, an index in [`ConstPool::asms`].
    InlineAsm(u32),
}

impl ConstKind {
    /// The number that it is, if it is an integer of at most 64 bits or a zero of any type, extended by its sign.
    pub const fn number(self) -> Option<i64> {
        match self {
            ConstKind::Null => Some(0),
            ConstKind::Int(number) => Some(number),
            _ => None,
        }
    }

    /// Whether it has no operands and refers to nothing in a pool.
    #[inline]
    pub fn is_plain(self) -> bool {
        matches!(self, ConstKind::Null | ConstKind::Undef | ConstKind::Poison | ConstKind::Int(_) | ConstKind::Float(_))
    }

    /// Whether it is plain data, without a use-list since LLVM 21 (`ConstantData`): a number, or numbers.
    #[inline]
    pub fn is_data(self) -> bool {
        self.is_plain() || matches!(self, ConstKind::WideInt { .. } | ConstKind::WideFloat { .. } | ConstKind::Data(_))
    }

    /// Whether it is a constant expression (`ConstantExpr` in LLVM): an instruction's operation on constants.
    pub fn is_expression(self) -> bool {
        matches!(
            self,
            ConstKind::Bin { .. }
                | ConstKind::FNeg(_)
                | ConstKind::Cast { .. }
                | ConstKind::Gep { .. }
                | ConstKind::Select(_)
                | ConstKind::ExtractElement(..)
                | ConstKind::InsertElement(_)
                | ConstKind::ShuffleVector(_)
                | ConstKind::ICmp(..)
                | ConstKind::FCmp(..)
        )
    }
}

/// An operand of a constant, or a list of them.
#[derive(Debug)]
pub enum ConstOperand<'k> {
    /// A value.
    Value(&'k mut Value),
    /// Values.
    List(&'k mut List<Value>),
    /// The function of a `blockaddress`.
    Function(&'k mut GlobalId),
}

impl ConstKind {
    /// Gives all operands to `f`, which may replace them, in order. This alone says which operands each constant has.
    #[inline(always)]
    pub fn walk(&mut self, mut f: impl FnMut(ConstOperand<'_>)) {
        match self {
            ConstKind::Aggregate(ops)
            | ConstKind::Gep { ops, .. }
            | ConstKind::Select(ops)
            | ConstKind::InsertElement(ops)
            | ConstKind::ShuffleVector(ops)
            | ConstKind::PtrAuth(ops) => f(ConstOperand::List(ops)),
            ConstKind::Bin { lhs, rhs, .. }
            | ConstKind::ExtractElement(lhs, rhs)
            | ConstKind::ICmp(_, lhs, rhs)
            | ConstKind::FCmp(_, lhs, rhs) => {
                f(ConstOperand::Value(lhs));
                f(ConstOperand::Value(rhs));
            }
            ConstKind::FNeg(value) | ConstKind::Cast { value, .. } | ConstKind::DsoLocalEquivalent(value) | ConstKind::NoCfi(value) => {
                f(ConstOperand::Value(value));
            }
            ConstKind::BlockAddress { function, .. } => f(ConstOperand::Function(function)),
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Int(_)
            | ConstKind::WideInt { .. }
            | ConstKind::Float(_)
            | ConstKind::WideFloat { .. }
            | ConstKind::Data(_)
            | ConstKind::InlineAsm(_) => {}
        }
    }

    /// Replaces the values that a constant uses by what `value` gives for them; `list` gives the replacement of a list. The function of a
    /// `blockaddress` stays if its replacement is none.
    pub fn map(&mut self, value: impl Fn(Value) -> Value, mut list: impl FnMut(List<Value>) -> List<Value>) {
        self.walk(|operand| match operand {
            ConstOperand::Value(it) => *it = value(*it),
            ConstOperand::List(it) => *it = list(*it),
            ConstOperand::Function(function) => {
                if let ValueKind::Global(id) = value(Value::global(*function)).kind() {
                    *function = id;
                }
            }
        });
    }
}

/// `asm` as a callee.
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub struct InlineAsm {
    /// Function type.
    pub fn_ty: TypeId,
    /// Template, in [`ConstPool::bytes`].
    pub template: Str<OfPool>,
    /// Constraints, in [`ConstPool::bytes`].
    pub constraints: Str<OfPool>,
    /// `sideeffect`
    pub side_effect: bool,
    /// `alignstack`
    pub align_stack: bool,
    /// `inteldialect`
    pub intel_dialect: bool,
    /// `unwind`
    pub unwind: bool,
}

/// The `inrange` of a constant `getelementptr`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum InRange {
    /// The index that `inrange` applies to (LLVM 5 to 18).
    Index(u32),
    /// `inrange(lower, upper)`: byte offsets of `width` bits, two's complement words, least significant first.
    Range {
        /// Width in bits.
        width: u32,
        /// Inclusive lower bound.
        lower: Vec<u64>,
        /// Exclusive upper bound.
        upper: Vec<u64>,
    },
}

/// A pool of constants and the data that they refer to.
#[derive(Clone, Debug, Default, Hash)]
pub struct ConstPool {
    /// The constants.
    pub consts: Vec<Constant>,
    /// Operand lists.
    pub lists: ListPool,
    /// Words of wide integers and floats.
    pub words: Vec<u64>,
    /// Contents of data arrays, text of inline assembly.
    pub bytes: Strings<OfPool>,
    /// Inline assembly.
    pub asms: Vec<InlineAsm>,
    /// `inrange` of GEPs.
    pub in_ranges: Vec<InRange>,
}

impl Part for ConstPool {
    const EMPTY: &'static Self = &ConstPool {
        consts: Vec::new(),
        lists: ListPool::EMPTY,
        words: Vec::new(),
        bytes: Strings::EMPTY,
        asms: Vec::new(),
        in_ranges: Vec::new(),
    };

    fn is_empty(&self) -> bool {
        // Without constants, nothing refers to what else it holds.
        self.consts.is_empty()
    }

    fn reset(&mut self) {
        self.clear();
    }
}

impl ConstPool {
    /// Empties the pool but keeps its memory.
    pub fn clear(&mut self) {
        self.consts.clear();
        self.lists.clear();
        self.words.clear();
        self.bytes.clear();
        self.asms.clear();
        self.in_ranges.clear();
    }
    /// The constant `index`, if this pool has it.
    #[inline]
    pub fn get(&self, index: u32) -> Option<Constant> {
        self.consts.get(index as usize).copied()
    }
    /// The `inrange` of a constant `getelementptr`.
    #[inline]
    pub fn in_range(&self, index: OptionalId<u32>) -> Option<&InRange> {
        self.in_ranges.get(index.get()? as usize)
    }
    /// Appends an `inrange`, if there is one.
    pub fn push_in_range(&mut self, range: Option<InRange>) -> OptionalId<u32> {
        let Some(range) = range else { return OptionalId::NONE };
        self.in_ranges.push(range);
        OptionalId::some(self.in_ranges.len() as u32 - 1)
    }
    /// Appends a constant and returns its index.
    pub fn push(&mut self, ty: TypeId, kind: ConstKind) -> u32 {
        let index = self.consts.len() as u32;
        self.consts.push(Constant { ty, kind });
        index
    }
    /// The values of an operand list.
    pub fn values(&self, list: List<Value>) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + '_ {
        self.lists.get(list).iter()
    }
    /// Calls `f` for each operand of a constant that is a value, in order.
    pub fn operands(&self, mut kind: ConstKind, mut f: impl FnMut(Value)) {
        kind.walk(|operand| match operand {
            ConstOperand::Value(value) => f(*value),
            ConstOperand::List(list) => {
                for value in self.lists.get(*list) {
                    f(value);
                }
            }
            ConstOperand::Function(_) => {}
        });
    }
    /// Does the same for all that a constant uses: its operands, and the function of a `blockaddress`.
    pub fn uses(&self, mut kind: ConstKind, mut f: impl FnMut(Value)) {
        kind.walk(|operand| match operand {
            ConstOperand::Value(value) => f(*value),
            ConstOperand::List(list) => {
                for value in self.lists.get(*list) {
                    f(value);
                }
            }
            ConstOperand::Function(function) => f(Value::global(*function)),
        });
    }
    /// Words `start` to `start + len` of wide numbers; empty if this pool does not have them.
    pub fn word_range(&self, start: u32, len: u32) -> &[u64] {
        self.words.get(start as usize..start as usize + len as usize).unwrap_or(&[])
    }
}

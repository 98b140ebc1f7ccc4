//! Operators, predicates and orderings: wire code and spelling, one row each.

/// Declares a closed enum with wire codes and spellings.
///
/// `keywords! { /// Doc. Name { A = 0 "a", } }` expands to `enum Name { A = 0 }` with `from_code(u64) -> Option<Self>`,
/// `code()`, `spelling()` and `from_spelling(&[u8])`.
#[macro_export]
macro_rules! keywords {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $code:literal $text:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$vdoc])* #[doc = concat!("`", $text, "`")] $variant = $code),*
        }
        impl $name {
            /// All of them, in the order of their codes.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// The variant that bitcode writes as `code`.
            #[inline]
            pub const fn from_code(code: u64) -> Option<Self> {
                match code { $($code => Some($name::$variant),)* _ => None }
            }
            /// The number in bitcode.
            #[inline]
            pub const fn code(self) -> u64 {
                self as u64
            }
            /// The keyword in assembly; empty for the default, which is not printed.
            #[inline]
            pub const fn spelling(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
            /// The one spelled `text`.
            pub fn from_spelling(text: &[u8]) -> Option<Self> {
                $(if text == $text.as_bytes() { return Some($name::$variant); })*
                None
            }
        }
    )*};
}

keywords! {
    /// Integer and floating-point operators share codes in bitcode; here each has its own (LLVMBitCodes.h, `BinaryOpcodes`; the
    /// operand type distinguishes `fadd` … from `add` …).
    BinOp {
        Add = 0 "add", Sub = 1 "sub", Mul = 2 "mul", UDiv = 3 "udiv", SDiv = 4 "sdiv", URem = 5 "urem", SRem = 6 "srem",
        Shl = 7 "shl", LShr = 8 "lshr", AShr = 9 "ashr", And = 10 "and", Or = 11 "or", Xor = 12 "xor",
        FAdd = 16 "fadd", FSub = 17 "fsub", FMul = 18 "fmul", FDiv = 20 "fdiv", FRem = 22 "frem",
    }
    /// Casts (LLVMBitCodes.h, `CastOpcodes`).
    CastOp {
        Trunc = 0 "trunc", ZExt = 1 "zext", SExt = 2 "sext", FpToUi = 3 "fptoui", FpToSi = 4 "fptosi", UiToFp = 5 "uitofp",
        SiToFp = 6 "sitofp", FpTrunc = 7 "fptrunc", FpExt = 8 "fpext", PtrToInt = 9 "ptrtoint", IntToPtr = 10 "inttoptr",
        BitCast = 11 "bitcast", AddrSpaceCast = 12 "addrspacecast", PtrToAddr = 13 "ptrtoaddr",
    }
    /// Floating-point predicates (`CmpInst::Predicate`).
    FCmpPred {
        False = 0 "false", Oeq = 1 "oeq", Ogt = 2 "ogt", Oge = 3 "oge", Olt = 4 "olt", Ole = 5 "ole", One = 6 "one", Ord = 7 "ord",
        Uno = 8 "uno", Ueq = 9 "ueq", Ugt = 10 "ugt", Uge = 11 "uge", Ult = 12 "ult", Ule = 13 "ule", Une = 14 "une", True = 15 "true",
    }
    /// Integer predicates (`CmpInst::Predicate`).
    ICmpPred {
        Eq = 32 "eq", Ne = 33 "ne", Ugt = 34 "ugt", Uge = 35 "uge", Ult = 36 "ult", Ule = 37 "ule",
        Sgt = 38 "sgt", Sge = 39 "sge", Slt = 40 "slt", Sle = 41 "sle",
    }
    /// `atomicrmw` operations (LLVMBitCodes.h, `RMWOperations`).
    RmwOp {
        Xchg = 0 "xchg", Add = 1 "add", Sub = 2 "sub", And = 3 "and", Nand = 4 "nand", Or = 5 "or", Xor = 6 "xor", Max = 7 "max",
        Min = 8 "min", UMax = 9 "umax", UMin = 10 "umin", FAdd = 11 "fadd", FSub = 12 "fsub", FMax = 13 "fmax", FMin = 14 "fmin",
        UIncWrap = 15 "uinc_wrap", UDecWrap = 16 "udec_wrap", USubCond = 17 "usub_cond", USubSat = 18 "usub_sat",
        FMaximum = 19 "fmaximum", FMinimum = 20 "fminimum", FMaximumNum = 21 "fmaximumnum", FMinimumNum = 22 "fminimumnum",
    }
    /// Memory orderings (LLVMBitCodes.h, `AtomicOrderingCodes`).
    Ordering {
        NotAtomic = 0 "", Unordered = 1 "unordered", Monotonic = 2 "monotonic", Acquire = 3 "acquire", Release = 4 "release",
        AcqRel = 5 "acq_rel", SeqCst = 6 "seq_cst",
    }
}

impl BinOp {
    /// The wire code: floating operators share the codes of their integer counterparts
    /// (`fdiv` that of `sdiv`, `frem` that of `srem`).
    pub const fn wire_code(self) -> u64 {
        match self {
            BinOp::FAdd => 0,
            BinOp::FSub => 1,
            BinOp::FMul => 2,
            BinOp::FDiv => 4,
            BinOp::FRem => 6,
            other => other as u64,
        }
    }
    /// The operator for a code, with integer or floating-point operands.
    pub const fn from_wire_code(code: u64, float: bool) -> Option<Self> {
        if float {
            match code {
                0 => Some(BinOp::FAdd),
                1 => Some(BinOp::FSub),
                2 => Some(BinOp::FMul),
                4 => Some(BinOp::FDiv),
                6 => Some(BinOp::FRem),
                _ => None,
            }
        } else if code <= 12 {
            Self::from_code(code)
        } else {
            None
        }
    }
    /// Whether the operands are floating-point.
    pub const fn is_float(self) -> bool {
        self as u8 >= 16
    }
}

impl RmwOp {
    /// Whether the operands are floating-point.
    pub const fn is_float(self) -> bool {
        use RmwOp::{FAdd, FMax, FMaximum, FMaximumNum, FMin, FMinimum, FMinimumNum, FSub};
        matches!(self, FAdd | FSub | FMax | FMin | FMaximum | FMinimum | FMaximumNum | FMinimumNum)
    }
}

impl Ordering {
    /// The failure ordering of a `cmpxchg` that states only its success ordering, as until LLVM 3.4
    /// (`AtomicCmpXchgInst::getStrongestFailureOrdering` of LLVM 3.5).
    pub fn of_failure(self) -> Ordering {
        match self {
            Ordering::AcqRel => Ordering::Acquire,
            Ordering::Release => Ordering::Monotonic,
            other => other,
        }
    }
}

impl CastOp {
    /// Whether it extends a number or converts it to another kind. LLVM 18 removed these as constant expressions.
    pub const fn converts(self) -> bool {
        use CastOp::{FpExt, FpToSi, FpToUi, FpTrunc, SExt, SiToFp, UiToFp, ZExt};
        matches!(self, ZExt | SExt | FpTrunc | FpExt | FpToUi | FpToSi | UiToFp | SiToFp)
    }
}

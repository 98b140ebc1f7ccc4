//! The table of attribute kinds: one row each.
//!
//! Sources: codes from `LLVMBitCodes.h` (`AttributeKindCodes`), spelling, class and rank from `IR/Attributes.inc`, both of LLVM 23. The
//! rank is the position in LLVM 23's own enumeration, which decides the order in which attributes print. A kind that LLVM 23 removed
//! (such as `argmemonly`) has the rank of the kind before it in older enumerations; like LLVM 23's, these were alphabetical by enumerator
//! name. The version is the release, major and minor, whose `LLVMBitCodes.h` first has the code.

use super::{AttrClass, AttrKind};
use crate::version::{Feature, LlvmVersion};

/// One row of the table of attribute kinds.
#[derive(Clone, Copy, Debug)]
pub struct AttrRow {
    /// Code in bitcode.
    pub code: u16,
    /// Spelling in LLVM assembly.
    pub spelling: &'static str,
    /// What the attribute carries.
    pub class: AttrClass,
    /// Position in LLVM 23's enumeration, from 1; for kinds that LLVM 23 removed, that of the kind before, see [`AttrRow::gone`].
    pub rank: u8,
    /// The first release that has the kind.
    pub since: LlvmVersion,
}

impl AttrRow {
    /// The last release that has the kind, if newer ones read it as another attribute.
    pub fn until(&self) -> Option<LlvmVersion> {
        match AttrKind(self.code) {
            AttrKind::ARGMEMONLY | AttrKind::INACCESSIBLEMEM_ONLY | AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY => {
                Some(Feature::MemoryAttribute.last_without())
            }
            AttrKind::NO_CAPTURE => Some(Feature::CapturesAttribute.last_without()),
            _ => None,
        }
    }

    /// Whether LLVM 23 removed the kind: it reads it as another attribute.
    pub fn gone(&self) -> bool {
        self.until().is_some()
    }
}

/// `attrs! { ALIGNMENT = 1 "align" Int rank 89 since 3 3; }` becomes a constant of [`AttrKind`] and a row of [`ROWS`].
macro_rules! attrs {
    ($($id:ident = $code:literal $spelling:literal $class:ident rank $rank:literal since $major:literal $minor:literal;)*) => {
        impl AttrKind {
            $(#[doc = concat!("`", $spelling, "`")] pub const $id: AttrKind = AttrKind($code);)*
        }

        /// All rows, by ascending code: the row of code N is at index N - 1.
        pub static ROWS: &[AttrRow] = &[
            $(AttrRow { code: $code, spelling: $spelling, class: AttrClass::$class, rank: $rank, since: LlvmVersion::release($major, $minor) },)*
        ];
    };
}

attrs! {
    ALIGNMENT = 1 "align" Int rank 91 since 3 3;
    ALWAYS_INLINE = 2 "alwaysinline" Enum rank 3 since 3 3;
    BY_VAL = 3 "byval" Type rank 86 since 3 3;
    INLINE_HINT = 4 "inlinehint" Enum rank 17 since 3 3;
    IN_REG = 5 "inreg" Enum rank 16 since 3 3;
    MIN_SIZE = 6 "minsize" Enum rank 19 since 3 3;
    NAKED = 7 "naked" Enum rank 21 since 3 3;
    NEST = 8 "nest" Enum rank 22 since 3 3;
    NO_ALIAS = 9 "noalias" Enum rank 23 since 3 3;
    NO_BUILTIN = 10 "nobuiltin" Enum rank 24 since 3 3;
    NO_CAPTURE = 11 "nocapture" Enum rank 25 since 3 3;
    NO_DUPLICATE = 12 "noduplicate" Enum rank 29 since 3 3;
    NO_IMPLICIT_FLOAT = 13 "noimplicitfloat" Enum rank 33 since 3 3;
    NO_INLINE = 14 "noinline" Enum rank 34 since 3 3;
    NON_LAZY_BIND = 15 "nonlazybind" Enum rank 46 since 3 3;
    NO_RED_ZONE = 16 "noredzone" Enum rank 39 since 3 3;
    NO_RETURN = 17 "noreturn" Enum rank 40 since 3 3;
    NO_UNWIND = 18 "nounwind" Enum rank 45 since 3 3;
    OPTIMIZE_FOR_SIZE = 19 "optsize" Enum rank 51 since 3 3;
    READ_NONE = 20 "readnone" Enum rank 54 since 3 3;
    READ_ONLY = 21 "readonly" Enum rank 55 since 3 3;
    RETURNED = 22 "returned" Enum rank 56 since 3 3;
    RETURNS_TWICE = 23 "returns_twice" Enum rank 57 since 3 3;
    S_EXT = 24 "signext" Enum rank 58 since 3 3;
    STACK_ALIGNMENT = 25 "alignstack" Int rank 101 since 3 3;
    STACK_PROTECT = 26 "ssp" Enum rank 74 since 3 3;
    STACK_PROTECT_REQ = 27 "sspreq" Enum rank 75 since 3 3;
    STACK_PROTECT_STRONG = 28 "sspstrong" Enum rank 76 since 3 3;
    STRUCT_RET = 29 "sret" Type rank 90 since 3 3;
    SANITIZE_ADDRESS = 30 "sanitize_address" Enum rank 60 since 3 3;
    SANITIZE_THREAD = 31 "sanitize_thread" Enum rank 68 since 3 3;
    SANITIZE_MEMORY = 32 "sanitize_memory" Enum rank 64 since 3 3;
    UW_TABLE = 33 "uwtable" Int rank 102 since 3 3;
    Z_EXT = 34 "zeroext" Enum rank 84 since 3 3;
    BUILTIN = 35 "builtin" Enum rank 4 since 3 4;
    COLD = 36 "cold" Enum rank 5 since 3 4;
    OPTIMIZE_NONE = 37 "optnone" Enum rank 52 since 3 4;
    IN_ALLOCA = 38 "inalloca" Type rank 88 since 3 5;
    NON_NULL = 39 "nonnull" Enum rank 47 since 3 5;
    JUMP_TABLE = 40 "jumptable" Enum rank 18 since 3 5;
    DEREFERENCEABLE = 41 "dereferenceable" Int rank 97 since 3 5;
    DEREFERENCEABLE_OR_NULL = 42 "dereferenceable_or_null" Int rank 98 since 3 7;
    CONVERGENT = 43 "convergent" Enum rank 6 since 3 7;
    SAFESTACK = 44 "safestack" Enum rank 59 since 3 7;
    ARGMEMONLY = 45 "argmemonly" Enum rank 3 since 3 7;
    SWIFT_SELF = 46 "swiftself" Enum rank 80 since 3 8;
    SWIFT_ERROR = 47 "swifterror" Enum rank 79 since 3 9;
    NO_RECURSE = 48 "norecurse" Enum rank 38 since 3 8;
    INACCESSIBLEMEM_ONLY = 49 "inaccessiblememonly" Enum rank 16 since 3 8;
    INACCESSIBLEMEM_OR_ARGMEMONLY = 50 "inaccessiblemem_or_argmemonly" Enum rank 16 since 3 8;
    ALLOC_SIZE = 51 "allocsize" Int rank 93 since 3 9;
    WRITEONLY = 52 "writeonly" Enum rank 83 since 3 9;
    SPECULATABLE = 53 "speculatable" Enum rank 72 since 5 0;
    STRICT_FP = 54 "strictfp" Enum rank 77 since 6 0;
    SANITIZE_HWADDRESS = 55 "sanitize_hwaddress" Enum rank 62 since 6 0;
    NOCF_CHECK = 56 "nocf_check" Enum rank 26 since 7 0;
    OPT_FOR_FUZZING = 57 "optforfuzzing" Enum rank 49 since 7 0;
    SHADOWCALLSTACK = 58 "shadowcallstack" Enum rank 70 since 7 0;
    SPECULATIVE_LOAD_HARDENING = 59 "speculative_load_hardening" Enum rank 73 since 8 0;
    IMMARG = 60 "immarg" Enum rank 15 since 9 0;
    WILLRETURN = 61 "willreturn" Enum rank 81 since 9 0;
    NOFREE = 62 "nofree" Enum rank 31 since 9 0;
    NOSYNC = 63 "nosync" Enum rank 43 since 9 0;
    SANITIZE_MEMTAG = 64 "sanitize_memtag" Enum rank 63 since 9 0;
    PREALLOCATED = 65 "preallocated" Type rank 89 since 11 0;
    NO_MERGE = 66 "nomerge" Enum rank 35 since 11 0;
    NULL_POINTER_IS_VALID = 67 "null_pointer_is_valid" Enum rank 48 since 11 0;
    NOUNDEF = 68 "noundef" Enum rank 44 since 11 0;
    BYREF = 69 "byref" Type rank 85 since 12 0;
    MUSTPROGRESS = 70 "mustprogress" Enum rank 20 since 12 0;
    NO_CALLBACK = 71 "nocallback" Enum rank 25 since 12 0;
    HOT = 72 "hot" Enum rank 13 since 12 0;
    NO_PROFILE = 73 "noprofile" Enum rank 37 since 12 0;
    VSCALE_RANGE = 74 "vscale_range" Int rank 103 since 13 0;
    SWIFT_ASYNC = 75 "swiftasync" Enum rank 78 since 13 0;
    NO_SANITIZE_COVERAGE = 76 "nosanitize_coverage" Enum rank 42 since 13 0;
    ELEMENTTYPE = 77 "elementtype" Type rank 87 since 13 0;
    DISABLE_SANITIZER_INSTRUMENTATION = 78 "disable_sanitizer_instrumentation" Enum rank 10 since 14 0;
    NO_SANITIZE_BOUNDS = 79 "nosanitize_bounds" Enum rank 41 since 15 0;
    ALLOC_ALIGN = 80 "allocalign" Enum rank 1 since 15 0;
    ALLOCATED_POINTER = 81 "allocptr" Enum rank 2 since 15 0;
    ALLOC_KIND = 82 "allockind" Int rank 92 since 15 0;
    PRESPLIT_COROUTINE = 83 "presplitcoroutine" Enum rank 53 since 15 0;
    FNRETTHUNK_EXTERN = 84 "fn_ret_thunk_extern" Enum rank 12 since 15 0;
    SKIP_PROFILE = 85 "skipprofile" Enum rank 71 since 16 0;
    MEMORY = 86 "memory" Int rank 99 since 16 0;
    NOFPCLASS = 87 "nofpclass" Int rank 100 since 17 0;
    OPTIMIZE_FOR_DEBUGGING = 88 "optdebug" Enum rank 50 since 18 0;
    WRITABLE = 89 "writable" Enum rank 82 since 18 0;
    CORO_ONLY_DESTROY_WHEN_COMPLETE = 90 "coro_only_destroy_when_complete" Enum rank 7 since 18 0;
    DEAD_ON_UNWIND = 91 "dead_on_unwind" Enum rank 9 since 18 0;
    RANGE = 92 "range" Range rank 104 since 19 0;
    SANITIZE_NUMERICAL_STABILITY = 93 "sanitize_numerical_stability" Enum rank 65 since 19 0;
    INITIALIZES = 94 "initializes" RangeList rank 105 since 19 0;
    HYBRID_PATCHABLE = 95 "hybrid_patchable" Enum rank 14 since 19 0;
    SANITIZE_REALTIME = 96 "sanitize_realtime" Enum rank 66 since 20 0;
    SANITIZE_REALTIME_BLOCKING = 97 "sanitize_realtime_blocking" Enum rank 67 since 20 0;
    CORO_ELIDE_SAFE = 98 "coro_elide_safe" Enum rank 8 since 20 0;
    NO_EXT = 99 "noext" Enum rank 30 since 20 0;
    NO_DIVERGENCE_SOURCE = 100 "nodivergencesource" Enum rank 28 since 20 0;
    SANITIZE_TYPE = 101 "sanitize_type" Enum rank 69 since 20 0;
    CAPTURES = 102 "captures" Int rank 94 since 20 0;
    DEAD_ON_RETURN = 103 "dead_on_return" Int rank 95 since 22 0;
    SANITIZE_ALLOC_TOKEN = 104 "sanitize_alloc_token" Enum rank 61 since 22 0;
    NO_CREATE_UNDEF_OR_POISON = 105 "nocreateundeforpoison" Enum rank 27 since 22 0;
    DENORMAL_FPENV = 106 "denormal_fpenv" Int rank 96 since 23 0;
    NO_OUTLINE = 107 "nooutline" Enum rank 36 since 23 0;
    FLATTEN = 108 "flatten" Enum rank 11 since 23 0;
    NO_IPA = 109 "noipa" Enum rank 32 since 23 0;
}

//! Names that LLVM 22 has in every context, in the order of their numbers: metadata kinds, operand bundle tags, sync scopes.
//!
//! Sources: `IR/FixedMetadataKinds.def`, and the OPERAND_BUNDLE_TAGS and SYNC_SCOPE_NAMES blocks of what llvm-as 22 writes.

use crate::release::Release;

/// Metadata kinds.
pub const MD_KINDS: &[&str] = &[
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
    "callee_type",
    "nofree",
    "captures",
    "alloc_token",
    "implicit.ref",
];

/// How many of them releases of LLVM up to 12 have in every context: since which release, and how many. Source: `LLVMContext.h` and
/// `FixedMetadataKinds.def` of these.
const MD_KINDS_BY_RELEASE: &[(Release, usize)] = &[
    (Release::new(12), 31),
    (Release::new(11), 29),
    (Release::new(10), 28),
    (Release::new(8), 27),
    (Release::new(6), 25),
    (Release::new(5), 23),
    (Release::new(4), 22),
    (Release::three(9), 18),
    (Release::three(8), 16),
    (Release::three(7), 14),
    (Release::three(6), 12),
    (Release::three(5), 11),
    (Release::three(3), 7),
    (Release::three(2), 6),
    (Release::three(0), OLDEST_MD_KINDS),
];

/// How many of [`MD_KINDS`] releases up to LLVM 3.1 have; the last two of them are since that one.
pub const OLDEST_MD_KINDS: usize = 5;

/// How many of [`MD_KINDS`] there are in every context of a release: all from LLVM 13 on, whose numbers are a matter of bitcode alone.
pub fn md_kinds_of(release: Release) -> usize {
    match release.major {
        13.. => MD_KINDS.len(),
        _ => MD_KINDS_BY_RELEASE.iter().find(|(since, _)| *since <= release).map_or(OLDEST_MD_KINDS, |&(_, count)| count),
    }
}

/// Operand bundle tags.
pub const BUNDLE_TAGS: &[&str] = &[
    "deopt",
    "funclet",
    "gc-transition",
    "cfguardtarget",
    "preallocated",
    "gc-live",
    "clang.arc.attachedcall",
    "ptrauth",
    "kcfi",
    "convergencectrl",
    "align",
    "deactivation-symbol",
];

/// Sync scopes; the second is the unnamed system scope.
pub const SYNC_SCOPES: &[&str] = &["singlethread", ""];

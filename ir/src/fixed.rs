//! Names that LLVM predefines in every context, in the order of their numbers: metadata kinds, operand bundle tags, sync scopes.
//!
//! Sources: `IR/FixedMetadataKinds.def`, and the METADATA_KIND, OPERAND_BUNDLE_TAGS and SYNC_SCOPE_NAMES blocks of what LLVM writes.

use crate::version::LlvmVersion;

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
    "nofpclass",
    "call_target",
    "inline_history",
    "elf_section_properties",
    "guid",
    "mem.cache_hint",
    "block.uniformity.profile",
    "callgraph",
    "metadata_section_kind",
];

/// The kinds of LLVM 10 and 11: `misexpect` went again.
const MD_KINDS_WITH_MISEXPECT: &[&str] = &[
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
    "misexpect",
    "vcall_visibility",
];

/// The number of [`MD_KINDS`] that releases predefine: first release and number. Sources: `LLVMContext.h` and `FixedMetadataKinds.def` of these
/// releases, and what they write.
const MD_KINDS_BY_RELEASE: &[(LlvmVersion, usize)] = &[
    (LlvmVersion::new(24), MD_KINDS.len()),
    (LlvmVersion::new(23), 55),
    (LlvmVersion::new(22), 47),
    (LlvmVersion::new(20), 42),
    (LlvmVersion::new(19), 41),
    (LlvmVersion::new(18), 40),
    (LlvmVersion::new(16), 39),
    (LlvmVersion::new(15), 36),
    (LlvmVersion::new(12), 31),
    (LlvmVersion::new(9), 28),
    (LlvmVersion::new(8), 26),
    (LlvmVersion::new(6), 25),
    (LlvmVersion::new(5), 23),
    (LlvmVersion::new(4), 22),
    (LlvmVersion::three(9), 20),
    (LlvmVersion::three(8), 18),
    (LlvmVersion::three(7), 14),
    (LlvmVersion::three(6), 12),
    (LlvmVersion::three(5), 11),
    (LlvmVersion::three(3), 7),
    (LlvmVersion::three(2), 6),
    (LlvmVersion::three(0), OLDEST_MD_KINDS),
];

/// The number of [`MD_KINDS`] that releases up to LLVM 3.1 predefine; LLVM 3.1 added the last two.
pub const OLDEST_MD_KINDS: usize = 5;

/// The kinds that a release predefines, in the order of their numbers.
pub fn md_kinds_of(release: LlvmVersion) -> &'static [&'static str] {
    if release.misexpect_kind() {
        return MD_KINDS_WITH_MISEXPECT;
    }
    let known = MD_KINDS_BY_RELEASE.iter().find(|(since, _)| *since <= release).map_or(OLDEST_MD_KINDS, |&(_, count)| count);
    MD_KINDS.get(..known).unwrap_or(MD_KINDS)
}

/// The first release that predefines at least the first `count` of [`MD_KINDS`].
pub fn first_with_md_kinds(count: usize) -> LlvmVersion {
    let enough = MD_KINDS_BY_RELEASE.iter().take_while(|&&(_, known)| known >= count);
    enough.last().map_or(LlvmVersion::NEWEST, |&(since, _)| since)
}

/// Operand bundle tags (`LLVMContext.h` of LLVM 23): those of assumptions come first.
pub const BUNDLE_TAGS: &[&str] = &[
    "align",
    "cold",
    "dereferenceable",
    "dereferenceable_or_null",
    "ignore",
    "nonnull",
    "noundef",
    "separate_storage",
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
    "deactivation-symbol",
];

/// Operand bundle tags of LLVM 22; older releases have the first ones of them. Parsers number these first: the others of [`BUNDLE_TAGS`] are
/// names like any other in texts of older releases.
pub const OLD_BUNDLE_TAGS: &[&str] = &[
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

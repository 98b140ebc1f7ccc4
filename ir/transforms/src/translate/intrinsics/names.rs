//! Names of intrinsics in older releases.
use crate::upgrade::intrinsics::names::RENAMED;
use bctk_ir::intrinsics::{Intrinsic, exact_in, lookup, lookup_in, versions};
use bctk_ir::version::LlvmVersion;

/// The name of an intrinsic without `llvm.` and suffixes for types; of an unknown one, without `llvm.`.
pub(super) fn base(name: &[u8]) -> &str {
    let found = lookup(name).or_else(|| versions().rev().find_map(|version| lookup_in(name, version)));
    let rest = name.strip_prefix(b"llvm.").unwrap_or(name);
    found.map_or_else(|| std::str::from_utf8(rest).unwrap_or(""), |intrinsic| intrinsic.name)
}

/// Whether `llvm` has an intrinsic for this name, and it is not another one whose suffix begins where a newer name goes on:
/// `aarch64.sve.frinta` for `aarch64.sve.frinta.x2`.
pub(super) fn has(name: &[u8], llvm: LlvmVersion) -> bool {
    let Some(older) = lookup_in(name, llvm) else { return false };
    let is_shorter = |newer: Intrinsic| newer.name.strip_prefix(older.name).is_some_and(|rest| rest.starts_with('.'));
    !lookup(name).is_some_and(is_shorter)
}

/// Whether `llvm` has the intrinsic `base` with another signature than a module of the release `own`.
pub(super) fn has_other_type(base: &str, own: LlvmVersion, llvm: LlvmVersion) -> bool {
    let is_known = |version| exact_in(base, version).map(|intrinsic| intrinsic.signature_words().is_some());
    is_known(own) == Some(true) && is_known(llvm) == Some(false)
}

/// The first release that has the intrinsic `base` with the signature that it has after `llvm`, if the table tells.
pub(super) fn since(base: &str, llvm: LlvmVersion) -> Option<LlvmVersion> {
    if let Some(later) = versions().find(|&later| later > llvm && has_other_type(base, later, llvm)) {
        return Some(later);
    }
    let first = versions().find(|&version| exact_in(base, version).is_some())?;
    // The oldest in the table may not be the first.
    (versions().next() != Some(first)).then_some(first)
}

/// Intrinsics that had other suffixes: name, the first release with those of today, and the number of suffixes before.
const SUFFIXES: &[(&str, LlvmVersion, usize)] = &[
    ("powi", LlvmVersion::of(13.0), 1),
    ("ptr.annotation", LlvmVersion::of(16.0), 1),
    ("masked.load", LlvmVersion::of(4.0), 1),
    ("masked.store", LlvmVersion::of(4.0), 1),
    ("objectsize", LlvmVersion::of(4.0), 1),
    ("masked.gather", LlvmVersion::of(5.0), 1),
    ("masked.scatter", LlvmVersion::of(5.0), 1),
];

/// The name that `llvm` has for an intrinsic of the name `name`: the same one with fewer suffixes, or the one that was renamed.
pub(super) fn older(name: &[u8], base: &str, llvm: LlvmVersion) -> Option<Vec<u8>> {
    let suffix = name.strip_prefix(b"llvm.")?.strip_prefix(base.as_bytes())?;
    if let Some(&(_, _, count)) = SUFFIXES.iter().find(|row| row.0 == base && llvm < row.1) {
        return Some([b"llvm.", base.as_bytes(), first_suffixes(suffix, count)].concat());
    }
    if has(name, llvm) {
        return None;
    }
    // Without suffixes.
    if exact_in(base, llvm).is_some_and(|older| !older.is_overloaded()) {
        return Some([b"llvm.", base.as_bytes()].concat());
    }
    // The results of inactive lanes are undefined, so they may be those of the first operand (LLVM 17, IntrinsicsAArch64.td).
    if let Some(merging) = base.strip_suffix(".u").filter(|base| base.starts_with("aarch64.sve.") && exact_in(base, llvm).is_some()) {
        return Some([b"llvm.", merging.as_bytes(), suffix].concat());
    }
    RENAMED.iter().find_map(|&(old, new)| {
        let old = old.trim_end_matches('.');
        // Names of targets have their own types.
        // Reductions had other suffixes; they are written out.
        let is_generic = old.starts_with("experimental.") && !old.starts_with("experimental.vector.reduce")
            || old == "flt.rounds"
            || old == "x86.seh.recoverfp"
            || old == "invariant.group.barrier";
        if new != base || !is_generic {
            return None;
        }
        let intrinsic = exact_in(old, llvm)?;
        let suffix = if intrinsic.is_overloaded() { suffix } else { b"" };
        Some([b"llvm.", old.as_bytes(), suffix].concat())
    })
}

/// The first `count` suffixes of `.a.b.c`.
fn first_suffixes(suffix: &[u8], count: usize) -> &[u8] {
    let mut dots = suffix.iter().enumerate().filter(|(_, c)| **c == b'.').map(|(at, _)| at);
    dots.nth(count).map_or(suffix, |end| &suffix[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_before_they_changed() {
        let older = |name: &str, major| {
            older(name.as_bytes(), base(name.as_bytes()), LlvmVersion::new(major)).map(|name| String::from_utf8(name).unwrap())
        };
        assert_eq!(older("llvm.stacksave.p0", 17).as_deref(), Some("llvm.stacksave"));
        assert_eq!(older("llvm.stacksave.p0", 18), None);
        assert_eq!(older("llvm.vector.reverse.v4i32", 15).as_deref(), Some("llvm.experimental.vector.reverse.v4i32"));
        assert_eq!(older("llvm.get.rounding", 15).as_deref(), Some("llvm.flt.rounds"));
        assert_eq!(older("llvm.aarch64.sve.fadd.u.nxv4f32", 16).as_deref(), Some("llvm.aarch64.sve.fadd.nxv4f32"));
        assert_eq!(older("llvm.aarch64.sve.fadd.u.nxv4f32", 17), None);
        assert_eq!(older("llvm.aarch64.sve.fadd.u.nxv4f32", 9), None);
        assert_eq!(older("llvm.powi.f32.i32", 12).as_deref(), Some("llvm.powi.f32"));
    }

    #[test]
    fn names_that_begin_like_older_ones() {
        let has = |name: &str, major| has(name.as_bytes(), LlvmVersion::new(major));
        assert!(has("llvm.aarch64.sve.frinta.nxv4f32", 14));
        assert!(!has("llvm.aarch64.sve.frinta.x2.nxv4f32", 14));
        assert!(has("llvm.aarch64.sve.frinta.x2.nxv4f32", 20));
    }

    #[test]
    fn first_releases() {
        assert_eq!(since("smax", LlvmVersion::of(11.0)), Some(LlvmVersion::new(12)));
        assert_eq!(since("memcpy", LlvmVersion::of(11.0)), None);
    }
}

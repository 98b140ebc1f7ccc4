//! Demangles symbol names as LLVM does: C++ (Itanium and Microsoft), Rust, D. [`NamePattern`] finds names that people write.
//!
//! ```
//! assert_eq!(*bctk_demangle::demangle(b"_ZN2ns5twiceEi"), *b"ns::twice(int)");
//! ```
#![forbid(unsafe_code)]
mod d;
mod itanium;
mod microsoft;
mod pattern;
mod rust;

use std::borrow::Cow;

pub use pattern::{NamePattern, without_parameters};

/// The name demangled, or as it is where it is not mangled or its mangling is not known (LLVM's `demangle`).
pub fn demangle(name: &[u8]) -> Cow<'_, [u8]> {
    let undone = with_dot(name).or_else(|| one(name.strip_prefix(b"_")?)).or_else(|| microsoft::demangle(name));
    undone.map_or(Cow::Borrowed(name), Cow::Owned)
}

/// One that a dot may stand before, as XCOFF has it.
fn with_dot(name: &[u8]) -> Option<Vec<u8>> {
    match name.strip_prefix(b".") {
        Some(bare) => one(bare).map(|text| [b".", &text[..]].concat()),
        None => one(name),
    }
}

fn one(name: &[u8]) -> Option<Vec<u8>> {
    let underscores = name.iter().take_while(|&&byte| byte == b'_').count();
    match (underscores, name.get(underscores)?) {
        (1..=4, b'Z') => itanium::demangle(name),
        (1, b'R') => rust::demangle(name),
        (1, b'D') => d::demangle(name),
        _ => None,
    }
}

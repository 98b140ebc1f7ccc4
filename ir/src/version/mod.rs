//! LLVM versions: releases and their features ([`features`]), dialects of other compilers ([`profiles`]), values used by writers
//! ([`written`](LlvmVersion::written)), and how modules name them ([`producer`], [`evidence`]).
pub mod evidence;
pub mod features;
pub mod producer;
pub mod profiles;
mod writers;

pub use features::{FEATURES, Feature, FeatureRow};
pub use profiles::Profile;

use std::fmt;

/// A release of LLVM: its major number and, up to LLVM 3.9, the minor one. Later releases of one major number share their bitcode and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LlvmVersion {
    /// Major number: 3 for LLVM 3.4, 14 for LLVM 14.0.6.
    pub major: u32,
    /// Minor number up to LLVM 3.9; 0 from LLVM 4 on.
    pub minor: u32,
}

impl LlvmVersion {
    /// The newest release that is known here, which may be in development.
    pub const NEWEST: LlvmVersion = LlvmVersion::new(24);
    /// The newest known release that is out: the one that is meant where nothing names another.
    pub const DEFAULT: LlvmVersion = LlvmVersion::new(23);
    /// The oldest release that tables tell apart from older ones.
    pub const OLDEST: LlvmVersion = LlvmVersion::three(0);
    /// The last release that writes typed pointers by default. LLVM 15 and 16 write them on request.
    pub const LAST_TYPED_BY_DEFAULT: LlvmVersion = LlvmVersion::new(14);

    /// LLVM `major`.
    pub const fn new(major: u32) -> LlvmVersion {
        LlvmVersion { major, minor: 0 }
    }
    /// LLVM 3.`minor`.
    pub const fn three(minor: u32) -> LlvmVersion {
        LlvmVersion { major: 3, minor }
    }
    /// LLVM `major`.`minor`; the minor number counts only up to LLVM 3.
    pub const fn release(major: u32, minor: u32) -> LlvmVersion {
        LlvmVersion { major, minor: if major > 3 { 0 } else { minor } }
    }
    /// Whether minor releases of this major number differ, as up to LLVM 3.9.
    pub const fn has_minor(self) -> bool {
        self.major <= 3
    }
    /// The release as a decimal number, such as 3.9 or 22.0, for tables.
    pub const fn of(number: f64) -> LlvmVersion {
        let major = number as u32;
        LlvmVersion { major, minor: ((number - major as f64) * 10.0 + 0.5) as u32 }
    }
    /// The release in a text such as `3.4`, `14` or `14.0.6`; none for any other text.
    pub fn parse(text: &[u8]) -> Option<LlvmVersion> {
        let mut parts = std::str::from_utf8(text).ok()?.split('.');
        let major = parts.next()?.parse().ok()?;
        let minor = if major > 3 { 0 } else { parts.next().map_or(Some(0), |minor| minor.parse().ok())? };
        Some(LlvmVersion::release(major, minor))
    }
    /// Whether this release precedes `other`; `<` for constants.
    pub const fn is_before(self, other: LlvmVersion) -> bool {
        self.major < other.major || self.major == other.major && self.minor < other.minor
    }
    /// The release after this one, of those that are known; numbers go from 3.9 to 4.
    pub fn next(self) -> Option<LlvmVersion> {
        let next = if self < LlvmVersion::three(9) { LlvmVersion::three(self.minor + 1) } else { LlvmVersion::new(self.major + 1) };
        (!self.is_newest()).then_some(next)
    }
    /// Whether this is the newest known release or a later one.
    pub const fn is_newest(self) -> bool {
        !self.is_before(LlvmVersion::NEWEST)
    }
}

impl Default for LlvmVersion {
    fn default() -> LlvmVersion {
        LlvmVersion::DEFAULT
    }
}

impl fmt::Display for LlvmVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.major > 3 { write!(f, "{}", self.major) } else { write!(f, "{}.{}", self.major, self.minor) }
    }
}

/// A form that dates a file: only some releases write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The form, in words.
    pub what: &'static str,
    /// The first release that writes it, if known.
    pub since: Option<LlvmVersion>,
    /// The last release that writes it, if known.
    pub until: Option<LlvmVersion>,
}

/// The release inferred for a file without a producer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The release.
    pub release: LlvmVersion,
    /// The forms that date it.
    pub traces: Vec<Trace>,
}

impl Inferred {
    /// Infers the newest release that writes all forms of `traces`. If no release writes all of them (development versions did), it is the newest
    /// release that writes the form which was removed first.
    pub fn of(traces: Vec<Trace>) -> Option<Inferred> {
        let release = traces.iter().filter_map(|trace| trace.until).min()?;
        Some(Inferred { release, traces })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_releases() {
        assert_eq!(LlvmVersion::parse(b"3.4"), Some(LlvmVersion::three(4)));
        assert_eq!(LlvmVersion::parse(b"14.0.6"), Some(LlvmVersion::new(14)));
        assert_eq!(LlvmVersion::parse(b"x"), None);
        assert_eq!((LlvmVersion::three(4).to_string(), LlvmVersion::new(14).to_string()), ("3.4".into(), "14".into()));
        assert!(LlvmVersion::three(9) < LlvmVersion::new(4));
    }

    #[test]
    fn the_form_that_went_first_tells() {
        let trace = |until| Trace { what: "form", since: None, until: Some(until) };
        let inferred = Inferred::of(vec![trace(LlvmVersion::three(7)), trace(LlvmVersion::three(2)), trace(LlvmVersion::new(4))]);
        assert_eq!(inferred.map(|inferred| inferred.release), Some(LlvmVersion::three(2)));
        assert_eq!(Inferred::of(vec![Trace { what: "form", since: Some(LlvmVersion::three(3)), until: None }]), None);
    }
}

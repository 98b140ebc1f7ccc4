//! Releases of LLVM, and what tells which one wrote a file that does not say.
pub mod evidence;
pub mod features;
pub mod producer;

use std::fmt;

/// The newest major version of LLVM that is known here.
pub const NEWEST: u32 = 22;

/// A release of LLVM: its number and, up to LLVM 3.9, the one behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LlvmVersion {
    /// Number: 3 for LLVM 3.4, 14 for LLVM 14.0.6.
    pub major: u32,
    /// Second number; 0 from LLVM 4 on.
    pub minor: u32,
}

impl LlvmVersion {
    /// LLVM `major`, whose releases do not differ in bitcode (from 4 on).
    pub const fn new(major: u32) -> LlvmVersion {
        LlvmVersion { major, minor: 0 }
    }
    /// LLVM 3.`minor`.
    pub const fn three(minor: u32) -> LlvmVersion {
        LlvmVersion { major: 3, minor }
    }
    /// The release written as a decimal number, such as 3.9 or 22.0.
    pub const fn of(number: f64) -> LlvmVersion {
        let major = number as u32;
        LlvmVersion { major, minor: ((number - major as f64) * 10.0 + 0.5) as u32 }
    }
    /// The release of a text such as `3.4` or `14`; none if it is no such text.
    pub fn parse(text: &[u8]) -> Option<LlvmVersion> {
        let mut parts = std::str::from_utf8(text).ok()?.split('.');
        let major = parts.next()?.parse().ok()?;
        let minor = if major > 3 { 0 } else { parts.next().map_or(Some(0), |minor| minor.parse().ok())? };
        Some(LlvmVersion { major, minor })
    }
}

impl fmt::Display for LlvmVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.major > 3 { write!(f, "{}", self.major) } else { write!(f, "{}.{}", self.major, self.minor) }
    }
}

/// A form in bitcode that tells about its writer: only releases up to one of them wrote it, or only later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What it is, in words.
    pub what: &'static str,
    /// The first release that wrote it, if it tells that.
    pub since: Option<LlvmVersion>,
    /// The last release that wrote it, if it tells that.
    pub until: Option<LlvmVersion>,
}

/// What the forms in a bitcode file without a producer tell of its writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The release that is taken for its writer.
    pub release: LlvmVersion,
    /// What told it.
    pub traces: Vec<Trace>,
}

impl Inferred {
    /// Takes the newest release that wrote all the forms of `traces`. Where none wrote all of them (development versions did), the newest that wrote
    /// those which went first.
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

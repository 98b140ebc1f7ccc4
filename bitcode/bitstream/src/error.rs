//! The error of everything that reads or writes bitstreams: one word wide, with bit offset, block path and expectation.
use crate::limits::{LimitName, Limits};
use std::fmt;

/// What kind of fault an [`Error`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The data ends before what it announces.
    Truncated,
    /// The data contradicts the format.
    Malformed,
    /// The data exceeds [`Limits`] ([`Error::limit`] names the limit), or what fits into memory.
    Limit,
    /// The data is well formed so far, but of an unknown form (from a newer LLVM or another tool).
    Unsupported,
    /// The data is no bitstream at all.
    NotBitcode,
}

impl ErrorKind {
    fn word(self) -> &'static str {
        match self {
            ErrorKind::Truncated => "truncated",
            ErrorKind::Malformed => "malformed",
            ErrorKind::Limit => "over the limit",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::NotBitcode => "not bitcode",
        }
    }
}

/// Why bitcode could not be read or written, and where.
///
/// One machine word, so that `Result<u64>` stays small in the paths that decode every operand.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    limit: Option<LimitName>,
    bit: Option<u64>,
    path: String,
    message: String,
}

/// Result with this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of `kind` with a message that says what was expected; add the place with [`Error::at`] and [`Error::within`].
    #[cold]
    #[inline(never)]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Inner { kind, limit: None, bit: None, path: String::new(), message: message.into() }))
    }

    /// The data contradicts the format.
    #[cold]
    #[inline(never)]
    pub fn malformed(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Malformed, message)
    }

    /// The data has an unknown form.
    #[cold]
    #[inline(never)]
    pub fn unsupported(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Unsupported, message)
    }

    /// The data needs more than can be stored, whatever the limits are.
    #[cold]
    #[inline(never)]
    pub fn too_large(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Limit, message)
    }

    /// The data exceeds a limit of `limits` with `what`.
    #[cold]
    #[inline(never)]
    pub fn beyond(limit: LimitName, limits: &Limits, what: impl fmt::Display) -> Error {
        let mut error = Error::new(ErrorKind::Limit, limit.exceeded(limits, what));
        error.0.limit = Some(limit);
        error
    }

    /// The data ends at or after bit `bit`, where `what` was expected.
    #[cold]
    #[inline(never)]
    pub fn truncated(bit: u64, what: &str) -> Error {
        Error::new(ErrorKind::Truncated, format!("expected {what}, found the end of the data")).at(bit)
    }

    /// Sets the bit offset from the start of the stream, unless a more precise one is known already.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn at(mut self, bit: u64) -> Error {
        self.0.bit.get_or_insert(bit);
        self
    }

    /// Puts `path` (block path such as `MODULE/FUNCTION[3]/INST_CAST`) before the path known so far.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn within(mut self, path: &str) -> Error {
        if self.0.path.is_empty() {
            path.clone_into(&mut self.0.path);
        } else if !path.is_empty() {
            self.0.path = format!("{path}/{}", self.0.path);
        }
        self
    }

    /// Adds `note` to the message, after a semicolon.
    #[cold]
    #[must_use]
    pub fn noting(mut self, note: impl fmt::Display) -> Error {
        self.0.message = format!("{}; {note}", self.0.message);
        self
    }

    /// The kind of fault.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The limit that the data exceeds, if it can be changed.
    pub fn limit(&self) -> Option<LimitName> {
        self.0.limit
    }

    /// Bit offset from the start of the stream (after a wrapper header), if known.
    pub fn bit(&self) -> Option<u64> {
        self.0.bit
    }

    /// Block path, empty if the fault lies outside every block.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// What was expected, without place.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, bit, path, message, .. } = &*self.0;
        write!(f, "{}: {message}", kind.word())?;
        match (path.is_empty(), bit) {
            (true, None) => Ok(()),
            (true, Some(bit)) => write!(f, " (at bit {bit})"),
            (false, None) => write!(f, " (in {path})"),
            (false, Some(bit)) => write!(f, " (in {path}, at bit {bit})"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<()>>(), size_of::<usize>());
    }

    #[test]
    fn says_where_and_what() {
        let e = Error::malformed("expected a type number below 3, found 7").at(96).within("INST_CAST").within("MODULE/FUNCTION[3]");
        assert_eq!(e.to_string(), "malformed: expected a type number below 3, found 7 (in MODULE/FUNCTION[3]/INST_CAST, at bit 96)");
        assert_eq!(e.at(5).bit(), Some(96), "the first offset stays");
    }
}

//! Errors of the parser: position in the text, expectation, and related positions.

use crate::parse::WordKind;
use bctk_ir::metadata::di::DiKind;
use bctk_support::limits::{LimitName, Limits};
use std::fmt;
use std::ops::Range;

/// A fault in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The bytes at fault.
    pub span: Range<usize>,
    /// The error, in LLVM's words if LLVM reports the same.
    pub message: String,
    /// The error in words that say more than LLVM's, if there are any.
    pub title: String,
    /// What to write under the bytes; empty for nothing.
    pub label: String,
    /// Other places, each with what it has to do with the fault.
    pub notes: Vec<(Range<usize>, String)>,
    /// What to do about it.
    pub help: Vec<String>,
    /// What was expected there, as far as something near it can be suggested.
    pub(crate) about: About,
    /// Whether the parser was at this place, and something else was expected.
    pub(crate) unexpected: bool,
    /// The limit that the text exceeds, if that is the error.
    pub limit: Option<LimitName>,
    /// What LLVM finds only at the end of the text, if that is the error.
    pub late: Option<Late>,
}

/// What a fault is about, where that is more than its message says. It determines which advice is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum About {
    /// A word of the grammar, if the text has a word there.
    #[default]
    Word,
    /// The opcode of an instruction, or its end.
    Opcode,
    /// A value or block of the function.
    Local,
    /// A value of the function that is of another type.
    LocalType,
    /// The number of an unnamed value; this one is due.
    Number(u32),
    /// The predicate of a comparison.
    Predicate {
        /// Whether it compares floating-point numbers.
        float: bool,
    },
    /// A memory ordering.
    Ordering,
    /// The operation of an `atomicrmw`.
    RmwOperation,
    /// The name of a specialised metadata node.
    Node,
    /// A field of such a node.
    Field(DiKind),
    /// A word in such a field.
    FieldWord(WordKind),
}

/// What LLVM looks for once it has parsed the whole text, in this order (`LLParser::validateEndOfModule`): names that nothing defines, and
/// nodes that are no locations. Before LLVM 23, metadata comes last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Late {
    /// The function of a `blockaddress`.
    BlockAddress,
    /// `%4`
    NumberedType(u32),
    /// `%name`
    Type,
    /// `$name`
    Comdat(Box<[u8]>),
    /// `!4`
    Metadata(u32),
    /// A debug record at this position whose location is no `DILocation`.
    RecordLocation(usize),
    /// An attachment `!dbg` of an instruction, at this position, that is no `DILocation`.
    Location(usize),
    /// An intrinsic that has no such type, or that is not only called, so that its type is unknown.
    Intrinsic(Box<[u8]>),
    /// `@name`
    Value(Box<[u8]>),
    /// `@4`
    NumberedValue(u32),
}

/// The faults of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// The first of them, in the order of their places; never empty.
    pub faults: Vec<Diagnostic>,
    /// How many there are besides these.
    pub more: usize,
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(faults: Vec<Diagnostic>) -> Diagnostics {
        Diagnostics { faults, more: 0 }
    }
}

impl Diagnostic {
    /// A fault with nothing but a place and a message.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            message: message.into(),
            title: String::new(),
            label: String::new(),
            notes: Vec::new(),
            help: Vec::new(),
            about: About::default(),
            unexpected: false,
            limit: None,
            late: None,
        }
    }

    /// Line and column of the fault, both from 1; columns count bytes.
    pub fn line_column(&self, text: &[u8]) -> (usize, usize) {
        line_column(text, self.span.start)
    }

    /// The error in the words that say most.
    pub fn title(&self) -> &str {
        if self.title.is_empty() { &self.message } else { &self.title }
    }
}

/// Line and column of the byte `at`, both from 1; columns count bytes.
pub fn line_column(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.iter().filter(|&&c| c == b'\n').count();
    let start = before.iter().rposition(|&c| c == b'\n').map_or(0, |i| i + 1);
    (line + 1, before.len() - start + 1)
}

/// Where the lines of a text begin, for many places in it.
pub struct LineIndex {
    /// Where each line but the first begins.
    starts: Vec<usize>,
}

impl LineIndex {
    /// Finds the lines of `text`.
    pub fn new(text: &[u8]) -> LineIndex {
        LineIndex { starts: memchr::memchr_iter(b'\n', text).map(|end| end + 1).collect() }
    }

    /// [`line_column`] of the byte `at`.
    pub fn line_column(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= at);
        let start = line.checked_sub(1).map_or(0, |before| self.starts[before]);
        (line + 1, at - start + 1)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.span.start, self.message)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.faults.iter().enumerate() {
            if i != 0 {
                f.write_str("\n")?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}
impl std::error::Error for Diagnostics {}

/// A fault on the way up: one word wide.
pub(crate) struct Error(pub(crate) Box<Diagnostic>);

impl From<Error> for Diagnostics {
    fn from(Error(fault): Error) -> Diagnostics {
        vec![*fault].into()
    }
}

/// Result with a fault.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Error {
        Error(Box::new(Diagnostic::new(span, message)))
    }

    /// The text exceeds a limit of `limits` with `what`.
    #[cold]
    #[inline(never)]
    pub(crate) fn beyond(span: Range<usize>, limit: LimitName, limits: &Limits, what: impl fmt::Display) -> Error {
        let mut error = Error::new(span, limit.exceeded(limits, what));
        error.0.limit = Some(limit);
        error
    }

    /// LLVM finds the fault at the end of the text.
    #[cold]
    pub(crate) fn late(mut self, late: Late) -> Error {
        self.0.late = Some(late);
        self
    }

    /// What to write under the place.
    #[cold]
    pub(crate) fn label(mut self, label: impl Into<String>) -> Error {
        self.0.label = label.into();
        self
    }

    /// What was expected there.
    #[cold]
    pub(crate) fn about(mut self, about: About) -> Error {
        self.0.about = about;
        self
    }

    /// What to do about it.
    #[cold]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Error {
        self.0.help.push(help.into());
        self
    }

    /// Another place that matters.
    #[cold]
    pub(crate) fn note(mut self, span: Range<usize>, text: impl Into<String>) -> Error {
        self.0.notes.push((span, text.into()));
        self
    }
}

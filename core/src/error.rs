//! The error type: file, place and kind.
use std::fmt;
use std::io;

use bctk_support::limits::{Exceeded, LimitName};

#[cfg(feature = "text")]
use crate::text_errors::TextErrors;

/// Why an operation failed. It names the file, the kind of the failure and, if there is one, the place.
#[derive(Debug)]
pub struct Error(Box<(String, ErrorKind)>);

/// A result with this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file cannot be opened or read.
    Open(io::Error),
    /// The output cannot be written.
    Write(io::Error),
    /// The bitcode is malformed, unsupported or beyond a limit.
    Bitcode(bctk_bitcode::Error),
    /// The text has errors.
    #[cfg(feature = "text")]
    Text(TextErrors),
    /// It is assembly, or would be, and this build has no assembly.
    NoText,
    /// The file is neither bitcode nor text, and contains no bitcode.
    NotLlvm(String),
    /// There is no such module, or there are several where one is needed.
    Modules(String),
    /// The module uses what the requested release cannot represent.
    Unrepresentable(String),
    /// The description of a bitcode file below a text cannot be used.
    Description(String),
    /// The module has no such global value.
    Symbol(String),
    /// The module cannot be made or changed as asked.
    Edit(bctk_edit::EditError),
}

/// Where in a file an error is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A position in bitcode: the bit offset from the start of the stream, and the path of blocks (`MODULE/FUNCTION[3]/INST_CAST`).
    Bit(u64, String),
    /// A position in a text: line and column, from 1.
    Text(usize, usize),
}

impl Error {
    /// An error of `kind` in the file `file`.
    pub fn new(file: impl Into<String>, kind: ErrorKind) -> Error {
        Error(Box::new((file.into(), kind)))
    }

    /// The name of the file as given; `<stdin>` for standard input.
    pub fn file(&self) -> &str {
        &self.0.0
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.1
    }

    /// The name of the file and what went wrong.
    pub fn into_parts(self) -> (String, ErrorKind) {
        *self.0
    }

    /// The place in the file; none if the error is about the whole file.
    pub fn place(&self) -> Option<Place> {
        match self.kind() {
            ErrorKind::Bitcode(error) => error.bit().map(|bit| Place::Bit(bit, error.path().to_owned())),
            #[cfg(feature = "text")]
            ErrorKind::Text(errors) => errors.first_place().map(|(line, column)| Place::Text(line, column)),
            _ => None,
        }
    }

    /// What went wrong, without the name of the file.
    pub fn message(&self) -> String {
        match self.kind() {
            ErrorKind::Open(error) | ErrorKind::Write(error) => error.to_string(),
            ErrorKind::Bitcode(error) => error.to_string(),
            #[cfg(feature = "text")]
            ErrorKind::Text(errors) => errors.to_string(),
            ErrorKind::NoText => "this is LLVM assembly, and bctk was built without it (feature `text`)".to_owned(),
            ErrorKind::Edit(error) => error.to_string(),
            ErrorKind::NotLlvm(message)
            | ErrorKind::Modules(message)
            | ErrorKind::Unrepresentable(message)
            | ErrorKind::Description(message)
            | ErrorKind::Symbol(message) => message.clone(),
        }
    }
}

impl Error {
    /// The limit that the input exceeds, if that is the error.
    pub fn limit(&self) -> Option<LimitName> {
        match self.kind() {
            ErrorKind::Bitcode(error) => error.limit(),
            ErrorKind::Write(error) => error.get_ref()?.downcast_ref::<Exceeded>().map(|exceeded| exceeded.limit),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            // Each of these names the file.
            #[cfg(feature = "text")]
            ErrorKind::Text(errors) => write!(f, "{errors}"),
            _ => write!(f, "{}: {}", self.file(), self.message()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind() {
            ErrorKind::Open(error) | ErrorKind::Write(error) => Some(error),
            ErrorKind::Bitcode(error) => Some(error),
            ErrorKind::Edit(error) => Some(error),
            _ => None,
        }
    }
}

impl From<bctk_edit::EditError> for Error {
    /// An error of making or changing a module, which is of no file.
    fn from(error: bctk_edit::EditError) -> Error {
        Error::new("<module>", ErrorKind::Edit(error))
    }
}

impl From<bctk_bitcode::Error> for Error {
    /// An error of a part of a module, whose file it does not name.
    fn from(error: bctk_bitcode::Error) -> Error {
        Error::new("<bitcode>", ErrorKind::Bitcode(error))
    }
}

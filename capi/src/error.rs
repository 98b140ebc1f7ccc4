//! Errors as values.
use bctk::bitcode;
use bctk::{Error, ErrorKind, ModuleFile, Place};

use crate::guard::{ask, free};
use crate::types::{Text, bctk_status, bctk_string};

/// Why a call failed. It belongs to the caller, who frees it with `bctk_error_free`.
#[derive(Clone, Debug)]
pub struct bctk_error {
    pub(crate) status: bctk_status,
    message: Text,
    path: Text,
    limit: Text,
    bit: u64,
    line: u64,
    column: u64,
}

/// The bit offset of an error or a finding that has none, and the byte offset of a module in another file.
pub const BCTK_NO_OFFSET: u64 = u64::MAX;

impl bctk_error {
    pub(crate) fn new(status: bctk_status, message: impl Into<String>) -> bctk_error {
        let message = Text::new(message.into());
        bctk_error { status, message, path: Text::default(), limit: Text::default(), bit: BCTK_NO_OFFSET, line: 0, column: 0 }
    }

    /// A library that has less was asked for more.
    #[allow(dead_code)] // The full library has all.
    pub(crate) fn not_built(what: &str) -> bctk_error {
        bctk_error::new(bctk_status::BCTK_NOT_BUILT, format!("this library was built without {what}; the full library of bctk has all"))
    }

    pub(crate) fn argument(message: impl Into<String>) -> bctk_error {
        bctk_error::new(bctk_status::BCTK_INVALID_ARGUMENT, message)
    }
}

/// The status of an error of the library.
fn status(error: &bctk::Error) -> bctk_status {
    if error.limit().is_some() {
        return bctk_status::BCTK_LIMIT;
    }
    match error.kind() {
        ErrorKind::Bitcode(error) => match error.kind() {
            bitcode::ErrorKind::NotBitcode => bctk_status::BCTK_NOT_LLVM,
            bitcode::ErrorKind::Unsupported => bctk_status::BCTK_UNSUPPORTED,
            bitcode::ErrorKind::Limit => bctk_status::BCTK_LIMIT,
            _ => bctk_status::BCTK_MALFORMED,
        },
        #[cfg(feature = "text")]
        ErrorKind::Text(_) => bctk_status::BCTK_SYNTAX,
        ErrorKind::NoText => bctk_status::BCTK_NOT_BUILT,
        ErrorKind::NotLlvm(_) | ErrorKind::Modules(_) => bctk_status::BCTK_NOT_LLVM,
        ErrorKind::Unrepresentable(_) => bctk_status::BCTK_UNREPRESENTABLE,
        ErrorKind::Description(_) => bctk_status::BCTK_MALFORMED,
        ErrorKind::Symbol(_) => bctk_status::BCTK_NO_SYMBOL,
        ErrorKind::Edit(_) => bctk_status::BCTK_EDIT,
        ErrorKind::Open(_) | ErrorKind::Write(_) => bctk_status::BCTK_IO,
        _ => bctk_status::BCTK_INTERNAL,
    }
}

/// A fault of a file.
pub(crate) fn fault(file: &ModuleFile, kind: ErrorKind) -> bctk_error {
    Error::new(file.name(), kind).into()
}

impl From<bctk::Error> for bctk_error {
    fn from(error: bctk::Error) -> bctk_error {
        let mut failure = bctk_error::new(status(&error), error.message());
        match error.place() {
            Some(Place::Bit(bit, path)) => (failure.bit, failure.path) = (bit, Text::new(path)),
            Some(Place::Text(line, column)) => (failure.line, failure.column) = (line as u64, column as u64),
            _ => {}
        }
        if let Some(limit) = error.limit() {
            failure.limit = Text::new(limit.name());
        }
        failure
    }
}

/// What the call that failed returned; `BCTK_OK` for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_error_status(error: *const bctk_error) -> bctk_status {
    // SAFETY: the caller passes null or an error.
    unsafe { ask(error, |error| Some(error.status)) }.unwrap_or(bctk_status::BCTK_OK)
}

/// What went wrong, in words, without the name of the file: one line, or for a text several with the lines of the source.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_error_message(error: *const bctk_error) -> bctk_string {
    // SAFETY: the caller passes null or an error.
    unsafe { ask(error, |error| error.message.string()) }
}

/// Where in the bitcode the error is: bits from its start; `BCTK_NO_OFFSET` if it is not at a place in bitcode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_error_bit(error: *const bctk_error) -> u64 {
    // SAFETY: the caller passes null or an error.
    unsafe { ask(error, |error| Some(error.bit)) }.unwrap_or(BCTK_NO_OFFSET)
}

/// The blocks that this bit lies in, such as `MODULE/FUNCTION[3]/INST_CAST`; empty if it is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_error_path(error: *const bctk_error) -> bctk_string {
    // SAFETY: the caller passes null or an error.
    unsafe { ask(error, |error| error.path.string()) }
}

/// The line of a text that the first error is in, from 1; 0 if it is not in a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_error_line(error: *const bctk_error) -> u64 {
    // SAFETY: the caller passes null or an error.
    unsafe { ask(error, |error| error.line) }
}

/// The column in that line, from 1; 0 if the error is not in a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_error_column(error: *const bctk_error) -> u64 {
    // SAFETY: the caller passes null or an error.
    unsafe { ask(error, |error| error.column) }
}

/// The limit that the input exceeds, by the name that `bctk_limit` has; empty for other errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_error_limit(error: *const bctk_error) -> bctk_string {
    // SAFETY: the caller passes null or an error.
    unsafe { ask(error, |error| error.limit.string()) }
}

/// Frees an error; null is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_error_free(error: *mut bctk_error) {
    // SAFETY: the caller passes null or an error that it does not use any more.
    unsafe { free(error) }
}

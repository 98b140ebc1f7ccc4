//! Why bitcode was not written.
use bctk_bitstream::Error;
use std::fmt;
use std::io;

/// Why a file could not be written.
#[derive(Debug)]
pub enum Fault {
    /// Bitcode cannot express the module.
    Module(Error),
    /// An error of the output.
    Sink(io::Error),
}

impl Fault {
    /// The error where only memory is written, which does not fail.
    pub(super) fn into_error(self) -> Error {
        match self {
            Fault::Module(error) => error,
            Fault::Sink(error) => Error::too_large(error.to_string()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Module(error) => error.fmt(f),
            Fault::Sink(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Module(error)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Sink(error)
    }
}

//! Errors of making and changing modules.
use std::fmt;

/// Why a module cannot be made or changed as asked: it says what was expected, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    /// The function, if the error is in one.
    function: Option<String>,
    message: String,
}

impl EditError {
    /// An error that is in no function.
    pub(crate) fn new(message: impl Into<String>) -> EditError {
        EditError { function: None, message: message.into() }
    }

    /// The same error in the function of this name.
    pub(crate) fn in_function(mut self, name: &[u8]) -> EditError {
        self.function.get_or_insert_with(|| String::from_utf8_lossy(name).into_owned());
        self
    }

    /// What was expected, and what was found.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The function that the error is in, if it is in one.
    pub fn function(&self) -> Option<&str> {
        self.function.as_deref()
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.function {
            Some(function) => write!(f, "@{function}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for EditError {}

/// A result with an [`EditError`].
pub type Result<T, E = EditError> = std::result::Result<T, E>;

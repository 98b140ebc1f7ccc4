//! Why a source gives one row with an error.
use std::fmt;
use std::time::{Duration, Instant};

/// The text of an `error` column.
pub(crate) struct Fault(String);

/// What a table makes of a source.
pub(crate) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    pub(crate) fn new(message: impl Into<String>) -> Fault {
        Fault(message.into())
    }
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

impl From<bctk_bitcode::Error> for Fault {
    fn from(error: bctk_bitcode::Error) -> Fault {
        Fault(error.to_string())
    }
}

impl From<bctk::Error> for Fault {
    fn from(error: bctk::Error) -> Fault {
        // The name of the file is in a column of its own, but for errors in a text, which are lines of `file:line:column: message`.
        Fault(error.message())
    }
}

impl From<arrow_schema::ArrowError> for Fault {
    fn from(error: arrow_schema::ArrowError) -> Fault {
        Fault(error.to_string())
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The time that a source may take.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    end: Option<(Instant, Duration)>,
}

impl Clock {
    pub(crate) fn start(limit: Option<Duration>) -> Clock {
        Clock { end: limit.and_then(|limit| Some((Instant::now().checked_add(limit)?, limit))) }
    }

    /// Fails once the time is over. Tables ask between phases and between functions.
    pub(crate) fn check(&self) -> Result<()> {
        match self.end {
            Some((end, limit)) if Instant::now() >= end => Err(Fault(format!("time limit of {} s exceeded", limit.as_secs_f64()))),
            _ => Ok(()),
        }
    }
}

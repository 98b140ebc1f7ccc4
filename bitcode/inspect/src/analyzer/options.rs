//! Output options, and the reasons why printing ends.
use bctk_ir::version::LlvmVersion;
use std::fmt;
use std::io;

/// What to print.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Trace every block and record (`--dump`).
    pub dump: bool,
    /// Trace what is in BLOCKINFO too (`--dump-blockinfo`).
    pub dump_blockinfo: bool,
    /// Put record counts by code into the summary (not `--disable-histogram`).
    pub histogram: bool,
    /// Leave the number out where there is a name (not `--non-symbolic`).
    pub symbolic: bool,
    /// Print blobs as text with hexadecimal escapes (`--show-binary-blobs`).
    pub show_binary_blobs: bool,
    /// Compute the hash of modules, starting from this string, and compare (`--check-hash`).
    pub check_hash: Option<&'a [u8]>,
    /// A stream whose BLOCKINFO is used (`--block-info`).
    pub block_info: Option<&'a [u8]>,
    /// The release of the tool whose names of blocks and records are used.
    pub names_of: LlvmVersion,
    /// Name of the input in the summary.
    pub name: &'a [u8],
}

impl Default for Options<'_> {
    /// As the tool without options, reading the standard input.
    fn default() -> Self {
        Options {
            dump: false,
            dump_blockinfo: false,
            histogram: true,
            symbolic: true,
            show_binary_blobs: false,
            check_hash: None,
            block_info: None,
            names_of: super::names::default_release(),
            name: b"-",
        }
    }
}

/// Why the analysis ended before the stream did. What came before it has been written.
pub struct Fault(Box<Why>);

enum Why {
    Content(String),
    Write(io::Error),
}

impl Fault {
    #[cold]
    #[inline(never)]
    pub(super) fn content(message: impl Into<String>) -> Fault {
        Fault(Box::new(Why::Content(message.into())))
    }

    /// The reader of a part of a stream gives up: the part has to be read where it stands.
    #[cold]
    pub(super) fn given_up() -> Fault {
        Fault(Box::new(Why::Write(io::ErrorKind::Unsupported.into())))
    }

    /// Whether the output failed, or [`Fault::given_up`].
    pub(super) fn is_write(&self) -> bool {
        matches!(*self.0, Why::Write(_))
    }

    /// The same with words before the message.
    #[cold]
    #[inline(never)]
    pub(super) fn before(mut self, words: &str) -> Fault {
        if let Why::Content(message) = &mut *self.0 {
            message.insert_str(0, words);
        }
        self
    }

    /// The failure of the output, if it was that and not the content of the stream.
    ///
    /// # Errors
    /// The fault itself, if the stream is to blame.
    pub fn into_write(self) -> Result<io::Error, Fault> {
        match *self.0 {
            Why::Write(error) => Ok(error),
            why => Err(Fault(Box::new(why))),
        }
    }
}

impl From<io::Error> for Fault {
    #[cold]
    fn from(error: io::Error) -> Fault {
        Fault(Box::new(Why::Write(error)))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Why::Content(message) => f.write_str(message),
            Why::Write(error) => error.fmt(f),
        }
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fault({self})")
    }
}

impl std::error::Error for Fault {}

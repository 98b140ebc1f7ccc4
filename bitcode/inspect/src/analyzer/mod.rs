//! What llvm-bcanalyzer 22 prints about a bitstream, byte for byte: a trace of all records, and a summary.
//!
//! Names, order, number formats, the places where it stops and what it says then were taken from llvm-bcanalyzer 22.1.8 and LLVM's
//! `BitcodeAnalyzer`. What it gets wrong is wrong here too; `bcdump` under its own name is not bound by that.
mod bits;
mod info;
mod names;
mod out;
mod record;
mod stats;
mod stream;
mod trace;
mod walk;

use std::fmt;
use std::io::{self, Write};

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
    fn content(message: impl Into<String>) -> Fault {
        Fault(Box::new(Why::Content(message.into())))
    }

    /// The same with words before the message.
    #[cold]
    #[inline(never)]
    fn before(mut self, words: &str) -> Fault {
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

/// Writes to `output` what llvm-bcanalyzer 22 prints for the stream `data`. Memory does not grow with the stream, but for its longest
/// record.
///
/// `passed` is told now and then up to which byte of `data` all has been done.
///
/// # Errors
/// The fault of the stream in the tool's words, after what is printed up to there; or that of the output.
pub fn analyze(data: &[u8], options: &Options<'_>, output: &mut dyn Write, passed: &mut dyn FnMut(usize)) -> Result<(), Fault> {
    let mut out = out::Out::new(output);
    let result = walk::analyze(data, options, &mut out, passed);
    out.flush()?;
    result
}

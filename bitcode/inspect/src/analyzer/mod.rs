//! The output of llvm-bcanalyzer 22 for a bitstream, byte for byte: a trace of all records, and a summary.
//!
//! Names, order, number formats, stopping points and messages follow llvm-bcanalyzer 22.1.8 and LLVM's `BitcodeAnalyzer`, including its bugs.
//! `bcdump` under its own name does not use this module.
mod bits;
mod digits;
mod fast;
mod info;
mod line;
mod names;
mod options;
mod out;
mod parallel;
mod record;
mod stats;
mod stream;
mod trace;
mod walk;

use std::io::Write;

pub use options::{Fault, Options};

/// Writes to `output` what llvm-bcanalyzer 22 prints for the stream `data`. Memory does not grow with the stream, but for its longest
/// record. Large blocks are read on several threads; the output is the same.
///
/// `passed` is called from time to time with the number of bytes of `data` that are done.
///
/// # Errors
/// The error of the stream with the tool's message, after the output up to there; or that of the output.
pub fn analyze(data: &[u8], options: &Options<'_>, output: &mut dyn Write, passed: &mut dyn FnMut(usize)) -> Result<(), Fault> {
    let mut out = out::Out::new(output);
    let result = walk::analyze(data, options, &mut out, passed);
    out.flush()?;
    result
}

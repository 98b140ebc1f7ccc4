//! The command line tools of bctk: arguments, files, progress and messages around the libraries.
//!
//! Nothing is decided here about bitcode or its text: [`run`] looks under which name it was started, hands the bytes of the input to
//! `bctk-bitcode` and the module to `bctk-textual`, and sees to it that no half-written output is left behind.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

mod args;
mod bcconv;
mod convert;
mod diag;
mod input;
mod llvm_dis;
mod output;
mod progress;

/// Runs the tool whose name stands first in `args`: `llvm-dis` if the file name contains that, `bcconv` otherwise.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    let name = args.first().map(|arg0| Path::new(arg0).file_name().unwrap_or(arg0).to_string_lossy().into_owned()).unwrap_or_default();
    if name.contains("llvm-dis") { llvm_dis::run(&args) } else { bcconv::run(&args) }
}

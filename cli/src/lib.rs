//! The command line tools of bctk: arguments, files, progress and messages around the libraries.
//!
//! Nothing is decided here about bitcode or its text: [`run`] and [`run_dump`] look under which name they were started, hand the bytes of
//! the input to the libraries, and see to it that no half-written output is left behind.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

mod args;
mod bcanalyzer;
mod bcconv;
mod bcdump;
mod behind;
mod contents;
mod conversion;
mod convert;
mod copy;
mod diag;
mod dialect;
mod edit;
mod embedded;
mod extract;
mod info;
mod input;
mod interrupt;
mod limits;
mod llvm_as;
mod llvm_dis;
mod llvm_options;
mod lossless;
mod nm;
mod output;
mod progress;
mod text_report;

/// Runs the converter: `llvm-dis` or `llvm-as` if the file name that stands first in `args` contains that, `bcconv` otherwise.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let (name, args) = named(args);
    match name {
        name if name.contains("llvm-dis") => llvm_dis::run(&args),
        name if name.contains("llvm-as") => llvm_as::run(&args),
        _ => bcconv::run(&args),
    }
}

/// Runs the inspector: `llvm-bcanalyzer` or `llvm-nm` if the file name that stands first in `args` contains that, `bcdump` otherwise.
pub fn run_dump(args: impl Iterator<Item = OsString>) -> ExitCode {
    let (name, args) = named(args);
    match name {
        name if name.contains("llvm-bcanalyzer") => bcanalyzer::run(&args),
        name if name.contains("llvm-nm") => nm::run(&args, false),
        _ => bcdump::run(&args),
    }
}

/// The file name under which the program was started, and all its arguments.
fn named(args: impl Iterator<Item = OsString>) -> (String, Vec<OsString>) {
    let args: Vec<OsString> = args.collect();
    let name = args.first().map(|arg0| Path::new(arg0).file_name().unwrap_or(arg0).to_string_lossy().into_owned()).unwrap_or_default();
    (name, args)
}

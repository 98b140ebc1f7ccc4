//! The command line tools of bctk: arguments, files, progress and messages around the libraries.
//!
//! This crate decides nothing about bitcode or text. [`run`] and [`run_dump`] choose a tool by the name of the program, pass the input to the
//! libraries, and leave no incomplete output.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

#[macro_use]
mod messages;

mod aligned_writes;
mod args;
mod background_writer;
mod bcanalyzer;
mod bcconv;
mod bcdump;
mod conversion;
mod diag;
mod embedded;
mod extract;
mod info;
mod interrupt;
mod kinds;
mod limits;
mod llvm_as;
mod llvm_dis;
mod llvm_options;
mod losses;
mod nm;
mod output;
mod progress;
mod response;
mod threads;

/// A tool, run with its arguments, the program's name first.
type Tool = fn(&[OsString]) -> ExitCode;

/// Runs the converter: `llvm-dis` or `llvm-as` if the first argument, the program's name, contains that, `bcconv` otherwise.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    run_named(args, &[("llvm-dis", llvm_dis::run), ("llvm-as", llvm_as::run)], bcconv::run)
}

/// Runs the inspector: `llvm-bcanalyzer` or `llvm-nm` if the first argument, the program's name, contains that, `bcdump` otherwise.
pub fn run_dump(args: impl Iterator<Item = OsString>) -> ExitCode {
    run_named(args, &[("llvm-bcanalyzer", bcanalyzer::run), ("llvm-nm", |args| nm::run(args, false))], bcdump::run)
}

/// Runs the tool of LLVM that the program is called as, with the arguments in files (`@file`), or else the program's own.
fn run_named(args: impl Iterator<Item = OsString>, tools: &[(&str, Tool)], own: Tool) -> ExitCode {
    let (name, args) = named(args);
    let Some((_, tool)) = tools.iter().find(|(tool, _)| name.contains(tool)) else { return own(&args) };
    match response::expand(args) {
        Ok(args) => tool(&args),
        Err(message) => {
            eprintln!("{name}: error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The file name under which the program was started, and all its arguments.
fn named(args: impl Iterator<Item = OsString>) -> (String, Vec<OsString>) {
    let args: Vec<OsString> = args.collect();
    let name = args.first().map(|arg0| Path::new(arg0).file_name().unwrap_or(arg0).to_string_lossy().into_owned()).unwrap_or_default();
    (name, args)
}

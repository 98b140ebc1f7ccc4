//! The command line tools of bctk: arguments, files, progress and messages around the libraries.
//!
//! This crate decides nothing about bitcode or text. [`run_all`], [`run`] and [`run_dump`] choose a tool by the name of the program, pass the input to the
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
mod color;
mod conversion;
mod diag;
mod embedded;
mod extract;
mod findings;
mod folders;
mod highlight;
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
mod pager;
mod progress;
mod response;
mod threads;
mod verbs;

/// A tool, run with its arguments, the program's name first.
type Tool = fn(&[OsString]) -> ExitCode;

/// The tools by their names: those of LLVM that the program replaces, and its own.
const TOOLS: &[(&str, Tool)] = &[
    ("llvm-dis", llvm_dis::run),
    ("llvm-as", llvm_as::run),
    ("llvm-bcanalyzer", bcanalyzer::run),
    ("llvm-nm", |args| nm::run(args, false)),
    ("bcconv", own_converter),
    ("bcdump", own_inspector),
];

fn own_converter(args: &[OsString]) -> ExitCode {
    messages::be("bcconv");
    bcconv::run(args)
}

fn own_inspector(args: &[OsString]) -> ExitCode {
    messages::be("bcdump");
    bcdump::run(args)
}

/// Runs all tools: the one whose name the first argument, the program's name, contains, or `bctk` with its subcommands.
pub fn run_all(args: impl Iterator<Item = OsString>) -> ExitCode {
    run_named(args, TOOLS, verbs::run)
}

/// Runs the converter: `llvm-dis` or `llvm-as` if the first argument, the program's name, contains that, `bcconv` otherwise.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    run_named(args, &TOOLS[..2], own_converter)
}

/// Runs the inspector: `llvm-bcanalyzer` or `llvm-nm` if the first argument, the program's name, contains that, `bcdump` otherwise.
pub fn run_dump(args: impl Iterator<Item = OsString>) -> ExitCode {
    run_named(args, &TOOLS[2..4], own_inspector)
}

/// Runs the tool of LLVM that the program is called as, with the arguments in files (`@file`), or else the program's own.
fn run_named(args: impl Iterator<Item = OsString>, tools: &[(&str, Tool)], own: Tool) -> ExitCode {
    let (name, args) = named(args);
    let Some((_, tool)) = tools.iter().find(|(tool, _)| name.contains(tool)) else { return own(&args) };
    run_tool(&name, args, *tool)
}

/// Runs a tool that was called by this name. LLVM's tools take arguments in files (`@file`).
fn run_tool(name: &str, args: Vec<OsString>, tool: Tool) -> ExitCode {
    if !name.contains("llvm-") {
        return tool(&args);
    }
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

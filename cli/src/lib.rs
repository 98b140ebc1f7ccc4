//! The command line tools of bctk: arguments, files, progress and messages around the libraries.
//!
//! This crate decides nothing about bitcode or text. [`run`] chooses a tool by the name of the program, passes the input to the libraries, and
//! leaves no incomplete output. The programs `bctk`, `bcconv` and `bcdump` are one: they differ in the tool that they are under any other
//! name.
//!
//! ```
//! use std::ffi::OsString;
//!
//! let args = ["bctk", "--version"].map(OsString::from);
//! bctk_cli::run("bctk", args.into_iter());
//! ```

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

#[macro_use]
mod messages;

mod aligned_writes;
mod ar;
mod args;
mod background_writer;
mod bcanalyzer;
mod bcconv;
mod bcdump;
mod bridge;
mod color;
mod containers;
mod conversion;
mod diag;
mod diff;
mod embedded;
mod extract;
mod findings;
mod folders;
mod highlight;
mod info;
mod inputs;
mod interrupt;
mod kinds;
mod limits;
mod link_plan;
mod llvm_as;
mod llvm_cat;
mod llvm_commands;
mod llvm_dis;
mod llvm_extract;
mod llvm_link;
mod llvm_link_imports;
mod llvm_lto;
mod llvm_lto2;
mod llvm_modextract;
mod llvm_options;
mod llvm_output;
mod llvm_split;
mod llvm_strip;
mod losses;
mod nm;
mod notes;
mod objcopy;
mod opt;
mod opt_layouts;
mod opt_maps;
mod output;
mod pager;
mod progress;
mod readable;
mod readers;
mod response;
mod threads;
mod told;
mod verbs;

/// A tool, run with its arguments, the program's name first.
type Tool = fn(&[OsString]) -> ExitCode;

/// The name of a tool that is part of other words.
const OPT: &str = "opt";

/// The tools by their names, but for `bctk`: those of LLVM that the programs replace, and their own.
const TOOLS: &[(&str, Tool)] = &[
    ("llvm-dis", llvm_dis::run),
    ("llvm-as", llvm_as::run),
    ("llvm-bcanalyzer", bcanalyzer::run),
    ("llvm-extract", llvm_extract::run),
    ("llvm-link", llvm_link::run),
    // The one with the longer name first.
    ("llvm-lto2", llvm_lto2::run),
    ("llvm-lto", llvm_lto::run),
    ("llvm-cat", llvm_cat::run),
    ("llvm-modextract", llvm_modextract::run),
    ("llvm-split", llvm_split::run),
    ("llvm-nm", |args| nm::run(args, false)),
    ("llvm-ar", ar::run),
    ("llvm-ranlib", ar::run_ranlib),
    ("llvm-strip", llvm_strip::run),
    ("llvm-bitcode-strip", llvm_strip::run_bitcode),
    (OPT, opt::run),
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

/// Runs the tool whose name the first argument, the program's name, contains; `own` if there is none, or else `bctk`.
pub fn run(own: &str, args: impl Iterator<Item = OsString>) -> ExitCode {
    let (name, args) = named(args);
    let tool = |name: &str| match TOOLS.iter().find(|(tool, _)| is_named(name, tool)) {
        Some((_, tool)) => Some(*tool),
        None => name.contains("bctk").then_some(verbs::run as Tool),
    };
    run_tool(&name, args, tool(&name).or_else(|| tool(own)).unwrap_or(verbs::run))
}

/// Whether a program of this name is the tool.
fn is_named(name: &str, tool: &str) -> bool {
    match tool {
        // `opt`, `opt-19`, `opt19`, `x86_64-linux-gnu-opt-19.exe`
        OPT => name.split(['-', '_', '.']).any(|word| word.strip_prefix(OPT).is_some_and(|rest| rest.bytes().all(|c| c.is_ascii_digit()))),
        _ => name.contains(tool),
    }
}

/// Runs a tool that was called by this name. LLVM's tools take arguments in files (`@file`).
fn run_tool(name: &str, args: Vec<OsString>, tool: Tool) -> ExitCode {
    // The archiver has options for the quotes in such files.
    let is_other = !name.contains("llvm-") && !is_named(name, OPT);
    if is_other || name.contains("llvm-ar") {
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

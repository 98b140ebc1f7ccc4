//! The command line of `bcdump` under its own name.
use std::path::PathBuf;

use clap::Parser;

use crate::color::When;

/// The end of `--help`, after the options.
const EXAMPLES: &str = "\
Examples:
  bcdump a.bc                                     what the file is and where its bytes go
  bcdump a.bc --records                           every record, with the names of its fields
  bcdump a.bc --records 'MODULE/FUNCTION(@main)'  the body of main
  bcdump a.bc --records FUNCTION:INST_CALL        every call
  bcdump a.bc --records MODULE/TYPE --bits        the type table, bit by bit
  bcdump a.bc --stats                             cost of blocks and records, useful abbreviations
  bcdump a.bc --records --json | jq ...           JSON (docs/bcdump-json.md)
  bcdump a.bc --html a.html                       a page to zoom into and search
  bcdump diff a.bc b.bc                           differences; see bcdump diff --help
  bcdump header.pch                               any other bitstream
  bcdump a.o --summary                            the ThinLTO summary of a module
  bcdump a.bc --info                              producer, LLVM version and target
  bcdump lib.a --list                             the modules in an archive or another container
  bcdump lib.a:member.o:0                         one of these modules

A PATH consists of block names separated by /. A block may have its number among blocks of the
same kind, as in FUNCTION[3], or the name of its function, as in FUNCTION(@main); `*` is any
block, a number is a block id. A record follows after a colon, by name or code. The first block
may be at any depth unless the path begins with / or MODULE.

In records, %5 is value 5, #5 type 5, !5 metadata 5 and bb5 basic block 5. `%5 = ` before a record
is the number that it defines, and `%5 = %3 = ` tells that llvm-dis prints it as %3.

Exit status: 0 on success, 1 if a file cannot be read to its end or nothing is at PATH, 2 if the
command line is wrong.";

/// Shows the contents of LLVM bitcode and of any other bitstream, down to the bit.
///
/// LLVM is not needed.
#[derive(Debug, Parser)]
#[command(name = "bcdump", version, max_term_width = 100, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files to show; `-` is standard input.
    ///
    /// For an archive or another container, its modules are shown; for LLVM assembly, the bitcode that `bcconv --plain` makes of it.
    #[arg(value_name = "FILE", required_unless_present_any = ["records", "limit"])]
    pub(crate) files: Vec<PathBuf>,

    /// Show all records, or those at PATH.
    #[arg(long, value_name = "PATH", num_args = 0..=1, default_missing_value = "")]
    pub(crate) records: Option<String>,

    /// With --records: show operands as plain numbers.
    #[arg(long)]
    pub(crate) raw: bool,

    /// With --records: also show the position, encoding and bytes of every field.
    #[arg(long)]
    pub(crate) bits: bool,

    /// Change a limit on what a file may ask for; may be repeated.
    ///
    /// `--limit help` lists all limits.
    #[arg(long, value_name = "NAME=N")]
    pub(crate) limit: Vec<String>,

    /// Read the bitcode files that objects name (wllvm, gllvm), as far as they lie in this folder.
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub(crate) follow_paths: Option<PathBuf>,

    /// Show the cost of every kind of block and record, and which abbreviations would help.
    #[arg(long, conflicts_with = "records")]
    pub(crate) stats: bool,

    /// List the modules in the file and their positions, also in nested archives, object files, universal binaries, offload bundles, Metal
    /// libraries and DirectX containers.
    #[arg(long, conflicts_with_all = ["records", "stats"])]
    pub(crate) list: bool,

    /// List symbols of bitcode, archives and object files as llvm-nm does; see `bcdump --symbols --help`.
    #[arg(long)]
    pub(crate) symbols: bool,

    /// Show the ThinLTO summaries of the modules, or the combined index in the file.
    #[arg(long, conflicts_with_all = ["records", "stats", "list", "html"])]
    pub(crate) summary: bool,

    /// Show what each file or member is: producer, LLVM version and how it is known, contents.
    ///
    /// The same as `bcconv --info`.
    #[arg(long, conflicts_with_all = ["records", "stats", "list", "html", "summary"])]
    pub(crate) info: bool,

    /// Print JSON (docs/bcdump-json.md).
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a self-contained HTML page that shows the bytes of the file by block, function and record kind.
    #[arg(long, value_name = "OUT", conflicts_with_all = ["records", "stats", "json", "list"])]
    pub(crate) html: Option<PathBuf>,

    /// Take names and abbreviations from the BLOCKINFO block of another bitstream.
    #[arg(long, value_name = "FILE")]
    pub(crate) block_info: Option<PathBuf>,

    /// In the outline and the page, show names of functions as they are in the file, not demangled.
    #[arg(long, conflicts_with_all = ["records", "stats", "list", "summary", "info", "json"])]
    pub(crate) mangled: bool,

    /// When to use colors.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
}

impl Args {
    /// The files and the path. If `--records` is followed by the only argument, that is the file, not the path.
    pub(crate) fn files_and_path(&self) -> (Vec<PathBuf>, Option<&str>) {
        match (self.files.as_slice(), &self.records) {
            ([], Some(file)) if !file.is_empty() => (vec![PathBuf::from(file)], Some("")),
            (files, records) => (files.to_vec(), records.as_deref()),
        }
    }
}

//! The command line of `bcdump` under its own name.
use std::path::PathBuf;

use clap::Parser;

use crate::bcdump::color::When;

/// What `--help` shows after the options.
const EXAMPLES: &str = "\
Examples:
  bcdump a.bc                                    what the file is and where its bits go
  bcdump a.bc --records                          every record, with the names of its fields
  bcdump a.bc --records 'MODULE/FUNCTION(@main)' the body of main
  bcdump a.bc --records FUNCTION:INST_CALL       every call
  bcdump a.bc --records MODULE/TYPE --bits       types, bit by bit
  bcdump a.bc --stats                            bits by block and record; what abbreviations would save
  bcdump a.bc --records --json | jq ...          the same for machines (docs/bcdump-json.md)
  bcdump a.bc --html a.html                      a page to zoom into, search and select
  bcdump diff a.bc b.bc                          what differs; see bcdump diff --help
  bcdump header.pch                              any other bitstream
  bcdump a.o --summary                           what thin links know of a module, and which GUIDs its values have
  bcdump a.bc --info                             which LLVM wrote it, and for which target
  bcdump lib.a --list                            the modules in an archive, an object file or any other container
  bcdump lib.a:member.o:0                        a module of those

A PATH is the names of blocks with / between them. A block may have its number among its like, as in FUNCTION[3], or the name of its
function, as in FUNCTION(@main); `*` is any block, a number is a block id. After : stands a record, by name or as its code. The first name
may stand at any depth unless the path begins with / or MODULE.

In records, %5 is the value with number 5, #5 a type, !5 metadata, bb5 a basic block; `%5 = ` before a record tells the number that it adds.

Exit status: 0; 1 if the file cannot be read to its end or nothing is at PATH; 2 for a wrong command line.";

/// Shows what is in LLVM bitcode and any other bitstream, down to the bit. No LLVM is needed.
#[derive(Debug, Parser)]
#[command(name = "bcdump", version, max_term_width = 100, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files to show, one after the other; `-` is the standard input. Of an archive, or the like, it is the modules in it; of LLVM assembly, the bitcode
    /// that `bcconv --plain` makes of it.
    #[arg(value_name = "FILE", required_unless_present_any = ["records", "limit"])]
    pub(crate) files: Vec<PathBuf>,

    /// Show records: all, or those at PATH.
    #[arg(long, value_name = "PATH", num_args = 0..=1, default_missing_value = "")]
    pub(crate) records: Option<String>,

    /// With --records: operands as plain numbers.
    #[arg(long)]
    pub(crate) raw: bool,

    /// With --records: where every field lies, its encoding, and the bytes that hold it.
    #[arg(long)]
    pub(crate) bits: bool,

    /// Set a limit on what the file may ask for; may be given several times. `--limit help` lists them.
    #[arg(long, value_name = "NAME=N")]
    pub(crate) limit: Vec<String>,

    /// Show what every kind of block and record costs.
    #[arg(long, conflicts_with = "records")]
    pub(crate) stats: bool,

    /// Show which modules are in the file and where: bitcode, archives, object files, universal binaries, offload bundles, and those within each other.
    #[arg(long, conflicts_with_all = ["records", "stats"])]
    pub(crate) list: bool,

    /// List symbols as llvm-nm does, of bitcode, archives and object files; `bcdump --symbols --help` tells the options.
    #[arg(long)]
    pub(crate) symbols: bool,

    /// Show the ThinLTO summaries of the modules, or the index of many modules that the file is.
    #[arg(long, conflicts_with_all = ["records", "stats", "list", "html"])]
    pub(crate) summary: bool,

    /// Show what each file or member is, which LLVM wrote it, and how that is known, as `bcconv --info` does; with --json one object in a line for each.
    #[arg(long, conflicts_with_all = ["records", "stats", "list", "html", "summary"])]
    pub(crate) info: bool,

    /// Write JSON, see docs/bcdump-json.md.
    #[arg(long)]
    pub(crate) json: bool,

    /// Write one page for a browser, without anything to load from elsewhere: the file's bytes by block, function and record kind.
    #[arg(long, value_name = "OUT", conflicts_with_all = ["records", "stats", "json", "list"])]
    pub(crate) html: Option<PathBuf>,

    /// Take names and abbreviations from the BLOCKINFO of another bitstream.
    #[arg(long, value_name = "FILE")]
    pub(crate) block_info: Option<PathBuf>,

    /// Colours.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
}

impl Args {
    /// What to show, and by which path: an argument of `--records` that stands alone is the file, not the path.
    pub(crate) fn files_and_path(&self) -> (Vec<PathBuf>, Option<&str>) {
        match (self.files.as_slice(), &self.records) {
            ([], Some(file)) if !file.is_empty() => (vec![PathBuf::from(file)], Some("")),
            (files, records) => (files.to_vec(), records.as_deref()),
        }
    }
}

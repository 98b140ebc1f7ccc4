//! The command line of `bcconv` under its own name.
use std::path::PathBuf;

use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::{ModuleHash, UseListOrders, Wrapper, WriteOptions};
use clap::{Parser, ValueEnum};

/// Kind of output that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// LLVM assembly, as llvm-dis 22 prints it.
    Ll,
    /// LLVM bitcode.
    Bc,
}

/// Kind of pointers of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PointerKind {
    /// Typed pointers stay; opaque ones beside them are an error.
    Typed,
    /// Typed pointers become opaque.
    Opaque,
}

/// Converts between LLVM bitcode and LLVM assembly, byte for byte as llvm-dis 22 prints and llvm-as 22 writes it. No LLVM is needed.
#[derive(Debug, Parser)]
#[command(name = "bcconv", version, max_term_width = 100, arg_required_else_help = true)]
pub(crate) struct Args {
    /// Files to convert; `-` is the standard input. Their kind is recognised by content: text, bitcode, or what holds bitcode (archives, object files,
    /// universal binaries, offload bundles). `lib.a:member.o` is the bitcode of a member, `lib.a:member.o:0` a module of it; bcdump --list shows the names.
    #[arg(required_unless_present = "limit", value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,

    /// File to write; `-` is the standard output, a folder or a name that ends with `/` is as --out-dir. Without it, IN with the other extension (the
    /// standard output for `-`).
    #[arg(short, long, value_name = "OUT", conflicts_with = "out_dir")]
    pub(crate) output: Option<PathBuf>,

    /// Kind of output, if the extension of OUT does not say it.
    #[arg(long, value_name = "KIND")]
    pub(crate) to: Option<To>,

    /// Folder for the outputs of one or more inputs, under their own names with the other extension; it is made if it is not there.
    #[arg(long, value_name = "DIR")]
    pub(crate) out_dir: Option<PathBuf>,

    /// Write every module of the inputs as a file of its own into this folder, under its name: bitcode, byte for byte as it lies there, or text with
    /// `--to ll`.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "out_dir", "check", "info"])]
    pub(crate) extract: Option<PathBuf>,

    /// Only module N of each input, counted from 0.
    #[arg(long, value_name = "N", conflicts_with = "extract")]
    pub(crate) module: Option<usize>,

    /// Keep only the function, variable or alias NAME of the input, and declarations of what it refers to; may be given several times. What was local
    /// becomes external and hidden, so that the rest can be linked with it.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,

    /// Drop all debug information.
    #[arg(long)]
    pub(crate) strip_debug: bool,

    /// Drop the names of what only the module itself can see: locals, blocks, types, internal and private functions and variables.
    #[arg(long)]
    pub(crate) strip_names: bool,

    /// Only compare the hash that each module of the inputs states with the one of its bytes, and tell; exit status 1 if one differs. Nothing is written.
    #[arg(long, conflicts_with_all = ["output", "out_dir", "to", "check", "info", "extract"])]
    pub(crate) check_hash: bool,

    /// Put this file in the place of the bitcode in an object file or another container (or of the one that `lib.a:member.o` names); zeros fill up. OUT is
    /// the container.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out_dir", "to", "check", "info", "extract", "check_hash", "strip_embedded"], requires = "output")]
    pub(crate) embed: Option<PathBuf>,

    /// Put zeros in the place of all bitcode in sections of object files. OUT is the object file, or what holds it.
    #[arg(long, conflicts_with_all = ["out_dir", "to", "check", "info", "extract", "check_hash"], requires = "output")]
    pub(crate) strip_embedded: bool,

    /// Only read the inputs and report what is wrong with them; nothing is written.
    #[arg(long, conflicts_with_all = ["output", "out_dir", "to"])]
    pub(crate) check: bool,

    /// Only tell what the inputs are: who wrote them and how that is known, which kind of pointers they have, what is in the file; nothing is written.
    #[arg(long, conflicts_with_all = ["output", "out_dir", "to", "check"])]
    pub(crate) info: bool,

    /// With --info: JSON, one object in a line for each file (docs/bcdump-json.md).
    #[arg(long, requires = "info")]
    pub(crate) json: bool,

    /// What becomes of typed pointers (`i32*`) in a text. By default they stay typed in what LLVM printed (`; ModuleID =` on the first line),
    /// and are read as opaque ones elsewhere, as LLVM 22 does.
    #[arg(long, value_name = "KIND")]
    pub(crate) pointers: Option<PointerKind>,

    /// Convert to the language of LLVM N: text as that version prints it, bitcode as it writes it. Typed pointers become opaque ones from 15 on, and what
    /// older versions say in other words is put in those of N, as far as that is known; what N has no words for is an error. Without it: the language of
    /// the input. The text of another version has no description of its bitcode file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(13..=22))]
    pub(crate) dialect: Option<u32>,

    /// How deep types, constants and metadata of a text may nest in each other: `--limit nesting=LEVELS`.
    #[arg(long, value_name = "LEVELS")]
    pub(crate) nesting: Option<usize>,

    /// Set a limit on what an input may ask for; may be given several times. A message names the limit that an input goes beyond; `--limit help` lists
    /// them all.
    #[arg(long, value_name = "NAME=N")]
    pub(crate) limit: Vec<String>,

    /// Print use-list order directives.
    #[arg(long)]
    pub(crate) preserve_ll_uselistorder: bool,

    /// Plain llvm-dis text and plain llvm-as bitcode: a text gets no description of its bitcode file below it, and one that is there is passed
    /// over; a copy of bitcode holds what LLVM would write, and nothing of other writers.
    #[arg(long)]
    pub(crate) plain: bool,

    /// Fail where a text was changed and part of the description below it does not apply any more, or where it cannot be read. For bitcode: fail where no text
    /// gives back the file.
    #[arg(long, conflicts_with = "plain")]
    pub(crate) strict_layout: bool,

    /// Name this producer in the bitcode. Without it: that of the input; for a text, that of the LLVM whose writer is reproduced (LLVM22.1.8),
    /// or the version of LLVM that printed it, if it was an older one (LLVM15), so that it prints again as it was.
    #[arg(long, value_name = "TEXT")]
    pub(crate) producer: Option<String>,

    /// Write a wrapper header before the bitcode, or none. Without it: as the input has it; from a text, for Darwin targets, as LLVM does.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) wrapper: Option<bool>,

    /// Write the module's hash (SHA-1) into the bitcode, computed anew, or none. Without it: that of the input; of a text, what the summary in it
    /// states if LLVM printed it (llvm-as writes none).
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) module_hash: Option<bool>,

    /// Write use-list orders into the bitcode, or none. Without it: as the input has it; from a text they are written.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) preserve_bc_uselistorder: Option<bool>,

    /// Number of threads; without it, as many as the machine has. The output never depends on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Args {
    /// Whether something is asked for that changes bitcode.
    pub(crate) fn changes_bitcode(&self) -> bool {
        self.producer.is_some()
            || self.wrapper.is_some()
            || self.module_hash.is_some()
            || self.preserve_bc_uselistorder.is_some()
            || self.pointers.is_some()
            || self.dialect.is_some()
    }

    /// The language that is asked for.
    pub(crate) fn llvm(&self) -> Option<LlvmVersion> {
        self.dialect.map(LlvmVersion::nearest_written)
    }

    /// How bitcode is to be written.
    pub(crate) fn write_options(&self) -> WriteOptions {
        WriteOptions {
            producer: self.producer.clone().map(String::into_bytes),
            use_list_orders: match self.preserve_bc_uselistorder {
                None => UseListOrders::AsRead,
                Some(true) => UseListOrders::Preserve,
                Some(false) => UseListOrders::Drop,
            },
            module_hash: match self.module_hash {
                None => ModuleHash::AsRead,
                Some(true) => ModuleHash::Compute,
                Some(false) => ModuleHash::Drop,
            },
            wrapper: match self.wrapper {
                None => Wrapper::ByTarget,
                Some(true) => Wrapper::Always,
                Some(false) => Wrapper::Never,
            },
            llvm: self.llvm(),
            metadata_index_threshold: None,
        }
    }
}

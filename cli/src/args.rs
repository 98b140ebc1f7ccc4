//! The command line of `bcconv` under its own name.
use std::path::PathBuf;

use crate::output::{Existing, Resolved};
use bctk::{Edits, LlvmVersion, Lossy, Profile, TranslateOptions};
use bctk_bitcode::write::{ModuleHash, UseListOrders, Wrapper, WriteOptions};
use clap::{Parser, ValueEnum};

/// Type of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum To {
    /// LLVM assembly.
    Ll,
    /// LLVM bitcode.
    Bc,
}

/// Type of output, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ToKind {
    /// LLVM assembly.
    Ll,
    /// LLVM bitcode.
    Bc,
    /// The type of the input; a container stays one, with other bitcode in it.
    Same,
}

impl ToKind {
    /// The type that a module of bitcode becomes.
    pub(crate) fn of_bitcode(self) -> To {
        if self == ToKind::Ll { To::Ll } else { To::Bc }
    }
}

/// Pointers in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PointerKind {
    /// Keep typed pointers; opaque pointers in the same text are an error.
    Typed,
    /// Convert typed pointers to opaque ones.
    Opaque,
}

/// What a translation may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LossyKind {
    /// Nothing: all that LLVM N does not have must have an older equivalent.
    None,
    /// Attributes, flags, metadata and details of debug information, without which the program means the same.
    Hints,
    /// Also all debug information, if LLVM N cannot represent it.
    Debug,
}

impl From<LossyKind> for Lossy {
    fn from(kind: LossyKind) -> Lossy {
        match kind {
            LossyKind::None => Lossy::None,
            LossyKind::Hints => Lossy::Hints,
            LossyKind::Debug => Lossy::Debug,
        }
    }
}

/// The end of the help, after the options.
const EXAMPLES: &str = "\
Examples:
  bcconv a.bc -o a.ll                      print a file as llvm-dis does, so that it can be restored
  bcconv a.ll -o b.bc                      the original file, byte for byte
  bcconv a.bc --to-llvm 16 -o old.bc       for a tool of LLVM 16
  bcconv lib.a:member.o -o member.ll       a member of an archive
  bcconv *.bc --out-dir texts              many files
  bcconv a.bc --info                       what the file is";

/// Converts between LLVM bitcode and LLVM assembly.
///
/// Output is byte-identical to `llvm-dis` 23 and `llvm-as` 23. LLVM is not needed.
#[derive(Debug, Parser)]
#[command(name = "bcconv", version, max_term_width = 100, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files to convert; `-` is standard input.
    ///
    /// Input type is detected from content: text, bitcode, or a container of bitcode (archive, object file, universal binary, offload
    /// bundle, Metal library, DirectX container). `lib.a:member.o` selects a member, `lib.a:member.o:0` a module in it; `bcdump --list` shows the names.
    #[arg(required_unless_present = "limit", value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Their paths, for all outputs.
    #[arg(skip)]
    pub(crate) resolved: Resolved,

    /// Output file; `-` is standard output.
    ///
    /// A directory, or a name that ends with `/`, is the same as --out-dir. Default: the name of the input with the other extension. Several
    /// bitcode files or texts become one bitcode file with several modules.
    #[arg(short, long, value_name = "OUT", conflicts_with = "out_dir")]
    pub(crate) output: Option<PathBuf>,

    /// Output type.
    ///
    /// Default: by the name of OUT: text for `.ll` and `-`, bitcode for `.bc`, `.o`, `.obj` and `.lo`. Without OUT, the opposite of the input
    /// type. If OUT is the input or has its extension, the kind of the input: an object file stays one, with new bitcode in it. For any other
    /// OUT, text becomes bitcode, and bitcode needs this option.
    #[arg(long, value_name = "KIND")]
    pub(crate) to: Option<ToKind>,

    /// Write outputs to this directory, under the names of the inputs with the other extension.
    ///
    /// The directory is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub(crate) out_dir: Option<PathBuf>,

    /// Keep files that exist: an output of such a name is an error. Default: outputs replace them.
    #[arg(long, conflicts_with_all = ["verify", "check", "info", "check_hash"])]
    pub(crate) no_clobber: bool,

    /// Write every module of the inputs to a file of its own in this directory: unchanged bitcode, or text with `--to ll`.
    #[arg(help_heading = "Containers", long, value_name = "DIR", conflicts_with_all = ["output", "out_dir", "check", "info"])]
    pub(crate) extract: Option<PathBuf>,

    /// Take the files in folders, and in folders in them: texts (`.ll`), bitcode, and containers of bitcode.
    ///
    /// Links to folders are not followed. With --out-dir, outputs keep the folders that they were found in.
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// Print no notes, and no line about what was written; errors still are.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Name each output when it is written.
    #[arg(short, long, hide_short_help = true)]
    pub(crate) verbose: bool,

    /// Use only module N of each input; the first is 0.
    #[arg(help_heading = "Containers", long, value_name = "N", conflicts_with = "extract", hide_short_help = true)]
    pub(crate) module: Option<usize>,

    /// Keep only the functions, variables and aliases that NAME means, and declare what they refer to.
    ///
    /// NAME is that in the file or the demangled one, with or without parameters; `*` and `?` are wildcards. Internal symbols become external
    /// and hidden. May be repeated.
    #[arg(help_heading = "Changes", long, value_name = "NAME")]
    pub(crate) only: Vec<String>,

    /// Remove all debug information.
    #[arg(help_heading = "Changes", long)]
    pub(crate) strip_debug: bool,

    /// Remove the names of local values, blocks, types, and internal and private functions and variables.
    #[arg(help_heading = "Changes", long)]
    pub(crate) strip_names: bool,

    /// Compare the hash of each module with its bytes; write nothing.
    ///
    /// Exit status 1 if one differs.
    #[arg(help_heading = "Inspection", long, conflicts_with_all = ["output", "out_dir", "to", "check", "info", "extract"])]
    pub(crate) check_hash: bool,

    /// Replace the bitcode in an object file or another container, or in the member named by `lib.a:member.o`, with this file.
    ///
    /// OUT is the new container.
    #[arg(help_heading = "Containers", long, value_name = "FILE", conflicts_with_all = ["out_dir", "to", "check", "info", "extract", "check_hash", "strip_embedded"], requires = "output")]
    pub(crate) embed: Option<PathBuf>,

    /// Remove all bitcode from the sections of object files.
    ///
    /// OUT is the new object file or container.
    #[arg(help_heading = "Containers", long, conflicts_with_all = ["out_dir", "to", "check", "info", "extract", "check_hash"], requires = "output")]
    pub(crate) strip_embedded: bool,

    /// Leave what cannot be converted in a container as it is, with a note.
    ///
    /// Default: it is an error, and nothing is written.
    #[arg(help_heading = "Containers", long, conflicts_with_all = ["verify", "check", "info", "check_hash", "extract", "embed", "strip_embedded"])]
    pub(crate) keep_going: bool,

    /// Write an archive without dates, owners and modes of members, as `D` of `ar` does.
    ///
    /// Default: they are those of the input.
    #[arg(help_heading = "Containers", short = 'D', long, hide_short_help = true, conflicts_with_all = ["verify", "check", "info", "check_hash", "extract", "embed", "strip_embedded"])]
    pub(crate) deterministic: bool,

    /// Read the bitcode files that objects name (wllvm, gllvm), as far as they lie in this folder.
    #[arg(help_heading = "Containers", long, value_name = "DIR", hide_short_help = true)]
    pub(crate) follow_paths: Option<PathBuf>,

    /// Verify the modules of the inputs, with the messages of LLVM's verifier; write nothing.
    ///
    /// With `--to-llvm N`, the rules are those of LLVM N.
    #[arg(help_heading = "Inspection", long, conflicts_with_all = ["output", "out_dir", "to", "check"])]
    pub(crate) verify: bool,

    /// Report all errors in the inputs, those of the verifier included; write nothing.
    #[arg(help_heading = "Inspection", long, conflicts_with_all = ["output", "out_dir", "to"])]
    pub(crate) check: bool,

    /// With --check: also lint the modules as LLVM 23 does: calls that do not suit, undefined behaviour that is certain.
    ///
    /// Messages are those of LLVM's lint (`opt -passes=lint`). What takes LLVM's simplification or alias analysis is not found.
    #[arg(help_heading = "Inspection", long, requires = "check", conflicts_with_all = ["to_llvm", "only", "strip_debug", "strip_names"])]
    pub(crate) lint: bool,

    /// Show what the inputs are: producer, LLVM version and how it is known, kind of pointers, contents.
    ///
    /// Write nothing.
    #[arg(help_heading = "Inspection", long, conflicts_with_all = ["output", "out_dir", "to", "check"])]
    pub(crate) info: bool,

    /// With --info: tell of each module whether LLVM N reads it as it is, and what a translation would cost where it does not.
    ///
    /// LLVM N refuses such a module, or overlooks what it does not know. Exit status 1 if there is one.
    #[arg(help_heading = "Inspection", long, value_name = "N", value_parser = release, requires = "info", conflicts_with = "module")]
    pub(crate) readable_by: Option<LlvmVersion>,

    /// Print what is told as JSON, one object per line for each file or module (docs/bctk.md).
    #[arg(help_heading = "Inspection", long)]
    pub(crate) json: bool,

    /// With --check or --verify: print a log in SARIF 2.1.0, for editors and code reviews.
    #[arg(help_heading = "Inspection", long, conflicts_with = "json", hide_short_help = true)]
    pub(crate) sarif: bool,

    /// How to read typed pointers (`i32*`) in a text.
    ///
    /// Default: typed in a text that LLVM printed (`; ModuleID =` on the first line), else opaque, as LLVM 23 reads them.
    #[arg(help_heading = "LLVM versions", long, value_name = "KIND", hide_short_help = true)]
    pub(crate) pointers: Option<PointerKind>,

    /// Translate to LLVM N (3.7 to 23, and 24 in development): text as that version prints it, bitcode as it writes it. Or to a dialect: nvvm70,
    /// nvvm100, air, dxil.
    ///
    /// A dialect is the language of a release with the rules of the compiler that takes it: libNVVM, before and from compute_100 on, Metal,
    /// DirectX.
    ///
    /// Older constructs are upgraded as LLVM N does. Newer ones become older ones with the same meaning, or are left out if the program
    /// means the same without them (--lossy). Anything else is an error, and so is what the verifier of LLVM N refuses. The text has no
    /// description of the bitcode file. Default: the version of the input.
    #[arg(help_heading = "LLVM versions", long, alias = "dialect", value_name = "N", value_parser = language)]
    pub(crate) to_llvm: Option<Language>,

    /// What a translation to an older LLVM may leave out.
    ///
    /// What --only, --strip-debug and --strip-names remove is removed before it, and does not count.
    #[arg(help_heading = "LLVM versions", long, value_name = "WHAT", default_value = "hints", requires = "to_llvm")]
    pub(crate) lossy: LossyKind,

    /// Write what a translation changed to FILE, with the number of places and the first of them.
    ///
    /// JSON, one object per line for each input; `-` is standard output.
    #[arg(help_heading = "LLVM versions", long, value_name = "FILE", requires = "to_llvm", hide_short_help = true)]
    pub(crate) report: Option<PathBuf>,

    /// With --to-llvm: also write modules that LLVM N would refuse.
    #[arg(help_heading = "LLVM versions", long, requires = "to_llvm", hide_short_help = true)]
    pub(crate) disable_verify: bool,

    /// How deep types, constants and metadata of a text may nest: `--limit nesting=LEVELS`.
    #[arg(help_heading = "Resources", long, value_name = "LEVELS", hide_short_help = true)]
    pub(crate) nesting: Option<usize>,

    /// Change a limit on what an input may ask for; may be repeated.
    ///
    /// Errors name the limit. `--limit help` lists all limits.
    #[arg(help_heading = "Resources", long, value_name = "NAME=N", hide_short_help = true)]
    pub(crate) limit: Vec<String>,

    /// Print use-list order directives.
    #[arg(help_heading = "Text", long, hide_short_help = true)]
    pub(crate) preserve_ll_uselistorder: bool,

    /// Convert without a description of the bitcode file: write plain llvm-dis text and plain llvm-as bitcode, and ignore descriptions in
    /// inputs.
    ///
    /// A copy of bitcode contains only what LLVM would write.
    #[arg(long)]
    pub(crate) plain: bool,

    /// Fail if a text was edited and part of its description no longer applies, or if the description cannot be read.
    ///
    /// For bitcode: fail if no text restores the file.
    #[arg(long, conflicts_with = "plain", hide_short_help = true)]
    pub(crate) strict_layout: bool,

    /// Name of the producer.
    ///
    /// Default: that of the input; for a text, LLVM23.1.4, or the older LLVM that printed it.
    #[arg(help_heading = "Bitcode", long, value_name = "TEXT", hide_short_help = true)]
    pub(crate) producer: Option<String>,

    /// Whether to write a wrapper header.
    ///
    /// Default: as in the input; for a text, only for Darwin targets.
    #[arg(help_heading = "Bitcode", long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_short_help = true)]
    pub(crate) wrapper: Option<bool>,

    /// Whether to write the module's SHA-1 hash, newly computed.
    ///
    /// Default: that of the input, or for a text, in its summary; newly computed if an option changes the bitcode.
    #[arg(help_heading = "Bitcode", long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_short_help = true)]
    pub(crate) module_hash: Option<bool>,

    /// Whether to write use-list orders.
    ///
    /// Default: as in the input; for a text, yes.
    #[arg(help_heading = "Bitcode", long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_short_help = true)]
    pub(crate) preserve_bc_uselistorder: Option<bool>,

    /// Number of threads.
    ///
    /// The output does not depend on it. Default: the number of processors.
    #[arg(help_heading = "Resources", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), hide_short_help = true)]
    pub(crate) threads: Option<u16>,
}

/// A release whose writer is known, such as `3.9` or `14`.
fn language(text: &str) -> Result<Language, String> {
    if text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return text.parse().map(|profile: Profile| Language { llvm: profile.llvm(), profile: Some(profile) });
    }
    let release = release(text).map(|llvm| Language { llvm, profile: None });
    release.map_err(|message| format!("{message}, or a dialect"))
}

/// A release whose reader and writer are known.
pub(crate) fn release(text: &str) -> Result<LlvmVersion, String> {
    let release = LlvmVersion::parse(text.as_bytes());
    release.filter(|release| release.as_written() == *release).ok_or_else(|| {
        let (first, last) = (LlvmVersion::OLDEST_WRITTEN, LlvmVersion::NEWEST);
        format!("expected a release of LLVM from {first} to {last}")
    })
}

/// The language that a translation is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Language {
    llvm: LlvmVersion,
    profile: Option<Profile>,
}

impl Args {
    /// Whether an option changes the bitcode that is written.
    pub(crate) fn changes_bitcode(&self) -> bool {
        self.producer.is_some()
            || self.wrapper.is_some()
            || self.module_hash.is_some()
            || self.preserve_bc_uselistorder.is_some()
            || self.pointers.is_some()
            || self.to_llvm.is_some()
    }

    /// What happens to files that have the names of outputs.
    pub(crate) fn existing(&self) -> Existing {
        if self.no_clobber { Existing::Kept } else { Existing::Replaced }
    }

    /// Whether a translation may leave out nothing.
    pub(crate) fn is_lossless(&self) -> bool {
        self.lossy == LossyKind::None
    }

    /// The changes to make in modules.
    pub(crate) fn edits(&self) -> Edits {
        let only = self.only.iter().map(|name| name.clone().into_bytes()).collect();
        Edits { only, strip_debug: self.strip_debug, strip_names: self.strip_names }
    }

    /// The version in `--to-llvm`.
    pub(crate) fn llvm(&self) -> Option<LlvmVersion> {
        self.to_llvm.map(|language| language.llvm)
    }

    /// The dialect in `--to-llvm`.
    pub(crate) fn profile(&self) -> Option<Profile> {
        self.to_llvm?.profile
    }

    /// How to translate.
    pub(crate) fn translate_options(&self) -> TranslateOptions {
        TranslateOptions { lossy: self.lossy.into(), verify: !self.disable_verify, profile: self.profile() }
    }

    /// How to write bitcode.
    pub(crate) fn write_options(&self) -> WriteOptions {
        WriteOptions {
            producer: self.producer.clone().map(String::into_bytes),
            use_list_orders: match self.preserve_bc_uselistorder {
                None => UseListOrders::AsRead,
                Some(true) => UseListOrders::Preserve,
                Some(false) => UseListOrders::Drop,
            },
            module_hash: match self.module_hash {
                None if self.changes_bitcode() => ModuleHash::Renew,
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
            ..WriteOptions::default()
        }
    }
}

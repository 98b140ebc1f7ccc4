//! The subcommands of `bctk`: each is a part of one of the tools, with options of its table.
use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, ArgMatches};

/// A subcommand.
pub(crate) struct Verb {
    pub(crate) name: &'static str,
    /// One line of help.
    pub(crate) about: &'static str,
    /// More lines of help, or none.
    pub(crate) details: &'static str,
    pub(crate) tool: Tool,
    /// The options of the tool that it has.
    pub(crate) options: &'static [&'static str],
    /// Changes an option for this subcommand.
    pub(crate) adapt: fn(Arg) -> Arg,
    /// Options of the tool that it sets.
    pub(crate) preset: fn(&ArgMatches) -> Vec<OsString>,
    /// The end of the help.
    pub(crate) examples: &'static str,
    /// Whether its output is for the eyes, so that a pager serves.
    pub(crate) is_paged: bool,
}

/// The tool that does the work of a subcommand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// `bcconv`
    Convert,
    /// `bcdump`
    Dump,
}

const NOTHING: Verb = Verb {
    name: "",
    about: "",
    details: "",
    tool: Tool::Convert,
    options: &[],
    adapt: |arg| arg,
    preset: |_| Vec::new(),
    examples: "",
    is_paged: false,
};

/// An option that a subcommand sets.
fn set(options: &[&str]) -> Vec<OsString> {
    options.iter().map(OsString::from).collect()
}

/// `--to same`, unless `--to` or the name of the output tells the type. A terminal takes text alone.
fn same_type(matches: &ArgMatches) -> Vec<OsString> {
    let output = matches.get_raw("output").and_then(|mut values| values.next());
    let tells = output.is_some_and(|path| {
        path == "-" && crate::pager::is_terminal() || Path::new(path).extension().is_some_and(|end| end == "ll" || end == "bc")
    });
    let is_said = matches!(matches.try_contains_id("to"), Ok(true));
    if tells || is_said { Vec::new() } else { set(&["--to=same"]) }
}

/// All subcommands that are parts of tools, in the order of the help.
pub(crate) const VERBS: &[Verb] = &[
    Verb {
        name: "dis",
        about: "Disassemble bitcode: write LLVM assembly",
        details: "The text is that of llvm-dis, with a description below it that restores the file (--plain leaves it out).",
        options: &[
            "inputs",
            "output",
            "out_dir",
            "no_clobber",
            "recursive",
            "follow_paths",
            "module",
            "preserve_ll_uselistorder",
            "plain",
            "strict_layout",
            "quiet",
            "verbose",
            "json",
            "limit",
            "threads",
        ],
        preset: |_| set(&["--to=ll"]),
        examples: "\
Examples:
  bctk dis a.bc                    write a.ll
  bctk dis a.bc -o -               print the text
  bctk dis lib.a:member.o -o m.ll  a member of an archive
  bctk dis -r build --out-dir ll   all bitcode below a folder
  clang -c -emit-llvm -o - a.c | bctk dis",
        ..NOTHING
    },
    Verb {
        name: "as",
        about: "Assemble LLVM assembly: write bitcode",
        details: "A text that bctk wrote becomes the file that it came from, byte for byte.",
        options: &[
            "inputs",
            "output",
            "out_dir",
            "no_clobber",
            "recursive",
            "pointers",
            "producer",
            "wrapper",
            "module_hash",
            "preserve_bc_uselistorder",
            "plain",
            "strict_layout",
            "quiet",
            "verbose",
            "json",
            "nesting",
            "limit",
            "threads",
        ],
        preset: |_| set(&["--to=bc"]),
        examples: "\
Examples:
  bctk as a.ll                     write a.bc
  bctk as a.ll -o - | opt -O2 ...  for another tool
  bctk as x.ll y.ll --out-dir bc   many files",
        ..NOTHING
    },
    Verb {
        name: "convert",
        about: "Convert between bitcode and assembly, by what the input is",
        details: "It is bcconv with all options that write files; see docs/bcconv.md.",
        options: &[
            "inputs",
            "output",
            "to",
            "out_dir",
            "no_clobber",
            "keep_going",
            "deterministic",
            "recursive",
            "module",
            "only",
            "strip_debug",
            "strip_names",
            "pointers",
            "to_llvm",
            "lossy",
            "report",
            "disable_verify",
            "nesting",
            "limit",
            "preserve_ll_uselistorder",
            "plain",
            "strict_layout",
            "producer",
            "wrapper",
            "module_hash",
            "preserve_bc_uselistorder",
            "quiet",
            "verbose",
            "json",
            "threads",
        ],
        examples: "\
Examples:
  bctk convert a.bc -o a.ll        bitcode to text
  bctk convert a.ll -o a.bc        and back, byte for byte
  bctk convert *.bc --out-dir ll   many files",
        ..NOTHING
    },
    Verb {
        name: "copy",
        about: "Copy bitcode, with the same bytes or another producer, hash or wrapper",
        details: "An archive or object file stays one, with the copy in it.",
        options: &[
            "inputs",
            "output",
            "out_dir",
            "no_clobber",
            "keep_going",
            "deterministic",
            "recursive",
            "embed",
            "producer",
            "wrapper",
            "module_hash",
            "preserve_bc_uselistorder",
            "plain",
            "quiet",
            "verbose",
            "json",
            "limit",
            "threads",
        ],
        preset: |matches| if matches.contains_id("embed") { Vec::new() } else { same_type(matches) },
        examples: "\
Examples:
  bctk copy a.bc -o b.bc                      the same bytes
  bctk copy a.bc --wrapper -o b.bc            with Darwin's header
  bctk copy a.o --embed new.bc -o b.o         an object file with other bitcode in it",
        ..NOTHING
    },
    Verb {
        name: "translate",
        about: "Translate to the language of another LLVM, older or newer",
        details: "Constructs that LLVM N does not have become older ones with the same meaning, are left out with a note if the program means the \
                  same without them, or are an error. docs/translate.md has the table.",
        options: &[
            "inputs",
            "to_llvm",
            "output",
            "to",
            "out_dir",
            "no_clobber",
            "keep_going",
            "deterministic",
            "recursive",
            "module",
            "lossy",
            "report",
            "disable_verify",
            "only",
            "strip_debug",
            "strip_names",
            "quiet",
            "verbose",
            "json",
            "nesting",
            "limit",
            "threads",
        ],
        adapt: |arg| if arg.get_id() == "to_llvm" { arg.required(true).short('t') } else { arg },
        preset: same_type,
        examples: "\
Examples:
  bctk translate --to-llvm 16 a.bc -o b.bc     for a tool of LLVM 16
  bctk translate -t 7 a.bc -o - --lossy none   nothing may be lost
  bctk translate -t 19 liba.rlib -o old.rlib   all modules of an archive
  bctk translate -t nvvm70 k.bc -o k.ll        for libNVVM",
        ..NOTHING
    },
    Verb {
        name: "extract",
        about: "Keep only some functions or variables of a module",
        details: "What they refer to is declared. `bctk unpack` writes the modules of a container.",
        options: &[
            "only",
            "inputs",
            "output",
            "to",
            "out_dir",
            "no_clobber",
            "keep_going",
            "deterministic",
            "module",
            "strip_debug",
            "strip_names",
            "quiet",
            "verbose",
            "json",
            "limit",
            "threads",
        ],
        adapt: |arg| if arg.get_id() == "only" { arg.required(true).short('f').help_heading(None::<&str>) } else { arg },
        preset: same_type,
        examples: "\
Examples:
  bctk extract -f main a.bc -o main.ll
  bctk extract -f 'ns::tw*' -f _Z1fv a.bc -o some.bc",
        ..NOTHING
    },
    Verb {
        name: "strip",
        about: "Remove debug information, names, or bitcode in object files",
        details: "Without an option that says what, debug information and local names are removed.",
        options: &[
            "inputs",
            "output",
            "to",
            "out_dir",
            "no_clobber",
            "keep_going",
            "deterministic",
            "recursive",
            "strip_debug",
            "strip_names",
            "strip_embedded",
            "quiet",
            "verbose",
            "json",
            "limit",
            "threads",
        ],
        adapt: |arg| match arg.get_id().as_str() {
            "strip_debug" => arg.short('g').help_heading(None::<&str>),
            "strip_names" | "strip_embedded" => arg.help_heading(None::<&str>),
            _ => arg,
        },
        preset: |matches| match ["strip_debug", "strip_names", "strip_embedded"].map(|id| matches.get_flag(id)) {
            [_, _, true] => Vec::new(),
            [false, false, _] => [same_type(matches), set(&["--strip-debug", "--strip-names"])].concat(),
            _ => same_type(matches),
        },
        examples: "\
Examples:
  bctk strip -g a.bc -o b.bc                   without debug information
  bctk strip a.o -o b.o                        bitcode in an object file
  bctk strip -g lib.a -o small.a               all modules of an archive
  bctk strip --strip-embedded fat.o -o thin.o  without its bitcode",
        ..NOTHING
    },
    Verb {
        name: "unpack",
        about: "Write every module of the inputs to a file of its own",
        options: &["inputs", "extract", "follow_paths", "to", "module", "report", "to_llvm", "quiet", "limit", "threads"],
        adapt: |arg| match arg.get_id().as_str() {
            "extract" => arg.long("output").short('o').required(true).help_heading(None::<&str>),
            _ => arg,
        },
        examples: "\
Examples:
  bctk unpack lib.a -o modules           bitcode, unchanged
  bctk unpack lib.a -o texts --to ll     texts",
        ..NOTHING
    },
    Verb {
        name: "info",
        about: "Tell what files are: producer, LLVM version and how it is known, contents",
        tool: Tool::Convert,
        options: &["inputs", "readable_by", "follow_paths", "recursive", "module", "json", "pointers", "limit"],
        preset: |_| set(&["--info"]),
        examples: "\
Examples:
  bctk info a.bc
  bctk info lib.a --json | jq .producer
  bctk info --readable-by 19 lib.a     whether LLVM 19 reads all of it",
        is_paged: true,
        ..NOTHING
    },
    Verb {
        name: "check",
        about: "Report all errors in the inputs, those of the verifier included",
        options: &[
            "inputs",
            "lint",
            "recursive",
            "follow_paths",
            "module",
            "to_llvm",
            "pointers",
            "json",
            "sarif",
            "plain",
            "strict_layout",
            "quiet",
            "nesting",
            "limit",
            "threads",
        ],
        preset: |_| set(&["--check"]),
        examples: "\
Examples:
  bctk check a.ll
  bctk check --lint a.bc                     undefined behaviour that is certain, too
  bctk check -r tests --to-llvm 16
  bctk check -r tests --sarif | less",
        ..NOTHING
    },
    Verb {
        name: "verify",
        about: "Verify modules with the messages of LLVM's verifier",
        options: &[
            "inputs",
            "recursive",
            "module",
            "to_llvm",
            "follow_paths",
            "pointers",
            "json",
            "sarif",
            "quiet",
            "nesting",
            "limit",
            "threads",
        ],
        preset: |_| set(&["--verify"]),
        examples: "\
Examples:
  bctk verify a.bc
  bctk verify --to-llvm 14 a.bc    by the rules of LLVM 14",
        ..NOTHING
    },
    Verb {
        name: "hash",
        about: "Compare the hash of each module with its bytes",
        options: &["inputs", "recursive", "json", "limit"],
        preset: |_| set(&["--check-hash"]),
        examples: "\
Examples:
  bctk hash a.o",
        ..NOTHING
    },
    Verb {
        name: "list",
        about: "List the modules in archives, objects and other containers",
        tool: Tool::Dump,
        options: &["files", "follow_paths", "json", "limit"],
        preset: |_| set(&["--list"]),
        examples: "\
Examples:
  bctk list lib.a
  bctk list app --json",
        is_paged: true,
        ..NOTHING
    },
    Verb {
        name: "summary",
        about: "Show ThinLTO summaries and combined indexes",
        tool: Tool::Dump,
        options: &["files", "json", "limit"],
        preset: |_| set(&["--summary"]),
        examples: "\
Examples:
  bctk summary a.o
  bctk summary a.out.index.bc",
        is_paged: true,
        ..NOTHING
    },
    Verb {
        name: "outline",
        about: "Show blocks, functions and where the bytes go",
        tool: Tool::Dump,
        options: &["files", "mangled", "json", "block_info", "limit"],
        examples: "\
Examples:
  bctk outline a.bc",
        is_paged: true,
        ..NOTHING
    },
    Verb {
        name: "records",
        about: "Show records of a bitstream with the names of their fields, down to the bit",
        details: "PATH consists of block names separated by /, and a record after a colon: MODULE/FUNCTION(@main):INST_CALL. \
                  docs/bcdump.md explains it.",
        tool: Tool::Dump,
        options: &["files", "records", "raw", "bits", "json", "block_info", "limit"],
        adapt: |arg| match arg.get_id().as_str() {
            "records" => arg.long("at").short('p').num_args(1),
            _ => arg,
        },
        preset: |matches| if matches.contains_id("records") { Vec::new() } else { set(&["--records="]) },
        examples: "\
Examples:
  bctk records a.bc                                every record
  bctk records a.bc --at 'MODULE/FUNCTION(@main)'  the body of main
  bctk records a.bc --at MODULE/TYPE --bits        the type table, bit by bit",
        is_paged: true,
    },
    Verb {
        name: "stats",
        about: "Show the cost of blocks and records, and useful abbreviations",
        tool: Tool::Dump,
        options: &["files", "json", "block_info", "limit"],
        preset: |_| set(&["--stats"]),
        examples: "\
Examples:
  bctk stats a.bc",
        is_paged: true,
        ..NOTHING
    },
    Verb {
        name: "html",
        about: "Write a page that shows the bytes of a file by block, function and record",
        tool: Tool::Dump,
        options: &["files", "html", "mangled", "block_info", "limit"],
        adapt: |arg| if arg.get_id() == "html" { arg.long("output").short('o').required(true) } else { arg },
        examples: "\
Examples:
  bctk html a.bc -o a.html",
        ..NOTHING
    },
];

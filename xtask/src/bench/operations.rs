//! What `cargo xtask bench` measures: each operation with its two command lines, what its output has to be, and the goals.

/// Stands for the input in a command line; [`OUTPUT`] for the output.
pub(crate) const INPUT: &str = "{input}";
pub(crate) const OUTPUT: &str = "{output}";
/// Stands for all inputs in the command line of many files, whose outputs go to the folder [`OUTPUT`].
pub(crate) const INPUTS: &str = "{inputs}";

/// Our tool, where it takes the place of LLVM's in a comparison.
pub(crate) const OURS: &str = "bcconv";

/// One line of the dashboard: the same work by LLVM's tool and by ours.
pub(crate) struct Operation {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) input: Source,
    /// LLVM's tool and its arguments, or [`OURS`].
    pub(crate) theirs: (&'static str, &'static [&'static str]),
    /// The name under which bcconv or bcdump is started, and its arguments.
    pub(crate) ours: (&'static str, &'static [&'static str]),
    /// The same for many files in one run. Without it, our tool is started once for each file, as LLVM's always is.
    pub(crate) many: Option<(&'static str, &'static [&'static str])>,
    pub(crate) output: Output,
    pub(crate) expected: Expected,
}

/// What an operation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Nothing,
    /// The bitcode file.
    Bitcode,
    /// The text that llvm-dis makes of it.
    Text,
    /// The text that bcconv makes of it, with the description of the file.
    Described,
}

/// Where the output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// To the file [`OUTPUT`], with this extension.
    File(&'static str),
    /// To standard output.
    Printed,
}

/// The requirement for our output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// That of LLVM's tool.
    Same,
    /// That of LLVM's tool, with something below it.
    Above,
    /// The bitcode file that the text was printed from, or that was copied.
    Original,
    /// Nothing is compared: the exit status says it all.
    Nothing,
}

/// LLVM's readers verify modules with debug information before they upgrade it; without this hidden option, LLVM is up to a quarter slower.
const NO_UPGRADE: &str = "--disable-auto-upgrade-debug-info";

/// All operations, in the order of the table.
pub(crate) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "dis",
        about: "bitcode to text",
        input: Source::Bitcode,
        theirs: ("llvm-dis", &[NO_UPGRADE, INPUT, "-o", OUTPUT]),
        ours: ("llvm-dis-22", &[INPUT, "-o", OUTPUT]),
        many: Some(("bcconv", &["--plain", INPUTS, "--out-dir", OUTPUT])),
        output: Output::File("ll"),
        expected: Expected::Same,
    },
    Operation {
        name: "as",
        about: "that text to bitcode, not verified",
        input: Source::Text,
        theirs: ("llvm-as", &["--disable-verify", INPUT, "-o", OUTPUT]),
        ours: ("llvm-as-22", &["--disable-verify", INPUT, "-o", OUTPUT]),
        many: None,
        output: Output::File("bc"),
        expected: Expected::Same,
    },
    Operation {
        name: "copy",
        about: "bitcode to bitcode, against opt without passes",
        input: Source::Bitcode,
        theirs: ("opt", &["-passes=", "--disable-verify", NO_UPGRADE, INPUT, "-o", OUTPUT]),
        ours: ("bcconv", &[INPUT, "-o", OUTPUT]),
        many: Some(("bcconv", &["--to", "bc", INPUTS, "--out-dir", OUTPUT])),
        output: Output::File("bc"),
        expected: Expected::Original,
    },
    Operation {
        name: "default",
        about: "bitcode to text that restores the file, whole file compared, against llvm-dis",
        input: Source::Bitcode,
        theirs: ("llvm-dis", &[NO_UPGRADE, INPUT, "-o", OUTPUT]),
        ours: ("bcconv", &[INPUT, "-o", OUTPUT]),
        many: Some(("bcconv", &[INPUTS, "--out-dir", OUTPUT])),
        output: Output::File("ll"),
        expected: Expected::Above,
    },
    Operation {
        name: "back",
        about: "that text to the same bitcode file, against llvm-as",
        input: Source::Described,
        theirs: ("llvm-as", &["--disable-verify", INPUT, "-o", OUTPUT]),
        ours: ("bcconv", &[INPUT, "-o", OUTPUT]),
        many: Some(("bcconv", &[INPUTS, "--out-dir", OUTPUT])),
        output: Output::File("bc"),
        expected: Expected::Original,
    },
    Operation {
        name: "dump",
        about: "every record, against llvm-bcanalyzer --dump",
        input: Source::Bitcode,
        theirs: ("llvm-bcanalyzer", &["--dump", INPUT]),
        ours: ("llvm-bcanalyzer", &["--dump", INPUT]),
        many: None,
        output: Output::Printed,
        expected: Expected::Same,
    },
    Operation {
        name: "summary",
        about: "sizes of blocks and records, against llvm-bcanalyzer",
        input: Source::Bitcode,
        theirs: ("llvm-bcanalyzer", &[INPUT]),
        ours: ("llvm-bcanalyzer", &[INPUT]),
        many: None,
        output: Output::Printed,
        expected: Expected::Same,
    },
    Operation {
        name: "nm",
        about: "symbols, against llvm-nm",
        input: Source::Bitcode,
        theirs: ("llvm-nm", &[INPUT]),
        ours: ("llvm-nm", &[INPUT]),
        many: Some(("llvm-nm", &[INPUTS])),
        output: Output::Printed,
        expected: Expected::Same,
    },
    Operation {
        name: "verify",
        about: "LLVM's verifier, against opt -passes=verify",
        input: Source::Bitcode,
        theirs: ("opt", &["-passes=verify", "--disable-verify", "--disable-output", NO_UPGRADE, INPUT]),
        ours: ("bcconv", &["--verify", INPUT]),
        many: Some(("bcconv", &["--verify", INPUTS])),
        output: Output::Printed,
        expected: Expected::Same,
    },
    translation("to-16", "translation to LLVM 16, verified, against our copy on two threads", &["--to-llvm", "16", INPUT, "-o", OUTPUT]),
    translation("to-7", "translation to LLVM 7, verified, against our copy on two threads", &["--to-llvm", "7", INPUT, "-o", OUTPUT]),
    Operation {
        name: "version",
        about: "start-up: --version",
        input: Source::Nothing,
        theirs: ("llvm-dis", &["--version"]),
        ours: ("bcconv", &["--version"]),
        many: None,
        output: Output::Printed,
        expected: Expected::Nothing,
    },
];

/// A translation to an older release, which no tool of LLVM makes: ours is compared with our copy.
const fn translation(name: &'static str, about: &'static str, args: &'static [&'static str]) -> Operation {
    Operation {
        name,
        about,
        input: Source::Bitcode,
        theirs: (OURS, &["--threads", "2", INPUT, "-o", OUTPUT]),
        ours: (OURS, args),
        many: None,
        output: Output::File("bc"),
        expected: Expected::Nothing,
    }
}

/// What one cell should reach.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Goals {
    /// How many times as fast as LLVM's tool.
    pub(crate) times: Option<f64>,
    /// The share of LLVM's memory.
    pub(crate) share: Option<f64>,
    /// How many times as fast as with one thread.
    pub(crate) gain: Option<f64>,
}

/// Goals are for this number of threads.
pub(crate) const GOAL_THREADS: usize = 2;

/// Two threads have to pay off in files of this size.
const LARGE: u64 = 10_000_000;

/// The goals of an operation on a file of `bytes`, with (`debug`) or without debug information, on `threads`.
pub(crate) fn goals(operation: &str, debug: bool, bytes: u64, threads: usize) -> Goals {
    if threads != GOAL_THREADS {
        return Goals::default();
    }
    let (times, share) = match operation {
        "dis" => (if debug { 10.0 } else { 8.0 }, Some(0.25)),
        "as" | "copy" => (if debug { 10.0 } else { 8.0 }, Some(0.3)),
        "default" | "back" => (7.0, None),
        "dump" | "summary" => (8.0, None),
        "nm" => (12.0, None),
        _ => return Goals::default(),
    };
    let gains = matches!(operation, "dis" | "as" | "copy" | "default" | "back");
    Goals { times: Some(times), share, gain: (gains && bytes > LARGE).then_some(1.55) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_depend_on_debug_information_size_and_threads() {
        assert_eq!(goals("dis", true, 5, 2), Goals { times: Some(10.0), share: Some(0.25), gain: None });
        assert_eq!(goals("as", false, 20_000_000, 2), Goals { times: Some(8.0), share: Some(0.3), gain: Some(1.55) });
        assert_eq!(goals("nm", true, 20_000_000, 2), Goals { times: Some(12.0), share: None, gain: None });
        assert_eq!(goals("dis", true, 20_000_000, 1), Goals::default());
        assert_eq!(goals("verify", true, 20_000_000, 2), Goals::default());
    }

    #[test]
    fn commands_name_what_they_read_and_write() {
        for operation in OPERATIONS {
            for (_, args) in [operation.theirs, operation.ours] {
                assert_eq!(args.contains(&INPUT), operation.input != Source::Nothing, "{}", operation.name);
                assert_eq!(args.contains(&OUTPUT), operation.output != Output::Printed, "{}", operation.name);
            }
            if let Some((_, args)) = operation.many {
                assert!(args.contains(&INPUTS) && !args.contains(&INPUT), "{}", operation.name);
                assert_eq!(args.contains(&OUTPUT), operation.output != Output::Printed, "{}", operation.name);
            }
        }
    }
}

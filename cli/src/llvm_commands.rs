//! Command lines of subcommands that have the options of one of LLVM's tools.
use clap::Command;

use crate::nm;

/// The command line of a tool as that of a subcommand, for help and completions: the options that its `help` lists.
pub(crate) fn command(name: &'static str, about: &'static str, help: &'static str) -> Command {
    let command = Command::new(name).about(about).max_term_width(100).disable_help_flag(true).disable_version_flag(true);
    with_options(command, help)
}

/// Adds the options that `help` lists.
pub(crate) fn with_options(mut command: Command, help: &'static str) -> Command {
    for line in help.lines().filter(|line| line.starts_with("  -")) {
        let Some((spellings, help)) = line.trim_start().split_once(" - ") else { continue };
        if spellings.trim() != "--color" {
            command = command.arg(nm::option(spellings.trim(), help.trim()));
        }
    }
    command
}

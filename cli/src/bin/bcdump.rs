//! `bcdump`: shows the contents of a bitstream; another tool if started under its name.
use std::process::ExitCode;

fn main() -> ExitCode {
    bctk_cli::run("bcdump", std::env::args_os())
}

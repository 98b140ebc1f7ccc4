//! `bcdump`: shows what is in a bitstream; started as `llvm-bcanalyzer`, it is that tool.
use std::process::ExitCode;

fn main() -> ExitCode {
    bctk_cli::run_dump(std::env::args_os())
}

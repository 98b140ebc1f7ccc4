//! `bcdump`: shows the contents of a bitstream; replaces `llvm-bcanalyzer` and `llvm-nm` if started under these names.
use std::process::ExitCode;

fn main() -> ExitCode {
    bctk_cli::run_dump(std::env::args_os())
}

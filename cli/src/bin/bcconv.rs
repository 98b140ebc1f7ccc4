//! `bcconv`: converts between LLVM bitcode and LLVM assembly; replaces `llvm-dis` and `llvm-as` if started under these names.
use std::process::ExitCode;

fn main() -> ExitCode {
    bctk_cli::run(std::env::args_os())
}

//! `bcconv`: converts LLVM bitcode to LLVM assembly; started as `llvm-dis`, it is that tool.
use std::process::ExitCode;

fn main() -> ExitCode {
    bctk_cli::run(std::env::args_os())
}

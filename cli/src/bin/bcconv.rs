//! `bcconv`: converts between LLVM bitcode and LLVM assembly; another tool if started under its name.
use std::process::ExitCode;

fn main() -> ExitCode {
    bctk_cli::run("bcconv", std::env::args_os())
}

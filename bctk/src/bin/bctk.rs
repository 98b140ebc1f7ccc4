//! `bctk`: reads, writes, changes and inspects LLVM bitcode; another tool if started under its name.
use std::process::ExitCode;

fn main() -> ExitCode {
    bctk_cli::run("bctk", std::env::args_os())
}

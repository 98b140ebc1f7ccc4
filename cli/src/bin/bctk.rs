//! `bctk`: reads, writes, changes and inspects LLVM bitcode; replaces LLVM's tools if started under their names.
use std::process::ExitCode;

fn main() -> ExitCode {
    bctk_cli::run_all(std::env::args_os())
}

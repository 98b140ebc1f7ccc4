//! `bcconv`: converts LLVM bitcode to LLVM assembly.
fn main() {}

//! Prints a module as another LLVM would: `cargo run --example translate -- FILE.bc 17`.
use bctk::{DisassembleOptions, LlvmVersion};
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc").into());
    let version = args.next().unwrap_or_else(|| "21".into());
    let llvm = LlvmVersion::parse(version.as_bytes()).ok_or("expected a version of LLVM, such as 17")?;
    let text = bctk::disassemble(&bctk::open(path)?, &DisassembleOptions { llvm: Some(llvm), ..DisassembleOptions::default() })?;
    std::io::stdout().write_all(&text)?;
    Ok(())
}

//! Converts bitcode to text, and the text back to the same bitcode: `cargo run --example roundtrip -- FILE.bc`.
use bctk::{AssembleOptions, DisassembleOptions};

fn main() -> Result<(), bctk::Error> {
    let path = std::env::args().nth(1).unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc").into());
    let file = bctk::open(path)?;
    let text = bctk::disassemble(&file, &DisassembleOptions::default())?;
    println!("{}: {} bytes of bitcode, {} bytes of text", file.name(), file.bytes().len(), text.len());
    let back = bctk::assemble(&bctk::open_bytes("text.ll", text)?, &AssembleOptions::default())?;
    assert_eq!(file.bytes(), back);
    Ok(())
}

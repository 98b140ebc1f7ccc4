//! Lists the modules in a bitcode file, archive or object file, who wrote them, and the symbols that they define:
//! `cargo run --example modules -- FILE`.
use bctk::SymbolFlags;

fn main() -> Result<(), bctk::Error> {
    let path = std::env::args().nth(1).unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.a").into());
    for module in bctk::open(path)?.modules()? {
        let inspection = bctk::inspect(&module)?;
        println!("{}: written by {}", module.name(), inspection.producer);
        for symbol in inspection.symbols.iter().filter(|symbol| !symbol.flags.contains(SymbolFlags::UNDEFINED)) {
            println!("  {}", String::from_utf8_lossy(&symbol.name));
        }
    }
    Ok(())
}

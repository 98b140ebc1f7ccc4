//! Prints the layout of structures from debug information, with holes: `cargo run --example struct_layout -- FILE`.
use bctk::ir::metadata::dwarf::Tag;

fn main() -> Result<(), bctk::Error> {
    let path = std::env::args().nth(1).unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc").into());
    let module = bctk::read(path)?;
    let structures = module.view().debug_info().composite_types().filter(|ty| ty.tag() == Some(Tag::STRUCTURE_TYPE));
    let mut count = 0;
    for ty in structures {
        println!("struct {} // {} bytes", ty.name(), ty.number("size").unwrap_or(0) / 8);
        let mut end = 0;
        for member in ty.elements("elements").into_iter().filter(|member| member.tag() == Some(Tag::MEMBER)) {
            let (offset, size) = (member.number("offset").unwrap_or(0), member.number("size").unwrap_or(0));
            if offset > end {
                println!("    // hole of {} bits", offset - end);
            }
            let of = member.node("baseType").map(|ty| ty.name().into_owned()).unwrap_or_default();
            println!("    {:4} {} {of}", offset / 8, member.name());
            end = offset + size;
        }
        count += 1;
    }
    println!("{count} structures");
    Ok(())
}

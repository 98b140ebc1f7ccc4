//! Makes a function return zero, and copies all else of its file: `cargo run --example stub -- FILE FUNCTION OUTPUT`.
use bctk::prelude::*;

fn main() -> Result<(), bctk::Error> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc").into());
    let name = args.next().unwrap_or_else(|| "use".into());
    let file = bctk::open(path)?.module()?;
    // Bodies are read on request: this one alone.
    let mut module = file.rewriter(Extent::WithoutBodies)?;
    let Some(function) = module.module().view().function(&name).map(|function| function.id()) else {
        eprintln!("there is no function {name}");
        return Ok(());
    };
    module.read_body(function)?;

    let mut edit = module.module_mut().edit();
    let mut b = edit.build(function)?;
    let ret = b.return_type().filter(|&ty| b.module().module().types.get(ty) != Type::Void);
    for block in b.blocks().to_vec().into_iter().rev() {
        for inst in b.insts(block).collect::<Vec<_>>().into_iter().rev() {
            b.erase(inst)?;
        }
    }
    let blocks = b.blocks().to_vec();
    for &block in &blocks[1..] {
        b.erase_block(block)?;
    }
    b.switch_to(blocks[0]);
    match ret {
        Some(ty) => {
            let zero = b.module().const_zero(ty);
            b.ret(zero)?;
        }
        None => b.ret_void()?,
    }
    edit.finish()?;
    match args.next() {
        Some(output) => eprintln!("{:?}", bctk::write_rewritten(&file, &mut module, output)?),
        None => println!("{}", module.module().view().function(&name).map_or(0, |function| function.instructions().count())),
    }
    Ok(())
}

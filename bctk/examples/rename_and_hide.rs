//! Gives all functions that a file defines a prefix and hides them, but for `main`:
//! `cargo run --example rename_and_hide -- FILE PREFIX OUTPUT`.
use bctk::prelude::*;

fn main() -> Result<(), bctk::Error> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc").into());
    let prefix = args.next().unwrap_or_else(|| "my_".into());
    let file = bctk::open(path)?.module()?;
    // Names and visibility are all that is read; bodies and metadata are copied.
    let mut module = file.rewriter(Extent::Globals)?;
    let view = module.module().view();
    let defined = view.functions().filter(|function| !function.is_declaration() && function.name() != b"main");
    let found: Vec<(GlobalId, String)> = defined.map(|function| (function.id(), function.name_str().into_owned())).collect();
    let mut edit = module.module_mut().edit();
    for (id, name) in found {
        edit.rename(id, format!("{prefix}{name}"))?;
        // What a DLL exports cannot be hidden.
        if let Some(global) = edit.global_mut(id).filter(|global| global.linkage == Linkage::External) {
            global.dll_storage = DllStorage::Default;
            edit.set_visibility(id, Visibility::Hidden)?;
        }
    }
    edit.finish()?;
    match args.next() {
        Some(output) => {
            let written = bctk::write_rewritten(&file, &mut module, output)?;
            eprintln!("{written:?}");
            Ok(())
        }
        None => {
            module.module().view().functions().for_each(|function| println!("{}", function.name_str()));
            Ok(())
        }
    }
}

//! A ThinLTO module that a program edits must not keep the hash and the summary of its file.
use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
use bctk_ir::module::Module;

/// A ThinLTO module, as read from its file.
fn thin() -> Module {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small-thin.bc")).expect("a file");
    read(&bytes, &ReadOptions::default()).expect("a module")
}

fn rewritten(module: &Module) -> Module {
    let bytes = write(module, &WriteOptions::default()).expect("bitcode");
    read(&bytes, &ReadOptions::default()).expect("a module")
}

#[test]
fn an_untouched_module_keeps_its_summary() {
    let module = thin();
    assert!(module.summary.is_some() && !module.is_stale());
    assert!(rewritten(&module).summary.is_some());
}

#[test]
fn a_renamed_function_makes_the_summary_stale() {
    let mut module = thin();
    module.provenance.hash = Some([1; 5]);
    module.seal();
    assert_eq!(rewritten(&module).provenance.hash, Some([1; 5]));
    let name = module.strings.push(b"renamed");
    let defined = module.globals.iter().position(|global| global.function().is_some_and(|function| function.body.is_some()));
    module.globals[defined.expect("a function with a body")].name = name;
    assert!(module.is_stale());
    let again = rewritten(&module);
    assert!(again.summary.is_none() && again.provenance.hash.is_none());
}

#[test]
fn another_linkage_or_instruction_makes_the_summary_stale() {
    let mut module = thin();
    let other = module.globals.iter().map(|global| global.linkage).find(|linkage| *linkage != module.globals[0].linkage);
    module.globals[0].linkage = other.unwrap_or(bctk_ir::keywords::Linkage::from_wire(9));
    assert!(module.is_stale());

    let mut module = thin();
    let unreachable = bctk_ir::inst::Inst::Unreachable;
    module.bodies[0].insts.push(unreachable);
    assert!(module.is_stale());
    // A pass that keeps the summary true seals the module again.
    module.seal();
    assert!(!module.is_stale());
}

#[test]
fn an_edit_that_keeps_names_and_sizes_makes_the_summary_stale() {
    let edits: [fn(&mut Module); 4] = [
        |module| module.bodies[0].insts[0] = bctk_ir::inst::Inst::Unreachable,
        |module| module.bodies[0].local_types.reverse(),
        |module| module.metadata.named.clear(),
        |module| module.globals[0].align = 7,
    ];
    for (number, edit) in edits.into_iter().enumerate() {
        let mut module = thin();
        edit(&mut module);
        assert!(module.is_stale(), "edit {number}");
    }
}

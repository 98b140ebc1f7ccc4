//! The use-list orders that the writer states for the texts of `corpus/v22` against those in what llvm-as 22 made of them.
use bctk_ir::module::Module;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_uselist::{Directives, predict_for_bitcode};
use std::fs;

/// The orders of the module, then those of each body, in the order of the functions. Constants have other numbers in text and bitcode.
fn orders(module: &Module, directives: &Directives) -> Vec<Vec<String>> {
    let value = |value: Value| match value.kind() {
        ValueKind::Const(_) | ValueKind::LocalConst(_) => "constant".to_owned(),
        kind => format!("{kind:?}"),
    };
    let show = |order: &UseOrder| format!("{} {:?}", value(order.value), order.indexes);
    let mut all = vec![directives.module.iter().map(|(order, _)| show(order)).collect()];
    let bodies = module.functions().filter_map(|(_, _, function)| directives.bodies.get(function.body? as usize));
    all.extend(bodies.map(|orders| orders.iter().map(show).collect()));
    all
}

#[test]
fn as_llvm_states_them() {
    for version in [LlvmVersion::new(22), LlvmVersion::DEFAULT] {
        stated_by(version);
    }
}

fn stated_by(version: LlvmVersion) {
    let dir = crate::support::corpus(&format!("v{version}"));
    let (mut texts, mut stated) = (0, 0);
    for entry in fs::read_dir(&dir).expect("the corpus") {
        let bitcode = entry.expect("an entry of the corpus").path();
        // LLVM 23 assembles the texts of LLVM 22, too.
        let stem = bitcode.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let sources = [bitcode.with_extension("ll"), crate::support::corpus("v22").join(format!("{stem}.ll"))];
        let Some(path) = sources.into_iter().find(|path| path.is_file()) else { continue };
        if bitcode.extension().is_none_or(|e| e != "bc") {
            continue;
        }
        let name = bitcode.display();
        let text = fs::read(&path).expect("a text");
        let options = bctk_textual::ParseOptions { read_as: Some(version), ..Default::default() };
        let mut from_text = bctk_textual::parse(&text, &options).unwrap_or_else(|_| panic!("{name}: a fault"));
        bctk_transforms::upgrade::upgrade_parsed(&mut from_text, version);
        let bytes = fs::read(&bitcode).expect("bitcode");
        let modules = bctk_bitcode::modules(&bytes, &bctk_bitcode::ReadOptions::default()).expect("a module");
        // An index has no values.
        let Some(part) = modules.first() else { continue };
        let read = bctk_bitcode::read_module(part, &bctk_bitcode::ReadOptions::default()).expect("a module");
        let want = orders(&read, &predict_for_bitcode(&read));
        assert_eq!(orders(&from_text, &predict_for_bitcode(&from_text)), want, "{name}");
        texts += 1;
        stated += want.iter().map(Vec::len).sum::<usize>();
    }
    assert!(texts >= 50 && stated >= 40, "{texts} texts with {stated} orders: the corpus is not where it should be");
}

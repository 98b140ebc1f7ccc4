//! Global values that no text has, since the parser refuses or completes them.
use super::module;
use bctk_ir::constants::ConstKind;
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_verify::{VerifyOptions, verify};

const TEXT: &str = "@v = global i8 0\n@i = global i32 0\n@s = external addrspace(1) global i8\n@e = external global i8\n@o = external global %o\n\
                    %o = type opaque\n@a = alias i8, ptr @v\n@r = ifunc void (), ptr @f\ndefine ptr @f() {\n  ret ptr ptrauth (ptr @f, i32 0)\n}\n";

/// The first message after a change.
fn first(change: impl Fn(&mut Module)) -> String {
    let mut module = module(TEXT);
    let before = verify(&module, &VerifyOptions::default());
    assert!(before.is_valid(), "{:?}", before.findings);
    change(&mut module);
    let report = verify(&module, &VerifyOptions::default());
    report.findings.first().map(|finding| finding.message.to_string()).unwrap_or_default()
}

fn at(module: &Module, name: &str) -> usize {
    module.globals.iter().position(|global| module.str(global.name) == name.as_bytes()).expect("a global value")
}

#[test]
fn linkage_and_visibility_agree() {
    let change = |name: &'static str, change: fn(&mut bctk_ir::global::GlobalValue)| {
        first(|module| {
            let at = at(module, name);
            change(&mut module.globals[at]);
        })
    };
    let found = change("e", |global| global.linkage = Linkage::Internal);
    assert_eq!(found, "Global is external, but doesn't have external or weak linkage!");
    let found = change("f", |global| global.linkage = Linkage::Appending);
    assert_eq!(found, "Only global variables can have appending linkage!");
    let found = change("v", |global| {
        global.visibility = Visibility::Hidden;
        global.dso_local = false;
    });
    assert_eq!(found, "GlobalValue with local linkage or non-default visibility must be dso_local!");
    let found = change("v", |global| global.align = 34);
    assert_eq!(found, "huge alignment values are unsupported");
    let found = change("e", |global| {
        global.dll_storage = DllStorage::Import;
        global.dso_local = true;
    });
    assert_eq!(found, "GlobalValue with DLLImport Storage is dso_local!");
    let found = change("a", |global| global.linkage = Linkage::Common);
    assert_eq!(
        found,
        "Alias should have private, internal, linkonce, weak, linkonce_odr, weak_odr, external, or available_externally linkage!"
    );
    let found = change("r", |global| global.linkage = Linkage::Common);
    assert_eq!(found, "IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!");
}

#[test]
fn types_agree() {
    let found = first(|module| {
        let (alias, space) = (at(module, "a"), module.globals[at(module, "s")].ptr_type);
        module.globals[alias].ptr_type = space;
    });
    assert_eq!(found, "Alias and aliasee types should match!");
    let found = first(|module| {
        let (ifunc, space) = (at(module, "r"), module.globals[at(module, "s")].ptr_type);
        module.globals[ifunc].ptr_type = space;
    });
    assert_eq!(found, "IFunc resolver has incorrect type");
    let found = first(|module| {
        let (variable, other) = (at(module, "v"), module.globals[at(module, "i")].value_type);
        module.globals[variable].value_type = other;
    });
    assert_eq!(found, "Global variable initializer type does not match global variable type!");
    let found = first(|module| {
        let (variable, opaque) = (at(module, "v"), module.globals[at(module, "o")].value_type);
        module.globals[variable].value_type = opaque;
        let null = module.consts.push(opaque, ConstKind::Null);
        if let GlobalKind::Variable { initializer, .. } = &mut module.globals[variable].kind {
            *initializer = Some(Value::constant(null)).into();
        }
    });
    assert_eq!(found, "Global variable initializer must be sized");
}

//! Tests of making and changing modules.
mod build;
mod change;
mod clone;
mod operands;
mod random;
mod spoil;

use bctk_ir::module::Module;
use bctk_textual::{ParseOptions, PrintOptions, parse, print};

/// The text of a module, without the lines before its first global value.
fn text(module: &Module) -> String {
    let text = String::from_utf8(print(module, &PrintOptions::default())).expect("UTF-8");
    text.lines()
        .filter(|line| !line.starts_with("; ModuleID") && !line.starts_with("source_filename"))
        .collect::<Vec<_>>()
        .join("\n")
        .trim()
        .to_owned()
}

/// Checks that the module is valid, and that bitcode of it reads back as the same text.
fn check(module: &Module) {
    let report = bctk_verify::verify(module, &bctk_verify::VerifyOptions::default());
    assert!(report.is_valid(), "{:?}\n{}", report.findings, text(module));
    let bytes = bctk_bitcode::write(module, &bctk_bitcode::WriteOptions::default()).expect("it can be written");
    let back = bctk_bitcode::read(&bytes, &bctk_bitcode::ReadOptions::default()).expect("it can be read");
    assert_eq!(text(&back), text(module));
}

/// The module of a text.
fn module(text: &str) -> Module {
    parse(text.as_bytes(), &ParseOptions::default()).expect("a valid text")
}

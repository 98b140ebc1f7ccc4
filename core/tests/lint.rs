//! The lint finds what LLVM 23's finds, in its words and order, except for what is said here.
use std::path::Path;

use bctk_core::modules::{self, Purpose};
use bctk_core::{LlvmVersion, ParseOptions, lint, verify};

/// What LLVM finds and bctk does not, by the file: instructions that take simplification, or a look into memory.
const NOT_FOUND: [(&str, &[&str]); 5] = [
    ("basics", &[]),
    (
        "values",
        &[
            // From a constant, or from the store before.
            "store i32 1, ptr %v, align 4",
            "store i32 1, ptr %z, align 4",
            "store i32 1, ptr %v, align 4",
            "%f = udiv i32 %y, %e",
            "%l = udiv i32 1, %k",
            "%e = shl i32 %y, %d",
        ],
    ),
    ("calls", &["call void %fp2(i64 1)", "call void %ss(i64 1)"]),
    ("passing", &["store i8 0, ptr %c, align 1"]),
    (
        "steps",
        &[
            // Arguments that calls return, a load of a constant, and a choice.
            "store i8 0, ptr %r, align 1",
            "store i8 0, ptr %l, align 1",
            "store i8 0, ptr %q, align 1",
            "store i8 0, ptr %s, align 1",
            "store i8 0, ptr %s1, align 1",
        ],
    ),
];

/// The findings of a text of LLVM: a message and the lines below it.
fn split(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let begins = ["Undefined", "Unusual", "Pessimization"].iter().any(|word| line.starts_with(word));
        match found.last_mut() {
            Some(last) if !begins => {
                last.push('\n');
                last.push_str(line);
            }
            _ => found.push(line.to_owned()),
        }
    }
    found
}

#[test]
fn findings_are_those_of_llvm() {
    for (name, not_found) in NOT_FOUND {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lint").join(name).with_extension("ll");
        let text = std::fs::read(&path).expect("a text");
        let llvm = std::fs::read_to_string(path.with_extension("llvm")).expect("what LLVM found");
        let mut expected = split(&llvm);
        for line in not_found {
            let at = expected.iter().position(|finding| finding.ends_with(&format!("\n  {line}")));
            expected.remove(at.unwrap_or_else(|| panic!("{name}: LLVM does not find `{line}`")));
        }
        let module = modules::parse_for(&text, &path, Purpose::Text, Some(LlvmVersion::DEFAULT), &ParseOptions::default(), &mut |_| ());
        let module = module.expect("a module");
        let found = split(&verify::llvm_messages(&module, &lint(&module)));
        assert!(!found.is_empty(), "{name}");
        assert_eq!(found, expected, "{name}");
    }
}

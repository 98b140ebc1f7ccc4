//! Large inputs whose memory is given back while they are read.
use bctk_core::input::{self, Window};
use bctk_core::modules::{self, Parts, Purpose};
use std::fmt::Write;
use std::path::Path;

/// Functions with names, in a text of some megabytes.
fn large_text() -> String {
    let mut text = String::new();
    for f in 0..14_000 {
        let callee = f * 7 % 14_000;
        let _ = write!(
            text,
            "define i32 @function_{f}(i32 %first, i32 %second) {{\nentry:\n  %sum = add i32 %first, {f}\n  %product = mul i32 %sum, %second\n  \
             %result = call i32 @function_{callee}(i32 %product, i32 %sum)\n  ret i32 %result\n}}\n\n"
        );
    }
    text
}

/// The numbers rise to the length.
fn check(told: &[usize], len: usize) {
    assert!(told.len() > len >> 21, "{told:?}");
    assert!(told.is_sorted() && told.iter().all(|&at| at <= len), "{told:?} of {len}");
    assert!(told.last().is_some_and(|&last| last + (2 << 20) > len), "{told:?} of {len}");
}

#[test]
fn reading_in_a_window_changes_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("large.ll");
    let text = large_text();
    std::fs::write(&path, &text).expect("a file");
    let parse = |bytes: &[u8], passed: bctk_textual::Passed<'_>| {
        modules::parse_for(bytes, Path::new("large.ll"), Purpose::Bitcode, None, &Default::default(), passed).expect("a module")
    };
    let written = |module| {
        let mut bytes = Vec::new();
        modules::write(&[module], &Default::default(), &mut bytes).map(|()| bytes).unwrap_or_else(|_| panic!("no bitcode"))
    };
    let want = written(parse(text.as_bytes(), &mut |_| ()));
    let mut told = Vec::new();
    {
        let input = input::open(&path).expect("an input");
        let mut window = Window::open(&input);
        let module = parse(input.bytes(), &mut |passed| {
            told.push(passed);
            window.pass(passed);
        });
        assert!(written(module) == want);
        assert!(input.bytes() == text.as_bytes());
    }
    check(&told, text.len());

    let path = dir.path().join("large.bc");
    std::fs::write(&path, &want).expect("a file");
    let input = input::open(&path).expect("an input");
    let mut window = Window::open(&input);
    told.clear();
    let read = modules::read_with("large.bc", input.bytes(), Parts::AsStored, &Default::default(), &mut |passed| {
        told.push(passed);
        window.pass(passed);
    });
    let module = read.expect("a module").pop().expect("one module");
    assert!(written(module) == want);
    assert!(input.bytes() == want);
    check(&told, want.len());
}

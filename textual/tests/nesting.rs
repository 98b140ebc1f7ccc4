//! Texts may nest as deep as the option says, and no deeper; no depth overflows the stack.
use bctk_support::limits::{LimitName, Limits};
use bctk_textual::{ParseOptions, parse};

/// A type, a constant expression and a metadata node of that many levels.
fn texts(levels: usize) -> [Vec<u8>; 3] {
    let ty = format!("@x = global {}i32{} zeroinitializer\n", "{".repeat(levels), "}".repeat(levels));
    let inner = "i32 ptrtoint (ptr @g to i32)";
    let expression =
        format!("@g = global i32 0\n@x = global i32 {}{inner}{}\n", "add (".repeat(levels), format!(", {inner})").repeat(levels));
    let expression = expression.replace("(add", "(i32 add");
    let node = format!("!0 = {}{}\n", "!{".repeat(levels), "}".repeat(levels));
    [ty, expression, node].map(String::into_bytes)
}

#[test]
fn depth_within_the_limit_is_taken() {
    for text in [texts(200), texts(1000)].into_iter().flatten() {
        parse(&text, &ParseOptions::default()).unwrap_or_else(|faults| panic!("{faults}: {}", String::from_utf8_lossy(&text)));
    }
    for text in texts(3000) {
        let options = ParseOptions { limits: Limits { nesting: 5000, ..Limits::default() }, ..ParseOptions::default() };
        parse(&text, &options).unwrap_or_else(|faults| panic!("{faults}"));
    }
}

#[test]
fn depth_beyond_the_limit_is_refused() {
    for levels in [1100, 100_000] {
        for text in texts(levels) {
            let faults = parse(&text, &ParseOptions::default()).expect_err("nesting beyond the limit");
            let message = "nesting is deeper than 1024 levels (the limit nesting=1024 can be raised)";
            assert_eq!((faults.faults[0].message.as_str(), faults.faults[0].limit), (message, Some(LimitName::Nesting)));
        }
    }
}

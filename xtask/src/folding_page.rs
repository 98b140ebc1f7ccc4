//! `docs/format/constant-folding.md`: how LLVM's readers fold constant expressions, from the table of the rules.
use std::fmt::Write;

use bctk_transforms::fold::rules::RULES;

const HEAD: &str = "<!-- Generated from ir/transforms/src/fold/rules.rs by `cargo xtask codegen`; do not edit. -->

# How readers fold constant expressions

Readers of LLVM make constant expressions from records, and fold what they make: `add (i64 1, i64 2)` in a file prints as
`3`. They do so without the data layout. A reader that has no such expression any more makes instructions of it, unfolded,
where it is used in a function; in an initializer it is an error.

What all readers from LLVM 4 on have in common: operators, comparisons and casts of numbers are computed; casts of casts
become one where possible; operators on vectors are folded element by element; an undefined operand makes the result
undefined or the number that suits; elements are taken from the vectors that state them; `and` knows that addresses are
multiples of their alignment. The following differs. `cargo xtask fold-diff` compares a reader with ours on expressions
drawn at random.

| concerns | rule | releases |
|---|---|---|
";

/// The page.
pub(crate) fn page() -> String {
    let mut rows: Vec<(&str, String, String)> = Vec::new();
    for row in RULES {
        let releases = match (row.since, row.until) {
            (None, None) => "all".to_owned(),
            (Some(since), None) => format!("since {since}"),
            (None, Some(until)) => format!("until {until}"),
            (Some(since), Some(until)) if since == until => format!("{since} only"),
            (Some(since), Some(until)) => format!("{since} to {until}"),
        };
        rows.push((row.subject, crate::codegen::sentence(row.text), releases));
    }
    rows.sort();
    let mut out = String::from(HEAD);
    for (subject, text, releases) in rows {
        let _ = writeln!(out, "| {subject} | {text} | {releases} |");
    }
    out
}

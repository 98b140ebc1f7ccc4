//! Compares modules that bcconv reduced with the results of llvm-extract and opt of LLVM 22 (`corpus/edited`).
use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::support::{self, corpus};

fn bcconv(args: &[&str]) -> Output {
    support::bcconv(&corpus("v22"), args)
}

/// The text that bcconv leaves; from bitcode that it has written if `by_bitcode`.
fn left(stem: &str, options: &[&str], by_bitcode: bool) -> String {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let bitcode = dir.path().join("out.bc");
    let bitcode = bitcode.to_str().expect("a name");
    let input = format!("{stem}.bc");
    let steps: &[&[&str]] = match by_bitcode {
        true => &[&[&input, "-o", bitcode], &[bitcode, "-o", "-", "--plain"]],
        false => &[&[&input, "-o", "-", "--plain"]],
    };
    let mut text = Vec::new();
    for (step, args) in steps.iter().enumerate() {
        let output = bcconv(&[*args, if step == 0 { options } else { &[] }].concat());
        assert!(output.status.success(), "{stem}: {}", String::from_utf8_lossy(&output.stderr));
        text = output.stdout;
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn texts_are_those_of_llvm() {
    let mut files: Vec<PathBuf> = fs::read_dir(corpus("edited")).expect("the corpus").flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(files.len() >= 15, "the corpus is not where it should be");
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let (stem, change) = name.trim_end_matches(".ll").split_once('.').expect("a change");
        let options = match change.split_once("only-") {
            Some((_, name)) => vec!["--only".to_owned(), name.to_owned()],
            None => vec![format!("--{change}")],
        };
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let want = fs::read_to_string(&file).expect("its text");
        let body = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
        for by_bitcode in [false, true] {
            let got = left(stem, &options, by_bitcode);
            assert!(body(&got) == body(&want), "{name}, by bitcode: {by_bitcode}\n{got}");
        }
    }
}

#[test]
fn several_names_and_texts() {
    let output = bcconv(&["clang-c-O2-g.dis.ll", "--only", "main", "--only", "total", "--strip-debug", "--strip-names", "-o", "-"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let defined: Vec<&str> = text.lines().filter(|line| line.starts_with("define ")).collect();
    assert_eq!(defined.len(), 2, "{text}");
    assert!(!text.contains("!dbg") && !text.contains("DICompileUnit"), "{text}");
}

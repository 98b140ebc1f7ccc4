//! `bcdump --summary`: the entries that llvm-dis prints.
use std::path::Path;
use std::process::Command;

use crate::support::corpus;

fn bcdump(args: &[&str], file: &Path) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_bcdump")).args(args).arg(file).output().expect("the tool");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("a text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// The entries of a text.
fn entries(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with('^')).collect()
}

#[test]
fn summaries_as_llvm_prints_them() {
    let mut compared = 0;
    for entry in corpus("v22").read_dir().expect("the corpus").flatten() {
        let path = entry.path();
        let Some(printed) = path.to_str().and_then(|path| path.strip_suffix(".bc")).map(|stem| format!("{stem}.dis.ll")) else { continue };
        let Ok(printed) = std::fs::read_to_string(printed) else { continue };
        let wanted = entries(&printed);
        if wanted.is_empty() {
            continue;
        }
        let (shown, said, status) = bcdump(&["--summary"], &path);
        assert_eq!((said.as_str(), status), ("", Some(0)), "{}", path.display());
        // A module's own path is the name of the file.
        let rest = |lines: &[&str]| lines.iter().skip(1).map(|&line| line.to_owned()).collect::<Vec<_>>();
        let shown = entries(&shown);
        assert_eq!(shown.len(), wanted.len(), "{}", path.display());
        assert_eq!(rest(&shown), rest(&wanted), "{}", path.display());
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

//! `bcdump --summary`: the entries that llvm-dis prints, and the same as JSON.
use std::path::{Path, PathBuf};
use std::process::Command;

fn bcdump(args: &[&str], file: &Path) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_bcdump")).args(args).arg(file).output().expect("the tool");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("a text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name)
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

#[test]
fn the_same_as_json() {
    let (shown, _, status) = bcdump(&["--summary", "--json"], &corpus("v22/summary-memprof.bc"));
    assert_eq!(status, Some(0));
    let json: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!((json["schema"].as_str(), json["view"].as_str()), (Some("bcdump"), Some("summary")));
    let values = json["modules"][0]["values"].as_array().expect("values");
    let allocs: Vec<&serde_json::Value> = values.iter().filter_map(|value| value["summaries"][0]["allocs"].as_array()).flatten().collect();
    assert_eq!(allocs.len(), 2);
    assert_eq!(allocs[0]["contexts"][0]["stack_ids"].as_array().map(Vec::len), Some(3));
    assert_eq!(allocs[0]["contexts"][0]["sizes"][0]["bytes"], 400);
}

#[test]
fn without_a_summary() {
    let (shown, said, status) = bcdump(&["--summary"], &corpus("v22/clang-c-O0.bc"));
    assert_eq!((shown.as_str(), status), ("", Some(1)));
    assert!(said.contains("no summary is in it"), "{said}");
}

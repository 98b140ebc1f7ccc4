//! `bcdump diff`: the differences between two modules that are known to differ, exit status, and damaged files.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, str};

use serde_json::Value;

fn data(name: &str) -> PathBuf {
    crate::support::data("diff").join(name)
}

fn diff(old: &Path, new: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bcdump")).arg("diff").arg(old).arg(new).args(options).output().expect("bcdump runs")
}

fn json(old: &Path, new: &Path, options: &[&str]) -> Value {
    let output = diff(old, new, &[&["--json"], options].concat());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn block<'v>(value: &'v Value, path: &str) -> &'v Value {
    let found = value["blocks"].as_array().expect("blocks").iter().find(|block| block["path"] == path);
    found.unwrap_or_else(|| panic!("no {path} in {value:#}"))
}

/// `kind record name` of each change of a block.
fn changes(block: &Value) -> Vec<String> {
    let changes = block["changes"].as_array().expect("changes").iter();
    changes.map(|c| ["kind", "record", "name"].map(|key| c[key].as_str().unwrap_or("-").to_owned()).join(" ")).collect()
}

#[test]
fn by_name_and_not_by_number() {
    let (old, new) = (data("old.bc"), data("new.bc"));
    assert_eq!(diff(&old, &new, &[]).status.code(), Some(1));
    let value = json(&old, &new, &[]);
    assert_eq!((&value["schema"], &value["version"], &value["view"]), (&"bcdump".into(), &1.into(), &"diff".into()));

    // The globals that new.c has more and the one with another initial value; the others only have other numbers.
    let module = changes(block(&value, "MODULE"));
    for wanted in ["changed SOURCE_FILENAME -", "added GLOBALVAR offset", "changed GLOBALVAR scale", "added FUNCTION grow"] {
        assert!(module.iter().any(|change| change == wanted), "{wanted}: {module:?}");
    }
    assert!(!module.iter().any(|change| change.ends_with("printf") || change.ends_with("area") || change.ends_with("main")), "{module:?}");
    let scale = block(&value, "MODULE")["changes"].as_array().and_then(|all| all.iter().find(|c| c["name"] == "scale")).expect("scale");
    let init = scale["fields"].as_array().and_then(|all| all.iter().find(|f| f["name"] == "init")).expect("its initial value");
    assert_eq!((&init["old"], &init["new"]), (&"i32 3".into(), &"i32 4".into()));

    // One addition more, and its location.
    let twice = changes(block(&value, "MODULE/FUNCTION(@twice)"));
    assert!(twice.iter().any(|change| change == "added INST_BINOP -"), "{twice:?}");
    assert!(!twice.iter().any(|change| change.starts_with("removed")), "{twice:?}");
    assert_eq!(block(&value, "MODULE/FUNCTION(@grow)")["kind"], "added");
    assert_eq!(block(&value, "MODULE/FUNCTION(@area)")["kind"], "encoding");

    // The other way round it is the same.
    let back = json(&new, &old, &[]);
    for (one, other) in [("blocks_added", "blocks_removed"), ("records_added", "records_removed"), ("records_changed", "records_changed")] {
        assert_eq!(value["totals"][one], back["totals"][other], "{one}");
    }
    assert_eq!(block(&back, "MODULE/FUNCTION(@grow)")["kind"], "removed");
}

#[test]
fn encoding_alone() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let bytes = fs::read(data("old.bc")).expect("the file");
    let wrapped = dir.path().join("wrapped.bc");
    // A wrapper: magic number, version, offset, size, processor.
    let head = [0x0B17_C0DE, 0, 20, bytes.len() as u32, 0].map(u32::to_le_bytes).concat();
    fs::write(&wrapped, [head, bytes].concat()).expect("a file");
    assert_eq!(diff(&data("old.bc"), &wrapped, &[]).status.code(), Some(1));
    let content = diff(&data("old.bc"), &wrapped, &["--content"]);
    assert_eq!((content.status.code(), str::from_utf8(&content.stdout)), (Some(0), Ok("No record differs.\n")));
}

#[test]
fn bits_may_be_wrong() {
    use bctk_inspect::WalkOptions;
    use bctk_inspect::diff::diff;
    let file = fs::read(data("old.bc")).expect("the file");
    let mut other = file.clone();
    let mut differ = 0;
    let step = if cfg!(debug_assertions) { 29 } else { 7 };
    for at in (0..file.len()).step_by(step) {
        other[at] ^= 1 << (at % 8);
        let found = diff(&file, &other, &WalkOptions::default());
        differ += usize::from(!found.blocks.is_empty() || found.faults[1].is_some());
        other[at] = file[at];
        let cut = diff(&file, &file[..at], &WalkOptions::default());
        assert!(!cut.identical);
    }
    assert!(differ > file.len() / step * 9 / 10, "{differ} of {}", file.len() / step);
}

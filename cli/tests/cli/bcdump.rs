//! `bcdump` under its own name: its views agree with each other and with the file, and damaged files are shown up to the damage.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const BCDUMP: &str = env!("CARGO_BIN_EXE_bcdump");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs bcdump in the folder of the workspace.
fn run(args: &[&str]) -> Output {
    Command::new(BCDUMP).args(args).current_dir(root()).env_remove("NO_COLOR").output().unwrap()
}

/// What it prints, where all goes well.
fn shown(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    let text = shown(&[args, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}"))
}

/// The bitcode files of corpus/v22, by path from the workspace.
fn corpus() -> Vec<String> {
    let mut files: Vec<String> = std::fs::read_dir(root().join("corpus/v22"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".bc"))
        .map(|name| format!("corpus/v22/{name}"))
        .collect();
    files.sort();
    assert!(files.len() > 50);
    files
}

fn list<'v>(value: &'v Value, name: &str) -> &'v Vec<Value> {
    value[name].as_array().unwrap_or_else(|| panic!("no list {name}"))
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}"))
}

/// Names and abbreviations that another file says.
#[test]
fn block_info() {
    let whole = std::fs::read(root().join("bitcode/tests/data/wrong.dia")).unwrap();
    // Its first block is BLOCKINFO: 200 bytes after the magic number.
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bare.dia");
    std::fs::write(&path, [&whole[..4], &whole[204..]].concat()).unwrap();
    let name = path.to_str().unwrap();
    assert_eq!(run(&[name, "--records"]).status.code(), Some(1), "it uses abbreviations that it does not define");
    let records =
        |text: &str| text.lines().filter(|line| line.starts_with("  ") && !line.contains("SET")).map(str::to_owned).collect::<Vec<_>>();
    let told = shown(&[name, "--records", "--block-info", "bitcode/tests/data/wrong.dia"]);
    let all = shown(&["bitcode/tests/data/wrong.dia", "--records"]);
    assert!(told.contains("CatName"), "{told}");
    assert!(records(&all).ends_with(&records(&told)));
}

/// Every bit of a file is in a magic number, a top-level block or after the last one; and in the statistics once.
#[test]
fn sizes_add_up() {
    for file in corpus() {
        let outline = json(&[&file]);
        let bits = number(&outline["file"]["bytes"]) * 8;
        let sums = &outline["bits"];
        assert_eq!(number(&sums["magic"]) + number(&sums["blocks"]) + number(&sums["trailing"]) + number(&sums["outside"]), bits, "{file}");
        let stats = json(&[&file, "--stats"]);
        let own: u64 = list(&stats, "blocks").iter().map(|block| number(&block["own_bits"])).sum();
        assert_eq!(own, number(&sums["blocks"]), "{file}");
        for block in list(&stats, "blocks") {
            let records: u64 = list(block, "codes").iter().map(|code| number(&code["bits"])).sum();
            assert_eq!(records, number(&block["record_bits"]), "{file}: {}", block["name"]);
            assert!(records + number(&block["definition_bits"]) < number(&block["own_bits"]), "{file}: {}", block["name"]);
        }
        assert!(outline["error"].is_null());
    }
}

/// Every record of what LLVM 22 writes has a name and named fields that take all its operands.
#[test]
fn every_record_is_named() {
    let mut records = 0;
    for file in corpus() {
        let dump = json(&[&file, "--records"]);
        for item in list(&dump, "items").iter().filter(|item| item["item"] == "record") {
            records += 1;
            let name = item["name"].as_str().unwrap();
            assert!(!name.starts_with("CODE"), "{file}: {item}");
            let fields = item["fields"].as_array().unwrap_or_else(|| panic!("{file}: {item}"));
            assert!(fields.iter().all(|field| field["name"] != "more"), "{file}: {item}");
        }
    }
    assert!(records > 10_000);
}

/// Instructions have the names that llvm-dis gives them: so value numbers are counted as LLVM counts them.
#[test]
fn values_have_their_names() {
    let kinds = [
        ("alloca", "INST_ALLOCA"),
        ("load", "INST_LOAD"),
        ("phi", "INST_PHI"),
        ("getelementptr", "INST_GEP"),
        ("icmp", "INST_CMP2"),
        ("fcmp", "INST_CMP2"),
        ("call", "INST_CALL"),
        ("tail", "INST_CALL"),
        ("select", "INST_VSELECT"),
        ("freeze", "INST_FREEZE"),
        ("atomicrmw", "INST_ATOMICRMW"),
        ("cmpxchg", "INST_CMPXCHG"),
        ("invoke", "INST_INVOKE"),
    ];
    let mut compared = 0;
    for file in corpus() {
        let Ok(text) = std::fs::read_to_string(root().join(file.replace(".bc", ".dis.ll"))) else { continue };
        let mut expected: BTreeMap<(String, &str), i32> = BTreeMap::new();
        for line in text.lines() {
            let Some((name, rest)) = line.trim_start().strip_prefix('%').and_then(|line| line.split_once(" = ")) else { continue };
            let word = rest.split(' ').next().unwrap_or("");
            let atomic = rest.starts_with("load atomic");
            if let Some((_, record)) = kinds.iter().find(|(keyword, _)| *keyword == word && !atomic)
                && name.parse::<u64>().is_err()
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'_')
            {
                *expected.entry((name.to_owned(), record)).or_default() += 1;
            }
        }
        let mut found: BTreeMap<(String, &str), i32> = BTreeMap::new();
        for line in shown(&[&file, "--records"]).lines() {
            let Some((name, rest)) = line.trim_start().strip_prefix('%').and_then(|line| line.split_once(" = ")) else { continue };
            let word = rest.split(' ').next().unwrap_or("");
            if let Some((_, record)) = kinds.iter().find(|(_, record)| *record == word) {
                *found.entry((name.to_owned(), record)).or_default() += 1;
            }
        }
        for (key, count) in &expected {
            assert_eq!(found.get(key), Some(count), "{file}: {key:?}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Cut anywhere, a file is shown up to there, then the error with its bit; JSON stays JSON.
#[test]
fn truncated() {
    let whole = std::fs::read(root().join("corpus/v22/clang-c-O2-g.bc")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cut.bc");
    let name = path.to_str().unwrap();
    let mut before = 0;
    for size in (60..whole.len() - 12).step_by(331) {
        std::fs::write(&path, &whole[..size]).unwrap();
        for view in [&[][..], &["--records"], &["--stats"], &["--records", "--bits"]] {
            let output = run(&[&[name], view].concat());
            assert_eq!(output.status.code(), Some(1), "{size} {view:?}");
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(message.starts_with("bcdump: error: ") && message.contains("at bit "), "{size} {view:?}: {message}");
            let output = run(&[&[name, "--json"], view].concat());
            assert_eq!(output.status.code(), Some(1));
            let dump: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{size} {view:?}: {e}"));
            assert!(number(&dump["error"]["bit"]) <= size as u64 * 8, "{size} {view:?}");
            if view == ["--records"] {
                let items = list(&dump, "items").len();
                assert!(items >= before, "{size}");
                before = items;
            }
        }
    }
    assert!(before > 500);
}

#[test]
fn wrapped() {
    let bitcode = std::fs::read(root().join("bitcode/tests/data/small.bc")).unwrap();
    let mut file = Vec::new();
    for word in [0x0B17_C0DE_u32, 0, 20, bitcode.len() as u32, 0x0100_0007] {
        file.extend(word.to_le_bytes());
    }
    file.extend(&bitcode);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("wrapped.bc");
    std::fs::write(&path, &file).unwrap();
    let name = path.to_str().unwrap();
    let outline = json(&[name]);
    assert_eq!(outline["file"]["wrapper"]["cpu_type"], 0x0100_0007);
    assert_eq!(outline["file"]["offset"], 20);
    let bare = json(&["bitcode/tests/data/small.bc"]);
    assert_eq!(outline["bits"]["outside"], 160);
    for same in ["modules", "blocks", "functions", "records", "metadata"] {
        assert_eq!(outline[same], bare[same], "{same}");
    }
    assert_ne!(outline["crc32"], bare["crc32"], "the checksum is that of the whole file");
}

#[test]
fn several_streams() {
    let bitcode = std::fs::read(root().join("bitcode/tests/data/small.bc")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("two.bc");
    std::fs::write(&path, [&bitcode[..], &bitcode[..]].concat()).unwrap();
    let name = path.to_str().unwrap();
    let outline = json(&[name]);
    assert_eq!(list(&outline, "streams").len(), 2);
    let modules = list(&outline, "modules");
    assert_eq!(modules.len(), 2);
    assert_eq!(modules[0]["crc32"], modules[1]["crc32"]);
    let second = shown(&[name, "--records", "MODULE[1]/FUNCTION[0]"]);
    let first = shown(&[name, "--records", "MODULE[0]/FUNCTION[0]"]);
    let records = |text: &str| text.lines().filter(|line| !line.contains("; block")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(records(&first), records(&second));
    assert!(records(&first).len() > 3);
}

/// A reader that goes away early is no error to speak of.
#[test]
fn closed_pipe() {
    let mut child = Command::new(BCDUMP)
        .args(["bitcode/tests/data/header.pch", "--records", "--bits"])
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert!(output.stderr.is_empty());
}

#[test]
fn colours() {
    let args = ["bitcode/tests/data/small.bc", "--records", "TYPE"];
    let with = |color: &str| shown(&[&args[..], &["--color", color]].concat());
    let plain = with("never");
    assert_eq!(plain, with("auto"), "a pipe is no terminal");
    let coloured = with("always");
    assert_ne!(plain, coloured);
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\x1b') {
        stripped.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    stripped.push_str(rest);
    assert_eq!(stripped, plain);
}

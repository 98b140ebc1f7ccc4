//! Symbols of native files, whole and damaged, as llvm-nm 22 lists them and complains of them.
//!
//! `data/nm/lists.txt` was made by llvm-nm 22 (`data/nm/make.sh`): `## arguments|file|damage|status`, then the output (`>`) and the messages (`!`).
use std::process::{Command, Stdio};

use crate::support::data;

/// The bytes of a file with a damage: `cut SIZE` or `set PLACE BYTE`.
fn damaged(mut bytes: Vec<u8>, damage: &str) -> Vec<u8> {
    let words: Vec<&str> = damage.split_whitespace().collect();
    let number = |at: usize| words[at].parse::<usize>().expect("a number");
    match words.first() {
        Some(&"cut") => bytes.truncate(number(1)),
        Some(&"set") => bytes[number(1)] = number(2) as u8,
        _ => {}
    }
    bytes
}

#[test]
fn lists_and_messages() {
    let lists = std::fs::read_to_string(data("nm").join("lists.txt")).expect("what llvm-nm says");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tool = folder.path().join(format!("llvm-nm{}", std::env::consts::EXE_SUFFIX));
    std::fs::copy(env!("CARGO_BIN_EXE_bcdump"), &tool).expect("a copy");
    for entry in std::fs::read_dir(data("nm")).expect("the inputs") {
        let entry = entry.expect("an input");
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a copy");
    }
    let (mut count, mut wrong) = (0, Vec::new());
    for list in lists.strip_prefix("## ").expect("a list").split("\n## ") {
        let (head, body) = list.split_once('\n').unwrap_or((list, ""));
        let [options, file, damage, status] = head.split('|').collect::<Vec<_>>()[..] else { panic!("{head}") };
        let whole = std::fs::read(data("nm").join(file)).expect("an input");
        let path = folder.path().join(file);
        std::fs::write(&path, damaged(whole.clone(), damage)).expect("a file");
        let mut command = Command::new(&tool);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::arg0(&mut command, "llvm-nm");
        command.args(options.split_whitespace()).arg(file).current_dir(folder.path()).stdin(Stdio::null());
        let got = command.output().expect("the tool runs");
        std::fs::write(&path, whole).expect("a file");
        let marked = |mark: char, text: &[u8]| -> String {
            String::from_utf8_lossy(text).split_terminator('\n').map(|line| format!("{mark}{line}\n")).collect()
        };
        let said = marked('>', &got.stdout) + &marked('!', &got.stderr);
        if said.trim_end_matches('\n') != body.trim_end_matches('\n') || got.status.code() != status.parse().ok() {
            wrong.push(format!("## {head}\n{body}\n-- got {:?}\n{said}", got.status.code()));
        }
        count += 1;
    }
    assert!(count > 500, "{count}");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

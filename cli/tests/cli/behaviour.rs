//! How `bcconv` behaves with damaged input, devices, links and pipes, and with records that no model holds.
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use bctk_bitcode::schema::module;
use bctk_bitstream::stream::{Event, EventReader, StreamWriter};

use crate::support::{assert_refused, bcconv, corpus, files, text};

/// A module of the corpus and its text.
const SAMPLE: &str = "inst-terminator";

/// A folder with the sample as `a.bc`, and the text that is to come of it under the name `id`.
fn setup() -> (tempfile::TempDir, Vec<u8>) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::copy(corpus(&format!("v23/{SAMPLE}.bc")), dir.path().join("a.bc")).expect("the sample");
    (dir, fs::read(corpus(&format!("v23/{SAMPLE}.dis.ll"))).expect("its text"))
}

/// `text` of the sample with another name in the `; ModuleID` line.
fn named(text: &[u8], id: &str) -> Vec<u8> {
    let end = text.iter().position(|c| *c == b'\n').expect("a first line");
    let mut out = format!("; ModuleID = '{id}'").into_bytes();
    out.extend_from_slice(&text[end..]);
    out
}

#[test]
fn no_bitcode() {
    let (dir, _) = setup();
    let whole = fs::read(dir.path().join("a.bc")).expect("the sample");
    for (name, bytes) in [
        ("empty", &b""[..]),
        ("elf", b"\x7FELF\x02\x01\x01\x00\x00"),
        ("zeros", &[0; 4096]),
        ("magic", b"BC\xC0\xDE"),
        ("wrapper", b"\xDE\xC0\x17\x0B\x00\x00"),
    ] {
        fs::write(dir.path().join(name), bytes).expect("a file");
        assert_refused(&bcconv(dir.path(), &[name, "-o", "out.ll"]), &format!("{name}: "));
    }
    for length in [5, 8, 12, 64, whole.len() / 2, whole.len() - 4 * (whole.len() / 8), whole.len() - 800] {
        fs::write(dir.path().join("cut"), &whole[..length]).expect("a file");
        assert_refused(&bcconv(dir.path(), &["cut", "-o", "out.ll"]), "cut: ");
    }
    assert!(!dir.path().join("out.ll").exists());
}

#[test]
fn lengths_that_lie() {
    let (dir, _) = setup();
    let whole = fs::read(dir.path().join("a.bc")).expect("the sample");
    // Each of the words in the first blocks in turn says something enormous; whatever comes of it, it ends in time and in order.
    for word in (4..512.min(whole.len())).step_by(4) {
        let mut bytes = whole.clone();
        bytes[word..word + 4].copy_from_slice(&[0xFF; 4]);
        fs::write(dir.path().join("lie"), bytes).expect("a file");
        let output = bcconv(dir.path(), &["lie", "-o", "out.ll"]);
        match output.status.code() {
            Some(0) => fs::remove_file(dir.path().join("out.ll")).expect("an output"),
            _ => assert_refused(&output, "lie: "),
        }
        assert_eq!(files(dir.path()), ["a.bc", "lie"], "word {word}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn devices_and_full_disks() {
        let (dir, _) = setup();
        assert!(bcconv(dir.path(), &["a.bc", "-o", "/dev/null"]).status.success());
        if Path::new("/dev/full").exists() {
            assert_refused(&bcconv(dir.path(), &["a.bc", "-o", "/dev/full"]), "No space left on device");
        }
    }

    #[test]
    fn a_link_is_followed_and_rights_are_kept() {
        let (dir, want) = setup();
        fs::write(dir.path().join("real.ll"), b"old").expect("a file");
        fs::set_permissions(dir.path().join("real.ll"), fs::Permissions::from_mode(0o640)).expect("rights");
        symlink("real.ll", dir.path().join("link.ll")).expect("a link");
        assert!(bcconv(dir.path(), &["a.bc", "-o", "link.ll"]).status.success());
        assert_eq!(text(&fs::read(dir.path().join("real.ll")).expect("the output")), text(&named(&want, "a.bc")));
        assert!(fs::symlink_metadata(dir.path().join("link.ll")).expect("the link").is_symlink());
        assert_eq!(fs::metadata(dir.path().join("real.ll")).expect("the output").permissions().mode() & 0o777, 0o640);
        assert_eq!(files(dir.path()), ["a.bc", "link.ll", "real.ll"]);
    }

    #[test]
    fn files_are_replaced_whole() {
        let (dir, want) = setup();
        let original = fs::read(dir.path().join("a.bc")).expect("the input");
        // Another name of the old file keeps the old contents.
        fs::write(dir.path().join("old.ll"), b"old").expect("a file");
        fs::hard_link(dir.path().join("old.ll"), dir.path().join("kept.ll")).expect("a link");
        assert!(bcconv(dir.path(), &["a.bc", "-o", "old.ll"]).status.success());
        assert_eq!(text(&fs::read(dir.path().join("old.ll")).expect("the output")), text(&named(&want, "a.bc")));
        assert_eq!(fs::read(dir.path().join("kept.ll")).expect("the old file"), b"old");
        // In place.
        assert!(bcconv(dir.path(), &["a.bc", "-o", "a.bc", "--to", "bc"]).status.success());
        assert_eq!(fs::read(dir.path().join("a.bc")).expect("the output"), original);
        assert_eq!(files(dir.path()), ["a.bc", "kept.ll", "old.ll"]);
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        let (dir, _) = setup();
        // Large enough that it does not fit into the pipe before the other end closes.
        let big = corpus("v22/rustc-debug.bc");
        let mut command = Command::new(env!("CARGO_BIN_EXE_bcconv"));
        command.arg(&big).args(["-o", "-"]).current_dir(dir.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("bcconv runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("bcconv ends");
        assert_eq!(output.status.code(), Some(141));
        assert_eq!(text(&output.stderr), "");
    }
}

/// The sample as another writer would have it: with a record in its MODULE block that LLVM does not know.
fn with_unknown_record(dir: &Path) -> Vec<u8> {
    let data = fs::read(dir.join("a.bc")).expect("the sample");
    let mut reader = EventReader::new(&data).expect("a stream");
    let mut writer = StreamWriter::new();
    let mut open = Vec::new();
    while let Some(item) = reader.next().expect("an event") {
        match item.event {
            Event::EnterBlock { block, .. } => open.push(block),
            Event::EndBlock { .. } if open.pop() == Some(module::ID) => writer.record(3, UNKNOWN, &[1, 2, 300], None).expect("a record"),
            _ => {}
        }
        writer.item(&item).expect("the same event");
    }
    writer.finish().expect("a stream")
}

/// A record code of MODULE that no LLVM writes.
const UNKNOWN: u32 = 4_000_000_000;

fn records(data: &[u8], code: u32) -> usize {
    let mut reader = EventReader::new(data).expect("a stream");
    let events = std::iter::from_fn(|| reader.next().expect("an event"));
    events.filter(|item| matches!(&item.event, Event::Record { code: found, .. } if *found == code)).count()
}

#[test]
fn copies_keep_what_no_model_holds() {
    let (dir, _) = setup();
    let unknown = with_unknown_record(dir.path());
    fs::write(dir.path().join("b.bc"), &unknown).expect("another input");
    fs::create_dir(dir.path().join("out")).expect("a folder");
    let output = bcconv(dir.path(), &["a.bc", "b.bc", "--to", "bc", "--out-dir", "out"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stderr),
        "bcconv: note: 1 of 2 files contain data that no module represents; it was kept unchanged\nbcconv: 2 of 2 written, 1 note\n"
    );
    assert!(fs::read(dir.path().join("out/b.bc")).expect("a copy") == unknown);

    // In the place of the input, and to the standard output.
    let output = bcconv(dir.path(), &["b.bc", "-o", "b.bc"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(fs::read(dir.path().join("b.bc")).expect("a copy") == unknown);
    let output = bcconv(dir.path(), &["b.bc", "--to", "bc", "-o", "-"]);
    assert!(output.stdout == unknown);

    // What is asked for changes, and nothing else.
    let output = bcconv(dir.path(), &["b.bc", "--producer", "seed", "-o", "c.bc"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let changed = fs::read(dir.path().join("c.bc")).expect("a copy");
    assert_eq!(records(&changed, UNKNOWN), 1);
    assert!(changed != unknown);
    let output = bcconv(dir.path(), &["c.bc", "--producer", "LLVM23.1.4", "-o", "d.bc"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(fs::read(dir.path().join("d.bc")).expect("a copy") == unknown, "{}", text(&output.stderr));

    let output = bcconv(dir.path(), &["b.bc", "--plain", "-o", "e.bc"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(records(&fs::read(dir.path().join("e.bc")).expect("a copy"), UNKNOWN), 0);
}

#[test]
fn texts_give_back_what_no_model_holds() {
    let (dir, _) = setup();
    let unknown = with_unknown_record(dir.path());
    fs::write(dir.path().join("b.bc"), &unknown).expect("another input");
    let output = bcconv(dir.path(), &["b.bc", "-o", "b.ll"]);
    let said = text(&output.stderr);
    assert!(output.status.success() && said.contains("unknown parts: MODULE record 4000000000;"), "{said}");
    let output = bcconv(dir.path(), &["b.ll", "-o", "c.bc"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    assert!(fs::read(dir.path().join("c.bc")).expect("bitcode") == unknown);
}

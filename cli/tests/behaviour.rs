//! How `bcconv` behaves around a conversion: names of outputs, messages, exit status, and no file left behind by a failure.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bctk_bitcode::schema::module;
use bctk_bitstream::stream::{Event, EventReader, StreamWriter};

#[path = "support/files.rs"]
mod files;
#[path = "support/refused.rs"]
mod refused;
#[path = "support/stdin.rs"]
mod stdin;
mod support;

use files::files;
use refused::assert_refused;
use stdin::with_stdin;

/// A module of the corpus and its text.
const SAMPLE: &str = "inst-terminator";

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22").join(name)
}

/// A folder with the sample as `a.bc`, and the text that is to come of it under the name `id`.
fn setup() -> (tempfile::TempDir, Vec<u8>) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::copy(corpus(&format!("{SAMPLE}.bc")), dir.path().join("a.bc")).expect("the sample");
    (dir, fs::read(corpus(&format!("{SAMPLE}.dis.ll"))).expect("its text"))
}

/// `text` of the sample with another name in the `; ModuleID` line.
fn named(text: &[u8], id: &str) -> Vec<u8> {
    let end = text.iter().position(|c| *c == b'\n').expect("a first line");
    let mut out = format!("; ModuleID = '{id}'").into_bytes();
    out.extend_from_slice(&text[end..]);
    out
}

fn bcconv(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bcconv")).args(args).current_dir(dir).stdin(Stdio::null()).output().expect("bcconv runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn output_beside_the_input() {
    let (dir, want) = setup();
    let output = bcconv(dir.path(), &["a.bc"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    assert_eq!(files(dir.path()), ["a.bc", "a.ll"]);
    assert_eq!(text(&fs::read(dir.path().join("a.ll")).expect("the output")), text(&named(&want, "a.bc")));
}

#[test]
fn named_outputs() {
    let (dir, want) = setup();
    for args in [&["a.bc", "-o", "x.ll"][..], &["a.bc", "-o", "odd.name", "--to", "ll"], &["a.bc", "-o", "x.ll", "--threads", "1"]] {
        let output = bcconv(dir.path(), args);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&fs::read(dir.path().join(args[2])).expect("the output")), text(&named(&want, "a.bc")));
    }
    let output = bcconv(dir.path(), &["a.bc", "-o", "-"]);
    assert_eq!(text(&output.stdout), text(&named(&want, "a.bc")));
    assert_eq!(files(dir.path()), ["a.bc", "odd.name", "x.ll"]);
}

#[test]
fn standard_input() {
    let (dir, want) = setup();
    let input = fs::read(dir.path().join("a.bc")).expect("the sample");
    for args in [&["-"][..], &["-", "-o", "-"]] {
        let output = with_stdin(Path::new(env!("CARGO_BIN_EXE_bcconv")), dir.path(), args, &input);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), text(&named(&want, "<stdin>")));
    }
}

#[test]
fn many_inputs() {
    let (dir, want) = setup();
    fs::copy(dir.path().join("a.bc"), dir.path().join("b.bc")).expect("a copy");
    fs::create_dir(dir.path().join("out")).expect("a folder");
    let output = bcconv(dir.path(), &["a.bc", "b.bc", "--out-dir", "out"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(files(&dir.path().join("out")), ["a.ll", "b.ll"]);
    for name in ["a", "b"] {
        let got = fs::read(dir.path().join("out").join(format!("{name}.ll"))).expect("an output");
        assert_eq!(text(&got), text(&named(&want, &format!("{name}.bc"))));
    }
    // One bad file does not hinder the others.
    fs::write(dir.path().join("c.bc"), b"no bitcode \x00\x01").expect("a file");
    fs::remove_file(dir.path().join("out/b.ll")).expect("an output");
    let output = bcconv(dir.path(), &["c.bc", "b.bc", "--out-dir", "out"]);
    assert_refused(&output, "c.bc: ");
    assert_eq!(files(&dir.path().join("out")), ["a.ll", "b.ll"]);
    let output = bcconv(dir.path(), &["a.bc", "a.bc"]);
    assert_eq!(output.status.code(), Some(2));
    let output = bcconv(dir.path(), &["a.bc", "b.bc", "-o", "x.ll"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn text_is_normalised() {
    let (dir, _) = setup();
    let source = "; by hand\r\ndefine i32 @f(i32 %a) { %b = add i32 %a, 1\r\n ret i32 %b }\r\n";
    fs::write(dir.path().join("t.ll"), source).expect("a file");
    let want = "; ModuleID = 't.ll'\nsource_filename = \"t.ll\"\n\ndefine i32 @f(i32 %a) {\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n";
    let output = bcconv(dir.path(), &["t.ll", "-o", "-"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), want.to_owned()));
    let output = bcconv(dir.path(), &["t.ll", "-o", "u.ll"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&fs::read(dir.path().join("u.ll")).expect("an output")), want);
    // An empty text is a module.
    fs::write(dir.path().join("e.ll"), "").expect("a file");
    let output = bcconv(dir.path(), &["e.ll", "-o", "-"]);
    assert_eq!(text(&output.stdout), "; ModuleID = 'e.ll'\nsource_filename = \"e.ll\"\n");
}

#[test]
fn faults_of_a_text_are_shown_where_they_are() {
    let (dir, _) = setup();
    let source = "define i32 @f(i32 %a) {\n  ret i64 %a\n}\n\ndefine void @g() {\n  ret void %x\n}\n";
    fs::write(dir.path().join("t.ll"), source).expect("a file");
    let output = bcconv(dir.path(), &["--check", "t.ll"]);
    let shown = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert_eq!(shown.matches("error: ").count(), 2, "{shown}");
    assert!(shown.contains("'%a' defined with type 'i32' but expected 'i64'"), "{shown}");
    assert!(shown.contains("t.ll:2:11") && shown.contains("^^"), "{shown}");
    assert_eq!(files(dir.path()), ["a.bc", "t.ll"]);
    fs::write(dir.path().join("t.ll"), source.replace("i64", "i32").replace(" %x", "")).expect("a file");
    let output = bcconv(dir.path(), &["--check", "t.ll"]);
    assert_eq!((output.status.code(), text(&output.stdout), text(&output.stderr)), (Some(0), String::new(), String::new()));
    assert_eq!(files(dir.path()), ["a.bc", "t.ll"]);
}

#[test]
fn typed_pointers_stay_in_what_llvm_printed() {
    let (dir, _) = setup();
    let body = "define i32 @f(i32* %p) {\n  %v = load i32, i32* %p, align 4\n  ret i32 %v\n}\n";
    fs::write(dir.path().join("t.ll"), format!("; ModuleID = 't.c'\nsource_filename = \"t.c\"\n\n{body}")).expect("a file");
    let output = bcconv(dir.path(), &["t.ll", "-o", "-"]);
    assert!(text(&output.stdout).ends_with(body), "{}", text(&output.stdout));
    fs::write(dir.path().join("t.ll"), body).expect("a file");
    let output = bcconv(dir.path(), &["t.ll", "-o", "-"]);
    assert!(text(&output.stdout).contains("load i32, ptr %p, align 4"), "{}", text(&output.stdout));
    let output = bcconv(dir.path(), &["t.ll", "--pointers", "typed", "-o", "-"]);
    assert!(text(&output.stdout).ends_with(body), "{}", text(&output.stdout));
    fs::write(dir.path().join("t.ll"), format!("{body}\ndeclare void @g(ptr)\n")).expect("a file");
    let output = bcconv(dir.path(), &["t.ll", "--pointers", "typed", "-o", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("t.ll:6:17"), "{}", text(&output.stderr));
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

#[test]
fn files_that_are_not_there() {
    let (dir, _) = setup();
    assert_refused(&bcconv(dir.path(), &["missing.bc"]), "missing.bc: No such file or directory");
    assert_refused(&bcconv(dir.path(), &["."]), ".: Is a directory");
    assert_refused(&bcconv(dir.path(), &["a.bc", "-o", "no/such/x.ll"]), "no/such/x.ll: ");
    assert_eq!(files(dir.path()), ["a.bc"]);
}

#[test]
fn folders_are_made() {
    let (dir, _) = setup();
    assert!(bcconv(dir.path(), &["a.bc", "--out-dir", "new/one"]).status.success());
    assert!(bcconv(dir.path(), &["a.bc", "-o", "two/"]).status.success());
    assert!(bcconv(dir.path(), &["a.bc", "-o", "two"]).status.success());
    assert_eq!(files(&dir.path().join("new/one")), ["a.ll"]);
    assert_eq!(files(&dir.path().join("two")), ["a.ll"]);
    assert_eq!(files(dir.path()), ["a.bc", "new", "two"]);
    // A file is no folder.
    assert_refused(&bcconv(dir.path(), &["a.bc", "--out-dir", "a.bc"]), "a.bc: cannot be made: ");
}

#[test]
fn bitcode_under_the_name_of_a_text_is_not_replaced() {
    let (dir, _) = setup();
    let bitcode = fs::read(dir.path().join("a.bc")).expect("the input");
    fs::write(dir.path().join("t.ll"), &bitcode).expect("another input");
    assert_refused(&bcconv(dir.path(), &["t.ll"]), "t.ll: the output would take the place of the input");
    assert!(fs::read(dir.path().join("t.ll")).expect("it is there") == bitcode);
}

#[test]
fn an_old_output_survives_a_failure() {
    let (dir, _) = setup();
    fs::write(dir.path().join("bad.bc"), b"BC\xC0\xDE\x35\x14").expect("a file");
    fs::write(dir.path().join("bad.ll"), b"old").expect("a file");
    assert_refused(&bcconv(dir.path(), &["bad.bc"]), "bad.bc: ");
    assert_eq!(fs::read(dir.path().join("bad.ll")).expect("the old file"), b"old");
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
    fn a_closed_pipe_is_no_error() {
        let (dir, _) = setup();
        // Large enough that it does not fit into the pipe before the other end closes.
        let big = corpus("clang-cpp-O0-g.bc");
        let mut command = Command::new(env!("CARGO_BIN_EXE_bcconv"));
        command.arg(&big).args(["-o", "-"]).current_dir(dir.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("bcconv runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("bcconv ends");
        assert_eq!(output.status.code(), Some(141));
        assert_eq!(text(&output.stderr), "");
    }
}

/// What follows was taken from llvm-dis 22.1.8: file names, messages and exit status.
mod as_llvm_dis {
    use super::*;

    fn run(dir: &Path, args: &[&str]) -> Output {
        let tool = support::AsLlvmDis::new();
        Command::new(tool.path()).args(args).current_dir(dir).stdin(Stdio::null()).output().expect("the tool runs")
    }

    #[test]
    fn names_of_outputs() {
        let (dir, want) = setup();
        fs::copy(dir.path().join("a.bc"), dir.path().join("noext")).expect("a copy");
        assert!(run(dir.path(), &["a.bc", "noext"]).status.success());
        assert_eq!(files(dir.path()), ["a.bc", "a.ll", "noext", "noext.ll"]);
        assert_eq!(text(&fs::read(dir.path().join("noext.ll")).expect("the output")), text(&named(&want, "noext")));
        assert!(run(dir.path(), &["--o=zz", "-f", "a.bc"]).status.success());
        assert_eq!(text(&fs::read(dir.path().join("zz")).expect("the output")), text(&named(&want, "a.bc")));
        let output = run(dir.path(), &["-disable-output", "a.bc", "-o", "never"]);
        assert!(output.status.success() && output.stdout.is_empty() && !dir.path().join("never").exists());
    }

    #[test]
    fn two_modules_in_a_file() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let multi = corpus("../multi");
        fs::copy(multi.join("two.bc"), dir.path().join("two.bc")).expect("the sample");
        assert!(run(dir.path(), &["two.bc"]).status.success());
        assert_eq!(files(dir.path()), ["two.0.ll", "two.1.ll", "two.bc"]);
        for name in ["two.0.ll", "two.1.ll"] {
            let [got, want] = [dir.path(), multi.as_path()].map(|dir| text(&fs::read(dir.join(name)).expect("a text")));
            assert_eq!(got, want);
        }
        assert!(run(dir.path(), &["two.bc", "-o", "x"]).status.success());
        assert_eq!(files(dir.path()), ["two.0.ll", "two.1.ll", "two.bc", "x.0", "x.1"]);
        // Not files that are named `-.0` and `-.1`.
        let output = run(dir.path(), &["two.bc", "-o", "-"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        assert!(text(&output.stderr).ends_with("llvm-dis: error: only single module bitcode files can be written to stdout\n"));
        let two = fs::read(multi.join("two.bc")).expect("the sample");
        let piped = with_stdin(support::AsLlvmDis::new().path(), dir.path(), &[], &two);
        assert_eq!(text(&piped.stdout).matches("; ModuleID").count(), 2);
        for args in [&["two.bc", "-o", "-"][..], &["two.bc", "--out-dir", "-"], &["two.bc", "--extract", "-"]] {
            let output = Command::new(env!("CARGO_BIN_EXE_bcconv")).args(args).current_dir(dir.path()).output().expect("bcconv runs");
            assert!(!output.status.success() && output.stdout.is_empty() && !output.stderr.is_empty());
        }
        assert_eq!(files(dir.path()), ["two.0.ll", "two.1.ll", "two.bc", "x.0", "x.1"]);
    }

    #[test]
    fn standard_input() {
        let (dir, want) = setup();
        let input = fs::read(dir.path().join("a.bc")).expect("the sample");
        let tool = support::AsLlvmDis::new();
        for args in [&[][..], &["-"]] {
            let output = with_stdin(tool.path(), dir.path(), args, &input);
            assert_eq!(text(&output.stdout), text(&named(&want, "<stdin>")));
        }
        assert_eq!(with_stdin(tool.path(), dir.path(), &[], b"").status.code(), Some(1));
    }

    #[test]
    fn messages() {
        let (dir, _) = setup();
        for (args, want) in [
            (&["missing.bc"][..], "error: missing.bc: No such file or directory\n"),
            (&["."], "error: .: Is a directory\n"),
            (&["a.bc", "-o", "/nonexistent/x.ll"], "No such file or directory\n"),
            (&["a.bc", "a.bc", "-o", "x"], "error: output file name cannot be set for multiple input files\n"),
            (&["-o"], "llvm-dis: for the -o option: requires a value!\n"),
            (&["-f=maybe", "a.bc"], "llvm-dis: for the -f option: 'maybe' is invalid value for boolean argument! Try 0 or 1\n"),
        ] {
            let output = run(dir.path(), args);
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(text(&output.stderr), want);
        }
        let output = run(dir.path(), &["--bogus", "a.bc"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).starts_with("llvm-dis: Unknown command line argument '--bogus'.  Try: "));
        assert_eq!(files(dir.path()), ["a.bc"]);
    }

    #[test]
    fn bad_content_names_the_tool() {
        let (dir, _) = setup();
        fs::write(dir.path().join("g.bc"), b"garbage\n").expect("a file");
        let output = run(dir.path(), &["g.bc"]);
        assert_refused(&output, "llvm-dis: error: ");
        assert_eq!(files(dir.path()), ["a.bc", "g.bc"]);
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
    assert_eq!(text(&output.stderr), "bcconv: note: 1 of 2 files hold what their modules do not say; it was kept as it is\n");
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
    let output = bcconv(dir.path(), &["c.bc", "--producer", "LLVM22.1.8", "-o", "d.bc"]);
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
    assert!(output.status.success() && said.contains("not all of it is known here: MODULE record 4000000000;"), "{said}");
    let output = bcconv(dir.path(), &["b.ll", "-o", "c.bc"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    assert!(fs::read(dir.path().join("c.bc")).expect("bitcode") == unknown);
}

#[test]
fn limits_are_named_listed_and_set() {
    let (dir, _) = setup();
    let deep = format!("@g = external global {}i8{}\n", "{ ".repeat(30), " }".repeat(30));
    fs::write(dir.path().join("deep.ll"), deep).expect("a file");
    let listed = bcconv(dir.path(), &["--limit", "help"]);
    assert!(listed.status.success() && text(&listed.stdout).contains("\n  nesting                        256  Levels of types"));
    for args in [
        &["deep.ll", "--check"][..],
        &["deep.ll", "--check", "--limit", "nesting=31"],
        &["a.bc", "-o", "a.ll", "--limit", "type-parts=2000"],
    ] {
        let output = bcconv(dir.path(), args);
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    }
    for (limit, option) in [("20", "--nesting=20"), ("25", "--limit=nesting=25")] {
        let output = bcconv(dir.path(), &["deep.ll", "--check", option]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(&format!("(the limit nesting={limit} can be raised)")), "{}", text(&output.stderr));
    }
    let refused = bcconv(dir.path(), &["a.bc", "-o", "b.ll", "--limit", "block-depth=1"]);
    assert_refused(&refused, "over the limit: blocks nested too deep (the limit block-depth=1 can be raised)");
    assert!(!dir.path().join("b.ll").exists());
    for (option, words) in [
        ("none=1", "there is no limit 'none'; there are block-depth, "),
        ("nesting=x", "expected a number, found 'x'"),
        ("nesting", "NAME=N"),
    ] {
        let output = bcconv(dir.path(), &["a.bc", "--limit", option]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

#[test]
fn what_cannot_be_printed_within_the_limits_is_an_error() {
    let (dir, _) = setup();
    fs::write(dir.path().join("c.ll"), "@g = global { { { i8 } } } { { { i8 } } { { i8 } { i8 1 } } }\n").expect("a file");
    let types = ["printed-types=10", "--limit", "printed-types-per-byte=0"];
    for (options, words) in [(&["printed-depth=2"][..], "constants nested too deep to print"), (&types, "types that are too long to print")]
    {
        let refused = bcconv(dir.path(), &[&["c.ll", "-o", "d.ll", "--limit"], options].concat());
        assert_refused(&refused, words);
        assert_refused(&refused, "can be raised)");
        assert!(!dir.path().join("d.ll").exists());
    }
}

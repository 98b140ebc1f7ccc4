//! Bitcode to text and back gives the same file; after an edit of the text, a file with that edit and the rest of the layout.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Named, bcconv, bcdump, corpus, run};

/// Runs it, expects success, and gives what it said on the standard error.
fn said(dir: &Path, args: &[&str]) -> String {
    let output = bcconv(dir, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    said
}

fn silently(dir: &Path, args: &[&str]) {
    assert_eq!(said(dir, args), "", "{args:?}");
}

fn read(dir: &Path, name: &str) -> Vec<u8> {
    fs::read(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A folder with a file of the corpus as `a.bc`, and its text with the description as `a.ll`.
fn with_text(name: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::copy(corpus(name), dir.path().join("a.bc")).expect("the sample");
    silently(dir.path(), &["a.bc"]);
    dir
}

/// The start of the description below a text.
fn trailer(text: &[u8]) -> Option<usize> {
    text.windows(16).position(|window| window == b"\n; bctk layout 1").map(|at| at + 1)
}

/// Every bitcode file below `dir`.
fn bitcode_below(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            bitcode_below(&path, found);
        } else if path.extension().is_some_and(|e| e == "bc") {
            found.push(path);
        }
    }
}

/// What LLVM prints so that nobody can read it: quotes in the names of attributes and garbage collectors, labels without a name, expressions that are
/// none.
const UNREADABLE: [&str; 4] = ["attributes-function.", "di-expression-invalid.", "di-subroutine-types.", "function-properties."];

#[test]
fn every_file_comes_back() {
    let mut files = Vec::new();
    bitcode_below(&corpus(""), &mut files);
    assert!(files.len() > 100);
    // Unoptimised, all of them take too long.
    let step = if cfg!(debug_assertions) { 4 } else { 1 };
    for file in files.into_iter().step_by(step) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let bytes = fs::read(&file).expect("a file");
        fs::write(dir.path().join("a.bc"), &bytes).expect("a copy");
        if UNREADABLE.iter().any(|name| file.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))) {
            assert!(said(dir.path(), &["a.bc"]).contains("the text does not restore this file"));
            continue;
        }
        silently(dir.path(), &["a.bc"]);
        let mut texts: Vec<String> = fs::read_dir(dir.path())
            .expect("a folder")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".ll"))
            .collect();
        texts.sort();
        let mut args: Vec<&str> = texts.iter().map(String::as_str).collect();
        args.extend(["-o", "b.bc"]);
        silently(dir.path(), &args);
        assert!(read(dir.path(), "b.bc") == bytes, "{}: another file came back", file.display());
        // The text above is that of llvm-dis.
        for (number, name) in texts.iter().enumerate() {
            let described = read(dir.path(), name);
            silently(dir.path(), &["--plain", "a.bc", "-o", "p.ll"]);
            let plain = if texts.len() > 1 { format!("p.{number}.ll") } else { "p.ll".to_owned() };
            let above = trailer(&described).unwrap_or(described.len());
            assert!(described[..above] == read(dir.path(), &plain), "{}: another text", file.display());
        }
    }
}

#[test]
fn what_the_assembler_made_of_its_text_needs_nothing_below() {
    for name in ["v23/inst-terminator.bc", "v23/metadata-basic.bc"] {
        let dir = with_text(name);
        assert_eq!(trailer(&read(dir.path(), "a.ll")), None, "{name}");
    }
    // A compiler states orders of uses that no text shows.
    let dir = with_text("v22/clang-cpp-O2.bc");
    assert!(trailer(&read(dir.path(), "a.ll")).is_some());
}

#[test]
fn the_names_of_the_llvm_tools_mean_their_text_and_bitcode() {
    let dir = with_text("v23/uselist.bc");
    let tool = Named::bcconv("llvm-dis");
    let output = run(tool.path(), dir.path(), &["a.bc", "-o", "-"]);
    assert!(output.stdout == fs::read(corpus("v23/uselist.dis.ll")).expect("the text") || trailer(&output.stdout).is_none());
    // Without what is described, the file is another.
    silently(dir.path(), &["--plain", "a.ll", "-o", "plain.bc"]);
    assert!(read(dir.path(), "plain.bc") != read(dir.path(), "a.bc"));
    let output = run(Named::bcconv("llvm-as").path(), dir.path(), &["a.ll", "-o", "as.bc"]);
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(read(dir.path(), "as.bc") == read(dir.path(), "plain.bc"));
}

/// Edits the text of `sample`, makes bitcode of it, and expects of that the plain text of the edited text; gives what was said.
fn edited(dir: &Path, edit: impl Fn(&str) -> String) -> String {
    let text = String::from_utf8(read(dir, "a.ll")).expect("a text");
    let changed = edit(&text);
    assert!(changed != text, "nothing was edited");
    fs::write(dir.join("e.ll"), changed).expect("the edited text");
    let said = said(dir, &["e.ll", "-o", "e.bc"]);
    silently(dir, &["--plain", "e.bc", "-o", "again.ll"]);
    silently(dir, &["--plain", "e.ll", "-o", "plain.bc"]);
    silently(dir, &["--plain", "plain.bc", "-o", "want.ll"]);
    let without_id = |text: Vec<u8>| text.splitn(2, |&c| c == b'\n').nth(1).expect("a second line").to_vec();
    let preds = |text: Vec<u8>| {
        let lines = String::from_utf8(text).expect("a text");
        lines.lines().map(|line| line.split("; preds =").next().unwrap_or(line).trim_end().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(preds(without_id(read(dir, "again.ll"))), preds(without_id(read(dir, "want.ll"))));
    said
}

/// The output of `bcdump` for a file, block by block.
fn outline(dir: &Path, name: &str) -> String {
    let output = bcdump(dir, &[name]);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_changed_constant_is_all_that_changes() {
    let dir = with_text("v22/clang-cpp-O2.bc");
    let dir = dir.path();
    let before = outline(dir, "a.bc");
    let constant = |text: &str| {
        let at = text.find("add nsw i32 ").expect("an addition");
        let end = at + text[at..].find('\n').expect("a line");
        let comma = at + text[at..end].rfind(", ").expect("two operands");
        let stop = text[comma + 2..end].find([',', ' ']).map_or(end, |stop| comma + 2 + stop);
        format!("{}, 77{}", &text[..comma], &text[stop..])
    };
    let said = edited(dir, constant);
    assert!(said.is_empty() || said.contains("the text was edited"), "{said}");
    // Orders of uses of other functions are still stated.
    let count =
        |outline: &str| outline.lines().filter_map(|line| line.trim().strip_prefix("USELIST")).map(|line| line.trim().to_owned()).next();
    assert!(before.contains("USELIST"), "{before}");
    assert!(count(&outline(dir, "e.bc")).is_some(), "{said}");
}

#[test]
fn a_changed_function_loses_its_own_orders_alone() {
    let dir = with_text("v22/clang-cpp-O2.bc");
    let dir = dir.path();
    let text = String::from_utf8(read(dir, "a.ll")).expect("a text");
    let define = text.find("\ndefine ").expect("a function");
    let name = text[define..].split('@').nth(1).expect("a name").split('(').next().expect("a name").to_owned();
    // Another name alone changes no order.
    assert_eq!(edited(dir, |text| text.replace(&format!("@{name}("), "@renamed(")), "");
    let said = edited(dir, |text| {
        let body = define + text[define..].find(" {\n").expect("a body") + 3;
        format!("{}  fence seq_cst\n{}", &text[..body], &text[body..])
    });
    assert!(said.contains("the text was edited") && said.contains(&format!("@{name}")), "{said}");
    let strict = bcconv(dir, &["--strict-layout", "e.ll", "-o", "strict.bc"]);
    assert_eq!(strict.status.code(), Some(1));
    assert!(!dir.join("strict.bc").exists());
    // The layout of a text that was not changed is honoured in full.
    silently(dir, &["--strict-layout", "a.ll", "-o", "same.bc"]);
    assert!(read(dir, "same.bc") == read(dir, "a.bc"));
}

#[test]
fn a_deleted_function_is_gone() {
    let dir = with_text("v22/clang-c-O0.bc");
    let dir = dir.path();
    // The first function that nothing else names.
    let delete = |text: &str| {
        let mut from = 0;
        while let Some(at) = text[from..].find("\ndefine ") {
            let start = from + at + 1;
            let end = start + text[start..].find("\n}\n").expect("an end") + 3;
            let name = text[start..].split('@').nth(1).expect("a name").split('(').next().expect("a name");
            let rest = format!("{}{}", &text[..start], &text[end..]);
            if !rest.contains(&format!("@{name}(")) && !rest.contains(&format!("@{name} ")) && !rest.contains(&format!("@{name},")) {
                return rest;
            }
            from = end;
        }
        panic!("every function is used");
    };
    edited(dir, delete);
}

#[test]
fn damage_below_a_text_is_told() {
    let dir = with_text("v22/clang-cpp-O2.bc");
    let dir = dir.path();
    let mut text = read(dir, "a.ll");
    let at = trailer(&text).expect("a layout");
    text.truncate(at);
    text.extend_from_slice(b"; bctk layout 1 text=00000000 file=00000000\n;f !!!\n");
    fs::write(dir.join("bad.ll"), &text).expect("a text");
    let said = said(dir, &["bad.ll", "-o", "bad.bc"]);
    assert!(said.contains("cannot read the description") && said.contains("line 2 of the description"), "{said}");
    silently(dir, &["--plain", "bad.ll", "-o", "plain.bc"]);
    assert!(read(dir, "bad.bc") == read(dir, "plain.bc"));
    assert_eq!(bcconv(dir, &["--strict-layout", "bad.ll", "-o", "strict.bc"]).status.code(), Some(1));
}

#[test]
fn several_modules_come_back_from_several_texts() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    let multi =
        fs::read_dir(corpus("multi")).expect("a folder").flatten().map(|e| e.path()).find(|p| p.extension().is_some_and(|e| e == "bc"));
    fs::copy(multi.expect("a file of several modules"), dir.join("a.bc")).expect("a copy");
    silently(dir, &["a.bc"]);
    silently(dir, &["a.0.ll", "a.1.ll", "-o", "b.bc"]);
    assert!(read(dir, "a.bc") == read(dir, "b.bc"));
    let alone = said(dir, &["a.1.ll", "-o", "one.bc"]);
    assert!(alone.contains("module 2 of 2"), "{alone}");
    let usage = bcconv(dir, &["a.0.ll", "a.1.ll", "-o", "b.ll"]);
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn a_text_gives_its_own_text_back() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::write(dir.join("t.ll"), "; by hand\ndefine i32 @f(i32 %x) { ; a comment\n  ret i32 %x\n}\n").expect("a text");
    silently(dir, &["t.ll", "-o", "t.bc"]);
    silently(dir, &["t.bc", "-o", "again.ll"]);
    let want = "; ModuleID = 't.bc'\nsource_filename = \"t.ll\"\n\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
    assert_eq!(String::from_utf8_lossy(&read(dir, "again.ll")), want);
}

/// A text with its description prints again as it is, whichever LLVM it is of, and still gives back the file.
#[test]
fn a_described_text_prints_again() {
    let mut printed = 0;
    for version in ["v13", "v14", "v16", "v19", "v22"] {
        let folder = corpus(version);
        for entry in folder.read_dir().expect("a folder").flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "bc") {
                continue;
            }
            let dir = tempfile::tempdir().expect("a temporary folder");
            let file = |name: &str| dir.path().join(name);
            let run = |from: &Path, to: &Path| {
                let output = Command::new(env!("CARGO_BIN_EXE_bcconv")).arg(from).arg("-o").arg(to).output().expect("the tool");
                // What LLVM prints and no parser reads is noted.
                output.status.success() && output.stderr.is_empty() && to.exists()
            };
            let read = |name: &str| fs::read(file(name)).expect("a file");
            if !run(&path, &file("a.ll")) || !read("a.ll").windows(14).any(|words| words == b"; bctk layout ") {
                continue;
            }
            assert!(run(&file("a.ll"), &file("b.ll")), "{}", path.display());
            // The checksum of the text differs, and the name of the file, which is used as the source file name if there is none.
            let plain = |name: &str| {
                let text = String::from_utf8_lossy(&read(name)).into_owned();
                let other = ["; ModuleID", "; bctk layout", "source_filename = \"/"];
                let lines = text.lines().filter(|line| !other.iter().any(|start| line.starts_with(start)));
                // The order of predecessors is that of uses, which is not in the text.
                lines.map(|line| line.split("; preds").next().unwrap_or(line).to_owned()).collect::<Vec<_>>()
            };
            let (first, again) = (plain("a.ll"), plain("b.ll"));
            let different = first.iter().zip(&again).find(|(a, b)| a != b);
            assert_eq!((different, first.len()), (None, again.len()), "{}", path.display());
            assert!(run(&file("b.ll"), &file("b.bc")) && fs::read(&path).expect("a file") == read("b.bc"), "{}", path.display());
            printed += 1;
        }
    }
    assert!(printed > 20, "{printed}");
}

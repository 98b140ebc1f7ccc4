//! Kinds of edits, made in the texts of all corpus files that Clang 13 to 22 wrote: whether the file comes back, and which entries
//! are dropped. The test checks the table in `docs/edits.md`; `BLESS=1` writes it.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::support::Folders;

/// What is to come of an edit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The very file, without a word.
    SameFile,
    /// A file with the edit, and a word for everything that was dropped.
    Edited,
}

/// A kind of edit: its name in the table, and what it makes of a text; nothing of one that it does not fit.
type Kind = (&'static str, Wanted, fn(&str) -> Option<String>);

const HEAD: &str = "; bctk layout ";

const KINDS: &[Kind] = &[
    ("comment at the top", Wanted::SameFile, |text| Some(format!("; about this file\n{text}"))),
    ("comment in a function", Wanted::SameFile, |text| text.contains("{\n  ").then(|| text.replace("{\n  ", "{\n  ; why\n  "))),
    ("comment after an instruction", Wanted::SameFile, |text| once(text, "  ret void\n", "  ret void ; done\n")),
    ("comment before the description", Wanted::SameFile, |text| once(text, HEAD, "; not of the description\n; bctk layout ")),
    ("comment in the description", Wanted::SameFile, |text| once(text, "\n;end\n", "\n; not of the description\n;end\n")),
    ("comment below the description", Wanted::SameFile, |text| Some(format!("{text}; not of the description\n;nor this\n"))),
    ("comments removed", Wanted::SameFile, |text| {
        Some(by_line(text, |line| {
            line.split("; preds").next().filter(|line| !line.starts_with("; ") || line.starts_with(HEAD)).map(str::to_owned)
        }))
    }),
    ("blank line added", Wanted::SameFile, |text| text.contains("\n}\n").then(|| text.replace("\n}\n", "\n\n}\n\n"))),
    ("blank lines at the end", Wanted::SameFile, |text| Some(format!("{text}\n\n"))),
    ("blank lines removed", Wanted::SameFile, |text| Some(by_line(text, |line| (!line.is_empty()).then(|| line.to_owned())))),
    ("Windows line endings", Wanted::SameFile, |text| Some(text.replace('\n', "\r\n"))),
    ("byte order mark", Wanted::SameFile, |text| Some(format!("\u{FEFF}{text}"))),
    ("no newline at the end", Wanted::SameFile, |text| Some(text.trim_end().to_owned())),
    ("trailing white space", Wanted::SameFile, |text| Some(text.replace('\n', "  \n"))),
    ("tabs for indentation", Wanted::SameFile, |text| Some(text.replace("\n  ", "\n\t"))),
    ("no indentation", Wanted::SameFile, |text| Some(by_line(text, |line| Some(line.trim_start().to_owned())))),
    ("deeper indentation", Wanted::SameFile, |text| Some(text.replace("\n  ", "\n        "))),
    ("more white space between words", Wanted::SameFile, |text| Some(text.replace(" = ", "   =\t"))),
    ("constant in a function changed", Wanted::Edited, |text| {
        number(text, &["  store i32 ", "  ret i32 ", "  store i64 ", "phi i32 [ ", "phi i64 [ "])
    }),
    ("initial value changed", Wanted::Edited, |text| number(text, &[" global i32 ", " constant i32 ", " global i64 "])),
    ("alignment changed", Wanted::Edited, |text| once(text, ", align 4", ", align 8")),
    ("variable renamed", Wanted::Edited, |text| renamed(text, "@", " = ", "another_name")),
    ("function renamed", Wanted::Edited, |text| renamed(text, "define ", "(", "another_name")),
    ("string attribute changed", Wanted::Edited, |text| {
        once(text, "\"stack-protector-buffer-size\"=\"8\"", "\"stack-protector-buffer-size\"=\"9\"")
    }),
    ("attribute removed", Wanted::Edited, |text| {
        let at = text.find("\nattributes #")?;
        once(&text[at..], " nounwind ", " ").map(|rest| text[..at].to_owned() + &rest)
    }),
    ("instruction added", Wanted::Edited, |text| once(text, "\n  ret void\n", "\n  fence seq_cst\n  ret void\n")),
    ("instruction removed", Wanted::Edited, |text| without_line(text, "  store ")),
    ("function added", Wanted::Edited, |text| {
        let at = text.rfind("\n}\n")? + 3;
        Some(format!("{}\ndefine void @added_here() {{\n  ret void\n}}\n{}", &text[..at], &text[at..]))
    }),
    ("function removed", Wanted::Edited, without_function),
    ("variable added", Wanted::Edited, |text| {
        let at = text.find("\n@")?;
        let end = at + text[at..].find("\n\n")?;
        Some(format!("{}\n@added_here = global i32 0, align 4{}", &text[..end], &text[end..]))
    }),
    ("metadata string changed", Wanted::Edited, |text| once(text, "clang version ", "Clang version ")),
    ("line of debug information changed", Wanted::Edited, |text| number(text, &["!DILocation(line: "])),
    ("source file name changed", Wanted::Edited, |text| once(text, "\nsource_filename = \"", "\nsource_filename = \"other-")),
    ("named metadata added", Wanted::Edited, |text| once(text, "\n!0 = ", "\n!added.here = !{}\n\n!0 = ")),
];

/// Replaces the first `from`.
fn once(text: &str, from: &str, to: &str) -> Option<String> {
    text.contains(from).then(|| text.replacen(from, to, 1))
}

fn by_line(text: &str, line: impl FnMut(&str) -> Option<String>) -> String {
    text.lines().filter_map(line).flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// Changes the number after the first of these prefixes that a number follows.
fn number(text: &str, before: &[&str]) -> Option<String> {
    before.iter().find_map(|before| {
        let places = text.match_indices(before).map(|(at, _)| at + before.len());
        let at = places.into_iter().find(|&at| text[at..].starts_with(|c: char| c.is_ascii_digit()))?;
        let digits = text[at..].find(|c: char| !c.is_ascii_digit())?;
        let other = if &text[at..at + digits] == "101" { "102" } else { "101" };
        Some(format!("{}{other}{}", &text[..at], &text[at + digits..]))
    })
}

/// Renames the first global value in a line that starts with `before` and continues with `after` after the name; not if a summary or a
/// comdat names it too.
fn renamed(text: &str, before: &str, after: &str, to: &str) -> Option<String> {
    if text.contains("\n^0 = ") {
        return None;
    }
    let old = text.lines().filter(|line| !line.contains(" comdat") && !line.contains("alias")).find_map(|line| {
        let name = line.strip_prefix(before).and(line.split('@').nth(1))?.split(after).next()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        (!name.starts_with("llvm.") && !name.is_empty() && name.chars().all(plain)).then(|| name.to_owned())
    })?;
    let token = format!("@{old}");
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&token) {
        let (head, tail) = rest.split_at(at + token.len());
        let whole = !tail.starts_with(|c: char| c.is_ascii_alphanumeric() || "-$._".contains(c));
        out.push_str(&head[..at + 1]);
        out.push_str(if whole { to } else { &old });
        rest = tail;
    }
    Some(out + rest)
}

/// Without the first line in a function that starts so.
fn without_line(text: &str, start: &str) -> Option<String> {
    let at = text.find(&format!("\n{start}"))? + 1;
    let end = at + text[at..].find('\n')? + 1;
    Some(format!("{}{}", &text[..at], &text[end..]))
}

/// Without the first function that nothing else names.
fn without_function(text: &str) -> Option<String> {
    if text.contains("\n^0 = ") {
        return None;
    }
    let mut from = 0;
    while let Some(at) = text[from..].find("\ndefine ") {
        let start = from + at + 1;
        let end = start + text[start..].find("\n}\n")? + 3;
        let line = text[start..].lines().next()?;
        let name = line.split('@').nth(1)?.split('(').next()?;
        let rest = format!("{}{}", &text[..start], &text[end..]);
        if !rest.contains(&format!("@{name}")) && !line.contains(" comdat") {
            return Some(rest);
        }
        from = end;
    }
    None
}

/// Keys of entries with the words that tell that such are dropped.
const TOLD: &[(&str, &str)] = &[
    ("hash", "the module's hash"),
    ("datalayout", "the data layout"),
    ("asm", "symbols of the inline assembly"),
    ("zeros", "sizes of 0 in debug information"),
    ("enumerators", "widths of enumerators"),
    ("orders", "use-list orders of global values and constants"),
    ("f", "use-list orders"),
    ("attrs", "differing attributes of"),
    ("patch", "the patch of"),
];
/// Keys of entries that hold for any text.
const ALWAYS: &[&str] =
    &["producer", "release", "symtab", "flags", "table", "kinds", "bundles", "scopes", "inrange", "values", "uses", "unknown"];

/// The entries of the description in a text, by key.
fn entries(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let Some(at) = text.rfind(HEAD) else { return found };
    for line in text[at..].lines().skip(1).filter_map(|line| line.strip_prefix(';')) {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        found.entry(key.to_owned()).or_default().push(rest.to_owned());
    }
    found.remove("end");
    found
}

/// The lines of a module without comments, numbers of metadata and attributes, the summary (which is of another module then), and definitions that only what
/// was removed may have needed.
fn said(text: &str) -> Vec<String> {
    let above = text.rfind(HEAD).map_or(text, |at| &text[..at]);
    let numberless = |line: &str| {
        let mut out = String::new();
        for part in line.split_inclusive(['!', '#']) {
            let digits = if out.ends_with(['!', '#']) { part.chars().take_while(char::is_ascii_digit).count() } else { 0 };
            out.push_str(&part[digits..]);
        }
        out
    };
    let lines = above.lines().map(|line| line.split("; preds").next().unwrap_or(line).trim_end());
    let defines = |line: &str| ["!", "^", "attributes #", "$", "%"].iter().any(|start| line.starts_with(start));
    lines.filter(|line| !line.is_empty() && !line.starts_with(';') && !defines(line)).map(numberless).collect()
}

struct Work {
    folders: Folders,
    files: BTreeMap<String, Vec<u8>>,
}

impl Work {
    fn new() -> Work {
        let work = Work { folders: Folders::new(), files: BTreeMap::new() };
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
        let mut files = BTreeMap::new();
        for version in 13..=22 {
            for entry in fs::read_dir(corpus.join(format!("v{version}"))).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                if let Some(stem) = name.strip_suffix(".bc").filter(|stem| stem.starts_with("clang-")) {
                    files.insert(format!("v{version}-{stem}"), fs::read(&path).expect("a file"));
                }
            }
        }
        for (name, bytes) in &files {
            fs::write(work.folders.folder("bc").join(format!("{name}.bc")), bytes).expect("a file");
        }
        let output = work.folders.convert("bc", "ll", &[]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        // A file of several modules becomes several texts.
        files.retain(|name, _| work.folders.folder("ll").join(format!("{name}.ll")).exists());
        Work { files, ..work }
    }

    fn text(&self, folder: &str, name: &str) -> String {
        String::from_utf8(fs::read(self.folders.folder(folder).join(format!("{name}.ll"))).expect("a text")).expect("UTF-8")
    }
}

/// What came of one kind of edits.
#[derive(Default)]
struct Came {
    files: usize,
    same: usize,
    noted: usize,
    /// Keys of the entries that a note names.
    dropped: BTreeSet<&'static str>,
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute unless it is optimised; `cargo test --release -p bctk-cli` runs it")]
fn what_comes_back_and_what_is_told() {
    let work = Work::new();
    let mut table: Vec<(&Kind, Came)> = Vec::new();
    let mut cases = 0;
    let mut faults = Vec::new();
    for (number, kind) in KINDS.iter().enumerate() {
        let (what, wanted, edit) = kind;
        let (texts, results, again, strict) =
            (format!("{number}-ll"), format!("{number}-bc"), format!("{number}-again"), format!("{number}-strict"));
        let mut edited = BTreeMap::new();
        for name in work.files.keys() {
            let Some(text) = edit(&work.text("ll", name)) else { continue };
            fs::write(work.folders.folder(&texts).join(format!("{name}.ll")), &text).expect("a file");
            edited.insert(name.clone(), text);
        }
        assert!(!edited.is_empty(), "{what}: no text has it");
        let output = work.folders.convert(&texts, &results, &[]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{what}: {stderr}");
        let strict_output = work.folders.convert(&texts, &strict, &["--strict-layout"]);
        work.folders.convert(&results, &again, &[]);
        let mut came = Came { files: edited.len(), ..Came::default() };
        let mut check = |holds: bool, what: String| {
            if !holds {
                faults.push(what);
            }
        };
        for (name, text) in &edited {
            cases += 1;
            let result = fs::read(work.folders.folder(&results).join(format!("{name}.bc"))).expect("bitcode");
            let notes: Vec<&str> = stderr.lines().filter(|line| line.contains(&format!("/{name}.ll:"))).collect();
            let is_same = result == work.files[name];
            came.same += usize::from(is_same);
            came.noted += usize::from(!notes.is_empty());
            check(notes.len() < 2, format!("{what}, {name}: {notes:?}"));
            let exists = work.folders.folder(&strict).join(format!("{name}.bc")).exists();
            check(exists == notes.is_empty(), format!("{what}, {name}: --strict-layout and {notes:?}"));
            if *wanted == Wanted::SameFile {
                check(is_same && notes.is_empty(), format!("{what}, {name}: {notes:?}"));
                continue;
            }
            check(!is_same, format!("{what}, {name}: nothing has changed"));
            // The module is the one with just that edit.
            let (want, got) = (said(text), said(&work.text(&again, name)));
            let differ = want.iter().zip(&got).find(|(a, b)| a != b);
            check(
                differ.is_none() && want.len() == got.len(),
                format!("{what}, {name}: {differ:?}, {} and {} lines", want.len(), got.len()),
            );
            // Parts of the description that no longer apply were reported.
            let (before, after) = (entries(&work.text("ll", name)), entries(&work.text(&again, name)));
            let note = notes.first().copied().unwrap_or_default();
            for (key, before) in &before {
                let now = after.get(key).map_or(0, Vec::len);
                if let Some((_, words)) = TOLD.iter().find(|(told, _)| told == key) {
                    let told = now >= before.len() || note.contains(words);
                    check(told, format!("{what}, {name}: {key}, {} then {now}: '{note}'", before.len()));
                } else if ALWAYS.contains(&key.as_str()) && key != "values" && key != "uses" {
                    check(after.get(key) == Some(before), format!("{what}, {name}: {key} {before:?}, then {:?}", after.get(key)));
                }
            }
            came.dropped.extend(TOLD.iter().filter(|(_, words)| note.contains(words)).map(|(key, _)| *key));
        }
        assert_eq!(strict_output.status.success(), came.noted == 0, "{what}");
        table.push((kind, came));
    }
    assert!(faults.is_empty(), "{} faults in {cases} cases:\n{}", faults.len(), faults.join("\n"));
    assert!(cases >= 200, "{cases} cases");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/edits.md");
    let made = page(&table, work.files.len());
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &made).expect("the page");
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), made, "docs/edits.md is not what BLESS=1 makes of it");
}

fn page(table: &[(&Kind, Came)], files: usize) -> String {
    let mut out = format!(
        "# Edits of a text\n\n\
         A text that bcconv printed restores its bitcode file ([lossless.md](lossless.md)). This still holds after an edit that\n\
         does not change the meaning of the text. After any other edit, the bitcode contains that edit, and every part of the\n\
         description that does not depend on it is used. One note on standard error names the parts that no longer apply;\n\
         `--strict-layout` makes that an error.\n\n\
         `kinds_of_edits.rs` in the tests of `cli` generates this page (`BLESS=1`) from the {files} files in `corpus/` that\n\
         Clang 13 to 22 wrote. The test makes each edit in every file to which it applies. It also checks that the module is\n\
         exactly the edited one, that a note names every lost entry, and that `--strict-layout` fails if and only if\n\
         there is a note. The last column lists the entries that were dropped in at least one file.\n\n\
         | edit | files | same file | with a note | dropped entries |\n|---|---:|---:|---:|---|\n"
    );
    for ((what, ..), came) in table {
        let dropped: Vec<String> = came.dropped.iter().map(|key| format!("`{key}`")).collect();
        let _ = writeln!(out, "| {what} | {} | {} | {} | {} |", came.files, came.same, came.noted, dropped.join(", "));
    }
    out
}

//! Edits of texts with a description: the result is the module with exactly that edit, and an unedited text restores its file. Uses the
//! bitcode of `corpus/v22` and generated modules.
use arbitrary::Unstructured;
use bctk_bitcode::{ReadOptions, WriteOptions};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::Folders;

/// Generated modules that are tried, unless `BCTK_CASES` says.
const GENERATED: usize = if cfg!(debug_assertions) { 12 } else { 60 };
/// How the description below a text begins.
const BELOW: &[u8] = b"\n; bctk layout ";

/// Folders of one test.
struct Work {
    folders: Folders,
}

impl Work {
    /// With the bitcode that is tried in the folder `bc`, and texts of it with descriptions in the folder `ll`.
    fn new() -> Work {
        let work = Work { folders: Folders::new() };
        let bitcode = work.folder("bc");
        let count = std::env::var("BCTK_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(GENERATED);
        for seed in 0..count {
            let mut state = seed as u32 + 1;
            let bytes: Vec<u8> = (0..800 + 60 * (seed % GENERATED))
                .map(|_| {
                    // Xorshift of 32 bits.
                    state ^= state << 13;
                    state ^= state >> 17;
                    state ^= state << 5;
                    (state >> 9) as u8
                })
                .collect();
            let module = bctk_generate::module(&mut Unstructured::new(&bytes), &bctk_generate::Options::default()).expect("a module");
            let written = bctk_bitcode::write(&module, &WriteOptions::default()).expect("bitcode");
            fs::write(bitcode.join(format!("generated-{seed}.bc")), written).expect("a file");
        }
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22");
        for file in files(&corpus, "bc") {
            fs::copy(&file, bitcode.join(file.file_name().expect("a name"))).expect("a copy");
        }
        work.convert("bc", "ll", &[]);
        // A few texts of the corpus show what LLVM prints and does not read.
        let mut unreadable = 0;
        for file in files(&work.folder("ll"), "ll") {
            let text = fs::read(&file).expect("a text");
            if bctk_textual::parse(&text, &bctk_textual::ParseOptions::default()).is_err() {
                unreadable += 1;
                fs::remove_file(&file).expect("it is there");
            }
        }
        assert!(unreadable < 7, "{unreadable} texts cannot be read");
        work
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.folders.folder(name)
    }

    /// Converts all of one folder to another.
    fn convert(&self, from: &str, to: &str, options: &[&str]) -> Output {
        let answer = self.folders.convert(from, to, options);
        assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
        answer
    }

    /// Texts with their descriptions, by name; only those that are one module's.
    fn texts(&self) -> BTreeMap<String, Text> {
        let mut texts = BTreeMap::new();
        for file in files(&self.folder("ll"), "ll") {
            let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
            if self.folder("bc").join(format!("{name}.bc")).is_file() {
                texts.insert(name, Text::new(fs::read(&file).expect("a text")));
            }
        }
        assert!(texts.len() > GENERATED + 50, "{} texts", texts.len());
        texts
    }

    /// Makes bitcode of edited texts, and text of that again; gives those texts without descriptions, the modules, and what was said.
    fn through(&self, edited: &BTreeMap<String, Text>) -> (BTreeMap<String, (Vec<u8>, Module)>, String) {
        for (name, text) in edited {
            fs::write(self.folder("edited").join(format!("{name}.ll")), text.whole()).expect("a file");
        }
        let answer = self.convert("edited", "bc", &[]);
        // The same names in the same folder: they stand in the texts.
        for file in files(&self.folder("bc"), "bc") {
            if !edited.contains_key(&*file.file_stem().expect("a name").to_string_lossy()) {
                fs::remove_file(file).expect("it is there");
            }
        }
        self.convert("bc", "again", &["--plain"]);
        let read = |name: &String| {
            let text = fs::read(self.folder("again").join(format!("{name}.ll"))).expect("a text");
            let bitcode = fs::read(self.folder("bc").join(format!("{name}.bc"))).expect("bitcode");
            let module = bctk_bitcode::read(&bitcode, &ReadOptions::default()).expect("a module");
            (name.clone(), (text, module))
        };
        (edited.keys().map(read).collect(), String::from_utf8_lossy(&answer.stderr).into_owned())
    }
}

fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = all.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    all.sort();
    all
}

/// A text, and the description below it.
#[derive(Clone)]
struct Text {
    lines: Vec<Vec<u8>>,
    below: Vec<u8>,
}

impl Text {
    fn new(bytes: Vec<u8>) -> Text {
        let at = bytes.windows(BELOW.len()).position(|window| window == BELOW).map_or(bytes.len(), |at| at + 1);
        let text = bytes[..at].strip_suffix(b"\n").unwrap_or(&bytes[..at]);
        Text { lines: text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect(), below: bytes[at..].to_vec() }
    }

    fn above(&self) -> Vec<u8> {
        let mut text = self.lines.join(&b'\n');
        text.push(b'\n');
        text
    }

    fn whole(&self) -> Vec<u8> {
        [self.above(), self.below.clone()].concat()
    }

    /// Functions with a body: first and last line, and the name if it is a plain one.
    fn functions(&self) -> Vec<(usize, usize, Option<String>)> {
        let mut found = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            if !line.starts_with(b"define ") {
                continue;
            }
            let Some(len) = self.lines[at..].iter().position(|line| line == b"}") else { continue };
            let outside = outside_of_quotes(line);
            let name = outside.iter().position(|&byte| byte == b'@').map(|sign| &line[sign + 1..]);
            let name = name.map(|rest| rest.iter().take_while(|&&byte| is_name(byte)).map(|&byte| char::from(byte)).collect::<String>());
            found.push((at, at + len, name.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))));
        }
        found
    }

    /// Whether it holds a summary, which names functions in other ways.
    fn has_summary(&self) -> bool {
        self.lines.iter().any(|line| line.starts_with(b"^"))
    }

    /// How often `@name` occurs in the text.
    fn mentions(&self, name: &str) -> usize {
        self.lines.iter().map(|line| places(line, name).len()).sum()
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-$._".contains(&byte)
}

/// A line with blanks in place of quoted text; a quote in a string is written as `\22`.
fn outside_of_quotes(line: &[u8]) -> Vec<u8> {
    let mut quoted = false;
    let blank = |&byte: &u8| {
        quoted ^= byte == b'"';
        if quoted || byte == b'"' { b' ' } else { byte }
    };
    line.iter().map(blank).collect()
}

/// The position of `@name` in a line.
fn places(line: &[u8], name: &str) -> Vec<usize> {
    let outside = outside_of_quotes(line);
    let token = [b"@", name.as_bytes()].concat();
    let ends = |at: usize| outside.get(at + token.len()).is_none_or(|&byte| !is_name(byte));
    (0..outside.len()).filter(|&at| outside[at..].starts_with(&token) && ends(at)).collect()
}

/// Checks that texts are the same; the order in which predecessors are named may be another in the one function that was touched.
fn assert_edit(name: &str, want: &[u8], got: &[u8]) {
    let functions = |text: &[u8]| Text::new(text.to_vec()).lines.split(|line| line == b"}").map(<[_]>::to_vec).collect::<Vec<_>>();
    let (wanted, found) = (functions(want), functions(got));
    let differ = wanted.iter().zip(&found).filter(|(a, b)| a != b).count();
    if wanted.len() == found.len() && differ <= 1 {
        let plain = |text: &[u8]| -> Vec<u8> {
            let end = |line: &[u8]| line.windows(9).position(|window| window == b"; preds =").unwrap_or(line.len());
            text.split_inclusive(|&byte| byte == b'\n').flat_map(|line| line[..end(line)].to_vec()).collect()
        };
        return assert_same(name, &plain(want), &plain(got));
    }
    assert_same(name, want, got);
}

/// Shows the first line in which two texts differ.
fn assert_same(name: &str, want: &[u8], got: &[u8]) {
    if want == got {
        return;
    }
    let (want, got) = (String::from_utf8_lossy(want), String::from_utf8_lossy(got));
    let number = want.lines().zip(got.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(number).unwrap_or("(end)").to_owned();
    panic!("{name}, line {}:\n- {}\n+ {}", number + 1, line(&want), line(&got));
}

/// What the original says that holds for any text of the module is said of the edited one, too.
fn assert_kept(name: &str, original: &Module, edited: &Module) {
    let written = |module: &Module| module.provenance.bitcode.as_ref().map(|written| (written.symtab, written.wrapper));
    assert_eq!(original.str(original.provenance.producer), edited.str(edited.provenance.producer), "{name}: producer");
    assert_eq!(written(original), written(edited), "{name}: symbol table, wrapper");
    let names = |module: &Module, list: &[Str]| list.iter().map(|&s| module.str(s).to_vec()).collect::<Vec<_>>();
    // Reading a text as LLVM does may add a kind.
    let kinds = names(original, &original.md_kinds);
    assert!(names(edited, &edited.md_kinds).starts_with(&kinds), "{name}: metadata kinds");
    assert_eq!(names(original, &original.bundle_tags), names(edited, &edited.bundle_tags), "{name}: tags of bundles");
    assert_eq!(names(original, &original.sync_scopes), names(edited, &edited.sync_scopes), "{name}: sync scopes");
}

fn originals(work: &Work) -> BTreeMap<String, Module> {
    let all = files(&work.folder("bc"), "bc").into_iter();
    let read = |file: PathBuf| {
        let module = bctk_bitcode::read(&fs::read(&file).expect("bitcode"), &ReadOptions::default()).ok()?;
        Some((file.file_stem().expect("a name").to_string_lossy().into_owned(), module))
    };
    all.filter_map(read).collect()
}

#[test]
fn untouched_texts_give_back_their_files() {
    let work = Work::new();
    let answer = work.convert("ll", "back", &[]);
    assert_eq!(String::from_utf8_lossy(&answer.stderr), "");
    for name in work.texts().keys() {
        let file = format!("{name}.bc");
        let (want, got) = (fs::read(work.folder("bc").join(&file)).expect("it"), fs::read(work.folder("back").join(&file)).expect("it"));
        assert!(want == got, "{name}: {} and {} bytes", want.len(), got.len());
    }
}

#[test]
fn a_function_with_another_name() {
    let work = Work::new();
    let originals = originals(&work);
    let mut edited = BTreeMap::new();
    for (name, mut text) in work.texts() {
        if text.has_summary() {
            continue;
        }
        // The name of a comdat is not written where it is that of the function.
        let plain = |text: &Text, line: usize| {
            places(&text.lines[line], "llvm").is_empty() && !text.lines[line].windows(7).any(|w| w == b" comdat")
        };
        let Some((.., Some(old))) = text.functions().into_iter().find(|(first, _, name)| name.is_some() && plain(&text, *first)) else {
            continue;
        };
        for line in &mut text.lines {
            for at in places(line, &old).into_iter().rev() {
                line.splice(at + 1..at + 1 + old.len(), *b"another_name");
            }
        }
        edited.insert(name, text);
    }
    assert!(edited.len() > GENERATED / 2, "{} texts have a function to rename", edited.len());
    let (results, _) = work.through(&edited);
    for (name, text) in &edited {
        let (got, module) = &results[name];
        assert_edit(name, &text.above(), got);
        assert_kept(name, &originals[name], module);
    }
}

#[test]
fn another_constant() {
    let work = Work::new();
    let originals = originals(&work);
    let mut edited = BTreeMap::new();
    for (name, mut text) in work.texts() {
        // A summary has the hash of a module, which is another's.
        if text.has_summary() {
            continue;
        }
        let mut changed = false;
        for line in &mut text.lines {
            let Some(at) = number_of(line) else { continue };
            let digits = line[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let new: &[u8] = if &line[at..at + digits] == b"101" { b"102" } else { b"101" };
            line.splice(at..at + digits, new.iter().copied());
            changed = true;
            break;
        }
        if changed {
            edited.insert(name, text);
        }
    }
    assert!(edited.len() > 20, "{} texts have a constant to change", edited.len());
    let (results, _) = work.through(&edited);
    for (name, text) in &edited {
        let (got, module) = &results[name];
        assert_edit(name, &text.above(), got);
        assert_kept(name, &originals[name], module);
    }
}

/// The position of a number that is stored, returned, or the value of a variable.
fn number_of(line: &[u8]) -> Option<usize> {
    for before in [&b"  store i32 "[..], b"  store i64 ", b"  ret i32 ", b"  ret i64 ", b" global i32 ", b" global i64 ", b" constant i32 "]
    {
        let at = line.windows(before.len()).position(|window| window == before).map(|at| at + before.len());
        if let Some(at) = at
            && line.get(at).is_some_and(u8::is_ascii_digit)
        {
            return Some(at);
        }
    }
    None
}

#[test]
fn a_function_less() {
    let work = Work::new();
    let mut edited = BTreeMap::new();
    for (name, mut text) in work.texts() {
        if text.has_summary() {
            continue;
        }
        let functions = text.functions();
        let alone = |name: &Option<String>| name.as_ref().is_some_and(|name| text.mentions(name) == 1);
        let Some((first, last, _)) = functions.into_iter().find(|(.., name)| alone(name)) else { continue };
        let first = if first > 0 && text.lines[first - 1].starts_with(b"; Function Attrs:") { first - 1 } else { first };
        // With the empty line below it.
        text.lines.drain(first..(last + 2).min(text.lines.len()));
        edited.insert(name, text);
    }
    assert!(edited.len() > 20, "{} texts have a function that nothing uses", edited.len());
    let (results, _) = work.through(&edited);
    for (name, text) in &edited {
        let (got, _) = &results[name];
        // Attribute groups and nodes that only it had are gone, so that others have other numbers.
        assert_same(name, &numberless(&text.lines), &numberless(&Text::new(got.clone()).lines));
        let definitions = |text: &Text| sorted_definitions(&text.lines);
        let (before, after) = (definitions(text), definitions(&Text::new(got.clone())));
        assert!(after.iter().all(|line| before.contains(line)), "{name}: something new is there");
    }
}

/// The lines that are not definitions of nodes, attribute groups, comdats or types, without the numbers of those.
fn numberless(lines: &[Vec<u8>]) -> Vec<u8> {
    let mut text = Vec::new();
    for line in lines {
        if !is_definition(line) && !line.is_empty() {
            text.extend(without_numbers(line));
            text.push(b'\n');
        }
    }
    text
}

fn is_definition(line: &[u8]) -> bool {
    let numbered = line.starts_with(b"!") && line.get(1).is_some_and(u8::is_ascii_digit);
    numbered
        || line.starts_with(b"attributes #")
        || line.starts_with(b"$")
        || line.starts_with(b"%") && line.windows(8).any(|window| window == b" = type ")
}

fn sorted_definitions(lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = lines.iter().filter(|line| is_definition(line)).map(|line| without_numbers(line)).collect();
    all.sort();
    all
}

/// A line with a mark in place of the number of each node, attribute group and type.
fn without_numbers(line: &[u8]) -> Vec<u8> {
    let outside = outside_of_quotes(line);
    let mut out = Vec::new();
    let mut at = 0;
    while at < line.len() {
        out.push(line[at]);
        at += 1;
        if b"!#%".contains(&outside[at - 1]) {
            let digits = outside[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            out.extend_from_slice(if digits > 0 { b"N" } else { b"" });
            at += digits;
        }
    }
    out
}

/// If a part of a description no longer applies, it is reported; with the option for that, it is an error.
#[test]
fn what_does_not_apply_is_told() {
    let work = Work::new();
    let mut edited = work.texts();
    edited.retain(|_, text| !text.has_summary());
    // A further global value moves others.
    let new = b"@\"a new one\" = external global i32";
    edited.values_mut().for_each(|text| text.lines.push(new.to_vec()));
    let (results, said) = work.through(&edited);
    for (name, (text, _)) in &results {
        assert!(text.windows(new.len()).any(|window| window == new), "{name}: the edit is there");
    }
    let told = |name: &str| said.contains(&format!("bcconv: note: edited/{name}.ll: "));
    let (with, without): (Vec<&String>, Vec<&String>) = edited.keys().partition(|name| told(name));
    let (Some(with), Some(without)) = (with.first(), without.first()) else { panic!("expected some notes, not for all:\n{said}") };
    for (name, refused) in [(with, true), (without, false)] {
        let file = work.folder("edited").join(format!("{name}.ll"));
        let out = work.folder("strict").join(format!("{name}.bc"));
        let answer = Command::new(env!("CARGO_BIN_EXE_bcconv")).arg("--strict-layout").arg(&file).arg("-o").arg(&out).output();
        let answer = answer.expect("bcconv runs");
        assert_eq!(answer.status.success(), !refused, "{name}: {}", String::from_utf8_lossy(&answer.stderr));
        assert_eq!(out.exists(), !refused, "{name}");
    }
}

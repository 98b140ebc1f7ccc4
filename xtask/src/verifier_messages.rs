//! `docs/format/verifier.md`: every message of the verifier, from its sources and the tests.
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::llvm;

/// What each message is reported for: message, tab, condition.
const CONDITIONS: &str = "ir/verify/conditions.tsv";

/// A message in the sources of the verifier.
struct Message {
    text: String,
    file: String,
    function: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The page.
pub(crate) fn page() -> String {
    let messages = messages();
    let conditions = conditions();
    let tests = tests();
    let mut out = "<!-- Generated from ir/verify/src and the tests by `cargo xtask codegen`; do not edit. -->\n\n# What the verifier checks\n\n\
                   LLVM's message for each fault, what it is reported for, where in `ir/verify/src` it is checked, and a test that sees it. `{}` stands for what depends on the module. Messages of the structural level have no counterpart in LLVM and are \
                   not listed.\n\n"
        .to_owned();
    let unseen = messages.iter().filter(|message| test_of(message, &tests).is_none()).count();
    let _ = writeln!(out, "{} messages; {} are seen by a test of their own.\n", messages.len(), messages.len() - unseen);
    let mut by_file: BTreeMap<&str, Vec<&Message>> = BTreeMap::new();
    for message in &messages {
        by_file.entry(&message.file).or_default().push(message);
    }
    for (file, messages) in by_file {
        let _ = writeln!(out, "## {file}\n\n| Message | Reported for | Function | Test |\n|---|---|---|---|");
        for message in messages {
            let shown = holes(&message.text, "{}").replace('|', "\\|");
            let condition = conditions.get(&holes(&message.text, "{}")).map_or("", String::as_str).replace('|', "\\|");
            let test = test_of(message, &tests).unwrap_or("—");
            let _ = writeln!(out, "| {shown} | {condition} | `{}` | {test} |", message.function);
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn conditions() -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join(CONDITIONS)).unwrap_or_default();
    text.lines().filter_map(|line| line.split_once('\t')).map(|(message, condition)| (message.to_owned(), condition.to_owned())).collect()
}

/// The tests whose expected output has messages: names and contents.
fn tests() -> Vec<(String, String)> {
    let root = root();
    let mut found = Vec::new();
    for folder in ["tests/cli/llvm-as", "tests/cli/llvm-dis", "ir/verify/tests"] {
        for file in llvm::files_below(&root.join(folder), "").unwrap_or_default() {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with("stderr") || name.ends_with(".rs") {
                let short = name.split('.').next().unwrap_or_default().to_owned();
                found.push((short, fs::read_to_string(&file).unwrap_or_default()));
            }
        }
    }
    found.sort();
    found
}

/// The message with `with` for each part that depends on the module.
fn holes(text: &str, with: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out += before;
        let Some((_, after)) = after.split_once('}') else { break };
        out += with;
        rest = after;
    }
    out + rest
}

/// The name of the first test that has a message.
fn test_of<'t>(message: &Message, tests: &'t [(String, String)]) -> Option<&'t str> {
    let parts: Vec<String> = holes(&message.text, "\0").split('\0').map(str::to_owned).collect();
    let is_in = |line: &str| {
        let mut rest = line;
        parts.iter().all(|part| match rest.find(part.as_str()) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    };
    tests.iter().find(|(_, content)| content.lines().any(is_in)).map(|(name, _)| name.as_str())
}

/// The messages in the sources, each once.
fn messages() -> Vec<Message> {
    let folder = root().join("ir/verify/src");
    let mut found: Vec<Message> = Vec::new();
    let mut files = llvm::files_below(&folder, ".rs").unwrap_or_default();
    files.sort();
    for path in files {
        let file = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let is_other = ["analysis/", "lib.rs", "report.rs", "spelling.rs", "structure.rs"].iter().any(|other| file.starts_with(other));
        if is_other {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap_or_default();
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        for (text, function) in literals(source) {
            if text.trim().contains(' ') && found.iter().all(|known| known.text != text || known.file != file) {
                found.push(Message { text, file: file.clone(), function });
            }
        }
    }
    found
}

/// The string literals of a Rust source that are no byte strings and no reasons of a panic, each with the function that it is in.
fn literals(source: &str) -> Vec<(String, String)> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut function = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(name) = rest.strip_prefix("fn ").filter(|_| at == 0 || !bytes[at - 1].is_ascii_alphanumeric()) {
            function = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            at += 3;
        } else if bytes[at] == b'\'' {
            // A character; a lifetime has no quote at its end.
            let end = if bytes.get(at + 1) == Some(&b'\\') { rest[2..].find('\'').map(|end| end + 2) } else { Some(2) };
            at += end.filter(|&end| bytes.get(at + end) == Some(&b'\'')).map_or(1, |end| end + 1);
        } else if bytes[at] == b'"' {
            let is_other = at > 0 && bytes[at - 1] == b'b' || source[..at].ends_with("panic!(");
            let (text, length) = literal(&source[at + 1..]);
            at += length + 2;
            if !is_other {
                found.push((text, function.clone()));
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// The text of a literal after its quote, and its length in the source.
fn literal(source: &str) -> (String, usize) {
    let mut text = String::new();
    let mut chars = source.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (text, at),
            '\\' => match chars.next() {
                // A line that goes on: the indentation is no part of it.
                Some((_, '\n')) => {
                    let rest = chars.as_str();
                    let skipped = rest.len() - rest.trim_start().len();
                    if skipped > 0 {
                        chars.nth(skipped - 1);
                    }
                }
                Some((_, c)) => text.push(c),
                None => break,
            },
            c => text.push(c),
        }
    }
    (text, source.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_has_a_condition() {
        let conditions = conditions();
        let shown: Vec<String> = messages().iter().map(|message| holes(&message.text, "{}")).collect();
        let without: Vec<_> = shown.iter().filter(|message| !conditions.contains_key(*message)).collect();
        assert!(without.is_empty(), "add to {CONDITIONS}: {without:?}");
        let unused: Vec<_> = conditions.keys().filter(|message| !shown.contains(message)).collect();
        assert!(unused.is_empty(), "remove from {CONDITIONS}: {unused:?}");
    }

    #[test]
    fn literals_of_a_source() {
        let source = "fn f() { // \"no\"\n  g('\"', b\"no\", \"a \\\n     b\", &'x str);\n}\nfn h() { \"c {} \\\"d\\\"\" }";
        let expected = [("a b", "f"), ("c {} \"d\"", "h")].map(|(text, function)| (text.to_owned(), function.to_owned()));
        assert_eq!(literals(source), expected);
    }

    #[test]
    fn a_message_is_found_with_what_depends_on_the_module() {
        let message = Message { text: "bad {name} in {place}".into(), file: String::new(), function: String::new() };
        let tests = [("one".to_owned(), "x\nbad f of g".to_owned()), ("two".to_owned(), "y\nbad f in g".to_owned())];
        assert_eq!(test_of(&message, &tests), Some("two"));
        assert_eq!(holes(&message.text, "{}"), "bad {} in {}");
    }
}

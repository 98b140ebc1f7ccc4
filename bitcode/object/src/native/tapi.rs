//! Text stubs of Darwin's libraries (`.tbd`): the symbols of each library for each architecture.
//!
//! The keys, and the messages for missing and unknown ones, are those of LLVM's readers (`lib/TextAPI/TextStub.cpp` and `TextStubV5.cpp`,
//! LLVM 22).
use std::collections::BTreeMap;

use serde_json::Value;

use super::bytes::Fault;
use super::model::{Stub, StubSymbol};
use super::tapi_text::{self, Document, Node};

/// The architectures that stubs name, in the order of LLVM's lists, and whether addresses have 64 bits (`TextAPI/Architecture.def`).
const ARCHITECTURES: [(&str, bool); 15] = [
    ("i386", false),
    ("x86_64", true),
    ("x86_64h", true),
    ("armv4t", false),
    ("armv6", false),
    ("armv5", false),
    ("armv7", false),
    ("armv7s", false),
    ("armv7k", false),
    ("armv6m", false),
    ("armv7m", false),
    ("armv7em", false),
    ("arm64", true),
    ("arm64e", true),
    ("arm64_32", false),
];

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Symbol,
    Class,
    ClassException,
    InstanceVariable,
}

/// A library of a stub.
#[derive(Debug, Default)]
pub struct Library {
    /// Its install name.
    pub name: String,
    /// Bits by index in the table.
    architectures: u32,
    for_macos: bool,
    symbols: BTreeMap<(Kind, String), Facts>,
}

/// The properties of a symbol.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// The architectures that have it, as bits.
    of: u32,
    undefined: bool,
    weak: bool,
    letter: char,
}

/// The bit of an architecture; targets name the system after it.
fn bit(target: &str) -> u32 {
    let name = target.split('-').next().unwrap_or(target);
    ARCHITECTURES.iter().position(|(known, _)| *known == name).map_or(0, |at| 1 << at)
}

impl Library {
    fn add(&mut self, kind: Kind, name: &str, facts: Facts) {
        self.symbols.entry((kind, name.to_owned())).or_insert(Facts { of: 0, ..facts }).of |= facts.of;
    }

    /// The architectures that it is for, in the order of LLVM's list, with the symbols for each.
    pub fn stubs(&self) -> impl Iterator<Item = (&'static str, Stub)> {
        let known = ARCHITECTURES.iter().enumerate().filter(|(at, _)| self.architectures & 1 << at != 0);
        known.map(|(at, &(architecture, wide))| (architecture, Stub { symbols: self.listed(at), wide }))
    }

    /// The symbols for an architecture, as linkers name them.
    fn listed(&self, architecture: usize) -> Vec<StubSymbol> {
        let mut out = Vec::new();
        for ((kind, name), &Facts { of, undefined, weak, letter }) in &self.symbols {
            if of & 1 << architecture == 0 {
                continue;
            }
            let old = self.for_macos && ARCHITECTURES[architecture].0 == "i386";
            let starts: &[&str] = match kind {
                Kind::Symbol => &[""],
                Kind::Class if old => &[".objc_class_name_"],
                Kind::Class => &["_OBJC_CLASS_$_", "_OBJC_METACLASS_$_"],
                Kind::ClassException => &["_OBJC_EHTYPE_$_"],
                Kind::InstanceVariable => &["_OBJC_IVAR_$_"],
            };
            out.extend(starts.iter().map(|start| StubSymbol { name: format!("{start}{name}"), undefined, weak, letter }));
        }
        out
    }
}

/// The libraries of the stub `bytes`; `file` is its name in messages.
///
/// # Errors
/// The fault in the stub.
pub fn libraries(file: &str, bytes: &[u8]) -> Result<Vec<Library>, Fault> {
    let text = String::from_utf8_lossy(bytes);
    if let Some(at) = unreadable(bytes) {
        let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count();
        let column = bytes[..at].iter().rev().take_while(|byte| **byte != b'\n').count();
        return Err(match bytes.starts_with(b"{") {
            true => format!("[{}:{}, byte={at}]: Invalid UTF-8 sequence", line + 1, column + 1).into(),
            false => misplaced(file, &text, ("Got empty plain scalar".into(), line, column, 1)),
        });
    }
    match text.trim() {
        trimmed if trimmed.starts_with('{') && trimmed.ends_with('}') => of_json(&text),
        trimmed if !trimmed.ends_with("...") => Err("unsupported file type".into()),
        _ => of_text(file, &text),
    }
}

/// Reads a stub of version 5.
fn of_json(text: &str) -> Result<Vec<Library>, Fault> {
    let document: Value = match serde_json::from_str(text) {
        Ok(document) => document,
        Err(error) => return Err(format!("[{}:{}]: {error}", error.line(), error.column()).into()),
    };
    // As LLVM ends it.
    let invalid = |key: &str| Fault::from(format!("invalid {key} section\n"));
    if document["tapi_tbd_version"].as_u64() != Some(5) {
        return Err(invalid("tapi_tbd_version"));
    }
    let main = document.get("main_library").filter(|main| main.is_object()).ok_or_else(|| invalid("main_library"))?;
    let more = document["libraries"].as_array().map(Vec::as_slice).unwrap_or_default();
    let library = |value: &Value| {
        let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
        let targets: Vec<String> =
            list(value, "target_info").iter().filter_map(|info| info["target"].as_str()).map(str::to_owned).collect();
        if targets.is_empty() {
            return Err(invalid("targets"));
        }
        let all = targets.iter().fold(0, |bits, target| bits | bit(target));
        let name = value["install_names"][0]["name"].as_str().ok_or_else(|| invalid("install_names"))?;
        let for_macos = targets.iter().any(|target| target.ends_with("-macos"));
        let mut library = Library { name: name.to_owned(), architectures: all, for_macos, ..Library::default() };
        for (key, undefined) in [("exported_symbols", false), ("reexported_symbols", false), ("undefined_symbols", true)] {
            for section in list(value, key) {
                let targets = list(&section, "targets");
                let of = match targets.is_empty() {
                    true => all,
                    false => targets.iter().filter_map(Value::as_str).fold(0, |bits, target| bits | bit(target)),
                };
                if section["data"].is_null() && section["text"].is_null() {
                    return Err(invalid(key));
                }
                for (segment, letter) in [("data", 'd'), ("text", 't')] {
                    for (word, kind, weak) in [
                        ("global", Kind::Symbol, false),
                        ("objc_class", Kind::Class, false),
                        ("objc_eh_type", Kind::ClassException, false),
                        ("objc_ivar", Kind::InstanceVariable, false),
                        ("weak", Kind::Symbol, true),
                        ("thread_local", Kind::Symbol, false),
                    ] {
                        for name in list(&section[segment], word).iter().filter_map(Value::as_str) {
                            library.add(kind, name, Facts { of, undefined, weak, letter });
                        }
                    }
                }
            }
        }
        Ok(library)
    };
    std::iter::once(main).chain(more).map(library).collect()
}

/// A key: its name, whether it must be there, and the versions that have it, as bits.
type Key = (&'static str, bool, u8);

const V1: u8 = 1 << 1;
const V2: u8 = 1 << 2;
const V3: u8 = 1 << 3;
const V4: u8 = 1 << 4;
const OLD: u8 = V1 | V2 | V3;

const LIBRARY: [Key; 18] = [
    ("archs", true, OLD),
    ("tbd-version", true, V4),
    ("targets", true, V4),
    ("uuids", false, V2 | V3 | V4),
    ("platform", true, OLD),
    ("flags", false, V2 | V3 | V4),
    ("install-name", true, OLD | V4),
    ("current-version", false, OLD | V4),
    ("compatibility-version", false, OLD | V4),
    ("swift-version", false, V1 | V2),
    ("swift-abi-version", false, V3 | V4),
    ("objc-constraint", false, OLD),
    ("parent-umbrella", false, V2 | V3 | V4),
    ("allowable-clients", false, V4),
    ("reexported-libraries", false, V4),
    ("exports", false, OLD | V4),
    ("reexports", false, V4),
    ("undefineds", false, V2 | V3 | V4),
];

const EXPORTS: [Key; 12] = [
    ("archs", true, OLD),
    ("targets", true, V4),
    ("allowed-clients", false, V1),
    ("allowable-clients", false, V2 | V3),
    ("re-exports", false, OLD),
    ("symbols", false, OLD | V4),
    ("objc-classes", false, OLD | V4),
    ("objc-eh-types", false, V3 | V4),
    ("objc-ivars", false, OLD | V4),
    ("weak-def-symbols", false, OLD),
    ("weak-symbols", false, V4),
    ("thread-local-symbols", false, OLD | V4),
];

const UNDEFINEDS: [Key; 9] = [
    ("archs", true, OLD),
    ("targets", true, V4),
    ("symbols", false, OLD | V4),
    ("objc-classes", false, OLD | V4),
    ("objc-eh-types", false, V3 | V4),
    ("objc-ivars", false, OLD | V4),
    ("weak-ref-symbols", false, OLD),
    ("weak-symbols", false, V4),
    ("thread-local-symbols", false, V4),
];

/// The position where a stub is not text: bytes that are not UTF-8, or control characters in YAML.
fn unreadable(bytes: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(bytes).err().map(|error| error.valid_up_to());
    let is_control = |byte: &u8| *byte == 0x7F || *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    let control = if bytes.starts_with(b"{") { None } else { bytes.iter().position(is_control) };
    text.into_iter().chain(control).min()
}

/// A message about a place in a stub.
fn misplaced(file: &str, text: &str, (message, line, column, length): tapi_text::Wrong) -> Fault {
    let shown = text.lines().nth(line).unwrap_or_default();
    let marks = format!("{}^{}", " ".repeat(column), "~".repeat(length.saturating_sub(1)));
    format!("malformed file\n{file}:{}:{}: error: {message}\n{shown}\n{marks}\n", line + 1, column + 1).into()
}

/// Reads a stub of version 1 to 4.
fn of_text(file: &str, text: &str) -> Result<Vec<Library>, Fault> {
    let wrong = |wrong: tapi_text::Wrong| misplaced(file, text, wrong);
    let documents = tapi_text::documents(text).map_err(wrong)?;
    documents.iter().map(|document| library(document).map_err(wrong)).collect()
}

fn library(document: &Document) -> Result<Library, tapi_text::Wrong> {
    let version = match document.tag.as_str() {
        "!tapi-tbd" => V4,
        "!tapi-tbd-v3" => V3,
        "!tapi-tbd-v2" => V2,
        _ => V1,
    };
    let root = &document.root;
    check(root, &LIBRARY, version)?;
    let old = version != V4;
    let word = if old { "archs" } else { "targets" };
    let targets = root.get(word).map(Node::texts).unwrap_or_default();
    let bits = |targets: &[String]| targets.iter().fold(0, |bits, target| bits | bit(target));
    let mut library = Library {
        name: root.get("install-name").map(Node::text).unwrap_or_default(),
        architectures: bits(&targets),
        for_macos: match old {
            true => root.get("platform").is_some_and(|platform| platform.text() == "macosx"),
            false => targets.iter().any(|target| target.ends_with("-macos")),
        },
        ..Library::default()
    };
    for (key, keys, undefined) in [("exports", &EXPORTS[..], false), ("reexports", &EXPORTS, false), ("undefineds", &UNDEFINEDS, true)] {
        for section in root.get(key).map(Node::items).unwrap_or_default() {
            check(section, keys, version)?;
            let of = bits(&section.get(word).map(Node::texts).unwrap_or_default());
            // Its segment is not stated.
            let facts = Facts { of, undefined, weak: false, letter: 's' };
            let weak = Facts { weak: true, ..facts };
            let names = |key: &str| section.get(key).map(Node::texts).unwrap_or_default();
            // Before version 3, names were the linker's names.
            let plain = matches!(version, V3 | V4);
            let bare = |name: &str| if plain { name.to_owned() } else { name.chars().skip(1).collect() };
            for name in names("symbols") {
                match name.strip_prefix("_OBJC_EHTYPE_$_").filter(|_| !plain) {
                    Some(class) => library.add(Kind::ClassException, class, facts),
                    None => library.add(Kind::Symbol, &name, facts),
                }
            }
            names("objc-classes").iter().for_each(|name| library.add(Kind::Class, &bare(name), facts));
            names("objc-eh-types").iter().for_each(|name| library.add(Kind::ClassException, name, facts));
            names("objc-ivars").iter().for_each(|name| library.add(Kind::InstanceVariable, &bare(name), facts));
            for key in ["weak-def-symbols", "weak-ref-symbols", "weak-symbols"] {
                names(key).iter().for_each(|name| library.add(Kind::Symbol, name, weak));
            }
            names("thread-local-symbols").iter().for_each(|name| library.add(Kind::Symbol, name, facts));
        }
    }
    Ok(library)
}

/// Checks the keys of a mapping: first those that must be there, then those that must not.
fn check(node: &Node, keys: &[Key], version: u8) -> Result<(), tapi_text::Wrong> {
    let known = |name: &str| keys.iter().any(|(key, _, versions)| *key == name && versions & version != 0);
    for (key, required, versions) in keys {
        if *required && versions & version != 0 && node.get(key).is_none() {
            return Err((format!("missing required key '{key}'"), node.line, node.column, 1));
        }
    }
    match node.keys().iter().find(|(name, ..)| !known(name)) {
        Some((name, line, column, _)) => Err((format!("unknown key '{name}'"), *line, *column, name.len())),
        None => Ok(()),
    }
}

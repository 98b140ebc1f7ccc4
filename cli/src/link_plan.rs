//! `bctk link --plan` and `--trace-symbol`: which file gives each symbol, and why, without linking and without reading a body.
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use bctk::input::{self, Kind};
use bctk::link::Subject;
use bctk::modules;
use bctk::plan::{Occurrence, Plan, PlanFlags, PlannedSymbol, Rule};
use bctk_bitcode::{LlvmVersion, ReadOptions};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use serde_json::{Value, json};

use crate::diag::{self, Fault};
use crate::limits;
use crate::llvm_cat;
use crate::llvm_options::Parsed;

/// What is asked for besides the options of `llvm-link`.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Asked {
    pub(crate) plan: bool,
    pub(crate) json: bool,
    pub(crate) traced: Vec<Vec<u8>>,
}

/// The options in the help.
pub(crate) const HELP: &str = "
  --json                        - With --plan: an object for each symbol
  --plan                        - Say which file gives each symbol, and why; link nothing
  --trace-symbol=<name>         - Say where this symbol is defined and referenced, and what is taken
";

/// Takes the options out of a command line; returns the rest.
pub(crate) fn take(args: &[OsString]) -> Result<(Asked, Vec<OsString>), Parsed> {
    let (mut asked, mut rest) = (Asked::default(), Vec::with_capacity(args.len()));
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).unwrap_or("");
        match name {
            "plan" => asked.plan = true,
            "json" => asked.json = true,
            "trace-symbol" => match args.next() {
                Some(name) => asked.traced.push(name.as_encoded_bytes().to_vec()),
                None => return Err(Parsed::Wrong(vec!["for the --trace-symbol option: requires a value!".into()])),
            },
            _ if name.starts_with("trace-symbol=") => {
                asked.traced.extend(diag::after_equals(arg).map(|name| name.as_encoded_bytes().to_vec()));
            }
            // Values of other options are none of these, and neither are files.
            "o" | "override" => {
                rest.push(arg.clone());
                rest.extend(args.next().cloned());
            }
            _ if text == "--" => {
                rest.push(arg.clone());
                rest.extend(args.by_ref().cloned());
            }
            _ => rest.push(arg.clone()),
        }
    }
    if asked.json && !asked.plan {
        return Err(Parsed::Wrong(vec!["for the --json option: only --plan prints JSON".into()]));
    }
    Ok((asked, rest))
}

/// A file, with where its symbols are defined in the source, as far as its debug information says.
struct File {
    name: String,
    places: Vec<(Vec<u8>, String)>,
}

/// Prints the plan, and the traces to the standard error. Returns whether the modules can be linked.
pub(crate) fn run(asked: &Asked, inputs: &[PathBuf], overriding: &[PathBuf], only_needed: bool, llvm: LlvmVersion) -> Result<bool, Fault> {
    let mut plan = Plan::default();
    let mut files = Vec::new();
    let all = inputs.iter().map(|path| (path, false)).chain(overriding.iter().map(|path| (path, true)));
    for (at, (path, overrides)) in all.enumerate() {
        let module = read(path)?;
        let needs = only_needed && at > 0 && at != inputs.len();
        plan.add(&module, llvm, PlanFlags { only_needed: needs, overrides });
        files.push(File { name: input::name(path), places: places(&module) });
    }
    for name in &asked.traced {
        trace(&plan, &files, name);
    }
    if asked.plan {
        let text = if asked.json { as_json(&plan, &files) } else { as_text(&plan, &files) };
        std::io::stdout().write_all(text.as_bytes()).map_err(|error| Fault::write("<stdout>", error))?;
    }
    Ok(!plan.has_conflict())
}

/// The only module of a file; of bitcode, without its bodies.
fn read(path: &Path) -> Result<Module, Fault> {
    let input = input::open(path)?;
    let name = input::name(path);
    if input::kind(input.bytes()) == Kind::Text {
        let purpose = modules::Purpose::Bitcode;
        return Ok(modules::parse_for(input.bytes(), path, purpose, None, &limits::parse_options(), &mut |_| ())?);
    }
    let options = ReadOptions { limits: limits::limits(), seal: false, ..ReadOptions::default() };
    let parts = llvm_cat::parts(path, input.bytes(), &options)?;
    let [part] = &parts[..] else { return Err(Fault::Content(name, "Expected a single module".into())) };
    let lazy = bctk_bitcode::read_lazily(part, &options);
    lazy.map(|lazy| lazy.into_module()).map_err(|error| Fault::Content(name, error.to_string()))
}

/// Where debug information says that things are, by the names that linkers see.
fn places(module: &Module) -> Vec<(Vec<u8>, String)> {
    let table = &module.metadata;
    let mut found = Vec::new();
    for &item in &table.items {
        let Metadata::Node { kind: kind @ (DiKind::Subprogram | DiKind::GlobalVariable), fields, .. } = item else { continue };
        let slots = table.node_fields(kind, fields);
        let slot = |name: &str| kind.field(name).and_then(|field| slots.get(usize::from(field.slot)).copied());
        let string = |id| match table.get(id) {
            Metadata::String(text) => Some(module.strings.get(text).to_vec()),
            _ => None,
        };
        let text = |name: &str| slot(name).and_then(slot_md).and_then(string);
        let Some(name) = text("linkageName").filter(|name| !name.is_empty()).or_else(|| text("name")) else { continue };
        let file = slot("file").and_then(slot_md).and_then(|file| match table.get(file) {
            Metadata::Node { kind: DiKind::File, fields, .. } => {
                let at = usize::from(DiKind::File.field("filename")?.slot);
                string(slot_md(*table.node_fields(DiKind::File, fields).get(at)?)?)
            }
            _ => None,
        });
        if let (Some(file), Some(line)) = (file, slot("line")) {
            found.push((name, format!("{}:{line}", String::from_utf8_lossy(&file))));
        }
    }
    found.sort();
    found
}

impl File {
    /// Where it defines a symbol.
    fn place(&self, name: &[u8]) -> Option<&str> {
        let at = self.places.partition_point(|(known, _)| known.as_slice() < name);
        self.places.get(at).filter(|(known, _)| known == name).map(|(_, place)| place.as_str())
    }
}

/// Says where the files have what they do not agree on.
pub(crate) fn tell_of(subject: Subject<'_>, paths: &[&Path]) {
    for path in paths {
        let Ok(module) = read(path) else { continue };
        let file = File { name: input::name(path), places: places(&module) };
        let named = |name: &str| module.globals.iter().find(|global| module.str(global.name) == name.as_bytes());
        let place = |name: &str| file.place(name.as_bytes()).map_or_else(String::new, |place| format!(", {place}"));
        let note = match subject {
            Subject::Symbol(name) => named(name)
                .filter(|global| !global.is_declaration() && !global.linkage.is_local())
                .map(|_| format!("'{name}' is defined in {}{}", file.name, place(name))),
            Subject::Comdat(name) => module.comdats.iter().find(|comdat| module.str(comdat.name) == name.as_bytes()).map(|comdat| {
                let kind = comdat.kind.spelling();
                format!("comdat '{name}' ({kind}) is in {}{}", file.name, place(name))
            }),
            Subject::Flag(name) => bctk_ir::metadata::module_flags::has_module_flag(&module, name.as_bytes())
                .then(|| format!("module flag '{name}' is in {}", file.name)),
        };
        if let Some(note) = note {
            eprintln!("bctk link: note: {note}");
        }
    }
}

/// What a file has of a symbol, in words.
fn described(there: &Occurrence) -> String {
    let linkage = match there.linkage.spelling() {
        "" => String::new(),
        word => format!("{word} "),
    };
    match there.is_declaration {
        true => format!("reference ({linkage}{})", there.kind),
        false => format!("definition ({linkage}{})", there.kind),
    }
}

/// Says on the standard error where a symbol is.
fn trace(plan: &Plan, files: &[File], name: &[u8]) {
    let shown = String::from_utf8_lossy(name);
    let Some(symbol) = plan.symbol(name) else { return eprintln!("bctk link: {shown}: in no file") };
    for there in &symbol.occurrences {
        let file = &files[there.file];
        let place = file.place(name).filter(|_| !there.is_declaration).map_or(String::new(), |place| format!(", {place}"));
        eprintln!("{}: {} of {shown}{place}", file.name, described(there));
    }
    match symbol.taken.filter(|_| symbol.rule != Rule::Conflict) {
        Some(taken) => eprintln!("{}: taken: {}", files[taken].name, symbol.rule.text()),
        None => eprintln!("{shown}: {}", symbol.rule.text()),
    }
}

/// The plan as lines for people.
fn as_text(plan: &Plan, files: &[File]) -> String {
    let mut out = String::new();
    for symbol in &plan.symbols {
        let name = String::from_utf8_lossy(&symbol.name);
        let from = symbol.taken.filter(|_| symbol.rule != Rule::Conflict).map_or("none", |file| files[file].name.as_str());
        let _ = writeln!(out, "{name}: {from}: {}", symbol.rule.text());
        for &(file, rule) in &symbol.lost {
            let given = symbol.comdats.iter().find(|(lost, _)| *lost == file).filter(|_| rule == Rule::Comdat);
            let _ = match given {
                Some(&(_, from)) => writeln!(out, "  not from {}: its comdat is taken from {}", at(symbol, &files[file]), files[from].name),
                None => writeln!(out, "  not from {}: {}", at(symbol, &files[file]), rule.text()),
            };
        }
        if symbol.rule == Rule::Conflict
            && let Some(file) = symbol.taken
        {
            let _ = writeln!(out, "  not from {}: {}", at(symbol, &files[file]), Rule::Conflict.text());
        }
        let users: Vec<&str> =
            symbol.occurrences.iter().filter(|there| there.is_declaration).map(|there| files[there.file].name.as_str()).collect();
        if !users.is_empty() {
            let _ = writeln!(out, "  for {}", users.join(", "));
        }
    }
    out
}

/// A file with the place of a symbol in the source.
fn at(symbol: &PlannedSymbol, file: &File) -> String {
    file.place(&symbol.name).map_or_else(|| file.name.clone(), |place| format!("{} ({place})", file.name))
}

/// The plan as an object on a line for each symbol.
fn as_json(plan: &Plan, files: &[File]) -> String {
    let mut out = String::new();
    for symbol in &plan.symbols {
        let occurrence = |there: &Occurrence| {
            json!({
                "file": files[there.file].name,
                "kind": there.kind,
                "linkage": match there.linkage.spelling() { "" => "external", word => word },
                "defined": !there.is_declaration,
                "place": files[there.file].place(&symbol.name).filter(|_| !there.is_declaration),
            })
        };
        let lost = |&(file, rule): &(usize, Rule)| {
            let mut lost = json!({ "file": files[file].name, "rule": rule.word() });
            if let Some(&(_, from)) = symbol.comdats.iter().find(|(lost, _)| *lost == file).filter(|_| rule == Rule::Comdat) {
                lost["comdat"] = json!(files[from].name);
            }
            lost
        };
        let lost: Vec<Value> = symbol.lost.iter().map(lost).collect();
        let line = json!({
            "symbol": String::from_utf8_lossy(&symbol.name),
            "from": symbol.taken.filter(|_| symbol.rule != Rule::Conflict).map(|file| files[file].name.as_str()),
            "rule": symbol.rule.word(),
            "lost": lost,
            "occurrences": symbol.occurrences.iter().map(occurrence).collect::<Vec<_>>(),
        });
        let _ = writeln!(out, "{line}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_taken_out() {
        let args = ["--plan", "a.bc", "--trace-symbol=f", "-o", "--plan", "-trace-symbol", "g", "--", "--json"].map(OsString::from);
        let Ok((asked, rest)) = take(&args) else { panic!("refused") };
        assert_eq!((asked.plan, asked.json, asked.traced), (true, false, vec![b"f".to_vec(), b"g".to_vec()]));
        assert_eq!(rest, ["a.bc", "-o", "--plan", "--", "--json"].map(OsString::from));
        assert!(take(&["--json".into()]).is_err() && take(&["--trace-symbol".into()]).is_err());
    }
}

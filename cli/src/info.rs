//! `bcconv --info` and `bcdump --info`: type, producer and LLVM version of a file, with the evidence, as lines or as JSON (`--json`).
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_textual::ParseOptions;

use crate::limits;
use serde_json::{Map, Value, json};

use crate::diag::Fault;
use bctk::input::{Input, Kind};
use bctk::lossless::{Described, State};
use bctk::modules::{self, Parts};

/// Column at which values begin.
const COLUMN: usize = 14;

/// Tells on the standard output what the file `name` is.
pub(crate) fn show(name: &str, input: &Input, kind: Kind, path: &Path, options: &ParseOptions, as_json: bool) -> Result<(), Fault> {
    let text = describe(name, input.bytes(), kind, path, options, as_json)?;
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| Fault::write("<stdout>", error))
}

fn describe(name: &str, bytes: &[u8], kind: Kind, path: &Path, options: &ParseOptions, as_json: bool) -> Result<String, Fault> {
    let mut lines = Lines::default();
    if kind == Kind::Text {
        let described = Described::new(bytes);
        let module = match &described.trailer {
            Some(_) => described.parse(path, options, &mut |_| ())?.0,
            None => bctk_textual::parse(bytes, options).map_err(|faults| modules::text_error(path, bytes, &faults))?,
        };
        lines.line("kind", &format!("LLVM assembly, {} bytes", bytes.len()));
        lines.fact("kind", "assembly");
        lines.fact("bytes", bytes.len());
        let (told, state) = match &described.trailer {
            Some((_, State::Intact)) => ("of the bitcode file that it came from, which it gives back", Some("intact")),
            Some((_, State::Edited)) => ("of the bitcode file that it came from; the text was changed since", Some("edited")),
            None => ("none", None),
        };
        lines.line("description", told);
        lines.fact("description", state);
        lines.modules.push(Map::new());
        lines.module(&module, true);
        return Ok(lines.told(name, as_json));
    }
    let modules = modules::read(name, bytes, Parts::AsStored, &limits::limits())?;
    lines.line("kind", &format!("LLVM bitcode, {} bytes", bytes.len()));
    lines.fact("kind", "bitcode");
    lines.fact("bytes", bytes.len());
    let wrapped = modules.first().and_then(|module| module.provenance.bitcode.as_ref()).is_some_and(|written| written.wrapper);
    lines.line("wrapper", if wrapped { "yes" } else { "none" });
    lines.fact("wrapper", wrapped);
    lines.line("modules", &modules.len().to_string());
    for (number, module) in modules.iter().enumerate() {
        lines.modules.push(Map::new());
        if modules.len() > 1 {
            lines.line("module", &(number + 1).to_string());
        }
        lines.module(module, false);
    }
    Ok(lines.told(name, as_json))
}

/// A line's subject and text; a continuation line has no subject.
type Line = (String, String);

/// A report: lines for people, and the same facts for programs.
#[derive(Default)]
struct Lines {
    lines: Vec<Line>,
    file: Map<String, Value>,
    modules: Vec<Map<String, Value>>,
}

impl Lines {
    fn line(&mut self, key: &str, value: &str) {
        self.lines.push((key.to_owned(), value.to_owned()));
    }

    /// A fact about the module at hand, or about the file before the first one.
    fn fact(&mut self, key: &str, value: impl Into<Value>) {
        self.modules.last_mut().unwrap_or(&mut self.file).insert(key.to_owned(), value.into());
    }

    /// The report about the file `name`: lines, or one object of JSON with a list of objects for its modules.
    fn told(mut self, name: &str, as_json: bool) -> String {
        if as_json {
            self.file.insert("file".into(), name.into());
            self.file.insert("modules".into(), self.modules.into_iter().map(Value::Object).collect());
            return format!("{}\n", Value::Object(self.file));
        }
        let mut out = format!("{name}\n");
        for (key, value) in self.lines {
            // Writing to a string does not fail.
            let _ = writeln!(out, "  {key:COLUMN$}{value}");
        }
        out
    }

    fn bytes(&mut self, key: &str, value: &[u8]) {
        let text = Some(printable(value)).filter(|text| !text.is_empty());
        self.line(key, text.as_deref().unwrap_or("none"));
        self.fact(&key.replace(' ', "_"), text);
    }

    fn module(&mut self, module: &Module, is_text: bool) {
        if !is_text {
            self.bytes("producer", module.str(module.provenance.producer));
        }
        self.release(module, is_text);
        let types = &module.types;
        let opaque = types.iter().any(|(_, ty)| matches!(ty, bctk_ir::types::Type::Ptr(_)));
        let pointers = match (types.has_typed_pointers(), opaque) {
            (true, false) => "typed",
            (true, true) => "typed and opaque",
            (false, true) => "opaque",
            (false, false) => "none",
        };
        self.line("pointers", pointers);
        self.fact("pointers", pointers);
        self.bytes("target", module.str(module.triple));
        self.bytes("data layout", module.str(module.data_layout));
        self.bytes("source", module.source_filename.map_or(&[][..], |name| module.str(name)));
        let count = |wanted: fn(&GlobalKind) -> bool| module.globals.iter().filter(|global| wanted(&global.kind)).count();
        let variables = count(|kind| matches!(kind, GlobalKind::Variable { .. }));
        let functions = count(|kind| matches!(kind, GlobalKind::Function(_)));
        let others = module.globals.len() - variables - functions;
        let bodies = module.bodies.len();
        self.line("holds", &format!("{variables} variables, {functions} functions ({bodies} with bodies), {others} aliases and ifuncs"));
        for (key, count) in [("variables", variables), ("functions", functions), ("bodies", bodies), ("aliases", others)] {
            self.fact(key, count);
        }
        let nodes = module.metadata.items.iter().any(|item| matches!(item, Metadata::Node { .. }));
        let parts = [
            (nodes, "debug information"),
            (module.summary.is_some(), "summary"),
            (module.provenance.bitcode.as_ref().is_some_and(|written| written.symtab), "symbol table"),
            (module.provenance.hash.is_some(), "hash"),
        ];
        let there: Vec<&str> = parts.iter().filter(|(there, _)| *there).map(|(_, what)| *what).collect();
        self.line(
            "parts",
            if there.is_empty() { "none of debug information, summary, symbol table, hash".into() } else { there.join(", ") }.as_str(),
        );
        self.fact("parts", there);
    }

    /// The LLVM version, and the evidence for it.
    fn release(&mut self, module: &Module, is_text: bool) {
        let Some(release) = module.version() else {
            self.fact("llvm", is_text.then(|| LlvmVersion::DEFAULT.to_string()));
            self.fact("evidence", is_text.then_some("newest"));
            let newest = format!("{}, as nothing in the text tells of an older one", LlvmVersion::DEFAULT);
            return self.line("LLVM", if is_text { &newest } else { "not known: no producer that names it" });
        };
        self.fact("llvm", release.to_string());
        let named = module.producer_version();
        if named == Some(release) {
            self.fact("evidence", "producer");
            return self.line("LLVM", &format!("{release}, by the producer"));
        }
        let Some(inferred) = &module.provenance.inferred else {
            self.fact("evidence", "contents");
            let why = match release {
                _ if module.types.has_typed_pointers() => "typed pointers, and the compiler, forms and intrinsics in it",
                _ if release > LlvmVersion::DEFAULT => "what only that release has, or the compiler it names",
                _ => "the compiler, forms and intrinsics in it",
            };
            return self.line("LLVM", &format!("{release}, by {why}"));
        };
        let (why, evidence) =
            if inferred.traces.is_empty() { ("by the description below it", "description") } else { ("by the forms in it", "forms") };
        self.fact("evidence", evidence);
        // Without a producer, an older release may have written the same.
        self.fact("or_older", named.is_none());
        let traces = inferred.traces.iter().map(|trace| {
            let release = |release: Option<LlvmVersion>| release.map(|release| release.to_string());
            json!({ "what": trace.what, "since": release(trace.since), "until": release(trace.until) })
        });
        self.fact("traces", traces.collect::<Vec<Value>>());
        let colon = if inferred.traces.is_empty() { "" } else { ":" };
        match named {
            Some(named) => self.line("LLVM", &format!("{release}, {why} (the producer names {named}){colon}")),
            None => self.line("LLVM", &format!("{release} or older, {why}{colon}")),
        }
        for trace in &inferred.traces {
            let told = match (trace.since, trace.until) {
                (_, Some(until)) => format!("{} (until {until})", trace.what),
                (Some(since), None) => format!("{} (since {since})", trace.what),
                (None, None) => trace.what.to_owned(),
            };
            self.line("", &told);
        }
    }
}

/// A text of a file, with what a terminal would take amiss escaped.
fn printable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_default().collect::<Vec<_>>() } else { vec![c] })
        .collect()
}

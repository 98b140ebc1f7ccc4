//! What the verifier finds, in words: as LLVM prints it, for people, and for programs.
use std::cell::OnceCell;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::Call;
use bctk_ir::entity::{InstId, MdId};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_textual::{BodySlotTracker, DisplayIn, LineIndex, ModuleSlotTracker};
use bctk_verify::{Finding, Level, Report, Subject};

use super::place_by;
use crate::error::Place;

/// What is wrong with a module, for people: LLVM's lines for each finding, and below them the place in the file `name` with these bytes.
pub fn report(name: &str, bytes: &[u8], module: &Module, report: &Report) -> String {
    let mut out = String::new();
    each_finding(bytes, module, report, |finding, text, place, tracker| {
        out.push_str(&text);
        let _ = match &place {
            Some(Place::Text(line, column)) => write!(out, "  --> {name}:{line}:{column}"),
            Some(Place::Bit(bit, path)) => write!(out, "  --> {name}: bit {bit} in {path}"),
            None => write!(out, "  --> {name}"),
        };
        if let Some(function) = finding.function {
            let text = bctk_ir::value::Value::global(function).display(tracker).to_string();
            let _ = write!(out, ", in {}", text.rsplit(' ').next().unwrap_or_default());
        }
        if let (Some(operand), Some(_)) = (finding.operand, finding.inst) {
            let _ = write!(out, ", operand {operand}");
        }
        if let Some(source) = source(module, finding).filter(|_| finding.level == Level::Lint) {
            let _ = write!(out, ", from {}:{}:{}", source.file, source.line, source.column);
        }
        out.push('\n');
        if let Some(Place::Text(line, column)) = place {
            let at = finding.offset(module).and_then(|offset| usize::try_from(offset).ok()).unwrap_or(bytes.len());
            source_line(bytes, at, (line, column), &mut out);
        }
    });
    out
}

/// Passes each finding of a report with LLVM's lines for it, its place in the file with these bytes, and the numbers of what is printed.
fn each_finding(
    bytes: &[u8],
    module: &Module,
    report: &Report,
    mut see: impl FnMut(&Finding, String, Option<Place>, &ModuleSlotTracker<'_>),
) {
    let tracker = tracker(module, &report.findings);
    let mut pen = Pen::new(module, &tracker);
    let lines = OnceCell::new();
    let line_column = |at| Some(lines.get_or_init(|| LineIndex::new(bytes)).line_column(at));
    for finding in &report.findings {
        let mut text = String::new();
        pen.finding(finding, &mut text);
        see(finding, text, place_by(line_column, module, finding), &tracker);
    }
}

/// A finding in words, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Located {
    /// What it matters for.
    pub level: Level,
    /// LLVM's message.
    pub message: String,
    /// What LLVM prints below it: instructions, values and nodes, a line each. Empty for nothing.
    pub details: String,
    /// Where it is, if the module was read with offsets.
    pub place: Option<Place>,
    /// The name of the function that it is in; empty if that has none.
    pub function: Option<String>,
    /// The place in the source that the instruction comes from, if debug information tells it.
    pub source: Option<Source>,
}

/// A place in the source that a module was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// The file, with its folder.
    pub file: String,
    /// The line; the first is 1, and 0 is none.
    pub line: u32,
    /// The column; the first is 1, and 0 is none.
    pub column: u32,
}

/// The place in the source of the instruction that a finding is about.
fn source(module: &Module, finding: &Finding) -> Option<Source> {
    let body = module.bodies.get(finding.body? as usize)?;
    let location = module.view().node(body.debug_loc(finding.inst?)?);
    let number = |field: &str| location.number(field).and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
    Some(Source { file: location.node("scope")?.path()?, line: number("line"), column: number("column") })
}

/// The findings of a report, each in words and with its place in the file with these bytes.
pub fn located(bytes: &[u8], module: &Module, report: &Report) -> Vec<Located> {
    let function =
        |finding: &Finding| module.global(finding.function?).map(|global| String::from_utf8_lossy(module.str(global.name)).into());
    let mut all = Vec::with_capacity(report.findings.len());
    each_finding(bytes, module, report, |finding, text, place, _| {
        all.push(Located {
            level: finding.level,
            details: text.strip_prefix(&*finding.message).unwrap_or(&text).trim_matches('\n').to_owned(),
            message: finding.message.clone().into_owned(),
            place,
            function: function(finding),
            source: source(module, finding),
        });
    });
    all
}

/// Bytes of a line that are shown before and after a place.
const MARGIN: usize = 200;

/// The line of the source with a mark below the byte `at`, which is in this line and column.
fn source_line(text: &[u8], at: usize, (line, column): (usize, usize), out: &mut String) {
    let at = at.min(text.len());
    let before = at.saturating_sub((column - 1).min(MARGIN))..at;
    let after = &text[at..text.len().min(at + MARGIN)];
    let after = &after[..after.iter().position(|&c| c == b'\n').unwrap_or(after.len())];
    let marked = after.iter().position(|c| matches!(c, b' ' | b'\t' | b'\r' | b',' | b'(')).unwrap_or(after.len()).max(1);
    let show = |part: &[u8]| String::from_utf8_lossy(part).replace(|c: char| c.is_control(), " ");
    let (before, after) = (show(&text[before]), show(after));
    let gutter = " ".repeat(line.to_string().len());
    let blank = " ".repeat(before.chars().count());
    let _ = writeln!(out, "{gutter} |\n{line} | {before}{after}\n{gutter} | {blank}{}", "^".repeat(marked));
}

/// What LLVM's tools print for all findings of a report: each message with the values below it.
pub fn llvm_messages(module: &Module, report: &Report) -> String {
    let mut out = String::new();
    // Numbers are given only if something is printed with them.
    if !report.findings.is_empty() {
        let tracker = tracker(module, &report.findings);
        let mut pen = Pen::new(module, &tracker);
        report.findings.iter().for_each(|finding| pen.finding(finding, &mut out));
    }
    out
}

/// What LLVM's tools print for one finding (`VerifierSupport::CheckFailed`).
pub fn llvm_message(module: &Module, finding: &Finding) -> String {
    let mut out = String::new();
    Pen::new(module, &tracker(module, std::slice::from_ref(finding))).finding(finding, &mut out);
    out
}

/// The numbers of what is printed of these findings. LLVM numbers the attributes of a function's calls when it first prints something with
/// a number while it is at that function.
fn tracker<'m>(module: &'m Module, findings: &[Finding]) -> ModuleSlotTracker<'m> {
    let mut tracker = ModuleSlotTracker::new(module);
    let has_attributes = |call: &Call| module.attrs.set_at(call.attrs, AttrIndex::Function).is_some();
    if module.bodies.iter().any(|body| body.calls.iter().any(has_attributes)) {
        let mut pen = Pen::new(module, &tracker);
        let mut out = String::new();
        findings.iter().for_each(|finding| pen.finding(finding, &mut out));
        let numbered = std::mem::take(&mut pen.numbered);
        tracker.number_calls(&numbered);
    }
    tracker
}

/// Whether a text has a number that stands for a name.
fn has_number(text: &str) -> bool {
    let is_number = |pair: &[u8]| matches!(pair[0], b'%' | b'@' | b'#' | b'!') && pair[1].is_ascii_digit();
    // What is between quotes is a name or a string.
    text.split('"').step_by(2).any(|part| part.as_bytes().windows(2).any(is_number))
}

/// Prints findings. What the things of a body are called is found out once.
struct Pen<'t, 'm> {
    module: &'m Module,
    tracker: &'t ModuleSlotTracker<'m>,
    bodies: HashMap<u32, Names<'t, 'm>>,
    /// The body that an instruction was printed of last.
    at: Option<u32>,
    /// The bodies that something with a number was printed of, in order.
    numbered: Vec<u32>,
    is_numbered: HashSet<u32>,
}

/// What the things of a body are called.
struct Names<'t, 'm> {
    tracker: BodySlotTracker<'t, 'm>,
    /// The instruction that makes each local, by local.
    makers: HashMap<u32, InstId>,
}

impl<'t, 'm> Pen<'t, 'm> {
    fn new(module: &'m Module, tracker: &'t ModuleSlotTracker<'m>) -> Self {
        Pen { module, tracker, bodies: HashMap::new(), at: None, numbered: Vec::new(), is_numbered: HashSet::new() }
    }

    /// The names of a body.
    fn names(&mut self, body: u32) -> Option<&mut Names<'t, 'm>> {
        let found = self.module.bodies.get(body as usize)?;
        match self.bodies.entry(body) {
            Entry::Occupied(names) => Some(names.into_mut()),
            Entry::Vacant(place) => {
                let tracker = self.tracker.in_body(body)?;
                Some(place.insert(Names { tracker, makers: found.made_locals().map(|(inst, local)| (local, inst)).collect() }))
            }
        }
    }

    /// A thing with the names of a body, if there is one.
    fn text(&mut self, body: Option<u32>, thing: impl DisplayIn) -> String {
        match body.and_then(|body| self.names(body)) {
            Some(names) => names.tracker.text(thing),
            None => thing.display(self.tracker).to_string(),
        }
    }

    fn finding(&mut self, finding: &Finding, out: &mut String) {
        out.push_str(&finding.message);
        out.push('\n');
        finding.subjects.iter().for_each(|&subject| self.subject(finding.body, subject, out));
        if let Some(note) = &finding.note {
            out.push_str(note);
            out.push('\n');
        }
    }

    fn subject(&mut self, body: Option<u32>, subject: Subject, out: &mut String) {
        let line = match subject {
            Subject::Inst(inst) => self.inst(body, inst),
            Subject::Block(block) => self.text(body, Value::block(block)),
            Subject::Value(value) => {
                let maker = match value.kind() {
                    ValueKind::Local(local) => body.and_then(|body| self.names(body)?.makers.get(&local).copied()),
                    _ => None,
                };
                match maker {
                    Some(inst) => self.inst(body, inst),
                    None => self.text(body, value),
                }
            }
            Subject::Operand(value) => self.text(body, value),
            Subject::Global(id) => self.text(None, Value::global(id)),
            Subject::Type(ty) => {
                let _ = write!(out, " {}", ty.display(self.tracker));
                return;
            }
            Subject::Metadata(node) => self.text(body, node),
            Subject::Declaration(id) => self.text(None, id),
            Subject::Argument(ty, number) => format!("{} %{number}", ty.display(self.tracker)),
            Subject::Number(number) => number.to_string(),
            Subject::Record(at) => self.record(body, at),
            Subject::InstIn(body, inst) => self.inst(Some(body), inst),
            Subject::RecordIn(body, at) => self.record(Some(body), at),
            Subject::Named(at) => named(self.module, self.tracker, at),
            _ => return,
        };
        if let Some(body) = self.at.filter(|body| !self.is_numbered.contains(body))
            && has_number(&line)
        {
            self.numbered.push(body);
            self.is_numbered.insert(body);
        }
        out.push_str(&line);
        out.push('\n');
    }

    fn inst(&mut self, body: Option<u32>, inst: InstId) -> String {
        self.at = body;
        self.text(body, inst)
    }

    /// A debug record, without the spaces before it.
    fn record(&mut self, body: Option<u32>, at: u32) -> String {
        let (module, body_of) = (self.module, |body: u32| self.module.bodies.get(body as usize));
        let of_body = body.and_then(body_of).and_then(|body| Some((body, body.dbg_records.get(at as usize)?)));
        let Some((holder, record)) = of_body else { return String::new() };
        self.at = body;
        let text = self.text(body, record).trim_start().to_owned();
        let parts = [Some(record.loc), Some(record.variable), record.expression.get()];
        let of_assign = holder.dbg_assign(record).map(|assign| [assign.id, assign.address_expression]);
        let mut parts = parts.into_iter().flatten().chain(of_assign.into_iter().flatten());
        match parts.any(|id| module.metadata.get(id) == Metadata::Missing) {
            true => text.replace(", null", ", (null)"),
            false => text,
        }
    }
}

/// A named metadata node, with the empty line that LLVM prints below it.
fn named(module: &Module, tracker: &ModuleSlotTracker<'_>, at: u32) -> String {
    let Some(named) = module.metadata.named.get(at as usize) else { return String::new() };
    let reference = |node: &MdId| {
        let text = node.display(tracker).to_string();
        text.split_once(" = ").map_or(text.clone(), |(number, _)| number.to_owned())
    };
    let nodes: Vec<String> = named.nodes.iter().map(reference).collect();
    format!("!{} = !{{{}}}\n", String::from_utf8_lossy(module.str(named.name)), nodes.join(", "))
}

//! Verifies modules, and prints findings as LLVM does.
use crate::error::Place;
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_textual::{DisplayIn, ModuleSlotTracker};
use bctk_verify::{Finding, Report, Subject};
use std::fmt::Write;

/// Where a finding is in the file with these bytes, if the module was read from it with offsets
/// ([`ParseOptions::offsets`](bctk_textual::ParseOptions::offsets), [`ReadOptions::offsets`](bctk_bitcode::ReadOptions::offsets)).
pub fn place(bytes: &[u8], module: &Module, finding: &Finding) -> Option<Place> {
    let offset = finding.offset(module)?;
    if module.is_from_bitcode() {
        let path = if finding.inst.is_some() { "MODULE/FUNCTION" } else { "MODULE" };
        return Some(Place::Bit(offset, path.to_owned()));
    }
    let (line, column) = bctk_textual::line_column(bytes, usize::try_from(offset).ok()?);
    Some(Place::Text(line, column))
}

/// What is wrong with a module, for people: LLVM's lines for each finding, and below them the place in the file `name` with these bytes.
pub fn report(name: &str, bytes: &[u8], module: &Module, report: &Report) -> String {
    let tracker = ModuleSlotTracker::new(module);
    let mut out = String::new();
    for finding in &report.findings {
        write_finding(module, &tracker, finding, &mut out);
        let place = match place(bytes, module, finding) {
            Some(Place::Text(line, column)) => format!("{name}:{line}:{column}"),
            Some(Place::Bit(bit, path)) => format!("{name}: bit {bit} in {path}"),
            None => name.to_owned(),
        };
        let _ = write!(out, "  --> {place}");
        if let Some(function) = finding.function {
            let text = bctk_ir::value::Value::global(function).display(&tracker).to_string();
            let _ = write!(out, ", in {}", text.rsplit(' ').next().unwrap_or_default());
        }
        if let (Some(operand), Some(_)) = (finding.operand, finding.inst) {
            let _ = write!(out, ", operand {operand}");
        }
        out.push('\n');
    }
    out
}

/// What LLVM's tools print for all findings of a report: each message with the values below it.
pub fn llvm_messages(module: &Module, report: &Report) -> String {
    // Numbers are given only if something is printed with them.
    let mut tracker = None;
    let mut out = String::new();
    for finding in &report.findings {
        let tracker = tracker.get_or_insert_with(|| ModuleSlotTracker::new(module));
        write_finding(module, tracker, finding, &mut out);
    }
    out
}

/// What LLVM's tools print for one finding (`VerifierSupport::CheckFailed`).
pub fn llvm_message(module: &Module, finding: &Finding) -> String {
    let mut out = String::new();
    write_finding(module, &ModuleSlotTracker::new(module), finding, &mut out);
    out
}

fn write_finding(module: &Module, tracker: &ModuleSlotTracker<'_>, finding: &Finding, out: &mut String) {
    out.push_str(&finding.message);
    out.push('\n');
    let body = finding.body.and_then(|body| module.bodies.get(body as usize));
    for subject in &finding.subjects {
        let text = match (*subject, body) {
            (Subject::Inst(inst), Some(body)) => inst.display((tracker, body)).to_string() + "\n",
            (Subject::Block(block), Some(body)) => bctk_ir::value::Value::block(block).display((tracker, body)).to_string() + "\n",
            (Subject::Value(value), body) => {
                let maker = body.and_then(|body| {
                    let bctk_ir::value::ValueKind::Local(local) = value.kind() else { return None };
                    body.made_locals().find(|&(_, made)| made == local).map(|(inst, _)| inst)
                });
                match (maker, body) {
                    (Some(inst), Some(body)) => inst.display((tracker, body)).to_string() + "\n",
                    (None, Some(body)) => value.display((tracker, body)).to_string() + "\n",
                    (_, None) => value.display(tracker).to_string() + "\n",
                }
            }
            (Subject::Argument(ty, number), _) => format!("{} %{number}\n", ty.display(tracker)),
            (Subject::Declaration(id), _) => id.display(tracker).to_string() + "\n",
            (Subject::Global(id), _) => bctk_ir::value::Value::global(id).display(tracker).to_string() + "\n",
            (Subject::Type(ty), _) => format!(" {}", ty.display(tracker)),
            (Subject::Metadata(node), Some(body)) => node.display((tracker, body)).to_string() + "\n",
            (Subject::Metadata(node), None) => node.display(tracker).to_string() + "\n",
            (Subject::Number(number), _) => format!("{number}\n"),
            (Subject::Operand(value), Some(body)) => value.display((tracker, body)).to_string() + "\n",
            (Subject::Record(at), Some(body)) => record(module, tracker, body, at),
            (Subject::InstIn(of, inst), _) => match module.bodies.get(of as usize) {
                Some(body) => inst.display((tracker, body)).to_string() + "\n",
                None => continue,
            },
            (Subject::RecordIn(of, at), _) => match module.bodies.get(of as usize) {
                Some(body) => record(module, tracker, body, at),
                None => continue,
            },
            (Subject::Named(at), _) => named(module, tracker, at),
            _ => continue,
        };
        let _ = write!(out, "{text}");
    }
}

/// Whether LLVM's readers verify a module themselves, as they do if it states the version of its debug information.
pub fn by_readers(module: &Module) -> bool {
    bctk_transforms::upgrade::states_debug_version(module)
}

/// A debug record, without the spaces before it.
fn record(module: &Module, tracker: &ModuleSlotTracker<'_>, body: &Body, at: u32) -> String {
    let Some(record) = body.dbg_records.get(at as usize) else { return String::new() };
    let parts =
        [Some(record.loc), Some(record.variable), record.expression, record.assign.map(|(id, ..)| id), record.assign.map(|(.., id)| id)];
    let text = record.display((tracker, body)).to_string().trim_start().to_owned() + "\n";
    match parts.into_iter().flatten().any(|id| module.metadata.get(id) == Metadata::Missing) {
        true => text.replace(", null", ", (null)"),
        false => text,
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
    format!("!{} = !{{{}}}\n\n", String::from_utf8_lossy(module.str(named.name)), nodes.join(", "))
}

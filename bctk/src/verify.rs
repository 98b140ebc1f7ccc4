//! Verifies modules, and prints findings as LLVM does.
use bctk_ir::module::Module;
use bctk_textual::{DisplayIn, ModuleSlotTracker};
use bctk_verify::{Finding, Report, Subject};
use std::fmt::Write;

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
            (Subject::InstOf(body, inst), _) => match module.bodies.get(body as usize) {
                Some(body) => inst.display((tracker, body)).to_string() + "\n",
                None => continue,
            },
            (Subject::Declaration(id), _) => id.display(tracker).to_string() + "\n",
            (Subject::Global(id), _) => bctk_ir::value::Value::global(id).display(tracker).to_string() + "\n",
            (Subject::Type(ty), _) => format!(" {}", ty.display(tracker)),
            (Subject::Metadata(node), _) => node.display(tracker).to_string() + "\n",
            (Subject::Number(number), _) => format!("{number}\n"),
            _ => continue,
        };
        let _ = write!(out, "{text}");
    }
}

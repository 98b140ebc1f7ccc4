//! Finds locations of instructions and debug records that are no `DILocation` (`LLParser::validateEndOfModule`, since LLVM 23).
use super::body::ArgName;
use super::join::Joined;
use super::metadata::INLINE;
use super::module::Task;
use super::resolve::parse_body;
use super::{Env, Parser};
use crate::error::{Diagnostic, Late};
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;

/// The faults, at most as many as are wanted for each body.
pub(super) fn misplaced(env: &Env<'_>, joined: &Joined<'_>, tasks: &[Task], arg_names: &[ArgName]) -> Vec<Diagnostic> {
    let table = &joined.metadata;
    let is_valid = |id: MdId| table.location(id).is_some();
    let is_fine = |body: &Body| body.loc_nodes.iter().copied().all(is_valid) && body.dbg_records.iter().all(|record| is_valid(record.loc));
    if joined.bodies.iter().all(is_fine) {
        return Vec::new();
    }
    // Nothing keeps the positions, so the bodies are parsed again.
    let mut faults = Vec::new();
    for task in tasks {
        let Task::Body(task) = task else { continue };
        let mut parser = Parser::part(env, &joined.types, task.start);
        parser.locations = Some(Vec::new());
        if parse_body(&mut parser, task, arg_names, &mut Vec::new()).is_err() {
            continue;
        }
        let mut locations = parser.locations.take().unwrap_or_default();
        locations.retain(|&(id, _)| match id.0.checked_sub(INLINE) {
            Some(own) => parser.md.table.location(MdId(own)).is_none(),
            None => !is_valid(id),
        });
        // Records come first.
        locations.sort_by(|(_, a), (_, b)| a.cmp(b));
        faults.extend(locations.into_iter().take(env.options.errors.max(1)).map(|(_, late)| {
            let (at, message) = match late {
                Late::RecordLocation(at) => (at, "invalid debug location"),
                Late::Location(at) => (at, "invalid !dbg metadata"),
                _ => (task.start, ""),
            };
            Diagnostic { late: Some(late), ..Diagnostic::new(at..at + 1, message) }
        }));
    }
    faults
}

//! The texts of the instructions of one function, made at once: what has no name is numbered from the start of the function.
use bctk_ir::entity::InstId;
use bctk_ir::module::Module;
use bctk_textual::ModuleSlotTracker;

/// The text of every instruction of a body, without its indentation.
pub(crate) struct Lines {
    text: String,
    ends: Vec<usize>,
}

impl Lines {
    /// Prints the instructions of the body with this index.
    pub(crate) fn new(module: &Module, numbers: &ModuleSlotTracker<'_>, body: u32) -> Lines {
        let mut lines = Lines { text: String::new(), ends: Vec::new() };
        let count = module.bodies.get(body as usize).map_or(0, |body| body.insts.len());
        if let Some(mut tracker) = numbers.in_body(body) {
            for inst in 0..count {
                let line = tracker.text(InstId::new(inst));
                // A switch has several lines.
                lines.text.push_str(line.trim_start());
                lines.ends.push(lines.text.len());
            }
        }
        lines
    }

    /// The text of an instruction.
    pub(crate) fn get(&self, inst: InstId) -> Option<&str> {
        let start = match inst.index() {
            0 => 0,
            at => *self.ends.get(at - 1)?,
        };
        self.text.get(start..*self.ends.get(inst.index())?)
    }
}

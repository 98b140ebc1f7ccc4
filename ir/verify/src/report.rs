//! What the verifier found.
use crate::debug::Note;
use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use std::borrow::Cow;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// What a module needs so that it can be printed and written.
    Structure,
    /// What LLVM demands.
    Full,
    /// What LLVM demands of debug information, which its readers drop if it is invalid.
    DebugInfo,
}

/// Something that a finding is about. LLVM prints these below the message.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Subject {
    /// An instruction of the finding's function, printed whole.
    Inst(InstId),
    /// A value, printed with its type as an operand. The result of an instruction is printed as that instruction.
    Value(Value),
    /// A global value, printed as an operand.
    Global(GlobalId),
    /// A block of the finding's function, printed as an operand.
    Block(BlockId),
    /// A type.
    Type(TypeId),
    /// A metadata node, string or value.
    Metadata(MdId),
    /// A named metadata node, by its index.
    Named(u32),
    /// A value, printed with its type as an operand, even if an instruction makes it.
    Operand(Value),
    /// A debug record of the finding's function, by its index in [`Body::dbg_records`](bctk_ir::body::Body::dbg_records).
    Record(u32),
    /// An instruction of another body, by the body's index in [`Module::bodies`].
    InstIn(u32, InstId),
    /// A debug record of another body.
    RecordIn(u32, u32),
    /// A number.
    Number(u64),
    /// A reference to nothing, which is not printed.
    Null,
    /// The module itself.
    Module,
}

/// One fault of a module.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The message that LLVM prints for it.
    pub message: Cow<'static, str>,
    /// How much it matters.
    pub level: Level,
    /// The function that it is in.
    pub function: Option<GlobalId>,
    /// The index of the function's body in [`Module::bodies`].
    pub body: Option<u32>,
    /// The instruction that it is about.
    pub inst: Option<InstId>,
    /// What LLVM prints below the message.
    pub subjects: Vec<Subject>,
}

impl Finding {
    /// The block of the instruction.
    pub fn block(&self, module: &Module) -> Option<BlockId> {
        let (body, inst) = (module.bodies.get(self.body? as usize)?, self.inst?);
        let after = body.blocks.partition_point(|block| block.end <= inst);
        (after < body.blocks.len()).then(|| BlockId::new(after))
    }
}

/// Where the checks of one function, or of the rest of a module, report what they find.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    pub(crate) findings: Vec<Finding>,
    /// What is looked at later: how many findings precede it, and the instruction.
    notes: Vec<(usize, Option<InstId>, Note)>,
    function: Option<GlobalId>,
    body: Option<u32>,
    /// The instruction that is being checked.
    pub(crate) at: Option<InstId>,
}

impl Sink {
    /// For a function; without one for the rest of a module.
    pub(crate) fn new(function: Option<GlobalId>, body: Option<u32>) -> Sink {
        Sink { findings: Vec::new(), notes: Vec::new(), function, body, at: None }
    }

    /// An empty one for the same function.
    pub(crate) fn like(&self) -> Sink {
        Sink::new(self.function, self.body)
    }

    /// Notes something for later, after all findings so far.
    pub(crate) fn note(&mut self, note: Note) {
        // Most instructions have the location of the one before.
        if self.notes.last().is_none_or(|&(_, _, last)| last != note) {
            self.notes.push((self.findings.len(), self.at, note));
        }
    }

    /// Notes something before the findings from `position` on, after which nothing was noted.
    pub(crate) fn note_at(&mut self, position: usize, note: Note) {
        self.notes.push((position, self.at, note));
    }

    /// Everything that was noted.
    pub(crate) fn take_notes(&mut self) -> Vec<(usize, Option<InstId>, Note)> {
        std::mem::take(&mut self.notes)
    }

    /// Reports a fault (`VerifierSupport::CheckFailed`).
    pub(crate) fn fail(&mut self, message: impl Into<Cow<'static, str>>, subjects: &[Subject]) {
        self.report(Level::Full, message.into(), subjects);
    }

    /// Reports a fault of this level.
    pub(crate) fn report(&mut self, level: Level, message: Cow<'static, str>, subjects: &[Subject]) {
        let Sink { function, body, at: inst, .. } = *self;
        self.findings.push(Finding { message, level, function, body, inst, subjects: subjects.to_vec() });
    }
}

/// All that the verifier found, in the order in which LLVM's verifier finds it: function by function, then the rest of the module.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The faults.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Of these findings.
    pub fn of(findings: Vec<Finding>) -> Report {
        Report { findings }
    }

    /// Whether nothing was found.
    pub fn is_valid(&self) -> bool {
        self.findings.is_empty()
    }
}

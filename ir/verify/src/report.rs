//! What the verifier found.
use crate::debug::Note;
use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::provenance::NO_OFFSET;
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
    /// What is valid, but a mistake as far as one can tell: what a lint finds.
    Lint,
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
    /// A declaration, printed whole.
    Declaration(GlobalId),
    /// An argument of a declaration, which has no name.
    Argument(TypeId, u32),
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
    /// The number of the operand that is at fault, if it is one (`Use::getOperandNo`).
    pub operand: Option<u32>,
    /// What LLVM prints below the message.
    pub subjects: Vec<Subject>,
    /// A line below these.
    pub note: Option<String>,
}

impl Finding {
    /// A finding about the module.
    pub fn new(message: impl Into<Cow<'static, str>>, level: Level) -> Finding {
        let message = message.into();
        Finding { message, level, function: None, body: None, inst: None, operand: None, subjects: Vec::new(), note: None }
    }

    /// Where it is in the file that the module was read from: the byte in a text, the bit in bitcode. That is the place of the
    /// instruction, else of one of another body, of the function or another global value, or of a metadata node. None unless the
    /// reader was asked for offsets, and for what an upgrade made.
    pub fn offset(&self, module: &Module) -> Option<u64> {
        if let (Some(body), Some(inst)) = (self.body, self.inst) {
            return module.bodies.get(body as usize)?.provenance.offsets.get(inst.index()).copied();
        }
        let named = self.subjects.iter().find_map(|subject| match subject {
            Subject::Global(id) | Subject::Declaration(id) => Some(*id),
            _ => None,
        });
        let elsewhere = self.subjects.iter().find_map(|subject| match subject {
            Subject::InstIn(body, inst) => module.bodies.get(*body as usize)?.provenance.offsets.get(inst.index()).copied(),
            _ => None,
        });
        let node = || {
            let of_node = |subject: &Subject| match subject {
                Subject::Metadata(id) => module.provenance.node_offsets.get(id.index()).copied(),
                Subject::Named(at) => {
                    let first = module.metadata.named.get(*at as usize)?.nodes.first()?;
                    module.provenance.node_offsets.get(first.index()).copied()
                }
                _ => None,
            };
            self.subjects.iter().filter_map(of_node).find(|&offset| offset != NO_OFFSET)
        };
        let of_global = || module.provenance.offsets.get(self.function.or(named)?.index()).copied();
        elsewhere.or_else(of_global).or_else(node)
    }

    /// The message and where it is, in one line: `Branch condition is not 'i1' type! (instruction 2 of block 1 in @f)`.
    pub fn describe(&self, module: &Module) -> String {
        let name = |id: GlobalId| match module.global(id).map(|global| module.str(global.name)) {
            Some(name) if !name.is_empty() => String::from_utf8_lossy(name).into_owned(),
            _ => id.0.to_string(),
        };
        let named = self.subjects.iter().find_map(|subject| match subject {
            Subject::Global(id) | Subject::Declaration(id) => Some(*id),
            _ => None,
        });
        let mut place = Vec::new();
        if let (Some(inst), Some(block)) = (self.inst, self.block(module)) {
            let first = module.bodies.get(self.body.unwrap_or(0) as usize).and_then(|body| body.blocks.get(block.index()));
            place.push(format!("instruction {} of block {}", inst.0 - first.map_or(0, |first| first.first.0), block.0));
        } else if let Some(inst) = self.inst {
            place.push(format!("instruction {}", inst.0));
        }
        if let Some(of) = self.function.or(named) {
            place.push(format!("in @{}", name(of)));
        }
        let operand = self.operand.map(|operand| format!("operand {operand} of ")).unwrap_or_default();
        match place.is_empty() {
            true => self.message.to_string(),
            false => format!("{} ({operand}{})", self.message, place.join(" ")),
        }
    }

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
    /// The operand of it that is being checked.
    pub(crate) operand: Option<u32>,
}

impl Sink {
    /// For a function; without one for the rest of a module.
    pub(crate) fn new(function: Option<GlobalId>, body: Option<u32>) -> Sink {
        Sink { findings: Vec::new(), notes: Vec::new(), function, body, at: None, operand: None }
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
        let Sink { function, body, at: inst, operand, .. } = *self;
        self.findings.push(Finding { message, level, function, body, inst, operand, subjects: subjects.to_vec(), note: None });
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

//! Checks debug information and metadata nodes in general. LLVM's readers drop debug information that is not valid.
//!
//! [`nodes`] and [`types`] check single nodes, [`functions`] and [`records`] what functions have. Each function is checked by itself, but a
//! node belongs to the first function that reaches it: functions note which nodes they reach, and [`walk`] puts the faults of these in place.
//! Almost always no node has a fault, which [`quick`] finds out in parallel; then nothing is noted.
/// `field!(LexicalBlock.scope)` is the position of that field, computed at compile time.
macro_rules! field {
    ($kind:ident . $name:ident) => {
        const { $crate::debug::slot(bctk_ir::metadata::di::DiKind::$kind, stringify!($name)) }
    };
}

/// Reports a fault of debug information and ends the function unless the condition holds.
macro_rules! check_debug {
    ($out:expr, $holds:expr, $message:expr $(, $subject:expr)* $(,)?) => {
        if !$holds {
            $out.fail($message, &[$($subject),*]);
            return;
        }
    };
}

mod assigned;
mod classes;
mod functions;
mod nodes;
mod quick;
mod records;
mod sources;
mod types;
mod units;
mod walk;

pub(crate) use functions::{Locals, attachments};
pub use quick::{has_faulty_loop, is_debug_info_broken};
pub use sources::mixed_sources;
pub(crate) use walk::{Note, Walk};

use crate::report::{Level, Sink, Subject};
use assigned::Assigned;
use bctk_ir::body::{Attachment, Body};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, ListRef, MdId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::metadata::di::{DiKind, NUMBER};
use bctk_ir::metadata::ends::{Ends, Step};
use bctk_ir::metadata::module_flags::{ModuleFlag, module_flags};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use classes::{Class, Classes};
use hashbrown::{HashMap, HashSet};

/// `DISPFlagDefinition`
const SP_DEFINITION: u32 = 8;

/// Where chains of nodes end, as far as it was asked.
#[derive(Debug, Default)]
pub(crate) struct Chains {
    subprograms: Ends,
    outermost: Ends,
    sized: Ends,
}

/// What all checks of a module's debug information share.
pub(crate) struct Debug {
    pub(crate) chains: Chains,
    classes: Classes,
    /// The LLVM whose rules apply.
    llvm: LlvmVersion,
    /// The numbers of kinds of attachments.
    dbg: Option<u32>,
    looped: Option<u32>,
    assign: Option<u32>,
    /// By global value: the `DISubprogram` of a function, if it has a body (`Function::getSubprogram`).
    subprograms: Vec<Option<MdId>>,
    /// Declared functions with a `DISubprogram`, where calls of them need a location.
    declared: HashSet<GlobalId>,
    /// By global value: whether the function before it has a `DISubprogram`.
    before: Vec<bool>,
    /// The first function that each `DISubprogram` is attached to.
    owners: HashMap<MdId, GlobalId>,
    assigned: Assigned,
    /// Whether a global value that another definition may replace at run time can be inlined.
    interposition: bool,
    /// The members of `llvm.dbg.cu`.
    units: HashSet<MdId>,
    /// Whether functions note the nodes that they reach.
    pub(crate) visits: bool,
}

impl Debug {
    /// Looks at a module, and whether any of its nodes may be at fault unless that is of no interest.
    pub(crate) fn new(module: &Module, llvm: LlvmVersion, is_wanted: bool) -> Debug {
        let kind = |name: &[u8]| module.md_kinds.iter().position(|&kind| module.str(kind) == name).map(|at| at as u32);
        let (dbg, looped, assign) = (kind(b"dbg"), kind(b"llvm.loop"), kind(b"DIAssignID"));
        let classes = Classes::of(&module.metadata);
        let mut subprograms = vec![None; module.globals.len()];
        let mut before = vec![false; module.globals.len()];
        let mut owners = HashMap::new();
        let mut declared = HashSet::new();
        let mut last = false;
        for (at, global) in module.globals.iter().enumerate() {
            let GlobalKind::Function(function) = &global.kind else { continue };
            before[at] = last;
            let attached = of_function(module, global).find(|attachment| Some(attachment.kind) == dbg).map(|attachment| attachment.node);
            let subprogram = attached.filter(|&node| classes.kind(node) == Some(DiKind::Subprogram));
            last = subprogram.is_some();
            if function.body.is_some() {
                subprograms[at] = subprogram;
                if let Some(node) = subprogram
                    && matches!(module.metadata.get(node), Metadata::Node { distinct: true, .. })
                {
                    owners.entry(node).or_insert(GlobalId::new(at));
                }
            } else if subprogram.is_some() && !llvm.inlinable_definitions() {
                declared.insert(GlobalId::new(at));
            }
        }
        let named = |name: &[u8]| module.metadata.named.iter().find(|named| module.str(named.name) == name);
        let mut debug = Debug {
            chains: Chains::default(),
            llvm,
            dbg,
            looped,
            assign,
            subprograms,
            declared,
            before,
            owners,
            assigned: Assigned::new(module, &classes, assign),
            classes,
            interposition: is_interposed(module),
            units: named(b"llvm.dbg.cu").map_or_else(HashSet::new, |named| named.nodes.iter().copied().collect()),
            visits: false,
        };
        debug.visits = is_wanted && quick::has_suspects(&debug, module);
        debug
    }

    /// The nodes of the module.
    pub(crate) fn nodes<'m>(&'m self, module: &'m Module) -> Nodes<'m> {
        Nodes { module, table: &module.metadata, classes: &self.classes, chains: &self.chains, llvm: self.llvm }
    }
}

/// All attachments of a function or other global value.
fn of_function<'m>(module: &'m Module, global: &'m GlobalValue) -> impl Iterator<Item = &'m Attachment> {
    let of_body = global.function().and_then(|function| module.body(function)).map_or(&[][..], |body| &body.function_attachments);
    global.attachments.iter().chain(of_body)
}

/// Whether a flag says that definitions may be replaced at run time (`Module::getSemanticInterposition`).
fn is_interposed(module: &Module) -> bool {
    let nodes = crate::nodes::Nodes { module, body: None };
    let is_set = |flag: ModuleFlag<'_>| nodes.int(flag.value).is_some_and(|number| !number.is_zero());
    module_flags(module).any(|flag| flag.key == b"SemanticInterposition" && is_set(flag))
}

impl Debug {
    /// Whether another definition may take the place of this one (`GlobalValue::isInterposable`).
    pub(crate) fn is_interposable(&self, global: &GlobalValue) -> bool {
        global.linkage.is_interposable() || self.interposition && !global.dso_local
    }
}

/// Where checks of nodes report faults.
pub(crate) enum Out<'a> {
    /// Only whether there is one.
    Any(bool),
    Sink(&'a mut Sink),
}

impl Out<'_> {
    /// Reports a fault of debug information (`VerifierSupport::DebugInfoCheckFailed`).
    fn fail(&mut self, message: &'static str, subjects: &[Subject]) {
        match self {
            Out::Any(any) => *any = true,
            Out::Sink(sink) => sink.report(Level::DebugInfo, message.into(), subjects),
        }
    }
}

/// A reference of a node as a subject.
fn md(slot: u32) -> Subject {
    slot_md(slot).map_or(Subject::Null, Subject::Metadata)
}

/// The nodes of a module, asked by kind.
#[derive(Clone, Copy)]
pub(crate) struct Nodes<'m> {
    pub(crate) module: &'m Module,
    table: &'m MetadataTable,
    classes: &'m Classes,
    chains: &'m Chains,
    llvm: LlvmVersion,
}

impl<'m> Nodes<'m> {
    fn kind(self, id: MdId) -> Option<DiKind> {
        self.classes.kind(id)
    }

    /// Metadata as a subject; nothing if it is missing.
    fn subject(self, id: MdId) -> Subject {
        if self.table.get(id) == Metadata::Missing { Subject::Null } else { Subject::Metadata(id) }
    }

    fn is_location(self, id: MdId) -> bool {
        self.classes.get(id) == Class::Node(DiKind::Location)
    }

    /// The slots of a location, the first four at least.
    fn location(self, id: MdId) -> Option<&'m [u32]> {
        self.table.location(id)
    }

    /// The slots of a node of this kind.
    fn slots(self, id: MdId, wanted: DiKind) -> Option<&'m [u32]> {
        match self.table.get(id) {
            Metadata::Node { kind, fields, .. } if kind == wanted => {
                Some(self.table.node_fields(kind, fields)).filter(|slots| slots.len() >= kind.slots())
            }
            _ => None,
        }
    }

    fn is_distinct(self, id: MdId) -> bool {
        matches!(self.table.get(id), Metadata::Node { distinct: true, .. } | Metadata::Tuple { distinct: true, .. })
    }

    /// The operands of a tuple.
    fn tuple(self, id: MdId) -> Option<ListRef<'m, Option<MdId>>> {
        match self.table.get(id) {
            Metadata::Tuple { ops, .. } => Some(self.table.lists.get(ops)),
            _ => None,
        }
    }

    /// The members of a tuple; none if the reference is to anything else.
    fn members(self, slot: u32) -> Option<impl Iterator<Item = u32>> {
        Some(self.tuple(slot_md(slot)?)?.iter().map(md_slot))
    }

    /// Elements of an expression.
    fn expression(self, id: MdId) -> Option<&'m [u64]> {
        match self.table.get(id) {
            Metadata::Expression { start, len, .. } => Some(self.table.word_range(start, len)),
            _ => None,
        }
    }

    /// The text of a reference to a string.
    fn text(self, slot: u32) -> &'m [u8] {
        match slot_md(slot).map(|id| self.table.get(id)) {
            Some(Metadata::String(text)) => self.module.str(text),
            _ => &[],
        }
    }

    /// Operand `at` of a node; an inner none for null.
    fn operand(self, id: MdId, at: usize) -> Option<Option<MdId>> {
        match self.table.get(id) {
            Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => self.table.lists.get(ops).get(at),
            Metadata::Node { kind, fields, .. } => {
                let slot = usize::from(*kind.operand_slots().get(at)?);
                let slot = *self.table.node_fields(kind, fields).get(slot)?;
                Some(if slot == NUMBER { None } else { slot_md(slot) })
            }
            _ => None,
        }
    }

    /// Whether a reference is null or to a node of a kind that `f` accepts.
    fn is(self, slot: u32, f: impl FnOnce(DiKind) -> bool) -> bool {
        slot_md(slot).is_none_or(|id| self.kind(id).is_some_and(f))
    }

    /// Whether a reference is to a node of a kind that `f` accepts.
    fn is_some(self, slot: u32, f: impl FnOnce(DiKind) -> bool) -> bool {
        slot_md(slot).and_then(|id| self.kind(id)).is_some_and(f)
    }

    /// Whether it is a definition of a function.
    fn is_definition(self, id: MdId) -> bool {
        self.classes.get(id) == Class::Node(DiKind::Subprogram)
    }

    /// Whether a reference is to a function that is no definition.
    fn is_declared(self, slot: u32) -> bool {
        slot_md(slot).is_some_and(|id| self.classes.get(id) == Class::Declaration)
    }

    /// The function that a local scope is in, if it leads to one.
    fn subprogram(self, scope: Option<MdId>) -> Option<MdId> {
        let outer = |scope: MdId, kind: DiKind, field: usize| Some(*self.slots(scope, kind)?.get(field)?).and_then(slot_md);
        self.chains.subprograms.end(self.table, scope?, |scope| {
            let outer = match self.kind(scope) {
                Some(DiKind::Subprogram) => return Step::End(Some(scope)),
                Some(kind @ DiKind::LexicalBlock) => outer(scope, kind, field!(LexicalBlock.scope)),
                Some(kind @ DiKind::LexicalBlockFile) => outer(scope, kind, field!(LexicalBlockFile.scope)),
                _ => None,
            };
            outer.map_or(Step::End(None), Step::Next)
        })
    }

    /// The outermost inlined-at location, which may be the location itself; none if the chain leads to something else.
    fn outermost(self, loc: MdId) -> Option<MdId> {
        self.chains.outermost.end(self.table, loc, |loc| match self.location(loc) {
            None => Step::End(None),
            Some(slots) => slot_md(slots[field!(Location.inlinedAt)]).map_or(Step::End(Some(loc)), Step::Next),
        })
    }

    /// The scope of a node that a function can retain or a compile unit can list.
    fn scope(self, id: MdId) -> Option<MdId> {
        let kind = self.kind(id)?;
        let scope = match kind {
            DiKind::GlobalVariableExpression => {
                let variable = slot_md(self.slots(id, kind)?[field!(GlobalVariableExpression.var)])?;
                return slot_md(self.slots(variable, DiKind::GlobalVariable)?[field!(GlobalVariable.scope)]);
            }
            DiKind::LocalVariable => field!(LocalVariable.scope),
            DiKind::Label => field!(Label.scope),
            DiKind::ImportedEntity => field!(ImportedEntity.scope),
            DiKind::BasicType => field!(BasicType.scope),
            DiKind::FixedPointType => field!(FixedPointType.scope),
            DiKind::DerivedType => field!(DerivedType.scope),
            DiKind::SubrangeType => field!(SubrangeType.scope),
            DiKind::CompositeType => field!(CompositeType.scope),
            _ => return None,
        };
        slot_md(*self.slots(id, kind)?.get(scope)?)
    }

    /// Bits of a variable's type, if known: of the first type with a size in its chain of base types.
    fn size_in_bits(self, ty: u32) -> Option<u64> {
        let sized = self.chains.sized.end(self.table, slot_md(ty)?, |ty| match self.own_size(ty) {
            Some((_, 1..)) => Step::End(Some(ty)),
            Some((Some(base), 0)) => Step::Next(base),
            _ => Step::End(None),
        })?;
        self.own_size(sized).map(|(_, size)| size)
    }

    /// The base type of a derived type, and its own size in bits, or 0.
    fn own_size(self, ty: MdId) -> Option<(Option<MdId>, u64)> {
        let kind = self.kind(ty)?;
        let size = match kind {
            DiKind::BasicType => field!(BasicType.size),
            DiKind::FixedPointType => field!(FixedPointType.size),
            DiKind::StringType => field!(StringType.size),
            DiKind::DerivedType => field!(DerivedType.size),
            DiKind::SubrangeType => field!(SubrangeType.size),
            DiKind::CompositeType => field!(CompositeType.size),
            _ => return None,
        };
        let slots = self.slots(ty, kind)?;
        let size = match *slots.get(size..size + 3)? {
            [NUMBER, low, high] => u64::from(low) | u64::from(high) << 32,
            [slot, ..] => {
                crate::nodes::Nodes { module: self.module, body: None }.int(slot_md(slot)).and_then(|int| int.small()).unwrap_or(0)
            }
            _ => 0,
        };
        let base = if kind == DiKind::DerivedType { slot_md(slots[field!(DerivedType.baseType)]) } else { None };
        Some((base, size))
    }
}

/// Where the field of a node lies in its slots.
pub(crate) const fn slot(kind: DiKind, name: &str) -> usize {
    let (fields, name) = (kind.fields(), name.as_bytes());
    let mut i = 0;
    while i < fields.len() {
        let found = fields[i].name.as_bytes();
        let mut same = found.len() == name.len();
        let mut at = 0;
        while same && at < name.len() {
            same = found[at] == name[at];
            at += 1;
        }
        if same {
            return fields[i].slot as usize;
        }
        i += 1;
    }
    panic!("no such field")
}

fn is_type(kind: DiKind) -> bool {
    kind.is_type()
}

fn is_local_scope(kind: DiKind) -> bool {
    kind.is_local_scope()
}

fn is_scope(kind: DiKind) -> bool {
    use DiKind::{CommonBlock, CompileUnit, File, Module, Namespace};
    is_type(kind) || is_local_scope(kind) || matches!(kind, File | CompileUnit | Namespace | CommonBlock | Module)
}

fn is_file(kind: DiKind) -> bool {
    kind == DiKind::File
}

fn is_macro(kind: DiKind) -> bool {
    matches!(kind, DiKind::Macro | DiKind::MacroFile)
}

/// Whether a value is `undef` or `poison`.
fn is_undef(module: &Module, body: &Body, value: Value) -> bool {
    let constant = match value.kind() {
        ValueKind::Const(index) => module.consts.get(index),
        ValueKind::LocalConst(index) => body.consts.get(index),
        _ => None,
    };
    constant.is_some_and(|constant| matches!(constant.kind, ConstKind::Undef | ConstKind::Poison))
}

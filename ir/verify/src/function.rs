//! Verifies one function: what all checks of its body share, and the checks of the function itself (`Verifier::visitFunction`).
use crate::VerifyOptions;
use crate::analysis::{ControlFlowGraph, DominatorTree, Types, Uses};
use crate::attachments::{self, Kind};
use crate::debug::{Debug, Locals};
use crate::report::{Level, Sink, Subject};
use crate::tbaa::Tbaa;
use bctk_ir::body::{BasicBlock, Body};
use bctk_ir::datalayout::{AddressSpaces, DataLayout, Layouts};
use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashSet;
use std::borrow::Cow;

/// Reports a fault and ends the function unless the condition holds.
macro_rules! check {
    ($self:ident, $holds:expr, $message:expr $(, $subject:expr)* $(,)?) => {
        if !$holds {
            $self.fail($message, &[$($subject),*]);
            return;
        }
    };
}
pub(crate) use check;

/// What is the same for all functions of a module.
pub(crate) struct Shared<'m> {
    pub(crate) module: &'m Module,
    pub(crate) debug: Debug,
    pub(crate) types: Types<'m>,
    pub(crate) layout: DataLayout,
    pub(crate) spaces: AddressSpaces,
    /// The LLVM whose rules apply.
    pub(crate) llvm: LlvmVersion,
    /// What is checked of each kind of attachment.
    pub(crate) kinds: Vec<Option<Kind>>,
}

impl<'m> Shared<'m> {
    pub(crate) fn new(module: &'m Module, options: &VerifyOptions) -> Shared<'m> {
        let layout = module.str(module.data_layout);
        let llvm = options.llvm.unwrap_or_else(|| module.llvm_version());
        Shared {
            module,
            debug: Debug::new(module, llvm, options.level >= Level::Full),
            types: Types::new(module),
            layout: DataLayout::parse(layout),
            spaces: AddressSpaces::parse(layout),
            llvm,
            kinds: attachments::kinds(module, llvm),
        }
    }

    /// The name of a kind of attachments.
    pub(crate) fn kind_name(&self, kind: u32) -> &'m [u8] {
        self.module.md_kinds.get(kind as usize).map_or(b"", |&kind| self.module.str(kind))
    }

    /// The function that a value is, if it is one.
    pub(crate) fn function(&self, value: Value) -> Option<(GlobalId, &'m GlobalValue, &'m Function)> {
        let ValueKind::Global(id) = value.kind() else { return None };
        let global = self.module.global(id)?;
        match &global.kind {
            GlobalKind::Function(function) => Some((id, global, function)),
            _ => None,
        }
    }

    /// Whether a global value is a function with the name of an intrinsic (`Function::isIntrinsic`).
    pub(crate) fn is_intrinsic(&self, global: &GlobalValue) -> bool {
        matches!(global.kind, GlobalKind::Function(_)) && self.module.str(global.name).starts_with(b"llvm.")
    }
}

/// No instruction makes a local: it is an argument.
const ARGUMENT: u32 = u32::MAX;

/// The checks of one function with a body.
pub(crate) struct Checker<'c, 'm> {
    pub(crate) shared: &'c Shared<'m>,
    pub(crate) module: &'m Module,
    pub(crate) types: Types<'m>,
    pub(crate) layouts: Layouts,
    pub(crate) global: &'m GlobalValue,
    pub(crate) function: &'m Function,
    pub(crate) body: &'m Body,
    pub(crate) cfg: ControlFlowGraph,
    pub(crate) dominators: DominatorTree,
    pub(crate) uses: Uses,
    /// The block of each instruction.
    pub(crate) blocks: Vec<BlockId>,
    /// The instruction that makes each local.
    makers: Vec<u32>,
    /// The type of the landing pads and `resume` instructions.
    pub(crate) landing_pad: Option<TypeId>,
    /// For pads that unwind to a sibling, the terminator that does.
    pub(crate) siblings: Vec<(InstId, InstId)>,
    /// Lists of scopes and access groups that are valid.
    pub(crate) valid: HashSet<MdId>,
    pub(crate) tbaa: Tbaa,
    pub(crate) locals: Locals<'c, 'm>,
    pub(crate) sink: Sink,
}

/// The faults of a function.
pub(crate) fn verify(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, function: &Function) -> Sink {
    let mut sink = Sink::new(Some(id), function.body);
    let Some(body) = shared.module.body(function) else {
        whole(shared, id, global, function, None, &mut sink, &mut false);
        return sink;
    };
    // Dominators need terminators.
    let is_ended = |block: &BasicBlock| {
        let last = block.end.index().checked_sub(1).filter(|&last| last >= block.first.index());
        last.and_then(|last| body.insts.get(last)).is_some_and(Inst::is_terminator)
    };
    if let Some(at) = body.blocks.iter().position(|block| !is_ended(block)) {
        let name = String::from_utf8_lossy(shared.module.str(global.name));
        let message = format!("Basic Block in function '{name}' does not have terminator!");
        sink.report(Level::Structure, message.into(), &[Subject::Block(BlockId::new(at))]);
        return sink;
    }
    let cfg = ControlFlowGraph::new(body);
    let mut is_whole = false;
    whole(shared, id, global, function, Some(&cfg), &mut sink, &mut is_whole);
    let locals = Locals::new(&shared.debug, shared.module, id, function, body, is_whole);
    if is_whole {
        locals.locations(&mut sink);
    }
    let mut checker = Checker::new(shared, global, function, body, cfg, locals, sink);
    checker.body();
    checker.sink
}

/// The checks of a function as a whole. Sets `is_done` if none of them ended the others.
fn whole(
    shared: &Shared<'_>,
    id: GlobalId,
    global: &GlobalValue,
    function: &Function,
    cfg: Option<&ControlFlowGraph>,
    sink: &mut Sink,
    is_done: &mut bool,
) {
    let types = shared.types;
    let this = Subject::Global(id);
    crate::globals::global_value(shared, id, global, sink);
    if global.linkage == Linkage::Common {
        return sink.fail("Functions may not have common linkage", &[this]);
    }
    let Some((ret, params, _)) = shared.module.types.function(global.value_type) else { return };
    if matches!(types.get(ret), Type::Function { .. } | Type::Label) {
        return sink.fail("Functions cannot return aggregate values!", &[this]);
    }
    let is_intrinsic = shared.is_intrinsic(global);
    for (at, ty) in params.iter().enumerate() {
        let arg = match function.body {
            Some(_) => Subject::Value(Value::local(at as u32)),
            None => Subject::Type(ty),
        };
        if !types.is_first_class(ty) {
            return sink.fail("Function arguments must have first-class types!", &[arg]);
        }
        if !is_intrinsic {
            let message = match types.get(ty) {
                Type::Metadata => "Function takes metadata but isn't an intrinsic",
                Type::Token => "Function takes token but isn't an intrinsic",
                Type::X86Amx => "Function takes x86_amx but isn't an intrinsic",
                _ => continue,
            };
            return sink.fail(message, &[arg, this]);
        }
    }
    if !is_intrinsic {
        match types.get(ret) {
            Type::Token => return sink.fail("Function returns a token but isn't an intrinsic", &[this]),
            Type::X86Amx => return sink.fail("Function returns a x86_amx but isn't an intrinsic", &[this]),
            _ => {}
        }
    }
    let attachments = crate::debug::attachments(shared.module, global);
    crate::profiles::function_metadata(shared, &attachments, sink);
    if let Some(cfg) = cfg {
        check!(sink, !is_intrinsic, "llvm intrinsics cannot be defined!", this);
        let is_first = cfg.predecessors(BlockId(0)).is_empty();
        check!(sink, is_first, "Entry block to function must not have predecessors!", Subject::Block(BlockId(0)));
    }
    if !crate::profiles::function_attachments(shared, id, function, &attachments, sink) {
        return;
    }
    if cfg.is_none() {
        check!(sink, function.personality.is_none(), "Function declaration shouldn't have a personality routine", this);
    }
    *is_done = true;
}

impl<'c, 'm> Checker<'c, 'm> {
    fn new(
        shared: &'c Shared<'m>,
        global: &'m GlobalValue,
        function: &'m Function,
        body: &'m Body,
        cfg: ControlFlowGraph,
        locals: Locals<'c, 'm>,
        sink: Sink,
    ) -> Checker<'c, 'm> {
        let dominators = DominatorTree::new(&cfg);
        let mut blocks = vec![BlockId(0); body.insts.len()];
        for (at, block) in body.blocks.iter().enumerate() {
            if let Some(insts) = blocks.get_mut(block.first.index()..block.end.index()) {
                insts.fill(BlockId::new(at));
            }
        }
        let mut makers = vec![ARGUMENT; body.local_types.len()];
        for (inst, local) in body.made_locals() {
            if let Some(maker) = makers.get_mut(local as usize) {
                *maker = inst.0;
            }
        }
        Checker {
            shared,
            module: shared.module,
            types: shared.types,
            layouts: Layouts::new(shared.layout.clone()),
            global,
            function,
            body,
            uses: Uses::new(body),
            cfg,
            dominators,
            blocks,
            makers,
            landing_pad: None,
            siblings: Vec::new(),
            valid: HashSet::new(),
            tbaa: Tbaa::default(),
            locals,
            sink,
        }
    }

    /// Reports a fault.
    pub(crate) fn fail(&mut self, message: impl Into<Cow<'static, str>>, subjects: &[Subject]) {
        self.sink.fail(message, subjects);
    }

    /// The type of a value.
    pub(crate) fn ty(&self, value: Value) -> Option<TypeId> {
        self.types.of(value, Some(self.body))
    }

    /// The instruction that makes a value.
    pub(crate) fn maker(&self, value: Value) -> Option<(InstId, &'m Inst)> {
        let ValueKind::Local(local) = value.kind() else { return None };
        let maker = *self.makers.get(local as usize)?;
        Some((InstId(maker), self.body.insts.get(maker as usize)?))
    }

    /// Whether a type has a size.
    pub(crate) fn is_sized(&mut self, ty: TypeId) -> bool {
        self.layouts.is_sized(&self.module.types, ty)
    }

    /// The first instruction of a block that is no `phi`.
    pub(crate) fn first_non_phi(&self, block: BlockId) -> Option<(InstId, &'m Inst)> {
        let block = self.body.blocks.get(block.index())?;
        let insts = self.body.insts.get(block.first.index()..block.end.index())?;
        let at = insts.iter().position(|inst| !matches!(inst, Inst::Phi { .. }))?;
        Some((InstId::new(block.first.index() + at), &insts[at]))
    }

    /// The terminator of a block.
    pub(crate) fn terminator(&self, block: BlockId) -> Option<(InstId, &'m Inst)> {
        let last = self.body.blocks.get(block.index())?.end.index().checked_sub(1)?;
        Some((InstId::new(last), self.body.insts.get(last)?))
    }

    /// Checks the body.
    fn body(&mut self) {
        for (at, block) in self.body.blocks.iter().enumerate() {
            self.sink.at = None;
            self.block(BlockId::new(at));
            for inst in block.first.index()..block.end.index() {
                self.sink.at = Some(InstId::new(inst));
                self.locals.records(InstId::new(inst), &mut self.sink);
                self.inst(InstId::new(inst));
            }
        }
        self.sink.at = None;
        self.sibling_unwinds();
    }
}

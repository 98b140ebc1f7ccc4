//! Verifies one function: what all checks of its body share, and the checks of the function itself (`Verifier::visitFunction`).
use crate::VerifyOptions;
use crate::attachments::{self, Kind};
use crate::attribute_facts::{AttrFacts, Kinds};
use crate::attributes::CalleeKind;
use crate::convergence::Convergence;
use crate::debug::{Debug, Locals};
use crate::intrinsics::Declared;
use crate::report::{Level, Sink, Subject};
use crate::tbaa::Tbaa;
use bctk_analysis::{ControlFlowGraph, DominatorTree, Funclets, LazyUses, Use};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::datalayout::{AddressSpaces, DataLayout, Layouts};
use bctk_ir::entity::{AttrListId, BlockId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::value_types::Types;
use bctk_ir::version::LlvmVersion;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::cell::OnceCell;

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
    /// The intrinsics that the module declares.
    pub(crate) intrinsics: HashMap<GlobalId, Declared>,
    /// Which global values few things may use: intrinsics and special variables. Empty if there is none.
    pub(crate) watched: Vec<bool>,
    /// What is known of attributes.
    pub(crate) attrs: AttrFacts<'m>,
    /// Whether it has target extension types.
    pub(crate) has_target_types: bool,
    /// Whether its target is a GPU of AMD.
    pub(crate) is_amdgpu: bool,
    /// Whether addresses are computed in logical form alone (`require-logical-pointer`).
    pub(crate) is_logical: bool,
    /// Whether it was read from bitcode.
    pub(crate) is_from_bitcode: bool,
}

/// What the checks of a function found, and what they leave for those of the module.
#[derive(Default)]
pub(crate) struct Verified {
    pub(crate) sink: Sink,
    /// How many allocas the function escapes (`llvm.localescape`).
    pub(crate) escaped: Option<u32>,
    /// One more than the numbers of the escaped allocas that it asks for, by function (`llvm.localrecover`).
    pub(crate) recovered: Vec<(GlobalId, u32)>,
    /// Uses of intrinsics that are no calls of them.
    pub(crate) taken: Vec<(GlobalId, Subject)>,
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
            intrinsics: crate::intrinsics::declared(module, llvm),
            watched: watched(module),
            attrs: AttrFacts::new(module, llvm),
            has_target_types: module.types.iter().any(|(_, ty)| matches!(ty, Type::TargetExt { .. })),
            is_amdgpu: is_amdgpu(module.str(module.triple), llvm),
            is_logical: llvm.logical_pointers() && crate::module_metadata::is_logical(module),
            is_from_bitcode: module.is_from_bitcode(),
        }
    }

    /// Sizes under the module's data layout, none known yet.
    pub(crate) fn layouts(&self) -> Layouts {
        Layouts::new(self.layout.clone()).of_release(self.llvm)
    }

    /// The name of a kind of attachments.
    pub(crate) fn kind_name(&self, kind: u32) -> &'m [u8] {
        self.module.md_kinds.get(kind as usize).map_or(b"", |&kind| self.module.str(kind))
    }

    /// Whether all uses of a global value matter.
    pub(crate) fn is_watched(&self, id: GlobalId) -> bool {
        self.watched.get(id.index()) == Some(&true)
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

    /// The function that a call calls by its own type (`CallBase::getCalledFunction`).
    pub(crate) fn called(&self, call: &Call) -> Option<(GlobalId, &'m GlobalValue, &'m Function)> {
        self.function(call.callee).filter(|(_, global, _)| self.types.same(global.value_type, call.fn_ty))
    }

    /// Whether a global value is a function with the name of an intrinsic (`Function::isIntrinsic`).
    pub(crate) fn is_intrinsic(&self, global: &GlobalValue) -> bool {
        matches!(global.kind, GlobalKind::Function(_)) && self.module.str(global.name).starts_with(b"llvm.")
    }
}

/// Whether a target triple is that of a GPU of AMD. LLVM 23 has names for each kind of them.
fn is_amdgpu(triple: &[u8], llvm: LlvmVersion) -> bool {
    Triple::parse(triple).arch == Arch::AmdGpu || triple.starts_with(b"amdgpu") && llvm.logical_pointers()
}

/// Which global values few things may use; empty if there is none.
fn watched(module: &Module) -> Vec<bool> {
    let watched: Vec<bool> = module.globals.iter().map(|global| is_watched(module, global)).collect();
    if watched.contains(&true) { watched } else { Vec::new() }
}

fn is_watched(module: &Module, global: &GlobalValue) -> bool {
    let name = module.str(global.name);
    match global.kind {
        GlobalKind::Function(_) => name.starts_with(b"llvm."),
        _ => crate::globals::is_special(name),
    }
}

/// Pads that are nested in another are looked at once for each around them, but not more often than this for each instruction.
const PADS_PER_INST: usize = 64;

/// No instruction makes a local: it is an argument.
const ARGUMENT: u32 = u32::MAX;

/// The checks of one function with a body.
pub(crate) struct Checker<'c, 'm> {
    pub(crate) shared: &'c Shared<'m>,
    pub(crate) module: &'m Module,
    pub(crate) types: Types<'m>,
    pub(crate) scratch: &'c mut Scratch,
    pub(crate) global: &'m GlobalValue,
    pub(crate) function: &'m Function,
    pub(crate) body: &'m Body,
    pub(crate) cfg: ControlFlowGraph,
    pub(crate) dominators: DominatorTree,
    pub(crate) uses: LazyUses<'m>,
    /// The block of each instruction.
    pub(crate) blocks: Vec<BlockId>,
    /// The instruction that makes each local.
    makers: Vec<u32>,
    /// The type of the landing pads and `resume` instructions.
    pub(crate) landing_pad: Option<TypeId>,
    /// For pads that unwind to a sibling, the terminator that does.
    pub(crate) siblings: Vec<(InstId, InstId)>,
    /// How many more pads within pads are looked at.
    pub(crate) pad_budget: usize,
    pub(crate) convergence: Convergence,
    /// Declarations of scopes, with the scope.
    pub(crate) scope_declarations: Vec<(InstId, Value)>,
    /// As in [`Verified`].
    pub(crate) escaped: Option<u32>,
    pub(crate) recovered: Vec<(GlobalId, u32)>,
    pub(crate) taken: Vec<(GlobalId, Subject)>,
    /// The funclets, once they are asked for.
    pub(crate) funclets: Option<Funclets>,
    /// The kinds of attributes of each parameter, once a check has asked for them.
    pub(crate) own_kinds: OnceCell<Vec<Kinds>>,
    /// Attachments before this one are of earlier instructions.
    pub(crate) next_attachment: usize,
    pub(crate) locals: Locals<'c, 'm>,
    pub(crate) sink: Sink,
}

/// What one function leaves for the next: what was found to be valid, whoever uses it, and memory.
pub(crate) struct Scratch {
    pub(crate) layouts: Layouts,
    /// Lists of scopes and access groups that are valid.
    pub(crate) valid: HashSet<MdId>,
    /// Lists of attributes that are valid for calls by a function type.
    pub(crate) valid_lists: HashSet<(TypeId, AttrListId, CalleeKind)>,
    pub(crate) tbaa: Tbaa,
    /// The operands of an instruction.
    pub(crate) operands: Vec<(u32, Value)>,
    /// The arguments of a call.
    pub(crate) args: Vec<Value>,
    /// The attachments of an instruction.
    pub(crate) attached: Vec<(Kind, MdId)>,
}

impl Scratch {
    pub(crate) fn new(shared: &Shared<'_>) -> Scratch {
        Scratch {
            layouts: shared.layouts(),
            valid: HashSet::new(),
            valid_lists: HashSet::new(),
            tbaa: Tbaa::default(),
            operands: Vec::new(),
            args: Vec::new(),
            attached: Vec::new(),
        }
    }
}

/// The faults of a function.
pub(crate) fn verify(shared: &Shared<'_>, scratch: &mut Scratch, id: GlobalId, global: &GlobalValue, function: &Function) -> Verified {
    let mut sink = Sink::new(Some(id), function.body);
    let found = |sink| Verified { sink, ..Verified::default() };
    let Some(body) = shared.module.body(function) else {
        whole((shared, &mut scratch.layouts), id, global, function, None, &mut sink, &mut false);
        return found(sink);
    };
    let cfg = ControlFlowGraph::new(body);
    let uses = LazyUses::new(body);
    let mut is_whole = false;
    whole((shared, &mut scratch.layouts), id, global, function, Some((&uses, &cfg)), &mut sink, &mut is_whole);
    let locals = Locals::new(&shared.debug, shared.module, id, function, body, is_whole);
    if is_whole {
        locals.locations(&mut sink);
    }
    let mut checker = Checker::new((shared, scratch), global, function, (cfg, uses), locals, sink);
    checker.body();
    // What is left of an instruction after a fault has not been looked at.
    if !checker.sink.findings.is_empty() {
        checker.note_all_taken();
        // A fault of a type of memory accesses is told once in each function.
        checker.scratch.tbaa = Tbaa::default();
    }
    let Checker { escaped, recovered, taken, sink, .. } = checker;
    Verified { sink, escaped, recovered, taken }
}

/// The checks of a function as a whole. Sets `is_done` if none of them ended the others.
fn whole(
    (shared, layouts): (&Shared<'_>, &mut Layouts),
    id: GlobalId,
    global: &GlobalValue,
    function: &Function,
    body: Option<(&LazyUses<'_>, &ControlFlowGraph)>,
    sink: &mut Sink,
    is_done: &mut bool,
) {
    let types = shared.types;
    let this = Subject::Global(id);
    let cfg = body.map(|(_, cfg)| cfg);
    let uses = body.map(|(uses, _)| uses);
    crate::globals::global_value(shared, id, global, sink);
    if global.linkage == Linkage::Common {
        return sink.fail("Functions may not have common linkage", &[this]);
    }
    let Some((ret, params, _)) = shared.module.types.function(global.value_type) else { return };
    if matches!(types.get(ret), Type::Function { .. } | Type::Label) {
        return sink.fail("Functions cannot return aggregate values!", &[this]);
    }
    if !crate::conventions::attributes((shared, layouts), id, global, function, uses, sink) {
        return;
    }
    let is_intrinsic = shared.is_intrinsic(global);
    let swift_errors = shared.attrs.somewhere(function.attrs).has(AttrKind::SWIFT_ERROR);
    let mut sets = shared.module.attrs.params(function.attrs);
    for (at, ty) in params.iter().enumerate() {
        let arg = match function.body {
            Some(_) => Subject::Value(Value::local(at as u32)),
            None => Subject::Argument(ty, at as u32),
        };
        if !types.is_first_class(ty) {
            return sink.fail("Function arguments must have first-class types!", &[arg]);
        }
        if !is_intrinsic {
            let message = match types.get(ty) {
                Type::Metadata => "Function takes metadata but isn't an intrinsic",
                _ if shared.is_token_like(ty) => "Function takes token but isn't an intrinsic",
                Type::X86Amx => "Function takes x86_amx but isn't an intrinsic",
                _ => "",
            };
            if !message.is_empty() {
                return sink.fail(message, &[arg, this]);
            }
        }
        if swift_errors
            && let Some(uses) = uses
            && shared.attrs.kinds(sets.of(at as u32)).has(AttrKind::SWIFT_ERROR)
        {
            crate::swift_error::value(shared, uses, Value::local(at as u32), sink);
        }
    }
    if !is_intrinsic {
        match types.get(ret) {
            _ if shared.is_token_like(ret) => return sink.fail("Function returns a token but isn't an intrinsic", &[this]),
            Type::X86Amx => return sink.fail("Function returns a x86_amx but isn't an intrinsic", &[this]),
            _ => {}
        }
    }
    let attachments = crate::debug::attachments(shared.module, global);
    crate::profiles::function_metadata(shared, &attachments, sink);
    crate::work_groups::flat(shared, id, function, &attachments, sink);
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
        (shared, scratch): (&'c Shared<'m>, &'c mut Scratch),
        global: &'m GlobalValue,
        function: &'m Function,
        (cfg, uses): (ControlFlowGraph, LazyUses<'m>),
        locals: Locals<'c, 'm>,
        sink: Sink,
    ) -> Checker<'c, 'm> {
        let body = uses.body();
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
            scratch,
            global,
            function,
            body,
            uses,
            cfg,
            dominators,
            blocks,
            makers,
            landing_pad: None,
            siblings: Vec::new(),
            pad_budget: body.insts.len().saturating_mul(PADS_PER_INST),
            convergence: Convergence::default(),
            scope_declarations: Vec::new(),
            escaped: None,
            recovered: Vec::new(),
            taken: Vec::new(),
            funclets: None,
            own_kinds: OnceCell::new(),
            next_attachment: 0,
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

    /// The uses of a local in the order of LLVM's lists without directives: the last first, then those before it is made.
    pub(crate) fn users(&self, local: u32) -> Vec<Use> {
        let uses = self.uses.of(local);
        let made = self.makers.get(local as usize).copied().filter(|&maker| maker != ARGUMENT);
        let (forward, usual) = uses.split_at(made.map_or(0, |made| uses.partition_point(|of| of.inst.0 < made)));
        usual.iter().rev().chain(forward).copied().collect()
    }

    /// Whether a type has a size.
    pub(crate) fn is_sized(&mut self, ty: TypeId) -> bool {
        self.scratch.layouts.is_sized(&self.module.types, ty)
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

    /// Looks at the constants of the body.
    fn constants(&mut self) {
        let body = self.body;
        for constant in &body.consts.consts {
            if matches!(constant.kind, ConstKind::Cast { .. }) {
                continue;
            }
            body.consts.operands(constant.kind, |part| {
                if let (ValueKind::Global(id), Some(of)) = (part.kind(), self.function.body)
                    && self.shared.is_watched(id)
                {
                    self.taken.push((id, Subject::InstIn(of, InstId(0))));
                }
            });
        }
        crate::globals::constants(self.shared, &body.consts, Some(body), &mut self.sink);
    }

    /// Checks the body.
    fn body(&mut self) {
        self.constants();
        for (at, block) in self.body.blocks.iter().enumerate() {
            self.sink.at = None;
            self.convergence_block();
            self.block(BlockId::new(at));
            for inst in block.first.index()..block.end.index() {
                self.sink.at = Some(InstId::new(inst));
                self.sink.operand = None;
                self.locals.records(InstId::new(inst), &mut self.sink);
                self.inst(InstId::new(inst));
            }
        }
        self.sink.at = None;
        self.sibling_unwinds();
        self.convergence_regions();
        self.scope_declarations();
    }
}

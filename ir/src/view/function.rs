//! Views of functions, blocks, instructions and calls.
use super::{GlobalView, LocationView, NodeView, TypeView, ValueView, name_str};
use crate::body::{Body, Call};
use crate::entity::{BlockId, GlobalId, InstId, MdId, TypeId};
use crate::global::{Function, GlobalValue};
use crate::inst::Inst;
use crate::module::Module;
use crate::value::{Value, ValueKind};
use crate::visit::{blocks_as_written, operands_by_number};
use std::borrow::Cow;

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionView<'m> {
    pub(super) module: &'m Module,
    id: GlobalId,
    body: Option<&'m Body>,
}

impl<'m> FunctionView<'m> {
    /// The view of a global value that is a function.
    pub(super) fn new(module: &'m Module, id: GlobalId) -> Self {
        let function = module.global(id).and_then(|global| global.function());
        FunctionView { module, id, body: function.and_then(|function| module.body(function)) }
    }

    /// Its id.
    pub fn id(&self) -> GlobalId {
        self.id
    }

    /// It as a global value: linkage, visibility and so on.
    pub fn global(&self) -> &'m GlobalValue {
        &self.module.globals[self.id.index()]
    }

    /// Its view as a global value.
    pub fn as_global(&self) -> GlobalView<'m> {
        GlobalView { module: self.module, id: self.id }
    }

    /// What only functions have: calling convention, attributes, personality.
    pub fn function(&self) -> Option<&'m Function> {
        self.global().function()
    }

    /// The module that it is in.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// Its body; none for a declaration.
    pub fn body(&self) -> Option<&'m Body> {
        self.body
    }

    /// Its name.
    pub fn name(&self) -> &'m [u8] {
        self.module.str(self.global().name)
    }

    /// Its name as text; bytes that are not UTF-8 are replaced.
    pub fn name_str(&self) -> Cow<'m, str> {
        name_str(self.name())
    }

    /// Whether it is only declared.
    pub fn is_declaration(&self) -> bool {
        self.body.is_none()
    }

    /// Whether its name is one of LLVM's intrinsics: it begins with `llvm.`.
    pub fn is_intrinsic(&self) -> bool {
        self.name().starts_with(b"llvm.")
    }

    /// The type of its result.
    pub fn return_type(&self) -> TypeView<'m> {
        let ty = self.module.types.function(self.global().value_type).map_or(TypeId(0), |(ret, ..)| ret);
        TypeView { module: self.module, id: ty }
    }

    /// The types of its parameters.
    pub fn param_types(&self) -> impl Iterator<Item = TypeView<'m>> + use<'m> {
        let module = self.module;
        let params = module.types.function(self.global().value_type).map(|(_, params, _)| params);
        params.into_iter().flat_map(|params| params.iter()).map(move |id| TypeView { module, id })
    }

    /// Its parameters; none for a declaration.
    pub fn params(&self) -> impl Iterator<Item = ValueView<'m>> + use<'m> {
        let function = *self;
        (0..self.body.map_or(0, |body| body.args)).map(move |param| function.value(Value::local(param)))
    }

    /// A value of this function.
    pub fn value(&self, value: Value) -> ValueView<'m> {
        ValueView { module: self.module, function: Some(*self), value }
    }

    /// Its blocks, in order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockView<'m>> + use<'m> {
        let function = *self;
        let of = move |body: &'m Body| (0..body.blocks.len()).map(move |at| BlockView { function, body, id: BlockId::new(at) });
        self.body.into_iter().flat_map(of)
    }

    /// The block where it begins; none for a declaration.
    pub fn entry(&self) -> Option<BlockView<'m>> {
        self.blocks().next()
    }

    /// Its instructions, in order.
    pub fn instructions(&self) -> impl DoubleEndedIterator<Item = InstView<'m>> + use<'m> {
        let function = *self;
        let of = move |body: &'m Body| (0..body.insts.len()).map(move |at| InstView { function, body, id: InstId::new(at) });
        self.body.into_iter().flat_map(of)
    }

    /// An instruction by its id.
    pub fn instruction(&self, id: InstId) -> Option<InstView<'m>> {
        let body = self.body.filter(|body| id.index() < body.insts.len())?;
        Some(InstView { function: *self, body, id })
    }

    /// A block by its id.
    pub fn block(&self, id: BlockId) -> Option<BlockView<'m>> {
        let body = self.body.filter(|body| id.index() < body.blocks.len())?;
        Some(BlockView { function: *self, body, id })
    }

    /// Its `DISubprogram`.
    pub fn subprogram(&self) -> Option<NodeView<'m>> {
        self.metadata("dbg")
    }

    /// The metadata that is attached to it under this name.
    pub fn metadata(&self, kind: &str) -> Option<NodeView<'m>> {
        let attached = self.body.map_or(&[][..], |body| &body.function_attachments);
        let is_kind = |number: u32| self.module.md_kinds.get(number as usize).is_some_and(|&name| self.module.str(name) == kind.as_bytes());
        let found = attached.iter().chain(&self.global().attachments).find(|attachment| is_kind(attachment.kind))?;
        Some(NodeView::new(self.module, found.node))
    }
}

/// A basic block.
#[derive(Clone, Copy, Debug)]
pub struct BlockView<'m> {
    function: FunctionView<'m>,
    body: &'m Body,
    id: BlockId,
}

impl<'m> BlockView<'m> {
    /// Its id.
    pub fn id(&self) -> BlockId {
        self.id
    }

    /// The function that it is in.
    pub fn function(&self) -> FunctionView<'m> {
        self.function
    }

    /// The body that it is in.
    pub fn body(&self) -> &'m Body {
        self.body
    }

    /// Its name; empty if it is numbered.
    pub fn name(&self) -> &'m [u8] {
        self.body.block_name(self.id)
    }

    /// Its name as text; bytes that are not UTF-8 are replaced.
    pub fn name_str(&self) -> Cow<'m, str> {
        name_str(self.name())
    }

    /// Its instructions, in order.
    pub fn instructions(&self) -> impl DoubleEndedIterator<Item = InstView<'m>> + use<'m> {
        let (function, body) = (self.function, self.body);
        let block = body.blocks[self.id.index()];
        let end = block.end.index().min(body.insts.len());
        (block.first.index()..end).map(move |at| InstView { function, body, id: InstId::new(at) })
    }

    /// Its last instruction, if that is a terminator.
    pub fn terminator(&self) -> Option<InstView<'m>> {
        self.instructions().next_back().filter(|inst| inst.inst().is_terminator())
    }

    /// The blocks that may follow, each as often as the terminator names it.
    pub fn successors(&self) -> Vec<BlockView<'m>> {
        self.terminator().map_or_else(Vec::new, |last| last.successors())
    }

    /// The blocks that may precede it, in order, each once.
    pub fn predecessors(&self) -> Vec<BlockView<'m>> {
        let known = self.body.predecessors(self.id);
        if !known.is_empty() {
            let mut ids = known.to_vec();
            ids.sort_unstable();
            ids.dedup();
            return ids.into_iter().filter_map(|id| self.function.block(id)).collect();
        }
        let leads_here = |block: &BlockView<'m>| block.successors().iter().any(|to| to.id == self.id);
        self.function.blocks().filter(leads_here).collect()
    }
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct InstView<'m> {
    function: FunctionView<'m>,
    body: &'m Body,
    id: InstId,
}

impl<'m> InstView<'m> {
    /// Its id.
    pub fn id(&self) -> InstId {
        self.id
    }

    /// It as the model has it.
    pub fn inst(&self) -> &'m Inst {
        &self.body.insts[self.id.index()]
    }

    /// The function that it is in.
    pub fn function(&self) -> FunctionView<'m> {
        self.function
    }

    /// The body that it is in.
    pub fn body(&self) -> &'m Body {
        self.body
    }

    /// The block that it is in.
    pub fn block(&self) -> Option<BlockView<'m>> {
        let at = self.body.blocks.partition_point(|block| block.end <= self.id);
        self.function.block(BlockId::new(at))
    }

    /// The opcode as assembly spells it.
    pub fn opcode_name(&self) -> &'static str {
        self.inst().opcode_name()
    }

    /// Whether it ends its block.
    pub fn is_terminator(&self) -> bool {
        self.inst().is_terminator()
    }

    /// The value that it makes, if it makes one.
    pub fn result(&self) -> Option<ValueView<'m>> {
        self.body.result(self.id).map(|local| self.function.value(Value::local(local)))
    }

    /// The type of its result.
    pub fn ty(&self) -> Option<TypeView<'m>> {
        self.body.result_type(self.id).map(|id| TypeView { module: self.function.module, id })
    }

    /// Its operands, in the order of their numbers; blocks are among them.
    pub fn operands(&self) -> Vec<ValueView<'m>> {
        let mut out = Vec::new();
        operands_by_number(self.inst(), self.body, |value| out.push(self.function.value(value)));
        out
    }

    /// The blocks that a terminator may continue in, each as often as it names it; none for another instruction.
    pub fn successors(&self) -> Vec<BlockView<'m>> {
        let mut out = Vec::new();
        if self.is_terminator() {
            blocks_as_written(self.inst(), self.body, |id| out.extend(self.function.block(id)));
        }
        out
    }

    /// The call of a `call`, `invoke` or `callbr`.
    pub fn as_call(&self) -> Option<CallView<'m>> {
        self.inst().call(self.body).map(|call| CallView { inst: *self, call })
    }

    /// Its debug location.
    pub fn location(&self) -> Option<LocationView<'m>> {
        self.body.debug_loc(self.id).map(|id| LocationView::new(self.function.module, id))
    }

    /// The metadata that is attached to it under this name, other than `dbg`.
    pub fn metadata(&self, kind: &str) -> Option<NodeView<'m>> {
        let module = self.function.module;
        let first = self.body.attachments.partition_point(|(at, _)| *at < self.id);
        let own = self.body.attachments[first..].iter().take_while(|(at, _)| *at == self.id);
        let is_kind = |number: u32| module.md_kinds.get(number as usize).is_some_and(|&name| module.str(name) == kind.as_bytes());
        own.map(|&(_, attachment)| attachment).find(|attachment| is_kind(attachment.kind)).map(|found| NodeView::new(module, found.node))
    }
}

/// A call: the instruction `call`, `invoke` or `callbr`.
#[derive(Clone, Copy, Debug)]
pub struct CallView<'m> {
    inst: InstView<'m>,
    call: &'m Call,
}

impl<'m> CallView<'m> {
    /// The instruction.
    pub fn inst(&self) -> InstView<'m> {
        self.inst
    }

    /// It as the model has it: type, attributes, calling convention.
    pub fn call(&self) -> &'m Call {
        self.call
    }

    /// What is called.
    pub fn callee(&self) -> ValueView<'m> {
        self.inst.function.value(self.call.callee)
    }

    /// The function that is called, if the call names one (`CallBase::getCalledFunction`).
    pub fn called_function(&self) -> Option<FunctionView<'m>> {
        match self.call.callee.kind() {
            ValueKind::Global(id) => GlobalView { module: self.inst.function.module, id }.as_function(),
            _ => None,
        }
    }

    /// The name of the function that is called; none for an indirect call.
    pub fn callee_name(&self) -> Option<Cow<'m, str>> {
        self.called_function().map(|function| function.name_str())
    }

    /// The arguments.
    pub fn args(&self) -> impl ExactSizeIterator<Item = ValueView<'m>> + use<'m> {
        let function = self.inst.function;
        self.inst.body.values(self.call.args).map(move |value| function.value(value))
    }

    /// Where it is in the source.
    pub fn location(&self) -> Option<LocationView<'m>> {
        self.inst.location()
    }

    /// The id of its location's node.
    pub fn location_id(&self) -> Option<MdId> {
        self.inst.body.debug_loc(self.inst.id)
    }
}

//! The structure of a module: what it must have so that printing and writing make sense.
//!
//! LLVM's classes make most of these faults impossible, so there are no messages of LLVM for them.
use crate::report::{Finding, Level, Sink, Subject};
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::{BlockId, GlobalId, InstId, TypeId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueCounts, ValueKind};
use bctk_ir::value_types::Types;
use bctk_ir::visit::operands;
use bctk_support::parallel::prelude::*;

/// The faults of a module's structure.
pub(crate) fn verify(module: &Module, functions: &[(GlobalId, &GlobalValue, &Function)]) -> Vec<Finding> {
    let mut sink = Sink::new(None, None);
    globals(module, &mut sink);
    let in_bodies: Vec<Vec<Finding>> = functions
        .par_iter()
        .balanced()
        .map(|&(id, global, function)| {
            let Some(index) = function.body else { return Vec::new() };
            let mut sink = Sink::new(Some(id), function.body);
            match module.bodies.get(index as usize) {
                Some(body) => Structure { module, body, counts: ValueCounts::new(module, body), sink: &mut sink }.body(global),
                None => sink.structure(format!("the function has body {index} of {}", module.bodies.len())),
            }
            sink.findings
        })
        .collect();
    let mut findings = sink.findings;
    findings.extend(in_bodies.into_iter().flatten());
    findings
}

impl Sink {
    fn structure(&mut self, message: impl Into<std::borrow::Cow<'static, str>>) {
        self.report(Level::Structure, message.into(), &[]);
    }
}

/// Checks that global values refer to what there is.
fn globals(module: &Module, sink: &mut Sink) {
    for (at, global) in module.globals.iter().enumerate() {
        let id = GlobalId::new(at);
        let fault = |message: String, sink: &mut Sink| sink.report(Level::Structure, message.into(), &[Subject::Global(id)]);
        for ty in [global.value_type, global.ptr_type] {
            if ty.index() >= module.types.len() {
                fault(format!("the global value has type {} of {}", ty.0, module.types.len()), sink);
            }
        }
        if let GlobalKind::Function(function) = &global.kind {
            if module.types.function(global.value_type).is_none() {
                fault("the function has no function type".to_owned(), sink);
            }
            if function.attrs.index() >= module.attrs.lists.len() {
                fault(format!("the function has attribute list {} of {}", function.attrs.0, module.attrs.lists.len()), sink);
            }
        }
        for value in global.kind.operands() {
            let is_there = match value.kind() {
                ValueKind::Global(of) => of.index() < module.globals.len(),
                ValueKind::Const(index) => module.consts.get(index).is_some(),
                _ => false,
            };
            if !is_there {
                fault("the global value refers to a value that the module does not have".to_owned(), sink);
            }
        }
    }
    pool(module, &module.consts, None, sink);
}

/// Checks that constants refer to what there is.
fn pool(module: &Module, pool: &ConstPool, body: Option<&Body>, sink: &mut Sink) {
    for (at, constant) in pool.consts.iter().enumerate() {
        if constant.ty.index() >= module.types.len() {
            return sink.structure(format!("constant {at} has type {} of {}", constant.ty.0, module.types.len()));
        }
        let mut fault = false;
        pool.operands(constant.kind, |value| {
            fault |= match value.kind() {
                ValueKind::Global(of) => of.index() >= module.globals.len(),
                ValueKind::Const(index) => module.consts.get(index).is_none(),
                ValueKind::LocalConst(index) => body.is_none_or(|body| body.consts.get(index).is_none()),
                ValueKind::Block(_) => false,
                _ => true,
            };
        });
        if fault {
            return sink.structure(format!("constant {at} refers to a value that there is not"));
        }
    }
}

struct Structure<'s, 'm> {
    module: &'m Module,
    body: &'m Body,
    counts: ValueCounts,
    sink: &'s mut Sink,
}

impl Structure<'_, '_> {
    fn body(&mut self, global: &GlobalValue) {
        let body = self.body;
        let (insts, locals) = (body.insts.len(), body.local_types.len());
        if body.results.len() != insts {
            return self.sink.structure(format!("the body has {} results of {insts} instructions", body.results.len()));
        }
        if body.blocks.is_empty() {
            return self.sink.structure("the body has no block");
        }
        let mut next = 0;
        for (at, block) in body.blocks.iter().enumerate() {
            let range = block.first.index()..block.end.index();
            if range.start != next || range.end < range.start || range.end > insts {
                return self.sink.structure(format!("block {at} does not follow the block before it"));
            }
            next = range.end;
        }
        if next != insts {
            return self.sink.structure("instructions follow the last block");
        }
        let params = self.module.types.function(global.value_type).map_or(0, |(_, params, _)| params.len());
        if body.args as usize != params || params > locals {
            return self.sink.structure(format!("the body has {} arguments, its function {params}", body.args));
        }
        if let Some(ty) = body.local_types.iter().find(|ty| ty.index() >= self.module.types.len()) {
            return self.sink.structure(format!("a local has type {} of {}", ty.0, self.module.types.len()));
        }
        let Some(made) = self.made(params) else { return };
        pool(self.module, &body.consts, Some(body), self.sink);
        for (at, block) in body.blocks.iter().enumerate() {
            let last = block.end.index().checked_sub(1).filter(|&last| last >= block.first.index());
            if !last.is_some_and(|last| body.insts[last].is_terminator()) {
                let name = String::from_utf8_lossy(self.module.str(global.name));
                let message = format!("Basic Block in function '{name}' does not have terminator!");
                self.sink.report(Level::Structure, message.into(), &[Subject::Block(BlockId::new(at))]);
            }
            for inst in block.first.index()..block.end.index() {
                if made.is_some() || !self.is_sound(&body.insts[inst]) {
                    self.sink.at = Some(InstId::new(inst));
                    self.instruction(inst, made.as_deref());
                }
                let ends = inst + 1 == block.end.index();
                if body.insts[inst].is_terminator() && !ends {
                    self.sink.at = Some(InstId::new(inst));
                    let here = [Subject::Block(BlockId::new(at))];
                    self.sink.report(Level::Structure, "Terminator found in the middle of a basic block!".into(), &here);
                }
            }
            self.sink.at = None;
        }
    }

    /// Which locals are made, unless all are: those of `params` and of instructions. Reports a local that is made twice.
    fn made(&mut self, params: usize) -> Option<Option<Vec<bool>>> {
        let (body, locals) = (self.body, self.body.local_types.len());
        // Readers number locals in the order of the instructions.
        let mut next = params as u32;
        let in_order = body.made_locals().all(|(_, local)| std::mem::replace(&mut next, local.saturating_add(1)) == local);
        if in_order && next as usize == locals {
            return Some(None);
        }
        let mut made = vec![false; locals];
        made[..params].fill(true);
        for (inst, local) in body.made_locals() {
            match made.get_mut(local as usize) {
                Some(made @ false) => *made = true,
                _ => {
                    self.sink.at = Some(inst);
                    self.sink.structure("the instruction makes a local that there is not, or that something else makes");
                    return None;
                }
            }
        }
        Some(Some(made))
    }

    /// Whether an instruction is of a frequent kind and without a fault, if all locals are made.
    #[inline]
    fn is_sound(&self, inst: &Inst) -> bool {
        let have = |value| self.counts.have(value);
        let has_block = |block: BlockId| block.index() < self.body.blocks.len();
        match *inst {
            Inst::Load { ptr: value, .. } | Inst::Cast { value, .. } => have(value),
            Inst::Store { value: a, ptr: b, .. } | Inst::Bin { lhs: a, rhs: b, .. } | Inst::ICmp { lhs: a, rhs: b, .. } => {
                have(a) && have(b)
            }
            Inst::Select { cond, if_true, if_false, .. } => have(cond) && have(if_true) && have(if_false),
            Inst::Gep { source, ops, .. } => source.index() < self.module.types.len() && self.body.values(ops).all(have),
            Inst::Phi { incoming, .. } => {
                let mut incoming = self.body.lists.get(incoming).iter();
                incoming.all(|(value, from)| have(value) && has_block(from))
            }
            Inst::Br(dest) => has_block(dest),
            Inst::CondBr { cond, if_true, if_false } => have(cond) && has_block(if_true) && has_block(if_false),
            Inst::Call(call) => self.body.call(call).is_some_and(|call| {
                let is_plain = call.bundles.0 == call.bundles.1 && call.attrs.index() < self.module.attrs.lists.len();
                is_plain && self.module.types.function(call.fn_ty).is_some() && have(call.callee) && self.body.values(call.args).all(have)
            }),
            _ => false,
        }
    }

    fn instruction(&mut self, at: usize, made: Option<&[bool]>) {
        let inst = &self.body.insts[at];
        let mut missing = None;
        operands(inst, self.body, |operand, value| {
            if !self.is_there(value, made) {
                missing = missing.or(Some(operand));
            }
        });
        if let Some(operand) = missing {
            self.sink.operand = Some(operand);
            self.sink.structure("the operand is a value that there is not");
            self.sink.operand = None;
        }
        let blocks = self.body.blocks.len();
        match *inst {
            Inst::Br(dest) if dest.index() >= blocks => self.sink.structure("the branch goes to a block that there is not"),
            Inst::Phi { incoming, .. } if self.body.lists.get(incoming).iter().any(|(_, from)| from.index() >= blocks) => {
                self.sink.structure("a value comes from a block that there is not");
            }
            Inst::ShuffleVector { mask, .. } if !self.is_there(mask, made) => self.sink.structure("the mask is a value that there is not"),
            Inst::Alloca { ty, .. } | Inst::Malloc { ty, .. } | Inst::Gep { source: ty, .. } if ty.index() >= self.module.types.len() => {
                self.sink.structure(format!("the instruction has type {} of {}", ty.0, self.module.types.len()));
            }
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => match self.body.call(call) {
                Some(call) => self.call(call),
                None => self.sink.structure(format!("the instruction is call {} of {}", call.0, self.body.calls.len())),
            },
            _ => {}
        }
    }

    fn call(&mut self, call: &Call) {
        if self.module.types.function(call.fn_ty).is_none() {
            self.sink.structure("the call has no function type");
        }
        if call.attrs.index() >= self.module.attrs.lists.len() {
            self.sink.structure(format!("the call has attribute list {} of {}", call.attrs.0, self.module.attrs.lists.len()));
        }
        let tags = self.module.bundle_tags.len();
        if self.body.call_bundles(call).iter().any(|bundle| bundle.tag as usize >= tags) {
            self.sink.structure("an operand bundle has a tag that there is not");
        }
    }

    /// Whether there is such a value, and something makes it.
    #[inline]
    fn is_there(&self, value: Value, made: Option<&[bool]>) -> bool {
        match (value.kind(), made) {
            (ValueKind::Local(local), Some(made)) => made.get(local as usize) == Some(&true),
            _ => self.counts.have(value),
        }
    }
}

/// Checks that the types of operands agree where bitcode states only one of them, so that a reader would see another instruction.
pub(crate) fn agreement(module: &Module, functions: &[(GlobalId, &GlobalValue, &Function)]) -> Vec<Finding> {
    let found: Vec<Vec<Finding>> = functions
        .par_iter()
        .balanced()
        .map(|&(id, global, function)| {
            let Some(body) = module.body(function) else { return Vec::new() };
            let mut sink = Sink::new(Some(id), function.body);
            let ret = module.types.function(global.value_type).map(|(ret, ..)| ret);
            let agreement = Agreement { module, types: Types::new(module), body, ret };
            for (at, inst) in body.insts.iter().enumerate() {
                if let Some(message) = agreement.fault(InstId::new(at), inst) {
                    sink.at = Some(InstId::new(at));
                    sink.report(Level::Structure, message.into(), &[Subject::Inst(InstId::new(at))]);
                }
            }
            sink.findings
        })
        .collect();
    found.into_iter().flatten().collect()
}

struct Agreement<'m> {
    module: &'m Module,
    types: Types<'m>,
    body: &'m Body,
    /// What the function returns.
    ret: Option<TypeId>,
}

impl Agreement<'_> {
    fn ty(&self, value: Value) -> Option<TypeId> {
        self.types.of(value, Some(self.body))
    }

    fn same(&self, a: Option<TypeId>, b: Option<TypeId>) -> bool {
        matches!((a, b), (Some(a), Some(b)) if self.types.same(a, b))
    }

    /// LLVM's message for operands that do not agree.
    fn fault(&self, id: InstId, inst: &Inst) -> Option<&'static str> {
        let result = self.body.result_type(id);
        let is_pointer = |value: Value| self.ty(value).is_some_and(|ty| self.types.is_pointer(ty));
        match *inst {
            Inst::Bin { lhs, rhs, .. } => {
                if !self.same(self.ty(lhs), self.ty(rhs)) {
                    return Some("Both operands to a binary operator are not of the same type!");
                }
                (!self.same(result, self.ty(lhs))).then_some("Arithmetic operators must have same type for operands and result!")
            }
            Inst::ICmp { lhs, rhs, .. } => {
                (!self.same(self.ty(lhs), self.ty(rhs))).then_some("Both operands to ICmp instruction are not of the same type!")
            }
            Inst::FCmp { lhs, rhs, .. } => {
                (!self.same(self.ty(lhs), self.ty(rhs))).then_some("Both operands to FCmp instruction are not of the same type!")
            }
            Inst::Select { if_true, if_false, .. } => {
                let fits = self.same(self.ty(if_true), self.ty(if_false)) && self.same(self.ty(if_true), result);
                (!fits).then_some("Invalid operands for select instruction!")
            }
            Inst::FNeg { value, .. } => {
                (!self.same(self.ty(value), result)).then_some("Unary operators must have same type foroperands and result!")
            }
            Inst::Freeze(value) => (!self.same(self.ty(value), result)).then_some("freeze has another type than its operand"),
            Inst::Load { ptr, .. } => (!is_pointer(ptr)).then_some("Load operand must be a pointer."),
            Inst::Store { ptr, .. } => (!is_pointer(ptr)).then_some("Store operand must be a pointer."),
            Inst::AtomicRmw { ptr, value, .. } => {
                if !is_pointer(ptr) {
                    return Some("atomicrmw operand must be a pointer");
                }
                (!self.same(self.ty(value), result)).then_some("atomicrmw has another type than its operand")
            }
            Inst::CmpXchg { ops, .. } => {
                let mut ops = self.body.values(ops).skip(1);
                let (old, new) = (ops.next()?, ops.next()?);
                (!self.same(self.ty(old), self.ty(new))).then_some("cmpxchg compares and stores values of different types")
            }
            Inst::CondBr { cond, .. } => {
                let fits = self.ty(cond).is_some_and(|ty| self.types.is_int_of(ty, 1));
                (!fits).then_some("Branch condition is not 'i1' type!")
            }
            Inst::Switch { cond, cases, .. } => {
                let ty = self.ty(cond);
                let fits = self.body.lists.get(cases).iter().all(|(case, _)| self.same(self.ty(case), ty));
                (!fits).then_some("Switch constants must all be same type as switch value!")
            }
            Inst::Ret(value) => {
                let is_void = self.ret.is_some_and(|ret| self.module.types.is_void(ret));
                let fits = match value.get() {
                    Some(value) => !is_void && self.same(self.ty(value), self.ret),
                    None => is_void,
                };
                (!fits).then_some("Function return type does not match operand type of return inst!")
            }
            Inst::Phi { incoming, .. } => {
                let fits = self.body.lists.get(incoming).iter().all(|(value, _)| self.same(self.ty(value), result));
                (!fits).then_some("PHI node operands are not the same type as the result!")
            }
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => self.call_fault(self.body.call(call)?, result),
            _ => None,
        }
    }

    fn call_fault(&self, call: &Call, result: Option<TypeId>) -> Option<&'static str> {
        let (ret, params, vararg) = self.module.types.function(call.fn_ty)?;
        let args = self.body.lists.get(call.args);
        if args.len() < params.len() || args.len() > params.len() && !vararg {
            return Some("Incorrect number of arguments passed to called function!");
        }
        if !self.module.types.is_void(ret) && !self.same(result, Some(ret)) || self.module.types.is_void(ret) && result.is_some() {
            return Some("the call has another type than the function returns");
        }
        let fits = params.iter().zip(args.iter()).all(|(param, arg)| match arg.kind() {
            ValueKind::Metadata(_) => self.types.get(param) == Type::Metadata,
            ValueKind::Block(_) => self.types.get(param) == Type::Label,
            _ => self.same(self.ty(arg), Some(param)),
        });
        (!fits).then_some("Call parameter type does not match function signature!")
    }
}

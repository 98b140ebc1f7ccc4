//! Replaces values in bodies, constants and whole modules.
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{Element, List, ListPool};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use bctk_support::parallel::prelude::*;

/// Replaces values in all operands of a body: `f` returns the replacement of each.
pub fn map_body(body: &mut Body, f: &impl Fn(Value) -> Value) {
    let old = std::mem::take(&mut body.lists);
    let mut lists = Lists { new: ListPool::with_room_of(&old), old };
    for inst in &mut body.insts {
        *inst = lists.inst(*inst, f);
    }
    for call in &mut body.calls {
        call.callee = f(call.callee);
        call.args = lists.values(call.args, f);
    }
    for bundle in &mut body.bundles {
        bundle.inputs = lists.values(bundle.inputs, f);
    }
    body.lists = lists.new;
    map_consts(&mut body.consts, f);
    let operand = |operand: &mut DbgOperand| {
        if let DbgOperand::Value(value) = operand {
            *value = f(*value);
        }
    };
    for record in &mut body.dbg_records {
        record.value.iter_mut().for_each(operand);
    }
    body.dbg_assigns.iter_mut().for_each(|assign| operand(&mut assign.address));
}

/// Does the same for the operands of constants.
fn map_consts(pool: &mut ConstPool, f: &impl Fn(Value) -> Value) {
    let old = std::mem::take(&mut pool.lists);
    let mut lists = Lists { new: ListPool::with_room_of(&old), old };
    for constant in &mut pool.consts {
        map_kind(&mut constant.kind, f, |list| lists.values(list, f));
    }
    pool.lists = lists.new;
}

/// Does the same for the operands of one constant. `list` returns the replacement of a list.
pub(crate) fn map_kind(kind: &mut ConstKind, f: &impl Fn(Value) -> Value, mut list: impl FnMut(List<Value>) -> List<Value>) {
    match kind {
        ConstKind::Aggregate(ops)
        | ConstKind::Gep { ops, .. }
        | ConstKind::Select(ops)
        | ConstKind::InsertElement(ops)
        | ConstKind::ShuffleVector(ops)
        | ConstKind::PtrAuth(ops) => *ops = list(*ops),
        ConstKind::Bin { lhs, rhs, .. }
        | ConstKind::ExtractElement(lhs, rhs)
        | ConstKind::ICmp(_, lhs, rhs)
        | ConstKind::FCmp(_, lhs, rhs) => {
            *lhs = f(*lhs);
            *rhs = f(*rhs);
        }
        ConstKind::FNeg(value) | ConstKind::Cast { value, .. } | ConstKind::DsoLocalEquivalent(value) | ConstKind::NoCfi(value) => {
            *value = f(*value);
        }
        ConstKind::BlockAddress { function, .. } => {
            if let ValueKind::Global(id) = f(Value::global(*function)).kind() {
                *function = id;
            }
        }
        ConstKind::Null
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::Int(_)
        | ConstKind::WideInt { .. }
        | ConstKind::Float(_)
        | ConstKind::WideFloat { .. }
        | ConstKind::Data(_)
        | ConstKind::InlineAsm(_) => {}
    }
}

/// Lists that were copied with their values replaced: a list with two owners must not be changed twice.
struct Lists {
    old: ListPool,
    new: ListPool,
}

impl Lists {
    fn values(&mut self, list: List<Value>, f: &impl Fn(Value) -> Value) -> List<Value> {
        self.copy(list, f)
    }

    fn plain<T: Element>(&mut self, list: List<T>) -> List<T> {
        self.copy(list, |item| item)
    }

    fn copy<T: Element>(&mut self, list: List<T>, f: impl Fn(T) -> T) -> List<T> {
        self.new.push_iter(self.old.get(list).iter().map(f))
    }

    fn inst(&mut self, mut inst: Inst, f: &impl Fn(Value) -> Value) -> Inst {
        match &mut inst {
            Inst::Unreachable | Inst::Unwind | Inst::Br(_) | Inst::Call(_) | Inst::Invoke { .. } | Inst::Fence { .. } => {}
            Inst::CallBr { indirect, .. } => *indirect = self.plain(*indirect),
            Inst::Ret(value) => *value = value.get().map(f).into(),
            Inst::Resume(value)
            | Inst::VaArg(value)
            | Inst::Freeze(value)
            | Inst::CondBr { cond: value, .. }
            | Inst::CatchRet { pad: value, .. }
            | Inst::CleanupRet { pad: value, .. }
            | Inst::FNeg { value, .. }
            | Inst::Cast { value, .. }
            | Inst::Alloca { count: value, .. }
            | Inst::Malloc { count: value, .. }
            | Inst::Free(value)
            | Inst::Load { ptr: value, .. } => {
                *value = f(*value);
            }
            Inst::Switch { cond, cases, .. } => {
                *cond = f(*cond);
                *cases = self.copy(*cases, |(case, dest)| (f(case), dest));
            }
            Inst::IndirectBr { addr, dests } => {
                *addr = f(*addr);
                *dests = self.plain(*dests);
            }
            Inst::CatchSwitch { parent, handlers, .. } => {
                *parent = f(*parent);
                *handlers = self.plain(*handlers);
            }
            Inst::CatchPad { parent, args } | Inst::CleanupPad { parent, args } => {
                *parent = f(*parent);
                *args = self.values(*args, f);
            }
            Inst::Bin { lhs, rhs, .. }
            | Inst::ICmp { lhs, rhs, .. }
            | Inst::FCmp { lhs, rhs, .. }
            | Inst::Store { value: lhs, ptr: rhs, .. }
            | Inst::AtomicRmw { ptr: lhs, value: rhs, .. }
            | Inst::ExtractElement { vector: lhs, index: rhs } => {
                *lhs = f(*lhs);
                *rhs = f(*rhs);
            }
            Inst::CmpXchg { ops, .. } | Inst::Gep { ops, .. } => *ops = self.values(*ops, f),
            Inst::Phi { incoming, .. } => *incoming = self.copy(*incoming, |(value, from)| (f(value), from)),
            Inst::Select { cond: a, if_true: b, if_false: c, .. }
            | Inst::InsertElement { vector: a, element: b, index: c }
            | Inst::ShuffleVector { lhs: a, rhs: b, mask: c } => {
                *a = f(*a);
                *b = f(*b);
                *c = f(*c);
            }
            Inst::ExtractValue { aggregate, indices } => {
                *aggregate = f(*aggregate);
                *indices = self.plain(*indices);
            }
            Inst::InsertValue { aggregate, value, indices } => {
                *aggregate = f(*aggregate);
                *value = f(*value);
                *indices = self.plain(*indices);
            }
            Inst::LandingPad { clauses, .. } => *clauses = self.copy(*clauses, |clause| clause.with(f(clause.value()))),
        }
        inst
    }
}

/// Replaces values in a whole module: `f` returns the replacement of each.
pub fn map_module(module: &mut Module, f: &(impl Fn(Value) -> Value + Sync)) {
    for global in &mut module.globals {
        match &mut global.kind {
            GlobalKind::Variable { initializer, .. } => *initializer = initializer.get().map(f).into(),
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => *value = f(*value),
            GlobalKind::Function(function) => {
                function.prefix = function.prefix.get().map(f).into();
                function.prologue = function.prologue.get().map(f).into();
                function.personality = function.personality.get().map(f).into();
            }
        }
    }
    map_consts(&mut module.consts, f);
    for item in &mut module.metadata.items {
        if let Metadata::Value { value, .. } = item {
            *value = f(*value);
        }
    }
    module.bodies.par_iter_mut().balanced().for_each(|body| map_body(body, f));
}

/// Calls `f` with all operands of a body that [`map_body`] replaces.
pub(crate) fn values_of_body(body: &Body, f: &mut impl FnMut(Value)) {
    for inst in &body.insts {
        // Calls follow, also those that no instruction has.
        if !matches!(inst, Inst::Call(_)) {
            operands(inst, body, |_, value| f(value));
        }
    }
    for call in &body.calls {
        f(call.callee);
        body.values(call.args).for_each(&mut *f);
    }
    for bundle in &body.bundles {
        body.values(bundle.inputs).for_each(&mut *f);
    }
    values_of_consts(&body.consts, f);
    let records = body.dbg_records.iter().filter_map(|record| record.value);
    for operand in records.chain(body.dbg_assigns.iter().map(|assign| assign.address)) {
        if let DbgOperand::Value(value) = operand {
            f(value);
        }
    }
}

/// Does the same for the operands of constants.
pub(crate) fn values_of_consts(pool: &ConstPool, f: &mut impl FnMut(Value)) {
    for constant in &pool.consts {
        match constant.kind {
            ConstKind::BlockAddress { function, .. } => f(Value::global(function)),
            kind => pool.operands(kind, &mut *f),
        }
    }
}

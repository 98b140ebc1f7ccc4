//! Replaces values in bodies, constants and whole modules.
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::{BlockId, CallId, Element, List, ListPool};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_ir::visit::{Walk, operands};
use bctk_support::parallel::prelude::*;

/// Replaces values in all operands of a body: `f` returns the replacement of each.
pub fn map_body(body: &mut Body, f: &impl Fn(Value) -> Value) {
    let old = std::mem::take(&mut body.lists);
    let mut lists = Lists { new: ListPool::with_room_of(&old), old, f };
    body.insts.iter_mut().for_each(|inst| inst.walk(&mut lists));
    for call in &mut body.calls {
        call.callee = f(call.callee);
        call.args = lists.values(call.args);
    }
    for bundle in &mut body.bundles {
        bundle.inputs = lists.values(bundle.inputs);
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
    let mut lists = Lists { new: ListPool::with_room_of(&old), old, f };
    for constant in &mut pool.consts {
        constant.kind.map(f, |list| lists.values(list));
    }
    pool.lists = lists.new;
}

/// Copies lists with their values replaced: a list with two owners must not be changed twice.
struct Lists<'f, F> {
    old: ListPool,
    new: ListPool,
    f: &'f F,
}

impl<F: Fn(Value) -> Value> Lists<'_, F> {
    fn values(&mut self, list: List<Value>) -> List<Value> {
        self.new.push_iter(self.old.get(list).iter().map(self.f))
    }
}

impl<F: Fn(Value) -> Value> Walk for Lists<'_, F> {
    fn value(&mut self, value: &mut Value) {
        *value = (self.f)(*value);
    }

    fn block(&mut self, _block: &mut BlockId) {}

    fn from(&mut self, _block: &mut BlockId) {}

    fn mask(&mut self, mask: &mut Value) {
        self.value(mask);
    }

    fn indices(&mut self, indices: &mut List<u32>) {
        *indices = self.new.push_ref(self.old.get(*indices));
    }

    fn list<T: Element>(&mut self, list: &mut List<T>, mut each: impl FnMut(&mut Self, &mut T)) {
        let new = self.new.begin();
        for at in 0.. {
            let Some(mut item) = self.old.get(*list).get(at) else { break };
            each(self, &mut item);
            self.new.add(&new, item);
        }
        *list = self.new.finish(new);
    }

    /// The calls of a body follow, also those that no instruction has.
    fn call(&mut self, _call: &mut CallId, blocks: impl FnOnce(&mut Self)) {
        blocks(self);
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
        pool.uses(constant.kind, &mut *f);
    }
}

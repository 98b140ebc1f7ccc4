//! Types bodies on all threads, as if it were done one after the other.
//!
//! Bodies add types, and where several types of a value save as many casts, the one that was added first wins. So a thread adds the types of its
//! bodies to a copy of the table. Then the bodies are taken in order, and their types are added to the module's table. Bodies in which the order
//! of new types counts are typed on their own then, and so are those whose calls declare functions.
use super::body::Work;
use super::consts::Pool;
use super::exchanges;
use super::functions::{Calls, Functions};
use crate::upgrade::map_types_of;
use bctk_edit::locals::{order_locals_in, rewrap, wrapped_locals};
use bctk_edit::values::map_body;
use bctk_ir::attr_set::AttrTable;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstPool;
use bctk_ir::datalayout::DataLayout;
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::opcodes::RmwOp;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;
use bctk_support::parallel::{by_weight, threads};
use hashbrown::HashMap;

/// Instructions of the bodies that share a copy of the table, at least.
const TASK: usize = 4096;

/// Tasks for each thread in the first round, in which most types are new, and in later ones.
const FIRST: usize = 2;
const LATER: usize = 16;

/// What all bodies share.
#[derive(Clone, Copy)]
struct Shared<'m> {
    globals: &'m [GlobalValue],
    attrs: &'m AttrTable,
    consts: &'m ConstPool,
    metadata: &'m MetadataTable,
    layout: &'m DataLayout,
    /// `i8`
    byte: TypeId,
}

/// A body, and the type of its function.
struct Task {
    fn_ty: TypeId,
    body: Body,
}

/// A body after its turn.
#[derive(Default)]
struct Typed {
    body: Body,
    /// Whether it has its types. Else it is as it was.
    is_done: bool,
    /// How many types there are now.
    types: usize,
    /// The types of what metadata wraps.
    items: Vec<(MdId, TypeId)>,
    /// The values of the body that metadata wraps.
    wrapped: Vec<(MdId, Value)>,
    /// What cannot be cast.
    failed: Option<&'static str>,
}

/// Types the bodies of all functions.
pub(super) fn type_bodies(module: &mut Module, functions: &mut Functions, byte: TypeId) {
    let layout = DataLayout::parse(module.str(module.data_layout));
    let mut owners: Vec<Option<usize>> = vec![None; module.bodies.len()];
    for (id, _, function) in module.functions() {
        if let Some(owner) = function.body.and_then(|body| owners.get_mut(body as usize)) {
            *owner = Some(id.index());
        }
    }
    let owned: Vec<(usize, usize)> = owners.into_iter().enumerate().filter_map(|(index, owner)| Some((index, owner?))).collect();
    if threads() < 2 {
        owned.into_iter().for_each(|(index, owner)| alone(module, functions, index, owner, byte, &layout));
        return;
    }
    let weights: Vec<usize> = module.bodies.iter().map(|body| body.insts.len() + 1).collect();
    let tasks: Vec<&[(usize, usize)]> = by_weight(&owned, TASK, |&(index, _)| weights[index]).map(|(task, _)| task).collect();
    let mut rest = &tasks[..];
    let mut count = FIRST * threads();
    while !rest.is_empty() {
        let (round, others) = rest.split_at(count.min(rest.len()));
        together(module, functions, round, byte, &layout);
        rest = others;
        count = LATER * threads();
    }
}

/// Types a body with the types of the module.
fn alone(module: &mut Module, functions: &mut Functions, index: usize, owner: usize, byte: TypeId, layout: &DataLayout) {
    let mut body = std::mem::take(&mut module.bodies[index]);
    for at in 0..body.calls.len() {
        let mut call = body.calls[at];
        functions.type_call(module, &mut call);
        body.calls[at] = call;
    }
    let mut types = std::mem::take(&mut module.types);
    let Module { globals, attrs, consts, metadata, .. } = &*module;
    let shared = Shared { globals, attrs, consts, metadata, layout, byte };
    let typed = shared.type_body(&mut types, body, globals[owner].value_type, usize::MAX);
    module.types = types;
    put(module, functions, index, owner, typed);
}

/// Gives the module a body that has its types.
fn put(module: &mut Module, functions: &mut Functions, index: usize, owner: usize, typed: Typed) {
    module.bodies[index] = typed.body;
    for (id, new) in typed.items {
        if let Some(Metadata::Value { ty, .. }) = module.metadata.items.get_mut(id.index()) {
            *ty = new;
        }
    }
    rewrap(&mut module.metadata, typed.wrapped);
    if let Some(failed) = typed.failed {
        let name = module.str(module.globals[owner].name).escape_ascii();
        functions.errors.push(format!("{failed} in @{name}"));
    }
}

/// Types the bodies of several tasks at once.
fn together(module: &mut Module, functions: &mut Functions, round: &[&[(usize, usize)]], byte: TypeId, layout: &DataLayout) {
    let mut take = |&(index, owner): &(usize, usize)| {
        let fn_ty = module.globals[owner].value_type;
        Task { fn_ty, body: std::mem::take(&mut module.bodies[index]) }
    };
    let work: Vec<Vec<Task>> = round.iter().map(|task| task.iter().map(&mut take).collect()).collect();
    let Module { globals, attrs, consts, metadata, types, .. } = &*module;
    let shared = Shared { globals, attrs, consts, metadata, layout, byte };
    let first = types.len();
    let made: Vec<(TypeTable, Vec<Typed>)> = work
        .into_par_iter()
        .balanced()
        .map(|work| {
            let mut types = types.clone();
            let mut calls = HashMap::new();
            let typed = work.into_iter().map(|task| shared.try_body(&mut types, task, functions, &mut calls, first)).collect();
            (types, typed)
        })
        .collect();
    // The numbers that new types of each task have in the module.
    let mut numbered: Vec<(Vec<TypeId>, Vec<Typed>)> = Vec::with_capacity(made.len());
    for (task, (types, mut typed)) in round.iter().zip(made) {
        let mut numbers = Vec::new();
        for (&(index, owner), typed) in task.iter().zip(&mut typed) {
            if typed.is_done {
                adopt(&mut module.types, &types, first, typed.types, &mut numbers);
            } else {
                module.bodies[index] = std::mem::take(&mut typed.body);
                alone(module, functions, index, owner, byte, layout);
            }
        }
        numbered.push((numbers, typed));
    }
    let renumber = |(numbers, mut typed): (Vec<TypeId>, Vec<Typed>)| {
        let new = |ty: TypeId| ty.index().checked_sub(first).and_then(|at| numbers.get(at).copied()).unwrap_or(ty);
        let has_moved = (first..).zip(&numbers).any(|(at, number)| number.index() != at);
        for typed in typed.iter_mut().filter(|typed| typed.is_done && has_moved) {
            map_types_of(&mut typed.body, &new);
            typed.items.iter_mut().for_each(|(_, ty)| *ty = new(*ty));
        }
        typed
    };
    let typed: Vec<Vec<Typed>> = numbered.into_par_iter().balanced().map(renumber).collect();
    for (&(index, owner), typed) in round.iter().copied().flatten().zip(typed.into_iter().flatten()).filter(|(_, typed)| typed.is_done) {
        put(module, functions, index, owner, typed);
    }
}

/// Adds the types of `from` up to number `end` that follow those it shares with `to`, the first `shared` ones. `numbers` has those that were
/// added before.
fn adopt(to: &mut TypeTable, from: &TypeTable, shared: usize, end: usize, numbers: &mut Vec<TypeId>) {
    while shared + numbers.len() < end {
        let new = |ty: TypeId| ty.index().checked_sub(shared).and_then(|at| numbers.get(at).copied()).unwrap_or(ty);
        let number = match from.get(TypeId::new(shared + numbers.len())) {
            Type::TypedPtr { pointee, addrspace } => to.intern(Type::TypedPtr { pointee: new(pointee), addrspace }),
            Type::Vector { elem, len, scalable } => to.intern(Type::Vector { elem: new(elem), len, scalable }),
            Type::Function { ret, params, vararg } => {
                let params: Vec<TypeId> = from.list(params).iter().map(new).collect();
                to.intern_function(new(ret), &params, vararg)
            }
            // Nothing else is made of new types.
            ty => to.intern(ty),
        };
        numbers.push(number);
    }
}

impl Shared<'_> {
    /// Types a body whose calls and types can be found without a change of the module; `first` is the number of the first type that it does not
    /// have.
    fn try_body(&self, types: &mut TypeTable, task: Task, functions: &Functions, known: &mut Calls, first: usize) -> Typed {
        let Task { fn_ty, mut body } = task;
        let exchanges = body.insts.iter().any(|inst| matches!(inst, Inst::AtomicRmw { op: RmwOp::Xchg, .. }));
        let typed = |call: &Call| functions.typed_call(self.globals, self.attrs, types, known, call);
        let calls: Option<Vec<Call>> = body.calls.iter().map(typed).collect();
        let Some(calls) = calls.filter(|_| !exchanges) else { return Typed { body, ..Typed::default() } };
        let calls = std::mem::replace(&mut body.calls, calls);
        let (local_types, consts) = (body.local_types.clone(), body.consts.clone());
        let mut typed = self.type_body(types, body, fn_ty, first);
        if !typed.is_done {
            (typed.body.local_types, typed.body.consts) = (local_types, consts);
            // Their arguments are in other lists by now.
            for (call, old) in typed.body.calls.iter_mut().zip(calls) {
                (call.fn_ty, call.callee) = (old.fn_ty, old.callee);
            }
        }
        typed
    }

    /// Types a body whose calls have their types. If the order of types from number `first` on counts, the types of its values are those that do
    /// not depend on it.
    fn type_body(&self, types: &mut TypeTable, mut body: Body, fn_ty: TypeId, first: usize) -> Typed {
        let items = wrapped_locals(self.metadata, &body);
        let Some((returns, params, _)) = types.function(fn_ty) else {
            return Typed { body, is_done: true, types: types.len(), ..Typed::default() };
        };
        for (local, param) in body.local_types.iter_mut().take(body.args as usize).zip(params) {
            *local = param;
        }
        let ids = |body: &Body, value: Value| bctk_ir::value_types::type_of(value, body, self.globals, self.consts);
        exchanges::lower(&mut body, types, self.layout, ids);
        // Lists become those of one instruction each.
        map_body(&mut body, &|value| value);
        let mut own = std::mem::take(&mut body.consts);
        let mut pool = Pool {
            types,
            globals: self.globals,
            shared: Some(self.consts),
            own: &mut own,
            byte: self.byte,
            casts: HashMap::new(),
            done: 0,
        };
        let (mut body, result) = Work::new(&mut pool, self.attrs, body, returns, first).run();
        body.consts = own;
        let Ok(failed) = result else { return Typed { body, ..Typed::default() } };
        let item = |id: MdId| {
            let value = self.metadata.wrapped_value(id)?;
            let now = match value.kind() {
                ValueKind::Local(local) => body.local_types.get(local as usize).copied(),
                _ => ids(&body, value),
            };
            now.map(|now| (id, now))
        };
        // The body still refers to the same metadata.
        let mut wrapped: Vec<(MdId, Value)> = items.iter().filter_map(|&id| Some((id, self.metadata.wrapped_value(id)?))).collect();
        let items = items.into_iter().filter_map(item).collect();
        order_locals_in(&mut body, &mut wrapped);
        Typed { body, is_done: true, types: types.len(), items, wrapped, failed }
    }
}

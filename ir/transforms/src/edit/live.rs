//! Finds the global values and constants that some global values need (LLVM 22, `GlobalDCEPass`), and removes the others from a module.
use bctk_edit::globals::renumber_globals;
use hashbrown::HashMap;

use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{ComdatId, GlobalId, InstId, MdId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::relocate::{Relocation, map_slots};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{map_operands, operands};

/// Attachments of global variables that need a value to exist (LangRef, "'associated' Metadata"), although llvm-extract ignores them.
const REFERRING: [&[u8]; 2] = [b"associated", b"implicit.ref"];

/// What is needed, found by a walk.
struct Live<'m> {
    module: &'m Module,
    globals: Vec<bool>,
    consts: Vec<bool>,
    /// Values whose uses are still to be looked at.
    open: Vec<Value>,
    /// The kinds of attachments that name a value that must exist.
    referring: Vec<bool>,
    /// Global values by comdat: one of them needs all.
    members: HashMap<ComdatId, Vec<GlobalId>>,
}

impl Live<'_> {
    fn need(&mut self, value: Value) {
        let seen = match value.kind() {
            ValueKind::Global(id) => self.globals.get_mut(id.index()),
            ValueKind::Const(index) => self.consts.get_mut(index as usize),
            _ => return,
        };
        if seen.is_some_and(|seen| !std::mem::replace(seen, true)) {
            self.open.push(value);
        }
    }

    fn walk(&mut self) {
        while let Some(value) = self.open.pop() {
            match value.kind() {
                ValueKind::Global(id) => self.global(id),
                ValueKind::Const(index) => {
                    if let Some(constant) = self.module.consts.get(index) {
                        let module = self.module;
                        uses(&module.consts, constant.kind, |value| self.need(value));
                    }
                }
                _ => {}
            }
        }
    }

    fn global(&mut self, id: GlobalId) {
        let module = self.module;
        let Some(global) = module.global(id) else { return };
        for attachment in &global.attachments {
            if self.referring.get(attachment.kind as usize) == Some(&true)
                && let Metadata::Tuple { ops, .. } = module.metadata.get(attachment.node)
                && let Some(id) = module.metadata.lists.get(ops).first().and_then(|slot| slot)
                && let Metadata::Value { value, .. } = module.metadata.get(id)
            {
                self.need(value);
            }
        }
        if let Some(members) = global.comdat.and_then(|comdat| self.members.remove(&comdat)) {
            members.into_iter().for_each(|member| self.need(Value::global(member)));
        }
        match &global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.get().into_iter().for_each(|value| self.need(value)),
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => self.need(*value),
            GlobalKind::Function(function) => {
                [function.prefix, function.prologue, function.personality]
                    .into_iter()
                    .filter_map(OptionalId::get)
                    .for_each(|value| self.need(value));
                let Some(body) = module.body(function) else { return };
                body.provenance.pad_personality.into_iter().for_each(|value| self.need(value));
                // Constants of the body: all of them are in it.
                for constant in &body.consts.consts {
                    uses(&body.consts, constant.kind, |value| self.need(value));
                }
                for inst in &body.insts {
                    operands(inst, body, |_, value| self.need(value));
                }
            }
        }
    }
}

/// Calls `f` with what a constant uses.
fn uses(pool: &ConstPool, kind: ConstKind, mut f: impl FnMut(Value)) {
    match kind {
        ConstKind::BlockAddress { function, .. } => f(Value::global(function)),
        kind => pool.operands(kind, f),
    }
}

/// Removes everything that `roots` do not need: other global values, their bodies, and metadata about them.
pub(super) fn keep_needed(module: &mut Module, roots: &[GlobalId]) {
    let mut members: HashMap<ComdatId, Vec<GlobalId>> = HashMap::new();
    for (at, global) in module.globals.iter().enumerate() {
        if let Some(comdat) = global.comdat {
            members.entry(comdat).or_default().push(GlobalId::new(at));
        }
    }
    let (globals, consts) = (vec![false; module.globals.len()], vec![false; module.consts.consts.len()]);
    let referring = module.md_kinds.iter().map(|&kind| REFERRING.contains(&module.str(kind))).collect();
    let mut live = Live { module, globals, consts, open: Vec::new(), referring, members };
    roots.iter().for_each(|&root| live.need(Value::global(root)));
    live.walk();
    let kept = live.globals;
    forget_in_metadata(module, &kept);
    keep_bodies(module, &kept);
    for body in &mut module.bodies {
        body.block_addr_users.retain(|user| kept.get(user.index()) == Some(&true));
    }
    let same: Vec<GlobalId> = (0..kept.len()).map(GlobalId::new).collect();
    renumber_globals(module, &kept, &same, |at| at);
}

/// Takes out bodies of functions that are not kept.
pub(super) fn keep_bodies(module: &mut Module, kept: &[bool]) {
    let mut bodies: Vec<Option<Body>> = std::mem::take(&mut module.bodies).into_iter().map(Some).collect();
    let mut wanted: Vec<(u32, usize)> = Vec::new();
    for (at, global) in module.globals.iter().enumerate() {
        if let GlobalKind::Function(function) = &global.kind
            && let Some(body) = function.body
            && kept.get(at) == Some(&true)
        {
            wanted.push((body, at));
        }
    }
    for global in &mut module.globals {
        if let GlobalKind::Function(function) = &mut global.kind {
            function.body = None;
        }
    }
    wanted.sort_unstable();
    for (body, at) in wanted {
        let body = bodies.get_mut(body as usize).and_then(Option::take);
        if let GlobalKind::Function(function) = &mut module.globals[at].kind {
            function.body = body.is_some().then_some(module.bodies.len() as u32);
        }
        module.bodies.extend(body);
    }
}

/// Constants that use, at any depth, a global value that is not kept.
fn lost_consts(pool: &ConstPool, kept: &[bool], outer: &[bool]) -> Vec<bool> {
    let lost_value = |value: Value, own: &[bool], is_own: fn(ValueKind) -> Option<u32>| match value.kind() {
        ValueKind::Global(id) => kept.get(id.index()) == Some(&false),
        kind => match is_own(kind) {
            Some(index) => own.get(index as usize) == Some(&true),
            None => matches!(kind, ValueKind::Const(index) if outer.get(index as usize) == Some(&true)),
        },
    };
    let is_own: fn(ValueKind) -> Option<u32> = match outer.is_empty() {
        true => |kind| if let ValueKind::Const(index) = kind { Some(index) } else { None },
        false => |kind| if let ValueKind::LocalConst(index) = kind { Some(index) } else { None },
    };
    let mut lost = vec![false; pool.consts.len()];
    // Users of each constant, to propagate deletion from operands to users.
    let mut users: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut open = Vec::new();
    for (at, constant) in pool.consts.iter().enumerate() {
        let mut own = false;
        uses(pool, constant.kind, |value| {
            own |= lost_value(value, &[], is_own);
            if let Some(part) = is_own(value.kind()) {
                users.entry(part).or_default().push(at as u32);
            }
        });
        if own {
            open.push(at as u32);
        }
    }
    while let Some(at) = open.pop() {
        if lost.get_mut(at as usize).is_some_and(|lost| !std::mem::replace(lost, true)) {
            open.extend(users.remove(&at).unwrap_or_default());
        }
    }
    lost
}

/// References from metadata to deleted values become null, those from debug records poison.
fn forget_in_metadata(module: &mut Module, kept: &[bool]) {
    let lost = lost_consts(&module.consts, kept, &[]);
    let mut poisons: HashMap<TypeId, Value> = HashMap::new();
    let mut poison =
        |consts: &mut ConstPool, ty: TypeId| *poisons.entry(ty).or_insert_with(|| Value::constant(consts.push(ty, ConstKind::Poison)));
    let is_lost = |value: Value| match value.kind() {
        ValueKind::Global(id) => kept.get(id.index()) == Some(&false),
        ValueKind::Const(index) => lost.get(index as usize) == Some(&true),
        _ => false,
    };
    let mut gone = vec![false; module.metadata.items.len()];
    for (at, item) in module.metadata.items.iter_mut().enumerate() {
        if let Metadata::Value { ty, value } = item
            && is_lost(*value)
        {
            *value = poison(&mut module.consts, *ty);
            gone[at] = true;
        }
    }
    if gone.iter().any(|&gone| gone) {
        forget_in_operands(module, &gone);
        let by = Gone(&gone);
        for at in 0..gone.len() {
            let refers = match module.metadata.items[at] {
                Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => module.metadata.lists.get(ops).iter().any(|id| by.has(id)),
                Metadata::Node { kind, fields, .. } => {
                    let slots = module.metadata.node_fields(kind, fields);
                    kind.operand_slots().iter().any(|&at| slots.get(usize::from(at)).is_some_and(|slot| by.has(slot_md(*slot))))
                }
                // Lists of arguments keep their poison.
                _ => false,
            };
            if !refers {
                continue;
            }
            map_slots(&mut module.metadata, MdId::new(at), &by);
            // A node that lost a constant is not equal to any other node any more (`MDNode::handleChangedOperand`).
            if let Metadata::Tuple { distinct, .. } | Metadata::Generic { distinct, .. } | Metadata::Node { distinct, .. } =
                &mut module.metadata.items[at]
            {
                *distinct = true;
            }
        }
    }
    for body in &mut module.bodies {
        let own = if body.dbg_records.is_empty() { Vec::new() } else { lost_consts(&body.consts, kept, &lost) };
        for record in &mut body.dbg_records {
            let assign = record.assign.get().and_then(|id| body.dbg_assigns.get_mut(id.index()));
            for operand in record.value.iter_mut().chain(assign.map(|assign| &mut assign.address)) {
                let DbgOperand::Value(value) = operand else { continue };
                let ty = match value.kind() {
                    ValueKind::Global(id) if is_lost(*value) => module.globals.get(id.index()).map(|global| global.ptr_type),
                    ValueKind::Const(index) if is_lost(*value) => module.consts.get(index).map(|constant| constant.ty),
                    ValueKind::LocalConst(index) if own.get(index as usize) == Some(&true) => {
                        body.consts.get(index).map(|constant| constant.ty)
                    }
                    _ => None,
                };
                if let Some(ty) = ty {
                    *value = poison(&mut module.consts, ty);
                }
            }
        }
    }
}

/// As an operand of type `metadata`, an empty node replaces a deleted value (`MetadataAsValue`).
fn forget_in_operands(module: &mut Module, gone: &[bool]) {
    let is_gone = |value: Value| matches!(value.kind(), ValueKind::Metadata(id) if gone.get(id.index()) == Some(&true));
    let mut found = false;
    for body in &module.bodies {
        body.insts.iter().for_each(|inst| operands(inst, body, |_, value| found |= is_gone(value)));
    }
    if !found {
        return;
    }
    let empty = Value::metadata(module.metadata.uniqued_tuple(&[]));
    for body in &mut module.bodies {
        for inst in 0..body.insts.len() {
            map_operands(body, InstId::new(inst), |value| if is_gone(value) { empty } else { value }, |block| block);
        }
    }
}

/// References to what is gone become null.
struct Gone<'g>(&'g [bool]);

impl Gone<'_> {
    /// Whether `id` is gone.
    fn has(&self, id: Option<MdId>) -> bool {
        id.and_then(|id| self.0.get(id.index())) == Some(&true)
    }
}

impl Relocation for Gone<'_> {
    fn md(&self, id: MdId) -> Option<MdId> {
        if self.has(Some(id)) { None } else { Some(id) }
    }
    fn text(&self, text: Str) -> Str {
        text
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}

//! Erases global values: what refers to them in metadata forgets them, and nothing else may refer to them.
use crate::globals::{keep_bodies, rank, renumber_globals};
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{GlobalId, InstId, MdId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::OpFlags;
use bctk_ir::metadata::relocate::{Relocation, map_slots};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{map_operands, operands};
use hashbrown::HashMap;

/// Erases global values with their bodies, and sorts the others by kind. Returns the new number of each; nothing if all keep theirs.
///
/// # Errors
/// An erased global value that something but metadata refers to. The module has lost the definitions of those that were to be erased then.
pub fn erase(module: &mut Module, erased: &[GlobalId]) -> Result<Vec<Option<GlobalId>>, GlobalId> {
    let count = module.globals.len();
    let mut kept = vec![true; count];
    for id in erased {
        if let Some(kept) = kept.get_mut(id.index()) {
            *kept = false;
        }
    }
    let mut numbers = Vec::new();
    if !erased.is_empty() {
        // What they refer to themselves counts for nothing.
        for id in erased {
            match module.globals.get_mut(id.index()).map(|global| &mut global.kind) {
                Some(GlobalKind::Function(function)) => {
                    function.body = None;
                    (function.personality, function.prefix, function.prologue) = (OptionalId::NONE, OptionalId::NONE, OptionalId::NONE);
                }
                Some(GlobalKind::Variable { initializer, .. }) => *initializer = OptionalId::NONE,
                _ => {}
            }
        }
        keep_bodies(module, &kept);
        if let Some(used) = used(module, &kept) {
            return Err(used);
        }
        forget_in_metadata(module, &kept);
    }
    // What a body refers to that is read later has to stay in its place; writers sort global values themselves.
    let are_fixed = module.bodies.iter().any(|body| body.provenance.is_unread);
    if !erased.is_empty() || !are_fixed && !module.globals.is_sorted_by_key(rank) {
        let all: Vec<GlobalId> = (0..count).map(GlobalId::new).collect();
        let new = renumber_globals(module, &kept, &all, |at| at);
        numbers = new.into_iter().zip(&kept).map(|(new, kept)| kept.then_some(new)).collect();
    }
    if module.functions().filter(|(_, _, function)| function.body.is_some()).count() != module.bodies.len() {
        keep_bodies(module, &vec![true; module.globals.len()]);
    }
    Ok(numbers)
}

/// A global value that is not kept and that something else than metadata uses.
fn used(module: &Module, kept: &[bool]) -> Option<GlobalId> {
    let lost = lost_consts(&module.consts, kept, &[]);
    let first = |lost: &[bool], pool: &ConstPool| lost_global(lost, pool, kept);
    let of_module = |value: Value| match value.kind() {
        ValueKind::Global(id) => (kept.get(id.index()) == Some(&false)).then_some(id),
        ValueKind::Const(index) if lost.get(index as usize) == Some(&true) => first(&lost, &module.consts),
        _ => None,
    };
    for (at, global) in module.globals.iter().enumerate() {
        if kept[at]
            && let Some(used) = global.kind.operands().find_map(of_module)
        {
            return Some(used);
        }
    }
    module.bodies.iter().find_map(|body: &Body| {
        let own = lost_consts(&body.consts, kept, &lost);
        let mut found = None;
        for inst in &body.insts {
            operands(inst, body, |_, value| {
                found = found.or_else(|| match value.kind() {
                    ValueKind::LocalConst(index) if own.get(index as usize) == Some(&true) => {
                        first(&own, &body.consts).or_else(|| first(&lost, &module.consts))
                    }
                    _ => of_module(value),
                });
            });
        }
        found
    })
}

/// The first global value that is not kept in the constants of a pool that use one.
fn lost_global(lost: &[bool], pool: &ConstPool, kept: &[bool]) -> Option<GlobalId> {
    let mut found = None;
    for (constant, _) in pool.consts.iter().zip(lost).filter(|(_, lost)| **lost) {
        pool.uses(constant.kind, |value| {
            if let ValueKind::Global(id) = value.kind() {
                found = found.or((kept.get(id.index()) == Some(&false)).then_some(id));
            }
        });
    }
    found
}

/// Constants that use, at any depth, a global value that is not kept.
pub fn lost_consts(pool: &ConstPool, kept: &[bool], outer: &[bool]) -> Vec<bool> {
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
        pool.uses(constant.kind, |value| {
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

/// Constants that nothing uses, though metadata may refer to them.
#[derive(Debug, Default)]
pub struct Unused {
    /// By constant of the module; empty for none.
    pub of_module: Vec<bool>,
    /// The same for each body.
    pub of_bodies: Vec<Vec<bool>>,
}

/// References from metadata to deleted values become null, those from debug records poison.
pub fn forget_in_metadata(module: &mut Module, kept: &[bool]) {
    forget_values(module, kept, &Unused::default());
}

/// Does the same for deleted global values and for constants.
pub fn forget_values(module: &mut Module, kept: &[bool], unused: &Unused) {
    let mut lost = lost_consts(&module.consts, kept, &[]);
    lost.iter_mut().zip(&unused.of_module).for_each(|(lost, unused)| *lost |= unused);
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
    for (at, body) in module.bodies.iter_mut().enumerate() {
        let mut own = if body.dbg_records.is_empty() { Vec::new() } else { lost_consts(&body.consts, kept, &lost) };
        if let Some(unused) = unused.of_bodies.get(at) {
            own.iter_mut().zip(unused).for_each(|(lost, unused)| *lost |= unused);
        }
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

/// Makes `inttoptr (i32 1 to ptr)` of addresses of blocks in functions whose bodies are `gone`, as LLVM does.
pub fn forget_block_addresses(module: &mut Module, gone: impl Fn(GlobalId) -> bool) {
    let is_gone = |kind: ConstKind| matches!(kind, ConstKind::BlockAddress { function, .. } if gone(function));
    if !module.pools().any(|pool| pool.consts.iter().any(|constant| is_gone(constant.kind))) {
        return;
    }
    let int = module.types.intern(Type::Int(32));
    let one = Value::constant(module.consts.push(int, ConstKind::Int(1)));
    for constant in module.consts.consts.iter_mut().chain(module.bodies.iter_mut().flat_map(|body| &mut body.consts.consts)) {
        if is_gone(constant.kind) {
            constant.kind = ConstKind::Cast { op: CastOp::IntToPtr, flags: OpFlags::NONE, value: one };
        }
    }
}

//! Removes global values, and lets metadata and constants forget them.
use crate::Changes;
use bctk_edit::erase::{Unused, forget_block_addresses, forget_in_metadata, forget_values, lost_consts};
use bctk_edit::globals::{keep_bodies, renumber_globals};
use bctk_edit::intern::ModuleIndex;
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::{ConstAt, ConstKind, ConstPool, Interner};
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Lets metadata forget what is not kept.
pub(crate) fn forget_unused(module: &mut Module, kept: &[bool]) {
    let lost = lost_consts(&module.consts, kept, &[]);
    salvage(module, &lost);
    forget_in_metadata(module, kept);
}

/// Lets metadata forget constants that refer to global values and that nothing uses (`Constant::removeDeadConstantUsers`). Returns whether
/// there were any.
pub(crate) fn forget_unused_constants(module: &mut Module) -> bool {
    let Some(unused) = unused_constants(module) else { return false };
    salvage(module, &unused.of_module);
    let kept = vec![true; module.globals.len()];
    forget_values(module, &kept, &unused);
    // What wraps them wraps poison.
    for (body, unused) in module.bodies.iter_mut().zip(unused.of_bodies) {
        for (constant, _) in body.consts.consts.iter_mut().zip(unused).filter(|(_, unused)| *unused) {
            constant.kind = ConstKind::Poison;
        }
    }
    true
}

/// Constants that only metadata refers to, if there are any that refer to global values.
fn unused_constants(module: &Module) -> Option<Unused> {
    let none = vec![false; module.globals.len()];
    let leads = lost_consts(&module.consts, &none, &[]);
    let is_of_module = |value: Value| matches!(value.kind(), ValueKind::Const(index) if leads.get(index as usize) == Some(&true));
    let in_metadata = module.metadata.items.iter().any(|item| matches!(item, Metadata::Value { value, .. } if is_of_module(*value)));
    let described = |body: &Body| -> Vec<Value> {
        let operands =
            body.dbg_records.iter().filter_map(|record| record.value).chain(body.dbg_assigns.iter().map(|assign| assign.address));
        let values = operands.flat_map(|operand| match operand {
            DbgOperand::Value(value) => vec![value],
            DbgOperand::Md(id) => match module.metadata.get(id) {
                Metadata::Value { value, .. } => vec![value],
                Metadata::ArgList(list) => {
                    module.metadata.lists.get(list).iter().filter_map(|id| module.metadata.wrapped_value(id)).collect()
                }
                _ => Vec::new(),
            },
        });
        values.filter(|value| matches!(value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_))).collect()
    };
    let in_bodies = module.bodies.iter().any(|body| {
        described(body).into_iter().any(|value| match value.kind() {
            ValueKind::LocalConst(index) => body.consts.get(index).is_some_and(|constant| !constant.kind.is_data()),
            _ => is_of_module(value),
        })
    });
    if !in_metadata && !in_bodies {
        return None;
    }
    let (interner, used) = used_numbers(module);
    let mut any = false;
    let mut is_unused = |interner: &Interner<'_>, value: Value, body: Option<u32>| {
        let is = interner.number(value, body).is_none_or(|number| used.get(number as usize) != Some(&true));
        any |= is;
        is
    };
    let of_module = (0..leads.len()).map(|at| leads[at] && is_unused(&interner, Value::constant(at as u32), None)).collect();
    let mut of_bodies = vec![Vec::new(); module.bodies.len()];
    for (at, body) in module.bodies.iter().enumerate() {
        if described(body).is_empty() {
            continue;
        }
        let own = lost_consts(&body.consts, &none, &leads);
        of_bodies[at] =
            (0..own.len()).map(|index| own[index] && is_unused(&interner, Value::local_const(index as u32), Some(at as u32))).collect();
    }
    any.then_some(Unused { of_module, of_bodies })
}

/// Numbers of constants, and which of these instructions and global values use.
fn used_numbers(module: &Module) -> (Interner<'static>, Vec<bool>) {
    let mut interner = Interner::default();
    let mut roots = Vec::new();
    for value in module.globals.iter().flat_map(|global| global.kind.operands()) {
        roots.extend(interner.intern(module, value, None));
    }
    for (at, body) in module.bodies.iter().enumerate() {
        let at = at as u32;
        interner.enter_body(module, at);
        for inst in &body.insts {
            operands(inst, body, |_, value| {
                if matches!(value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_)) {
                    roots.extend(interner.intern(module, value, Some(at)));
                }
            });
        }
    }
    let mut used = vec![false; interner.len()];
    while let Some(number) = roots.pop() {
        if used.get_mut(number as usize).is_none_or(|used| std::mem::replace(used, true)) {
            continue;
        }
        let (pool, index, body) = match interner.at(number) {
            Some(ConstAt::Module(index)) => (&module.consts, index, None),
            Some(ConstAt::Body(body, index)) => match module.bodies.get(body as usize) {
                Some(found) => (&*found.consts, index, Some(body)),
                None => continue,
            },
            _ => continue,
        };
        if let Some(constant) = pool.get(index) {
            pool.operands(constant.kind, |operand| roots.extend(interner.number(operand, body)));
        }
    }
    // Those that only metadata has get numbers now; they are beyond the used ones, unless they equal one of them.
    for at in 0..module.consts.consts.len() as u32 {
        interner.intern(module, Value::constant(at), None);
    }
    (interner, used)
}

/// In debug information, `poison` or `undef` takes the place of constants that are gone (`ReplaceableMetadataImpl::SalvageDebugInfo`). A node
/// that then equals another one becomes `distinct`.
fn salvage(module: &mut Module, gone: &[bool]) {
    let is_gone = |table: &MetadataTable, id: MdId| matches!(table.wrapped_value(id).map(Value::kind), Some(ValueKind::Const(index)) if gone.get(index as usize) == Some(&true));
    let mut found: Vec<(usize, DiKind, usize, MdId)> = Vec::new();
    for (at, item) in module.metadata.items.iter().enumerate() {
        let Metadata::Node { kind, fields, .. } = *item else { continue };
        if kind.is_location() {
            continue;
        }
        for &slot in kind.operand_slots() {
            let place = fields as usize + usize::from(slot);
            if let Some(id) = module.metadata.fields.get(place).and_then(|&slot| slot_md(slot))
                && is_gone(&module.metadata, id)
            {
                found.push((at, kind, place, id));
            }
        }
    }
    if found.is_empty() {
        return;
    }
    // Constants of functions go first, then those of variables.
    let first_global = |module: &Module, id: MdId| {
        let mut open: Vec<Value> = module.metadata.wrapped_value(id).into_iter().collect();
        let mut steps = 0;
        while let Some(value) = open.pop().filter(|_| steps < 64) {
            steps += 1;
            match value.kind() {
                ValueKind::Global(id) => return (module.global(id).is_none_or(|global| global.function().is_none()), id.index()),
                ValueKind::Const(index) => {
                    if let Some(constant) = module.consts.get(index) {
                        module.consts.operands(constant.kind, |value| open.push(value));
                    }
                }
                _ => {}
            }
        }
        (true, usize::MAX)
    };
    found.sort_by_key(|&(at, _, _, id)| (first_global(module, id), at));
    let kind_of_constant = if module.llvm_version().salvaged_as_poison() { ConstKind::Poison } else { ConstKind::Undef };
    let mut index = ModuleIndex::default();
    let mut there: HashMap<(DiKind, Vec<u32>), MdId> = HashMap::new();
    for item in 0..module.metadata.items.len() {
        if let Metadata::Node { kind, distinct: false, fields } = module.metadata.items[item]
            && found.iter().any(|other| other.1 == kind)
        {
            there.insert((kind, module.metadata.node_fields(kind, fields).to_vec()), MdId::new(item));
        }
    }
    for (at, kind, place, id) in found {
        let Metadata::Value { ty, .. } = module.metadata.get(id) else { continue };
        let value = index.constant(module, ty, kind_of_constant);
        let new = index.wrapped(module, ty, value);
        module.metadata.fields[place] = md_slot(Some(new));
        let Metadata::Node { fields, distinct, .. } = module.metadata.items[at] else { continue };
        let contents = module.metadata.node_fields(kind, fields).to_vec();
        let is_there = there.get(&(kind, contents.clone())).is_some_and(|&other| other != MdId::new(at));
        if is_there && !distinct {
            module.metadata.items[at] = Metadata::Node { kind, distinct: true, fields };
        } else {
            there.insert((kind, contents), MdId::new(at));
        }
    }
}

/// Removes all global values that are not kept, which nothing may use, with their bodies.
pub(crate) fn remove(module: &mut Module, kept: &[bool]) -> Changes {
    keep_some_bodies(module, kept);
    drop_users(module, kept);
    let same: Vec<GlobalId> = (0..kept.len()).map(GlobalId::new).collect();
    let new = renumber_globals(module, kept, &same, |at| at);
    let numbers = new.into_iter().zip(kept).map(|(new, kept)| kept.then_some(new)).collect();
    Changes { is_changed: true, numbers, ..Changes::default() }
}

/// Constants that use what is not kept are used by nothing any more, but still in their tables, where they must not seem to use anything else.
fn drop_users(module: &mut Module, kept: &[bool]) {
    let clear = |pool: &mut ConstPool| {
        for at in 0..pool.consts.len() {
            let mut is_lost = false;
            pool.uses(pool.consts[at].kind, |value| is_lost |= value.as_global().is_some_and(|id| kept.get(id.index()) == Some(&false)));
            if is_lost {
                pool.consts[at].kind = ConstKind::Poison;
            }
        }
    };
    clear(&mut module.consts);
    module.bodies.par_iter_mut().balanced().for_each(|body| clear(&mut body.consts));
}

/// Takes out bodies of functions that are not kept; they have become declarations.
pub(crate) fn keep_some_bodies(module: &mut Module, kept: &[bool]) {
    forget_block_addresses(module, |id| kept.get(id.index()) == Some(&false));
    keep_bodies(module, kept);
    for body in &mut module.bodies {
        body.block_addr_users.retain(|user| kept.get(user.index()) == Some(&true));
    }
}

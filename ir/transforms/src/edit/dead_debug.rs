//! Removes debug information of deleted code (LLVM 22, `StripDeadDebugInfoPass`): global variables of compile units, and empty units.
use hashbrown::HashSet;

use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;

/// The list of compile units.
const UNITS: &[u8] = b"llvm.dbg.cu";
/// The emission kind of a unit without debug information (`DICompileUnit::NoDebug`).
const NO_DEBUG: u32 = 0;

/// Drops it. Returns whether there was any.
pub fn strip(module: &mut Module) -> bool {
    let Some(list) = module.metadata.named.iter().position(|named| module.strings.get(named.name) == UNITS) else { return false };
    let listed = module.metadata.named[list].nodes.clone();
    let attached: HashSet<MdId> = module
        .globals
        .iter()
        .filter(|global| global.function().is_none())
        .flat_map(|global| &global.attachments)
        .map(|attachment| attachment.node)
        .collect();
    let (units, found) = units(module);
    let mut live: HashSet<MdId> = units;
    let mut seen: HashSet<MdId> = HashSet::new();
    let mut tuples = TupleIndex::default();
    let (mut dead, mut any) = (false, false);
    let in_list: HashSet<MdId> = listed.iter().copied().collect();
    let others: Vec<MdId> = found.into_iter().filter(|unit| !in_list.contains(unit)).collect();
    for &unit in listed.iter().chain(&others) {
        let Metadata::Node { kind: DiKind::CompileUnit, fields, .. } = module.metadata.get(unit) else { continue };
        let table = &mut module.metadata;
        // Units without debug information are found only through their functions (`Module::debug_compile_units`).
        let emission = DiKind::CompileUnit.field("emissionKind").and_then(|field| table.fields.get(fields as usize + field.slot as usize));
        if emission == Some(&NO_DEBUG) && !live.contains(&unit) {
            continue;
        }
        let Some(at) = DiKind::CompileUnit.field("globals").map(|field| fields as usize + field.slot as usize) else { return any };
        let globals: Vec<Option<MdId>> = match table.fields.get(at).and_then(|&slot| slot_md(slot)).map(|id| table.get(id)) {
            Some(Metadata::Tuple { ops, .. }) => table.lists.get(ops).to_vec(),
            _ => Vec::new(),
        };
        let mut changed = false;
        let mut left = Vec::new();
        for slot in globals {
            let Some(id) = slot else { continue };
            let lives = attached.contains(&id) || is_constant(table, id);
            // One that a unit before has, too, is that one's.
            if !seen.insert(id) {
                continue;
            }
            match lives {
                true => left.push(slot),
                false => changed = true,
            }
        }
        if !left.is_empty() {
            live.insert(unit);
        } else if !live.contains(&unit) {
            dead = true;
        }
        if changed {
            any = true;
            let tuple = tuples.uniqued_tuple(table, &left);
            table.fields[at] = md_slot(Some(tuple));
        }
    }
    if dead {
        let kept = listed.into_iter().chain(others).filter(|unit| live.contains(unit)).collect();
        module.metadata.named[list].nodes = kept;
    }
    any || dead
}

/// Whether a DIGlobalVariableExpression states a constant, so that it needs no variable (`DIExpression::isConstant`).
fn is_constant(table: &MetadataTable, id: MdId) -> bool {
    const SIGNED: u64 = 0x11;
    let Metadata::Node { kind: kind @ DiKind::GlobalVariableExpression, fields, .. } = table.get(id) else { return false };
    let expression = kind.field("expr").and_then(|field| slot_md(*table.node_fields(kind, fields).get(field.slot as usize)?));
    let Some(Metadata::Expression { start, len, .. }) = expression.map(|id| table.get(id)) else { return false };
    let fragment = u64::from(Op::LLVM_FRAGMENT.0);
    let value = u64::from(Op::STACK_VALUE.0);
    match *table.word_range(start, len) {
        [op, ref rest @ ..] if op == u64::from(Op::CONSTU.0) || op == SIGNED => match *rest {
            [_] => true,
            [_, last] => last == value,
            [_, op, _, _] => op == fragment,
            [_, first, op, _, _] => first == value && op == fragment,
            _ => false,
        },
        _ => false,
    }
}

/// The compile units that bodies and functions refer to, and all units in the order in which they are reached.
fn units(module: &Module) -> (HashSet<MdId>, Vec<MdId>) {
    let table = &module.metadata;
    let mut open: Vec<MdId> = Vec::new();
    for (_, global, function) in module.functions() {
        open.extend(global.attachments.iter().map(|attachment| attachment.node));
        if let Some(body) = module.body(function) {
            open.extend(roots(body));
        }
    }
    let mut seen = vec![false; table.items.len()];
    let (mut units, mut order) = (HashSet::new(), Vec::new());
    while let Some(id) = open.pop() {
        if seen.get_mut(id.index()).is_none_or(|seen| std::mem::replace(seen, true)) {
            continue;
        }
        match table.get(id) {
            Metadata::Node { kind: DiKind::CompileUnit, .. } => {
                units.insert(id);
                order.push(id);
            }
            Metadata::Node { kind, fields, .. } => {
                let slots = table.node_fields(kind, fields);
                open.extend(kind.operand_slots().iter().filter_map(|&at| slots.get(usize::from(at)).and_then(|&slot| slot_md(slot))));
            }
            Metadata::Tuple { ops, .. } => open.extend(table.lists.get(ops).iter().flatten()),
            _ => {}
        }
    }
    (units, order)
}

/// What a body says of debug information.
fn roots(body: &Body) -> impl Iterator<Item = MdId> + '_ {
    let attached = body.function_attachments.iter().map(|attachment| attachment.node);
    let records = body.dbg_records.iter().flat_map(|record| [record.loc, record.variable]);
    attached.chain(records).chain(body.loc_nodes.iter().copied())
}

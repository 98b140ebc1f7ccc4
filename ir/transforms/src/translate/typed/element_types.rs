//! Removes `elementtype` where a release has it not: there, the pointer says what it points to.
use bctk_edit::attributes::{Sets, change_set, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::AttrListId;
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// Removes the attribute from calls of what LLVM `llvm` does not allow it on.
pub(super) fn remove(module: &mut Module, llvm: LlvmVersion) {
    if llvm.element_types_of_asm() || !states_any(module) {
        return;
    }
    let everywhere = AttrKind::ELEMENTTYPE.row().is_some_and(|row| llvm < row.since);
    let mut sets = sets_of(module);
    let mut known: HashMap<AttrListId, AttrListId> = HashMap::new();
    for body in 0..module.bodies.len() {
        for call in 0..module.bodies[body].calls.len() {
            let found = module.bodies[body].calls[call];
            if found.attrs == AttrListId(0) || !everywhere && !is_asm(module, body, found.callee.kind()) {
                continue;
            }
            let new = match known.get(&found.attrs) {
                Some(&new) => new,
                None => {
                    let new = without(module, found.attrs, &mut sets);
                    known.insert(found.attrs, new);
                    new
                }
            };
            module.bodies[body].calls[call].attrs = new;
        }
    }
}

/// Whether any set has the attribute.
fn states_any(module: &Module) -> bool {
    module.attrs.sets.iter().flatten().any(|attr| attr.kind() == Some(AttrKind::ELEMENTTYPE))
}

fn is_asm(module: &Module, body: usize, callee: ValueKind) -> bool {
    let constant = match callee {
        ValueKind::Const(at) => module.consts.get(at),
        ValueKind::LocalConst(at) => module.bodies[body].consts.get(at),
        _ => None,
    };
    constant.is_some_and(|constant| matches!(constant.kind, ConstKind::InlineAsm(_)))
}

/// The list without the attribute.
fn without(module: &mut Module, list: AttrListId, sets: &mut Sets) -> AttrListId {
    let params: Vec<AttrIndex> = match module.attrs.lists.get(list.index()) {
        Some(list) => list.iter().map(|&(index, _)| index).filter(|index| matches!(index, AttrIndex::Param(_))).collect(),
        None => return list,
    };
    params.into_iter().fold(list, |list, param| {
        change_set(module, list, param, sets, |_, set| set.retain(|attr: &Attr| attr.kind() != Some(AttrKind::ELEMENTTYPE)))
    })
}

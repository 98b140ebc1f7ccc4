//! Small pieces that upgrades put into a module: types, constants, metadata; each found again if it is there.
use super::intern;
use crate::attr_set::{Attr, AttrIndex, AttrList, AttrSet};
use crate::constants::ConstKind;
use crate::entity::{AttrListId, AttrSetId, MdId, TypeId};
use crate::global::GlobalKind;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;
use crate::value::{Value, ValueKind};
use std::collections::HashMap;

/// Attribute sets by their contents.
pub(super) type Sets = HashMap<AttrSet, AttrSetId>;

/// The constant of this type and kind.
pub(super) fn constant(module: &mut Module, ty: TypeId, kind: ConstKind) -> Value {
    let there = module.consts.consts.iter().position(|c| c.ty == ty && c.kind == kind);
    Value::constant(there.map_or_else(|| module.consts.push(ty, kind), |at| at as u32))
}

/// An integer of `width` bits, at most 64.
pub(super) fn int(module: &mut Module, width: u32, value: u64) -> Value {
    let ty = module.types.intern(Type::Int(width));
    let shift = 64 - width.clamp(1, 64);
    let value = ((value << shift) as i64) >> shift;
    constant(module, ty, if value == 0 { ConstKind::Null } else { ConstKind::Int(value) })
}

/// The type of a constant.
pub(super) fn constant_type(module: &Module, value: Value) -> Option<TypeId> {
    match value.kind() {
        ValueKind::Const(index) => module.consts.get(index).map(|c| c.ty),
        _ => None,
    }
}

/// An integer of `width` bits as metadata.
pub(super) fn md_int(module: &mut Module, width: u32, value: u64) -> MdId {
    let value = int(module, width, value);
    let ty = constant_type(module, value).unwrap_or(TypeId(0));
    let item = Metadata::Value { ty, value };
    let there = module.metadata.items.iter().position(|found| *found == item);
    there.map_or_else(|| module.metadata.push(item), MdId::new)
}

/// A metadata string.
pub(super) fn md_string(module: &mut Module, text: &[u8]) -> MdId {
    let there = module.metadata.items.iter().position(|item| matches!(item, Metadata::String(s) if module.strings.get(*s) == text));
    match there {
        Some(at) => MdId::new(at),
        None => {
            let text = module.strings.push(text);
            module.metadata.push(Metadata::String(text))
        }
    }
}

/// The number that a piece of metadata is, as LLVM takes it without sign, and the width of its type.
pub(super) fn number(module: &Module, id: MdId) -> Option<(u64, u32)> {
    let Metadata::Value { ty, value } = module.metadata.get(id) else { return None };
    let Type::Int(width) = module.types.get(ty) else { return None };
    let ValueKind::Const(index) = value.kind() else { return None };
    let number = match module.consts.get(index)?.kind {
        ConstKind::Null => 0,
        ConstKind::Int(value) => value as u64,
        _ => return None,
    };
    let shift = 64 - width.clamp(1, 64);
    Some((number << shift >> shift, width))
}

/// The text of a metadata string.
pub(super) fn text(module: &Module, id: MdId) -> Option<&[u8]> {
    match module.metadata.get(id) {
        Metadata::String(text) => Some(module.str(text)),
        _ => None,
    }
}

/// The slots of a tuple.
pub(super) fn tuple(module: &Module, id: MdId) -> Option<&[u32]> {
    match module.metadata.get(id) {
        Metadata::Tuple { ops, .. } => Some(module.metadata.lists.get(ops)),
        _ => None,
    }
}

/// The list with what `change` makes of the set at `index`.
pub(super) fn change_set(
    module: &mut Module,
    list: AttrListId,
    index: AttrIndex,
    sets: &mut Sets,
    change: impl FnOnce(&mut Module, &mut AttrSet),
) -> AttrListId {
    let old = module.attrs.set_at(list, index).map_or_else(Vec::new, |set| module.attrs.set(set).to_vec());
    let mut new: Vec<Attr> = old.clone();
    change(module, &mut new);
    if new == old {
        return list;
    }
    let mut list: AttrList = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
    list.retain(|&(at, _)| at != index);
    if !new.is_empty() {
        list.push((index, intern(module, new, sets)));
        list.sort();
    }
    list_id(module, list)
}

/// Changes the attribute lists of all functions and calls. `change` is asked once for each list with each function type.
pub(super) fn change_lists(module: &mut Module, mut change: impl FnMut(&mut Module, AttrListId, TypeId) -> AttrListId) {
    let mut known: HashMap<(AttrListId, TypeId), AttrListId> = HashMap::new();
    let mut changed = |module: &mut Module, list, fn_ty| *known.entry((list, fn_ty)).or_insert_with(|| change(module, list, fn_ty));
    for at in 0..module.globals.len() {
        let fn_ty = module.globals[at].value_type;
        if let Some(list) = module.globals[at].function().map(|function| function.attrs) {
            let new = changed(module, list, fn_ty);
            if let GlobalKind::Function(function) = &mut module.globals[at].kind {
                function.attrs = new;
            }
        }
    }
    for body in 0..module.bodies.len() {
        for call in 0..module.bodies[body].calls.len() {
            let (list, fn_ty) = (module.bodies[body].calls[call].attrs, module.bodies[body].calls[call].fn_ty);
            module.bodies[body].calls[call].attrs = changed(module, list, fn_ty);
        }
    }
}

/// The number of a list, added if no equal one is there.
pub(super) fn list_id(module: &mut Module, list: AttrList) -> AttrListId {
    if list.is_empty() {
        return AttrListId(0);
    }
    module.attrs.lists.push(list);
    AttrListId::new(module.attrs.lists.len() - 1)
}

//! Adds and changes sets and lists of attributes.
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet, sort_attrs};
use bctk_ir::body::Body;
use bctk_ir::entity::{AttrListId, AttrSetId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::interned::Places;
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Attribute sets by their contents.
pub type Sets = Places<AttrSetId>;

/// The attribute sets of a module.
pub fn sets_of(module: &Module) -> Sets {
    Places::of(&module.attrs.sets)
}

/// The number of a set, which is added if it is new.
pub fn intern_set(module: &mut Module, mut set: AttrSet, sets: &mut Sets) -> AttrSetId {
    sort_attrs(&mut set, &module.strings);
    sets.intern(&mut module.attrs.sets, set)
}

/// The list with the set at `index` replaced by the result of `change`.
pub fn change_set(
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
        list.push((index, intern_set(module, new, sets)));
        list.sort();
    }
    list_id(module, list)
}

/// Attribute lists by their contents.
pub type Lists = Places<AttrListId>;

/// As [`change_set`], for changes that may make lists equal: of equal ones, `lists` has the first, and equal lists have one number.
pub fn change_set_once(
    module: &mut Module,
    list: AttrListId,
    index: AttrIndex,
    (sets, lists): (&mut Sets, &mut Lists),
    change: impl FnOnce(&mut Module, &mut AttrSet),
) -> AttrListId {
    let count = module.attrs.lists.len();
    let new = change_set(module, list, index, sets, change);
    if new.index() < count {
        return new;
    }
    match module.attrs.lists.pop() {
        Some(made) => lists.intern(&mut module.attrs.lists, made),
        None => new,
    }
}

/// Changes the attribute lists of all functions and calls. `change` is called once for each pair of list and function type.
pub fn change_lists(module: &mut Module, mut change: impl FnMut(&mut Module, AttrListId, TypeId) -> AttrListId) {
    let mut known: HashMap<(AttrListId, TypeId), AttrListId> = HashMap::new();
    // By list: the type it had last, and the result. Most lists are of one type.
    let mut last: Vec<Option<(TypeId, AttrListId)>> = vec![None; module.attrs.lists.len()];
    let mut changed = |module: &mut Module, list: AttrListId, fn_ty| match last.get(list.index()) {
        Some(&Some((ty, new))) if ty == fn_ty => new,
        _ => {
            let new = *known.entry((list, fn_ty)).or_insert_with(|| change(module, list, fn_ty));
            if let Some(last) = last.get_mut(list.index()) {
                *last = Some((fn_ty, new));
            }
            new
        }
    };
    for at in 0..module.globals.len() {
        let fn_ty = module.globals[at].value_type;
        if let Some(list) = module.globals[at].function().map(|function| function.attrs) {
            let new = changed(module, list, fn_ty);
            if let GlobalKind::Function(function) = &mut module.globals[at].kind {
                function.attrs = new;
            }
        }
    }
    // Each body tells its pairs, each once in a row: calls of one function follow each other often.
    let pairs_of = |body: &Body| {
        let mut pairs: Vec<(AttrListId, TypeId)> = body.calls.iter().map(|call| (call.attrs, call.fn_ty)).collect();
        pairs.dedup();
        pairs
    };
    let pairs: Vec<Vec<(AttrListId, TypeId)>> = module.bodies.par_iter().balanced().map(pairs_of).collect();
    let mut bodies = Vec::new();
    for (body, pairs) in pairs.into_iter().enumerate() {
        let mut is_changed = false;
        for (list, fn_ty) in pairs {
            is_changed |= changed(module, list, fn_ty) != list;
        }
        if is_changed {
            bodies.push(body);
        }
    }
    for body in bodies {
        for call in 0..module.bodies[body].calls.len() {
            let (list, fn_ty) = (module.bodies[body].calls[call].attrs, module.bodies[body].calls[call].fn_ty);
            module.bodies[body].calls[call].attrs = changed(module, list, fn_ty);
        }
    }
}

/// The number of a list. A list that is not empty is added.
pub fn list_id(module: &mut Module, list: AttrList) -> AttrListId {
    if list.is_empty() {
        return AttrListId(0);
    }
    module.attrs.lists.push(list);
    AttrListId::new(module.attrs.lists.len() - 1)
}

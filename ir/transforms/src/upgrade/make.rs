//! Small pieces that upgrades add to a module: types, constants, metadata. Existing ones are reused.
use super::intern;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstAt, ConstKind, Interner};
use bctk_ir::entity::{AttrListId, AttrSetId, ListRef, MdId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};

/// Looks at all instructions once. `sorts` gives a set of bits for each; the result has, for each of the `N` lowest bits, the numbers of the
/// bodies with such an instruction. Few have any, so that what changes them looks at few.
pub(super) fn bodies_with<const N: usize>(module: &Module, sorts: impl Fn(&Inst) -> u8 + Sync) -> [Vec<usize>; N] {
    let of_body = |body: &Body| body.insts.iter().fold(0, |found, inst| found | sorts(inst));
    let found: Vec<u8> = module.bodies.par_iter().balanced().map(of_body).collect();
    std::array::from_fn(|bit| (0..found.len()).filter(|&at| found[at] >> bit & 1 == 1).collect())
}

/// The numbers of the bodies that `f` accepts, found on all threads. Few bodies have anything to upgrade.
pub(crate) fn bodies_where(bodies: &[Body], f: impl Fn(&Body) -> bool + Sync) -> Vec<usize> {
    bodies.par_iter().balanced().enumerate().filter(|(_, body)| f(body)).map(|(at, _)| at).collect()
}

/// The names in a body, for new ones.
#[derive(Default)]
pub(super) struct Names {
    there: HashSet<Vec<u8>>,
    /// The last number that was added to a name.
    last: u32,
}

impl Names {
    pub(super) fn of(body: &Body) -> Names {
        let all = body.local_names.iter().chain(&body.block_names);
        let there = all.map(|&name| body.names.get(name).to_vec()).filter(|name| !name.is_empty()).collect();
        Names { there, last: 0 }
    }

    /// A name based on `name` that nothing has, with a number if necessary. The numbers count on, whatever the name, as in LLVM's symbol
    /// tables.
    pub(super) fn unused(&mut self, name: &[u8]) -> Vec<u8> {
        let mut unused = name.to_vec();
        while !self.there.insert(unused.clone()) {
            self.last += 1;
            unused = [name, self.last.to_string().as_bytes()].concat();
        }
        unused
    }

    /// Forgets a name, which nothing has any more.
    pub(super) fn remove(&mut self, name: &[u8]) {
        self.there.remove(name);
    }
}

/// Attribute sets by their contents.
pub(crate) type Sets = HashMap<AttrSet, AttrSetId>;

/// The attribute sets of a module.
pub(crate) fn sets_of(module: &Module) -> Sets {
    module.attrs.sets.iter().enumerate().map(|(i, set)| (set.clone(), AttrSetId::new(i))).collect()
}

/// The constant of this type and kind.
pub(crate) fn constant(module: &mut Module, ty: TypeId, kind: ConstKind) -> Value {
    let there = module.consts.consts.iter().position(|c| c.ty == ty && c.kind == kind);
    Value::constant(there.map_or_else(|| module.consts.push(ty, kind), |at| at as u32))
}

/// An integer of `width` bits, at most 64.
pub(crate) fn int(module: &mut Module, width: u32, value: u64) -> Value {
    let (ty, kind) = int_kind(module, width, value);
    constant(module, ty, kind)
}

/// The kind of an integer constant of `width` bits, at most 64.
fn int_kind(module: &mut Module, width: u32, value: u64) -> (TypeId, ConstKind) {
    let ty = module.types.intern(Type::Int(width));
    let shift = 64 - width.clamp(1, 64);
    let value = ((value << shift) as i64) >> shift;
    (ty, if value == 0 { ConstKind::Null } else { ConstKind::Int(value) })
}

/// An index of what a module contains, for upgrades that add much to it. Indexed items must not change while it is used.
#[derive(Default)]
pub(crate) struct Made {
    tuples: TupleIndex,
    constants: Interner<'static>,
    /// Number of constants indexed so far.
    seen: usize,
    /// By width and value.
    ints: HashMap<(u32, u64), MdId>,
    /// The first item that wraps each value.
    wrapped: HashMap<(TypeId, Value), MdId>,
    /// Number of metadata items searched for values so far.
    seen_wrapped: usize,
    strings: HashMap<Vec<u8>, MdId>,
    /// Number of metadata items searched for strings so far.
    seen_items: usize,
    kinds: HashMap<Vec<u8>, u32>,
}

impl Made {
    /// As [`constant`].
    pub(crate) fn constant(&mut self, module: &mut Module, ty: TypeId, kind: ConstKind) -> Value {
        let pool = &mut module.consts;
        for at in self.seen as u32..pool.consts.len() as u32 {
            self.constants.intern(pool, Value::constant(at), None);
        }
        let index = pool.push(ty, kind);
        let (number, new) = self.constants.intern_last(pool, index);
        // The first of several that are equal.
        let index = match self.constants.at(number) {
            Some(ConstAt::Module(known)) if !new => {
                pool.consts.pop();
                known
            }
            _ => index,
        };
        self.seen = pool.consts.len();
        Value::constant(index)
    }

    /// As [`int`].
    pub(crate) fn int(&mut self, module: &mut Module, width: u32, value: u64) -> Value {
        let (ty, kind) = int_kind(module, width, value);
        self.constant(module, ty, kind)
    }

    /// As [`md_int`].
    pub(crate) fn md_int(&mut self, module: &mut Module, width: u32, value: u64) -> MdId {
        if let Some(&known) = self.ints.get(&(width, value)) {
            return known;
        }
        for id in self.seen_wrapped..module.metadata.items.len() {
            if let Metadata::Value { ty, value } = module.metadata.items[id] {
                self.wrapped.entry((ty, value)).or_insert(MdId::new(id));
            }
        }
        self.seen_wrapped = module.metadata.items.len();
        let constant = int(module, width, value);
        let ty = constant_type(module, constant).unwrap_or(TypeId(0));
        let push = || module.metadata.push(Metadata::Value { ty, value: constant });
        let id = *self.wrapped.entry((ty, constant)).or_insert_with(push);
        self.ints.insert((width, value), id);
        id
    }

    /// The uniqued tuple with these operands.
    pub(crate) fn tuple(&mut self, module: &mut Module, operands: &[Option<MdId>]) -> MdId {
        self.tuples.uniqued_tuple(&mut module.metadata, operands)
    }

    /// As [`md_string`].
    pub(crate) fn string(&mut self, module: &mut Module, text: Vec<u8>) -> MdId {
        for id in self.seen_items..module.metadata.items.len() {
            if let Metadata::String(text) = module.metadata.items[id] {
                self.strings.entry(module.strings.get(text).to_vec()).or_insert(MdId::new(id));
            }
        }
        self.seen_items = module.metadata.items.len();
        *self.strings.entry(text).or_insert_with_key(|text| {
            let text = module.strings.push(text);
            module.metadata.push(Metadata::String(text))
        })
    }

    /// The number of a kind of metadata.
    pub(crate) fn md_kind(&mut self, module: &mut Module, name: &[u8]) -> u32 {
        if let Some(&kind) = self.kinds.get(name) {
            return kind;
        }
        let there = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == name);
        let kind = there.unwrap_or_else(|| {
            module.md_kinds.push(module.strings.push(name));
            module.md_kinds.len() - 1
        }) as u32;
        self.kinds.insert(name.to_vec(), kind);
        kind
    }
}

/// The type of a constant.
pub(crate) fn constant_type(module: &Module, value: Value) -> Option<TypeId> {
    match value.kind() {
        ValueKind::Const(index) => module.consts.get(index).map(|c| c.ty),
        _ => None,
    }
}

/// An integer of `width` bits as metadata.
pub(crate) fn md_int(module: &mut Module, width: u32, value: u64) -> MdId {
    let value = int(module, width, value);
    let ty = constant_type(module, value).unwrap_or(TypeId(0));
    let item = Metadata::Value { ty, value };
    let there = module.metadata.items.iter().position(|found| *found == item);
    there.map_or_else(|| module.metadata.push(item), MdId::new)
}

/// A metadata string.
pub(crate) fn md_string(module: &mut Module, text: &[u8]) -> MdId {
    let there = module.metadata.items.iter().position(|item| matches!(item, Metadata::String(s) if module.strings.get(*s) == text));
    match there {
        Some(at) => MdId::new(at),
        None => {
            let text = module.strings.push(text);
            module.metadata.push(Metadata::String(text))
        }
    }
}

/// The unsigned value of an integer constant as metadata, and the width of its type.
pub(crate) fn number(module: &Module, id: MdId) -> Option<(u64, u32)> {
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
pub(crate) fn text(module: &Module, id: MdId) -> Option<&[u8]> {
    match module.metadata.get(id) {
        Metadata::String(text) => Some(module.str(text)),
        _ => None,
    }
}

/// The operands of a tuple.
pub(crate) fn tuple(module: &Module, id: MdId) -> Option<ListRef<'_, Option<MdId>>> {
    match module.metadata.get(id) {
        Metadata::Tuple { ops, .. } => Some(module.metadata.lists.get(ops)),
        _ => None,
    }
}

/// The list with the set at `index` replaced by the result of `change`.
pub(crate) fn change_set(
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

/// Changes the attribute lists of all functions and calls. `change` is called once for each pair of list and function type.
pub(crate) fn change_lists(module: &mut Module, mut change: impl FnMut(&mut Module, AttrListId, TypeId) -> AttrListId) {
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
pub(crate) fn list_id(module: &mut Module, list: AttrList) -> AttrListId {
    if list.is_empty() {
        return AttrListId(0);
    }
    module.attrs.lists.push(list);
    AttrListId::new(module.attrs.lists.len() - 1)
}

//! Adds constants and metadata to a module. Existing ones are reused.
use bctk_ir::constants::{ConstAt, ConstKind, Interner};
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::integers::signed;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;

/// The constant of this type and kind.
pub fn constant(module: &mut Module, ty: TypeId, kind: ConstKind) -> Value {
    let there = module.consts.consts.iter().position(|c| c.ty == ty && c.kind == kind);
    Value::constant(there.map_or_else(|| module.consts.push(ty, kind), |at| at as u32))
}

/// An integer of `width` bits, at most 64.
pub fn int(module: &mut Module, width: u32, value: u64) -> Value {
    let (ty, kind) = int_kind(module, width, value);
    constant(module, ty, kind)
}

/// The kind of an integer constant of `width` bits, at most 64.
fn int_kind(module: &mut Module, width: u32, value: u64) -> (TypeId, ConstKind) {
    let ty = module.types.intern(Type::Int(width));
    let value = signed(value, width);
    (ty, if value == 0 { ConstKind::Null } else { ConstKind::Int(value) })
}

/// An index of what a module contains, for upgrades that add much to it. Indexed items must not change while it is used.
#[derive(Default)]
pub struct ModuleIndex {
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

impl ModuleIndex {
    /// As [`constant`].
    pub fn constant(&mut self, module: &mut Module, ty: TypeId, kind: ConstKind) -> Value {
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
    pub fn int(&mut self, module: &mut Module, width: u32, value: u64) -> Value {
        let (ty, kind) = int_kind(module, width, value);
        self.constant(module, ty, kind)
    }

    /// As [`md_int`].
    pub fn md_int(&mut self, module: &mut Module, width: u32, value: u64) -> MdId {
        if let Some(&known) = self.ints.get(&(width, value)) {
            return known;
        }
        let constant = int(module, width, value);
        let ty = constant_type(module, constant).unwrap_or(TypeId(0));
        let id = self.wrapped(module, ty, constant);
        self.ints.insert((width, value), id);
        id
    }

    /// A constant or global value of type `ty` as metadata.
    pub fn wrapped(&mut self, module: &mut Module, ty: TypeId, value: Value) -> MdId {
        for id in self.seen_wrapped..module.metadata.items.len() {
            if let Metadata::Value { ty, value } = module.metadata.items[id] {
                self.wrapped.entry((ty, value)).or_insert(MdId::new(id));
            }
        }
        self.seen_wrapped = module.metadata.items.len();
        *self.wrapped.entry((ty, value)).or_insert_with(|| module.metadata.push(Metadata::Value { ty, value }))
    }

    /// The uniqued tuple with these operands.
    pub fn tuple(&mut self, module: &mut Module, operands: &[Option<MdId>]) -> MdId {
        self.tuples.uniqued_tuple(&mut module.metadata, operands)
    }

    /// As [`md_string`].
    pub fn string(&mut self, module: &mut Module, text: Vec<u8>) -> MdId {
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
    pub fn md_kind(&mut self, module: &mut Module, name: &[u8]) -> u32 {
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
pub fn constant_type(module: &Module, value: Value) -> Option<TypeId> {
    match value.kind() {
        ValueKind::Const(index) => module.consts.get(index).map(|c| c.ty),
        _ => None,
    }
}

/// An integer of `width` bits as metadata.
pub fn md_int(module: &mut Module, width: u32, value: u64) -> MdId {
    let value = int(module, width, value);
    let ty = constant_type(module, value).unwrap_or(TypeId(0));
    let item = Metadata::Value { ty, value };
    let there = module.metadata.items.iter().position(|found| *found == item);
    there.map_or_else(|| module.metadata.push(item), MdId::new)
}

/// A metadata string.
pub fn md_string(module: &mut Module, text: &[u8]) -> MdId {
    let there = module.metadata.items.iter().position(|item| matches!(item, Metadata::String(s) if module.strings.get(*s) == text));
    match there {
        Some(at) => MdId::new(at),
        None => {
            let text = module.strings.push(text);
            module.metadata.push(Metadata::String(text))
        }
    }
}

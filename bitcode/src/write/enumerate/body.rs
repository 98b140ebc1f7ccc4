//! The numbers within a function: arguments, constants, results of instructions, and metadata of local values.
use super::uses::BodyUses;
use super::{MdBlock, MdEntry, MdIds, Numbering, sort_constants, told};
use bctk_bitstream::Result;
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::{ConstAt, Interner};
use bctk_ir::entity::{GlobalId, MdId, TypeId};
use bctk_ir::metadata::Metadata;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::slices::next_if;
use hashbrown::HashMap;
use std::cell::Cell;

/// The numbers of one body (`ValueEnumerator::incorporateFunction`).
pub(in crate::write) struct BodyNumbers<'n, 'm> {
    pub(in crate::write) module: &'n Numbering<'m>,
    pub(in crate::write) body: &'m Body,
    uses: &'n BodyUses,
    /// Number by local; `u32::MAX` for none.
    locals: Vec<u32>,
    /// The representative of each constant of the body: `Value::constant` of an identity, or the first equal constant of the body.
    same: Vec<Value>,
    /// Number by constant of the body; `u32::MAX` for none.
    constants: Vec<u32>,
    /// Numbers of identities that this body uses and the module does not number.
    of_identities: HashMap<u32, u32>,
    /// The constants of the body's own CONSTANTS block in order, as in `same`.
    pub(in crate::write) own: Vec<Value>,
    /// Number of the first constant of the body.
    pub(in crate::write) first_constant: u32,
    /// Number of the first result.
    pub(in crate::write) first_result: u32,
    /// The metadata that only this function has, without locals.
    md: MdBlock<'n>,
    /// Locals as metadata, and argument lists.
    entries: Vec<MdEntry>,
    /// Metadata numbers plus one by local; empty if none is metadata.
    of_locals: Vec<u32>,
    /// Metadata numbers plus one of argument lists.
    of_lists: HashMap<MdId, u32>,
    /// A requested item that has no number.
    missing: Cell<Option<&'static str>>,
}

impl<'n, 'm> BodyNumbers<'n, 'm> {
    /// Numbers the body of `function`.
    pub(in crate::write) fn new(module: &'n Numbering<'m>, function: GlobalId, body: &'m Body, scratch: &mut Scratch) -> Self {
        let first_constant = module.values() + body.args;
        let mut numbers = BodyNumbers {
            module,
            body,
            uses: module.uses_of(function),
            locals: vec![u32::MAX; body.local_types.len()],
            same: same_constants(module, function, body, scratch),
            constants: vec![u32::MAX; body.consts.consts.len()],
            of_identities: HashMap::new(),
            own: Vec::new(),
            first_constant,
            first_result: first_constant,
            md: module.function_metadata(function),
            entries: Vec::new(),
            of_locals: Vec::new(),
            of_lists: HashMap::new(),
            missing: Cell::new(None),
        };
        for (number, local) in (module.values()..).zip(numbers.locals.iter_mut().take(body.args as usize)) {
            *local = number;
        }
        numbers.number_constants(&mut scratch.places);
        let mut next = numbers.first_result;
        for (_, local) in body.made_locals() {
            if let Some(number) = numbers.locals.get_mut(local as usize) {
                *number = next;
                next += 1;
            }
        }
        if !(numbers.uses.metadata.is_empty() && body.dbg_records.is_empty()) {
            numbers.number_local_metadata();
        }
        numbers
    }

    /// The number of a value.
    #[inline]
    pub(in crate::write) fn value(&self, value: Value) -> u32 {
        match value.kind() {
            ValueKind::Local(local) => {
                self.known(self.locals.get(local as usize), "a reference to a value that the function does not define")
            }
            ValueKind::LocalConst(index) => {
                self.known(self.constants.get(index as usize), "a reference to a constant that the function does not have")
            }
            ValueKind::Const(index) => match self.module.identities.of_module(index) {
                Some(identity) => self.identity(identity),
                None => self.lost("a reference to a constant that the module does not have"),
            },
            ValueKind::Global(global) => self.module.global(global),
            // Metadata as a value goes by its own number.
            ValueKind::Metadata(md) => match self.id(md).checked_sub(1) {
                Some(number) => number,
                None => self.lost("metadata that nothing defines as an operand"),
            },
            ValueKind::Block(block) => block.0,
            ValueKind::None => self.lost("an operand that is missing"),
        }
    }

    /// Notes that something has no number, as the module's does.
    #[cold]
    fn lost(&self, what: &'static str) -> u32 {
        self.missing.set(self.missing.get().or(Some(what)));
        u32::MAX
    }

    /// Checks that everything requested had a number.
    ///
    /// # Errors
    /// Unsupported, naming what had none.
    pub(in crate::write) fn check(&self) -> Result<()> {
        told(self.missing.get())
    }

    /// A number, unless it means none.
    #[inline]
    fn known(&self, number: Option<&u32>, what: &'static str) -> u32 {
        match number {
            Some(&number) if number != u32::MAX => number,
            _ => self.lost(what),
        }
    }

    /// The number of a value that the body or the module has; none for a constant that nothing uses.
    pub(in crate::write) fn numbered(&self, value: Value) -> Option<u32> {
        match value.kind() {
            ValueKind::LocalConst(index) => self.constants.get(index as usize).copied().filter(|&number| number != u32::MAX),
            ValueKind::Const(index) => {
                let identity = self.module.identities.of_module(index)?;
                self.module.constant(identity).or_else(|| self.of_identities.get(&identity).copied())
            }
            _ => Some(self.value(value)),
        }
    }

    /// The number of an identity.
    pub(in crate::write) fn identity(&self, identity: u32) -> u32 {
        match self.module.constant(identity) {
            Some(number) => number,
            None => self.known(self.of_identities.get(&identity), "a constant that is part of nothing"),
        }
    }

    /// The type of a value; none for a block or metadata.
    #[inline]
    pub(in crate::write) fn type_of(&self, value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Metadata(_) => self.module.module.types.find(&Type::Metadata),
            _ => self.module.module.type_of(value, self.body),
        }
    }

    /// The contents of the function's METADATA block.
    pub(in crate::write) fn metadata(&self) -> MdBlock<'_> {
        MdBlock { locals: &self.entries, ..self.md }
    }

    /// The metadata number plus one of the value that a debug record describes.
    pub(in crate::write) fn located(&self, operand: DbgOperand) -> u32 {
        match operand {
            DbgOperand::Md(md) => self.id(md),
            DbgOperand::Value(value) => match self.of_local(value) {
                Some(id) => id,
                None => self.module.md.id_of_value(self.stand_in(value)),
            },
        }
    }

    /// The representative of a constant: an identity as `Value::constant`, or the first equal constant of the body.
    fn stand_in(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Const(index) => Value::constant(self.module.identities.of_module(index).unwrap_or(u32::MAX)),
            ValueKind::LocalConst(index) => self.same.get(index as usize).copied().unwrap_or(value),
            _ => value,
        }
    }

    /// The number of a constant's representative.
    pub(in crate::write) fn number_of(&self, stand_in: Value) -> Option<u32> {
        match stand_in.kind() {
            ValueKind::Const(identity) => self.module.constant(identity).or_else(|| self.of_identities.get(&identity).copied()),
            ValueKind::LocalConst(index) => self.constants.get(index as usize).copied().filter(|&number| number != u32::MAX),
            _ => None,
        }
    }

    /// Calls `f` for each operand of a constant that is a constant, by its representative.
    pub(in crate::write) fn constant_operands(&self, constant: Value, mut f: impl FnMut(Value)) {
        match constant.kind() {
            ValueKind::Const(identity) => {
                self.module.identities.operands(identity, |value| {
                    if let ValueKind::Const(_) = value.kind() {
                        f(value);
                    }
                });
            }
            ValueKind::LocalConst(index) => {
                if let Some(constant) = self.body.consts.get(index) {
                    self.body.consts.operands(constant.kind, |value| {
                        if matches!(value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_)) {
                            f(self.stand_in(value));
                        }
                    });
                }
            }
            _ => {}
        }
    }

    /// The constants that instructions use and the module does not number, with their use counts: each once, after its operands.
    fn find_constants(&self, places: &mut Vec<u32>) -> Vec<(Value, u32)> {
        places.clear();
        places.resize(self.body.consts.consts.len(), 0);
        let mut own = Own { places, ..Own::default() };
        self.uses.constants.iter().for_each(|&(constant, count)| own.add(self, self.stand_in(constant), count));
        own.constants
    }

    /// Puts constants in the order by type and frequency.
    fn sort(&self, constants: &mut [(Value, u32)]) {
        sort_constants(&self.module.types, self.module.llvm, constants, |&(value, uses)| (self.type_of_constant(value), uses));
    }

    /// The body's own constants as they are found, and by type and frequency.
    pub(super) fn both_orders(&self) -> (Vec<Value>, Vec<Value>) {
        let values = |constants: &[(Value, u32)]| constants.iter().map(|&(value, _)| value).collect();
        let mut constants = self.find_constants(&mut Vec::new());
        let found = values(&constants);
        self.sort(&mut constants);
        (found, values(&constants))
    }

    /// Numbers the body's own constants.
    fn number_constants(&mut self, places: &mut Vec<u32>) {
        let mut constants = self.find_constants(places);
        if !self.module.keeps_order {
            self.sort(&mut constants);
        }
        for (number, &(value, _)) in (self.first_constant..).zip(&constants) {
            match value.kind() {
                ValueKind::LocalConst(index) => self.constants[index as usize] = number,
                ValueKind::Const(identity) => drop(self.of_identities.insert(identity, number)),
                _ => {}
            }
        }
        for index in 0..self.same.len() {
            self.constants[index] = match self.same[index].kind() {
                // A constant that no instruction uses has no number.
                ValueKind::Const(identity) => {
                    self.module.constant(identity).or_else(|| self.of_identities.get(&identity).copied()).unwrap_or(u32::MAX)
                }
                ValueKind::LocalConst(first) => self.constants[first as usize],
                _ => u32::MAX,
            };
        }
        self.first_result = self.first_constant + constants.len() as u32;
        self.own = constants.into_iter().map(|(value, _)| value).collect();
    }

    /// The type of a constant, given its representative.
    pub(in crate::write) fn type_of_constant(&self, constant: Value) -> TypeId {
        match constant.kind() {
            ValueKind::Const(identity) => self.module.identities.constant(identity).ty,
            ValueKind::LocalConst(index) => self.body.consts.get(index).map_or(TypeId(0), |constant| constant.ty),
            _ => TypeId(0),
        }
    }

    /// Numbers local values as metadata, in the order of the instructions and records that name them, then argument lists.
    fn number_local_metadata(&mut self) {
        let body = self.body;
        let table = &self.module.module.metadata;
        self.of_locals = vec![0; self.locals.len()];
        let first = (self.module.md.module.range.len() + self.md.strings.len() + self.md.others.len()) as u32 + 1;
        let mut lists: Vec<MdId> = Vec::new();
        let mut operands = &self.uses.metadata[..];
        for record in &body.dbg_records {
            // Operands of an instruction come before the debug records before it.
            while let Some(&(_, md)) = next_if(&mut operands, |&(at, _)| at <= record.before.0) {
                self.note_local_metadata(first, DbgOperand::Md(md), &mut lists);
            }
            for operand in body.dbg_operands(record) {
                self.note_local_metadata(first, operand, &mut lists);
            }
        }
        operands.iter().for_each(|&(_, md)| self.note_local_metadata(first, DbgOperand::Md(md), &mut lists));
        let mut by_contents: HashMap<Vec<u32>, u32> = HashMap::new();
        for md in lists {
            let Metadata::ArgList(list) = table.get(md) else { continue };
            let contents: Vec<u32> = table.lists.get(list).iter().map(|arg| self.id(arg)).collect();
            let next = first + self.entries.len() as u32;
            let number = *by_contents.entry(contents).or_insert(next);
            if number == next {
                self.entries.push(MdEntry::Item(md));
            }
            self.of_lists.insert(md, number);
        }
    }

    /// Numbers the locals that an operand names.
    #[inline]
    fn note_local_metadata(&mut self, first: u32, operand: DbgOperand, lists: &mut Vec<MdId>) {
        let md = match operand {
            DbgOperand::Value(value) => return self.note_local_value(first, value),
            DbgOperand::Md(md) => md,
        };
        let table = &self.module.module.metadata;
        match table.get(md) {
            Metadata::Value { value, .. } => self.note_local_value(first, value),
            Metadata::ArgList(list) => {
                lists.push(md);
                for arg in table.lists.get(list) {
                    if let Metadata::Value { value, .. } = table.get(arg) {
                        self.note_local_value(first, value);
                    }
                }
            }
            _ => {}
        }
    }

    #[inline]
    fn note_local_value(&mut self, first: u32, value: Value) {
        let ValueKind::Local(local) = value.kind() else { return };
        // A local that the function does not have is reported when its number is requested.
        let next = first + self.entries.len() as u32;
        let is_new = match self.of_locals.get_mut(local as usize) {
            Some(id @ 0) => {
                *id = next;
                true
            }
            Some(_) => false,
            None => true,
        };
        if is_new {
            let ty = self.module.ty_if_any(self.type_of(value));
            self.entries.push(MdEntry::Value { ty, value: self.value(value) });
        }
    }

    /// The metadata number plus one of a local; 0 for none.
    #[inline]
    fn of_local(&self, value: Value) -> Option<u32> {
        match value.kind() {
            ValueKind::Local(local) => Some(self.of_locals.get(local as usize).copied().unwrap_or(0)),
            _ => None,
        }
    }
}

impl MdIds for BodyNumbers<'_, '_> {
    #[inline]
    fn id(&self, md: MdId) -> u32 {
        match self.module.id(md) {
            0 => match self.module.module.metadata.get(md) {
                Metadata::Value { value, .. } => match self.of_local(value) {
                    Some(id) => id,
                    // A constant that is metadata of this module under another item.
                    None => self.module.md.id_of_value(self.stand_in(value)),
                },
                Metadata::ArgList(_) => self.of_lists.get(&md).copied().unwrap_or(0),
                _ => 0,
            },
            id => id,
        }
    }
    fn integer(&self, bits: u64) -> u32 {
        self.module.integer(bits)
    }
}

/// Buffers reused from body to body.
#[derive(Default)]
pub(in crate::write) struct Scratch {
    /// Constants of the body without an equal one in the module.
    own: Interner<'static>,
    places: Vec<u32>,
}

/// The constants of a body while they are found.
#[derive(Default)]
struct Own<'s> {
    /// With the use count of each.
    constants: Vec<(Value, u32)>,
    /// By constant of the body: its index in `constants` plus one.
    places: &'s mut [u32],
    of_identities: HashMap<u32, u32>,
    stack: Vec<(Value, Vec<Value>, usize)>,
}

impl Own<'_> {
    /// Uses of a constant: `count`, at least one.
    #[inline]
    fn add(&mut self, numbers: &BodyNumbers<'_, '_>, constant: Value, count: u32) {
        if self.use_again(numbers, constant, count) {
            return;
        }
        self.add_new(numbers, constant);
        self.use_again(numbers, constant, count - 1);
    }

    fn add_new(&mut self, numbers: &BodyNumbers<'_, '_>, constant: Value) {
        self.enter(numbers, constant);
        while let Some((constant, operands, next)) = self.stack.last_mut() {
            match operands.get(*next).copied() {
                Some(operand) => {
                    *next += 1;
                    if !self.use_again(numbers, operand, 1) {
                        self.enter(numbers, operand);
                    }
                }
                None => {
                    let constant = *constant;
                    self.stack.pop();
                    self.constants.push((constant, 1));
                    let place = self.constants.len() as u32;
                    match constant.kind() {
                        ValueKind::LocalConst(index) => self.places[index as usize] = place,
                        ValueKind::Const(identity) => drop(self.of_identities.insert(identity, place)),
                        _ => {}
                    }
                }
            }
        }
    }

    fn enter(&mut self, numbers: &BodyNumbers<'_, '_>, constant: Value) {
        let mut operands = Vec::new();
        numbers.constant_operands(constant, |operand| operands.push(operand));
        self.stack.push((constant, operands, 0));
    }

    /// Counts uses of a constant that is already placed or that the module numbers; false for a new one.
    #[inline]
    fn use_again(&mut self, numbers: &BodyNumbers<'_, '_>, constant: Value, count: u32) -> bool {
        let place = match constant.kind() {
            // A constant that the body does not have is reported when its number is requested.
            ValueKind::LocalConst(index) => match self.places.get(index as usize) {
                Some(&place) => place,
                None => return true,
            },
            ValueKind::Const(identity) => {
                if numbers.module.constant(identity).is_some() {
                    return true;
                }
                self.of_identities.get(&identity).copied().unwrap_or(0)
            }
            _ => return true,
        };
        match place.checked_sub(1) {
            Some(place) => {
                self.constants[place as usize].1 += count;
                true
            }
            None => false,
        }
    }
}

/// The representative of each constant of a body: the identity of an equal one in the module, or the first equal one of the body.
fn same_constants(numbering: &Numbering<'_>, function: GlobalId, body: &Body, scratch: &mut Scratch) -> Vec<Value> {
    let at = numbering.body_of(function).map(|(index, _)| index);
    let identities = &numbering.identities.interner;
    let mut own = std::mem::take(&mut scratch.own).over(identities);
    let stands_for = |index: u32| {
        let constant = Value::local_const(index);
        let Some(number) = own.intern(numbering.module, constant, at) else { return Value::NONE };
        match own.at(number) {
            Some(ConstAt::Body(_, first)) if number as usize >= identities.len() => Value::local_const(first),
            _ => Value::constant(number),
        }
    };
    let same = (0..body.consts.consts.len() as u32).map(stands_for).collect();
    scratch.own = own.recycle();
    same
}

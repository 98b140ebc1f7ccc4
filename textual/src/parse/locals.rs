//! Names and numbers of the values and blocks of a function, and forward references.

use super::Parser;
use super::body::Fun;
use crate::error::{About, Error, Result};
use crate::token::Tok;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, TypeId};
use bctk_ir::strings::{LocalStr, OfBody, Strings};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::hash::{Seed, mix_bytes};
use hashbrown::HashMap;
use std::ops::Range;

/// Number of the first forward reference to a value or block, above all numbers of a body.
pub(super) const FORWARD: u32 = 1 << 28;

/// What a name or number of a function refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Local {
    /// Nothing yet.
    #[default]
    None,
    /// An argument or result.
    Value(u32),
    /// A block.
    Block(u32),
    /// A forward reference: its index in [`Locals::forward_values`].
    ForwardValue(u32),
    /// Likewise a block, in [`Locals::forward_blocks`].
    ForwardBlock(u32),
    /// Something whose definition has a fault.
    Unknown,
}

/// A reference to something that is to be defined.
#[derive(Clone, Debug)]
struct Forward {
    /// The position of the first reference: its sigil and name.
    span: Range<usize>,
    /// The type of the value.
    ty: TypeId,
    /// What it turned out to be; [`UNRESOLVED`] until then.
    resolved: u32,
}

const UNRESOLVED: u32 = u32::MAX;

#[derive(Clone, Copy, Default)]
struct Slot {
    /// The slot is in use if this is the table's.
    generation: u32,
    entry: u32,
}

struct Entry {
    hash: u64,
    name: LocalStr,
    what: Local,
    /// Where it is defined.
    place: usize,
}

/// Names and numbers of a function.
#[derive(Default)]
pub(super) struct Locals {
    slots: Vec<Slot>,
    seed: Seed,
    generation: u32,
    entries: Vec<Entry>,
    /// What each number refers to, if numbers are dense.
    numbers: Vec<Local>,
    /// Other numbers.
    sparse: HashMap<u32, Local>,
    /// The count of numbers in use.
    numbered: usize,
    /// Whether the text leaves out numbers.
    skipped: bool,
    /// The least number that the next value or block may have.
    pub(super) next_number: u32,
    forward_values: Vec<Forward>,
    forward_blocks: Vec<Forward>,
    /// Instructions that refer to something forward, in order.
    pub(super) users: Vec<u32>,
}

/// A name before `=` or as a label.
#[derive(Clone, Copy)]
pub(super) enum Defined {
    /// A name: its entry.
    Name(u32),
    /// A number.
    Number(u32),
    /// Neither.
    Nothing,
}

impl Locals {
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
        self.entries.clear();
        self.numbers.clear();
        self.sparse.clear();
        self.numbered = 0;
        self.skipped = false;
        self.next_number = 0;
        self.forward_values.clear();
        self.forward_blocks.clear();
        self.users.clear();
    }

    /// The entry of `name`, made if there is none.
    fn entry(&mut self, name: &[u8], names: &mut Strings<OfBody>) -> u32 {
        if self.entries.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = mix_bytes(self.seed.0, name);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.generation != self.generation {
                break;
            }
            let entry = &self.entries[slot.entry as usize];
            if entry.hash == hash && names.get(entry.name) == name {
                return slot.entry;
            }
            at = (at + 1) & mask;
        }
        let entry = self.entries.len() as u32;
        self.slots[at] = Slot { generation: self.generation, entry };
        self.entries.push(Entry { hash, name: names.push(name), what: Local::None, place: 0 });
        entry
    }

    #[cold]
    fn grow(&mut self) {
        let len = (self.slots.len() * 2).max(256);
        self.slots = vec![Slot { generation: self.generation.wrapping_sub(1), entry: 0 }; len];
        for (i, entry) in self.entries.iter().enumerate() {
            let mut at = entry.hash as usize & (len - 1);
            while self.slots[at].generation == self.generation {
                at = (at + 1) & (len - 1);
            }
            self.slots[at] = Slot { generation: self.generation, entry: i as u32 };
        }
    }

    /// Numbered blocks, if the text skips some numbers; otherwise, the numbers follow from the body.
    pub(super) fn odd_block_numbers(&self) -> Vec<(u32, BlockId)> {
        if !self.skipped {
            return Vec::new();
        }
        let near = (0..).zip(self.numbers.iter().copied());
        let all = near.chain(self.sparse.iter().map(|(&number, &local)| (number, local)));
        all.filter_map(|(number, local)| match local {
            Local::Block(block) => Some((number, BlockId(block))),
            _ => None,
        })
        .collect()
    }

    /// What the number refers to.
    #[inline]
    pub(super) fn number(&self, n: u32) -> Local {
        match self.numbers.get(n as usize) {
            Some(&local) => local,
            None if self.sparse.is_empty() => Local::None,
            None => self.sparse.get(&n).copied().unwrap_or_default(),
        }
    }

    /// The type of a forward reference.
    pub(super) fn forward_type(&self, at: u32) -> Option<TypeId> {
        self.forward_values.get(at as usize).map(|forward| forward.ty)
    }

    #[inline]
    fn set_number(&mut self, n: u32, local: Local) {
        let at = n as usize;
        self.numbered += 1;
        if let Some(slot) = self.numbers.get_mut(at) {
            *slot = local;
        } else if at == self.numbers.len() && self.sparse.is_empty() {
            self.numbers.push(local);
        } else {
            self.set_far_number(n, local);
        }
    }

    fn set_far_number(&mut self, n: u32, local: Local) {
        let at = n as usize;
        if at <= self.numbered * 4 + 1024 {
            // A few large numbers must not need a large table. Numbers that were far away may be near now.
            let sparse = &self.sparse;
            let known = (self.numbers.len() as u32..n).map(|n| if sparse.is_empty() { None } else { sparse.get(&n).copied() });
            self.numbers.extend(known.map(Option::unwrap_or_default));
            self.numbers.push(local);
        } else {
            self.sparse.insert(n, local);
        }
    }

    /// What a provisional value turned out to be.
    pub(super) fn settle(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Local(n) if n >= FORWARD => {
                self.forward_values.get((n - FORWARD) as usize).map_or(value, |f| Value::local(f.resolved))
            }
            ValueKind::Block(b) if b.0 >= FORWARD => Value::block(self.settle_block(b)),
            _ => value,
        }
    }

    /// What a provisional block turned out to be.
    pub(super) fn settle_block(&self, block: BlockId) -> BlockId {
        match block.0.checked_sub(FORWARD).and_then(|at| self.forward_blocks.get(at as usize)) {
            Some(forward) => BlockId(forward.resolved),
            None => block,
        }
    }

    /// Where all names that nothing defines are first referred to.
    #[cold]
    pub(super) fn all_undefined(&self) -> Vec<Range<usize>> {
        let all = self.forward_values.iter().chain(&self.forward_blocks);
        all.filter(|forward| forward.resolved == UNRESOLVED).map(|forward| forward.span.clone()).collect()
    }

    /// The first reference that nothing defines.
    fn undefined(&self) -> Option<&Forward> {
        let open = |f: &&Forward| f.resolved == UNRESOLVED;
        let value = self.forward_values.iter().find(open);
        let block = self.forward_blocks.iter().find(open);
        match (value, block) {
            (Some(v), Some(b)) => Some(if v.span.start < b.span.start { v } else { b }),
            (v, b) => v.or(b),
        }
    }
}

impl<'s> Fun<'s> {
    /// Notes that the current instruction refers to something defined later.
    #[inline]
    pub(super) fn note_user(&mut self) {
        let inst = self.body.insts.len() as u32;
        if self.locals.users.last() != Some(&inst) {
            self.locals.users.push(inst);
        }
    }

    #[inline]
    pub(super) fn what(&self, name: Defined) -> Local {
        match name {
            Defined::Name(entry) => self.locals.entries[entry as usize].what,
            Defined::Number(n) => self.locals.number(n),
            Defined::Nothing => Local::None,
        }
    }

    /// The entry of a name that is not empty.
    #[inline]
    pub(super) fn named(&mut self, name: &[u8]) -> Defined {
        Defined::Name(self.locals.entry(name, &mut self.body.names))
    }

    /// Notes that the definition of `name` has a fault; if it has another one, that counts, unless `always` is set.
    #[cold]
    pub(super) fn poison(&mut self, name: Defined, always: bool) {
        let forward = match self.what(name) {
            Local::ForwardValue(at) => self.locals.forward_values.get_mut(at as usize),
            Local::ForwardBlock(at) => self.locals.forward_blocks.get_mut(at as usize),
            Local::Value(_) | Local::Block(_) if !always => return,
            _ => None,
        };
        if let Some(forward) = forward {
            forward.resolved = 0;
        }
        if let Defined::Number(n) = name {
            self.locals.next_number = self.locals.next_number.max(n.saturating_add(1));
        }
        self.set(name, Local::Unknown, 0);
    }

    #[inline]
    fn set(&mut self, name: Defined, what: Local, place: usize) {
        match name {
            Defined::Name(entry) => {
                let entry = &mut self.locals.entries[entry as usize];
                entry.what = what;
                entry.place = place;
            }
            Defined::Number(n) => self.locals.set_number(n, what),
            Defined::Nothing => {}
        }
    }
}

impl<'s> Parser<'_, 's> {
    /// The name or number of the current local; consumes it.
    #[inline]
    pub(super) fn local_ref(&mut self) -> Defined {
        let name = self.local_name();
        self.next_comma();
        name
    }

    /// The name or number of the current local, which stays the current token.
    #[inline]
    pub(super) fn local_name(&mut self) -> Defined {
        if self.tok == Tok::LocalNum || self.tok == Tok::LabelNum {
            Defined::Number(self.value as u32)
        } else {
            let name = self.name();
            match name.is_empty() {
                true => Defined::Nothing,
                false => Defined::Name(self.fun.locals.entry(&name, &mut self.fun.body.names)),
            }
        }
    }

    /// The entry of an argument's name, which is at `span` with its sigil.
    pub(super) fn name_at(&mut self, span: Range<usize>) -> Defined {
        let text = self.source().get(span.start + 1..span.end).unwrap_or(&[]);
        let name = match text.strip_prefix(b"\"").and_then(|t| t.strip_suffix(b"\"")) {
            Some(quoted) => bctk_support::text::unescape(quoted),
            None => text.into(),
        };
        match name.is_empty() {
            true => Defined::Nothing,
            false => Defined::Name(self.fun.locals.entry(&name, &mut self.fun.body.names)),
        }
    }

    /// The current local as a value of type `ty`.
    #[inline]
    pub(super) fn local_value(&mut self, ty: TypeId) -> Result<Value> {
        let span = self.span();
        let name = self.local_ref();
        if let Local::Value(n) = self.fun.what(name)
            && self.fun.body.local_types.get(n as usize) == Some(&ty)
        {
            return Ok(Value::local(n));
        }
        self.other_local(name, ty, span)
    }

    /// A local that was taken as `name`, as a value of type `ty`.
    pub(super) fn named_local(&mut self, name: Defined, ty: TypeId, span: Range<usize>) -> Result<Value> {
        match self.fun.what(name) {
            Local::Value(n) if self.fun.body.local_types.get(n as usize) == Some(&ty) => Ok(Value::local(n)),
            _ => self.other_local(name, ty, span),
        }
    }

    /// The type of a local, if it is defined.
    pub(super) fn local_type(&self, name: Defined) -> Option<TypeId> {
        match self.fun.what(name) {
            Local::Value(n) => self.fun.body.local_types.get(n as usize).copied(),
            _ => None,
        }
    }

    #[inline(never)]
    fn other_local(&mut self, name: Defined, ty: TypeId, span: Range<usize>) -> Result<Value> {
        let label = self.types.kind(ty) == Type::Label;
        match (self.fun.what(name), name) {
            (_, Defined::Nothing) => Err(self.undefined_local(span)),
            (Local::Unknown, _) if label => Ok(Value::block(BlockId(0))),
            (Local::Unknown, _) => Ok(self.intern(ty, ConstKind::Poison)),
            (Local::Block(b), _) if label => Ok(Value::block(BlockId(b))),
            (Local::ForwardBlock(at), _) if label => {
                self.fun.note_user();
                Ok(Value::block(BlockId(FORWARD + at)))
            }
            (Local::Value(n), _) => {
                let actual = self.fun.body.local_types.get(n as usize).copied().unwrap_or(ty);
                Err(self.local_mismatch(span, actual, ty))
            }
            (Local::Block(_) | Local::ForwardBlock(_), _) => {
                let actual = self.types.label();
                Err(self.local_mismatch(span, actual, ty))
            }
            (Local::ForwardValue(at), _) => {
                let expected = self.fun.locals.forward_values[at as usize].ty;
                if expected != ty {
                    return Err(self.local_mismatch(span, expected, ty));
                }
                self.fun.note_user();
                Ok(Value::local(FORWARD + at))
            }
            (Local::None, _) => {
                if !self.types.is_first_class(ty) || self.types.kind(ty) == Type::Metadata {
                    return Err(self.error_at(span, "invalid use of a non-first-class type"));
                }
                self.fun.note_user();
                let list = match label {
                    true => &mut self.fun.locals.forward_blocks,
                    false => &mut self.fun.locals.forward_values,
                };
                let at = list.len() as u32;
                let place = span.start;
                list.push(Forward { span, ty, resolved: UNRESOLVED });
                let (what, value) = match label {
                    true => (Local::ForwardBlock(at), Value::block(BlockId(FORWARD + at))),
                    false => (Local::ForwardValue(at), Value::local(FORWARD + at)),
                };
                self.fun.set(name, what, place);
                Ok(value)
            }
        }
    }

    /// The current block.
    #[inline]
    pub(super) fn block(&mut self) -> Result<BlockId> {
        if !matches!(self.tok, Tok::Local | Tok::LocalNum) {
            let is_none = self.tok == Tok::Error || self.tok == Tok::Word && self.word.text.is_empty();
            return Err(self.error(if is_none { "expected value token" } else { "expected a basic block" }));
        }
        let span = self.span();
        let name = self.local_ref();
        if let Local::Block(b) = self.fun.what(name) {
            return Ok(BlockId(b));
        }
        self.forward_block(name, span)
    }

    /// A block that was taken as `name` and is not defined yet.
    pub(super) fn forward_block(&mut self, name: Defined, span: Range<usize>) -> Result<BlockId> {
        let ty = self.types.label();
        match self.other_local(name, ty, span)?.kind() {
            ValueKind::Block(block) => Ok(block),
            // Only a block has the type `label`.
            _ => Err(self.error("expected a basic block")),
        }
    }

    #[cold]
    fn name_text(&self, span: Range<usize>) -> String {
        let text = self.source().get(span.start + 1..span.end).unwrap_or(&[]);
        let name = match text.strip_prefix(b"\"").and_then(|t| t.strip_suffix(b"\"")) {
            Some(quoted) => bctk_support::text::unescape(quoted),
            None => text.into(),
        };
        String::from_utf8_lossy(&name).into_owned()
    }

    #[cold]
    pub(super) fn undefined_local(&self, span: Range<usize>) -> Error {
        let text = self.name_text(span.clone());
        self.error_at(span, format!("use of undefined value '%{text}'")).about(About::Local)
    }

    #[cold]
    fn local_mismatch(&self, span: Range<usize>, actual: TypeId, expected: TypeId) -> Error {
        let text = self.name_text(span.clone());
        if self.types.kind(expected) == Type::Label {
            return self.error_at(span, format!("'%{text}' is not a basic block")).about(About::Local);
        }
        let (actual, expected) = (self.type_text(actual), self.type_text(expected));
        self.error_at(span, format!("'%{text}' defined with type '{actual}' but expected '{expected}'"))
            .label(format!("expected '{expected}', found '{actual}'"))
            .about(About::LocalType)
    }

    /// The number of an unnamed value or block: `n` if it is given, at `span`.
    fn take_number(&mut self, n: Option<u32>, what: &str, sigil: &str, span: Range<usize>) -> Result<u32> {
        let next = self.fun.locals.next_number;
        let n = n.unwrap_or(next);
        if n < next {
            return Err(self
                .error_at(span, format!("{what} expected to be numbered '{sigil}{next}' or greater"))
                .about(About::Number(next)));
        }
        self.fun.locals.skipped |= n > next;
        // The largest number has no next one.
        self.fun.locals.next_number = match n.checked_add(1) {
            Some(next) => next,
            None => return Err(self.error_at(span, "value number is too large")),
        };
        Ok(n)
    }

    /// Defines `name`, which is at `span`, as the local `local` of type `ty`.
    #[inline]
    pub(super) fn define_local(&mut self, name: Defined, local: u32, ty: TypeId, span: Range<usize>, what: &str) -> Result<()> {
        let name = match name {
            Defined::Name(entry) => {
                let str = self.fun.locals.entries[entry as usize].name;
                let names = &mut self.fun.body.local_names;
                names.resize(local as usize, LocalStr::EMPTY);
                names.push(str);
                name
            }
            Defined::Number(n) => Defined::Number(self.take_number(Some(n), what, "%", span.clone())?),
            Defined::Nothing => Defined::Number(self.take_number(None, what, "%", span.clone())?),
        };
        match self.fun.what(name) {
            Local::None | Local::Unknown => {}
            Local::ForwardValue(at) => {
                let forward = &mut self.fun.locals.forward_values[at as usize];
                if forward.ty != ty {
                    let (expected, first) = (forward.ty, forward.span.clone());
                    let text = self.type_text(expected);
                    return Err(self
                        .error_at(span, format!("instruction forward referenced with type '{text}'"))
                        .label(format!("this is of type '{}'", self.type_text(ty)))
                        .note(first, "it is referred to here"));
                }
                forward.resolved = local;
            }
            Local::ForwardBlock(_) => {
                return Err(self.error_at(span, "instruction forward referenced with type 'label'"));
            }
            Local::Value(_) | Local::Block(_) => return Err(self.redefinition(name, span, what)),
        }
        self.fun.set(name, Local::Value(local), span.start);
        Ok(())
    }

    #[cold]
    fn redefinition(&self, name: Defined, span: Range<usize>, what: &str) -> Error {
        let Defined::Name(entry) = name else {
            return self.error_at(span, format!("multiple definition of {what}"));
        };
        let entry = &self.fun.locals.entries[entry as usize];
        let text = String::from_utf8_lossy(self.fun.body.names.get(entry.name)).into_owned();
        let message = match what {
            "argument" => format!("redefinition of argument '%{text}'"),
            _ => format!("multiple definition of local value named '{text}'"),
        };
        self.error_at(span, message).note(entry.place..entry.place + 1, "the first definition is here")
    }

    /// Defines the label `name`, which is at `span`, as the block `block`.
    pub(super) fn define_block(&mut self, name: Defined, block: u32, span: Range<usize>) -> Result<()> {
        let name = match name {
            Defined::Name(entry) => {
                let str = self.fun.locals.entries[entry as usize].name;
                let names = &mut self.fun.body.block_names;
                names.resize(block as usize, LocalStr::EMPTY);
                names.push(str);
                name
            }
            Defined::Number(n) => Defined::Number(self.take_number(Some(n), "label", "", span.clone())?),
            Defined::Nothing => Defined::Number(self.take_number(None, "label", "", span.clone())?),
        };
        match self.fun.what(name) {
            Local::None | Local::Unknown => {}
            Local::ForwardBlock(at) => self.fun.locals.forward_blocks[at as usize].resolved = block,
            Local::Block(_) => {
                // LLVM treats a second label of the same name as the same block, which then ends twice.
                return Err(self.redefinition(name, span, "label"));
            }
            Local::Value(_) | Local::ForwardValue(_) => {
                let message = match name {
                    Defined::Name(entry) => {
                        let name = self.fun.locals.entries[entry as usize].name;
                        format!("unable to create block named '{}'", String::from_utf8_lossy(self.fun.body.names.get(name)))
                    }
                    Defined::Number(n) => format!("unable to create block numbered '{n}'"),
                    Defined::Nothing => "unable to create block".into(),
                };
                return Err(self.error_at(span, message));
            }
        }
        self.fun.set(name, Local::Block(block), span.start);
        Ok(())
    }

    /// Fails if something that is referred to is not defined.
    pub(super) fn check_locals(&self) -> Result<()> {
        match self.fun.locals.undefined() {
            None => Ok(()),
            Some(forward) => Err(self.undefined_local(forward.span.clone())),
        }
    }
}

//! Builds and changes the body of a function.
mod aggregates;
mod arithmetic;
mod calls;
mod change;
mod clone;
mod debug;
mod flow;
mod layout;
mod memory;

use crate::check::{place, zero_byte};
use crate::construct::Construct;
use crate::locals::{order_locals_in, rewrap, substitute_in, wrapped_values};
use crate::names::Names;
use crate::{EditError, ModuleEdit, Operand, Result};
use bctk_ir::body::{Body, DbgOperand, DebugLoc};
use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId, OptionalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::strings::LocalStr;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{map_operands, operands};
use hashbrown::HashMap;
use layout::{Layout, NIL};
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// The number of a block that is erased, in what refers to it. No body has so many blocks.
pub(crate) const ERASED: BlockId = BlockId(Value::MAX_INDEX);

/// A place for new instructions (LLVM `IRBuilder::SetInsertPoint`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertPoint {
    /// Before the first instruction of a block.
    Begin(BlockId),
    /// After the `phi`s and pads of a block (`BasicBlock::getFirstInsertionPt`).
    FirstInsertionPoint(BlockId),
    /// At the end of a block.
    End(BlockId),
    /// Before the terminator of a block, or at its end if it has none.
    BeforeTerminator(BlockId),
    /// Before the last N instructions of a block; before the first if it has fewer.
    FromEnd(BlockId, u32),
    /// Before an instruction.
    Before(InstId),
    /// After an instruction.
    After(InstId),
}

/// Verifies functions of a module.
pub(crate) type Check = fn(&Module, &[GlobalId]) -> bctk_verify::Report;

/// The changes of one body that [`ModuleEdit::finish`] makes.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The function of the body.
    pub(crate) function: GlobalId,
    layout: Layout,
    names: Option<Names>,
    /// The replacement of each local that has one.
    replaced: HashMap<u32, Value>,
    /// Pairs that `phi`s get.
    incoming: BTreeMap<InstId, Vec<(Value, BlockId)>>,
    /// The instruction that makes each local, and how many instructions were looked at.
    makers: Vec<u32>,
    makers_seen: usize,
    /// Whether debug records were added, which are to be sorted.
    has_new_records: bool,
    /// The verifier, if something was added or changed that no method checked. Programs that do no such thing do not have it.
    pub(crate) unchecked: Option<Check>,
}

/// Builds or changes the body of a function.
///
/// New instructions are put at one place, at first the end of the last block, and the place moves behind each. Methods that make an instruction
/// return its value, and have LLVM's names. They check the types of their operands. A body that is finished must have blocks that end with
/// terminators; [`ModuleEdit::finish`] checks that.
///
/// ```
/// use bctk_edit::EditModule;
/// use bctk_ir::module::Module;
///
/// let mut module = Module::new("add.c");
/// let mut edit = module.edit();
/// let int = edit.int_type(32);
/// let id = edit.add_function("increment", int, &[int]);
/// let mut b = edit.build(id)?;
/// b.block("entry");
/// let sum = b.add(b.param(0), 1)?;
/// b.ret(sum)?;
/// edit.finish()?;
/// assert_eq!(module.bodies[0].insts.len(), 2);
/// # Ok::<(), bctk_edit::EditError>(())
/// ```
pub struct FunctionBuilder<'e, 'm> {
    edit: &'e mut ModuleEdit<'m>,
    function: GlobalId,
    index: u32,
    block: Option<BlockId>,
    /// The instruction that new ones are put before, [`NIL`] for the end of the block.
    before: u32,
    /// The entry of [`Body::debug_locs`] of new instructions.
    loc: u32,
    /// The name of the next value.
    name: Vec<u8>,
    /// The instruction made last.
    last: Option<InstId>,
}

impl std::fmt::Debug for FunctionBuilder<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FunctionBuilder").field("function", &self.function).field("block", &self.block).finish_non_exhaustive()
    }
}

/// A body that is being built. The module does not have it meanwhile.
#[derive(Debug)]
pub(crate) struct Open {
    /// Its index; `u32::MAX` for none.
    index: u32,
    body: Body,
    pending: Pending,
}

impl Default for Open {
    fn default() -> Open {
        Open { index: u32::MAX, body: Body::default(), pending: Pending::new(GlobalId(u32::MAX), Layout::default()) }
    }
}

impl ModuleEdit<'_> {
    /// Takes a body out of the module, to build or change it.
    fn open(&mut self, index: u32, function: GlobalId) -> Result<()> {
        if self.open.index == index {
            return Ok(());
        }
        self.close();
        let Some(slot) = self.module.bodies.get_mut(index as usize) else {
            return Err(EditError::new("the function has a body that there is not"));
        };
        if self.pending.get(&index).is_some_and(|pending| !pending.is_of(slot)) {
            return Err(EditError::new("something else has changed the body").in_function(self.name_of(function)));
        }
        let body = std::mem::take(slot);
        let pending = self.pending.remove(&index).unwrap_or_else(|| Pending::none(function, &body));
        self.open = Open { index, body, pending };
        Ok(())
    }

    /// Puts the body that is being built back into the module.
    pub(crate) fn close(&mut self) {
        let Open { index, body, pending } = std::mem::take(&mut self.open);
        if let Some(slot) = self.module.bodies.get_mut(index as usize) {
            *slot = body;
            self.pending.insert(index, pending);
        } else if pending.layout.block_count() != 0 {
            self.fault(EditError::new("instructions were put into a body that is gone"));
        }
    }
}

/// The edits of the module, while a function is being built.
#[derive(Debug)]
pub struct EditGuard<'b, 'e, 'm> {
    builder: &'b mut FunctionBuilder<'e, 'm>,
}

impl<'m> Deref for EditGuard<'_, '_, 'm> {
    type Target = ModuleEdit<'m>;
    fn deref(&self) -> &ModuleEdit<'m> {
        self.builder.edit
    }
}

impl<'m> DerefMut for EditGuard<'_, '_, 'm> {
    fn deref_mut(&mut self) -> &mut ModuleEdit<'m> {
        self.builder.edit
    }
}

impl Drop for EditGuard<'_, '_, '_> {
    /// Goes on with the function, which may have lost its body meanwhile.
    fn drop(&mut self) {
        let builder = &mut *self.builder;
        let opened = builder.edit.open(builder.index, builder.function);
        let has_block = |block: &BlockId| block.index() < builder.edit.open.pending.layout.block_count();
        if opened.is_err() || !builder.block.as_ref().is_none_or(has_block) {
            (builder.block, builder.before, builder.loc, builder.last) = (None, NIL, 0, None);
        }
    }
}

impl Pending {
    fn new(function: GlobalId, layout: Layout) -> Pending {
        Pending {
            function,
            layout,
            names: None,
            replaced: HashMap::new(),
            incoming: BTreeMap::new(),
            makers: Vec::new(),
            makers_seen: 0,
            has_new_records: false,
            unchecked: None,
        }
    }

    /// The changes of a copy of the body, in which constants and locals have been mapped.
    pub(crate) fn copy_for(&self, function: GlobalId, map: impl Fn(Value) -> Value) -> Pending {
        let new_local = |&local: &u32| match map(Value::local(local)).kind() {
            ValueKind::Local(new) => Some(new),
            _ => None,
        };
        let mut copy = Pending {
            layout: self.layout.clone(),
            replaced: self.replaced.iter().filter_map(|(local, &value)| Some((new_local(local)?, value))).collect(),
            incoming: self.incoming.clone(),
            has_new_records: self.has_new_records,
            unchecked: self.unchecked,
            ..Pending::new(function, Layout::default())
        };
        copy.map_values(&map);
        copy
    }

    /// Calls `f` with the values that the body is still to get.
    pub(crate) fn values(&self, f: impl FnMut(Value)) {
        self.incoming.values().flatten().map(|&(value, _)| value).chain(self.replaced.values().copied()).for_each(f);
    }

    /// No changes of a body as yet.
    pub(crate) fn none(function: GlobalId, body: &Body) -> Pending {
        Pending::new(function, Layout::new(body))
    }

    /// Whether a body has the instructions that are to be put in order.
    fn is_of(&self, body: &Body) -> bool {
        let count = self.layout.inst_count();
        (body.insts.len(), body.results.len()) == (count, count)
    }

    /// Whether something was put into the body.
    pub(crate) fn has_blocks(&self) -> bool {
        self.layout.block_count() != 0
    }

    /// Puts other values in the place of those that the body is still to get.
    pub(crate) fn map_values(&mut self, map: impl Fn(Value) -> Value) {
        let incoming = self.incoming.values_mut().flatten().map(|(value, _)| value);
        incoming.chain(self.replaced.values_mut()).for_each(|value| *value = map(*value));
    }

    /// Makes the changes in the body, which the module does not have now. Returns the new numbers of blocks, if these changed.
    pub(crate) fn finish(mut self, body: &mut Body, edit: &mut ModuleEdit<'_>) -> Result<Option<Vec<BlockId>>> {
        if !self.is_of(body) {
            return Err(EditError::new("something else has changed the body").in_function(edit.name_of(self.function)));
        }
        for (phi, pairs) in std::mem::take(&mut self.incoming) {
            if let Some(Inst::Phi { incoming, .. }) = body.insts.get(phi.index()).copied() {
                let mut all = body.lists.get(incoming).to_vec();
                all.extend(pairs);
                let list = body.lists.push(&all);
                if let Some(Inst::Phi { incoming, .. }) = body.insts.get_mut(phi.index()) {
                    *incoming = list;
                }
            }
        }
        let blocks = self.layout.apply(body).map(|(places, blocks)| self.renumber(body, &places, &blocks));
        if self.has_new_records {
            body.dbg_records.sort_by_key(|record| record.before);
        }
        let mut wrapped = wrapped_values(&edit.module.metadata, body);
        if !self.replaced.is_empty() {
            substitute_in(body, &mut wrapped, std::mem::take(&mut self.replaced));
        }
        self.check_erased(body, edit, &mut wrapped)?;
        order_locals_in(body, &mut wrapped);
        rewrap(&mut edit.module.metadata, wrapped);
        let provenance = &mut body.provenance;
        let pad_personality = provenance.pad_personality;
        provenance.clear();
        provenance.pad_personality = pad_personality;
        crate::split::predecessors(body);
        Ok(blocks)
    }

    /// Finds uses of values that nothing makes any more. In debug information they become `poison`, as in LLVM.
    fn check_erased(&self, body: &mut Body, edit: &mut ModuleEdit<'_>, wrapped: &mut [(MdId, Value)]) -> Result<()> {
        let mut is_made = vec![false; body.local_types.len()];
        is_made.iter_mut().take(body.args as usize).for_each(|made| *made = true);
        body.results.iter().filter_map(|result| result.get()).for_each(|local| {
            if let Some(made) = is_made.get_mut(local as usize) {
                *made = true;
            }
        });
        let is_gone = |value: Value| matches!(value.kind(), ValueKind::Local(local) if is_made.get(local as usize) != Some(&true));
        for (at, inst) in body.insts.iter().enumerate() {
            let mut is_fault = false;
            operands(inst, body, |_, value| is_fault |= is_gone(value));
            if is_fault {
                let message = format!("{} uses a value that nothing makes", place(body, InstId::new(at)));
                return Err(EditError::new(message).in_function(edit.name_of(self.function)));
            }
        }
        let types = std::mem::take(&mut body.local_types);
        let mut poison = |value: Value| {
            let ValueKind::Local(local) = value.kind() else { return value };
            let ty = types.get(local as usize).copied();
            ty.map_or(value, |ty| edit.poison(ty))
        };
        for (_, value) in wrapped.iter_mut().filter(|(_, value)| is_gone(*value)) {
            *value = poison(*value);
        }
        let mut gone = |operand: &mut DbgOperand| {
            if let DbgOperand::Value(value) = operand
                && is_gone(*value)
            {
                *value = poison(*value);
            }
        };
        body.dbg_records.iter_mut().filter_map(|record| record.value.as_mut()).for_each(&mut gone);
        body.dbg_assigns.iter_mut().for_each(|assign| gone(&mut assign.address));
        body.local_types = types;
        Ok(())
    }

    /// Moves what is attached to instructions, and renumbers blocks.
    fn renumber(&self, body: &mut Body, places: &[InstId], blocks: &[Option<BlockId>]) -> Vec<BlockId> {
        let moved = |id: InstId| places.get(id.index()).copied().filter(|place| place.0 != NIL);
        body.attachments.retain_mut(|(at, _)| moved(*at).map(|new| *at = new).is_some());
        body.attachments.sort_by_key(|&(at, attachment)| (at, attachment.kind));
        // A record of an instruction that is gone belongs to the next that is left.
        body.dbg_records.retain_mut(|record| moved(record.before).map(|new| record.before = new).is_some());
        body.dbg_records.sort_by_key(|record| record.before);
        if !body.block_names.is_empty() {
            let old = std::mem::take(&mut body.block_names);
            let name = |block: &BlockId| old.get(block.index()).copied().unwrap_or(LocalStr::EMPTY);
            body.block_names = self.layout.blocks().iter().map(name).collect();
        }
        let numbers: Vec<BlockId> = blocks.iter().map(|new| new.unwrap_or(ERASED)).collect();
        let is_same = numbers.iter().enumerate().all(|(at, block)| block.index() == at);
        if !is_same {
            for at in (0..body.insts.len()).map(InstId::new) {
                map_operands(body, at, |value| value, |block| numbers.get(block.index()).copied().unwrap_or(block));
            }
        }
        numbers
    }
}

impl<'e, 'm> FunctionBuilder<'e, 'm> {
    pub(crate) fn new(edit: &'e mut ModuleEdit<'m>, function: GlobalId, index: u32) -> Result<Self> {
        edit.open(index, function)?;
        let block = edit.open.pending.layout.blocks().last().copied();
        Ok(FunctionBuilder { edit, function, index, block, before: NIL, loc: 0, name: Vec::new(), last: None })
    }

    /// The function.
    pub fn id(&self) -> GlobalId {
        self.function
    }

    /// The edits of the module, for types, constants and declarations.
    pub fn module(&mut self) -> EditGuard<'_, 'e, 'm> {
        EditGuard { builder: self }
    }

    /// The body, in which new instructions come last, whatever their place.
    pub fn body(&self) -> &Body {
        &self.edit.open.body
    }

    /// An error in this function.
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(self.placed(EditError::new(message)))
    }

    fn placed(&self, error: EditError) -> EditError {
        error.in_function(self.edit.name_of(self.function))
    }

    /// Parameter `number` of the function, from 0. What uses one that there is not is refused.
    pub fn param(&self, number: u32) -> Value {
        Value::local(if number < self.edit.open.body.args { number } else { Value::MAX_INDEX })
    }

    /// How many parameters there are.
    pub fn param_count(&self) -> u32 {
        self.edit.open.body.args
    }

    /// The type of the function's result.
    pub fn return_type(&self) -> Option<TypeId> {
        let ty = self.edit.module.global(self.function)?.value_type;
        self.edit.module.types.function(ty).map(|(ret, ..)| ret)
    }

    /// The type of a value.
    #[inline]
    pub fn type_of(&self, value: Value) -> Option<TypeId> {
        self.edit.module.type_of(value, &self.edit.open.body)
    }

    /// The type of a value, or an error.
    #[inline]
    fn ty(&self, value: Value) -> Result<TypeId> {
        match self.type_of(value) {
            Some(ty) => Ok(ty),
            None => self.error("expected a value of this function, a constant or a global value"),
        }
    }

    #[inline]
    fn get(&self, ty: TypeId) -> Type {
        self.edit.module.types.get(ty)
    }

    fn spell(&self, ty: TypeId) -> String {
        self.edit.spell(ty)
    }

    /// The value of an operand in a place that wants type `ty`.
    #[inline]
    fn operand(&mut self, operand: impl Into<Operand>, ty: Option<TypeId>) -> Result<Value> {
        match operand.into() {
            Operand::Value(value) => Ok(value),
            other => self.edit.operand(other, ty).map_err(|error| self.placed(error)),
        }
    }

    /// The value of an operand that must have type `ty`.
    fn operand_of(&mut self, operand: impl Into<Operand>, ty: TypeId, what: &str) -> Result<Value> {
        let value = self.operand(operand, Some(ty))?;
        let found = self.ty(value)?;
        if !self.same(found, ty) {
            return self.error(format!("{what}: expected a value of type {}, found {}", self.spell(ty), self.spell(found)));
        }
        Ok(value)
    }

    /// The values of two operands of one type, and the type.
    #[inline]
    fn pair(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>, what: &str) -> Result<(TypeId, Value, Value)> {
        let (lhs, rhs) = (lhs.into(), rhs.into());
        let ty = match (lhs, rhs) {
            (Operand::Value(value), _) | (_, Operand::Value(value)) => self.ty(value)?,
            _ => return self.error(format!("{what}: expected at least one operand with a type")),
        };
        let (lhs, rhs) = (self.operand(lhs, Some(ty))?, self.operand(rhs, Some(ty))?);
        let other = self.ty(rhs)?;
        if !self.same(ty, other) {
            return self.error(format!("{what}: expected operands of one type, found {} and {}", self.spell(ty), self.spell(other)));
        }
        Ok((ty, lhs, rhs))
    }

    #[inline]
    fn same(&self, a: TypeId, b: TypeId) -> bool {
        a == b || bctk_ir::value_types::Types::new(self.edit.module).same(a, b)
    }

    /// Appends a block. If nothing has a place yet, new instructions are put into it.
    pub fn block(&mut self, name: impl AsRef<[u8]>) -> BlockId {
        self.block_after(None, name.as_ref())
    }

    /// Adds a block after another.
    pub fn insert_block_after(&mut self, after: BlockId, name: impl AsRef<[u8]>) -> BlockId {
        self.block_after(Some(after), name.as_ref())
    }

    fn block_after(&mut self, after: Option<BlockId>, name: &[u8]) -> BlockId {
        if let Some(missing) = after.filter(|&after| !self.edit.open.pending.layout.has_block(after)) {
            let error = self.placed(EditError::new(format!("there is no block {}", missing.index())));
            self.edit.fault(error);
        }
        let block = self.edit.open.pending.layout.add_block(after);
        if !name.is_empty() || !self.edit.open.body.block_names.is_empty() {
            let name = self.unused_name(name);
            let name = self.edit.open.body.names.push(&name);
            self.edit.open.body.block_names.resize(block.index(), LocalStr::EMPTY);
            self.edit.open.body.block_names.push(name);
        }
        if self.block.is_none() {
            (self.block, self.before) = (Some(block), NIL);
        }
        block
    }

    /// A name that nothing in this function has (`ValueSymbolTable::makeUniqueName`).
    fn unused_name(&mut self, name: &[u8]) -> Vec<u8> {
        if name.is_empty() {
            return Vec::new();
        }
        if name.contains(&0) {
            let error = self.placed(zero_byte(name));
            self.edit.fault(error);
        }
        let body = &self.edit.open.body;
        self.edit.open.pending.names.get_or_insert_with(|| Names::of(body)).unused(name)
    }

    /// Blocks in order.
    pub fn blocks(&self) -> &[BlockId] {
        self.edit.open.pending.layout.blocks()
    }

    /// The instructions of a block, in order.
    pub fn insts(&self, block: BlockId) -> impl Iterator<Item = InstId> + '_ {
        self.edit.open.pending.layout.insts(block)
    }

    /// The block of an instruction; none if the instruction is erased.
    pub fn block_of(&self, inst: InstId) -> Option<BlockId> {
        self.edit.open.pending.layout.block_of(inst)
    }

    /// The terminator of a block, if its last instruction is one.
    pub fn terminator(&self, block: BlockId) -> Option<InstId> {
        let (_, last) = self.edit.open.pending.layout.ends_of(block);
        last.filter(|last| self.edit.open.body.insts[last.index()].is_terminator())
    }

    /// The block that new instructions are put into.
    pub fn current_block(&self) -> Option<BlockId> {
        self.block
    }

    /// Puts new instructions at the end of a block.
    pub fn switch_to(&mut self, block: BlockId) {
        (self.block, self.before) = (Some(block), NIL);
    }

    /// Puts new instructions at a place. Those before or after an instruction get its debug location.
    ///
    /// # Errors
    /// If there is no such block or instruction.
    pub fn insert_at(&mut self, point: InsertPoint) -> Result<()> {
        let layout = &self.edit.open.pending.layout;
        let (block, before) = match point {
            InsertPoint::Begin(block) => (Some(block), layout.ends_of(block).0),
            InsertPoint::FirstInsertionPoint(block) => (Some(block), self.first_insertion_point(block)),
            InsertPoint::End(block) => (Some(block), None),
            InsertPoint::BeforeTerminator(block) => (Some(block), self.terminator(block)),
            InsertPoint::FromEnd(block, count) => {
                let mut at = None;
                for _ in 0..count {
                    let before = at.map_or(layout.ends_of(block).1, |at| layout.prev(at));
                    if before.is_none() {
                        break;
                    }
                    at = before;
                }
                (Some(block), at)
            }
            InsertPoint::Before(inst) => (layout.block_of(inst), Some(inst)),
            InsertPoint::After(inst) => (layout.block_of(inst), layout.next(inst)),
        };
        let Some(block) = block.filter(|&block| layout.has_block(block)) else {
            return self.error(format!("there is no such place: {point:?}"));
        };
        if let InsertPoint::Before(inst) | InsertPoint::After(inst) = point {
            self.loc = self.edit.open.body.debug_locs.get(inst.index()).copied().unwrap_or(0);
        }
        (self.block, self.before) = (Some(block), before.map_or(NIL, |inst| inst.0));
        Ok(())
    }

    /// The first instruction of a block that is no `phi` and no pad.
    fn first_insertion_point(&self, block: BlockId) -> Option<InstId> {
        let is_pad =
            |inst: &Inst| matches!(inst, Inst::Phi { .. } | Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. });
        self.insts(block).find(|inst| !is_pad(&self.edit.open.body.insts[inst.index()]))
    }

    /// Gives the next value a name, with a number if another has it.
    pub fn named(&mut self, name: impl AsRef<[u8]>) -> &mut Self {
        self.name.clear();
        self.name.extend_from_slice(name.as_ref());
        self
    }

    /// Gives a parameter or the result of an instruction a name, with a number if another has it.
    ///
    /// # Errors
    /// If the value is no local of this function.
    pub fn set_name(&mut self, value: Value, name: impl AsRef<[u8]>) -> Result<()> {
        let ValueKind::Local(local) = value.kind() else { return self.error("expected a parameter or the result of an instruction") };
        if local as usize >= self.edit.open.body.local_types.len() {
            return self.error("there is no such value");
        }
        let name = self.unused_name(name.as_ref());
        if self.edit.open.body.local_names.len() <= local as usize {
            self.edit.open.body.local_names.resize(self.edit.open.body.local_types.len(), LocalStr::EMPTY);
        }
        let name = self.edit.open.body.names.push(&name);
        self.edit.open.body.local_names[local as usize] = name;
        Ok(())
    }

    /// Gives new instructions this debug location, a `DILocation`; none ends that.
    pub fn set_debug_location(&mut self, loc: Option<MdId>) {
        let Some(node) = loc else {
            self.loc = 0;
            return;
        };
        if let Some(at) = self.edit.open.body.loc_nodes.iter().rposition(|&other| other == node) {
            self.loc = at as u32 + 1;
            return;
        }
        let slots = self.edit.module.metadata.location_slots(self.edit.module.metadata.get(node));
        if slots.is_none() {
            let error = self.placed(EditError::new(format!("expected a DILocation, found metadata {}", node.index())));
            return self.edit.fault(error);
        }
        let [line, column, scope, inlined_at, implicit, low, high, rank] = slots.unwrap_or_default();
        let md = bctk_ir::metadata::slot_md;
        self.edit.open.body.locs.push(DebugLoc {
            line,
            column,
            scope: md(scope),
            inlined_at: md(inlined_at),
            implicit: implicit != 0,
            atom_group: u64::from(low) | u64::from(high) << 32,
            atom_rank: rank as u8,
        });
        self.edit.open.body.loc_nodes.push(node);
        self.loc = self.edit.open.body.loc_nodes.len() as u32;
    }

    /// Adds an instruction, which is not checked now: [`ModuleEdit::finish`] verifies the whole function then. `ty` is the type of its result, if it has one.
    ///
    /// # Errors
    /// If no block has been made.
    pub fn insert(&mut self, ty: Option<TypeId>, inst: Inst) -> Result<Value> {
        self.edit.open.pending.unchecked = Some(bctk_verify::verify_functions);
        self.add_inst(ty, inst)
    }

    /// Adds an instruction whose operands and type fit.
    #[inline]
    fn add_inst(&mut self, ty: Option<TypeId>, inst: Inst) -> Result<Value> {
        let Some(block) = self.block.filter(|&block| self.edit.open.pending.layout.has_place(block, self.before)) else {
            return self.error("expected a block to put the instruction into, and an instruction of it to put it before");
        };
        let at = self.edit.open.pending.layout.add(block, self.before);
        self.edit.open.body.insts.push(inst);
        if self.loc != 0 || !self.edit.open.body.debug_locs.is_empty() {
            self.edit.open.body.debug_locs.resize(at.index(), 0);
            self.edit.open.body.debug_locs.push(self.loc);
        }
        self.last = Some(at);
        let Some(ty) = ty else {
            self.edit.open.body.results.push(OptionalId::NONE);
            self.name.clear();
            return Ok(Value::NONE);
        };
        let local = self.edit.open.body.local_types.len() as u32;
        self.edit.open.body.local_types.push(ty);
        self.edit.open.body.results.push(OptionalId::some(local));
        if !self.name.is_empty() || !self.edit.open.body.local_names.is_empty() {
            let name = std::mem::take(&mut self.name);
            let unused = self.unused_name(&name);
            self.name = name;
            self.name.clear();
            self.edit.open.body.local_names.resize(local as usize, LocalStr::EMPTY);
            let unused = self.edit.open.body.names.push(&unused);
            self.edit.open.body.local_names.push(unused);
        }
        Ok(Value::local(local))
    }

    /// Makes instructions whose operands have been checked.
    #[inline]
    fn checked(&mut self) -> Checked<'_, 'e, 'm> {
        Checked(self)
    }

    /// The instruction made last.
    pub fn last_inst(&self) -> Option<InstId> {
        self.last
    }
}

/// Makes instructions of operands that a method of [`FunctionBuilder`] has checked, with the name that was given, and folds none.
struct Checked<'b, 'e, 'm>(&'b mut FunctionBuilder<'e, 'm>);

impl Construct for Checked<'_, '_, '_> {
    type Error = EditError;

    #[inline]
    fn types(&mut self) -> &mut TypeTable {
        &mut self.0.edit.module.types
    }

    #[inline]
    fn target(&mut self) -> &mut Body {
        &mut self.0.edit.open.body
    }

    #[inline]
    fn value_type(&self, value: Value) -> Result<TypeId> {
        self.0.ty(value)
    }

    #[inline]
    fn put(&mut self, ty: Option<TypeId>, inst: Inst) -> Result<Value> {
        self.0.add_inst(ty, inst)
    }
}

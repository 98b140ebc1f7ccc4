//! Function bodies. Operands come from dominating blocks, so every body is valid.
mod aggregate;
mod arith;
mod call;
mod exceptions;
mod memory;
mod plan;
mod special;
mod terminator;

pub(crate) use call::is_argument;
pub(crate) use plan::Frame;

use crate::draw::{Gen, Interned, Typed};
use bctk_edit::construct::{Construct, NoValue};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Attachment, BasicBlock, Body, DbgAssign, DbgOperand, DbgRecord};
use bctk_ir::entity::{BlockId, GlobalId, InstId, List, MdId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::strings::Str;
use bctk_ir::types::TypeTable;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::map_operands;
use bctk_uselist::fill_predecessors;
use hashbrown::HashSet;
use plan::Kind;

/// An instruction before the blocks are put in a row.
struct Made {
    inst: Inst,
    /// The local that it makes, numbered as they are made.
    local: Option<u32>,
    loc: Option<MdId>,
    attachments: Vec<Attachment>,
    /// Debug records before it.
    records: Vec<Record>,
}

/// A debug record.
pub(crate) struct Record {
    pub(crate) record: DbgRecord,
    /// Values of an argument list, in place of the value.
    /// The parts of an assignment.
    pub(crate) assign: Option<DbgAssign>,
    pub(crate) list: Option<Typed>,
}

/// A phi node whose values are not chosen yet.
struct OpenPhi {
    block: usize,
    at: usize,
    ty: TypeId,
}

/// A body being made.
pub(crate) struct Builder<'a, 'g, 'b> {
    pub(crate) g: &'a mut Gen<'g, 'b>,
    frame: Frame,
    pub(crate) body: Body,
    /// Instructions by block of the plan.
    blocks: Vec<Vec<Made>>,
    /// Values by block of the plan.
    values: Vec<Vec<(u32, TypeId)>>,
    /// The pad that a block of exception handling begins with.
    pads: Vec<Option<Value>>,
    arguments: Vec<(u32, TypeId)>,
    /// Values that may be used in the block at hand.
    scope: Vec<(u32, TypeId)>,
    current: usize,
    phis: Vec<OpenPhi>,
    return_type: TypeId,
    pub(crate) subprogram: Option<crate::debug::Scope>,
    /// The type of all landing pads.
    landing_type: TypeId,
}

/// In place of a list of incoming values that are not chosen yet.
const OPEN: List<(Value, BlockId)> = List::EMPTY;

impl Gen<'_, '_> {
    /// Makes the bodies of all functions that were planned.
    pub(crate) fn bodies(&mut self) {
        for frame in self.plans.clone() {
            self.inner = Some(Interned::default());
            let body = Builder::new(self, frame).build();
            let mut body = body;
            if let Some(inner) = self.inner.take() {
                *body.consts = inner.pool;
            }
            self.m.bodies.push(body);
        }
    }

    /// Gives every function with a body the shape of it.
    pub(crate) fn plan_bodies(&mut self, functions: &[GlobalId]) {
        for (index, &function) in functions.iter().enumerate() {
            let frame = self.plan(function);
            if let Some(GlobalKind::Function(f)) = self.m.globals.get_mut(function.index()).map(|g| &mut g.kind) {
                f.body = Some(index as u32);
                if let Some(of) = frame.handling.and_then(|handling| self.personalities[handling as usize]) {
                    f.personality = OptionalId::some(Value::global(of));
                }
            }
            self.plans.push(frame);
        }
    }
}

impl<'a, 'g, 'b> Builder<'a, 'g, 'b> {
    fn new(g: &'a mut Gen<'g, 'b>, frame: Frame) -> Self {
        let fn_ty = g.m.globals[frame.function.index()].value_type;
        let (return_type, params) = match g.m.types.function(fn_ty) {
            Some((ret, params, _)) => (ret, params.to_vec()),
            None => (g.common.void, Vec::new()),
        };
        let mut arguments: Vec<(u32, TypeId)> = params.iter().enumerate().map(|(i, &ty)| (i as u32, ty)).collect();
        if let GlobalKind::Function(function) = &g.m.globals[frame.function.index()].kind {
            let attrs = function.attrs;
            let is_naked = g.has_attr(attrs, AttrIndex::Function, AttrKind::NAKED);
            // Nothing uses what a naked function is given, and few instructions a place for errors.
            arguments.retain(|&(at, _)| !is_naked && !g.has_attr(attrs, AttrIndex::Param(at), AttrKind::SWIFT_ERROR));
        }
        let body = Body { args: params.len() as u32, local_types: params, ..Body::default() };
        let count = frame.blocks.len();
        let subprogram = g.subprogram_of(frame.function);
        let pair = [g.common.ptr, g.common.i32];
        let landing_type = g.literal(&pair);
        Builder {
            g,
            body,
            blocks: (0..count).map(|_| Vec::new()).collect(),
            values: vec![Vec::new(); count],
            pads: vec![None; count],
            arguments,
            scope: Vec::new(),
            current: 0,
            phis: Vec::new(),
            return_type,
            subprogram,
            landing_type,
            frame,
        }
    }

    fn build(mut self) -> Body {
        let order = self.frame.dominance_order();
        for block in order {
            self.enter(block);
            self.fill();
        }
        self.close_phis();
        self.name_values();
        self.lay_out()
    }

    /// Makes the values that may be used in `block` the scope.
    fn enter(&mut self, block: usize) {
        self.current = block;
        self.scope = self.arguments.clone();
        let mut chain = Vec::new();
        let mut at = self.frame.idom[block];
        while let Some(dominator) = at {
            chain.push(dominator);
            at = self.frame.idom[dominator];
        }
        for dominator in chain.into_iter().rev() {
            self.scope.extend_from_slice(&self.values[dominator]);
        }
        // Values that an invoke before this block made.
        self.scope.extend_from_slice(&self.values[block]);
    }

    /// The block at hand.
    fn fill(&mut self) {
        let kind = self.frame.blocks[self.current].kind.clone();
        if !matches!(kind, Kind::Dispatch { .. }) && !self.frame.preds[self.current].is_empty() {
            self.open_phis(matches!(kind, Kind::Catch { .. }));
        }
        match kind {
            Kind::Normal => {}
            Kind::LandingPad => self.landing_pad(),
            Kind::Dispatch { .. } => {}
            Kind::Catch { .. } | Kind::Cleanup { .. } => self.pad(&kind),
        }
        if !matches!(kind, Kind::Dispatch { .. }) {
            for _ in 0..self.g.below(self.g.options.instructions as usize + 1) {
                self.instruction();
            }
        }
        self.terminator();
    }

    fn instruction(&mut self) {
        match self.g.below(21) {
            0..=2 => self.int_operator(),
            3 | 4 => self.float_operator(),
            5 | 6 => self.cast(),
            7 => self.compare(),
            8 => self.select(),
            9 => self.alloca(),
            10 => self.load(),
            11 => self.store(),
            12 => self.gep(),
            13 => self.atomic(),
            14 => self.vector(),
            15 => self.aggregate(),
            16 => self.freeze(),
            17 => self.intrinsic(),
            18 => self.special(),
            _ => self.call(),
        }
    }

    /// Appends an instruction without a result.
    fn push(&mut self, inst: Inst) {
        self.push_made(inst, None);
    }

    fn push_made(&mut self, inst: Inst, local: Option<u32>) {
        let records = self.records(&inst);
        let loc = self.location(&inst);
        let attachments = self.attachments(&inst, local);
        self.blocks[self.current].push(Made { inst, local, loc, attachments, records });
    }

    /// Appends an instruction whose result has type `ty`.
    fn define(&mut self, inst: Inst, ty: TypeId) -> Value {
        let value = self.define_hidden(inst, ty);
        if let ValueKind::Local(local) = value.kind() {
            self.scope.push((local, ty));
            self.values[self.current].push((local, ty));
        }
        value
    }

    /// As [`Builder::define`], but nothing uses the result by chance.
    fn define_hidden(&mut self, inst: Inst, ty: TypeId) -> Value {
        let local = self.body.local_types.len() as u32;
        self.body.local_types.push(ty);
        self.push_made(inst, Some(local));
        Value::local(local)
    }

    /// A value of type `ty`.
    pub(crate) fn operand(&mut self, ty: TypeId) -> Value {
        if !self.g.chance(1, 4) {
            let fits: Vec<u32> = self.scope.iter().filter(|(_, of)| *of == ty).map(|&(local, _)| local).collect();
            if let Some(local) = self.g.pick_some(&fits) {
                return Value::local(local);
            }
        }
        self.g.constant(ty)
    }

    /// A value of type `ty` that is local, or a constant that uses no other: what metadata uses is in no list of uses that a text could state.
    pub(crate) fn plain_operand(&mut self, ty: TypeId) -> Value {
        let fits: Vec<u32> = self.scope.iter().filter(|(_, of)| *of == ty).map(|&(local, _)| local).collect();
        match self.g.pick_some(&fits) {
            Some(local) => Value::local(local),
            None if self.g.is_pointer(ty) => self.g.global_or_null(ty),
            None => self.g.number_of(ty),
        }
    }

    /// A type for which there is a value in scope, if one satisfies `f`; else one that values may have.
    pub(crate) fn type_where(&mut self, f: impl Fn(&Gen<'_, '_>, TypeId) -> bool) -> Option<TypeId> {
        let fits: Vec<TypeId> = self.scope.iter().map(|&(_, ty)| ty).filter(|&ty| f(self.g, ty)).collect();
        if !fits.is_empty() && self.g.chance(3, 4) {
            return Some(self.g.pick(&fits));
        }
        self.g.type_where(f).or_else(|| self.g.pick_some(&fits))
    }

    /// A pointer in any address space.
    fn address(&mut self) -> Value {
        let ty =
            if self.g.chance(4, 5) { self.g.common.ptr } else { self.type_where(|g, ty| g.is_pointer(ty)).unwrap_or(self.g.common.ptr) };
        self.operand(ty)
    }

    fn list(&mut self, values: &[Value]) -> List<Value> {
        self.body.lists.push(values)
    }

    /// The position of a block of the plan.
    fn block(&self, block: usize) -> BlockId {
        BlockId(self.frame.position[block])
    }

    /// Phi nodes, whose values are chosen when all blocks are there.
    fn open_phis(&mut self, few: bool) {
        let count = if few { 0 } else { self.g.below(4).saturating_sub(1) };
        for _ in 0..count {
            let ty = self.g.value_type();
            let fmf =
                if self.g.of_floats(ty) { FastMathFlags::from_bits(self.g.bits(FastMathFlags::FAST.bits())) } else { FastMathFlags::NONE };
            self.phis.push(OpenPhi { block: self.current, at: self.blocks[self.current].len(), ty });
            self.define(Inst::Phi { fmf, incoming: OPEN }, ty);
        }
    }

    fn close_phis(&mut self) {
        for phi in std::mem::take(&mut self.phis) {
            let preds = self.frame.preds[phi.block].clone();
            let mut pairs: Vec<(Value, BlockId)> = Vec::new();
            let mut chosen: Vec<(usize, Value)> = Vec::new();
            for pred in preds {
                let value = match chosen.iter().find(|(block, _)| *block == pred) {
                    Some(&(_, value)) => value,
                    None => {
                        self.enter(pred);
                        self.operand(phi.ty)
                    }
                };
                chosen.push((pred, value));
                pairs.push((value, self.block(pred)));
            }
            let incoming = self.body.lists.push(&pairs);
            if let Some(Made { inst: Inst::Phi { incoming: open, .. }, .. }) = self.blocks[phi.block].get_mut(phi.at) {
                *open = incoming;
            }
        }
    }

    fn name_values(&mut self) {
        let mut taken = HashSet::new();
        let mut strings = std::mem::take(&mut self.body.names);
        // Two choices, so that there are bodies without any name.
        if self.g.chance(3, 4) {
            let void = self.g.common.void;
            let types = self.body.local_types.clone();
            for ty in types {
                let name = if ty == void { Str::EMPTY } else { self.g.local_name(&mut taken, &mut strings) };
                self.body.local_names.push(name);
            }
        }
        if self.g.chance(3, 4) {
            for _ in 0..self.blocks.len() {
                let name = self.g.local_name(&mut taken, &mut strings);
                self.body.block_names.push(name);
            }
        }
        self.body.names = strings;
    }

    /// Puts the blocks in a row and numbers locals in their order.
    fn lay_out(mut self) -> Body {
        let mut order: Vec<usize> = (0..self.blocks.len()).collect();
        order.sort_by_key(|&block| self.frame.position[block]);
        let mut number: Vec<u32> = (0..self.body.args).collect();
        number.resize(self.body.local_types.len(), u32::MAX);
        let mut next = self.body.args;
        let mut pending: Vec<(usize, Typed)> = Vec::new();
        let body = &mut self.body;
        for block in order {
            let first = InstId::new(body.insts.len());
            for made in std::mem::take(&mut self.blocks[block]) {
                let id = InstId::new(body.insts.len());
                body.insts.push(made.inst);
                body.results.push(match made.local {
                    Some(local) => {
                        number[local as usize] = next;
                        next += 1;
                        OptionalId::some(next - 1)
                    }
                    None => OptionalId::NONE,
                });
                let loc = match made.loc {
                    None => 0,
                    Some(node) => match body.loc_nodes.iter().position(|&known| known == node) {
                        Some(at) => at as u32 + 1,
                        None => {
                            body.loc_nodes.push(node);
                            body.loc_nodes.len() as u32
                        }
                    },
                };
                body.debug_locs.push(loc);
                for record in made.records {
                    if let Some(list) = record.list {
                        pending.push((body.dbg_records.len(), list));
                    }
                    let assign = record.assign.map_or(OptionalId::NONE, |assign| body.push_dbg_assign(assign));
                    body.dbg_records.push(DbgRecord { before: id, assign, ..record.record });
                }
                let mut attachments = made.attachments;
                attachments.sort_by_key(|attachment| attachment.kind);
                attachments.dedup_by_key(|attachment| attachment.kind);
                body.attachments.extend(attachments.into_iter().map(|attachment| (id, attachment)));
            }
            body.blocks.push(BasicBlock { first, end: InstId::new(body.insts.len()) });
        }
        if body.loc_nodes.is_empty() {
            body.debug_locs.clear();
        }
        let renumber = |value: Value| match value.kind() {
            ValueKind::Local(local) => Value::local(number[local as usize]),
            _ => value,
        };
        for i in 0..body.insts.len() {
            map_operands(body, InstId::new(i), renumber, |block| block);
        }
        let operand = |operand: &mut DbgOperand| {
            if let DbgOperand::Value(value) = operand {
                *value = renumber(*value);
            }
        };
        for record in &mut body.dbg_records {
            record.value.iter_mut().for_each(operand);
        }
        body.dbg_assigns.iter_mut().for_each(|assign| operand(&mut assign.address));
        let types = body.local_types.clone();
        for (old, &new) in number.iter().enumerate() {
            body.local_types[new as usize] = types[old];
        }
        if !body.local_names.is_empty() {
            let names = body.local_names.clone();
            for (old, &new) in number.iter().enumerate() {
                body.local_names[new as usize] = names[old];
            }
        }
        if !body.block_names.is_empty() {
            let names = body.block_names.clone();
            for (old, &new) in self.frame.position.iter().enumerate() {
                body.block_names[new as usize] = names[old];
            }
        }
        fill_predecessors(body);
        if let Some(scope) = &self.subprogram {
            body.function_attachments.push(Attachment { kind: 0, node: scope.subprogram });
        }
        let index = self.g.m.bodies.len();
        let pending = pending.into_iter().map(|(at, values)| {
            let values = values.into_iter().map(|(ty, value)| (ty, renumber(value))).collect();
            (index, at, values)
        });
        self.g.argument_lists.extend(pending);
        self.body
    }
}

/// Instructions get locations, attachments and records by chance, and what uses their results later is drawn among all values in scope.
impl Construct for Builder<'_, '_, '_> {
    type Error = NoValue;

    fn types(&mut self) -> &mut TypeTable {
        &mut self.g.m.types
    }

    fn target(&mut self) -> &mut Body {
        &mut self.body
    }

    fn value_type(&self, value: Value) -> Result<TypeId, NoValue> {
        let ty = match value.kind() {
            ValueKind::Local(local) => self.body.local_types.get(local as usize).copied(),
            ValueKind::LocalConst(index) => self.g.inner.as_ref().and_then(|inner| inner.pool.get(index)).map(|constant| constant.ty),
            _ => self.g.m.type_of(value, None),
        };
        ty.ok_or(NoValue)
    }

    fn put(&mut self, ty: Option<TypeId>, inst: Inst) -> Result<Value, NoValue> {
        Ok(match ty {
            Some(ty) => self.define(inst, ty),
            None => {
                self.push(inst);
                Value::NONE
            }
        })
    }
}

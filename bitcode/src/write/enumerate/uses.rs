//! What bodies use of the module, gathered from each alone, so that numbering them has to look at each thing once for each body.
use super::{Names, walk};
use bctk_ir::body::{Attachment, Body, DbgAssign, DbgOperand, DbgRecord};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, InstId, MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_ir::visit::{frequent_operands, operands_by_number};
use bctk_support::parallel::{Reused, Taken};
use bctk_support::slices::{next_if, take_while};
use std::ops::Range;

/// Something that a body uses.
#[derive(Clone, Copy)]
pub(super) enum Use {
    Type(TypeId),
    /// The types of a constant of the module and of its parts.
    ConstTypes(u32),
    Attrs(AttrListId),
    Md(MdId),
    /// The operands of a debug location.
    MdOperands(MdId),
    /// A value as metadata.
    Value(Value),
}

/// What a body uses.
#[derive(Default)]
pub(super) struct BodyUses {
    /// The constants that instructions name, in the order of their first use, with the number of their uses.
    pub(super) constants: Vec<(Value, u32)>,
    /// Metadata that instructions name, with the number of the instruction.
    pub(super) metadata: Vec<(u32, MdId)>,
}

/// What a body uses that has numbers in the module, in the order in which LLVM's writer numbers it, each mostly once; and the rest.
pub(super) type Gathered = (Taken<Vec<Use>>, BodyUses);

/// What all bodies are gathered with.
#[derive(Clone, Copy)]
pub(super) struct Context<'c, 'm> {
    pub(super) module: &'m Module,
    pub(super) llvm: LlvmVersion,
    pub(super) md_kinds: &'c Names<'m>,
    pub(super) void: TypeId,
    pub(super) label: TypeId,
}

/// A set of small numbers.
#[derive(Default)]
struct Set(Vec<u64>);

impl Set {
    /// Adds a number; whether it is new, or too large to be kept.
    #[inline]
    fn insert(&mut self, number: u32) -> bool {
        let Some(word) = self.0.get_mut(number as usize / 64) else { return true };
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn remove(&mut self, number: u32) {
        if let Some(word) = self.0.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    fn with_room(count: usize) -> Set {
        Set(vec![0; count.div_ceil(64)])
    }

    /// Empties the set, with room for the numbers below `count`.
    fn reset(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count.div_ceil(64), 0);
    }
}

/// Gathers bodies, one after the other.
pub(super) struct Gatherer<'c, 'm> {
    context: Context<'c, 'm>,
    types: Set,
    const_types: Set,
    attrs: Set,
    md: Set,
    locs: Set,
    /// Constants of the body as metadata.
    own_values: Set,
    /// By constant of the module: its place in `uses.constants` plus one.
    places: Vec<u32>,
    /// By constant of the body.
    own_places: Vec<u32>,
    /// The constants of the body whose types have been visited.
    own_types: Vec<bool>,
    /// Locals whose types have been visited: results up to the current instruction, as far as they have their numbers in order.
    made: Range<u32>,
    of_module: Vec<Use>,
    uses: BodyUses,
    stack: Vec<Result<Value, TypeId>>,
}

impl<'c, 'm> Gatherer<'c, 'm> {
    pub(super) fn new(context: Context<'c, 'm>) -> Self {
        let Module { types, consts, attrs, metadata, .. } = context.module;
        Gatherer {
            context,
            types: Set::with_room(types.len().max(context.void.index() + 1).max(context.label.index() + 1)),
            const_types: Set::with_room(consts.consts.len()),
            attrs: Set::with_room(attrs.lists.len()),
            md: Set::with_room(metadata.items.len()),
            locs: Set::default(),
            own_values: Set::default(),
            places: vec![0; consts.consts.len()],
            own_places: Vec::new(),
            own_types: Vec::new(),
            made: 0..0,
            of_module: Vec::new(),
            uses: BodyUses::default(),
            stack: Vec::new(),
        }
    }

    /// What `body` uses; `spare` has lists that were merged.
    pub(super) fn gather(&mut self, body: &Body, spare: &Reused<Vec<Use>>) -> Gathered {
        let constants = body.consts.consts.len();
        self.own_places.clear();
        self.own_places.resize(constants, 0);
        self.own_types.clear();
        self.own_types.resize(constants, false);
        self.locs.reset(body.loc_nodes.len());
        self.own_values.reset(constants);
        self.made = body.args..body.args;
        self.visit(body);
        for &used in &self.of_module {
            match used {
                Use::Type(ty) => self.types.remove(ty.0),
                Use::ConstTypes(index) => self.const_types.remove(index),
                Use::Attrs(list) => self.attrs.remove(list.0),
                Use::Md(md) => self.md.remove(md.0),
                Use::MdOperands(_) | Use::Value(_) => {}
            }
        }
        for (constant, _) in &self.uses.constants {
            if let ValueKind::Const(index) = constant.kind()
                && let Some(place) = self.places.get_mut(index as usize)
            {
                *place = 0;
            }
        }
        let BodyUses { constants, metadata } = &mut self.uses;
        let mut of_module = spare.take();
        of_module.append(&mut self.of_module);
        // Copies have no more room than they need.
        let uses = BodyUses { constants: constants.clone(), metadata: metadata.clone() };
        constants.clear();
        metadata.clear();
        (of_module, uses)
    }

    fn visit(&mut self, body: &Body) {
        let Context { llvm, void, .. } = self.context;
        let mut attachments = body.attachments.as_slice();
        let mut records = body.dbg_records.as_slice();
        // Where the next of them are.
        let attached = |attachments: &[(InstId, Attachment)]| attachments.first().map_or(usize::MAX, |(at, _)| at.index());
        let recorded = |records: &[DbgRecord]| records.first().map_or(usize::MAX, |record| record.before.index());
        let (mut next_attachment, mut next_record) = (attached(attachments), recorded(records));
        for block in &body.blocks {
            for i in block.first.index()..block.end.index() {
                let Some(inst) = body.insts.get(i) else { break };
                if next_record <= i {
                    while let Some(record) = next_if(&mut records, |record| record.before.index() <= i) {
                        self.record(body, record);
                    }
                    next_record = recorded(records);
                }
                match *inst {
                    Inst::Invoke { call, normal, unwind } if !llvm.callee_last() => {
                        let blocks = [normal, unwind].map(Value::block);
                        let Some(call) = body.call(call) else { continue };
                        let bundles = body.call_bundles(call).iter().flat_map(|bundle| body.values(bundle.inputs));
                        for value in body.values(call.args).chain(bundles).chain([call.callee]).chain(blocks) {
                            self.operand(body, i, value);
                        }
                    }
                    _ => {
                        if !frequent_operands(inst, body, |_, value| self.operand(body, i, value)) {
                            operands_by_number(inst, body, |value| self.other_operand(body, i, value));
                        }
                    }
                }
                match *inst {
                    Inst::Gep { source, .. } => self.ty(source),
                    Inst::Alloca { ty, .. } | Inst::Malloc { ty, .. } => self.ty(ty),
                    Inst::ShuffleVector { mask, .. } => {
                        self.constant(mask);
                        self.context.module.type_of(mask, body).into_iter().for_each(|ty| self.ty(ty));
                    }
                    _ => {}
                }
                match body.result(InstId(i as u32)) {
                    Some(local) => {
                        self.ty(body.local_types.get(local as usize).copied().unwrap_or(void));
                        self.made.end += u32::from(local == self.made.end);
                    }
                    None => self.ty(void),
                }
                if let Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } = *inst
                    && let Some(call) = body.call(call)
                {
                    if self.attrs.insert(call.attrs.0) {
                        self.of_module.push(Use::Attrs(call.attrs));
                    }
                    self.ty(call.fn_ty);
                }
                if next_attachment <= i {
                    match take_while(&mut attachments, |(at, _)| at.index() <= i) {
                        [] => {}
                        [(_, one)] => self.md(one.node),
                        many if walk::are_in_order_of_kinds(self.context.md_kinds, many) => {
                            many.iter().for_each(|(_, one)| self.md(one.node));
                        }
                        many => {
                            let own: Vec<Attachment> = many.iter().map(|&(_, attachment)| attachment).collect();
                            walk::in_order_of_kinds(self.context.md_kinds, &own).into_iter().for_each(|node| self.md(node));
                        }
                    }
                    next_attachment = attached(attachments);
                }
                // A location has a record of its own; its operands are ordinary metadata.
                if let Some(&loc) = body.debug_locs.get(i)
                    && let Some(loc) = loc.checked_sub(1)
                    && self.locs.insert(loc)
                    && let Some(&node) = body.loc_nodes.get(loc as usize)
                {
                    self.of_module.push(Use::MdOperands(node));
                }
            }
        }
    }

    #[inline]
    fn ty(&mut self, ty: TypeId) {
        if self.types.insert(ty.0) {
            self.of_module.push(Use::Type(ty));
        }
    }

    #[inline]
    fn md(&mut self, md: MdId) {
        if self.md.insert(md.0) {
            self.of_module.push(Use::Md(md));
        }
    }

    /// Metadata, or the type of an operand and of the parts of a constant (`EnumerateOperandType`).
    #[inline(always)]
    fn operand(&mut self, body: &Body, inst: usize, value: Value) {
        // Most are locals whose types were visited where they are made.
        if !matches!(value.kind(), ValueKind::Local(local) if self.made.contains(&local)) {
            self.other_operand(body, inst, value);
        }
    }

    #[inline(never)]
    fn other_operand(&mut self, body: &Body, inst: usize, value: Value) {
        match value.kind() {
            ValueKind::Local(local) if self.made.contains(&local) => {}
            ValueKind::Local(local) => {
                if let Some(&ty) = body.local_types.get(local as usize) {
                    self.ty(ty);
                }
            }
            ValueKind::Block(_) => self.ty(self.context.label),
            ValueKind::Metadata(md) => {
                self.uses.metadata.push((inst as u32, md));
                self.located(DbgOperand::Md(md));
            }
            ValueKind::Const(_) | ValueKind::LocalConst(_) => {
                if self.constant(value) {
                    self.constant_types(body, value);
                }
            }
            _ => self.context.module.type_of(value, body).into_iter().for_each(|ty| self.ty(ty)),
        }
    }

    /// Counts a use of a constant; whether it is the first.
    #[inline]
    fn constant(&mut self, constant: Value) -> bool {
        let place = match constant.kind() {
            ValueKind::Const(index) => self.places.get_mut(index as usize),
            ValueKind::LocalConst(index) => self.own_places.get_mut(index as usize),
            _ => None,
        };
        let constants = &mut self.uses.constants;
        match place {
            Some(place) if *place != 0 => {
                constants[*place as usize - 1].1 += 1;
                false
            }
            place => {
                constants.push((constant, 1));
                if let Some(place) = place {
                    *place = constants.len() as u32;
                }
                true
            }
        }
    }

    fn constant_types(&mut self, body: &Body, value: Value) {
        // Remaining work: a constant, or the source type of a constant whose operands are done.
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(Ok(value));
        while let Some(step) = stack.pop() {
            let index = match step.map(|value| (value, value.kind())) {
                Err(source) => {
                    self.ty(source);
                    continue;
                }
                Ok((_, ValueKind::LocalConst(index))) => index,
                Ok((_, ValueKind::Const(index))) => {
                    if self.const_types.insert(index) {
                        self.of_module.push(Use::ConstTypes(index));
                    }
                    continue;
                }
                Ok((value, _)) => {
                    self.context.module.type_of(value, body).into_iter().for_each(|ty| self.ty(ty));
                    continue;
                }
            };
            let Some(constant) = body.consts.get(index) else { continue };
            self.ty(constant.ty);
            let done = self.own_types.get_mut(index as usize);
            // Its parts contain nothing new.
            if done.is_none_or(|done| std::mem::replace(done, true)) {
                continue;
            }
            if let ConstKind::Gep { source, .. } = constant.kind {
                stack.push(Err(source));
            }
            let at = stack.len();
            body.consts.operands(constant.kind, |operand| stack.push(Ok(operand)));
            stack[at..].reverse();
        }
        self.stack = stack;
    }

    /// The metadata of a debug record.
    #[inline]
    fn record(&mut self, body: &Body, record: &DbgRecord) {
        if let Some(value) = record.value {
            self.located(value);
        }
        if let Some(expression) = record.expression.get() {
            self.md(expression);
        }
        self.md(record.variable);
        self.md(record.loc);
        if let Some(&DbgAssign { id, address, address_expression: expression }) = body.dbg_assign(record) {
            self.located(address);
            self.md(id);
            self.md(expression);
        }
    }

    /// Metadata that an instruction or record names, except locals of the function, which are numbered with its body.
    #[inline]
    fn located(&mut self, operand: DbgOperand) {
        match operand {
            DbgOperand::Md(md) => match self.context.module.metadata.get(md) {
                Metadata::ArgList(list) => self.context.module.metadata.lists.get(list).iter().for_each(|arg| self.md(arg)),
                _ => self.md(md),
            },
            DbgOperand::Value(value) => {
                let is_new = match value.kind() {
                    ValueKind::Local(_) => false,
                    ValueKind::LocalConst(index) => self.own_values.insert(index),
                    _ => true,
                };
                if is_new {
                    self.of_module.push(Use::Value(value));
                }
            }
        }
    }
}

//! Parses function bodies: blocks, instructions with attachments, use-list orders, and everything that is resolved at the end (LLVM
//! 22, `LLParser::parseFunctionBody`, `parseBasicBlock`).

use super::Parser;
use super::constants::ConstUnit;
use super::locals::{Defined, Locals};
use crate::error::{Late, Result};
use crate::token::{Kw, Tok};
use bctk_ir::body::{Attachment, BasicBlock, Body, DbgOperand};
use bctk_ir::datalayout::{DataLayout, Layouts, TypeSource};
use bctk_ir::entity::{InstId, MdId, OptionalId, TypeId};
use bctk_ir::metadata::Metadata;
use bctk_ir::rare::Part;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::ValueKind;
use bctk_ir::visit::{map_operands, operands};
use bctk_support::limits::RESERVED_INSTRUCTIONS;
use bctk_uselist::fill_predecessors;
use hashbrown::HashMap;
use std::borrow::Cow;
use std::ops::Range;

/// The current function.
#[derive(Default)]
pub(crate) struct Fun<'s> {
    /// Whether there is one.
    pub(crate) active: bool,
    pub(crate) body: Body,
    /// Constants of the body.
    pub(crate) consts: ConstUnit<'s>,
    pub(super) locals: Locals,
    /// Return type.
    pub(super) ret: TypeId0,
    /// Whether it takes variable arguments.
    pub(super) vararg: bool,
    /// Whether the comma after the current instruction was consumed.
    pub(super) ate_comma: bool,
    /// Bytes of a data constant being read.
    pub(super) data: Vec<u8>,
    /// Recent debug locations, with their index in the body's list plus one.
    locs: Vec<(MdId, u32)>,
    /// Whether metadata refers to a local that is defined later.
    forward_metadata: bool,
    layouts: Option<Box<Layouts>>,
    /// Case values of a switch, with their positions.
    pub(super) places: Vec<(u32, usize)>,
    pub(super) arguments: super::inst::Arguments,
    /// Undeclared intrinsics that this part of the text calls, by name and type: index in its list of them.
    pub(super) undeclared: HashMap<(Cow<'s, [u8]>, TypeId), u32>,
    /// Elements of abbreviated constants so far.
    pub(super) expanded: u64,
    /// Number of uses of each local, once a use-list order asks for it.
    uses: Vec<u32>,
    /// Whether this part of the text has debug records.
    pub(super) has_records: bool,
    /// Whether this part of the text calls debug intrinsics.
    pub(super) has_debug_calls: bool,
}

/// A type that is not known before there is a function.
#[derive(Clone, Copy)]
pub(super) struct TypeId0(pub(super) TypeId);

impl Default for TypeId0 {
    fn default() -> Self {
        TypeId0(TypeId(0))
    }
}

/// A body that the top level has passed over.
#[derive(Clone, Debug)]
pub(crate) struct BodyTask {
    /// The definition: index in [`super::module::Top::globals`], later in the module's global values.
    pub(crate) global: u32,
    /// The position of its opening brace.
    pub(crate) start: usize,
    /// Where the closing brace ends.
    pub(crate) end: usize,
    /// Names of its parameters: an index in [`super::module::Top::arg_names`].
    pub(crate) args: Range<u32>,
}

/// What the header of a function states about a parameter's name.
#[derive(Clone, Debug)]
pub(crate) enum ArgName {
    /// `%name`, with quotes if it has any, at this place.
    Named(Range<usize>),
    /// `%N` at this place.
    Numbered(u32, Range<usize>),
    /// Nothing.
    None,
}

/// Types of a part of the text, where layouts look them up.
impl TypeSource for super::types::Types<'_> {
    fn lookup(&self, id: TypeId) -> (Type, &TypeTable) {
        self.get(id)
    }
}

/// Places in the cache of debug locations, a power of two.
const LOC_CACHE: usize = 256;
/// A placeholder for the type of an instruction without result.
pub(super) const NO_RESULT: TypeId = TypeId(u32::MAX);

impl<'s> Parser<'_, 's> {
    /// Parses the body of `task`; the current token is its opening brace. Consumes the closing brace.
    ///
    /// Nothing if it has faults that are noted already. Block addresses by name stay in [`ConstUnit::block_addresses`] of
    /// [`Fun::consts`], to be resolved later.
    pub(crate) fn body(&mut self, task: &BodyTask, args: &[ArgName]) -> Result<Option<Body>> {
        self.fun.active = true;
        let result = self.whole_body(task, args);
        self.fun.active = false;
        result
    }

    /// Sizes and alignments under the data layout of the text; at the top level, where it may not be known yet, under LLVM's.
    pub(super) fn layouts(&mut self) -> &mut Layouts {
        let (env, llvm) = (self.env, self.language);
        self.fun.layouts.get_or_insert_with(|| {
            // The layout in the text: LLVM upgrades it only when it reads bitcode.
            let layout = env.map_or(&[][..], |env| env.module.str(env.module.data_layout));
            Box::new(Layouts::new(DataLayout::parse(layout)).of_release(llvm))
        })
    }

    /// Whether values of the type have a size.
    pub(super) fn is_sized(&mut self, ty: TypeId) -> bool {
        match self.types.kind(ty) {
            Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. } => return true,
            _ => {}
        }
        self.measured(|layouts, types| layouts.is_sized(types, ty))
    }

    /// Whether the type is or contains a scalable vector.
    pub(super) fn is_scalable(&mut self, ty: TypeId) -> bool {
        match self.types.kind(ty) {
            Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. } => return false,
            _ => {}
        }
        self.measured(|layouts, types| layouts.is_scalable(types, ty))
    }

    /// What holds for a type with the layout of the module.
    fn measured(&mut self, of: impl FnOnce(&mut Layouts, &super::types::Types<'_>) -> bool) -> bool {
        self.layouts();
        let Some(layouts) = self.fun.layouts.as_mut() else { return false };
        let holds = of(layouts, &self.types);
        if self.env.is_none() {
            // Types that are not defined yet may get a size later.
            layouts.forget_unsized();
        }
        holds
    }

    /// ABI alignment in bytes; none for a type without size.
    pub(super) fn abi_align(&mut self, ty: TypeId) -> Option<u64> {
        self.layouts();
        self.fun.layouts.as_mut().and_then(|layouts| layouts.abi_align(&self.types, ty))
    }

    /// Preferred alignment in bytes; none for a type without size.
    pub(super) fn pref_align(&mut self, ty: TypeId) -> Option<u64> {
        self.layouts();
        self.fun.layouts.as_mut().and_then(|layouts| layouts.pref_align(&self.types, ty))
    }

    /// How many bytes storing a value writes.
    pub(super) fn store_size(&mut self, ty: TypeId) -> Option<u64> {
        self.layouts();
        self.fun.layouts.as_mut().and_then(|layouts| layouts.store_size(&self.types, ty))
    }

    fn whole_body(&mut self, task: &BodyTask, args: &[ArgName]) -> Result<Option<Body>> {
        let Some(env) = self.env else { return Err(self.error("expected a function body")) };
        self.fun.body.clear();
        self.fun.consts.clear();
        self.fun.locals.clear();
        self.fun.forward_metadata = false;
        self.fun.uses.clear();
        self.fun.locs.clear();
        self.fun.locs.resize(LOC_CACHE, (MdId(u32::MAX), 0));
        self.scratch.clear();
        self.type_scratch.clear();
        self.md.begin_body();
        self.begin_body_faults(task);
        let first_metadata = self.md.table.items.len();
        let fn_ty = env.module.globals.get(task.global as usize).map_or(TypeId(0), |g| g.value_type);
        let Some((ret, params, vararg)) = env.module.types.function(fn_ty) else {
            return Err(self.error("expected a function body"));
        };
        self.fun.ret = TypeId0(ret);
        self.fun.vararg = vararg;
        self.fun.body.args = params.len() as u32;
        let room = (task.end.saturating_sub(task.start) / 48).min(RESERVED_INSTRUCTIONS);
        self.fun.body.insts.reserve(room);
        for (i, param) in params.iter().enumerate() {
            self.fun.body.local_types.push(param);
            let (name, span) = match args.get(i) {
                Some(ArgName::Named(span)) => (self.name_at(span.clone()), span.clone()),
                Some(ArgName::Numbered(n, span)) => (Defined::Number(*n), span.clone()),
                _ => (Defined::Nothing, task.start..task.start + 1),
            };
            self.define_local(name, i as u32, param, span, "argument")?;
        }
        self.expect(Tok::LBrace, "expected '{' in function body")?;
        if self.tok == Tok::RBrace || self.at(Kw::UseListOrder) {
            return Err(self.error("function body requires at least one basic block"));
        }
        while self.tok != Tok::RBrace && !self.at(Kw::UseListOrder) {
            if let Err(fault) = self.basic_block()
                && !self.recover_in_block(fault, task)?
            {
                break;
            }
        }
        if self.has_faults() && self.body_has_faults() {
            return Ok(None);
        }
        while self.tok != Tok::RBrace {
            self.use_list_order()?;
        }
        if let Err(fault) = self.check_locals() {
            return if self.body_has_faults() { Ok(None) } else { Err(fault) };
        }
        self.next();
        self.settle_body(first_metadata);
        let mut body = self.fun.body.clone();
        if !self.fun.consts.pool.is_empty() {
            body.consts = self.fun.consts.pool.clone().into();
        }
        let _ = fill_predecessors(&mut body);
        Ok(Some(body))
    }

    /// Replaces provisional values and blocks by their definitions, and pads lists that are too short.
    fn settle_body(&mut self, first_metadata: usize) {
        let body = &mut self.fun.body;
        let locals = &self.fun.locals;
        for &user in &locals.users {
            map_operands(body, InstId(user), |v| locals.settle(v), |b| locals.settle_block(b));
        }
        if self.fun.forward_metadata {
            for item in self.md.table.items.iter_mut().skip(first_metadata) {
                if let Metadata::Value { value, .. } = item {
                    *value = locals.settle(*value);
                }
            }
            let settle = |operand: &mut DbgOperand| {
                if let DbgOperand::Value(value) = operand {
                    *value = locals.settle(*value);
                }
            };
            for record in &mut body.dbg_records {
                record.value.iter_mut().for_each(settle);
            }
            body.dbg_assigns.iter_mut().for_each(|assign| settle(&mut assign.address));
        }
        let (insts, values, blocks) = (body.insts.len(), body.local_types.len(), body.blocks.len());
        let fill = |names: &mut Vec<_>, len| {
            if !names.is_empty() {
                names.resize(len, bctk_ir::strings::Str::EMPTY);
            }
        };
        fill(&mut body.local_names, values);
        fill(&mut body.block_names, blocks);
        if !body.debug_locs.is_empty() {
            body.debug_locs.resize(insts, 0);
        }
    }

    /// An optional label, and instructions up to the first terminator. Whole lines may go on with further blocks.
    fn basic_block(&mut self) -> Result<()> {
        let span = self.span();
        let name = match self.tok {
            Tok::Label | Tok::LabelNum => {
                let name = self.local_name();
                self.next_after_label();
                name
            }
            _ => Defined::Nothing,
        };
        let block = self.fun.body.blocks.len() as u32;
        self.old.unlabelled |= block > 0 && matches!(name, Defined::Nothing) && self.typed_pointers();
        self.define_block(name, block, span)?;
        self.rest_of_block()
    }

    /// Instructions up to the first terminator.
    pub(super) fn rest_of_block(&mut self) -> Result<()> {
        loop {
            while self.tok == Tok::HashWord {
                self.debug_record()?;
            }
            if self.fast_lines()? || self.tok != Tok::HashWord && self.instruction()? {
                break;
            }
        }
        self.end_block();
        Ok(())
    }

    /// Ends the current block, which begins where the one before it ends.
    pub(super) fn end_block(&mut self) {
        let body = &mut self.fun.body;
        let first = body.blocks.last().map_or(InstId(0), |block| block.end);
        let end = InstId::new(body.insts.len());
        body.blocks.push(BasicBlock { first, end });
    }

    fn debug_record(&mut self) -> Result<()> {
        if self.fun.has_debug_calls {
            return Err(self.error("debug record should not appear in a module containing debug info intrinsics"));
        }
        self.fun.has_records = true;
        let users = self.fun.locals.users.len();
        let mut record = self.dbg_record()?;
        record.before = InstId::new(self.fun.body.insts.len());
        self.fun.body.dbg_records.push(record);
        self.drop_users(users);
        Ok(())
    }

    /// Metadata as an operand.
    pub(super) fn metadata_operand(&mut self) -> Result<bctk_ir::value::Value> {
        let users = self.fun.locals.users.len();
        let value = self.metadata_value()?;
        self.drop_users(users);
        Ok(value)
    }

    /// Notes that metadata, rather than the current instruction, refers to something defined later.
    #[inline]
    fn drop_users(&mut self, before: usize) {
        // A user is noted only once, so only new ones show; calling this more often costs little.
        if self.fun.locals.users.len() > before || self.fun.locals.users.last() == Some(&(self.fun.body.insts.len() as u32)) {
            self.fun.forward_metadata = true;
        }
    }

    /// An instruction with its name and attachments; returns whether it is a terminator.
    fn instruction(&mut self) -> Result<bool> {
        let span = self.span();
        let name = match self.tok {
            Tok::Local | Tok::LocalNum => {
                let is_name = self.tok == Tok::Local;
                let name = self.local_name();
                if self.source()[span.end..].starts_with(b" = ") {
                    self.seek(span.end + 2);
                } else {
                    self.next();
                    let message = if is_name { "expected '=' after instruction name" } else { "expected '=' after instruction id" };
                    self.expect(Tok::Equal, message)?;
                }
                Some(name)
            }
            _ => None,
        };
        self.fun.ate_comma = false;
        let (inst, ty) = self.operation()?;
        let at = self.fun.body.insts.len();
        if at >= super::locals::FORWARD as usize {
            return Err(self.error("function has too many instructions"));
        }
        let body = &mut self.fun.body;
        body.insts.push(inst);
        if self.env.is_some_and(|env| env.options.offsets) {
            body.provenance.offsets.push(span.start as u64);
        }
        if ty == NO_RESULT {
            body.results.push(OptionalId::NONE);
            if name.is_some() {
                return Err(self.error_at(span, "instructions returning void cannot have a name"));
            }
        } else {
            let local = body.local_types.len() as u32;
            body.results.push(OptionalId::some(local));
            body.local_types.push(ty);
            self.define_local(name.unwrap_or(Defined::Nothing), local, ty, span, "instruction")?;
        }
        if self.fun.ate_comma || self.tok == Tok::Comma {
            self.attachments(at)?;
        }
        Ok(inst.is_terminator())
    }

    /// `, !kind node` after the instruction `at`.
    pub(super) fn attachments(&mut self, at: usize) -> Result<()> {
        if !self.fun.ate_comma {
            self.next();
        }
        loop {
            if self.tok != Tok::MetadataName {
                return Err(self.error("expected metadata after comma"));
            }
            let start = self.syntax.start;
            let attachment = self.attachment()?;
            if attachment.kind == 0 {
                self.set_debug_loc(at, attachment.node);
                if let Some(locations) = &mut self.locations {
                    locations.push((attachment.node, Late::Location(start)));
                }
            } else {
                self.attach(at, attachment);
            }
            if !self.eat(Tok::Comma) {
                return Ok(());
            }
        }
    }

    #[inline]
    pub(super) fn set_debug_loc(&mut self, at: usize, node: MdId) {
        let body = &mut self.fun.body;
        let slot = &mut self.fun.locs[node.index() & (LOC_CACHE - 1)];
        if slot.0 != node {
            body.loc_nodes.push(node);
            *slot = (node, body.loc_nodes.len() as u32);
        }
        body.debug_locs.resize(at, 0);
        body.debug_locs.push(slot.1);
    }

    /// Attachments of an instruction are sorted by kind; the last of a kind counts.
    pub(super) fn attach(&mut self, at: usize, attachment: Attachment) {
        let list = &mut self.fun.body.attachments;
        let inst = InstId::new(at);
        if list.last().is_none_or(|(last, _)| last.index() < at) {
            list.push((inst, attachment));
            return;
        }
        let first = list.partition_point(|(i, _)| i.index() < at);
        match list[first..].binary_search_by_key(&attachment.kind, |(_, a)| a.kind) {
            Ok(found) => list[first + found].1 = attachment,
            Err(place) => list.insert(first + place, (inst, attachment)),
        }
    }

    /// `uselistorder T value, { … }` in a body.
    fn use_list_order(&mut self) -> Result<()> {
        let start = self.span();
        self.expect_kw(Kw::UseListOrder, "expected uselistorder directive")?;
        let (_, value) = self.typed_value()?;
        self.expect(Tok::Comma, "expected comma in uselistorder directive")?;
        let indexes = self.use_list_indexes()?;
        // Uses of other values may be in other functions.
        if let ValueKind::Local(local) = value.kind() {
            let uses = self.local_uses(local);
            let message = match uses {
                0 => "value has no uses".into(),
                1 => "value only has one use".into(),
                n if n != indexes.len() => format!("wrong number of indexes, expected {n}"),
                _ => String::new(),
            };
            if !message.is_empty() {
                return Err(self.error_at(start, message));
            }
        }
        self.fun.body.provenance.use_orders.push(UseOrder { value, indexes });
        Ok(())
    }

    /// The number of uses of a local by the body's instructions; none for an undefined local.
    fn local_uses(&mut self, local: u32) -> usize {
        if self.fun.uses.is_empty() {
            let body = &self.fun.body;
            self.fun.uses.resize(body.local_types.len(), 0);
            for inst in &body.insts {
                operands(inst, body, |_, value| {
                    if let ValueKind::Local(n) = self.fun.locals.settle(value).kind()
                        && let Some(count) = self.fun.uses.get_mut(n as usize)
                    {
                        *count += 1;
                    }
                });
            }
        }
        self.fun.uses.get(local as usize).map_or(0, |&n| n as usize)
    }

    /// `{ 1, 0 }`: a permutation that is not the identity (LLVM 22, `LLParser::parseUseListOrderIndexes`).
    pub(crate) fn use_list_indexes(&mut self) -> Result<Vec<u32>> {
        let start = self.span();
        self.expect(Tok::LBrace, "expected '{' here")?;
        if self.tok == Tok::RBrace {
            return Err(self.error("expected non-empty list of uselistorder indexes"));
        }
        let mut indexes = Vec::new();
        loop {
            indexes.push(self.u32()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "expected '}' here")?;
        if indexes.len() < 2 {
            return Err(self.error_at(start, "expected >= 2 uselistorder indexes"));
        }
        let mut seen = vec![false; indexes.len()];
        let distinct = indexes.iter().all(|&i| seen.get_mut(i as usize).is_some_and(|seen| !std::mem::replace(seen, true)));
        if !distinct {
            return Err(self.error_at(start, "expected distinct uselistorder indexes in range [0, size)"));
        }
        if indexes.is_sorted() {
            return Err(self.error_at(start, "expected uselistorder indexes to change the order"));
        }
        Ok(indexes)
    }
}

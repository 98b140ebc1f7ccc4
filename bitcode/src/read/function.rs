//! Decodes the FUNCTION block of one body, using the results of the module pass.
use super::constants::{self, ConstContext};
use super::decoded::{Base, Context, Decoded, NEW_TYPES, NewType, Scratch, Spare, new_type_index};
use super::expanded_sizes::expanded_sizes;
use super::facts::Facts;
use super::inline::Inline;
use super::locations::{Apart, BodyLocations};
use super::metadata::{self, MdContext, Target, attachment, read_attachments};
use super::names;
use super::numbering::{BodyNumbers, ModuleNumbers};
use super::records::{decode, next_record, read_use_orders};
use crate::schema::field::ValTyRef;
use crate::schema::function as row;
use crate::schema::metadata::attachment::Attachment;
use crate::schema::{self, Fields};
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::{BasicBlock, Body, DbgAssign, DbgOperand, DebugLoc};
use bctk_ir::entity::{BlockId, InstId, List, MdId, OptionalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::limits::RESERVED_INSTRUCTIONS;
use hashbrown::HashMap;

/// A body being decoded.
pub(super) struct BodyReader<'c> {
    pub(super) module: &'c Module,
    pub(super) ctx: &'c Context,
    base: &'c Base,
    pub(super) out: Decoded,
    numbers: BodyNumbers,
    /// Number of the next value.
    pub(super) next_value: u32,
    /// Highest number that was referred to before its definition.
    highest: u32,
    /// Locals referenced before their definition, with the types stated there.
    stated: Vec<(u32, TypeId)>,
    declared_blocks: u32,
    block_start: u32,
    /// Places in the new types of a body.
    new_type_index: HashMap<NewType, u32>,
    locations: &'c mut BodyLocations,
    last_loc: u32,
    /// First operand bundle of the next call.
    pub(super) first_bundle: u32,
    /// Values that nodes name in place.
    inline: Inline,
}

/// Decodes body number `index` of the bitstream `data`; `scratch` is kept for the next, and `spare` has memory of joined ones.
pub(super) fn decode_body(
    module: &Module,
    base: &Base,
    ctx: &Context,
    data: &[u8],
    index: usize,
    scratch: &mut Scratch,
    spare: &Spare,
) -> Result<Decoded> {
    let Scratch { record, locations, body } = scratch;
    locations.clear();
    let position = *ctx.positions.get(index).ok_or_else(|| Error::malformed("expected a function body"))?;
    let function = ctx.functions.get(index).and_then(|&id| module.global(id));
    let fn_ty = function.map_or(TypeId(0), |f| f.value_type);
    let (_, params, _) = module.types.function(fn_ty).ok_or_else(|| Error::malformed("expected a function type"))?;
    // The module may have more by now.
    let (globals, constants) = ctx.values;
    let module_values = globals + constants;
    let args = params.len() as u32;
    let (mut body, mut own) = (std::mem::take(body), spare.take());
    body.locs = std::mem::take(&mut own.locs);
    body.args = args;
    body.local_types.extend(params.iter());
    let mut reader = BodyReader {
        module,
        ctx,
        base,
        out: Decoded {
            body,
            own,
            new_types: Vec::new(),
            locations: Apart::Never,
            unsettled_preds: false,
            facts: Facts { old_types: ctx.old_types, ..Facts::default() },
            personality: None,
        },
        inline: Inline::default(),
        numbers: BodyNumbers { module: ModuleNumbers { globals }, module_values, args, consts: 0 },
        next_value: module_values + args,
        highest: 0,
        stated: Vec::new(),
        declared_blocks: 0,
        block_start: 0,
        new_type_index: HashMap::new(),
        locations,
        last_loc: 0,
        first_bundle: 0,
    };
    let mut stream = ctx.stream.reader_over(data, position);
    stream.next(record)?;
    // An instruction and its operands take some forty bits or more, or none at all.
    let bits = stream.block_extent().map_or(0, |bits| bits.end - bits.start);
    reader.reserve((bits / 48).min(RESERVED_INSTRUCTIONS as u64) as usize);
    stream.enter()?;
    reader.read(&mut stream, record)?;
    reader.finish().map_err(|e| e.at(position.bit).within(&stream.path()))?;
    let mut out = reader.out;
    scratch.part_from(&mut out);
    Ok(out)
}

/// Calls `f` with all metadata that a body refers to; `lists` are those with operands that are metadata.
fn each_metadata(body: &Body, lists: &[List<Value>], mut f: impl FnMut(MdId)) {
    for value in lists.iter().flat_map(|&list| body.lists.get(list)) {
        if let ValueKind::Metadata(id) = value.kind() {
            f(id);
        }
    }
    for record in &body.dbg_records {
        if let Some(&DbgAssign { id, address, address_expression }) = body.dbg_assign(record) {
            f(id);
            if let DbgOperand::Md(id) = address {
                f(id);
            }
            f(address_expression);
        }
        f(record.loc);
        f(record.variable);
        record.expression.get().into_iter().for_each(&mut f);
        if let Some(DbgOperand::Md(id)) = record.value {
            f(id);
        }
    }
    body.attachments.iter().for_each(|(_, attachment)| f(attachment.node));
    body.function_attachments.iter().for_each(|attachment| f(attachment.node));
    for loc in &body.locs {
        loc.scope.into_iter().chain(loc.inlined_at).for_each(&mut f);
    }
}

impl BodyReader<'_> {
    fn reserve(&mut self, insts: usize) {
        let body = &mut self.out.body;
        body.insts.reserve(insts);
        body.results.reserve(insts);
        body.local_types.reserve(insts);
    }

    fn read(&mut self, stream: &mut StreamReader<'_>, record: &mut RecordBuf) -> Result<()> {
        loop {
            // Where offsets are noted, records go through the buffer that has them.
            if !self.ctx.offsets
                && let Some(read) = self.read_fast(stream)
            {
                read?;
                continue;
            }
            match stream.next(record)? {
                Entry::EndBlock | Entry::EndOfStream => return Ok(()),
                Entry::SubBlock(id) => self.read_block(stream, record, id)?,
                Entry::Record => {
                    self.read_record(record).map_err(|e| stream.locate(e, record))?;
                    if self.ctx.offsets {
                        let body = &mut self.out.body;
                        body.provenance.offsets.resize(body.insts.len(), record.bit);
                    }
                }
            }
        }
    }

    fn read_block(&mut self, stream: &mut StreamReader<'_>, record: &mut RecordBuf, id: u32) -> Result<()> {
        use schema::{constants as consts, metadata as md, small_blocks, symtab};
        let numbers = self.numbers;
        let body = &mut self.out.body;
        match id {
            consts::ID => {
                if !body.insts.is_empty() {
                    return Err(Error::malformed("expected constants before the instructions").at(stream.position()));
                }
                stream.enter()?;
                // Numbers in the block refer to constants, however many it will contain.
                let all = BodyNumbers { consts: Value::MAX_INDEX, ..numbers };
                constants::read(
                    stream,
                    record,
                    &mut body.consts,
                    &ConstContext { types: &self.module.types, value: |n| all.value(n), outline: false },
                    &mut self.out.facts.unknown,
                )?;
                expanded_sizes(&body.consts, &self.ctx.weights, false, &self.ctx.bounds).map_err(|e| e.within(&stream.path()))?;
                self.numbers.consts = body.consts.consts.len() as u32;
                self.next_value = numbers.module_values + numbers.args + self.numbers.consts;
                Ok(())
            }
            md::ID => {
                stream.enter()?;
                let own = &mut *self.out.own;
                let mut target = Target {
                    table: &mut own.metadata,
                    strings: &mut own.strings,
                    base: self.base.metadata,
                    globals: None,
                    kinds: None,
                    inline: &mut self.inline,
                    facts: &mut self.out.facts,
                };
                metadata::read(stream, record, &mut target, &MdContext { types: &self.module.types, value: |n| numbers.value(n) })
            }
            md::attachment::ID => {
                stream.enter()?;
                loop {
                    let start = stream.position();
                    // Most are of an instruction, which has no other.
                    if let Some(ops) = stream.plain::<3>(Attachment::CODE) {
                        self.read_attachment(&ops).map_err(|e| stream.locate_at(e, start, Attachment::CODE))?;
                        continue;
                    }
                    let Entry::Record = next_record(stream, record)? else { return Ok(()) };
                    self.out.facts.unknown.least(md::attachment::ID, record.code, record.ops.len());
                    self.read_attachment(&record.ops).map_err(|e| stream.locate(e, record))?;
                }
            }
            symtab::value_symtab::ID => {
                stream.enter()?;
                names::read_body(stream, record, &self.ctx.names, self.ctx.name_orders, body, |n| numbers.value(n))
            }
            small_blocks::uselist::ID => {
                stream.enter()?;
                let all = self.ctx.local_use_orders;
                let wanted = |value: Value| all || !matches!(value.kind(), ValueKind::Local(_));
                let (orders, unknown) = (&mut body.provenance.use_orders, &mut self.out.facts.unknown);
                let stated = read_use_orders(stream, record, orders, unknown, |n| numbers.value(n), wanted)?;
                self.out.facts.use_orders |= stated;
                Ok(())
            }
            _ => {
                self.out.facts.unknown.block(row::ID, id);
                stream.skip()
            }
        }
    }

    /// Notes flags of an instruction that are not known.
    #[inline]
    pub(super) fn known_flags(&mut self, code: u32, field: &'static str, flags: u64, mask: u64) {
        self.out.facts.unknown.flags(row::ID, code, field, flags, mask);
    }

    #[inline]
    fn read_attachment(&mut self, ops: &[u64]) -> Result<()> {
        let r = decode::<Attachment<'_>>(ops)?;
        let body = &mut self.out.body;
        let Some(number) = r.instruction else { return read_attachments(r.attachments, &mut body.function_attachments) };
        if number >= body.insts.len() as u64 {
            return Err(Error::malformed(format!("expected an instruction number below {}, found {number}", body.insts.len())));
        }
        let inst = InstId(number as u32);
        let start = body.attachments.len();
        for pair in r.attachments {
            body.attachments.push((inst, attachment(pair?)?));
        }
        body.attachments[start..].sort_by_key(|(_, attachment)| attachment.kind);
        Ok(())
    }

    #[inline]
    fn read_record(&mut self, record: &RecordBuf) -> Result<()> {
        self.read_inst(record.code, Fields::in_function(&record.ops, self.next_value, self.ctx.relative))
    }

    pub(super) fn declare_blocks(&mut self, count: u32) -> Result<()> {
        if count == 0 {
            return Err(Error::malformed("expected at least one block"));
        }
        // Numbers of blocks were held against the first count.
        if self.declared_blocks != 0 && self.declared_blocks != count {
            return Err(Error::malformed(format!(
                "expected one number of blocks in a function body, found {} and {count}",
                self.declared_blocks
            )));
        }
        self.declared_blocks = count;
        Ok(())
    }

    pub(super) fn debug_loc(&mut self, r: row::DebugLoc) -> Result<()> {
        let loc = DebugLoc {
            line: r.line,
            column: r.column & 0xFFFF,
            scope: r.scope.map(MdId),
            inlined_at: r.inlined_at.map(MdId),
            implicit: r.is_implicit_code,
            atom_group: r.atom_group,
            atom_rank: r.atom_rank as u8,
        };
        self.last_loc = self.locations.place(&mut self.out.body.locs, loc) + 1;
        self.set_debug_loc()
    }

    pub(super) fn set_debug_loc(&mut self) -> Result<()> {
        let body = &mut self.out.body;
        if body.insts.is_empty() || self.last_loc == 0 {
            return Err(Error::malformed("expected an instruction before its debug location"));
        }
        body.debug_locs.resize(body.insts.len(), 0);
        if let Some(last) = body.debug_locs.last_mut() {
            *last = self.last_loc;
        }
        Ok(())
    }

    /// The instruction read last.
    pub(super) fn last_inst(&self) -> Result<InstId> {
        match self.out.body.insts.len().checked_sub(1) {
            Some(last) => Ok(InstId(last as u32)),
            None => Err(Error::malformed("expected an instruction before a debug record")),
        }
    }

    /// Appends an instruction; `ty` is the type of its result, if it has one.
    pub(super) fn push(&mut self, inst: Inst, ty: Option<TypeId>) -> Result<()> {
        let body = &mut self.out.body;
        if body.blocks.len() as u32 >= self.declared_blocks {
            return Err(Error::malformed("expected no instruction after the last block"));
        }
        match ty {
            Some(ty) => {
                body.results.push(OptionalId::some(body.local_types.len() as u32));
                body.local_types.push(ty);
                self.next_value += 1;
            }
            None => body.results.push(OptionalId::NONE),
        }
        body.insts.push(inst);
        if inst.is_terminator() {
            let end = body.insts.len() as u32;
            body.blocks.push(BasicBlock { first: InstId(self.block_start), end: InstId(end) });
            self.block_start = end;
        }
        Ok(())
    }

    /// The value of number `n`, which may be defined later.
    #[inline(always)]
    pub(super) fn value(&mut self, n: u32) -> Result<Value> {
        if n >= self.next_value {
            if n > Value::MAX_INDEX {
                return Err(Error::malformed(format!("expected a value number, found {n}")));
            }
            self.highest = self.highest.max(n);
        }
        Ok(self.numbers.value(n))
    }

    /// A value with its type.
    #[inline(always)]
    pub(super) fn typed(&mut self, r: ValTyRef) -> Result<(Value, TypeId)> {
        let value = self.value(r.value)?;
        match r.ty {
            None => Ok((value, self.type_of(value)?)),
            Some(ty) => {
                let ty = self.check_type(ty)?;
                if let ValueKind::Local(local) = value.kind() {
                    self.stated.push((local, ty));
                }
                Ok((value, ty))
            }
        }
    }

    /// The type of a value that is defined already.
    #[inline]
    pub(super) fn type_of(&self, value: Value) -> Result<TypeId> {
        let body = &self.out.body;
        let ty = bctk_ir::value_types::type_of(value, body, &self.module.globals, &self.module.consts);
        ty.ok_or_else(|| Error::malformed("expected a value that is defined"))
    }

    /// A type number of the table.
    #[inline]
    pub(super) fn check_type(&self, ty: u32) -> Result<TypeId> {
        constants::check_type(&self.module.types, ty)
    }

    /// A block number.
    #[inline]
    pub(super) fn block(&self, n: u64) -> Result<BlockId> {
        if n < u64::from(self.declared_blocks) {
            Ok(BlockId(n as u32))
        } else {
            Err(Error::malformed(format!("expected a block number below {}, found {n}", self.declared_blocks)))
        }
    }

    /// A type, new ones included.
    #[inline]
    pub(super) fn ty(&self, id: TypeId) -> Type {
        match new_type_index(id) {
            None => self.module.types.get(id),
            Some(new) => match self.out.new_types.get(new) {
                Some(&NewType::Plain(ty)) => ty,
                Some(NewType::CmpXchg(..)) => {
                    Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields: List::default() }
                }
                None => Type::Void,
            },
        }
    }

    /// The type of member `index` of an aggregate.
    pub(super) fn member(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match new_type_index(id) {
            None => self.module.types.member(id, index),
            Some(new) => match (self.out.new_types.get(new)?, index) {
                (NewType::CmpXchg(ty, _), 0) => Some(*ty),
                (NewType::CmpXchg(_, flag), 1) => Some(*flag),
                _ => None,
            },
        }
    }

    fn new_type(&mut self, ty: NewType) -> TypeId {
        let types = &mut self.out.new_types;
        let at = *self.new_type_index.entry(ty).or_insert_with(|| {
            types.push(ty);
            types.len() as u32 - 1
        });
        TypeId(NEW_TYPES + at)
    }

    /// The id of a type without lists.
    pub(super) fn find_type(&mut self, ty: Type) -> TypeId {
        match self.module.types.find(&ty) {
            Some(id) => id,
            None => self.new_type(NewType::Plain(ty)),
        }
    }

    /// The type of a comparison of values of type `ty`.
    pub(super) fn compare_type(&mut self, ty: TypeId) -> TypeId {
        let bit = match self.ctx.bit_type {
            Some(bit) => bit,
            None => self.find_type(Type::Int(1)),
        };
        match self.ty(ty) {
            Type::Vector { len, scalable, .. } => self.find_type(Type::Vector { elem: bit, len, scalable }),
            _ => bit,
        }
    }

    /// `{ ty, i1 }`
    pub(super) fn cmpxchg_type(&mut self, ty: TypeId) -> TypeId {
        let bit = self.find_type(Type::Int(1));
        match self.module.types.find_literal(&[ty, bit], false) {
            Some(id) => id,
            None => self.new_type(NewType::CmpXchg(ty, bit)),
        }
    }

    /// A pointer to `pointee`.
    pub(super) fn pointer_type(&mut self, pointee: TypeId, addrspace: u32) -> TypeId {
        let ty = if self.ctx.typed_pointers { Type::TypedPtr { pointee, addrspace } } else { Type::Ptr(addrspace) };
        self.find_type(ty)
    }

    /// A metadata operand: its number counts like a value's. Note the list it goes into in [`Decoded::md_lists`].
    pub(super) fn metadata_operand(&self, n: u32) -> Result<Value> {
        if n > Value::MAX_INDEX {
            return Err(Error::malformed(format!("expected a metadata number, found {n}")));
        }
        Ok(Value::metadata(MdId(n)))
    }

    fn finish(&mut self) -> Result<()> {
        let body = &mut self.out.body;
        if self.highest >= self.next_value {
            return Err(Error::malformed(format!("expected a value number below {}, found {}", self.next_value, self.highest)));
        }
        let types = &self.module.types;
        // With typed pointers, types created for results have numbers of their own.
        if !self.ctx.typed_pointers {
            let is_other = |&&(local, ty): &&(u32, TypeId)| {
                body.local_types.get(local as usize).is_some_and(|&found| found != ty && types.get(found) != types.get(ty))
            };
            let in_metadata = self.out.own.metadata.items.iter().filter_map(|item| match *item {
                Metadata::Value { ty, value } => match value.kind() {
                    ValueKind::Local(local) => Some((local, ty)),
                    _ => None,
                },
                _ => None,
            });
            if let Some((local, ty)) = self.stated.iter().copied().chain(in_metadata).find(|stated| is_other(&stated)) {
                return Err(Error::malformed(format!("expected local {local} to be of type {}, as is stated before it", ty.0)));
            }
        }
        if self.declared_blocks == 0 {
            return Err(Error::malformed("expected at least one block in a function body"));
        }
        if body.blocks.len() as u32 != self.declared_blocks || self.block_start as usize != body.insts.len() {
            return Err(Error::malformed(format!("expected {} blocks, found {}", self.declared_blocks, body.blocks.len())));
        }
        if !body.debug_locs.is_empty() {
            body.debug_locs.resize(body.insts.len(), 0);
        }
        // Locals cannot be attached since LLVM 3.6; LLVM drops such attachments of older files.
        let (own, base) = (&self.out.own.metadata.items, self.base.metadata as usize);
        let item = |id: MdId| id.index().checked_sub(base).and_then(|at| own.get(at));
        body.attachments.retain(|(_, attachment)| !matches!(item(attachment.node), Some(Metadata::Value { .. })));
        // Stable: within an instruction the order by kind stays.
        body.attachments.sort_by_key(|&(inst, _)| inst);
        std::mem::take(&mut self.inline).settle(&mut self.out.own.metadata, self.base.metadata)?;
        let numbered = self.base.metadata + self.out.own.metadata.items.len() as u32;
        let mut beyond = None;
        each_metadata(body, &self.out.own.md_lists, |id| {
            if id.0 >= numbered {
                beyond.get_or_insert(id);
            }
        });
        if let Some(id) = beyond {
            return Err(Error::malformed(format!("expected a metadata number below {numbered}, found {}", id.0)));
        }
        (self.out.locations, body.loc_nodes) = self.locations.nodes(&body.locs, &self.out.own.metadata, self.base.metadata);
        self.out.unsettled_preds = bctk_uselist::fill_predecessors(body);
        Ok(())
    }
}

//! Writes the parts of a function.
use super::constants::Pools;
use super::metadata::{Of, Tables};
use super::{Hasher, Part};
use crate::opcodes::opcode;
use bctk_ir::body::{Attachment, Body, Call, DbgOperand, DbgRecord};
use bctk_ir::entity::{BlockId, CallId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::{Comdat, Function, GlobalKind, GlobalValue};
use bctk_ir::inst::{Clause, Inst};
use bctk_ir::keywords::{Linkage, UnnamedAddr};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};

/// Kinds of attachments that only debuggers and messages use.
const DEBUG_KINDS: [&[u8]; 4] = [b"dbg", b"DIAssignID", b"heapallocsite", b"srcloc"];
/// Kinds of attachments whose texts are names of types and functions.
const NAMING_KINDS: [&[u8]; 4] = [b"tbaa", b"tbaa.struct", b"alias.scope", b"noalias"];

/// The part that values are written to.
#[derive(Clone, Copy, PartialEq)]
enum To {
    Code,
    Debug,
}

/// What a function is written from.
#[derive(Clone, Copy)]
struct From<'f> {
    module: &'f Module,
    own: GlobalId,
    body: &'f Body,
}

impl Hasher {
    pub(super) fn write_function(&mut self, module: &Module, id: GlobalId, body: &Body) -> Option<()> {
        let global = module.global(id)?;
        let function = global.function()?;
        self.begin(module, body);
        let from = From { module, own: id, body };
        self.signature(from, global, function);
        self.place(module, global);
        self.own_names(from, global);
        let mut inst_numbers = Vec::with_capacity(body.insts.len());
        let mut next = 0;
        let mut records = body.dbg_records.iter().peekable();
        let mut last_location = None;
        self.code.number(body.blocks.len() as u64);
        for block in &body.blocks {
            self.code.byte(0xFF);
            for index in block.first.0..block.end.0 {
                let at = InstId(index);
                let Some(inst) = body.insts.get(at.index()) else { continue };
                while let Some(record) = records.next_if(|record| record.before <= at) {
                    self.record(from, record, next);
                }
                inst_numbers.resize(at.index(), next);
                inst_numbers.push(next);
                if self.debug_intrinsic(from, inst, next) {
                    continue;
                }
                self.instruction(from, at, inst);
                let location = body.debug_loc(at);
                if location != last_location {
                    last_location = location;
                    self.debug.byte(1);
                    self.debug.number(next);
                    self.debug_node(from, location);
                }
                next += 1;
            }
        }
        records.for_each(|record| self.record(from, record, next));
        // They are sorted by the number of their kind, which modules give in different ways.
        let mut own = Vec::new();
        for run in body.attachments.chunk_by(|a, b| a.0 == b.0) {
            let number = run.first().and_then(|(at, _)| inst_numbers.get(at.index()).copied());
            own.extend(run.iter().map(|(_, attachment)| *attachment));
            self.attachments(from, number, &mut own);
        }
        own.extend(body.function_attachments.iter().chain(&global.attachments).copied());
        self.attachments(from, None, &mut own);
        Some(())
    }

    fn begin(&mut self, module: &Module, body: &Body) {
        self.types.extend(module);
        self.local_constants.clear();
        self.globals.begin();
        self.type_order.begin();
        let parts = [&mut self.code, &mut self.callees, &mut self.type_names, &mut self.place, &mut self.own_names, &mut self.debug];
        parts.into_iter().for_each(|part| part.0.clear());
        self.locals.clear();
        self.locals.resize(body.local_types.len(), u32::MAX);
        let made = body.blocks.iter().flat_map(|block| block.first.0..block.end.0).filter_map(|at| body.result(InstId(at)));
        for (number, local) in (0..body.args).chain(made).enumerate() {
            if let Some(slot) = self.locals.get_mut(local as usize) {
                *slot = number as u32;
            }
        }
    }

    fn signature(&mut self, from: From<'_>, global: &GlobalValue, function: &Function) {
        self.ty(global.value_type);
        self.code.number(u64::from(function.cc.0));
        self.attributes(from, function.attrs);
        self.code.text(from.module.str(function.gc));
        self.code.byte(global.align);
        self.code.byte(function.preferred_align);
        for value in [function.personality, function.prefix, function.prologue] {
            match value.get() {
                None => self.code.byte(9),
                Some(value) => self.value(To::Code, from, value),
            }
        }
    }

    fn place(&mut self, module: &Module, global: &GlobalValue) {
        self.place.number(global.linkage.code());
        self.place.number(global.visibility.code());
        self.place.number(global.dll_storage.code());
        self.place.number(global.unnamed_addr.code());
        self.place.byte(u8::from(global.dso_local));
        self.place.number(u64::from(global.addrspace));
        self.place.text(module.str(global.section));
        self.place.text(module.str(global.partition));
        self.place.number(comdat(module, global).map_or(0, |comdat| comdat.kind.code()));
    }

    fn own_names(&mut self, from: From<'_>, global: &GlobalValue) {
        let From { module, body, .. } = from;
        self.own_names.text(module.str(global.name));
        self.own_names.text(comdat(module, global).map_or(b"", |comdat| module.str(comdat.name)));
        for local in 0..body.local_names.len() as u32 {
            let name = body.local_name(local);
            if !name.is_empty() {
                let number = self.locals.get(local as usize).copied().unwrap_or(u32::MAX);
                self.own_names.number(u64::from(number) * 2);
                self.own_names.text(name);
            }
        }
        for block in 0..body.block_names.len() {
            let name = body.block_name(BlockId::new(block));
            if !name.is_empty() {
                self.own_names.number(block as u64 * 2 + 1);
                self.own_names.text(name);
            }
        }
    }

    fn part(&mut self, to: To) -> &mut Part {
        match to {
            To::Code => &mut self.code,
            To::Debug => &mut self.debug,
        }
    }

    fn ty(&mut self, id: TypeId) {
        let (number, is_new) = self.type_order.of(self.types.first(id));
        self.code.number(u64::from(number));
        if is_new {
            let both = self.types.get(id);
            self.code.hash(both.plain);
            self.type_names.hash(both.named);
        }
    }

    fn attributes(&mut self, from: From<'_>, list: bctk_ir::entity::AttrListId) {
        let both = self.attributes.get(from.module, &self.types, list);
        self.code.hash(both.plain);
        if both.plain != both.named {
            self.type_names.hash(both.named);
        }
    }

    fn value(&mut self, to: To, from: From<'_>, value: Value) {
        match value.kind() {
            ValueKind::Local(local) => {
                let number = self.locals.get(local as usize).copied().unwrap_or(u32::MAX);
                self.part(to).byte(0);
                self.part(to).number(u64::from(number));
            }
            ValueKind::Global(id) => self.global(to, from, id),
            ValueKind::Const(index) => self.constant(to, from, index, false),
            ValueKind::LocalConst(index) => self.constant(to, from, index, true),
            ValueKind::Block(block) => {
                self.part(to).byte(3);
                self.part(to).number(u64::from(block.0));
            }
            ValueKind::Metadata(id) => self.metadata_value(to, from, id),
            ValueKind::None => self.part(to).byte(5),
        }
    }

    /// Metadata as an operand. A wrapped value is that value: records have values with and without a wrapper.
    fn metadata_value(&mut self, to: To, from: From<'_>, id: MdId) {
        let metadata = &from.module.metadata;
        let wrapped = |id| match metadata.get(id) {
            Metadata::Value { value, .. } if !matches!(value.kind(), ValueKind::Metadata(_)) => Some(value),
            _ => None,
        };
        match (wrapped(id), metadata.get(id)) {
            (Some(value), _) => self.value(to, from, value),
            (None, Metadata::ArgList(list)) => {
                self.part(to).byte(7);
                let items = metadata.lists.get(list);
                self.part(to).number(items.len() as u64);
                items.iter().filter_map(wrapped).for_each(|value| self.value(to, from, value));
            }
            _ => {
                let hash = self.node(from, id, if to == To::Code { Of::Code } else { Of::Debug });
                self.part(to).byte(4);
                self.part(to).hash(hash.unwrap_or(0));
            }
        }
    }

    fn constant(&mut self, to: To, from: From<'_>, index: u32, is_local: bool) {
        let From { module, body, .. } = from;
        let pools = Pools { module, types: &self.types, own: if is_local { &body.consts } else { &module.consts }, is_local };
        let (hash, globals) = match is_local {
            true => self.local_constants.get(pools, index, Some(&mut self.constants)),
            false => self.constants.get(pools, index, None),
        };
        let globals = globals.to_vec();
        self.part(to).byte(2);
        self.part(to).hash(hash.plain);
        if to == To::Code && hash.plain != hash.named {
            self.type_names.hash(hash.named);
        }
        globals.into_iter().for_each(|id| self.global(to, from, id));
    }

    fn global(&mut self, to: To, from: From<'_>, id: GlobalId) {
        let From { module, own, .. } = from;
        if id == own {
            return self.part(to).byte(6);
        }
        if to == To::Debug {
            // What only debug information names has no number: code is the same without it.
            self.debug.byte(1);
            return self.debug.text(module.global(id).map_or(b"", |global| module.str(global.name)));
        }
        let (number, is_new) = self.globals.of(id.index());
        self.part(to).byte(1);
        self.part(to).number(u64::from(number));
        if !is_new {
            return;
        }
        let Some(global) = module.global(id) else { return };
        self.ty(global.ptr_type);
        let name = module.str(global.name);
        if name.starts_with(b"llvm.") {
            return self.part(to).text(name);
        }
        let Some(value) = known_by_value(global) else { return self.callees.text(name) };
        // What is in it is named, but not looked into: constants may refer to each other in circles.
        let (hash, globals) = match value.kind() {
            ValueKind::Const(index) => {
                let pools = Pools { module, types: &self.types, own: &module.consts, is_local: false };
                let (hash, globals) = self.constants.get(pools, index, None);
                (hash, globals.to_vec())
            }
            ValueKind::Global(id) => (Default::default(), vec![id]),
            _ => Default::default(),
        };
        self.part(to).byte(1);
        self.part(to).hash(hash.plain);
        self.type_names.hash(hash.named);
        for global in globals.into_iter().filter_map(|id| module.global(id)).filter(|global| known_by_value(global).is_none()) {
            self.callees.text(module.str(global.name));
        }
    }

    /// Writes a call of a debug intrinsic to the debug part. False for any other instruction.
    fn debug_intrinsic(&mut self, from: From<'_>, inst: &Inst, next: u64) -> bool {
        let Inst::Call(id) = *inst else { return false };
        let Some(call) = from.body.call(id) else { return false };
        let ValueKind::Global(callee) = call.callee.kind() else { return false };
        let Some(name) = from.module.global(callee).map(|global| from.module.str(global.name)) else { return false };
        if !name.starts_with(b"llvm.dbg.") {
            return false;
        }
        if self.no_debug {
            return true;
        }
        self.debug.byte(2);
        self.debug.number(next);
        self.debug.text(name);
        from.body.values(call.args).for_each(|arg| self.value(To::Debug, from, arg));
        true
    }

    fn record(&mut self, from: From<'_>, record: &DbgRecord, next: u64) {
        if self.no_debug {
            return;
        }
        self.debug.byte(3);
        self.debug.number(next);
        self.debug.byte(record.kind as u8);
        self.debug_node(from, Some(record.loc));
        self.debug_node(from, Some(record.variable));
        self.debug_node(from, record.expression.get());
        let assign = from.body.dbg_assign(record).map(|assign| (Some(assign.address), Some(assign.address_expression)));
        for (operand, expression) in [(record.value, None)].into_iter().chain(assign) {
            match operand {
                None => self.debug.byte(9),
                Some(DbgOperand::Md(id)) => self.value(To::Debug, from, Value::metadata(id)),
                Some(DbgOperand::Value(value)) => self.value(To::Debug, from, value),
            }
            self.debug_node(from, expression);
        }
    }

    fn debug_node(&mut self, from: From<'_>, id: Option<MdId>) {
        if self.no_debug {
            return;
        }
        let hash = id.and_then(|id| self.node(from, id, Of::Debug));
        self.debug.hash(hash.unwrap_or(0));
    }

    fn node(&mut self, from: From<'_>, id: MdId, of: Of) -> Option<u64> {
        let mut tables = Tables {
            module: from.module,
            body: from.body,
            types: &self.types,
            constants: &mut self.constants,
            local_constants: &mut self.local_constants,
        };
        self.metadata.get(&mut tables, id, of)
    }

    /// Writes the attachments of one thing in the order of their names, and empties the list.
    fn attachments(&mut self, from: From<'_>, at: Option<u64>, all: &mut Vec<Attachment>) {
        let name = |attachment: &Attachment| from.module.md_kinds.get(attachment.kind as usize).map(|&kind| from.module.str(kind));
        all.sort_by(|a, b| name(a).cmp(&name(b)));
        all.drain(..).for_each(|attachment| self.attachment(from, at, attachment));
    }

    /// Writes an attachment of an instruction, or of the function.
    fn attachment(&mut self, from: From<'_>, at: Option<u64>, Attachment { kind, node }: Attachment) {
        let module = from.module;
        let name = module.md_kinds.get(kind as usize).map_or(&b""[..], |&name| module.str(name));
        let (place, number) = (4 + u8::from(at.is_some()), at.unwrap_or(0));
        if DEBUG_KINDS.contains(&name) {
            self.debug.byte(place);
            self.debug.number(number);
            self.debug.text(name);
            return self.debug_node(from, Some(node));
        }
        if name == b"llvm.loop" && is_only_debug(module, node) {
            return;
        }
        let is_naming = NAMING_KINDS.contains(&name);
        let Some(hash) = self.node(from, node, if is_naming { Of::Shape } else { Of::Code }) else { return };
        self.code.byte(place);
        self.code.number(number);
        self.code.text(name);
        self.code.hash(hash);
        if is_naming {
            let named = self.node(from, node, Of::Code);
            self.type_names.hash(named.unwrap_or(0));
        }
    }

    fn text_of(&mut self, from: From<'_>, names: &[bctk_ir::strings::Str], number: u32) {
        let text = names.get(number as usize).map_or(&b""[..], |&name| from.module.str(name));
        self.code.text(text);
    }

    fn values(&mut self, from: From<'_>, values: impl ExactSizeIterator<Item = Value>) {
        self.code.number(values.len() as u64);
        values.for_each(|value| self.value(To::Code, from, value));
    }

    fn block(&mut self, block: BlockId) {
        self.code.number(u64::from(block.0));
    }

    fn opt_block(&mut self, block: Option<BlockId>) {
        self.code.number(block.map_or(0, |block| u64::from(block.0) + 1));
    }

    fn call(&mut self, from: From<'_>, id: CallId) {
        let body = from.body;
        let Some(&Call { callee, fn_ty, attrs, args, cc, tail, fmf, .. }) = body.call(id) else { return };
        self.ty(fn_ty);
        self.value(To::Code, from, callee);
        self.attributes(from, attrs);
        self.code.number(u64::from(cc.0));
        self.code.byte(tail as u8);
        self.code.byte(fmf.bits());
        self.values(from, body.values(args));
        let bundles = body.call(id).map_or(&[][..], |call| body.call_bundles(call));
        self.code.number(bundles.len() as u64);
        for bundle in bundles {
            self.text_of(from, &from.module.bundle_tags, bundle.tag);
            self.values(from, body.values(bundle.inputs));
        }
    }

    fn instruction(&mut self, from: From<'_>, at: InstId, inst: &Inst) {
        let From { module, body, .. } = from;
        self.code.number(opcode(inst) as u64);
        if let Some(ty) = body.result_type(at) {
            self.ty(ty);
        }
        match *inst {
            Inst::Unreachable | Inst::Unwind => {}
            Inst::Ret(value) => match value.get() {
                None => self.code.byte(9),
                Some(value) => self.value(To::Code, from, value),
            },
            Inst::Br(dest) => {
                self.code.byte(0);
                self.block(dest);
            }
            Inst::CondBr { cond, if_true, if_false } => {
                self.code.byte(1);
                self.value(To::Code, from, cond);
                self.block(if_true);
                self.block(if_false);
            }
            Inst::Switch { cond, default, cases } => {
                self.value(To::Code, from, cond);
                self.block(default);
                let cases = body.lists.get(cases);
                self.code.number(cases.len() as u64);
                for (value, dest) in cases.iter() {
                    self.value(To::Code, from, value);
                    self.block(dest);
                }
            }
            Inst::IndirectBr { addr, dests } => {
                self.value(To::Code, from, addr);
                body.lists.get(dests).iter().for_each(|dest| self.block(dest));
            }
            Inst::Call(call) => self.call(from, call),
            Inst::Invoke { call, normal, unwind } => {
                self.call(from, call);
                self.block(normal);
                self.block(unwind);
            }
            Inst::CallBr { call, default, indirect } => {
                self.call(from, call);
                self.block(default);
                body.lists.get(indirect).iter().for_each(|dest| self.block(dest));
            }
            Inst::CatchSwitch { parent, handlers, unwind } => {
                self.value(To::Code, from, parent);
                self.opt_block(unwind.get());
                body.lists.get(handlers).iter().for_each(|dest| self.block(dest));
            }
            Inst::CatchPad { parent, args } | Inst::CleanupPad { parent, args } => {
                self.value(To::Code, from, parent);
                self.values(from, body.values(args));
            }
            Inst::CatchRet { pad, dest } => {
                self.value(To::Code, from, pad);
                self.block(dest);
            }
            Inst::CleanupRet { pad, unwind } => {
                self.value(To::Code, from, pad);
                self.opt_block(unwind.get());
            }
            Inst::Resume(value) | Inst::VaArg(value) | Inst::Freeze(value) => self.value(To::Code, from, value),
            Inst::FNeg { fmf, value } => {
                self.code.byte(fmf.bits());
                self.value(To::Code, from, value);
            }
            Inst::Bin { flags, lhs, rhs, .. } => {
                self.code.byte(flags.bits());
                self.value(To::Code, from, lhs);
                self.value(To::Code, from, rhs);
            }
            Inst::Cast { flags, value, .. } => {
                self.code.byte(flags.bits());
                self.value(To::Code, from, value);
            }
            Inst::Alloca { align, in_alloca, swift_error, ty, count } => {
                self.code.byte(align);
                self.code.byte(u8::from(in_alloca) | u8::from(swift_error) << 1);
                self.ty(ty);
                self.value(To::Code, from, count);
            }
            Inst::Malloc { align, ty, count } => {
                self.code.byte(align);
                self.ty(ty);
                self.value(To::Code, from, count);
            }
            Inst::Free(value) => self.value(To::Code, from, value),
            Inst::Load { align, access, scope, ptr } => {
                self.access(from, align, access, scope);
                self.value(To::Code, from, ptr);
            }
            Inst::Store { align, access, scope, value, ptr } => {
                self.access(from, align, access, scope);
                self.value(To::Code, from, value);
                self.value(To::Code, from, ptr);
            }
            Inst::Fence { ordering, scope } => {
                self.code.number(ordering.code());
                self.text_of(from, &module.sync_scopes, scope);
            }
            Inst::CmpXchg { align, access, scope, ops } => {
                self.access(from, align, access, scope);
                self.text_of(from, &module.sync_scopes, scope);
                self.values(from, body.values(ops));
            }
            Inst::AtomicRmw { op, align, access, scope, ptr, value } => {
                self.code.number(op.code());
                self.code.byte(align);
                self.code.byte(u8::from(access.volatile()) | u8::from(access.is_elementwise()) << 1);
                self.code.number(access.ordering().code());
                self.text_of(from, &module.sync_scopes, scope);
                self.value(To::Code, from, ptr);
                self.value(To::Code, from, value);
            }
            Inst::Gep { flags, source, ops } => {
                self.code.byte(flags.bits());
                self.ty(source);
                self.values(from, body.values(ops));
            }
            Inst::ICmp { pred, flags, lhs, rhs } => {
                self.code.number(pred.code());
                self.code.byte(flags.bits());
                self.value(To::Code, from, lhs);
                self.value(To::Code, from, rhs);
            }
            Inst::FCmp { pred, fmf, lhs, rhs } => {
                self.code.number(pred.code());
                self.code.byte(fmf.bits());
                self.value(To::Code, from, lhs);
                self.value(To::Code, from, rhs);
            }
            Inst::Phi { fmf, incoming } => {
                self.code.byte(fmf.bits());
                let incoming = body.lists.get(incoming);
                self.code.number(incoming.len() as u64);
                for (value, block) in incoming.iter() {
                    self.value(To::Code, from, value);
                    self.block(block);
                }
            }
            Inst::Select { fmf, cond, if_true, if_false } => {
                self.code.byte(fmf.bits());
                [cond, if_true, if_false].into_iter().for_each(|value| self.value(To::Code, from, value));
            }
            Inst::ExtractElement { vector, index } => {
                self.value(To::Code, from, vector);
                self.value(To::Code, from, index);
            }
            Inst::InsertElement { vector, element, index } => {
                [vector, element, index].into_iter().for_each(|value| self.value(To::Code, from, value));
            }
            Inst::ShuffleVector { lhs, rhs, mask } => {
                [lhs, rhs, mask].into_iter().for_each(|value| self.value(To::Code, from, value));
            }
            Inst::ExtractValue { aggregate, indices } => {
                self.value(To::Code, from, aggregate);
                self.indices(body.lists.get(indices).iter());
            }
            Inst::InsertValue { aggregate, value, indices } => {
                self.value(To::Code, from, aggregate);
                self.value(To::Code, from, value);
                self.indices(body.lists.get(indices).iter());
            }
            Inst::LandingPad { cleanup, clauses } => {
                self.code.byte(u8::from(cleanup));
                let clauses = body.lists.get(clauses);
                self.code.number(clauses.len() as u64);
                for clause in clauses.iter() {
                    self.code.byte(u8::from(matches!(clause, Clause::Filter(_))));
                    self.value(To::Code, from, clause.value());
                }
            }
        }
    }

    fn indices(&mut self, indices: impl ExactSizeIterator<Item = u32>) {
        self.code.number(indices.len() as u64);
        indices.for_each(|index| self.code.number(u64::from(index)));
    }

    fn access(&mut self, from: From<'_>, align: u8, access: bctk_ir::inst::Access, scope: u32) {
        self.code.byte(align);
        self.code.byte(u8::from(access.volatile()) | u8::from(access.weak()) << 1 | u8::from(access.is_elementwise()) << 2);
        self.code.number(access.ordering().code());
        self.code.number(access.failure().code());
        if access.is_atomic() {
            self.text_of(from, &from.module.sync_scopes, scope);
        }
    }
}

/// The comdat of a global value.
fn comdat<'m>(module: &'m Module, global: &GlobalValue) -> Option<&'m Comdat> {
    module.comdats.get(global.comdat?.index())
}

/// The value of a variable that is only a name for it.
fn known_by_value(global: &GlobalValue) -> Option<Value> {
    let is_nameless =
        global.linkage == Linkage::Private || global.linkage == Linkage::Internal && global.unnamed_addr == UnnamedAddr::Global;
    match global.kind {
        GlobalKind::Variable { constant: true, initializer, .. } if is_nameless => initializer.get(),
        _ => None,
    }
}

/// Whether a loop has nothing but its locations.
fn is_only_debug(module: &Module, node: MdId) -> bool {
    match module.metadata.get(node) {
        Metadata::Tuple { ops, .. } => module.metadata.lists.get(ops).iter().all(|op| match op {
            Some(id) => id == node || matches!(module.metadata.get(id), Metadata::Node { .. }),
            None => false,
        }),
        _ => false,
    }
}

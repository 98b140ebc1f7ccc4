//! Puts other instructions in the place of one, in the bodies of a module.
use crate::attributes::{Sets, change_set, sets_of};
use crate::construct::{Construct, NoValue, call_inst};
use crate::functions::{Functions, fn_type, owners};
use crate::globals::renumber_addresses;
use crate::instructions::{Edit, NO_LOCAL, NewInst, apply, new_local};
use crate::intern::ModuleIndex;
use crate::locals::{order_locals_in, rewrap, substitute_in, wrapped_values};
use crate::split::{NEXT_PART, PREVIOUS_PART, THIS_PART, split_blocks};
use bctk_ir::attr_set::{AttrIndex, AttrSet};
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, BlockId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{ArithFlags, FastMathFlags, Inst, OpFlags};
use bctk_ir::integers::signed;
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::metadata::MetadataTable;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::value_types::type_of;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// What is to be done with a body whose edits are known.
struct Pending {
    body: usize,
    edits: Vec<Edit>,
    replaced: HashMap<u32, Value>,
    has_parts: bool,
}

/// What became of such a body.
#[derive(Default)]
struct Edited {
    body: Body,
    /// The values of it that metadata wraps.
    wrapped: Vec<(MdId, Value)>,
    /// Where its blocks are now, if they were split.
    blocks: Option<Vec<BlockId>>,
}

/// The edits of one module. Instructions are appended to the place of the current one, until [`Editor::end`].
pub struct Editor<'m> {
    /// The module that is edited.
    pub module: &'m mut Module,
    /// Its functions by name.
    pub functions: Functions,
    /// Its constants and metadata.
    pub made: ModuleIndex,
    /// Index of the current body.
    pub body: usize,
    out: Vec<NewInst>,
    edits: Vec<Edit>,
    replaced: HashMap<u32, Value>,
    /// What is put in front of instructions that may be edited themselves.
    ahead: BTreeMap<InstId, Vec<NewInst>>,
    /// Whether the current body has branches to the parts of its blocks.
    has_parts: bool,
    /// The bodies that are finished but for their edits, which [`Editor::finish`] makes.
    pending: Vec<Pending>,
    /// The sets of attributes by content, once they have been asked for.
    sets: Option<Sets>,
    /// A body, and the instruction that makes each of its locals.
    makers: Option<(usize, Vec<u32>)>,
    /// Stack slots of the current body for values that are read at once, with their alignments, by type.
    pub scratch: HashMap<TypeId, (Value, u8)>,
    /// The function of each body, once it has been asked for.
    owners: Option<HashMap<usize, GlobalId>>,
}

impl<'m> Editor<'m> {
    /// Begins to edit a module. [`Editor::body`] is the first one until it is set.
    pub fn new(module: &'m mut Module) -> Self {
        Editor {
            module,
            functions: Functions::default(),
            made: ModuleIndex::default(),
            body: 0,
            out: Vec::new(),
            edits: Vec::new(),
            replaced: HashMap::new(),
            ahead: BTreeMap::new(),
            has_parts: false,
            pending: Vec::new(),
            sets: None,
            makers: None,
            scratch: HashMap::new(),
            owners: None,
        }
    }

    /// The current body.
    pub fn body(&self) -> &Body {
        &self.module.bodies[self.body]
    }

    /// The current body.
    pub fn body_mut(&mut self) -> &mut Body {
        &mut self.module.bodies[self.body]
    }

    /// The function of the current body.
    pub fn owner(&mut self) -> Option<GlobalId> {
        let module = &*self.module;
        let owners = self.owners.get_or_insert_with(|| owners(module).into_iter().map(|(id, body)| (body, id)).collect());
        owners.get(&self.body).copied()
    }

    /// The type of a value in the current body.
    pub fn ty(&self, value: Value) -> Option<TypeId> {
        type_of(value, self.body(), &self.module.globals, &self.module.consts)
    }

    /// What a value is, if it is a constant.
    pub fn kind(&self, value: Value) -> Option<ConstKind> {
        match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index),
            ValueKind::LocalConst(index) => self.body().consts.get(index),
            _ => None,
        }
        .map(|constant| constant.kind)
    }

    /// What a type is.
    pub fn get(&self, ty: TypeId) -> Type {
        self.module.types.get(ty)
    }

    /// The number of a type, which is added if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        self.module.types.intern(ty)
    }

    /// The type with the shape of `like` (a scalar or vector) and other elements.
    pub fn shaped(&mut self, like: TypeId, elem: TypeId) -> TypeId {
        self.with_shape(like, elem)
    }

    /// Integers of `width` bits in the shape of `like`.
    pub fn ints(&mut self, like: TypeId, width: u32) -> TypeId {
        let elem = self.intern(Type::Int(width));
        self.shaped(like, elem)
    }

    /// The width of an integer type, or of the elements of a vector of integers.
    pub fn width(&self, ty: TypeId) -> Option<u32> {
        match self.get(self.module.types.scalar(ty)) {
            Type::Int(width) => Some(width),
            _ => None,
        }
    }

    /// The sign-extended number `value` of an integer type, or a vector of it.
    pub fn int(&mut self, ty: TypeId, value: i64) -> Value {
        let width = self.width(ty).unwrap_or(64);
        let kind = match width {
            _ if value == 0 => ConstKind::Null,
            ..=64 => ConstKind::Int(signed(value as u64, width)),
            _ => self.wide(width, value as u64, if value < 0 { u64::MAX } else { 0 }, 0),
        };
        self.made.constant(self.module, ty, kind)
    }

    /// The number with these bits, the highest of which is no sign, of an integer type of at most 128 bits, or a vector of it.
    pub fn bits(&mut self, ty: TypeId, bits: u128) -> Value {
        let kind = match self.width(ty).unwrap_or(64) {
            ..=64 => return self.int(ty, bits as i64),
            _ if bits == 0 => ConstKind::Null,
            _ => self.wide(128, bits as u64, (bits >> 64) as u64, 0),
        };
        self.made.constant(self.module, ty, kind)
    }

    /// A wide integer: the lowest word, all others, and bits to invert in the highest.
    fn wide(&mut self, width: u32, low: u64, rest: u64, invert: u64) -> ConstKind {
        let words = width.div_ceil(64);
        let pool = &mut self.module.consts.words;
        let start = pool.len() as u32;
        pool.push(low);
        pool.extend((1..words).map(|_| rest));
        if let Some(last) = pool.last_mut() {
            *last ^= invert;
        }
        ConstKind::WideInt { start, len: words }
    }

    /// The least number of a signed integer type, or the greatest.
    pub fn limit(&mut self, ty: TypeId, greatest: bool) -> Value {
        let width = self.width(ty).unwrap_or(64);
        if width <= 64 {
            let least = -1i64 << (width.max(1) - 1);
            return self.int(ty, if greatest { !least } else { least });
        }
        let unused = width.div_ceil(64) * 64 - width;
        let kind = match greatest {
            // All ones, but for the sign and what is above it.
            true => self.wide(width, u64::MAX, u64::MAX, u64::MAX << (63 - unused)),
            false => self.wide(width, 0, 0, u64::MAX << (63 - unused)),
        };
        self.made.constant(self.module, ty, kind)
    }

    /// A constant that is not a number.
    pub fn constant(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        self.made.constant(self.module, ty, kind)
    }

    /// Appends an instruction that makes a value.
    pub fn push(&mut self, ty: TypeId, inst: Inst) -> Value {
        let local = new_local(self.body_mut(), ty, b"");
        self.out.push(NewInst { inst, local, keeps_attachments: false, attachments: Vec::new() });
        Value::local(local)
    }

    /// Adds an instruction at the start of the function.
    pub fn push_at_entry(&mut self, ty: TypeId, inst: Inst) -> Value {
        let local = new_local(self.body_mut(), ty, b"");
        let new = NewInst { inst, local, keeps_attachments: false, attachments: Vec::new() };
        self.ahead.entry(InstId::new(0)).or_default().push(new);
        Value::local(local)
    }

    /// Puts what was appended in front of instruction `at`, which stays or has an edit of its own.
    pub fn put_before(&mut self, at: InstId) {
        let new = std::mem::take(&mut self.out);
        self.ahead.entry(at).or_default().extend(new);
    }

    /// The instruction of the current body that makes a local. Those that were appended do not count.
    pub fn maker(&mut self, local: u32) -> Option<InstId> {
        if self.makers.as_ref().is_none_or(|(body, _)| *body != self.body) {
            let body = self.body();
            let mut makers = vec![u32::MAX; body.local_types.len()];
            for (inst, local) in body.made_locals() {
                if let Some(slot) = makers.get_mut(local as usize) {
                    *slot = inst.0;
                }
            }
            self.makers = Some((self.body, makers));
        }
        let (_, makers) = self.makers.as_ref()?;
        makers.get(local as usize).copied().filter(|&inst| inst != u32::MAX).map(InstId)
    }

    /// Begins a part of the block, to which what was appended last branches.
    pub fn begin_part(&mut self) {
        self.has_parts = true;
    }

    /// Ends the part of the block here: it goes on in the next part, which is a loop.
    pub fn begin_loop(&mut self, ty: TypeId, first: Value) -> Value {
        self.has_parts = true;
        self.push_void(Inst::Br(NEXT_PART));
        let incoming = self.body_mut().lists.push(&[(first, PREVIOUS_PART)]);
        self.push(ty, Inst::Phi { fmf: FastMathFlags::NONE, incoming })
    }

    /// Ends the loop that began with `phi` and `first`: if `done` is false, it runs again with `next`.
    pub fn end_loop(&mut self, done: Value, phi: Value, first: Value, next: Value) {
        let incoming = self.body_mut().lists.push(&[(first, PREVIOUS_PART), (next, THIS_PART)]);
        if let Some(made) = self.out.iter_mut().find(|made| Value::local(made.local) == phi) {
            made.inst = Inst::Phi { fmf: FastMathFlags::NONE, incoming };
        }
        self.push_void(Inst::CondBr { cond: done, if_true: NEXT_PART, if_false: THIS_PART });
    }

    /// Appends an instruction that makes no value.
    pub fn push_void(&mut self, inst: Inst) {
        self.out.push(NewInst { inst, local: NO_LOCAL, keeps_attachments: false, attachments: Vec::new() });
    }

    /// Appends a binary operator without flags.
    pub fn bin(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Option<Value> {
        Construct::bin(self, op, OpFlags::NONE, lhs, rhs).ok()
    }

    /// Appends a comparison of integers or pointers.
    pub fn icmp(&mut self, pred: ICmpPred, lhs: Value, rhs: Value) -> Option<Value> {
        Construct::icmp(self, pred, ArithFlags::NONE, lhs, rhs).ok()
    }

    /// Appends a comparison of floating-point numbers.
    pub fn fcmp(&mut self, pred: FCmpPred, lhs: Value, rhs: Value) -> Option<Value> {
        Construct::fcmp(self, pred, FastMathFlags::NONE, lhs, rhs).ok()
    }

    /// Appends a `select`.
    pub fn select(&mut self, cond: Value, if_true: Value, if_false: Value) -> Option<Value> {
        Construct::select(self, FastMathFlags::NONE, cond, if_true, if_false).ok()
    }

    /// A cast; the value itself if it has the type already.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: TypeId) -> Option<Value> {
        if self.ty(value)? == ty {
            return Some(value);
        }
        Construct::cast(self, op, OpFlags::NONE, value, ty).ok()
    }

    /// Appends a call of the function `name` with the types of its arguments, declared if it is missing. A new declaration is like that of `like`.
    pub fn call(&mut self, name: &[u8], ret: TypeId, args: &[Value], like: GlobalId) -> Option<Value> {
        let params = args.iter().map(|&arg| self.ty(arg)).collect::<Option<Vec<_>>>()?;
        let fn_ty = fn_type(self.module, ret, &params);
        let callee = self.functions.declare(self.module, name, fn_ty, like)?;
        let call = Call {
            callee: Value::global(callee),
            fn_ty,
            attrs: AttrListId(0),
            args: self.body_mut().lists.push(args),
            bundles: (0, 0),
            cc: CallConv::C,
            tail: TailKind::None,
            fmf: FastMathFlags::NONE,
        };
        Construct::call(self, call).ok()
    }

    /// As [`Editor::call`], of an intrinsic or a function of a library.
    pub fn declared(&mut self, name: &[u8], ret: TypeId, args: &[Value]) -> Option<Value> {
        let like = self.owner()?;
        let value = self.call(name, ret, args, like)?;
        let callee = self.body().calls.last()?.callee;
        self.use_c_convention(callee);
        Some(value)
    }

    /// A new declaration has the convention of the function that it was made like, which an intrinsic must not have.
    pub fn use_c_convention(&mut self, callee: Value) {
        if let ValueKind::Global(callee) = callee.kind()
            && let Some(GlobalKind::Function(function)) = self.module.globals.get_mut(callee.index()).map(|global| &mut global.kind)
        {
            function.cc = CallConv::C;
        }
    }

    /// Appends a call that makes a value, or none, and keeps the attachments of what it replaces.
    pub fn push_call(&mut self, ret: TypeId, call: Call) -> Value {
        let inst = self.call_inst(call);
        let is_void = self.module.types.is_void(ret);
        let local = if is_void { NO_LOCAL } else { new_local(self.body_mut(), ret, b"") };
        self.push_kept(inst, local);
        if is_void { Value::NONE } else { Value::local(local) }
    }

    /// Appends an instruction that makes a new local, and keeps the attachments of what it replaces.
    pub fn push_kept(&mut self, inst: Inst, local: u32) {
        self.out.push(NewInst { inst, local, keeps_attachments: true, attachments: Vec::new() });
    }

    /// The instruction for a new call.
    pub fn call_inst(&mut self, call: Call) -> Inst {
        call_inst(self.body_mut(), call)
    }

    /// The list with the set at `index` replaced by the result of `change`.
    pub fn change_set(&mut self, list: AttrListId, index: AttrIndex, change: impl FnOnce(&mut AttrSet)) -> AttrListId {
        let sets = self.sets.get_or_insert_with(|| sets_of(self.module));
        change_set(self.module, list, index, sets, |_, set| change(set))
    }

    /// Forgets what was appended since the last [`Editor::end`].
    pub fn cancel(&mut self) {
        self.out.clear();
    }

    /// Puts what was appended in the place of instruction `at`, whose result becomes `value`.
    pub fn end(&mut self, at: InstId, value: Option<Value>) {
        let old = self.body().result(at);
        let mut by = std::mem::take(&mut self.out);
        match (old, value) {
            // The last instruction makes the value itself, and with it the old name.
            (Some(old), Some(value)) if by.last().is_some_and(|last| Value::local(last.local) == value) => {
                if let Some(last) = by.last_mut() {
                    last.local = old;
                    last.keeps_attachments = matches!(last.inst, Inst::Call(_) | Inst::Load { .. });
                }
            }
            (Some(old), Some(value)) => {
                self.replaced.insert(old, value);
            }
            _ => {}
        }
        self.edits.push(Edit { at, by, step: 0 });
    }

    /// Puts `value` in the place of a local of the current body, in which something must be edited.
    pub fn replace(&mut self, local: u32, value: Value) {
        self.replaced.insert(local, value);
    }

    /// Puts new instructions before the instruction `at`.
    fn place_ahead(&mut self, at: InstId, mut by: Vec<NewInst>) {
        let place = self.edits.partition_point(|edit| edit.at < at);
        if let Some(edit) = self.edits.get_mut(place).filter(|edit| edit.at == at) {
            by.append(&mut edit.by);
            edit.by = by;
            return;
        }
        let Some(&inst) = self.body().insts.get(at.index()) else { return };
        // The edit forgets the call in its place.
        let inst = match inst {
            Inst::Call(id) => match self.body().call(id).copied() {
                Some(call) => self.call_inst(call),
                None => inst,
            },
            other => other,
        };
        let local = self.body().result(at).unwrap_or(NO_LOCAL);
        by.push(NewInst { inst, local, keeps_attachments: true, attachments: Vec::new() });
        self.edits.insert(place, Edit { at, by, step: 0 });
    }

    /// Ends the work on the current body. [`Editor::finish`] makes its edits.
    pub fn finish_body(&mut self) {
        for (at, by) in std::mem::take(&mut self.ahead) {
            self.place_ahead(at, by);
        }
        self.makers = None;
        self.scratch.clear();
        if self.edits.is_empty() {
            return;
        }
        self.pending.push(Pending {
            body: self.body,
            edits: std::mem::take(&mut self.edits),
            replaced: std::mem::take(&mut self.replaced),
            has_parts: std::mem::take(&mut self.has_parts),
        });
    }

    /// Makes the edits of all bodies, on all threads. Must be called after the last body.
    pub fn finish(self) {
        let Editor { module, pending, .. } = self;
        if pending.is_empty() {
            return;
        }
        let indexes: Vec<usize> = pending.iter().map(|pending| pending.body).collect();
        let work: Vec<(Body, Pending)> =
            pending.into_iter().map(|pending| (std::mem::take(&mut module.bodies[pending.body]), pending)).collect();
        let metadata = &module.metadata;
        let edited: Vec<Edited> = work.into_par_iter().balanced().map(|(body, pending)| pending.make(body, metadata)).collect();
        let mut split: HashMap<usize, Vec<BlockId>> = HashMap::new();
        for (index, Edited { body, wrapped, blocks }) in indexes.into_iter().zip(edited) {
            module.bodies[index] = body;
            rewrap(&mut module.metadata, wrapped);
            split.extend(blocks.map(|blocks| (index, blocks)));
        }
        if !split.is_empty() {
            // Constants that are addresses of blocks get the new numbers.
            let moved = owners(module).into_iter().filter_map(|(id, body)| Some((id, split.get(&body)?.clone()))).collect();
            renumber_addresses(module, &moved);
        }
    }
}

/// Instructions are made as they are told: nothing is checked, folded or named.
impl Construct for Editor<'_> {
    type Error = NoValue;

    fn types(&mut self) -> &mut TypeTable {
        &mut self.module.types
    }

    fn target(&mut self) -> &mut Body {
        self.body_mut()
    }

    fn value_type(&self, value: Value) -> Result<TypeId, NoValue> {
        self.ty(value).ok_or(NoValue)
    }

    fn put(&mut self, ty: Option<TypeId>, inst: Inst) -> Result<Value, NoValue> {
        Ok(match ty {
            Some(ty) => self.push(ty, inst),
            None => {
                self.push_void(inst);
                Value::NONE
            }
        })
    }
}

impl Pending {
    /// Makes the edits.
    fn make(self, mut body: Body, metadata: &MetadataTable) -> Edited {
        apply(&mut body, &self.edits);
        let mut wrapped = wrapped_values(metadata, &body);
        if !self.replaced.is_empty() {
            substitute_in(&mut body, &mut wrapped, self.replaced);
        }
        order_locals_in(&mut body, &mut wrapped);
        let blocks = self.has_parts.then(|| split_blocks(&mut body));
        Edited { body, wrapped, blocks }
    }
}

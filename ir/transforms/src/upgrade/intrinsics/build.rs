//! Builds instructions that replace a call, one after the other, named as by LLVM's builder.
use super::calls::{Site, Upgrader};
use crate::upgrade::old::metadata::kind_ranks;
use bctk_edit::construct::{Construct, NoValue, Operation};
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::{NO_LOCAL, NewInst, new_local};
use bctk_ir::body::{Attachment, Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::MdId;
use bctk_ir::entity::{AttrListId, GlobalId, TypeId};
use bctk_ir::inst::{ArithFlags, FastMathFlags, Inst, OpFlags};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::provenance::NameChange;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};

/// The instructions made so far in the place of one call.
pub(crate) struct Build<'b, 'm> {
    pub(crate) up: &'b mut Upgrader<'m>,
    pub(crate) site: &'b Site,
    old: GlobalId,
    out: Vec<NewInst>,
}

impl<'b, 'm> Build<'b, 'm> {
    /// Begins in the place of a call of `old`.
    pub(crate) fn new(up: &'b mut Upgrader<'m>, site: &'b Site, old: GlobalId) -> Self {
        Build { up, site, old, out: Vec::new() }
    }

    /// Argument `at` of the call.
    pub(crate) fn arg(&self, at: usize) -> Option<Value> {
        self.site.args.get(at).copied()
    }

    /// The function that the call calls.
    pub(crate) fn old(&self) -> GlobalId {
        self.old
    }

    /// Type of a value.
    pub(crate) fn ty(&self, value: Value) -> Option<TypeId> {
        self.up.type_of(self.site.body, value)
    }

    /// Result type of the call.
    pub(crate) fn result(&self) -> Option<TypeId> {
        self.up.module.types.function(self.site.call.fn_ty).map(|(ret, _, _)| ret)
    }

    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        self.up.module.types.intern(ty)
    }

    /// The vector type with this number of elements.
    pub(crate) fn vector(&mut self, elem: TypeId, len: u32) -> TypeId {
        self.intern(Type::Vector { elem, len, scalable: false })
    }

    /// Element type and length of a vector.
    pub(crate) fn parts(&self, ty: TypeId) -> Option<(TypeId, u32)> {
        match self.up.module.types.get(ty) {
            Type::Vector { elem, len, .. } => Some((elem, len)),
            _ => None,
        }
    }

    /// Appends an instruction with a result.
    pub(crate) fn push(&mut self, ty: TypeId, inst: Inst, name: &str) -> Option<Value> {
        let name = self.up.unique_name(self.site.body, name.as_bytes());
        let body = self.up.module.bodies.get_mut(self.site.body)?;
        let local = new_local(body, ty, &name);
        // Only the call's own name moves from one instruction to another.
        if !name.is_empty() && body.local_name(self.site.local) != name {
            body.provenance.name_changes.extend(body.local_names.get(local as usize).map(|&name| NameChange::Added(name)));
        }
        self.out.push(NewInst { inst, local, keeps_attachments: false, attachments: Vec::new() });
        Some(Value::local(local))
    }

    /// Appends an instruction without a result.
    pub(crate) fn push_void(&mut self, inst: Inst) {
        self.out.push(NewInst { inst, local: NO_LOCAL, keeps_attachments: false, attachments: Vec::new() });
    }

    /// Makes instructions with this name, and folds operations on constants.
    pub(crate) fn named<'n>(&'n mut self, name: &'n str) -> Named<'n, 'b, 'm> {
        Named { build: self, name }
    }

    /// A binary operator without flags.
    pub(crate) fn bin(&mut self, op: BinOp, lhs: Value, rhs: Value, name: &str) -> Option<Value> {
        self.named(name).bin(op, OpFlags::NONE, lhs, rhs).ok()
    }

    /// A cast; the value itself if it has the type already.
    pub(crate) fn cast(&mut self, op: CastOp, value: Value, ty: TypeId, name: &str) -> Option<Value> {
        if self.ty(value)? == ty {
            return Some(value);
        }
        self.named(name).cast(op, OpFlags::NONE, value, ty).ok()
    }

    /// The pointer as one to `pointee`; itself if pointers have no such types.
    pub(crate) fn pointer_to(&mut self, ptr: Value, pointee: TypeId, name: &str) -> Option<Value> {
        let Type::TypedPtr { addrspace, .. } = self.up.module.types.get(self.ty(ptr)?) else { return Some(ptr) };
        let ty = self.intern(Type::TypedPtr { pointee, addrspace });
        self.cast(CastOp::BitCast, ptr, ty, name)
    }

    pub(crate) fn select(&mut self, cond: Value, if_true: Value, if_false: Value, name: &str) -> Option<Value> {
        self.named(name).select(FastMathFlags::NONE, cond, if_true, if_false).ok()
    }

    pub(crate) fn icmp(&mut self, pred: ICmpPred, lhs: Value, rhs: Value, name: &str) -> Option<Value> {
        self.named(name).icmp(pred, ArithFlags::NONE, lhs, rhs).ok()
    }

    pub(crate) fn fneg(&mut self, value: Value) -> Option<Value> {
        self.named("").fneg(FastMathFlags::NONE, value).ok()
    }

    /// Element `index`, which LLVM counts in 64 bits.
    pub(crate) fn extract(&mut self, vector: Value, index: u64) -> Option<Value> {
        self.parts(self.ty(vector)?)?;
        let index = self.up.int(64, index);
        self.named("").extract_element(vector, index).ok()
    }

    pub(crate) fn insert(&mut self, vector: Value, element: Value, index: u64) -> Option<Value> {
        let index = self.up.int(64, index);
        self.named("").insert_element(vector, element, index).ok()
    }

    /// The first `len` elements.
    pub(crate) fn first(&mut self, vector: Value, len: u32, name: &str) -> Option<Value> {
        let mask: Vec<u32> = (0..len).collect();
        self.shuffle(vector, vector, &mask, name)
    }

    /// The elements of two vectors that a list names.
    pub(crate) fn shuffle(&mut self, lhs: Value, rhs: Value, elements: &[u32], name: &str) -> Option<Value> {
        self.parts(self.ty(lhs)?)?;
        let mask = match self.up.masks.get(elements) {
            Some(&mask) => mask,
            None => self.mask(elements)?,
        };
        self.named(name).shuffle_vector(lhs, rhs, mask).ok()
    }

    /// The mask of a shuffle.
    fn mask(&mut self, elements: &[u32]) -> Option<Value> {
        let word = self.intern(Type::Int(32));
        let ty = self.vector(word, u32::try_from(elements.len()).ok()?);
        let kind = if elements.iter().all(|&element| element == 0) {
            ConstKind::Null
        } else {
            let bytes: Vec<u8> = elements.iter().copied().flat_map(u32::to_le_bytes).collect();
            ConstKind::Data(self.up.module.consts.bytes.push(&bytes))
        };
        let mask = Value::constant(self.up.module.consts.push(ty, kind));
        self.up.masks.insert(elements.to_vec(), mask);
        Some(mask)
    }

    /// The zero of a type.
    pub(crate) fn zero(&mut self, ty: TypeId) -> Value {
        self.up.constant(ty, ConstKind::Null)
    }

    /// A call of the intrinsic `name` (without `llvm.` and suffixes) that returns `ret`.
    pub(crate) fn call(&mut self, name: &str, ret: TypeId, args: &[Value], result: &str) -> Option<Value> {
        let fn_ty = self.type_of_call(ret, args)?;
        let name = self.up.exact(name)?.mangled_name(self.up.module, fn_ty)?;
        let callee = self.up.functions.declare(self.up.module, &name, fn_ty, self.old)?;
        self.call_of(callee, ret, args, result)
    }

    /// A call of the intrinsic with this full name.
    pub(crate) fn call_named(&mut self, name: &str, ret: TypeId, args: &[Value], result: &str) -> Option<Value> {
        let fn_ty = self.type_of_call(ret, args)?;
        let callee = self.up.functions.declare(self.up.module, name.as_bytes(), fn_ty, self.old)?;
        self.call_of(callee, ret, args, result)
    }

    /// The type of a function that takes these arguments.
    fn type_of_call(&mut self, ret: TypeId, args: &[Value]) -> Option<TypeId> {
        let params = args.iter().map(|&arg| self.ty(arg)).collect::<Option<Vec<_>>>()?;
        Some(fn_type(self.up.module, ret, &params))
    }

    /// A call of the function `callee`.
    pub(crate) fn call_of(&mut self, callee: GlobalId, ret: TypeId, args: &[Value], result: &str) -> Option<Value> {
        let like = Call {
            attrs: AttrListId(0),
            bundles: (0, 0),
            cc: CallConv::C,
            tail: TailKind::None,
            fmf: FastMathFlags::NONE,
            ..self.site.call
        };
        let inst = self.up.call(self.site.body, callee, args, like)?;
        if self.up.module.types.is_void(ret) {
            self.push_void(inst);
            return Some(Value::NONE);
        }
        self.push(ret, inst, result)
    }

    /// Lets the call appended last be approximate.
    pub(crate) fn approximate_last(&mut self) {
        self.give_last_flags(FastMathFlags::AFN);
    }

    /// Gives the call appended last these flags.
    pub(crate) fn give_last_flags(&mut self, flags: FastMathFlags) {
        let Some(&NewInst { inst: Inst::Call(id), .. }) = self.out.last() else { return };
        if let Some(call) = self.up.module.bodies.get_mut(self.site.body).and_then(|body| body.calls.get_mut(id.index())) {
            call.fmf = flags;
        }
    }

    /// Gives the call appended last the attributes of the call that it replaces.
    pub(crate) fn keep_attributes_of_last(&mut self) {
        let Some(&NewInst { inst: Inst::Call(id), .. }) = self.out.last() else { return };
        if let Some(call) = self.up.module.bodies.get_mut(self.site.body).and_then(|body| body.calls.get_mut(id.index())) {
            call.attrs = self.site.call.attrs;
        }
    }

    /// Gives the call appended last `align` of these parameters.
    pub(crate) fn align_last(&mut self, params: &[u32], bytes: u64) {
        let attrs = self.up.with_align(Vec::new(), params, bytes);
        let Some(&NewInst { inst: Inst::Call(id), .. }) = self.out.last() else { return };
        if let Some(call) = self.up.module.bodies.get_mut(self.site.body).and_then(|body| body.calls.get_mut(id.index())) {
            call.attrs = attrs;
        }
    }

    /// Gives the instruction appended last these attachments.
    pub(crate) fn attach_last(&mut self, attachments: Vec<Attachment>) {
        if let Some(last) = self.out.last_mut() {
            last.attachments = attachments;
        }
    }

    /// Lets the instruction appended last keep the attachments of the call.
    pub(crate) fn keep_attachments_of_last(&mut self) {
        if let Some(last) = self.out.last_mut() {
            last.keeps_attachments = true;
        }
    }

    /// Gives a value made here the name of the call.
    pub(crate) fn take_name(&mut self, made: Value) {
        let Some(body) = self.up.module.bodies.get_mut(self.site.body) else { return };
        let name = body.local_names.get(self.site.local as usize).copied();
        if let (ValueKind::Local(local), Some(name)) = (made.kind(), name)
            && let Some(slot) = body.local_names.get_mut(local as usize)
        {
            *slot = name;
        }
    }

    /// Finishes with `value`, the last one made, as the result; it takes the call's name.
    pub(crate) fn done_in_place(mut self, value: Value) -> Option<Vec<NewInst>> {
        match self.out.last_mut() {
            Some(last) if Value::local(last.local) == value => last.local = self.site.local,
            _ => return self.done(value),
        }
        Some(self.out)
    }

    /// Ends with `value` as what the call gave.
    pub(crate) fn done(self, value: Value) -> Option<Vec<NewInst>> {
        if self.site.local != NO_LOCAL && !value.is_none() {
            self.up.substitute(self.site.body, self.site.local, value);
        }
        Some(self.out)
    }
}

impl Build<'_, '_> {
    /// Notes attachments for the instruction appended last.
    pub(crate) fn attach(&mut self, attachments: Vec<(&[u8], MdId)>) {
        let mut numbered: Vec<Attachment> =
            attachments.into_iter().map(|(name, node)| Attachment { kind: self.up.md_kind(name), node }).collect();
        // LLVM's own kinds have the first numbers, even if the file does not name them.
        let ranks = kind_ranks(self.up.module);
        numbered.sort_by_key(|attachment| ranks.get(attachment.kind as usize).copied());
        self.attach_last(numbered);
    }
}

/// A [`Build`] that gives instructions a name.
pub(crate) struct Named<'n, 'b, 'm> {
    build: &'n mut Build<'b, 'm>,
    name: &'n str,
}

impl Construct for Named<'_, '_, '_> {
    type Error = NoValue;

    fn types(&mut self) -> &mut TypeTable {
        &mut self.build.up.module.types
    }

    fn target(&mut self) -> &mut Body {
        &mut self.build.up.module.bodies[self.build.site.body]
    }

    fn value_type(&self, value: Value) -> Result<TypeId, NoValue> {
        self.build.ty(value).ok_or(NoValue)
    }

    fn put(&mut self, ty: Option<TypeId>, inst: Inst) -> Result<Value, NoValue> {
        match ty {
            Some(ty) => self.build.push(ty, inst, self.name).ok_or(NoValue),
            None => {
                self.build.push_void(inst);
                Ok(Value::NONE)
            }
        }
    }

    fn fold(&mut self, operation: &Operation) -> Option<Value> {
        self.build.fold(operation)
    }
}

/// The number of a sync scope.
pub(crate) fn sync_scope(module: &mut Module, name: &[u8]) -> u32 {
    if module.sync_scopes.is_empty() {
        module.sync_scopes = vec![module.strings.push(b"singlethread"), module.strings.push(b"")];
    }
    let there = module.sync_scopes.iter().position(|&scope| module.strings.get(scope) == name);
    there.unwrap_or_else(|| {
        module.sync_scopes.push(module.strings.push(name));
        module.sync_scopes.len() - 1
    }) as u32
}

/// The size in bytes of a number, a pointer or a vector of numbers.
pub(crate) fn size(module: &Module, ty: TypeId) -> u64 {
    match module.types.get(ty) {
        Type::Int(width) => u64::from(width).div_ceil(8),
        Type::Half | Type::BFloat => 2,
        Type::Float => 4,
        Type::Fp128 | Type::PpcFp128 | Type::X86Fp80 => 16,
        Type::Vector { elem, len, .. } => match module.types.get(elem) {
            Type::Vector { .. } => 8,
            _ => size(module, elem).saturating_mul(u64::from(len)),
        },
        _ => 8,
    }
}

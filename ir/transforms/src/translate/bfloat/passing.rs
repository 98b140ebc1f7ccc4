//! How functions pass `bfloat` and get it back: in the registers that newer releases take for it.
//!
//! On x86, that is the lower part of a register for vectors, where a `float` with the same lowest bits is, too; on AArch64, the lower part of one
//! for floating-point numbers, as for `half`. Short vectors take whole registers, which vectors of short integers do in no release before LLVM 10.
use super::Types;
use super::arithmetic::{bits, is_of_processor};
use crate::translate::report::{Action, At, Report};
use bctk_edit::editor::Editor;
use bctk_edit::functions::owners;
use bctk_edit::instructions::new_local;
use bctk_edit::locals::substitute;
use bctk_edit::split::predecessors;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{BasicBlock, Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, BlockId, CallId, GlobalId, InstId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::intrinsics::{Intrinsic, exact_in, lookup};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::strings::LocalStr;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use hashbrown::HashMap;

/// The members of a structure that are passed one by one, and how deep they are nested.
const MOST_PARTS: usize = 256;
const DEPTH: u32 = 8;

/// The elements of a vector that fills a register for vectors.
const WHOLE: u32 = 8;

/// What passes a `bfloat`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carrier {
    /// A `float`.
    Float,
    /// A `float`, but a vector as a result: results of type `float` are elsewhere.
    FloatOrVector,
    /// A `half`.
    Half,
    /// An `i16`, wherever that is.
    Short,
}

/// Conventions of kernels, which get their arguments in memory.
const KERNELS: [CallConv; 3] = [CallConv::AMDGPU_KERNEL, CallConv::PTX_KERNEL, CallConv::SPIR_KERNEL];

/// The type that passes a value of another.
type Passed = HashMap<(TypeId, bool), Option<TypeId>>;

struct Passing {
    carrier: Carrier,
    /// By type, and whether it is a result. Nothing for what cannot be passed.
    known: Passed,
}

fn carrier(module: &Module) -> Carrier {
    match Triple::parse(module.str(module.triple)).arch {
        Arch::X86_64 => Carrier::Float,
        Arch::X86 => Carrier::FloatOrVector,
        Arch::AArch64 | Arch::AArch64Be => Carrier::Half,
        _ => Carrier::Short,
    }
}

/// The functions that others outside of the module call, or that are called there, if nothing keeps to the convention; and those whose types nothing
/// can pass.
pub(super) fn refused(module: &mut Module, types: &Types) -> Vec<GlobalId> {
    let mut passing = Passing { carrier: carrier(module), known: Passed::new() };
    let mut out = Vec::new();
    for at in 0..module.globals.len() {
        let global = &module.globals[at];
        let (ty, is_local) = (global.value_type, global.linkage.is_local());
        let Some(function) = global.function() else { continue };
        let is_kernel = KERNELS.contains(&function.cc);
        if !types.has(ty) || is_intrinsic(module, Value::global(GlobalId::new(at))) {
            continue;
        }
        let crosses = passing.carrier == Carrier::Short && !is_local && !is_kernel;
        if crosses || passing.function(module, ty).is_none() {
            out.push(GlobalId::new(at));
        }
    }
    out
}

/// The instructions of a body that pass what cannot be passed.
pub(super) fn refused_in(ed: &mut Editor<'_>, types: &Types, at: InstId) -> bool {
    let mut passing = Passing { carrier: carrier(ed.module), known: Passed::new() };
    let (id, is_call, is_callbr) = match ed.body().insts[at.index()] {
        Inst::Call(call) => (call, true, false),
        Inst::Invoke { call, .. } => (call, false, false),
        Inst::CallBr { call, .. } => (call, false, true),
        _ => return false,
    };
    let Some(&call) = ed.body().call(id) else { return false };
    if is_intrinsic(ed.module, call.callee) {
        return !is_call && types.has(call.fn_ty);
    }
    let args: Vec<Value> = ed.body().values(call.args).collect();
    let arg_types: Vec<TypeId> = args.into_iter().filter_map(|arg| ed.ty(arg)).filter(|&ty| types.has(ty)).collect();
    if !types.has(call.fn_ty) && arg_types.is_empty() {
        return false;
    }
    let ret = ed.module.types.function(call.fn_ty).map(|(ret, ..)| ret);
    is_callbr && ret.is_some_and(|ret| types.has(ret))
        || passing.function(ed.module, call.fn_ty).is_none()
        || arg_types.into_iter().any(|ty| passing.ty(ed.module, ty, false, 0).is_none())
}

fn is_intrinsic(module: &Module, callee: Value) -> bool {
    match callee.kind() {
        ValueKind::Global(id) => module.global(id).is_some_and(|global| module.str(global.name).starts_with(b"llvm.")),
        _ => false,
    }
}

impl Passing {
    /// The type that passes values of type `ty`, which may be the same.
    fn ty(&mut self, module: &mut Module, ty: TypeId, is_result: bool, depth: u32) -> Option<TypeId> {
        if let Some(&known) = self.known.get(&(ty, is_result)) {
            return known;
        }
        let new = self.new_type(module, ty, is_result, depth);
        self.known.insert((ty, is_result), new);
        new
    }

    fn new_type(&mut self, module: &mut Module, ty: TypeId, is_result: bool, depth: u32) -> Option<TypeId> {
        let is_member = |module: &Module, ty: TypeId| {
            matches!(module.types.get(module.types.scalar(ty)), Type::BFloat)
                || matches!(module.types.get(ty), Type::Struct { .. } | Type::Array { .. })
        };
        let new = match module.types.get(ty) {
            Type::BFloat => match self.carrier {
                Carrier::Float => Type::Float,
                Carrier::FloatOrVector if is_result => Type::Vector { elem: ty, len: WHOLE, scalable: false },
                Carrier::FloatOrVector => Type::Float,
                Carrier::Half => Type::Half,
                Carrier::Short => return Some(ty),
            },
            Type::Vector { elem, len, scalable: false } if module.types.get(elem) == Type::BFloat => {
                let len = match self.carrier {
                    Carrier::Float | Carrier::FloatOrVector => len.max(WHOLE),
                    Carrier::Half => len.max(WHOLE / 2),
                    Carrier::Short => len,
                };
                Type::Vector { elem, len, scalable: false }
            }
            Type::Array { elem, len } if is_member(module, elem) => {
                let new = self.member(module, elem, is_result, depth)?;
                if new == elem {
                    return Some(ty);
                }
                (len <= MOST_PARTS as u64).then_some(Type::Array { elem: new, len })?
            }
            Type::Struct { packed, name, fields, .. } => {
                let fields: Vec<TypeId> = module.types.list(fields).to_vec();
                let new = fields
                    .iter()
                    .map(|&field| if is_member(module, field) { self.member(module, field, is_result, depth) } else { Some(field) })
                    .collect::<Option<Vec<TypeId>>>()?;
                if new == fields {
                    return Some(ty);
                }
                let fields = (new.len() <= MOST_PARTS).then(|| module.types.lists.push(&new))?;
                Type::Struct { kind: StructKind::Literal, packed, name, fields }
            }
            _ => return Some(ty),
        };
        Some(module.types.intern(new))
    }

    fn member(&mut self, module: &mut Module, ty: TypeId, is_result: bool, depth: u32) -> Option<TypeId> {
        (depth < DEPTH).then(|| self.ty(module, ty, is_result, depth + 1))?
    }

    /// The type of a function that passes values so.
    fn function(&mut self, module: &mut Module, fn_ty: TypeId) -> Option<TypeId> {
        let (ret, params, is_variadic) = module.types.function(fn_ty)?;
        let params: Vec<TypeId> = params.iter().collect();
        let ret = self.ty(module, ret, true, 0)?;
        let params = params.into_iter().map(|ty| self.ty(module, ty, false, 0)).collect::<Option<Vec<TypeId>>>()?;
        Some(module.types.intern_function(ret, &params, is_variadic))
    }
}

/// What passes `value` as a value of type `to`.
fn passed(ed: &mut Editor<'_>, value: Value, to: TypeId) -> Option<Value> {
    let from = ed.ty(value)?;
    if from == to {
        return Some(value);
    }
    match (ed.get(from), ed.get(to)) {
        (Type::BFloat, Type::Float) => match ed.kind(value) {
            Some(ConstKind::Null) => Some(ed.constant(to, ConstKind::Null)),
            Some(ConstKind::Float(bits)) => Some(ed.constant(to, ConstKind::Float(bits))),
            _ => {
                let word = ed.intern(Type::Int(32));
                let bits = bits(ed, value)?;
                let bits = ed.cast(CastOp::ZExt, bits, word)?;
                ed.cast(CastOp::BitCast, bits, to)
            }
        },
        (Type::BFloat, Type::Half) => match ed.kind(value) {
            Some(kind @ (ConstKind::Null | ConstKind::Float(_))) => Some(ed.constant(to, kind)),
            _ => {
                let bits = bits(ed, value)?;
                ed.cast(CastOp::BitCast, bits, to)
            }
        },
        (Type::BFloat, _) => {
            let index = first_index(ed);
            let vector = ed.constant(to, ConstKind::Undef);
            Some(ed.push(to, Inst::InsertElement { vector, element: value, index }))
        }
        (Type::Vector { len, .. }, Type::Vector { len: all, .. }) => resized(ed, value, from, to, (len, all)),
        _ => by_members(ed, value, from, to, passed),
    }
}

/// The value of type `to` that `value` passes.
fn received(ed: &mut Editor<'_>, value: Value, to: TypeId) -> Option<Value> {
    let from = ed.ty(value)?;
    if from == to {
        return Some(value);
    }
    match (ed.get(from), ed.get(to)) {
        (Type::Float, Type::BFloat) => {
            let (word, short) = (ed.intern(Type::Int(32)), ed.intern(Type::Int(16)));
            let bits = ed.cast(CastOp::BitCast, value, word)?;
            let bits = ed.cast(CastOp::Trunc, bits, short)?;
            ed.cast(CastOp::BitCast, bits, to)
        }
        (Type::Half, Type::BFloat) => {
            let short = ed.intern(Type::Int(16));
            let bits = ed.cast(CastOp::BitCast, value, short)?;
            ed.cast(CastOp::BitCast, bits, to)
        }
        (_, Type::BFloat) => {
            let index = first_index(ed);
            Some(ed.push(to, Inst::ExtractElement { vector: value, index }))
        }
        (Type::Vector { len, .. }, Type::Vector { len: all, .. }) => resized(ed, value, from, to, (len, all)),
        _ => by_members(ed, value, from, to, received),
    }
}

fn first_index(ed: &mut Editor<'_>) -> Value {
    let index_ty = ed.intern(Type::Int(32));
    ed.int(index_ty, 0)
}

/// The first elements of a vector, or a vector that begins with all of them.
fn resized(ed: &mut Editor<'_>, lhs: Value, from: TypeId, to: TypeId, (len, all): (u32, u32)) -> Option<Value> {
    let rhs = ed.constant(from, ConstKind::Undef);
    let index_ty = ed.intern(Type::Int(32));
    let mask_ty = ed.intern(Type::Vector { elem: index_ty, len: all, scalable: false });
    // Those that are not there are the first of the other vector.
    let indices: Vec<u8> = (0..all).flat_map(|at| at.min(len).to_le_bytes()).collect();
    let indices = ed.module.consts.bytes.push(&indices);
    let mask = ed.constant(mask_ty, ConstKind::Data(indices));
    Some(ed.push(to, Inst::ShuffleVector { lhs, rhs, mask }))
}

/// A structure or array whose members are made by `make`.
fn by_members(
    ed: &mut Editor<'_>,
    aggregate: Value,
    from: TypeId,
    to: TypeId,
    make: fn(&mut Editor<'_>, Value, TypeId) -> Option<Value>,
) -> Option<Value> {
    let mut result = ed.constant(to, ConstKind::Undef);
    let mut at = 0u32;
    while let (Some(old), Some(new)) = (ed.module.types.member(from, u64::from(at)), ed.module.types.member(to, u64::from(at))) {
        let indices = ed.body_mut().lists.push(&[at]);
        let value = ed.push(old, Inst::ExtractValue { aggregate, indices });
        let value = make(ed, value, new)?;
        result = ed.push(to, Inst::InsertValue { aggregate: result, value, indices });
        at += 1;
    }
    Some(result)
}

/// Lets all functions and calls pass what carries a `bfloat`. None of them is refused.
///
/// Intrinsics of processors keep the type under the number `kept`, if the release has them with it.
pub(super) fn to_carriers(module: &mut Module, types: &Types, kept: Option<(TypeId, LlvmVersion)>, feature: Feature, report: &mut Report) {
    let mut work = Work { passing: Passing { carrier: carrier(module), known: Passed::new() }, types, kept };
    for at in 0..module.consts.asms.len() {
        module.consts.asms[at].fn_ty = work.function_type(module, module.consts.asms[at].fn_ty);
    }
    for body in 0..module.bodies.len() {
        for at in 0..module.bodies[body].consts.asms.len() {
            module.bodies[body].consts.asms[at].fn_ty = work.function_type(module, module.bodies[body].consts.asms[at].fn_ty);
        }
    }
    let bodies = owners(module);
    // The types that parameters and results have in the body.
    let mut old: HashMap<GlobalId, TypeId> = HashMap::new();
    for at in 0..module.globals.len() {
        let id = GlobalId::new(at);
        let ty = module.globals[at].value_type;
        if module.types.function(ty).is_none() || !types.has(ty) {
            continue;
        }
        if is_intrinsic(module, Value::global(id)) {
            let is_dot = is_dot(module, id);
            module.globals[at].value_type = match kept.filter(|&(_, llvm)| keeps_type(module, id, llvm)) {
                Some((kept, _)) => kept_function(module, ty, kept),
                None if is_dot => dot_function(module, ty),
                None => ty,
            };
            continue;
        }
        let new = work.function_type(module, ty);
        module.globals[at].value_type = new;
        if new != ty && matches!(module.globals[at].kind, GlobalKind::Function(_)) {
            old.insert(id, ty);
            report.feature(Action::Lowered, feature, module, At::Global(id));
        }
    }
    let starts: HashMap<usize, Vec<(u32, u32)>> =
        bodies.iter().map(|&(id, body)| (body, work.new_arguments(module, id, body, &old))).collect();
    for &(_, body) in &bodies {
        work.own_destinations(module, body);
    }
    let mut editor = Editor::new(module);
    for (owner, index) in bodies {
        editor.body = index;
        for &(arg, value) in starts.get(&index).into_iter().flatten() {
            let ty = editor.body().local_types[value as usize];
            if let Some(made) = received(&mut editor, Value::local(arg), ty) {
                editor.replace(value, made);
            }
            editor.put_before(InstId(0));
        }
        let ret = old.get(&owner).and(editor.module.global(owner)).map(|global| global.value_type);
        let ret = ret.and_then(|ty| editor.module.types.function(ty)).map(|(ret, ..)| ret);
        for at in (0..editor.body().insts.len()).map(InstId::new) {
            if work.instruction(&mut editor, at, ret).is_none() {
                editor.cancel();
            }
        }
        editor.finish_body();
    }
    let mut editor = without_classes(editor, &old);
    editor.finish_body();
    editor.finish();
}

/// Drops what attributes of functions say of the numbers that they pass.
fn without_classes<'m>(mut editor: Editor<'m>, old: &HashMap<GlobalId, TypeId>) -> Editor<'m> {
    let mut ids: Vec<GlobalId> = old.keys().copied().collect();
    ids.sort_unstable();
    for id in ids {
        let Some(attrs) = editor.module.global(id).and_then(|global| global.function()).map(|function| function.attrs) else { continue };
        let attrs = no_classes(&mut editor, attrs);
        if let GlobalKind::Function(function) = &mut editor.module.globals[id.index()].kind {
            function.attrs = attrs;
        }
    }
    editor
}

fn no_classes(ed: &mut Editor<'_>, list: AttrListId) -> AttrListId {
    let is_class = |attr: &Attr| matches!(attr, Attr::Int(AttrKind::NOFPCLASS, _));
    let places: Vec<AttrIndex> = ed.module.attrs.lists.get(list.index()).into_iter().flatten().map(|&(at, _)| at).collect();
    places.into_iter().fold(list, |list, at| ed.change_set(list, at, |set| set.retain(|attr| !is_class(attr))))
}

struct Work<'t> {
    passing: Passing,
    types: &'t Types,
    /// The number of the type that stays, and the release.
    kept: Option<(TypeId, LlvmVersion)>,
}

/// Whether a function is an intrinsic of a processor that `llvm` has with the same types.
fn keeps_type(module: &Module, id: GlobalId, llvm: LlvmVersion) -> bool {
    let intrinsic = module.global(id).and_then(|global| lookup(module.str(global.name)));
    let is_same = |intrinsic: Intrinsic| exact_in(intrinsic.name, llvm).is_some_and(|older| older.signature_words().is_some());
    intrinsic.is_some_and(|intrinsic| is_of_processor(intrinsic.name) && is_same(intrinsic))
}

/// Whether an intrinsic multiplies numbers of which older releases have two in an integer.
fn is_dot(module: &Module, id: GlobalId) -> bool {
    module.global(id).is_some_and(|global| module.str(global.name).starts_with(b"llvm.x86.avx512bf16.dpbf16ps."))
}

/// The type of such an intrinsic in older releases.
fn dot_function(module: &mut Module, ty: TypeId) -> TypeId {
    let Some((ret, params, _)) = module.types.function(ty) else { return ty };
    let params: Vec<TypeId> = params.iter().collect();
    let elem = module.types.intern(Type::Int(32));
    let in_integers = |types: &mut TypeTable, ty: TypeId| match types.get(ty) {
        Type::Vector { elem: number, len, scalable: false } if types.get(number) == Type::BFloat => {
            types.intern(Type::Vector { elem, len: len / 2, scalable: false })
        }
        _ => ty,
    };
    let params: Vec<TypeId> = params.into_iter().map(|ty| in_integers(&mut module.types, ty)).collect();
    module.types.intern_function(ret, &params, false)
}

/// A function type with `kept` instead of `bfloat`.
fn kept_function(module: &mut Module, ty: TypeId, kept: TypeId) -> TypeId {
    let Some((ret, params, is_variadic)) = module.types.function(ty) else { return ty };
    let params: Vec<TypeId> = params.iter().collect();
    let ret = kept_type(module, ret, kept);
    let params: Vec<TypeId> = params.into_iter().map(|ty| kept_type(module, ty, kept)).collect();
    module.types.intern_function(ret, &params, is_variadic)
}

fn kept_type(module: &mut Module, ty: TypeId, kept: TypeId) -> TypeId {
    let of_number = |module: &mut Module, ty: TypeId| match module.types.get(ty) {
        Type::BFloat => kept,
        Type::Vector { elem, len, scalable } if module.types.get(elem) == Type::BFloat => {
            module.types.intern(Type::Vector { elem: kept, len, scalable })
        }
        _ => ty,
    };
    match module.types.get(ty) {
        Type::Struct { kind: StructKind::Literal, packed, name, fields } => {
            let fields: Vec<TypeId> = module.types.list(fields).to_vec();
            let fields: Vec<TypeId> = fields.into_iter().map(|ty| of_number(module, ty)).collect();
            let fields = module.types.lists.push(&fields);
            module.types.intern(Type::Struct { kind: StructKind::Literal, packed, name, fields })
        }
        _ => of_number(module, ty),
    }
}

/// The same bits as a value of a type that stays, or no longer.
fn recast(ed: &mut Editor<'_>, value: Value, to: TypeId) -> Option<Value> {
    let from = ed.ty(value)?;
    if from == to {
        return Some(value);
    }
    if let Type::Struct { .. } = ed.get(from) {
        return by_members(ed, value, from, to, recast);
    }
    let bits = bits(ed, value)?;
    ed.cast(CastOp::BitCast, bits, to)
}

impl Work<'_> {
    fn function_type(&mut self, module: &mut Module, ty: TypeId) -> TypeId {
        if self.types.has(ty) { self.passing.function(module, ty).unwrap_or(ty) } else { ty }
    }

    /// Gives the parameters of a function their new types, and a local of the old type for each: the parameter and that local.
    fn new_arguments(&mut self, module: &mut Module, id: GlobalId, body: usize, old: &HashMap<GlobalId, TypeId>) -> Vec<(u32, u32)> {
        let mut out = Vec::new();
        let new = module.globals[id.index()].value_type;
        let Some(&old) = old.get(&id) else { return out };
        let params = |ty: TypeId| module.types.function(ty).map(|(_, params, _)| params.iter().collect::<Vec<TypeId>>());
        let (Some(old), Some(new)) = (params(old), params(new)) else { return out };
        let args = module.bodies[body].args;
        let mut pairs = HashMap::new();
        for ((arg, old), new) in (0..args).zip(old).zip(new) {
            if old != new {
                let local = new_local(&mut module.bodies[body], old, b"");
                pairs.insert(arg, Value::local(local));
                out.push((arg, local));
                module.bodies[body].local_types[arg as usize] = new;
            }
        }
        if !pairs.is_empty() {
            substitute(module, body, pairs);
        }
        out
    }

    /// Gives each `invoke` with another result a normal destination that nothing else goes to.
    fn own_destinations(&mut self, module: &mut Module, index: usize) {
        let mut found: Vec<(InstId, BlockId, BlockId)> = Vec::new();
        let mut counts: Option<HashMap<BlockId, usize>> = None;
        for block in 0..module.bodies[index].blocks.len() {
            let body = &module.bodies[index];
            let Some(at) = body.blocks[block].end.index().checked_sub(1) else { continue };
            let Some(&Inst::Invoke { call, normal, .. }) = body.insts.get(at) else { continue };
            let has_it = body.call(call).and_then(|call| module.types.function(call.fn_ty)).is_some_and(|(ret, ..)| self.types.has(ret));
            let counts = counts.get_or_insert_with(|| incoming(body));
            if has_it && counts.get(&normal) != Some(&1) {
                found.push((InstId::new(at), BlockId::new(block), normal));
            }
        }
        if found.is_empty() {
            return;
        }
        let body = &mut module.bodies[index];
        for (at, block, to) in found {
            let (new, first) = (BlockId::new(body.blocks.len()), InstId::new(body.insts.len()));
            body.insts.push(Inst::Br(to));
            body.results.push(OptionalId::NONE);
            if !body.debug_locs.is_empty() {
                body.debug_locs.push(0);
            }
            if let Some(&last) = body.provenance.offsets.last() {
                body.provenance.offsets.push(last);
            }
            body.blocks.push(BasicBlock { first, end: InstId::new(body.insts.len()) });
            if !body.block_names.is_empty() {
                body.block_names.push(LocalStr::EMPTY);
            }
            if let Some(Inst::Invoke { normal, .. }) = body.insts.get_mut(at.index()) {
                *normal = new;
            }
            let BasicBlock { first, end } = body.blocks[to.index()];
            for at in first.index()..end.index() {
                let Inst::Phi { fmf, incoming } = body.insts[at] else { break };
                let moved = |(value, from): (Value, BlockId)| (value, if from == block { new } else { from });
                let all: Vec<(Value, BlockId)> = body.lists.get(incoming).iter().map(moved).collect();
                let incoming = body.lists.push(&all);
                body.insts[at] = Inst::Phi { fmf, incoming };
            }
        }
        predecessors(body);
    }

    /// Changes an instruction that passes something; nothing if it fails, which it does not where nothing was refused.
    fn instruction(&mut self, ed: &mut Editor<'_>, at: InstId, ret: Option<TypeId>) -> Option<()> {
        match ed.body().insts[at.index()] {
            Inst::Call(id) => {
                let Some(to) = self.call(ed, at, id)? else { return Some(()) };
                let from = ed.body().result_type(at)?;
                let call = *ed.body().call(id)?;
                if call.tail == TailKind::MustTail {
                    let local = ed.body().result(at)?;
                    ed.body_mut().local_types[local as usize] = to;
                    return Some(());
                }
                let value = ed.push_call(to, call);
                let value = received(ed, value, from)?;
                ed.end(at, Some(value));
            }
            Inst::Invoke { call: id, normal, unwind } => {
                let Some(to) = self.call(ed, at, id)? else { return Some(()) };
                let from = ed.body().result_type(at)?;
                let local = new_local(ed.body_mut(), to, b"");
                let value = received(ed, Value::local(local), from)?;
                let BasicBlock { first, end } = *ed.body().blocks.get(normal.index())?;
                let place = (first.index()..end.index()).find(|&at| !matches!(ed.body().insts[at], Inst::Phi { .. }))?;
                ed.put_before(InstId::new(place));
                ed.push_kept(Inst::Invoke { call: id, normal, unwind }, local);
                ed.end(at, Some(value));
            }
            Inst::CallBr { call: id, .. } => drop(self.call(ed, at, id)?),
            Inst::Ret(value) => {
                let (Some(value), Some(ret)) = (value.get(), ret) else { return Some(()) };
                let new = passed(ed, value, ret)?;
                if new != value {
                    ed.put_before(at);
                    ed.body_mut().insts[at.index()] = Inst::Ret(OptionalId::some(new));
                }
            }
            Inst::VaArg(list) => {
                let from = ed.body().result_type(at).filter(|&ty| self.types.has(ty));
                let Some(from) = from else { return Some(()) };
                let to = self.passing.ty(ed.module, from, false, 0)?;
                if to != from {
                    let value = ed.push(to, Inst::VaArg(list));
                    let value = received(ed, value, from)?;
                    ed.end(at, Some(value));
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Gives a call its new type and arguments; the type of its result, if that is another.
    #[allow(clippy::option_option, reason = "a call whose result stays is no failure")]
    fn call(&mut self, ed: &mut Editor<'_>, at: InstId, id: CallId) -> Option<Option<TypeId>> {
        let call = *ed.body().call(id)?;
        if is_intrinsic(ed.module, call.callee) {
            let ValueKind::Global(callee) = call.callee.kind() else { return Some(None) };
            if !self.types.has(call.fn_ty) {
                return Some(None);
            }
            match self.kept.filter(|&(_, llvm)| keeps_type(ed.module, callee, llvm)) {
                Some((kept, _)) => {
                    let fn_ty = kept_function(ed.module, call.fn_ty, kept);
                    recast_call(ed, at, call, fn_ty)?;
                }
                None if is_dot(ed.module, callee) => {
                    let fn_ty = dot_function(ed.module, call.fn_ty);
                    recast_call(ed, at, call, fn_ty)?;
                }
                None => {}
            }
            return Some(None);
        }
        let mut args: Vec<Value> = ed.body().values(call.args).collect();
        let mut is_new = false;
        for arg in &mut args {
            let Some(ty) = ed.ty(*arg).filter(|&ty| self.types.has(ty)) else { continue };
            let to = self.passing.ty(ed.module, ty, false, 0)?;
            if to != ty {
                *arg = passed(ed, *arg, to)?;
                is_new = true;
            }
        }
        let ret = ed.module.types.function(call.fn_ty)?.0;
        let fn_ty = self.function_type(ed.module, call.fn_ty);
        let new_ret = ed.module.types.function(fn_ty)?.0;
        if !is_new && fn_ty == call.fn_ty {
            return Some(None);
        }
        ed.put_before(at);
        let args = ed.body_mut().lists.push(&args);
        let attrs = no_classes(ed, call.attrs);
        let new = ed.body_mut().calls.get_mut(id.index())?;
        (new.args, new.fn_ty, new.attrs) = (args, fn_ty, attrs);
        if ret != new_ret {
            new.fmf = FastMathFlags::NONE;
        }
        Some((ret != new_ret).then_some(new_ret))
    }
}

/// A call of an intrinsic of another type, which takes and returns the same bits.
fn recast_call(ed: &mut Editor<'_>, at: InstId, call: Call, fn_ty: TypeId) -> Option<()> {
    let (ret, params, _) = ed.module.types.function(fn_ty)?;
    let params: Vec<TypeId> = params.iter().collect();
    let mut args: Vec<Value> = ed.body().values(call.args).collect();
    for (arg, to) in args.iter_mut().zip(params) {
        if ed.ty(*arg).is_some_and(|ty| ty != to) {
            *arg = recast(ed, *arg, to)?;
        }
    }
    let args = ed.body_mut().lists.push(&args);
    let result = ed.push_call(ret, Call { fn_ty, args, ..call });
    let value = match ed.body().result_type(at) {
        Some(ty) => Some(recast(ed, result, ty)?),
        None => None,
    };
    ed.end(at, value);
    Some(())
}

/// How many branches there are to each block.
fn incoming(body: &Body) -> HashMap<BlockId, usize> {
    let mut out = HashMap::new();
    for block in &body.blocks {
        if let Some(inst) = block.end.index().checked_sub(1).and_then(|at| body.insts.get(at)) {
            bctk_ir::visit::successors(inst, body, |to| *out.entry(to).or_insert(0) += 1);
        }
    }
    out
}

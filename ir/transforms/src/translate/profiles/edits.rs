//! Replaces single instructions of all bodies by others.
use super::super::report::{Action, At, Report};
use crate::upgrade::intrinsics::fn_type;
use crate::upgrade::make::{Made, change_set, sets_of};
use crate::upgrade::old_forms;
use crate::upgrade::rewrite::{Edit, GlobalChanges, NO_LOCAL, New, apply, local_of, new_local, order_locals, substitute};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::{ConstKind, InlineAsm};
use bctk_ir::entity::{AttrListId, GlobalId, InstId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::inst::{ArithFlags, FastMathFlags, Inst, OpFlags};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// What a rule says about an instruction.
pub(super) enum Outcome {
    /// It stays.
    Kept,
    /// The instructions made by the rule take its place; this is its result, [`Value::NONE`] if it has none.
    Replaced(Value),
}

/// The place of one instruction, and what is made for it.
pub(super) struct Edits<'m> {
    pub(super) module: &'m mut Module,
    pub(super) report: &'m mut Report,
    made: Made,
    functions: HashMap<Vec<u8>, GlobalId>,
    /// Functions of which a call was replaced.
    called: BTreeSet<GlobalId>,
    body: usize,
    at: (GlobalId, InstId),
    out: Vec<New>,
}

/// The call of an intrinsic.
pub(super) struct Site {
    /// The name of the intrinsic, without `llvm.`.
    pub(super) name: String,
    pub(super) args: Vec<Value>,
    /// The type of the result.
    pub(super) ret: TypeId,
    pub(super) fmf: FastMathFlags,
}

/// Shows every instruction to `rule`, and makes the changes.
pub(super) fn each(module: &mut Module, report: &mut Report, mut rule: impl FnMut(&mut Edits<'_>, Inst) -> Outcome) {
    let owners: Vec<(GlobalId, usize)> = module.functions().filter_map(|(id, _, f)| Some((id, f.body? as usize))).collect();
    let functions = module.functions().map(|(id, global, _)| (module.str(global.name).to_vec(), id)).collect();
    let first = (GlobalId(0), InstId(0));
    let mut edits =
        Edits { module, report, made: Made::default(), functions, called: BTreeSet::new(), body: 0, at: first, out: Vec::new() };
    let before = edits.module.globals.len();
    for (owner, body) in owners {
        edits.body = body;
        let count = edits.module.bodies.get(body).map_or(0, |body| body.insts.len());
        let (mut changes, mut results): (Vec<Edit>, HashMap<u32, Value>) = (Vec::new(), HashMap::new());
        for at in 0..count {
            edits.at = (owner, InstId::new(at));
            let inst = edits.module.bodies[body].insts[at];
            let Outcome::Replaced(value) = rule(&mut edits, inst) else {
                edits.out.clear();
                continue;
            };
            let local = local_of(&edits.module.bodies[body].results, at);
            let mut by = std::mem::take(&mut edits.out);
            if local != NO_LOCAL {
                match by.last_mut().filter(|last| last.local != NO_LOCAL && Value::local(last.local) == value) {
                    Some(last) => last.local = local,
                    None if !value.is_none() => drop(results.insert(local, value)),
                    None => {}
                }
            }
            if let Some(callee) = edits.callee(inst) {
                edits.called.insert(callee);
            }
            changes.push(Edit { at: InstId::new(at), by, step: 0 });
        }
        apply(&mut edits.module.bodies[body], &changes);
        if !results.is_empty() {
            substitute(edits.module, body, results);
        }
        if !changes.is_empty() {
            order_locals(edits.module, body);
        }
    }
    let Edits { module, called, .. } = edits;
    if module.globals.len() != before || !called.is_empty() {
        GlobalChanges { dropped: called.into_iter().collect(), ..GlobalChanges::default() }.apply(module);
    }
}

impl Edits<'_> {
    fn callee(&self, inst: Inst) -> Option<GlobalId> {
        let Inst::Call(call) = inst else { return None };
        match self.module.bodies.get(self.body)?.call(call)?.callee.kind() {
            ValueKind::Global(id) => Some(id),
            _ => None,
        }
    }

    /// The call of an intrinsic, if `inst` is one.
    pub(super) fn site(&self, inst: Inst) -> Option<Site> {
        let Inst::Call(call) = inst else { return None };
        let callee = self.callee(inst)?;
        let name = self.module.str(self.module.global(callee)?.name).strip_prefix(b"llvm.")?;
        let body = self.module.bodies.get(self.body)?;
        let call = body.call(call)?;
        let (ret, ..) = self.module.types.function(call.fn_ty)?;
        let args = body.values(call.args).collect();
        Some(Site { name: String::from_utf8_lossy(name).into_owned(), args, ret, fmf: call.fmf })
    }

    /// Counts a change of this instruction.
    pub(super) fn note(&mut self, action: Action, what: impl Into<Cow<'static, str>>, how: &'static str) {
        let (global, inst) = self.at;
        self.report.note(action, what.into(), None, how, self.module, At::Inst(global, inst));
    }

    /// The type of a value.
    pub(super) fn ty(&self, value: Value) -> Option<TypeId> {
        let module = &self.module;
        old_forms::type_of(value, module.bodies.get(self.body)?, &module.globals, &module.consts)
    }

    /// The type of a type id.
    pub(super) fn get(&self, ty: TypeId) -> Type {
        self.module.types.get(ty)
    }

    pub(super) fn intern(&mut self, ty: Type) -> TypeId {
        self.module.types.intern(ty)
    }

    /// The operands of a list of this body.
    pub(super) fn values(&self, list: bctk_ir::entity::List<Value>) -> Vec<Value> {
        self.module.bodies.get(self.body).map_or_else(Vec::new, |body| body.values(list).collect())
    }

    /// The value of an integer constant of at most 64 bits.
    pub(super) fn number(&self, value: Value) -> Option<i64> {
        let constant = match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index)?,
            ValueKind::LocalConst(index) => self.module.bodies.get(self.body)?.consts.get(index)?,
            _ => return None,
        };
        match (self.get(constant.ty), constant.kind) {
            (Type::Int(_), ConstKind::Null) => Some(0),
            (Type::Int(_), ConstKind::Int(number)) => Some(number),
            _ => None,
        }
    }

    /// An integer of `width` bits.
    pub(super) fn int(&mut self, width: u32, value: u64) -> Value {
        self.made.int(self.module, width, value)
    }

    /// A floating-point number by its bits, or the zero or a splat of any type.
    pub(super) fn constant(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        self.made.constant(self.module, ty, kind)
    }

    /// Appends an instruction with a result.
    pub(super) fn push(&mut self, ty: TypeId, inst: Inst) -> Value {
        let Some(body) = self.module.bodies.get_mut(self.body) else { return Value::NONE };
        let local = new_local(body, ty, b"");
        self.out.push(New { inst, local, keeps_attachments: false, attachments: Vec::new() });
        Value::local(local)
    }

    /// Appends an instruction without a result.
    pub(super) fn push_void(&mut self, inst: Inst) {
        self.out.push(New { inst, local: NO_LOCAL, keeps_attachments: false, attachments: Vec::new() });
    }

    /// Appends the instruction itself, changed a little, with what is attached to it; it keeps its result.
    pub(super) fn push_same(&mut self, inst: Inst) -> Value {
        let local = self.module.bodies.get(self.body).map_or(NO_LOCAL, |body| local_of(&body.results, self.at.1.index()));
        self.out.push(New { inst, local, keeps_attachments: true, attachments: Vec::new() });
        if local == NO_LOCAL { Value::NONE } else { Value::local(local) }
    }

    pub(super) fn cast(&mut self, op: CastOp, value: Value, ty: TypeId) -> Value {
        self.push(ty, Inst::Cast { op, flags: OpFlags::NONE, value })
    }

    pub(super) fn bin(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Option<Value> {
        let ty = self.ty(lhs)?;
        Some(self.push(ty, Inst::Bin { op, flags: OpFlags::NONE, lhs, rhs }))
    }

    pub(super) fn icmp(&mut self, pred: ICmpPred, lhs: Value, rhs: Value) -> Option<Value> {
        let ty = self.ty(lhs)?;
        let bits = self.like(ty, Type::Int(1));
        Some(self.push(bits, Inst::ICmp { pred, flags: ArithFlags::NONE, lhs, rhs }))
    }

    pub(super) fn fcmp(&mut self, pred: FCmpPred, lhs: Value, rhs: Value) -> Option<Value> {
        let ty = self.ty(lhs)?;
        let bits = self.like(ty, Type::Int(1));
        Some(self.push(bits, Inst::FCmp { pred, fmf: FastMathFlags::NONE, lhs, rhs }))
    }

    pub(super) fn select(&mut self, cond: Value, if_true: Value, if_false: Value) -> Option<Value> {
        let ty = self.ty(if_true)?;
        Some(self.push(ty, Inst::Select { fmf: FastMathFlags::NONE, cond, if_true, if_false }))
    }

    /// A list of numbers for an instruction of this body.
    pub(super) fn list(&mut self, numbers: &[u32]) -> Option<bctk_ir::entity::List<u32>> {
        Some(self.module.bodies.get_mut(self.body)?.lists.push(numbers))
    }

    /// A type with the shape of another: a number, or a vector of as many.
    pub(super) fn like(&mut self, shape: TypeId, scalar: Type) -> TypeId {
        let elem = self.intern(scalar);
        match self.get(shape) {
            Type::Vector { len, scalable, .. } => self.intern(Type::Vector { elem, len, scalable }),
            _ => elem,
        }
    }

    /// A call of the function with this name, which is declared if it is not there.
    pub(super) fn call(&mut self, name: &str, ret: TypeId, args: &[Value]) -> Option<Value> {
        let params = args.iter().map(|&arg| self.ty(arg)).collect::<Option<Vec<_>>>()?;
        let fn_ty = fn_type(self.module, ret, &params);
        let callee = self.declare(name, fn_ty)?;
        self.call_of(Value::global(callee), fn_ty, ret, args)
    }

    /// Inline assembly with these operands. It may depend on which threads execute it.
    pub(super) fn assembly(&mut self, template: &str, constraints: &str, ret: TypeId, args: &[Value]) -> Option<Value> {
        let params = args.iter().map(|&arg| self.ty(arg)).collect::<Option<Vec<_>>>()?;
        let fn_ty = fn_type(self.module, ret, &params);
        let typed = self.module.types.has_typed_pointers();
        let ty = self.intern(if typed { Type::TypedPtr { pointee: fn_ty, addrspace: 0 } } else { Type::Ptr(0) });
        let pool = &mut self.module.consts;
        let asm = InlineAsm {
            fn_ty,
            template: pool.bytes.push(template.as_bytes()),
            constraints: pool.bytes.push(constraints.as_bytes()),
            side_effect: true,
            align_stack: false,
            intel_dialect: false,
            unwind: false,
        };
        pool.asms.push(asm);
        let index = pool.asms.len() as u32 - 1;
        let callee = Value::constant(pool.push(ty, ConstKind::InlineAsm(index)));
        let value = self.call_of(callee, fn_ty, ret, args)?;
        let mut sets = sets_of(self.module);
        let attrs = change_set(self.module, AttrListId(0), AttrIndex::Function, &mut sets, |_, set| {
            set.extend([Attr::Enum(AttrKind::CONVERGENT), Attr::Enum(AttrKind::NO_UNWIND)]);
        });
        let body = self.module.bodies.get_mut(self.body)?;
        body.calls.last_mut()?.attrs = attrs;
        Some(value)
    }

    fn call_of(&mut self, callee: Value, fn_ty: TypeId, ret: TypeId, args: &[Value]) -> Option<Value> {
        let body = self.module.bodies.get_mut(self.body)?;
        let args = body.lists.push(args);
        body.calls.push(Call {
            callee,
            fn_ty,
            attrs: AttrListId(0),
            args,
            bundles: (0, 0),
            cc: CallConv::C,
            tail: TailKind::None,
            fmf: FastMathFlags::NONE,
        });
        let inst = Inst::Call(bctk_ir::entity::CallId::new(body.calls.len() - 1));
        if self.module.types.is_void(ret) {
            self.push_void(inst);
            return Some(Value::NONE);
        }
        Some(self.push(ret, inst))
    }

    /// The function with this name and type; none if another value has the name.
    fn declare(&mut self, name: &str, fn_ty: TypeId) -> Option<GlobalId> {
        if let Some(&there) = self.functions.get(name.as_bytes()) {
            return self.module.global(there).filter(|global| global.value_type == fn_ty).map(|_| there);
        }
        let typed = self.module.types.has_typed_pointers();
        let ptr_type = self.intern(if typed { Type::TypedPtr { pointee: fn_ty, addrspace: 0 } } else { Type::Ptr(0) });
        let text = self.module.strings.push(name.as_bytes());
        let id = GlobalId::new(self.module.globals.len());
        self.module.globals.push(GlobalValue::declaration(text, fn_ty, ptr_type));
        self.functions.insert(name.as_bytes().to_vec(), id);
        Some(id)
    }
}

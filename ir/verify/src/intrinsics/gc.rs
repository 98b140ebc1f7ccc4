//! Checks intrinsics of garbage collection (`Verifier::verifyStatepoint`).
use super::{Called, Check};
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::attr_set::Attr;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Call, OperandBundle};
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::CallConv;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

const STATEPOINT: &str = "experimental.gc.statepoint";
/// `StatepointFlags::MaskAll`.
const FLAGS: u64 = 3;
/// Arguments of a statepoint before those of the wrapped call.
const BEFORE: usize = 5;
const ANY_REG: CallConv = CallConv(13);

pub(super) fn check_of(name: &str) -> Option<Check> {
    Some(match name {
        "gcroot" => root,
        "gcread" | "gcwrite" => enclosed,
        STATEPOINT => statepoint,
        "experimental.gc.result" => result,
        "experimental.gc.relocate" => relocate,
        "experimental.patchpoint" => patchpoint,
        _ => return None,
    })
}

fn enclosed(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    check!(c, !c.function.gc.is_empty(), "Enclosing function does not use GC.", of.this());
}

fn root(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let alloca = c.alloca_of(c.strip_pointer_casts(of.arg(0))).map(|id| c.body.insts[id.index()]);
    let Some(Inst::Alloca { ty, .. }) = alloca else {
        return c.fail("llvm.gcroot parameter #1 must be an alloca.", &[this]);
    };
    check!(c, c.is_constant(of.arg(1)), "llvm.gcroot parameter #2 must be a constant.", this);
    let fits = c.types.is_pointer(ty) || !c.is_null(of.arg(1));
    check!(c, fits, "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.", this);
    enclosed(c, of);
}

fn statepoint(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let before = c.sink.findings.len();
    enclosed(c, of);
    if c.sink.findings.len() != before {
        return;
    }
    let (this, types) = (of.this(), c.types);
    let is_free = match c.call_attr(of.call, AttrKind::MEMORY) {
        Some(Attr::Int(_, effects)) => *effects & 0xaaaa_aaaa == 0 || *effects & !3 == 0,
        _ => false,
    };
    check!(
        c,
        !is_free && !c.has_call_attr(of, AttrKind::READ_NONE) && !c.has_call_attr(of, AttrKind::READ_ONLY),
        "gc.statepoint must read and write all memory to preserve reordering restrictions required by safepoint semantics",
        this
    );
    let patch = c.constant_int(of.arg(1)).unwrap_or_default();
    check!(c, patch >= 0, "gc.statepoint number of patchable bytes must be positive", this);
    let Some(target) = c.param_element_type(of, 2) else {
        // The pointee type stated it.
        if !c.shared.llvm.opaque_pointers() {
            return;
        }
        return c.fail("gc.statepoint callee argument must have elementtype attribute", &[this]);
    };
    let Some((ret, params, vararg)) = c.module.types.function(target) else {
        return c.fail("gc.statepoint callee elementtype must be function type", &[this]);
    };
    let count = c.constant_int(of.arg(3)).unwrap_or_default();
    let Ok(count) = usize::try_from(count) else {
        return c.fail("gc.statepoint number of arguments to underlying call must be positive", &[this]);
    };
    if vararg {
        check!(c, count >= params.len(), "gc.statepoint mismatch in number of vararg call args", this);
        check!(c, c.module.types.is_void(ret), "gc.statepoint doesn't support wrapping non-void vararg functions yet", this);
    } else {
        check!(c, count == params.len(), "gc.statepoint mismatch in number of call args", this);
    }
    let flags = c.number(of, 4).unwrap_or_default();
    check!(c, flags & !FLAGS == 0, "unknown flag used in gc.statepoint flags argument", this);
    for (at, param) in params.iter().enumerate() {
        let same = c.arg_ty(of, BEFORE + at).is_some_and(|ty| types.same(ty, param));
        check!(c, same, "gc.statepoint call argument does not match wrapped function type", this);
        let is_sret = vararg && c.site_param_attr(of.call, (BEFORE + at) as u32, AttrKind::STRUCT_RET).is_some();
        check!(c, !is_sret, "Attribute 'sret' cannot be used for vararg call arguments!", this);
    }
    let Some(transition) = c.int(of.arg(BEFORE.saturating_add(count))) else {
        return c.fail("gc.statepoint number of transition arguments must be constant integer", &[this]);
    };
    check!(c, transition.is_zero(), "gc.statepoint w/inline transition bundle is deprecated", this);
    let Some(deopt) = c.int(of.arg(BEFORE.saturating_add(count) + 1)) else {
        return c.fail("gc.statepoint number of deoptimization arguments must be constant integer", &[this]);
    };
    check!(c, deopt.is_zero(), "gc.statepoint w/inline deopt operands is deprecated", this);
    check!(c, of.args.len() == count + BEFORE + 2, "gc.statepoint too many arguments", this);
    let Some(token) = c.body.result(of.inst) else { return };
    for user in c.users(token) {
        let that = Subject::Inst(user.inst);
        let Inst::Call(call) = c.body.insts[user.inst.index()] else {
            return c.fail("illegal use of statepoint token", &[this, that]);
        };
        let name = c.intrinsic_at(user.inst);
        let is_part = matches!(name, Some("experimental.gc.relocate" | "experimental.gc.result"));
        check!(c, is_part, "gc.result or gc.relocate are the only value uses of a gc.statepoint", this, that);
        let first = c.body.call(call).and_then(|call| c.body.values(call.args).next());
        let is_own = name != Some("experimental.gc.result") || first == Some(Value::local(token));
        check!(c, is_own, "gc.result connected to wrong gc.statepoint", this, that);
    }
}

fn result(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let before = c.sink.findings.len();
    enclosed(c, of);
    if c.sink.findings.len() != before || c.is_undefined(of.arg(0)) {
        return;
    }
    let point = c.intrinsic_of(of.arg(0)).filter(|&(_, name)| name == STATEPOINT);
    let Some((point, _)) = point else {
        return c.fail("gc.result operand #1 must be from a statepoint", &[of.this(), Subject::Value(of.arg(0))]);
    };
    let target = c.call_at(point).and_then(|call| c.site_element_type(&call, 2));
    let ret = target.and_then(|target| c.module.types.function(target)).map(|(ret, ..)| ret);
    let Some(ret) = ret else { return };
    check!(c, c.types.same(ret, of.ret), "gc.result result type does not match wrapped callee", of.this());
}

/// Whether the collector of that name says that a pointer is not one of its own (`GCStrategy::isGCManagedPointer`).
fn is_foreign(gc: &[u8], c: &Checker<'_, '_>, ty: TypeId) -> bool {
    matches!(gc, b"statepoint-example" | b"coreclr") && c.types.scalar_addrspace(ty) != Some(1)
}

fn relocate(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let (this, types) = (of.this(), c.types);
    check!(c, of.args.len() == 3, "wrong number of arguments", this);
    check!(c, types.is_pointers(of.ret), "gc.relocate must return a pointer or a vector of pointers", this);
    let token = of.arg(0);
    let is_point = |c: &Checker<'_, '_>, id: InstId| c.intrinsic_at(id) == Some(STATEPOINT);
    let point = if let Some((pad, Inst::LandingPad { .. })) = c.maker(token) {
        let block = c.blocks[pad.index()];
        let Some(pred) = c.cfg.unique_predecessor(block) else {
            return c.fail("safepoints should have unique landingpads", &[Subject::Block(block)]);
        };
        let end = c.terminator(pred).map(|(id, _)| id).filter(|&id| is_point(c, id));
        let Some(end) = end else {
            return c.fail("gc relocate should be linked to a statepoint", &[Subject::Block(pred)]);
        };
        Some(end)
    } else {
        let made = c.maker(token).map(|(id, _)| id).filter(|&id| is_point(c, id));
        let fits = made.is_some() || c.is_undefined(token);
        check!(c, fits, "gc relocate is incorrectly tied to the statepoint", this, Subject::Value(token));
        made
    };
    let (Some(base), Some(derived)) = (c.int(of.arg(1)), c.int(of.arg(2))) else {
        let number = if c.int(of.arg(1)).is_none() { 2 } else { 3 };
        return c.fail(format!("gc.relocate operand #{number} must be integer offset"), &[this]);
    };
    let Some(call) = point.and_then(|point| c.call_at(point)) else { return };
    let live: Option<OperandBundle> = c.body.call_bundles(&call).iter().copied().find(|bundle| c.tag(bundle.tag) == b"gc-live");
    let inputs: Vec<Value> = match live {
        Some(bundle) => c.body.values(bundle.inputs).collect(),
        None => c.body.values(call.args).collect(),
    };
    let input = |index: Option<u64>| inputs.get(usize::try_from(index?).ok()?).copied();
    let (base, derived) = (input(base.small()), input(derived.small()));
    if live.is_some() {
        check!(c, base.is_some(), "gc.relocate: statepoint base index out of bounds", this);
        check!(c, derived.is_some(), "gc.relocate: statepoint derived index out of bounds", this);
    }
    let ty = |c: &Checker<'_, '_>, value: Option<Value>| c.ty(value?);
    let (Some(base), Some(derived)) = (ty(c, base), ty(c, derived)) else { return };
    check!(c, types.is_pointers(base), "gc.relocate: relocated value must be a pointer", this);
    check!(c, types.is_pointers(derived), "gc.relocate: relocated value must be a pointer", this);
    let both = types.is_vector(of.ret) == types.is_vector(derived);
    check!(c, both, "gc.relocate: vector relocates to vector and pointer to pointer", this);
    let same = types.scalar_addrspace(of.ret) == types.scalar_addrspace(derived);
    check!(c, same, "gc.relocate: relocating a pointer shouldn't change its address space", this);
    let gc = c.module.str(c.function.gc);
    check!(c, !is_foreign(gc, c, of.ret), "gc.relocate: must return gc pointer", this);
    check!(c, !is_foreign(gc, c, base), "gc.relocate: relocated value must be a gc pointer", this);
    check!(c, !is_foreign(gc, c, derived), "gc.relocate: relocated value must be a gc pointer", this);
}

fn patchpoint(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if of.call.cc == ANY_REG {
        let is_single =
            !matches!(c.types.get(of.ret), Type::Void | Type::Struct { .. } | Type::Array { .. } | Type::Token | Type::Metadata);
        check!(c, is_single, "patchpoint: invalid return type used with anyregcc", of.this());
    }
}

impl Checker<'_, '_> {
    /// The call that an instruction is.
    pub(crate) fn call_at(&self, id: InstId) -> Option<Call> {
        let (Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. }) = *self.body.insts.get(id.index())? else {
            return None;
        };
        self.body.call(call).copied()
    }
}

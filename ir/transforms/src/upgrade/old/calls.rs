//! Calls and functions of old LLVM whose types or attributes newer releases read differently: labels of `callbr`, x86 interrupt handlers.
use bctk_edit::attributes::{change_set, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::entity::{BlockId, CallId, GlobalId, List, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inline_asm::with_labels;
use bctk_ir::inst::Inst;
use bctk_ir::keywords::CallConv;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;

/// `x86_intrcc`.
const X86_INTERRUPT: CallConv = CallConv(83);

/// Changes the module, whose pointers may be typed, to what `llvm` reads. `calling` are the bodies with a `callbr`.
pub(crate) fn upgrade(module: &mut Module, llvm: LlvmVersion, calling: &[usize]) {
    if llvm.label_constraints() && !calling.is_empty() {
        state_all_labels(module, calling);
    }
    if llvm.interrupt_frames_by_value() {
        pass_frames_by_value(module);
    }
}

fn state_all_labels(module: &mut Module, bodies: &[usize]) {
    let owners: Vec<(usize, GlobalId)> = module.functions().filter_map(|(id, _, function)| Some((function.body? as usize, id))).collect();
    for (body, owner) in owners.into_iter().filter(|(body, _)| bodies.binary_search(body).is_ok()) {
        for at in 0..module.bodies.get(body).map_or(0, |body| body.insts.len()) {
            if let Inst::CallBr { call, indirect, .. } = module.bodies[body].insts[at] {
                state_labels(module, body, owner, call, indirect);
            }
        }
    }
}

/// Until LLVM 14, the targets of `callbr` were also arguments: block addresses at the end of the list (LLVM 22, `FUNC_CODE_INST_CALLBR`).
fn state_labels(module: &mut Module, body: usize, owner: GlobalId, call: CallId, indirect: List<BlockId>) -> Option<()> {
    let own = &module.bodies[body];
    let found = *own.call(call)?;
    let (of_body, asm, ty) = match found.callee.kind() {
        ValueKind::Const(at) => asm(&module.consts, at).map(|(asm, ty)| (false, asm, ty))?,
        ValueKind::LocalConst(at) => asm(&own.consts, at).map(|(asm, ty)| (true, asm, ty))?,
        _ => return None,
    };
    let args: Vec<Value> = own.values(found.args).collect();
    let targets = own.lists.get(indirect);
    let first = args.len().checked_sub(targets.len())?;
    let constant = |value: Value| match value.kind() {
        ValueKind::Const(at) => module.consts.get(at),
        ValueKind::LocalConst(at) => own.consts.get(at),
        _ => None,
    };
    let is_target = |(arg, target): (&Value, BlockId)| matches!(constant(*arg), Some(Constant { kind: ConstKind::BlockAddress { function, block }, .. }) if function == owner && block == target);
    if !args[first..].iter().zip(targets).all(is_target) {
        return None;
    }
    let pool = if of_body { &own.consts } else { &module.consts };
    let mut asm = *pool.asms.get(asm)?;
    let constraints = with_labels(pool.bytes.get(asm.constraints), first)?;
    let (ret, params, vararg) = module.types.function(found.fn_ty)?;
    let params = params.to_vec();
    let params = params.get(..first)?;
    let types = &mut module.types;
    let fn_ty = types.intern_function(ret, params, vararg);
    let ty = match types.get(ty) {
        Type::TypedPtr { addrspace, .. } => types.intern(Type::TypedPtr { pointee: fn_ty, addrspace }),
        _ => ty,
    };
    let own = &mut module.bodies[body];
    let pool = if of_body { &mut own.consts } else { &mut module.consts };
    asm.fn_ty = fn_ty;
    asm.constraints = pool.bytes.push(&constraints);
    pool.asms.push(asm);
    let at = pool.push(ty, ConstKind::InlineAsm(pool.asms.len() as u32 - 1));
    let callee = if of_body { Value::local_const(at) } else { Value::constant(at) };
    let args = own.lists.push(&args[..first]);
    let call = own.calls.get_mut(call.index())?;
    (call.callee, call.fn_ty, call.args) = (callee, fn_ty, args);
    Some(())
}

/// The inline assembly of a constant, and its type.
fn asm(pool: &ConstPool, at: u32) -> Option<(usize, TypeId)> {
    match pool.get(at)? {
        Constant { kind: ConstKind::InlineAsm(asm), ty } => Some((asm as usize, ty)),
        _ => None,
    }
}

/// The frame of an x86 interrupt handler is passed by value, which was implicit until LLVM 11 (LLVM 22, `parseFunctionRecord`).
fn pass_frames_by_value(module: &mut Module) {
    let mut sets = sets_of(module);
    for at in 0..module.globals.len() {
        let Some(function) = module.globals[at].function().filter(|function| function.cc == X86_INTERRUPT) else { continue };
        let attrs = function.attrs;
        let Some((_, params, _)) = module.types.function(module.globals[at].value_type) else { continue };
        let Some(Type::TypedPtr { pointee, .. }) = params.first().map(|ty| module.types.get(ty)) else { continue };
        let attrs = change_set(module, attrs, AttrIndex::Param(0), &mut sets, |_, set| {
            if !set.iter().any(|attr| attr.kind() == Some(AttrKind::BY_VAL)) {
                set.push(Attr::Type(AttrKind::BY_VAL, Some(pointee)));
            }
        });
        if let GlobalKind::Function(function) = &mut module.globals[at].kind {
            function.attrs = attrs;
        }
    }
}

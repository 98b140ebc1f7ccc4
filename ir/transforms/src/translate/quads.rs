//! Casts between `x86_fp80` and `fp128` on x86-64. Before LLVM 7, its code generator has no function for them (`RTLIB::getFPEXT`, `RTLIB::getFPROUND`),
//! although the runtime libraries do.
//!
//! Functions pass `fp128` in registers for vectors, but the code of these releases for calls does not: a vector takes its place.
use super::edit::replace_each;
use super::instructions::SYSTEM;
use super::intrinsics::slot;
use super::report::Report;
use bctk_edit::editor::Editor;
use bctk_edit::functions::fn_type;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::{Access, Inst};
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::Feature;

/// The functions of the runtime libraries.
const EXTEND: &[u8] = b"__extendxftf2";
const TRUNCATE: &[u8] = b"__trunctfxf2";

/// Calls functions instead. Casts of vectors stay.
pub(super) fn to_older(module: &mut Module, report: &mut Report) {
    let is_meant = Triple::parse(module.str(module.triple)).arch == Arch::X86_64;
    let has = |ty: Type| module.types.find(&ty).is_some();
    if is_meant && has(Type::X86Fp80) && has(Type::Fp128) {
        replace_each(module, report, |ed, at| Some((Feature::CastsOfExtendedNumbers, instruction(ed, at)?.map(Some))));
    }
}

/// The result of a cast; nothing if it is another one.
fn instruction(ed: &mut Editor<'_>, at: InstId) -> Option<Option<Value>> {
    let Inst::Cast { op: op @ (CastOp::FpExt | CastOp::FpTrunc), value, .. } = ed.body().insts[at.index()] else { return None };
    let (from, to) = (ed.ty(value)?, ed.body().result_type(at)?);
    match (ed.get(from), ed.get(to)) {
        (Type::X86Fp80, Type::Fp128) | (Type::Fp128, Type::X86Fp80) => {}
        _ => return None,
    }
    let elem = ed.intern(Type::Int(64));
    let vector = ed.intern(Type::Vector { elem, len: 2, scalable: false });
    let (name, ret, param) = if op == CastOp::FpExt { (EXTEND, vector, from) } else { (TRUNCATE, to, vector) };
    // The module may have a function of its own under the name.
    let fn_ty = fn_type(ed.module, ret, &[param]);
    let is_taken = ed.module.globals.iter().any(|global| ed.module.str(global.name) == name && global.value_type != fn_ty);
    Some(if is_taken { None } else { called(ed, name, value, (param, ret, to)) })
}

fn called(ed: &mut Editor<'_>, name: &[u8], value: Value, (param, ret, to): (TypeId, TypeId, TypeId)) -> Option<Value> {
    let arg = recast(ed, value, param)?;
    let result = ed.declared(name, ret, &[arg])?;
    recast(ed, result, to)
}

/// The same bits, through memory: these releases do not select a cast everywhere.
fn recast(ed: &mut Editor<'_>, value: Value, to: TypeId) -> Option<Value> {
    let from = ed.ty(value)?;
    if from == to {
        return Some(value);
    }
    let (ptr, align) = slot(ed, from)?;
    ed.push_void(Inst::Store { align, access: Access::PLAIN, scope: SYSTEM, value, ptr });
    Some(ed.push(to, Inst::Load { align, access: Access::PLAIN, scope: SYSTEM, ptr }))
}

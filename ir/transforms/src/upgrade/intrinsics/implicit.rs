//! Intrinsics that a text calls without a declaration.
use super::arguments::expansion;
use super::names::wanted_name;
use crate::upgrade::dbg;
use bctk_edit::functions::Functions;
use bctk_edit::globals::GlobalChanges;
use bctk_ir::entity::{CallId, GlobalId, InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::module::Module;
use bctk_ir::provenance::Late;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use std::collections::BTreeMap;

/// A call: its body, instruction, itself, its function type.
type Site = (usize, InstId, CallId, TypeId);

/// Declares intrinsics in place of `placeholders`: functions of any type that the parser creates for undeclared `@llvm.…` names. Each
/// call determines the type, and the type determines the name suffixes. The placeholders are removed (`LLParser::validateEndOfModule`).
///
/// With `strict`, only what `version` accepts is declared.
///
/// # Errors
///
/// The placeholder that is not an intrinsic, does not fit the type of a call, or is used other than as a callee.
pub fn declare_implicit(module: &mut Module, placeholders: &[GlobalId], version: LlvmVersion, strict: bool) -> Result<(), GlobalId> {
    if strict && !version.undeclared_intrinsics() {
        let first = placeholders.iter().min_by_key(|id| module.global(**id).map(|global| module.str(global.name)));
        return first.map_or(Ok(()), |first| Err(*first));
    }
    if placeholders.is_empty() {
        return Ok(());
    }
    let old_too = !strict || version.undeclared_old_intrinsics() || version.unknown_intrinsics_refused();
    // LLVM goes by name, and from the last call to the first.
    let mut sites: BTreeMap<(Vec<u8>, GlobalId), Vec<Site>> = BTreeMap::new();
    for &id in placeholders {
        let name = module.global(id).map_or_else(Vec::new, |global| module.str(global.name).to_vec());
        sites.insert((name, id), Vec::new());
    }
    let mut keys: Vec<Option<(Vec<u8>, GlobalId)>> = vec![None; module.globals.len()];
    for key in sites.keys() {
        if let Some(slot) = keys.get_mut(key.1.index()) {
            *slot = Some(key.clone());
        }
    }
    for (index, body) in module.bodies.iter().enumerate() {
        for (at, inst) in body.insts.iter().enumerate() {
            let (Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. }) = *inst else { continue };
            let Some(call) = body.call(id) else { continue };
            if let ValueKind::Global(callee) = call.callee.kind()
                && let Some(Some(key)) = keys.get(callee.index())
                && let Some(found) = sites.get_mut(key)
            {
                found.push((index, InstId::new(at), id, call.fn_ty));
            }
        }
    }
    let mut functions = Functions::of(module, |id| keys.get(id.index()).is_none_or(|key| key.is_none()));
    let mut changes = GlobalChanges::default();
    let mut step = 0;
    for ((name, id), mut calls) in sites {
        calls.reverse();
        for (body, inst, call, fn_ty) in calls {
            // Old names and types are upgraded together with those of declared functions.
            let is_old = |module: &Module| {
                name.strip_prefix(b"llvm.").is_some_and(|rest| expansion(module, rest, fn_ty, version).is_some())
                    || dbg::is_debug_intrinsic(&name)
                    || wanted_name(module, &name, fn_ty, version).is_some_and(|wanted| wanted != name)
            };
            let wanted = match lookup_in(&name, version).and_then(|intrinsic| intrinsic.mangled_name(module, fn_ty)) {
                Some(wanted) => wanted,
                None if old_too && is_old(module) => name.clone(),
                None => return Err(id),
            };
            let other = functions.of_other_type(module, &wanted, fn_ty).filter(|&other| other != id);
            let new = functions.declare(module, &wanted, fn_ty, id).ok_or(id)?;
            if let Some(other) = other {
                // How LLVM renames a value that has the name of an intrinsic and is not one (`Intrinsic::getOrInsertDeclaration` of LLVM
                // 22).
                let name = module.strings.push(&[&wanted, &b".invalid"[..]].concat());
                module.globals[other.index()].name = name;
            }
            // The placeholder itself has the name if it needs no suffix.
            let new = if new == id { functions.declare_anew(module, &wanted, fn_ty, id).ok_or(id)? } else { new };
            let declared = module.global(new).is_some_and(|global| global.place.is_some());
            let Some(body) = module.bodies.get_mut(body) else { continue };
            if let Some(call) = body.calls.get_mut(call.index()) {
                call.callee = Value::global(new);
            }
            // The other uses of a function that the text declares were created much earlier.
            if declared {
                step += 1;
                body.provenance.late.push(Late { inst, step, callee_only: true });
            }
        }
        changes.dropped.push(id);
    }
    if step > 0 {
        module.bodies.iter_mut().for_each(|body| body.provenance.late.sort_by_key(|late| late.inst));
    }
    let count = module.globals.len();
    changes.apply(module);
    // One that is still there is used otherwise.
    match count - module.globals.len() == placeholders.len() {
        true => Ok(()),
        false => Err(placeholders[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_ir::body::{Body, Call};
    use bctk_ir::entity::AttrListId;
    use bctk_ir::global::GlobalValue;
    use bctk_ir::keywords::{CallConv, TailKind};
    use bctk_ir::types::Type;

    fn function(module: &mut Module, name: &[u8], fn_ty: TypeId) -> GlobalId {
        let ptr_type = module.types.intern(Type::Ptr(0));
        let name = module.strings.push(name);
        module.globals.push(GlobalValue::declaration(name, fn_ty, ptr_type));
        GlobalId::new(module.globals.len() - 1)
    }

    /// A module with a function that calls `name` with two integers of each width; the placeholder is the second global value.
    fn calling(name: &[u8], widths: &[u32]) -> Module {
        let mut module = Module::default();
        let void = module.types.intern(Type::Void);
        let none = bctk_edit::functions::fn_type(&mut module, void, &[]);
        function(&mut module, b"f", none);
        let callee = Value::global(function(&mut module, name, none));
        let mut body = Body::default();
        for &width in widths {
            let int = module.types.intern(Type::Int(width));
            let fn_ty = bctk_edit::functions::fn_type(&mut module, int, &[int, int]);
            let local = body.local_types.len() as u32;
            body.local_types.push(int);
            body.insts.push(Inst::Call(CallId::new(body.calls.len())));
            body.results.push(Some(local).into());
            let args = body.lists.push(&[Value::local(local), Value::local(local)]);
            let attrs = AttrListId(0);
            body.calls.push(Call {
                callee,
                fn_ty,
                attrs,
                args,
                bundles: (0, 0),
                cc: CallConv::C,
                tail: TailKind::None,
                fmf: bctk_ir::inst::FastMathFlags::NONE,
            });
        }
        module.bodies.push(body);
        module
    }

    // llvm-as 22 declares the same two functions for these calls, in this order.
    #[test]
    fn one_declaration_for_each_type() {
        let mut module = calling(b"llvm.umax", &[8, 16, 8]);
        assert_eq!(declare_implicit(&mut module, &[GlobalId(1)], LlvmVersion::NEWEST, true), Ok(()));
        let names: Vec<&[u8]> = module.globals.iter().map(|global| module.str(global.name)).collect();
        assert_eq!(names, [&b"f"[..], b"llvm.umax.i8", b"llvm.umax.i16"]);
    }

    #[test]
    fn what_is_no_intrinsic_is_an_error() {
        let mut module = calling(b"llvm.surely.not", &[8]);
        assert_eq!(declare_implicit(&mut module, &[GlobalId(1)], LlvmVersion::NEWEST, true), Err(GlobalId(1)));
    }
}

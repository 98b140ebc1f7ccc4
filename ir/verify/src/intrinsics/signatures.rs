//! Checks the declarations of intrinsics: their signature, their name, and who uses them.
use crate::function::{Shared, Verified};
use crate::report::{Sink, Subject};
use crate::spelling::spell;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::intrinsics::{Intrinsic, knows_overloads};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

/// Checks the declarations of intrinsics, which takes all uses of them (`Verifier::visitFunction`). What is wrong with one comes after what
/// else was found of that function. Returns all watched global values that something uses.
pub(crate) fn declarations(
    shared: &Shared<'_>,
    functions: &[(GlobalId, &GlobalValue, &Function)],
    found: &mut [Verified],
) -> HashSet<GlobalId> {
    let mut taken: HashMap<GlobalId, Subject> = taken_by_constants(shared);
    for verified in found.iter() {
        taken.extend(verified.taken.iter().copied());
    }
    for (&(id, global, _), verified) in functions.iter().zip(found) {
        // LLVM looks at it only if all is well so far.
        if shared.is_intrinsic(global) && verified.sink.findings.is_empty() {
            let mut sink = Sink::new(Some(id), None);
            declaration(shared, id, global, taken.get(&id), &mut sink);
            verified.sink.findings.append(&mut sink.findings);
        }
    }
    taken.into_keys().collect()
}

/// Intrinsics that are part of a constant or of another global value, and what uses them.
fn taken_by_constants(shared: &Shared<'_>) -> HashMap<GlobalId, Subject> {
    let mut taken = HashMap::new();
    let module = shared.module;
    if shared.watched.is_empty() {
        return taken;
    }
    let mut note = |value: Value, user: Subject| {
        if let ValueKind::Global(id) = value.kind()
            && shared.is_watched(id)
        {
            taken.insert(id, user);
        }
    };
    for (at, constant) in module.consts.consts.iter().enumerate() {
        // Casts of it are not looked at.
        if !matches!(constant.kind, ConstKind::Cast { .. }) {
            module.consts.operands(constant.kind, |value| note(value, Subject::Value(Value::constant(at as u32))));
        }
    }
    for (at, global) in module.globals.iter().enumerate() {
        let user = Subject::Global(GlobalId::new(at));
        match &global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.get().into_iter().for_each(|value| note(value, user)),
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => note(*value, user),
            GlobalKind::Function(function) => {
                [function.prefix, function.prologue, function.personality]
                    .iter()
                    .filter_map(|value| value.get())
                    .for_each(|value| note(value, user));
            }
        }
    }
    taken
}

/// The checks of one declaration.
fn declaration(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, taken: Option<&Subject>, sink: &mut Sink) {
    if let Some(&user) = taken {
        return sink.fail("Invalid user of intrinsic instruction!", &[user]);
    }
    let Some(declared) = shared.intrinsics.get(&id) else { return };
    let module = shared.module;
    if !shared.llvm.intrinsic_declarations_verified() {
        return pointers_of_gc(shared, id, global, declared.intrinsic.name, sink);
    }
    if let Some(message) = declared.intrinsic.signature_fault(&module.types, global.value_type, &|ty| spell(module, ty)) {
        return sink.fail(message, &[Subject::Declaration(id)]);
    }
    if let Some(message) = misnamed(module, shared.llvm, id, declared.intrinsic) {
        sink.fail(message, &[Subject::Declaration(id)]);
    }
}

/// What the name of an intrinsic should be, if it is not that.
fn misnamed(module: &Module, llvm: LlvmVersion, id: GlobalId, intrinsic: Intrinsic) -> Option<String> {
    if !knows_overloads(llvm) {
        return None;
    }
    let global = module.global(id)?;
    let name = intrinsic.mangled_name(module, global.value_type)?;
    let is_named = module.str(global.name) == name;
    let name = String::from_utf8_lossy(&name);
    (!is_named).then(|| format!("Intrinsic name not mangled correctly for type arguments! Should be: {name}"))
}

/// What LLVM 22 and older find wrong with a declaration at each call.
pub(super) fn fault_before_23(module: &Module, llvm: LlvmVersion, id: GlobalId, intrinsic: Intrinsic) -> Option<Cow<'static, str>> {
    let global = module.global(id)?;
    if !global.is_declaration() {
        return Some("Intrinsic functions should never be defined!".into());
    }
    let Some(fault) = intrinsic.signature_fault(&module.types, global.value_type, &|_| String::new()) else {
        return misnamed(module, llvm, id, intrinsic).map(Cow::from);
    };
    let lacks = lacks_arguments(&fault);
    let vararg = module.types.function(global.value_type).is_some_and(|(_, _, vararg)| vararg);
    let message = if lacks && vararg {
        "Intrinsic was not defined with variable arguments!"
    } else if lacks {
        "Callsite was not defined with variable arguments!"
    } else if fault.starts_with("intrinsic return") {
        "Intrinsic has incorrect return type!"
    } else if fault.starts_with("intrinsic was not defined") {
        "Callsite was not defined with variable arguments!"
    } else if fault.starts_with("intrinsic was defined") {
        "Intrinsic was not defined with variable arguments!"
    } else {
        "Intrinsic has incorrect argument type!"
    };
    Some(message.into())
}

/// Whether a declaration has too few parameters, by the message about its signature.
fn lacks_arguments(fault: &str) -> bool {
    let mut numbers = fault.rsplit(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<u32>().ok());
    let (Some(found), Some(expected)) = (numbers.next(), numbers.next()) else { return false };
    fault.starts_with("intrinsic has incorrect number of args") && found < expected
}

/// Checks that functions escape as many allocas as are asked for (`Verifier::verifyFrameRecoverIndices`).
pub(crate) fn frames(functions: &[(GlobalId, &GlobalValue, &Function)], found: &[Verified]) -> Sink {
    let mut asked: HashMap<GlobalId, u32> = HashMap::new();
    for &(of, end) in found.iter().flat_map(|verified| &verified.recovered) {
        let most = asked.entry(of).or_default();
        *most = end.max(*most);
    }
    let mut sink = Sink::new(None, None);
    for (&(id, ..), verified) in functions.iter().zip(found) {
        if asked.get(&id).is_some_and(|&end| end > verified.escaped.unwrap_or(0)) {
            sink.fail(
                "all indices passed to llvm.localrecover must be less than the number of arguments passed to llvm.localescape in the parent \
                 function",
                &[Subject::Global(id)],
            );
            break;
        }
    }
    sink
}

/// What LLVM 22 and older check of two declarations.
fn pointers_of_gc(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, name: &str, sink: &mut Sink) {
    let is_base = match name {
        "experimental.gc.get.pointer.base" => true,
        "experimental.gc.get.pointer.offset" => false,
        _ => return,
    };
    let Some((ret, params, _)) = shared.module.types.function(global.value_type) else { return };
    let params: Vec<_> = params.iter().collect();
    let (types, this) = (shared.types, [Subject::Global(id)]);
    let [param] = params[..] else { return sink.fail("wrong number of parameters", &this) };
    if is_base {
        if !types.is_pointer(ret) {
            return sink.fail("gc.get.pointer.base must return a pointer", &this);
        }
        if !types.same(param, ret) {
            sink.fail("gc.get.pointer.base operand and result must be of the same type", &this);
        }
    } else {
        if !types.is_pointer(param) {
            return sink.fail("gc.get.pointer.offset operand must be a pointer", &this);
        }
        if !types.is_int(ret) {
            sink.fail("gc.get.pointer.offset must return integer", &this);
        }
    }
}

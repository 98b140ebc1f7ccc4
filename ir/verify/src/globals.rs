//! Checks global values and what else is in a module beside functions (`Verifier::visitGlobalVariable` and the like).
use crate::function::Shared;
use crate::memory::MAX_ALIGN;
use crate::report::{Sink, Subject};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::datalayout::Layouts;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashSet;
use std::borrow::Cow;

/// What the checks of variables share.
struct Found<'s, 'm> {
    shared: &'s Shared<'m>,
    layouts: Layouts,
    /// Special variables that something uses.
    used: &'s HashSet<GlobalId>,
    sink: Sink,
}

/// The faults of a module outside of its functions.
pub(crate) fn verify(shared: &Shared<'_>, used: &HashSet<GlobalId>) -> Sink {
    let layouts = shared.layouts();
    let mut found = Found { shared, layouts, used, sink: Sink::new(None, None) };
    let globals = || shared.module.globals.iter().enumerate().map(|(at, global)| (GlobalId::new(at), global));
    for (id, global) in globals() {
        if let GlobalKind::Variable { initializer, .. } = global.kind {
            variable(&mut found, id, global, initializer.get());
        }
    }
    let mut sink = found.sink;
    constants(shared, &shared.module.consts, None, &mut sink);
    for (id, global) in globals() {
        if let GlobalKind::Alias { aliasee } = global.kind {
            crate::aliases::alias(shared, id, global, aliasee, &mut sink);
        }
    }
    for (id, global) in globals() {
        if let GlobalKind::IFunc { resolver } = global.kind {
            crate::aliases::ifunc(shared, id, global, resolver, &mut sink);
        }
    }
    shared.debug.named(shared.module, &mut sink);
    crate::module_metadata::verify(shared, &mut sink);
    shared.debug.end(&mut sink);
    deoptimize_conventions(shared, &mut sink);
    sink
}

/// Whether a linker sees only a declaration (`isDeclarationForLinker`).
pub(crate) fn is_declaration_for_linker(global: &GlobalValue) -> bool {
    global.linkage == Linkage::AvailableExternally || global.is_declaration()
}

/// The checks of all kinds of global values (`Verifier::visitGlobalValue`).
pub(crate) fn global_value(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, sink: &mut Sink) {
    let this = [Subject::Global(id)];
    let is_declaration = global.is_declaration();
    if is_declaration && !matches!(global.linkage, Linkage::External | Linkage::ExternalWeak) {
        return sink.fail("Global is external, but doesn't have external or weak linkage!", &this);
    }
    if !crate::module_metadata::of_global(shared, id, global, sink) {
        return;
    }
    if global.linkage == Linkage::Appending {
        if !matches!(global.kind, GlobalKind::Variable { .. }) {
            return sink.fail("Only global variables can have appending linkage!", &this);
        }
        if !matches!(shared.types.get(global.value_type), Type::Array { .. }) {
            return sink.fail("Only global arrays can have appending linkage!", &this);
        }
    }
    if is_declaration_for_linker(global) && global.comdat.is_some() {
        return sink.fail("Declaration may not be in a Comdat!", &this);
    }
    if global.dll_storage == DllStorage::Export && global.visibility == Visibility::Hidden {
        return sink.fail("dllexport GlobalValue must have default or protected visibility", &this);
    }
    if global.dll_storage == DllStorage::Import {
        if global.visibility != Visibility::Default {
            return sink.fail("dllimport GlobalValue must have default visibility", &this);
        }
        if global.dso_local {
            return sink.fail("GlobalValue with DLLImport Storage is dso_local!", &this);
        }
        let is_outside = is_declaration && matches!(global.linkage, Linkage::External | Linkage::ExternalWeak);
        if !is_outside && global.linkage != Linkage::AvailableExternally {
            return sink.fail("Global is marked as dllimport, but not external", &this);
        }
    }
    let is_implicitly_local = matches!(global.linkage, Linkage::Internal | Linkage::Private)
        || global.visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak;
    if is_implicitly_local && !global.dso_local {
        sink.fail("GlobalValue with local linkage or non-default visibility must be dso_local!", &this);
    }
}

fn variable(found: &mut Found<'_, '_>, id: GlobalId, global: &GlobalValue, initializer: Option<Value>) {
    let this = [Subject::Global(id)];
    let Found { shared, layouts, used, sink, .. } = found;
    let shared = *shared;
    if global.align > MAX_ALIGN {
        return sink.fail("huge alignment values are unsupported", &this);
    }
    let types = shared.types;
    let GlobalKind::Variable { constant, .. } = global.kind else { return };
    if let Some(value) = initializer {
        if !types.of(value, None).is_some_and(|ty| types.same(ty, global.value_type)) {
            return sink.fail("Global variable initializer type does not match global variable type!", &this);
        }
        if shared.llvm.opaque_undef_refused() && !layouts.is_sized(&shared.module.types, global.value_type) {
            return sink.fail("Global variable initializer must be sized", &this);
        }
        if global.linkage == Linkage::Common {
            let is_zero = matches!(value.kind(), ValueKind::Const(index)
                if shared.module.consts.get(index).is_some_and(|constant| constant.kind == ConstKind::Null));
            if !is_zero {
                return sink.fail("'common' global must have a zero initializer!", &this);
            }
            if constant {
                return sink.fail("'common' global may not be marked constant!", &this);
            }
            if global.comdat.is_some() {
                return sink.fail("'common' global may not be in a Comdat!", &this);
            }
        }
    }
    let name = shared.module.str(global.name);
    let is_appending = initializer.is_none() || global.linkage == Linkage::Appending;
    if is_special(name) {
        if !is_appending {
            return sink.fail("invalid linkage for intrinsic global variable", &this);
        }
        if used.contains(&id) {
            return sink.fail("invalid uses of intrinsic global variable", &this);
        }
    }
    if matches!(name, b"llvm.global_ctors" | b"llvm.global_dtors")
        && let Type::Array { elem, .. } = types.get(global.value_type)
    {
        let fields: Vec<_> = match types.get(elem) {
            Type::Struct { fields, .. } => shared.module.types.list(fields).iter().collect(),
            _ => Vec::new(),
        };
        let fits =
            matches!(fields.len(), 2 | 3) && types.is_int_of(fields[0], 32) && types.addrspace(fields[1]) == Some(shared.spaces.program);
        if !fits {
            return sink.fail("wrong type for intrinsic global variable", &this);
        }
        let Some(&data) = fields.get(2) else {
            return sink.fail(
                "the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted 2-field form",
                &[],
            );
        };
        if !types.is_pointer(data) {
            return sink.fail("wrong type for intrinsic global variable", &this);
        }
        if shared.llvm.init_fini_flags() && initializer.is_some_and(|value| has_signed_entry(shared, value)) {
            return sink.fail("signing of ctors/dtors should be requested via module flags", &[]);
        }
    }
    if matches!(name, b"llvm.used" | b"llvm.compiler.used")
        && let Type::Array { elem, .. } = types.get(global.value_type)
    {
        if !types.is_pointer(elem) {
            return sink.fail("wrong type for intrinsic global variable", &this);
        }
        if let Some(value) = initializer
            && let Err((message, subject)) = used_members(shared, name, value)
        {
            return sink.fail(message, &[subject]);
        }
    }
    if !shared.debug.variable(shared.module, global, sink) {
        return;
    }
    if shared.is_scalable(global.value_type) {
        return sink.fail("Globals cannot contain scalable types", &this);
    }
    if shared.has_local_target_type(global.value_type) {
        let name = String::from_utf8_lossy(shared.module.str(global.name));
        return sink.fail(format!("Global @{name} has illegal target extension type"), &[Subject::Type(global.value_type)]);
    }
    let space = shared.types.addrspace(global.ptr_type).unwrap_or(0);
    let bits = shared.layout.pointer_bytes(space).saturating_mul(8);
    if let Some(size) = layouts.alloc_size(&shared.module.types, global.value_type)
        && bits < 64
        && size >> bits != 0
        && shared.llvm.sizes_of_globals_checked()
    {
        let subjects = [this[0], Subject::Type(global.value_type)];
        return sink.fail("Global variable is too large to fit into the address space", &subjects);
    }
    global_value(shared, id, global, sink);
}

/// Whether LLVM gives meaning to a variable of this name.
pub(crate) fn is_special(name: &[u8]) -> bool {
    matches!(name, b"llvm.global_ctors" | b"llvm.global_dtors" | b"llvm.used" | b"llvm.compiler.used")
}

/// What is wrong with the members of `llvm.used`.
fn used_members(shared: &Shared<'_>, name: &[u8], initializer: Value) -> Result<(), (Cow<'static, str>, Subject)> {
    let module = shared.module;
    let constant = module_constant(shared, initializer);
    let Some(Constant { kind: ConstKind::Aggregate(members), .. }) = constant else {
        return Err(("wrong initializer for intrinsic global variable".into(), Subject::Value(initializer)));
    };
    let name = String::from_utf8_lossy(name);
    for member in module.consts.values(members) {
        let member = crate::aliases::stripped(module, member, false);
        let found = match member.kind() {
            ValueKind::Global(id) => module.global(id).filter(|global| !matches!(global.kind, GlobalKind::IFunc { .. })),
            _ => None,
        };
        let Some(global) = found else {
            return Err((format!("invalid {name} member").into(), Subject::Value(member)));
        };
        if global.name.is_empty() {
            return Err((format!("members of {name} must be named").into(), Subject::Value(member)));
        }
    }
    Ok(())
}

/// The constant of the module that a value is.
fn module_constant(shared: &Shared<'_>, value: Value) -> Option<Constant> {
    match value.kind() {
        ValueKind::Const(index) => shared.module.consts.get(index),
        _ => None,
    }
}

/// Whether an entry of a list of constructors has a signed function.
fn has_signed_entry(shared: &Shared<'_>, list: Value) -> bool {
    let kind = |value: Value| module_constant(shared, value).map(|constant| constant.kind);
    let parts = |value: Value| match kind(value) {
        Some(ConstKind::Aggregate(parts)) => Some(shared.module.consts.values(parts)),
        _ => None,
    };
    let function = |entry: Value| parts(entry).and_then(|mut parts| parts.nth(1));
    parts(list).is_some_and(|mut entries| entries.any(|entry| matches!(function(entry).and_then(kind), Some(ConstKind::PtrAuth(_)))))
}

/// The checks of constant expressions, wherever they are used (`Verifier::visitConstantExpr`, `visitConstantPtrAuth`).
pub(crate) fn constants(shared: &Shared<'_>, pool: &ConstPool, body: Option<&Body>, sink: &mut Sink) {
    let types = shared.types;
    let int = |value: Value| crate::nodes::Nodes { module: shared.module, body }.int_of(value);
    for (at, constant) in pool.consts.iter().enumerate() {
        let parts = match constant.kind {
            ConstKind::PtrAuth(parts) => parts,
            ConstKind::Cast { op: CastOp::PtrToAddr, value, .. } => {
                let space = types.of(value, body).and_then(|from| types.scalar_addrspace(from)).unwrap_or(0);
                if types.scalar_bits(constant.ty) != shared.layout.index_bits(space) {
                    let this = if body.is_some() { Value::local_const(at as u32) } else { Value::constant(at as u32) };
                    sink.fail("PtrToAddr result must be address width", &[Subject::Value(this)]);
                }
                continue;
            }
            _ => continue,
        };
        let parts: Vec<Value> = pool.values(parts).collect();
        let [pointer, key, discriminator, address, symbol] = parts[..] else { continue };
        let is_pointer = |value: Value| types.of(value, body).is_some_and(|ty| types.is_pointer(ty));
        let is_null = |value: Value| match value.kind() {
            ValueKind::Const(at) => shared.module.consts.get(at).is_some_and(|constant| constant.kind == ConstKind::Null),
            ValueKind::LocalConst(at) => pool.get(at).is_some_and(|constant| constant.kind == ConstKind::Null),
            _ => false,
        };
        let message = match () {
            () if !is_pointer(pointer) => "signed ptrauth constant base pointer must have pointer type",
            () if !types.of(pointer, body).is_some_and(|ty| types.same(ty, constant.ty)) => {
                "signed ptrauth constant must have same type as its base pointer"
            }
            () if int(key).is_none_or(|int| int.width != 32) => "signed ptrauth constant key must be i32 constant integer",
            () if !is_pointer(address) => "signed ptrauth constant address discriminator must be a pointer",
            () if int(discriminator).is_none_or(|int| int.width != 64) => {
                "signed ptrauth constant discriminator must be i64 constant integer"
            }
            () if !is_pointer(symbol) => "signed ptrauth constant deactivation symbol must be a pointer",
            () if !matches!(symbol.kind(), ValueKind::Global(_)) && !is_null(symbol) => {
                "signed ptrauth constant deactivation symbol must be a global value or null"
            }
            () => continue,
        };
        sink.fail(message, &[]);
    }
}

/// Checks that declarations of `llvm.experimental.deoptimize` agree (`Verifier::verifyDeoptimizeCallingConvs`).
fn deoptimize_conventions(shared: &Shared<'_>, sink: &mut Sink) {
    let is_one = |id: &GlobalId| shared.intrinsics.get(id).is_some_and(|declared| declared.intrinsic.name == "experimental.deoptimize");
    let mut all = shared.module.functions().filter(|(id, ..)| is_one(id));
    let Some((first, _, function)) = all.next() else { return };
    if let Some((other, ..)) = all.find(|(_, _, other)| other.cc != function.cc) {
        let subjects = [Subject::Global(first), Subject::Global(other)];
        sink.fail("All llvm.experimental.deoptimize declarations must have the same calling convention", &subjects);
    }
}

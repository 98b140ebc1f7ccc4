//! Checks global values and what else is in a module beside functions (`Verifier::visitGlobalVariable` and the like).
use crate::function::Shared;
use crate::report::{Sink, Subject};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// The faults of a module outside of its functions.
pub(crate) fn verify(shared: &Shared<'_>) -> Sink {
    let mut sink = Sink::new(None, None);
    let globals = || shared.module.globals.iter().enumerate().map(|(at, global)| (GlobalId::new(at), global));
    for (id, global) in globals() {
        if let GlobalKind::Variable { initializer, .. } = global.kind {
            variable(shared, id, global, initializer.get(), &mut sink);
        }
    }
    for (id, global) in globals() {
        if let GlobalKind::Alias { aliasee } = global.kind {
            alias(shared, id, global, aliasee, &mut sink);
        }
    }
    for (id, global) in globals() {
        if let GlobalKind::IFunc { resolver } = global.kind {
            ifunc(shared, id, global, resolver, &mut sink);
        }
    }
    shared.debug.named(shared.module, &mut sink);
    crate::module_metadata::verify(shared, &mut sink);
    shared.debug.end(&mut sink);
    sink
}

/// Whether a linker sees only a declaration (`isDeclarationForLinker`).
fn is_declaration_for_linker(global: &GlobalValue) -> bool {
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

fn variable(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, initializer: Option<Value>, sink: &mut Sink) {
    let this = [Subject::Global(id)];
    let types = shared.types;
    let GlobalKind::Variable { constant, .. } = global.kind else { return };
    if let Some(value) = initializer {
        if !types.of(value, None).is_some_and(|ty| types.same(ty, global.value_type)) {
            return sink.fail("Global variable initializer type does not match global variable type!", &this);
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
    if matches!(name, b"llvm.global_ctors" | b"llvm.global_dtors") {
        if !is_appending {
            return sink.fail("invalid linkage for intrinsic global variable", &this);
        }
        if let Type::Array { elem, .. } = types.get(global.value_type) {
            let fields: Vec<_> = match types.get(elem) {
                Type::Struct { fields, .. } => shared.module.types.list(fields).iter().collect(),
                _ => Vec::new(),
            };
            let fits = matches!(fields.len(), 2 | 3)
                && types.is_int_of(fields[0], 32)
                && types.addrspace(fields[1]) == Some(shared.spaces.program);
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
        }
    }
    if matches!(name, b"llvm.used" | b"llvm.compiler.used") {
        if !is_appending {
            return sink.fail("invalid linkage for intrinsic global variable", &this);
        }
        if let Type::Array { elem, .. } = types.get(global.value_type)
            && !types.is_pointer(elem)
        {
            return sink.fail("wrong type for intrinsic global variable", &this);
        }
    }
    if !shared.debug.variable(shared.module, global, sink) {
        return;
    }
    if types.element_count(global.value_type).is_some_and(|(_, scalable)| scalable) {
        return sink.fail("Globals cannot contain scalable types", &this);
    }
    global_value(shared, id, global, sink);
}

fn alias(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, aliasee: Value, sink: &mut Sink) {
    let this = [Subject::Global(id)];
    let is_valid = matches!(
        global.linkage,
        Linkage::External
            | Linkage::AvailableExternally
            | Linkage::Internal
            | Linkage::Private
            | Linkage::WeakAny
            | Linkage::WeakOdr
            | Linkage::LinkOnceAny
            | Linkage::LinkOnceOdr
    );
    if !is_valid {
        return sink.fail(
            "Alias should have private, internal, linkonce, weak, linkonce_odr, weak_odr, external, or available_externally linkage!",
            &this,
        );
    }
    let Some(ty) = shared.types.of(aliasee, None) else { return };
    if !shared.types.same(ty, global.ptr_type) {
        return sink.fail("Alias and aliasee types should match!", &this);
    }
    if let ValueKind::Global(of) = aliasee.kind()
        && let Some(target) = shared.module.global(of)
    {
        if global.linkage == Linkage::AvailableExternally {
            if target.linkage != Linkage::AvailableExternally {
                return sink.fail("available_externally alias must point to available_externally global value", &this);
            }
        } else if is_declaration_for_linker(target) {
            return sink.fail("Alias must point to a definition", &this);
        }
    }
    global_value(shared, id, global, sink);
}

fn ifunc(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, resolver: Value, sink: &mut Sink) {
    let this = [Subject::Global(id)];
    let is_valid = matches!(
        global.linkage,
        Linkage::External
            | Linkage::Internal
            | Linkage::Private
            | Linkage::WeakAny
            | Linkage::WeakOdr
            | Linkage::LinkOnceAny
            | Linkage::LinkOnceOdr
    );
    if !is_valid {
        return sink.fail("IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!", &this);
    }
    if let Some((_, function, _)) = shared.function(resolver) {
        if is_declaration_for_linker(function) {
            return sink.fail("IFunc resolver must be a definition", &this);
        }
        let ret = shared.module.types.function(function.value_type).map(|(ret, ..)| ret);
        if !ret.is_some_and(|ret| shared.types.is_pointer(ret)) {
            return sink.fail("IFunc resolver must return a pointer", &this);
        }
    }
    let _ = global;
}

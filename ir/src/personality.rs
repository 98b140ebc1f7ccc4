//! Personalities that landing pads name, as until LLVM 3.6, become those of functions; what functions store for absent operands.
use crate::constants::{ConstKind, Constant};
use crate::entity::{GlobalId, OptionalId, TypeId};
use crate::global::{Function, GlobalKind};
use crate::module::Module;
use crate::types::{Type, TypeTable};
use crate::value::{Value, ValueKind};
use std::collections::HashMap;

/// Makes the personality that the landing pads of a body name the personality of its function.
///
/// Of a body's own constants, only null and casts of a global value can become constants of the module. LLVM never wrote others; they are
/// dropped.
pub fn hoist_personality(module: &mut Module) {
    if module.bodies.iter().any(|body| body.provenance.pad_personality.is_some()) {
        let mut known = HashMap::new();
        (0..module.globals.len()).for_each(|id| hoist(module, GlobalId::new(id), &mut known));
    }
}

/// [`hoist_personality`] for one function.
pub fn hoist_personality_of(module: &mut Module, id: GlobalId) {
    hoist(module, id, &mut HashMap::new());
}

/// [`hoist_personality`] for one function; `known` are the module's constants that are already personalities.
fn hoist(module: &mut Module, id: GlobalId, known: &mut HashMap<(TypeId, ConstKind), u32>) {
    let Some(index) = module.global(id).and_then(|global| global.function()?.body) else { return };
    let Some(body) = module.bodies.get_mut(index as usize) else { return };
    let Some(value) = body.provenance.pad_personality.take() else { return };
    let value = match value.kind() {
        ValueKind::LocalConst(at) => {
            let constant = body.consts.get(at).filter(|constant| match constant.kind {
                ConstKind::Cast { value, .. } => matches!(value.kind(), ValueKind::Global(_)),
                kind => kind == ConstKind::Null,
            });
            let Some(constant) = constant else { return };
            let consts = &mut module.consts.consts;
            let at = known.entry((constant.ty, constant.kind)).or_insert_with(|| {
                let there = consts.iter().position(|other| *other == constant);
                there.unwrap_or_else(|| {
                    consts.push(constant);
                    consts.len() - 1
                }) as u32
            });
            Value::constant(*at)
        }
        ValueKind::Global(_) | ValueKind::Const(_) => value,
        _ => return,
    };
    if let GlobalKind::Function(function) = &mut module.globals[id.index()].kind
        && function.personality.is_none()
    {
        function.personality = OptionalId::some(value);
    }
}

/// The type of the null pointer that a function stores for an absent personality, prefix or prologue if it has one of the others.
pub fn placeholder_type(types: &TypeTable) -> Option<TypeId> {
    placeholder_type_of(types.has_typed_pointers(), |ty| types.find(&ty))
}

/// That type; `id` gives the number of a type.
fn placeholder_type_of(has_typed_pointers: bool, mut id: impl FnMut(Type) -> Option<TypeId>) -> Option<TypeId> {
    match has_typed_pointers {
        true => {
            let pointee = id(Type::Int(1))?;
            id(Type::TypedPtr { pointee, addrspace: 0 })
        }
        false => id(Type::Ptr(0)),
    }
}

/// Adds the null pointer of [`placeholder_type`] to the module's pool, if there is a function that stores it.
pub fn add_placeholder(module: &mut Module) {
    let stores = |function: &Function| [function.personality, function.prefix, function.prologue].iter().any(|value| value.is_some());
    if !module.functions().any(|(_, _, function)| stores(function)) {
        return;
    }
    let types = &mut module.types;
    let Some(ty) = placeholder_type_of(types.has_typed_pointers(), |ty| Some(types.intern(ty))) else { return };
    let null = Constant { ty, kind: ConstKind::Null };
    if !module.consts.consts.contains(&null) {
        module.consts.consts.push(null);
    }
}

//! Constants of the module with typed pointers, and the global values that hold them.
use super::consts::Pool;
use super::types::{pointer, with_pointee};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::TypeId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;

/// Lists of functions that LLVM runs at start and end (`llvm.global_ctors`).
const LISTS: [&[u8]; 2] = [b"llvm.global_ctors", b"llvm.global_dtors"];

/// Types the constants of the module, and casts what global values hold. Returns what releases with typed pointers refuse.
pub(super) fn type_constants(module: &mut Module, byte: TypeId) -> Vec<String> {
    let mut refused = Vec::new();
    let mut own = std::mem::take(&mut module.consts);
    let mut pool =
        Pool { types: &mut module.types, globals: &module.globals, shared: None, own: &mut own, byte, casts: HashMap::new(), done: 0 };
    pool.type_all();
    pool.cast_operands();
    let mut changes: Vec<(usize, GlobalKind, Option<TypeId>)> = Vec::new();
    for (index, global) in pool.globals.iter().enumerate() {
        let pointee = global.value_type;
        let mut kind = global.kind.clone();
        let mut list = None;
        match &mut kind {
            GlobalKind::Variable { initializer, .. } => {
                let of_list = LISTS.contains(&module.strings.get(global.name)).then(|| list_type(pool.types, pointee)).flatten();
                list = of_list.map(|(ty, ..)| ty);
                let value = initializer.get().map(|value| match of_list {
                    Some(of_list) => function_list(&mut pool, of_list, value).unwrap_or(value),
                    None => pool.cast(value, pointee),
                });
                *initializer = value.into();
            }
            GlobalKind::Alias { aliasee } => *aliasee = pool.cast(*aliasee, global.ptr_type),
            GlobalKind::IFunc { resolver } => {
                let ret = global.ptr_type;
                let params = pool.types.lists.push::<TypeId>(&[]);
                let fn_ty = pool.types.intern(Type::Function { ret, params, vararg: false });
                let own = pool.type_of(*resolver);
                // LLVM 14 wants a resolver in address space 0.
                let space = own.and_then(|own| pointer(pool.types, own)).map_or(0, |(_, space)| space);
                if space != 0 {
                    refused.push(format!("an ifunc whose resolver is in address space {space}"));
                }
                if let Some(own) = own {
                    let want = with_pointee(pool.types, own, fn_ty);
                    *resolver = pool.cast(*resolver, want);
                }
            }
            GlobalKind::Function(function) => {
                let Some(personality) = function.personality.get() else { continue };
                let Some(own) = pool.type_of(personality) else { continue };
                let want = with_pointee(pool.types, own, byte);
                function.personality = Some(pool.cast(personality, want)).into();
            }
        }
        changes.push((index, kind, list));
    }
    pool.cast_operands();
    module.consts = own;
    for (index, kind, list) in changes {
        let global = &mut module.globals[index];
        global.kind = kind;
        if let Some(ty) = list {
            global.value_type = ty;
            global.ptr_type = with_pointee(&mut module.types, global.ptr_type, ty);
        }
    }
    refused
}

/// The type of a list of functions with their priorities, with functions as `void ()*`; with it, that of its elements and of functions. None for
/// another form.
fn list_type(types: &mut TypeTable, ty: TypeId) -> Option<(TypeId, TypeId, TypeId)> {
    let Type::Array { elem, len } = types.get(ty) else { return None };
    let Type::Struct { packed, fields, .. } = types.get(elem) else { return None };
    let mut fields = types.list(fields).to_vec();
    let function = fields.get_mut(1)?;
    let ret = types.intern(Type::Void);
    let params = types.lists.push::<TypeId>(&[]);
    let fn_ty = types.intern(Type::Function { ret, params, vararg: false });
    *function = with_pointee(types, *function, fn_ty);
    let function = *function;
    let fields = types.lists.push(&fields);
    // An identified structure would change for other users, too.
    let elem = types.intern(Type::Struct { kind: StructKind::Literal, packed, name: Str::EMPTY, fields });
    Some((types.intern(Type::Array { elem, len }), elem, function))
}

/// A list of functions with the types that [`list_type`] gives. None if it has another form.
fn function_list(pool: &mut Pool<'_>, (ty, elem, function): (TypeId, TypeId, TypeId), value: Value) -> Option<Value> {
    let kind = |pool: &ConstPool, value: Value| match value.kind() {
        ValueKind::Const(at) => pool.get(at).map(|constant| constant.kind),
        _ => None,
    };
    let elements = match kind(pool.own, value)? {
        ConstKind::Aggregate(elements) => pool.own.lists.get(elements).to_vec(),
        kind => return Some(pool.push(ty, kind)),
    };
    let mut typed = Vec::with_capacity(elements.len());
    for element in elements {
        let new = match kind(pool.own, element)? {
            ConstKind::Aggregate(members) => {
                let mut members = pool.own.lists.get(members).to_vec();
                // The cast to the neutral type is undone.
                let member = members.get_mut(1)?;
                *member = pool.cast(*member, function);
                ConstKind::Aggregate(pool.own.lists.push(&members))
            }
            kind => kind,
        };
        typed.push(pool.push(elem, new));
    }
    let list = pool.own.lists.push(&typed);
    Some(pool.push(ty, ConstKind::Aggregate(list)))
}

//! Constants of the module with typed pointers, and the global values that hold them.
use super::consts::Pool;
use super::types::with_pointee;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::TypeId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};
use std::collections::HashMap;

/// Lists of functions that LLVM runs at start and end (`llvm.global_ctors`).
const LISTS: [&[u8]; 2] = [b"llvm.global_ctors", b"llvm.global_dtors"];

/// Types the constants of the module, and casts what global values hold.
pub(super) fn type_constants(module: &mut Module, byte: TypeId) {
    let mut own = std::mem::take(&mut module.consts);
    let mut pool = Pool { types: &mut module.types, globals: &module.globals, shared: None, own: &mut own, byte, casts: HashMap::new() };
    pool.type_all();
    pool.cast_operands();
    let mut changes: Vec<(usize, GlobalKind, Option<TypeId>)> = Vec::new();
    for (index, global) in pool.globals.iter().enumerate() {
        let pointee = global.value_type;
        let mut kind = global.kind.clone();
        let mut list = None;
        match &mut kind {
            GlobalKind::Variable { initializer, .. } => {
                let Some(value) = initializer.get() else { continue };
                if LISTS.contains(&module.strings.get(global.name)) {
                    if let Some((ty, value)) = function_list(&mut pool, pointee, value) {
                        *initializer = Some(value).into();
                        list = Some(ty);
                    }
                } else {
                    *initializer = Some(pool.cast(value, pointee)).into();
                }
            }
            GlobalKind::Alias { aliasee } => *aliasee = pool.cast(*aliasee, global.ptr_type),
            GlobalKind::IFunc { resolver } => {
                let ret = global.ptr_type;
                let params = pool.types.lists.push::<TypeId>(&[]);
                let fn_ty = pool.types.intern(Type::Function { ret, params, vararg: false });
                let own = pool.type_of(*resolver);
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
    module.consts = own;
    for (index, kind, list) in changes {
        let global = &mut module.globals[index];
        global.kind = kind;
        if let Some(ty) = list {
            global.value_type = ty;
            global.ptr_type = with_pointee(&mut module.types, global.ptr_type, ty);
        }
    }
}

/// A list of functions with their priorities, with functions as `void ()*`: its type and value. None if it has another form.
fn function_list(pool: &mut Pool<'_>, ty: TypeId, value: Value) -> Option<(TypeId, Value)> {
    let Type::Array { elem, len } = pool.types.get(ty) else { return None };
    let Type::Struct { kind: StructKind::Literal, packed, name, fields } = pool.types.get(elem) else { return None };
    let mut fields = pool.types.list(fields).to_vec();
    let function = *fields.get(1)?;
    let void = pool.types.intern(Type::Void);
    let params = pool.types.lists.push::<TypeId>(&[]);
    let fn_ty = pool.types.intern(Type::Function { ret: void, params, vararg: false });
    let function = with_pointee(pool.types, function, fn_ty);
    fields[1] = function;
    let fields = pool.types.lists.push(&fields);
    let elem = pool.types.intern(Type::Struct { kind: StructKind::Literal, packed, name, fields });
    let ty = pool.types.intern(Type::Array { elem, len });
    let kind = |pool: &ConstPool, value: Value| match value.kind() {
        ValueKind::Const(at) => pool.get(at).map(|constant| constant.kind),
        _ => None,
    };
    let ConstKind::Aggregate(elements) = kind(pool.own, value)? else {
        let kind = kind(pool.own, value)?;
        return Some((ty, pool.push(ty, kind)));
    };
    let mut elements = pool.own.lists.get(elements).to_vec();
    for element in &mut elements {
        let new = match kind(pool.own, *element)? {
            ConstKind::Aggregate(members) => {
                let mut members = pool.own.lists.get(members).to_vec();
                // The cast to the neutral type is undone.
                let member = members.get_mut(1)?;
                *member = pool.cast(*member, function);
                ConstKind::Aggregate(pool.own.lists.push(&members))
            }
            kind => kind,
        };
        *element = pool.push(elem, new);
    }
    let list = pool.own.lists.push(&elements);
    Some((ty, pool.push(ty, ConstKind::Aggregate(list))))
}

//! Lists of constructors and destructors.
use bctk_edit::globals::renumber_globals;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{GlobalId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};

/// Adds the third field to items of `llvm.global_ctors` and `llvm.global_dtors`, as since LLVM 3.5 (`UpgradeGlobalVariable`). What is
/// upgraded is a new variable, which comes last.
pub(crate) fn complete_structors(module: &mut Module) {
    let count = module.globals.len();
    let mut moved = vec![false; count];
    for (at, moved) in moved.iter_mut().enumerate() {
        let global = &module.globals[at];
        let name = module.str(global.name);
        let (Type::Array { elem, len }, true) =
            (module.types.get(global.value_type), name == b"llvm.global_ctors" || name == b"llvm.global_dtors")
        else {
            continue;
        };
        let (Type::Struct { packed: false, fields, .. }, GlobalKind::Variable { initializer, .. }) = (module.types.get(elem), &global.kind)
        else {
            continue;
        };
        let (initializer, mut fields) = (*initializer, module.types.list(fields).to_vec());
        if fields.len() != 2 {
            continue;
        }
        let (ptr_type, types) = (global.ptr_type, &mut module.types);
        let byte = types.intern(Type::Int(8));
        let data = types.intern(Type::TypedPtr { pointee: byte, addrspace: 0 });
        fields.push(data);
        let item = types.find_literal(&fields, false).unwrap_or_else(|| {
            let fields = types.lists.push(&fields);
            types.push(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields })
        });
        let array = types.intern(Type::Array { elem: item, len });
        let ptr_type = match types.get(ptr_type) {
            Type::TypedPtr { addrspace, .. } => types.intern(Type::TypedPtr { pointee: array, addrspace }),
            _ => ptr_type,
        };
        let initializer = match initializer.get() {
            Some(initializer) => completed(&mut module.consts, initializer, [array, item, data]).map(OptionalId::some),
            None => Some(initializer),
        };
        let Some(initializer) = initializer else { continue };
        let global = &mut module.globals[at];
        (global.value_type, global.ptr_type) = (array, ptr_type);
        if let GlobalKind::Variable { initializer: own, .. } = &mut global.kind {
            *own = initializer;
        }
        *moved = true;
    }
    if moved.contains(&true) {
        let all: Vec<GlobalId> = (0..count).map(GlobalId::new).collect();
        renumber_globals(module, &vec![true; count], &all, |at| if moved[at] { count } else { at });
    }
}

/// The initializer with a null added to each item; `types` are those of the array, its items and the null.
fn completed(pool: &mut ConstPool, initializer: Value, types: [TypeId; 3]) -> Option<Value> {
    let add = |pool: &mut ConstPool, ty: TypeId, kind: ConstKind| Value::constant(pool.push(ty, kind));
    let kind = |pool: &ConstPool, value: Value| match value.kind() {
        ValueKind::Const(at) => pool.get(at).map(|constant| constant.kind),
        _ => None,
    };
    let [array, item, data] = types;
    let list = match kind(pool, initializer)? {
        ConstKind::Null => return Some(add(pool, array, ConstKind::Null)),
        ConstKind::Aggregate(list) => pool.lists.get(list).to_vec(),
        _ => return None,
    };
    let mut items = Vec::new();
    for old in list {
        let new = match kind(pool, old)? {
            ConstKind::Null => ConstKind::Null,
            ConstKind::Aggregate(parts) => {
                let mut parts = pool.lists.get(parts).to_vec();
                parts.push(add(pool, data, ConstKind::Null));
                ConstKind::Aggregate(pool.lists.push(&parts))
            }
            _ => return None,
        };
        items.push(add(pool, item, new));
    }
    let list = pool.lists.push(&items);
    Some(add(pool, array, ConstKind::Aggregate(list)))
}

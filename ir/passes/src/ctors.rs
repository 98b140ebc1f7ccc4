//! Takes constructors that do nothing out of `llvm.global_ctors`.
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue, Sanitizer};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

const CONSTRUCTORS: &[u8] = b"llvm.global_ctors";

/// Takes constructors that only return out of the list (`optimizeGlobalCtorsList`). Returns whether there was any.
pub(crate) fn drop_empty_constructors(module: &mut Module) -> bool {
    let Some(at) = module.globals.iter().position(|global| module.str(global.name) == CONSTRUCTORS) else { return false };
    let Some(entries) = entries(module, &module.globals[at]) else { return false };
    let left: Vec<Value> = entries.iter().filter(|(_, function)| !function.is_some_and(|it| is_empty(module, it))).map(|it| it.0).collect();
    if left.len() == entries.len() {
        return false;
    }
    let Type::Array { elem, .. } = module.types.get(module.globals[at].value_type) else { return false };
    let ty = module.types.intern(Type::Array { elem, len: left.len() as u64 });
    let kind = match left.iter().all(|value| is_null(module, *value)) {
        true => ConstKind::Null,
        false => ConstKind::Aggregate(module.consts.lists.push(&left)),
    };
    let list = Value::constant(module.consts.push(ty, kind));
    // A new variable takes the place of the old one, with little of it.
    let old = &module.globals[at];
    let GlobalKind::Variable { constant, .. } = old.kind else { return false };
    let mut new = GlobalValue::declaration(old.name, ty, old.ptr_type);
    (new.addrspace, new.linkage, new.thread_local, new.place) = (old.addrspace, old.linkage, old.thread_local, old.place);
    new.kind = GlobalKind::Variable {
        constant,
        externally_initialized: false,
        initializer: OptionalId::some(list),
        attrs: AttrListId(0),
        code_model: None,
        sanitizer: Sanitizer(0),
    };
    module.globals[at] = new;
    true
}

/// The entries of the list with their functions, none for the null pointer; nothing if there is anything else in it (`findGlobalCtors`).
fn entries(module: &Module, list: &GlobalValue) -> Option<Vec<(Value, Option<usize>)>> {
    let GlobalKind::Variable { initializer, .. } = list.kind else { return None };
    let ValueKind::Const(index) = initializer.get()?.kind() else { return None };
    let ConstKind::Aggregate(values) = module.consts.get(index)?.kind else { return None };
    let entry = |value: Value| {
        let ValueKind::Const(index) = value.kind() else { return None };
        match module.consts.get(index)?.kind {
            ConstKind::Null => Some((value, None)),
            ConstKind::Aggregate(parts) => {
                let function = module.consts.values(parts).nth(1)?;
                match function.as_global() {
                    Some(id) => module.global(id)?.function().map(|_| (value, Some(id.index()))),
                    None => is_null(module, function).then_some((value, None)),
                }
            }
            _ => None,
        }
    };
    module.consts.values(values).map(entry).collect()
}

fn is_null(module: &Module, value: Value) -> bool {
    matches!(value.kind(), ValueKind::Const(index) if module.consts.get(index).is_some_and(|constant| constant.kind == ConstKind::Null))
}

/// Whether a function returns at once, with nothing (`isEmptyFunction`).
fn is_empty(module: &Module, function: usize) -> bool {
    let Some(body) = module.globals.get(function).and_then(|global| global.function()).and_then(|function| module.body(function)) else {
        return false;
    };
    let Some(entry) = body.blocks.first() else { return false };
    for at in entry.first.index()..entry.end.index() {
        match body.insts.get(at) {
            Some(Inst::Ret(value)) => return value.is_none(),
            Some(Inst::Call(call)) => {
                let callee = body.call(*call).and_then(|call| call.callee.as_global()).and_then(|id| module.global(id));
                let name = callee.map_or(&b""[..], |global| module.str(global.name));
                if !name.starts_with(b"llvm.dbg.") && name != b"llvm.pseudoprobe" {
                    return false;
                }
            }
            _ => return false,
        }
    }
    false
}

//! Lists of global values, such as `llvm.used`.
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::mangle::strip_pointer_casts;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};

/// The global values in a list such as `llvm.used`, whose items may be casts.
pub(crate) fn listed(module: &Module, list: &[u8]) -> Vec<GlobalId> {
    let mut found = Vec::new();
    let Some(list) = module.globals.iter().find(|global| module.str(global.name) == list) else { return found };
    let Some(ValueKind::Const(index)) = list.kind.operands().next().map(Value::kind) else { return found };
    let Some(ConstKind::Aggregate(items)) = module.consts.get(index).map(|constant| constant.kind) else { return found };
    found.extend(module.consts.values(items).filter_map(|item| strip_pointer_casts(module, item).as_global()));
    found
}

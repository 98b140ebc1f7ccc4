//! Strips debug information, and names that have no effect.
use crate::upgrade::strip_debug_info;
use bctk_ir::constants::ConstKind;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashSet;

/// Drops all debug information: locations, records, attachments, compile units (LLVM 22, `StripDebugInfo`, as `opt --strip-debug` calls it).
pub fn strip_debug(module: &mut Module) {
    module.forget_provenance();
    strip_debug_info(module);
}

/// Drops names that are only visible in this module: those of locals, blocks and types, and of functions and variables with internal or
/// private linkage, except those in `llvm.used` or `llvm.compiler.used` (LLVM 22, pass `strip-nondebug`; as there, aliases and ifuncs keep
/// theirs).
pub fn strip_names(module: &mut Module) {
    module.forget_provenance();
    let mut used = vec![false; module.globals.len()];
    for (at, global) in module.globals.iter().enumerate() {
        if matches!(module.str(global.name), b"llvm.used" | b"llvm.compiler.used") {
            used[at] = true;
            if let GlobalKind::Variable { initializer, .. } = global.kind
                && let Some(initializer) = initializer.get()
            {
                listed(module, initializer, &mut used);
            }
        }
    }
    for (at, used) in used.iter().enumerate() {
        let global = &module.globals[at];
        let is_object = matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_));
        if is_object && global.linkage.is_local() && !used && !module.str(global.name).starts_with(b"llvm.dbg") {
            module.globals[at].name = Str::EMPTY;
        }
    }
    for body in &mut module.bodies {
        body.local_names.clear();
        body.block_names.clear();
        body.names.clear();
        body.provenance.names_order.clear();
        body.provenance.gone_names.clear();
        body.provenance.name_changes.clear();
    }
    module.types.forget_names();
}

/// Marks the global values in a list, whose items may be casts.
fn listed(module: &Module, list: Value, used: &mut [bool]) {
    let ValueKind::Const(index) = list.kind() else { return };
    let Some(ConstKind::Aggregate(elements)) = module.consts.get(index).map(|constant| constant.kind) else { return };
    let mut seen = HashSet::new();
    for mut value in module.consts.values(elements) {
        // Visited nodes are skipped, which also ends cycles in damaged files.
        while seen.insert(value) {
            match value.kind() {
                ValueKind::Global(id) => {
                    if let Some(used) = used.get_mut(id.index()) {
                        *used = true;
                    }
                    break;
                }
                ValueKind::Const(index) => match module.consts.get(index).map(|constant| constant.kind) {
                    Some(ConstKind::Cast { value: inner, .. }) => value = inner,
                    Some(ConstKind::Gep { ops, .. }) => value = module.consts.values(ops).next().unwrap_or(Value::NONE),
                    _ => break,
                },
                _ => break,
            }
        }
    }
}

//! Modules without debug information, and without names that only people need.
use crate::upgrade::strip_debug_info;
use bctk_ir::constants::ConstKind;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};
use std::collections::HashSet;

/// Drops all debug information: locations, records, attachments, compile units (LLVM 22, `StripDebugInfo`, as `opt --strip-debug` calls it).
pub fn strip_debug(module: &mut Module) {
    module.forget_provenance();
    strip_debug_info(module);
}

/// Drops the names of what only this module can see: of locals and blocks, of types, of functions and variables with internal or private linkage, unless
/// `llvm.used` or `llvm.compiler.used` lists these (LLVM 22, pass `strip-nondebug`; as there, aliases and ifuncs keep theirs).
pub fn strip_names(module: &mut Module) {
    module.forget_provenance();
    let mut used = vec![false; module.globals.len()];
    for (at, global) in module.globals.iter().enumerate() {
        if matches!(module.str(global.name), b"llvm.used" | b"llvm.compiler.used") {
            used[at] = true;
            if let GlobalKind::Variable { initializer, .. } = global.kind {
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

/// Marks the global values in a list, which may stand there as casts.
fn listed(module: &Module, list: Value, used: &mut [bool]) {
    let ValueKind::Const(index) = list.kind() else { return };
    let Some(ConstKind::Aggregate(elements)) = module.consts.get(index).map(|constant| constant.kind) else { return };
    let mut seen = HashSet::new();
    for mut value in module.consts.values(elements) {
        // What was met before leads to nothing new, also where a damaged file leads in a circle.
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

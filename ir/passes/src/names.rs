//! Passes over names.
use crate::Changes;
use crate::lists::listed;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use md5::{Digest, Md5};
use std::fmt::Write;

/// Removes names that only this module sees: those of locals, blocks and types, and of local functions and variables that no list of used
/// ones has, and all debug information (`StripSymbolsPass`).
pub fn strip(module: &mut Module) -> Changes {
    bctk_transforms::upgrade::strip_debug_info(module);
    strip_names(module, false);
    Changes::in_place(true)
}

/// As [`strip`], but debug information stays (`StripNonDebugSymbolsPass`).
pub fn strip_nondebug(module: &mut Module) -> Changes {
    strip_names(module, true);
    Changes::in_place(true)
}

fn strip_names(module: &mut Module, keeps_debug: bool) {
    let mut used = vec![false; module.globals.len()];
    for list in [&b"llvm.used"[..], b"llvm.compiler.used"] {
        for id in listed(module, list) {
            used[id.index()] = true;
        }
    }
    let is_debug = |name: &[u8]| keeps_debug && name.starts_with(b"llvm.dbg");
    for (at, used) in used.iter().enumerate() {
        let global = &module.globals[at];
        let is_object = matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_));
        if is_object && global.linkage.is_local() && !used && !is_debug(module.str(global.name)) {
            module.globals[at].name = Str::EMPTY;
        }
    }
    for body in &mut module.bodies {
        let names = std::mem::take(&mut body.names);
        for list in [&mut body.local_names, &mut body.block_names] {
            if list.iter().any(|&name| is_debug(names.get(name))) {
                list.iter_mut().filter(|name| !is_debug(names.get(**name))).for_each(|name| *name = Str::EMPTY);
                body.names = names.clone();
            } else {
                list.clear();
            }
        }
        body.provenance.names_order.clear();
        body.provenance.gone_names.clear();
        body.provenance.name_changes.clear();
    }
    let kept: Vec<_> = match keeps_debug {
        true => module
            .types
            .iter()
            .filter_map(|(id, ty)| match ty {
                bctk_ir::types::Type::Struct { name, .. } if is_debug(module.str(name)) => Some((id, name)),
                _ => None,
            })
            .collect(),
        false => Vec::new(),
    };
    module.types.forget_names();
    kept.into_iter().for_each(|(id, name)| module.types.identify(id, name));
}

/// Gives global values without a name one: `anon.`, a hash of the names that others see, and a number (`NameAnonGlobalPass`).
pub fn name_anon_globals(module: &mut Module) -> Changes {
    // Functions, variables, aliases, ifuncs.
    let rank = |at: usize| match module.globals[at].kind {
        GlobalKind::Function(_) => 0,
        GlobalKind::Variable { .. } => 1,
        GlobalKind::Alias { .. } => 2,
        GlobalKind::IFunc { .. } => 3,
    };
    let mut order: Vec<usize> = (0..module.globals.len()).collect();
    order.sort_by_key(|&at| rank(at));
    let unnamed: Vec<usize> = order.iter().copied().filter(|&at| module.globals[at].name.is_empty()).collect();
    if unnamed.is_empty() {
        return Changes::default();
    }
    let mut hash = Md5::new();
    for at in order.into_iter().filter(|&at| rank(at) < 2) {
        let global = &module.globals[at];
        if !global.is_declaration() && !global.linkage.is_local() && !global.name.is_empty() {
            hash.update(module.str(global.name));
        }
    }
    let mut text = String::new();
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    for (number, at) in unnamed.into_iter().enumerate() {
        let name = format!("anon.{text}.{number}");
        module.globals[at].name = module.strings.push(name.as_bytes());
    }
    Changes::in_place(true)
}

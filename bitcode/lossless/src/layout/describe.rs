//! Computes the description of a bitcode file from the module that was read from it.
use super::{BodyLayout, Layout, NameList, attrs, orders, widths, zeros};
use bctk_bitcode::write::{PRODUCER, sorts_constants};

use bctk_bitcode::write::version_of;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::{Function, GlobalValue};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_support::parallel::prelude::*;

/// The facts about the file of `module` that its text lacks. `module` was read from bitcode (and perhaps upgraded). `nodes` are the
/// numbered metadata nodes in the order of the text.
pub fn describe(module: &Module, nodes: &[MdId]) -> Layout {
    let names = |names: &[Str], fixed: &[&str]| NameList::of(&names.iter().map(|&name| module.str(name)).collect::<Vec<_>>(), fixed);
    let llvm = version_of(module);
    let producer = module.str(module.provenance.producer);
    let symtab_producer = module.str(module.provenance.symtab_producer);
    let written = module.provenance.bitcode.as_ref();
    let bodies = describe_bodies(module);
    let of_module = |body: &BodyLayout| body.orders.iter().any(|order| !order.block && order.number > i32::MAX as u32);
    Layout {
        producer: (producer != PRODUCER).then(|| producer.to_vec()),
        // An index of many modules has no producer.
        release: match &module.provenance.inferred {
            Some(inferred) => Some(inferred.release),
            None => module.version().filter(|_| module.provenance.producer.is_empty()),
        },
        symtab_producer: (!symtab_producer.is_empty() && producer.strip_prefix(b"LLVM") != Some(symtab_producer))
            .then(|| symtab_producer.to_vec()),
        sorted_constants: sorts_constants(module),
        no_symtab: written.is_some_and(|written| !written.symtab),
        typed_pointers: module.types.has_typed_pointers(),
        wrapper: written.is_some_and(|written| written.wrapper),
        table: written.map_or(0, |written| written.table),
        no_source: module.source_filename.is_none(),
        hash: module.provenance.hash,
        data_layout: written.and_then(|written| written.data_layout).map(|layout| module.str(layout).to_vec()),
        md_kinds: names(&module.md_kinds, llvm.metadata_kinds()),
        bundle_tags: names(&module.bundle_tags, llvm.bundle_tags()),
        sync_scopes: names(&module.sync_scopes, llvm.sync_scopes()),
        types: Vec::new(),
        attrs: attrs::describe(module),
        zeros: zeros::find(module, nodes),
        enumerators: widths::enumerators(module, nodes),
        in_range: widths::in_ranges(module),
        asm_symbols: module.asm_symbols.iter().map(|symbol| (module.str(symbol.name).to_vec(), symbol.flags)).collect(),
        asm_crc: crc32fast::hash(module.str(module.inline_asm)),
        orders: orders::of_module(module),
        globals_crc: globals_crc(module),
        values: if bodies.iter().any(of_module) { (module.globals.len() + module.consts.consts.len()) as u32 } else { 0 },
        bodies,
        uses: None,
        not_understood: written.map_or_else(Vec::new, |written| written.not_understood.iter().map(|it| it.what.clone()).collect()),
        patch: Vec::new(),
    }
}

/// The descriptions of functions, in order.
fn describe_bodies(module: &Module) -> Vec<BodyLayout> {
    let functions: Vec<_> = module.functions().filter(|(_, _, function)| function.body.is_some()).collect();
    let describe = |&(_, global, function): &(GlobalId, &GlobalValue, &Function)| orders::describe(module, global.name, function);
    functions.par_iter().balanced().with_min_len(64).filter_map(describe).collect()
}

/// A CRC-32 of the names of all global values in order.
pub(super) fn globals_crc(module: &Module) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for global in &module.globals {
        let name = module.str(global.name);
        hasher.update(&(name.len() as u32).to_le_bytes());
        hasher.update(name);
    }
    hasher.finalize()
}

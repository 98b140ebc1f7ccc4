//! From a module that was read from bitcode to the description of its file.
use super::{Layout, NameList, attrs, orders, widths, zeros};
use crate::write::{PRODUCER, sorts_constants};
use bctk_ir::entity::MdId;
use bctk_ir::fixed;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;

/// What the text of `module`, which was read from bitcode (and perhaps upgraded), does not say of its file. `nodes` are the numbered metadata nodes in
/// the order in which the text has them.
pub fn describe(module: &Module, nodes: &[MdId]) -> Layout {
    let names = |names: &[Str], fixed: &[&str]| NameList::of(&names.iter().map(|&name| module.str(name)).collect::<Vec<_>>(), fixed);
    let producer = module.str(module.producer);
    let symtab_producer = module.str(module.symtab_producer);
    let written = module.written.as_ref();
    Layout {
        producer: (producer != PRODUCER).then(|| producer.to_vec()),
        symtab_producer: (!symtab_producer.is_empty() && producer.strip_prefix(b"LLVM") != Some(symtab_producer))
            .then(|| symtab_producer.to_vec()),
        sorted_constants: sorts_constants(module),
        no_symtab: written.is_some_and(|written| !written.symtab),
        wrapper: written.is_some_and(|written| written.wrapper),
        table: written.map_or(0, |written| written.table),
        no_source: module.source_filename.is_none(),
        hash: module.hash,
        data_layout: written.and_then(|written| written.data_layout).map(|layout| module.str(layout).to_vec()),
        md_kinds: names(&module.md_kinds, fixed::MD_KINDS),
        bundle_tags: names(&module.bundle_tags, fixed::BUNDLE_TAGS),
        sync_scopes: names(&module.sync_scopes, fixed::SYNC_SCOPES),
        attrs: attrs::describe(module),
        zeros: zeros::find(module, nodes),
        enumerators: widths::enumerators(module, nodes),
        in_range: widths::in_ranges(module),
        asm_symbols: module.asm_symbols.iter().map(|symbol| (module.str(symbol.name).to_vec(), symbol.flags)).collect(),
        asm_crc: crc32fast::hash(module.str(module.inline_asm)),
        orders: orders::of_module(module),
        globals_crc: globals_crc(module),
        bodies: module.functions().filter_map(|(_, global, function)| orders::describe(module, global.name, function)).collect(),
        patch: Vec::new(),
    }
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

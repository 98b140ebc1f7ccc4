//! A hash of the IR of a module, by which the writer notices that a module was edited since it was read.
use crate::body::Body;
use crate::module::Module;
use bctk_support::parallel::prelude::*;
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash, Hasher};

/// Two modules with equal IR that were built in the same way have equal fingerprints; after any edit the fingerprint differs, up to collisions of a
/// 64-bit hash. It takes in neither provenance nor summary, and of append-only tables (strings, types) only what the rest refers to.
pub(crate) fn fingerprint(module: &Module) -> u64 {
    // Naming each field makes the compiler ask about new ones.
    let Module {
        strings: _,
        source_filename,
        libraries,
        triple,
        data_layout,
        inline_asm,
        asm_fragments,
        types,
        attrs,
        consts,
        globals,
        comdats,
        metadata,
        md_kinds,
        sync_scopes,
        bundle_tags,
        bodies,
        summary: _,
        asm_symbols,
        provenance: _,
    } = module;
    let mut hasher = FixedState::default().build_hasher();
    (source_filename, libraries, triple, data_layout, inline_asm, asm_fragments).hash(&mut hasher);
    types.iter().for_each(|(_, ty)| ty.hash(&mut hasher));
    (&types.lists, &attrs.sets, &attrs.lists, consts, globals, comdats, metadata).hash(&mut hasher);
    (md_kinds, sync_scopes, bundle_tags, asm_symbols).hash(&mut hasher);
    let bodies: Vec<u64> = bodies.par_iter().balanced().map(of_body).collect();
    bodies.hash(&mut hasher);
    hasher.finish()
}

pub(crate) fn of_body(body: &Body) -> u64 {
    let Body {
        blocks,
        insts,
        results,
        local_types,
        local_names,
        block_names,
        names: _,
        args,
        lists,
        consts,
        calls,
        bundles,
        debug_locs,
        locs,
        loc_nodes,
        dbg_records,
        dbg_assigns,
        attachments,
        function_attachments,
        block_addr_users,
        metadata,
        provenance: _,
    } = body;
    let mut hasher = FixedState::default().build_hasher();
    (blocks, insts, results, local_types, local_names, block_names, args, lists, consts, calls, bundles).hash(&mut hasher);
    (debug_locs, locs, loc_nodes, dbg_records, dbg_assigns, attachments).hash(&mut hasher);
    (function_attachments, block_addr_users, metadata).hash(&mut hasher);
    hasher.finish()
}

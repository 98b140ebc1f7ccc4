//! Reduces debug information to what `-gline-tables-only` makes.
use crate::Changes;
use crate::debug_info::remove_calls;
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::unique::{Which, unique};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot, slot_md};
use bctk_ir::module::Module;
use hashbrown::HashMap;

/// The emission kind of a unit with line tables alone (`DICompileUnit::LineTablesOnly`).
const LINE_TABLES_ONLY: u32 = 2;
const UNITS: &[u8] = b"llvm.dbg.cu";
/// What units lose.
const OF_UNITS: [&str; 5] = ["enums", "retainedTypes", "globals", "imports", "macros"];
/// What subprograms lose.
const OF_SUBPROGRAMS: [&str; 8] =
    ["containingType", "templateParams", "declaration", "retainedNodes", "thrownTypes", "annotations", "targetFuncName", "keyInstructions"];

/// Keeps files, functions and lines, and drops all other debug information (`StripNonLineTableDebugInfoPass`).
pub fn strip_nonlinetable_debuginfo(module: &mut Module) -> Changes {
    let changes = remove_calls(module, &[b"llvm.dbg.declare", b"llvm.dbg.label", b"llvm.dbg.value"]);
    let kind = |name: &[u8]| module.md_kinds.iter().position(|&kind| module.str(kind) == name).map(|at| at as u32);
    let (dbg, gone) = (kind(b"dbg"), [kind(b"heapallocsite"), kind(b"DIAssignID")]);
    for global in module.globals.iter_mut().filter(|global| matches!(global.kind, GlobalKind::Variable { .. })) {
        global.attachments.retain(|attachment| Some(attachment.kind) != dbg);
    }
    let skeletons = reduce_units(&mut module.metadata);
    let empty = empty_type(&mut module.metadata);
    for at in 0..module.metadata.items.len() {
        if let Metadata::Node { kind: DiKind::Subprogram, fields, .. } = module.metadata.items[at] {
            reduce_subprogram(&mut module.metadata, fields, empty, &skeletons);
        }
    }
    let mut scopes: HashMap<MdId, Option<MdId>> = HashMap::new();
    for at in 0..module.metadata.items.len() {
        let item = module.metadata.items[at];
        let Some(mut slots) = module.metadata.location_slots(item) else { continue };
        let Metadata::Node { fields, .. } = item else { continue };
        slots[2] = md_slot(slot_md(slots[2]).and_then(|scope| scope_of(&module.metadata, scope, &mut scopes)));
        let table = &mut module.metadata;
        table.fields[fields as usize + 2] = slots[2];
        if let Metadata::Node { kind, .. } = &mut table.items[at] {
            *kind = DiKind::Location;
        }
    }
    let Module { bodies, metadata, .. } = module;
    for body in bodies {
        body.dbg_records = Vec::new();
        body.attachments.retain(|(_, attachment)| !gone.contains(&Some(attachment.kind)));
        reduce_locations(body, metadata, &mut scopes);
    }
    reduce_lists(module, &skeletons);
    unique(module, Which::Equal);
    Changes { is_changed: true, ..changes }
}

fn slot(kind: DiKind, fields: u32, name: &str) -> Option<usize> {
    kind.field(name).map(|field| fields as usize + usize::from(field.slot))
}

/// Reduces compile units; returns those that stand for units in another file, which go.
fn reduce_units(table: &mut MetadataTable) -> Vec<MdId> {
    let mut skeletons = Vec::new();
    for at in 0..table.items.len() {
        let Metadata::Node { kind: kind @ DiKind::CompileUnit, fields, .. } = table.items[at] else { continue };
        if let Some(id) = slot(kind, fields, "dwoId")
            && table.fields.get(id..id + 2).is_some_and(|words| words != [0, 0])
        {
            skeletons.push(MdId::new(at));
        }
        for name in OF_UNITS {
            if let Some(slot) = slot(kind, fields, name) {
                table.fields[slot] = 0;
            }
        }
        if let Some(slot) = slot(kind, fields, "emissionKind") {
            table.fields[slot] = LINE_TABLES_ONLY;
        }
    }
    skeletons
}

/// A type of functions that says nothing.
fn empty_type(table: &mut MetadataTable) -> MdId {
    let kind = DiKind::SubroutineType;
    let types = table.uniqued_tuple(&[]);
    let fields = table.fields.len() as u32;
    table.fields.resize(table.fields.len() + kind.slots(), 0);
    if let Some(slot) = slot(kind, fields, "types") {
        table.fields[slot] = md_slot(Some(types));
    }
    table.push(Metadata::Node { kind, distinct: false, fields })
}

fn reduce_subprogram(table: &mut MetadataTable, fields: u32, empty: MdId, skeletons: &[MdId]) {
    let of = |name: &str| slot(DiKind::Subprogram, fields, name);
    for name in OF_SUBPROGRAMS {
        if let Some(slot) = of(name) {
            table.fields[slot] = 0;
        }
    }
    if let (Some(scope), Some(file)) = (of("scope"), of("file")) {
        table.fields[scope] = table.fields[file];
    }
    if let (Some(name), Some(linkage)) = (of("name"), of("linkageName"))
        && table.fields[name] != 0
    {
        table.fields[linkage] = 0;
    }
    if let Some(ty) = of("type")
        && table.fields[ty] != 0
    {
        table.fields[ty] = md_slot(Some(empty));
    }
    if let Some(unit) = of("unit")
        && slot_md(table.fields[unit]).is_some_and(|unit| skeletons.contains(&unit))
    {
        table.fields[unit] = 0;
    }
}

/// The scope that is left of a scope: that around blocks, none of what is no scope with lines.
fn scope_of(table: &MetadataTable, scope: MdId, known: &mut HashMap<MdId, Option<MdId>>) -> Option<MdId> {
    let mut path = Vec::new();
    let mut at = Some(scope);
    let found = loop {
        let Some(id) = at else { break None };
        if let Some(&found) = known.get(&id) {
            break found;
        }
        match table.get(id) {
            Metadata::Node { kind: kind @ (DiKind::LexicalBlock | DiKind::LexicalBlockFile), fields, .. } => {
                // A circle ends where it begins.
                known.insert(id, None);
                path.push(id);
                at = slot(kind, fields, "scope").and_then(|slot| slot_md(*table.fields.get(slot)?));
            }
            Metadata::Node { kind: DiKind::Subprogram | DiKind::CompileUnit | DiKind::File, .. } => break Some(id),
            _ => break None,
        }
    };
    for id in path {
        known.insert(id, found);
    }
    found
}

/// The locations of a body, each once.
fn reduce_locations(body: &mut Body, table: &MetadataTable, scopes: &mut HashMap<MdId, Option<MdId>>) {
    let mut places: HashMap<_, u32> = HashMap::new();
    let mut new = Vec::with_capacity(body.locs.len());
    let (mut locs, mut nodes) = (Vec::new(), Vec::new());
    for (at, loc) in body.locs.iter().enumerate() {
        let mut loc = *loc;
        loc.scope = loc.scope.and_then(|scope| scope_of(table, scope, scopes));
        (loc.implicit, loc.atom_group, loc.atom_rank) = (false, 0, 0);
        let place = *places.entry((loc.line, loc.column, loc.scope, loc.inlined_at)).or_insert_with(|| {
            locs.push(loc);
            nodes.extend(body.loc_nodes.get(at));
            locs.len() as u32
        });
        new.push(place);
    }
    (body.locs, body.loc_nodes) = (locs, nodes);
    for at in body.debug_locs.iter_mut().filter(|at| **at != 0) {
        *at = new.get(*at as usize - 1).copied().unwrap_or(0);
    }
}

/// Named lists lose units that stand for others; nodes in them that are lists lose what is not there.
fn reduce_lists(module: &mut Module, skeletons: &[MdId]) {
    for at in 0..module.metadata.named.len() {
        let is_units = module.str(module.metadata.named[at].name) == UNITS;
        let mut nodes = std::mem::take(&mut module.metadata.named[at].nodes);
        nodes.retain(|node| !skeletons.contains(node));
        for node in nodes.iter_mut().filter(|_| !is_units) {
            let Metadata::Tuple { distinct, ops } = module.metadata.get(*node) else { continue };
            let all = module.metadata.lists.get(ops).to_vec();
            let left: Vec<Option<MdId>> = all.iter().copied().filter(Option::is_some).collect();
            if distinct || left.len() < all.len() {
                *node = module.metadata.uniqued_tuple(&left);
            }
        }
        module.metadata.named[at].nodes = nodes;
    }
}

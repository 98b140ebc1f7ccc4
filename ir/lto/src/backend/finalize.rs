//! Gives definitions the linkage that the index has for them (`thinLTOFinalizeInModule`).
use super::access::{is_declared, is_interposable, set_linkage, set_visibility};
use super::changes::{declare, drop_bodies};
use super::{Backend, guids_of, in_order};
use bctk_edit::attributes::{Lists, Sets, change_set_once, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{ComdatId, GlobalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::{Linkage, Visibility};
use bctk_ir::mangle::aliasee_object;
use bctk_ir::module::Module;
use bctk_ir::summary::EntryKind;
use hashbrown::HashSet;

/// Bits of the flags of a function in a summary.
const READ_NONE: u64 = 1;
const READ_ONLY: u64 = 1 << 1;
const NO_RECURSE: u64 = 1 << 2;
const NO_UNWIND: u64 = 1 << 6;

/// Two bits for each kind of memory that `memory` knows: those for reading.
const READS: u64 = 0x555;

impl Backend<'_> {
    /// Sets the linkage and the visibility of what the module defines. A copy that another module's copy prevails over becomes a copy for the
    /// optimiser, or a declaration.
    pub fn finalize(&self, module: &mut Module) {
        let guids = guids_of(module, self.options.llvm);
        let (mut sets, mut lists) = (sets_of(module), Lists::of(&module.attrs.lists));
        let mut lost: HashSet<ComdatId> = HashSet::new();
        let mut declared = Vec::new();
        for id in in_order(module, true) {
            if matches!(module.globals[id.index()].kind, GlobalKind::IFunc { .. }) {
                continue;
            }
            let Some(entry) = self.defined.get(&guids[id.index()]) else { continue };
            if let EntryKind::Function(function) = &entry.kind
                && self.options.propagates_attributes
            {
                propagate(module, id, function.flags, (&mut sets, &mut lists));
            }
            self.finalize_one(module, id, entry, &mut declared, &mut lost);
        }
        drop_bodies(module, &declared);
        drop_members(module, &lost);
    }

    fn finalize_one(
        &self,
        module: &mut Module,
        id: GlobalId,
        entry: &bctk_ir::summary::Entry,
        declared: &mut Vec<GlobalId>,
        lost: &mut HashSet<ComdatId>,
    ) {
        let global = &mut module.globals[id.index()];
        let new = entry.flags.linkage;
        if global.linkage.is_local() || new.is_local() || global.is_declaration() {
            return;
        }
        if entry.flags.visibility != Visibility::Default {
            set_visibility(global, entry.flags.visibility);
        }
        if new == global.linkage {
            return;
        }
        let comdat = global.comdat;
        let is_function = global.function().is_some();
        if new == Linkage::AvailableExternally && is_interposable(global.linkage) {
            if matches!(global.kind, GlobalKind::Alias { .. }) {
                return;
            }
            declare(module, id);
            if is_function {
                declared.push(id);
            }
            return;
        }
        if new == Linkage::WeakOdr && entry.flags.can_auto_hide {
            set_visibility(global, Visibility::Hidden);
        }
        set_linkage(global, new);
        if let Some(comdat) = comdat.filter(|_| is_declared(global)) {
            let name = global.name;
            global.comdat = None;
            if module.comdats.get(comdat.index()).is_some_and(|comdat| module.str(comdat.name) == module.str(name)) {
                lost.insert(comdat);
            }
        }
    }
}

/// All members of a comdat that another module's prevails over are copies, and so are their aliases.
fn drop_members(module: &mut Module, lost: &HashSet<ComdatId>) {
    if lost.is_empty() {
        return;
    }
    for global in &mut module.globals {
        if global.comdat.is_some_and(|comdat| lost.contains(&comdat)) {
            global.comdat = None;
            set_linkage(global, Linkage::AvailableExternally);
        }
    }
    let aliases: Vec<(usize, GlobalId)> = (0..module.globals.len())
        .filter(|&at| matches!(module.globals[at].kind, GlobalKind::Alias { .. }))
        .filter_map(|at| Some((at, aliasee_object(module, GlobalId::new(at))?)))
        .collect();
    for (at, object) in aliases {
        if module.globals.get(object.index()).is_some_and(|object| object.linkage == Linkage::AvailableExternally) {
            set_linkage(&mut module.globals[at], Linkage::AvailableExternally);
        }
    }
}

/// Adds the attributes that the flags of a function in the index stand for.
fn propagate(module: &mut Module, id: GlobalId, flags: u64, tables: (&mut Sets, &mut Lists)) {
    let Some(list) = module.global(id).and_then(|global| global.function()).map(|function| function.attrs) else { return };
    let has = |bit: u64| flags & bit != 0;
    let new = change_set_once(module, list, AttrIndex::Function, tables, |_, set| {
        if has(READ_NONE) {
            allow(set, 0);
        }
        if has(READ_ONLY) {
            allow(set, READS);
        }
        for (bit, kind) in [(NO_RECURSE, AttrKind::NO_RECURSE), (NO_UNWIND, AttrKind::NO_UNWIND)] {
            if has(bit) && !set.iter().any(|attr| attr.kind() == Some(kind)) {
                set.push(Attr::Enum(kind));
            }
        }
    });
    if let GlobalKind::Function(function) = &mut module.globals[id.index()].kind {
        function.attrs = new;
    }
}

/// Limits what memory a function uses, and how.
fn allow(set: &mut AttrSet, effects: u64) {
    let old = set.iter().find_map(|attr| match attr {
        Attr::Int(AttrKind::MEMORY, old) => Some(*old),
        _ => None,
    });
    let new = old.map_or(effects, |old| old & effects);
    if old != Some(new) {
        set.retain(|attr| attr.kind() != Some(AttrKind::MEMORY));
        set.push(Attr::Int(AttrKind::MEMORY, new));
    }
}

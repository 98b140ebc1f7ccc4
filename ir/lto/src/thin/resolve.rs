//! What becomes of values: exported locals are promoted, what no other module needs becomes local, and copies that are not used give way.
use bctk_ir::keywords::{Linkage, Visibility};
use hashbrown::HashSet;

use super::import::{Choice, Plan};
use super::index::{Index, Kind, index_flags};
use super::live::Symbols;

/// Promotes and internalizes (`thinLTOInternalizeAndPromoteInIndex`). `exported` says which values are needed outside of the modules.
pub(super) fn internalize(index: &mut Index, plan: &Plan, exported: &[bool], choice: &dyn Choice, internalizes: bool) {
    for value in 0..index.guids.len() as u32 {
        let is_exported = exported.get(value as usize).copied().unwrap_or_default();
        let copies = index.list(value);
        let alone = copies.len() == 1;
        for at in 0..copies.len() {
            let Some(&place) = index.list(value).get(at) else { continue };
            let Some(linkage) = index.entry(place).map(|entry| entry.flags.linkage) else { continue };
            let new = if is_exported || plan.exported.get(place as usize).copied().unwrap_or_default() {
                if linkage.is_local() { Linkage::External } else { linkage }
            } else if !internalizes {
                linkage
            } else if linkage == Linkage::External || alone && is_weak_for_linker(linkage) && choice.prevails(index, value, place) {
                Linkage::Internal
            } else {
                linkage
            };
            set_linkage(index, place, new);
        }
    }
    index.flags |= index_flags::INTERNALIZED;
}

/// Resolves which copies are used (`thinLTOResolvePrevailingInIndex`).
pub(super) fn resolve(index: &mut Index, symbols: &Symbols, choice: &dyn Choice, elf: bool) {
    let aliasees = index.entries.iter().filter_map(|entry| match entry.kind {
        Kind::Alias { base, .. } => base,
        _ => None,
    });
    let aliasees: HashSet<u32> = aliasees.collect();
    for value in 0..index.guids.len() as u32 {
        resolve_value(index, symbols, choice, elf, &aliasees, value);
    }
}

fn resolve_value(index: &mut Index, symbols: &Symbols, choice: &dyn Choice, elf: bool, aliasees: &HashSet<u32>, value: u32) {
    let copies: Vec<u32> = index.list(value).to_vec();
    let flags = |index: &Index, place: u32| index.entry(place).map(|entry| entry.flags);
    let all = || copies.iter().filter_map(|&place| flags(index, place));
    let mut visibility = match elf {
        true if all().any(|flags| flags.visibility == Visibility::Hidden) => Visibility::Hidden,
        true if all().any(|flags| flags.visibility == Visibility::Protected) => Visibility::Protected,
        _ => Visibility::Default,
    };
    for &place in &copies {
        let Some(old) = flags(index, place).filter(|flags| !is_fixed(flags.linkage)) else { continue };
        if choice.prevails(index, value, place) {
            if matches!(old.linkage, Linkage::LinkOnceAny | Linkage::LinkOnceOdr) {
                set_linkage(index, place, if old.linkage == Linkage::LinkOnceOdr { Linkage::WeakOdr } else { Linkage::WeakAny });
                let hides =
                    copies.iter().filter_map(|&place| flags(index, place)).all(|flags| flags.can_auto_hide) && !symbols.is_preserved(value);
                if let Some(entry) = index.entries.get_mut(place as usize) {
                    entry.flags.can_auto_hide = hides;
                }
            }
            if !elf {
                visibility = old.visibility;
            }
        } else if !aliasees.contains(&place) && index.entry(place).is_some_and(|entry| !matches!(entry.kind, Kind::Alias { .. })) {
            set_linkage(index, place, Linkage::AvailableExternally);
        }
        if elf && let Some(entry) = index.entries.get_mut(place as usize) {
            entry.flags.visibility = visibility;
        }
    }
    if elf {
        return;
    }
    for &place in &copies {
        if let Some(entry) = index.entries.get_mut(place as usize).filter(|entry| !is_fixed(entry.flags.linkage)) {
            entry.flags.visibility = visibility;
        }
    }
}

/// Whether a linker does not choose among values of this linkage.
fn is_fixed(linkage: Linkage) -> bool {
    linkage.is_local() || linkage == Linkage::Appending
}

/// Whether a linker takes one of several definitions of this linkage (`GlobalValue::isWeakForLinker`, without declarations).
fn is_weak_for_linker(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::WeakAny | Linkage::WeakOdr | Linkage::LinkOnceAny | Linkage::LinkOnceOdr | Linkage::Common)
}

fn set_linkage(index: &mut Index, place: u32, linkage: Linkage) {
    if let Some(entry) = index.entries.get_mut(place as usize) {
        entry.flags.linkage = linkage;
    }
}

//! Attributes that readers change: LLVM takes those of intrinsics from its own table.
use bctk_ir::attr_set::{Attr, AttrIndex, sort_attrs};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{AttrListId, GlobalId};
use bctk_ir::interned::Places;
use bctk_ir::module::Module;
use std::collections::HashMap;

/// A difference between the attributes in the file and in the text, for some functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttrChange {
    /// The position, whether the file has it (else the text), the attribute, and its number, if any.
    pub changes: Vec<(AttrIndex, bool, AttrKind, Option<u64>)>,
    /// Names of the functions.
    pub functions: Vec<Vec<u8>>,
}

/// The attributes of one position, if all of them consist of a keyword and an optional number.
fn simple(module: &Module, list: AttrListId, index: AttrIndex) -> Option<Vec<(AttrKind, Option<u64>)>> {
    let Some(set) = module.attrs.set_at(list, index) else { return Some(Vec::new()) };
    let attrs = module.attrs.set(set).iter().map(|attr| match *attr {
        Attr::Enum(kind) => Some((kind, None)),
        Attr::Int(kind, value) => Some((kind, Some(value))),
        _ => None,
    });
    attrs.collect()
}

/// The changes by the reader to `module`, if keywords and numbers can express them.
pub(super) fn describe(module: &Module) -> Vec<AttrChange> {
    let mut found: Vec<AttrChange> = Vec::new();
    let Some(written) = &module.provenance.bitcode else { return found };
    for &(id, stated) in &written.attrs {
        let Some((global, function)) = module.global(id).and_then(|global| Some((global, global.function()?))) else { continue };
        let positions = |list: AttrListId| module.attrs.lists.get(list.index()).into_iter().flatten().map(|&(index, _)| index);
        let mut all: Vec<AttrIndex> = positions(stated).chain(positions(function.attrs)).collect();
        all.sort();
        all.dedup();
        let mut changes = Vec::new();
        for index in all {
            if let (Some(file), Some(text)) = (simple(module, stated, index), simple(module, function.attrs, index)) {
                let only = |a: &[_], b: &[_]| a.iter().copied().filter(|attr| !b.contains(attr)).collect::<Vec<_>>();
                changes.extend(only(&text, &file).into_iter().map(|(kind, value)| (index, false, kind, value)));
                changes.extend(only(&file, &text).into_iter().map(|(kind, value)| (index, true, kind, value)));
            }
        }
        let name = module.str(global.name).to_vec();
        if changes.is_empty() || name.is_empty() {
            continue;
        }
        match found.iter_mut().find(|change| change.changes == changes) {
            Some(change) => change.functions.push(name),
            None => found.push(AttrChange { changes, functions: vec![name] }),
        }
    }
    found
}

/// Adds `changes` to `module`, which has a description of its file; returns the names of functions that no longer exist.
pub(super) fn restore(module: &mut Module, changes: &[AttrChange]) -> Vec<String> {
    if changes.is_empty() {
        return Vec::new();
    }
    let by_name: HashMap<&[u8], usize> = module.functions().map(|(id, global, _)| (module.str(global.name), id.index())).collect();
    let found: Vec<(GlobalId, &AttrChange)> = changes
        .iter()
        .flat_map(|change| change.functions.iter().map(move |name| (name, change)))
        .filter_map(|(name, change)| Some((GlobalId::new(*by_name.get(name.as_slice())?), change)))
        .collect();
    let named = changes.iter().flat_map(|change| &change.functions);
    let gone = named.filter(|name| !by_name.contains_key(name.as_slice())).map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    let mut sets = Places::of(&module.attrs.sets);
    let mut lists = Places::default();
    for (id, change) in found {
        let Some(now) = module.global(id).and_then(|global| global.function()).map(|function| function.attrs) else { continue };
        let mut list = module.attrs.lists.get(now.index()).cloned().unwrap_or_default();
        for &(index, in_file, kind, value) in &change.changes {
            let attr = value.map_or(Attr::Enum(kind), |value| Attr::Int(kind, value));
            let at = list.iter().position(|&(there, _)| there == index);
            let mut set = at.map_or(Vec::new(), |at| module.attrs.set(list[at].1).to_vec());
            set.retain(|there| *there != attr);
            if in_file {
                set.push(attr);
                sort_attrs(&mut set, &module.strings);
            }
            if let Some(at) = at {
                list.remove(at);
            }
            if !set.is_empty() {
                list.push((index, sets.intern(&mut module.attrs.sets, set)));
                list.sort();
            }
        }
        let stated: AttrListId = lists.intern(&mut module.attrs.lists, list);
        if let Some(written) = &mut module.provenance.bitcode {
            written.note_attrs(id, stated);
        }
    }
    gone
}

//! The stages of a thin link for one module's backend alone, in the order of `llvm-lto`, and what that backend imports.
use hashbrown::HashMap;
use std::collections::BTreeMap;

use super::Limits;
use super::import::{Choice, plan_by_functions};
use super::index::Index;
use super::link::Link;
use super::live::Symbols;
use super::resolve;

/// What is imported, by the paths of the modules that it comes from: GUIDs, and whether definitions are.
pub type ImportsByPath = BTreeMap<Vec<u8>, HashMap<u64, bool>>;

impl Link {
    /// Resolves which copies are used, of which the target's object format is not looked at (`resolvePrevailingInIndex`).
    pub fn resolve_copies(&self, index: &mut Index, symbols: &Symbols, choice: &dyn Choice) {
        resolve::resolve(index, symbols, choice, false);
    }

    /// Promotes what other modules import, and makes local what neither they need nor what is outside.
    pub fn promote_exported(&self, index: &mut Index, symbols: &Symbols, choice: &dyn Choice, limits: &Limits) {
        resolve::internalize(index, &self.plan, &symbols.preserved, choice, limits.internalize);
    }

    /// Whether the module of this path exports anything.
    pub fn exports_anything(&self, index: &Index, path: &[u8]) -> bool {
        let Some(module) = index.module(path) else { return false };
        index.entries.iter().zip(&self.plan.exported).any(|(entry, exported)| *exported && entry.module == module)
    }

    /// What the module of this path imports: by the paths of other modules, GUIDs, and whether a definition is imported.
    pub fn import_list(&self, index: &Index, path: &[u8]) -> ImportsByPath {
        let imports = index.module(path).and_then(|module| self.plan.imports.get(module as usize));
        listed(index, imports.map_or(&[], |imports| &imports.list))
    }
}

/// What the pass `function-import` of `opt` imports: as [`Link::import_list`], but to that pass a module defines functions alone, so that it
/// imports its own variables, too.
pub fn import_list_of_pass(index: &Index, path: &[u8], choice: &dyn Choice, limits: &Limits) -> ImportsByPath {
    let places = index.module(path).map_or_else(Vec::new, |module| plan_by_functions(index, choice, limits, module));
    listed(index, &places)
}

fn listed(index: &Index, places: &[(u32, bool)]) -> ImportsByPath {
    let mut list = ImportsByPath::new();
    for &(place, is_declaration) in places {
        let Some(entry) = index.entry(place) else { continue };
        let Some(module) = index.modules.get(entry.module as usize) else { continue };
        let Some(&guid) = index.guids.get(entry.value as usize) else { continue };
        *list.entry(module.path.to_vec()).or_default().entry(guid).or_default() |= !is_declaration;
    }
    list
}

//! What a linker says of symbols, joined over all modules (`LTO::addModuleToGlobalRes`).
use bctk_ir::keywords::Linkage;
use bctk_ir::summary::{LOCAL_SEPARATOR, global_identifier, guid_of};
use hashbrown::HashMap;

use super::index::{Index, Kind};
use super::link::ByModule;
use super::live::{Prevailing, Symbols};

/// What the linker says of one symbol of one module (`SymbolResolution`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resolution {
    /// This definition was chosen (`p`).
    pub prevailing: bool,
    /// It is in the linked image and cannot be replaced when that is loaded (`l`).
    pub local: bool,
    /// Something outside of the modules can see it (`x`).
    pub visible: bool,
    /// The linker gives it another definition (`r`).
    pub redefined: bool,
}

/// A symbol of a module, as in its table.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<'a> {
    /// Its name in the object file.
    pub name: &'a [u8],
    /// Its name in the module; empty if it has none.
    pub ir_name: &'a [u8],
    /// Whether it must be kept in any case.
    pub used: bool,
}

/// Which part of the program refers to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Partition {
    Unknown,
    Module(u32),
    External,
}

/// What is known of a symbol in all modules.
#[derive(Debug)]
struct Global {
    ir_name: Box<[u8]>,
    partition: Partition,
    prevailing: bool,
    visible_outside: bool,
}

/// What the linker says of the symbols of all modules.
#[derive(Debug, Default)]
pub struct Resolutions {
    globals: HashMap<Vec<u8>, Global>,
    /// GUIDs of symbols, and the module that has the chosen definition.
    chosen: HashMap<u64, u32>,
}

/// The GUID of a symbol of this name in a module.
fn guid(ir_name: &[u8]) -> u64 {
    guid_of(&global_identifier(ir_name, Linkage::External, b"", LOCAL_SEPARATOR))
}

impl Resolutions {
    /// Notes the symbols of a module with summaries, before its summaries are added to the index: it will be the module `module`.
    pub fn add<'a>(&mut self, symbols: impl Iterator<Item = (Symbol<'a>, Resolution)>, module: u32) {
        for (symbol, resolution) in symbols {
            let global = self.globals.entry_ref(symbol.name).or_insert_with(|| Global {
                ir_name: Box::default(),
                partition: Partition::Unknown,
                prevailing: false,
                visible_outside: false,
            });
            if resolution.prevailing {
                global.prevailing = true;
                global.ir_name = symbol.ir_name.into();
            } else if !global.prevailing && global.ir_name.is_empty() {
                global.ir_name = symbol.ir_name.into();
            }
            if *global.ir_name != *symbol.ir_name {
                global.partition = Partition::External;
                global.visible_outside = true;
            }
            let is_elsewhere = global.partition != Partition::Unknown && global.partition != Partition::Module(module);
            global.partition = match resolution.redefined || resolution.visible || symbol.used || is_elsewhere {
                true => Partition::External,
                false => Partition::Module(module),
            };
            global.visible_outside |= resolution.visible || symbol.used;
            if resolution.prevailing && !symbol.ir_name.is_empty() {
                self.chosen.insert(guid(symbol.ir_name), module);
            }
        }
    }

    /// Whether the definition of the value with this GUID in `module` was chosen.
    pub fn is_chosen(&self, guid: u64, module: u32) -> bool {
        self.chosen.get(&guid) == Some(&module)
    }

    /// Changes the summaries of a module that were added: what the linker redefines may be replaced, what is final is local.
    pub fn apply<'a>(&self, index: &mut Index, symbols: impl Iterator<Item = (Symbol<'a>, Resolution)>, module: u32) {
        for (symbol, resolution) in symbols.filter(|(symbol, _)| !symbol.ir_name.is_empty()) {
            if !(resolution.local || resolution.prevailing && resolution.redefined) {
                continue;
            }
            let Some(value) = index.value(guid(symbol.ir_name)) else { continue };
            // The index is not sorted yet; the module's entries are the last ones.
            let Some(entry) = index.last_entry_of(value, module) else { continue };
            if resolution.prevailing && resolution.redefined {
                entry.flags.linkage = Linkage::WeakAny;
            }
            entry.flags.dso_local |= resolution.local;
        }
    }

    /// What is needed and chosen, by the values of the sealed index.
    pub fn finish(&self, index: &Index) -> (Symbols, ByModule) {
        let (mut symbols, mut choice) = (Symbols::new(index), ByModule::new(index));
        for global in self.globals.values().filter(|global| !global.ir_name.is_empty()) {
            let guid = guid(&global.ir_name);
            if global.visible_outside && global.prevailing {
                symbols.preserve(index, guid);
            }
            if let Some(slot) = index.value(guid).and_then(|value| symbols.prevailing.get_mut(value as usize)) {
                *slot = if global.prevailing { Prevailing::Yes } else { Prevailing::No };
            }
        }
        for (&guid, &module) in &self.chosen {
            if let Some(value) = index.value(guid) {
                choice.choose(value, module);
            }
        }
        (symbols, choice)
    }

    /// By value: whether it is needed outside of its module, as far as it is alive.
    pub fn exported(&self, index: &Index) -> Vec<bool> {
        let mut exported = vec![false; index.guids.len()];
        for global in self.globals.values().filter(|global| global.partition == Partition::External && global.prevailing) {
            if global.ir_name.is_empty() {
                continue;
            }
            let value = index.value(guid(&global.ir_name)).filter(|&value| index.is_value_live(value));
            if let Some(slot) = value.and_then(|value| exported.get_mut(value as usize)) {
                *slot = true;
            }
        }
        exported
    }

    /// Drops memory profiles of functions whose copy in `module` was not chosen; its entries begin at `first`.
    pub fn drop_profiles(&self, index: &mut Index, first: usize, module: u32) {
        let guids = &index.guids;
        for entry in index.entries.iter_mut().skip(first) {
            let guid = guids.get(entry.value as usize).copied().unwrap_or_default();
            if let Kind::Function(function) = &mut entry.kind
                && let Some(rare) = &mut function.rare
                && !entry.flags.linkage.is_local()
                && !self.is_chosen(guid, module)
            {
                rare.callsites.clear();
                rare.allocs.clear();
            }
        }
    }
}

//! Applies the description of a file to the module that was parsed from the text above it.
use super::describe::globals_crc;
use super::uses::uses_crc;
use super::{Layout, attrs, orders, widths, zeros};
use bctk_bitcode::write::{PRODUCER, drop_stale};

use bctk_bitcode::write::version_of;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::{AsmSymbol, Module};
use bctk_ir::provenance::{BitcodeFile, Described};
use bctk_ir::strings::Str;
use bctk_ir::version::Inferred;
use bctk_transforms::upgrade::upgrade_data_layout_in;
use std::collections::{HashMap, HashSet};

/// The result of applying a description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// The parts that no longer applied, in words.
    pub dropped: Vec<String>,
}

impl Layout {
    /// Applies the description to `module`, which was parsed from its text and not upgraded. If the text was changed (`intact` is false),
    /// only the parts that still apply are used.
    pub fn restore(&self, module: &mut Module, intact: bool) -> Restored {
        let mut restored = Restored::default();
        let mut drop = |what: String| restored.dropped.push(what);
        module.provenance.producer = module.strings.push(self.producer.as_deref().unwrap_or(PRODUCER));
        module.provenance.inferred = self.release.map(|release| Inferred { release, traces: Vec::new() });
        if let Some(producer) = &self.symtab_producer {
            module.provenance.symtab_producer = module.strings.push(producer);
        }
        if self.no_source {
            module.source_filename = None;
        }
        // A changed module has another hash.
        module.provenance.hash = self.hash.filter(|_| intact);
        module.provenance.hash_is_stale = false;
        if self.hash.is_some() && !intact {
            drop("the module's hash".into());
        }
        let layout = self.data_layout.as_deref().filter(|layout| {
            let upgraded = upgrade_data_layout_in(layout, module.str(module.triple), module.llvm_version());
            intact || upgraded == module.str(module.data_layout)
        });
        if layout.is_none() && self.data_layout.is_some() {
            drop("the data layout".into());
        }
        let data_layout = layout.map(|layout| module.strings.push(layout));
        if crc32fast::hash(module.str(module.inline_asm)) == self.asm_crc || intact {
            for (name, flags) in &self.asm_symbols {
                let name = module.strings.push(name);
                module.asm_symbols.push(AsmSymbol { name, flags: *flags });
            }
        } else if !self.asm_symbols.is_empty() {
            drop("symbols of the inline assembly".into());
        }
        if !self.zeros.is_empty() && !zeros::restore(module, &self.zeros) {
            drop("sizes of 0 in debug information".into());
        }
        if !self.enumerators.is_empty() && !widths::restore_enumerators(module, &self.enumerators) {
            drop("widths of enumerators".into());
        }
        if let Some(width) = self.in_range {
            widths::restore_in_ranges(module, width);
        }
        let orders = self.orders.clone();
        let body_orders = self.restore_bodies(module, &mut drop);
        let llvm = version_of(module);
        let mut names = |list: &super::NameList, fixed: &[&'static str]| -> Option<Vec<Str>> {
            list.names(fixed).map(|names| names.into_iter().map(|name| module.strings.push(name)).collect())
        };
        let described = Described {
            md_kinds: names(&self.md_kinds, llvm.metadata_kinds()),
            bundle_tags: names(&self.bundle_tags, llvm.bundle_tags()),
            sync_scopes: names(&self.sync_scopes, llvm.sync_scopes()),
            orders,
            body_orders,
        };
        module.provenance.bitcode = Some(BitcodeFile {
            names_order: Vec::new(),
            // The text of such a module is that of a summary.
            thin_link: false,
            use_list_orders: Some(!self.sorted_constants),
            symtab: !self.no_symtab,
            table: self.table,
            wrapper: self.wrapper,
            data_layout,
            attrs: Vec::new(),
            guids: Vec::new(),
            forms: Default::default(),
            not_understood: Vec::new(),
            short: Vec::new(),
            lost_operands: Vec::new(),
            described: Some(Box::new(described)),
        });
        let gone = attrs::restore(module, &self.attrs);
        if !gone.is_empty() {
            drop(format!("differing attributes of {}", listed(gone.iter().map(|name| format!("@{name}")).collect())));
        }
        if !intact && self.has_orders() && self.uses.is_none_or(|uses| uses != uses_crc(module)) {
            self.drop_stale(module, &mut drop);
        }
        restored
    }

    /// Drops orders that no longer apply.
    fn drop_stale(&self, module: &mut Module, drop: &mut impl FnMut(String)) {
        let same_globals = globals_crc(module) == self.globals_crc;
        let stale = drop_stale(module, same_globals, (self.values != 0).then_some(self.values));
        if stale.of_module > 0 {
            drop(format!("{} use-list orders of global values and constants", stale.of_module));
        }
        if !stale.of_bodies.is_empty() {
            let name = |&(id, count): &(GlobalId, usize)| {
                let name = module.globals.get(id.index()).map_or(&[][..], |global| module.str(global.name));
                format!("{count} in @{}", String::from_utf8_lossy(name))
            };
            drop(format!("use-list orders: {}", listed(stale.of_bodies.iter().map(name).collect())));
        }
    }

    /// Moves orders of names to the bodies, and returns orders of uses.
    fn restore_bodies(&self, module: &mut Module, drop: &mut impl FnMut(String)) -> Vec<Vec<super::Order>> {
        let llvm = version_of(module);
        let mut all = vec![Vec::new(); module.bodies.len()];
        let mut by_key: HashMap<(u32, u16), Vec<&super::BodyLayout>> = HashMap::new();
        for body in self.bodies.iter().rev() {
            by_key.entry((body.name, body.shape)).or_default().push(body);
        }
        let mut found = 0;
        let mut changed = Vec::new();
        let mut unordered = Vec::new();
        let functions: Vec<(Str, u32)> =
            module.functions().filter_map(|(_, global, function)| Some((global.name, function.body?))).collect();
        let by_name: HashMap<u32, &super::BodyLayout> = self.bodies.iter().map(|body| (body.name, body)).collect();
        // A renamed function is found by its shape.
        let there: HashSet<u32> = functions.iter().map(|&(name, _)| orders::name_crc(module, name)).collect();
        let mut renamed: HashMap<u16, Vec<&super::BodyLayout>> = HashMap::new();
        for body in self.bodies.iter().rev().filter(|body| !there.contains(&body.name)) {
            renamed.entry(body.shape).or_default().push(body);
        }
        for (name, index) in functions {
            let Some(body) = module.bodies.get(index as usize) else { continue };
            let key = orders::key(module, name, body);
            let layout = by_key.get_mut(&key).and_then(Vec::pop).or_else(|| match by_name.contains_key(&key.0) {
                true => None,
                false => renamed.get_mut(&key.1).and_then(Vec::pop),
            });
            let said = || format!("@{}", String::from_utf8_lossy(module.str(name)));
            let names = match layout {
                Some(layout) => orders::names_of(body, layout.names.as_ref(), llvm),
                None => {
                    let other = by_name.get(&key.0);
                    if let Some(other) = other.filter(|other| other.shape != key.1) {
                        found += 1;
                        changed.push(said());
                        // The table has its old size, whatever it contains.
                        let names = other.names.as_ref().map(|names| orders::NamesLayout { places: Vec::new(), ..names.clone() });
                        orders::names_of(body, names.as_ref(), llvm)
                    } else {
                        orders::names_of(body, None, llvm)
                    }
                }
            };
            if let Some(layout) = layout {
                found += 1;
                all[index as usize] = layout.orders.clone();
            }
            match names {
                Some(names) => module.bodies[index as usize].provenance.names_order = names,
                None => unordered.push(said()),
            }
        }
        if !unordered.is_empty() {
            drop(format!("the order of names in {}", listed(unordered)));
        }
        if !changed.is_empty() {
            drop(format!("use-list orders and the order of names in {}", listed(changed)));
        }
        if let Some(gone) = self.bodies.len().checked_sub(found).filter(|&gone| gone > 0) {
            drop(format!("use-list orders and orders of names in removed or renamed functions: {gone}"));
        }
        all
    }
}

/// The most names in a message; the rest are counted.
const NAMED: usize = 8;

fn listed(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    names.join(", ") + &more
}

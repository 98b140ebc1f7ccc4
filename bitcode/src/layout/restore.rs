//! From the description of a file to the module that was parsed from the text beside it.
use super::describe::globals_crc;
use super::{Layout, attrs, orders, widths, zeros};
use crate::dialect::Dialect;
use crate::write::PRODUCER;
use bctk_ir::module::{AsmSymbol, Module};
use bctk_ir::release::Inferred;
use bctk_ir::release::NEWEST;
use bctk_ir::strings::Str;
use bctk_ir::upgrade::upgrade_data_layout_in;
use bctk_ir::written::{Told, Written};
use std::collections::HashMap;

/// What became of a description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// What did not apply any more, in words.
    pub dropped: Vec<String>,
}

impl Layout {
    /// Gives what is described to `module`, which was parsed from the text beside it and not upgraded. Only what still applies to that text, if it
    /// has been changed since: `intact` says that it has not.
    pub fn restore(&self, module: &mut Module, intact: bool) -> Restored {
        let mut restored = Restored::default();
        let mut drop = |what: String| restored.dropped.push(what);
        module.producer = module.strings.push(self.producer.as_deref().unwrap_or(PRODUCER));
        module.inferred = self.release.map(|release| Inferred { release, traces: Vec::new() });
        if let Some(producer) = &self.symtab_producer {
            module.symtab_producer = module.strings.push(producer);
        }
        if self.no_source {
            module.source_filename = None;
        }
        // Whoever changes a module has another.
        module.hash = self.hash.filter(|_| intact);
        if self.hash.is_some() && !intact {
            drop("the module's hash".into());
        }
        let layout = self.data_layout.as_deref().filter(|layout| {
            let upgraded = upgrade_data_layout_in(layout, module.str(module.triple), module.version().unwrap_or(NEWEST));
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
            drop("which sizes of debug information are 0 rather than absent".into());
        }
        if !self.enumerators.is_empty() && !widths::restore_enumerators(module, &self.enumerators) {
            drop("widths of enumerators".into());
        }
        if let Some(width) = self.in_range {
            widths::restore_in_ranges(module, width);
        }
        let mut orders = self.orders.clone();
        if !orders.is_empty() && !intact {
            // Constants are numbered by what the bodies use.
            let globals = if globals_crc(module) == self.globals_crc { module.globals.len() as u32 } else { 0 };
            orders.retain(|order| order.number < globals);
            if orders.len() < self.orders.len() {
                drop("use-list orders of global values and constants".into());
            }
        }
        let body_orders = self.restore_bodies(module, intact, &mut drop);
        let dialect = Dialect::of(module);
        let mut names = |list: &super::NameList, fixed: &[&'static str]| -> Option<Vec<Str>> {
            list.names(fixed).map(|names| names.into_iter().map(|name| module.strings.push(name)).collect())
        };
        let told = Told {
            md_kinds: names(&self.md_kinds, dialect.metadata_kinds()),
            bundle_tags: names(&self.bundle_tags, dialect.bundle_tags()),
            sync_scopes: names(&self.sync_scopes, dialect.sync_scopes()),
            orders,
            body_orders,
        };
        module.written = Some(Written {
            use_list_orders: Some(!self.sorted_constants),
            symtab: !self.no_symtab,
            table: self.table,
            wrapper: self.wrapper,
            data_layout,
            attrs: Vec::new(),
            forms: Default::default(),
            told: Some(Box::new(told)),
        });
        attrs::restore(module, &self.attrs);
        restored
    }

    /// Orders of names go to the bodies, orders of uses are given back.
    fn restore_bodies(&self, module: &mut Module, intact: bool, drop: &mut impl FnMut(String)) -> Vec<Vec<super::Order>> {
        let dialect = Dialect::of(module);
        let mut all = vec![Vec::new(); module.bodies.len()];
        let mut by_key: HashMap<(u32, u16), Vec<&super::BodyLayout>> = HashMap::new();
        for body in self.bodies.iter().rev() {
            by_key.entry((body.name, body.shape)).or_default().push(body);
        }
        let mut gone = self.bodies.len();
        let functions: Vec<(Str, u32)> =
            module.functions().filter_map(|(_, global, function)| Some((global.name, function.body?))).collect();
        for (name, index) in functions {
            let Some(body) = module.bodies.get(index as usize) else { continue };
            let layout = by_key.get_mut(&orders::key(module, name, body)).and_then(Vec::pop);
            gone -= usize::from(layout.is_some());
            let names = orders::names_of(body, layout.and_then(|layout| layout.names.as_ref()), dialect);
            if let Some(layout) = layout {
                let mut orders = layout.orders.clone();
                if !intact {
                    // Below the body's own values stand those of the module, which have other numbers.
                    orders.retain(|order| order.block || order.number <= i32::MAX as u32);
                }
                all[index as usize] = orders;
            }
            match names {
                Some(names) => module.bodies[index as usize].names_order = names,
                None => drop(format!("the order of names in function @{}", String::from_utf8_lossy(module.str(name)))),
            }
        }
        if gone > 0 {
            drop(format!("orders of uses and names in {gone} functions"));
        }
        all
    }
}

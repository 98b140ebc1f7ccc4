//! The stages of a thin link in their order.
use super::Limits;
use super::import::{self, Choice, Defined, Plan};
use super::index::{Fault, Index, Kind, index_flags};
use super::live::Symbols;
use super::resolve;

/// The copies that the linker chose: for each value the module of it, if it is one of the index.
#[derive(Clone, Debug, Default)]
pub struct ByModule {
    /// By value; all ones for none.
    pub modules: Vec<u32>,
}

impl ByModule {
    /// Nothing was chosen.
    pub fn new(index: &Index) -> ByModule {
        ByModule { modules: vec![u32::MAX; index.guids.len()] }
    }

    /// Notes that the copy of `value` in `module` was chosen.
    pub fn choose(&mut self, value: u32, module: u32) {
        if let Some(slot) = self.modules.get_mut(value as usize) {
            *slot = module;
        }
    }
}

impl Choice for ByModule {
    fn prevails(&self, index: &Index, value: u32, place: u32) -> bool {
        let module = self.modules.get(value as usize).copied().filter(|&module| module != u32::MAX);
        module.is_some() && index.entry(place).map(|entry| entry.module) == module
    }
}

/// Without a linker: the first strong definition, or else the first that a linker sees (`computePrevailingCopies`).
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstCopy;

impl Choice for FirstCopy {
    fn prevails(&self, index: &Index, value: u32, place: u32) -> bool {
        use bctk_ir::keywords::Linkage::{AvailableExternally, Common, ExternalWeak, LinkOnceAny, LinkOnceOdr, WeakAny, WeakOdr};
        let list = index.list(value);
        if list.len() < 2 {
            return true;
        }
        let linkage = |place: &&u32| index.entry(**place).map_or(AvailableExternally, |entry| entry.flags.linkage);
        let is_seen = |place: &&u32| linkage(place) != AvailableExternally;
        let is_strong = |place: &&u32| {
            is_seen(place) && !matches!(linkage(place), WeakAny | WeakOdr | LinkOnceAny | LinkOnceOdr | Common | ExternalWeak)
        };
        list.iter().find(is_strong).or_else(|| list.iter().find(is_seen)) == Some(&place)
    }
}

/// A thin link whose decisions are made: what each module defines and imports.
#[derive(Debug)]
pub struct Link {
    pub(super) defined: Defined,
    /// What is imported and exported.
    pub plan: Plan,
}

impl Link {
    /// Decides what is imported; `count` is how many functions were imported before, for [`Limits::cutoff`].
    pub fn new(index: &Index, choice: &dyn Choice, limits: &Limits, count: &mut u64) -> Link {
        let defined = Defined::new(index);
        let plan = import::plan(index, &defined, choice, limits, count);
        Link { defined, plan }
    }

    /// A link in which nothing is imported.
    pub fn without_imports(index: &Index) -> Link {
        Link { defined: Defined::new(index), plan: Plan::nothing(index) }
    }

    /// Promotes, internalizes, and resolves copies. `exported` are values that are needed outside of the thin modules; `elf` says that the
    /// target's object format is ELF, where the strictest visibility counts, not that of the copy that was chosen.
    pub fn resolve(&self, index: &mut Index, symbols: &Symbols, exported: &[bool], choice: &dyn Choice, elf: bool, limits: &Limits) {
        resolve::internalize(index, &self.plan, exported, choice, limits.internalize);
        resolve::resolve(index, symbols, choice, elf);
    }
}

impl Plan {
    /// Nothing is imported.
    fn nothing(index: &Index) -> Plan {
        Plan { imports: vec![super::Imports::default(); index.modules.len()], exported: vec![false; index.entries.len()] }
    }
}

impl Index {
    /// Notes that the allocator has versions for hot and cold memory (`-supports-hot-cold-new`).
    pub fn set_hot_cold_new(&mut self) {
        self.flags |= index_flags::HOT_COLD_NEW;
    }

    /// An error if whole-program devirtualisation or the resolution of parameter accesses has to change summaries, which is not supported.
    ///
    /// # Errors
    /// With the name of what is not supported.
    pub fn check_supported(&self) -> Result<(), Fault> {
        if self.has_params {
            return Err(Fault("resolving what functions do with pointers to the stack (memory tagging) is not supported".into()));
        }
        let mut rare = self.entries.iter().filter_map(|entry| match &entry.kind {
            Kind::Function(function) => function.rare.as_deref(),
            _ => None,
        });
        let calls = rare.any(|rare| {
            !rare.assume_vcalls.is_empty()
                || !rare.checked_load_vcalls.is_empty()
                || !rare.assume_const_vcalls.is_empty()
                || !rare.checked_load_const_vcalls.is_empty()
        });
        if calls && !self.vtables.is_empty() {
            return Err(Fault("whole-program devirtualization on summaries is not supported".into()));
        }
        Ok(())
    }
}

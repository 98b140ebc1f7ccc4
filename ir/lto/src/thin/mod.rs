//! The thin link: the summaries of many modules are joined, and it is decided what is alive, what each module imports, and what becomes of
//! symbols.
//!
//! [`Index`] takes summaries; [`find_dead`], [`Link`] and [`Plan`] decide; [`Index::whole`] and [`Index::part`] make the summaries that are
//! written.
mod emit;
mod import;
mod index;
mod link;
mod live;
mod resolve;
mod stages;
mod symbols;

pub use emit::Needed;
pub use import::{Choice, Imports, Plan, Refusal};
pub use index::{Fault, Index, ModuleInfo};
pub use link::{ByModule, FirstCopy, Link};
pub use live::{Prevailing, Symbols, find_dead};
pub use stages::{ImportsByPath, import_list_of_pass};
pub use symbols::{Resolution, Resolutions, Symbol};

/// What is imported, and what is worked out before; the defaults are LLVM's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Functions with more instructions are not imported (`-import-instr-limit`).
    pub instructions: u32,
    /// Functions beyond this many are not imported (`-import-cutoff`).
    pub cutoff: Option<u64>,
    /// The limit for functions that an imported one calls is that for it times this (`-import-instr-evolution-factor`);
    /// a factor above 1 counts as 1.
    pub evolution: f32,
    /// The same for hot calls (`-import-hot-evolution-factor`).
    pub hot_evolution: f32,
    /// The limit for hot calls is greater by this factor (`-import-hot-multiplier`).
    pub hot: f32,
    /// The same for critical calls (`-import-critical-multiplier`).
    pub critical: f32,
    /// The same for cold calls (`-import-cold-multiplier`).
    pub cold: f32,
    /// What is too large is imported as a declaration (`-import-declaration`).
    pub declarations: bool,
    /// Constants are imported even if they refer to other values (`-import-constants-with-refs`).
    pub constants_with_refs: bool,
    /// What is dead is found (`-compute-dead`).
    pub compute_dead: bool,
    /// Variables that are only read or only written are found (`-propagate-attrs`).
    pub propagate_attributes: bool,
    /// What no other module needs becomes local (`-enable-lto-internalization`).
    pub internalize: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            instructions: 100,
            cutoff: None,
            evolution: 0.7,
            hot_evolution: 1.0,
            hot: 10.0,
            critical: 100.0,
            cold: 0.0,
            declarations: false,
            constants_with_refs: true,
            compute_dead: true,
            propagate_attributes: true,
            internalize: true,
        }
    }
}

impl Limits {
    /// The factor for calls of this hotness (`CalleeInfo::HotnessType`).
    fn factor(&self, hotness: u8) -> f32 {
        match hotness {
            1 => self.cold,
            3 => self.hot,
            4 => self.critical,
            _ => 1.0,
        }
    }
}

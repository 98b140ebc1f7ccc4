//! Links modules of LLVM IR into one, as LLVM's linker does.
//!
//! [`Linker`] takes modules one after the other. Symbols, comdats, types, metadata and module flags are merged by LLVM's rules, and all of
//! the result has LLVM's order and names, so that its text and bitcode are those of `llvm-link`.
//!
//! ```
//! use bctk_ir::module::Module;
//! use bctk_ir::version::LlvmVersion;
//! use bctk_link::{Flags, Linker};
//!
//! let mut linker = Linker::new(Module::new("llvm-link"), "llvm-link", LlvmVersion::NEWEST);
//! linker.link(Module::new("a.c"), "a.bc", Flags::default()).map_err(|problem| problem.to_string())?;
//! let linked = linker.finish();
//! assert!(linked.module.globals.is_empty());
//! # Ok::<(), String>(())
//! ```
//!
//! - `symbols` decides which definition of a symbol is taken, `comdats` which comdat.
//! - `mover` makes the chosen global values and all that they need, in LLVM's order: what refers to what is found by `walk`, prototypes are
//!   made by `protos`, and `bodies` gives all bodies the numbers of the linked module, on all threads.
//! - `types`, `attributes`, `metadata` and `flags` merge what their names say. `internalize` makes symbols local.
#![forbid(unsafe_code)]

mod appending;
mod attributes;
mod bodies;
mod comdats;
mod dest;
mod flags;
mod import;
mod internalize;
mod metadata;
mod mover;
mod named;
mod nodes;
mod problem;
mod protection;
mod protos;
mod symbols;
mod target;
mod types;
mod walk;

pub use problem::{Appending, FlagValue, Problem, Severity, Subject};

use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use dest::Dest;
use mover::Mover;

/// How a module is linked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Take only what the linked module needs (`--only-needed`).
    pub only_needed: bool,
    /// Definitions replace those that are there (`--override`).
    pub override_from_source: bool,
    /// Make what is linked local (`--internalize`).
    pub internalize: bool,
    /// Classes of C++ with the same identifier stay apart (`--disable-debug-info-type-map`).
    pub keep_types_apart: bool,
    /// Whether reading the module's functions dropped their debug information, as without a flag that states its version.
    pub strips_debug: bool,
    /// Whether all of the module was read before, and not function by function: then structures that only bodies have are merged by name, too.
    pub is_read_whole: bool,
}

/// How parts of a module are imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportFlags {
    /// Take the definitions of classes in debug information, too, and not only declarations of them.
    pub whole_types: bool,
    /// Classes of C++ with the same identifier stay apart.
    pub keep_types_apart: bool,
    /// See [`Flags::strips_debug`].
    pub strips_debug: bool,
}

/// A module that was linked, and how.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The module.
    pub module: Module,
    /// The steps that make the order of uses ([`bctk_uselist::predict_after_linking`]).
    pub steps: Vec<bctk_uselist::LinkStep>,
    /// The numbers that the global values have now which the module had before anything was linked, and whether others took their places.
    pub numbers: Vec<(Option<GlobalId>, bool)>,
}

/// Links modules into one.
pub struct Linker {
    dest: Dest,
    /// The name of the module in messages.
    name: String,
    problems: Vec<Problem>,
}

impl std::fmt::Debug for Linker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Linker").field("name", &self.name).field("problems", &self.problems).finish_non_exhaustive()
    }
}

impl Linker {
    /// Begins with `dest`, which messages call `name`. The rules are those of `llvm`, and all modules must be in its language.
    pub fn new(dest: Module, name: &str, llvm: LlvmVersion) -> Linker {
        Linker { dest: Dest::new(dest, llvm), name: name.to_owned(), problems: Vec::new() }
    }

    /// Links `source`, which messages call `name`.
    ///
    /// # Errors
    /// What keeps it from being linked. The linked module is of no use then.
    pub fn link(&mut self, source: Module, name: &str, flags: Flags) -> Result<(), Problem> {
        Mover::new(&mut self.dest, source, [name, &self.name], flags, &mut self.problems).link()
    }

    /// Links these global values of `source` alone, as LLVM does when it imports functions from another module: what they refer to is only
    /// declared. They are definitions. The named metadata and the flags of the module are linked, too.
    ///
    /// # Errors
    /// What keeps it from being linked. The linked module is of no use then.
    pub fn import(&mut self, source: Module, name: &str, globals: &[GlobalId], flags: ImportFlags) -> Result<(), Problem> {
        let names = [name, &*self.name];
        let import = mover::Import { globals: globals.to_vec(), whole_types: flags.whole_types };
        let flags = Flags { keep_types_apart: flags.keep_types_apart, strips_debug: flags.strips_debug, ..Flags::default() };
        Mover::new(&mut self.dest, source, names, flags, &mut self.problems).importing(import).link()
    }

    /// Gives the structures of a module that is linked next the names that they get when LLVM reads it: those of modules before it are taken.
    /// Returns whether any name changed; then intrinsics with such types in their names have others, too.
    pub fn name_types(&mut self, source: &mut Module) -> bool {
        types::name_types(&mut self.dest, source)
    }

    /// The greatest group of key instructions in debug locations so far (`atomGroup`).
    pub fn last_atom_group(&self) -> u64 {
        self.dest.last_atom_group()
    }

    /// What LLVM warns of or complains about, in order, since the last call.
    pub fn take_problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.problems)
    }

    /// Whether the module so far has a data layout.
    pub fn has_data_layout(&self) -> bool {
        !self.dest.module.data_layout.is_empty()
    }

    /// Whether the module so far has a triple.
    pub fn has_triple(&self) -> bool {
        !self.dest.module.triple.is_empty()
    }

    /// Gives the module so far the data layout and the triple of another, where it has none.
    pub fn take_target(&mut self, of: &Module) {
        if !self.has_data_layout() {
            self.dest.module.data_layout = self.dest.module.strings.push(of.str(of.data_layout));
        }
        if !self.has_triple() {
            self.dest.module.triple = self.dest.module.strings.push(of.str(of.triple));
        }
    }

    /// The linked module.
    pub fn finish(self) -> Linked {
        self.dest.finish()
    }
}

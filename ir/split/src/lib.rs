//! Splits a module of LLVM IR into several, as LLVM does.
//!
//! [`Splitter`] decides to which part each definition goes, and makes the parts one after the other: each has the definitions that went there,
//! and declarations of all others. The parts together define what the module did.
//!
//! ```
//! use bctk_ir::module::Module;
//! use bctk_ir::version::LlvmVersion;
//! use bctk_split::{Options, Splitter};
//!
//! let parts: Vec<Module> = Splitter::new(Module::new("a.c"), LlvmVersion::NEWEST, &Options { parts: 2, ..Options::default() })?.collect();
//! assert_eq!(parts.len(), 2);
//! # Ok::<(), bctk_split::Unsplit>(())
//! ```
//!
//! - `clusters` finds what must stay together: comdats, aliases with what they stand for, and local symbols with all that refers to them.
//!   `users` has the references. `queue` is the order in which the emptiest part gets the next group.
//! - `placement` decides for each global value; what is in no group goes where the MD5 of its name says.
//! - `part` makes a part, `atoms` gives it groups of key instructions of its own. `twins` is for debug
//!   information that LLVM copies in part.
#![forbid(unsafe_code)]

mod atoms;
mod clusters;
mod part;
mod placement;
mod queue;
mod twins;
mod users;

use bctk_ir::body::Body;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use std::fmt;

/// The most parts that a module is split into: the hash of a name has no more values.
pub const MOST_PARTS: u32 = 1 << 16;

/// How a module is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of parts.
    pub parts: u32,
    /// Local symbols stay local, with all that refers to them in one part; otherwise they become hidden symbols that all parts can see.
    pub preserve_locals: bool,
    /// Functions go to parts in turn, and not by the hash of their names.
    pub round_robin: bool,
    /// All parts are as LLVM makes them, also where they are not valid or of no use: ifuncs are in all parts, and so are declarations of lists
    /// such as `llvm.global_ctors`.
    pub exactly: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { parts: 2, preserve_locals: false, round_robin: false, exactly: true }
    }
}

/// Why a module is not split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsplit {
    /// There is no such number of parts.
    Parts(u32),
}

impl fmt::Display for Unsplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsplit::Parts(parts) => write!(f, "a module is split into 1 to {MOST_PARTS} parts, not {parts}"),
        }
    }
}

impl std::error::Error for Unsplit {}

/// A module that is being split: an iterator of its parts.
#[derive(Debug)]
pub struct Splitter {
    /// The module without bodies.
    module: Module,
    /// Each is taken by its part.
    bodies: Vec<Option<Body>>,
    /// The part of each global value.
    placement: Vec<u32>,
    options: Options,
    /// The last group of key instructions.
    last_atom: u64,
    next: u32,
}

impl Splitter {
    /// Decides how `module` is split by LLVM of the release `llvm`.
    ///
    /// # Errors
    /// If there cannot be so many parts.
    pub fn new(mut module: Module, llvm: LlvmVersion, options: &Options) -> Result<Splitter, Unsplit> {
        if !(1..=MOST_PARTS).contains(&options.parts) {
            return Err(Unsplit::Parts(options.parts));
        }
        if !options.preserve_locals {
            placement::externalize(&mut module);
        }
        let placement = placement::place(&mut module, llvm, options);
        part::forget_file(&mut module);
        twins::separate(&mut module);
        let last_atom = atoms::greatest(&module);
        let bodies = std::mem::take(&mut module.bodies).into_iter().map(Some).collect();
        Ok(Splitter { module, bodies, placement, options: *options, last_atom, next: 0 })
    }

    /// The module as it is split, but for bodies: with the names and linkages that its symbols have in the parts.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The part that a definition goes to.
    pub fn part_of(&self, id: GlobalId) -> Option<u32> {
        self.placement.get(id.index()).copied()
    }
}

impl Iterator for Splitter {
    type Item = Module;

    fn next(&mut self) -> Option<Module> {
        let part = self.next;
        if part >= self.options.parts {
            return None;
        }
        self.next += 1;
        let chosen = |id: GlobalId| self.placement.get(id.index()) == Some(&part);
        let mut module = part::make(&self.module, &mut self.bodies, chosen, part == 0, self.options.exactly);
        if self.last_atom > 0 {
            atoms::renew(&mut module, &mut self.last_atom);
        }
        Some(module)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.options.parts - self.next) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Splitter {}

//! Passes over modules under LLVM's names, such as `internalize` and `globaldce`.
//!
//! ```no_run
//! # use bctk_core as bctk;
//! use bctk::passes;
//!
//! let mut module = bctk::read("app.bc")?;
//! for pass in passes::parse("internalize<preserve-gv=main>,globaldce").expect("the names of passes") {
//!     pass.run(&mut module, &passes::PassOptions::default());
//! }
//! bctk::write(&module, "app.opt.bc")?;
//! # Ok::<(), bctk::Error>(())
//! ```
use std::path::Path;

use bctk_bitcode::ReadOptions;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
pub use bctk_passes::{
    BlockFault, BlockFunctions, BlockGroup, Changes, Glob, Pass, PassOptions, PipelineError, Posix, Preserved, RenameExceptions, Rewrite,
    Rewrites, SymbolKind, block_named, canonicalize_aliases, elim_avail_extern, globaldce, globaldce_in, internalize, metarenamer,
    name_anon_globals, names, parse, rewrite_symbols, strip, strip_dead_debug_info, strip_dead_debug_info_and_constants,
    strip_dead_prototypes, strip_dead_prototypes_but, strip_debug_declare, strip_nondebug, strip_nonlinetable_debuginfo, unique_classes,
};
use bctk_textual::ParseOptions;
use bctk_uselist::{LinkStep, UseLists};

use crate::error::{Error, Result};
use crate::input;
use crate::memory;
use crate::modules::{self, Parts};
use crate::translate;

/// Reads the only module of a file as `opt` of the release `llvm` does: from bitcode or text. What LLVM says of its debug information is with it
/// (`Provenance::debug_faults`, `Provenance::dropped_debug`).
///
/// # Errors
/// If it cannot be read, there are several modules, or the release cannot represent it.
pub fn read(path: &Path, bytes: &[u8], llvm: LlvmVersion, read: &ReadOptions, parse: &ParseOptions) -> Result<Module> {
    let name = input::name(path);
    if input::is_assembly(bytes) {
        let mut module = modules::parse_as(bytes, path, llvm, parse)?;
        if module.provenance.debug_faults.as_ref().is_none_or(|faults| !faults.is_fatal) {
            translate::assembled(&mut module, llvm).map_err(|kind| Error::new(name, kind))?;
            memory::settle(&mut module, llvm);
        }
        return Ok(module);
    }
    let found = modules::read_for(&name, bytes, Parts::All, llvm, read, &mut |_| ())?;
    let mut module = modules::only(found, &name)?;
    // LLVM's reader of modules does not look at them.
    (module.summary, module.provenance.hash, module.provenance.seal) = (None, None, None);
    memory::settle(&mut module, llvm);
    memory::name_source(&mut module, &input::module_id(path));
    Ok(module)
}

/// Makes functions of groups of blocks ([`bctk_passes::extract_blocks`]), with names in the order that they have in the memory of `llvm`.
///
/// # Errors
/// If groups overlap, or have what is not supported. The module is not to be used then.
pub fn extract_blocks(module: &mut Module, groups: &[BlockGroup], llvm: LlvmVersion) -> std::result::Result<BlockFunctions, BlockFault> {
    let made = bctk_passes::extract_blocks(module, groups, llvm)?;
    memory::order_given_names(module, llvm);
    Ok(made)
}

/// The structures of a module in the order in which LLVM finds them, for [`PassOptions::structs`].
pub fn structs(module: &Module) -> Vec<TypeId> {
    bctk_textual::identified_structs(module)
}

/// The orders that a module has in LLVM's memory beside its text: of uses, and of names in bodies. Bitcode shows them.
#[derive(Debug)]
pub struct Orders {
    lists: UseLists,
}

impl Orders {
    /// Those of a module that `llvm` has just read. From here on, the module is as one that was not read from a file.
    pub fn of(module: &mut Module, llvm: LlvmVersion) -> Orders {
        Orders::with(module, llvm, UseLists::of(module))
    }

    /// As [`Orders::of`], for a module that others will be linked into.
    pub fn of_destination(module: &mut Module, llvm: LlvmVersion) -> Orders {
        let lists = UseLists::of_destination(module);
        let table = memory::listed_symbols(module);
        let orders = Orders::with(module, llvm, lists);
        module.provenance.bitcode = table;
        orders
    }

    fn with(module: &mut Module, llvm: LlvmVersion, lists: UseLists) -> Orders {
        if module.is_from_bitcode() {
            memory::order_names(module, llvm);
            module.provenance.keeps_md_kinds = true;
        }
        module.provenance.bitcode = None;
        // Orders that the file states are in the lists. Those of locals and blocks stay with their bodies.
        module.provenance.use_orders.clear();
        for body in &mut module.bodies {
            body.provenance.use_orders.retain(|order| matches!(order.value.kind(), ValueKind::Local(_) | ValueKind::Block(_)));
        }
        Orders { lists }
    }

    /// Notes what a pass did.
    pub fn note(&mut self, changes: &Changes) {
        for (function, insts) in &changes.removed {
            self.lists.remove_instructions(*function, insts);
        }
        if !changes.numbers.is_empty() {
            self.lists.renumber(&changes.numbers);
        }
    }

    /// Notes what was linked into the module ([`bctk_link::Linked`]).
    pub fn link(&mut self, numbers: &[(Option<GlobalId>, bool)], steps: Vec<LinkStep>) {
        self.lists.link(numbers, steps);
    }

    /// The use-lists, for the writer of bitcode.
    pub fn into_use_lists(self) -> UseLists {
        self.lists
    }
}

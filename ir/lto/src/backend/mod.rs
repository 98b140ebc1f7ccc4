//! The first half of a ThinLTO backend: what becomes of one module by an index of all, before the optimiser sees it.
//!
//! [`Index`] is that of many modules, with tables. [`Backend`] has the decisions for one module and makes them true in its code, stage by stage:
//! [`Backend::promote`] gives locals that others import names of their own, [`Backend::drop_dead`] takes out what nothing needs,
//! [`Backend::finalize`] sets the linkage of what the linker decided, [`Backend::internalize`] makes local what nobody else sees,
//! [`Backend::import_list`] says what comes from other modules, and [`Backend::import`] takes it from them.
//!
//! Each stage does what LLVM does, and leaves what LLVM leaves.
//!
//! ```
//! use bctk_ir::module::Module;
//! use bctk_ir::strings::Strings;
//! use bctk_ir::summary::Summary;
//! use bctk_lto::backend::{Backend, Index, Options};
//!
//! let (summary, strings) = (Summary::default(), Strings::default());
//! let index = Index::new(&summary, &strings);
//! let backend = Backend::new(&index, b"a.bc", Options::default());
//! let mut module = Module::new("a.c");
//! backend.promote(&mut module)?;
//! assert!(backend.import_list().is_empty());
//! # Ok::<(), String>(())
//! ```

mod access;
mod changes;
mod dead;
mod finalize;
mod imports;
mod index;
mod internalize;
mod promote;
#[cfg(test)]
mod tests;

pub use imports::{ImportError, ImportList, Wanted};
pub use index::Index;

use bctk_ir::entity::GlobalId;
use bctk_ir::guid::Guids;
use bctk_ir::module::Module;
use bctk_ir::summary::Entry;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// How a backend works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The release whose rules hold.
    pub llvm: LlvmVersion,
    /// Whether declarations are not `dso_local` any more, as in a shared object.
    pub clears_dso_local: bool,
    /// Whether imported functions say from which module they are (`-enable-import-metadata`).
    pub import_metadata: bool,
    /// Whether promoted names end in the name of the source, and not in the hash of the module.
    pub promotes_by_source: bool,
    /// Whether attributes that follow from those of callees are set (`thinBackend` does, `llvm-lto` does not).
    pub propagates_attributes: bool,
}

/// The decisions of an index for one module.
#[derive(Debug)]
pub struct Backend<'i> {
    index: &'i Index<'i>,
    path: Vec<u8>,
    module: Option<u32>,
    defined: HashMap<u64, &'i Entry>,
    options: Options,
}

impl<'i> Backend<'i> {
    /// For the module that the index calls `path`. A module that the index does not know neither exports nor imports anything.
    pub fn new(index: &'i Index<'i>, path: &[u8], options: Options) -> Backend<'i> {
        let module = index.module(path);
        let defined = module.map_or_else(HashMap::new, |module| index.defined(module));
        Backend { index, path: path.to_vec(), module, defined, options }
    }

    /// The index.
    pub fn index(&self) -> &'i Index<'i> {
        self.index
    }

    /// What the index calls the module.
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// Whether the index knows anything that the module defines.
    pub fn defines_anything(&self) -> bool {
        !self.defined.is_empty()
    }
}

/// The GUIDs of all global values, by what they are called now.
fn guids_of(module: &Module, llvm: LlvmVersion) -> Vec<u64> {
    let guids = Guids::new(module, llvm);
    let guid = |global| guids.attached(global).filter(|_| llvm.guid_list()).unwrap_or_else(|| guids.computed(global));
    module.globals.iter().map(guid).collect()
}

/// The global values of a module, functions first or variables first, aliases and ifuncs last.
fn in_order(module: &Module, functions_first: bool) -> Vec<GlobalId> {
    use bctk_ir::global::GlobalKind;
    let rank = |kind: &GlobalKind| match kind {
        GlobalKind::Function(_) => u8::from(!functions_first),
        GlobalKind::Variable { .. } => u8::from(functions_first),
        GlobalKind::Alias { .. } => 2,
        GlobalKind::IFunc { .. } => 3,
    };
    let mut order: Vec<GlobalId> = (0..module.globals.len()).map(GlobalId::new).collect();
    order.sort_by_key(|id| rank(&module.globals[id.index()].kind));
    order
}

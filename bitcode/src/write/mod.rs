//! The bitcode writer: from the IR model to the bytes that LLVM's own writer produces, see
//! [`LlvmVersion`].
//!
//! Everything is numbered in LLVM's order (`enumerate`); then the blocks are written through the rows of the schema. Function bodies are
//! written in parallel and joined in order, so the result never depends on the number of threads.

mod abbrevs;
mod addresses;
mod attrs;
mod bodies;
mod constants;
mod di;
mod emit;
mod enumerate;
mod fast;
mod fault;
mod file;
mod function;
mod global_names;
mod globals;
mod hash;
mod hash_order;
mod inst;
mod metadata;
mod module;
mod names;
mod output;
mod splice;
mod stale;
mod strtab;
mod summary;
mod thin_link;
mod types;
mod use_orders;
mod version;

pub(crate) use enumerate::InFile;
pub use enumerate::sorts_constants;
pub use fault::Fault;
pub use file::{string_table, write, write_modules, write_to, write_to_output};
pub use hash_order::{HashOrder, NameTable};
pub use names::names_in;
pub use output::{InOrder, Output};
pub(crate) use splice::{Original, write_as_read, write_spliced};
pub use stale::{Stale, drop_stale};
pub(crate) use strtab::Strtab;
pub use thin_link::write_thin_link;
pub use version::version_of;

use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_uselist::UseLists;
use bctk_verify::{Level, Report, VerifyOptions};
use std::fmt;
use std::sync::Arc;

/// Whether use-list orders are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UseListOrders {
    /// As in the module's file; a module from a text is written with use-list orders, as by llvm-as.
    #[default]
    AsRead,
    /// Write use-list orders (`--preserve-bc-uselistorder`). Constants then stay in the order in which they are found.
    Preserve,
    /// They are not; constants are sorted by type and frequency.
    Drop,
}

/// Whether the file begins with a wrapper header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrapper {
    /// As in the module's file; for any other module, if its target is Darwin or uses Mach-O, as in LLVM.
    #[default]
    ByTarget,
    /// It does.
    Always,
    /// It does not.
    Never,
}

/// What hash of the module is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModuleHash {
    /// The module's hash, if any: from its file, or from the summary in a text that LLVM printed. That of a module that was changed since
    /// (`Provenance::hash_is_stale`) is computed anew.
    #[default]
    AsRead,
    /// If the module has a hash, the SHA-1 of the output in its place.
    Renew,
    /// The SHA-1 of the output (`--module-hash`).
    Compute,
    /// None: as llvm-as does without that option.
    Drop,
}

impl ModuleHash {
    /// Whether the hash of `module` is computed.
    fn computes(self, module: &Module) -> bool {
        match self {
            ModuleHash::AsRead => module.provenance.hash.is_some() && module.provenance.hash_is_stale,
            ModuleHash::Renew => module.provenance.hash.is_some(),
            ModuleHash::Compute => true,
            ModuleHash::Drop => false,
        }
    }
}

/// How to write bitcode.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The producer in the IDENTIFICATION block; by default that of the module, else [`PRODUCER`].
    pub producer: Option<Vec<u8>>,
    /// Use-list orders.
    pub use_list_orders: UseListOrders,
    /// The use-lists that the module had before it was changed; without, it has those of reading it as it is.
    pub use_lists: Option<Arc<UseLists>>,
    /// The module's hash.
    pub module_hash: ModuleHash,
    /// Wrapper header.
    pub wrapper: Wrapper,
    /// The release whose bitcode to write; by default the one that wrote the module, see [`version_of`].
    pub llvm: Option<LlvmVersion>,
    /// With more metadata nodes than this, the module's METADATA block has an index; by default 25, as in LLVM
    /// (`-bitcode-mdindex-threshold`).
    pub metadata_index_threshold: Option<usize>,
    /// What of a module is verified before it is written.
    pub verify: Verify,
    /// Whether there is no attempt to make a symbol table for linkers. An attempt that fails leaves names in the string table.
    pub no_symbol_table: bool,
    /// Whether value symbol tables are sorted by name, as DirectX's compiler writes them; by default they have LLVM's order.
    pub sorted_names: bool,
    /// Whether an index without code is one for the backend of one module: its entries are in the order of the summary, and names before
    /// promotion are left out. Otherwise, entries are in the order of their GUIDs.
    pub listed_index: bool,
}

/// What of a module is verified before it is written ([`bctk_verify::Level`]).
///
/// It holds the verifier that it asks for, so that a program which never asks for [`Verify::Full`] does not have it.
#[derive(Clone, Copy)]
pub struct Verify {
    level: Level,
    report: fn(&Module) -> Report,
}

#[allow(non_upper_case_globals)]
impl Verify {
    /// Its structure: without it, the bitcode would be malformed or say something else. This is the default.
    pub const Structure: Verify = Verify { level: Level::Structure, report: structure };
    /// All that LLVM's verifier demands, but for debug information.
    pub const Full: Verify = Verify { level: Level::Full, report: full };

    /// What it finds in a module.
    pub(crate) fn report(self, module: &Module) -> Report {
        (self.report)(module)
    }
}

fn structure(module: &Module) -> Report {
    let functions: Vec<GlobalId> = module.functions().map(|(id, ..)| id).collect();
    bctk_verify::verify_structure(module, &functions)
}

fn full(module: &Module) -> Report {
    bctk_verify::verify(module, &VerifyOptions { level: Level::Full, ..VerifyOptions::default() })
}

impl Default for Verify {
    fn default() -> Verify {
        Verify::Structure
    }
}

impl PartialEq for Verify {
    fn eq(&self, other: &Verify) -> bool {
        self.level == other.level
    }
}

impl Eq for Verify {}

impl fmt::Debug for Verify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.level.fmt(f)
    }
}

impl WriteOptions {
    /// The form in which `module` is written.
    pub(crate) fn version_for(&self, module: &Module) -> LlvmVersion {
        self.llvm.unwrap_or_else(|| version_of(module))
    }
}

/// The producer of the LLVM whose writer is reproduced.
pub const PRODUCER: &[u8] = b"LLVM23.1.4";

/// The producer of `module` for IDENTIFICATION: that of the options, else that of the module's file. For a text that an older LLVM printed,
/// it states what is known, `LLVM15`, so that readers print the file in the same language. For anything else, it is the LLVM whose writer
/// is reproduced.
pub(crate) fn producer(module: &Module, options: &WriteOptions) -> Vec<u8> {
    match (&options.producer, module.version()) {
        (Some(producer), _) => producer.clone(),
        (None, _) if !module.provenance.producer.is_empty() => module.str(module.provenance.producer).to_vec(),
        (None, release) => producer_of_text(release),
    }
}

/// The producer for a text that `release` printed, as far as the text tells: `LLVM15`, without the point release.
pub fn producer_of_text(release: Option<LlvmVersion>) -> Vec<u8> {
    match release {
        Some(release) if release != LlvmVersion::DEFAULT => format!("LLVM{release}").into_bytes(),
        _ => PRODUCER.to_vec(),
    }
}

//! The description of a bitcode file that its text lacks: computed, stored in comment lines below the text, and restored from them.
//!
//! A module that comes from bitcode ([`Module::provenance`](bctk_ir::module::Module::provenance)) is written as its file was. Text keeps the module
//! but loses facts about the file: its producer, the metadata kinds that the producer knew, use-list orders, and what LLVM completes when it
//! reads. A [`Layout`] holds these facts, independently of how the module is stored in memory. [`describe`] computes it, [`Layout::restore`]
//! applies it to a module parsed from the text, and [`trailer`] is its form below the text. What no entry can express is in
//! [`Layout::patch`]: edits of the written file ([`crate::patch`]).
mod attrs;
mod code;
mod describe;
mod fingerprint;
mod orders;
mod restore;
pub mod trailer;
mod uses;
mod widths;
mod zeros;

use bctk_bitcode::write::PRODUCER;
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use bctk_ir::version::producer::producer_version;

pub use attrs::AttrChange;
pub use describe::describe;
pub use fingerprint::fingerprint;
pub use orders::{BodyLayout, Order};
pub use restore::Restored;
pub use uses::uses_crc;

/// The facts about a file that the text of its module lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The producer of the file; none for [`PRODUCER`], the newest.
    pub producer: Option<Vec<u8>>,
    /// The release of LLVM that wrote it, if only the forms in the file show it.
    pub release: Option<LlvmVersion>,
    /// The writer of its symbol table, if it is not the producer without the prefix `LLVM`.
    pub symtab_producer: Option<Vec<u8>>,
    /// Whether constants are sorted by type and frequency, as LLVM does if it does not preserve use-list orders.
    pub sorted_constants: bool,
    /// Whether there is no symbol table.
    pub no_symtab: bool,
    /// Whether pointers are typed, which a text may not show.
    pub typed_pointers: bool,
    /// Whether there is a wrapper header.
    pub wrapper: bool,
    /// The number of the file's string table that contains the names.
    pub table: u32,
    /// Whether the file names no source.
    pub no_source: bool,
    /// SHA-1 of the module.
    pub hash: Option<[u32; 5]>,
    /// The data layout as the file has it.
    pub data_layout: Option<Vec<u8>>,
    /// Metadata kinds.
    pub md_kinds: NameList,
    /// Operand bundle tags.
    pub bundle_tags: NameList,
    /// Sync scopes.
    pub sync_scopes: NameList,
    /// Definitions of types that the text uses and lacks, as lines of assembly.
    pub types: Vec<Vec<u8>>,
    /// Differences between the attributes of functions in the file and in the text: added and removed ones.
    pub attrs: Vec<AttrChange>,
    /// For each size or offset of debug information that is 0, in the order of the text: one bit, which is set if it is a constant and not
    /// absent.
    pub zeros: Vec<bool>,
    /// Widths of the values of enumerators, in the order of the text, as pairs of width and run length.
    pub enumerators: Vec<(u32, u32)>,
    /// Width of the offsets of all `inrange`.
    pub in_range: Option<u32>,
    /// Symbols of the inline assembly with their flags.
    pub asm_symbols: Vec<(Vec<u8>, u32)>,
    /// CRC-32 of the inline assembly that defines these symbols.
    pub asm_crc: u32,
    /// Use-list orders of global values and constants of the module.
    pub orders: Vec<Order>,
    /// CRC-32 of the names of all global values, to which the numbers in `orders` refer.
    pub globals_crc: u32,
    /// The number of values that the module numbers, if bodies state orders of such values; 0 if unknown.
    pub values: u32,
    /// The [`uses_crc`] of the module parsed from the text, if there are orders.
    pub uses: Option<u32>,
    /// Descriptions of functions.
    pub bodies: Vec<BodyLayout>,
    /// Parts of the file's records that are missing from the text because they are from a newer LLVM; informative only.
    pub not_understood: Vec<String>,
    /// The remaining changes to the written file: a [`Patch`](crate::patch::Patch) as bytes; empty for none.
    pub patch: Vec<u8>,
}

/// Names by number: the first few that the file's LLVM predefines, followed by others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NameList {
    /// All names that this LLVM predefines, and those of the module.
    #[default]
    Usual,
    /// This many of the names that this LLVM predefines, and these others.
    Listed(usize, Vec<Vec<u8>>),
}

impl NameList {
    /// Describes `names`, given the names `fixed` that the LLVM of the file predefines.
    fn of(names: &[&[u8]], fixed: &[&str]) -> NameList {
        let common = names.iter().zip(fixed).take_while(|(name, fixed)| **name == fixed.as_bytes()).count();
        if common == fixed.len() && common == names.len() {
            return NameList::Usual;
        }
        NameList::Listed(common, names[common..].iter().map(|name| name.to_vec()).collect())
    }
    /// All names; none for the default.
    fn names<'n>(&'n self, fixed: &[&'static str]) -> Option<Vec<&'n [u8]>> {
        match self {
            NameList::Usual => None,
            NameList::Listed(common, rest) => {
                let first = fixed.iter().take(*common).map(|name| name.as_bytes());
                Some(first.chain(rest.iter().map(Vec::as_slice)).collect())
            }
        }
    }
}

impl Layout {
    /// Whether there is any use-list order.
    pub fn has_orders(&self) -> bool {
        !self.orders.is_empty() || self.bodies.iter().any(|body| !body.orders.is_empty())
    }
    /// The release that wrote the file, if its producer or its forms show it.
    pub fn version(&self) -> Option<LlvmVersion> {
        producer_version(self.producer.as_deref().unwrap_or(PRODUCER)).or(self.release)
    }
    /// Whether LLVM's assembler may have written the file of `module` from its text alone, so that its bytes need no description. It is
    /// `false` for some files that need none either, such as those of an assembler without the target, which have no symbol table.
    pub fn may_be_assembled(&self, module: &Module) -> bool {
        // It writes orders, and the names of its context.
        let Layout { orders, bodies, md_kinds, bundle_tags, sync_scopes, .. } = self.clone();
        let Layout { asm_crc, globals_crc, values, .. } = *self;
        let known = Layout { asm_crc, globals_crc, values, orders, bodies, md_kinds, bundle_tags, sync_scopes, ..Layout::default() };
        *self == known && !has_unturned_uses(module)
    }
}

/// Whether a function is called twice before its position in the text, and the file has no order of its uses: LLVM's assembler leaves those
/// reversed and writes an order.
fn has_unturned_uses(module: &Module) -> bool {
    let mut stated = vec![false; module.globals.len()];
    for order in &module.provenance.use_orders {
        if let ValueKind::Global(id) = order.value.kind()
            && let Some(stated) = stated.get_mut(id.index())
        {
            *stated = true;
        }
    }
    let mut called = vec![false; module.globals.len()];
    module.functions().any(|(caller, _, function)| {
        let calls = module.body(function).map_or(&[][..], |body| &body.calls);
        calls.iter().any(|call| match call.callee.kind() {
            ValueKind::Global(id) if id > caller && stated.get(id.index()) == Some(&false) => {
                std::mem::replace(&mut called[id.index()], true)
            }
            _ => false,
        })
    })
}

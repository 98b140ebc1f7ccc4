//! The numbers that LLVM 22's writer gives to types, values, attributes and metadata (`ValueEnumerator`).
use bctk_ir::entity::{GlobalId, MdId, TypeId};
use bctk_ir::metadata::slot_md;
use bctk_ir::module::Module;

/// A piece of metadata that a METADATA block writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::write) enum MdEntry {
    /// A string, node, expression or argument list of the module's table.
    Item(MdId),
    /// A value as metadata: number of its type, number of the value.
    Value { ty: u32, value: u32 },
}

/// The numbers of metadata, of the module or within a function.
pub(in crate::write) trait MdIds {
    /// Number plus one (LLVM: `getMetadataOrNullID`) of metadata that is written.
    fn id(&self, md: MdId) -> u32;
    /// Number plus one of the integer `bits` of type `i64` as metadata, which a field of a node holds in place.
    fn integer(&self, bits: u64) -> u32;
    /// Number plus one of the metadata in a slot; 0 for null.
    fn slot(&self, slot: u32) -> u64 {
        slot_md(slot).map_or(0, |md| u64::from(self.id(md)))
    }
}

/// What a METADATA block holds: strings first.
#[derive(Clone, Copy, Debug)]
pub(in crate::write) struct MdBlock<'n> {
    /// Items that are strings.
    pub(in crate::write) strings: &'n [MdEntry],
    /// All others, in order.
    pub(in crate::write) others: &'n [MdEntry],
}

/// The numbers of a module.
pub(in crate::write) struct Numbering<'m> {
    pub(in crate::write) module: &'m Module,
}

impl Numbering<'_> {
    /// Number of a type.
    pub(in crate::write) fn ty(&self, ty: TypeId) -> u32 {
        ty.0
    }
    /// Value number of a global value.
    pub(in crate::write) fn global(&self, global: GlobalId) -> u32 {
        global.0
    }
    /// Number of an attachment kind of the module among those of LLVM's context: fixed ones first.
    pub(in crate::write) fn md_kind(&self, kind: u32) -> u32 {
        kind
    }
    /// Names of the attachment kinds, by the numbers that [`Numbering::md_kind`] gives.
    pub(in crate::write) fn md_kinds(&self) -> Vec<&[u8]> {
        Vec::new()
    }
    /// The module's METADATA block.
    pub(in crate::write) fn module_metadata(&self) -> MdBlock<'_> {
        MdBlock { strings: &[], others: &[] }
    }
}

impl MdIds for Numbering<'_> {
    fn id(&self, md: MdId) -> u32 {
        md.0 + 1
    }
    fn integer(&self, _bits: u64) -> u32 {
        0
    }
}

//! The state of the module pass, which block readers extend: the module so far, and what later records refer to.
use super::assembly::Assembly;
use super::facts::Facts;
use super::inline::Inline;
use super::name_budget::NameBudget;
use super::numbering::ModuleNumbers;
use crate::limits::Limits;
use crate::schema::summary;
use bctk_bitstream::stream::{BlockPosition, StreamReader};
use bctk_bitstream::{Error, Result};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::{AttrSetId, GlobalId};
use bctk_ir::interned::{Places, Texts};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use hashbrown::HashMap;

/// What the module pass has gathered so far.
pub(super) struct ModuleReader<'a> {
    pub(super) stream: StreamReader<'a>,
    pub(super) limits: Limits,
    pub(super) module: Module,
    pub(super) groups: Groups,
    /// STRTAB, empty if there is none.
    pub(super) strtab: &'a [u8],
    /// What its names may take.
    pub(super) names: NameBudget,
    /// Module version: 1 has relative value numbers, 2 names in STRTAB.
    pub(super) version: u64,
    pub(super) sections: Vec<Str>,
    pub(super) gc_names: Vec<Str>,
    /// Value numbers that global values refer to, resolved once all constants are read.
    pub(super) pending: Vec<(GlobalId, Slot, u32)>,
    /// Functions with bodies, in the order of their records.
    pub(super) with_bodies: Vec<GlobalId>,
    pub(super) bodies: Vec<BlockPosition>,
    /// Where each block of the module ended, but for those of functions: the bit after it.
    pub(super) block_ends: Vec<u64>,
    /// The reader's state at the first body, inside the module block, from which all bodies can be reached.
    pub(super) within: Option<StreamReader<'a>>,
    pub(super) interned: Texts,
    /// Address spaces of the data layout: allocas, globals, programs.
    pub(super) spaces: AddressSpaces,
    /// What the summary is read from.
    pub(super) noted: Noted<'a>,
    /// Values that metadata names in place.
    pub(super) inline: Inline,
    /// Inline assembly.
    pub(super) asm: Assembly,
    /// GUIDs of the global values, as the file lists them.
    pub(super) guid_list: Vec<u64>,
    /// Which historic forms the module has.
    pub(super) facts: Facts,
    /// Global values whose linkage has a code of old.
    pub(super) old_linkages: Vec<(GlobalId, u8)>,
    /// What of the module is wanted.
    pub(super) extent: Extent,
    /// Whether to note where global values are.
    pub(super) offsets: bool,
}

/// How much of a module is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Everything.
    All,
    /// Global values and what they refer to, without attachments and without what only function bodies need. Skips what a newer LLVM wrote.
    Outline {
        /// The module's metadata, too, if it is understood.
        metadata: bool,
    },
    /// The same, for a file whose other blocks are copied; what a newer LLVM wrote is an error.
    Globals {
        /// The module's metadata, too.
        metadata: bool,
    },
}

impl Extent {
    /// Whether what a newer LLVM wrote is skipped.
    pub(super) fn is_outline(self) -> bool {
        matches!(self, Extent::Outline { .. })
    }

    /// Whether the module's metadata is read; none if all blocks are.
    pub(super) fn metadata(self) -> Option<bool> {
        match self {
            Extent::All => None,
            Extent::Outline { metadata } | Extent::Globals { metadata } => Some(metadata),
        }
    }
}

/// Which operand of a global value a pending number is for.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    Init,
    Prefix,
    Prologue,
    Personality,
}

/// Attribute groups.
#[derive(Default)]
pub(super) struct Groups {
    /// What each is of, and its attributes, by number.
    pub(super) groups: HashMap<u64, (AttrIndex, AttrSetId)>,
    /// The sets by their contents.
    pub(super) sets: Places<AttrSetId>,
}

/// What the module pass has noted for the summary.
#[derive(Default)]
pub(super) struct Noted<'a> {
    /// The summary blocks and tables of module paths, in file order.
    pub(super) blocks: Vec<BlockPosition>,
    /// The reader of the module block, with its BLOCKINFO.
    pub(super) within: Option<StreamReader<'a>>,
    /// SHA-1 of the module.
    pub(super) hash: Option<[u32; 5]>,
    /// Value number and GUID of values in the symbol table of an old combined index.
    pub(super) guids: Vec<(u32, u64)>,
}

impl<'a> Noted<'a> {
    /// Whether blocks of this id belong to the summary.
    pub(super) fn wants(id: u32) -> bool {
        [summary::ID, summary::full_lto::ID, summary::module_strtab::ID].contains(&id)
    }

    /// Notes the block that `stream` has announced.
    pub(super) fn note(&mut self, stream: &StreamReader<'a>) {
        if let Some(position) = stream.block_position() {
            if self.within.is_none() {
                // Only BLOCKINFO is shared: nothing that a file can make large is copied.
                self.within = Some(stream.reader_at(position));
            }
            self.blocks.push(position);
        }
    }
}

impl ModuleReader<'_> {
    /// The value numbers of the module as far as they are known.
    pub(super) fn numbers(&self) -> ModuleNumbers {
        ModuleNumbers { globals: self.module.globals.len() as u32 }
    }

    /// A name of STRTAB.
    pub(super) fn strtab_name(&mut self, offset: u64, size: u64) -> Result<Str> {
        let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok()).and_then(|(o, s)| Some(o..o.checked_add(s)?));
        match range.and_then(|r| self.strtab.get(r)) {
            Some(name) => {
                self.names.take(size, &self.limits)?;
                Ok(self.module.strings.push(name))
            }
            None => Err(Error::malformed(format!("expected a name within STRTAB, found {size} bytes at {offset}"))),
        }
    }

    /// A string kept once, however often it occurs.
    pub(super) fn intern(&mut self, chars: &[u64]) -> Str {
        let strings = &mut self.module.strings;
        let new = strings.push_chars(chars);
        let first = self.interned.first(strings, new);
        if first != new {
            strings.undo(new);
        }
        first
    }
}

//! The input and output of decoding bodies, before they are joined with the module.
use super::expanded_sizes::{Bounds, ExpandedSize};
use super::facts::Facts;
use super::inst::FastForms;
use super::locations::{Apart, BodyLocations};
use super::names::NameForms;
use bctk_bitstream::stream::{BlockPosition, RecordBuf, StreamReader};
use bctk_ir::body::{Body, DebugLoc};
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::{GlobalId, List, TypeId};
use bctk_ir::metadata::MetadataTable;
use bctk_ir::strings::Strings;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_support::parallel::{Reused, Taken};

/// Context for decoding a body, in addition to the module.
pub(super) struct Context {
    /// Whether value numbers are relative.
    pub(super) relative: bool,
    /// Whether types are in the block of LLVM 2, so that records have their old meaning.
    pub(super) old_types: bool,
    pub(super) spaces: AddressSpaces,
    /// The reader of the module block, with its BLOCKINFO and without its bytes.
    pub(super) stream: StreamReader<'static>,
    /// Records of bodies whose encodings are known.
    pub(super) fast: FastForms,
    /// The same of the symbol tables of bodies.
    pub(super) names: NameForms,
    /// Where the bodies lie.
    pub(super) positions: Vec<BlockPosition>,
    /// Whose they are.
    pub(super) functions: Vec<GlobalId>,
    pub(super) typed_pointers: bool,
    /// How large constants may be written out.
    pub(super) bounds: Bounds,
    /// How much metadata of the module has a number in the file.
    pub(super) numbered: u32,
    /// How many global values and how many constants the module has in the file.
    pub(super) values: (u32, u32),
    /// Weights of the module's constants.
    pub(super) weights: Vec<ExpandedSize>,
    /// `i1`, if the table has it.
    pub(super) bit_type: Option<TypeId>,
    /// Whether to note where instructions are.
    pub(super) offsets: bool,
    /// Whether to keep orders of the uses of locals.
    pub(super) local_use_orders: bool,
    /// Whether to keep the order of the names of a body.
    pub(super) name_orders: bool,
}

/// The module's sizes before any body was joined: metadata numbers from there on are a body's own.
pub(super) struct Base {
    pub(super) metadata: u32,
}

/// Memory in which one body after the other is decoded.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) record: RecordBuf,
    pub(super) locations: BodyLocations,
    /// Empty, but with room.
    pub(super) body: Body,
}

/// What joining needs of a body, and no one after that. The lists are empty when the next body gets them, but have room.
#[derive(Default)]
pub(super) struct Own {
    /// Metadata of the body, numbered after the module's.
    pub(super) metadata: MetadataTable,
    pub(super) strings: Strings,
    /// Operand lists that hold metadata.
    pub(super) md_lists: Vec<List<Value>>,
    /// Room for the locations of the body.
    pub(super) locs: Vec<DebugLoc>,
}

/// Memory of joined bodies for others.
pub(super) type Spare = Reused<Own>;

/// The most items of lists that are kept for other bodies.
const KEPT: usize = 1 << 7;

/// Gives the memory of a joined body to others, unless it is much.
pub(super) fn give_back(mut own: Taken<Own>, to: &Spare) {
    let Own { metadata, strings, md_lists, locs } = &mut *own;
    let (items, fields) = (metadata.items.capacity().max(md_lists.capacity()).max(locs.capacity()), metadata.fields.capacity());
    if items.max(fields / 8).max(strings.len() / 16) <= KEPT {
        metadata.clear();
        strings.clear();
        md_lists.clear();
        locs.clear();
        to.give_back(own);
    }
}

/// The instructions of a body that is copied out of [`Scratch`], where there is always room, into memory of its own size. A larger one is
/// worth its own allocations.
const COPIED: usize = 1 << 14;

impl Scratch {
    /// Takes back the memory of a decoded body, and gives the body memory of its own.
    pub(super) fn part_from(&mut self, decoded: &mut Decoded) {
        let body = &mut decoded.body;
        if body.insts.len() > COPIED {
            trim(&mut body.insts);
            trim(&mut body.results);
            trim(&mut body.local_types);
            return;
        }
        // These lists were made for this body.
        let provenance = std::mem::take(&mut body.provenance);
        let (locs, loc_nodes) = (std::mem::take(&mut body.locs), std::mem::take(&mut body.loc_nodes));
        let own = Body { provenance, locs, loc_nodes, ..body.clone() };
        self.body = std::mem::replace(body, own);
        self.body.clear();
    }
}

/// Releases memory if there is much of it; moving a little costs more than it saves.
fn trim<T>(items: &mut Vec<T>) {
    if items.capacity() - items.len() > items.len() / 4 + 16 {
        items.shrink_to_fit();
    }
}

/// A decoded body and what still has to be joined with the module.
pub(super) struct Decoded {
    pub(super) body: Body,
    pub(super) own: Taken<Own>,
    /// Types that the table lacks, numbered from [`NEW_TYPES`] on.
    pub(super) new_types: Vec<NewType>,
    /// Whether the body's locations are told apart: then [`Body::loc_nodes`] says which nodes they are.
    pub(super) locations: Apart,
    /// Whether the order of predecessors depends on other bodies.
    pub(super) unsettled_preds: bool,
    /// Which historic forms the body has.
    pub(super) facts: Facts,
    /// The personality that its landing pads name.
    pub(super) personality: Option<Value>,
}

/// A result type that the module's table lacks. Files by LLVM have them all.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum NewType {
    /// One without lists.
    Plain(Type),
    /// `{ T, i1 }` of a `cmpxchg` on T.
    CmpXchg(TypeId, TypeId),
}

/// Number of a body's first new type, above all ids of a table.
pub(super) const NEW_TYPES: u32 = 1 << 31;

/// Which of a body's new types `id` is, if it is one.
pub(super) fn new_type_index(id: TypeId) -> Option<usize> {
    id.0.checked_sub(NEW_TYPES).map(|i| i as usize)
}

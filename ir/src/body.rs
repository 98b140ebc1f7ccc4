//! A function body: instructions, constants, names, debug locations and records.
use crate::constants::ConstPool;
use crate::entity::{AttrListId, BlockId, CallId, DbgAssignId, GlobalId, InstId, List, ListPool, MdId, OptionalId, TypeId};
use crate::inst::{FastMathFlags, Inst};
use crate::keywords::{CallConv, TailKind};
use crate::provenance::BodyProvenance;
use crate::rare::Rare;
use crate::strings::{LocalStr, OfBody, Strings};
use crate::value::Value;

/// A basic block: a run of instructions, the last of which is a terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BasicBlock {
    /// First instruction.
    pub first: InstId,
    /// One past the last.
    pub end: InstId,
}

/// The common fields of `call`, `invoke` and `callbr`.
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub struct Call {
    /// The callee.
    pub callee: Value,
    /// The function type of the call.
    pub fn_ty: TypeId,
    /// Attributes.
    pub attrs: AttrListId,
    /// Arguments.
    pub args: List<Value>,
    /// Operand bundles: indices `first..end` in [`Body::bundles`].
    pub bundles: (u32, u32),
    /// Calling convention.
    pub cc: CallConv,
    /// `tail`, `musttail`, `notail`.
    pub tail: TailKind,
    /// Fast-math flags.
    pub fmf: FastMathFlags,
}

/// An operand bundle (LangRef, "Operand Bundles").
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub struct OperandBundle {
    /// Index in [`Module::bundle_tags`](crate::module::Module::bundle_tags).
    pub tag: u32,
    /// Inputs.
    pub inputs: List<Value>,
}

/// A debug location before it becomes a `DILocation` node; the fields are those of the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DebugLoc {
    /// Line, 0 for none.
    pub line: u32,
    /// Column, 0 for none.
    pub column: u32,
    /// Scope.
    pub scope: Option<MdId>,
    /// Where the scope was inlined.
    pub inlined_at: Option<MdId>,
    /// Whether the code is compiler-generated (`implicitCode`).
    pub implicit: bool,
    /// Key-instructions group, 0 for none.
    pub atom_group: u64,
    /// Rank in the group.
    pub atom_rank: u8,
}

/// The kind of a debug record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DbgKind {
    /// `#dbg_value`
    Value,
    /// `#dbg_declare`
    Declare,
    /// `#dbg_assign`
    Assign,
    /// `#dbg_label`
    Label,
    /// `#dbg_declare_value`
    DeclareValue,
}

/// A value that a debug record describes.
#[derive(Clone, Copy, PartialEq, Debug, Hash)]
pub enum DbgOperand {
    /// A metadata node: an argument list, an empty tuple, a wrapped value.
    Md(MdId),
    /// A value of the body, printed with its type.
    Value(Value),
}

/// A debug record (LLVM "Debug records"), placed before an instruction.
#[derive(Clone, Copy, PartialEq, Debug, Hash)]
pub struct DbgRecord {
    /// The instruction that it precedes; one past the last of a block for a record at the end of a block without terminator.
    pub before: InstId,
    /// Kind.
    pub kind: DbgKind,
    /// `DILocation`.
    pub loc: MdId,
    /// `DILocalVariable`, or the `DILabel` of a label.
    pub variable: MdId,
    /// `DIExpression`; none for a label.
    pub expression: OptionalId<MdId>,
    /// The value; none for a label.
    pub value: Option<DbgOperand>,
    /// The other parts of an assignment, see [`Body::dbg_assign`].
    pub assign: OptionalId<DbgAssignId>,
}

/// The parts of a debug record that only `#dbg_assign` has.
#[derive(Clone, Copy, PartialEq, Debug, Hash)]
pub struct DbgAssign {
    /// `DIAssignID`.
    pub id: MdId,
    /// The address that is assigned to.
    pub address: DbgOperand,
    /// `DIExpression` of the address.
    pub address_expression: MdId,
}

/// A metadata attachment with a named kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Attachment {
    /// Index in [`Module::md_kinds`](crate::module::Module::md_kinds).
    pub kind: u32,
    /// The node.
    pub node: MdId,
}

/// The body of one function.
///
/// Locals are the arguments, numbered first, and the results of instructions that have one. Types and names are indexed
/// by local; `results` maps instructions to locals.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Blocks in layout order.
    pub blocks: Vec<BasicBlock>,
    /// Instructions of all blocks, in order.
    pub insts: Vec<Inst>,
    /// The local that each instruction makes, if any.
    pub results: Vec<OptionalId<u32>>,
    /// Type of each local.
    pub local_types: Vec<TypeId>,
    /// Name of each local, in `names`; empty if no local has a name, [`LocalStr::EMPTY`](crate::strings::Str::EMPTY) for an unnamed local.
    pub local_names: Vec<LocalStr>,
    /// Name of each block, in `names`; empty if no block has one.
    pub block_names: Vec<LocalStr>,
    /// Name bytes.
    pub names: Strings<OfBody>,
    /// Number of arguments: locals `0..args`.
    pub args: u32,
    /// Operand lists of instructions.
    pub lists: ListPool,
    /// Constants of this body alone.
    pub consts: Rare<ConstPool>,
    /// Call sites.
    pub calls: Vec<Call>,
    /// Operand bundles.
    pub bundles: Vec<OperandBundle>,
    /// Per instruction: 0 for no debug location, else 1 + index in `locs`. Empty if no instruction has one.
    pub debug_locs: Vec<u32>,
    /// The distinct debug locations of this body as written.
    pub locs: Vec<DebugLoc>,
    /// The `DILocation` nodes of `locs` in the module's metadata.
    pub loc_nodes: Vec<MdId>,
    /// Debug records by instruction.
    pub dbg_records: Vec<DbgRecord>,
    /// Parts of debug records that only assignments have. Some may be of records that are gone.
    pub dbg_assigns: Vec<DbgAssign>,
    /// Attachments of instructions other than debug locations, sorted by instruction, then by kind.
    pub attachments: Vec<(InstId, Attachment)>,
    /// Attachments of the function itself, sorted by kind (those that bitcode keeps in the body).
    pub function_attachments: Vec<Attachment>,
    /// Functions whose bodies take the address of blocks of this one, as the file lists them (BLOCKADDR_USERS).
    pub block_addr_users: Vec<GlobalId>,
    /// Metadata items that only this body refers to: first and end in [`MetadataTable::items`](crate::metadata::MetadataTable::items).
    pub metadata: (u32, u32),
    /// What the file or text states about the body besides the IR.
    pub provenance: Rare<BodyProvenance>,
}

impl Body {
    /// A body that is in a file and has not been read, of a function with parameters of these types.
    pub fn unread(params: Vec<TypeId>) -> Body {
        let provenance = BodyProvenance { is_unread: true, ..BodyProvenance::default() };
        Body { args: params.len() as u32, local_types: params, provenance: provenance.into(), ..Body::default() }
    }

    /// The same body as if it had not been read.
    pub fn given_up(&self) -> Body {
        Body::unread(self.local_types.iter().take(self.args as usize).copied().collect())
    }

    /// A hash of the body without its provenance: after any change it differs, up to collisions of a 64-bit hash.
    pub fn fingerprint(&self) -> u64 {
        crate::fingerprint::of_body(self)
    }

    /// Empties the body but keeps its memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.insts.clear();
        self.results.clear();
        self.local_types.clear();
        self.local_names.clear();
        self.block_names.clear();
        self.names.clear();
        self.args = 0;
        self.lists.clear();
        self.consts.clear();
        self.calls.clear();
        self.bundles.clear();
        self.debug_locs.clear();
        self.locs.clear();
        self.loc_nodes.clear();
        self.dbg_records.clear();
        self.dbg_assigns.clear();
        self.attachments.clear();
        self.function_attachments.clear();
        self.block_addr_users.clear();
        self.metadata = (0, 0);
        self.provenance.clear();
    }
    /// Sets the predecessors of all blocks, of each in the order of its use-list.
    pub fn set_predecessors<B: IntoIterator<Item = BlockId>>(&mut self, of_blocks: impl IntoIterator<Item = B>) {
        let BodyProvenance { preds, pred_ends, .. } = &mut *self.provenance;
        preds.clear();
        pred_ends.clear();
        for of_block in of_blocks {
            preds.extend(of_block);
            pred_ends.push(preds.len() as u32);
        }
    }
    /// Predecessors of `block`, in the order of its use-list.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        let end = self.provenance.pred_ends.get(block.index()).copied().unwrap_or(0) as usize;
        let start = match block.index() {
            0 => 0,
            i => self.provenance.pred_ends.get(i - 1).copied().unwrap_or(0) as usize,
        };
        self.provenance.preds.get(start..end).unwrap_or(&[])
    }
    /// The local that an instruction makes.
    #[inline]
    pub fn result(&self, inst: InstId) -> Option<u32> {
        self.results.get(inst.index())?.get()
    }
    /// The instruction that makes a local; none for an argument.
    pub fn maker(&self, local: u32) -> Option<InstId> {
        let makes = |(_, result): &(usize, &OptionalId<u32>)| result.get() == Some(local);
        // Locals are in the order of their instructions, but for a body that is being changed.
        let guess = self.results.partition_point(|result| result.get().is_none_or(|own| own < local));
        let near = self.results.iter().enumerate().skip(guess.saturating_sub(1)).take(64).find(makes);
        near.or_else(|| self.results.iter().enumerate().find(makes)).map(|(at, _)| InstId::new(at))
    }
    /// The type of the result of an instruction.
    #[inline]
    pub fn result_type(&self, inst: InstId) -> Option<TypeId> {
        self.local_types.get(self.result(inst)? as usize).copied()
    }
    /// The instructions that make a local, in order, with the local.
    #[inline]
    pub fn made_locals(&self) -> impl Iterator<Item = (InstId, u32)> + '_ {
        self.results.iter().enumerate().filter_map(|(at, result)| Some((InstId(at as u32), result.get()?)))
    }
    /// Name of a local; empty for none.
    #[inline]
    pub fn local_name(&self, local: u32) -> &[u8] {
        self.local_names.get(local as usize).map_or(&[], |&s| self.names.get(s))
    }
    /// Name of a block; empty for none.
    #[inline]
    pub fn block_name(&self, block: BlockId) -> &[u8] {
        self.block_names.get(block.index()).map_or(&[], |&s| self.names.get(s))
    }
    /// The `DILocation` of an instruction.
    #[inline]
    pub fn debug_loc(&self, inst: InstId) -> Option<MdId> {
        match self.debug_locs.get(inst.index()) {
            None | Some(0) => None,
            Some(&n) => self.loc_nodes.get(n as usize - 1).copied(),
        }
    }
    /// What an assignment has besides a record of another kind.
    #[inline]
    pub fn dbg_assign(&self, record: &DbgRecord) -> Option<&DbgAssign> {
        self.dbg_assigns.get(record.assign.get()?.index())
    }
    /// What a record describes: its value, then the address of an assignment.
    #[inline]
    pub fn dbg_operands(&self, record: &DbgRecord) -> impl Iterator<Item = DbgOperand> + use<> {
        record.value.into_iter().chain(self.dbg_assign(record).map(|assign| assign.address))
    }
    /// Adds parts of an assignment, for [`DbgRecord::assign`].
    pub fn push_dbg_assign(&mut self, assign: DbgAssign) -> OptionalId<DbgAssignId> {
        self.dbg_assigns.push(assign);
        OptionalId::some(DbgAssignId::new(self.dbg_assigns.len() - 1))
    }
    /// The call of `id`.
    #[inline]
    pub fn call(&self, id: CallId) -> Option<&Call> {
        self.calls.get(id.index())
    }
    /// Operand bundles of a call.
    pub fn call_bundles(&self, call: &Call) -> &[OperandBundle] {
        self.bundles.get(call.bundles.0 as usize..call.bundles.1 as usize).unwrap_or(&[])
    }
    /// The values of an operand list.
    #[inline]
    pub fn values(&self, list: List<Value>) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + '_ {
        self.lists.get(list).iter()
    }
}

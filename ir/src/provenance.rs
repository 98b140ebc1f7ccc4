//! What a file or text states besides the IR: who wrote it, how that is known, and what an exact copy needs.
use crate::entity::{AttrListId, BlockId, GlobalId, InstId};
use crate::rare::Part;
use crate::strings::{LocalStr, Str};
use crate::use_order::UseOrder;
use crate::value::Value;
use crate::version::{Inferred, LlvmVersion};

/// What the file or text of a module states besides the IR. A module made by a program has the default.
///
/// None of it affects the meaning of a module. Edits make parts of it stale;
/// [`Module::forget_provenance`](crate::module::Module::forget_provenance) drops those.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// The program that wrote the bitcode (`LLVM22.1.8`); empty if the file does not name it.
    pub producer: Str,
    /// The release that printed the source text, if known. None for a module from bitcode, which has a producer.
    pub text_version: Option<LlvmVersion>,
    /// The release inferred from the forms in the file, and these forms; none if there is a producer and nothing is of a later release.
    pub inferred: Option<Inferred>,
    /// The producer in the symbol table for linkers (SYMTAB); empty if there is none. Some builds of LLVM state more detail there.
    pub symtab_producer: Str,
    /// The SHA-1 of the module's bitcode (HASH), if the file has one.
    pub hash: Option<[u32; 5]>,
    /// Whether the module was changed since, so that its bitcode will have another hash. The writer computes it then.
    pub hash_is_stale: bool,
    /// How much metadata was attached to calls of `llvm.dbg.*` that became records, which have none.
    pub dbg_call_attachments: u32,
    /// Where each global value is in the file: the byte in a text, the bit in bitcode. Empty unless the reader was asked for it.
    pub offsets: Vec<u64>,
    /// Where each metadata node is in a text, likewise; [`NO_OFFSET`] for one that has no line of its own.
    pub node_offsets: Vec<u64>,
    /// Use-list orders of global values and constants.
    pub use_orders: Vec<UseOrder>,
    /// Whether use-list orders, including those of bodies, refer to the lists that LLVM's assembly parser builds, not to those of its
    /// bitcode reader.
    pub text_use_orders: bool,
    /// Whether the module keeps all names in [`Module::md_kinds`](crate::module::Module::md_kinds), as LLVM does that has read them from
    /// bitcode, and not only those that it uses.
    pub keeps_md_kinds: bool,
    /// Why a reader dropped all debug information, if it did.
    pub dropped_debug: Option<DroppedDebug>,
    /// What LLVM's verifier finds when a reader asks whether debug information is valid, if it finds anything.
    pub debug_faults: Option<DebugFaults>,
    /// How the bitcode file was written; none for a module from a text or made by a program.
    pub bitcode: Option<BitcodeFile>,
    /// The fingerprint of the IR when the module was read, see [`Module::seal`](crate::module::Module::seal); none if nothing depends on it.
    pub seal: Option<u64>,
}

/// The place of something that has none.
pub const NO_OFFSET: u64 = u64::MAX;

/// What the file or text of a function body states besides the IR.
#[derive(Clone, Debug, Default)]
pub struct BodyProvenance {
    /// Whether the body is in the file and has not been read: the model has only its arguments.
    pub is_unread: bool,
    /// The personality that landing pads name, as until LLVM 3.6, before it moves to the function (see [`crate::personality`]).
    pub pad_personality: Option<Value>,
    /// Named locals and blocks in the order of the file's value symbol table. That is the order of LLVM's hash table, whose size depends on
    /// all names that it ever held. Empty if the order is not known or does not cover all names.
    pub names_order: Vec<Value>,
    /// Changes by upgrades after reading, in order: they add the latest uses to use-lists.
    pub late: Vec<Late>,
    /// Names of instructions that upgrades removed, each with the instruction that followed it.
    pub gone_names: Vec<(InstId, LocalStr)>,
    /// Changes of names by upgrades, in order.
    pub name_changes: Vec<NameChange>,
    /// Use-list orders in the body's USELIST block.
    pub use_orders: Vec<UseOrder>,
    /// Predecessors of each block in the order of its use-list, latest use first; those of block b end at `pred_ends[b]`.
    pub preds: Vec<BlockId>,
    /// See `preds`.
    pub pred_ends: Vec<u32>,
    /// Where each instruction is in the file: the byte in a text, the bit in bitcode. Empty unless the reader was asked for it.
    pub offsets: Vec<u64>,
}

impl BodyProvenance {
    /// The step in which an upgrade created an instruction; none for one of the file, even with another callee.
    pub fn step_of(&self, inst: InstId) -> Option<u32> {
        let at = self.late.binary_search_by_key(&inst, |late| late.inst).ok()?;
        self.late.get(at).filter(|late| !late.callee_only).map(|late| late.step)
    }
}

impl Part for BodyProvenance {
    const EMPTY: &'static Self = &BodyProvenance {
        is_unread: false,
        pad_personality: None,
        names_order: Vec::new(),
        late: Vec::new(),
        gone_names: Vec::new(),
        name_changes: Vec::new(),
        use_orders: Vec::new(),
        preds: Vec::new(),
        pred_ends: Vec::new(),
        offsets: Vec::new(),
    };

    fn is_empty(&self) -> bool {
        !self.is_unread
            && self.pad_personality.is_none()
            && self.names_order.is_empty()
            && self.late.is_empty()
            && self.gone_names.is_empty()
            && self.name_changes.is_empty()
            && self.use_orders.is_empty()
            && self.preds.is_empty()
            && self.pred_ends.is_empty()
            && self.offsets.is_empty()
    }

    fn reset(&mut self) {
        self.is_unread = false;
        self.pad_personality = None;
        self.names_order.clear();
        self.late.clear();
        self.gone_names.clear();
        self.name_changes.clear();
        self.use_orders.clear();
        self.preds.clear();
        self.pred_ends.clear();
        self.offsets.clear();
    }
}

/// A change of an instruction by an upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Late {
    /// The instruction.
    pub inst: InstId,
    /// Number of the step, counted through the module.
    pub step: u32,
    /// Whether only the callee is new; otherwise the whole instruction is.
    pub callee_only: bool,
}

/// A change of an instruction name by an upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameChange {
    /// A new instruction got this name.
    Added(LocalStr),
    /// The instruction that had this name is gone.
    Removed(LocalStr),
}

/// Why a reader drops all debug information of a module (`UpgradeDebugInfo`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DroppedDebug {
    /// The module flag states an unsupported version; 0 means that there is no flag.
    Version(u64),
    /// It is not valid.
    Invalid,
}

impl DroppedDebug {
    /// LLVM's warning about the file `name`, without the word `warning`.
    pub fn warning(self, name: &str) -> String {
        match self {
            DroppedDebug::Version(version) => format!("ignoring debug info with an invalid version ({version}) in {name}"),
            DroppedDebug::Invalid => format!("ignoring invalid debug info in {name}"),
        }
    }
}

/// What LLVM's verifier finds in a module whose debug information is not valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugFaults {
    /// All that it prints; empty if nobody asked for it.
    pub messages: String,
    /// Whether more than debug information is at fault, so that LLVM's readers give up.
    pub is_fatal: bool,
}

/// How a bitcode file was written, so that a copy can be written the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitcodeFile {
    /// Whether the writer preserved use-list orders, which also affects the order of constants; none if the file does not show it.
    pub use_list_orders: Option<bool>,
    /// Whether there is a SYMTAB block.
    pub symtab: bool,
    /// The index of the file's string table that holds the names. Modules with the same number share it and the SYMTAB block before it.
    pub table: u32,
    /// Whether global values had only names and linkages (`ThinLinkBitcodeWriter`), and the module holds their summary.
    pub thin_link: bool,
    /// Whether there is a wrapper header.
    pub wrapper: bool,
    /// The data layout in the file, if upgrading changed it.
    pub data_layout: Option<Str>,
    /// The attributes that the file gives to functions, where upgrading changed them; by ascending function.
    pub attrs: Vec<(GlobalId, AttrListId)>,
    /// Named global values in the order of the file's value symbol table, where that has their names (until LLVM 4).
    pub names_order: Vec<GlobalId>,
    /// GUIDs of global values in the file that differ from those that are assigned to them ([`crate::guid::Guids::assigned`]; 0 for none); by ascending number.
    pub guids: Vec<(GlobalId, u64)>,
    /// Functions that had personality, prefix or prologue and have none any more: LLVM keeps null pointers in their places; by ascending number.
    pub lost_operands: Vec<GlobalId>,
    /// Record forms that LLVM reads as something else and that the model cannot represent.
    pub forms: OldForms,
    /// Parts of records that the model cannot represent, because a newer LLVM wrote them.
    pub not_understood: Vec<NotUnderstood>,
    /// Records with fewer operands than the readers of some releases demand.
    pub short: Vec<ShortRecord>,
    /// The contents of a description below the text; none for a module from bitcode.
    pub described: Option<Box<Described>>,
}

impl BitcodeFile {
    /// The attributes that the file gives to the function `id`, if they differ from the module's.
    pub fn attrs_of(&self, id: GlobalId) -> Option<AttrListId> {
        self.attrs.binary_search_by_key(&id, |&(function, _)| function).ok().map(|at| self.attrs[at].1)
    }
    /// Gives global values other numbers; what is about those without a new one is forgotten.
    pub fn renumber_globals(&mut self, new: impl Fn(GlobalId) -> Option<GlobalId>) {
        fn renumbered<T: Copy>(list: &mut Vec<(GlobalId, T)>, new: impl Fn(GlobalId) -> Option<GlobalId>) {
            *list = list.iter().filter_map(|&(id, what)| Some((new(id)?, what))).collect();
            list.sort_by_key(|&(id, _)| id);
        }
        renumbered(&mut self.attrs, &new);
        renumbered(&mut self.guids, &new);
        renumbered(&mut self.forms.linkages, &new);
        self.names_order = self.names_order.iter().filter_map(|&id| new(id)).collect();
        self.lost_operands = self.lost_operands.iter().filter_map(|&id| new(id)).collect();
        self.lost_operands.sort();
    }
    /// Stores these as the file's attributes of the function `id`, unless some are stored already.
    pub fn note_attrs(&mut self, id: GlobalId, list: AttrListId) {
        if let Err(at) = self.attrs.binary_search_by_key(&id, |&(function, _)| function) {
            self.attrs.insert(at, (id, list));
        }
    }
}

/// Records of one kind with fewer operands than the readers of some releases demand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShortRecord {
    /// The block.
    pub block: u32,
    /// The record code.
    pub code: u32,
    /// How many operands they have.
    pub operands: usize,
    /// How many there are.
    pub count: u64,
}

/// Something in a module's file that is not known here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotUnderstood {
    /// Which block, record and part of it.
    pub what: String,
    /// In how many records.
    pub count: u64,
    /// Whether the module has a replacement for it, as in LLVM 22, rather than nothing.
    pub replaced: bool,
}

/// Old record forms that only the file shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OldForms {
    /// The oldest version of debug-information expression records, if it is below 3 (LLVM 22, `METADATA_EXPRESSION`).
    pub expressions: Option<u8>,
    /// Whether debug-information records of global variables refer to the variable (LLVM 22, `METADATA_GLOBAL_VAR` version 0).
    pub plain_variables: bool,
    /// Whether the expression of a `DIGlobalVariableExpression` is null, as clang 4 and 5 wrote it.
    pub null_expressions: bool,
    /// Whether the records of imported entities have no operand for the file, as until LLVM 4. LLVM takes their lines for 0.
    pub fileless_imports: bool,
    /// Global values without a comdat whose linkage code is from before comdats and may imply one, with that code (LLVM 22,
    /// `getDecodedLinkage` and `hasImplicitComdat`); by ascending number.
    pub linkages: Vec<(GlobalId, u8)>,
}

/// What a text cannot express about its bitcode file and the description below it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// All metadata kinds by number; none for the kinds that LLVM predefines followed by the module's own.
    pub md_kinds: Option<Vec<Str>>,
    /// All operand bundle tags by number; none as for kinds.
    pub bundle_tags: Option<Vec<Str>>,
    /// All sync scopes by number; none as with kinds.
    pub sync_scopes: Option<Vec<Str>>,
    /// Use-list orders of global values and constants of the module.
    pub orders: Vec<NumberedOrder>,
    /// Use-list orders of each body, in the order of bodies.
    pub body_orders: Vec<Vec<NumberedOrder>>,
}

/// A use-list order as in bitcode, by the number of its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberedOrder {
    /// Whether the value is a block.
    pub block: bool,
    /// Number of the value; in a body counted from its first argument.
    pub number: u32,
    /// For each use in the order found, its position in the wanted order.
    pub indexes: Vec<u32>,
}

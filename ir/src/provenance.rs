//! What a file or text says besides the IR: who wrote it, how that is known, and what a copy needs to be the same.
use crate::entity::{AttrListId, BlockId, GlobalId, InstId};
use crate::strings::Str;
use crate::use_order::UseOrder;
use crate::value::Value;
use crate::version::{Inferred, LlvmVersion};

/// What the file or text of a module says besides the IR. A module made by a program has the default.
///
/// Nothing in it changes what a module means. Edits make parts of it stale; [`Module::forget_provenance`](crate::module::Module::forget_provenance)
/// drops those.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// The program that wrote the bitcode (`LLVM22.1.8`); empty if the file does not say.
    pub producer: Str,
    /// The release that printed the text which the module was read from, if anything tells. None for a module from bitcode, which has a producer.
    pub text_version: Option<LlvmVersion>,
    /// The release inferred from the forms in the file, and these forms; none if a producer names it.
    pub inferred: Option<Inferred>,
    /// The producer in the symbol table for linkers (SYMTAB); empty if the file does not say. Some builds of LLVM name themselves there in more detail.
    pub symtab_producer: Str,
    /// The SHA-1 of the module's bitcode (HASH), if the file has one.
    pub hash: Option<[u32; 5]>,
    /// Use-list orders of global values and constants.
    pub use_orders: Vec<UseOrder>,
    /// Whether use-list orders, those of bodies too, refer to the lists that LLVM's assembly parser builds, not to those of its bitcode reader.
    pub text_use_orders: bool,
    /// Why a reader dropped all debug information, if it did.
    pub dropped_debug: Option<DroppedDebug>,
    /// How the bitcode file was written; none for a module from a text or made by a program.
    pub bitcode: Option<BitcodeFile>,
    /// The fingerprint of the IR when the module was read, see [`Module::seal`](crate::module::Module::seal); none if nothing depends on it.
    pub seal: Option<u64>,
}

/// What the file or text of a function body says besides the IR.
#[derive(Clone, Debug, Default)]
pub struct BodyProvenance {
    /// The personality that landing pads name, as until LLVM 3.6, before it becomes that of the function (see [`crate::personality`]).
    pub pad_personality: Option<Value>,
    /// Named locals and blocks in the order of the file's value symbol table, which is that of LLVM's hash table; its size depends on all names that it
    /// ever held. Empty if the order is not known, or does not cover all names.
    pub names_order: Vec<Value>,
    /// What upgrades changed after reading, in order: uses of these are the latest in use-lists.
    pub late: Vec<Late>,
    /// Names of instructions that upgrades removed, each with the instruction that it came before.
    pub gone_names: Vec<(InstId, Str)>,
    /// Changes of names by upgrades, in order.
    pub name_changes: Vec<NameChange>,
    /// Use-list orders in the body's USELIST block.
    pub use_orders: Vec<UseOrder>,
    /// Predecessors of each block in the order of its use-list, latest use first; those of block b end at `pred_ends[b]`.
    pub preds: Vec<BlockId>,
    /// See `preds`.
    pub pred_ends: Vec<u32>,
}

impl BodyProvenance {
    /// Empties it, but keeps its memory.
    pub fn clear(&mut self) {
        self.pad_personality = None;
        self.names_order.clear();
        self.late.clear();
        self.gone_names.clear();
        self.name_changes.clear();
        self.use_orders.clear();
        self.preds.clear();
        self.pred_ends.clear();
    }
}

/// A change of an instruction by an upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Late {
    /// The instruction.
    pub inst: InstId,
    /// Number of the step, counted through the module.
    pub step: u32,
    /// Whether nothing but what it calls is new; else all of it is.
    pub callee_only: bool,
}

/// A change of an instruction name by an upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameChange {
    /// A new instruction got this name.
    Added(Str),
    /// The instruction that had this name is gone.
    Removed(Str),
}

/// Why a reader drops all debug information of a module (`UpgradeDebugInfo`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DroppedDebug {
    /// The module flag names another version than today's; 0 stands for no flag.
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

/// What a bitcode file says about its writer's choices, so that a copy can be written alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitcodeFile {
    /// Whether the writer preserved use-list orders, which also decides the order of constants; none if the file does not show it.
    pub use_list_orders: Option<bool>,
    /// Whether there is a SYMTAB block.
    pub symtab: bool,
    /// Which string table of the file holds the names. Modules with the same number share it, and the SYMTAB block before it.
    pub table: u32,
    /// Whether global values had names and linkages alone (`ThinLinkBitcodeWriter`), of which the module holds the summary.
    pub thin_link: bool,
    /// Whether a wrapper header stands before the module.
    pub wrapper: bool,
    /// The data layout that the file states, where upgrading changed it.
    pub data_layout: Option<Str>,
    /// The attributes that the file gives to functions, where upgrading changed them; by ascending function.
    pub attrs: Vec<(GlobalId, AttrListId)>,
    /// Which records have a form that LLVM 22 reads as something else and that the model cannot hold.
    pub forms: OldForms,
    /// What of its records the model cannot hold, since a newer LLVM wrote it.
    pub not_understood: Vec<NotUnderstood>,
    /// What a description below the text says; none for a module from bitcode.
    pub described: Option<Box<Described>>,
}

impl BitcodeFile {
    /// The attributes that the file gives to the function `id`, where they are not those of the module.
    pub fn attrs_of(&self, id: GlobalId) -> Option<AttrListId> {
        self.attrs.binary_search_by_key(&id, |&(function, _)| function).ok().map(|at| self.attrs[at].1)
    }
    /// Notes that the file gives these attributes to the function `id`, unless others are noted.
    pub fn note_attrs(&mut self, id: GlobalId, list: AttrListId) {
        if let Err(at) = self.attrs.binary_search_by_key(&id, |&(function, _)| function) {
            self.attrs.insert(at, (id, list));
        }
    }
}

/// Something in a module's file that is not known here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotUnderstood {
    /// Which block, record and part of it.
    pub what: String,
    /// In how many records.
    pub count: u64,
    /// Whether the module has something else in its place, as LLVM 22 does, rather than nothing.
    pub replaced: bool,
}

/// Old forms of records that only their file tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OldForms {
    /// The oldest version of the records of expressions in debug information, if that is below 3 (LLVM 22, `METADATA_EXPRESSION`).
    pub expressions: Option<u8>,
    /// Whether records of global variables in debug information hold what the variable is (LLVM 22, `METADATA_GLOBAL_VAR` of version 0).
    pub plain_variables: bool,
    /// Global values that name no comdat and whose linkage has a code of before there were any, which may imply one, with that code (LLVM 22,
    /// `getDecodedLinkage` and `hasImplicitComdat`); by ascending number.
    pub linkages: Vec<(GlobalId, u8)>,
}

/// What a text cannot say about its bitcode file and a description below it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// All metadata kinds by number; none for those that LLVM always has and then those of the module.
    pub md_kinds: Option<Vec<Str>>,
    /// All operand bundle tags by number; none as with kinds.
    pub bundle_tags: Option<Vec<Str>>,
    /// All sync scopes by number; none as with kinds.
    pub sync_scopes: Option<Vec<Str>>,
    /// Use-list orders of global values and constants of the module.
    pub orders: Vec<NumberedOrder>,
    /// Use-list orders of each body, in the order of bodies.
    pub body_orders: Vec<Vec<NumberedOrder>>,
}

/// A use-list order as bitcode states it, by the number of its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberedOrder {
    /// Whether the value is a block.
    pub block: bool,
    /// Number of the value; in a body counted from its first argument on.
    pub number: u32,
    /// For each use in the order found, its place in the order wanted.
    pub indexes: Vec<u32>,
}

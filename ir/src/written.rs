//! What is known of the bitcode file of a module that the module itself does not say.
use crate::entity::{AttrListId, GlobalId};
use crate::strings::Str;

/// What a bitcode file tells of the choices of its writer, so that a copy can be written alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Whether use-list orders were kept, which also decides the order of constants; none if the file does not tell.
    pub use_list_orders: Option<bool>,
    /// Whether there is a SYMTAB block.
    pub symtab: bool,
    /// Which of the file's string tables holds the names: modules of one number share a table, and the SYMTAB block before it.
    pub table: u32,
    /// Whether global values had names and linkages alone (`ThinLinkBitcodeWriter`), of which the module holds the summary.
    pub thin_link: bool,
    /// Whether a wrapper header stands before the module.
    pub wrapper: bool,
    /// The data layout that the file states, where upgrading changed it.
    pub data_layout: Option<Str>,
    /// The attributes that the file gives to functions, where upgrading changed them; by ascending function.
    pub attrs: Vec<(GlobalId, AttrListId)>,
    /// Which of its records are of a form that LLVM 22 reads as something else, and that the model has no word for.
    pub forms: OldForms,
    /// What of its records the model has no place for, since it is of a newer LLVM.
    pub not_understood: Vec<NotUnderstood>,
    /// What a text cannot say and a description beside it did; none for a module from bitcode.
    pub told: Option<Box<Told>>,
}

impl Written {
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

/// What of a bitcode file cannot be told from the module's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
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

//! A module: everything that one bitcode module or one `.ll` file holds.
use crate::attr_set::AttrTable;
use crate::body::Body;
use crate::constants::ConstPool;
use crate::entity::{AttrListId, GlobalId};
use crate::global::{Comdat, Function, Global, GlobalKind};
use crate::metadata::MetadataTable;
use crate::strings::{Str, Strings};
use crate::types::TypeTable;
use crate::use_order::UseOrder;
use crate::version::{Inferred, LlvmVersion};
use crate::written::{Told, Written};

/// A module of LLVM IR.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Names, attribute and metadata strings.
    pub strings: Strings,
    /// Who wrote the file (`LLVM22.1.8`); empty if it does not say.
    pub producer: Str,
    /// The release that printed the text which the module was read from, if anything tells. None for a module from bitcode, which has a producer.
    pub text_version: Option<LlvmVersion>,
    /// Which release wrote the file, where only the forms in it tell that: none for a module from bitcode with a producer, or from text that came of such.
    pub inferred: Option<Inferred>,
    /// `source_filename`; none if the file does not say, in which case its own name stands for it.
    pub source_filename: Option<Str>,
    /// Libraries that the module depends on (`deplibs`, until LLVM 3.2).
    pub libraries: Vec<Str>,
    /// `target triple`; empty for none.
    pub triple: Str,
    /// `target datalayout`; empty for none.
    pub data_layout: Str,
    /// Module-level inline assembly; empty for none.
    pub inline_asm: Str,
    /// Types.
    pub types: TypeTable,
    /// Attributes.
    pub attrs: AttrTable,
    /// Constants that are not of one body.
    pub consts: ConstPool,
    /// Global values in file order: LLVM writes variables, functions, aliases, ifuncs.
    pub globals: Vec<Global>,
    /// Comdats.
    pub comdats: Vec<Comdat>,
    /// Metadata.
    pub metadata: MetadataTable,
    /// Names of metadata kinds by number.
    pub md_kinds: Vec<Str>,
    /// Names of sync scopes by number; 0 is `singlethread`, 1 the unnamed system scope.
    pub sync_scopes: Vec<Str>,
    /// Names of operand bundle tags by number.
    pub bundle_tags: Vec<Str>,
    /// Function bodies, in file order.
    pub bodies: Vec<Body>,
    /// Use-list orders of global values and constants.
    pub use_orders: Vec<UseOrder>,
    /// Whether use-list orders, those of bodies too, are stated against the lists that LLVM's assembly parser builds; else it is those of its
    /// bitcode reader.
    pub text_use_orders: bool,
    /// ThinLTO summary, if the file has one.
    pub summary: Option<Box<crate::summary::Summary>>,
    /// Who wrote the symbol table for linkers (SYMTAB); empty if the file does not say. Some builds of LLVM name themselves there by more than in
    /// `producer`.
    pub symtab_producer: Str,
    /// SHA-1 of the module (HASH), if the file has one.
    pub hash: Option<[u32; 5]>,
    /// Symbols of the inline assembly, where the file tells them: only an assembler could find them.
    pub asm_symbols: Vec<AsmSymbol>,
    /// Why upgrading dropped all debug information, if there was any.
    pub dropped_debug: Option<DroppedDebug>,
    /// How the bitcode was written which the module was read from; none for a module from text or made by a program.
    pub written: Option<Written>,
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

/// A symbol of module-level inline assembly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AsmSymbol {
    /// Its name.
    pub name: Str,
    /// Its flags as symbol tables for linkers have them.
    pub flags: u32,
}

impl Module {
    /// The bytes of a string of this module.
    #[inline]
    pub fn str(&self, s: Str) -> &[u8] {
        self.strings.get(s)
    }
    /// The data layout that the module's file states: that of the module, unless reading changed it.
    pub fn stated_data_layout(&self) -> Str {
        self.written.as_ref().and_then(|written| written.data_layout).unwrap_or(self.data_layout)
    }
    /// The attributes that the module's file gives to the function `id`: those of the module, unless reading changed them.
    pub fn stated_attrs(&self, id: GlobalId, function: &Function) -> AttrListId {
        self.written.as_ref().and_then(|written| written.attrs_of(id)).unwrap_or(function.attrs)
    }
    /// What a description beside the module's text told of its file.
    pub fn told(&self) -> Option<&Told> {
        self.written.as_ref()?.told.as_deref()
    }
    /// The release that the producer names: `LLVM22.1.8` and the like.
    pub fn producer_version(&self) -> Option<LlvmVersion> {
        crate::version::producer::producer_version(self.str(self.producer))
    }
    /// The release that wrote the file or printed the text, if anything tells: the producer, what dates the text, or the forms in the file.
    pub fn version(&self) -> Option<LlvmVersion> {
        let inferred = || self.inferred.as_ref().map(|inferred| inferred.release);
        self.producer_version().or_else(inferred).or(self.text_version)
    }
    /// The release that wrote the file or printed the text; the newest if nothing tells.
    pub fn llvm_version(&self) -> LlvmVersion {
        self.version().unwrap_or(LlvmVersion::NEWEST)
    }
    /// Whether the module is what stands in a bitcode file, not in a text, even one with a description of such a file.
    pub fn is_from_bitcode(&self) -> bool {
        self.written.as_ref().is_some_and(|written| written.told.is_none())
    }
    /// Whether the module is of the newest LLVM that is known, or of one that nothing names.
    pub fn is_current(&self) -> bool {
        self.llvm_version().is_newest()
    }
    /// The global value `id`.
    #[inline]
    pub fn global(&self, id: GlobalId) -> Option<&Global> {
        self.globals.get(id.index())
    }
    /// Functions with their ids, in order.
    pub fn functions(&self) -> impl Iterator<Item = (GlobalId, &Global, &Function)> {
        self.globals.iter().enumerate().filter_map(|(i, g)| match &g.kind {
            GlobalKind::Function(f) => Some((GlobalId::new(i), g, &**f)),
            _ => None,
        })
    }
    /// Leaves of every body only the types of its arguments: what LLVM knows of a function that it has not read yet.
    pub fn drop_bodies(&mut self) {
        for body in &mut self.bodies {
            let mut local_types = std::mem::take(&mut body.local_types);
            local_types.truncate(body.args as usize);
            *body = Body { args: body.args, local_types, ..Body::default() };
        }
    }
    /// The body of a function, if it has one.
    pub fn body(&self, function: &Function) -> Option<&Body> {
        self.bodies.get(function.body? as usize)
    }
}

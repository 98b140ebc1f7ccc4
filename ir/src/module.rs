//! A module: the contents of one bitcode module or one `.ll` file.
use crate::attr_set::AttrTable;
use crate::body::Body;
use crate::constants::ConstPool;
use crate::entity::{AttrListId, GlobalId};
use crate::fingerprint::fingerprint;
use crate::global::{Comdat, Function, GlobalKind, GlobalValue};
use crate::metadata::MetadataTable;
use crate::provenance::{Described, Provenance};
use crate::strings::{Str, Strings};
use crate::types::TypeTable;
use crate::value::{Value, ValueKind};
use crate::version::LlvmVersion;

/// A module of LLVM IR.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Names, attribute and metadata strings.
    pub strings: Strings,
    /// `source_filename`; none if the file does not state it: its own name is used then.
    pub source_filename: Option<Str>,
    /// Libraries that the module depends on (`deplibs`, until LLVM 3.2).
    pub libraries: Vec<Str>,
    /// `target triple`; empty for none.
    pub triple: Str,
    /// `target datalayout`; empty for none.
    pub data_layout: Str,
    /// Module-level inline assembly; empty for none.
    pub inline_asm: Str,
    /// The parts of the inline assembly, if one has properties; otherwise all of it is one part. See [`Module::asm_parts`].
    pub asm_fragments: Vec<AsmFragment>,
    /// Types.
    pub types: TypeTable,
    /// Attributes.
    pub attrs: AttrTable,
    /// Constants that are not of one body.
    pub consts: ConstPool,
    /// Global values in file order: LLVM writes variables, functions, aliases, ifuncs.
    pub globals: Vec<GlobalValue>,
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
    /// ThinLTO summary, if the file has one.
    pub summary: Option<Box<crate::summary::Summary>>,
    /// Symbols of the inline assembly, if the file lists them: computing them takes an assembler.
    pub asm_symbols: Vec<AsmSymbol>,
    /// What the file or text states besides the IR.
    pub provenance: Provenance,
}

/// A symbol of module-level inline assembly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AsmSymbol {
    /// Its name.
    pub name: Str,
    /// Its flags as symbol tables for linkers have them.
    pub flags: u32,
}

/// A part of module-level inline assembly, with the target that its code is for (LLVM 23, `Module::GlobalAsmFragment`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AsmFragment {
    /// Where it ends in [`Module::inline_asm`], in bytes.
    pub end: u32,
    /// `target_features`; empty for none.
    pub features: Str,
    /// `target_cpu`; empty for none.
    pub cpu: Str,
}

impl AsmFragment {
    /// Names of the properties, in the order in which LLVM lists them (`GlobalAsmProperties::getAsStrings`).
    pub const PROPERTIES: [&str; 2] = ["target_features", "target_cpu"];

    /// The properties, in the order of [`AsmFragment::PROPERTIES`].
    pub fn properties(&self) -> [Str; 2] {
        [self.features, self.cpu]
    }

    /// Sets the property of this name; false if there is none of this name.
    pub fn set(&mut self, name: &[u8], value: Str) -> bool {
        match AsmFragment::PROPERTIES.iter().position(|known| known.as_bytes() == name) {
            Some(0) => self.features = value,
            Some(_) => self.cpu = value,
            None => return false,
        }
        true
    }
}

impl Module {
    /// An empty module with this name as its `source_filename`.
    pub fn new(name: &str) -> Module {
        let mut module = Module::default();
        module.source_filename = Some(module.strings.push(name.as_bytes()));
        module
    }
    /// The parts of the inline assembly that have the same properties, each with its text.
    pub fn asm_parts(&self) -> impl Iterator<Item = (&[u8], AsmFragment)> {
        let text = self.str(self.inline_asm);
        let whole = AsmFragment { end: text.len() as u32, ..AsmFragment::default() };
        let rest = (self.asm_fragments.last().is_none_or(|last| (last.end as usize) < text.len())).then_some(whole);
        let mut start = 0;
        self.asm_fragments.iter().copied().chain(rest).filter_map(move |fragment| {
            let part = text.get(start..fragment.end as usize)?;
            start = fragment.end as usize;
            (!part.is_empty()).then_some((part, fragment))
        })
    }
    /// The bytes of a string of this module.
    #[inline]
    pub fn str(&self, s: Str) -> &[u8] {
        self.strings.get(s)
    }
    /// The data layout in the module's file: the module's own, unless the reader changed it.
    pub fn stated_data_layout(&self) -> Str {
        self.provenance.bitcode.as_ref().and_then(|file| file.data_layout).unwrap_or(self.data_layout)
    }
    /// The attributes of the function `id` in the module's file: the module's own, unless the reader changed them.
    pub fn stated_attrs(&self, id: GlobalId, function: &Function) -> AttrListId {
        self.provenance.bitcode.as_ref().and_then(|file| file.attrs_of(id)).unwrap_or(function.attrs)
    }
    /// What a description below the module's text states about its bitcode file.
    pub fn described(&self) -> Option<&Described> {
        self.provenance.bitcode.as_ref()?.described.as_deref()
    }
    /// The release in the producer: `LLVM22.1.8` and the like.
    pub fn producer_version(&self) -> Option<LlvmVersion> {
        crate::version::producer::producer_version(self.str(self.provenance.producer))
    }
    /// The release that wrote the file or printed the text, if known: from the producer, evidence in the text, the forms in the file, or the
    /// records of an index of many modules, which has no producer. Forms of a later release than the producer's count: other vendors'
    /// compilers have parts of later releases.
    pub fn version(&self) -> Option<LlvmVersion> {
        let inferred = self.provenance.inferred.as_ref().map(|inferred| inferred.release);
        let of_index = || self.summary.as_deref().and_then(|summary| summary.writer).map(LlvmVersion::new);
        self.producer_version().max(inferred).or(self.provenance.text_version).or_else(of_index)
    }
    /// The release that wrote the file or printed the text; the default if it is not known.
    pub fn llvm_version(&self) -> LlvmVersion {
        self.version().unwrap_or_default()
    }
    /// Whether the module was read from bitcode, not from text, even text with a description of a bitcode file.
    pub fn is_from_bitcode(&self) -> bool {
        self.provenance.bitcode.as_ref().is_some_and(|file| file.described.is_none())
    }
    /// Whether the module is of a release whose reader is known in full, or of unknown origin.
    pub fn is_current(&self) -> bool {
        self.llvm_version().upgrades_all()
    }
    /// Notes a fingerprint of the module's IR if its file has what any edit makes stale: a hash or a summary. The reader of bitcode calls this. A
    /// pass that keeps hash and summary true calls it again.
    pub fn seal(&mut self) {
        let is_needed = self.provenance.hash.is_some() || self.summary.is_some();
        self.provenance.seal = is_needed.then(|| fingerprint(self));
    }
    /// Whether the IR was edited since [`Module::seal`]. The writer drops hash, summary and use-list orders of such a module.
    pub fn is_stale(&self) -> bool {
        self.provenance.seal.is_some_and(|seal| seal != fingerprint(self))
    }
    /// Whether the module is sealed and was not edited since. A pass that keeps hash and summary true seals such a module again.
    pub fn is_sealed(&self) -> bool {
        self.provenance.seal.is_some_and(|seal| seal == fingerprint(self))
    }
    /// Drops the provenance that an edit makes stale: hash, summary, use-list orders except those within one body, and the changes by
    /// upgrades. Call it before changing a module that was read, unless the change keeps all of this valid.
    pub fn forget_provenance(&mut self) {
        self.provenance.hash = None;
        self.provenance.seal = None;
        self.summary = None;
        self.provenance.use_orders.clear();
        for body in &mut self.bodies {
            body.provenance.use_orders.retain(|order| matches!(order.value.kind(), ValueKind::Local(_) | ValueKind::Block(_)));
        }
        if let Some(file) = &mut self.provenance.bitcode {
            file.attrs.clear();
            file.guids.clear();
            file.data_layout = None;
            file.described = None;
        }
    }
    /// All pools of constants: the module's, then those of the bodies.
    pub fn pools(&self) -> impl Iterator<Item = &ConstPool> {
        std::iter::once(&self.consts).chain(self.bodies.iter().map(|body| &*body.consts))
    }
    /// All pools of constants that hold any.
    pub fn pools_mut(&mut self) -> impl Iterator<Item = &mut ConstPool> {
        std::iter::once(&mut self.consts).chain(self.bodies.iter_mut().filter_map(|body| body.consts.get_mut()))
    }
    /// The pool of the constant that `value` is, as the function with `body` uses it, and its place there. None for what is no constant of a pool.
    #[inline]
    pub fn pool_of<'m>(&'m self, body: Option<&'m Body>, value: Value) -> Option<(&'m ConstPool, u32)> {
        match value.kind() {
            ValueKind::Const(index) => Some((&self.consts, index)),
            ValueKind::LocalConst(index) => Some((&body?.consts, index)),
            _ => None,
        }
    }
    /// The global value `id`.
    #[inline]
    pub fn global(&self, id: GlobalId) -> Option<&GlobalValue> {
        self.globals.get(id.index())
    }
    /// Functions with their ids, in order.
    pub fn functions(&self) -> impl Iterator<Item = (GlobalId, &GlobalValue, &Function)> {
        self.globals.iter().enumerate().filter_map(|(i, g)| match &g.kind {
            GlobalKind::Function(f) => Some((GlobalId::new(i), g, &**f)),
            _ => None,
        })
    }
    /// Reduces every body to the types of its arguments: what LLVM knows about a function that it has not read yet.
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

//! ThinLTO summaries: the module summary index, of one module or of many (LLVM 22, `IR/ModuleSummaryIndex.h`).
use crate::entity::GlobalId;
use crate::global::GlobalKind;
use crate::keywords::{Linkage, Visibility};
use crate::module::Module;
use crate::provenance::Provenance;
use crate::strings::Str;
use crate::version::LlvmVersion;
use bctk_support::introsort;
use std::borrow::Cow;

/// A module summary index. Strings are in the module's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Whether it belongs to a module compiled for full LTO.
    pub full_lto: bool,
    /// Version of the format it was read from.
    pub version: u64,
    /// The major version of LLVM that wrote it (or one that writes the same), inferred from the shape of its records; none for a text and
    /// where the newest LLVM may have written it. An index has no producer.
    pub writer: Option<u32>,
    /// Flags of the index, of [`KNOWN_FLAGS`]; 0 for none.
    pub flags: u64,
    /// Number of basic blocks in all functions.
    pub block_count: u64,
    /// The modules it speaks of, in file order.
    pub modules: Vec<ModulePath>,
    /// Whether a text names values in it, even without properties: LLVM's writer then reserves a place for summaries.
    pub names_values: bool,
    /// The values in it, each GUID once, in the order in which they are first named; includes all global values of the module.
    pub values: Vec<ValueInfo>,
    /// Summaries in file order.
    pub entries: Vec<Entry>,
    /// Resolutions of type identifiers, in file order.
    pub type_ids: Vec<TypeIdSummary>,
    /// Virtual tables compatible with a type identifier, in file order.
    pub vtables: Vec<CompatibleVtables>,
    /// Stack identifiers in the order in which the file first lists them. Others follow in the order of their use.
    pub stack_ids: Vec<u64>,
    /// Functions that control-flow integrity requires to be defined.
    pub cfi_defs: Vec<CfiFunction>,
    /// Functions that control-flow integrity requires to be declared.
    pub cfi_decls: Vec<CfiFunction>,
}

/// A function with a jump table for control-flow integrity (`CfiFunctionIndex`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CfiFunction {
    /// Its name.
    pub name: Str,
    /// Its GUID; before LLVM 23, that of its name as of a name that every module can see.
    pub guid: u64,
}

/// Bits of the index flags that LLVM knows (`ModuleSummaryIndex::setFlags`); others are dropped when reading.
pub const KNOWN_FLAGS: u64 = 0x7FB;

/// Adjusts a module from text with a summary to what LLVM writes. In a module with code, a summary without values and flags is dropped;
/// a summary of code in other files is all that is written.
pub fn settle(module: &mut Module) {
    let has_code = module.globals.iter().any(|g| matches!(g.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_)));
    match &module.summary {
        Some(summary) if has_code && summary.entries.is_empty() && !summary.names_values && summary.flags == 0 => module.summary = None,
        Some(summary) if !has_code && (!summary.entries.is_empty() || summary.names_values || summary.flags != 0) => {
            if let Some(summary) = &mut module.summary {
                combine(summary);
            }
            *module = Module {
                strings: std::mem::take(&mut module.strings),
                summary: module.summary.take(),
                provenance: Provenance { text_version: module.provenance.text_version, ..Provenance::default() },
                ..Module::default()
            };
        }
        _ => {}
    }
}

/// Sorts the references of every value by kind: unrestricted ones first, write-only ones last.
///
/// LLVM's assembly parser reorders many references of the same kind (`LLParser::parseOptionalRefs`, an unstable sort). In a text that
/// was `printed` from bitcode, they stay in the order of the bitcode.
pub fn sort_references(module: &mut Module, printed: bool) {
    let place = |r: &Ref| match r.kind {
        RefKind::Any => 0,
        RefKind::ReadOnly => 1,
        RefKind::WriteOnly => 2,
    };
    for entry in module.summary.iter_mut().flat_map(|summary| &mut summary.entries) {
        match printed {
            true => entry.refs.sort_by_key(place),
            false => introsort::sort(&mut entry.refs, |a, b| place(a) < place(b)),
        }
    }
}

/// Gives a module from a text that LLVM printed the hash in its summary.
pub fn keep_hash(module: &mut Module) {
    let alone = module.summary.as_ref().and_then(|summary| match summary.modules.as_slice() {
        [one] if one.hash != [0; 5] => Some(one.hash),
        _ => None,
    });
    module.provenance.hash = alone.or(module.provenance.hash);
}

/// Notes that a module with a hash was changed: the writer of bitcode computes the hash anew. With `drops`, it is left out instead, also of the
/// summary, as in a module that will be text. Returns whether that was done.
pub fn outdate_hash(module: &mut Module, drops: bool) -> bool {
    let mut is_dropped = false;
    if drops {
        is_dropped = module.provenance.hash.take().is_some();
        // The index of several modules says what other files have.
        if let Some([one]) = module.summary.as_mut().map(|summary| summary.modules.as_mut_slice()).filter(|_| !module.globals.is_empty()) {
            is_dropped |= one.hash != [0; 5];
            one.hash = [0; 5];
        }
    }
    module.provenance.hash_is_stale = module.provenance.hash.is_some();
    is_dropped
}

/// Gives intrinsics in the summary of a module the names that they have now. A value that the module does not
/// declare any more keeps its GUID alone: assemblers refuse its name.
pub fn settle_names(module: &mut Module) {
    if module.globals.is_empty() {
        return;
    }
    let (globals, strings) = (&module.globals, &module.strings);
    for value in module.summary.iter_mut().flat_map(|summary| &mut summary.values) {
        match value.global.and_then(|id| globals.get(id.index())) {
            None => value.name = Str::EMPTY,
            Some(global) if !value.name.is_empty() && strings.get(global.name).starts_with(b"llvm.") => {
                value.name = global.name;
                value.guid = guid_of_name(strings.get(global.name));
            }
            Some(_) => {}
        }
    }
}

/// Drops what the index of many modules cannot represent (`IndexBitcodeWriter`): values without a summary and references to them, virtual
/// tables, frequencies of calls, stacks of allocations.
fn combine(summary: &mut Summary) {
    let mut places = vec![None; summary.values.len()];
    for entry in &summary.entries {
        if let Some(place) = places.get_mut(entry.value as usize) {
            *place = Some(0);
        }
    }
    for (kept, place) in (0..).zip(places.iter_mut().flatten()) {
        *place = kept;
    }
    let place_of = |value: u32| places.get(value as usize).copied().flatten();
    let mut at = 0;
    summary.values.retain(|_| {
        at += 1;
        places[at - 1].is_some()
    });
    let keep = |value: &mut u32| match place_of(*value) {
        Some(place) => {
            *value = place;
            true
        }
        None => false,
    };
    for entry in &mut summary.entries {
        keep(&mut entry.value);
        entry.refs.retain_mut(|r| keep(&mut r.value));
        match &mut entry.kind {
            EntryKind::Function(function) => {
                function.calls.retain_mut(|call| keep(&mut call.callee));
                for call in &mut function.calls {
                    call.rel_block_freq = 0;
                }
                for access in &mut function.params {
                    access.calls.retain_mut(|call| keep(&mut call.1));
                }
                for site in &mut function.callsites {
                    site.callee = site.callee.and_then(place_of);
                }
                for alloc in &mut function.allocs {
                    alloc.contexts.iter_mut().for_each(|(_, stack)| stack.clear());
                }
            }
            EntryKind::Variable { vtable, is_vtable, .. } => {
                vtable.clear();
                *is_vtable = false;
            }
            EntryKind::Alias(aliasee) => *aliasee = aliasee.and_then(place_of),
        }
    }
    summary.vtables.clear();
}

/// A module of an index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModulePath {
    /// Its number in the file.
    pub id: u64,
    /// Its path; none for the very module that holds the index.
    pub path: Option<Str>,
    /// SHA-1 of the module, zero if it has none.
    pub hash: [u32; 5],
}

/// A value that an index speaks of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueInfo {
    /// Globally unique identifier, see [`guid_of`].
    pub guid: u64,
    /// Name; empty if only the identifier is known.
    pub name: Str,
    /// The global value of this module, if it is one.
    pub global: Option<GlobalId>,
}

/// The summary of one value in one module.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Index in [`Summary::values`].
    pub value: u32,
    /// Index in [`Summary::modules`].
    pub module: u32,
    /// Linkage, visibility and the like.
    pub flags: ValueFlags,
    /// GUID before the value was promoted to global, if the file states it.
    pub original_guid: Option<u64>,
    /// Values that it refers to.
    pub refs: Vec<Ref>,
    /// What only this kind of value has.
    pub kind: EntryKind,
}

/// Flags of a summarised value (`GlobalValueSummary::GVFlags`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueFlags {
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// May not be imported by other modules.
    pub not_eligible_to_import: bool,
    /// Not dead.
    pub live: bool,
    /// Resolved within the linked image.
    pub dso_local: bool,
    /// May be left out of the dynamic symbol table.
    pub can_auto_hide: bool,
    /// Imported as a declaration rather than a definition.
    pub import_declaration: bool,
    /// Keeps its name if it becomes global.
    pub no_rename_on_promotion: bool,
}

impl ValueFlags {
    /// Decodes the flags of a summary of version `version` (`getDecodedGVSummaryFlags`, LLVM 23).
    pub fn from_raw(raw: u64, version: u64) -> ValueFlags {
        ValueFlags {
            linkage: Linkage::from_code(raw & 15).unwrap_or(Linkage::External),
            visibility: Visibility::from_code(raw >> 8 & 3).unwrap_or(Visibility::Default),
            not_eligible_to_import: raw & 0x10 != 0 || version < 3,
            live: raw & 0x20 != 0 || version < 3,
            dso_local: raw & 0x40 != 0,
            can_auto_hide: raw & 0x80 != 0,
            import_declaration: raw & 0x400 != 0,
            no_rename_on_promotion: raw & 0x800 != 0,
        }
    }

    /// Encodes the flags in the latest version (`getEncodedGVSummaryFlags`, LLVM 23).
    pub fn raw(self) -> u64 {
        let bit = |set: bool, at: u32| u64::from(set) << at;
        self.linkage.code() & 15
            | bit(self.not_eligible_to_import, 4)
            | bit(self.live, 5)
            | bit(self.dso_local, 6)
            | bit(self.can_auto_hide, 7)
            | self.visibility.code() << 8
            | bit(self.import_declaration, 10)
            | bit(self.no_rename_on_promotion, 11)
    }
}

/// How a summarised value refers to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefKind {
    /// In any way.
    Any,
    /// Only reads it.
    ReadOnly,
    /// Only writes it.
    WriteOnly,
}

/// A reference from a summarised value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ref {
    /// Index in [`Summary::values`].
    pub value: u32,
    /// How.
    pub kind: RefKind,
}

/// The summary of one kind of value.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryKind {
    /// A function.
    Function(Box<FunctionSummary>),
    /// A variable.
    Variable {
        /// Bits of [`variable_flags`].
        flags: u64,
        /// For a virtual table: functions in it, with their offsets in bytes.
        vtable: Vec<(u32, u64)>,
        /// Whether the file had it as a virtual table.
        is_vtable: bool,
    },
    /// An alias; its aliasee, as an index in [`Summary::values`]. An index may leave it out.
    Alias(Option<u32>),
}

/// Bits of the flags of a variable (`GlobalVarSummary::GVarFlags`).
pub mod variable_flags {
    /// May be read only.
    pub const READ_ONLY: u64 = 1;
    /// May be write only.
    pub const WRITE_ONLY: u64 = 2;
    /// Is a constant.
    pub const CONSTANT: u64 = 4;
    /// First bit of the visibility of virtual calls.
    pub const VCALL_VISIBILITY: u32 = 3;
}

/// The summary of a function. Value numbers are indices in [`Summary::values`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FunctionSummary {
    /// Number of instructions.
    pub instructions: u64,
    /// Flags; see [`FUNCTION_FLAGS`] for their names.
    pub flags: u64,
    /// How often it is entered by a profile; 0 if unknown.
    pub entry_count: u64,
    /// Functions it calls.
    pub calls: Vec<CallEdge>,
    /// Type identifiers (GUIDs) it tests for.
    pub type_tests: Vec<u64>,
    /// Virtual calls after a type test.
    pub assume_vcalls: Vec<VirtualFunction>,
    /// Virtual calls by a checked load.
    pub checked_load_vcalls: Vec<VirtualFunction>,
    /// Virtual calls after a type test with constant arguments.
    pub assume_const_vcalls: Vec<(VirtualFunction, Vec<u64>)>,
    /// Virtual calls by a checked load with constant arguments.
    pub checked_load_const_vcalls: Vec<(VirtualFunction, Vec<u64>)>,
    /// What it does with pointer parameters.
    pub params: Vec<ParamAccess>,
    /// Call sites on profiled allocation contexts.
    pub callsites: Vec<Callsite>,
    /// Profiled allocations.
    pub allocs: Vec<Alloc>,
}

/// Keywords of a summary's text, by number.
pub mod words {
    /// Hotness of a call (`CalleeInfo::HotnessType`).
    pub const HOTNESS: [&str; 5] = ["unknown", "cold", "none", "hot", "critical"];
    /// Kinds of allocation, which are bits (`AllocationType`).
    pub const ALLOCATION: [(&str, u8); 4] = [("none", 0), ("notcold", 1), ("cold", 2), ("hot", 4)];
    /// How a test for a type identifier is resolved (`TypeTestResolution::Kind`).
    pub const TYPE_TEST: [&str; 6] = ["unsat", "byteArray", "inline", "single", "allOnes", "unknown"];
    /// How virtual calls are devirtualised (`WholeProgramDevirtResolution::Kind`).
    pub const DEVIRT: [&str; 3] = ["indir", "singleImpl", "branchFunnel"];
    /// The same for calls with constant arguments (`WholeProgramDevirtResolution::ByArg::Kind`).
    pub const DEVIRT_BY_ARG: [&str; 4] = ["indir", "uniformRetVal", "uniqueRetVal", "virtualConstProp"];

    /// The keyword for a number; `unknown` if there is none.
    pub fn of(words: &[&'static str], number: u64) -> &'static str {
        usize::try_from(number).ok().and_then(|number| words.get(number).copied()).unwrap_or("unknown")
    }

    /// The word of a kind of allocation.
    pub fn of_allocation(kind: u8) -> &'static str {
        ALLOCATION.iter().find(|row| row.1 == kind).map_or("unknown", |row| row.0)
    }
}

impl ValueFlags {
    /// The keywords of linkage and visibility; unlike elsewhere, the defaults have one here.
    pub fn words(self) -> (&'static str, &'static str) {
        let or = |word: &'static str, default| if word.is_empty() { default } else { word };
        (or(self.linkage.spelling(), "external"), or(self.visibility.spelling(), "default"))
    }
}

/// Names of the bits of a function's flags (`FunctionSummary::FFlags`).
pub const FUNCTION_FLAGS: [&str; 10] = [
    "readNone",
    "readOnly",
    "noRecurse",
    "returnDoesNotAlias",
    "noInline",
    "alwaysInline",
    "noUnwind",
    "mayThrow",
    "hasUnknownCall",
    "mustBeUnreachable",
];

/// Names of the bits of a function's flags that a release prints.
pub fn function_flags(version: LlvmVersion) -> &'static [&'static str] {
    if version.summary_function_flags() { &FUNCTION_FLAGS } else { &FUNCTION_FLAGS[..6] }
}

/// A call in a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallEdge {
    /// Callee.
    pub callee: u32,
    /// See [`words::HOTNESS`].
    pub hotness: u8,
    /// Block frequency relative to the entry, 0 if unknown.
    pub rel_block_freq: u32,
    /// Whether it is a tail call.
    pub tail: bool,
}

/// A slot of virtual tables: type identifier (GUID) and offset in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VirtualFunction {
    /// GUID of the type identifier.
    pub guid: u64,
    /// Offset in the table, in bytes.
    pub offset: u64,
}

/// A half-open range of signed 64-bit offsets. If both bounds are equal, it is the full range if they are -1, and otherwise empty
/// (`ConstantRange` of LLVM 22).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetRange {
    /// Inclusive.
    pub lower: i64,
    /// Exclusive.
    pub upper: i64,
}

impl OffsetRange {
    /// That of no offset.
    pub const EMPTY: OffsetRange = OffsetRange { lower: 0, upper: 0 };

    /// The least and the greatest offset in it; 0 and -1 if it is empty.
    pub fn bounds(self) -> (i64, i64) {
        let OffsetRange { lower, upper } = self;
        let full = lower == upper && lower == -1;
        let least = if full || lower > upper && upper != i64::MIN { i64::MIN } else { lower };
        let greatest = if full || lower > upper { i64::MAX } else { upper.wrapping_sub(1) };
        (least, greatest)
    }
}

/// What a function does with one pointer parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamAccess {
    /// Number of the parameter.
    pub param: u64,
    /// Offsets at which it is used.
    pub range: OffsetRange,
    /// Calls that it is passed to: parameter of the callee, callee, offsets.
    pub calls: Vec<(u64, u32, OffsetRange)>,
}

/// A call site on a profiled allocation context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callsite {
    /// Callee; none if unknown.
    pub callee: Option<u32>,
    /// Clones of the callee that it calls, by clone of the caller.
    pub clones: Vec<u32>,
    /// Stack identifiers.
    pub stack_ids: Vec<u64>,
}

/// A profiled allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alloc {
    /// Kind of allocation, by clone.
    pub versions: Vec<u8>,
    /// Contexts: kind of allocation and stack identifiers.
    pub contexts: Vec<(u8, Vec<u64>)>,
    /// For each context, if sizes were kept: identifier and total size in bytes of each full context that it covers.
    pub sizes: Vec<Vec<(u64, u64)>>,
}

/// How tests for a type identifier are resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeIdSummary {
    /// Name of the type identifier.
    pub name: Str,
    /// GUID of the name.
    pub guid: u64,
    /// See [`words::TYPE_TEST`].
    pub kind: u64,
    /// Range of the size, as the width in bits of size - 1.
    pub size_m1_bit_width: u64,
    /// Log2 of the alignment.
    pub align_log2: u64,
    /// Size - 1.
    pub size_m1: u64,
    /// Mask for a byte array.
    pub bit_mask: u8,
    /// Bits of an inline test.
    pub inline_bits: u64,
    /// Devirtualisations by offset, ascending.
    pub resolutions: Vec<DevirtResolution>,
}

/// How virtual calls at one offset are devirtualised.
#[derive(Clone, Debug, PartialEq)]
pub struct DevirtResolution {
    /// Offset in the virtual table.
    pub offset: u64,
    /// See [`words::DEVIRT`].
    pub kind: u64,
    /// The one implementation.
    pub single_impl: Str,
    /// By constant arguments, ascending.
    pub by_arg: Vec<ArgResolution>,
}

/// A devirtualisation for constant arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgResolution {
    /// The arguments.
    pub args: Vec<u64>,
    /// See [`words::DEVIRT_BY_ARG`].
    pub kind: u64,
    /// The return value.
    pub info: u64,
    /// Byte offset of the stored value.
    pub byte: u32,
    /// Bit of the stored value.
    pub bit: u32,
}

/// Virtual tables that are compatible with a type identifier.
#[derive(Clone, Debug, PartialEq)]
pub struct CompatibleVtables {
    /// Name of the type identifier.
    pub name: Str,
    /// GUID of the name.
    pub guid: u64,
    /// Offset of the address point, and the table as an index in [`Summary::values`].
    pub tables: Vec<(u64, u32)>,
}

/// The string whose hash is the GUID of a value; it includes the source file for local values (`GlobalValue::getGlobalIdentifier`,
/// LLVM 22). `separator` is [`LOCAL_SEPARATOR`], or [`local_separator`] for an older file.
pub fn global_identifier<'n>(name: &'n [u8], linkage: Linkage, source_filename: &'n [u8], separator: u8) -> Cow<'n, [u8]> {
    let name = name.strip_prefix(b"\x01").unwrap_or(name);
    if !linkage.is_local() {
        return Cow::Borrowed(name);
    }
    let file = if source_filename.is_empty() { b"<unknown>" } else { source_filename };
    Cow::Owned([file, &[separator], name].concat())
}

/// The byte between file and name in the identifier of a local value ([`Feature::LocalSeparator`](crate::version::Feature::LocalSeparator)).
pub const LOCAL_SEPARATOR: u8 = b';';

/// The byte between file and name in the identifier of a local value, by the release that wrote the file.
pub fn local_separator(version: LlvmVersion) -> u8 {
    if version.local_separator() { LOCAL_SEPARATOR } else { b':' }
}

/// Replaces the GUIDs of local values in the module's summary that LLVM `from` computed with those of LLVM `to`.
pub fn identify_as(module: &mut Module, from: LlvmVersion, to: LlvmVersion) {
    let (from, to) = (local_separator(from), local_separator(to));
    if from == to {
        return;
    }
    let Some(mut summary) = module.summary.take() else { return };
    let source = module.source_filename.map_or(&b""[..], |name| module.strings.get(name));
    for value in &mut summary.values {
        let Some(global) = value.global.and_then(|id| module.globals.get(id.index())).filter(|global| global.linkage.is_local()) else {
            continue;
        };
        let identity = |separator| guid_of(&global_identifier(module.strings.get(global.name), global.linkage, source, separator));
        if value.guid == identity(from) {
            value.guid = identity(to);
        }
    }
    module.summary = Some(summary);
}

/// The GUID of an identifier: the first eight bytes of its MD5, least significant first (`GlobalValue::getGUID`).
pub fn guid_of(identifier: &[u8]) -> u64 {
    use md5::{Digest, Md5};
    let digest = Md5::digest(identifier);
    let mut low = [0; 8];
    low.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(low)
}

/// The GUID of a name that every module can see.
pub fn guid_of_name(name: &[u8]) -> u64 {
    guid_of(&global_identifier(name, Linkage::External, b"", LOCAL_SEPARATOR))
}

impl Summary {
    /// The index of the value with this GUID, appended without a name if it is missing. Linear; readers keep their own map.
    pub fn find_value(&self, guid: u64) -> Option<u32> {
        self.values.iter().position(|value| value.guid == guid).map(|index| index as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The numbers that llvm-dis 22 prints after `; guid =`.
    #[test]
    fn guids() {
        assert_eq!(guid_of(b"printf"), 7_383_291_119_112_528_047);
        assert_eq!(
            (local_separator(LlvmVersion::new(17)), local_separator(LlvmVersion::new(18)), local_separator(LlvmVersion::NEWEST)),
            (b':', b';', b';')
        );
        assert_eq!(guid_of(b"main"), 15_822_663_052_811_949_562);
        assert_eq!(*global_identifier(b"\x01f", Linkage::External, b"a.c", LOCAL_SEPARATOR), *b"f");
        assert_eq!(*global_identifier(b"f", Linkage::Private, b"a.c", LOCAL_SEPARATOR), *b"a.c;f");
        assert_eq!(guid_of(&global_identifier(b"callee", Linkage::Internal, b"s.c", LOCAL_SEPARATOR)), 6_939_543_853_020_516_928);
    }

    #[test]
    fn flags() {
        let flags = ValueFlags::from_raw(736, 12);
        assert_eq!(flags.visibility, Visibility::Protected);
        assert_eq!((function_flags(LlvmVersion::new(13)).last(), function_flags(LlvmVersion::NEWEST).len()), (Some(&"alwaysInline"), 10));
        assert!(flags.live && flags.dso_local && flags.can_auto_hide && !flags.not_eligible_to_import);
        for raw in [736, 0, 0x41a, 0x557] {
            assert_eq!(ValueFlags::from_raw(raw, 12).raw(), raw);
        }
    }
}

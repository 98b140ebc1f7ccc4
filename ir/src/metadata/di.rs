//! The table of specialised debug-information nodes: name, fields in print order, kind and print rule of each.
//!
//! Source: the printed form of LLVM 23 (`AsmWriter.cpp`, the `writeDI…` functions, and the output of `llvm-dis` 23 for nodes with every
//! field set). `DIExpression`, `DIArgList` and `GenericDINode` contain lists and have their own variants in [`Metadata`](super::Metadata).
//!
//! The fields of a node are stored in 32-bit slots, in table order; [`FieldKind::slots`] is the number of slots of a field.
use crate::version::LlvmVersion;

/// What a field holds, and how it lies in its slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FieldKind {
    /// Reference to metadata; one slot: id + 1, 0 for null.
    Md,
    /// Reference to a metadata string; one slot: id + 1, 0 for null. Prints as a quoted string.
    MdString,
    /// Unsigned number in one slot.
    U32,
    /// Signed number in one slot.
    I32,
    /// Optional unsigned number; one slot: number + 1 (wrapping), 0 for absent.
    OptU32,
    /// Unsigned number in two slots: low half, high half.
    U64,
    /// `true` or `false`; one slot.
    Bool,
    /// Metadata or an inline unsigned number; three slots. First slot 0: null; [`NUMBER`]: the number is in the next two slots, low half
    /// first; otherwise a reference to metadata (id + 1). A reference to a constant integer prints as an unsigned number; 0 is omitted.
    SizeOrMd,
    /// As `SizeOrMd`, but signed, and 0 is printed.
    BoundOrMd,
    /// Bound of a generic subrange: metadata. An expression that is one signed constant prints as a number. One slot.
    GenericBound,
    /// Integer of any width; three slots. First slot: width in bits. Up to 64 bits: the value, low half first. Above: start of its
    /// 64-bit words in `MetadataTable::words`, and their count.
    ApInt,
    /// DWARF tag; one slot.
    Tag,
    /// `DW_LANG_…`; one slot.
    DwLang,
    /// `DW_LNAME_…`; one slot.
    DwLname,
    /// `DW_LLVM_LANG_DIALECT_…`, 0 for none; one slot.
    DwDialect,
    /// `DW_ATE_…`; one slot.
    DwEncoding,
    /// `DW_CC_…`; one slot.
    DwCc,
    /// `DW_MACINFO_…`; one slot.
    DwMacinfo,
    /// Optional `DW_APPLE_ENUM_KIND_…`; one slot: number + 1, 0 for absent.
    OptEnumKind,
    /// `DIFlag…`; one slot.
    DiFlags,
    /// `DISPFlag…`; one slot.
    SpFlags,
    /// Emission kind of a compile unit; one slot.
    EmissionKind,
    /// Name table kind of a compile unit; one slot.
    NameTableKind,
    /// `DW_TAG_auto_variable` or `DW_TAG_arg_variable`, which LLVM 3.7 had in addition to the DWARF tags; one slot.
    LocalTag,
    /// Kind of a fixed-point type; one slot.
    FixedPointKind,
    /// Checksum kind of a file; one slot, 0 for none.
    ChecksumKind,
    /// Raw word of pointer-authentication data, for nodes with that tag; one slot. Prints as the five `ptrAuth…` fields.
    PtrAuth,
}

/// First slot of a [`FieldKind::SizeOrMd`] or [`FieldKind::BoundOrMd`] field that holds an inline number.
pub const NUMBER: u32 = u32::MAX;

impl FieldKind {
    /// Whether the first slot may refer to metadata: id + 1.
    #[inline]
    pub const fn is_reference(self) -> bool {
        matches!(self, FieldKind::Md | FieldKind::MdString | FieldKind::GenericBound | FieldKind::SizeOrMd | FieldKind::BoundOrMd)
    }
    /// How many 32-bit slots a field of this kind takes.
    pub const fn slots(self) -> usize {
        match self {
            FieldKind::U64 => 2,
            FieldKind::SizeOrMd | FieldKind::BoundOrMd | FieldKind::ApInt => 3,
            _ => 1,
        }
    }
}

/// When a field prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PrintRule {
    /// Always.
    Always,
    /// Unless it has this value: an empty string, a null reference, a number.
    Skip(u32),
    /// Unless it is null: an empty string prints.
    SkipNull,
    /// By a special rule that the printer has for this node and field.
    Special,
    /// Never.
    Never,
    /// Up to this release, unless it is null or 0.
    Until(LlvmVersion),
}

/// One field of a specialised node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct DiField {
    /// Printed name.
    pub name: &'static str,
    /// The name as it stands before a value: `, name: `.
    pub label: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    /// When it prints.
    pub rule: PrintRule,
    /// Its first slot within the node's slots.
    pub slot: u8,
}

impl DiField {
    /// The first slot of the field in a node that does not have it.
    pub const fn absent(&self) -> u32 {
        match self.rule {
            PrintRule::Skip(default) => default,
            _ => 0,
        }
    }
}

/// Assigns slots to the fields of a node, in order.
const fn place<const N: usize>(fields: &[DiField]) -> [DiField; N] {
    let mut placed = [DiField { name: "", label: "", kind: FieldKind::Md, rule: PrintRule::Never, slot: 0 }; N];
    let mut slot = 0;
    let mut i = 0;
    while i < N {
        placed[i] = fields[i];
        placed[i].slot = slot as u8;
        slot += fields[i].kind.slots();
        i += 1;
    }
    placed
}

/// Declares the nodes. `Label "DILabel" { scope: Md Always, line: U32 Skip(0) }` becomes
/// ```text
/// pub enum DiKind { Label }
/// // name(): "DILabel"
/// // fields(): &[DiField { name: "scope", kind: Md, rule: Always, slot: 0 }, DiField { name: "line", kind: U32, rule: Skip(0), slot: 1 }]
/// ```
macro_rules! di_nodes {
    ($($(#[$doc:meta])* $id:ident $name:literal { $($field:ident : $kind:ident $rule:ident $(($default:expr))?),* $(,)? })*) => {
        /// Which specialised node.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum DiKind {
            $($(#[$doc])* #[doc = concat!("`!", $name, "`")] $id,)*
        }

        impl DiKind {
            /// All kinds, in the order of the table.
            pub const ALL: &'static [DiKind] = &[$(DiKind::$id),*];

            /// The printed name, without the `!`.
            #[inline]
            pub const fn name(self) -> &'static str {
                match self { $(DiKind::$id => $name,)* }
            }

            /// The index of the field with this name; past the last if there is none.
            pub const fn field_index(self, name: &str) -> usize {
                let fields = self.fields();
                let mut i = 0;
                while i < fields.len() && !::bctk_support::text::same(fields[i].name.as_bytes(), name.as_bytes()) {
                    i += 1;
                }
                i
            }

            /// The fields, in print order.
            #[inline]
            pub const fn fields(self) -> &'static [DiField] {
                match self {
                    $(DiKind::$id => {
                        const RAW: &[DiField] = &[$(DiField {
                            name: stringify!($field), label: concat!(", ", stringify!($field), ": "), kind: FieldKind::$kind, rule: PrintRule::$rule $(($default))?, slot: 0,
                        }),*];
                        const PLACED: &[DiField] = &place::<{ RAW.len() }>(RAW);
                        PLACED
                    })*
                }
            }
        }
    };
}

di_nodes! {
    /// The long form of a
    LongLocation "DILocation" {
        line: U32 Always, column: U32 Skip(0), scope: Md Always, inlinedAt: Md Skip(0), isImplicitCode: Bool Skip(0), atomGroup: U64 Skip(0),
        atomRank: U32 Skip(0),
    }
    /// Without the fields that only a [long](DiKind::LongLocation) one has, a
    Location "DILocation" { line: U32 Always, column: U32 Skip(0), scope: Md Always, inlinedAt: Md Skip(0) }
    Subrange "DISubrange" { count: BoundOrMd SkipNull, lowerBound: BoundOrMd SkipNull, upperBound: BoundOrMd SkipNull, stride: BoundOrMd SkipNull }
    GenericSubrange "DIGenericSubrange" {
        count: GenericBound SkipNull, lowerBound: GenericBound SkipNull, upperBound: GenericBound SkipNull, stride: GenericBound SkipNull,
    }
    Enumerator "DIEnumerator" { name: MdString Always, value: ApInt Always, isUnsigned: Bool Skip(0) }
    BasicType "DIBasicType" {
        tag: Tag Skip(0x24), name: MdString Skip(0), scope: Md Skip(0), file: Md Skip(0), line: U32 Skip(0), size: SizeOrMd Skip(0),
        align: U32 Skip(0), dataSize: U32 Skip(0), encoding: DwEncoding Skip(0), num_extra_inhabitants: U32 Skip(0), flags: DiFlags Skip(0),
    }
    FixedPointType "DIFixedPointType" {
        tag: Tag Skip(0x24), name: MdString Skip(0), scope: Md Skip(0), file: Md Skip(0), line: U32 Skip(0), size: SizeOrMd Skip(0),
        align: U32 Skip(0), encoding: DwEncoding Skip(0), flags: DiFlags Skip(0), kind: FixedPointKind Always, factor: I32 Special, numerator: ApInt Special, denominator: ApInt Special,
    }
    StringType "DIStringType" {
        tag: Tag Skip(0x12), name: MdString Skip(0), stringLength: Md Skip(0), stringLengthExpression: Md Skip(0),
        stringLocationExpression: Md Skip(0), size: SizeOrMd Skip(0), align: U32 Skip(0), encoding: DwEncoding Skip(0),
    }
    DerivedType "DIDerivedType" {
        tag: Tag Always, name: MdString Skip(0), scope: Md Skip(0), file: Md Skip(0), line: U32 Skip(0), baseType: Md Always, size: SizeOrMd Skip(0),
        align: U32 Skip(0), offset: SizeOrMd Skip(0), flags: DiFlags Skip(0), extraData: Md Skip(0), dwarfAddressSpace: OptU32 SkipNull,
        annotations: Md Skip(0), ptrAuthData: PtrAuth Special,
    }
    SubrangeType "DISubrangeType" {
        name: MdString Skip(0), scope: Md Skip(0), file: Md Skip(0), line: U32 Skip(0), size: SizeOrMd Skip(0), align: U32 Skip(0),
        flags: DiFlags Skip(0), baseType: Md Always, lowerBound: Md Skip(0), upperBound: Md Skip(0), stride: Md Skip(0), bias: Md Skip(0),
    }
    CompositeType "DICompositeType" {
        tag: Tag Always, name: MdString Skip(0), scope: Md Skip(0), file: Md Skip(0), line: U32 Skip(0), baseType: Md Skip(0), size: SizeOrMd Skip(0),
        align: U32 Skip(0), offset: SizeOrMd Skip(0), num_extra_inhabitants: U32 Skip(0), flags: DiFlags Skip(0), elements: Md Skip(0),
        runtimeLang: DwLang Skip(0), vtableHolder: Md Skip(0), templateParams: Md Skip(0), identifier: MdString Skip(0), discriminator: Md Skip(0),
        dataLocation: Md Skip(0), associated: Md Skip(0), allocated: Md Skip(0), rank: BoundOrMd SkipNull, annotations: Md Skip(0),
        specification: Md Skip(0), enumKind: OptEnumKind SkipNull, bitStride: Md Skip(0),
    }
    SubroutineType "DISubroutineType" { flags: DiFlags Skip(0), cc: DwCc Skip(0), types: Md Always }
    File "DIFile" {
        filename: MdString Always, directory: MdString Always, checksumkind: ChecksumKind Skip(0), checksum: MdString Special, source: MdString SkipNull,
    }
    CompileUnit "DICompileUnit" {
        language: DwLang Special, sourceLanguageName: DwLname Skip(0), sourceLanguageVersion: U32 Skip(0), file: Md Always, producer: MdString Skip(0),
        isOptimized: Bool Always, flags: MdString Skip(0), runtimeVersion: U32 Always, splitDebugFilename: MdString Skip(0),
        emissionKind: EmissionKind Always, enums: Md Skip(0), retainedTypes: Md Skip(0), subprograms: Md Until(LlvmVersion::of(3.8)), globals: Md Skip(0), imports: Md Skip(0), macros: Md Skip(0),
        dwoId: U64 Skip(0), splitDebugInlining: Bool Skip(1), debugInfoForProfiling: Bool Skip(0), nameTableKind: NameTableKind Skip(0),
        rangesBaseAddress: Bool Skip(0), sysroot: MdString Skip(0), sdk: MdString Skip(0), dialect: DwDialect Skip(0),
    }
    Subprogram "DISubprogram" {
        name: MdString Skip(0), linkageName: MdString Skip(0), scope: Md Always, file: Md Skip(0), line: U32 Skip(0), type: Md Skip(0),
        scopeLine: U32 Skip(0), containingType: Md Skip(0), virtualIndex: U32 Special, thisAdjustment: I32 Skip(0), flags: DiFlags Skip(0),
        spFlags: SpFlags Always, function: Md Until(LlvmVersion::of(3.7)), unit: Md Skip(0), templateParams: Md Skip(0), declaration: Md Skip(0), retainedNodes: Md Skip(0),
        thrownTypes: Md Skip(0), annotations: Md Skip(0), targetFuncName: MdString Skip(0), keyInstructions: Bool Skip(0),
    }
    LexicalBlock "DILexicalBlock" { scope: Md Always, file: Md Skip(0), line: U32 Skip(0), column: U32 Skip(0) }
    LexicalBlockFile "DILexicalBlockFile" { scope: Md Always, file: Md Skip(0), discriminator: U32 Always }
    CommonBlock "DICommonBlock" { scope: Md Always, declaration: Md Always, name: MdString Skip(0), file: Md Skip(0), line: U32 Skip(0) }
    Namespace "DINamespace" { name: MdString Skip(0), scope: Md Always, file: Md Until(LlvmVersion::of(4.0)), line: U32 Until(LlvmVersion::of(4.0)), exportSymbols: Bool Skip(0) }
    Macro "DIMacro" { type: DwMacinfo Always, line: U32 Skip(0), name: MdString Skip(0), value: MdString Skip(0) }
    MacroFile "DIMacroFile" { type: DwMacinfo Never, line: U32 Skip(0), file: Md Always, nodes: Md Skip(0) }
    Module "DIModule" {
        scope: Md Always, name: MdString Skip(0), configMacros: MdString Skip(0), includePath: MdString Skip(0), apinotes: MdString Skip(0),
        file: Md Skip(0), line: U32 Skip(0), isDecl: Bool Skip(0),
    }
    AssignID "DIAssignID" {}
    TemplateTypeParameter "DITemplateTypeParameter" { name: MdString Skip(0), type: Md Always, defaulted: Bool Skip(0) }
    TemplateValueParameter "DITemplateValueParameter" {
        tag: Tag Skip(0x30), name: MdString Skip(0), type: Md Skip(0), defaulted: Bool Skip(0), value: Md Always,
    }
    GlobalVariable "DIGlobalVariable" {
        name: MdString Skip(0), linkageName: MdString Skip(0), scope: Md Always, file: Md Skip(0), line: U32 Skip(0), type: Md Skip(0),
        isLocal: Bool Always, isDefinition: Bool Always, variable: Md Until(LlvmVersion::of(3.9)), declaration: Md Skip(0), templateParams: Md Skip(0), align: U32 Skip(0),
        annotations: Md Skip(0),
    }
    GlobalVariableExpression "DIGlobalVariableExpression" { var: Md Skip(0), expr: Md Skip(0) }
    LocalVariable "DILocalVariable" {
        tag: LocalTag Until(LlvmVersion::of(3.7)), name: MdString Skip(0), arg: U32 Skip(0), scope: Md Always, file: Md Skip(0), line: U32 Skip(0), type: Md Skip(0), flags: DiFlags Skip(0),
        align: U32 Skip(0), annotations: Md Skip(0),
    }
    Label "DILabel" {
        scope: Md Always, name: MdString Skip(0), file: Md Skip(0), line: U32 Skip(0), column: U32 Skip(0), isArtificial: Bool Skip(0),
        coroSuspendIdx: OptU32 SkipNull,
    }
    ObjCProperty "DIObjCProperty" {
        name: MdString Skip(0), file: Md Skip(0), line: U32 Skip(0), setter: MdString Skip(0), getter: MdString Skip(0), attributes: U32 Skip(0),
        type: Md Skip(0),
    }
    ImportedEntity "DIImportedEntity" {
        tag: Tag Always, name: MdString Skip(0), scope: Md Always, entity: Md Skip(0), file: Md Skip(0), line: U32 Skip(0), elements: Md Skip(0),
    }
}

/// Fields of older versions that are bits of a newer field: kind of node, old name, name of the newer field, lowest bit.
pub const PARTS: &[(DiKind, &str, &str, u32)] = &[
    (DiKind::Subprogram, "virtuality", "spFlags", 0),
    (DiKind::Subprogram, "isLocal", "spFlags", 2),
    (DiKind::Subprogram, "isDefinition", "spFlags", 3),
    (DiKind::Subprogram, "isOptimized", "spFlags", 4),
];

/// Maximum number of fields that refer to metadata, for any kind of node.
const MAX_OPERANDS: usize = 18;

/// Slots of the operands of each kind of node.
static OPERAND_SLOTS: [([u8; MAX_OPERANDS], usize); DiKind::ALL.len()] = {
    let mut table = [([0; MAX_OPERANDS], 0); DiKind::ALL.len()];
    let mut k = 0;
    while k < table.len() {
        let kind = DiKind::ALL[k];
        let names = kind.operand_order();
        let fields = kind.fields();
        let mut n = 0;
        while n < names.len() {
            table[k].0[n] = fields[kind.field_index(names[n])].slot;
            n += 1;
        }
        table[k].1 = n;
        k += 1;
    }
    table
};

/// Slots of the operands of a subprogram up to LLVM 4.
static OLD_SUBPROGRAM: [u8; 11] = {
    let names = [
        "file",
        "scope",
        "name",
        "linkageName",
        "type",
        "containingType",
        "function",
        "unit",
        "templateParams",
        "declaration",
        "retainedNodes",
    ];
    let mut slots = [0; 11];
    let mut n = 0;
    while n < names.len() {
        slots[n] = DiKind::Subprogram.fields()[DiKind::Subprogram.field_index(names[n])].slot;
        n += 1;
    }
    slots
};

impl DiKind {
    /// The total number of 32-bit slots of this node's fields.
    #[inline]
    pub const fn slots(self) -> usize {
        const COUNTS: [u8; DiKind::ALL.len()] = {
            let mut counts = [0; DiKind::ALL.len()];
            let mut i = 0;
            while i < counts.len() {
                let fields = DiKind::ALL[i].fields();
                counts[i] = match fields.last() {
                    Some(last) => last.slot + last.kind.slots() as u8,
                    None => 0,
                };
                i += 1;
            }
            counts
        };
        COUNTS[self as usize] as usize
    }

    /// Fields that refer to metadata, in the order in which LLVM 23 stores them as operands of the node (`DebugInfoMetadata.h`, the
    /// `getRaw…` accessors). This order decides how nodes and strings are numbered.
    pub const fn operand_order(self) -> &'static [&'static str] {
        match self {
            DiKind::LongLocation | DiKind::Location => &["scope", "inlinedAt"],
            DiKind::Subrange | DiKind::GenericSubrange => &["count", "lowerBound", "upperBound", "stride"],
            DiKind::Enumerator => &["name"],
            DiKind::BasicType | DiKind::FixedPointType => &["file", "scope", "name", "size"],
            DiKind::StringType => &["name", "size", "stringLength", "stringLengthExpression", "stringLocationExpression"],
            DiKind::DerivedType => &["file", "scope", "name", "size", "offset", "baseType", "extraData", "annotations"],
            DiKind::SubrangeType => &["file", "scope", "name", "size", "baseType", "lowerBound", "upperBound", "stride", "bias"],
            DiKind::CompositeType => &[
                "file",
                "scope",
                "name",
                "size",
                "offset",
                "baseType",
                "elements",
                "vtableHolder",
                "templateParams",
                "identifier",
                "discriminator",
                "dataLocation",
                "associated",
                "allocated",
                "rank",
                "annotations",
                "specification",
                "bitStride",
            ],
            DiKind::SubroutineType => &["types"],
            DiKind::File => &["filename", "directory", "checksum", "source"],
            DiKind::CompileUnit => &[
                "file",
                "producer",
                "flags",
                "splitDebugFilename",
                "enums",
                "retainedTypes",
                "subprograms",
                "globals",
                "imports",
                "macros",
                "sysroot",
                "sdk",
            ],
            DiKind::Subprogram => &[
                "file",
                "scope",
                "name",
                "linkageName",
                "type",
                "function",
                "unit",
                "declaration",
                "retainedNodes",
                "containingType",
                "templateParams",
                "thrownTypes",
                "annotations",
                "targetFuncName",
            ],
            DiKind::LexicalBlock | DiKind::LexicalBlockFile => &["file", "scope"],
            DiKind::Module => &["file", "scope", "name", "configMacros", "includePath", "apinotes"],
            DiKind::CommonBlock => &["scope", "declaration", "name", "file"],
            DiKind::Namespace => &["file", "scope", "name"],
            DiKind::Macro => &["name", "value"],
            DiKind::MacroFile => &["file", "nodes"],
            DiKind::TemplateTypeParameter => &["name", "type"],
            DiKind::TemplateValueParameter => &["name", "type", "value"],
            DiKind::GlobalVariable => {
                &["scope", "name", "file", "type", "linkageName", "variable", "declaration", "templateParams", "annotations"]
            }
            DiKind::GlobalVariableExpression => &["var", "expr"],
            DiKind::LocalVariable => &["scope", "name", "file", "type", "annotations"],
            DiKind::Label => &["scope", "name", "file"],
            DiKind::ObjCProperty => &["name", "file", "getter", "setter", "type"],
            DiKind::ImportedEntity => &["scope", "entity", "name", "file", "elements"],
            DiKind::AssignID => &[],
        }
    }

    /// Slots of the fields of [`DiKind::operand_order`].
    #[inline]
    pub fn operand_slots(self) -> &'static [u8] {
        let (slots, len) = &OPERAND_SLOTS[self as usize];
        &slots[..*len]
    }

    /// Slots of the fields of [`DiKind::operand_order`] in `version`.
    #[inline]
    pub fn operand_slots_in(self, version: LlvmVersion) -> &'static [u8] {
        match self {
            DiKind::Subprogram if !version.subprogram_operands() => &OLD_SUBPROGRAM,
            _ => self.operand_slots(),
        }
    }

    /// The field with this printed name.
    pub fn field(self, name: &str) -> Option<&'static DiField> {
        self.fields().iter().find(|field| field.name == name)
    }

    /// Whether it is a `!DILocation` of either form.
    #[inline]
    pub const fn is_location(self) -> bool {
        matches!(self, DiKind::Location | DiKind::LongLocation)
    }

    /// Whether it is a type.
    pub const fn is_type(self) -> bool {
        use DiKind::{BasicType, CompositeType, DerivedType, FixedPointType, StringType, SubrangeType, SubroutineType};
        matches!(self, BasicType | FixedPointType | StringType | DerivedType | SubrangeType | CompositeType | SubroutineType)
    }

    /// Whether it is a scope in a function, or the function itself (`DILocalScope`).
    pub const fn is_local_scope(self) -> bool {
        matches!(self, DiKind::Subprogram | DiKind::LexicalBlock | DiKind::LexicalBlockFile)
    }

    /// The kind of the same name that has all its fields. A field that only this kind has is absent in a node of the other.
    #[inline]
    pub const fn whole(self) -> DiKind {
        if self.is_location() { DiKind::LongLocation } else { self }
    }

    /// The kind with this printed name (without the `!`), with all fields.
    pub fn from_name(name: &[u8]) -> Option<DiKind> {
        DiKind::ALL.iter().copied().find(|kind| kind.name().as_bytes() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_follow_one_another() {
        for &kind in DiKind::ALL {
            let mut next = 0;
            for field in kind.fields() {
                assert_eq!(usize::from(field.slot), next, "{} {}", kind.name(), field.name);
                next += field.kind.slots();
            }
            assert_eq!(kind.slots(), next);
            assert_eq!(DiKind::from_name(kind.name().as_bytes()), Some(kind.whole()));
        }
        for &kind in DiKind::ALL {
            for name in kind.operand_order() {
                assert!(kind.field(name).is_some(), "{} {name}", kind.name());
            }
        }
        assert_eq!(DiKind::AssignID.slots(), 0);
        assert_eq!(DiKind::Location.field("scope").map(|f| f.slot), Some(2));
        assert_eq!(DiKind::from_name(b"DILocation"), Some(DiKind::LongLocation));
    }

    #[test]
    fn a_short_location_is_the_start_of_a_long_one() {
        let [short, long] = [DiKind::Location, DiKind::LongLocation].map(DiKind::fields);
        assert_eq!([DiKind::Location, DiKind::LongLocation].map(DiKind::slots), [4, 8]);
        for (short, long) in short.iter().zip(long) {
            assert_eq!((short.name, short.slot), (long.name, long.slot));
        }
        assert!(long[short.len()..].iter().all(|field| field.absent() == 0));
    }
}

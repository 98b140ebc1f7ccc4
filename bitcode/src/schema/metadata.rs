//! METADATA, METADATA_ATTACHMENT and METADATA_KIND: the general records here, the specialised nodes in [`DI_RECORDS`].
use crate::schema::field::*;
use bctk_ir::version::LlvmVersion;
use std::ops::Range;

pub use crate::schema::di::DI_RECORDS;

/// Whether the codes of LLVM 2.7 and before count.
#[inline]
fn of_llvm2(f: &Fields<'_>) -> bool {
    f.llvm2
}

records! {
    /// Metadata: strings first, then values and nodes, numbered in order; named metadata; attachments of globals.
    block "METADATA" = 15, since 3.0;

    /// A string.
    StringOld<'r> "STRING_OLD" = 1, since 3.0 until 3.8 { text: Chars<'r> }
    /// A tuple of LLVM 2.7 and before.
    OldestNode<'r> "OLDEST_NODE" = 2, since 2.6 until 2.7, when of_llvm2 {
        operands: TypedNumbers<'r>,
    }
    /// A value as metadata.
    Value "VALUE" = 2, since 3.6 { ty: TypeRef, value: AbsValue }
    /// A tuple local to a function, of LLVM 2.7 and before.
    OldestFnNode<'r> "OLDEST_FN_NODE" = 3, since 2.7 until 2.7, when of_llvm2 {
        operands: TypedNumbers<'r>,
    }
    /// A tuple.
    Node<'r> "NODE" = 3, since 3.6 {
        operands: OptMds<'r>,
    }
    /// Name of the named metadata that follows.
    Name<'r> "NAME" = 4, since 3.0 { text: Chars<'r> }
    /// Operands of the preceding named metadata, in LLVM 2.7 and before; it takes a number, as nodes do.
    OldestNamedNode<'r> "OLDEST_NAMED_NODE" = 5, since 2.6 until 2.7, when of_llvm2 {
        operands: Mds<'r>,
    }
    /// A distinct tuple.
    DistinctNode<'r> "DISTINCT_NODE" = 5, since 3.6 {
        operands: OptMds<'r>,
    }
    /// A kind of attachment; in this block until LLVM 3.8.
    KindOld<'r> "KIND" = 6, since 3.0 until 3.7 { kind: U64, name: Chars<'r> }
    /// A tuple.
    OldNode<'r> "OLD_NODE" = 8, since 3.0 until 3.5 {
        operands: TypedNumbers<'r>,
    }
    /// A tuple local to a function.
    OldFnNode<'r> "OLD_FN_NODE" = 9, since 3.0 until 3.5 {
        operands: TypedNumbers<'r>,
    }
    /// Operands of the preceding named metadata.
    NamedNode<'r> "NAMED_NODE" = 10, since 3.0 {
        operands: Mds<'r>,
    }
    /// All strings of the block.
    Strings "STRINGS" = 35, since 3.9 {
        count: U64,
        /// Offset of the characters in the blob; the lengths, vbr6 each, precede them.
        offset: U64,
        bytes: Blob,
    }
    /// Attachments of a global.
    GlobalDeclAttachment<'r> "GLOBAL_DECL_ATTACHMENT" = 36, since 3.9 {
        value: AbsValue,
        attachments: Attachments<'r>,
    }
    /// Bits from the end of this record to the INDEX record, in two halves.
    IndexOffset "INDEX_OFFSET" = 38, since 4.0 { low: U32, high: U32 }
    /// Bit lengths of the node records between INDEX_OFFSET and this one.
    Index<'r> "INDEX" = 39, since 4.0 {
        /// The first counts from the end of INDEX_OFFSET.
        lengths: U64s<'r>,
    }
    /// `!DIArgList`; numbered, but local to its use.
    ArgList<'r> "ARG_LIST" = 46, since 13.0 {
        /// Values as metadata.
        values: Mds<'r>,
    }
}

/// METADATA_ATTACHMENT: attachments of a function and its instructions.
pub mod attachment {
    use crate::schema::field::*;

    records! {
        /// Attachments of the function whose body holds the block, and of its instructions.
        block "METADATA_ATTACHMENT" = 16, since 3.0;

        /// Attachments, with metadata in the numbering of LLVM 2.7.
        AttachmentOld<'r> "ATTACHMENT_OLD" = 7, since 2.7 until 2.7 {
            /// The instruction's number in the function; where absent, the function itself has the attachments.
            instruction: U64 [odd],
            attachments: Attachments<'r>,
        }
        /// Attachments.
        Attachment<'r> "ATTACHMENT" = 11, since 3.0 {
            /// The instruction's number in the function; where absent, the function itself has the attachments.
            instruction: U64 [odd],
            attachments: Attachments<'r>,
        }
    }
}

/// METADATA_KIND: kinds of attachments.
pub mod kind {
    use crate::schema::field::*;

    records! {
        /// Kinds of attachments, with the numbers that this module uses for them.
        block "METADATA_KIND" = 22, since 3.8;

        /// A kind.
        Kind<'r> "KIND" = 6, since 3.8 { kind: U64, name: Chars<'r> }
    }
}

/// How an operand of a specialised metadata record is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiEnc {
    /// Metadata by its number plus one; 0 is null.
    Md,
    /// A metadata string by its number plus one; 0 is none.
    MdStr,
    /// Metadata by its number; never null.
    MdId,
    /// An unsigned integer.
    U64,
    /// A signed integer: twice its value, complemented if negative (`unrotateSign`).
    I64,
    /// A signed integer in two's complement of 64 bits.
    I64Raw,
    /// 0 or 1.
    Bool,
    /// An unsigned integer plus one; 0 is none.
    PlusOne,
    /// An unsigned integer; all 64 bits set is none.
    U64OrNone,
    /// An unsigned integer; all 32 bits set is none.
    U32OrNone,
    /// A wide integer: bit width and, from bit 32 on, number of words; then the words, sign-rotated.
    ApInt,
    /// Bit width of the wide integer that ends the record.
    ApWidth,
    /// The words of that integer, sign-rotated; all remaining operands.
    ApWords,
    /// Numbers of metadata plus one, 0 for null; all remaining operands.
    MdRest,
    /// Unsigned integers; all remaining operands.
    U64Rest,
    /// Written as 0 or kept for old readers; says nothing.
    Unused,
}

impl DiEnc {
    /// How the operand is encoded, in one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            DiEnc::Md => "metadata or null",
            DiEnc::MdStr => "string or none",
            DiEnc::MdId => "metadata",
            DiEnc::U64 => "u64",
            DiEnc::I64 => "i64",
            DiEnc::I64Raw => "i64, two's complement",
            DiEnc::Bool => "bool",
            DiEnc::PlusOne => "u64 plus one, 0 for none",
            DiEnc::U64OrNone => "u64, 2^64 - 1 for none",
            DiEnc::U32OrNone => "u32, 2^32 - 1 for none",
            DiEnc::ApInt => "wide integer",
            DiEnc::ApWidth => "bit width of the wide integer at the end",
            DiEnc::ApWords => "words of the wide integer, i64 each",
            DiEnc::MdRest => "list of metadata or null",
            DiEnc::U64Rest => "list of u64",
            DiEnc::Unused => "unused",
        }
    }
}

/// One operand of a specialised metadata record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiOperand {
    /// Name of the field in the printed node.
    pub field: &'static str,
    /// Encoding.
    pub enc: DiEnc,
    /// First LLVM that writes it, if that is later than for the record's shape.
    pub since: Option<LlvmVersion>,
}

/// A specialised metadata record in one of its shapes.
///
/// Operand 0 holds `distinct` in bit 0; masked by [`DiRecordRow::mask`] it is [`DiRecordRow::fixed`]. The operands listed begin with operand 1.
/// Trailing ones may be absent in files of older LLVM versions.
#[derive(Debug)]
pub struct DiRecordRow {
    /// Record code.
    pub code: u32,
    /// Name of the record.
    pub name: &'static str,
    /// Name of the node as printed, such as `DISubprogram`.
    pub node: &'static str,
    /// First LLVM that writes this shape.
    pub since: LlvmVersion,
    /// Last LLVM that writes this shape, if the newest does not.
    pub until: Option<LlvmVersion>,
    /// What the record describes, and the special properties of this shape.
    pub doc: &'static str,
    /// The bits of operand 0 that distinguish shapes.
    pub fixed: u64,
    /// The bits of operand 0 that distinguish shapes.
    pub mask: u64,
    /// Fields kept in operand 0: name and bit.
    pub flags: &'static [(&'static str, u32)],
    /// The least number of operands, operand 0 included.
    pub min_operands: usize,
    /// Operands from number 1 on.
    pub operands: &'static [DiOperand],
}

impl DiRecordRow {
    /// Whether LLVM of this version writes the shape.
    pub fn is_of(&self, version: LlvmVersion) -> bool {
        self.since <= version && self.until.is_none_or(|until| version <= until)
    }

    /// Bits of operand 0 that are set in every current record and do not distinguish shapes: references are to nodes, not identifiers
    /// (`IsNotUsedInOldTypeRef`, `HasNoOldTypeRefs`), and a compile unit is distinct.
    pub fn set_bits(&self, version: LlvmVersion) -> u64 {
        match self.node {
            "DICompositeType" | "DISubroutineType" if version.types_by_node() => 2,
            "DICompileUnit" if version.macros() => 1,
            _ => 0,
        }
    }

    /// Whether the shape contains a wide integer or a list, so that its records can have any length.
    pub fn is_open(&self) -> bool {
        self.operands.iter().any(|op| matches!(op.enc, DiEnc::ApInt | DiEnc::ApWords | DiEnc::MdRest | DiEnc::U64Rest))
    }

    /// Whether a record of this code has this shape, by its operand 0 and number of operands. There is no upper bound, because a newer
    /// LLVM may append operands.
    pub fn matches(&self, ops: &[u64]) -> bool {
        ops.len() >= self.min_operands && ops.first().is_some_and(|head| head & self.mask == self.fixed)
    }
}

/// Splits the nodes of a METADATA block by its index into parts of at least `least` bits; the last one may be shorter.
///
/// `nodes` are the bits from the end of the INDEX_OFFSET record to the INDEX record, and `lengths` are the operands of the latter. If these are
/// right, each part starts with a record. Nothing checks them.
pub fn index_parts(lengths: &[u64], nodes: Range<u64>, least: u64) -> Vec<Range<u64>> {
    let (mut at, mut begin) = (nodes.start, nodes.start);
    let mut parts = Vec::new();
    for &length in lengths {
        at = at.saturating_add(length);
        if at >= nodes.end {
            break;
        }
        if at - begin >= least {
            parts.push(begin..at);
            begin = at;
        }
    }
    parts.push(begin..nodes.end);
    parts
}

/// The shape of a specialised metadata record: the first matching row of its code.
pub fn di_record(code: u32, ops: &[u64]) -> Option<&'static DiRecordRow> {
    DI_RECORDS.iter().find(|row| row.code == code && row.matches(ops))
}

//! Patches between bitstreams: `apply(canonical, diff(canonical, original))` is `original`.
//!
//! The canonical writer mostly reproduces the file that a module was read from. The differences (records that reading upgrades, records and
//! blocks of other writers, unusual abbreviations, other orders) are edits of records: [`diff()`] computes them, [`apply()`] applies them, and
//! [`Patch::to_bytes`] stores them. Any two files can be compared. If one is not a valid bitstream, the patch consists of the byte ranges that
//! differ.
//!
//! ```
//! use bctk_lossless::patch::{Patch, apply, diff};
//! let canonical = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
//! let mut original = canonical.clone();
//! original.extend(b"\0\0\0\0"); // padding that somebody added
//! let patch = diff(&canonical, &original)?.to_bytes();
//! assert!(patch.len() < 50);
//! let applied = apply(&canonical, &Patch::from_bytes(&patch)?)?;
//! assert!(applied.bytes == original && applied.exact && applied.dropped.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Units and regions
//!
//! A stream is a sequence of *units*, which are the events of [`bctk_bitstream::stream`]: a prefix (a wrapper header), magic numbers,
//! starts and ends of blocks, definitions of abbreviations, records, and bytes after the last block. Before files are compared, fields that
//! follow from the layout are removed from the units (only if they have the value that the layout implies); they are recomputed when units
//! are written:
//!
//! | number | unit | its normal form |
//! |---|---|---|
//! | 1 | MODULE:VSTOFFSET, where it names the next symbol table of the module | the operand is 0 |
//! | 2 | VALUE_SYMTAB:FNENTRY of a module, where it names a body | the second operand is the number of the body |
//! | 3 | METADATA:INDEX_OFFSET, where it names the next INDEX | both operands are 0 |
//! | 4 | METADATA:INDEX, where it holds the sizes of the records since INDEX_OFFSET | the operand is their count |
//! | 5 | METADATA:STRINGS | the operands are the lengths of the strings, the blob their characters |
//! | 6 | a record of SYMTAB | the operands are the blob's words of 32 bits |
//! | 7 | a wrapper header with the size of the stream | 0 in place of the size |
//!
//! The length of a block is part of a unit only if it is wrong. Bits that the stream layer would not write for a unit (fields longer than
//! needed, padding that is not 0) belong to the unit unchanged.
//!
//! The file is divided into *regions*: the file itself (everything outside of blocks), every top-level block, and every block in a MODULE,
//! such as a function body, with its contents. A region's items are units; those of the file and of MODULE are units and regions.
//!
//! # Entries
//!
//! An *entry* edits one region by a script that walks through its items; a region without an entry is unchanged. An entry holds the CRC-32
//! of the canonical region. If the file is no longer the one that the patch was made from, because its text was edited, the CRC-32 decides
//! whether the entry still applies. The entry also states how far it *reaches*:
//!
//! * 0: the same records in another encoding. Applies if the region is the same.
//! * 1: other values, which may be numbers of types, values, metadata … Applies if the *context* is the same as well: STRTAB, and MODULE
//!   blocks with everything in them except bodies and symbol tables.
//! * 2: other tables: numbered records are added, removed or moved, types and attributes change, STRTAB is added or removed, the version of
//!   the module changes. Such an entry and those of reach 1 apply only if the file is the same.
//!
//! The hash of a module (MODULE:HASH) is inserted or changed only if the file is the same.
//!
//! Functions are added and removed. So if a body is not at its position, its checksum is searched for among the other bodies.
//!
//! # Rules
//!
//! Many records differ in the same way: a field that another LLVM does not know, a type with another number. A patch begins with rules that
//! predict how records change; scripts list only the exceptions. A *shape* applies to the records with a certain block, code, abbreviation
//! and count of operands: they get another abbreviation, lose operands at the end, and gain others. A *column* applies to one operand of
//! the records with a certain block and code: values from a given one on are shifted by a given amount.
//!
//! # The bytes of a patch
//!
//! Numbers are LEB128 (seven bits per byte, lowest first; the high bit means that more follow); *signed* ones are zigzag-coded first (0,
//! -1, 1, -2 …). A *list* is a count and its elements; *bytes* are a list of bytes. CRCs are four bytes, little endian.
//!
//! * The version, 1. Nothing follows if the files are equal. Otherwise the kind follows: 2 for spans of bytes, 1 for a stream. 4 is added
//!   if there is a context, and 8 if there are rules.
//! * Spans: CRC of the canonical file, CRC of the original, then *splices*.
//! * A stream: the same two CRCs, CRC of the context, a list of shapes, a list of columns, a list of entries.
//! * Shape: block, code, abbreviation, operands; new abbreviation, operands to drop, list of operands to append (at most 16).
//! * Column: block, code, number of the operand (15 for all from the 15th on); list of steps: value (from the one before), signed shift.
//! * Entry: a byte with the region in its low two bits and the reach in the bits above; CRC of the region; the script as a list of steps.
//!   The region is 0 for the next one with the block id of the previous entry (for the first entry, the file), 1 for the file, 2 for a
//!   top-level block, followed by its id and its number among those with this id, or 3 for a block in a module, followed by the number of
//!   the module, then as for 2.
//! * Step: a number whose low three bits are its kind. 0: the next *n* items as predicted. 1: the next *n* items unchanged. 2: the position
//!   moves by *n* (zigzag). 3: *n* units are inserted. 4: the next *n* items as predicted, then edited, with one edit each. No item is used
//!   twice.
//! * Unit: a byte (low three bits: 0 prefix, 1 magic number, 2 begin of a block, 3 end, 4 abbreviation, 5 record, 6 bytes after the last
//!   block; the next three the normal form above; 64 if there is a blob, 128 if there are unusual bits), abbreviation id (for a block the
//!   width of ids inside), code (the block id), list of operands, bytes of the blob, bits. Operands of a prefix and a magic number are
//!   their bytes; the operand of the end of a block is a wrong length word; an abbreviation has 0 and a value for a literal, 1 and a width
//!   for a fixed field, 2 and a width for VBR, 3 for an array, 4 for char6, 5 for a blob.
//! * Bits: their number times 32 plus the bit of the word at which they begin, and the bytes that contain them from that bit on. 0 for
//!   none.
//! * Edit: a byte. From 128 on, it is 128 plus the number of an operand, and a signed number follows that is added to the operand.
//!   Otherwise it consists of flags. For each flag that is set follows: 1 signed change of the abbreviation; 2 the code; 4 the normal form;
//!   8 a list of hunks; 16 splices of the blob; 32 nothing, the blob is removed; 64 bits.
//! * Hunk: a number whose low two bits are its kind; the bits above count the unchanged operands before it. 0: a signed number is added to
//!   the next operand. 1: the same signed number is added to the next *count* operands. 2: *remove* operands are replaced by a list. 3:
//!   *remove* operands are removed. Operands after the last hunk are unchanged.
//! * Splices: a list. Each consists of bytes to insert, a length, and, if that is not 0, a signed number: the start of the old bytes to
//!   copy, relative to the end of those copied before. Together they copy at most four times as many bytes as there are.
mod apply;
mod code;
mod diff;
mod emit;
mod model;
mod ops;
mod records;
mod rules;
mod runs;
mod scope;
mod symbolic;
mod unit;

pub use apply::{Applied, apply};
pub use diff::diff;
pub use model::Patch;
pub use records::{RecordUnit, Records};

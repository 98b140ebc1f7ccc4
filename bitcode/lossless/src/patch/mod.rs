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
//! Lengths of blocks are no part of a unit unless they lie. Bits that the stream layer would not write for a unit (fields longer than needed,
//! padding that is not 0) belong to it as they are.
//!
//! The file is divided into *regions*: the file itself (everything outside of blocks), every top-level block, and every block in a MODULE
//! with its contents, such as a function body. A region's items are units; those of the file and of MODULE are units and regions.
//!
//! # Entries
//!
//! An *entry* edits one region by a script that walks through its items; a region without an entry is unchanged. An entry holds the CRC-32
//! of the canonical region. If the file is no longer the one that the patch was made from, because its text was edited, the CRC-32 decides
//! whether the entry still applies. The entry also states how far it *reaches*:
//!
//! * 0: the same records, otherwise encoded. Applies wherever the region is the same.
//! * 1: other values, among which there may be numbers of types, values, metadata … Applies if in addition the *context* is the same: MODULE blocks
//!   and all that is in them but bodies and symbol tables, and STRTAB.
//! * 2: other tables: records that have numbers come, go or move, types and attributes become others, STRTAB comes or goes, the module is of another
//!   version. Such an entry and those of reach 1 apply only if the file is the same.
//!
//! The hash of a module (MODULE:HASH) is put in or changed only if the file is the same.
//!
//! A body that is not at its place is looked for by its checksum among the other bodies, since functions come and go.
//!
//! # Rules
//!
//! Many records differ in the same way: a field that another LLVM does not know, a type that has another number. A patch begins with rules that
//! foretell what records become, and scripts need to speak only of those that do not. A *shape* speaks of the records with a certain block, code,
//! abbreviation and count of operands: they take another abbreviation, lose operands at the end, and get others. A *column* speaks of one operand
//! of the records with a certain block and code: values from a given one on are shifted by so much.
//!
//! # The bytes of a patch
//!
//! Numbers are LEB128 (seven bits per byte, lowest first; the high bit means that more follow); *signed* ones are zigzag-coded first (0,
//! -1, 1, -2 …). A *list* is a count and its elements; *bytes* are a list of bytes. CRCs are four bytes, little endian.
//!
//! * The version, 1. Nothing follows if the files are equal. Else the kind: 2 for spans of bytes, 1 for a stream,
//!   to which 4 is added if there is a context, and 8 if there are rules.
//! * Spans: CRC of the canonical file, CRC of the original, then *splices*.
//! * A stream: the same two CRCs, CRC of the context, a list of shapes, a list of columns, a list of entries.
//! * Shape: block, code, abbreviation, operands; new abbreviation, operands to drop, list of operands to append (at most 16).
//! * Column: block, code, number of the operand (15 for all from the 15th on); list of steps: value (from the one before), signed shift.
//! * Entry: a byte that holds in its low two bits what region it is about (0 the one that follows that of the entry before with the same block id,
//!   at first the file; 1 the file; 2 a block outside of blocks: its id, and its number among those of this id; 3 a block in a module: the number of the
//!   module, then as before) and its reach in those above; CRC of the region; the script as a list of steps.
//! * Step: a number whose low three bits tell its kind. 0: the next *n* items as foretold. 1: the next *n* items as they are. 2: the position moves
//!   by *n* (zigzag). 3: *n* units are inserted. 4: the next *n* items as foretold, then edited, with an edit each. No item is taken twice.
//! * Unit: a byte (low three bits: 0 prefix, 1 magic number, 2 begin of a block, 3 end, 4 abbreviation, 5 record, 6 bytes after the last block; the next
//!   three the normal form above; 64 if there is a blob, 128 if there are unusual bits), abbreviation id (for a block the width of ids inside), code
//!   (the block id), list of operands, bytes of the blob, bits. Operands of a prefix and a magic number are their bytes, that of the end of a block is a
//!   length word that lies; an abbreviation has 0 and a value for a literal, 1 and a width for a fixed field, 2 and a width for VBR, 3 for an array, 4
//!   for char6, 5 for a blob.
//! * Bits: their number times 32 plus the bit of the word where they begin, and the bytes that hold them from that bit on. 0 for none.
//! * Edit: a byte. From 128 on, it is 128 and the number of an operand, and a signed number follows that is added to this. Else it consists of flags, and
//!   for each that is set follows: 1 signed change of the abbreviation; 2 the code; 4 the normal form; 8 a list of hunks; 16 splices of the blob; 32
//!   nothing, for the blob goes; 64 bits.
//! * Hunk: a number whose low two bits tell its kind, above them how many operands stay before it. 0: to the next one is added a signed number. 1: to the
//!   next *count* is added the same signed number. 2: *remove* go and a list comes. 3: *remove* go. After the last hunk the rest stays.
//! * Splices: a list; each is bytes that come, a length, and, if that is not 0, a signed number: where the old bytes to copy begin, from the end of those copied
//!   before. In sum they copy at most four times as many bytes as there are.
mod apply;
mod code;
mod diff;
mod emit;
mod model;
mod ops;
mod rules;
mod runs;
mod scope;
mod symbolic;
mod unit;

pub use apply::{Applied, apply};
pub use diff::diff;
pub use model::Patch;

//! METADATA, METADATA_KIND and METADATA_ATTACHMENT blocks.
use super::abbrevs;
use super::di::{GENERIC, LOCATION, Records};
use super::emit::{Chars, Emitter, start};
use super::enumerate::{Key, MdBlock, MdEntry, MdIds, Numbering};
use super::fault::Fault;
use super::output::Pieces;
use crate::schema::abbrevs::Widths;
use crate::schema::metadata::{self as row, attachment, kind};
use bctk_bitstream::bits::Sink;
use bctk_bitstream::stream::{Abbrev, UNABBREV_RECORD, writer};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::{Metadata, md_slot};
use bctk_ir::module::Module;
use bctk_support::parallel::in_order;

/// Width of abbreviation ids in the module's METADATA block, and in those of functions.
const MODULE_WIDTH: u32 = 4;
const FUNCTION_WIDTH: u32 = 3;

/// With more metadata than this, not counting strings, the module's block has an index (`IndexThreshold`).
pub(super) const INDEX_THRESHOLD: usize = 25;

/// Number of records per piece.
const PIECE: usize = 1 << 12;

/// Pieces that wait for their turn, for each thread.
const WAITING: usize = 4;

/// Writes the METADATA_KIND block (`writeModuleMetadataKinds`).
pub(super) fn write_kinds(out: &mut Emitter, numbers: &Numbering<'_>) -> Result<()> {
    let names = numbers.md_kinds();
    if names.is_empty() {
        return Ok(());
    }
    // A number without a name has no record: LLVM refuses one that is empty (`Invalid record`).
    let named = (0u64..).zip(names).filter(|(_, name)| !name.is_empty());
    out.enter(if numbers.llvm.metadata_kind_block() { kind::ID } else { row::ID }, 3)?;
    let mut ops = Vec::new();
    for (number, name) in named {
        ops.clear();
        ops.push(number);
        ops.extend(name.iter().map(|&c| Chars::Signed64.operand(c)));
        out.operands(UNABBREV_RECORD, kind::Kind::CODE, &ops)?;
    }
    out.end()
}

/// Writes the METADATA block of the module: strings, nodes with their index, named metadata, attachments of global variables and of
/// declarations (`writeModuleMetadata`).
pub(super) fn write_module(
    out: &mut Emitter,
    numbers: &Numbering<'_>,
    index_threshold: usize,
    passed: &mut Pieces<'_>,
) -> std::result::Result<(), Fault> {
    let module = numbers.module;
    let block = numbers.module_metadata();
    if block.strings.is_empty() && block.others.is_empty() && module.metadata.named.is_empty() {
        return Ok(());
    }
    if !numbers.llvm.metadata_index() {
        out.enter(row::ID, FUNCTION_WIDTH)?;
        write_unindexed(out, numbers, block)?;
        return Ok(out.end()?);
    }
    out.enter(row::ID, MODULE_WIDTH)?;
    let [location, generic, offset, index] = ["LOCATION", "GENERIC_DEBUG", "INDEX_OFFSET", "INDEX"].map(|name| define(out, name));
    let (abbrevs, offset, index) = (Abbrevs { location: location?, generic: generic? }, offset?, index?);
    write_strings(out, module, block.strings)?;
    let indexed = block.others.len() > index_threshold;
    if indexed {
        out.record_as(offset, &row::IndexOffset { low: 0, high: 0 })?;
    }
    let first = out.stream.position();
    if indexed {
        out.stream.patched_late(first - 64);
        out.stream.patched_late(first - 32);
    }
    let records = Records::new(&module.metadata, numbers, numbers.llvm);
    let pieces = write_records(out, numbers, &records, block.others, abbrevs, passed)?;
    if indexed {
        let words = out.stream.position() - first;
        out.stream.patch32(first - 64, words as u32)?;
        out.stream.patch32(first - 32, (words >> 32) as u32)?;
        // Each entry is the distance from the previous record; so the last length is missing, and the first entry is 0.
        let mut lengths = pieces.iter().flatten();
        let mut last = 0;
        let distances =
            (0..block.others.len()).map(|_| std::mem::replace(&mut last, lengths.next().map_or(0, |&length| u64::from(length))));
        out.stream.record_of_array(index, row::Index::CODE, distances)?;
    }
    write_named(out, numbers, None)?;
    write_global_attachments(out, numbers)?;
    Ok(out.end()?)
}

/// Writes the METADATA block of a function, if it has any metadata (`writeFunctionMetadata`).
pub(super) fn write_function(out: &mut Emitter, numbers: &Numbering<'_>, ids: &impl MdIds, block: MdBlock<'_>) -> Result<()> {
    if block.strings.is_empty() && block.others.is_empty() && block.locals.is_empty() {
        return Ok(());
    }
    out.enter(row::ID, FUNCTION_WIDTH)?;
    write_strings(out, numbers.module, block.strings)?;
    write_others(out, numbers, ids, block)?;
    out.end()
}

/// The contents of a module's METADATA block in releases without an index.
fn write_unindexed(out: &mut Emitter, numbers: &Numbering<'_>, block: MdBlock<'_>) -> Result<()> {
    let module = numbers.module;
    if numbers.llvm.metadata_strings() {
        write_strings(out, module, block.strings)?;
        write_others(out, numbers, numbers, block)?;
        write_named(out, numbers, None)?;
        return write_global_attachments(out, numbers);
    }
    // Abbreviations come first, if anything wants them.
    let has = |wanted: &dyn Fn(Metadata) -> bool| {
        block.others.iter().any(|&key| matches!(numbers.md_entry(key), MdEntry::Item(id) if wanted(module.metadata.get(id))))
    };
    let mut define_if = |wanted: bool, name| if wanted { define(out, name) } else { Ok(UNABBREV_RECORD) };
    let string = define_if(has(&|md| matches!(md, Metadata::String(_))), "STRING")?;
    let location = define_if(has(&|md| matches!(md, Metadata::Node { kind, .. } if kind.is_location())), "LOCATION")?;
    let generic = define_if(has(&|md| matches!(md, Metadata::Generic { .. })), "GENERIC_DEBUG")?;
    let name = define_if(!module.metadata.named.is_empty(), "NAME")?;
    let abbrevs = Abbrevs { location, generic };
    let records = Records::new(&module.metadata, numbers, numbers.llvm);
    let mut ops = Vec::new();
    for &key in block.others {
        let entry = numbers.md_entry(key);
        if let MdEntry::Item(id) = entry
            && let Metadata::String(text) = module.metadata.get(id)
        {
            out.text(string, row::StringOld::CODE, module.str(text), Chars::Unsigned)?;
            continue;
        }
        let code = records.encode(entry, &mut ops)?;
        out.operands(abbrevs.of(code), code, &ops)?;
    }
    write_named(out, numbers, Some(name))
}

/// Writes what is not a string.
fn write_others(out: &mut Emitter, numbers: &Numbering<'_>, ids: &impl MdIds, block: MdBlock<'_>) -> Result<()> {
    let records = Records::new(&numbers.module.metadata, ids, numbers.llvm);
    // Abbreviations are defined when the first record wants them.
    let mut abbrevs = Abbrevs { location: UNABBREV_RECORD, generic: UNABBREV_RECORD };
    let mut ops = Vec::new();
    let others = block.others.iter().map(|&key| numbers.md_entry(key));
    for entry in others.chain(block.locals.iter().copied()) {
        let code = records.encode(entry, &mut ops)?;
        if code == LOCATION && abbrevs.location == UNABBREV_RECORD {
            abbrevs.location = define(out, "LOCATION")?;
        }
        if code == GENERIC && abbrevs.generic == UNABBREV_RECORD {
            abbrevs.generic = define(out, "GENERIC_DEBUG")?;
        }
        out.operands(abbrevs.of(code), code, &ops)?;
    }
    Ok(())
}

/// Writes the METADATA_ATTACHMENT block of a function, if there are attachments other than debug locations (`writeFunctionMetadataAttachment`).
///
/// `global` is the function that owns `body`.
pub(super) fn write_attachments(out: &mut Emitter, numbers: &Numbering<'_>, ids: &impl MdIds, global: GlobalId, body: &Body) -> Result<()> {
    let own = numbers.module.global(global).map_or(&[][..], |global| &global.attachments);
    if own.is_empty() && body.function_attachments.is_empty() && body.attachments.is_empty() {
        return Ok(());
    }
    out.enter(attachment::ID, 3)?;
    let mut sorted = Vec::new();
    if !own.is_empty() || !body.function_attachments.is_empty() {
        sort_attachments(numbers, ids, own.iter().chain(&body.function_attachments).copied(), &mut sorted)?;
        write_attachments_of(out, attachment::Attachment::CODE, None, &sorted)?;
    }
    for run in body.attachments.chunk_by(|a, b| a.0 == b.0) {
        let Some(&(inst, first)) = run.first() else { continue };
        if run.len() == 1 {
            let (kind, number) = numbers_of(numbers, ids, first)?;
            out.plain(attachment::Attachment::CODE, [u64::from(inst.0), u64::from(kind), number])?;
            continue;
        }
        sort_attachments(numbers, ids, run.iter().map(|&(_, attachment)| attachment), &mut sorted)?;
        write_attachments_of(out, attachment::Attachment::CODE, Some(inst.0), &sorted)?;
    }
    out.end()
}

/// Writes what is attached to an instruction or global value with this number, or to the function. The record has no abbreviation.
fn write_attachments_of(out: &mut Emitter, code: u32, owner: Option<u32>, attachments: &[(u32, u64)]) -> Result<()> {
    out.stream.record_by(UNABBREV_RECORD, |run| {
        start(run, code, usize::from(owner.is_some()) + 2 * attachments.len());
        if let Some(owner) = owner {
            run.vbr_of::<6>(u64::from(owner));
        }
        for &(kind, number) in attachments {
            run.vbr_of::<6>(u64::from(kind));
            run.vbr_of::<6>(number);
        }
        Ok(())
    })
}

/// Abbreviations of the records that have one.
#[derive(Clone, Copy)]
struct Abbrevs {
    location: u32,
    generic: u32,
}

impl Abbrevs {
    #[inline]
    fn of(self, code: u32) -> u32 {
        match code {
            LOCATION => self.location,
            GENERIC => self.generic,
            _ => UNABBREV_RECORD,
        }
    }
}

/// Defines the abbreviation of this name in the block.
fn define(out: &mut Emitter, name: &str) -> Result<u32> {
    abbrevs::define(out, row::ID, name, &Widths::default())
}

/// Writes all strings of a block as one record: their lengths, padded to a word, then their characters (`writeMetadataStrings`).
fn write_strings(out: &mut Emitter, module: &Module, strings: &[Key]) -> Result<()> {
    if strings.is_empty() {
        return Ok(());
    }
    let text = |key: Key| match module.metadata.get(MdId(key)) {
        Metadata::String(text) => Ok(module.str(text)),
        _ => Err(Error::unsupported(format!("metadata {key} of the module's table is not a string"))),
    };
    let mut lengths = Sink::new();
    for &key in strings {
        lengths.vbr(6, text(key)?.len() as u64)?;
    }
    lengths.align32();
    let lengths = lengths.finish();
    let abbrev = define(out, "STRINGS")?;
    let ops = [strings.len() as u64, lengths.len() as u64];
    let texts = strings.iter().map(|&key| text(key).unwrap_or(&[]));
    out.stream.record_of_pieces(abbrev, row::Strings::CODE, &ops, std::iter::once(lengths.as_slice()).chain(texts))
}

/// Separately written records: bytes, number of bits, and the length of each record in bits.
struct Piece {
    bytes: Vec<u8>,
    bits: u64,
    lengths: Vec<u32>,
}

/// Writes the records of `keys`, in parallel if there are many: a record does not depend on its position. Returns their lengths in bits.
fn write_records(
    out: &mut Emitter,
    numbers: &Numbering<'_>,
    records: &Records<'_, Numbering<'_>>,
    keys: &[Key],
    abbrevs: Abbrevs,
    passed: &mut Pieces<'_>,
) -> std::result::Result<Vec<Vec<u32>>, Fault> {
    let (location, generic) = (out.stream.abbrev(abbrevs.location)?.clone(), out.stream.abbrev(abbrevs.generic)?.clone());
    let write = |keys: &[Key]| write_piece(numbers, records, keys, abbrevs, &location, &generic);
    let mut lengths = Vec::with_capacity(keys.len().div_ceil(PIECE));
    let append = |piece: Result<Piece>| {
        let piece = piece?;
        lengths.push(piece.lengths);
        out.stream.append(&piece.bytes, piece.bits)?;
        passed.pass(&mut out.stream)
    };
    in_order(WAITING, keys.chunks(PIECE).map(|keys| (keys, 1)), write, append)?;
    Ok(lengths)
}

fn write_piece(
    numbers: &Numbering<'_>,
    records: &Records<'_, Numbering<'_>>,
    keys: &[Key],
    abbrevs: Abbrevs,
    location: &Abbrev,
    generic: &Abbrev,
) -> Result<Piece> {
    // Mostly enough.
    let mut sink = Sink::after(Vec::with_capacity(keys.len() * 24));
    let mut ops = Vec::new();
    let mut lengths = Vec::with_capacity(keys.len());
    let mut start = 0;
    for &key in keys {
        let code = records.encode(numbers.md_entry(key), &mut ops)?;
        match code {
            LOCATION => writer::record(&mut sink, MODULE_WIDTH, abbrevs.location, Some(location), code, &ops, None)?,
            GENERIC => writer::record(&mut sink, MODULE_WIDTH, abbrevs.generic, Some(generic), code, &ops, None)?,
            _ => writer::unabbreviated(&mut sink, MODULE_WIDTH, code, &ops)?,
        }
        let end = sink.position();
        lengths.push(u32::try_from(end - start).map_err(|_| Error::too_large("a metadata node of 2^32 bits or more"))?);
        start = end;
    }
    Ok(Piece { bits: start, bytes: sink.finish(), lengths })
}

/// Named metadata: each name, then the numbers of its nodes (`writeNamedMetadata`). `abbrev` is that of names, if it is defined already.
fn write_named(out: &mut Emitter, numbers: &Numbering<'_>, abbrev: Option<u32>) -> Result<()> {
    let module = numbers.module;
    if module.metadata.named.is_empty() {
        return Ok(());
    }
    let abbrev = abbrev.map_or_else(|| define(out, "NAME"), Ok)?;
    let mut ops = Vec::new();
    for named in &module.metadata.named {
        out.text(abbrev, row::Name::CODE, module.str(named.name), Chars::Unsigned)?;
        ops.clear();
        for &node in &named.nodes {
            let number = numbers.slot(md_slot(Some(node))).checked_sub(1);
            ops.push(number.ok_or_else(|| Error::unsupported("a null reference in named metadata"))?);
        }
        out.operands(UNABBREV_RECORD, row::NamedNode::CODE, &ops)?;
    }
    Ok(())
}

/// Attachments of declarations, then of ifuncs, then of variables.
fn write_global_attachments(out: &mut Emitter, numbers: &Numbering<'_>) -> Result<()> {
    let globals = &numbers.module.globals;
    let rank = |kind: &GlobalKind| match kind {
        GlobalKind::Function(function) if function.body.is_none() => Some(0),
        GlobalKind::Variable { .. } => Some(2),
        GlobalKind::IFunc { .. } => Some(1),
        _ => None,
    };
    let mut sorted = Vec::new();
    for turn in 0..3 {
        for (index, global) in globals.iter().enumerate() {
            if global.attachments.is_empty() || rank(&global.kind) != Some(turn) {
                continue;
            }
            sort_attachments(numbers, numbers, global.attachments.iter().copied(), &mut sorted)?;
            write_attachments_of(out, row::GlobalDeclAttachment::CODE, Some(numbers.global(GlobalId::new(index))), &sorted)?;
        }
    }
    Ok(())
}

/// Sets `sorted` to the numbers of the attachments, in the order of their kinds.
fn sort_attachments(
    numbers: &Numbering<'_>,
    ids: &impl MdIds,
    attachments: impl Iterator<Item = Attachment>,
    sorted: &mut Vec<(u32, u64)>,
) -> Result<()> {
    sorted.clear();
    for attachment in attachments {
        sorted.push(numbers_of(numbers, ids, attachment)?);
    }
    sorted.sort_by_key(|&(kind, _)| kind);
    Ok(())
}

/// The numbers of an attachment's kind and metadata.
#[inline]
fn numbers_of(numbers: &Numbering<'_>, ids: &impl MdIds, Attachment { kind, node }: Attachment) -> Result<(u32, u64)> {
    let number = ids.slot(md_slot(Some(node))).checked_sub(1);
    let number = number.ok_or_else(|| Error::unsupported("a null reference in an attachment of metadata"))?;
    Ok((numbers.md_kind(kind), number))
}

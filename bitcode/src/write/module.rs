//! The IDENTIFICATION and MODULE blocks of one module.
use super::abbrevs;
use super::bodies::Bodies;
use super::emit::{Chars, Emitter};
use super::enumerate::Numbering;
use super::fault::Fault;
use super::file::said;
use super::globals::{self, Names};
use super::output::{Pieces, Put, Rest};
use super::splice::Kept;
use super::use_orders::{StatedOrder, write_use_orders};
use super::{
    ModuleHash, Strtab, UseListOrders, WriteOptions, addresses, attrs, constants, hash, metadata, names, producer, summary, types,
};
use crate::schema::abbrevs::{NameChar, Widths};
use crate::schema::small_blocks::{identification, operand_bundle_tags, sync_scope_names, uselist};
use crate::schema::{self, module as row};
use bctk_bitstream::stream::{StreamWriter, UNABBREV_RECORD};
use bctk_bitstream::{Error, Result};
use bctk_ir::module::Module;
use bctk_ir::provenance::Described;
use bctk_support::parallel::{beside, join};
use bctk_uselist::{Directives, predict_for_bitcode};
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes the IDENTIFICATION and MODULE blocks of `module`, whose names go to `strtab`. All positions count from the start of these blocks.
/// `with_names` is called, possibly on another thread, when all names are known. If the blocks left memory while they were written, they are in
/// `put`.
pub(super) fn write(
    module: &Module,
    options: &WriteOptions,
    strtab: &mut Strtab,
    with_names: impl FnOnce(&mut Strtab) + Send,
    put: &mut Put<'_>,
) -> std::result::Result<Rest, Fault> {
    let llvm = options.version_for(module);
    let read_order = module.provenance.bitcode.as_ref().map_or(Some(true), |written| written.use_list_orders);
    let (keep_order, states_orders) = match options.use_list_orders {
        UseListOrders::Preserve => (Some(true), true),
        UseListOrders::Drop => (Some(false), false),
        // A file without explicit orders has those of reading it, whatever the order of its constants.
        UseListOrders::AsRead => (read_order, read_order == Some(true)),
    };
    // What is given by number needs no search.
    let told = module.described().filter(|_| states_orders);
    let (mut numbers, (orders, addresses)) = join(
        || Numbering::new(module, keep_order, llvm),
        || {
            let orders = match &options.use_lists {
                _ if !states_orders || told.is_some() => Directives::default(),
                Some(lists) => lists.predict(module),
                None => predict_for_bitcode(module),
            };
            (orders, addresses::find(module))
        },
    );
    numbers.sorted_names = options.sorted_names;
    let mut out = Emitter::new(StreamWriter::after(Vec::with_capacity(room_for(module))), llvm);
    if llvm.producer_in_bitcode() {
        write_identification(&mut out, &producer(module, options))?;
    }
    let widths = Widths { types: numbers.types.order().len() as u32, ..Widths::default() };
    out.open(row::ID)?;
    let start = out.stream.position();
    let mut names = Names { strtab, hashed: options.module_hash.computes(module).then(Vec::new) };
    out.record(&row::Version { version: if llvm.string_table() { 2 } else { 1 } })?;
    abbrevs::write_block_info(&mut out, &widths)?;
    // Bodies depend on numbers and BLOCKINFO alone: some are written beside what comes before them.
    let bodies = Bodies::new(&numbers, &orders, &addresses, told, &out.stream);
    let mut tasks = bodies.tasks();
    let is_early = AtomicBool::new(true);
    let before = Before { module, options, numbers: &numbers, widths: &widths, orders: &orders, told };
    // The hash is that of all bytes.
    let mut pieces = put.pieces(names.hashed.is_some());
    let (before, early) = beside(
        || {
            let before = before.write(&mut out, &mut names, None, &mut pieces);
            is_early.store(false, Ordering::Relaxed);
            before
        },
        || bodies.write_early(&mut tasks, &is_early),
    );
    let (vst_offset, of_summary) = before?;
    let hashed = names.hashed.take();
    let (places, ()) = beside(|| bodies.write(&mut out, &mut pieces, early, tasks), || with_names(names.strtab));
    let places = places?;
    let summary = of_summary.stream.finish()?;
    out.stream.append(&summary, summary.len() as u64 * 8)?;
    write_table(&mut out, &numbers, vst_offset, &places, &widths)?;
    if options.module_hash != ModuleHash::Drop {
        hash::write(&mut out, module, hashed.as_deref(), start)?;
    }
    out.end()?;
    pieces.finish(out.stream)
}

/// Writes the symbol table, which follows the bodies at these places; `offset` is the position of the word for its own place.
pub(super) fn write_table(out: &mut Emitter, numbers: &Numbering<'_>, offset: Option<u64>, places: &[u64], widths: &Widths) -> Result<()> {
    let words = u32::try_from(out.stream.position() / 32 + 1).map_err(|_| Error::too_large("a module of 2^32 words or more"))?;
    if let Some(offset) = offset {
        out.stream.patch32(offset, words)?;
    }
    if numbers.llvm.symbol_table_offset() {
        names::write_module(out, numbers, places, widths)?;
    }
    numbers.check()
}

/// Mostly more bytes than the blocks of `module` take: memory that is not touched costs nothing, growing does.
fn room_for(module: &Module) -> usize {
    let insts: usize = module.bodies.iter().map(|body| body.insts.len() + body.loc_nodes.len() + body.dbg_records.len()).sum();
    insts * 8 + module.metadata.items.len() * 16 + module.strings.len() + 4096
}

/// What the records and blocks before the bodies are written with.
#[derive(Clone, Copy)]
pub(super) struct Before<'c, 'm> {
    pub(super) module: &'m Module,
    pub(super) options: &'c WriteOptions,
    pub(super) numbers: &'c Numbering<'m>,
    pub(super) widths: &'c Widths,
    pub(super) orders: &'c Directives,
    pub(super) told: Option<&'m Described>,
}

impl Before<'_, '_> {
    /// Writes what comes after BLOCKINFO and before the bodies. Returns the bit position of the word for the offset of the symbol table, if
    /// that is stated, and the summary, which follows the bodies.
    ///
    /// Blocks that are `kept` are left out; `pieces` takes what is there of long ones.
    pub(super) fn write(
        self,
        out: &mut Emitter,
        names: &mut Names<'_>,
        kept: Option<&mut Kept<'_>>,
        pieces: &mut Pieces<'_>,
    ) -> std::result::Result<(Option<u64>, Emitter), Fault> {
        let Before { module, options, numbers, widths, orders, told } = self;
        let llvm = out.llvm();
        let mut nothing = Kept::default();
        let kept = kept.unwrap_or(&mut nothing);
        let write_types = |out: &mut Emitter, kept: &mut Kept<'_>| match kept.leave_out(out, schema::types::ID)? {
            true => Ok(()),
            false => types::write(out, numbers, widths),
        };
        let write_attributes = |out: &mut Emitter, kept: &mut Kept<'_>| match kept.leave_out(out, schema::attrs::groups::ID)?
            && kept.leave_out(out, schema::attrs::lists::ID)?
        {
            true => Ok(()),
            false => attrs::write(out, numbers),
        };
        if llvm.types_before_attributes() {
            write_types(out, kept)?;
            write_attributes(out, kept)?;
        } else {
            write_attributes(out, kept)?;
            write_types(out, kept)?;
        }
        globals::write_comdats(out, numbers, names)?;
        let vst_offset = globals::write_info(out, numbers, widths, names)?;
        if let Some(offset) = vst_offset {
            out.stream.patched_late(offset);
        }
        if !kept.leave_out(out, schema::constants::ID)? {
            constants::write_module(out, numbers, widths)?;
        }
        let write_kinds = |out: &mut Emitter, kept: &mut Kept<'_>| match kept.leave_out(out, schema::metadata::kind::ID)? {
            true => Ok(()),
            false => metadata::write_kinds(out, numbers),
        };
        if llvm.metadata_strings() {
            write_kinds(out, kept)?;
        }
        if !kept.leave_out(out, schema::metadata::ID)? {
            metadata::write_module(out, numbers, options.metadata_index_threshold.unwrap_or(metadata::INDEX_THRESHOLD), pieces)?;
        }
        if !llvm.metadata_strings() {
            write_kinds(out, kept)?;
        }
        if !llvm.symbol_table_offset() {
            names::write_module(out, numbers, &[], widths)?;
        }
        if !kept.leave_out(out, uselist::ID)? {
            let stated = orders.module.iter().filter_map(|(order, body)| Some((order, numbers.value_in(order.value, *body)?)));
            let told_orders = told.map_or(&[][..], |told| &told.orders);
            write_use_orders(
                out,
                stated.map(|(order, number)| StatedOrder::of(order, number)).chain(StatedOrder::told(told_orders, 0, numbers.values(), 0)),
            )?;
        }
        if !kept.leave_out(out, operand_bundle_tags::ID)? && !numbers.bundle_tags().is_empty() {
            write_texts(out, operand_bundle_tags::ID, operand_bundle_tags::Tag::CODE, numbers.bundle_tags())?;
        }
        if !kept.leave_out(out, sync_scope_names::ID)? && llvm.sync_scope_names() {
            write_texts(out, sync_scope_names::ID, sync_scope_names::Name::CODE, numbers.sync_scopes())?;
        }
        // The summary follows the bodies, but its names precede those of the symbol table.
        let mut of_summary = Emitter::new(StreamWriter::within(out.stream.block_info().clone(), out.stream.width(), Vec::new()), llvm);
        if module.summary.as_deref().is_some_and(|summary| {
            // One that was read, or made for a release, is written even if it says nothing.
            let is_of_text = module.provenance.bitcode.is_none() && module.provenance.text_version.is_none() && summary.writer.is_none();
            !is_of_text || said(summary)
        }) {
            summary::write_module(&mut of_summary, numbers, names.strtab)?;
        }
        Ok((vst_offset, of_summary))
    }
}

/// Writes the IDENTIFICATION block (`writeIdentificationBlock`).
pub(super) fn write_identification(out: &mut Emitter, producer: &[u8]) -> Result<()> {
    out.open(identification::ID)?;
    let widths = Widths::default();
    let string = abbrevs::define(out, identification::ID, "STRING", &widths)?;
    let abbrev = if NameChar::of(producer) == NameChar::Char6 { string } else { UNABBREV_RECORD };
    out.text(abbrev, identification::Producer::CODE, producer, Chars::Signed32)?;
    let epoch = abbrevs::define(out, identification::ID, "EPOCH", &widths)?;
    out.record_as(epoch, &identification::Epoch { epoch: 0 })?;
    out.end()
}

/// Writes a block of records that are texts.
fn write_texts(out: &mut Emitter, block: u32, code: u32, texts: &[&[u8]]) -> Result<()> {
    out.open(block)?;
    texts.iter().try_for_each(|text| out.text(UNABBREV_RECORD, code, text, Chars::Signed64))?;
    out.end()
}

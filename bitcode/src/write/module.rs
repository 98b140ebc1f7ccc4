//! The IDENTIFICATION and MODULE blocks of one module.
use super::abbrevs;
use super::emit::{Chars, Emitter};
use super::enumerate::{Numbering, Scratch};
use super::file::said;
use super::function::{self, Context};
use super::globals::{self, Names};
use super::use_orders::{BodyOrders, StatedOrder, write_use_orders};
use super::{
    ModuleHash, Strtab, UseListOrders, WriteOptions, addresses, attrs, constants, hash, metadata, names, producer, summary, types,
};
use crate::schema::abbrevs::{NameChar, Widths};
use crate::schema::misc::{identification, operand_bundle_tags, sync_scope_names};
use crate::schema::module as row;
use bctk_bitstream::stream::{StreamWriter, UNABBREV_RECORD};
use bctk_bitstream::{Error, Result};
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::provenance::Described;
use bctk_support::parallel::{in_order, join, prelude::*};
use bctk_uselist::{Directives, predict_for_bitcode};

/// The IDENTIFICATION and MODULE blocks of `module`, whose names go to `strtab`. All positions count from the start of these blocks.
/// `with_names` is called, possibly on another thread, when all names are known.
pub(super) fn write(
    module: &Module,
    options: &WriteOptions,
    strtab: &mut Strtab,
    with_names: impl FnOnce(&mut Strtab) + Send,
) -> Result<Vec<u8>> {
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
    let (mut numbers, orders) = join(
        || Numbering::new(module, keep_order, llvm),
        || if states_orders && told.is_none() { predict_for_bitcode(module) } else { Directives::default() },
    );
    numbers.sorted_names = options.sorted_names;
    let mut out = Emitter::new(StreamWriter::new(), llvm);
    if llvm.producer_in_bitcode() {
        write_identification(&mut out, &producer(module, options))?;
    }
    let widths = Widths { types: numbers.types.order().len() as u32, ..Widths::default() };
    out.open(row::ID)?;
    let start = out.stream.position();
    let mut names = Names { strtab, hashed: (options.module_hash == ModuleHash::Compute).then(Vec::new) };
    out.record(&row::Version { version: if llvm.string_table() { 2 } else { 1 } })?;
    abbrevs::write_block_info(&mut out, &widths)?;
    if llvm.types_before_attributes() {
        types::write(&mut out, &numbers, &widths)?;
        attrs::write(&mut out, &numbers)?;
    } else {
        attrs::write(&mut out, &numbers)?;
        types::write(&mut out, &numbers, &widths)?;
    }
    globals::write_comdats(&mut out, &numbers, &mut names)?;
    let vst_offset = globals::write_info(&mut out, &numbers, &widths, &mut names)?;
    constants::write_module(&mut out, &numbers, &widths)?;
    if llvm.metadata_strings() {
        metadata::write_kinds(&mut out, &numbers)?;
    }
    metadata::write_module(&mut out, &numbers, options.metadata_index_threshold.unwrap_or(metadata::INDEX_THRESHOLD))?;
    if !llvm.metadata_strings() {
        metadata::write_kinds(&mut out, &numbers)?;
    }
    if !llvm.symbol_table_offset() {
        names::write_module(&mut out, &numbers, &[], &widths)?;
    }
    let stated = orders.module.iter().filter_map(|(order, body)| Some((order, numbers.value_in(order.value, *body)?)));
    let told_orders = told.map_or(&[][..], |told| &told.orders);
    write_use_orders(
        &mut out,
        stated.map(|(order, number)| StatedOrder::of(order, number)).chain(StatedOrder::told(told_orders, 0, numbers.values(), 0)),
    )?;
    if !numbers.bundle_tags().is_empty() {
        write_texts(&mut out, operand_bundle_tags::ID, operand_bundle_tags::Tag::CODE, numbers.bundle_tags())?;
    }
    if llvm.sync_scope_names() {
        write_texts(&mut out, sync_scope_names::ID, sync_scope_names::Name::CODE, numbers.sync_scopes())?;
    }
    // The summary follows the bodies, but its names precede those of the symbol table.
    let mut of_summary = Emitter::new(StreamWriter::within(out.stream.block_info().clone(), out.stream.width(), 0), llvm);
    if module
        .summary
        .as_deref()
        .is_some_and(|summary| module.provenance.bitcode.is_some() || module.provenance.text_version.is_some() || said(summary))
    {
        summary::write_module(&mut of_summary, &numbers, names.strtab)?;
    }
    let hashed = names.hashed.take();
    let (places, ()) = join(|| write_bodies(&mut out, &numbers, &orders, told), || with_names(names.strtab));
    let places = places?;
    let summary = of_summary.stream.finish()?;
    out.stream.append(&summary, summary.len() as u64 * 8)?;
    let words = u32::try_from(out.stream.position() / 32 + 1).map_err(|_| Error::too_large("a module of 2^32 words or more"))?;
    if let Some(vst_offset) = vst_offset {
        out.stream.patch32(vst_offset, words)?;
    }
    if llvm.symbol_table_offset() {
        names::write_module(&mut out, &numbers, &places, &widths)?;
    }
    numbers.check()?;
    if options.module_hash != ModuleHash::Drop {
        hash::write(&mut out, module, hashed.as_deref(), start)?;
    }
    out.end()?;
    out.stream.finish()
}

/// Writes the IDENTIFICATION block (`writeIdentificationBlock`).
fn write_identification(out: &mut Emitter, producer: &[u8]) -> Result<()> {
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

/// Number of instructions in the bodies that are written in parallel before they are joined.
const BATCH: usize = 1 << 15;

/// Writes all bodies; gives the bit position of each.
fn write_bodies(out: &mut Emitter, numbers: &Numbering<'_>, orders: &Directives, told: Option<&Described>) -> Result<Vec<u64>> {
    let module = numbers.module;
    let bodies: Vec<(GlobalId, u32)> = numbers.globals.functions.iter().filter_map(|&id| Some((id, numbers.body_of(id)?.0))).collect();
    let addresses = addresses::find(module);
    let context = Context { numbers, alloca_space: AddressSpaces::parse(module.str(module.stated_data_layout())).alloca };
    let info = out.stream.block_info().clone();
    let outer = out.stream.width();
    let write = |scratch: &mut Scratch, &(id, index): &(GlobalId, u32)| -> Result<Vec<u8>> {
        let body = &module.bodies[index as usize];
        let orders = BodyOrders {
            by_value: orders.bodies.get(index as usize).map_or(&[][..], |orders| orders),
            by_number: told.and_then(|told| told.body_orders.get(index as usize)).map_or(&[][..], |orders| orders),
        };
        let addresses = addresses.get(index as usize);
        let name = || String::from_utf8_lossy(module.str(module.globals[id.index()].name)).into_owned();
        // Mostly more than enough.
        let stream = StreamWriter::within(info.clone(), outer, body.insts.len() * 6 + 256);
        let written = function::write(stream, context, id, body, addresses, orders, scratch).and_then(StreamWriter::finish);
        written.map_err(|error| error.within(&format!("MODULE/FUNCTION[@{}]", name())))
    };
    let mut start = 0;
    let batches = std::iter::from_fn(|| {
        let mut insts = 0;
        let count = bodies.get(start..)?.iter().take_while(|&&(_, index)| {
            let room = insts < BATCH;
            insts += module.bodies[index as usize].insts.len() + 16;
            room
        });
        let batch = &bodies[start..start + count.count()];
        start += batch.len();
        (!batch.is_empty()).then_some(batch)
    });
    let make = |batch: &[(GlobalId, u32)]| -> Vec<Result<Vec<u8>>> {
        match batch {
            [one] => vec![write(&mut Scratch::default(), one)],
            _ => batch.par_iter().map_init(Scratch::default, write).collect(),
        }
    };
    let mut places = Vec::with_capacity(bodies.len());
    in_order(batches, make, |written| {
        written.into_iter().try_for_each(|bytes| {
            let bytes = bytes?;
            places.push(out.stream.position());
            out.stream.append(&bytes, bytes.len() as u64 * 8)
        })
    })?;
    Ok(places)
}

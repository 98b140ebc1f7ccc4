//! Writes a module of a file again, and copies from the file what did not change: function bodies, metadata, constants, types.
use super::bodies::Bodies;
use super::emit::Emitter;
use super::enumerate::{InFile, Numbering};
use super::fault::Fault;
use super::file;
use super::globals::Names;
use super::module::{Before, write_identification, write_table};
use super::output::Pieces;
use super::{Strtab, WriteOptions, abbrevs, producer};
use crate::layout::Layout;
use crate::schema::abbrevs::{Widths, block_width};
use crate::schema::{self, module as row};
use bctk_bitstream::stream::{BLOCKINFO, Gap, StreamWriter};
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::GlobalId;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_uselist::Directives;
use std::io;
use std::ops::Range;

/// A file, and what of it may be copied.
#[derive(Clone, Copy)]
pub(crate) struct Original<'a> {
    /// The bytes of the file, without a wrapper.
    pub(crate) data: &'a [u8],
    pub(crate) layout: &'a Layout,
    /// What the tables had when the module was read.
    pub(crate) in_file: InFile,
    /// Functions whose bodies were read.
    pub(crate) read: &'a [GlobalId],
    /// By body: whether it changed.
    pub(crate) changed: &'a [bool],
    /// Whether named metadata changed.
    pub(crate) changes_named: bool,
}

/// The blocks of a module that are left out, because its file has them.
#[derive(Default)]
pub(super) struct Kept<'a> {
    layout: Option<&'a Layout>,
    /// The ids of blocks that are written anew.
    anew: Vec<u32>,
    /// What was left out: ranges of the file.
    copied: Vec<Range<usize>>,
}

impl Kept<'_> {
    /// Leaves out the block of this id; false if it has to be written. A block that the file does not have is not written either.
    pub(super) fn leave_out(&mut self, out: &mut Emitter, id: u32) -> Result<bool> {
        let Some(layout) = self.layout else { return Ok(false) };
        if self.anew.contains(&id) {
            return Ok(false);
        }
        if let Some(block) = layout.block(id) {
            let range = block.contents.clone();
            out.stream.leave_out_block(id, block.width, range.len() as u64 / 4)?;
            self.copied.push(range);
        }
        Ok(true)
    }

    /// Leaves out the block of a function.
    fn leave_out_body(&mut self, out: &mut Emitter, body: Range<usize>) -> Result<()> {
        out.stream.leave_out(body.len() as u64 / 4)?;
        match self.copied.last_mut().filter(|last| last.end == body.start) {
            Some(last) => last.end = body.end,
            None => self.copied.push(body),
        }
        Ok(())
    }
}

/// What is written, and what is copied between its parts.
struct Spliced {
    bytes: Vec<u8>,
    gaps: Vec<Gap>,
    copied: Vec<Range<usize>>,
}

impl Spliced {
    fn len(&self) -> usize {
        self.bytes.len() + self.copied.iter().map(Range::len).sum::<usize>()
    }

    /// Writes everything in order.
    fn write_to(&self, data: &[u8], out: &mut dyn io::Write) -> io::Result<()> {
        let mut written = 0;
        let mut copied = self.copied.iter();
        for gap in &self.gaps {
            out.write_all(&self.bytes[written..gap.at])?;
            written = gap.at;
            let mut left = gap.words as usize * 4;
            while left > 0 {
                let Some(range) = copied.next() else { break };
                out.write_all(data.get(range.clone()).unwrap_or_default())?;
                left = left.saturating_sub(range.len());
            }
        }
        out.write_all(&self.bytes[written..])
    }
}

/// Writes `module` as a file of its own to `out`, with all blocks of `original` that did not change. Nothing is written if it is refused.
///
/// # Errors
/// The inner one says why the file has to be written as a whole: the module needs numbers that the copied blocks do not have. The outer one
/// is that of `out`.
pub(crate) fn write_spliced(
    module: &Module,
    original: Original<'_>,
    options: &WriteOptions,
    out: &mut dyn io::Write,
) -> std::result::Result<std::result::Result<(), Error>, Fault> {
    let mut names = Strtab::default();
    let spliced = match splice(module, original, options, &mut names) {
        Ok(spliced) => spliced,
        Err(refused) => return Ok(Err(refused)),
    };
    let symbols = file::symbol_table(&[module], options, &mut names);
    let tail = match file::tail(module, options, symbols, names) {
        Ok(tail) => tail,
        Err(refused) => return Ok(Err(refused)),
    };
    let size = file::MAGIC.len() + spliced.len() + tail.len();
    let (header, padding) = match file::is_wrapped(&[module], options) {
        true => file::wrapping(module, size)?,
        false => (Vec::new(), 0),
    };
    out.write_all(&header)?;
    out.write_all(&file::MAGIC)?;
    spliced.write_to(original.data, out)?;
    out.write_all(&tail)?;
    out.write_all(&vec![0; padding])?;
    Ok(Ok(()))
}

/// Writes the bitstream `data`, the file of `module` without a wrapper, as it is.
pub(crate) fn write_as_read(
    module: &Module,
    data: &[u8],
    options: &WriteOptions,
    out: &mut dyn io::Write,
) -> std::result::Result<(), Fault> {
    let (header, padding) = match file::is_wrapped(&[module], options) {
        true => file::wrapping(module, data.len())?,
        false => (Vec::new(), 0),
    };
    out.write_all(&header)?;
    out.write_all(data)?;
    Ok(out.write_all(&vec![0; padding])?)
}

fn splice(module: &Module, original: Original<'_>, options: &WriteOptions, strtab: &mut Strtab) -> Result<Spliced> {
    let Original { layout, in_file, read, changed, .. } = original;
    let llvm = options.version_for(module);
    check_layout(module, layout, llvm)?;
    let numbers = Numbering::as_read(module, in_file, read, llvm).map_err(Error::unsupported)?;
    let widths = Widths { types: numbers.types.order().len() as u32, ..Widths::default() };
    let has_changed = changed.contains(&true);
    if has_changed && !is_our_block_info(layout, &widths, llvm)? {
        return Err(Error::unsupported("bodies are written by other abbreviations than those of LLVM"));
    }
    let mut kept = Kept { layout: Some(layout), anew: Vec::new(), copied: Vec::new() };
    kept.anew = written_anew(module, &numbers, in_file, has_changed);
    if original.changes_named {
        check_metadata(module, in_file, llvm)?;
        kept.anew.push(schema::metadata::ID);
    }
    if kept.anew.contains(&schema::types::ID) && !is_our_block_info(layout, &widths, llvm)? {
        return Err(Error::unsupported("types were added"));
    }
    let mut out = Emitter::new(StreamWriter::after(Vec::new()), llvm);
    if llvm.producer_in_bitcode() {
        write_identification(&mut out, &producer(module, options))?;
    }
    out.open(row::ID)?;
    let mut names = Names { strtab, hashed: None };
    out.record(&row::Version { version: if llvm.string_table() { 2 } else { 1 } })?;
    kept.leave_out(&mut out, BLOCKINFO)?;
    out.stream.set_block_info(layout.info.clone());
    let orders = Directives::default();
    let before = Before { module, options, numbers: &numbers, widths: &widths, orders: &orders, told: None };
    let (vst_offset, _) = before.write(&mut out, &mut names, Some(&mut kept), &mut Pieces::none()).map_err(Fault::into_error)?;
    let bodies = Bodies::new(&numbers, &orders, &[], None, &out.stream);
    let mut places = Vec::with_capacity(layout.bodies.len());
    for &(id, index) in bodies.all() {
        places.push(out.stream.position());
        match (changed.get(index as usize), layout.bodies.get(index as usize)) {
            (Some(false), Some(body)) => kept.leave_out_body(&mut out, body.clone())?,
            _ => {
                let block = bodies.alone(id, index)?;
                out.stream.append(&block, block.len() as u64 * 8)?;
            }
        }
    }
    write_table(&mut out, &numbers, vst_offset, &places, &widths)?;
    out.end()?;
    let gaps = out.stream.gaps().to_vec();
    Ok(Spliced { bytes: out.stream.finish()?, gaps, copied: kept.copied })
}

/// Blocks that are written anew, because something was added to their tables.
fn written_anew(module: &Module, numbers: &Numbering<'_>, in_file: InFile, has_changed: bool) -> Vec<u32> {
    use schema::{attrs, metadata, small_blocks, types};
    let mut anew = Vec::new();
    if numbers.types.order().len() > in_file.types as usize {
        anew.push(types::ID);
    }
    if numbers.attrs.lists.len() + 1 > in_file.attribute_lists.max(1) as usize {
        anew.extend([attrs::groups::ID, attrs::lists::ID]);
    }
    // Nothing but bodies refers to these.
    if has_changed {
        let grown = [
            (module.md_kinds.len(), in_file.metadata_kinds, metadata::kind::ID),
            (module.bundle_tags.len(), in_file.bundle_tags, small_blocks::operand_bundle_tags::ID),
            (module.sync_scopes.len(), in_file.sync_scopes, small_blocks::sync_scope_names::ID),
        ];
        anew.extend(grown.iter().filter(|(now, before, _)| *now > *before as usize).map(|(.., id)| *id));
    }
    anew
}

/// Checks that the metadata of the module can be written with the numbers of the file.
fn check_metadata(module: &Module, in_file: InFile, llvm: bctk_ir::version::LlvmVersion) -> Result<()> {
    let table = &module.metadata;
    let is_string = |item: &Metadata| matches!(item, Metadata::String(_));
    let items = table.items.get(..in_file.metadata as usize).unwrap_or(&table.items);
    let mut after_strings = items.iter().skip_while(|item| is_string(item));
    if llvm.metadata_strings() && after_strings.any(is_string) || items.contains(&Metadata::Missing) {
        return Err(Error::unsupported("the file does not have its metadata in LLVM's order"));
    }
    if table.named.iter().flat_map(|named| &named.nodes).any(|node| node.0 >= in_file.metadata) {
        return Err(Error::unsupported("metadata was added"));
    }
    Ok(())
}

/// Checks that blocks can be copied one by one: the file has those that LLVM writes, once each, with ids of the usual width.
fn check_layout(module: &Module, layout: &Layout, llvm: bctk_ir::version::LlvmVersion) -> Result<()> {
    use schema::{attrs, constants, metadata, small_blocks, summary, symtab, types};
    let known = [
        BLOCKINFO,
        types::ID,
        attrs::groups::ID,
        attrs::lists::ID,
        constants::ID,
        metadata::ID,
        metadata::kind::ID,
        small_blocks::uselist::ID,
        small_blocks::operand_bundle_tags::ID,
        small_blocks::sync_scope_names::ID,
        symtab::value_symtab::ID,
        summary::ID,
        summary::full_lto::ID,
    ];
    let version = if llvm.string_table() { 2 } else { 1 };
    if layout.width != block_width(row::ID, llvm) || layout.version != version {
        return Err(Error::unsupported("the file has the module's block in another form than LLVM's"));
    }
    if module.producer_version().is_none() {
        return Err(Error::unsupported("the file does not say which LLVM wrote it"));
    }
    for (at, block) in layout.blocks.iter().enumerate() {
        if !known.contains(&block.id) || layout.blocks[..at].iter().any(|other| other.id == block.id) {
            return Err(Error::unsupported(format!("the file has blocks of the kind {} that LLVM does not write", block.id)));
        }
    }
    Ok(())
}

/// Whether BLOCKINFO of the file is that of LLVM, whose abbreviations bodies are written by.
fn is_our_block_info(layout: &Layout, widths: &Widths, llvm: bctk_ir::version::LlvmVersion) -> Result<bool> {
    let mut out = Emitter::new(StreamWriter::new(), llvm);
    abbrevs::write_block_info(&mut out, widths)?;
    Ok(out.stream.block_info().iter().eq(layout.info.iter()))
}

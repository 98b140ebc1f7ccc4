//! Finds the modules of a file without reading them: the positions of their blocks, and their producers.
use super::records::{chars, next_record};
use crate::limits::Limits;
use crate::schema;
use bctk_bitstream::stream::{BlockPosition, Entry, RecordBuf, StreamReader};
use bctk_bitstream::wrapper::strip_wrapper;
use bctk_bitstream::{Error, Result};

/// How to read bitcode.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// What an input may ask for.
    pub limits: Limits,
    /// Whether to note where instructions and global values are ([`offsets`](bctk_ir::provenance::BodyProvenance::offsets)).
    pub offsets: bool,
    /// Whether the module is [sealed](bctk_ir::module::Module::seal), so that the writer notices edits and drops a hash or summary that no longer
    /// holds. True by default. A module that nobody edits need not be: for a file with a summary, to seal and to check takes a tenth of a
    /// conversion.
    pub seal: bool,
    /// Whether to keep the orders of the uses of locals that a file states. True by default. Only bitcode and texts with use-list order
    /// directives need them; the order of predecessors depends on those of blocks, which are kept in any case.
    pub local_use_orders: bool,
    /// Whether to keep the orders in which the symbol tables of bodies have their names. True by default. Only bitcode needs them.
    pub name_orders: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions { limits: Limits::default(), offsets: false, seal: true, local_use_orders: true, name_orders: true }
    }
}

/// The four bytes at the start of LLVM IR bitcode, after an optional wrapper.
pub const MAGIC: [u8; 4] = [b'B', b'C', 0xC0, 0xDE];

/// One module of a bitcode file, found but not read.
#[derive(Clone, Copy, Debug)]
pub struct ModulePart<'a> {
    pub(super) data: &'a [u8],
    pub(super) identification: Option<BlockPosition>,
    pub(super) module: BlockPosition,
    pub(super) strtab: Option<BlockPosition>,
    /// The SYMTAB block that follows it.
    pub(super) symtab: Option<BlockPosition>,
    /// The string table of the file that it uses, and its index among the modules that share it.
    pub(super) table: (u32, u32),
    /// How many modules share that table, and how many the file has.
    pub(super) sharing: u32,
    pub(super) modules: u32,
    /// Bytes of the module's block.
    pub(super) size: u64,
    /// Whether the file begins with a wrapper header.
    pub(super) wrapper: bool,
}

impl<'a> ModulePart<'a> {
    /// The same part of the file `bytes`, which it was found in.
    pub(super) fn over<'b>(&self, bytes: &'b [u8]) -> Result<ModulePart<'b>> {
        let ModulePart { identification, module, strtab, symtab, table, sharing, modules, size, wrapper, .. } = *self;
        let data = bytes.get(strip_wrapper(bytes)?).unwrap_or_default();
        Ok(ModulePart { data, identification, module, strtab, symtab, table, sharing, modules, size, wrapper })
    }

    /// The bitstream that the module is in.
    pub(crate) fn data(&self) -> &'a [u8] {
        self.data
    }

    /// The same inside the module's block, before its first record.
    pub(crate) fn inside(&self) -> Result<StreamReader<'a>> {
        let mut stream = self.stream().reader_at(self.module);
        stream.next(&mut RecordBuf::new())?;
        stream.enter()?;
        Ok(stream)
    }

    /// Whether no other module is in the file.
    pub(crate) fn is_alone(&self) -> bool {
        self.modules == 1
    }

    /// The same part without the bytes.
    pub(super) fn without_data(&self) -> ModulePart<'static> {
        let ModulePart { identification, module, strtab, symtab, table, sharing, modules, size, wrapper, .. } = *self;
        ModulePart { data: &[], identification, module, strtab, symtab, table, sharing, modules, size, wrapper }
    }

    /// A reader of the bitstream that the module is in.
    pub(super) fn stream(&self) -> StreamReader<'a> {
        StreamReader::new(self.data).with_names(&schema::NAMES)
    }

    /// The program that wrote the file, from the IDENTIFICATION block before the module (`LLVM22.1.8`); empty if there is none.
    ///
    /// # Errors
    /// If that block is damaged.
    pub fn producer(&self) -> Result<Vec<u8>> {
        Ok(identification(self)?.0)
    }

    /// The epoch of the file, from the IDENTIFICATION block before the module: 0 so far.
    ///
    /// # Errors
    /// If that block is damaged.
    pub fn epoch(&self) -> Result<u64> {
        Ok(identification(self)?.1)
    }

    /// The blocks of the module as they are in the file: who wrote it, and the module.
    ///
    /// # Errors
    /// If the block of the module is damaged.
    pub fn blocks(&self) -> Result<&'a [u8]> {
        let start = self.identification.map_or(self.module.bit, |identification| identification.bit) / 8;
        let mut stream = self.stream().reader_at(self.module);
        stream.next(&mut RecordBuf::new())?;
        stream.skip()?;
        Ok(self.data.get(start as usize..(stream.position() / 8) as usize).unwrap_or_default())
    }

    /// The string table with the names of the module; empty if the file has none.
    ///
    /// # Errors
    /// If that block is damaged.
    pub fn strtab(&self) -> Result<&'a [u8]> {
        self.strtab.map_or(Ok(&[]), |position| read_blob(self.stream().reader_at(position), self.data))
    }

    /// The symbol table after the module, as in the file.
    ///
    /// # Errors
    /// If that block is damaged.
    pub fn symtab(&self) -> Result<Option<&'a [u8]>> {
        self.symtab.map(|position| read_blob(self.stream().reader_at(position), self.data)).transpose()
    }

    /// Which of the modules that share a symbol table this is.
    pub fn number_in_symtab(&self) -> usize {
        self.table.1 as usize
    }

    /// Whether this module and `other` share a symbol table, or both have none.
    pub fn shares_symtab(&self, other: &ModulePart<'_>) -> bool {
        self.symtab.map(|position| position.bit) == other.symtab.map(|position| position.bit)
    }
}

/// Finds the modules in `data` without reading them.
///
/// # Errors
/// If `data` is not bitcode, or a block reaches past the end.
pub fn modules<'a>(data: &'a [u8], options: &ReadOptions) -> Result<Vec<ModulePart<'a>>> {
    let within = strip_wrapper(data)?;
    let wrapper = within.start != 0;
    let data = &data[within];
    if !data.starts_with(&MAGIC) {
        return Err(Error::malformed("expected the bitcode signature 'BC' C0 DE").at(0));
    }
    let mut parts: Vec<ModulePart<'a>> = Vec::new();
    let (mut without_strtab, mut without_symtab) = (0, 0);
    let mut tables = 0;
    let mut identification = None;
    let mut stream = StreamReader::new(data).with_limits(options.limits.clone()).with_names(&schema::NAMES);
    let mut started = 32;
    stream.seek_top_level(started)?;
    let mut record = RecordBuf::new();
    loop {
        match stream.next(&mut record)? {
            Entry::SubBlock(id) => {
                let position = stream.block_position();
                match id {
                    schema::small_blocks::identification::ID => identification = position,
                    schema::module::ID => {
                        if let Some(module) = position {
                            parts.push(ModulePart {
                                data,
                                identification: identification.take(),
                                module,
                                strtab: None,
                                symtab: None,
                                table: (tables, (parts.len() - without_strtab) as u32),
                                sharing: 1,
                                modules: 1,
                                size: 0,
                                wrapper,
                            });
                        }
                    }
                    schema::symtab::strtab::ID => {
                        let sharing = (parts.len() - without_strtab) as u32;
                        for part in parts.iter_mut().skip(without_strtab) {
                            (part.strtab, part.sharing) = (position, sharing);
                        }
                        without_strtab = parts.len();
                        tables += 1;
                    }
                    schema::symtab::irsymtab::ID => {
                        for part in parts.iter_mut().skip(without_symtab) {
                            part.symtab = position;
                        }
                        without_symtab = parts.len();
                    }
                    _ => {}
                }
                let start = stream.position();
                stream.skip()?;
                if let Some(part) = parts.last_mut().filter(|_| id == schema::module::ID) {
                    part.size = stream.position().saturating_sub(start) / 8;
                }
            }
            Entry::EndOfStream => break,
            Entry::Record | Entry::EndBlock => {
                // A record outside of blocks, which LLVM tolerates between concatenated modules: a new signature.
                if !resync(&mut stream, data, &mut started)? {
                    return Err(Error::malformed("expected a block at the top level").at(record.bit));
                }
            }
        }
    }
    if parts.is_empty() {
        return Err(Error::malformed("expected a module block, found none"));
    }
    let count = parts.len() as u32;
    parts.iter_mut().for_each(|part| part.modules = count);
    Ok(parts)
}

/// Skips the signature of another module in the same file, if there is one at the current position. It must be after the bit
/// `started`, where the previous module ended, so that the loop over the file ends.
fn resync(stream: &mut StreamReader<'_>, data: &[u8], started: &mut u64) -> Result<bool> {
    let byte = (stream.position() / 8) as usize;
    let from = byte.saturating_sub(8) & !3;
    let window = data.get(from..data.len().min(from + 16)).unwrap_or(&[]);
    let mut ends = window.windows(4).enumerate().filter(|(_, w)| **w == MAGIC).map(|(at, _)| (from + at + 4) as u64 * 8);
    match ends.find(|end| end > started) {
        Some(end) => {
            *started = end;
            stream.seek_top_level(end)?;
            Ok(true)
        }
        None => Ok(false),
    }
}

/// The positions of a module's function bodies in the file, in order: bytes from the first word of the block to its end.
///
/// # Errors
/// If a block reaches past the end.
pub fn body_spans(part: &ModulePart<'_>) -> Result<Vec<std::ops::Range<usize>>> {
    let base = StreamReader::new(part.data);
    let mut stream = base.reader_at(part.module);
    let mut record = RecordBuf::new();
    let mut spans = Vec::new();
    stream.next(&mut record)?;
    stream.enter()?;
    loop {
        let start = stream.position();
        match stream.next(&mut record)? {
            Entry::SubBlock(id) => {
                stream.skip()?;
                if id == schema::function::ID {
                    spans.push((start / 8) as usize..(stream.position() / 8) as usize);
                }
            }
            Entry::Record => {}
            Entry::EndBlock | Entry::EndOfStream => return Ok(spans),
        }
    }
}

/// Producer and epoch of the IDENTIFICATION block before the module.
pub(super) fn identification(part: &ModulePart<'_>) -> Result<(Vec<u8>, u64)> {
    use schema::small_blocks::identification as id;
    let (mut producer, mut epoch) = (Vec::new(), 0);
    if let Some(position) = part.identification {
        let mut stream = part.stream().reader_at(position);
        let mut record = RecordBuf::new();
        stream.next(&mut record)?;
        stream.enter()?;
        while let Entry::Record = next_record(&mut stream, &mut record)? {
            match record.code {
                id::Producer::CODE => producer = chars(&record.ops),
                id::Epoch::CODE => epoch = record.ops.first().copied().unwrap_or(0),
                _ => {}
            }
        }
    }
    Ok((producer, epoch))
}

/// The blob of a block with one record, STRTAB or SYMTAB.
fn read_blob<'a>(mut stream: StreamReader<'a>, data: &'a [u8]) -> Result<&'a [u8]> {
    let mut record = RecordBuf::new();
    stream.next(&mut record)?;
    stream.enter()?;
    while let Entry::Record = next_record(&mut stream, &mut record)? {
        if record.code == schema::symtab::strtab::Strings::CODE {
            return Ok(record.blob(data).unwrap_or(&[]));
        }
    }
    Ok(&[])
}

//! Facts in a module's own records, readable even if a newer LLVM wrote the rest.
use super::name_budget::NameBudget;
use super::part::{ModulePart, identification};
use super::records::{chars, decode, next_record};
use crate::schema::{self, Fields, Record, StrtabRef, module as row};
use crate::symtab::StoredTable;
use bctk_bitstream::Result;
use bctk_bitstream::stream::{BlockPosition, Entry, RecordBuf, StreamReader};

use bctk_ir::version::LlvmVersion;

/// Facts in a module's own records. What is absent from the file is empty.
///
/// With the feature `serde` it can be serialised; bytes that are not UTF-8 are replaced (U+FFFD) then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Facts {
    /// The program that wrote the file: the IDENTIFICATION block's STRING, `LLVM22.1.8`.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub producer: Vec<u8>,
    /// The release in the producer, see [`bctk_ir::version::producer::producer_version`]. Serialized as its major number.
    #[cfg_attr(feature = "serde", serde(serialize_with = "major"))]
    pub llvm: Option<LlvmVersion>,
    /// The IDENTIFICATION block's EPOCH: 0 so far; it would change for incompatible bitcode.
    pub epoch: u64,
    /// Version of the module's encoding: 1 has relative value numbers, 2 names in STRTAB.
    pub version: u64,
    /// Target triple.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub triple: Vec<u8>,
    /// Data layout.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub data_layout: Vec<u8>,
    /// Name of the source file.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub source_filename: Vec<u8>,
    /// Libraries that the module names (DEPLIB, until LLVM 3.2).
    #[cfg_attr(feature = "serde", serde(serialize_with = "texts"))]
    pub libraries: Vec<Vec<u8>>,
    /// How many global values the module declares or defines.
    pub global_values: u32,
    /// The summary in it, if any.
    pub summary: Option<SummaryKind>,
    /// Symbols: those of the symbol table for linkers, else the global values with names.
    pub symbols: Vec<SymbolFact>,
}

/// What a summary is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum SummaryKind {
    /// ThinLTO (GLOBALVAL_SUMMARY).
    Thin,
    /// Regular LTO (FULL_LTO_GLOBALVAL_SUMMARY).
    Full,
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SymbolFact {
    /// Its name: in the object file if the file has a symbol table, else in the module.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: Vec<u8>,
    /// Whether the module defines it.
    pub defined: bool,
}

/// Bytes as a text.
#[cfg(feature = "serde")]
fn text<S: serde::Serializer>(bytes: &[u8], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&String::from_utf8_lossy(bytes))
}

/// The major number of a release.
#[cfg(feature = "serde")]
fn major<S: serde::Serializer>(version: &Option<LlvmVersion>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&version.map(|version| version.major), serializer)
}

/// Several of them.
#[cfg(feature = "serde")]
fn texts<S: serde::Serializer>(list: &[Vec<u8>], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(|bytes| String::from_utf8_lossy(bytes)))
}

/// Reads the facts in the module at `part`. Other records are skipped, so they may be of an unknown form.
///
/// ```no_run
/// use bctk_bitcode::{ReadOptions, facts, modules};
/// let bytes = std::fs::read("a.bc")?;
/// for part in modules(&bytes, &ReadOptions::default())? {
///     let facts = facts(&part)?;
///     println!("{} for {}", String::from_utf8_lossy(&facts.producer), String::from_utf8_lossy(&facts.triple));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the stream is damaged before the end of the module's own records, or if its names, which may overlap, exceed the limit `names`. An
/// unreadable symbol table counts as absent.
pub fn facts(part: &ModulePart<'_>) -> Result<Facts> {
    let base = part.stream();
    let (producer, epoch) = identification(part)?;
    let mut facts = Facts { llvm: bctk_ir::version::producer::producer_version(&producer), producer, epoch, ..Facts::default() };
    let strtab = part.strtab()?;
    let mut stream = base.reader_at(part.module);
    let mut record = RecordBuf::new();
    stream.next(&mut record)?;
    stream.enter()?;
    let mut named = Vec::new();
    loop {
        match stream.next(&mut record)? {
            Entry::EndBlock | Entry::EndOfStream => break,
            Entry::SubBlock(bctk_bitstream::stream::BLOCKINFO) => stream.read_block_info()?,
            Entry::SubBlock(block) => {
                match block {
                    schema::summary::ID => facts.summary = Some(SummaryKind::Thin),
                    schema::summary::full_lto::ID => facts.summary = Some(SummaryKind::Full),
                    _ => {}
                }
                stream.skip()?;
            }
            Entry::Record => match record.code {
                row::Version::CODE => facts.version = decode::<row::Version>(&record.ops).map_or(0, |r| r.version),
                row::Triple::CODE => facts.triple = chars(&record.ops),
                row::DataLayout::CODE => facts.data_layout = chars(&record.ops),
                row::SourceFilename::CODE => facts.source_filename = chars(&record.ops),
                row::DepLib::CODE => facts.libraries.push(chars(&record.ops)),
                code => {
                    facts.global_values +=
                        u32::from([row::GlobalVar::CODE, row::Function::CODE, row::Alias::CODE, row::IFunc::CODE].contains(&code));
                    named.extend(global(code, &record.ops, facts.version));
                }
            },
        }
    }
    let table = part.symtab().ok().flatten();
    let mut room = NameBudget::new(base.limits(), part, strtab.len());
    let mut symbol = |name: &[u8], defined: bool| {
        room.take(name.len() as u64, base.limits())?;
        Ok(SymbolFact { name: name.to_vec(), defined })
    };
    let symbols: Result<Vec<SymbolFact>> = match table.and_then(|blob| StoredTable::new(blob, strtab)) {
        Some(table) => table.symbols(part.table.1 as usize, 0).map(|stored| symbol(stored.name, !stored.is_undefined())).collect(),
        None => named
            .into_iter()
            .filter_map(|(name, defined)| {
                let start = usize::try_from(name.offset).ok()?;
                let name = strtab.get(start..start.checked_add(usize::try_from(name.size).ok()?)?)?;
                (!name.is_empty()).then(|| symbol(name, defined))
            })
            .collect(),
    };
    facts.symbols = symbols?;
    Ok(facts)
}

/// The variables of a module, as far as a list of symbols asks.
pub struct Variables {
    /// How many functions the module has.
    pub functions: usize,
    /// Whether each variable is constant, in the order of their records.
    pub constant: Vec<bool>,
}

/// Determines which variables of the module at `part` are constant.
///
/// # Errors
/// If the module's records cannot be read.
pub fn variables(part: &ModulePart<'_>) -> Result<Variables> {
    let mut stream = part.stream().reader_at(part.module);
    let mut record = RecordBuf::new();
    stream.next(&mut record)?;
    stream.enter()?;
    let mut all = Variables { functions: 0, constant: Vec::new() };
    let mut version = 0;
    loop {
        match stream.next(&mut record)? {
            Entry::EndBlock | Entry::EndOfStream => return Ok(all),
            Entry::SubBlock(bctk_bitstream::stream::BLOCKINFO) => stream.read_block_info()?,
            Entry::SubBlock(_) => stream.skip()?,
            Entry::Record => match record.code {
                row::Version::CODE => version = decode::<row::Version>(&record.ops).map_or(0, |r| r.version),
                row::Function::CODE => all.functions += 1,
                row::GlobalVar::CODE => {
                    let variable = row::GlobalVar::decode(&mut Fields::in_module(&record.ops, version >= 2));
                    all.constant.push(variable.is_ok_and(|r| r.flags & 1 != 0));
                }
                _ => {}
            },
        }
    }
}

/// Whether the metadata of the module at `part` contains the bytes `text`, and its constants outside of bodies take the address of a block.
///
/// Like LLVM's reader, which stops at the first body until something needs one, it looks at what is before the bodies.
///
/// # Errors
/// If the module's records cannot be read.
pub fn says_and_takes_addresses(part: &ModulePart<'_>, text: &[u8]) -> Result<bool> {
    let mut stream = part.stream().reader_at(part.module);
    let mut record = RecordBuf::new();
    stream.next(&mut record)?;
    stream.enter()?;
    let (mut metadata, mut constants, mut within, mut found) = (Vec::new(), Vec::new(), None, false);
    loop {
        match stream.next(&mut record)? {
            Entry::EndBlock | Entry::EndOfStream => break,
            Entry::SubBlock(bctk_bitstream::stream::BLOCKINFO) => stream.read_block_info()?,
            Entry::SubBlock(schema::function::ID) if !found => {
                if !says_and_takes(&metadata, within.as_ref(), &constants, text)? {
                    return Ok(false);
                }
                found = true;
                stream.skip()?;
            }
            Entry::SubBlock(id) => {
                let start = stream.position();
                let position = stream.block_position().filter(|_| id == schema::constants::ID);
                if let Some(position) = position {
                    within.get_or_insert_with(|| stream.reader_at(position));
                }
                stream.skip()?;
                let bytes = part.data.get((start / 8) as usize..(stream.position() / 8) as usize).unwrap_or_default();
                match position {
                    Some(position) => constants.push((position, bytes.len())),
                    None if id == schema::metadata::ID => metadata.push(bytes),
                    None => {}
                }
            }
            Entry::Record => {}
        }
    }
    // Damage after the bodies is noticed, too.
    Ok(found || says_and_takes(&metadata, within.as_ref(), &constants, text)?)
}

/// Whether blocks of metadata contain `text`, and blocks of constants, which `within` can read, the address of a block. What is found faster
/// is looked for first.
fn says_and_takes(
    metadata: &[&[u8]],
    within: Option<&StreamReader<'_>>,
    constants: &[(BlockPosition, usize)],
    text: &[u8],
) -> Result<bool> {
    // Searching a byte takes far less than decoding one.
    const FASTER: usize = 32;
    // The strings are a blob, at whole bytes.
    let says = || metadata.iter().any(|bytes| memchr::memmem::find(bytes, text).is_some());
    let takes = || {
        let Some(within) = within else { return Ok(false) };
        for &(position, _) in constants {
            if takes_address(within.reader_at(position))? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let searched: usize = metadata.iter().map(|bytes| bytes.len()).sum();
    let decoded: usize = constants.iter().map(|(_, bytes)| bytes).sum();
    if searched <= decoded.saturating_mul(FASTER) {
        return if says() { takes() } else { Ok(false) };
    }
    let takes = takes();
    if matches!(takes, Ok(false)) || says() { takes } else { Ok(false) }
}

/// Whether a constant of the block that `block` is before is the address of a block.
fn takes_address(mut block: StreamReader<'_>) -> Result<bool> {
    let mut record = RecordBuf::new();
    block.next(&mut record)?;
    block.enter()?;
    while let Entry::Record = next_record(&mut block, &mut record)? {
        if record.code == schema::constants::BlockAddress::CODE {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Position of the name in STRTAB, and whether it is a definition, if the record is that of a global value.
fn global(code: u32, ops: &[u64], version: u64) -> Option<(StrtabRef, bool)> {
    if version < 2 {
        return None;
    }
    let fields = &mut Fields::in_module(ops, true);
    match code {
        row::GlobalVar::CODE => row::GlobalVar::decode(fields).ok().and_then(|r| Some((r.name?, r.init.is_some()))),
        row::Function::CODE => row::Function::decode(fields).ok().and_then(|r| Some((r.name?, !r.is_prototype))),
        row::Alias::CODE => row::Alias::decode(fields).ok().and_then(|r| Some((r.name?, true))),
        row::IFunc::CODE => row::IFunc::decode(fields).ok().and_then(|r| Some((r.name?, true))),
        _ => None,
    }
}

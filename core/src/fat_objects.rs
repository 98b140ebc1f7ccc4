//! Objects with machine code and the same as bitcode for links (`-ffat-lto-objects`): bitcode is added, and what a linker has joined is mended.
use std::borrow::Cow;
use std::ops::Range;

use bctk_bitcode::ReadOptions;
use bctk_bitcode::read::SummaryKind;
use bctk_bitcode::write::WriteOptions;
use bctk_object::rewrite::{self, Change};
use bctk_support::limits::Limits;

use crate::concat;
use crate::containers::edited;
use crate::contents::Contents;
use crate::error::{Error, ErrorKind, Result};
use crate::modules::{self, Parts};

/// The section of ELF objects that linkers take bitcode from, and its type.
pub const SECTION: &str = ".llvm.lto";
const SHT_LLVM_LTO: u32 = 0x6FFF_4C0C;

/// The ELF object `object`, called `name`, with `bitcode` in a section as `clang -ffat-lto-objects` makes it.
///
/// # Errors
/// If it is none, is damaged, or has such a section.
pub fn with_bitcode(name: &str, object: &[u8], bitcode: &[u8]) -> Result<Vec<u8>> {
    let refused = |message: String| Error::new(name, ErrorKind::Unrepresentable(message));
    if !rewrite::is_elf_object(object) {
        return Err(refused("bitcode can be added to ELF objects alone".into()));
    }
    rewrite::with_elf_section(object, SECTION, SHT_LLVM_LTO, bitcode).map_err(refused)
}

/// What was mended in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended<'a> {
    /// The file.
    pub bytes: Cow<'a, [u8]>,
    /// The objects that were mended: their names, how many modules they have, and how many of these were for ThinLTO.
    pub objects: Vec<(String, usize, usize)>,
}

/// The file with one bitcode file in each section for linkers that had several: `ld -r` joins such sections without a thought, and no LLVM reads what
/// it makes. The modules stay apart in that file. An LLVM takes at most one module with a ThinLTO summary from a file, so all of these lose it, and
/// take part in links as other modules do.
///
/// # Errors
/// If there is nothing to mend, or it cannot be read.
pub fn mended<'c>(contents: &'c Contents, limits: &Limits) -> Result<Mended<'c>> {
    let fault = |message: &str| Error::new(contents.name.clone(), ErrorKind::Modules(message.to_owned()));
    if let Some(unread) = contents.faults.first() {
        return Err(fault(&unread.to_string()));
    }
    let mut joined: Vec<(Range<usize>, Vec<usize>)> = Vec::new();
    for (index, bitcode) in contents.held()? {
        let Some(range) = bitcode.object.as_ref().filter(|_| bitcode.section.as_deref() == Some(SECTION) && !bitcode.is_packed()) else {
            continue;
        };
        match joined.last_mut().filter(|(object, _)| object == range) {
            Some((_, all)) => all.push(index),
            None => joined.push((range.clone(), vec![index])),
        }
    }
    joined.retain(|(_, all)| all.len() > 1);
    if joined.is_empty() {
        return Err(fault("no section .llvm.lto has several bitcode files"));
    }
    let whole = contents.bytes();
    let (mut edits, mut objects) = (Vec::new(), Vec::new());
    for (range, all) in joined {
        let name = contents.name_of(&contents.bitcode[all[0]].name);
        let files: Vec<&[u8]> = all.iter().map(|index| contents.bitcode[*index].bytes()).collect();
        let (bitcode, count, thin) = as_one(&name, &files, limits)?;
        let object = whole.get(range.clone()).unwrap_or_default();
        let new = rewrite::rewritten(object, &Change::Fill(SECTION.as_bytes(), 0, &bitcode));
        let new = new.map_err(|message| Error::new(name.clone(), ErrorKind::Modules(message)))?;
        edits.push((range, Cow::Owned(new)));
        objects.push((name, count, thin));
    }
    Ok(Mended { bytes: edited(&contents.name, whole, edits)?, objects })
}

/// One file with the modules of several, how many there are, and how many were for ThinLTO.
fn as_one(name: &str, files: &[&[u8]], limits: &Limits) -> Result<(Vec<u8>, usize, usize)> {
    let fault = |error| Error::new(name, ErrorKind::Bitcode(error));
    let options = ReadOptions { limits: limits.clone(), ..ReadOptions::default() };
    let mut out = concat::SIGNATURE.to_vec();
    let (mut count, mut thin) = (0, 0);
    for file in files {
        let mut is_thin = false;
        for part in &bctk_bitcode::modules(file, &options).map_err(fault)? {
            if bctk_bitcode::facts(part).map_err(fault)?.summary == Some(SummaryKind::Thin) {
                is_thin = true;
                thin += 1;
            }
        }
        let without;
        let file = match is_thin {
            false => *file,
            true => {
                let mut read = modules::read(name, file, Parts::AsStored, limits)?;
                for module in &mut read {
                    if module.summary.as_ref().is_some_and(|summary| !summary.full_lto) {
                        module.summary = None;
                    }
                    bctk_ir::summary::outdate_hash(module, true);
                }
                let mut new = Vec::new();
                match modules::write(&read, &WriteOptions::default(), &mut new) {
                    Ok(_) => {}
                    Err(bctk_bitcode::write::Fault::Module(error)) => return Err(fault(error)),
                    Err(bctk_bitcode::write::Fault::Sink(error)) => return Err(Error::new(name, ErrorKind::Write(error))),
                }
                without = new;
                &without
            }
        };
        let parts = bctk_bitcode::modules(file, &options).map_err(fault)?;
        count += parts.len();
        for number in 0..parts.len() {
            concat::as_it_is(name, &parts, number)?.iter().for_each(|piece| out.extend_from_slice(piece));
        }
    }
    Ok((out, count, thin))
}

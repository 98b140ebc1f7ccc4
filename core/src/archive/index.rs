//! What the index of an archive says of a member: the symbols that it defines.
use std::io;

use bctk_bitcode::ReadOptions;
use bctk_ir::triple::Triple;
use bctk_object::native::magic::{Magic, magic};
use bctk_object::native::{self, Source};
use bctk_object::symbols::{self as listed, SymbolFlags};

use super::Kind;
use bctk_support::limits::Limits;

/// The symbols of a member, and what else of it an archive depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// The names, one after the other.
    names: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    /// Whether it is a file with symbols at all.
    pub(super) is_object: bool,
    /// Whether it is for a processor of 64 bits.
    pub(super) is_64: bool,
    /// Whether it is COFF for 64-bit Arm, with either of its ABIs, and whether it is for the ABI that x86-64 code can call.
    pub(super) arm64: bool,
    pub(super) ec: bool,
    /// The alignment of its content in a big archive.
    pub(super) align: u64,
}

impl Symbols {
    /// The names of the symbols that it defines for others, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.ends.iter().zip(starts).map(|(&end, start)| &self.names[start..end])
    }

    fn push(&mut self, name: &[u8]) {
        self.names.extend_from_slice(name);
        self.ends.push(self.names.len());
    }
}

/// Passes the names of the symbols that a member defines for others to `name`: what the crate `ar_archive_writer` wants as `get_symbols` of an
/// `ObjectReader`. It knows bitcode of every LLVM, with or without a wrapper, native objects, WebAssembly and members of import libraries.
///
/// Returns whether the member is a file with symbols. An archive may hold anything else, too.
///
/// # Errors
/// If the member is damaged, with its message; and those of `name`.
pub fn get_symbols(member: &[u8], name: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<bool> {
    let found = symbols(member).map_err(|message| io::Error::new(io::ErrorKind::InvalidData, message))?;
    found.names().try_for_each(name)?;
    Ok(found.is_object)
}

/// The symbols that a member defines for others. Bodies are not read; of bitcode with a symbol table, that table is all that is read.
///
/// # Errors
/// What is wrong with the member, in LLVM's words where LLVM has them.
pub fn symbols(member: &[u8]) -> Result<Symbols, String> {
    match magic(member) {
        Magic::Bitcode => of_bitcode(member),
        Magic::Coff | Magic::CoffImport | Magic::Pe | Magic::Elf { .. } | Magic::MachO { .. } | Magic::Wasm | Magic::Xcoff => {
            of_native(member)
        }
        _ => Ok(Symbols { align: LEAST_ALIGNMENT, ..Symbols::default() }),
    }
}

/// The alignment of contents in big archives that need none.
const LEAST_ALIGNMENT: u64 = 2;

fn of_bitcode(member: &[u8]) -> Result<Symbols, String> {
    // Bitcode consists of whole words.
    let is_whole = member.len().is_multiple_of(4) || member.starts_with(b"\xDE\xC0\x17\x0B");
    let words = |error: bctk_bitcode::Error| if is_whole { words(&error) } else { "Invalid bitcode signature".to_owned() };
    let parts = bctk_bitcode::modules(member, &ReadOptions::default()).map_err(words)?;
    let table = listed::symbols(&parts, &listed::Options::default()).map_err(words)?;
    let mut found = Symbols { is_object: true, align: LEAST_ALIGNMENT, ..Symbols::default() };
    let mut unnamed = 0;
    // Names may overlap in the file.
    let limits = Limits::default();
    let most = limits.names.saturating_add(limits.names_per_byte.saturating_mul(member.len() as u64));
    for symbol in table.symbols() {
        if found.names.len() as u64 > most {
            return Err(format!("the names of its symbols take more than {most} bytes"));
        }
        let has = |flag| symbol.flags.contains(flag);
        if has(SymbolFlags::GLOBAL) && !has(SymbolFlags::UNDEFINED) && !has(SymbolFlags::FORMAT_SPECIFIC) {
            match prefix_of_unnamed(symbol.name).filter(|_| symbol.ir_name.is_empty()) {
                // LLVM numbers them as it asks for their names, and here it asks for fewer than in the table of the file.
                Some(prefix) => {
                    unnamed += 1;
                    found.push(&[prefix, unnamed.to_string().as_bytes()].concat());
                }
                None => found.push(symbol.name),
            }
        }
    }
    let target = Target::of(table.triple());
    let triple = Triple::parse(table.triple());
    found.is_64 = triple.is_arch_64_bit();
    found.arm64 = target.is_windows && target.is_arm64;
    found.ec = target.is_windows && triple.is_arm64ec() || target.is_x86_64;
    Ok(found)
}

/// The name that a global value without one has in the object file, without its number.
fn prefix_of_unnamed(name: &[u8]) -> Option<&[u8]> {
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let prefix = &name[..name.len() - digits];
    (digits > 0 && prefix.ends_with(b"__unnamed_")).then_some(prefix)
}

/// What is wrong with bitcode, in LLVM's words.
fn words(error: &bctk_bitcode::Error) -> String {
    let words = bctk_bitcode::llvm_words(error);
    // LLVM says where a block that is cut off would end, and where its content begins: a word with its number, and one with its length.
    let length = error.message().split_once(" words it announces").and_then(|(start, _)| start.rsplit(' ').next()?.parse::<u64>().ok());
    match (words, length, error.bit()) {
        ("", ..) => error.to_string(),
        (words, Some(length), Some(bit)) if words.ends_with("skip to bit") => {
            let from = bit / 32 * 32 + 64;
            format!("{words} {} from {from}", from.saturating_add(length.saturating_mul(32)))
        }
        _ => words.to_owned(),
    }
}

fn of_native(member: &[u8]) -> Result<Symbols, String> {
    let options = native::Options { without_addresses: true, no_dyld: true, ..native::Options::default() };
    let object = native::read(member, Source::default(), &options).map_err(|fault| fault.message)?;
    let fault = object.errors.first().map(|message| message.trim_start_matches(": ").trim_end_matches('\n').to_owned());
    if let Some(fault) = fault.clone().filter(|_| object.stopped) {
        return Err(fault);
    }
    // LLVM never says it of COFF.
    let is_64 = object.kind != native::Kind::Coff && object.is_for_64();
    let mut found = Symbols { is_object: true, is_64, align: LEAST_ALIGNMENT, ..Symbols::default() };
    for (number, symbol) in object.symbols.iter().enumerate() {
        if symbol.flags.global && !symbol.flags.undefined && !symbol.flags.special {
            // `llvm-nm` lists such a symbol with these words for a name.
            if let Some(entry) = symbol.mach.as_ref().filter(|_| symbol.name == b"bad string index") {
                let index = entry.n_strx;
                return Err(format!("truncated or malformed object (bad string index: {index} for symbol at index {number})"));
            }
            // What is wrong with other symbols does not matter here.
            if let Some(fault) = fault.clone().filter(|_| symbol.name.is_empty()) {
                return Err(fault);
            }
            found.push(&symbol.name);
        }
    }
    match object.kind {
        native::Kind::Coff => {
            let machine = coff_machine(member);
            found.arm64 = matches!(machine, ARM64 | ARM64EC | ARM64X);
            found.ec = machine != ARM64;
        }
        native::Kind::Xcoff => found.align = alignment_of_xcoff(member),
        _ => {}
    }
    Ok(found)
}

const ARM64: u16 = 0xAA64;
const ARM64EC: u16 = 0xA641;
const ARM64X: u16 = 0xA64E;

/// The machine of a COFF object, of an image, or of a member of an import library.
fn coff_machine(member: &[u8]) -> u16 {
    let word = |at: usize| member.get(at..at + 2).map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
    if member.starts_with(b"MZ") {
        let header = member.get(0x3C..0x40).map_or(0, |bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        return usize::try_from(header).ok().and_then(|at| at.checked_add(4)).filter(|at| *at < member.len()).map_or(0, word);
    }
    // Import libraries and objects with many sections have another header.
    if word(0) == 0 && word(2) == 0xFFFF { word(6) } else { word(0) }
}

/// The alignment of an object that AIX can load from an archive: that of its text or data, whichever is more.
fn alignment_of_xcoff(member: &[u8]) -> u64 {
    /// The logarithm of the size of a page.
    const PAGE: u16 = 12;
    let word = |at: usize| member.get(at..at + 2).map_or(0, |bytes| u16::from_be_bytes([bytes[0], bytes[1]]));
    let wide = member.starts_with(b"\x01\xF7");
    // The places of the optional header, and in it of the section to load, the two alignments and what follows them.
    let (optional, loader, text, rest, most) = if wide { (24, 36, 44, 48, PAGE) } else { (20, 40, 44, 48, 2) };
    let size = word(16);
    if size < rest || word(optional + loader) == 0 {
        return LEAST_ALIGNMENT;
    }
    let wanted = word(optional + text).max(word(optional + text + 2));
    1 << if wanted > PAGE { most } else { wanted }
}

/// The system and processor of a target, as far as archives depend on it.
struct Target {
    is_windows: bool,
    is_aix: bool,
    is_arm64: bool,
    is_x86_64: bool,
}

impl Target {
    fn of(triple: &[u8]) -> Target {
        let mut parts = triple.split(|byte| *byte == b'-');
        let (arch, system) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
        let is_arm64 = matches!(arch, b"aarch64" | b"arm64" | b"arm64e" | b"arm64ec");
        Target {
            is_windows: system.starts_with(b"windows") || system.starts_with(b"win32"),
            is_aix: system.starts_with(b"aix"),
            is_arm64,
            is_x86_64: matches!(arch, b"x86_64" | b"amd64" | b"x86_64h"),
        }
    }
}

/// The kind of archive for the target of bitcode.
pub(super) fn kind_of_target(bitcode: &[u8]) -> Option<Kind> {
    let parts = bctk_bitcode::modules(bitcode, &ReadOptions::default()).unwrap_or_default();
    let facts = bctk_bitcode::facts(parts.first()?).ok()?;
    let target = Target::of(&facts.triple);
    Some(match () {
        () if Triple::parse(&facts.triple).is_os_darwin() => Kind::Darwin,
        () if target.is_aix => Kind::AixBig,
        () if target.is_windows => Kind::Coff,
        () => Kind::Gnu,
    })
}

/// Whether it is bitcode, with or without a wrapper.
pub(super) fn is_bitcode(member: &[u8]) -> bool {
    magic(member) == Magic::Bitcode
}

//! The symbol table for linkers (SYMTAB): the contents of the blob, and how to build it from modules.
//!
//! The crate `bctk-object` lists the symbols of a file, with or without this table.
mod build;
mod directives;
mod read;

pub(crate) use build::build;
pub use build::{has_large_code_model, list};
pub use read::{StoredSymbol, StoredTable, StoredUncommon};

use crate::schema::StrtabRef;
use bctk_ir::version::LlvmVersion;
use byteorder::{ByteOrder, LittleEndian};

/// Version of the table since LLVM 23 (`irsymtab::storage::Header::kCurrentVersion`), with common sizes of 64 bits.
pub const VERSION: u32 = 4;
/// Version of the table until LLVM 22, with common sizes of 32 bits.
pub const OLD_VERSION: u32 = 3;
/// Words of a header; see the rows in `schema::symtab`.
const HEADER_WORDS: usize = 19;
/// Words of a symbol.
const SYMBOL_WORDS: usize = 6;

/// Bits of a symbol's flags after the two of its visibility (LLVM 22, `irsymtab::storage::Symbol::FlagBits`).
pub mod flags {
    /// Has an entry for uncommon properties.
    pub const HAS_UNCOMMON: u32 = 1 << 2;
    /// Defined elsewhere.
    pub const UNDEFINED: u32 = 1 << 3;
    /// Weak.
    pub const WEAK: u32 = 1 << 4;
    /// A common symbol.
    pub const COMMON: u32 = 1 << 5;
    /// An alias or an ifunc.
    pub const INDIRECT: u32 = 1 << 6;
    /// Must be kept although nothing may refer to it.
    pub const USED: u32 = 1 << 7;
    /// Thread-local.
    pub const TLS: u32 = 1 << 8;
    /// May be left out of the dynamic symbol table.
    pub const MAY_OMIT: u32 = 1 << 9;
    /// Visible outside of its module.
    pub const GLOBAL: u32 = 1 << 10;
    /// No symbol of the program.
    pub const FORMAT_SPECIFIC: u32 = 1 << 11;
    /// Its address does not matter.
    pub const UNNAMED_ADDR: u32 = 1 << 12;
    /// Code.
    pub const EXECUTABLE: u32 = 1 << 13;
}

/// A symbol.
#[derive(Clone, Copy, Debug, Default)]
struct Symbol {
    name: StrtabRef,
    ir_name: StrtabRef,
    /// All ones for none.
    comdat: Option<u32>,
    flags: u32,
}

/// What few symbols have.
#[derive(Clone, Copy, Debug, Default)]
struct Uncommon {
    common_size: u64,
    common_align: u32,
    fallback: StrtabRef,
    section: StrtabRef,
}

/// The table while it is made.
#[derive(Debug, Default)]
struct Table {
    llvm: LlvmVersion,
    producer: StrtabRef,
    triple: StrtabRef,
    source: StrtabRef,
    linker_options: StrtabRef,
    /// Begin and end of the symbols of each module, and its first uncommon part.
    modules: Vec<[u32; 3]>,
    comdats: Vec<(StrtabRef, u32)>,
    symbols: Vec<Symbol>,
    uncommons: Vec<Uncommon>,
    libraries: Vec<StrtabRef>,
}

fn put(words: &mut Vec<u32>, text: StrtabRef) {
    words.extend([text.offset as u32, text.size as u32]);
}

impl Table {
    /// The blob: header, then the arrays in the order in which the header names them.
    fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut ranges = Vec::new();
        let llvm = self.llvm;
        let header = if llvm.dependent_libraries() { HEADER_WORDS } else { HEADER_WORDS - 2 };
        let mut range = |body: &Vec<u32>, count: usize| ranges.push([((header + body.len()) * 4) as u32, count as u32]);
        range(&body, self.modules.len());
        body.extend(self.modules.iter().flatten());
        range(&body, self.comdats.len());
        for &(name, kind) in &self.comdats {
            put(&mut body, name);
            body.extend(llvm.symtab_comdat_kinds().then_some(kind));
        }
        range(&body, self.symbols.len());
        for symbol in &self.symbols {
            put(&mut body, symbol.name);
            put(&mut body, symbol.ir_name);
            body.extend([symbol.comdat.unwrap_or(read::NO_COMDAT), symbol.flags]);
        }
        range(&body, self.uncommons.len());
        for part in &self.uncommons {
            body.push(part.common_size as u32);
            if llvm.wide_common_sizes() {
                body.push((part.common_size >> 32) as u32);
            }
            body.push(part.common_align);
            put(&mut body, part.fallback);
            if llvm.symtab_sections() {
                put(&mut body, part.section);
            }
        }
        range(&body, self.libraries.len());
        for &library in &self.libraries {
            put(&mut body, library);
        }
        let mut words = vec![llvm.symtab_version()];
        put(&mut words, self.producer);
        let (libraries, others) = ranges.split_last().map_or(([0; 2], &[][..]), |(last, others)| (*last, others));
        words.extend(others.iter().flatten());
        for text in [self.triple, self.source, self.linker_options] {
            put(&mut words, text);
        }
        if llvm.dependent_libraries() {
            words.extend(libraries);
        }
        words.append(&mut body);
        let mut bytes = vec![0; words.len() * 4];
        LittleEndian::write_u32_into(&words, &mut bytes);
        bytes
    }
}

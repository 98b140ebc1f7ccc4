//! What a copy needs to know of a file's symbol table: who made it, and the symbols of inline assembly.
use super::{HEADER_WORDS, SYMBOL_WORDS, VERSION};
use byteorder::{ByteOrder, LittleEndian};

/// A symbol table in its blob; its strings are in the string table `strtab`.
#[derive(Clone, Copy)]
pub(crate) struct SymbolTable<'a> {
    blob: &'a [u8],
    strtab: &'a [u8],
}

/// A symbol as it stands in the table.
pub(crate) struct StoredSymbol<'a> {
    /// Its name in the object file.
    pub(crate) name: &'a [u8],
    /// Its flags.
    pub(crate) flags: u32,
}

impl StoredSymbol<'_> {
    /// Whether the symbol is defined elsewhere.
    pub(crate) fn is_undefined(&self) -> bool {
        self.flags & super::flags::UNDEFINED != 0
    }
}

impl<'a> SymbolTable<'a> {
    /// The table in `blob`, if it is of the version that is known.
    pub(crate) fn new(blob: &'a [u8], strtab: &'a [u8]) -> Option<SymbolTable<'a>> {
        let table = SymbolTable { blob, strtab };
        (blob.len() >= HEADER_WORDS * 4 && table.word(0)? == VERSION).then_some(table)
    }

    fn word(&self, index: usize) -> Option<u32> {
        self.blob.get(index.checked_mul(4)?..)?.get(..4).map(LittleEndian::read_u32)
    }

    fn text(&self, index: usize) -> Option<&'a [u8]> {
        let (offset, size) = (self.word(index)? as usize, self.word(index + 1)? as usize);
        self.strtab.get(offset..offset.checked_add(size)?)
    }

    /// The version of LLVM that made it.
    pub(crate) fn producer(&self) -> Option<&'a [u8]> {
        self.text(1)
    }

    /// The symbols of the module `number` of those that the table is for, without the first `skipped`.
    pub(crate) fn symbols(&self, number: usize, skipped: usize) -> impl Iterator<Item = StoredSymbol<'a>> {
        let table = *self;
        let range = || {
            let (modules, count) = (table.word(3)? as usize / 4, table.word(4)? as usize);
            let (symbols, all) = (table.word(7)? as usize / 4, table.word(8)?);
            let module = modules + number.checked_mul(3).filter(|_| number < count)?;
            let (begin, end) = (table.word(module)?, table.word(module + 1)?);
            (begin <= end && end <= all).then_some((symbols, begin as usize + skipped..end as usize))
        };
        let (symbols, range) = range().unwrap_or((0, 0..0));
        range.map_while(move |index| {
            let at = symbols + index * SYMBOL_WORDS;
            Some(StoredSymbol { name: table.text(at)?, flags: table.word(at + 5)? })
        })
    }
}

//! Reads a symbol table from its blob. Offsets in it may have any value.
use super::{HEADER_WORDS, OLD_VERSION, SYMBOL_WORDS, VERSION};
use byteorder::{ByteOrder, LittleEndian};
use std::ops::Range;

/// A symbol table in its blob; its strings are in the string table `strtab`.
#[derive(Clone, Copy)]
pub struct StoredTable<'a> {
    blob: &'a [u8],
    strtab: &'a [u8],
    /// Whether common sizes have 64 bits.
    wide_sizes: bool,
}

/// A symbol as stored in the table.
pub struct StoredSymbol<'a> {
    /// Its name in the object file.
    pub name: &'a [u8],
    /// Its name in the module.
    pub ir_name: &'a [u8],
    /// Number of its comdat.
    pub comdat: Option<u32>,
    /// Its flags.
    pub flags: u32,
}

/// What few symbols have.
pub struct StoredUncommon<'a> {
    /// Size of a common symbol in bytes.
    pub common_size: u64,
    /// Alignment of a common symbol in bytes.
    pub common_align: u32,
    /// What a weak external of COFF falls back to.
    pub fallback: &'a [u8],
    /// The section that it is placed in by name; empty for none.
    pub section: &'a [u8],
}

impl StoredSymbol<'_> {
    /// Whether the symbol is defined elsewhere.
    pub fn is_undefined(&self) -> bool {
        self.flags & super::flags::UNDEFINED != 0
    }
}

/// Words of the header that contain ranges, and words per element of each: see the rows in `schema::symtab`.
/// Number of the comdat of a symbol that has none (`storage::Symbol::ComdatIndex`).
pub(super) const NO_COMDAT: u32 = u32::MAX;

const MODULES: (usize, usize) = (3, 3);
const COMDATS: (usize, usize) = (5, 3);
const SYMBOLS: (usize, usize) = (7, SYMBOL_WORDS);
const UNCOMMONS: (usize, usize) = (9, 7);
const OLD_UNCOMMONS: (usize, usize) = (9, 6);
const LIBRARIES: (usize, usize) = (17, 2);

impl<'a> StoredTable<'a> {
    /// The table in `blob`, if it has a known version.
    pub fn new(blob: &'a [u8], strtab: &'a [u8]) -> Option<StoredTable<'a>> {
        let mut table = StoredTable { blob, strtab, wide_sizes: true };
        let version = table.word(0)?;
        table.wide_sizes = version == VERSION;
        (blob.len() >= HEADER_WORDS * 4 && [VERSION, OLD_VERSION].contains(&version)).then_some(table)
    }

    /// The version of its form.
    pub fn version(&self) -> u32 {
        self.word(0).unwrap_or_default()
    }

    /// The range of uncommon parts.
    fn uncommons(&self) -> (usize, usize) {
        if self.wide_sizes { UNCOMMONS } else { OLD_UNCOMMONS }
    }

    fn word(&self, index: usize) -> Option<u32> {
        self.blob.get(index.checked_mul(4)?..)?.get(..4).map(LittleEndian::read_u32)
    }

    fn text(&self, index: usize) -> Option<&'a [u8]> {
        let (offset, size) = (self.word(index)? as usize, self.word(index + 1)? as usize);
        self.strtab.get(offset..offset.checked_add(size)?)
    }

    /// How many elements a range has.
    fn count(&self, (range, _): (usize, usize)) -> usize {
        self.word(range + 1).unwrap_or(0) as usize
    }

    /// The first word of an element of a range.
    fn element(&self, (range, words): (usize, usize), number: usize) -> Option<usize> {
        (number < self.count((range, words))).then_some(())?;
        (self.word(range)? as usize / 4).checked_add(number.checked_mul(words)?)
    }

    /// Whether all ranges are within the blob, and all strings within the string table.
    pub fn is_sound(&self) -> bool {
        let within = |(range, words): (usize, usize)| {
            let (start, count) = (self.word(range).unwrap_or(u32::MAX) as usize, self.count((range, words)));
            let end = count.checked_mul(words * 4).and_then(|size| start.checked_add(size));
            start.is_multiple_of(4) && end.is_some_and(|end| end <= self.blob.len())
        };
        let symbols = self.count(SYMBOLS);
        let module = |number| self.module(number).is_some_and(|(range, _)| range.end <= symbols);
        let symbol = |number| {
            let symbol: Option<StoredSymbol<'_>> = self.symbol(number);
            symbol.is_some_and(|symbol| symbol.comdat.is_none_or(|comdat| (comdat as usize) < self.count(COMDATS)))
        };
        [MODULES, COMDATS, SYMBOLS, self.uncommons(), LIBRARIES].into_iter().all(within)
            && self.producer().is_some()
            && self.triple().is_some()
            && self.source().is_some()
            && self.linker_options().is_some()
            && (0..self.count(MODULES)).all(module)
            && (0..self.count(COMDATS)).all(|number| self.comdat_at(number as u32).is_some())
            && (0..symbols).all(symbol)
            && (0..self.count(self.uncommons())).all(|number| self.uncommon(number).is_some())
            && self.libraries().count() == self.count(LIBRARIES)
    }

    /// The version of LLVM that made it.
    pub fn producer(&self) -> Option<&'a [u8]> {
        self.text(1)
    }

    /// The target triple.
    pub fn triple(&self) -> Option<&'a [u8]> {
        self.text(11)
    }

    /// The source file.
    pub fn source(&self) -> Option<&'a [u8]> {
        self.text(13)
    }

    /// Options for a linker of COFF.
    pub fn linker_options(&self) -> Option<&'a [u8]> {
        self.text(15)
    }

    /// Libraries that the linker is to add.
    pub fn libraries(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let table = *self;
        (0..table.count(LIBRARIES)).map_while(move |number| table.text(table.element(LIBRARIES, number)?))
    }

    /// How many modules it is for.
    pub fn module_count(&self) -> usize {
        self.count(MODULES)
    }

    /// The numbers of a module's symbols, and of its first uncommon part.
    pub fn module(&self, number: usize) -> Option<(Range<usize>, usize)> {
        let at = self.element(MODULES, number)?;
        let (begin, end) = (self.word(at)? as usize, self.word(at + 1)? as usize);
        (begin <= end).then_some((begin..end, self.word(at + 2)? as usize))
    }

    /// The symbol `number`.
    pub fn symbol(&self, number: usize) -> Option<StoredSymbol<'a>> {
        let at = self.element(SYMBOLS, number)?;
        Some(StoredSymbol {
            name: self.text(at)?,
            ir_name: self.text(at + 2)?,
            comdat: Some(self.word(at + 4)?).filter(|&comdat| comdat != NO_COMDAT),
            flags: self.word(at + 5)?,
        })
    }

    /// Name and selection kind of a comdat; none for a number that is not in the table.
    pub fn comdat_at(&self, number: u32) -> Option<(&'a [u8], u32)> {
        let at = self.element(COMDATS, number as usize)?;
        Some((self.text(at)?, self.word(at + 2)?))
    }

    /// The uncommon part `number`.
    pub fn uncommon(&self, number: usize) -> Option<StoredUncommon<'a>> {
        let at = self.element(self.uncommons(), number)?;
        let low = u64::from(self.word(at)?);
        let (common_size, rest) = match self.wide_sizes {
            true => (low | u64::from(self.word(at + 1)?) << 32, at + 2),
            false => (low, at + 1),
        };
        Some(StoredUncommon { common_size, common_align: self.word(rest)?, fallback: self.text(rest + 1)?, section: self.text(rest + 3)? })
    }

    /// The symbols of module `number` among those of the table, without the first `skipped`.
    pub fn symbols(&self, number: usize, skipped: usize) -> impl Iterator<Item = StoredSymbol<'a>> {
        let table = *self;
        let range = table.module(number).map_or(0..0, |(range, _)| range);
        (range.start.saturating_add(skipped)..range.end).map_while(move |index| table.symbol(index))
    }
}

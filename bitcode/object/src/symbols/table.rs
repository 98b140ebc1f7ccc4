//! A symbol table: the contents of the blob, checked once, so that all references are valid.
use super::{Origin, SymbolFlags};
use bctk_bitcode::symtab::{StoredTable, flags};
use bctk_ir::keywords::{ComdatKind, Visibility};
use std::borrow::Cow;
use std::ops::Range;

/// Symbols of the modules of a file, and what else a linker asks of it.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable<'a> {
    blob: Cow<'a, [u8]>,
    strtab: Cow<'a, [u8]>,
    origin: Option<Origin>,
    /// Whether each symbol is a constant variable, where that is known.
    pub(super) constants: Option<Vec<bool>>,
}

/// A symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol<'t> {
    /// Its name in the object file.
    pub name: &'t [u8],
    /// Its name in the module; empty for a symbol of inline assembly and for one without a name.
    pub ir_name: &'t [u8],
    /// Its properties.
    pub flags: SymbolFlags,
    /// Its visibility.
    pub visibility: Visibility,
    /// Whether it is a constant variable; none if this was not requested.
    pub is_constant: Option<bool>,
    /// Its comdat.
    pub comdat: Option<ComdatOf<'t>>,
    /// Size and alignment, of a common symbol.
    pub common: Option<Common>,
    /// The fallback of a weak external of COFF; empty for other symbols.
    pub coff_fallback: &'t [u8],
    /// The section that it is placed in by name; empty for none.
    pub section: &'t [u8],
}

/// The comdat of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComdatOf<'t> {
    /// Its number in the table.
    pub index: u32,
    /// Its name in the object file.
    pub name: &'t [u8],
    /// How one of several is chosen.
    pub kind: ComdatKind,
}

/// Size and alignment of a common symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Common {
    /// Bytes.
    pub size: u64,
    /// Alignment in bytes; 0 if none is stated.
    pub align: u32,
}

impl<'a> SymbolTable<'a> {
    /// The table in `blob` with its strings in `strtab`, if it is of the known version and all that it refers to is there.
    pub(super) fn new(blob: Cow<'a, [u8]>, strtab: Cow<'a, [u8]>, origin: Origin) -> Option<SymbolTable<'a>> {
        StoredTable::new(&blob, &strtab)?.is_sound().then_some(())?;
        Some(SymbolTable { blob, strtab, origin: Some(origin), constants: None })
    }

    fn stored(&self) -> Option<StoredTable<'_>> {
        StoredTable::new(&self.blob, &self.strtab)
    }

    /// The same table apart from the bytes of the file.
    pub fn into_owned(self) -> SymbolTable<'static> {
        SymbolTable {
            blob: Cow::Owned(self.blob.into_owned()),
            strtab: Cow::Owned(self.strtab.into_owned()),
            origin: self.origin,
            constants: self.constants,
        }
    }

    /// Its origin.
    pub fn origin(&self) -> Origin {
        self.origin.unwrap_or(Origin::Modules)
    }

    /// The version of the table's form.
    pub fn version(&self) -> u32 {
        self.stored().map(|table| table.version()).unwrap_or_default()
    }

    /// The producer of the file's table, as stated there: a version of LLVM, `22.1.8`; empty for a table made from the modules.
    pub fn producer(&self) -> &[u8] {
        self.stored().and_then(|table| table.producer()).unwrap_or_default()
    }

    /// The target triple of the first module.
    pub fn triple(&self) -> &[u8] {
        self.stored().and_then(|table| table.triple()).unwrap_or_default()
    }

    /// The source file of the first module.
    pub fn source_filename(&self) -> &[u8] {
        self.stored().and_then(|table| table.source()).unwrap_or_default()
    }

    /// Options for a linker of COFF, each with a space before it.
    pub fn linker_options(&self) -> &[u8] {
        self.stored().and_then(|table| table.linker_options()).unwrap_or_default()
    }

    /// Libraries that a linker of ELF is to add.
    pub fn dependent_libraries(&self) -> impl Iterator<Item = &[u8]> {
        self.stored().into_iter().flat_map(|table| table.libraries())
    }

    /// Its comdats, by the numbers that symbols refer to.
    pub fn comdats(&self) -> impl Iterator<Item = ComdatOf<'_>> {
        self.stored().into_iter().flat_map(|table| (0..).map_while(move |number| comdat(&table, number)))
    }

    /// The number of its modules.
    pub fn modules(&self) -> usize {
        self.stored().map_or(0, |table| table.module_count())
    }

    /// The symbols of the module `number`, in LLVM's order: functions, variables, aliases, ifuncs, symbols of inline assembly.
    pub fn symbols_of(&self, number: usize) -> Symbols<'_> {
        let found = self.stored().and_then(|table| Some((table, table.module(number)?)));
        match found {
            Some((table, (range, uncommon))) => Symbols { table: Some(table), range, uncommon, constants: self.constants.as_deref() },
            None => Symbols { table: None, range: 0..0, uncommon: 0, constants: None },
        }
    }

    /// All symbols, module by module.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol<'_>> {
        (0..self.modules()).flat_map(|number| self.symbols_of(number))
    }
}

/// Symbols of a module.
#[derive(Clone)]
pub struct Symbols<'t> {
    table: Option<StoredTable<'t>>,
    range: Range<usize>,
    /// Number of the next part with what few symbols have.
    uncommon: usize,
    constants: Option<&'t [bool]>,
}

impl<'t> Iterator for Symbols<'t> {
    type Item = Symbol<'t>;

    fn next(&mut self) -> Option<Symbol<'t>> {
        let table = self.table?;
        let number = self.range.next()?;
        let stored = table.symbol(number)?;
        let mut symbol = Symbol {
            name: stored.name,
            ir_name: stored.ir_name,
            flags: SymbolFlags::from_word(stored.flags),
            visibility: Visibility::from_code(u64::from(stored.flags & 3)).unwrap_or(Visibility::Default),
            is_constant: self.constants.map(|constants| constants.get(number).copied().unwrap_or(false)),
            comdat: stored.comdat.and_then(|index| comdat(&table, index)),
            common: None,
            coff_fallback: &[],
            section: &[],
        };
        if stored.flags & flags::HAS_UNCOMMON != 0 {
            if let Some(part) = table.uncommon(self.uncommon) {
                let common = Common { size: part.common_size, align: part.common_align };
                symbol.common = symbol.flags.contains(SymbolFlags::COMMON).then_some(common);
                symbol.coff_fallback = part.fallback;
                symbol.section = part.section;
            }
            self.uncommon += 1;
        }
        Some(symbol)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.range.len(), Some(self.range.len()))
    }
}

impl ExactSizeIterator for Symbols<'_> {}

/// A comdat of the table.
fn comdat<'t>(table: &StoredTable<'t>, index: u32) -> Option<ComdatOf<'t>> {
    let (name, kind) = table.comdat_at(index)?;
    // LLVM 22 numbers the kinds from 0, bitcode from 1.
    Some(ComdatOf { index, name, kind: ComdatKind::from_code(u64::from(kind) + 1).unwrap_or(ComdatKind::Any) })
}

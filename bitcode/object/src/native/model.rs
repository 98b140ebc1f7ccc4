//! The contents of native files: objects and their symbols.
use super::macho_symbol::{Entry, Header};

/// Which symbols are read, and what of them is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The dynamic symbols of ELF, not the others. Other formats have none.
    pub dynamic: bool,
    /// Addresses are not needed, so faults in them are ignored.
    pub without_addresses: bool,
    /// Of Mach-O only the symbols in this segment and section.
    pub section: Option<(String, String)>,
    /// Of Mach-O only what the dynamic linker's tables have.
    pub dyld_only: bool,
    /// Of Mach-O also what the dynamic linker's tables have.
    pub dyld_too: bool,
    /// Of Mach-O nothing that only the dynamic linker's tables have.
    pub no_dyld: bool,
    /// Of XCOFF the symbols that a library exports.
    pub export_symbols: bool,
    /// Of these not `__rsrc`.
    pub no_resources: bool,
}

/// The kind of a symbol, in addition to its letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Defined elsewhere.
    pub undefined: bool,
    /// Visible outside of its file.
    pub global: bool,
    /// Weak.
    pub weak: bool,
    /// It is there for the format alone: sections, files, mapping symbols.
    pub special: bool,
    /// A common symbol of C.
    pub common: bool,
    /// No address but a number.
    pub absolute: bool,
    /// It refers to another one, or to the result of a resolver function.
    pub indirect: bool,
}

/// A symbol.
#[derive(Clone, Debug, Default)]
pub struct Symbol {
    /// Its name.
    pub name: Vec<u8>,
    /// Its address, or the value in its place.
    pub address: u64,
    /// Its size in bytes; 0 where the format has none.
    pub size: u64,
    /// Its properties.
    pub flags: Flags,
    /// The letter of a symbol without a flag for one, in lower case.
    pub letter: char,
    /// A letter that applies whatever the flags are, such as that of an indirect function.
    pub fixed: Option<char>,
    /// Whether it is an object, which has the letter `v` if weak.
    pub is_object: bool,
    /// The name of its type.
    pub type_name: std::borrow::Cow<'static, str>,
    /// The name of its section.
    pub section: Vec<u8>,
    /// Further properties in Mach-O.
    pub mach: Option<Entry>,
    /// Its visibility in the exports of XCOFF.
    pub visibility: &'static str,
    /// Its index in its table; relocations refer to it.
    pub index: Option<u64>,
    /// The number of its section.
    pub section_number: Option<usize>,
}

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// ELF.
    Elf,
    /// Mach-O.
    MachO,
    /// COFF.
    Coff,
    /// XCOFF.
    Xcoff,
    /// WebAssembly.
    Wasm,
    /// A text stub of a library.
    Stub,
}

/// A symbol of a library's text stub.
pub struct StubSymbol {
    /// Its name, as linkers know it.
    pub name: String,
    /// Defined elsewhere.
    pub undefined: bool,
    /// Weak.
    pub weak: bool,
    /// Its letter in lower case.
    pub letter: char,
}

/// The symbols of a library's text stub for an architecture.
pub struct Stub {
    /// Its symbols.
    pub symbols: Vec<StubSymbol>,
    /// Whether the architecture has addresses of 64 bits.
    pub wide: bool,
}

impl Stub {
    /// Its symbols, in the form of those of an object file.
    pub fn object(self, file: &str, options: &Options) -> Object {
        let symbol = |StubSymbol { name, undefined, weak, letter }| Symbol {
            name: name.into_bytes(),
            flags: Flags { undefined, global: true, weak, ..Flags::default() },
            letter,
            ..Symbol::default()
        };
        let mut object = Object { wide: self.wide, for_64: self.wide, ..Object::new(Kind::Stub) };
        object.symbols = self.symbols.into_iter().map(symbol).collect();
        if options.dynamic {
            object.stop(file);
        }
        object
    }
}

/// An object file or an image.
pub struct Object {
    /// The format.
    pub kind: Kind,
    /// Whether addresses are listed with 16 digits.
    pub(super) wide: bool,
    /// Whether it is for a processor of 64 bits, which `-X` of llvm-nm asks for.
    pub(super) for_64: bool,
    /// Its symbols.
    pub symbols: Vec<Symbol>,
    /// Whether it is for a processor with symbols that mark code and data, which llvm-nm lists with `--special-syms`.
    pub has_mapping: bool,
    /// Whether it has any symbols, listed or not.
    pub(super) any: bool,
    /// For Mach-O: what of the header a list depends on.
    pub header: Header,
    pub(super) cpu: (u32, u32),
    /// Of a file that holds others: their names and symbols.
    pub(super) is_set: bool,
    pub(super) entries: Vec<(Vec<u8>, Object)>,
    /// The error.
    pub errors: Vec<String>,
    /// The warning.
    pub warnings: Vec<String>,
    /// Whether an error ends the list before it begins.
    pub stopped: bool,
    /// The bytes of the names of its symbols.
    pub(super) name_bytes: u64,
}

/// The bytes that names may take in a file of `size` bytes, if they take more.
pub(super) fn too_many(names: u64, size: usize) -> Option<u64> {
    let limits = bctk_bitcode::ReadOptions::default().limits;
    let most = limits.names.saturating_add(limits.names_per_byte.saturating_mul(size as u64));
    (names > most).then_some(most)
}

/// A request for another kind of file.
const NO_DYNAMIC: &str = "File format has no dynamic symbol table";

impl Object {
    pub(super) fn new(kind: Kind) -> Object {
        Object {
            kind,
            wide: false,
            for_64: false,
            symbols: Vec::new(),
            has_mapping: false,
            any: false,
            header: Default::default(),
            cpu: (0, 0),
            is_set: false,
            entries: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            stopped: false,
            name_bytes: 0,
        }
    }

    /// Adds a symbol of a file of `size` bytes, and returns whether more may follow. Names may overlap in the file; with too many bytes in all, the
    /// list ends before it begins.
    pub(super) fn push(&mut self, symbol: Symbol, size: usize, file: &str) -> bool {
        let other = symbol.mach.as_ref().map_or(0, |entry| entry.indirect.len());
        self.name_bytes += (symbol.name.len() + other) as u64;
        if let Some(most) = too_many(self.name_bytes, size) {
            self.symbols.clear();
            self.errors = vec![format!("{file}: the names of symbols take more than {most} bytes\n")];
            self.stopped = true;
            return false;
        }
        self.symbols.push(symbol);
        true
    }

    /// Lists nothing of it, since it has no dynamic symbols.
    pub(super) fn stop(&mut self, name: &str) {
        self.errors = vec![format!("{name}: {NO_DYNAMIC}\n")];
        self.stopped = true;
    }
}

impl Symbol {
    /// The letter in llvm-nm's output.
    pub fn letter(&self, kind: Kind) -> char {
        let flags = self.flags;
        let weak = flags.weak && kind != Kind::MachO;
        let cased = |lower: char, upper: bool| if upper { lower.to_ascii_uppercase() } else { lower };
        match () {
            () if flags.undefined && weak => cased(if self.is_object { 'v' } else { 'w' }, false),
            () if flags.undefined => 'U',
            () if self.fixed == Some('i') => 'i',
            () if weak => cased(if self.is_object { 'v' } else { 'w' }, true),
            () if flags.common => 'C',
            () if self.fixed.is_some() && !flags.absolute => self.fixed.unwrap_or('?'),
            () if flags.absolute => cased('a', flags.global),
            () => cased(self.letter, flags.global),
        }
    }
}

impl Object {
    /// Whether the width of its processor is one of those that `-X` asks for; llvm-nm asks it of ELF and XCOFF alone.
    pub fn is_of(&self, bits: Option<(bool, bool)>) -> bool {
        let asked = bits.filter(|_| matches!(self.kind, Kind::Elf | Kind::Xcoff));
        asked.is_none_or(|(want_32, want_64)| if self.for_64 { want_64 } else { want_32 })
    }

    /// Whether the file has no symbol at all.
    pub fn is_empty(&self) -> bool {
        !self.any && self.symbols.is_empty()
    }

    /// The files in it, if it is a container.
    pub fn entries(&self) -> Option<&[(Vec<u8>, Object)]> {
        self.is_set.then_some(&self.entries)
    }

    /// The files that it holds, to change them.
    pub fn entries_mut(&mut self) -> &mut [(Vec<u8>, Object)] {
        &mut self.entries
    }

    /// Processor and variant, of Mach-O.
    pub fn cpu(&self) -> (u32, u32) {
        self.cpu
    }

    /// Whether it is for a processor of 64 bits, as far as the format says.
    pub fn is_for_64(&self) -> bool {
        self.for_64
    }

    /// Whether addresses are listed with 16 digits.
    pub fn is_wide(&self) -> bool {
        self.wide
    }

    /// Whether it is Mach-O, which states no sizes.
    pub fn is_macho(&self) -> bool {
        self.kind == Kind::MachO
    }
}

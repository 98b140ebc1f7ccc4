//! The symbols of native object files and images, listed as llvm-nm 22 lists them: which letter a symbol has, in which order they stand, and the layouts.
mod coff;
mod dyld;
mod elf;
mod elf_versions;
mod macho;
mod macho_layout;
mod wasm;
mod wasm_linking;
mod wasm_reader;
mod xcoff;

use std::io::{self, Write};

use bctk_demangle::demangle;
use bctk_support::introsort;
pub(crate) use elf::is_mapping;

use super::bytes::Fault;
use super::lines::Lines;
use super::magic::{Magic, magic};
use super::options::{Format, Options, Radix};

/// What a symbol is, beside its letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flags {
    undefined: bool,
    global: bool,
    weak: bool,
    /// It is there for the format alone: sections, files, mapping symbols.
    special: bool,
    common: bool,
    absolute: bool,
    /// It stands for another one, or for what a function finds.
    indirect: bool,
}

/// A symbol.
#[derive(Clone, Debug, Default)]
struct Symbol {
    name: Vec<u8>,
    address: u64,
    size: u64,
    flags: Flags,
    /// The letter of a symbol that no flag gives one, in the case of one that is not global.
    letter: char,
    /// A letter that holds whatever the flags say, as that of an indirect function.
    fixed: Option<char>,
    /// Whether it is that of an object, whose weak letter is `v`.
    is_object: bool,
    /// The type and the section, for the layout of System V.
    type_name: std::borrow::Cow<'static, str>,
    section: Vec<u8>,
    /// What else Mach-O says.
    mach: Option<macho::Entry>,
    /// What exports of XCOFF say of who sees it.
    visibility: &'static str,
    /// Its number in its table, and that of its section, which relocations and debug information go by.
    index: Option<u64>,
    section_number: Option<usize>,
}

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Elf,
    MachO,
    Coff,
    Xcoff,
    Wasm,
    Stub,
}

/// A symbol of a library's text stub.
pub(crate) struct StubSymbol {
    pub(crate) name: String,
    pub(crate) undefined: bool,
    pub(crate) weak: bool,
    pub(crate) letter: char,
}

/// The symbols of a library's text stub for an architecture.
pub(crate) struct Stub {
    pub(crate) symbols: Vec<StubSymbol>,
    pub(crate) wide: bool,
}

impl Stub {
    /// What is listed of it.
    pub(crate) fn object(self, file: &str, options: &Options) -> Object {
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
        object.arrange(options);
        object
    }
}

/// An object file or an image.
pub(crate) struct Object {
    kind: Kind,
    /// Whether addresses are listed with 16 digits.
    wide: bool,
    /// Whether it is for a processor of 64 bits, which `-X` asks for.
    for_64: bool,
    symbols: Vec<Symbol>,
    /// Whether it is for a processor whose symbols tell code from data, which `--special-syms` asks for.
    has_mapping: bool,
    /// Whether it has any symbols, listed or not.
    any: bool,
    /// For Mach-O: what of the header a list depends on.
    header: macho::Header,
    cpu: (u32, u32),
    /// Of a file that holds others: their names and symbols.
    is_set: bool,
    entries: Vec<(Vec<u8>, Object)>,
    /// What is wrong, and what is odd.
    pub(crate) errors: Vec<String>,
    pub(crate) warnings: Vec<String>,
    /// Whether an error ends the list before it begins.
    pub(crate) stopped: bool,
}

/// What asks for another kind of file than this is.
const NO_DYNAMIC: &str = "File format has no dynamic symbol table";

/// Whether the bytes begin as an object file or an image does whose symbols can be listed.
pub(crate) fn is_object(data: &[u8]) -> bool {
    use Magic::{Coff, CoffImport, Elf, MachO, Pe, Wasm, Xcoff};
    matches!(magic(data), Coff | CoffImport | Elf { .. } | MachO { .. } | Pe | Wasm | Xcoff)
}

/// Where an object comes from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Source<'a> {
    /// The name of the file in messages.
    pub(crate) name: &'a str,
    /// Whether it begins at an odd place of the file that it is in.
    pub(crate) odd: bool,
    /// The processor and the number of the slice in a universal binary.
    pub(crate) slice: Option<(u32, u32)>,
}

/// Reads the symbols of an object file.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn read(data: &[u8], source: Source<'_>, options: &Options) -> Result<Object, Fault> {
    let Source { name, odd, slice } = source;
    let kind = magic(data);
    let mut object = match kind {
        _ if slice.is_some() => macho::read(data, slice, name, options)?,
        Magic::Elf { .. } if odd => return Err("Insufficient alignment".into()),
        Magic::Elf { .. } => elf::read(data, name, options)?,
        Magic::MachO { .. } => macho::read(data, None, name, options)?,
        Magic::Coff | Magic::Pe => coff::read(data, name)?,
        Magic::CoffImport => coff::import(data),
        Magic::Wasm => wasm::read(data)?,
        Magic::Xcoff => xcoff::read(data, name, options)?,
        _ => return Err(Fault::unknown()),
    };
    if options.dynamic && object.kind != Kind::Elf {
        object.stop(name);
        object.entries.iter_mut().for_each(|(_, entry)| entry.stop(name));
    }
    object.arrange(options);
    Ok(object)
}

impl Object {
    fn new(kind: Kind) -> Object {
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
        }
    }

    /// Lists nothing of it, since it has no dynamic symbols.
    fn stop(&mut self, name: &str) {
        self.errors = vec![format!("{name}: {NO_DYNAMIC}\n")];
        self.stopped = true;
    }

    /// Leaves out what is not asked for at all, and sorts the rest.
    fn arrange(&mut self, options: &Options) {
        if !options.wants_addresses() && self.kind != Kind::MachO {
            self.symbols.iter_mut().for_each(|symbol| symbol.address = 0);
        }
        let special = options.debug_syms || options.special_syms && self.has_mapping;
        self.symbols.retain(|symbol| (!symbol.flags.special || special) && !(symbol.flags.indirect && options.without_aliases));
        sort(&mut self.symbols, options);
        self.entries.iter_mut().for_each(|(_, object)| object.arrange(options));
    }
}

/// Puts symbols in the order that the options ask for.
fn sort(symbols: &mut Vec<Symbol>, options: &Options) {
    if options.no_sort {
        return;
    }
    let numbers = {
        let key = |&number: &u32| {
            let symbol = &symbols[number as usize];
            let name = symbol.name.as_slice();
            match (options.numeric_sort, options.size_sort) {
                (true, _) => (u64::from(!symbol.flags.undefined), symbol.address, name, symbol.size),
                (false, true) => (symbol.size, 0, name, symbol.address),
                (false, false) => (0, 0, name, 0),
            }
        };
        let rest = |&number: &u32| {
            let symbol = &symbols[number as usize];
            (symbol.size, symbol.address)
        };
        let less = |a: &u32, b: &u32| (key(a), rest(a)) < (key(b), rest(b));
        let mut numbers: Vec<u32> = (0..symbols.len() as u32).collect();
        match options.reverse_sort {
            true => introsort::sort(&mut numbers, |a, b| less(b, a)),
            false => introsort::sort(&mut numbers, less),
        }
        numbers
    };
    let mut sorted: Vec<Option<Symbol>> = std::mem::take(symbols).into_iter().map(Some).collect();
    symbols.extend(numbers.iter().filter_map(|&number| sorted.get_mut(number as usize)?.take()));
}

impl Symbol {
    /// Its letter.
    fn letter(&self, kind: Kind) -> char {
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

    /// Whether the options ask for it.
    fn is_wanted(&self, options: &Options) -> bool {
        let flags = self.flags;
        let hidden = flags.undefined && options.defined_only
            || !flags.undefined && options.undefined_only
            || !flags.global && options.extern_only
            || flags.weak && options.no_weak;
        !hidden
    }
}

impl Object {
    /// Whether the width of its processor is one of those that `-X` asks for; llvm-nm asks it of ELF and XCOFF alone.
    pub(crate) fn is_of(&self, bits: Option<(bool, bool)>) -> bool {
        let asked = bits.filter(|_| matches!(self.kind, Kind::Elf | Kind::Xcoff));
        asked.is_none_or(|(want_32, want_64)| if self.for_64 { want_64 } else { want_32 })
    }

    /// Whether the file has no symbol at all.
    pub(crate) fn is_empty(&self) -> bool {
        !self.any && self.symbols.is_empty()
    }

    /// The files that it holds, if it is made of others.
    pub(crate) fn entries(&self) -> Option<&[(Vec<u8>, Object)]> {
        self.is_set.then_some(&self.entries)
    }

    /// Processor and variant, of Mach-O.
    pub(crate) fn cpu(&self) -> (u32, u32) {
        self.cpu
    }

    /// Whether addresses are listed with 16 digits.
    pub(crate) fn is_wide(&self) -> bool {
        self.wide
    }

    /// Whether it is Mach-O, which states no sizes.
    pub(crate) fn is_macho(&self) -> bool {
        self.kind == Kind::MachO
    }

    /// The names of the symbols that are asked for.
    pub(crate) fn names(&self, options: &Options) -> Vec<(Vec<u8>, &'static str)> {
        let wanted = self.symbols.iter().filter(|symbol| symbol.is_wanted(options));
        wanted.map(|symbol| (symbol.name.clone(), symbol.visibility)).collect()
    }

    /// Writes the list; `prefix` stands before each line, places in the source after it.
    pub(crate) fn write(&self, options: &Options, prefix: &[u8], lines: Option<&Lines>, out: &mut dyn Write) -> io::Result<()> {
        let blanks = " ".repeat(if self.wide { 16 } else { 8 });
        let digits = |number: u64| match (options.radix, options.format == Format::Posix, self.wide) {
            (Radix::Octal, true, _) => format!("{number:o}"),
            (Radix::Decimal, true, _) => format!("{}", number as i64),
            (Radix::Hexadecimal, true, _) => format!("{number:x}"),
            (Radix::Octal, false, true) => format!("{number:016o}"),
            (Radix::Decimal, false, true) => format!("{:016}", number as i64),
            (Radix::Hexadecimal, false, true) => format!("{number:016x}"),
            (Radix::Octal, false, false) => format!("{number:08o}"),
            (Radix::Decimal, false, false) => format!("{:08}", number as i64),
            (Radix::Hexadecimal, false, false) => format!("{number:08x}"),
        };
        let print_size = options.print_size || options.size_sort;
        let print_address = options.wants_addresses();
        let mach = self.kind == Kind::MachO;
        for symbol in self.symbols.iter().filter(|symbol| symbol.is_wanted(options)) {
            out.write_all(prefix)?;
            let shown = if options.demangle { demangle(&symbol.name) } else { symbol.name.as_slice().into() };
            let only_names = mach && options.undefined_only && !matches!(options.format, Format::Darwin | Format::Posix);
            if options.format == Format::JustSymbols || only_names {
                out.write_all(&shown)?;
                out.write_all(b"\n")?;
                continue;
            }
            let letter = symbol.letter(self.kind);
            let defined = !matches!(letter, 'U' | 'w' | 'v');
            let (mut address, size) = match defined || options.format == Format::Posix {
                true => (digits(symbol.address), digits(symbol.size)),
                false => (blanks.clone(), blanks.clone()),
            };
            if defined && mach && letter == 'I' {
                address.clone_from(&blanks);
            }
            match (&symbol.mach, options.format) {
                (Some(entry), _) if options.hex || options.format == Format::Darwin => {
                    let address = print_address.then_some(address.as_str());
                    entry.write(&symbol.name, address, &blanks, &digits, self.header, options.hex, out)?;
                }
                (_, Format::Posix) => {
                    out.write_all(&shown)?;
                    write!(out, " {letter} {address} {}", if mach { "0" } else { &size })?;
                }
                (_, Format::Sysv) => {
                    out.write_all(&shown)?;
                    let fill = 20usize.saturating_sub(shown.len());
                    write!(out, "{:fill$}|{address}|   {letter}  |{:>18}|{size}|     |", "", symbol.type_name)?;
                    out.write_all(&symbol.section)?;
                }
                (entry, _) => {
                    if print_address {
                        write!(out, "{address} ")?;
                    }
                    if print_size {
                        write!(out, "{size} ")?;
                    }
                    write!(out, "{letter}")?;
                    if let (Some(entry), '-') = (entry, letter) {
                        entry.write_stab(out)?;
                    }
                    out.write_all(b" ")?;
                    out.write_all(&shown)?;
                    if let (Some(entry), 'I') = (entry, letter) {
                        out.write_all(&[b" (indirect for ", entry.indirect.as_slice(), b")"].concat())?;
                    }
                }
            }
            let section = symbol.section_number.map(|number| number as u64);
            if let Some((file, line)) = lines.and_then(|lines| lines.place(letter, symbol.address, section, symbol.index)) {
                out.write_all(&[b"\t", file, b":", line.to_string().as_bytes()].concat())?;
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

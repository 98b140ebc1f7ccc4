//! The symbols of native object files and images, listed as llvm-nm 22 lists them: which letter a symbol has, in which order they stand, and the layouts.
mod elf;
mod macho;
mod others;

use std::io::{self, Write};

use bctk_demangle::demangle;
use bctk_ir::introsort;
use object::FileKind;

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
}

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Elf,
    MachO,
    Coff,
    Xcoff,
    Wasm,
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
}

/// What asks for another kind of file than this is.
const NO_DYNAMIC: &str = "File format has no dynamic symbol table";

/// Whether the bytes begin as an object file or an image does whose symbols can be listed.
pub(crate) fn is_object(data: &[u8]) -> bool {
    matches!(
        FileKind::parse(data),
        Ok(FileKind::Elf32
            | FileKind::Elf64
            | FileKind::MachO32
            | FileKind::MachO64
            | FileKind::Coff
            | FileKind::CoffBig
            | FileKind::Pe32
            | FileKind::Pe64
            | FileKind::Wasm
            | FileKind::Xcoff32
            | FileKind::Xcoff64)
    )
}

/// Reads the symbols of an object file.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn read(data: &[u8], options: &Options) -> Result<Object, String> {
    let kind = FileKind::parse(data).map_err(|error| error.to_string())?;
    if options.dynamic && !matches!(kind, FileKind::Elf32 | FileKind::Elf64 | FileKind::Xcoff32 | FileKind::Xcoff64) {
        return Err(NO_DYNAMIC.into());
    }
    let mut object = match kind {
        FileKind::Elf32 => elf::read::<object::elf::FileHeader32<object::Endianness>>(data, options),
        FileKind::Elf64 => elf::read::<object::elf::FileHeader64<object::Endianness>>(data, options),
        FileKind::MachO32 => macho::read::<object::macho::MachHeader32<object::Endianness>>(data),
        FileKind::MachO64 => macho::read::<object::macho::MachHeader64<object::Endianness>>(data),
        FileKind::Coff | FileKind::CoffBig | FileKind::Pe32 | FileKind::Pe64 => others::coff(data),
        FileKind::Wasm => others::wasm(data),
        FileKind::Xcoff32 | FileKind::Xcoff64 => others::xcoff(data),
        _ => return Err("The file was not recognized as a valid object file".into()),
    }
    .map_err(|error| error.to_string())?;
    object.any = !object.symbols.is_empty();
    let special = options.debug_syms || options.special_syms && object.has_mapping;
    object.symbols.retain(|symbol| !symbol.flags.special || special);
    sort(&mut object.symbols, options);
    Ok(object)
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
        !self.any
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
    pub(crate) fn names(&self, options: &Options) -> Vec<Vec<u8>> {
        self.symbols.iter().filter(|symbol| symbol.is_wanted(options)).map(|symbol| symbol.name.clone()).collect()
    }

    /// Writes the list; `prefix` stands before each line.
    pub(crate) fn write(&self, options: &Options, prefix: &[u8], out: &mut dyn Write) -> io::Result<()> {
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
        let print_address = options.print_size || !options.size_sort;
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
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

//! Lists of symbols in the layouts of `llvm-nm`.
//!
//! Taken from the behaviour of llvm-nm 22 with bitcode.
use std::io::{self, Write};

use bctk_demangle::demangle;
use bctk_ir::keywords::Visibility;
use bctk_ir::triple::Triple;
use bctk_object::symbols::{Symbol, SymbolFlags, SymbolTable, as_listed};
use bctk_support::introsort;

use super::options::{Format, Options, Radix};

/// A symbol in a list.
pub(crate) struct Entry<'t> {
    pub(crate) name: std::borrow::Cow<'t, [u8]>,
    pub(crate) flags: SymbolFlags,
    hidden: bool,
    constant: bool,
}

/// The symbols of a file, and what its list depends on.
pub(crate) struct List<'t> {
    pub(crate) entries: Vec<Entry<'t>>,
    /// Whether the file has any symbol at all.
    pub(crate) any: bool,
    pub(crate) is_64_bit: bool,
    is_darwin: bool,
}

impl<'t> List<'t> {
    /// The symbols that `options` and `is_chosen` select, sorted; `offset_table` says whether LLVM lists the global offset table for them.
    pub(crate) fn new(table: &'t SymbolTable<'_>, options: &Options, offset_table: bool, is_chosen: &dyn Fn(&[u8]) -> bool) -> List<'t> {
        let triple = Triple::parse(table.triple());
        let (symbols, more) = as_listed(table, false, offset_table);
        let mut entries = Vec::new();
        let mut any = false;
        let mut unnamed = 0;
        for symbol in symbols.chain(more).filter(|symbol| is_chosen(symbol.name)) {
            any = true;
            let flags = symbol.flags;
            let has = |flag| flags.contains(flag);
            if has(SymbolFlags::FORMAT_SPECIFIC) && !options.debug_syms || has(SymbolFlags::INDIRECT) && options.without_aliases {
                continue;
            }
            // Unnamed symbols are numbered in the order of the list, not of the table.
            let name = match number_at(&symbol) {
                Some(at) => {
                    unnamed += 1;
                    [&symbol.name[..at], unnamed.to_string().as_bytes()].concat().into()
                }
                None => symbol.name.into(),
            };
            let undefined = has(SymbolFlags::UNDEFINED);
            let global = has(SymbolFlags::GLOBAL);
            let hidden = !undefined && global && symbol.visibility == Visibility::Hidden;
            entries.push(Entry { name, flags, hidden, constant: symbol.is_constant == Some(true) });
        }
        sort(&mut entries, options);
        // Where names are equal, their order depends on all that was sorted.
        entries.retain(|entry| {
            let has = |flag| entry.flags.contains(flag);
            let undefined = has(SymbolFlags::UNDEFINED);
            !(options.undefined_only && !undefined
                || options.defined_only && undefined
                || options.extern_only && !has(SymbolFlags::GLOBAL)
                || options.no_weak && has(SymbolFlags::WEAK))
        });
        List { entries, any, is_64_bit: triple.is_arch_64_bit(), is_darwin: triple.is_os_darwin() }
    }

    /// The letter of a symbol.
    fn letter(&self, entry: &Entry<'_>) -> char {
        let has = |flag| entry.flags.contains(flag);
        if has(SymbolFlags::UNDEFINED) {
            return if has(SymbolFlags::WEAK) { 'w' } else { 'U' };
        }
        if has(SymbolFlags::WEAK) {
            return 'W';
        }
        if has(SymbolFlags::COMMON) {
            return 'C';
        }
        let letter = match () {
            () if has(SymbolFlags::EXECUTABLE) => 't',
            () if self.is_darwin && entry.constant => 's',
            () => 'd',
        };
        if has(SymbolFlags::GLOBAL) { letter.to_ascii_uppercase() } else { letter }
    }

    /// Writes the list; each line starts with `prefix`.
    pub(crate) fn write(&self, options: &Options, prefix: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let width = if self.is_64_bit { 16 } else { 8 };
        let (blanks, dashes) = (" ".repeat(width), "-".repeat(width));
        let zero = match options.radix {
            _ if options.format == Format::Posix => "0".to_owned(),
            Radix::Octal | Radix::Decimal | Radix::Hexadecimal => "0".repeat(width),
        };
        let print_size = options.print_size || options.size_sort || options.format == Format::Sysv;
        let print_address = options.print_size || !options.size_sort;
        for entry in &self.entries {
            out.write_all(prefix)?;
            let shown = if options.demangle { demangle(&entry.name) } else { entry.name.as_ref().into() };
            if options.format == Format::JustSymbols {
                out.write_all(&shown)?;
                out.write_all(b"\n")?;
                continue;
            }
            let letter = self.letter(entry);
            let defined = !matches!(letter, 'U' | 'w');
            let (address, size) = match (defined, options.format) {
                (true, _) => (&dashes, &zero),
                (false, Format::Posix) => (&zero, &zero),
                (false, _) => (&blanks, &blanks),
            };
            if options.hex || options.format == Format::Darwin {
                self.darwin(entry, options, print_address.then_some(address), &zero, out)?;
            } else {
                match options.format {
                    Format::Posix => {
                        out.write_all(&shown)?;
                        write!(out, " {letter} {address} {size}")?;
                    }
                    Format::Sysv => {
                        out.write_all(&shown)?;
                        let fill = 20usize.saturating_sub(shown.len());
                        write!(out, "{:fill$}|{address}|   {letter}  |{:18}|{size}|     |", "", "")?;
                    }
                    _ => {
                        if print_address {
                            out.write_all(address.as_bytes())?;
                            out.write_all(b" ")?;
                        }
                        if print_size {
                            out.write_all(size.as_bytes())?;
                            out.write_all(b" ")?;
                        }
                        out.write_all(&[letter as u8, b' '])?;
                        out.write_all(&shown)?;
                    }
                }
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Writes a symbol in the layout of Darwin's `nm -m`, or of its `nm -x`.
    fn darwin(&self, entry: &Entry<'_>, options: &Options, address: Option<&String>, zero: &str, out: &mut dyn Write) -> io::Result<()> {
        let has = |flag| entry.flags.contains(flag);
        let undefined = has(SymbolFlags::UNDEFINED);
        let external = has(SymbolFlags::GLOBAL) || undefined;
        let weak = has(SymbolFlags::WEAK);
        let section = match () {
            () if undefined => 0,
            () if entry.constant => 3,
            () if has(SymbolFlags::EXECUTABLE) => 1,
            () => 2,
        };
        if options.hex {
            let kind = u8::from(external) | if entry.hidden { 0x10 } else { 0 } | if undefined { 0 } else { 0xE };
            write!(out, "{zero} {kind:02x} {section:02x} {:04x} {:08x} ", if weak { 0x80 } else { 0 }, 0)?;
            out.write_all(&entry.name)?;
            // The end of the line and a blank line, as in llvm-nm.
            return out.write_all(b"\n");
        }
        if let Some(address) = address {
            write!(out, "{address} ")?;
        }
        let place = ["(undefined)", "(LTO,CODE)", "(LTO,DATA)", "(LTO,RODATA)"][section];
        let binding = match (external, entry.hidden, weak) {
            (false, ..) => "non-external",
            (true, true, true) => "weak private external",
            (true, true, false) => "private external",
            (true, false, true) => "weak external",
            (true, false, false) => "external",
        };
        write!(out, "{place} {binding} ")?;
        out.write_all(&entry.name)
    }
}

/// The start of the number in the name of an unnamed symbol.
fn number_at(symbol: &Symbol<'_>) -> Option<usize> {
    const UNNAMED: &[u8] = b"__unnamed_";
    if !symbol.ir_name.is_empty() || symbol.name.len() <= UNNAMED.len() {
        return None;
    }
    let digits = symbol.name.iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let at = symbol.name.len() - digits;
    (digits > 0 && symbol.name[..at].ends_with(UNNAMED)).then_some(at)
}

/// The first bytes of a name, in the order of names.
fn start_of(name: &[u8]) -> u64 {
    match name.first_chunk() {
        Some(start) => u64::from_be_bytes(*start),
        None => name.iter().rev().fold(0, |start, &byte| start >> 8 | u64::from(byte) << 56),
    }
}

/// Sorts by name, as far as the options ask for it.
fn sort(entries: &mut Vec<Entry<'_>>, options: &Options) {
    if options.no_sort {
        return;
    }
    let defined_first = |entry: &Entry<'_>| options.numeric_sort && !entry.flags.contains(SymbolFlags::UNDEFINED);
    let numbers = {
        let key = |number: &u32| {
            let entry = &entries[*number as usize];
            (defined_first(entry), entry.name.as_ref())
        };
        let mut numbers: Vec<u32> = (0..entries.len() as u32).collect();
        // The start of a name is compared first, without a look at the name.
        let mut quick: Vec<(bool, u64, u32)> =
            (0..).zip(entries.iter()).map(|(number, entry)| (defined_first(entry), start_of(&entry.name), number)).collect();
        quick.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| key(&a.2).cmp(&key(&b.2))));
        if quick.windows(2).all(|pair| pair[0].1 != pair[1].1 || key(&pair[0].2) != key(&pair[1].2)) {
            if options.reverse_sort {
                quick.reverse();
            }
            numbers = quick.iter().map(|(.., number)| *number).collect();
        } else if options.reverse_sort {
            introsort::sort(&mut numbers, |a, b| key(b) < key(a));
        } else {
            introsort::sort(&mut numbers, |a, b| key(a) < key(b));
        }
        numbers
    };
    let mut sorted: Vec<Option<Entry<'_>>> = std::mem::take(entries).into_iter().map(Some).collect();
    entries.extend(numbers.iter().filter_map(|&number| sorted.get_mut(number as usize)?.take()));
}

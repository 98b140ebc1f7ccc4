//! Lists symbols of native object files and images as llvm-nm 22 does: order and layouts.
use std::io::{self, Write};

use bctk_demangle::demangle;
use bctk_object::native::bytes::Fault;
use bctk_object::native::lines::Lines;
use bctk_object::native::{self, Kind, Object, Source, Symbol};
use bctk_support::introsort;

use super::Listing;
use super::macho;
use super::options::{Format, Options, Radix};
use super::wanted::{self, Named};

/// Reads the symbols of an object file, those that are asked for in the order that is.
///
/// # Errors
/// The error in the file.
pub(crate) fn read(data: &[u8], source: Source<'_>, options: &Options) -> Result<Object, Fault> {
    let mut object = native::read(data, source, &options.of_native())?;
    arrange(&mut object, options);
    Ok(object)
}

/// Removes symbols that are not requested, and sorts the rest.
pub(crate) fn arrange(object: &mut Object, options: &Options) {
    if !options.wants_addresses() && object.kind != Kind::MachO {
        object.symbols.iter_mut().for_each(|symbol| symbol.address = 0);
    }
    let special = options.debug_syms || options.special_syms && object.has_mapping;
    object.symbols.retain(|symbol| (!symbol.flags.special || special) && !(symbol.flags.indirect && options.without_aliases));
    sort(&mut object.symbols, options);
    object.entries_mut().iter_mut().for_each(|(_, object)| arrange(object, options));
}

/// Removes symbols that are not asked for by name. Names of Mach-O begin with an underscore, which people leave out.
pub(super) fn keep_named(object: &mut Object, options: &Options, listing: &mut Listing) {
    let is_mach = object.kind == Kind::MachO;
    let plain = |name: &[u8]| name.strip_prefix(b"_").filter(|_| is_mach).unwrap_or(name).to_vec();
    let names: Vec<(Vec<u8>, Vec<u8>)> = object.symbols.iter().map(|symbol| (symbol.name.clone(), plain(&symbol.name))).collect();
    let named: Vec<Named<'_>> = names.iter().map(|(symbol, other)| Named { symbol, other }).collect();
    if let Some(chosen) = wanted::choose(options, &named, listing) {
        object.symbols.retain(|symbol| chosen.contains(&symbol.name));
    }
    object.entries_mut().iter_mut().for_each(|(_, object)| keep_named(object, options, listing));
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

/// Whether the options ask for it.
fn is_wanted(symbol: &Symbol, options: &Options) -> bool {
    let flags = symbol.flags;
    let hidden = flags.undefined && options.defined_only
        || !flags.undefined && options.undefined_only
        || !flags.global && options.extern_only
        || flags.weak && options.no_weak;
    !hidden
}

/// The names of the symbols that are asked for.
pub(crate) fn names(object: &Object, options: &Options) -> Vec<(Vec<u8>, &'static str)> {
    let wanted = object.symbols.iter().filter(|symbol| is_wanted(symbol, options));
    wanted.map(|symbol| (symbol.name.clone(), symbol.visibility)).collect()
}

/// Writes the list; each line starts with `prefix` and ends with a source location.
pub(crate) fn write(object: &Object, options: &Options, prefix: &[u8], lines: Option<&Lines>, out: &mut dyn Write) -> io::Result<()> {
    let blanks = " ".repeat(if object.is_wide() { 16 } else { 8 });
    let digits = |number: u64| match (options.radix, options.format == Format::Posix, object.is_wide()) {
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
    let mach = object.kind == Kind::MachO;
    for symbol in object.symbols.iter().filter(|symbol| is_wanted(symbol, options)) {
        out.write_all(prefix)?;
        let shown = if options.demangle { demangle(&symbol.name) } else { symbol.name.as_slice().into() };
        let only_names = mach && options.undefined_only && !matches!(options.format, Format::Darwin | Format::Posix);
        if options.format == Format::JustSymbols || only_names {
            out.write_all(&shown)?;
            out.write_all(b"\n")?;
            continue;
        }
        let letter = symbol.letter(object.kind);
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
                macho::write(entry, &symbol.name, address, &blanks, &digits, object.header, options.hex, out)?;
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
                    macho::write_stab(entry, out)?;
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

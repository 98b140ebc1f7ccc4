//! Traverses files like llvm-nm: archives, universal binaries, text stubs and their contents, with its messages.
//!
//! The order is that of llvm-nm 22 (`dumpSymbolNamesFromFile`).
use std::borrow::Cow;
use std::path::Path;

use bctk_object::container::{self, Container, FindOptions, Found};
use bctk_object::native::archive::{Archive, MapEntry, Member};
use bctk_object::native::bytes::{Fault, shown};
use bctk_object::native::lines::Lines;
use bctk_object::native::magic::{Magic, magic};
use bctk_object::native::universal::{self, Slice};
use bctk_object::native::{Object, Source, tapi};
use rayon::prelude::*;

use super::options::{Format, Options};
use super::{Listing, list_bitcode, native, write_head};
use crate::diag;
use bctk::input;

/// A file as it was named, and its name within archives and universal binaries.
#[derive(Clone, Copy)]
struct Named<'a> {
    shown: &'a str,
    member: Option<&'a [u8]>,
    architecture: Option<&'a str>,
    /// Whether to print a label above it with the name of the archive, and one with its own name if several files are listed.
    label: bool,
    label_of_archive: bool,
    head: bool,
}

/// Lists everything in a file, in its order.
pub(super) fn list(path: &Path, bytes: &[u8], options: &Options) -> Result<Vec<Listing>, Fault> {
    let shown_path = path.to_string_lossy();
    // Lists of imports for AIX's linker export nothing.
    if options.export_symbols && bytes.starts_with(b"#!") {
        return Ok(Vec::new());
    }
    match magic(bytes) {
        Magic::Archive => {
            let archive = Archive::parse(bytes)?;
            Ok(list_archive(path, &archive, options))
        }
        Magic::Universal => Ok(list_universal(&shown_path, bytes, &universal::slices(bytes)?, options)),
        Magic::Tapi => list_stub(&shown_path, bytes, options),
        Magic::NoSymbols => Ok(Vec::new()),
        _ => {
            let name = Named { shown: &shown_path, member: None, architecture: None, label: false, label_of_archive: false, head: true };
            list_symbols(bytes, 0, name, options).map(|listing| vec![listing])
        }
    }
}

/// Lists bitcode of a file, or of the section for linkers of an object. A linker makes several bitcode files one after the other of such
/// sections, which LLVM calls malformed: each is listed with its number.
fn list_streams(first: &Found<'_>, all: &[Found<'_>], name: Named<'_>, options: &Options) -> Listing {
    let is_sequence = |found: &Found<'_>| found.steps.last().is_some_and(|step| step.container == Container::Sequence);
    let is_beside = |found: &Found<'_>| match (found.steps.split_last(), first.steps.split_last()) {
        (Some((_, around)), Some((_, same))) => around == same,
        _ => false,
    };
    if !is_sequence(first) {
        return list_bitcode(first.bytes, (name.shown, name.shown), name.member, options);
    }
    let mut listing = Listing::default();
    let beside = all.iter().filter(|found| is_sequence(found) && is_beside(found));
    for (number, found) in beside.enumerate() {
        let number = number.to_string().into_bytes();
        let label = name.member.map_or_else(|| number.clone(), |member| [member, b":", number.as_slice()].concat());
        listing.append(list_bitcode(found.bytes, (name.shown, name.shown), Some(&label), options));
    }
    listing
}

/// Lists a file with symbols of its own. `offset` is its position in the enclosing file.
fn list_symbols(bytes: &[u8], offset: u64, name: Named<'_>, options: &Options) -> Result<Listing, Fault> {
    let kind = magic(bytes);
    let lists_bitcode = match kind {
        Magic::Bitcode => true,
        Magic::Elf { relocatable: true } | Magic::MachO { relocatable: true } | Magic::Coff => false,
        _ => {
            return list_object(bytes, offset, name, None, options);
        }
    };
    if !options.no_llvm_bc {
        let contents = container::find(bytes, &FindOptions::default()).unwrap_or_default();
        if let Some(found) = contents.found.iter().find(|found| lists_bitcode || super::is_for_linkers(found)) {
            if !lists_bitcode {
                // What is wrong with the object counts before the bitcode in it.
                native::read(bytes, Source { name: name.shown, odd: !offset.is_multiple_of(2), slice: None }, options)?;
            }
            return Ok(with_label(list_streams(found, &contents.found, name, options), name));
        }
        if lists_bitcode {
            return Ok(with_label(list_bitcode(bytes, (name.shown, name.shown), name.member, options), name));
        }
    }
    match lists_bitcode {
        true => Err(Fault::unknown()),
        false => list_object(bytes, offset, name, None, options),
    }
}

/// Lists bitcode with the name of its archive in the label, if it is in a universal binary.
fn with_label(mut listing: Listing, name: Named<'_>) -> Listing {
    if let Some(member) = name.member.filter(|_| name.label_of_archive) {
        let label = [b"\n", member, b":\n"].concat();
        if let Some(rest) = listing.text.strip_prefix(label.as_slice()) {
            let architecture = name.architecture.map(|architecture| format!(" (for architecture {architecture})")).unwrap_or_default();
            let label = [b"\n", name.shown.as_bytes(), b"(", member, b")", architecture.as_bytes(), b":\n"].concat();
            listing.text = [label.as_slice(), rest].concat();
        }
    }
    listing
}

fn list_object(bytes: &[u8], offset: u64, name: Named<'_>, slice: Option<(u32, u32)>, options: &Options) -> Result<Listing, Fault> {
    let own = name.member.map_or(Cow::Borrowed(name.shown), shown);
    let object = native::read(bytes, Source { name: &own, odd: !offset.is_multiple_of(2), slice }, options)?;
    let dashes = match name {
        Named { label_of_archive: true, .. } => None,
        // LLVM leaves one out in archives.
        Named { member: Some(_), .. } => Some("-"),
        _ => Some("--"),
    };
    let sizes_are_zero = dashes.filter(|_| object.is_macho() && slice.is_none());
    let mut listing = Listing { sizes_are_zero, ..Listing::default() };
    if let (true, None) = (object.is_macho(), slice) {
        let architecture = universal::architecture(object.cpu());
        let wanted = options.all_archs || options.arch.is_empty() || options.arch.iter().any(|arch| arch == architecture);
        if !wanted {
            listing.errors.push(format!("{}: No architecture specified", name.shown));
            listing.last = true;
            return Ok(listing);
        }
    }
    match object.entries() {
        None => write(&object, bytes, name, options, &mut listing),
        Some(entries) => {
            for (number, (entry, object)) in entries.iter().enumerate() {
                listing.text.extend_from_slice(&[b"Symbols for ", entry.as_slice(), b": \n"].concat());
                write(object, bytes, name, options, &mut listing);
                if number + 1 < entries.len() {
                    listing.text.push(b'\n');
                }
            }
        }
    }
    Ok(listing)
}

/// Adds the list of an object, for `bcdump --symbols`.
pub(super) fn write_object(
    object: &Object,
    bytes: &[u8],
    (shown, member): (&str, Option<&[u8]>),
    options: &Options,
    listing: &mut Listing,
) {
    let label = member.is_some();
    write(object, bytes, Named { shown, member, architecture: None, label, label_of_archive: false, head: !label }, options, listing);
}

/// Lists the libraries of a text stub.
fn list_stub(file: &str, bytes: &[u8], options: &Options) -> Result<Vec<Listing>, Fault> {
    let libraries = tapi::libraries(file, bytes)?;
    let top = libraries.first().map_or("", |library| library.name.as_str());
    let mut listings = Vec::new();
    for library in libraries.iter().filter(|library| library.name == top || options.inlined) {
        for (architecture, stub) in library.stubs() {
            if !options.arch.is_empty() && !options.arch.iter().any(|arch| arch == architecture) {
                continue;
            }
            let mut listing = Listing::default();
            if !options.export_symbols {
                listing.text = format!("\n{} (for architecture {architecture}):\n", library.name).into_bytes();
            }
            let mut object = stub.object(file, &options.of_native());
            native::arrange(&mut object, options);
            write_stub(&object, (file, architecture), options, &mut listing);
            listings.push(listing);
        }
    }
    Ok(listings)
}

/// Adds the list for a library of a text stub, under its own label.
fn write_stub(object: &Object, (shown, architecture): (&str, &str), options: &Options, listing: &mut Listing) {
    let architecture = Some(architecture);
    write(object, b"", Named { shown, member: None, architecture, label: false, label_of_archive: false, head: false }, options, listing);
}

fn write(object: &Object, bytes: &[u8], name: Named<'_>, options: &Options, listing: &mut Listing) {
    if !object.is_of(options.bits) {
        return;
    }
    let current = name.member.unwrap_or(name.shown.as_bytes());
    let archive = name.member.filter(|_| !name.shown.is_empty());
    let label = name.label && !options.print_file_name && !options.export_symbols;
    if label {
        let architecture = name.architecture.map(|architecture| format!(" (for architecture {architecture})")).unwrap_or_default();
        let of_archive = match name.label_of_archive {
            true => [name.shown.as_bytes(), b"(", current, b")"].concat(),
            false => current.to_vec(),
        };
        listing.text.extend_from_slice(&[b"\n", of_archive.as_slice(), architecture.as_bytes(), b":\n"].concat());
    }
    listing.errors.extend(object.errors.iter().cloned());
    listing.warnings.extend(object.warnings.iter().map(|warning| match (archive, warning.strip_prefix(&*shown(current))) {
        // A warning about a member names its archive, too.
        (Some(member), Some(rest)) if options.export_symbols => format!("{}({}){rest}", name.shown, shown(member)),
        _ => warning.clone(),
    }));
    if object.stopped {
        return;
    }
    if options.export_symbols {
        listing.names = native::names(object, options);
        return;
    }
    let mut prefix = match archive {
        Some(member) if options.format == Format::Posix => [name.shown.as_bytes(), b"[", member, b"]: "].concat(),
        Some(member) => [name.shown.as_bytes(), b":", member, b": "].concat(),
        None => [current, b": "].concat(),
    };
    if let Some(architecture) = name.architecture {
        prefix = [b"(for architecture ", architecture.as_bytes(), b"):", prefix.as_slice()].concat();
    }
    if object.is_empty() && !options.quiet {
        listing.notes.push(format!("{}no symbols", shown(&prefix)));
    }
    if !options.print_file_name {
        write_head(current, object.is_wide(), !name.head, options, &mut listing.text);
    }
    let lines = options.line_numbers.then(|| Lines::of(bytes));
    // Nothing can go wrong in writing to memory.
    let _ = native::write(object, options, if options.print_file_name { &prefix } else { b"" }, lines.as_ref(), &mut listing.text);
}

fn list_archive(path: &Path, archive: &Archive<'_>, options: &Options) -> Vec<Listing> {
    let file = path.to_string_lossy();
    let mut listings = Vec::new();
    if options.print_armap {
        listings.push(maps(&file, archive));
    }
    let mut members = Vec::new();
    let mut next = archive.first().map(|member| Ok(Some(member))).unwrap_or(Ok(None));
    while let Ok(Some(member)) = next {
        next = archive.next(&member);
        members.push(member);
    }
    let listed: Vec<Option<Listing>> =
        members.par_iter().map(|member| list_member(path, archive, member, (None, None, false), options)).collect();
    for listing in listed.into_iter().flatten() {
        let last = listing.last;
        listings.push(listing);
        if last {
            return listings;
        }
    }
    if let Err(fault) = next {
        listings.push(Listing::failed(format!("{file}: {}\n", fault.message)));
    }
    listings
}

/// Lists a member of an archive; nothing if it is no object.
fn list_member(
    path: &Path,
    archive: &Archive<'_>,
    member: &Member<'_>,
    (architecture, in_messages, in_slice): (Option<&str>, Option<&str>, bool),
    options: &Options,
) -> Option<Listing> {
    let file = path.to_string_lossy();
    let name = archive.name(member);
    let of = name.as_ref().map_or("???".into(), |name| shown(name).into_owned());
    let complain = |message: &str| {
        let architecture = in_messages.map(|architecture| format!(" (for architecture {architecture})")).unwrap_or_default();
        Some(Listing::failed(format!("{file}({of}){architecture}: {message}\n")))
    };
    let name = match &name {
        Ok(name) => name,
        Err(fault) => return complain(&fault.message),
    };
    let opened;
    let (bytes, offset) = match member.elsewhere {
        false => (archive.content(member), archive.content_offset(member)),
        true => {
            let path = path.parent().unwrap_or(Path::new("")).join(&*shown(name));
            opened = match input::open(&path) {
                Ok(opened) => opened,
                Err(error) => match diag::Fault::from(error) {
                    diag::Fault::Open(_, error) => return complain(&format!("'{}': {}", shown(name), diag::words(&error))),
                    other => return complain(&other.to_string()),
                },
            };
            (opened.bytes(), 0)
        }
    };
    match magic(bytes) {
        // LLVM does not look into these here.
        Magic::Archive | Magic::Universal | Magic::Tapi | Magic::NoSymbols => return None,
        _ => {}
    }
    let named = Named { shown: &file, member: Some(name), architecture, label: true, label_of_archive: in_slice, head: false };
    match list_symbols(bytes, offset, named, options) {
        Ok(listing) => Some(listing),
        Err(fault) if fault.not_an_object => None,
        Err(fault) => complain(&fault.message),
    }
}

/// The tables of symbols of an archive, in text.
fn maps(file: &str, archive: &Archive<'_>) -> Listing {
    let mut listing = Listing::default();
    let main = archive.map();
    if !main.is_empty() {
        listing.text.extend_from_slice(b"Archive map\n");
        write_map(file, archive, main, &mut listing);
    }
    match archive.ec_map() {
        Ok(map) if map.is_empty() => {}
        Ok(map) => {
            listing.text.extend_from_slice(b"Archive EC map\n");
            write_map(file, archive, map, &mut listing);
        }
        Err(fault) => listing.warnings.push(format!("{file}: {}", fault.message)),
    }
    listing
}

fn write_map(file: &str, archive: &Archive<'_>, map: Vec<MapEntry<'_>>, listing: &mut Listing) {
    for (symbol, member) in map {
        match member.and_then(|member| archive.name(&member)) {
            Ok(name) => listing.text.extend_from_slice(&[&symbol, &b" in "[..], &name, b"\n"].concat()),
            Err(fault) => {
                listing.errors.push(format!("{file}: {}\n", fault.message));
                break;
            }
        }
    }
    listing.text.push(b'\n');
}

/// Lists the requested slices of a universal binary; by default that of this machine, or all if it has none.
fn list_universal(file: &str, bytes: &[u8], slices: &[Slice<'_>], options: &Options) -> Vec<Listing> {
    let mut listings = Vec::new();
    if !options.all_archs && !options.arch.is_empty() {
        let several = options.arch.len() > 1;
        for wanted in &options.arch {
            let found: Vec<_> = slices.iter().filter(|slice| slice.architecture() == wanted).collect();
            if found.is_empty() {
                listings.push(Listing::failed(format!("file: {file} does not contain architecture: {wanted}")));
                return listings;
            }
            for slice in found {
                list_slice(file, bytes, slice, several.then(|| slice.architecture()), several, options, &mut listings);
            }
        }
        return listings;
    }
    let host = std::env::consts::ARCH;
    if let Some(slice) = slices.iter().find(|slice| !options.all_archs && slice.architecture() == host) {
        list_slice(file, bytes, slice, None, false, options, &mut listings);
        return listings;
    }
    for slice in slices {
        let architecture = (slices.len() > 1).then(|| slice.architecture());
        list_slice(file, bytes, slice, architecture, true, options, &mut listings);
    }
    listings
}

/// Lists a slice: an object or an archive.
fn list_slice(
    file: &str,
    whole: &[u8],
    slice: &Slice<'_>,
    architecture: Option<&str>,
    label: bool,
    options: &Options,
    listings: &mut Vec<Listing>,
) {
    let offset = slice.bytes.as_ptr().addr().wrapping_sub(whole.as_ptr().addr()) as u64;
    let named = Named { shown: file, member: None, architecture, label, label_of_archive: false, head: false };
    let fault = match list_object(slice.bytes, offset, named, Some((slice.cpu, slice.number)), options) {
        Ok(listing) => return listings.push(listing),
        Err(fault) => fault,
    };
    if !fault.not_an_object {
        let architecture = architecture.map(|architecture| format!(" (for architecture {architecture})")).unwrap_or_default();
        listings.push(Listing::failed(format!("{file}{architecture}: {}\n", fault.message)));
        return;
    }
    let Ok(archive) = Archive::parse(slice.bytes) else {
        let name = slice.architecture();
        listings.push(Listing::failed(format!(
            "Mach-O universal file: {file} for architecture {name} is not a Mach-O file or an archive file"
        )));
        return;
    };
    let mut next = archive.first().map(|member| Ok(Some(member))).unwrap_or(Ok(None));
    // Of all slices LLVM names the architecture in messages once it has listed a member.
    let mut named = architecture.filter(|_| !options.all_archs && !options.arch.is_empty());
    while let Ok(Some(member)) = next {
        if let Some(listing) = list_member(Path::new(file), &archive, &member, (architecture, named, true), options) {
            if listing.errors.is_empty() {
                named = architecture;
            }
            listings.push(listing);
        }
        next = archive.next(&member);
    }
    if let Err(fault) = next {
        listings.push(Listing::failed(format!("{file}: {}\n", fault.message)));
    }
}

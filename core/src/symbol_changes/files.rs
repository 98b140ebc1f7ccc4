//! Whole files whose symbols change: bitcode in any container, the machine code beside it, and objects of archives without bitcode.
use std::borrow::Cow;
use std::ops::Range;

use bctk_object::container::Container;
use bctk_object::native::magic::{Magic, magic};
use bctk_object::native::universal;
use bctk_object::rewrite::Edit;
use bctk_support::limits::Limits;
use bctk_support::parallel::prelude::*;

use super::{SymbolChanges, with_native_symbols, with_symbols};
use crate::archive::Archive;
use crate::containers::edited;
use crate::contents::{Bitcode, Contents};
use crate::edit::Edits;
use crate::error::{Error, ErrorKind, Result};

/// The changes to a file.
#[derive(Clone, Debug)]
pub struct FileChanges<'a> {
    /// Those to symbols.
    pub symbols: &'a SymbolChanges,
    /// Those to the modules of bitcode. Debug information goes from objects, too.
    pub edits: &'a Edits,
    /// Objects with machine code, and this code beside bitcode, stay what they are.
    pub bitcode_only: bool,
}

/// Sections with bitcode for the same symbols as the machine code beside them.
const SECTIONS: [&str; 2] = [".llvm.lto", ".llvmbc"];
/// How deep archives may lie in archives.
const DEPTH: usize = 8;

/// A part of a file that is an object with machine code.
struct Object {
    range: Range<usize>,
    name: String,
    /// The bitcode files in it, by their numbers.
    bitcode: Vec<usize>,
}

/// An object that changes: where it lies in the file, and its new bytes.
type Changed = (Range<usize>, Vec<u8>);

/// The file with the changes made in all of its bitcode and in its objects. Without any change, it is the file as it
/// was.
///
/// # Errors
/// All that cannot change.
pub fn in_file<'c>(contents: &'c Contents, changes: &FileChanges<'_>, limits: &Limits) -> std::result::Result<Cow<'c, [u8]>, Vec<Error>> {
    let one = |error: Error| vec![error];
    let content = |message: String| vec![Error::new(contents.name.clone(), ErrorKind::Modules(message))];
    if contents.container == Some(Container::ThinArchive) {
        contents.held().map_err(one)?;
    }
    // What cannot be read would keep its symbols.
    if let Some(unread) = contents.faults.first() {
        return Err(content(unread.to_string()));
    }
    let whole = contents.bytes();
    let (symbols, edits) = (changes.symbols, changes.edits);
    if symbols.is_empty() && edits.is_empty() {
        return Ok(whole.into());
    }
    let objects =
        match changes.bitcode_only || symbols.is_empty() && !edits.strip_debug || contents.container == Some(Container::ThinArchive) {
            true => Vec::new(),
            false => objects(contents, whole).map_err(one)?,
        };
    if objects.is_empty() {
        contents.held().map_err(one)?;
    }
    let names = contents.full_names();
    let bitcode = |index: usize| with_symbols(&names[index], contents.bitcode[index].bytes(), symbols, edits, limits);
    let results: Vec<Result<Option<Vec<u8>>>> = (0..contents.bitcode.len()).into_par_iter().map(bitcode).collect();
    let (mut new, mut faults): (Vec<Option<Vec<u8>>>, Vec<Error>) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(changed) => new.push(changed),
            Err(error) => faults.push(error),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut is_inside = vec![false; new.len()];
    objects.iter().flat_map(|object| &object.bitcode).for_each(|index| is_inside[*index] = true);
    let object = |object: &Object| -> Result<Option<Changed>> {
        let old = whole.get(object.range.clone()).unwrap_or_default();
        let start = object.range.start;
        let inside = object.bitcode.iter().filter_map(|index| {
            let range = &contents.bitcode[*index].range;
            Some((range.start.checked_sub(start)?..range.end.checked_sub(start)?, new[*index].as_deref()?.into()))
        });
        let with_bitcode = edited(&object.name, old, inside)?;
        let native = with_native_symbols(&object.name, &with_bitcode, symbols, edits.strip_debug)?;
        let changed = native.or(if let Cow::Owned(bytes) = with_bitcode { Some(bytes) } else { None });
        Ok(changed.map(|bytes| (object.range.clone(), bytes)))
    };
    let changed: Vec<Result<Option<Changed>>> = objects.par_iter().map(object).collect();
    let mut edits: Vec<(Option<usize>, Edit<'_>)> = Vec::new();
    for result in changed {
        match result {
            Ok(changed) => edits.extend(changed.map(|(range, bytes)| (None, Edit { range, bytes: bytes.into() }))),
            Err(error) => faults.push(error),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for (index, bytes) in new.into_iter().enumerate().filter(|(index, _)| !is_inside[*index]) {
        let range = contents.bitcode[index].range.clone();
        edits.extend(bytes.map(|bytes| (Some(index), Edit { range, bytes: bytes.into() })));
    }
    contents.with_parts(edits).map_err(one)
}

/// The name of an object with machine code in the file, if there is one.
///
/// # Errors
/// If an archive cannot be read.
pub fn machine_code(contents: &Contents) -> Result<Option<String>> {
    if contents.container == Some(Container::ThinArchive) {
        return Ok(None);
    }
    Ok(objects(contents, contents.bytes())?.into_iter().next().map(|object| object.name))
}

/// The objects with machine code in a file, with the bitcode beside that.
fn objects(contents: &Contents, whole: &[u8]) -> Result<Vec<Object>> {
    let mut objects: Vec<Object> = Vec::new();
    // What is compressed has places in what was unpacked.
    for (index, bitcode) in contents.bitcode.iter().enumerate().filter(|(_, bitcode)| !bitcode.is_packed()) {
        let (Some(range), Some(section)) = (&bitcode.object, &bitcode.section) else { continue };
        let name = contents.name_of(&bitcode.name);
        let is_elf = whole.get(range.clone()).is_some_and(|object| object.starts_with(b"\x7FELF"));
        if is_elf && !SECTIONS.contains(&section.as_str()) {
            return Err(for_devices(&name));
        }
        match objects.last_mut().filter(|object| object.range == *range) {
            Some(object) => object.bitcode.push(index),
            None => objects.push(Object { range: range.clone(), name, bitcode: vec![index] }),
        }
    }
    let unpacked = contents.bitcode.iter().filter(|bitcode| !bitcode.is_packed());
    let mut taken: Vec<Range<usize>> = unpacked.map(|bitcode| bitcode.object.clone().unwrap_or(bitcode.range.clone())).collect();
    taken.sort_by_key(|range| range.start);
    // As a bundle for devices has it.
    objects.sort_by_key(|object| object.range.start);
    for bitcode in contents.bitcode.iter().filter(|bitcode| !bitcode.is_packed() && (bitcode.object.is_none() || bitcode.section.is_none()))
    {
        let around = objects.partition_point(|object| object.range.start <= bitcode.range.start).checked_sub(1);
        if let Some(object) = around.map(|at| &objects[at]).filter(|object| object.range.end > bitcode.range.start) {
            return Err(for_devices(&object.name));
        }
    }
    natives(whole, 0..whole.len(), &contents.name, &taken, DEPTH, &mut objects)?;
    if !objects.is_empty() && contents.bitcode.iter().any(Bitcode::is_packed) {
        return Err(for_devices(&contents.name));
    }
    Ok(objects)
}

/// The error that an object has bitcode that is not its machine code in another form.
fn for_devices(name: &str) -> Error {
    let message = "the object has bitcode for others than its machine code; `bctk objcopy --bitcode-only` changes bitcode alone";
    Error::new(name, ErrorKind::Unrepresentable(message.into()))
}

/// Adds the objects in the part `range` of a file that do not lie around or in `taken`, which is sorted.
fn natives(whole: &[u8], range: Range<usize>, name: &str, taken: &[Range<usize>], depth: usize, out: &mut Vec<Object>) -> Result<()> {
    let data = whole.get(range.clone()).unwrap_or_default();
    let Some(depth) = depth.checked_sub(1) else { return Ok(()) };
    let place = |part: &[u8]| {
        let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
        (start + part.len() <= whole.len()).then_some(start..start + part.len())
    };
    match magic(data) {
        Magic::Archive => {
            let fault = |message: String| Error::new(name, ErrorKind::Modules(message));
            for member in Archive::read(data).map_err(|error| fault(error.to_string()))?.members {
                if let Some(part) = place(&member.data) {
                    let name = format!("{name}:{}", String::from_utf8_lossy(&member.name));
                    natives(whole, part, &name, taken, depth, out)?;
                }
            }
        }
        Magic::Universal => {
            for slice in universal::slices(data).unwrap_or_default() {
                if let Some(part) = place(slice.bytes) {
                    natives(whole, part, &format!("{name}:{}", slice.architecture()), taken, depth, out)?;
                }
            }
        }
        Magic::Elf { .. } | Magic::MachO { .. } | Magic::Coff | Magic::CoffImport | Magic::Pe | Magic::Wasm | Magic::Xcoff => {
            let next = taken.partition_point(|other| other.end <= range.start);
            match taken.get(next).filter(|other| other.start < range.end) {
                None => out.push(Object { range, name: name.to_owned(), bitcode: Vec::new() }),
                Some(other) if *other == range => {}
                Some(_) => return Err(for_devices(name)),
            }
        }
        _ => {}
    }
    Ok(())
}

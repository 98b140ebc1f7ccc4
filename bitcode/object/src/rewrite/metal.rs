//! Replaces the module of a function in a Metal library: sizes, places and the hash follow.
use std::ops::Range;

use sha2::{Digest, Sha256};

use crate::container::metal::{Fields, Function, Functions, MODULES, SECTIONS, SIZE, wide};
use bctk_bitstream::wrapper::Wrapper;

/// Modules begin and end at multiples of this many bytes.
const ALIGN: usize = 16;
/// A table of the header that has no place: the library's identity.
const IDENTITY: &[u8] = b"UUID";

/// The library with `new` instead of the module in the range `old`. If that has a wrapper, so has the new one.
pub(super) fn replaced(data: &[u8], old: &Range<usize>, new: &[u8]) -> Result<Vec<u8>, String> {
    let list = Functions::new(data).map_err(|error| error.to_string())?;
    let tables = list.end();
    let functions: Vec<Function<'_>> = list.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    if functions.iter().all(|function| function.module != *old) {
        return Err("the library has no module there".into());
    }
    if functions.iter().any(|function| function.module != *old && function.module.start < old.end && old.start < function.module.end) {
        return Err("modules of the library overlap".into());
    }
    let apart = |at: &usize| {
        let (start, size) = (wide(data, *at).unwrap_or_default(), wide(data, at + 8).unwrap_or_default());
        start >= old.end || start.saturating_add(size) <= old.start
    };
    if old.start < tables || !SECTIONS.iter().filter(|at| **at != MODULES).all(apart) {
        return Err("sections of the library overlap".into());
    }
    let before = data.get(old.clone()).unwrap_or_default();
    let module = padded(before, new)?;
    // Only places behind the old module move; none of them can become smaller than its end, which is at most theirs.
    let moved = |place: usize| if place >= old.end { place - old.len() + module.len() } else { place };

    let mut out = data.to_vec();
    for function in &functions {
        let start = moved(function.module.start) - wide(data, MODULES).unwrap_or_default();
        put(&mut out, function.place, start)?;
        if function.module == *old {
            put(&mut out, function.size, module.len())?;
            let place = function.hash.and_then(|at| out.get_mut(at..at + 32));
            place.into_iter().for_each(|place| place.copy_from_slice(&Sha256::digest(&module)));
        }
    }
    let size = wide(data, SIZE).unwrap_or_default();
    put(&mut out, SIZE, moved(size))?;
    let mut first = data.len();
    for at in SECTIONS {
        let start = wide(data, at).unwrap_or_default();
        first = if start >= tables { first.min(start) } else { first };
        put(&mut out, at, moved(start))?;
    }
    let modules = wide(data, MODULES + 8).unwrap_or_default();
    put(&mut out, MODULES + 8, modules - old.len() + module.len())?;
    if module.len() != old.len() {
        move_tables(&data[..first], tables, size, moved, &mut out)?;
    }
    out.splice(old.clone(), module);
    Ok(out)
}

/// Moves what further tables of the header name: each is a place and a size.
fn move_tables(head: &[u8], at: usize, size: usize, moved: impl Fn(usize) -> usize, out: &mut [u8]) -> Result<(), String> {
    for field in (Fields { data: head, at }) {
        let (tag, range) = field.ok_or("a table in the header of the library is damaged")?;
        if tag == IDENTITY {
            continue;
        }
        let place = wide(head, range.start).filter(|_| range.len() == 16);
        let end = place.and_then(|place| place.checked_add(wide(head, range.start + 8)?));
        match place.filter(|_| end.is_some_and(|end| end <= size)) {
            Some(place) => put(out, range.start, moved(place))?,
            None => return Err(format!("the header of the library has a table {} that is not known", String::from_utf8_lossy(tag))),
        }
    }
    Ok(())
}

/// The new module as it lies in the library.
fn padded(old: &[u8], new: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = Vec::with_capacity(new.len() + 2 * ALIGN);
    if let (Some(wrapper), None) = (Wrapper::parse(old), Wrapper::parse(new)) {
        let size = u32::try_from(new.len()).map_err(|_| "the module is too large".to_owned())?;
        let header = Wrapper { size, offset: 20, ..wrapper };
        module.extend_from_slice(&header.to_bytes());
    }
    module.extend_from_slice(new);
    module.resize(module.len().next_multiple_of(ALIGN), 0);
    Ok(module)
}

fn put(out: &mut [u8], at: usize, value: usize) -> Result<(), String> {
    let place = out.get_mut(at..at + 8).ok_or("a table of the library is out of bounds")?;
    place.copy_from_slice(&(value as u64).to_le_bytes());
    Ok(())
}

//! Offload bundles and offload binaries with other bytes in some images: places and sizes follow.
use std::ops::Range;

use super::Changed;
use crate::container::offload::{self, BINARY, BINARY_ALIGN, part, word};

/// Alignments of the images of a bundle that are looked for, the largest first: `-bundle-align` of clang-offload-bundler.
const ALIGNS: [usize; 6] = [4096, 64, 16, 8, 4, 1];

/// A bundle, of what `changed` says of the ranges of its images.
pub(super) fn bundle(data: &[u8], changed: impl FnOnce(&[Range<usize>]) -> Result<Vec<Changed>, String>) -> Result<Vec<u8>, String> {
    let cut = || "the table of the bundle is cut off".to_owned();
    let entries: Vec<offload::Entry<'_>> = offload::bundle(data).collect::<Result<_, _>>().map_err(|_| cut())?;
    let place = |entry: &offload::Entry<'_>| {
        part(data, entry.start, entry.size)?;
        Some(entry.start as usize..(entry.start + entry.size) as usize)
    };
    let places: Vec<Range<usize>> = entries.iter().map(place).collect::<Option<_>>().ok_or_else(cut)?;
    let head = entries.last().map_or(0, |entry| entry.place + 24 + entry.target.len());
    if places.iter().any(|place| place.start < head && !place.is_empty()) {
        return Err("images of the bundle overlap its table".into());
    }
    let mut sizes: Vec<usize> = places.iter().map(Range::len).collect();
    let is_laid_out = |align: &usize| {
        let starts = laid_out(head, &sizes, *align);
        starts.iter().zip(&places).all(|(start, place)| *start == place.start || place.is_empty())
    };
    // Whoever laid it out otherwise gets images at the largest of them.
    let align = ALIGNS.into_iter().find(is_laid_out).unwrap_or(ALIGNS[0]);
    let mut new: Vec<Option<Vec<u8>>> = places.iter().map(|_| None).collect();
    for (number, bytes) in changed(&places)? {
        sizes[number] = bytes.len();
        new[number] = Some(bytes);
    }
    let mut out = data.get(..head).ok_or_else(cut)?.to_vec();
    for (number, start) in laid_out(head, &sizes, align).into_iter().enumerate() {
        let entry = entries[number].place;
        out[entry..entry + 8].copy_from_slice(&(start as u64).to_le_bytes());
        out[entry + 8..entry + 16].copy_from_slice(&(sizes[number] as u64).to_le_bytes());
        out.resize(start, 0);
        out.extend_from_slice(new[number].as_deref().unwrap_or(&data[places[number].clone()]));
    }
    Ok(out)
}

/// The places of images of these sizes one after the other.
fn laid_out(head: usize, sizes: &[usize], align: usize) -> Vec<usize> {
    let mut at = head;
    let place = |size: &usize| {
        let start = at.next_multiple_of(align);
        at = start + size;
        start
    };
    sizes.iter().map(place).collect()
}

/// Offload binaries one after the other, of what `changed` says of the ranges of their images.
pub(super) fn binaries(data: &[u8], changed: impl FnOnce(&[Range<usize>]) -> Result<Vec<Changed>, String>) -> Result<Vec<u8>, String> {
    let cut = || "an offload binary is cut off".to_owned();
    let mut binaries = Vec::new();
    let mut at = 0;
    while data[at..].starts_with(BINARY) {
        let binary = Binary::at(data, at).ok_or_else(cut)?;
        at = binary.range.end.next_multiple_of(BINARY_ALIGN).min(data.len());
        binaries.push(binary);
    }
    let places: Vec<Range<usize>> = binaries.iter().map(|binary| binary.image.clone()).collect();
    let mut new: Vec<Option<Vec<u8>>> = places.iter().map(|_| None).collect();
    for (number, bytes) in changed(&places)? {
        new[number] = Some(bytes);
    }
    let mut out = Vec::new();
    let mut from = 0;
    for (binary, new) in binaries.iter().zip(new) {
        let Some(new) = new else { continue };
        if data[binary.image.end..binary.range.end].iter().any(|byte| *byte != 0) {
            return Err("something follows the image of an offload binary".into());
        }
        out.extend_from_slice(&data[from..binary.range.start]);
        let start = out.len();
        out.extend_from_slice(&data[binary.range.start..binary.image.start]);
        out.extend_from_slice(&new);
        out.resize(start + (out.len() - start).next_multiple_of(BINARY_ALIGN), 0);
        let size = (out.len() - start) as u64;
        let entry = start + binary.entry;
        out.get_mut(start + 8..start + 16).ok_or_else(cut)?.copy_from_slice(&size.to_le_bytes());
        out.get_mut(entry + 32..entry + 40).ok_or_else(cut)?.copy_from_slice(&(new.len() as u64).to_le_bytes());
        from = binary.range.end;
    }
    out.extend_from_slice(&data[from..]);
    Ok(out)
}

/// An offload binary.
struct Binary {
    range: Range<usize>,
    image: Range<usize>,
    /// Where it describes its image, from its beginning.
    entry: usize,
}

impl Binary {
    /// That at byte `at`.
    fn at(data: &[u8], at: usize) -> Option<Binary> {
        let own = &data[at..];
        let (size, entry) = (usize::try_from(word(own, 8)?).ok()?, usize::try_from(word(own, 16)?).ok()?);
        let described = own.get(entry..)?;
        let (start, length) = (word(described, 24)?, word(described, 32)?);
        let image = part(own, start, length)?.len();
        let start = at + start as usize;
        let range = at..at.checked_add(size)?;
        // The image comes last, behind all that describes it.
        let is_last = start >= at + entry + 40 && start + image <= range.end && range.end <= data.len();
        is_last.then_some(Binary { range, image: start..start + image, entry })
    }
}

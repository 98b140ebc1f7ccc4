//! Universal binaries with other bytes in some slices: they get a new layout, with the alignments that the slices have.
use std::ops::Range;

use object::BigEndian;
use object::macho::{FatArch32, FatArch64};
use object::read::macho::{FatArch, MachOFatFile};

use super::Changed;

/// Of what `changed` says of the ranges of the slices.
pub(super) fn universal(data: &[u8], changed: impl FnOnce(&[Range<usize>]) -> Result<Vec<Changed>, String>) -> Result<Vec<u8>, String> {
    match MachOFatFile::<FatArch32>::parse(data) {
        Ok(file) => with(data, file.arches(), changed, |slice, start, size| {
            slice.offset.set(BigEndian, start.try_into().ok()?);
            slice.size.set(BigEndian, size.try_into().ok()?);
            Some(())
        }),
        Err(_) => {
            let file = MachOFatFile::<FatArch64>::parse(data).map_err(|error| error.to_string())?;
            with(data, file.arches(), changed, |slice, start, size| {
                slice.offset.set(BigEndian, start as u64);
                slice.size.set(BigEndian, size as u64);
                Some(())
            })
        }
    }
}

fn with<Fat: FatArch>(
    data: &[u8],
    slices: &[Fat],
    changed: impl FnOnce(&[Range<usize>]) -> Result<Vec<Changed>, String>,
    set: impl Fn(&mut Fat, usize, usize) -> Option<()>,
) -> Result<Vec<u8>, String> {
    const HEADER: usize = 8;
    let place = |slice: &Fat| {
        let (start, size) = slice.file_range();
        let start = usize::try_from(start).ok()?;
        let end = start.checked_add(usize::try_from(size).ok()?)?;
        data.get(start..end).map(|_| start..end)
    };
    let places: Vec<Range<usize>> = slices.iter().map(place).collect::<Option<_>>().ok_or("a slice is out of bounds")?;
    let tables = HEADER + size_of_val(slices);
    if places.iter().any(|place| place.start < tables) {
        return Err("a slice overlaps the table of slices".into());
    }
    let mut new: Vec<Option<Vec<u8>>> = slices.iter().map(|_| None).collect();
    for (number, bytes) in changed(&places)? {
        new[number] = Some(bytes);
    }
    let mut order: Vec<usize> = (0..slices.len()).collect();
    order.sort_by_key(|&number| places[number].start);
    let mut table = slices.to_vec();
    let first = order.first().map_or(data.len(), |&number| places[number].start);
    let mut out = data[..first].to_vec();
    for number in order {
        let align =
            1usize.checked_shl(slices[number].align()).filter(|align| *align <= 1 << 24).ok_or("a slice has an alignment too large")?;
        out.resize(out.len().next_multiple_of(align).max(first), 0);
        let bytes = new[number].as_deref().unwrap_or(&data[places[number].clone()]);
        set(&mut table[number], out.len(), bytes.len()).ok_or("the universal binary would be too large for its kind")?;
        out.extend_from_slice(bytes);
    }
    for (number, slice) in table.iter().enumerate() {
        let at = HEADER + number * size_of::<Fat>();
        out[at..at + size_of::<Fat>()].copy_from_slice(object::bytes_of(slice));
    }
    Ok(out)
}

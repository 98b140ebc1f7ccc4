//! Files for several processors: bundles of clang-offload-bundler, offload binaries of LLVM; and xar archives.
use std::ops::Range;

use byteorder::{BigEndian, ByteOrder, LittleEndian};
use memchr::memmem;

use super::finder::{Finder, Names};
use super::{Container, Form, Step, concatenated};
use bctk_bitstream::Error;

/// Begins a bundle (LLVM 22, clang/lib/Driver/OffloadBundler.cpp).
pub(crate) const BUNDLE: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// Begins a compressed bundle.
pub(crate) const COMPRESSED: &[u8] = b"CCOB";
/// Begins an offload binary (LLVM 22, `llvm::object::OffloadBinary::Header`).
pub(crate) const BINARY: &[u8] = b"\x10\xFF\x10\xAD";
/// The version of offload binaries that is known.
const BINARY_VERSION: u32 = 1;
/// Offload binaries begin at multiples of this many bytes.
pub(crate) const BINARY_ALIGN: usize = 8;
/// Begins a xar archive.
const XAR: &[u8] = b"xar!";

impl<'a> Finder<'a> {
    /// Looks into a bundle, offload binaries or a xar archive, if this is one.
    pub(super) fn offload(&mut self, data: &'a [u8], offset: usize) -> Option<Container> {
        if data.starts_with(BUNDLE) || data.starts_with(COMPRESSED) {
            let parts = bundles(data);
            let several = parts.len() > 1;
            for (nth, part) in parts.into_iter().enumerate() {
                let (bytes, at) = (&data[part.clone()], offset + part.start);
                let look = |finder: &mut Finder<'a>| match bytes.starts_with(COMPRESSED) {
                    true => finder.packed(bytes, at, Form::Bundle),
                    false => finder.bundle(bytes, at),
                };
                match several {
                    true => self.within(Step { container: Container::Sequence, name: &[], nth: nth as u32 }, look),
                    false => look(self),
                }
            }
            return Some(Container::OffloadBundle);
        }
        if data.starts_with(BINARY) {
            self.binaries(data, offset);
            return Some(Container::OffloadBinary);
        }
        if data.starts_with(XAR) {
            self.xar(data, offset);
            return Some(Container::Xar);
        }
        None
    }

    /// A bundle: a count, then offset, size and target of each image, all from its beginning.
    fn bundle(&mut self, data: &'a [u8], offset: usize) {
        let mut names = Names::default();
        for entry in bundle(data) {
            let Entry { target, start, size, .. } = match entry {
                Ok(entry) => entry,
                Err(at) => return self.fault(offset + at, cut()),
            };
            if !self.spend(target.len(), offset) {
                return;
            }
            let step = Step { container: Container::OffloadBundle, name: target, nth: names.nth(target) };
            self.within(step, |finder| finder.image(data, start, size, offset));
        }
    }

    /// Offload binaries, one after the other.
    fn binaries(&mut self, data: &'a [u8], offset: usize) {
        let mut names = Names::default();
        let mut at = 0;
        while data[at..].starts_with(BINARY) {
            let own = &data[at..];
            let version = part(own, 4, 4).map(LittleEndian::read_u32);
            if let Some(version) = version.filter(|&version| version != BINARY_VERSION) {
                return self.fault(offset + at, Error::unsupported(format!("an offload binary of version {version}")));
            }
            let Some((size, target, start, length)) = binary(own) else { return self.fault(offset + at, cut()) };
            if !self.spend(target.len(), offset) {
                return;
            }
            let step = Step { container: Container::OffloadBinary, name: target, nth: names.nth(target) };
            self.within(step, |finder| finder.image(own, start, length, offset + at));
            // Those of a linked file lie at whole multiples, with zeros before them.
            at = at.saturating_add(size.max(BINARY_ALIGN)).next_multiple_of(BINARY_ALIGN).min(data.len());
        }
    }

    /// An image of either: bitcode, or anything else.
    fn image(&mut self, data: &'a [u8], start: u64, size: u64, offset: usize) {
        match part(data, start, size) {
            Some(bytes) => drop(self.look(bytes, offset + start as usize)),
            None => self.fault(offset, cut()),
        }
    }

    /// A xar archive. Its table of contents is compressed XML. The files of Darwin's linker follow it uncompressed, so they can be found
    /// without the table, in order but without their names.
    pub(super) fn xar(&mut self, data: &'a [u8], offset: usize) {
        // The size of the header, then, after the version, that of the table of contents.
        let header = part(data, 4, 2).map(BigEndian::read_u16).filter(|_| data.starts_with(XAR));
        let contents = part(data, 8, 8).map(BigEndian::read_u64);
        let heap = header.zip(contents).and_then(|(header, contents)| contents.checked_add(u64::from(header)));
        let Some(mut at) = heap.and_then(|heap| usize::try_from(heap).ok()).filter(|&heap| heap <= data.len()) else {
            return self.fault(offset, Error::malformed("expected a complete xar archive"));
        };
        if !self.spend(data.len(), offset) {
            return;
        }
        let before = self.contents.found.len();
        let mut nth = 0;
        while let Some(found) = memmem::find(&data[at..], &concatenated::MAGIC) {
            let start = at + found;
            let length = concatenated::blocks(&data[start..]);
            at = start + length;
            // The magic number alone is chance.
            if length > concatenated::MAGIC.len() {
                let bytes = &data[start..at];
                let step = Step { container: Container::Xar, name: &[], nth };
                self.within(step, |finder| finder.look(bytes, offset + start));
                nth += 1;
            }
        }
        if self.contents.found.len() == before {
            self.fault(offset, Error::unsupported("a xar archive without uncompressed bitcode; compressed members are not unpacked"));
        }
    }
}

/// The bundles that lie one after the other in `data`, with zeros between them: linked programs have one for each of their parts.
pub(crate) fn bundles(data: &[u8]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut at = 0;
    loop {
        let rest = &data[at..];
        let length = match () {
            () if rest.starts_with(COMPRESSED) => match part(rest, 4, 2).map(LittleEndian::read_u16) {
                Some(2) => part(rest, 8, 4).map(|size| u64::from(LittleEndian::read_u32(size))),
                Some(3) => word(rest, 8),
                _ => None,
            },
            () if rest.starts_with(BUNDLE) => bundle(rest).try_fold(0, |end, entry| {
                let entry = entry.ok()?;
                Some(end.max((entry.place + 24 + entry.target.len()) as u64).max(entry.start.checked_add(entry.size)?))
            }),
            () => break,
        };
        let end = length.filter(|&length| length > 0).and_then(|length| usize::try_from(length).ok()?.checked_add(at));
        let Some(end) = end.filter(|&end| end <= data.len()) else {
            // Whoever looks into it finds out what is missing.
            parts.push(at..data.len());
            break;
        };
        parts.push(at..end);
        at = end + data[end..].iter().take_while(|byte| **byte == 0).count();
    }
    // What follows a single one belongs to it.
    if let [only] = parts.as_mut_slice() {
        only.end = data.len();
    }
    parts
}

/// An image in a bundle.
pub(crate) struct Entry<'a> {
    /// Its target.
    pub(crate) target: &'a [u8],
    /// Its offset in the bundle, and its size.
    pub(crate) start: u64,
    pub(crate) size: u64,
    /// Where the bundle has these two numbers.
    pub(crate) place: usize,
}

/// The images of a bundle; where its table is cut off, the byte at which.
pub(crate) fn bundle(data: &[u8]) -> impl Iterator<Item = Result<Entry<'_>, usize>> {
    let mut at = BUNDLE.len() + 8;
    let count = word(data, BUNDLE.len());
    let mut left = count.unwrap_or(1);
    std::iter::from_fn(move || {
        left = left.checked_sub(1)?;
        let entry = || {
            count?;
            let (start, size, length) = (word(data, at)?, word(data, at + 8)?, word(data, at + 16)?);
            Some(Entry { target: part(data, at as u64 + 24, length)?, start, size, place: at })
        };
        let Some(entry) = entry() else {
            left = 0;
            return Some(Err(if count.is_some() { at } else { 0 }));
        };
        at += 24 + entry.target.len();
        Some(Ok(entry))
    })
}

/// Size of an offload binary, what it is for, and place and size of its image in it.
fn binary(data: &[u8]) -> Option<(usize, &[u8], u64, u64)> {
    let (size, entry) = (word(data, 8)?, usize::try_from(word(data, 16)?).ok()?);
    // Two kinds and flags, then place and number of strings, then place and size of the image.
    let entry = data.get(entry..)?;
    let (strings, count, start, length) = (word(entry, 8)?, word(entry, 16)?, word(entry, 24)?, word(entry, 32)?);
    let strings = data.get(usize::try_from(strings).ok()?..)?;
    let text = |at: u64| {
        let text = data.get(usize::try_from(at).ok()?..)?;
        text.get(..memchr::memchr(0, text)?)
    };
    // Keys and values, few of them: a file that has many names its target among the first.
    let value = |key: &[u8]| {
        (0..count.min(16) as usize).find_map(|i| {
            let own = text(word(strings, i * 16)?)?;
            (own == key).then(|| word(strings, i * 16 + 8).and_then(text)).flatten()
        })
    };
    let target = match value(b"arch").filter(|arch| !arch.is_empty()) {
        Some(arch) => arch,
        None => value(b"triple").unwrap_or_default(),
    };
    Some((usize::try_from(size).ok()?, target, start, length))
}

/// The bytes of a part that the file names.
pub(crate) fn part(data: &[u8], start: u64, size: u64) -> Option<&[u8]> {
    let start = usize::try_from(start).ok()?;
    data.get(start..start.checked_add(usize::try_from(size).ok()?)?)
}

/// The word of 64 bits at byte `at`.
pub(crate) fn word(data: &[u8], at: usize) -> Option<u64> {
    part(data, at as u64, 8).map(LittleEndian::read_u64)
}

fn cut() -> Error {
    Error::malformed("expected a table with all its parts in the file")
}

//! Makes a container with other bitcode in it, and the containers around that: archives, universal binaries, offload bundles, objects.
use std::borrow::Cow;
use std::ops::Range;

use object::read::FileKind;
use object::read::archive::ArchiveFile;

use super::{Change, Changed, offload, rewritten, universal};
use crate::container::{directx, metal, object_file, offload as bundles};

/// Containers in containers: more than [`FindOptions`](crate::container::FindOptions) has ever found are not followed.
const DEPTH: usize = 64;

/// The largest alignment of bitcode in a section that linkers have made of sections.
const ROUND: usize = 16;

/// The alignment of offload bundles in a program.
const PAGE: usize = 4096;

/// Other bytes for a part of a file.
#[derive(Clone, Debug)]
pub struct Edit<'a> {
    /// The range of the part in the file, as [`Found::range`](crate::container::Found::range).
    pub range: Range<usize>,
    /// What it becomes.
    pub bytes: Cow<'a, [u8]>,
}

/// Makes an archive with other bytes in some members: of the bytes of the archive, and the members that change, by their number.
pub type Archiver<'a> = &'a dyn Fn(&[u8], Vec<(usize, Vec<u8>)>) -> Result<Vec<u8>, String>;

/// The file `data` with these changes in the bitcode that [`find`](crate::container::find) found in it, and with all that follows from them in
/// the containers around it: sizes, places, padding, hashes. `archiver` writes archives, which need a symbol index. What does not change keeps
/// its bytes.
///
/// ```
/// use bctk_object::container::{FindOptions, find};
/// use bctk_object::rewrite::{Edit, rebuilt};
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let twice = [&bytes[..], &bytes].concat();
/// let second = find(&twice, &FindOptions::default())?.found[1].range();
/// let edit = Edit { range: second, bytes: b"BC\xC0\xDE"[..].into() };
/// let new = rebuilt(&twice, &[edit], &|_, _| Err("there is no archive".into()))?;
/// assert_eq!(new, [&bytes[..], b"BC\xC0\xDE"].concat());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Why it cannot be done, after the name of the member, if it lies in an archive: a container of a kind that cannot be written, or one whose parts
/// overlap.
pub fn rebuilt(data: &[u8], edits: &[Edit<'_>], archiver: Archiver<'_>) -> Result<Vec<u8>, String> {
    let mut edits: Vec<&Edit<'_>> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    if edits.windows(2).any(|pair| pair[1].range.start < pair[0].range.end) || edits.iter().any(|edit| edit.range.end > data.len()) {
        return Err("the bitcode to be replaced overlaps".into());
    }
    Rebuild { whole: data, archiver }.part(0..data.len(), &edits, DEPTH)
}

/// The work on a file.
struct Rebuild<'a> {
    whole: &'a [u8],
    archiver: Archiver<'a>,
}

impl Rebuild<'_> {
    /// The part `range` of the file, with the edits in it, which are sorted.
    fn part(&self, range: Range<usize>, edits: &[&Edit<'_>], depth: usize) -> Result<Vec<u8>, String> {
        let data = &self.whole[range.clone()];
        let Some(depth) = depth.checked_sub(1) else { return Err("containers are nested too deeply".into()) };
        match edits {
            [] => return Ok(data.to_vec()),
            [edit] if edit.range == range => return Ok(edit.bytes.to_vec()),
            _ => {}
        }
        let at = range.start;
        let children = |parts: &[Range<usize>]| self.children(at, parts, edits, depth);
        match () {
            () if data.starts_with(metal::MAGIC) || data.starts_with(directx::MAGIC) => self.modules(range, edits),
            () if data.starts_with(b"!<thin>\n") => Err("the members of a thin archive are files of their own".into()),
            () if data.starts_with(b"!<arch>\n") || data.starts_with(&object::archive::AIX_BIG_MAGIC) => self.archive(range, edits, depth),
            () if data.starts_with(bundles::BUNDLE) || data.starts_with(bundles::COMPRESSED) => self.bundles(range, edits, depth),
            () if data.starts_with(bundles::BINARY) => offload::binaries(data, |parts| children(parts)),
            () => match FileKind::parse(data) {
                Ok(FileKind::MachOFat32 | FileKind::MachOFat64) => universal::universal(data, |parts| children(parts)),
                Ok(_) => self.object(range, edits, depth),
                // Several bitcode files in a row.
                Err(_) if data.starts_with(b"BC") || data.starts_with(b"\xDE\xC0\x17\x0B") => Ok(self.spliced(range, edits)),
                // What keeps its size needs no other layout.
                Err(_) if edits.iter().all(|edit| edit.range.len() == edit.bytes.len()) => Ok(self.spliced(range, edits)),
                Err(_) => Err("cannot change the size of bitcode in this kind of container".into()),
            },
        }
    }

    /// The parts of a container at byte `at` of the file, which have these ranges in it, that change.
    fn children(&self, at: usize, parts: &[Range<usize>], edits: &[&Edit<'_>], depth: usize) -> Result<Vec<Changed>, String> {
        let mut order: Vec<&Range<usize>> = parts.iter().filter(|part| !part.is_empty()).collect();
        order.sort_by_key(|part| part.start);
        if order.windows(2).any(|pair| pair[1].start < pair[0].end) {
            return Err("parts of the container overlap".into());
        }
        let mut changed = Vec::new();
        let mut done = 0;
        for (number, part) in parts.iter().enumerate() {
            let range = at + part.start..at + part.end;
            let inside = within(edits, &range);
            if !inside.is_empty() {
                done += inside.len();
                changed.push((number, self.part(range, inside, depth)?));
            }
        }
        if done < edits.len() { Err("bitcode lies outside of all parts of the container".into()) } else { Ok(changed) }
    }

    /// Offload bundles, one after the other. Each begins at as round a place as before.
    fn bundles(&self, range: Range<usize>, edits: &[&Edit<'_>], depth: usize) -> Result<Vec<u8>, String> {
        let data = &self.whole[range.clone()];
        let parts = bundles::bundles(data);
        if let [_] = parts.as_slice() {
            return match data.starts_with(bundles::COMPRESSED) {
                true => Err("bitcode lies in a compressed bundle".into()),
                false => offload::bundle(data, |parts| self.children(range.start, parts, edits, depth)),
            };
        }
        let mut out = Vec::new();
        let mut end = range.start;
        for (number, new) in self.children(range.start, &parts, edits, depth)? {
            let part = range.start + parts[number].start..range.start + parts[number].end;
            self.between(&range, end..part.start, PAGE, &mut out);
            out.extend_from_slice(&new);
            end = part.end;
        }
        self.between(&range, end..range.end, PAGE, &mut out);
        Ok(out)
    }

    fn archive(&self, range: Range<usize>, edits: &[&Edit<'_>], depth: usize) -> Result<Vec<u8>, String> {
        let data = &self.whole[range.clone()];
        let archive = ArchiveFile::parse(data).map_err(|error| error.to_string())?;
        let mut changed = Vec::new();
        let (mut done, mut end) = (0, 0);
        for (number, member) in archive.members().enumerate() {
            let member = member.map_err(|error| error.to_string())?;
            let (start, size) = member.file_range();
            let part = usize::try_from(start).ok().zip(usize::try_from(size).ok());
            let part = part.and_then(|(start, size)| Some(start..start.checked_add(size).filter(|end| *end <= data.len())?));
            let Some(part) = part.filter(|part| part.start >= end) else { return Err("members of the archive overlap".into()) };
            end = part.end;
            let part = range.start + part.start..range.start + part.end;
            let inside = within(edits, &part);
            if inside.is_empty() {
                continue;
            }
            done += inside.len();
            let named = |error: String| format!("{}: {error}", String::from_utf8_lossy(member.name()));
            changed.push((number, self.part(part, inside, depth).map_err(named)?));
        }
        if done < edits.len() {
            return Err("bitcode lies outside of all members of the archive".into());
        }
        (self.archiver)(data, changed)
    }

    /// Modules of a Metal library or of a DirectX container, from the last one on, so that places before it stay what they are.
    fn modules(&self, range: Range<usize>, edits: &[&Edit<'_>]) -> Result<Vec<u8>, String> {
        let mut out = self.whole[range.clone()].to_vec();
        for edit in edits.iter().rev() {
            let place = edit.range.start - range.start..edit.range.end - range.start;
            out = rewritten(&out, &Change::Module(place, &edit.bytes))?;
        }
        Ok(out)
    }

    /// An object file, whose sections have bitcode, or containers of it.
    fn object(&self, range: Range<usize>, edits: &[&Edit<'_>], depth: usize) -> Result<Vec<u8>, String> {
        let data = &self.whole[range.clone()];
        let mut out = Cow::Borrowed(data);
        let mut done = 0;
        // From the last one on, so that places before it stay what they are.
        for section in object_file::held(data)?.into_iter().rev() {
            let place = section.start..section.start + section.data.len();
            let whole = range.start + place.start..range.start + place.end;
            let inside = within(edits, &whole);
            if inside.is_empty() {
                continue;
            }
            done += inside.len();
            let named = |error: String| format!("section {}: {error}", String::from_utf8_lossy(&section.name));
            let new = match section.is_offload {
                true => self.part(whole, inside, depth).map_err(named)?,
                false => self.spliced(whole, inside),
            };
            // Code refers to places in the section.
            if section.is_offload && new.len() != section.data.len() && bundles::bundles(section.data).len() > 1 {
                return Err(named("several offload bundles in one section, of which one changes its size".into()));
            }
            // What keeps its size needs no other layout.
            match out.get(place.clone()) {
                Some(old) if old.len() == new.len() && old == section.data => out.to_mut()[place].copy_from_slice(&new),
                _ => out = rewritten(&out, &Change::Fill(&section.name, section.nth, &new)).map_err(named)?.into(),
            }
        }
        if done < edits.len() { Err("bitcode lies outside of all sections".into()) } else { Ok(out.into_owned()) }
    }

    /// Bitcode files one after the other, with what is between them. Behind padding, the next one begins at as round a place as before.
    fn spliced(&self, range: Range<usize>, edits: &[&Edit<'_>]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut at = range.start;
        for edit in edits {
            self.between(&range, at..edit.range.start, ROUND, &mut out);
            out.extend_from_slice(&edit.bytes);
            at = edit.range.end;
        }
        self.between(&range, at..range.end, ROUND, &mut out);
        out
    }

    /// Adds what is between two parts that change, or before the first or behind the last one: parts may begin at multiples of `most`, which is a
    /// power of two.
    fn between(&self, all: &Range<usize>, gap: Range<usize>, most: usize, out: &mut Vec<u8>) {
        let bytes = &self.whole[gap.clone()];
        let padding = bytes.iter().take_while(|byte| **byte == 0).count();
        if padding > 0 && padding < most && gap.start > all.start && gap.start + padding < all.end {
            let place = gap.start + padding - all.start;
            let round = (1 << place.trailing_zeros().min(most.trailing_zeros())) as usize;
            out.resize(out.len().next_multiple_of(round), 0);
        } else {
            out.extend_from_slice(&bytes[..padding]);
        }
        out.extend_from_slice(&bytes[padding..]);
    }
}

/// Those of the sorted `edits` that lie in `range`.
fn within<'e, 'a>(edits: &'e [&'a Edit<'a>], range: &Range<usize>) -> &'e [&'a Edit<'a>] {
    let first = edits.partition_point(|edit| edit.range.start < range.start);
    let last = first + edits[first..].partition_point(|edit| edit.range.end <= range.end && edit.range.start < range.end);
    &edits[first..last]
}

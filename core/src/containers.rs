//! Containers with other bitcode in them: each bitcode file changes, and the container and those around it are made again.
use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use bctk_object::container::{self, Container, FindOptions};
use bctk_object::rewrite::{self, Edit};
use bctk_support::parallel::prelude::*;

use crate::archive::{self, Archive, Index, Member, WriteOptions};
use crate::contents::{self, Argument, Bitcode, Contents};
use crate::error::{Error, ErrorKind, Result};
use crate::input::{self, Input};

impl Contents {
    /// The bitcode files that lie in the file itself, each with its index in [`bitcode`](Contents::bitcode).
    ///
    /// # Errors
    /// [`ErrorKind::Modules`] if there are none, or if members are files of their own, as those of a thin archive.
    pub fn held(&self) -> Result<Vec<(usize, &Bitcode)>> {
        let fault = |message: &str| Error::new(self.name.clone(), ErrorKind::Modules(message.to_owned()));
        if self.container == Some(Container::ThinArchive) || self.bitcode.iter().any(|bitcode| bitcode.file.is_some()) {
            return Err(fault("the members of a thin archive are files of their own, which this does not change"));
        }
        match self.bitcode.is_empty() {
            true => Err(fault("contains no bitcode")),
            false => Ok(self.bitcode.iter().enumerate().collect()),
        }
    }

    /// The same archive with its members in it, if it is a thin one, whose members are files of their own. What their headers state stays.
    ///
    /// # Errors
    /// [`ErrorKind::Modules`] if it is no thin archive, or cannot be made; an error of the file of a member that cannot be read.
    pub fn with_members(&self) -> Result<Contents> {
        let bytes = with_members(self.file.bytes(), self.path.parent().unwrap_or(Path::new("")), &self.name)?;
        match contents::of_memory(&self.path, Input::Read(bytes), &self.limits)? {
            Argument::Within(contents, _) => Ok(*contents),
            Argument::Plain(..) => Err(Error::new(self.name.clone(), ErrorKind::Modules("contains no bitcode".into()))),
        }
    }

    /// The bytes of the file with other bitcode in it: pairs of an index in [`bitcode`](Contents::bitcode) and the new bytes. Sizes, places, hashes
    /// and symbol indexes follow; all that does not change keeps its bytes, and its order, names, dates and modes. Without any pair, it is the
    /// file as it was.
    ///
    /// # Errors
    /// As [`held`](Contents::held), and [`ErrorKind::Modules`] if the container cannot be made.
    pub fn rebuilt<'c>(&'c self, new: impl IntoIterator<Item = (usize, Cow<'c, [u8]>)>) -> Result<Cow<'c, [u8]>> {
        let edit = |(index, bytes): (usize, Cow<'c, [u8]>)| Some((index, self.bitcode.get(index)?.range.clone(), bytes));
        self.with_edits(new.into_iter().filter_map(edit))
    }

    /// The bytes of the file with other bytes in some of its parts: bitcode files, or objects around them. Each part has the index of a bitcode file in
    /// [`bitcode`](Contents::bitcode), and a range in the same [`input`](Bitcode::input). What was compressed is compressed again.
    ///
    /// # Errors
    /// As [`rebuilt`](Contents::rebuilt).
    pub fn with_edits<'c>(&'c self, edits: impl IntoIterator<Item = (usize, Range<usize>, Cow<'c, [u8]>)>) -> Result<Cow<'c, [u8]>> {
        self.held()?;
        self.with_parts(edits.into_iter().map(|(index, range, bytes)| (Some(index), Edit { range, bytes })))
    }

    /// As [`with_edits`](Contents::with_edits); what has no index of a bitcode file lies in the file itself.
    pub(crate) fn with_parts<'c>(&'c self, edits: impl IntoIterator<Item = (Option<usize>, Edit<'c>)>) -> Result<Cow<'c, [u8]>> {
        // Those of the file itself come first, then those of each compressed part.
        let mut of: Vec<Vec<Edit<'c>>> = std::iter::repeat_with(Vec::new).take(self.packed.len() + 1).collect();
        for (index, edit) in edits {
            let packed = index.and_then(|index| self.bitcode.get(index)?.packed);
            of[packed.map_or(0, |part| part + 1)].push(edit);
        }
        // What lies in a part comes after it.
        for (number, part) in self.packed.iter().enumerate().rev() {
            let inside = std::mem::take(&mut of[number + 1]);
            if inside.is_empty() {
                continue;
            }
            let outer = part.outer.map_or(&self.file, |outer| &self.packed[outer].input);
            let old = outer.bytes().get(part.range.clone()).unwrap_or_default();
            let new = bctk_object::packed::packed(old, part.form, &self.edited(part.input.bytes(), inside)?);
            let bytes = new.map_err(|message| Error::new(self.name.clone(), ErrorKind::Modules(message)))?.into();
            of[part.outer.map_or(0, |part| part + 1)].push(Edit { range: part.range.clone(), bytes });
        }
        self.edited(self.file.bytes(), std::mem::take(&mut of[0]))
    }

    /// A file, or what was unpacked of one, with these changes.
    fn edited<'c>(&self, whole: &'c [u8], mut edits: Vec<Edit<'c>>) -> Result<Cow<'c, [u8]>> {
        match edits.as_slice() {
            [] => return Ok(whole.into()),
            [only] if only.range == (0..whole.len()) => return Ok(edits.remove(0).bytes),
            _ => {}
        }
        let new = rewrite::rebuilt(whole, &edits, &archived);
        new.map(Cow::Owned).map_err(|message| Error::new(self.name.clone(), ErrorKind::Modules(message)))
    }

    /// Asks `change` on several threads what becomes of each bitcode file, by its index: other bytes, or none to keep it. The answers are in the
    /// order of the file.
    ///
    /// # Errors
    /// As [`held`](Contents::held). The answers have errors of their own.
    pub fn changed<B: Send, E: Send>(
        &self,
        change: impl Fn(usize, &Bitcode) -> std::result::Result<Option<B>, E> + Sync,
    ) -> Result<Vec<std::result::Result<Option<B>, E>>> {
        Ok(self.held()?.into_par_iter().map(|(index, bitcode)| change(index, bitcode)).collect())
    }
}

/// The file `whole`, called `name`, with other bytes in some of its parts: bitcode files, objects or members. It may have no bitcode.
///
/// # Errors
/// [`ErrorKind::Modules`] if the container cannot be made.
pub(crate) fn edited<'c>(
    name: &str,
    whole: &'c [u8],
    edits: impl IntoIterator<Item = (Range<usize>, Cow<'c, [u8]>)>,
) -> Result<Cow<'c, [u8]>> {
    let mut edits: Vec<Edit<'_>> = edits.into_iter().map(|(range, bytes)| Edit { range, bytes }).collect();
    match edits.as_slice() {
        [] => return Ok(whole.into()),
        [only] if only.range == (0..whole.len()) => return Ok(edits.remove(0).bytes),
        _ => {}
    }
    let new = rewrite::rebuilt(whole, &edits, &archived);
    new.map(Cow::Owned).map_err(|message| Error::new(name, ErrorKind::Modules(message)))
}

/// A regular archive with the members of a thin one, whose files lie in `folder` or below. `name` is that of the archive in messages.
fn with_members(thin: &[u8], folder: &Path, name: &str) -> Result<Vec<u8>> {
    let fault = |message: String| Error::new(name, ErrorKind::Modules(message));
    let found = container::find(thin, &FindOptions::default()).map_err(|error| fault(error.to_string()))?;
    match found.faults.first() {
        _ if found.container != Some(Container::ThinArchive) => return Err(fault("expected a thin archive".into())),
        Some(unread) => return Err(fault(unread.to_string())),
        None => {}
    }
    // Nobody but GNU ar reads one with members of other archives.
    let read = Archive::read(thin);
    let stated = read.as_ref().map_or(&[][..], |read| &read.members);
    let mut inputs = Vec::new();
    for outside in &found.outside {
        let path = outside.steps.last().map_or(&[][..], |step| step.name);
        let input = input::open(&folder.join(String::from_utf8_lossy(path).as_ref()))?;
        inputs.push((Path::new(String::from_utf8_lossy(path).as_ref()).to_owned(), outside.header, input));
    }
    let mut members = Vec::new();
    for (number, (path, header, input)) in inputs.iter().enumerate() {
        let all = input.bytes();
        let own = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        members.push(match (header, stated.get(number).filter(|_| stated.len() == inputs.len())) {
            (Some(header), _) => nested(all, *header).ok_or_else(|| fault(format!("{}: no member at byte {header}", path.display())))?,
            (None, Some(like)) => Member { name: own.into_bytes().into(), data: all.into(), outside: None, ..like.clone() },
            (None, None) => Member { name: own.into_bytes().into(), ..Member::new("", all) },
        });
    }
    let (has_index, date) = read.as_ref().map_or((true, 0), |read| (read.has_index(), read.index_date));
    let index = if has_index { Index::All } else { Index::None };
    let options = WriteOptions { index, index_date: date, keep_unreadable: true, ..WriteOptions::default() };
    let mut out = Vec::new();
    archive::write(archive::Kind::Gnu, &members, &options, &mut out).map_err(|error| fault(error.to_string()))?;
    Ok(out)
}

/// The member whose header is at this byte of an archive.
fn nested(all: &[u8], header: u64) -> Option<Member<'_>> {
    let place = container::member_at(all, header)?;
    let start = |member: &Member<'_>| (member.data.as_ptr() as usize).wrapping_sub(all.as_ptr() as usize);
    // A long name may come before the content.
    let is_it = |member: &Member<'_>| (place.start..=place.end).contains(&start(member)) && start(member) + member.data.len() == place.end;
    Archive::read(all).ok()?.members.into_iter().find(is_it)
}

/// An archive with other bytes in some members, which are given by their numbers. Its index, if it has one, is made anew.
fn archived(data: &[u8], changed: Vec<(usize, Vec<u8>)>) -> std::result::Result<Vec<u8>, String> {
    let mut read = Archive::read(data).map_err(|error| error.to_string())?;
    // An index of AIX has no tables for kinds of objects that the archive did not have.
    let index = if read.has_index() { Index::All } else { Index::None };
    let (kind, options) = (read.kind_to_write(), WriteOptions { index, keep_unreadable: true, ..read.options() });
    for (number, bytes) in changed {
        let member = read.members.get_mut(number).ok_or("the archive has fewer members")?;
        member.data = bytes.into();
    }
    let mut out = Vec::new();
    archive::write(kind, &read.members, &options, &mut out).map_err(|error| error.to_string())?;
    Ok(out)
}

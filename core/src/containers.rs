//! Containers with other bitcode in them: each bitcode file changes, and the container and those around it are made again.
use std::borrow::Cow;
use std::ops::Range;

use bctk_object::container::Container;
use bctk_object::rewrite::{self, Edit};
use bctk_support::parallel::prelude::*;

use crate::archive::{self, Archive, Index, WriteOptions};
use crate::contents::{Bitcode, Contents};
use crate::error::{Error, ErrorKind, Result};

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

    /// The bytes of the file with other bitcode in it: pairs of an index in [`bitcode`](Contents::bitcode) and the new bytes. Sizes, places, hashes
    /// and symbol indexes follow; all that does not change keeps its bytes, and its order, names, dates and modes. Without any pair, it is the
    /// file as it was.
    ///
    /// # Errors
    /// As [`held`](Contents::held), and [`ErrorKind::Modules`] if the container cannot be made.
    pub fn rebuilt<'c>(&'c self, new: impl IntoIterator<Item = (usize, Cow<'c, [u8]>)>) -> Result<Cow<'c, [u8]>> {
        let edit = |(index, bytes): (usize, Cow<'c, [u8]>)| Some((self.bitcode.get(index)?.range.clone(), bytes));
        self.with_edits(new.into_iter().filter_map(edit))
    }

    /// The bytes of the file with other bytes in some of its parts: bitcode files, objects or members.
    ///
    /// # Errors
    /// As [`rebuilt`](Contents::rebuilt).
    pub fn with_edits<'c>(&'c self, edits: impl IntoIterator<Item = (Range<usize>, Cow<'c, [u8]>)>) -> Result<Cow<'c, [u8]>> {
        let whole = self.held()?.first().map_or(&[][..], |(_, bitcode)| bitcode.input.bytes());
        edited(&self.name, whole, edits)
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

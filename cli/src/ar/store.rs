//! Archives and files as they are read and written here: their bytes stay mapped while members of them are in a new archive.
use std::ffi::OsStr;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use bctk::archive::{self, Error, Index, Kind, Member, WriteOptions};
use bctk::input::{self, Input};
use bctk_object::native::archive::{Archive, Member as Found};
use bctk_object::native::bytes::{Fault, shown};

use super::options::Options;
use super::rules::Rules;
use super::{Program, Stop, about, paths};
use crate::diag;
use crate::output::{Existing, Output, Resolved};
use crate::threads;

/// A file that was read.
#[derive(Clone)]
pub(super) struct File {
    pub(super) path: Vec<u8>,
    input: Arc<Input>,
}

impl File {
    pub(super) fn open(path: &OsStr) -> io::Result<File> {
        // A folder can be opened, and not read.
        if std::fs::metadata(path)?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let input = input::open(Path::new(path)).map_err(|error| match error.into_parts().1 {
            bctk::ErrorKind::Open(error) => error,
            _ => io::Error::from(io::ErrorKind::InvalidData),
        })?;
        Ok(File { path: path.as_encoded_bytes().to_vec(), input: Arc::new(input) })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.input.bytes()
    }
}

/// An archive that is read.
pub(super) struct Store {
    file: File,
    kind: Kind,
    index: Index,
    thin: bool,
}

/// What goes into a new archive.
pub(super) struct New {
    pub(super) name: Vec<u8>,
    file: File,
    range: Range<usize>,
    date: u64,
    user: u64,
    group: u64,
    mode: u64,
}

impl New {
    pub(super) fn bytes(&self) -> &[u8] {
        self.file.bytes().get(self.range.clone()).unwrap_or_default()
    }

    /// A file from outside, with its own name.
    pub(super) fn of_file(path: &[u8], deterministic: bool) -> Result<New, Stop> {
        let fault = |error: &io::Error| about(&shown(path), error);
        let os_path = paths::of_bytes(path);
        let file = File::open(os_path.as_os_str()).map_err(|error| fault(&error))?;
        let mut new = New { name: path.to_vec(), range: 0..file.bytes().len(), file, date: 0, user: 0, group: 0, mode: 0o644 };
        if !deterministic {
            let facts = std::fs::metadata(&os_path).map_err(|error| fault(&error))?;
            new.date = facts.modified().map_or(0, seconds);
            (new.user, new.group, new.mode) = owners(&facts);
        }
        Ok(new)
    }

    fn member(&self) -> Member<'_> {
        Member { date: self.date, user: self.user, group: self.group, mode: self.mode, ..Member::new(self.name.as_slice(), self.bytes()) }
    }
}

/// Seconds since 1970; 0 for what is before.
pub(super) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(unix)]
fn owners(facts: &std::fs::Metadata) -> (u64, u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (facts.uid().into(), facts.gid().into(), (facts.mode() & 0o7777).into())
}

#[cfg(not(unix))]
fn owners(facts: &std::fs::Metadata) -> (u64, u64, u64) {
    (0, 0, if facts.permissions().readonly() { 0o444 } else { 0o666 })
}

impl Store {
    pub(super) fn of(file: File) -> Result<Store, Fault> {
        let archive = Archive::parse(file.bytes())?;
        let (kind, index, thin) = (archive::kind_of(&archive), archive::index_of(&archive), archive.is_thin());
        Ok(Store { file, kind, index, thin })
    }

    pub(super) fn is_thin(&self) -> bool {
        self.thin
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn has_index(&self) -> bool {
        self.index != Index::None
    }

    /// Whether it has the index that is asked for.
    pub(super) fn has_index_for(&self, options: &Options, rules: Rules) -> bool {
        match self.kind {
            Kind::AixBig if rules.has_object_mode() => self.index == Index::All && options.index == Index::All,
            _ => self.has_index(),
        }
    }

    /// Passes each member to `visit`, until that fails or the archive is damaged.
    pub(super) fn each(&self, mut visit: impl FnMut(&Archive<'_>, &Found<'_>) -> Result<(), Stop>) -> Result<(), Stop> {
        let fail = |fault: Fault| Stop::Fail(fault.message);
        let archive = Archive::parse(self.file.bytes()).map_err(fail)?;
        let mut next = archive.first();
        let mut all = 0;
        while let Some(member) = next {
            // Those of a big archive are linked, and may lie in each other.
            all += archive.content(&member).len();
            if all > self.file.bytes().len() {
                return Err(Stop::Fail("members overlap".into()));
            }
            visit(&archive, &member)?;
            next = archive.next(&member).map_err(fail)?;
        }
        Ok(())
    }

    /// The file of a member that is elsewhere.
    pub(super) fn path_of(&self, name: &[u8]) -> Vec<u8> {
        if paths::is_absolute(name) { name.to_vec() } else { paths::join(paths::parent(&self.file.path), name) }
    }

    /// The content of a member: a file, and which part of it.
    pub(super) fn content(&self, archive: &Archive<'_>, member: &Found<'_>, name: &[u8]) -> io::Result<(File, Range<usize>)> {
        if member.elsewhere {
            let path = paths::of_bytes(&self.path_of(name));
            let file = File::open(path.as_os_str())?;
            let all = 0..file.bytes().len();
            return Ok((file, all));
        }
        let content = archive.content(member);
        let start = usize::try_from(archive.content_offset(member)).unwrap_or(usize::MAX);
        Ok((self.file.clone(), start..start.saturating_add(content.len())))
    }

    /// A member for another archive.
    pub(super) fn member(&self, archive: &Archive<'_>, member: &Found<'_>, deterministic: bool) -> Result<New, Stop> {
        let fail = |fault: Fault| Stop::Fail(fault.message);
        let name = archive.name(member).map_err(fail)?.into_owned();
        let (file, range) = self.content(archive, member, &name).map_err(|error| about(&format!("'{}'", shown(&name)), &error))?;
        let mut new = New { name, file, range, date: 0, user: 0, group: 0, mode: 0o644 };
        if !deterministic {
            new.date = archive.date(member).map_err(fail)?;
            new.user = archive.user(member).map_err(fail)?;
            new.group = archive.group(member).map_err(fail)?;
            new.mode = archive.mode(member).map_err(fail)?;
        }
        Ok(new)
    }
}

/// The variable that LLVM's tests set instead of writing archives of 4 GiB.
const THRESHOLD: &str = "SYM64_THRESHOLD";

/// Writes the archive that the options name.
pub(super) fn write(program: &Program, options: &Options, old: Option<&Store>, members: &[New]) -> Result<(), Stop> {
    let kind = options.kind(program.rules, old, members.first().map(New::bytes))?;
    let size = members.iter().map(|member| member.range.len()).sum();
    threads::for_input(size, threads::of_modules(0), true);
    let list: Vec<Member<'_>> = members.iter().map(New::member).collect();
    let mut how = WriteOptions {
        thin: options.thin,
        index: options.index,
        unique_dates: options.deterministic,
        index_date: if options.deterministic { 0 } else { seconds(SystemTime::now()) },
        keep_unreadable: program.rules.keeps_unreadable(),
        one_index: program.rules.has_one_big_index(),
        ..WriteOptions::default()
    };
    if let Some(threshold) = std::env::var(THRESHOLD).ok().and_then(|text| text.parse().ok()) {
        how.threshold_64 = threshold;
    }
    let failed = |message: String| Stop::Fail(format!("{}: {message}", options.shown()));
    let path = paths::of_bytes(options.archive.as_encoded_bytes());
    let mut out =
        Output::derived(&path, std::slice::from_ref(&path), &Resolved::default(), Existing::Replaced).map_err(|fault| match fault {
            diag::Fault::Create(_, error) | diag::Fault::Open(_, error) => failed(diag::words(&error)),
            other => Stop::Fail(other.to_string()),
        })?;
    let written = archive::write(kind, &list, &how, &mut out).map_err(|error| match error {
        Error::Sink(error) => failed(diag::words(&error)),
        Error::Member(_, message) if !program.rules.names_members() => failed(message),
        other => failed(other.to_string()),
    })?;
    for (name, message) in &written.unreadable {
        eprintln!("warning: '{}': {message}", shown(name));
    }
    out.finish().map_err(|fault| match fault {
        diag::Fault::Write(_, error) | diag::Fault::Create(_, error) => failed(diag::words(&error)),
        other => Stop::Fail(other.to_string()),
    })
}

//! Lists, prints and extracts members.
use std::fs::{FileTimes, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};

use bctk_object::native::archive::{Archive, Member as Found};
use bctk_object::native::bytes::{Fault, shown};
use chrono::{Local, TimeZone};
use hashbrown::HashMap;

use super::options::{Operation, Options};
use super::store::Store;
use super::{Program, Stop, about, paths};

fn fail(fault: Fault) -> Stop {
    Stop::Fail(fault.message)
}

/// A failed write to the standard output.
fn lost(error: io::Error) -> Stop {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Stop::Done(ExitCode::from(crate::diag::BROKEN_PIPE)),
        _ => Stop::Fail(format!("IO failure on output stream: {}", crate::diag::words(&error))),
    }
}

/// Does what is asked for with the members that are named, or with all.
pub(super) fn run(program: &Program, options: &mut Options, store: &Store) -> Result<(), Stop> {
    if options.operation == Operation::Extract && store.is_thin() {
        return Err(Stop::Fail("extracting from a thin archive is not supported".into()));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let filters = !options.names.is_empty();
    let mut counts: HashMap<Vec<u8>, u64> = HashMap::new();
    let done = store.each(|archive, member| {
        let name = archive.name(member).map_err(fail)?.into_owned();
        if filters {
            let Some(number) = options.names.iter().position(|path| options.are_same(&name, path)) else { return Ok(()) };
            if let Some(wanted) = options.count {
                let count = counts.entry(name.clone()).or_default();
                *count += 1;
                if *count != wanted {
                    return Ok(());
                }
            }
            options.names.remove(number);
        }
        match options.operation {
            Operation::Print => print(options, store, archive, member, &name, &mut out),
            Operation::Extract => extract(options, store, archive, member, &name, &mut out),
            _ => list(options, store, archive, member, &name, &mut out),
        }
    });
    out.flush().map_err(lost)?;
    done?;
    if options.names.is_empty() {
        return Ok(());
    }
    for name in &options.names {
        eprintln!("{}: error: '{}' was not found", program.tool, shown(name));
    }
    Err(Stop::Done(ExitCode::FAILURE))
}

fn print(
    options: &Options,
    store: &Store,
    archive: &Archive<'_>,
    member: &Found<'_>,
    name: &[u8],
    out: &mut dyn Write,
) -> Result<(), Stop> {
    if options.verbose {
        out.write_all(&[b"Printing ", name, b"\n"].concat()).map_err(lost)?;
    }
    let (file, range) = store.content(archive, member, name).map_err(|error| Stop::Fail(crate::diag::words(&error)))?;
    out.write_all(file.bytes().get(range).unwrap_or_default()).map_err(lost)
}

/// Permissions as `ls` shows them.
fn permissions(mode: u64) -> String {
    let letter = |bit: u64, letter| if mode >> bit & 1 == 1 { letter } else { '-' };
    (0..9).rev().map(|bit| letter(bit, ['x', 'w', 'r'][bit as usize % 3])).collect()
}

/// A date as `ls` shows it, in the time of this place.
fn date(seconds: u64) -> String {
    let date = i64::try_from(seconds).ok().and_then(|seconds| Local.timestamp_opt(seconds, 0).single());
    date.map_or_else(|| seconds.to_string(), |date| date.format("%b %e %H:%M %Y").to_string())
}

fn list(options: &Options, store: &Store, archive: &Archive<'_>, member: &Found<'_>, name: &[u8], out: &mut dyn Write) -> Result<(), Stop> {
    if options.verbose {
        // What is before a damaged field is printed, as LLVM does.
        write!(out, "{}", permissions(archive.mode(member).map_err(fail)?)).map_err(lost)?;
        write!(out, " {}", archive.user(member).map_err(fail)?).map_err(lost)?;
        write!(out, "/{}", archive.group(member).map_err(fail)?).map_err(lost)?;
        let size = match member.elsewhere {
            true => archive.stated_size(member).map_err(fail)?,
            false => archive.size(member),
        };
        write!(out, " {size:>6}").map_err(lost)?;
        write!(out, " {} ", date(archive.date(member).map_err(fail)?)).map_err(lost)?;
    }
    let mut line = Vec::new();
    if store.is_thin() {
        let folder = paths::parent(options.archive.as_encoded_bytes());
        if !paths::is_absolute(name) && !folder.is_empty() {
            line.extend(paths::with_slashes(folder));
            line.push(b'/');
        }
    }
    line.extend_from_slice(name);
    if !store.is_thin() && options.offsets {
        line.extend(format!(" 0x{:x}", archive.content_offset(member)).bytes());
    }
    line.push(b'\n');
    out.write_all(&line).map_err(lost)
}

/// Writes a member to a file of its name. Names cannot lead out of the folder: only the last part of each counts.
fn extract(
    options: &Options,
    store: &Store,
    archive: &Archive<'_>,
    member: &Found<'_>,
    name: &[u8],
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let mode = archive.mode(member).map_err(fail)?;
    let path = match &options.output {
        Some(folder) if !folder.is_empty() => paths::join(folder.as_encoded_bytes(), paths::file_name(name)),
        _ => paths::file_name(name).to_vec(),
    };
    if options.verbose {
        out.write_all(&[b"x - ", path.as_slice(), b"\n"].concat()).map_err(lost)?;
    }
    let fault = |error| about(&shown(name), &error);
    let mut file = create(&paths::of_bytes(&path), mode).map_err(fault)?;
    let (content, range) = store.content(archive, member, name).map_err(fault)?;
    file.write_all(content.bytes().get(range).unwrap_or_default()).map_err(fault)?;
    if options.original_dates {
        let date = UNIX_EPOCH.checked_add(Duration::from_secs(archive.date(member).map_err(fail)?));
        let date = date.ok_or_else(|| Stop::Fail(format!("{}: its date is beyond those of files", shown(name))))?;
        file.set_times(FileTimes::new().set_accessed(date).set_modified(date)).map_err(fault)?;
    }
    Ok(())
}

/// Creates a file with these permissions, but never one that runs with the rights of its owner.
#[cfg(unix)]
fn create(path: &Path, mode: u64) -> io::Result<std::fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().write(true).create(true).truncate(true).mode((mode & 0o777) as u32).open(path)
}

#[cfg(not(unix))]
fn create(path: &Path, _: u64) -> io::Result<std::fs::File> {
    OpenOptions::new().write(true).create(true).truncate(true).open(path)
}

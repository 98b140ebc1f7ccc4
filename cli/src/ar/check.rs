//! `bctk ar --check`: which members of an archive have bitcode, which have native code, and of which LLVM the bitcode is.
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use bctk::archive;
use bctk::{FileType, Identity};
use bctk_object::native;
use bctk_object::native::bytes::shown;

use super::options::{Line, State};
use super::store::{File, Store};
use super::{Program, Stop, about};
use crate::limits;

/// Tells what the archives have. The exit status is 1 if a member is not as it is to be, or cannot be read, or if an index lacks symbols.
pub(super) fn run(program: &Program, state: State, line: &Line) -> Result<(), Stop> {
    if !line.letters.is_empty() {
        return Err(Stop::Usage("--check takes only archives as arguments".into()));
    }
    if line.words.is_empty() {
        return Err(Stop::Usage("an archive name must be specified".into()));
    }
    let mut sound = true;
    for name in &line.words {
        sound &= archive_is_sound(program, state, name)?;
    }
    if sound { Ok(()) } else { Err(Stop::Done(ExitCode::FAILURE)) }
}

fn archive_is_sound(program: &Program, state: State, name: &OsString) -> Result<bool, Stop> {
    let file = File::open(name).map_err(|error| about(&format!("unable to open '{}'", name.to_string_lossy()), &error))?;
    let shown_name = name.to_string_lossy();
    let unable = |message: &str| Stop::Fail(format!("unable to load '{shown_name}': {message}"));
    let store = Store::of(file.clone()).map_err(|fault| unable(&fault.message))?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut sound = true;
    let mut defined = Vec::new();
    let mut lines = Vec::new();
    let done = store.each(|archive, member| {
        let name = archive.name(member).map_err(|fault| Stop::Fail(fault.message))?.into_owned();
        let mut line = |what: String| lines.push(format!("{shown_name}:{}: {what}", shown(&name)));
        let content = match store.content(archive, member, &name) {
            Ok((file, range)) => (file, range),
            Err(error) => {
                line(format!("cannot be read: {}", crate::diag::words(&error)));
                sound = false;
                return Ok(());
            }
        };
        let bytes = content.0.bytes().get(content.1).unwrap_or_default();
        let (what, fits) = describe(bytes, state);
        sound &= fits;
        match archive::symbols(bytes) {
            Ok(symbols) => {
                defined.extend(symbols.names().map(<[u8]>::to_vec));
                line(what);
            }
            Err(message) => {
                line(format!("{what}; its symbols cannot be read: {message}"));
                sound = false;
            }
        }
        Ok(())
    });
    if let Some(line) = index_fault(&file, defined) {
        lines.push(format!("{shown_name}: {line}"));
        sound = false;
    }
    for line in lines {
        writeln!(out, "{line}").map_err(|error| Stop::Fail(crate::diag::words(&error)))?;
    }
    out.flush().map_err(|error| Stop::Fail(crate::diag::words(&error)))?;
    if let Err(Stop::Fail(message)) = done {
        eprintln!("{}: error: {shown_name}: {message}", program.tool);
        sound = false;
    }
    Ok(sound)
}

/// What a member is, in words, and whether that is what is wanted.
fn describe(bytes: &[u8], state: State) -> (String, bool) {
    let identity = bctk::identify(bytes, &limits::limits());
    let is_alone = matches!(identity.file_type, FileType::Bitcode | FileType::Wrapper);
    let (bitcode, native) = (identity.bitcode_files > 0, !is_alone && native::is_object(bytes));
    let what = match (bitcode, native) {
        (true, true) => format!("native code and bitcode{}", producer(&identity)),
        (true, false) => format!("bitcode{}", producer(&identity)),
        (false, true) => "native code".to_owned(),
        (false, false) => "neither bitcode nor native code".to_owned(),
    };
    let fits = !state.refuses(bitcode, native);
    (if fits { what } else { format!("{what} (not wanted)") }, fits)
}

fn producer(identity: &Identity) -> String {
    match (identity.producer.as_slice(), identity.llvm) {
        ([], _) => " (no producer is named)".to_owned(),
        (producer, Some(llvm)) => format!(" of LLVM {llvm} ({})", shown(producer)),
        (producer, None) => format!(" ({})", shown(producer)),
    }
}

/// What is wrong with the index, for members that define these symbols.
fn index_fault(file: &File, mut defined: Vec<Vec<u8>>) -> Option<String> {
    let archive = bctk_object::native::archive::Archive::parse(file.bytes()).ok()?;
    if defined.is_empty() {
        return None;
    }
    if !archive.has_symbols() {
        return Some("no index".to_owned());
    }
    let map = archive.map();
    let ec = archive.ec_map().unwrap_or_default();
    let known: hashbrown::HashSet<&[u8]> = map.iter().chain(&ec).map(|(name, _)| name.as_slice()).collect();
    defined.retain(|name| !known.contains(name.as_slice()));
    defined.sort_unstable();
    defined.dedup();
    match defined.as_slice() {
        [] => None,
        [first] => Some(format!("the index lacks {}", shown(first))),
        [first, rest @ ..] => Some(format!("the index lacks {} and {} more", shown(first), rest.len())),
    }
}

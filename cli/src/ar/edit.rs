//! The members of a new archive: those of the old one, without what is deleted, with what is added, moved or replaced.
use hashbrown::HashMap;

use bctk::input::is_archive;
use bctk_object::native::archive::{Archive, Member as Found};
use bctk_object::native::bytes::{Fault, shown};

use super::options::{Operation, Options};
use super::store::{File, New, Store, seconds};
use super::{Stop, about, paths};

/// The depth to which archives in thin archives are taken apart.
const MOST_NESTED: usize = 64;

/// What happens to a member of the old archive.
enum Action {
    Keep,
    Delete,
    /// Moves it to where the others go.
    Move,
    /// The file takes its place, or goes to where the others go.
    Replace(Vec<u8>, bool),
}

/// The members of the new archive.
pub(super) fn members(options: &mut Options, old: Option<&Store>) -> Result<Vec<New>, Stop> {
    let mut kept = Vec::new();
    let mut moved = Vec::new();
    let mut place = None;
    if let Some(old) = old {
        let mut counts = HashMap::new();
        old.each(|archive, member| {
            let name = archive.name(member).map_err(|fault: Fault| Stop::Fail(fault.message))?;
            if let Some((beside, after)) = &options.place
                && options.are_same(&name, beside)
            {
                place = Some(kept.len() + usize::from(*after));
            }
            let (action, named) = action(options, archive, member, &name, &mut counts)?;
            match action {
                Action::Keep => add_member(options, old, archive, member, options.thin, &mut kept, 0)?,
                Action::Delete => {}
                Action::Move => add_member(options, old, archive, member, options.thin, &mut moved, 0)?,
                Action::Replace(file, to_place) => {
                    let list = if to_place { &mut moved } else { &mut kept };
                    list.push(new_member(options, &file)?);
                }
            }
            // With a number, the same name may be meant again.
            if let Some(number) = named.filter(|_| options.count.is_none()) {
                options.names.remove(number);
            }
            Ok(())
        })?;
    }
    if options.operation == Operation::Delete {
        return Ok(kept);
    }
    let place = match (&options.place, place) {
        (Some(_), None) => return Err(Stop::Fail("insertion point not found".into())),
        // What is to be beside itself goes to its place.
        (Some(_), Some(place)) => place.min(kept.len()),
        (None, _) => kept.len(),
    };
    let mut rest = kept.split_off(place);
    kept.append(&mut moved);
    let names = std::mem::take(&mut options.names);
    if options.add_library {
        kept.append(&mut rest);
        for name in &names {
            add_file(options, name, true, &mut kept)?;
        }
        return Ok(kept);
    }
    // New files come before what was moved.
    let after = kept.split_off(place);
    for name in &names {
        add_file(options, name, options.thin, &mut kept)?;
    }
    kept.extend(after);
    kept.append(&mut rest);
    Ok(kept)
}

/// What happens to a member, and which of the names that are given means it.
fn action(
    options: &Options,
    archive: &Archive<'_>,
    member: &Found<'_>,
    name: &[u8],
    counts: &mut HashMap<Vec<u8>, u64>,
) -> Result<(Action, Option<usize>), Stop> {
    if options.operation == Operation::Append || options.names.is_empty() {
        return Ok((Action::Keep, None));
    }
    let is_meant = |path: &Vec<u8>| match options.thin && !paths::is_absolute(path) {
        true => options.are_same(name, &paths::relative(options.archive.as_encoded_bytes(), path)),
        false => options.are_same(name, path),
    };
    let Some(number) = options.names.iter().position(is_meant) else { return Ok((Action::Keep, None)) };
    let file = &options.names[number];
    let has_place = options.place.is_some();
    let action = match options.operation {
        Operation::Delete => match options.count {
            Some(wanted) => {
                let count = counts.entry(name.to_vec()).or_default();
                *count += 1;
                if *count == wanted { Action::Delete } else { Action::Keep }
            }
            None => Action::Delete,
        },
        Operation::Move => Action::Move,
        _ if options.only_newer && !is_newer(file, archive, member)? => {
            if has_place {
                Action::Move
            } else {
                Action::Keep
            }
        }
        _ => Action::Replace(file.clone(), has_place),
    };
    Ok((action, Some(number)))
}

/// Whether a file is as new as a member, or newer.
fn is_newer(file: &[u8], archive: &Archive<'_>, member: &Found<'_>) -> Result<bool, Stop> {
    let fault = |error| about(&shown(file), &error);
    let date = std::fs::metadata(paths::of_bytes(file)).and_then(|facts| facts.modified()).map_err(fault)?;
    Ok(seconds(date) >= archive.date(member).map_err(|fault| Stop::Fail(fault.message))?)
}

/// A file as a member.
fn new_member(options: &Options, path: &[u8]) -> Result<New, Stop> {
    let mut new = New::of_file(path, options.deterministic)?;
    new.name = match () {
        () if !options.thin => paths::file_name(path).to_vec(),
        () if paths::is_absolute(path) => paths::with_slashes(path),
        () => paths::relative(options.archive.as_encoded_bytes(), path),
    };
    Ok(new)
}

/// Adds a file, or with `flatten` the members of an archive. Only thin archives go into thin ones in that way.
pub(super) fn add_file(options: &Options, path: &[u8], flatten: bool, out: &mut Vec<New>) -> Result<(), Stop> {
    let new = new_member(options, path)?;
    if flatten && is_archive(new.bytes()) {
        let library = library(path)?;
        if !options.thin || library.is_thin() {
            return add_library(options, &library, out, 0);
        }
    }
    out.push(new);
    Ok(())
}

/// Adds all members of an archive.
pub(super) fn add_library(options: &Options, library: &Store, out: &mut Vec<New>, depth: usize) -> Result<(), Stop> {
    library.each(|archive, member| add_member(options, library, archive, member, options.thin, out, depth))
}

/// Adds a member of an archive, or with `flatten` the members of the archive that it is.
fn add_member(
    options: &Options,
    store: &Store,
    archive: &Archive<'_>,
    member: &Found<'_>,
    flatten: bool,
    out: &mut Vec<New>,
    depth: usize,
) -> Result<(), Stop> {
    let mut new = store.member(archive, member, options.deterministic)?;
    let is_elsewhere = member.elsewhere;
    let full = if is_elsewhere { store.path_of(&new.name) } else { new.name.clone() };
    if options.thin && flatten {
        new.name = match paths::is_absolute(&new.name) {
            true => paths::with_slashes(&new.name),
            false => paths::relative(options.archive.as_encoded_bytes(), &full),
        };
    }
    if flatten && is_elsewhere && is_archive(new.bytes()) {
        if depth >= MOST_NESTED {
            return Err(Stop::Fail(format!("'{}': archives are nested more than {MOST_NESTED} deep", shown(&new.name))));
        }
        let inner = library(&full)?;
        if !options.thin || inner.is_thin() {
            return add_library(options, &inner, out, depth + 1);
        }
    }
    out.push(new);
    Ok(())
}

/// An archive whose members go into another one.
pub(super) fn library(path: &[u8]) -> Result<Store, Stop> {
    let os_path = paths::of_bytes(path);
    let file = File::open(os_path.as_os_str()).map_err(|error| about(&format!("could not open library {}", shown(path)), &error))?;
    Store::of(file).map_err(|fault| {
        let words = match fault.not_an_object {
            true => "The file was not recognized as a valid object file",
            false => "Invalid data was encountered while parsing the file",
        };
        Stop::Fail(format!("could not parse library: {words}"))
    })
}

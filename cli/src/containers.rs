//! Conversions of whole containers: each bitcode file in one is converted, and the container is made again with the results.
use std::io::Write;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::args::To;
use crate::conversion::Conversion;
use crate::diag::Fault;
use crate::messages;
use crate::notes::{Kind as Of, Note};
use bctk::archive;
use bctk::contents::Contents;
use bctk::input::{self, Input, Kind};
use bctk::object::container::Container;

/// Makes the container of `contents` again, with what `conversion` makes of each bitcode file in it. Returns whether anything was kept as in the
/// file because the model cannot represent it.
///
/// # Errors
/// The faults of all bitcode files that cannot be converted; nothing is written then. With `--keep-going`, these stay as they are, with a note.
pub(crate) fn convert(conversion: &Conversion<'_>, contents: &Contents) -> Result<bool, Fault> {
    let args = conversion.args;
    let filled;
    let contents = match contents.container {
        Some(Container::ThinArchive) => {
            filled = contents.with_members()?;
            messages::note(&contents.name, Note::new(Of::Filled, "the output holds the members of this thin archive"));
            &filled
        }
        _ => contents,
    };
    let held = contents.held()?;
    if args.deterministic && !contents.container.is_some_and(Container::is_archive) {
        return Err(Fault::Usage(format!("{}: --deterministic goes with an archive", contents.name)));
    }
    let mut faults = Vec::new();
    match args.keep_going {
        true => messages::note_unread(contents),
        false => faults.extend(contents.faults.iter().map(|unread| Fault::Content(contents.name.clone(), unread.to_string()))),
    }
    let output = conversion.output()?;
    let folder = tempfile::tempdir().map_err(|error| Fault::Create(input::name(conversion.path), error))?;
    let names = contents.full_names();
    let one = |index: usize| -> Result<(bool, Option<Input>), Fault> {
        let bitcode = &contents.bitcode[index];
        let path = folder.path().join(format!("{index}.bc"));
        let part = Conversion { name: &names[index], path: &path, is_part: true, ..*conversion };
        let kept = part.carry_out(bitcode.input(), Kind::Bitcode, To::Bc, &[])?;
        let new = input::open(&path)?;
        let is_same = new.bytes() == bitcode.bytes();
        Ok((kept, (!is_same).then_some(new)))
    };
    let results: Vec<Result<(bool, Option<Input>), Fault>> = (0..held.len()).into_par_iter().map(one).collect();
    let (mut kept, mut new) = (false, Vec::new());
    for (index, result) in results.into_iter().enumerate() {
        match result {
            Ok((is_kept, changed)) => {
                kept |= is_kept;
                new.extend(changed.map(|input| (index, input)));
            }
            Err(fault) if args.keep_going => {
                let words = format!("left as it is: {fault}");
                messages::note(&names[index], Note::new(Of::LeftAsItIs, words));
            }
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(Fault::of_parts(faults));
    }
    let made = contents.rebuilt(new.iter().map(|(index, input)| (*index, input.bytes().into())))?;
    match args.deterministic {
        true => {
            let fault = |error: archive::Error| Fault::Content(contents.name.clone(), error.to_string());
            write(&archive::deterministic(&made).map_err(fault)?, output)?;
        }
        false => write(&made, output)?,
    }
    Ok(kept)
}

/// Writes the whole output.
pub(crate) fn write(bytes: &[u8], mut output: crate::output::Output) -> Result<(), Fault> {
    output.write_all(bytes).map_err(|error| Fault::write(output.name(), error))?;
    output.finish()
}

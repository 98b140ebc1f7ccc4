//! `bcconv --extract DIR`: every module of the inputs as a file of its own.
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::args::{Args, To, ToKind};
use crate::conversion::Conversion;
use crate::diag::Fault;
use crate::folders;
use crate::inputs;
use crate::losses;
use crate::messages;
use crate::progress::Progress;
use bctk::contents::{Contents, Entry};
use bctk::input::{self, Kind};

/// Longest name of a file, without its extension, in bytes: what systems take, less an extension and a number.
const LONGEST: usize = 200;

/// Writes all modules of the inputs into `folder`. Parts that cannot be read or written are reported; the rest is written all the same.
pub(crate) fn run(args: &Args, folder: &Path) -> ExitCode {
    let progress = Progress::start();
    let mut names = Names::default();
    let mut faults = Vec::new();
    if let Err(error) = std::fs::create_dir_all(folder) {
        messages::fail(&Fault::Create(folder.display().to_string(), error));
        return ExitCode::from(1);
    }
    if let Some(Err(fault)) = args.report.as_deref().map(|path| losses::begin(path, args.existing())) {
        return messages::fail(&fault);
    }
    let inputs = match folders::expand(&args.inputs, args.recursive, folders::Files::Bitcode) {
        Ok(inputs) => inputs,
        Err(fault) => return messages::fail(&fault),
    };
    for folders::Found { path, .. } in &inputs {
        match inputs::all(path) {
            Ok((contents, part)) => faults.extend(input(args, path, &contents, part.as_deref(), folder, &mut names, &progress)),
            Err(error) => faults.push(error),
        }
    }
    drop(progress);
    let mut status = 0;
    for fault in &faults {
        messages::fail(fault);
        status = status.max(fault.status());
    }
    ExitCode::from(status)
}

/// Writes the modules of one input; returns the errors.
fn input(
    args: &Args,
    path: &Path,
    contents: &Contents,
    part: Option<&str>,
    folder: &Path,
    names: &mut Names,
    progress: &Progress,
) -> Vec<Fault> {
    let fault = |message: String| Fault::Content(contents.name.clone(), message);
    let (chosen, unread) = contents.entries_of(part);
    let mut faults: Vec<Fault> = Vec::new();
    if part.is_none() {
        faults.extend(contents.faults.iter().chain(&unread).map(|unread| fault(unread.to_string())));
    }
    if chosen.is_empty() && faults.is_empty() {
        let message = match part {
            Some(part) => format!("no module '{part}'"),
            None => "contains no bitcode".into(),
        };
        return vec![fault(message)];
    }
    let extension = if to(args) == To::Ll { "ll" } else { "bc" };
    let stem = if input::is_dash(path) { "stdin".into() } else { path.file_stem().unwrap_or_default().to_string_lossy() };
    let jobs: Vec<(Entry<'_>, PathBuf)> = chosen
        .into_iter()
        .map(|entry| {
            let name = names.file_for(&stem, &entry, extension);
            (entry, folder.join(name))
        })
        .collect();
    let written: Vec<Option<Fault>> =
        jobs.into_par_iter().map(|(entry, target)| write(args, &contents.name, &entry, &target, progress).err()).collect();
    faults.extend(written.into_iter().flatten());
    faults
}

/// The type of the outputs.
fn to(args: &Args) -> To {
    args.to.map_or(To::Bc, ToKind::of_bitcode)
}

/// Writes one module.
fn write(args: &Args, file: &str, entry: &Entry<'_>, target: &Path, progress: &Progress) -> Result<(), Fault> {
    let name = format!("{file}:{}", entry.name());
    let module = entry.input()?;
    let conversion = Conversion { args, name: &name, input: Path::new(&name), path: target, progress, is_part: false };
    progress.begin(module.bytes().len());
    let size = module.bytes().len();
    let to = to(args);
    if to == To::Ll || !args.edits().is_empty() || args.changes_bitcode() || args.plain {
        conversion.carry_out(module, Kind::Bitcode, to, &[])?;
    } else {
        let mut output = conversion.output()?;
        let written = progress.count(&mut output).write_all(module.bytes());
        written.map_err(|error| Fault::write(output.name(), error))?;
        output.finish()?;
    }
    progress.end(size);
    Ok(())
}

/// Names of files in one folder.
#[derive(Default)]
pub(crate) struct Names {
    /// In lower case, because some file systems ignore case.
    taken: HashSet<String>,
}

impl Names {
    /// A unique name: that of the module, or of the input if it has none, with its number if several modules share the name.
    pub(crate) fn file_for(&mut self, stem: &str, entry: &Entry<'_>, extension: &str) -> String {
        let own = match entry.bitcode.name.as_str() {
            "" => safe(stem),
            name => safe(name),
        };
        let name = if entry.of > 1 { format!("{own}.{}", entry.number) } else { own };
        let mut unique = name.clone();
        let mut number = 1;
        while !self.taken.insert(unique.to_lowercase()) {
            number += 1;
            unique = format!("{name}-{number}");
        }
        format!("{unique}.{extension}")
    }
}

/// A name that is a single part of a path on any system.
fn safe(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if out.len() >= LONGEST {
            break;
        }
        match c {
            ':' => out.push('.'),
            '/' | '\\' | '<' | '>' | '"' | '|' | '?' | '*' => out.push('_'),
            c if c.is_control() => out.push('_'),
            c => out.push(c),
        }
    }
    if out.is_empty() || out.starts_with('.') || out.starts_with('-') {
        out.insert(0, '_');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn names_stay_in_the_folder() {
        assert_eq!(safe("a.o"), "a.o");
        assert_eq!(safe("arm64:a.o"), "arm64.a.o");
        assert_eq!(safe("../../etc/passwd"), "_.._.._etc_passwd");
        assert_eq!(safe("/abs"), "_abs");
        assert_eq!(safe("C:\\x"), "C._x");
        assert_eq!(safe(""), "_");
        assert_eq!(safe(".."), "_..");
        assert!(safe(&"é".repeat(300)).len() <= 202);
    }
}

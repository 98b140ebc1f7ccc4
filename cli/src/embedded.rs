//! Bitcode in place: checks its hash (`--check-hash`), replaces it (`--embed`), or removes it (`--strip-embedded`).
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use bctk_bitcode::read::check_hash;

use serde_json::json;

use crate::args::Args;
use crate::containers;
use crate::diag::Fault;
use crate::folders;
use crate::inputs;
use crate::limits;
use crate::messages;
use crate::output::Output;
use bctk::contents::Contents;
use bctk::input;
use bctk_object::rewrite::{self, Change};

/// Reports for every module whether its hash matches its bytes.
pub(crate) fn check_hashes(args: &Args) -> ExitCode {
    let mut status = 0;
    let inputs = match folders::expand(&args.inputs, args.recursive, folders::Files::Bitcode) {
        Ok(inputs) => inputs,
        Err(fault) => return messages::fail(&fault),
    };
    for input in inputs {
        if let Err(fault) = check_hashes_of(&input.path, args.json) {
            messages::fail(&fault);
            status = status.max(fault.status());
        }
    }
    ExitCode::from(status)
}

fn check_hashes_of(path: &Path, as_json: bool) -> Result<(), Fault> {
    let (contents, part) = inputs::all(path)?;
    let (entries, unread) = contents.entries_of(part.as_deref());
    let fault = |message: String| Fault::Content(contents.name.clone(), message);
    let mut out = std::io::stdout().lock();
    let mut wrong: Vec<String> =
        if part.is_none() { contents.faults.iter().chain(&unread).map(ToString::to_string).collect() } else { Vec::new() };
    for entry in &entries {
        let parts = bctk_bitcode::modules(entry.bitcode.bytes(), &limits::read_options()).map_err(|error| fault(error.to_string()))?;
        let checked = parts
            .get(entry.index)
            .map(|part| check_hash(part, &limits::read_options()))
            .transpose()
            .map_err(|error| fault(error.to_string()))?
            .flatten();
        if as_json {
            let line = json!({
                "file": contents.name,
                "module": entry.name(),
                "stated": checked.as_ref().map(|check| hex(check.stated)),
                "computed": checked.as_ref().map(|check| hex(check.computed)),
                "matches": checked.as_ref().map(|check| check.stated == check.computed),
            });
            writeln!(out, "{line}").map_err(|error| Fault::write("<stdout>", error))?;
        }
        let told = match checked {
            None => "no hash".to_owned(),
            Some(check) if check.stated == check.computed => format!("{} matches", hex(check.stated)),
            Some(check) => {
                wrong.push(format!("module {} has the hash {}, but states {}", entry.name(), hex(check.computed), hex(check.stated)));
                format!("{} does not match {}", hex(check.stated), hex(check.computed))
            }
        };
        if !as_json {
            writeln!(out, "{}:{}: {told}", contents.name, entry.name()).map_err(|error| Fault::write("<stdout>", error))?;
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(fault(wrong.join("; "))) }
}

fn hex(hash: [u32; 5]) -> String {
    hash.iter().map(|word| format!("{word:08x}")).collect()
}

/// Writes a container with other bitcode in it, or none.
pub(crate) fn run(args: &Args) -> ExitCode {
    match replace(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => messages::fail(&fault),
    }
}

fn replace(args: &Args) -> Result<(), Fault> {
    let ([path], Some(target)) = (args.inputs.as_slice(), &args.output) else {
        return Err(Fault::Usage("--embed and --strip-embedded take one input".into()));
    };
    let (contents, part) = inputs::all(path)?;
    let contents = contents.within(part.as_deref());
    // A file that is bitcode as a whole contains no embedded one.
    if contents.bitcode.iter().all(|bitcode| bitcode.containers.is_empty()) {
        return Err(Fault::Content(contents.name.clone(), "contains no embedded bitcode".into()));
    }
    let bytes = match &args.embed {
        None => stripped(&contents, &SECTIONS.map(str::to_owned))?,
        Some(file) => embed(&contents, file)?,
    };
    containers::write(&bytes, Output::create_with(target, args.existing())?)
}

/// Sections in which compilers store bitcode, and the command line next to it.
pub(crate) const SECTIONS: [&str; 7] =
    [".llvmbc", ".llvm.lto", ".llvmcmd", "__LLVM,__bitcode", "__LLVM,__bitcode1", "__LLVM,__thinlto", "__LLVM,__cmdline"];

/// The file without the sections of these names, which have bitcode, in its object files.
pub(crate) fn stripped(contents: &Contents, names: &[String]) -> Result<Vec<u8>, Fault> {
    let fault = |message: String| Fault::Content(contents.name.clone(), message);
    let of = |index: usize| contents.bitcode[index].input.bytes();
    let mut objects: Vec<(usize, Range<usize>)> = Vec::new();
    for (index, bitcode) in contents.held()? {
        let Some(section) = bitcode.section.as_deref() else { continue };
        if !SECTIONS.contains(&section) {
            return Err(fault(format!("the bitcode in section {section} is part of a larger structure, which cannot be changed")));
        }
        if bitcode.is_packed() {
            return Err(fault(format!("the bitcode in section {section} is compressed, and the section cannot be removed")));
        }
        objects.extend(bitcode.object.clone().map(|object| (index, object)));
    }
    if objects.is_empty() {
        return Err(fault("no section contains bitcode".into()));
    }
    objects.dedup_by(|(_, second), (_, first)| first == second);
    let stripped = |(index, object): (usize, Range<usize>)| {
        let old = of(index).get(object.clone()).unwrap_or_default();
        Ok((index, object, rewrite::rewritten(old, &Change::Drop(names)).map_err(fault)?.into()))
    };
    let edits: Vec<_> = objects.into_iter().map(stripped).collect::<Result<_, Fault>>()?;
    Ok(contents.with_edits(edits)?.into_owned())
}

/// The container with the bytes of `file` in the place of its only bitcode.
fn embed(contents: &Contents, file: &Path) -> Result<Vec<u8>, Fault> {
    let held = contents.held()?;
    if held.len() > 1 {
        return Err(Fault::Content(contents.name.clone(), format!("contains {} bitcode files; name one of its members", held.len())));
    }
    let new = input::open(file)?;
    if input::kind(new.bytes()) != input::Kind::Bitcode {
        return Err(Fault::Content(input::name(file), "expected bitcode to embed".into()));
    }
    Ok(contents.rebuilt([(0, new.bytes().into())])?.into_owned())
}

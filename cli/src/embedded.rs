//! Bitcode in place: checks its hash (`--check-hash`), replaces it (`--embed`), or removes it (`--strip-embedded`).
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use bctk_bitcode::read::check_hash;

use serde_json::json;

use crate::args::Args;
use crate::diag::Fault;
use crate::folders;
use crate::limits;
use crate::messages;
use crate::output::Output;
use bctk::contents::{self, Bitcode, Contents};
use bctk::input;
use bctk_object::container::Container;
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
    let (contents, part) = contents::all(path, &limits::limits())?;
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
    let (contents, part) = contents::all(path, &limits::limits())?;
    let contents = contents.within(part.as_deref());
    let fault = |message: String| Fault::Content(contents.name.clone(), message);
    let held = held(&contents);
    let Some(first) = held.first() else { return Err(fault("contains no embedded bitcode".into())) };
    let mut bytes = first.input.bytes().to_vec();
    match &args.embed {
        None => strip(&contents, &held, &mut bytes)?,
        Some(file) => embed(&contents, &held, file, &mut bytes)?,
    }
    let mut output = Output::create_with(target, args.existing())?;
    output.write_all(&bytes).map_err(|error| Fault::write(output.name(), error))?;
    output.finish()
}

/// The bitcode that lies in the file itself: a thin archive refers to other files, and a file that is bitcode as a whole contains no embedded one.
fn held(contents: &Contents) -> Vec<&Bitcode> {
    contents.bitcode.iter().filter(|bitcode| bitcode.file.is_none() && !bitcode.containers.is_empty()).collect()
}

/// Writes the file `contents` to `output`, with the bytes of `file` in the place of its only bitcode.
pub(crate) fn put_back(contents: &Contents, file: &Path, mut output: Output) -> Result<(), Fault> {
    let held = held(contents);
    let Some(first) = held.first() else { return Err(Fault::Content(contents.name.clone(), "contains no embedded bitcode".into())) };
    let mut bytes = first.input.bytes().to_vec();
    embed(contents, &held, file, &mut bytes)?;
    output.write_all(&bytes).map_err(|error| Fault::write(output.name(), error))?;
    output.finish()
}

/// Sections in which compilers store bitcode, and the command line next to it.
const SECTIONS: [&str; 7] =
    [".llvmbc", ".llvm.lto", ".llvmcmd", "__LLVM,__bitcode", "__LLVM,__bitcode1", "__LLVM,__thinlto", "__LLVM,__cmdline"];

/// Takes all sections with bitcode out of the object files that are held.
fn strip(contents: &Contents, held: &[&Bitcode], bytes: &mut Vec<u8>) -> Result<(), Fault> {
    let fault = |message: String| Fault::Content(contents.name.clone(), message);
    let mut objects: Vec<Range<usize>> = Vec::new();
    for bitcode in held.iter().filter(|bitcode| bitcode.section.is_some()) {
        let section = bitcode.section.as_deref().unwrap_or_default();
        if !SECTIONS.contains(&section) {
            return Err(fault(format!("the bitcode in section {section} is part of a larger structure, which cannot be changed")));
        }
        objects.extend(bitcode.object.clone());
    }
    if objects.is_empty() {
        return Err(fault("no section contains bitcode".into()));
    }
    objects.dedup();
    let names = SECTIONS.map(str::to_owned);
    // From the last one on, so that places before it stay what they are.
    for object in objects.into_iter().rev() {
        change(contents, object, &Change::Drop(&names), bytes)?;
    }
    Ok(())
}

/// Puts the bytes of `file` in the place of the bitcode that is held.
fn embed(contents: &Contents, held: &[&Bitcode], file: &Path, bytes: &mut Vec<u8>) -> Result<(), Fault> {
    let fault = |message: String| Fault::Content(contents.name.clone(), message);
    let [bitcode] = held else {
        return Err(fault(format!("contains {} bitcode files; name one of its members", held.len())));
    };
    let new = input::open(file)?;
    let new = new.bytes();
    if input::kind(new) != input::Kind::Bitcode {
        return Err(Fault::Content(input::name(file), "expected bitcode to embed".into()));
    }
    // These state the sizes and hashes of their parts.
    if let (Some(object), Some(Container::MetalLibrary | Container::DirectX)) = (&bitcode.object, bitcode.containers.last()) {
        let range = bitcode.range.start - object.start..bitcode.range.end - object.start;
        return change(contents, object.clone(), &Change::Module(range, new), bytes);
    }
    if new.len() == bitcode.range.len() {
        bytes[bitcode.range.clone()].copy_from_slice(new);
        return Ok(());
    }
    match (&bitcode.object, &bitcode.section) {
        (Some(object), Some(section)) => change(contents, object.clone(), &Change::Fill(section, new), bytes),
        _ => {
            let (has, wants) = (bitcode.range.len(), new.len());
            Err(fault(format!(
                "the old bitcode has {has} bytes, the new one {wants}; only sections of object files, functions of Metal libraries and parts of DirectX containers can change their size"
            )))
        }
    }
}

/// Rewrites the object file at this position. If it is a part of something larger, it is padded with zeros to its old size.
fn change(contents: &Contents, object: Range<usize>, change: &Change<'_>, bytes: &mut Vec<u8>) -> Result<(), Fault> {
    let fault = |message: String| Fault::Content(contents.name.clone(), message);
    let old = bytes.get(object.clone()).unwrap_or_default();
    let mut new = rewrite::rewritten(old, change).map_err(&fault)?;
    if object.len() != bytes.len() {
        let pads = !new.starts_with(b"\0asm");
        if new.len() > object.len() || !pads && new.len() != object.len() {
            let (has, wants) = (object.len(), new.len());
            return Err(fault(format!(
                "the object file would have {wants} bytes instead of {has}; extract it from the archive, change it, and put it back"
            )));
        }
        new.resize(object.len(), 0);
    }
    bytes.splice(object, new);
    Ok(())
}

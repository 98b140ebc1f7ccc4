//! Bitcode to bitcode: what the model does not hold of a file is kept as it is.
use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use bctk_bitcode::WriteOptions;
use bctk_lossless::patch;

use crate::bcconv::TOOL;
use crate::conversion::Conversion;
use crate::convert::{self, Module, Parts};
use crate::diag::Fault;
use crate::input::{self, Input, Kind};
use crate::limits;
use crate::output::Output;

/// Regions that a note names before it only counts them.
const NAMED: usize = 4;

impl Conversion<'_> {
    /// Writes the modules of a bitcode file again. What another writer put there and the writer here does not is put there again, so that the file is
    /// the same, or the same but for what was asked for. Tells whether there was any such thing.
    pub(crate) fn copy(&self, input: Input) -> Result<bool, Fault> {
        let modules = match self.read(input.bytes(), Parts::AsStored) {
            Err(fault) if !self.args.plain && !self.args.changes_bitcode() && is_newer(input.bytes()) => {
                return self.copy_as_it_is(input.bytes(), &fault);
            }
            modules => modules?,
        };
        if self.args.plain {
            drop(input);
            self.write(&modules)?;
            convert::forget(modules);
            return Ok(false);
        }
        let bytes = self.kept(input.bytes());
        let differs = if self.args.changes_bitcode() { self.change(&modules, &bytes)? } else { self.same(&modules, &bytes)? };
        convert::forget(modules);
        Ok(differs)
    }

    /// Copies a file that is of a newer LLVM and cannot be read as a module.
    fn copy_as_it_is(&self, bytes: &[u8], fault: &Fault) -> Result<bool, Fault> {
        self.finish(Output::create(self.path)?, &self.kept(bytes))?;
        eprintln!("{TOOL}: note: {fault}; the file is copied as it is");
        Ok(true)
    }

    /// The bytes of the input, copied where the output takes its place, which may overwrite it before all of it is looked at.
    fn kept<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let same_file = fs::canonicalize(self.input).is_ok_and(|input| fs::canonicalize(self.path).is_ok_and(|output| input == output));
        if same_file { Cow::Owned(bytes.to_vec()) } else { Cow::Borrowed(bytes) }
    }

    /// Makes one file of bitcode files: all their modules as they are, each with its string table (as llvm-cat 22 does with `-b`).
    pub(crate) fn join(&self, inputs: &[(&Path, Input, Kind)]) -> Result<(), Fault> {
        let mut joined = Vec::new();
        for (path, input, _) in inputs {
            let fault = |error: bctk_bitcode::Error| Fault::Content(input::name(path), error.to_string());
            for part in &bctk_bitcode::modules(input.bytes(), &limits::read_options()).map_err(fault)? {
                let alone = bctk_bitcode::read::alone(part).map_err(fault)?;
                joined.extend_from_slice(if joined.is_empty() { &alone } else { &alone[bctk_bitcode::read::MAGIC.len()..] });
            }
        }
        self.finish(Output::create(self.path)?, &joined)
    }

    /// Writes the file `bytes` again; tells whether `modules` alone would be written otherwise.
    fn same(&self, modules: &[Module], bytes: &[u8]) -> Result<bool, Fault> {
        let mut output = Output::create(self.path)?;
        if output.is_pending() {
            let mut compared = Compared { out: self.progress.count(&mut output), rest: Some(bytes) };
            convert::write(modules, &WriteOptions::default(), &mut compared).map_err(|fault| self.write_fault(fault))?;
            if compared.is_same() {
                output.finish()?;
                return Ok(false);
            }
            output = Output::create(self.path)?;
        }
        let written = self.to_bytes(modules, &WriteOptions::default())?;
        let differs = written != bytes;
        let restored = if differs { self.patched(&written, &written, bytes)? } else { written };
        self.finish(output, &restored)?;
        Ok(differs)
    }

    /// Writes the file `bytes` with the changes that were asked for; tells whether `modules` alone would be written otherwise.
    fn change(&self, modules: &[Module], bytes: &[u8]) -> Result<bool, Fault> {
        let mut compared = Compared { out: io::sink(), rest: Some(bytes) };
        convert::write(modules, &WriteOptions::default(), &mut compared).map_err(|fault| self.write_fault(fault))?;
        if compared.is_same() {
            self.write(modules)?;
            return Ok(false);
        }
        let changed = self.to_bytes(modules, &self.args.write_options())?;
        let written = self.to_bytes(modules, &WriteOptions::default())?;
        let patched = self.patched(&written, &changed, bytes)?;
        self.finish(Output::create(self.path)?, &patched)?;
        Ok(true)
    }

    /// What makes the file `bytes` of `written`, made of `changed`.
    fn patched(&self, written: &[u8], changed: &[u8], bytes: &[u8]) -> Result<Vec<u8>, Fault> {
        let applied = patch::diff(written, bytes).and_then(|patch| patch::apply(changed, &patch));
        let applied = applied.map_err(|error| self.content(error.to_string()))?;
        if let Some(named) = applied.dropped.get(..NAMED.min(applied.dropped.len())).filter(|named| !named.is_empty()) {
            let more = match applied.dropped.len() - named.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            eprintln!(
                "{TOOL}: note: {}: written as LLVM does, not as the file has it: {}{more}",
                input::name(self.input),
                named.join(", ")
            );
        }
        Ok(applied.bytes)
    }

    fn to_bytes(&self, modules: &[Module], options: &WriteOptions) -> Result<Vec<u8>, Fault> {
        let mut out = Vec::new();
        convert::write(modules, options, &mut out).map_err(|fault| self.write_fault(fault))?;
        Ok(out)
    }

    fn finish(&self, mut output: Output, bytes: &[u8]) -> Result<(), Fault> {
        self.progress.count(&mut output).write_all(bytes).map_err(|error| self.write_fault(error.into()))?;
        output.finish()
    }
}

/// Whether a file is a sound bitstream that holds what is not known here.
fn is_newer(bytes: &[u8]) -> bool {
    let options = limits::read_options();
    let Ok(parts) = bctk_bitcode::modules(bytes, &options) else { return false };
    let unsupported = parts
        .iter()
        .any(|part| bctk_bitcode::read_module(part, &options).is_err_and(|error| error.kind() == bctk_bitcode::ErrorKind::Unsupported));
    let Ok(within) = bctk_bitstream::wrapper::strip_wrapper(bytes) else { return false };
    let Ok(mut events) = bctk_bitstream::stream::EventReader::new(&bytes[within]) else { return false };
    loop {
        match events.next() {
            Ok(Some(_)) => {}
            Ok(None) => return unsupported,
            Err(_) => return false,
        }
    }
}

/// A writer that looks whether it gets just these bytes, and hands them on as long as it does.
pub(crate) struct Compared<'b, W> {
    pub(crate) out: W,
    /// What is still to come; none after something else.
    pub(crate) rest: Option<&'b [u8]>,
}

impl<W> Compared<'_, W> {
    pub(crate) fn is_same(&self) -> bool {
        self.rest == Some(&[])
    }
}

impl<W: Write> Write for Compared<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(rest) = self.rest else { return Ok(bytes.len()) };
        self.rest = rest.strip_prefix(bytes);
        match self.rest {
            Some(_) => self.out.write_all(bytes).map(|()| bytes.len()),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

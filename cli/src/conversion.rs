//! One conversion of `bcconv`: inputs that are open, to text or to bitcode.
use std::io::{self, Write};
use std::path::Path;

use bctk_lossless::layout::fingerprint;
use bctk_lossless::layout::trailer::Trailer;
use bctk_textual::Pointers;

use crate::args::{Args, PointerKind};
use crate::bcconv::TOOL;
use crate::convert::{self, Module, Parts, Style};
use crate::diag::Fault;
use crate::input::{self, Input, Kind};
use crate::limits;
use crate::lossless::{self, Described, Summed};
use crate::output::Output;
use crate::progress::Progress;

/// About a text that is not enough, with what is described below it.
const NOT_BACK: &str = "the text cannot be made this file again";

/// One conversion under way.
pub(crate) struct Conversion<'a> {
    pub(crate) args: &'a Args,
    /// Name of the input in messages.
    pub(crate) name: &'a str,
    pub(crate) input: &'a Path,
    /// Where the output goes.
    pub(crate) path: &'a Path,
    pub(crate) progress: &'a Progress,
}

impl Conversion<'_> {
    pub(crate) fn content(&self, message: impl Into<String>) -> Fault {
        Fault::Content(self.name.to_owned(), message.into())
    }

    pub(crate) fn parse_options(&self) -> bctk_textual::ParseOptions {
        let mut options = limits::parse_options();
        options.pointers = match self.args.pointers {
            None => Pointers::AsPrinted,
            Some(PointerKind::Typed) => Pointers::Typed,
            Some(PointerKind::Opaque) => Pointers::Opaque,
        };
        options
    }

    pub(crate) fn read(&self, bytes: &[u8], parts: Parts) -> Result<Vec<Module>, Fault> {
        convert::read(bytes, parts).map_err(|message| self.content(message))
    }

    /// Writes `modules` as bitcode.
    pub(crate) fn write(&self, modules: &[Module]) -> Result<(), Fault> {
        let mut output = Output::create(self.path)?;
        let mut counted = self.progress.count(&mut output);
        convert::write(modules, &self.args.write_options(), &mut counted).map_err(|fault| self.write_fault(fault))?;
        output.finish()
    }

    pub(crate) fn write_fault(&self, fault: bctk_bitcode::write::Fault) -> Fault {
        let output = if input::is_dash(self.path) { "<stdout>".to_owned() } else { input::name(self.path) };
        match fault {
            bctk_bitcode::write::Fault::Module(error) => self.content(error.to_string()),
            bctk_bitcode::write::Fault::Sink(error) => Fault::write(&output, error),
        }
    }

    /// Makes one bitcode file of texts, as the descriptions below them say, and of other bitcode files.
    pub(crate) fn assemble(&self, inputs: Vec<(&Path, Input, Kind)>) -> Result<(), Fault> {
        let options = self.parse_options();
        let mut modules = Vec::new();
        let mut trailers = Vec::new();
        let mut dropped = Vec::new();
        let several = inputs.len() > 1;
        for (path, input, kind) in inputs {
            if kind != Kind::Text {
                modules.extend(self.read(input.bytes(), Parts::AsStored)?);
                trailers.push(None);
                continue;
            }
            input.populate();
            let mut described = Described::new(input.bytes());
            if self.args.plain {
                described = Described { trailer: None, fault: None, ..described };
            }
            let (module, gone) = described.parse(path, &options)?;
            modules.push(module);
            self.note(path, described.fault.as_slice(), "the description below the text cannot be read")?;
            let of_several = |what: String| if several { format!("{what} ({})", input::name(path)) } else { what };
            dropped.extend(gone.into_iter().map(of_several));
            trailers.push(described.trailer);
        }
        let whole = lossless::whole(&trailers);
        let parted = trailers.iter().flatten().find(|(trailer, _)| whole.is_none() && trailer.module.1 > 1);
        if let Some((Trailer { module: (number, count), .. }, _)) = parted {
            let what = format!("it is module {number} of a file of {count}, which only all of them give back");
            self.note(self.input, &[what], "the description below the text")?;
        }
        let stated = whole.as_ref().filter(|_| !self.args.changes_bitcode());
        let mut output = Output::create(self.path)?;
        let mut summed = Summed::new(self.progress.count(&mut output));
        match whole.as_ref().map(|whole| whole.patch).filter(|patch| !patch.is_empty()) {
            None => {
                let written = convert::write(&modules, &self.args.write_options(), &mut summed);
                written.map_err(|fault| self.write_fault(fault))?;
            }
            Some(patch) => {
                let mut bytes = Vec::new();
                let written = convert::write(&modules, &self.args.write_options(), &mut bytes);
                written.map_err(|fault| self.write_fault(fault))?;
                let applied = lossless::patched(&bytes, patch);
                let applied = applied.map_err(|error| self.content(format!("the patch below the text: {error}")))?;
                dropped.extend(applied.dropped.iter().map(|region| format!("the patch of {region}")));
                summed.write_all(&applied.bytes).map_err(|error| self.write_fault(error.into()))?;
            }
        }
        let crc = summed.crc.finalize();
        match stated {
            // The file came back, whatever was done to the text.
            Some(whole) if whole.file == crc => dropped.clear(),
            Some(whole) if whole.intact => {
                return Err(self.content(format!(
                    "the text was not changed since it was printed, but what it gives is not that file (CRC-32 {crc:08x}, not {:08x}); --plain makes bitcode of the text alone",
                    whole.file
                )));
            }
            _ => {}
        }
        self.note(self.input, &dropped, "the text was changed; of what is described below it this does not apply any more")?;
        convert::forget(modules);
        output.finish()
    }

    /// Tells what of a description was not honoured, or fails for it if that is asked for.
    fn note(&self, path: &Path, notes: &[String], about: &str) -> Result<(), Fault> {
        if notes.is_empty() {
            return Ok(());
        }
        let message = format!("{about}: {}", notes.join("; "));
        if self.args.strict_layout {
            return Err(Fault::Content(input::name(path), message));
        }
        eprintln!("{TOOL}: note: {}: {message}", input::name(path));
        Ok(())
    }

    /// Tells, in LLVM's words, of debug information that reading dropped.
    fn warn(&self, modules: &[Module]) {
        for dropped in modules.iter().filter_map(|module| module.0.dropped_debug) {
            eprintln!("warning: {}", dropped.warning(&input::name(self.input)));
        }
    }

    /// Prints `modules`; those of the bitcode `bytes` with a description below that gives these back.
    pub(crate) fn print(&self, modules: Vec<Module>, bytes: Option<&[u8]>) -> Result<(), Fault> {
        self.warn(&modules);
        if self.args.check {
            convert::forget(modules);
            return Ok(());
        }
        let style = self.style();
        self.tell_not_understood(&modules, bytes.is_some())?;
        let several = modules.len() > 1;
        if several && input::is_dash(self.path) {
            let count = modules.len();
            return Err(self.content(format!("the file holds {count} modules; only one can be written to the standard output")));
        }
        match bytes {
            Some(bytes) if !several => {
                let mut output = Output::create(self.path)?;
                let fault = |error| Fault::write(self.name, error);
                let texts = [convert::to_text(&modules[0], &style).map_err(fault)?];
                let describe = || lossless::describe_texts(bytes, &modules, &texts);
                let mut out = self.progress.count(&mut output);
                // Nothing is written of a text that is refused.
                let (written, below) = match self.args.strict_layout {
                    true => {
                        let below = describe();
                        self.note(self.input, below.fault.as_slice(), NOT_BACK)?;
                        (out.write_all(&texts[0].0), below)
                    }
                    false => rayon::join(|| out.write_all(&texts[0].0), describe),
                };
                let below_text = below.trailers.into_iter().flatten().next().unwrap_or_default();
                written.and_then(|()| out.write_all(&below_text)).map_err(|error| Fault::write(output.name(), error))?;
                if !self.args.strict_layout {
                    self.note(self.input, below.fault.as_slice(), NOT_BACK)?;
                }
                output.finish()?;
            }
            Some(bytes) => {
                let texts: io::Result<Vec<convert::Text>> = modules.iter().map(|module| convert::to_text(module, &style)).collect();
                let texts = texts.map_err(|error| Fault::write(self.name, error))?;
                let lossless::Below { trailers, fault } = lossless::describe_texts(bytes, &modules, &texts);
                self.note(self.input, fault.as_slice(), NOT_BACK)?;
                for (number, ((text, _), below)) in texts.iter().zip(trailers).enumerate() {
                    self.put(Some(number), |out| {
                        out.write_all(text)?;
                        out.write_all(below.as_deref().unwrap_or_default())
                    })?;
                }
            }
            None => {
                for (number, module) in modules.iter().enumerate() {
                    self.put(several.then_some(number), |out| convert::print(module, &style, out).map(drop))?;
                }
            }
        }
        convert::forget(modules);
        Ok(())
    }

    /// Tells what of the modules' bitcode is not in a text of them. Where another value stands in a text that is to give back its file, there is no such
    /// text.
    fn tell_not_understood(&self, modules: &[Module], lossless: bool) -> Result<(), Fault> {
        let Some(words) = convert::not_understood(modules) else { return Ok(()) };
        if lossless && modules.iter().flat_map(convert::unknown_of).any(|unknown| unknown.replaced) {
            let message = format!("{words}; a text would say something else (--plain makes one as LLVM 22 reads the file)");
            return Err(self.content(message));
        }
        let kept =
            if lossless { "; the text does not say it, and what stands below the text keeps it" } else { "; the text does not say it" };
        eprintln!("{TOOL}: note: {}: {words}{kept}", self.name);
        Ok(())
    }

    /// Prints a text with its description once more: as the LLVM that the description names would, with the same description below.
    pub(crate) fn print_again(&self, described: Described<'_>) -> Result<(), Fault> {
        let (module, _) = described.parse(self.input, &self.parse_options())?;
        let Some((trailer, _)) = described.trailer else { return self.print(vec![module], None) };
        let (text, _) = convert::to_text(&module, &self.style()).map_err(|error| Fault::write(self.name, error))?;
        let below = Trailer { text: crc32fast::hash(&text), says: Some(fingerprint(&text)), ..trailer }.to_text();
        self.put(None, |out| {
            out.write_all(&text)?;
            out.write_all(&below)
        })?;
        convert::forget(vec![module]);
        Ok(())
    }

    fn style(&self) -> Style {
        let module_id = input::module_id(self.input);
        Style { module_id, preserve_uselistorder: self.args.preserve_ll_uselistorder, ..Style::default() }
    }

    /// Makes one output, that of a module by its number where there are several.
    fn put<R>(&self, number: Option<usize>, print: impl FnOnce(&mut dyn Write) -> std::io::Result<R>) -> Result<R, Fault> {
        let path = number.map_or(self.path.to_path_buf(), |number| self.path.with_extension(format!("{number}.ll")));
        let mut output = Output::create(&path)?;
        let printed = print(&mut self.progress.count(&mut output));
        let printed = printed.map_err(|error| Fault::write(output.name(), error))?;
        output.finish()?;
        Ok(printed)
    }
}

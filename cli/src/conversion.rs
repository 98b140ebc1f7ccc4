//! One conversion of `bcconv`: opened inputs to text or bitcode.
use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};

use bctk::assemble::{AssembleOptions, Assembly, Note as Unused};
use bctk::copy::{self, CopyOptions, Restart};
use bctk::edit::{self, Edits};
use bctk::input::{self, Input, Kind, Window};
use bctk::lossless::{Described, Disassembly};
use bctk::modules::{self, Parts, Purpose, Style};
use bctk::names::{self, NamePattern};
use bctk::translate;
use bctk::{LlvmVersion, Module, ParseOptions, Target, TranslateReport};
use bctk_bitcode::ReadOptions;
use bctk_textual::{Passed, Pointers};

use crate::args::{Args, PointerKind, To};
use crate::diag::{self, Fault};
use crate::inputs;
use crate::kinds;
use crate::limits;
use crate::losses;
use crate::messages;
use crate::notes::{self, Kind as Of, Note};
use crate::output::Output;
use crate::progress::Progress;
use crate::told;

/// About a text that is not enough, even with its description.
const NOT_BACK: &str = "the text does not restore this file";
/// Regions that a note names before it only counts them.
const NAMED: usize = 4;

/// One conversion under way.
#[derive(Clone, Copy)]
pub(crate) struct Conversion<'a> {
    pub(crate) args: &'a Args,
    /// Name of the input in messages.
    pub(crate) name: &'a str,
    pub(crate) input: &'a Path,
    /// The output.
    pub(crate) path: &'a Path,
    pub(crate) progress: &'a Progress,
    /// Whether it is a part of the conversion of a container, whose output is told of.
    pub(crate) is_part: bool,
}

impl Conversion<'_> {
    pub(crate) fn content(&self, message: impl Into<String>) -> Fault {
        Fault::Content(self.name.to_owned(), message.into())
    }

    fn fault(&self, kind: bctk::ErrorKind) -> Fault {
        bctk::Error::new(self.name, kind).into()
    }

    pub(crate) fn parse_options(&self) -> ParseOptions {
        let mut options = limits::parse_options();
        options.pointers = match self.args.pointers {
            None => Pointers::AsPrinted,
            Some(PointerKind::Typed) => Pointers::Typed,
            Some(PointerKind::Opaque) => Pointers::Opaque,
        };
        options
    }

    pub(crate) fn read(&self, bytes: &[u8], parts: Parts) -> Result<Vec<Module>, Fault> {
        Ok(modules::read(self.name, bytes, parts, &limits::limits())?)
    }

    /// Reads modules that are translated. Nothing reads the bytes of the input again.
    fn read_in_window(&self, input: &Input) -> Result<Vec<Module>, Fault> {
        let mut window = Window::open(input);
        let options = ReadOptions { limits: limits::limits(), ..ReadOptions::default() };
        Ok(modules::read_with(self.name, input.bytes(), Parts::AsStored, &options, &mut |passed| window.pass(passed))?)
    }

    /// Reads modules that are not edited.
    pub(crate) fn read_as_it_is(&self, bytes: &[u8]) -> Result<Vec<Module>, Fault> {
        self.read_with(bytes, &modules::as_it_is(&limits::limits()))
    }

    /// Reads modules that are verified, noting the places if asked to.
    pub(crate) fn read_to_verify(&self, bytes: &[u8], offsets: bool) -> Result<Vec<Module>, Fault> {
        let as_it_is = modules::as_it_is(&limits::limits());
        self.read_with(bytes, &ReadOptions { offsets, local_use_orders: false, name_orders: false, ..as_it_is })
    }

    /// Reads modules as `llvm` does, noting the places if asked to.
    pub(crate) fn read_to_lint(&self, bytes: &[u8], llvm: LlvmVersion, offsets: bool) -> Result<Vec<Module>, Fault> {
        let as_it_is = modules::as_it_is(&limits::limits());
        let options = ReadOptions { offsets, local_use_orders: false, name_orders: false, ..as_it_is };
        Ok(modules::read_for(self.name, bytes, Parts::All, llvm, &options, &mut |_| ())?)
    }

    /// Reads a text as `llvm` does, noting the places if asked to.
    pub(crate) fn parse_to_lint(&self, bytes: &[u8], llvm: LlvmVersion, offsets: bool) -> Result<Module, Fault> {
        let options = ParseOptions { offsets, ..self.parse_options() };
        let text = &Described::new(bytes).text;
        let mut module = modules::parse_for(text, self.input, Purpose::Text, Some(llvm), &options, &mut |_| ())?;
        if module.llvm_version() != llvm {
            translate::to(&mut module, llvm, Target::Text).map_err(|kind| self.fault(kind))?;
        }
        Ok(module)
    }

    fn read_with(&self, bytes: &[u8], options: &ReadOptions) -> Result<Vec<Module>, Fault> {
        Ok(modules::read_with(self.name, bytes, Parts::All, options, &mut |_| ())?)
    }

    /// Reads a text without its description.
    pub(crate) fn parse(&self, input: &Input, path: &Path, purpose: Purpose) -> Result<Module, Fault> {
        let mut window = Window::open(input);
        self.parse_with(input.bytes(), path, purpose, false, &mut |passed| window.pass(passed))
    }

    /// [`parse`](Self::parse), noting the places if asked to.
    pub(crate) fn parse_with(
        &self,
        bytes: &[u8],
        path: &Path,
        purpose: Purpose,
        offsets: bool,
        passed: Passed<'_>,
    ) -> Result<Module, Fault> {
        let options = ParseOptions { offsets, ..self.parse_options() };
        Ok(modules::parse_for(&Described::new(bytes).text, path, purpose, self.args.llvm(), &options, passed)?)
    }

    /// Reads the modules of an input and translates them to the language of `llvm`.
    pub(crate) fn translated(
        &self,
        input: &Input,
        kind: Kind,
        path: &Path,
        llvm: LlvmVersion,
        target: Target,
    ) -> Result<Vec<Module>, Fault> {
        let mut modules =
            if kind == Kind::Text { vec![self.parse(input, path, purpose_for(target))?] } else { self.read_in_window(input)? };
        for module in &mut modules {
            self.translate(module, llvm, target)?;
        }
        Ok(modules)
    }

    fn translate(&self, module: &mut Module, llvm: LlvmVersion, target: Target) -> Result<(), Fault> {
        let from = module.llvm_version();
        let had_hash = module.provenance.hash.is_some() && module.summary.is_some();
        let mut report = TranslateReport::default();
        let translated = translate::reported(module, llvm, target, &self.args.translate_options(), &mut report);
        told::translation(self.name, || losses::json(from, llvm, self.args.profile(), &report));
        translated.map_err(|kind| match kind {
            bctk::ErrorKind::Unrepresentable(message) => Fault::Translation(self.name.to_owned(), message),
            kind => self.fault(kind),
        })?;
        let language = self.args.profile().map_or_else(|| format!("LLVM {llvm}"), |profile| profile.to_string());
        // For programs, the changes themselves are told.
        let words = [losses::note(&report, &language), losses::kept(&report, &language)];
        for words in words.into_iter().flatten().filter(|_| !told::is_wanted()) {
            messages::note(self.name, Note::new(Of::Translation, words));
        }
        if target == Target::Text && had_hash && module.provenance.hash.is_none() {
            let words = "the text has no hash of the module, which is that of other bitcode";
            messages::note(self.name, Note::new(Of::Stale, words).about(["hash"]));
        }
        match &self.args.report {
            Some(path) => losses::append(path, self.name, from, llvm, &report),
            None => Ok(()),
        }
    }

    /// The modules of an input, which [`Conversion::edit`] is to change.
    pub(crate) fn whole(&self, input: &Input, kind: Kind, path: &Path, target: Target) -> Result<Vec<Module>, Fault> {
        match (self.args.llvm(), kind) {
            (_, Kind::Text) => Ok(vec![self.parse(input, path, purpose_for(target))?]),
            (Some(_), _) => self.read_in_window(input),
            (None, _) => self.read(input.bytes(), Parts::All),
        }
    }

    /// Makes the changes that the command line requests, and translates the result.
    pub(crate) fn edit(&self, modules: &mut Vec<Module>, edits: &Edits, target: Target) -> Result<(), Fault> {
        if self.args.llvm().is_some() && self.args.is_lossless() {
            let words = "--lossy none is about the translation, which follows the other changes";
            messages::note(self.name, Note::new(Of::Option, words).about(["--lossy"]));
        }
        let stale = Stale::of(modules);
        let patterns: Vec<NamePattern> = edits.only.iter().cloned().map(NamePattern::new).collect();
        let only = names::resolve(modules, &patterns).map_err(|pattern| self.content(missing(&*modules, pattern)))?;
        edit::edit(modules, &Edits { only, ..edits.clone() }).map_err(|kind| self.fault(kind))?;
        if let Some(note) = stale.gone(&Stale::of(modules)) {
            messages::note(self.name, note);
        }
        for module in modules {
            if let Some(llvm) = self.args.llvm() {
                self.translate(module, llvm, target)?;
            }
        }
        Ok(())
    }

    /// Makes the output of a conversion from its input, and the inputs `more` whose modules come into the same file. Returns whether anything was
    /// kept as in the file because the model cannot represent it.
    pub(crate) fn carry_out(&self, input: Input, kind: Kind, to: To, more: &[PathBuf]) -> Result<bool, Fault> {
        let args = self.args;
        let bytes = input.bytes();
        let is_other = |llvm| args.profile().is_some() || kind == Kind::Text || !modules::are_of(bytes, llvm, &limits::limits());
        let other = args.llvm().filter(|&llvm| is_other(llvm));
        let edits = args.edits();
        match (kind, to) {
            _ if !edits.is_empty() => {
                let into = if to == To::Ll || args.check { Target::Text } else { Target::Bitcode };
                let mut modules = self.whole(&input, kind, self.input, into)?;
                for path in more {
                    let (input, kind, _) = inputs::open(path, args.module)?;
                    modules.extend(self.whole(&input, kind, path, into)?);
                }
                self.edit(&mut modules, &edits, into)?;
                match to {
                    To::Bc if !args.check => self.write(modules)?,
                    _ => self.print(modules, None)?,
                }
            }
            _ if other.is_some() || args.to_llvm.is_some() && !more.is_empty() => {
                let llvm = args.llvm().unwrap_or_default();
                let into = if to == To::Ll || args.check { Target::Text } else { Target::Bitcode };
                let mut modules = self.translated(&input, kind, self.input, llvm, into)?;
                for path in more {
                    let (input, kind, _) = inputs::open(path, args.module)?;
                    modules.extend(self.translated(&input, kind, path, llvm, into)?);
                }
                match into {
                    Target::Bitcode => self.write(modules)?,
                    Target::Text | Target::Disassembly => self.print(modules, None)?,
                }
            }
            _ if !more.is_empty() => {
                let mut inputs = vec![(self.input, input, kind)];
                for path in more {
                    let (input, kind, _) = inputs::open(path, args.module)?;
                    inputs.push((path, input, kind));
                }
                // Bitcode files are joined as they are.
                match inputs.iter().all(|(_, _, kind)| *kind == Kind::Bitcode) && !args.changes_bitcode() && !args.plain {
                    true => self.join(&inputs)?,
                    false => self.assemble(inputs)?,
                }
            }
            (Kind::Text, To::Bc) if !args.check => self.assemble(vec![(self.input, input, kind)])?,
            (Kind::Text, _) => {
                let mut window = Window::open(&input);
                let passed: Passed<'_> = &mut |passed| window.pass(passed);
                let described = Described::new(bytes);
                if described.is_intact() && !args.plain && !args.check {
                    self.print_again(described, passed)?;
                } else {
                    let module = self.parse_with(bytes, self.input, Purpose::Text, false, passed)?;
                    self.print(vec![module], None)?;
                }
            }
            (_, To::Bc) if !args.check => return self.copy(&input),
            _ => {
                let modules = self.read_as_it_is(bytes)?;
                if args.plain {
                    drop(input);
                    self.print(modules, None)?;
                } else {
                    self.print(modules, Some(bytes))?;
                }
            }
        }
        Ok(false)
    }

    /// Writes `modules` as bitcode.
    pub(crate) fn write(&self, modules: Vec<Module>) -> Result<(), Fault> {
        self.warn(&modules);
        self.note_short_records(&modules);
        if let Some(note) = notes::not_understood(&modules, "the output omits them", false) {
            messages::note(self.name, note);
        }
        let mut output = self.output()?;
        let mut counted = self.progress.count(&mut output);
        modules::write(&modules, &self.args.write_options(), &mut counted).map_err(|fault| self.write_fault(fault))?;
        modules::discard(modules);
        output.finish()
    }

    pub(crate) fn output(&self) -> Result<Output, Fault> {
        self.output_to(self.path)
    }

    fn output_to(&self, path: &Path) -> Result<Output, Fault> {
        let output = Output::derived(path, &self.args.inputs, &self.args.resolved, self.args.existing())?;
        if !self.is_part {
            told::output(self.name, input::name(path), output.replaces_input());
        }
        // Only text goes to a terminal. The tools with a name of their own stay as they are.
        Ok(if messages::tool() == "bctk" { output.in_colours() } else { output })
    }

    fn write_fault(&self, fault: bctk_bitcode::write::Fault) -> Fault {
        Fault::of_bitcode(fault, self.name, &self.output_name())
    }

    fn output_name(&self) -> String {
        if input::is_dash(self.path) { "<stdout>".to_owned() } else { input::name(self.path) }
    }

    /// An error of the library; a write error is that of the output.
    fn of_output(&self, error: bctk::Error) -> Fault {
        match error.into_parts() {
            (_, bctk::ErrorKind::Write(error)) => Fault::write(&self.output_name(), error),
            (name, kind) => bctk::Error::new(name, kind).into(),
        }
    }

    /// Makes one bitcode file of texts, with the descriptions below them, and of other bitcode files.
    pub(crate) fn assemble(&self, inputs: Vec<(&Path, Input, Kind)>) -> Result<(), Fault> {
        let options = AssembleOptions {
            parse: self.parse_options(),
            write: self.args.write_options(),
            plain: self.args.plain,
            changed: self.args.changes_bitcode(),
        };
        let mut assembly = Assembly::read(self.name, inputs, &options)?;
        self.warn(assembly.modules());
        self.notes(std::mem::take(&mut assembly.notes))?;
        let mut output = self.output()?;
        assembly.write_to(&options, &mut self.progress.count(&mut output)).map_err(|error| self.of_output(error))?;
        self.notes(std::mem::take(&mut assembly.notes))?;
        assembly.discard();
        output.finish()
    }

    /// Notes what was not used of descriptions.
    fn notes(&self, notes: Vec<Unused>) -> Result<(), Fault> {
        notes.into_iter().try_for_each(|unused| {
            let message = format!("{}: {}", unused.why.about(), unused.what.join("; "));
            self.note(&unused.file, Note::new(Of::Description, message).with("why", unused.why.word()).about(unused.what))
        })
    }

    /// Notes that a text does not restore the file, if it does not.
    fn note_refused(&self, refused: Option<String>) -> Result<(), Fault> {
        let Some(why) = refused else { return Ok(()) };
        self.note(self.input, Note::new(Of::Unrestored, format!("{NOT_BACK}: {why}")).with("why", why))
    }

    /// A note about a description, or a failure for it with `--strict-layout`.
    fn note(&self, path: &Path, note: Note) -> Result<(), Fault> {
        if self.args.strict_layout {
            return Err(Fault::Content(input::name(path), note.text));
        }
        messages::note(&input::name(path), note);
        Ok(())
    }

    /// Copies a bitcode file; returns whether data was kept that its modules do not represent.
    pub(crate) fn copy(&self, input: &Input) -> Result<bool, Fault> {
        let options = CopyOptions {
            write: self.args.write_options(),
            changed: self.args.changes_bitcode(),
            plain: self.args.plain,
            limits: limits::limits(),
        };
        let bytes = self.kept(input.bytes());
        let mut output = Restarted { output: self.output()?, conversion: self, window: Window::open(input), written: 0 };
        let copied = copy::copy_to(self.name, &bytes, &options, &mut output).map_err(|error| self.of_output(error))?;
        output.output.finish()?;
        if let Some(error) = copied.unread {
            self.note_copied(&error);
        }
        if copied.without_hash {
            let words = "the hash of the module is left out: it does not hold for the changed bitcode";
            messages::note(self.name, Note::new(Of::Stale, words).about(["hash"]));
        }
        if !copied.rewritten.is_empty() {
            let named = copied.rewritten.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
            let more = match copied.rewritten.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let words = format!("written as LLVM would, unlike the input: {named}{more}");
            messages::note(&input::name(self.input), Note::new(Of::Rewritten, words).about(copied.rewritten));
        }
        Ok(copied.kept)
    }

    /// Notes that the file was copied although it cannot be read.
    fn note_copied(&self, error: &bctk::Error) {
        if !told::is_wanted() {
            return messages::note_all(format_args!("{error}; the file is copied unchanged"));
        }
        let (bit, path) = match error.place() {
            Some(bctk::Place::Bit(bit, path)) => (Some(bit), path),
            _ => (None, String::new()),
        };
        let message = error.message();
        let note = Note::new(Of::CopiedUnread, format!("{message}; the file is copied unchanged")).with("message", message);
        messages::note(self.name, note.with("bit", bit).with("path", path));
    }

    /// The bytes of the input, copied if the output takes its place, which may overwrite it before all of it was read.
    fn kept<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        if kinds::is_same_file(self.input, self.path) && !self.args.plain { Cow::Owned(bytes.to_vec()) } else { Cow::Borrowed(bytes) }
    }

    /// Makes one file of bitcode files: all their modules unchanged, each with its string table.
    pub(crate) fn join(&self, inputs: &[(&Path, Input, Kind)]) -> Result<(), Fault> {
        let names: Vec<String> = inputs.iter().map(|(path, ..)| input::name(path)).collect();
        let files: Vec<(&str, &[u8])> = names.iter().zip(inputs).map(|(name, (_, input, _))| (name.as_str(), input.bytes())).collect();
        let joined = copy::join(&files, &limits::limits())?;
        let mut output = self.output()?;
        self.progress.count(&mut output).write_all(&joined).map_err(|error| self.write_fault(error.into()))?;
        output.finish()
    }

    /// Warns, in LLVM's words, of debug information that reading dropped.
    fn warn(&self, modules: &[Module]) {
        let name = input::name(self.input);
        match told::is_wanted() {
            true => modules.iter().filter_map(|module| notes::debug_dropped(module, &name)).for_each(|note| messages::note(&name, note)),
            false => diag::dropped(modules, &name, ""),
        }
    }

    /// Prints `modules`. If they are from the bitcode `bytes`, a description is added that restores it.
    pub(crate) fn print(&self, modules: Vec<Module>, bytes: Option<&[u8]>) -> Result<(), Fault> {
        self.warn(&modules);
        if self.args.check {
            modules::discard(modules);
            return Ok(());
        }
        let style = self.style();
        self.note_not_understood(&modules, bytes.is_some())?;
        let several = modules.len() > 1;
        if several && input::is_dash(self.path) {
            let count = modules.len();
            return Err(self.content(format!("the file contains {count} modules; standard output can take only one")));
        }
        let fault = |error| Fault::write(self.name, error);
        match bytes {
            Some(bytes) if !several => {
                let mut output = self.output()?;
                let disassembly = Disassembly::new(bytes, modules, &style).map_err(fault)?;
                let mut out = self.progress.count(&mut output);
                let refused = disassembly.write_to(self.args.strict_layout, &mut out);
                let refused = refused.map_err(|error| Fault::write(output.name(), error))?;
                self.note_refused(refused)?;
                output.finish()?;
            }
            Some(bytes) => {
                let (texts, refused) = Disassembly::new(bytes, modules, &style).map_err(fault)?.finish();
                self.note_refused(refused)?;
                for (number, text) in texts.iter().enumerate() {
                    self.put(Some(number), |out| out.write_all(text))?;
                }
            }
            None => {
                for (number, module) in modules.iter().enumerate() {
                    self.put(several.then_some(number), |out| modules::print(module, &style, out).map(drop))?;
                }
                modules::discard(modules);
            }
        }
        Ok(())
    }

    /// Notes records with fewer operands than LLVM demands.
    fn note_short_records(&self, modules: &[Module]) {
        if let Some(note) = notes::short_records(modules) {
            messages::note(self.name, note);
        }
    }

    /// Notes the parts of the modules' bitcode that are not in their text. If the text has another value in their place, no text restores
    /// the file.
    fn note_not_understood(&self, modules: &[Module], lossless: bool) -> Result<(), Fault> {
        self.note_short_records(modules);
        let Some(words) = diag::not_understood(modules) else { return Ok(()) };
        if lossless && modules.iter().flat_map(modules::unknown_of).any(|unknown| unknown.replaced) {
            let message = format!("{words}; no text can express this (--plain prints what LLVM would)");
            return Err(self.content(message));
        }
        let becomes = if lossless { "the description below the text keeps them" } else { "the text omits them" };
        notes::not_understood(modules, becomes, lossless).into_iter().for_each(|note| messages::note(self.name, note));
        Ok(())
    }

    /// Prints a text with its description again, as the LLVM that the description names would.
    pub(crate) fn print_again(&self, described: Described<'_>, passed: Passed<'_>) -> Result<(), Fault> {
        let printed = described.print_again(self.input, &self.parse_options(), &self.style(), passed)?;
        let text = printed.map_err(|error| Fault::write(self.name, error))?;
        self.put(None, |out| out.write_all(&text))
    }

    fn style(&self) -> Style {
        let module_id = input::module_id(self.input);
        Style { module_id, preserve_uselistorder: self.args.preserve_ll_uselistorder, limits: limits::limits(), ..Style::default() }
    }

    /// Writes one output; its name contains the number of the module if there are several.
    fn put<R>(&self, number: Option<usize>, print: impl FnOnce(&mut dyn Write) -> std::io::Result<R>) -> Result<R, Fault> {
        let path = number.map_or(self.path.to_path_buf(), |number| self.path.with_extension(format!("{number}.ll")));
        let mut output = self.output_to(&path)?;
        let printed = print(&mut self.progress.count(&mut output));
        let printed = printed.map_err(|error| Fault::write(output.name(), error))?;
        output.finish()?;
        Ok(printed)
    }
}

/// Says that no global value has a name, and which ones are near.
pub(crate) fn missing<'m>(modules: impl IntoIterator<Item = &'m Module>, pattern: &NamePattern) -> String {
    let globals = modules.into_iter().flat_map(|module| module.globals.iter().map(|global| module.str(global.name)));
    let near = near(&pattern.nearest(globals, 3));
    format!("no function, variable or alias has the name '{}'{near}", String::from_utf8_lossy(pattern.text()))
}

/// The end of a message that offers names.
pub(crate) fn near(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("; did you mean `{one}`?"),
        [others @ .., last] => format!("; did you mean `{}` or `{last}`?", others.join("`, `")),
    }
}

/// What the modules of a file have that a change makes stale.
#[derive(Clone, Copy)]
struct Stale {
    hash: bool,
    summary: bool,
}

impl Stale {
    fn of(modules: &[Module]) -> Stale {
        Stale {
            hash: modules.iter().any(|module| module.provenance.hash.is_some()),
            summary: modules.iter().any(|module| module.summary.is_some()),
        }
    }

    /// A note about what is not in `after` any more.
    fn gone(self, after: &Stale) -> Option<Note> {
        let (words, what) = match (self.hash && !after.hash, self.summary && !after.summary) {
            (false, false) => return None,
            (true, false) => ("the hash of the module is", vec!["hash"]),
            (false, true) => ("the summary is", vec!["summary"]),
            (true, true) => ("the summary and the hash of the module are", vec!["summary", "hash"]),
        };
        Some(Note::new(Of::Stale, format!("{words} left out: the changes make this stale")).about(what))
    }
}

/// The purpose for which a text is read.
fn purpose_for(target: Target) -> Purpose {
    if target == Target::Bitcode { Purpose::Bitcode } else { Purpose::Text }
}

/// An output that can be started again while nothing of it is visible.
struct Restarted<'a> {
    output: Output,
    conversion: &'a Conversion<'a>,
    window: Window<'a>,
    /// As much of the input has been compared.
    written: usize,
}

impl Write for Restarted<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.conversion.progress.count(&mut self.output).write(bytes)?;
        self.written += count;
        self.passed(self.written);
        Ok(count)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.output.flush()
    }
}

impl bctk_bitcode::write::Output for Restarted<'_> {
    fn takes_late_words(&self) -> bool {
        self.output.takes_late_words()
    }

    fn put_late(&mut self, back: u64, was: [u8; 4], word: [u8; 4]) -> std::io::Result<()> {
        self.output.put_late(back, was, word)
    }
}

impl Restart for Restarted<'_> {
    fn can_restart(&self) -> bool {
        self.output.is_pending()
    }
    fn restart(&mut self) -> std::io::Result<()> {
        self.output = self.conversion.output().map_err(|fault| std::io::Error::other(fault.to_string()))?;
        self.written = 0;
        Ok(())
    }
    fn passed(&mut self, bytes: usize) {
        self.window.pass(bytes);
    }
}

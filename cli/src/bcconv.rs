//! `bcconv` under its own name: one or many conversions.
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk_textual::Pointers;
use clap::Parser;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::args::{Args, PointerKind, To};
use crate::convert::{self, Module, Parts, Purpose, Style};
use crate::diag::{self, Fault};
use crate::input::{self, Input, Kind};
use crate::lossless::{self, Described, Summed};
use crate::output::Output;
use crate::progress::Progress;

/// Name in messages.
const TOOL: &str = "bcconv";

/// One input and where its conversion goes.
struct Job {
    input: PathBuf,
    /// `None`: beside the input, under its name with the other extension.
    output: Option<PathBuf>,
}

/// Runs `bcconv` with its arguments, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()) * 2);
        }
    };
    if let Err(error) = make_threads(&args) {
        eprintln!("{TOOL}: error: {error}");
        return ExitCode::from(1);
    }
    let jobs = match jobs(&args) {
        Ok(jobs) => jobs,
        Err(fault) => {
            diag::report(TOOL, &fault);
            return ExitCode::from(fault.status());
        }
    };
    let progress = Progress::start();
    let faults: Vec<Option<Fault>> = match jobs.as_slice() {
        // Deep texts need the stacks that the threads were made with.
        [job] if args.nesting.is_some() => rayon::join(|| vec![convert(job, &args, &progress).err()], || ()).0,
        [job] => vec![convert(job, &args, &progress).err()],
        jobs => jobs.par_iter().map(|job| convert(job, &args, &progress).err()).collect(),
    };
    drop(progress);
    let mut status = 0;
    for fault in faults.iter().flatten() {
        diag::report(TOOL, fault);
        status = status.max(fault.status());
    }
    ExitCode::from(status)
}

/// Bytes of stack that one level of nesting takes, at most.
const LEVEL: usize = 4096;
/// Bytes of stack that a thread has for everything else.
const STACK: usize = 8 << 20;

/// Makes the threads that the command line asks for; without a wish the library makes them when it needs them.
fn make_threads(args: &Args) -> Result<(), rayon::ThreadPoolBuildError> {
    if args.threads.is_none() && args.nesting.is_none() {
        return Ok(());
    }
    let mut builder = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        builder = builder.num_threads(usize::from(threads));
    }
    if let Some(levels) = args.nesting {
        builder = builder.stack_size(STACK.saturating_add(levels.saturating_mul(LEVEL)));
    }
    builder.build_global()
}

/// What there is to do; refuses a command line that would write one file twice or cannot name its outputs.
fn jobs(args: &Args) -> Result<Vec<Job>, Fault> {
    if args.inputs.len() > 1 && args.output.is_some() {
        return Err(Fault::Usage("one output (-o) for several inputs; use --out-dir".into()));
    }
    if args.inputs.iter().filter(|path| input::is_dash(path)).count() > 1 {
        return Err(Fault::Usage("the standard input can only be read once".into()));
    }
    let mut jobs = Vec::new();
    for path in &args.inputs {
        let output = match &args.out_dir {
            None => args.output.clone(),
            Some(dir) => match path.file_name().filter(|_| !input::is_dash(path)) {
                Some(name) => Some(dir.join(name)),
                None => return Err(Fault::Usage(format!("--out-dir: {} has no file name to use", input::name(path)))),
            },
        };
        jobs.push(Job { input: path.clone(), output });
    }
    let mut stems: Vec<PathBuf> = jobs
        .iter()
        .filter(|job| !input::is_dash(&job.input))
        .map(|job| job.output.as_ref().unwrap_or(&job.input).with_extension(""))
        .collect();
    stems.sort();
    if let Some(twice) = stems.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Fault::Usage(format!("two outputs would have the name {}", twice[0].display())));
    }
    Ok(jobs)
}

/// What the output is to be, from `--to`, else from the extension of the output (text on the standard output), else the other kind than
/// that of the input.
fn wanted(args: &Args, kind: Kind) -> To {
    if let Some(to) = args.to {
        return to;
    }
    if let Some(path) = args.output.as_deref() {
        // What goes to the standard output is to be read, unless it is asked for otherwise.
        if input::is_dash(path) {
            return To::Ll;
        }
        match path.extension().map(|e| e.to_ascii_lowercase()).as_deref().and_then(|e| e.to_str()) {
            Some("ll") => return To::Ll,
            Some("bc") => return To::Bc,
            _ => {}
        }
    }
    if kind == Kind::Text { To::Bc } else { To::Ll }
}

fn convert(job: &Job, args: &Args, progress: &Progress) -> Result<(), Fault> {
    let name = input::name(&job.input);
    let input = input::open(&job.input)?;
    let bytes = input.bytes();
    let content = |message: &str| Err(Fault::Content(name.clone(), message.to_owned()));
    let kind = match input::kind(bytes) {
        // A text may be empty, or begin with whatever comes to an author's mind.
        Kind::Unknown if job.input.extension().is_some_and(|e| e.eq_ignore_ascii_case("ll")) => Kind::Text,
        Kind::Unknown if bytes.is_empty() => return content("the file is empty; expected LLVM bitcode or assembly"),
        Kind::Unknown => {
            return content("not bitcode: expected a file that begins with 'BC' 0xC0DE or with the wrapper 0x0B17C0DE, or LLVM assembly");
        }
        kind => kind,
    };
    let to = wanted(args, kind);
    let path = destination(job, args, to);
    if !args.check && to == To::Bc {
        if args.output.is_none() && job.output.is_none() && path == job.input && !input::is_dash(&path) {
            return content("the output would take the place of the input; name one with -o");
        }
        if input::is_dash(&path) && std::io::stdout().is_terminal() {
            return content("bitcode is not for a terminal; name an output with -o");
        }
    }
    progress.begin(bytes.len());
    let size = bytes.len();
    let conversion = Conversion { args, name: &name, input: &job.input, path: &path, progress };
    match (kind, to) {
        (Kind::Text, To::Bc) if !args.check => conversion.assemble(input)?,
        (Kind::Text, _) => {
            input.populate();
            let module = convert::parse(Described::new(bytes).text, &job.input, Purpose::Text, &conversion.parse_options())?;
            conversion.print(vec![module], None)?;
        }
        (_, To::Bc) if !args.check => {
            let modules = conversion.read(bytes, Parts::AsStored)?;
            // Nothing refers to it any more, and it may be large.
            drop(input);
            conversion.write(&modules)?;
            convert::forget(modules);
        }
        _ => {
            let modules = conversion.read(bytes, Parts::All)?;
            if args.plain {
                drop(input);
                conversion.print(modules, None)?;
            } else {
                conversion.print(modules, Some(bytes))?;
            }
        }
    }
    progress.end(size);
    Ok(())
}

/// One conversion under way.
struct Conversion<'a> {
    args: &'a Args,
    /// Name of the input in messages.
    name: &'a str,
    input: &'a Path,
    /// Where the output goes.
    path: &'a Path,
    progress: &'a Progress,
}

impl Conversion<'_> {
    fn content(&self, message: impl Into<String>) -> Fault {
        Fault::Content(self.name.to_owned(), message.into())
    }

    fn parse_options(&self) -> bctk_textual::ParseOptions {
        let mut options = bctk_textual::ParseOptions::default();
        options.nesting = self.args.nesting.unwrap_or(options.nesting);
        options.pointers = match self.args.pointers {
            None => Pointers::AsPrinted,
            Some(PointerKind::Typed) => Pointers::Typed,
            Some(PointerKind::Opaque) => Pointers::Opaque,
        };
        options
    }

    fn read(&self, bytes: &[u8], parts: Parts) -> Result<Vec<Module>, Fault> {
        convert::read(bytes, parts).map_err(|message| self.content(message))
    }

    /// Writes `modules` as bitcode.
    fn write(&self, modules: &[Module]) -> Result<(), Fault> {
        let mut output = Output::create(self.path)?;
        let mut counted = self.progress.count(&mut output);
        convert::write(modules, &self.args.write_options(), &mut counted).map_err(|fault| self.write_fault(fault, self.path))?;
        output.finish()
    }

    fn write_fault(&self, fault: bctk_bitcode::write::Fault, output: &Path) -> Fault {
        match fault {
            bctk_bitcode::write::Fault::Module(error) => self.content(error.to_string()),
            bctk_bitcode::write::Fault::Sink(error) => {
                Fault::write(&if input::is_dash(output) { "<stdout>".to_owned() } else { input::name(output) }, error)
            }
        }
    }

    /// Makes bitcode of a text, as the description below it says, if there is one.
    fn assemble(&self, input: Input) -> Result<(), Fault> {
        input.populate();
        let bytes = input.bytes();
        let options = self.parse_options();
        if self.args.plain {
            let module = convert::parse(Described::new(bytes).text, self.input, Purpose::Bitcode, &options)?;
            drop(input);
            self.write(&[module])?;
            return Ok(());
        }
        let described = Described::new(bytes);
        let (module, dropped) = described.parse(self.input, &options)?;
        let mut notes = dropped;
        notes.extend(described.fault);
        let Some((trailer, intact)) = described.trailer else {
            self.note(&notes, "the description below the text cannot be read")?;
            drop(input);
            self.write(&[module])?;
            return Ok(());
        };
        self.note(&notes, "the text was changed; what is described below it and does not apply any more")?;
        drop(input);
        let mut output = Output::create(self.path)?;
        let mut summed = Summed::new(self.progress.count(&mut output));
        let patch = &trailer.layout.patch;
        if patch.is_empty() {
            let written = convert::write(&[module], &self.args.write_options(), &mut summed);
            written.map_err(|fault| self.write_fault(fault, self.path))?;
        } else {
            let mut bytes = Vec::new();
            let written = convert::write(&[module], &self.args.write_options(), &mut bytes);
            written.map_err(|fault| self.write_fault(fault, self.path))?;
            let applied = lossless::patched(&bytes, patch).map_err(|error| self.content(format!("the patch below the text: {error}")))?;
            self.note(&applied.dropped, "the text was changed; edits of the bitcode that do not apply any more")?;
            summed.write_all(&applied.bytes).map_err(|error| self.write_fault(error.into(), self.path))?;
        }
        if intact && !self.args.changes_bitcode() && summed.crc.finalize() != trailer.file {
            self.note(&["the bitcode is not, byte for byte, the file that the text was printed from".to_owned()], "lossless")?;
        }
        output.finish()
    }

    /// Tells what of a description was not honoured, or fails for it if that is asked for.
    fn note(&self, notes: &[String], about: &str) -> Result<(), Fault> {
        if notes.is_empty() {
            return Ok(());
        }
        let message = format!("{about}: {}", notes.join("; "));
        if self.args.strict_layout {
            return Err(self.content(message));
        }
        eprintln!("{TOOL}: note: {}: {message}", self.name);
        Ok(())
    }

    /// Prints `modules`; those of the bitcode `bytes` with a description below that gives these back.
    fn print(&self, modules: Vec<Module>, bytes: Option<&[u8]>) -> Result<(), Fault> {
        if self.args.check {
            convert::forget(modules);
            return Ok(());
        }
        let module_id = input::module_id(self.input);
        let style = Style { module_id, preserve_uselistorder: self.args.preserve_ll_uselistorder, ..Style::default() };
        let several = modules.len() > 1;
        if several && input::is_dash(self.path) {
            let count = modules.len();
            return Err(self.content(format!("the file holds {count} modules; only one can be written to the standard output")));
        }
        match bytes {
            Some(bytes) if several || bytes.len() <= lossless::SMALL => {
                let texts: Vec<convert::Text> = modules.iter().map(|module| convert::to_text(module, &style)).collect();
                let below = lossless::describe_texts(bytes, &modules, &texts);
                for (number, ((text, _), below)) in texts.iter().zip(below).enumerate() {
                    self.put(several.then_some(number), |out| {
                        out.write_all(text)?;
                        out.write_all(below.as_deref().unwrap_or_default())
                    })?;
                }
            }
            Some(bytes) => self.put(None, |out| lossless::print_described(&modules[0], bytes, &style, out))?,
            None => {
                for (number, module) in modules.iter().enumerate() {
                    self.put(several.then_some(number), |out| convert::print(module, &style, out).map(drop))?;
                }
            }
        }
        convert::forget(modules);
        Ok(())
    }

    /// Makes one output, that of a module by its number where there are several.
    fn put(&self, number: Option<usize>, print: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), Fault> {
        let path = number.map_or(self.path.to_path_buf(), |number| self.path.with_extension(format!("{number}.ll")));
        let mut output = Output::create(&path)?;
        let printed = print(&mut self.progress.count(&mut output));
        printed.map_err(|error| Fault::write(output.name(), error))?;
        output.finish()
    }
}

/// Where the output of a job goes.
fn destination(job: &Job, args: &Args, to: To) -> PathBuf {
    let extension = match to {
        To::Ll => "ll",
        To::Bc => "bc",
    };
    match &job.output {
        Some(path) if args.out_dir.is_none() => path.clone(),
        Some(path) => path.with_extension(extension),
        None if input::is_dash(&job.input) => Path::new("-").to_path_buf(),
        None => job.input.with_extension(extension),
    }
}

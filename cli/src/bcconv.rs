//! `bcconv` under its own name: one or many conversions.
use crate::limits;
use crate::losses;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::args::{Args, To};
use crate::conversion::Conversion;
use crate::diag::{self, Fault};
use crate::embedded;
use crate::extract;
use crate::info;
use crate::progress::Progress;
use crate::threads;
use bctk::Target;
use bctk::contents::{self, Argument};
use bctk::input::{self, Input, Kind, Window};
use bctk::lossless::Described;
use bctk::modules::{self, Purpose};
use bctk_textual::Passed;

/// Name in messages.
pub(crate) const TOOL: &str = "bcconv";

/// An input and the output of its conversion.
struct Job {
    input: PathBuf,
    /// Further inputs whose modules come into the same file.
    more: Vec<PathBuf>,
    /// `None`: next to the input, under its name with the other extension.
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
    if args.limit.iter().any(|limit| limit == "help") {
        print!("{}", limits::help());
        return ExitCode::SUCCESS;
    }
    if let Err(fault) = limits::set(args.limit.iter().map(String::as_str), args.nesting) {
        diag::report(TOOL, &fault);
        return ExitCode::from(fault.status());
    }
    if args.inputs.is_empty() {
        eprintln!("{TOOL}: error: no input file; see --help");
        return ExitCode::from(2);
    }
    if args.out_dir.iter().chain(&args.extract).any(|folder| input::is_dash(folder)) {
        eprintln!(
            "{TOOL}: error: --out-dir and --extract need a directory, but `-` is standard output; use ./- for a directory of that name"
        );
        return ExitCode::from(2);
    }
    // Deep texts need threads with larger stacks.
    if (args.threads.is_some() || limits::raised_nesting().is_some())
        && let Err(error) = threads::make(args.threads)
    {
        eprintln!("{TOOL}: error: {error}");
        return ExitCode::from(1);
    }
    if args.check_hash {
        return embedded::check_hashes(&args);
    }
    if args.embed.is_some() || args.strip_embedded {
        return embedded::run(&args);
    }
    if let Some(folder) = &args.extract {
        return extract::run(&args, folder);
    }
    let jobs = match jobs(&args) {
        Ok(jobs) => jobs,
        Err(fault) => {
            diag::report(TOOL, &fault);
            return ExitCode::from(fault.status());
        }
    };
    if args.info {
        return show(&jobs, &args);
    }
    if let Some(folder) = folder(&args).filter(|_| !args.check)
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let fault = Fault::Create(folder.display().to_string(), error);
        diag::report(TOOL, &fault);
        return ExitCode::from(fault.status());
    }
    if let Some(Err(fault)) = args.report.as_deref().map(losses::begin) {
        diag::report(TOOL, &fault);
        return ExitCode::from(fault.status());
    }
    if jobs.len() == 1 {
        modules::process_ends_soon();
    }
    let progress = Progress::start();
    let results: Vec<Result<bool, Fault>> = match jobs.as_slice() {
        // Deep texts need the stacks that the threads were made with.
        [job] if limits::raised_nesting().is_some() => rayon::join(|| vec![convert(job, &args, &progress)], || ()).0,
        [job] => vec![convert(job, &args, &progress)],
        jobs => jobs.par_iter().map(|job| convert(job, &args, &progress)).collect(),
    };
    drop(progress);
    let kept = results.iter().filter(|result| matches!(result, Ok(true))).count();
    if kept > 0 {
        let count = results.len();
        eprintln!("{TOOL}: note: {kept} of {count} files contain data that no module represents; it was kept unchanged");
    }
    let mut status = 0;
    for fault in results.iter().filter_map(|result| result.as_ref().err()) {
        diag::report(TOOL, fault);
        status = status.max(fault.status());
    }
    ExitCode::from(status)
}

/// Tells on the standard output what the inputs are.
fn show(jobs: &[Job], args: &Args) -> ExitCode {
    let mut status = 0;
    for job in jobs {
        let path = job.input.as_path();
        let told = open(path, args.module).and_then(|(input, kind)| {
            let progress = Progress::start();
            let name = input::name(path);
            let conversion = Conversion { args, name: &name, input: path, path, progress: &progress };
            info::show(&name, &input, kind, path, &conversion.parse_options(), args.json)
        });
        if let Err(fault) = told {
            diag::report(TOOL, &fault);
            status = status.max(fault.status());
        }
    }
    ExitCode::from(status)
}

/// The list of jobs. Fails if the command line would write a file twice or cannot name its outputs.
fn jobs(args: &Args) -> Result<Vec<Job>, Fault> {
    if args.inputs.iter().filter(|path| input::is_dash(path)).count() > 1 {
        return Err(Fault::Usage("standard input can be read only once".into()));
    }
    if let ([input, more @ ..], Some(output)) = (args.inputs.as_slice(), &args.output)
        && !more.is_empty()
        && folder(args).is_none()
    {
        if wanted(args, Kind::Text) != To::Bc {
            return Err(Fault::Usage("one output (-o) for several inputs: only bitcode can contain several modules; use --out-dir".into()));
        }
        return Ok(vec![Job { input: input.clone(), more: more.to_vec(), output: Some(output.clone()) }]);
    }
    let mut jobs = Vec::new();
    for path in &args.inputs {
        let output = match folder(args) {
            None => args.output.clone(),
            Some(dir) => match path.file_name().filter(|_| !input::is_dash(path)) {
                Some(name) => Some(dir.join(name)),
                None => return Err(Fault::Usage(format!("{}: {} has no file name", dir.display(), input::name(path)))),
            },
        };
        jobs.push(Job { input: path.clone(), more: Vec::new(), output });
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

/// The output directory: `--out-dir`, or `-o` if it is one or ends like one.
fn folder(args: &Args) -> Option<&Path> {
    let is_folder = |path: &&Path| path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir() && !input::is_dash(path);
    args.out_dir.as_deref().or_else(|| args.output.as_deref().filter(is_folder))
}

/// The output type: from `--to`, or the extension of the output (text on standard output); otherwise the opposite of the input type.
fn wanted(args: &Args, kind: Kind) -> To {
    if let Some(to) = args.to {
        return to;
    }
    if let Some(path) = args.output.as_deref() {
        // Standard output gets text, unless bitcode is requested.
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

/// Opens an input and determines its type; rejects files that are neither bitcode nor text and contain no bitcode.
fn open(path: &Path, module: Option<usize>) -> Result<(Input, Kind), Fault> {
    if let Some(number) = module {
        let (contents, part) = contents::all(path, &limits::limits())?;
        let contents = contents.within(part.as_deref());
        diag::note_unread(TOOL, &contents);
        return Ok((contents.module(number)?, Kind::Bitcode));
    }
    let (input, kind) = match contents::open(path, &limits::limits())? {
        Argument::Plain(input, kind) => (input, kind),
        Argument::Within(contents, part) => {
            let input = contents.choose(part.as_deref())?;
            diag::note_unread(TOOL, &contents);
            return Ok((input, Kind::Bitcode));
        }
    };
    let kind = contents::known(path, &input, kind)?;
    Ok((input, kind))
}

/// Does a job; returns whether anything was kept as in the file because the model cannot represent it.
fn convert(job: &Job, args: &Args, progress: &Progress) -> Result<bool, Fault> {
    let (input, kind) = open(&job.input, args.module)?;
    let bytes = input.bytes();
    threads::for_input(bytes.len(), threads::of_modules(bytes.len()), true);
    let name = input::name(&job.input);
    let content = |message: &str| Err(Fault::Content(name.clone(), message.to_owned()));
    let to = wanted(args, kind);
    let path = destination(job, args, to);
    if args.verify {
        return verify(bytes, kind, &job.input, &name, args);
    }
    if args.check {
        verify(bytes, kind, &job.input, &name, args)?;
    }
    if !args.check {
        let replaces = args.output.is_none() && job.output.is_none() && path == job.input && !input::is_dash(&path);
        if replaces && !(kind == Kind::Text && to == To::Ll) {
            return content("the output would replace the input; name another with -o");
        }
        if to == To::Bc && input::is_dash(&path) && std::io::stdout().is_terminal() {
            return content("refusing to write bitcode to a terminal; name an output with -o");
        }
    }
    progress.begin(bytes.len());
    let size = bytes.len();
    let mut kept = false;
    let conversion = Conversion { args, name: &name, input: &job.input, path: &path, progress };
    let is_other = |llvm| args.profile().is_some() || kind == Kind::Text || !modules::are_of(bytes, llvm, &limits::limits());
    let other = args.llvm().filter(|&llvm| is_other(llvm));
    let edits = args.edits();
    match (kind, to) {
        _ if !edits.is_empty() => {
            let into = if to == To::Ll || args.check { Target::Text } else { Target::Bitcode };
            let mut modules = conversion.whole(&input, kind, &job.input, into)?;
            for path in &job.more {
                let (input, kind) = open(path, args.module)?;
                modules.extend(conversion.whole(&input, kind, path, into)?);
            }
            conversion.edit(&mut modules, &edits, into)?;
            match to {
                To::Bc if !args.check => conversion.write(&modules)?,
                _ => conversion.print(modules, None)?,
            }
        }
        _ if other.is_some() || args.to_llvm.is_some() && !job.more.is_empty() => {
            let llvm = args.llvm().unwrap_or_default();
            let into = if to == To::Ll || args.check { Target::Text } else { Target::Bitcode };
            let mut modules = conversion.translated(&input, kind, &job.input, llvm, into)?;
            for path in &job.more {
                let (input, kind) = open(path, args.module)?;
                modules.extend(conversion.translated(&input, kind, path, llvm, into)?);
            }
            match into {
                Target::Bitcode => conversion.write(&modules)?,
                Target::Text | Target::Disassembly => conversion.print(modules, None)?,
            }
        }
        _ if !job.more.is_empty() => {
            let mut inputs = vec![(job.input.as_path(), input, kind)];
            for path in &job.more {
                let (input, kind) = open(path, args.module)?;
                inputs.push((path, input, kind));
            }
            // Bitcode files are joined as they are.
            match inputs.iter().all(|(_, _, kind)| *kind == Kind::Bitcode) && !args.changes_bitcode() && !args.plain {
                true => conversion.join(&inputs)?,
                false => conversion.assemble(inputs)?,
            }
        }
        (Kind::Text, To::Bc) if !args.check => conversion.assemble(vec![(&job.input, input, kind)])?,
        (Kind::Text, _) => {
            let mut window = Window::open(&input);
            let passed: Passed<'_> = &mut |passed| window.pass(passed);
            let described = Described::new(bytes);
            if described.is_intact() && !args.plain && !args.check {
                conversion.print_again(described, passed)?;
            } else {
                let module = conversion.parse_with(bytes, &job.input, Purpose::Text, false, passed)?;
                conversion.print(vec![module], None)?;
            }
        }
        (_, To::Bc) if !args.check => {
            kept = conversion.copy(&input)?;
        }
        _ => {
            let modules = conversion.read_as_it_is(bytes)?;
            if args.plain {
                drop(input);
                conversion.print(modules, None)?;
            } else {
                conversion.print(modules, Some(bytes))?;
            }
        }
    }
    progress.end(size);
    Ok(kept)
}

/// Verifies the modules of an input.
fn verify(bytes: &[u8], kind: Kind, path: &Path, name: &str, args: &Args) -> Result<bool, Fault> {
    let progress = Progress::start();
    let conversion = Conversion { args, name, input: path, path, progress: &progress };
    let modules = |offsets| -> Result<Vec<bctk::Module>, Fault> {
        Ok(match kind {
            Kind::Text => vec![conversion.parse_with(bytes, path, Purpose::Text, offsets, &mut |_| ())?],
            _ => conversion.read_to_verify(bytes, offsets)?,
        })
    };
    let mut options = bctk::VerifyOptions::default();
    options.llvm = args.llvm();
    let read = modules(false)?;
    let is_valid = read.iter().all(|module| bctk::verify(module, &options).is_valid());
    modules::discard(read);
    if is_valid {
        return Ok(false);
    }
    // Once more, with the places: valid modules need not pay for them.
    let found = modules(true)?.iter().map(|module| bctk::verify::report(name, bytes, module, &bctk::verify(module, &options))).collect();
    Err(Fault::Invalid(name.to_owned(), found))
}

/// The output of a job.
fn destination(job: &Job, args: &Args, to: To) -> PathBuf {
    let extension = match to {
        To::Ll => "ll",
        To::Bc => "bc",
    };
    match &job.output {
        Some(path) if folder(args).is_none() => path.clone(),
        Some(path) => path.with_extension(extension),
        None if input::is_dash(&job.input) => Path::new("-").to_path_buf(),
        // A part of a container gets its name from the container.
        None if !job.input.exists() => PathBuf::from(format!("{}.{extension}", job.input.to_string_lossy().replace(':', "."))),
        None => job.input.with_extension(extension),
    }
}

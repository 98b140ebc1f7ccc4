//! `bcconv` under its own name: one or many conversions.
use crate::limits;
use crate::losses;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::args::{Args, To, ToKind};
use crate::bcdump;
use crate::containers;
use crate::conversion::Conversion;
use crate::diag::Fault;
use crate::embedded;
use crate::extract;
use crate::findings;
use crate::folders::{self, Files};
use crate::info;
use crate::inputs::{self, Opened, note_unread};
use crate::kinds::{self, Origin, Wanted};
use crate::messages::{self, Shown, note_all, tool};
use crate::notes::{self, Note};
use crate::pager;
use crate::progress::Progress;
use crate::readers;
use crate::threads;
use crate::told;
use bctk::contents::{Argument, Entry, Source};
use bctk::input::{self, Input, Kind};
use bctk::lossless::Described;
use bctk::modules::{self, Purpose};

/// An input and the output of its conversion.
struct Job {
    input: PathBuf,
    /// Further inputs whose modules come into the same file.
    more: Vec<PathBuf>,
    /// `None`: next to the input, under its name with the other extension.
    output: Option<PathBuf>,
    /// The part of a container that the input names.
    part: Option<Part>,
}

/// A part of a container.
enum Part {
    /// A module.
    Module(Box<Source>),
    /// What cannot be read, and why.
    Unread(String),
}

impl Part {
    fn opened(&self, of: &Path) -> Result<Opened, Fault> {
        match self {
            Part::Module(source) => Ok(Opened::One(source.open()?, Kind::Bitcode, Origin::Part)),
            Part::Unread(message) => Err(Fault::Content(input::name(of), message.clone())),
        }
    }
}

/// Runs `bcconv` with its arguments, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => return messages::usage(&error),
    };
    if args.limit.iter().any(|limit| limit == "help") {
        print!("{}", limits::help());
        return ExitCode::SUCCESS;
    }
    inputs::follow(args.follow_paths.as_deref());
    if let Err(fault) = limits::set(args.limit.iter().map(String::as_str), args.nesting) {
        return messages::fail(&fault);
    }
    if args.inputs.is_empty() {
        return messages::fail(&Fault::Usage("no input file; see --help".into()));
    }
    if let Some(message) = misplaced(&args) {
        return messages::fail(&Fault::Usage(message.into()));
    }
    if args.out_dir.iter().chain(&args.extract).any(|folder| input::is_dash(folder)) {
        let message = "--out-dir and --extract need a directory, but `-` is standard output; use ./- for a directory of that name";
        return messages::fail(&Fault::Usage(message.into()));
    }
    // Deep texts need threads with larger stacks.
    if (args.threads.is_some() || limits::raised_nesting().is_some())
        && let Err(error) = threads::make(args.threads)
    {
        eprintln!("{}: error: {error}", tool());
        return ExitCode::from(1);
    }
    if let Some(llvm) = args.readable_by {
        return readers::run(&args, llvm);
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
        Err(fault) => return messages::fail(&fault),
    };
    if args.info {
        return show(&jobs, &args);
    }
    if let Some(folder) = folder(&args).filter(|_| !args.check)
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let fault = Fault::Create(folder.display().to_string(), error);
        return messages::fail(&fault);
    }
    if let Some(Err(fault)) = args.report.as_deref().map(|path| losses::begin(path, args.existing())) {
        return messages::fail(&fault);
    }
    let tells = args.json && !args.check && !args.verify;
    if tells {
        if jobs.iter().any(|job| input::is_dash(&destination(job, &args, To::Ll))) {
            return messages::fail(&Fault::Usage("--json and the output would both be on standard output; name an output with -o".into()));
        }
        told::begin();
    }
    messages::show_notes(match jobs.len() {
        _ if tells => Shown::Kept,
        _ if args.quiet => Shown::Never,
        // Who reads the notes of bcconv finds each file in them.
        0 | 1 => Shown::AtOnce,
        _ if tool() == "bcconv" => Shown::AtOnce,
        _ => Shown::Merged,
    });
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
    // Programs are told of each file.
    if kept > 0 && !tells {
        let count = results.len();
        note_all(format_args!("{kept} of {count} files contain data that no module represents; it was kept unchanged"));
    }
    let replaced = args.resolved.replaced();
    // A user who names the output knows what it replaces.
    if replaced > 0 && !tells && (args.output.is_none() || folder(&args).is_some()) {
        let inputs = if replaced == 1 {
            "1 input was replaced by its output".into()
        } else {
            format!("{replaced} inputs were replaced by their outputs")
        };
        note_all(format_args!("{inputs} (--no-clobber keeps files that exist)"));
    }
    let notes = if tells { 0 } else { messages::end_notes() };
    let status = results.iter().filter_map(|result| result.as_ref().err()).map(Fault::status).max().unwrap_or(0);
    if args.json || args.sarif {
        let names: Vec<String> = jobs.iter().map(|job| input::name(&job.input)).collect();
        let names = || names.iter().map(String::as_str);
        let found = names().zip(results.iter().map(|result| result.as_ref().err()));
        let text = match () {
            () if tells => told::lines(names().zip(&results)),
            () if args.json => findings::json(found),
            () => findings::sarif(tool(), found),
        };
        if let Err(error) = std::io::stdout().write_all(text.as_bytes()) {
            let fault = Fault::write("<stdout>", error);
            return messages::fail(&fault);
        }
        return ExitCode::from(status);
    }
    for fault in results.iter().filter_map(|result| result.as_ref().err()) {
        messages::fail(fault);
    }
    let good = results.iter().filter(|result| result.is_ok()).count();
    // bcconv says nothing if there is nothing to say.
    let is_clean = good == results.len() && notes == 0;
    if results.len() > 1 && !args.quiet && !(is_clean && tool() == "bcconv") {
        let done = match () {
            () if args.lint => "without a finding",
            () if args.verify || args.check => "valid",
            () => "written",
        };
        let notes = match notes {
            0 => String::new(),
            1 => ", 1 note".into(),
            notes => format!(", {notes} notes"),
        };
        eprintln!("{}: {good} of {} {done}{notes}", tool(), results.len());
    }
    ExitCode::from(status)
}

/// Why `--json` or `--sarif` would have no effect.
fn misplaced(args: &Args) -> Option<&'static str> {
    let finds = args.check || args.verify;
    match () {
        () if args.sarif && !finds => Some("--sarif goes with --check or --verify"),
        () if args.json && (args.embed.is_some() || args.strip_embedded || args.extract.is_some()) => {
            Some("--json does not go with --embed, --strip-embedded or --extract")
        }
        () if args.json && args.report.as_deref().is_some_and(input::is_dash) => {
            Some("--json and --report - would both be on standard output")
        }
        () if args.json && args.quiet && !finds && !args.info && !args.check_hash => Some("--json tells what --quiet leaves out"),
        () => None,
    }
}

/// Tells on the standard output what the inputs are.
fn show(jobs: &[Job], args: &Args) -> ExitCode {
    let mut status = 0;
    let mut fail = |fault: Fault| {
        messages::fail(&fault);
        status = status.max(fault.status());
    };
    for job in jobs {
        let path = job.input.as_path();
        let progress = Progress::start();
        let name = input::name(path);
        let options = Conversion { args, name: &name, input: path, path, progress: &progress, is_part: false }.parse_options();
        let told = match args.module {
            None => bcdump::tell(path, &options, args.json, &mut fail),
            Some(_) => {
                inputs::open(path, args.module).and_then(|(input, kind, _)| info::show(&name, &input, kind, path, &options, args.json))
            }
        };
        if let Err(fault) = told {
            fail(fault);
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
        if wanted(args, input, Kind::Text, &Origin::File)?.to() != To::Bc {
            return Err(Fault::Usage("one output (-o) for several inputs: only bitcode can contain several modules; use --out-dir".into()));
        }
        return Ok(vec![Job { input: input.clone(), more: more.to_vec(), output: Some(output.clone()), part: None }]);
    }
    let found = folders::expand(
        &args.inputs,
        args.recursive,
        match args.to {
            Some(ToKind::Ll) => Files::Bitcode,
            Some(ToKind::Bc) => Files::Text,
            Some(ToKind::Same) | None => Files::All,
        },
    )?;
    let names = match folder(args) {
        None => Vec::new(),
        Some(dir) => names(dir, &found, args)?,
    };
    let named = |at: usize| folder(args).zip(names.get(at)).map(|(dir, name)| dir.join(name));
    let output = |at: usize| named(at).or_else(|| args.output.clone());
    let inputs = found.into_iter().enumerate();
    let jobs: Vec<Job> = inputs.map(|(at, found)| Job { input: found.path, more: Vec::new(), output: output(at), part: None }).collect();
    let writes = !(args.info || args.check || args.verify);
    if writes
        && let Some(twice) =
            twice(jobs.iter().filter(|job| !input::is_dash(&job.input)).map(|job| job.output.as_ref().unwrap_or(&job.input)), args)
    {
        return Err(Fault::Usage(format!("two outputs would have the name {}", twice.display())));
    }
    let is_each = args.verify || args.check || args.to == Some(ToKind::Ll) && folder(args).is_some();
    match is_each && args.module.is_none() {
        true => jobs.into_iter().map(each).collect::<Result<Vec<_>, Fault>>().map(|jobs| jobs.into_iter().flatten().collect()),
        false => Ok(jobs),
    }
}

/// A job for each module in a container that has several; the outputs come into a folder with the name of the container.
fn each(job: Job) -> Result<Vec<Job>, Fault> {
    // What cannot be opened, the job itself will say.
    let Ok(Argument::Within(contents, part)) = inputs::argument(&job.input) else { return Ok(vec![job]) };
    let (modules, mut unread) = contents.entries_of(part.as_deref());
    if part.is_none() {
        unread.splice(0..0, contents.faults.iter().cloned());
    }
    if modules.len() + unread.len() < 2 || input::is_dash(&job.input) {
        return Ok(vec![job]);
    }
    let mut names = extract::Names::default();
    let file = match &part {
        Some(part) => PathBuf::from(job.input.to_string_lossy().strip_suffix(&format!(":{part}")).unwrap_or_default()),
        None => job.input.clone(),
    };
    let module = |entry: Entry<'_>| {
        let name =
            if entry.of == 1 && entry.count == 1 && !entry.bitcode.name.is_empty() { entry.bitcode.name.clone() } else { entry.name() };
        Job {
            input: PathBuf::from(format!("{}:{name}", file.display())),
            more: Vec::new(),
            output: job.output.as_ref().map(|folder| folder.join(names.file_for("", &entry, "ll"))),
            part: Some(Part::Module(Box::new(entry.source()))),
        }
    };
    let mut jobs: Vec<Job> = modules.into_iter().map(module).collect();
    let unread = unread.into_iter().map(|unread| Job {
        input: file.clone(),
        more: Vec::new(),
        output: None,
        part: Some(Part::Unread(unread.to_string())),
    });
    jobs.extend(unread);
    Ok(jobs)
}

/// The names of the outputs in the folder `dir`: those of the inputs, with the folders that they were found in. If two would be the same but
/// for their extensions, all keep the folders below the one that has them all.
fn names(dir: &Path, found: &[folders::Found], args: &Args) -> Result<Vec<PathBuf>, Fault> {
    let without = |path: &Path| Fault::Usage(format!("{}: {} has no file name", dir.display(), input::name(path)));
    let name = |found: &folders::Found| found.name.clone().filter(|_| !input::is_dash(&found.path)).ok_or_else(|| without(&found.path));
    let names = found.iter().map(name).collect::<Result<Vec<PathBuf>, Fault>>()?;
    if twice(&names, args).is_none() {
        return Ok(names);
    }
    let parents = found.iter().filter_map(|found| found.path.parent());
    let above = parents.map(Path::to_path_buf).reduce(|one, other| folders::common(&one, &other)).unwrap_or_default();
    Ok(found.iter().map(|found| found.path.strip_prefix(&above).unwrap_or(&found.path).to_path_buf()).collect())
}

/// A path that is there more than once, without its extension unless outputs keep that.
fn twice<'p>(paths: impl IntoIterator<Item = &'p PathBuf>, args: &Args) -> Option<PathBuf> {
    let stem = |path: &PathBuf| if args.to == Some(ToKind::Same) { path.clone() } else { path.with_extension("") };
    let mut stems: Vec<PathBuf> = paths.into_iter().map(stem).collect();
    stems.sort();
    stems.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
}

/// The output directory: `--out-dir`, or `-o` if it is one or ends like one.
fn folder(args: &Args) -> Option<&Path> {
    let is_folder = |path: &&Path| path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir() && !input::is_dash(path);
    args.out_dir.as_deref().or_else(|| args.output.as_deref().filter(is_folder))
}

/// The output type: from `--to`, or else from the names of the output and of the input `from`.
fn wanted(args: &Args, from: &Path, kind: Kind, origin: &Origin) -> Result<Wanted, Fault> {
    match (args.to, &args.output) {
        (Some(ToKind::Ll), _) => Ok(Wanted::Only(To::Ll)),
        (Some(ToKind::Bc), _) => Ok(Wanted::Only(To::Bc)),
        (Some(ToKind::Same), _) => kinds::same(from, kind, origin),
        (None, Some(path)) if folder(args).is_none() => kinds::of_output(path, from, kind, origin),
        (None, _) => Ok(Wanted::Only(kinds::opposite(kind))),
    }
}

/// Does a job; returns whether anything was kept as in the file because the model cannot represent it.
fn convert(job: &Job, args: &Args, progress: &Progress) -> Result<bool, Fault> {
    if job.input.is_dir() && !input::is_dash(&job.input) {
        return Err(Fault::Content(input::name(&job.input), "is a folder; -r takes the files in it".into()));
    }
    let (input, kind, origin, several) = match match &job.part {
        Some(part) => part.opened(&job.input)?,
        None => inputs::opened(&job.input, args.module)?,
    } {
        Opened::One(input, kind, origin) => (input, kind, origin, None),
        Opened::Many(contents, fault) => {
            let Some(first) = contents.bitcode.first().filter(|_| !args.verify && !args.check) else { return Err(fault) };
            let whole = Input::Part(Arc::clone(&first.input), 0..first.input.bytes().len());
            (whole, Kind::Bitcode, Origin::Container(contents), Some(fault))
        }
    };
    let bytes = input.bytes();
    threads::for_input(bytes.len(), threads::of_modules(bytes.len()), true);
    let name = input::name(&job.input);
    let content = |message: &str| Err(Fault::Content(name.clone(), message.to_owned()));
    if args.verify || args.check {
        note_unread(&origin);
        verify(bytes, kind, &job.input, &name, args)?;
        if args.verify {
            return Ok(false);
        }
    }
    let wanted = match (wanted(args, &job.input, kind, &origin), several) {
        (Ok(Wanted::Only(_)) | Err(_), Some(several)) => return Err(several),
        (wanted, _) => wanted?,
    };
    if wanted == Wanted::Container && !job.more.is_empty() {
        return Err(Fault::Usage("--to same makes a container of one input".into()));
    }
    if wanted != Wanted::Container && args.keep_going {
        return Err(Fault::Usage(format!("{name}: --keep-going goes with a container that stays one")));
    }
    if wanted != Wanted::Container && args.deterministic {
        return Err(Fault::Usage(format!("{name}: --deterministic goes with an archive that stays one")));
    }
    if wanted != Wanted::Container && !args.check {
        note_unread(&origin);
    }
    let to = wanted.to();
    let path = destination(job, args, to);
    if !args.check
        && let Some(parent) = path.parent().filter(|_| folder(args).is_some())
    {
        std::fs::create_dir_all(parent).map_err(|error| Fault::Create(parent.display().to_string(), error))?;
    }
    if !args.check {
        let replaces = args.output.is_none() && job.output.is_none() && path == job.input && !input::is_dash(&path);
        if replaces && !(kind == Kind::Text && to == To::Ll) {
            return content("the output would replace the input; name another with -o");
        }
        if to == To::Bc && input::is_dash(&path) && pager::is_terminal() {
            return content("refusing to write bitcode to a terminal; name an output with -o");
        }
    }
    progress.begin(bytes.len());
    let size = bytes.len();
    let conversion = Conversion { args, name: &name, input: &job.input, path: &path, progress, is_part: false };
    // Texts with descriptions become the file that they are from. A large description takes time to read.
    let restores = !job.more.is_empty() && kind == Kind::Text && Described::new(bytes).trailer.is_some();
    let kept = match (wanted, origin) {
        (Wanted::Container, Origin::Container(contents)) => {
            drop(input);
            containers::convert(&conversion, &contents)?
        }
        _ => conversion.carry_out(input, kind, to, &job.more)?,
    };
    if to == To::Bc && !job.more.is_empty() && !restores {
        let (name, count) = (input::name(&path), job.more.len() + 1);
        let refused = "what reads one module, such as opt and llvm-link, refuses it";
        let words = format!("it has the modules of {count} files, one after the other; {refused}");
        messages::note(&name, Note::new(notes::Kind::SeveralModules, words).with("count", count));
    }
    progress.end(size);
    if args.verbose && !args.check {
        let out = if input::is_dash(&path) { "<stdout>".into() } else { path.to_string_lossy() };
        eprintln!("{}: {name} -> {out}", tool());
    }
    Ok(kept)
}

/// Verifies the modules of an input.
fn verify(bytes: &[u8], kind: Kind, path: &Path, name: &str, args: &Args) -> Result<bool, Fault> {
    let progress = Progress::start();
    progress.begin(bytes.len());
    let conversion = Conversion { args, name, input: path, path, progress: &progress, is_part: false };
    let modules = |offsets| -> Result<Vec<bctk::Module>, Fault> {
        Ok(match kind {
            Kind::Text => vec![conversion.parse_with(bytes, path, Purpose::Text, offsets, &mut |_| ())?],
            _ => conversion.read_to_verify(bytes, offsets)?,
        })
    };
    let options = bctk::VerifyOptions { llvm: args.llvm(), ..bctk::VerifyOptions::default() };
    let read = modules(false)?;
    let llvm = |module: &bctk::Module| options.llvm.unwrap_or_else(|| module.llvm_version());
    if let Some(message) = read.iter().find_map(|module| modules::refused_records(module, llvm(module))) {
        return Err(Fault::Content(name.to_owned(), message));
    }
    let check = |module: &bctk::Module| bctk::verify(module, &options);
    if let Some(fault) = found(&conversion, bytes, read, modules, check, Fault::Invalid)? {
        return Err(fault);
    }
    if args.lint { lint(&conversion, bytes, kind) } else { Ok(false) }
}

/// The fault of the input if a check finds something in its modules, which were read without places.
fn found(
    conversion: &Conversion<'_>,
    bytes: &[u8],
    read: Vec<bctk::Module>,
    read_again: impl Fn(bool) -> Result<Vec<bctk::Module>, Fault>,
    check: impl Fn(&bctk::Module) -> bctk::Report,
    fault: fn(String, String) -> Fault,
) -> Result<Option<Fault>, Fault> {
    let is_clean = read.iter().all(|module| check(module).is_valid());
    modules::discard(read);
    if is_clean {
        return Ok(None);
    }
    // Once more, with the places: modules without a fault need not pay for them.
    let modules = read_again(true)?;
    let name = conversion.name;
    Ok(Some(if conversion.args.json || conversion.args.sarif {
        let found = modules.iter().flat_map(|module| bctk::verify::located(bytes, module, &check(module)));
        Fault::Found(name.to_owned(), found.collect())
    } else {
        fault(name.to_owned(), modules.iter().map(|module| bctk::verify::report(name, bytes, module, &check(module))).collect())
    }))
}

/// Lints the modules of an input, which are valid, in the language of the LLVM whose lint it is.
fn lint(conversion: &Conversion<'_>, bytes: &[u8], kind: Kind) -> Result<bool, Fault> {
    let llvm = bctk::LlvmVersion::DEFAULT;
    let modules = |offsets| -> Result<Vec<bctk::Module>, Fault> {
        match kind {
            Kind::Text => Ok(vec![conversion.parse_to_lint(bytes, llvm, offsets)?]),
            _ => conversion.read_to_lint(bytes, llvm, offsets),
        }
    };
    match found(conversion, bytes, modules(false)?, modules, bctk::lint, Fault::Lint)? {
        Some(fault) => Err(fault),
        None => Ok(false),
    }
}

/// The output of a job.
fn destination(job: &Job, args: &Args, to: To) -> PathBuf {
    let extension = match to {
        To::Ll => "ll",
        To::Bc => "bc",
    };
    match &job.output {
        Some(path) if folder(args).is_none() || args.to == Some(ToKind::Same) => path.clone(),
        Some(path) => path.with_extension(extension),
        None if input::is_dash(&job.input) => Path::new("-").to_path_buf(),
        // A part of a container gets its name from the container.
        None if !job.input.exists() => PathBuf::from(format!("{}.{extension}", job.input.to_string_lossy().replace(':', "."))),
        None => job.input.with_extension(extension),
    }
}

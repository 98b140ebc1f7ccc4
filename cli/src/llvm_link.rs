//! `bctk link`, and the program under the name `llvm-link`: that tool's options, messages and exit status.
//!
//! Under a name with a number, such as `llvm-link-19`, the result is that of this version of LLVM.
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk::input;
use bctk::link::{self, Flags, Linker, Severity};
use bctk::memory;
use bctk::modules::{self, Style};
use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::ModuleHash;
use bctk_object::native::archive::Archive;
use bctk_object::native::bytes::Fault as Malformed;
use bctk_object::native::magic::{Magic, magic};
use clap::{Arg, Command};

use crate::diag::{self, Fault};
use crate::limits;
use crate::link_plan;
use crate::llvm_commands;
use crate::llvm_link_imports::Imports;
use crate::llvm_options::{self, About, Named, Parsed};
use crate::llvm_output::{Stop, Written};
use crate::threads;

/// The parsed command line.
#[derive(Debug, Default, PartialEq)]
struct Options {
    inputs: Vec<PathBuf>,
    overriding: Vec<PathBuf>,
    output: Option<PathBuf>,
    internalize: bool,
    only_needed: bool,
    keep_types_apart: bool,
    disable_lazy_loading: bool,
    ignore_non_bitcode: bool,
    suppress_warnings: bool,
    disable_verify: bool,
    text: bool,
    dump: bool,
    verbose: bool,
    force: bool,
    drop_use_list_orders: bool,
    text_use_list_orders: bool,
    summary_index: Option<PathBuf>,
    imports: Vec<String>,
}

const ABOUT: About = About { overview: "llvm linker", usage: "[options] <input bitcode files>", help: HELP };

const HELP: &str = "
OPTIONS:

Color Options:

  --color                       - Use colors in output (default=autodetect)

Generic Options:

  --help                        - Print this help
  --version                     - Print the version

Link Options:

  -d                            - Print the linked module on standard error
  --disable-debug-info-type-map - Keep classes with the same identifier apart
  --disable-lazy-loading        - Read all of a file before it is linked
  --disable-verify              - Do not verify the linked module
  -f                            - Write bitcode even to a terminal
  --ignore-non-bitcode          - Skip members of archives that are no bitcode
  --internalize                 - Make what later files define local
  -o <filename>                 - Output file; '-' is standard output
  --only-needed                 - Link only what the first file needs of later ones
  --override=<filename>         - Link this file last; its definitions replace others
  -S                            - Write text
  --suppress-warnings           - Print no warnings
  -v                            - Say what is done
";

/// The name of the subcommand as the program's.
const OWN: &str = "bctk link";

/// Runs as `llvm-link` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "llvm-link");
    let args = args.get(1..).unwrap_or_default();
    // The program under LLVM's name has LLVM's options alone.
    let taken = if tool == OWN { link_plan::take(args) } else { Ok((link_plan::Asked::default(), args.to_vec())) };
    match taken.and_then(|(asked, args)| Ok((asked, parse(&args, &tool)?))) {
        Err(parsed) => llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
        Ok((_, options)) if options.inputs.is_empty() => {
            eprintln!("{short}: Not enough positional command line arguments specified!");
            eprintln!("Must specify at least 1 positional argument: See: {tool} --help");
            ExitCode::FAILURE
        }
        Ok((asked, options)) => {
            let result = look(&asked, named, &options).and_then(|goes_on| if goes_on { work(&tool, named, &options) } else { Ok(()) });
            Stop::exit(result, &tool)
        }
    }
}

/// Makes the plan that is asked for. Returns whether modules are to be linked.
fn look(asked: &link_plan::Asked, named: Named, options: &Options) -> Result<bool, Stop> {
    if *asked == link_plan::Asked::default() {
        return Ok(true);
    }
    let llvm = named.llvm().map_err(|message| Fault::Content(OWN.into(), message))?;
    let fits = link_plan::run(asked, &options.inputs, &options.overriding, options.only_needed, llvm)?;
    match (asked.plan, fits) {
        (false, _) => Ok(true),
        (true, true) => Ok(false),
        (true, false) => Err(Stop::Told),
    }
}

/// The command line as that of a subcommand, for help and completions.
pub(crate) fn command(name: &'static str) -> Command {
    let command = llvm_commands::command(name, "Link modules into one, as llvm-link does", HELP);
    let command = llvm_commands::with_options(command, link_plan::HELP)
        .after_help("Examples:\n  bctk link a.bc b.bc -o all.bc\n  bctk link --only-needed kernel.bc libdevice.bc -S -o -");
    command.arg(Arg::new("files").value_name("FILE").num_args(1..).value_parser(clap::value_parser!(PathBuf)).help("Files to link"))
}

fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let mut options = Options::default();
    let (mut output, mut color) = (None, false);
    let (mut imports, mut index) = (Vec::new(), None);
    let (mut bitcode_orders, mut text_orders, mut opaque) = (true, false, true);
    let mut overriding = Vec::new();
    let parsed = llvm_options::parse_lists(
        args,
        tool,
        &mut [
            ("internalize", &mut options.internalize),
            ("only-needed", &mut options.only_needed),
            ("disable-debug-info-type-map", &mut options.keep_types_apart),
            ("disable-lazy-loading", &mut options.disable_lazy_loading),
            ("ignore-non-bitcode", &mut options.ignore_non_bitcode),
            ("suppress-warnings", &mut options.suppress_warnings),
            ("disable-verify", &mut options.disable_verify),
            ("S", &mut options.text),
            ("d", &mut options.dump),
            ("v", &mut options.verbose),
            ("f", &mut options.force),
            ("preserve-bc-uselistorder", &mut bitcode_orders),
            ("preserve-ll-uselistorder", &mut text_orders),
            ("opaque-pointers", &mut opaque),
            ("color", &mut color),
        ],
        &mut [("o", &mut output), ("summary-index", &mut index)],
        &mut [("override", &mut overriding), ("import", &mut imports)],
    );
    options.overriding = overriding.into_iter().map(PathBuf::from).collect();
    options.summary_index = index.map(PathBuf::from);
    if !imports.is_empty() && options.summary_index.is_none() {
        let words = "has no effect without --summary-index";
        if tool == OWN {
            return Err(Parsed::Wrong(vec![format!("for the --import option: {words}")]));
        }
        // LLVM does not look at the files.
        eprintln!("{tool}: note: --import {words}");
    }
    if !opaque {
        return Err(Parsed::Wrong(vec!["for the --opaque-pointers option: typed pointers are not supported".into()]));
    }
    options.imports = imports.into_iter().map(|import| import.to_string_lossy().into_owned()).collect();
    options.output = output.map(PathBuf::from).filter(|path| !path.as_os_str().is_empty());
    (options.drop_use_list_orders, options.text_use_list_orders) = (!bitcode_orders, text_orders);
    match parsed {
        Parsed::Files(files) => Ok(Options { inputs: files, ..options }),
        other => Err(other),
    }
}

/// Links all files, and writes the result.
fn work(tool: &str, named: Named, options: &Options) -> Result<(), Stop> {
    let llvm = named.llvm().map_err(|message| Fault::Content("llvm-link".into(), message))?;
    if !llvm.opaque_pointers() {
        let message = format!("linking for LLVM {llvm}, which has typed pointers, is not supported");
        return Err(Fault::Content("llvm-link".into(), message).into());
    }
    modules::process_ends_soon();
    let imports = options.summary_index.as_deref().map(|path| Imports::read(path, llvm)).transpose()?;
    let mut linking = Linking { tool, llvm, options, linker: link::linker(llvm), begun: 0, imports };
    let flags = Flags { only_needed: options.only_needed, keep_types_apart: options.keep_types_apart, ..Flags::default() };
    linking.files(&options.inputs, flags)?;
    linking.files(&options.overriding, Flags { override_from_source: true, ..flags })?;
    let Linking { mut linker, imports, .. } = linking;
    if let Some(imports) = &imports {
        imports.import(&mut linker, &options.imports, tool, options.verbose)?;
    }
    let mut module = link::finish(linker, llvm, !options.text || options.text_use_list_orders);
    if let Some(imports) = &imports {
        imports.finish(&mut module);
    }
    if options.dump {
        eprintln!("Here's the assembly:");
        let style = Style { module_id: link::LINKED.into(), ..Style::default() };
        modules::print(&module, &style, &mut std::io::stderr()).map_err(|error| Fault::write("<stderr>", error))?;
    }
    if !options.disable_verify {
        let report = bctk::verify(&module, &bctk::VerifyOptions { llvm: Some(llvm), ..bctk::VerifyOptions::default() });
        if !report.is_valid() {
            eprint!("{}", bctk::verify::llvm_messages(&module, &report));
            eprintln!("{tool}: error: linked module is broken!");
            return Err(Stop::Told);
        }
    }
    if options.verbose {
        eprintln!("Writing bitcode...");
    }
    let inputs: Vec<PathBuf> = options.inputs.iter().chain(&options.overriding).cloned().collect();
    let written = Written {
        inputs: &inputs,
        output: options.output.as_deref(),
        module_id: link::LINKED.into(),
        text: options.text,
        force: options.force,
        bitcode_orders: !options.drop_use_list_orders,
        text_orders: options.text_use_list_orders,
        use_lists: None,
        module_hash: ModuleHash::AsRead,
        llvm,
    };
    written.write(&module)?;
    modules::discard(vec![module]);
    Ok(())
}

/// The linker with what it was asked for.
struct Linking<'o> {
    tool: &'o str,
    llvm: LlvmVersion,
    options: &'o Options,
    linker: Linker,
    /// How many files were begun.
    begun: usize,
    /// What is imported, and by what index.
    imports: Option<Imports>,
}

impl Linking<'_> {
    /// Links files one after the other. Most flags are for all but the first.
    fn files(&mut self, paths: &[PathBuf], flags: Flags) -> Result<(), Stop> {
        for (at, path) in paths.iter().enumerate() {
            let flags = match at {
                0 => Flags { only_needed: false, internalize: false, ..flags },
                _ => Flags { internalize: self.options.internalize, ..flags },
            };
            self.file(path, flags)?;
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, flags: Flags) -> Result<(), Stop> {
        let tool = self.tool;
        self.begun += 1;
        let input = match input::open(path) {
            Ok(input) => input,
            Err(error) => {
                let name = path.display();
                match error.kind() {
                    bctk::ErrorKind::Open(error) if error.kind() == std::io::ErrorKind::NotFound => {
                        eprintln!("{tool}: No such file or directory: '{name}'");
                    }
                    bctk::ErrorKind::Open(error) => eprintln!("{tool}: {}", diag::words(error)),
                    _ => return Err(Fault::from(error).into()),
                }
                return Err(Stop::Told);
            }
        };
        let bytes = input.bytes();
        threads::for_input(bytes.len(), threads::of_modules(bytes.len()), true);
        let name = String::from_utf8_lossy(&input::module_id(path)).into_owned();
        let module = match magic(bytes) == Magic::Archive {
            true => self.archive(path, &name, bytes)?,
            false => {
                if self.options.verbose {
                    eprintln!("Loading '{name}'");
                }
                self.read(path, bytes).ok()
            }
        };
        let Some((mut module, is_text)) = module else {
            eprintln!("{tool}: error:  loading file '{}'", path.display());
            return Err(Stop::Told);
        };
        link::prepare(&mut self.linker, &mut module, self.llvm);
        if self.options.keep_types_apart && !self.options.disable_verify && !self.is_valid(&module, path) {
            return Err(Stop::Told);
        }
        if self.options.verbose {
            eprintln!("Linking in '{}'", path.display());
        }
        if let Some(imports) = &self.imports {
            imports.promote(&mut module, path)?;
        }
        let strips_debug = memory::strips_debug(&module, self.llvm);
        let flags = Flags { strips_debug, is_read_whole: is_text || self.options.disable_lazy_loading, ..flags };
        let result = self.linker.link(module, &name, flags);
        self.tell();
        result.map_err(|problem| {
            eprintln!("error: {problem}");
            // LLVM's messages do not say where that is.
            if let Some(subject) = problem.subject().filter(|_| tool == OWN) {
                let all = self.options.inputs.iter().chain(&self.options.overriding);
                let begun: Vec<&Path> = all.take(self.begun).map(PathBuf::as_path).collect();
                link_plan::tell_of(subject, &begun);
            }
            Stop::Told
        })
    }

    /// Reads a module, and says what is wrong with it.
    fn read(&self, path: &Path, bytes: &[u8]) -> Result<(bctk::Module, bool), ()> {
        let (tool, llvm) = (self.tool, self.llvm);
        let name = String::from_utf8_lossy(&input::module_id(path)).into_owned();
        let read = modules::as_it_is(&limits::limits());
        let is_text = input::kind(bytes) == input::Kind::Text;
        match link::read(path, bytes, llvm, &read, &limits::parse_options()) {
            Ok(module) => {
                diag::dropped(std::slice::from_ref(&module), &name, "");
                Ok((module, is_text))
            }
            Err(error) => {
                match Fault::from(error) {
                    Fault::Text(report) => eprint!("{}", report.as_llvm(tool)),
                    Fault::Content(_, message) => eprintln!("{tool}: {name}: error: {message}"),
                    other => eprintln!("{tool}: error: {other}"),
                }
                Err(())
            }
        }
    }

    fn is_valid(&self, module: &bctk::Module, path: &Path) -> bool {
        let report = bctk::verify(module, &bctk::VerifyOptions { llvm: Some(self.llvm), ..bctk::VerifyOptions::default() });
        if !report.is_valid() {
            eprint!("{}", bctk::verify::llvm_messages(module, &report));
            eprintln!("{}: {}: error: input module is broken!", self.tool, path.display());
        }
        report.is_valid()
    }

    /// Links the members of an archive into one module.
    fn archive(&self, path: &Path, name: &str, bytes: &[u8]) -> Result<Option<(bctk::Module, bool)>, Stop> {
        let tool = self.tool;
        let malformed = |fault: Malformed| {
            eprintln!("{tool}: {}", fault.message);
            Stop::Told
        };
        if self.options.verbose {
            eprintln!("Reading library archive file '{name}' to memory");
        }
        let archive = Archive::parse(bytes).map_err(malformed)?;
        let mut linker = Linker::new(bctk::Module::new("ArchiveModule"), "ArchiveModule", self.llvm);
        let mut next = archive.first();
        while let Some(found) = next {
            let member = String::from_utf8_lossy(&archive.name(&found).map_err(malformed)?).into_owned();
            if self.options.verbose {
                eprintln!("Parsing member '{member}' of archive library to module.");
            }
            let opened;
            let bytes = if found.elsewhere {
                let Ok(file) = input::open(&path.parent().unwrap_or(Path::new("")).join(&member)) else {
                    eprintln!("{tool}: error:  loading memory for member '{member}' of archive library failed'{name}'");
                    return Ok(None);
                };
                opened = file;
                opened.bytes()
            } else {
                archive.content(&found)
            };
            if magic(bytes) == Magic::Bitcode {
                if !self.member(&mut linker, &member, name, bytes) {
                    return Ok(None);
                }
            } else if !self.options.ignore_non_bitcode {
                eprintln!("{tool}: error:   member of archive is not a bitcode file: '{member}'");
                return Ok(None);
            }
            next = archive.next(&found).map_err(malformed)?;
        }
        Ok(Some((linker.finish().module, true)))
    }

    /// Links a member of an archive; returns whether that worked.
    fn member(&self, linker: &mut Linker, member: &str, archive: &str, bytes: &[u8]) -> bool {
        let Ok((mut module, _)) = self.read(Path::new(member), bytes) else {
            eprintln!("{}: error:   parsing member '{member}' of archive library failed'{archive}'", self.tool);
            return false;
        };
        if self.options.verbose {
            eprintln!("Linking member '{member}' of archive library.");
        }
        linker.take_target(&module);
        link::prepare(linker, &mut module, self.llvm);
        let result = linker.link(module, member, Flags { keep_types_apart: self.options.keep_types_apart, ..Flags::default() });
        self.tell_all(linker.take_problems());
        if let Err(problem) = &result {
            eprintln!("error: {problem}");
        }
        result.is_ok()
    }

    /// Prints what LLVM warns of.
    fn tell(&mut self) {
        let problems = self.linker.take_problems();
        self.tell_all(problems);
    }

    fn tell_all(&self, problems: Vec<link::Problem>) {
        for problem in problems {
            match problem.severity() {
                Severity::Warning if self.options.suppress_warnings => {}
                Severity::Warning => eprintln!("warning: {problem}"),
                Severity::Error => eprintln!("error: {problem}"),
            }
        }
    }
}

//! `bcconv` under the name `llvm-dis`: that tool's options, file names, messages and exit status.
//!
//! Behaves like llvm-dis 22. Under a name with a number, such as `llvm-dis-17`, the text is that of this version of LLVM.
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::diag::{self, Fault};
use crate::limits;
use crate::llvm_options::{self, About, Named, Parsed};
use crate::output::{Existing, Output, Resolved};
use crate::progress::Progress;
use crate::threads;
use bctk::input::{self, Window};
use bctk::modules::{self, Parts, Style};
use bctk_bitcode::ReadOptions;

/// The parsed command line.
#[derive(Debug, Default, PartialEq)]
struct Options {
    inputs: Vec<PathBuf>,
    output: Option<PathBuf>,
    disable_output: bool,
    show_annotations: bool,
    materialize_metadata: bool,
    preserve_uselistorder: bool,
    index_only: bool,
}

const ABOUT: About = About { overview: "llvm .bc -> .ll disassembler", usage: "[options] [input bitcode]...", help: HELP };

const HELP: &str = "
OPTIONS:

Color Options:

  --color                    - Use colors in output (default=autodetect)

Disassembler Options:

  --disable-output           - Write no output
  -f                         - Accepted for compatibility
  --materialize-metadata     - Print the module with its metadata but without function bodies
  -o <filename>              - Output file; '-' is standard output
  --preserve-ll-uselistorder - Print use-list order directives
  --print-thinlto-index-only - Print only the ThinLTO summary
  --set-importing            - Accepted for compatibility
  --show-annotations         - Add comments about uses, types and debug locations

Generic Options:

  --help                     - Print this help
  --version                  - Print the version
";

/// Runs as `llvm-dis` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "llvm-dis");
    match parse(args.get(1..).unwrap_or_default(), &tool) {
        Err(parsed) => llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
        Ok(options) => work(&tool, named, options),
    }
}

fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let mut options = Options::default();
    let mut output = None;
    let mut taken = [false; 3];
    let [force, importing, color] = &mut taken;
    let parsed = llvm_options::parse(
        args,
        tool,
        &mut [
            ("f", force),
            ("set-importing", importing),
            ("color", color),
            ("disable-output", &mut options.disable_output),
            ("show-annotations", &mut options.show_annotations),
            ("materialize-metadata", &mut options.materialize_metadata),
            ("preserve-ll-uselistorder", &mut options.preserve_uselistorder),
            ("print-thinlto-index-only", &mut options.index_only),
        ],
        &mut [("o", &mut output)],
    );
    options.output = output.map(PathBuf::from);
    match parsed {
        Parsed::Files(files) => Ok(Options { inputs: files, ..options }),
        other => Err(other),
    }
}

fn work(tool: &str, named: Named, mut options: Options) -> ExitCode {
    if options.inputs.is_empty() {
        options.inputs.push(PathBuf::from("-"));
    } else if options.inputs.len() > 1 && options.output.is_some() {
        eprintln!("error: output file name cannot be set for multiple input files");
        return ExitCode::FAILURE;
    }
    let progress = Progress::start();
    let resolved = Resolved::default();
    if options.inputs.len() == 1 {
        modules::process_ends_soon();
    }
    for path in &options.inputs {
        if let Err(fault) = disassemble(path, tool, named, &options, &resolved, &progress) {
            drop(progress);
            let status = fault.status();
            // llvm-dis prints faults of files without its own name, and faults of an output without the name of the file.
            match fault {
                Fault::Open(name, error) => eprintln!("error: {}: {}", if name == "<stdin>" { "-" } else { &name }, diag::words(&error)),
                Fault::Create(_, error) => eprintln!("{}", diag::words(&error)),
                Fault::Write(_, error) => eprintln!("LLVM ERROR: IO failure on output stream: {}", diag::words(&error)),
                Fault::Content(_, message) => eprintln!("{tool}: error: {message}"),
                Fault::Broken(_, findings) => eprintln!("{findings}{}", diag::BROKEN),
                other => diag::report(tool, &other),
            }
            return ExitCode::from(status);
        }
    }
    ExitCode::SUCCESS
}

fn disassemble(path: &Path, tool: &str, named: Named, options: &Options, resolved: &Resolved, progress: &Progress) -> Result<(), Fault> {
    let input = input::open(path)?;
    threads::for_input(input.bytes().len(), threads::of_modules(input.bytes().len()), options.inputs.len() == 1);
    progress.begin(input.bytes().len());
    // LLVM's reader takes only files of whole words, whatever their first bytes.
    if !input.bytes().len().is_multiple_of(4) && !input.bytes().is_empty() {
        return Err(Fault::Content(input::name(path), "Invalid bitcode signature".into()));
    }
    let parts = match (options.index_only, options.materialize_metadata) {
        (true, _) => Parts::Index,
        (false, true) => Parts::WithoutBodies,
        (false, false) => Parts::All,
    };
    let orders = options.preserve_uselistorder;
    let read = ReadOptions { local_use_orders: orders, name_orders: false, ..modules::as_it_is(&limits::limits()) };
    let mut window = Window::open(&input);
    let modules = modules::read_for(&input::name(path), input.bytes(), parts, named.reader(), &read, &mut |passed| window.pass(passed))
        .map_err(|error| in_llvm_words(error, input.bytes().len()))?;
    window.pass(input.bytes().len());
    // LLVM's reader verifies what has debug information.
    if let Some(faults) = modules.iter().filter_map(|module| module.provenance.debug_faults.as_ref()).find(|faults| faults.is_fatal) {
        return Err(Fault::Broken(input::name(path), faults.messages.clone()));
    }
    diag::dropped(&modules, &input::name(path), &format!("{tool}: "));
    if let Some(words) = diag::not_understood(&modules) {
        eprintln!("llvm-dis: note: {}: {words}; the text omits them", input::name(path));
    }
    let several = modules.len() > 1;
    // llvm-dis prints this, too, but then writes files named `-.0` and `-.1`.
    if several && options.output.as_deref().is_some_and(input::is_dash) && !options.disable_output {
        return Err(Fault::Content(input::name(path), "only single module bitcode files can be written to stdout".into()));
    }
    let style = Style {
        module_id: input::module_id(path),
        preserve_uselistorder: options.preserve_uselistorder,
        annotations: options.show_annotations && !(parts == Parts::WithoutBodies && named.reader().unannotated_declarations()),
        parts,
        limits: limits::limits(),
        ..Style::default()
    };
    for (number, module) in modules.iter().enumerate() {
        if options.disable_output {
            continue;
        }
        let path = destination(path, options.output.as_deref(), several.then_some(number));
        let mut output = Output::derived(&path, &options.inputs, resolved, Existing::Replaced)?;
        let printed = modules::print(module, &style, &mut progress.count(&mut output));
        printed.map_err(|error| Fault::write(output.name(), error))?;
        output.finish()?;
    }
    progress.end(input.bytes().len());
    modules::discard(modules);
    Ok(())
}

/// An error of a file of this size, begun with LLVM's words for it if there are any.
fn in_llvm_words(error: bctk::Error, size: usize) -> Fault {
    let words = match error.kind() {
        // LLVM looks at the size first.
        bctk::ErrorKind::Bitcode(_) if size == 0 => "file too small to contain bitcode header",
        bctk::ErrorKind::Bitcode(error) => bctk_bitcode::llvm_words(error),
        _ => "",
    };
    match (words, error) {
        ("", error) => error.into(),
        (words, error) => Fault::Content(error.file().to_owned(), format!("{words}: {}", error.message())),
    }
}

/// Output file of a module: `-o`, or the input's name with `.bc` replaced by `.ll`; `number` is set if the file has several modules.
fn destination(input: &Path, output: Option<&Path>, number: Option<usize>) -> PathBuf {
    let number = number.map(|n| format!(".{n}")).unwrap_or_default();
    match output {
        Some(path) if !path.as_os_str().is_empty() => {
            let mut name = path.as_os_str().to_owned();
            name.push(number);
            PathBuf::from(name)
        }
        _ if input::is_dash(input) => PathBuf::from("-"),
        _ => {
            let is_bc = input.extension().is_some_and(|e| e == "bc") && input.file_stem().is_some();
            let mut name = if is_bc { input.with_extension("").into_os_string() } else { input.as_os_str().to_owned() };
            name.push(number);
            name.push(".ll");
            PathBuf::from(name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Options, Parsed> {
        parse(&args.iter().map(OsString::from).collect::<Vec<_>>(), "llvm-dis")
    }

    #[test]
    fn options_take_one_dash_or_two() {
        let want = Options { inputs: vec!["a.bc".into()], output: Some("-".into()), preserve_uselistorder: true, ..Options::default() };
        assert_eq!(parsed(&["-preserve-ll-uselistorder", "a.bc", "--o", "-"]), Ok(want));
        let want = Options { inputs: vec!["a.bc".into(), "-x".into()], output: Some("x=y".into()), ..Options::default() };
        assert_eq!(parsed(&["-f", "--disable-output=false", "a.bc", "-o=x=y", "--", "-x"]), Ok(want));
    }

    #[test]
    fn wrong_ones_are_named() {
        let Err(Parsed::Wrong(complaints)) = parsed(&["--bogus", "-f=maybe", "-o"]) else { panic!("accepted") };
        assert_eq!(complaints.len(), 3);
        assert!(complaints[0].starts_with("Unknown command line argument '--bogus'."));
        assert_eq!(complaints[1], "for the -f option: 'maybe' is invalid value for boolean argument! Try 0 or 1");
        assert_eq!(complaints[2], "for the -o option: requires a value!");
    }

    #[test]
    fn file_names() {
        let name =
            |input: &str, output: Option<&str>, number| destination(Path::new(input), output.map(Path::new), number).display().to_string();
        assert_eq!(name("d.d/a.bc", None, None), "d.d/a.ll");
        assert_eq!(name("d.bc/a", None, None), "d.bc/a.ll");
        assert_eq!(name("a.x.bc", None, Some(1)), "a.x.1.ll");
        assert_eq!(name("a.bc", Some("out"), Some(0)), "out.0");
        assert_eq!(name("-", None, None), "-");
    }
}

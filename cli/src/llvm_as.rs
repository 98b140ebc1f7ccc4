//! `bcconv` under the name `llvm-as`: that tool's options, file names, messages and exit status.
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::{ModuleHash, UseListOrders, WriteOptions};
use bctk_textual::Pointers;

use crate::diag::{self, Fault};
use crate::llvm_options::{self, About, Named, Parsed};
use crate::output::{Existing, Output, Resolved};
use crate::progress::Progress;
use crate::threads;
use bctk::input::{self, Window};
use bctk::modules::Purpose;
use bctk::modules::{self, Style};
use bctk::translate;

/// The parsed command line.
#[derive(Debug, Default, PartialEq)]
struct Options {
    input: PathBuf,
    output: Option<PathBuf>,
    disable_output: bool,
    force: bool,
    dump: bool,
    module_hash: bool,
    disable_verify: bool,
    allow_incomplete: bool,
    drop_use_list_orders: bool,
    data_layout: Option<OsString>,
    index_threshold: Option<usize>,
}

const ABOUT: About = About { overview: "llvm .ll -> .bc assembler", usage: "[options] <input .ll file>", help: HELP };

const HELP: &str = "
OPTIONS:

Generic Options:

  --help                        - Print this help
  --version                     - Print the version

llvm-as Options:

  --allow-incomplete-ir         - Declare what is not defined, and drop references to such metadata
  --bitcode-mdindex-threshold=<uint> - Write an index of metadata above this number of nodes (25)
  --data-layout=<layout-string> - Use this data layout instead of that of the text
  --disable-output              - Write no output
  -d                            - Print the module on standard error
  --disable-verify              - Keep invalid debug information
  -f                            - Write bitcode even to a terminal
  --module-hash                 - Write the module's hash
  -o <filename>                 - Output file; '-' is standard output
  --preserve-bc-uselistorder    - Write use-list orders (default; =false turns it off)

Color Options:

  --color                       - Use colors in output (default=autodetect)
";

/// Runs as `llvm-as` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "llvm-as");
    let options = match parse(args.get(1..).unwrap_or_default(), &tool) {
        Err(parsed) => return llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
        Ok(options) => options,
    };
    if let Some(message) = wrong_layout(&options, named) {
        eprintln!("{tool}: <unknown>:0: error: {message}");
        return ExitCode::FAILURE;
    }
    match assemble(&options, named) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let status = fault.status();
            match fault {
                // As llvm-as words it.
                Fault::Open(name, error) => {
                    let name = if name == "<stdin>" { "-" } else { &name };
                    eprintln!("{tool}: {name}: error: Could not open input file: {}", diag::words(&error));
                }
                Fault::Create(_, error) => eprintln!("{}", diag::words(&error)),
                Fault::Write(_, error) => eprintln!("LLVM ERROR: IO failure on output stream: {}", diag::words(&error)),
                Fault::Text(report) => eprint!("{}", report.as_llvm(&tool)),
                Fault::Broken(_, findings) => eprintln!("{findings}{}", diag::BROKEN),
                Fault::Invalid(_, findings) => eprint!("{tool}: assembly parsed, but does not verify as correct!\n{findings}"),
                other => diag::report(&tool, &other),
            }
            ExitCode::from(status)
        }
    }
}

fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let mut options = Options::default();
    let mut output = None;
    let mut uselist = true;
    let mut color = false;
    let mut threshold = None;
    let parsed = llvm_options::parse(
        args,
        tool,
        &mut [
            ("f", &mut options.force),
            ("d", &mut options.dump),
            ("color", &mut color),
            ("disable-output", &mut options.disable_output),
            ("disable-verify", &mut options.disable_verify),
            ("allow-incomplete-ir", &mut options.allow_incomplete),
            ("module-hash", &mut options.module_hash),
            ("preserve-bc-uselistorder", &mut uselist),
        ],
        &mut [("o", &mut output), ("data-layout", &mut options.data_layout), ("bitcode-mdindex-threshold", &mut threshold)],
    );
    if let Some(text) = threshold {
        let text = text.to_string_lossy();
        match text.parse() {
            Ok(number) => options.index_threshold = Some(number),
            Err(_) => {
                let complaint = format!("for the --bitcode-mdindex-threshold option: '{text}' value invalid for uint argument!");
                return Err(Parsed::Wrong(vec![complaint]));
            }
        }
    }
    options.output = output.map(PathBuf::from).filter(|path| !path.as_os_str().is_empty());
    options.data_layout = options.data_layout.filter(|layout| !layout.is_empty());
    options.drop_use_list_orders = !uselist;
    match parsed {
        Parsed::Files(files) if files.len() <= 1 => {
            options.input = files.into_iter().next().unwrap_or_else(|| PathBuf::from("-"));
            Ok(options)
        }
        other => Err(other),
    }
}

/// What is wrong with the data layout of the command line. Layouts of LLVM 14 and older may state what newer ones find wrong.
fn wrong_layout(options: &Options, named: Named) -> Option<String> {
    let (layout, llvm) = (options.data_layout.as_ref()?, named.llvm().ok()?);
    if !llvm.opaque_pointers() {
        return None;
    }
    bctk_ir::datalayout::check(layout.as_encoded_bytes(), llvm).err()
}

fn assemble(options: &Options, named: Named) -> Result<(), Fault> {
    let content = |message| Fault::Content(input::name(&options.input), message);
    let llvm = named.llvm().map_err(content)?;
    let input = input::open(&options.input)?;
    threads::for_input(input.bytes().len(), threads::of_modules(input.bytes().len()), true);
    modules::process_ends_soon();
    let progress = Progress::start();
    progress.begin(input.bytes().len());
    let mut window = Window::open(&input);
    let parse_options = bctk_textual::ParseOptions {
        data_layout: options.data_layout.as_ref().map(|layout| layout.as_encoded_bytes().to_vec()),
        read_as: Some(llvm),
        allow_incomplete: options.allow_incomplete,
        pointers: match (llvm.opaque_pointers(), llvm.reads_as_opaque()) {
            (false, _) => Pointers::TypedThroughout,
            (true, false) => Pointers::Typed,
            (true, true) => Pointers::Opaque,
        },
        ..crate::limits::parse_options()
    };
    let purpose = if options.disable_verify { Purpose::UnverifiedBitcode } else { Purpose::Bitcode };
    let mut module = modules::parse_for(input.bytes(), &options.input, purpose, None, &parse_options, &mut |passed| window.pass(passed))?;
    if let Some(faults) = module.provenance.debug_faults.take() {
        eprint!("{}", faults.messages);
        if faults.is_fatal {
            return Err(Fault::Broken(input::name(&options.input), String::new()));
        }
    }
    if let Some(dropped) = module.provenance.dropped_debug {
        eprintln!("warning: {}", dropped.warning(&input::name(&options.input)));
    }
    if !options.disable_verify {
        // A text of an older release is not upgraded yet.
        let own = module.is_current().then_some(llvm);
        let rules = bctk::VerifyOptions { llvm: own, ..bctk::VerifyOptions::default() };
        let report = bctk::verify(&module, &rules);
        if !report.is_valid() {
            let messages = bctk::verify::llvm_messages(&module, &report);
            let name = input::name(&options.input);
            // LLVM's reader verifies what has debug information before llvm-as does.
            let by_reader = module.provenance.dropped_debug.is_none() && bctk::verify::by_readers(&module);
            return Err(if by_reader { Fault::Broken(name, messages) } else { Fault::Invalid(name, messages) });
        }
    }
    translate::assembled(&mut module, llvm).map_err(|kind| bctk::Error::new(input::name(&options.input), kind))?;
    let size = input.bytes().len();
    // Nothing refers to it any more, and it may be large.
    drop(input);
    if options.dump {
        let style = Style { module_id: input::module_id(&options.input), ..Style::default() };
        eprintln!("Here's the assembly:");
        modules::print(&module, &style, &mut std::io::stderr()).map_err(|error| Fault::write("<stderr>", error))?;
    }
    let modules = vec![module];
    if !options.disable_output {
        write(&modules, options, llvm, &progress)?;
    }
    progress.end(size);
    modules::discard(modules);
    Ok(())
}

fn write(modules: &[bctk::Module], options: &Options, llvm: LlvmVersion, progress: &Progress) -> Result<(), Fault> {
    let path = destination(options);
    if input::is_dash(&path) && !options.force && std::io::stdout().is_terminal() {
        eprintln!("WARNING: bitcode was not written to the terminal; -f forces it.");
        return Ok(());
    }
    let write_options = WriteOptions {
        use_list_orders: if options.drop_use_list_orders { UseListOrders::Drop } else { UseListOrders::Preserve },
        module_hash: if options.module_hash { ModuleHash::Compute } else { ModuleHash::AsRead },
        producer: Some(format!("LLVM{}", llvm.last_release()).into_bytes()),
        llvm: Some(llvm),
        metadata_index_threshold: options.index_threshold,
        ..WriteOptions::default()
    };
    let mut output = Output::derived(&path, std::slice::from_ref(&options.input), &Resolved::default(), Existing::Replaced)?;
    modules::write(modules, &write_options, &mut progress.count(&mut output))
        .map_err(|fault| Fault::of_bitcode(fault, &input::name(&options.input), output.name()))?;
    output.finish()
}

/// Output file of the bitcode: `-o`, or the input's name with `.ll` replaced by `.bc`.
fn destination(options: &Options) -> PathBuf {
    match &options.output {
        Some(path) => path.clone(),
        None if input::is_dash(&options.input) => PathBuf::from("-"),
        None => {
            let input = options.input.as_os_str();
            let is_ll = options.input.extension().is_some_and(|e| e == "ll") && options.input.file_stem().is_some();
            let mut name = if is_ll { options.input.with_extension("").into_os_string() } else { input.to_owned() };
            name.push(".bc");
            PathBuf::from(name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let args = ["-disable-output", "--preserve-bc-uselistorder=false", "a.ll", "-o", "x.bc"].map(OsString::from);
        let want = Options {
            input: "a.ll".into(),
            output: Some("x.bc".into()),
            disable_output: true,
            drop_use_list_orders: true,
            ..Options::default()
        };
        assert_eq!(parse(&args, "llvm-as"), Ok(want));
        assert_eq!(parse(&[], "llvm-as").map(|o| o.input), Ok("-".into()));
        let name = |input: &str| destination(&Options { input: input.into(), ..Options::default() }).display().to_string();
        assert_eq!((name("d.d/a.ll"), name("a.x"), name("-")), ("d.d/a.bc".into(), "a.x.bc".into(), "-".into()));
        assert!(matches!(parse(&["a", "b"].map(OsString::from), "llvm-as"), Err(Parsed::Files(_))));
    }
}

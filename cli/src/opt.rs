//! `bctk opt`, and the program under the name `opt`: passes under LLVM's names, with that tool's options, messages and exit status.
//!
//! Under a name with a number, such as `opt-19`, the result is that of this version of LLVM.
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bctk::input;
use bctk::lto::backend::ImportFlags;
use bctk::lto::summarize::{self, SummarizeError, SummarizeOptions, ThinOptions};
use bctk::modules;
use bctk::passes::{self, Glob, Orders, Pass, PassOptions};
use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::ModuleHash;
use clap::{Arg, Command};

use crate::diag::{self, Fault};
use crate::limits;
use crate::llvm_commands;
use crate::llvm_link_imports::Imports;
use crate::llvm_options::{self, About, Named, Parsed};
use crate::llvm_output::{Stop, Written, tell_of_input};
use crate::opt_layouts::{self, Known};
use crate::opt_maps;
use crate::threads;

/// The parsed command line.
#[derive(Debug, Default)]
struct Options {
    input: PathBuf,
    output: Option<PathBuf>,
    pipeline: String,
    passes: PassOptions,
    api_file: Option<PathBuf>,
    map_files: Vec<PathBuf>,
    data_layout: Option<Vec<u8>>,
    triple: Option<Vec<u8>>,
    text: bool,
    force: bool,
    disable_output: bool,
    disable_verify: bool,
    verify_each: bool,
    strip_debug: bool,
    strip_named_metadata: bool,
    keep_types_apart: bool,
    module_hash: bool,
    module_summary: bool,
    thin: bool,
    thin_options: ThinOptions,
    thin_link: Option<PathBuf>,
    drop_use_list_orders: bool,
    text_use_list_orders: bool,
    import: Import,
}

/// What `function-import` goes by.
#[derive(Debug, Default)]
struct Import {
    /// `--summary-file`
    index: Option<PathBuf>,
    /// `--import-all-index`: all that the index has of other modules is imported.
    all: bool,
    /// `--enable-import-metadata`
    metadata: bool,
}

/// The pass that imports functions, which works alone.
const IMPORT: &str = "function-import";

const ABOUT: About =
    About { overview: "llvm .bc -> .bc modular optimizer and analysis printer", usage: "[options] <input bitcode file>", help: HELP };

const HELP: &str = "
OPTIONS:

Color Options:

  --color                                  - Use colors in output (default=autodetect)

Generic Options:

  --help                                   - Print this help
  --version                                - Print the version

General options:

  --data-layout=<layout>                   - The data layout of the module
  --disable-debug-info-type-map            - Keep classes with the same identifier apart
  --disable-output                         - Write nothing
  --disable-verify                         - Do not verify the module before and after the passes
  --enable-import-metadata                 - Let functions that function-import imports say where they are from
  -f                                       - Write bitcode even to a terminal
  --import-all-index                       - Let function-import import all that the index has of other modules
  --internalize-public-api-file=<filename> - A file with the symbols that internalize preserves, one a line
  --internalize-public-api-list=<list>     - The symbols that internalize preserves; patterns, with commas between them
  --module-hash                            - Put a hash of the module into its bitcode
  --module-summary                         - Put a summary for ThinLTO into the bitcode
  --mtriple=<triple>                       - The target of the module
  -o <filename>                            - Output file; '-' is standard output
  --passes=<passes>                        - The passes, with commas between them: see below
  -p <passes>                              - The same
  --preserve-bc-uselistorder               - Keep the order of uses in bitcode (the default)
  --preserve-ll-uselistorder               - Keep the order of uses in text
  --rename-exclude-alias-prefixes=<list>   - Aliases that metarenamer leaves, by the beginnings of their names
  --rename-exclude-function-prefixes=<list> - Functions
  --rename-exclude-global-prefixes=<list>  - Variables
  --rename-exclude-struct-prefixes=<list>  - Structures
  --rename-only-inst                       - Let metarenamer name instructions without a name, and nothing else
  --rewrite-map-file=<filename>            - What rewrite-symbols renames; may be given several times
  -S                                       - Write text
  --strip-debug                            - Remove debug information before the passes
  --strip-global-constants                 - Let strip-dead-debug-info remove variables that state a constant
  --strip-named-metadata                   - Remove named metadata before the passes
  --summary-file=<filename>                - The index that function-import goes by
  --thin-link-bitcode-file=<filename>      - With --thinlto-bc: write what a thin link needs to this file, too
  --thinlto-bc                             - Write bitcode for ThinLTO, with a summary and a hash
  --thinlto-split-lto-unit                 - With --thinlto-bc: set the module flag EnableSplitLTOUnit
  --unified-lto                            - With --thinlto-bc: set the module flag UnifiedLTO
  --verify-each                            - Verify the module after each pass

PASSES:

  canonicalize-aliases           - Let aliases stand for objects, not for other aliases
  elim-avail-extern              - Make declarations of copies of what other modules define
  function-import                - Import functions of other modules by --summary-file; alone
  globaldce                      - Remove what nothing needs; <vfe-linkage-unit-visibility> for virtual functions, too
  internalize                    - Make symbols local; <preserve-gv=NAME;preserve-gv=NAME> keeps some
  metarenamer                    - Give everything a name that says nothing
  name-anon-globals              - Give symbols without a name one
  rewrite-symbols                - Rename symbols
  strip                          - Remove debug information and names
  strip-dead-debug-info          - Remove debug information of what is gone
  strip-dead-prototypes          - Remove declarations that nothing uses
  strip-debug-declare            - Remove calls of llvm.dbg.declare
  strip-nondebug                 - Remove names
  strip-nonlinetable-debuginfo   - Reduce debug information to lines
  verify                         - Verify the module
";

/// Runs as `opt` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "opt");
    let options = match parse(args.get(1..).unwrap_or_default(), &tool) {
        Err(Parsed::Files(_)) => {
            eprintln!("{short}: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: {tool} --help");
            return ExitCode::FAILURE;
        }
        Err(parsed) => return llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
        Ok(options) => options,
    };
    Stop::exit_with(work(&tool, named, options), |fault| tell_of_input(&tool, fault))
}

const EXAMPLES: &str = "Examples:
  bctk opt -passes='internalize<preserve-gv=main>,globaldce' app.bc -o small.bc
  bctk opt -passes=strip-nondebug app.bc -S -o -";

/// The beginnings of options that the short help leaves out.
const RARE: [&str; 11] = [
    "disable-debug-info-type-map",
    "enable-import-metadata",
    "import-all-index",
    "module-",
    "preserve-",
    "rename-",
    "strip-global-constants",
    "strip-named-metadata",
    "thin-link-",
    "thinlto-",
    "unified-",
];

/// The command line as that of a subcommand, for help and completions.
pub(crate) fn command(name: &'static str) -> Command {
    let passes = HELP.split_once("PASSES:\n").map_or("", |(_, passes)| passes.trim_matches('\n'));
    let options = HELP.split_once("PASSES:").map_or(HELP, |(options, _)| options);
    let is_rare = |arg: &Arg| arg.get_long().is_some_and(|long| RARE.iter().any(|rare| long.starts_with(rare)));
    let command = llvm_commands::command(name, "Run passes over a module, as opt does", options)
        .after_help(EXAMPLES)
        .after_long_help(format!("Passes:\n{passes}\n\n{EXAMPLES}"))
        .mut_args(|arg| if is_rare(&arg) { arg.hide_short_help(true) } else { arg });
    command.arg(Arg::new("files").value_name("FILE").num_args(0..=1).value_parser(clap::value_parser!(PathBuf)).help("File to change"))
}

/// Options that may be there several times, with the separator of their values.
const LISTS: [(&str, bool); 6] = [
    ("internalize-public-api-list", true),
    ("rename-exclude-function-prefixes", true),
    ("rename-exclude-global-prefixes", true),
    ("rename-exclude-alias-prefixes", true),
    ("rename-exclude-struct-prefixes", true),
    ("rewrite-map-file", false),
];

/// Takes the values of options that may be there several times out of `args`.
fn take_lists(args: &[OsString]) -> Result<([Vec<OsString>; 6], Vec<OsString>), Parsed> {
    let mut lists: [Vec<OsString>; 6] = Default::default();
    let mut rest = Vec::with_capacity(args.len());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        if text == "--" {
            rest.push(arg.clone());
            rest.extend(args.by_ref().cloned());
            break;
        }
        let bare = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).unwrap_or("");
        let name = bare.split_once('=').map_or(bare, |(name, _)| name);
        let Some(at) = LISTS.iter().position(|(list, _)| *list == name) else {
            rest.push(arg.clone());
            continue;
        };
        let value = if bare.contains('=') { diag::after_equals(arg) } else { args.next().cloned() };
        match value {
            Some(value) => lists[at].push(value),
            None => return Err(Parsed::Wrong(vec![format!("for the --{name} option: requires a value!")])),
        }
    }
    Ok((lists, rest))
}

/// The parts of values between commas.
fn parts(values: &[OsString]) -> Vec<Vec<u8>> {
    values.iter().flat_map(|value| value.as_encoded_bytes().split(|&byte| byte == b',')).map(<[u8]>::to_vec).collect()
}

fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let (lists, rest) = take_lists(args)?;
    let mut options = Options::default();
    let (mut bitcode_orders, mut color, mut opaque, mut invalidation) = (true, false, true, false);
    let [mut output, mut pipeline, mut short_pipeline, mut api_file, mut layout, mut triple, mut index, mut thin_link] =
        [const { None }; 8];
    let parsed = llvm_options::parse(
        &rest,
        tool,
        &mut [
            ("S", &mut options.text),
            ("f", &mut options.force),
            ("disable-output", &mut options.disable_output),
            ("disable-verify", &mut options.disable_verify),
            ("verify-each", &mut options.verify_each),
            ("strip-debug", &mut options.strip_debug),
            ("strip-named-metadata", &mut options.strip_named_metadata),
            ("disable-debug-info-type-map", &mut options.keep_types_apart),
            ("module-hash", &mut options.module_hash),
            ("module-summary", &mut options.module_summary),
            ("thinlto-bc", &mut options.thin),
            ("thinlto-split-lto-unit", &mut options.thin_options.split),
            ("unified-lto", &mut options.thin_options.unified),
            ("strip-global-constants", &mut options.passes.strip_global_constants),
            ("rename-only-inst", &mut options.passes.exceptions.only_instructions),
            ("preserve-bc-uselistorder", &mut bitcode_orders),
            ("preserve-ll-uselistorder", &mut options.text_use_list_orders),
            ("opaque-pointers", &mut opaque),
            // There are no results of analyses that a pass could leave stale.
            ("verify-analysis-invalidation", &mut invalidation),
            ("color", &mut color),
            ("import-all-index", &mut options.import.all),
            ("enable-import-metadata", &mut options.import.metadata),
        ],
        &mut [
            ("o", &mut output),
            ("summary-file", &mut index),
            ("passes", &mut pipeline),
            ("p", &mut short_pipeline),
            ("internalize-public-api-file", &mut api_file),
            ("data-layout", &mut layout),
            ("mtriple", &mut triple),
            ("thin-link-bitcode-file", &mut thin_link),
        ],
    );
    let Parsed::Files(files) = parsed else { return Err(parsed) };
    if !opaque {
        return Err(Parsed::Wrong(vec!["for the --opaque-pointers option: typed pointers are not supported".into()]));
    }
    if pipeline.is_some() && short_pipeline.is_some() {
        return Err(Parsed::Wrong(vec!["for the -p option: may not occur together with --passes".into()]));
    }
    let ThinOptions { split, unified } = options.thin_options;
    options.thin_link = thin_link.map(PathBuf::from).filter(|path| !path.as_os_str().is_empty());
    if (split || unified || options.thin_link.is_some()) && !options.thin {
        let name = match (split, unified) {
            (true, _) => "thinlto-split-lto-unit",
            (_, true) => "unified-lto",
            _ => "thin-link-bitcode-file",
        };
        return Err(Parsed::Wrong(vec![format!("for the --{name} option: requires --thinlto-bc")]));
    }
    if files.len() > 1 {
        return Err(Parsed::Files(files));
    }
    let bytes = |value: OsString| value.into_encoded_bytes();
    options.input = files.into_iter().next().unwrap_or_else(|| PathBuf::from("-"));
    options.output = output.map(PathBuf::from).filter(|path| !path.as_os_str().is_empty());
    options.pipeline = pipeline.or(short_pipeline).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    options.api_file = api_file.map(PathBuf::from);
    options.data_layout = layout.map(bytes).filter(|layout| !layout.is_empty());
    options.triple = triple.map(bytes).filter(|triple| !triple.is_empty()).map(|triple| opt_layouts::normalized(&triple));
    options.drop_use_list_orders = !bitcode_orders;
    options.import.index = index.map(PathBuf::from);
    let is_import = options.pipeline == IMPORT;
    let stated = [
        ("summary-file", options.import.index.is_some()),
        ("import-all-index", options.import.all),
        ("enable-import-metadata", options.import.metadata),
    ];
    if let Some((name, _)) = stated.iter().find(|(_, stated)| *stated && !is_import) {
        return Err(Parsed::Wrong(vec![format!("for the --{name} option: has no effect without --passes={IMPORT}")]));
    }
    let [public, functions, variables, aliases, structs, maps] = lists;
    for pattern in parts(&public) {
        options.passes.public.extend(glob(&pattern));
    }
    let exceptions = &mut options.passes.exceptions;
    (exceptions.functions, exceptions.variables) = (parts(&functions), parts(&variables));
    (exceptions.aliases, exceptions.structs) = (parts(&aliases), parts(&structs));
    options.map_files = maps.into_iter().map(PathBuf::from).collect();
    Ok(options)
}

/// A pattern; LLVM warns of a wrong one, and does without it.
fn glob(pattern: &[u8]) -> Option<Glob> {
    match Glob::new(pattern) {
        Ok(glob) => Some(glob),
        Err(words) => {
            eprintln!("WARNING: when loading pattern: '{words}' ignoring");
            None
        }
    }
}

/// Reads what `internalize` preserves from a file, one pattern a line.
fn read_patterns(path: &Path) -> Vec<Glob> {
    match std::fs::read(path) {
        Ok(text) => text
            .split(|&byte| byte == b'\n')
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .filter(|line| !line.is_empty())
            .filter_map(glob)
            .collect(),
        Err(_) => {
            eprintln!("WARNING: Internalize couldn't load file '{}'! Continuing as if it's empty.", path.display());
            Vec::new()
        }
    }
}

/// Reads the module, changes it, and writes it.
fn work(tool: &str, named: Named, mut options: Options) -> Result<(), Stop> {
    let llvm = named.llvm().map_err(|message| Fault::Content("opt".into(), message))?;
    if !llvm.opaque_pointers() {
        let message = format!("passes for LLVM {llvm}, which has typed pointers, are not supported");
        return Err(Fault::Content("opt".into(), message).into());
    }
    let mut module = read(tool, llvm, &options)?;
    let knows_assembly = module.provenance.bitcode.as_ref().is_some_and(|file| file.symtab);
    let imports = options.pipeline == IMPORT;
    let pipeline = match passes::parse(if imports { "" } else { &options.pipeline }) {
        Ok(pipeline) => pipeline,
        Err(error) => {
            eprintln!("{tool}: {error}");
            if matches!(error, passes::PipelineError::Unknown { .. }) {
                eprintln!("{tool}: note: there are these passes: {}", passes::names().join(", "));
            }
            return Err(Stop::Told);
        }
    };
    if pipeline.iter().any(|pass| matches!(pass, Pass::Internalize(_)))
        && let Some(path) = &options.api_file
    {
        options.passes.public.extend(read_patterns(path));
    }
    for path in &options.map_files {
        options.passes.rewrites.list.extend(opt_maps::read(path).map_err(|message| {
            eprintln!("{message}");
            Stop::Told
        })?);
    }
    options.passes.module_id = input::module_id(&options.input);
    options.passes.structs = Some(passes::structs);
    if options.disable_output && options.output.is_some() {
        eprintln!("WARNING: The -o (output filename) option is ignored when\nthe --disable-output option is used.");
    }
    let is_written = !options.disable_output;
    let mut orders = (is_written && !options.text).then(|| match imports {
        true => Orders::of_destination(&mut module, llvm),
        false => Orders::of(&mut module, llvm),
    });
    if imports {
        module = import(tool, module, &options, llvm, &mut orders)?;
    }
    for pass in &pipeline {
        let changes = pass.run(&mut module, &options.passes);
        if let Some(words) = &changes.failed {
            eprintln!("LLVM ERROR: unable to transforn {}", words.replacen(": ", &format!(" in {}: ", options.input.display()), 1));
            return Err(Stop::Told);
        }
        if let Some(orders) = &mut orders {
            orders.note(&changes);
        }
        let is_checked = *pass == Pass::Verify || options.verify_each && !options.disable_verify;
        if is_checked && !is_valid(&module, llvm) {
            eprintln!("{}", diag::BROKEN);
            return Err(Stop::Told);
        }
    }
    // A pass leaves a module valid, but LLVM looks again.
    if !options.disable_verify
        && (imports || !pipeline.is_empty())
        && pipeline.last() != Some(&Pass::Verify)
        && !options.verify_each
        && !is_valid(&module, llvm)
    {
        eprintln!("{}", diag::BROKEN);
        return Err(Stop::Told);
    }
    if is_written && options.thin {
        summarize::flag_as_thin(&mut module, &options.thin_options);
        if !options.disable_verify && !is_valid(&module, llvm) {
            eprintln!("{}", diag::BROKEN);
            return Err(Stop::Told);
        }
    }
    if is_written && (options.module_summary || options.thin && !options.text) {
        let summarize = SummarizeOptions { llvm, is_thin: options.thin, knows_assembly };
        add_summary(tool, &mut module, &options, &summarize)?;
    }
    if is_written {
        let written = Written {
            inputs: std::slice::from_ref(&options.input),
            output: options.output.as_deref(),
            module_id: input::module_id(&options.input),
            text: options.text,
            force: options.force,
            bitcode_orders: !options.drop_use_list_orders && (!options.thin || llvm.thin_bitcode_orders()),
            text_orders: options.text_use_list_orders,
            use_lists: orders.map(|orders| Arc::new(orders.into_use_lists())),
            module_hash: if options.module_hash || options.thin { ModuleHash::Compute } else { ModuleHash::AsRead },
            llvm,
        };
        match options.thin_link.as_deref().filter(|_| !options.text) {
            Some(thin_link) => written.write_with_thin_link(&module, thin_link)?,
            None => written.write(&module)?,
        }
    }
    modules::discard(vec![module]);
    Ok(())
}

/// Imports functions by the index.
fn import(
    tool: &str,
    mut module: bctk::Module,
    options: &Options,
    llvm: LlvmVersion,
    orders: &mut Option<Orders>,
) -> Result<bctk::Module, Stop> {
    let Some(path) = &options.import.index else {
        eprintln!("LLVM ERROR: error: -function-import requires -summary-file");
        return Err(Stop::Told);
    };
    let id = input::module_id(&options.input);
    let (index, decided) = Imports::decide(path, &id, options.import.all, llvm)?;
    let flags = ImportFlags { whole_types: true, keep_types_apart: options.keep_types_apart, ..ImportFlags::default() };
    let metadata = options.import.metadata;
    index.promote(&mut module, &options.input)?;
    index.import_list(module, &id, &decided, (flags, metadata), orders.as_mut()).map_err(|message| {
        eprintln!("{tool}: {message}");
        Stop::Told
    })
}

/// Gives the module a summary.
fn add_summary(tool: &str, module: &mut bctk::Module, options: &Options, summarize: &SummarizeOptions) -> Result<(), Stop> {
    let name = input::name(&options.input);
    if options.text && summarize.llvm.rel_block_freq() {
        eprintln!("{tool}: {name}: error: summaries in text, which have relative frequencies of blocks, are not supported");
        return Err(Stop::Told);
    }
    summarize::add(module, summarize).map_err(|error| {
        match error {
            SummarizeError::Anonymous => eprintln!("LLVM ERROR: Unexpected anonymous function when writing summary"),
            _ => eprintln!("{tool}: {name}: error: {error}"),
        }
        Stop::Told
    })?;
    if options.text {
        let path = module.strings.push(b"[Regular LTO]");
        module.summary.iter_mut().flat_map(|summary| &mut summary.modules).for_each(|of| of.path = Some(path));
    }
    Ok(())
}

/// Reads the module, does what options ask for before the passes, and verifies it.
fn read(tool: &str, llvm: LlvmVersion, options: &Options) -> Result<bctk::Module, Stop> {
    let name = input::name(&options.input);
    let input = input::open(&options.input).map_err(Fault::from)?;
    let bytes = input.bytes();
    threads::for_input(bytes.len(), threads::of_modules(bytes.len()), true);
    modules::process_ends_soon();
    let mut parse_options = limits::parse_options();
    parse_options.data_layout.clone_from(&options.data_layout);
    let read = |options_of_text: &_| passes::read(&options.input, bytes, llvm, &modules::as_it_is(&limits::limits()), options_of_text);
    let mut module = read(&parse_options).map_err(Fault::from)?;
    if module.data_layout.is_empty() && options.data_layout.is_none() {
        let triple = options.triple.as_deref().unwrap_or(module.str(module.triple));
        match opt_layouts::layout_of(triple, llvm) {
            // A text depends on it.
            Known::Layout(layout) => {
                parse_options.data_layout = Some(layout.into());
                if !module.is_from_bitcode() {
                    module = read(&parse_options).map_err(Fault::from)?;
                }
            }
            Known::None => {}
            Known::Unknown => eprintln!("{tool}: note: {name}: the module has no data layout, and that of its target is not known"),
        }
    }
    if let Some(faults) = module.provenance.debug_faults.as_ref().filter(|faults| faults.is_fatal) {
        return Err(Fault::Broken(name, faults.messages.clone()).into());
    }
    if !options.keep_types_apart {
        passes::unique_classes(&mut module);
    }
    diag::dropped(std::slice::from_ref(&module), &name, "");
    if let Some(words) = diag::not_understood(std::slice::from_ref(&module)) {
        eprintln!("{tool}: note: {name}: {words}; the output omits them");
    }
    if options.strip_debug {
        bctk_transforms::upgrade::strip_debug_registered(&mut module);
    }
    if options.strip_named_metadata {
        module.metadata.named.clear();
    }
    if let Some(triple) = &options.triple {
        module.triple = module.strings.push(triple);
    }
    if let Some(layout) = &parse_options.data_layout {
        module.data_layout = module.strings.push(layout);
    }
    if !options.disable_verify && !is_valid(&module, llvm) {
        eprintln!("{tool}: {name}: error: input module is broken!");
        return Err(Stop::Told);
    }
    if !options.disable_verify && llvm.verified_kinds() {
        bctk_transforms::upgrade::register_verified_kinds(&mut module);
    }
    Ok(module)
}

/// Whether a module is valid; prints what is wrong with it.
fn is_valid(module: &bctk::Module, llvm: LlvmVersion) -> bool {
    let report = bctk::verify(module, &bctk::VerifyOptions { llvm: Some(llvm), ..bctk::VerifyOptions::default() });
    if !report.is_valid() {
        eprint!("{}", bctk::verify::llvm_messages(module, &report));
    }
    report.is_valid()
}

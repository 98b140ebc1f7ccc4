//! `bctk` under the name `llvm-extract`: that tool's options, messages and exit status.
//!
//! Under a name with a number, such as `llvm-extract-19`, the result is that of this version of LLVM.
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bctk::input;
use bctk::modules;
use bctk::passes::{self, BlockGroup, Changes, Orders};
use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::ModuleHash;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::mangle::aliasee_object;
use bctk_transforms::edit::{self, Extraction};
use bctk_transforms::upgrade;
use regex::bytes::{Regex, RegexBuilder};

use crate::diag::{self, Fault};
use crate::limits;
use crate::llvm_options::{self, About, Named, Parsed};
use crate::llvm_output::{Stop, Written, tell_of_input};
use crate::threads;

/// The parsed command line.
#[derive(Debug, Default, PartialEq)]
struct Options {
    input: PathBuf,
    output: Option<PathBuf>,
    /// Names and regular expressions, by [`Kind`].
    names: [Vec<OsString>; 3],
    patterns: [Vec<OsString>; 3],
    blocks: Vec<OsString>,
    delete: bool,
    recursive: bool,
    keep_constants: bool,
    text: bool,
    force: bool,
    drop_use_list_orders: bool,
    text_use_list_orders: bool,
}

/// The kinds of global values that options name, in the order in which they are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Alias,
    Variable,
    Function,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Alias, Kind::Variable, Kind::Function];

    fn has(self, global: &GlobalValue) -> bool {
        match global.kind {
            GlobalKind::Alias { .. } => self == Kind::Alias,
            GlobalKind::Variable { .. } => self == Kind::Variable,
            GlobalKind::Function(_) => self == Kind::Function,
            GlobalKind::IFunc { .. } => false,
        }
    }

    /// LLVM's word in messages.
    fn word(self) -> &'static str {
        match self {
            Kind::Alias => "alias",
            Kind::Variable => "global",
            Kind::Function => "function",
        }
    }
}

const ABOUT: About = About { overview: "llvm extractor", usage: "[options] <input bitcode file>", help: HELP };

const HELP: &str = "
OPTIONS:

Generic Options:

  --help               - Print this help
  --version            - Print the version

llvm-extract Options:

  --alias=<alias>      - Keep this alias
  --bb=<f:b1;b2>       - Make a function of these blocks of a function, the first of which is where it begins
  --delete             - Delete what is named, and keep the rest
  -f                   - Write bitcode even to a terminal
  --func=<function>    - Keep this function
  --glob=<global>      - Keep this variable
  --keep-const-init    - Keep the initial values of constants
  -o <filename>        - Output file; '-' is standard output
  --ralias=<ralias>    - Keep the aliases that match this regular expression
  --recursive          - Keep all functions, too, that these call
  --rfunc=<rfunction>  - Keep the functions that match this regular expression
  --rglob=<rglobal>    - Keep the variables that match this regular expression
  -S                   - Write text
";

/// Runs as `llvm-extract` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let (tool, short) = llvm_options::names(args);
    let named = Named::new(&short, "llvm-extract");
    match parse(args.get(1..).unwrap_or_default(), &tool) {
        Err(parsed) => llvm_options::answer(parsed, (&tool, &short), named, &ABOUT),
        Ok(options) => Stop::exit_with(work(&tool, named, &options), |fault| tell_of_input(&tool, fault)),
    }
}

fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let mut options = Options::default();
    let mut output = None;
    let (mut bitcode_orders, mut text_orders, mut aggregates) = (true, false, false);
    let [aliases, globals, functions] = &mut options.names;
    let [alias_patterns, global_patterns, function_patterns] = &mut options.patterns;
    let parsed = llvm_options::parse_lists(
        args,
        tool,
        &mut [
            ("delete", &mut options.delete),
            ("recursive", &mut options.recursive),
            ("keep-const-init", &mut options.keep_constants),
            ("S", &mut options.text),
            ("f", &mut options.force),
            ("preserve-bc-uselistorder", &mut bitcode_orders),
            ("preserve-ll-uselistorder", &mut text_orders),
            ("aggregate-extracted-args", &mut aggregates),
        ],
        &mut [("o", &mut output)],
        &mut [
            ("alias", aliases),
            ("glob", globals),
            ("func", functions),
            ("ralias", alias_patterns),
            ("rglob", global_patterns),
            ("rfunc", function_patterns),
            ("bb", &mut options.blocks),
        ],
    );
    options.output = output.map(PathBuf::from).filter(|path| !path.as_os_str().is_empty());
    (options.drop_use_list_orders, options.text_use_list_orders) = (!bitcode_orders, text_orders);
    if aggregates {
        return Err(Parsed::Wrong(vec![
            "for the --aggregate-extracted-args option: a structure of all parameters is not supported".into(),
        ]));
    }
    match parsed {
        Parsed::Files(files) if files.len() > 1 => Err(Parsed::Files(files)),
        Parsed::Files(mut files) => Ok(Options { input: files.pop().unwrap_or_else(|| PathBuf::from("-")), ..options }),
        other => Err(other),
    }
}

/// Reads the file, takes out what is not wanted, and writes the rest.
fn work(tool: &str, named: Named, options: &Options) -> Result<(), Stop> {
    let llvm = named.llvm().map_err(|message| Fault::Content("llvm-extract".into(), message))?;
    if !llvm.opaque_pointers() {
        let message = format!("extracting for LLVM {llvm}, which has typed pointers, is not supported");
        return Err(Fault::Content("llvm-extract".into(), message).into());
    }
    modules::process_ends_soon();
    let mut module = read(&options.input, llvm)?;
    let is_text = !module.is_from_bitcode();
    let wanted = wanted_of(tool, &module, options)?;
    let groups = options.blocks.iter().map(|text| block_group(tool, &module, text, options.delete, llvm));
    let groups = groups.collect::<Result<Vec<BlockGroup>, Stop>>()?;
    let wanted: Vec<GlobalId> = wanted.into_iter().chain(groups.iter().map(|group| group.function)).collect();
    let mut orders = (!options.text).then(|| Orders::of(&mut module, llvm));
    let extraction = Extraction { deletes_named: options.delete, keeps_constants: options.keep_constants };
    let held = match options.delete {
        true => edit::held_by_deleted(&module, &wanted, is_text || options.recursive),
        false => Vec::new(),
    };
    let is_verified = llvm.verified_kinds() && !is_text && upgrade::states_debug_version(&module);
    edit::declare_others(&mut module, &wanted, extraction);
    if !groups.is_empty() {
        extract_blocks(tool, &mut module, &groups, options, llvm)?;
    }
    // LLVM's reader verifies the functions that it has read if there may be debug information, and looks these kinds up.
    if is_verified && !module.bodies.is_empty() {
        upgrade::register_verified_kinds(&mut module);
    }
    let mut note = |changes: Changes| {
        if let Some(orders) = &mut orders {
            orders.note(&changes);
        }
    };
    if !options.delete {
        note(passes::globaldce(&mut module));
    }
    note(passes::strip_dead_debug_info(&mut module));
    note(passes::strip_dead_prototypes_but(&mut module, &held));
    tell_of_aliases(tool, &module);
    let inputs = [options.input.clone()];
    let written = Written {
        inputs: &inputs,
        output: options.output.as_deref(),
        module_id: input::module_id(&options.input),
        text: options.text,
        force: options.force,
        bitcode_orders: !options.drop_use_list_orders,
        text_orders: options.text_use_list_orders,
        use_lists: orders.map(|orders| Arc::new(orders.into_use_lists())),
        module_hash: ModuleHash::AsRead,
        llvm,
    };
    written.write(&module)?;
    modules::discard(vec![module]);
    Ok(())
}

/// Reads the module.
fn read(path: &Path, llvm: LlvmVersion) -> Result<bctk::Module, Fault> {
    let input = input::open(path).map_err(Fault::from)?;
    let bytes = input.bytes();
    threads::for_input(bytes.len(), threads::of_modules(bytes.len()), true);
    let module = passes::read(path, bytes, llvm, &modules::as_it_is(&limits::limits()), &limits::parse_options()).map_err(Fault::from)?;
    diag::dropped(std::slice::from_ref(&module), &input::name(path), "");
    Ok(module)
}

/// Says which aliases and ifuncs LLVM refuses to read now. Its own tool writes them without a word.
fn tell_of_aliases(tool: &str, module: &bctk::Module) {
    for at in 0..module.globals.len() {
        let global = &module.globals[at];
        let (word, base) = match global.kind {
            GlobalKind::Alias { .. } => ("alias", Some(GlobalId::new(at))),
            GlobalKind::IFunc { resolver } => ("ifunc", resolver.as_global()),
            _ => continue,
        };
        let object = base.and_then(|id| aliasee_object(module, id)).and_then(|id| module.global(id));
        if object.is_some_and(GlobalValue::is_declaration) {
            let name = String::from_utf8_lossy(module.str(global.name));
            eprintln!("{tool}: warning: the result is not valid: what {word} '{name}' stands for is only declared");
        }
    }
}

/// The global values that the options name.
fn wanted_of(tool: &str, module: &bctk::Module, options: &Options) -> Result<Vec<GlobalId>, Stop> {
    let mut found = Found { is_wanted: vec![false; module.globals.len()], wanted: Vec::new() };
    let view = module.view();
    for (at, kind) in Kind::ALL.into_iter().enumerate() {
        let of_kind = || module.globals.iter().enumerate().filter(move |(_, global)| kind.has(global));
        for name in &options.names[at] {
            let Some(global) = view.global(name.as_encoded_bytes()).filter(|global| kind.has(global.global())) else {
                eprintln!("{tool}: program doesn't contain {} named '{}'!", kind.word(), name.display());
                return Err(Stop::Told);
            };
            found.add(global.id().index());
        }
        for pattern in &options.patterns[at] {
            let regex = regex(tool, pattern)?;
            let mut any = false;
            for (id, _) in of_kind().filter(|(_, global)| regex.is_match(module.str(global.name))) {
                found.add(id);
                any = true;
            }
            if !any {
                eprintln!("{tool}: program doesn't contain global named '{}'!", pattern.display());
                return Err(Stop::Told);
            }
        }
    }
    if options.recursive {
        found.add_callees(module);
    }
    Ok(found.wanted)
}

/// Makes functions of groups of blocks. All others become declarations.
fn extract_blocks(tool: &str, module: &mut bctk::Module, groups: &[BlockGroup], options: &Options, llvm: LlvmVersion) -> Result<(), Stop> {
    let name = |module: &bctk::Module, group: &BlockGroup| {
        String::from_utf8_lossy(module.str(module.globals[group.function.index()].name)).into_owned()
    };
    let made = passes::extract_blocks(module, groups, llvm).map_err(|fault| {
        let name = name(module, &groups[fault.group()]);
        eprintln!("{tool}: blocks of function {name} cannot be extracted: {}", fault.text());
        Stop::Told
    })?;
    for ((group, _), text) in groups.iter().zip(&made).zip(&options.blocks).filter(|((_, made), _)| made.is_none()) {
        eprintln!("{tool}: warning: blocks of function {} cannot be extracted: {}", name(module, group), text.display());
    }
    Ok(())
}

/// A group of blocks: the name of a function, a colon, and names of blocks with semicolons between. The names of others begin with `%`.
fn block_group(tool: &str, module: &bctk::Module, text: &OsString, deletes: bool, llvm: LlvmVersion) -> Result<BlockGroup, Stop> {
    let text = text.to_string_lossy();
    let (name, blocks) = text.split_once(':').unwrap_or((&text, ""));
    let Some(function) = module.view().function(name) else {
        eprintln!("{tool}: program doesn't contain a function named '{name}'!");
        return Err(Stop::Told);
    };
    let mut group = BlockGroup { function: function.id(), blocks: Vec::new() };
    for block in blocks.split(';').filter(|block| !block.is_empty()) {
        // LLVM does not read the functions that are to be deleted.
        let found = passes::block_named(module, function.id(), block.as_bytes(), llvm).filter(|_| !deletes);
        let Some(found) = found else {
            eprintln!("{tool}: function {name} doesn't contain a basic block named '{block}'!");
            return Err(Stop::Told);
        };
        group.blocks.push(found);
    }
    if group.blocks.is_empty() {
        // LLVM's own tool ends with a signal.
        eprintln!("{tool}: no block of function {name} is named: expected '{name}:block'");
        return Err(Stop::Told);
    }
    Ok(group)
}

fn regex(tool: &str, pattern: &OsString) -> Result<Regex, Stop> {
    RegexBuilder::new(&pattern.to_string_lossy()).unicode(false).build().map_err(|error| {
        let error = error.to_string();
        let reason = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
        eprintln!("{tool}: '{}' invalid regex: {reason}", pattern.display());
        Stop::Told
    })
}

/// Global values that are wanted.
struct Found {
    is_wanted: Vec<bool>,
    wanted: Vec<GlobalId>,
}

impl Found {
    fn add(&mut self, at: usize) {
        if let Some(is_wanted) = self.is_wanted.get_mut(at).filter(|wanted| !**wanted) {
            *is_wanted = true;
            self.wanted.push(GlobalId::new(at));
        }
    }

    /// Adds all that functions among them call directly, and what these call.
    fn add_callees(&mut self, module: &bctk::Module) {
        let view = module.view();
        let mut at = 0;
        while let Some(&id) = self.wanted.get(at) {
            at += 1;
            let Some(function) = view.get(id).and_then(|global| global.as_function()) else { continue };
            for call in function.instructions().filter_map(|inst| inst.as_call()) {
                let Some(callee) = call.called_function() else { continue };
                if !callee.is_declaration() && callee.global().value_type == call.call().fn_ty {
                    self.add(callee.id().index());
                }
            }
        }
    }
}

//! `bctk objcopy`: other names, bindings and visibilities for the symbols of bitcode in any container, with the options of `llvm-objcopy`.
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk::contents::{self, Bitcode, Contents};
use bctk::edit::Edits;
use bctk::input;
use bctk::symbol_changes::{Glob, SymbolChanges, SymbolNames, with_symbols};
use bctk_ir::keywords::Visibility;
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Args, Command, FromArgMatches};
use hashbrown::HashMap;

use crate::containers;
use crate::diag::Fault;
use crate::embedded;
use crate::limits;
use crate::messages::{self, be};
use crate::output::{Existing, Output, Resolved};
use crate::response;

/// The command line.
#[derive(Args, Debug)]
struct Options {
    /// Bitcode, or an archive, object or other container of it.
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The output. Default: the input is replaced.
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,

    /// Give a symbol another name.
    #[arg(help_heading = "Symbols", long, value_name = "OLD=NEW")]
    redefine_sym: Vec<String>,

    /// The same for each line of a file: two names with a space between them; `#` begins comments.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    redefine_syms: Vec<PathBuf>,

    /// Add this to the beginning of every symbol's name.
    #[arg(
        help_heading = "Symbols",
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        overrides_with = "prefix_symbols"
    )]
    prefix_symbols: String,

    /// Remove this from the beginning of every symbol's name.
    #[arg(
        help_heading = "Symbols",
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        overrides_with = "remove_symbol_prefix",
        hide_short_help = true
    )]
    remove_symbol_prefix: String,

    /// Make a definition local.
    #[arg(help_heading = "Symbols", short = 'L', long, value_name = "NAME")]
    localize_symbol: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    localize_symbols: Vec<PathBuf>,

    /// Make all hidden definitions local.
    #[arg(help_heading = "Symbols", long)]
    localize_hidden: bool,

    /// Make all definitions but this one local; may be repeated.
    #[arg(help_heading = "Symbols", short = 'G', long, value_name = "NAME")]
    keep_global_symbol: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    keep_global_symbols: Vec<PathBuf>,

    /// Make a definition global.
    #[arg(help_heading = "Symbols", long, value_name = "NAME")]
    globalize_symbol: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    globalize_symbols: Vec<PathBuf>,

    /// Make a global symbol weak.
    #[arg(help_heading = "Symbols", short = 'W', long, value_name = "NAME")]
    weaken_symbol: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    weaken_symbols: Vec<PathBuf>,

    /// Make all global definitions weak.
    #[arg(help_heading = "Symbols", long)]
    weaken: bool,

    /// Set the visibility of a symbol: default, hidden or protected.
    #[arg(help_heading = "Symbols", long, value_name = "NAME=VISIBILITY")]
    set_symbol_visibility: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE=VISIBILITY", hide_short_help = true)]
    set_symbols_visibility: Vec<String>,

    /// Change nothing in a symbol.
    #[arg(help_heading = "Symbols", long, value_name = "NAME", hide_short_help = true)]
    skip_symbol: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    skip_symbols: Vec<PathBuf>,

    /// Take names for patterns with `*`, `?` and `[...]`; `!` before one excludes what it matches.
    #[arg(help_heading = "Symbols", short = 'w', long)]
    wildcard: bool,

    /// Remove all debug information.
    #[arg(help_heading = "Contents", short = 'g', long)]
    strip_debug: bool,

    /// Remove debug information, and the names of local values, blocks, types and local symbols.
    #[arg(help_heading = "Contents", long)]
    strip_unneeded: bool,

    /// Remove a section with bitcode, or with the command line beside it, from object files.
    #[arg(help_heading = "Contents", short = 'R', long, value_name = "SECTION")]
    remove_section: Vec<String>,

    /// Remove all such sections.
    #[arg(help_heading = "Contents", long)]
    strip_bitcode: bool,

    /// Write the bitcode of the input, which has one module, to a file.
    #[arg(help_heading = "Contents", long, value_name = "FILE")]
    dump_bitcode: Option<PathBuf>,

    /// Change bitcode alone, and leave the native symbols of object files with both as they are.
    #[arg(long)]
    bitcode_only: bool,

    /// Change a limit on what an input may ask for; `--limit help` lists all.
    #[arg(long, value_name = "NAME=N", action = ArgAction::Append, hide_short_help = true)]
    limit: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  bctk objcopy --redefine-sym old=new a.bc b.bc
  bctk objcopy --prefix-symbols v2_ lib.a lib2.a     all symbols of an archive of bitcode
  bctk objcopy -w -G 'api_*' lib.a                   all else becomes local
  bctk objcopy --strip-bitcode fat.o native.o";

/// The command line of the subcommand.
pub(crate) fn command(name: &'static str) -> Command {
    let command = Command::new(name).max_term_width(100).arg_required_else_help(true).after_help(StyledStr::from(EXAMPLES));
    // As LLVM's tools take it, an option may come twice.
    let is_flag = |arg: &Arg| matches!(arg.get_action(), ArgAction::SetTrue);
    let command = Options::augment_args(command).mut_args(|arg| {
        let id = arg.get_id().clone();
        if is_flag(&arg) { arg.overrides_with(id) } else { arg }
    });
    command.about("Rename, hide and weaken the symbols of bitcode, as llvm-objcopy does to objects")
}

/// Runs the subcommand with its arguments, its name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    be("bctk");
    let args = match response::expand(args.to_vec()) {
        Ok(args) => args,
        Err(message) => return messages::fail(&Fault::Usage(message)),
    };
    let matches = command("bctk objcopy").no_binary_name(false).try_get_matches_from(args);
    let options = match matches.and_then(|matches| Options::from_arg_matches(&matches)) {
        Ok(options) => options,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()) * 2);
        }
    };
    match limits::set(options.limit.iter().map(String::as_str), None).and_then(|()| work(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => messages::fail(&fault),
    }
}

fn work(options: &Options) -> Result<(), Fault> {
    let changes = changes(options)?;
    let edits =
        Edits { strip_debug: options.strip_debug || options.strip_unneeded, strip_names: options.strip_unneeded, ..Edits::default() };
    let (contents, part) = contents::all(&options.input, &limits::limits())?;
    if part.is_some() {
        return Err(Fault::Usage("objcopy takes a whole file".into()));
    }
    if let Some(file) = &options.dump_bitcode {
        let only = contents.choose(None)?;
        containers::write(only.bytes(), Output::create(file)?)?;
    }
    let removed = removed(options)?;
    let changes_bitcode = !changes.is_empty() || !edits.is_empty();
    if !removed.is_empty() && changes_bitcode {
        return Err(Fault::Usage("sections are removed without other changes".into()));
    }
    if !changes.is_empty() && !options.bitcode_only {
        has_no_native_symbols(&contents)?;
    }
    let bytes = match () {
        () if !removed.is_empty() => embedded::stripped(&contents, &removed)?.into(),
        () => changed(&contents, &changes, &edits)?,
    };
    if options.dump_bitcode.is_some() && !changes_bitcode && removed.is_empty() && options.output.is_none() {
        return Ok(());
    }
    let output = options.output.as_deref().unwrap_or(&options.input);
    containers::write(&bytes, Output::derived(output, std::slice::from_ref(&options.input), &Resolved::default(), Existing::Replaced)?)
}

/// The file with all changes made in each bitcode file.
fn changed<'c>(contents: &'c Contents, changes: &SymbolChanges, edits: &Edits) -> Result<Cow<'c, [u8]>, Fault> {
    contents.held()?;
    // What cannot be read would keep its symbols.
    if let Some(unread) = contents.faults.first() {
        return Err(Fault::Content(contents.name.clone(), unread.to_string()));
    }
    let (names, limits) = (containers::names(contents), limits::limits());
    let one = |index: usize, bitcode: &Bitcode| with_symbols(&names[index], bitcode.bytes(), changes, edits, &limits);
    let (mut new, mut faults) = (Vec::new(), Vec::new());
    for (index, answer) in contents.changed(one)?.into_iter().enumerate() {
        match answer {
            Ok(changed) => new.extend(changed.map(|bytes| (index, bytes.into()))),
            Err(error) => faults.push(Fault::from(error)),
        }
    }
    match faults.is_empty() {
        true => Ok(contents.rebuilt(new)?),
        false => Err(Fault::of_parts(faults)),
    }
}

/// An error if an object file has code beside its bitcode: its symbols would stay what they are.
fn has_no_native_symbols(contents: &Contents) -> Result<(), Fault> {
    let native = contents.bitcode.iter().zip(containers::names(contents)).find(|(bitcode, _)| bitcode.section.is_some());
    let Some((_, name)) = native else { return Ok(()) };
    let message = "the object has native symbols beside its bitcode, which stay as they are; --bitcode-only agrees to that";
    Err(Fault::Content(name, message.into()))
}

/// The sections to be removed.
fn removed(options: &Options) -> Result<Vec<String>, Fault> {
    if options.strip_bitcode {
        return Ok(embedded::SECTIONS.map(str::to_owned).to_vec());
    }
    for section in &options.remove_section {
        if !embedded::SECTIONS.contains(&section.as_str()) {
            let known = embedded::SECTIONS.join(", ");
            return Err(Fault::Usage(format!("section {section} has no bitcode; those that have are {known}")));
        }
    }
    Ok(options.remove_section.clone())
}

/// What the command line says about symbols.
fn changes(options: &Options) -> Result<SymbolChanges, Fault> {
    let names = |listed: &[String], files: &[PathBuf]| {
        let mut all = listed.to_vec();
        for file in files {
            all.extend(lines(file)?);
        }
        set(&all, options.wildcard)
    };
    let mut rename = HashMap::new();
    let mut redefine = |old: &str, new: &str| match rename.insert(old.as_bytes().to_vec(), new.as_bytes().to_vec()) {
        Some(_) => Err(Fault::Usage(format!("multiple redefinition of symbol '{old}'"))),
        None => Ok(()),
    };
    for pair in &options.redefine_sym {
        let (old, new) = pair.split_once('=').ok_or_else(|| Fault::Usage("bad format for --redefine-sym".into()))?;
        redefine(old, new)?;
    }
    for file in &options.redefine_syms {
        for line in lines(file)? {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some(old), Some(new), None) => redefine(old, new)?,
                _ => return Err(Fault::Content(input::name(file), format!("expected two names in each line, found `{line}`"))),
            }
        }
    }
    let mut visibilities = Vec::new();
    for pair in &options.set_symbol_visibility {
        let (name, visibility) = pair_of(pair)?;
        visibilities.push((set(&[name.to_owned()], options.wildcard)?, visibility));
    }
    for pair in &options.set_symbols_visibility {
        let (file, visibility) = pair_of(pair)?;
        visibilities.push((set(&lines(Path::new(file))?, options.wildcard)?, visibility));
    }
    Ok(SymbolChanges {
        localize: names(&options.localize_symbol, &options.localize_symbols)?,
        localize_hidden: options.localize_hidden,
        visibilities,
        keep_global: names(&options.keep_global_symbol, &options.keep_global_symbols)?,
        globalize: names(&options.globalize_symbol, &options.globalize_symbols)?,
        weaken: names(&options.weaken_symbol, &options.weaken_symbols)?,
        weaken_all: options.weaken,
        rename,
        remove_prefix: options.remove_symbol_prefix.clone().into_bytes(),
        prefix: options.prefix_symbols.clone().into_bytes(),
        skip: names(&options.skip_symbol, &options.skip_symbols)?,
    })
}

/// A name and a visibility.
fn pair_of(pair: &str) -> Result<(&str, Visibility), Fault> {
    let (name, visibility) = pair.rsplit_once('=').ok_or_else(|| Fault::Usage(format!("expected NAME=VISIBILITY, found `{pair}`")))?;
    let visibility = match visibility {
        "default" => Visibility::Default,
        "hidden" => Visibility::Hidden,
        "protected" => Visibility::Protected,
        "internal" => return Err(Fault::Usage("bitcode has no internal visibility; hidden is the nearest".into())),
        other => return Err(Fault::Usage(format!("'{other}' is not a valid symbol visibility"))),
    };
    Ok((name, visibility))
}

/// The lines of a file, without comments and the spaces around.
fn lines(file: &Path) -> Result<Vec<String>, Fault> {
    let text = input::open(file)?;
    let text = std::str::from_utf8(text.bytes()).map_err(|_| Fault::Content(input::name(file), "expected a text of UTF-8".into()))?;
    let line = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    Ok(text.lines().map(line).filter(|line| !line.is_empty()).collect())
}

/// A set of names, or of patterns.
fn set(names: &[String], are_patterns: bool) -> Result<SymbolNames, Fault> {
    let mut set = SymbolNames::default();
    for name in names {
        if !are_patterns {
            set.names.insert(name.clone().into_bytes());
            continue;
        }
        let (text, patterns) = match name.strip_prefix('!') {
            Some(text) => (text, &mut set.but),
            None => (name.as_str(), &mut set.patterns),
        };
        patterns.push(Glob::new(text.as_bytes()).map_err(|message| Fault::Usage(format!("cannot compile pattern '{name}': {message}")))?);
    }
    Ok(set)
}

//! `bctk objcopy`: other names, bindings and visibilities for the symbols of bitcode in any container and of ELF objects, with the options of
//! `llvm-objcopy`; bitcode beside machine code.
mod changes;

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk::contents::{self, Contents};
use bctk::edit::Edits;
use bctk::fat_objects;
use bctk::input;
use bctk::symbol_changes::{FileChanges, SymbolChanges, in_file, machine_code};
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Args, Command, FromArgMatches};

use crate::containers;
use crate::diag::Fault;
use crate::embedded;
use crate::limits;
use crate::messages::{self, be};
use crate::notes::{Kind as Of, Note};
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
    #[arg(help_heading = "Symbols", long, value_name = "NAME", hide_short_help = true)]
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

    /// Remove a symbol that nothing needs; a definition in bitcode becomes private.
    #[arg(help_heading = "Symbols", short = 'N', long, value_name = "NAME")]
    strip_symbol: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    strip_symbols: Vec<PathBuf>,

    /// Remove a symbol if nothing needs it.
    #[arg(help_heading = "Symbols", long, value_name = "NAME", hide_short_help = true)]
    strip_unneeded_symbol: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    strip_unneeded_symbols: Vec<PathBuf>,

    /// Do not remove a symbol.
    #[arg(help_heading = "Symbols", short = 'K', long, value_name = "NAME", hide_short_help = true)]
    keep_symbol: Vec<String>,

    /// The same for each line of a file.
    #[arg(help_heading = "Symbols", long, value_name = "FILE", hide_short_help = true)]
    keep_symbols: Vec<PathBuf>,

    /// Linkage names in debug information get the new names of symbols, too.
    #[arg(help_heading = "Symbols", long, hide_short_help = true)]
    redefine_linkage_names: bool,

    /// Take names for patterns with `*`, `?` and `[...]`; `!` before one excludes what it matches.
    #[arg(help_heading = "Symbols", short = 'w', long)]
    wildcard: bool,

    /// Take names for extended regular expressions of POSIX, which match whole names.
    #[arg(help_heading = "Symbols", long, conflicts_with = "wildcard", hide_short_help = true)]
    regex: bool,

    /// Remove all debug information.
    #[arg(help_heading = "Contents", short = 'g', long)]
    strip_debug: bool,

    /// Remove debug information, and all that links do not need.
    #[arg(help_heading = "Contents", long)]
    strip_unneeded: bool,

    /// Remove debug information, and all local symbols and names.
    #[arg(help_heading = "Contents", short = 'x', long)]
    discard_all: bool,

    /// The same for bitcode alone; the symbols of machine code are never all removed, since links need them.
    #[arg(help_heading = "Contents", long, hide_short_help = true)]
    strip_all: bool,

    /// Remove a section with bitcode or a command line from objects.
    #[arg(help_heading = "Contents", short = 'R', long, value_name = "SECTION")]
    remove_section: Vec<String>,

    /// Remove all such sections.
    #[arg(help_heading = "Contents", long)]
    strip_bitcode: bool,

    /// Write the bitcode of the input, which has one module, to a file.
    #[arg(help_heading = "Contents", long, value_name = "FILE")]
    dump_bitcode: Option<PathBuf>,

    /// Put bitcode into an ELF object, as clang -ffat-lto-objects does.
    #[arg(help_heading = "Contents", long, value_name = "FILE")]
    add_bitcode: Option<PathBuf>,

    /// Make sections readable that `ld -r` joined, with all modules.
    #[arg(help_heading = "Contents", long)]
    split_lto: bool,

    /// Change bitcode alone, and leave the symbols of machine code as they are.
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
    // As LLVM's tools take it, an option may come twice, and symbols may have any names.
    let is_flag = |arg: &Arg| matches!(arg.get_action(), ArgAction::SetTrue);
    let command = Options::augment_args(command).mut_args(|arg| {
        let id = arg.get_id().clone();
        match () {
            () if is_flag(&arg) => arg.overrides_with(id),
            () if arg.get_help_heading() == Some("Symbols") => arg.allow_hyphen_values(true),
            () => arg,
        }
    });
    command.about("Rename, hide, weaken and remove the symbols of bitcode and ELF objects, as llvm-objcopy does")
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
        Err(error) => return messages::usage(&error),
    };
    match limits::set(options.limit.iter().map(String::as_str), None).and_then(|()| work(&options, &|bytes| bytes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => messages::fail(&fault),
    }
}

/// Copies a file with these options; `last` may change what is written.
pub(crate) fn copy(options: &[OsString], input: &Path, output: &Path, last: &dyn Fn(Vec<u8>) -> Vec<u8>) -> Result<(), Fault> {
    let mut args = options.to_vec();
    args.extend([OsString::from("--"), input.into(), output.into()]);
    let matches = command("bctk objcopy").no_binary_name(true).try_get_matches_from(args);
    let options = matches.and_then(|matches| Options::from_arg_matches(&matches));
    work(&options.map_err(|error| Fault::Usage(error.to_string()))?, last)
}

fn work(options: &Options, last: &dyn Fn(Vec<u8>) -> Vec<u8>) -> Result<(), Fault> {
    let symbols = changes::changes(options)?;
    let strips_names = options.strip_unneeded || options.strip_all || options.discard_all;
    let edits = Edits { strip_debug: options.strip_debug || strips_names, strip_names: strips_names, ..Edits::default() };
    let (contents, part) = contents::all(&options.input, &limits::limits())?;
    if part.is_some() {
        return Err(Fault::Usage("objcopy takes a whole file".into()));
    }
    if let Some(file) = &options.dump_bitcode {
        let only = contents.choose(None)?;
        containers::write(only.bytes(), Output::create(file)?)?;
    }
    let removed = removed(options)?;
    let changes_bitcode = !symbols.is_empty() || !edits.is_empty();
    if !removed.is_empty() && (changes_bitcode || options.add_bitcode.is_some() || options.split_lto) {
        return Err(Fault::Usage("sections are removed without other changes".into()));
    }
    if options.split_lto && (changes_bitcode || options.add_bitcode.is_some()) {
        return Err(Fault::Usage("sections are made readable without other changes".into()));
    }
    if options.redefine_linkage_names && !symbols.changes_names() {
        return Err(Fault::Usage("--redefine-linkage-names needs symbols with other names".into()));
    }
    let whole = contents.bytes();
    if options.strip_all
        && !options.bitcode_only
        && let Some(name) = machine_code(&contents)?
    {
        let message = "has machine code, whose symbols links need; --strip-unneeded, --discard-all and --strip-debug keep these";
        return Err(Fault::Content(name, message.into()));
    }
    let bytes: Cow<'_, [u8]> = match &options.add_bitcode {
        _ if !removed.is_empty() => embedded::stripped(&contents, &removed)?.into(),
        _ if options.split_lto => mended(&contents)?,
        Some(file) if changes_bitcode => {
            // The bitcode that is added changes, too.
            let added = with_bitcode(&contents.name, whole, file)?;
            let (name, memory) = (options.input.as_path(), input::Input::Read(added));
            let contents = match contents::of_memory(name, memory, &limits::limits())? {
                contents::Argument::Within(contents, _) => *contents,
                contents::Argument::Plain(..) => return Err(Fault::Content(contents.name, "contains no bitcode".into())),
            };
            changed(&contents, &symbols, &edits, options.bitcode_only)?.into_owned().into()
        }
        Some(file) => with_bitcode(&contents.name, whole, file)?.into(),
        None => changed(&contents, &symbols, &edits, options.bitcode_only)?,
    };
    let bytes = last(bytes.into_owned());
    let does_nothing = !changes_bitcode && removed.is_empty() && options.add_bitcode.is_none() && !options.split_lto;
    if options.dump_bitcode.is_some() && does_nothing && options.output.is_none() {
        return Ok(());
    }
    let output = options.output.as_deref().unwrap_or(&options.input);
    containers::write(&bytes, Output::derived(output, std::slice::from_ref(&options.input), &Resolved::default(), Existing::Replaced)?)
}

/// The file with all changes made in its bitcode, and in the machine code beside that.
fn changed<'c>(contents: &'c Contents, symbols: &SymbolChanges, edits: &Edits, bitcode_only: bool) -> Result<Cow<'c, [u8]>, Fault> {
    if symbols.is_empty() && edits.is_empty() {
        contents.held()?;
    }
    let changes = FileChanges { symbols, edits, bitcode_only };
    let faults = |errors: Vec<bctk::Error>| Fault::of_parts(errors.into_iter().map(Fault::from).collect());
    in_file(contents, &changes, &limits::limits()).map_err(faults)
}

/// The object with the bitcode of a file in it.
fn with_bitcode(name: &str, object: &[u8], file: &Path) -> Result<Vec<u8>, Fault> {
    let added = input::open(file)?;
    if input::kind(added.bytes()) != input::Kind::Bitcode {
        return Err(Fault::Content(input::name(file), "expected bitcode to add".into()));
    }
    // Damaged bitcode would stop every link.
    bctk_bitcode::modules(added.bytes(), &limits::read_options()).map_err(|error| Fault::Content(input::name(file), error.to_string()))?;
    Ok(fat_objects::with_bitcode(name, object, added.bytes())?)
}

/// The file with sections that LLVM reads.
fn mended(contents: &Contents) -> Result<Cow<'_, [u8]>, Fault> {
    let mended = fat_objects::mended(contents, &limits::limits())?;
    for (name, count, thin) in &mended.objects {
        if *thin > 0 {
            let words =
                format!("{thin} of {count} modules lose their ThinLTO summaries: LLVM takes at most one such module from a section");
            messages::note(name, Note::new(Of::Stale, words));
        }
    }
    Ok(mended.bytes)
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

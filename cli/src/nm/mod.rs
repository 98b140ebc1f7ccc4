//! Symbol lists: `bcdump --symbols`, and `bcdump` under the name `llvm-nm` with that tool's options, messages and exit status.
//!
//! The behavior is that of llvm-nm 22. Inputs are bitcode, alone, in archives and in sections that linkers read, and native object files and
//! images.
mod files;
mod full;
mod json;
mod list;
mod macho;
mod native;
mod options;
mod wanted;

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk_bitcode::modules;
use bctk_bitcode::read::ModulePart;
use bctk_object::container::{self, Container, FindOptions, Found, Step};
use bctk_object::symbols::{self, SymbolTable};
use clap::{Arg, ArgAction, Command};
use rayon::prelude::*;

use crate::background_writer::write_in_background;
use crate::diag;
use crate::limits;
use crate::llvm_options::Named;
use crate::messages;
use bctk::contents::{self, Argument};
use bctk::input::{self, Input};
use bctk_object::native::bytes::Fault;
use bctk_object::native::{Source, is_object};
use list::List;
use options::{Format, Options};

/// The options of both programs.
const HELP: &str = "
OPTIONS:
  -A, -o, --print-file-name  Print the name of the file (and member) before each symbol
  -a, --debug-syms           Also list symbols for debuggers and symbols of the object format
  -C, --demangle             Demangle names (C++, Rust); --no-demangle turns it off
  -D, --dynamic              List the dynamic symbols (ELF)
  --export-symbols           Print the names that the files export, each once
  -f, --format=<format>      bsd (default), posix, sysv, darwin, just-symbols
  -B, -P, -j, -m             --format=bsd, posix (--portability), just-symbols (--just-symbol-name), darwin
  -g, --extern-only          List external symbols only
  -l, --line-numbers         Print the source location of each symbol, from debug information (ELF objects)
  --no-llvm-bc               Do not treat bitcode as an object file
  -n, -v, --numeric-sort     Sort by address, undefined symbols first
  -p, --no-sort              Keep the order of the file
  -M, --print-armap          Print the symbol table of an archive first
  -S, --print-size           Print sizes; in bitcode and Mach-O all are zero
  --quiet                    Print no message about files without symbols
  -r, --reverse-sort         Reverse the order
  --size-sort                Sort by size
  --special-syms             Also list symbols that separate code from data
  -t, --radix=<radix>        o (octal), d (decimal), x (hexadecimal, default)
  -U, --defined-only         List defined symbols only
  -u, --undefined-only       List undefined symbols only
  -W, --no-weak              List no weak symbols
  -X <32|64|32_64|any>       List only files for targets of this width (ELF, XCOFF, bitcode)
  --without-aliases          List no aliases
  -h, --help                 Print this help
  -V, --version              Print the version

llvm-nm Mach-O Specific Options:
  --add-dyldinfo             Also list symbols that only the dynamic linker's information contains
  --add-inlinedinfo          Also list symbols of the libraries inlined in a text stub
  --arch=<value>             List only these architectures of a universal binary (comma-separated), or all
  --dyldinfo-only            List only symbols of the dynamic linker's information
  --no-dyldinfo              List no symbols that only the dynamic linker's information contains
  -s <segment> <section>     List only symbols of this section
  -x                         Print symbol table entries in hexadecimal

llvm-nm XCOFF Specific Options:
  --no-rsrc                  Do not export __rsrc

Pass @FILE as argument to read options from FILE.
";

const OWN_HELP: &str = "
  --name=<name>              List only symbols of this name: as it is in the file or demangled, with or without
                             parameters; * and ? are wildcards; may be repeated
  --full                     Print visibility, flags, comdat, size and section, as llvm-lto2 dump-symtab does
  --json                     Print JSON (docs/bcdump-json.md)

All bitcode members of an archive are listed, and the bitcode in the section of an object file. Symbols come from the
symbol table in the file (SYMTAB), else from the module. Function bodies are never read.
";

/// The command line of `bctk symbols`, made from the help: for completions and man pages.
pub(crate) fn command(name: &'static str) -> Command {
    let mut command = Command::new(name)
        .about("List symbols of bitcode, archives and objects, as llvm-nm does")
        .max_term_width(100)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .after_help("Examples:\n  bctk symbols a.bc --demangle\n  bctk symbols lib.a --name 'ns::tw*' --json");
    for line in HELP.lines().chain(OWN_HELP.lines()).filter(|line| line.starts_with("  -")) {
        let Some((spellings, help)) = line.trim_start().split_once("  ") else { continue };
        command = command.arg(option(spellings, help.trim()));
    }
    command.arg(Arg::new("files").value_name("FILE").num_args(0..).value_parser(clap::value_parser!(PathBuf)).help("Files to list"))
}

/// An option by its spellings: `-f, --format=<format>`.
pub(crate) fn option(spellings: &'static str, help: &'static str) -> Arg {
    let (names, values): (Vec<&str>, Vec<&str>) = {
        let all: Vec<&str> = spellings.split([',', ' ', '=']).filter(|part| !part.is_empty()).collect();
        all.into_iter().partition(|part| part.starts_with('-'))
    };
    let long: Vec<&'static str> = names.iter().filter_map(|name| name.strip_prefix("--")).collect();
    let short: Vec<char> = names.iter().filter(|name| !name.starts_with("--")).filter_map(|name| name.chars().nth(1)).collect();
    let arg = Arg::new(names.first().copied().unwrap_or(spellings)).help(help).visible_aliases(long.iter().skip(1).copied());
    let arg = arg.visible_short_aliases(short.iter().skip(1).copied());
    let arg = match values.as_slice() {
        [] => arg.action(ArgAction::SetTrue),
        values => {
            arg.num_args(values.len()).value_names(values.iter().map(|value| value.trim_matches(['<', '>']))).action(ArgAction::Append)
        }
    };
    // Seldom used.
    let arg =
        arg.hide_short_help(matches!(long.first(), Some(name) if name.contains("dyld") || name.contains("inlined") || *name == "no-rsrc"));
    let arg = if let Some(&name) = long.first() { arg.long(name) } else { arg };
    if let Some(&letter) = short.first() { arg.short(letter) } else { arg }
}

/// The name of the list of symbols in our own programs.
fn own_name() -> &'static str {
    if messages::tool() == "bctk" { "bctk symbols" } else { "bcdump --symbols" }
}

/// Runs as `llvm-nm` with `args`, the program's name first; `own` as `bcdump --symbols`.
pub(crate) fn run(args: &[OsString], own: bool) -> ExitCode {
    let tool = match own {
        true => messages::tool().to_owned(),
        false => args.first().map(|arg0| arg0.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let mut options = match Options::parse(args.get(1..).unwrap_or_default(), own) {
        Ok(options) => options,
        Err(complaints) => {
            let complaint = complaints.first().map_or("", String::as_str);
            eprintln!("{tool}: error: {}{complaint}", if own { "" } else { ": " });
            return ExitCode::from(if own { 2 } else { 1 });
        }
    };
    if options.help {
        let usage = if own { own_name() } else { &tool };
        print!("OVERVIEW: LLVM symbol table dumper\n\nUSAGE: {usage} [options] <files>\n{HELP}{}", if own { OWN_HELP } else { "" });
        return ExitCode::SUCCESS;
    }
    if options.version {
        println!("llvm-nm, compatible with GNU nm\n{}", Named::new(&tool, "llvm-nm").about());
        return ExitCode::SUCCESS;
    }
    if own && let Some(complaint) = options.complaints.first() {
        eprintln!("{tool}: error: {}", complaint.trim_start_matches(": "));
        return ExitCode::from(2);
    }
    if options.files.is_empty() {
        if own {
            eprintln!("{tool}: error: no input file; see {} --help", own_name());
            return ExitCode::from(2);
        }
        options.files.push("a.out".into());
    }
    options.complaints.iter().for_each(|complaint| eprintln!("{tool}: error: {complaint}"));
    let ((), written) = {
        let mut failed = !options.complaints.is_empty();
        let (result, written) = write_in_background(&mut io::stdout(), |mut out| work(&tool, &options, own, &mut failed, &mut out));
        if failed && result.is_ok() && written.is_ok() {
            return ExitCode::FAILURE;
        }
        ((), result.and(written))
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let fault = diag::Fault::write("<stdout>", error);
            diag::report(&tool, &fault);
            ExitCode::from(fault.status())
        }
    }
}

/// The list of one file, alone or in a container.
#[derive(Default)]
struct Listing {
    text: Vec<u8>,
    /// Messages for standard error, without the tool's name.
    errors: Vec<String>,
    notes: Vec<String>,
    warnings: Vec<String>,
    /// For `--export-symbols`: names, and who is to see them.
    names: Vec<(Vec<u8>, &'static str)>,
    /// If it is of a kind that states no sizes: the dashes of the option in the warning.
    sizes_are_zero: Option<&'static str>,
    /// Whether nothing else of the file is listed.
    last: bool,
    /// What each name that is asked for found.
    found: Vec<wanted::Found>,
}

fn work(tool: &str, options: &Options, own: bool, failed: &mut bool, out: &mut dyn Write) -> io::Result<()> {
    let mut exported = Vec::new();
    let mut warned = false;
    let mut all = wanted::All::default();
    let mut documents = json::Documents::begin(options.json, out)?;
    for path in &options.files {
        let shown = path.to_string_lossy();
        let complain = |message: &str| eprintln!("{tool}: error: {shown}: {message}");
        let input = match input::open(path) {
            Ok(input) => input,
            Err(error) => {
                out.flush()?;
                *failed = true;
                match error.into() {
                    diag::Fault::Open(_, error) => complain(&diag::words(&error)),
                    other => complain(&other.to_string()),
                }
                continue;
            }
        };
        let listings = match own {
            true => list_file(path, input.bytes(), options),
            false => files::list(path, input.bytes(), options),
        };
        let listings = match listings {
            Ok(listings) => listings,
            Err(fault) => {
                out.flush()?;
                *failed = true;
                complain(&fault.message);
                if !own {
                    // As llvm-nm ends the messages of its libraries.
                    eprintln!();
                }
                continue;
            }
        };
        for listing in listings {
            match options.json {
                true => documents.add(&listing.text, out)?,
                false => out.write_all(&listing.text)?,
            }
            if !(listing.notes.is_empty() && listing.errors.is_empty() && listing.warnings.is_empty()) {
                out.flush()?;
            }
            let sizes = options.print_size || options.size_sort || options.format == Format::Sysv;
            if let Some(dashes) = listing.sizes_are_zero.filter(|_| sizes)
                && !std::mem::replace(&mut warned, true)
            {
                eprintln!("{tool}: warning: sizes with {dashes}print-size for Mach-O files are always zero.");
            }
            listing.warnings.iter().for_each(|warning| eprintln!("{tool}: warning: {warning}"));
            listing.notes.iter().for_each(|note| eprintln!("{note}"));
            for error in &listing.errors {
                *failed = true;
                eprintln!("{tool}: error: {error}");
            }
            exported.extend(listing.names);
            all.add(listing.found);
        }
    }
    // What is listed comes before the message.
    let complaints = if *failed { Vec::new() } else { all.complaints(options) };
    if options.export_symbols {
        if !options.no_sort {
            exported.sort_unstable();
            if options.reverse_sort {
                exported.reverse();
            }
        }
        exported.dedup();
        for (name, visibility) in exported {
            out.write_all(&name)?;
            if !visibility.is_empty() {
                write!(out, " {visibility}")?;
            }
            out.write_all(b"\n")?;
        }
    }
    documents.end(options.json, out)?;
    if !complaints.is_empty() {
        out.flush()?;
        *failed = true;
        complaints.iter().for_each(|complaint| eprintln!("{tool}: error: {complaint}"));
    }
    Ok(())
}

/// Lists the bitcode in compressed parts of a file.
fn list_packed(path: &Path, bytes: &[u8], options: &Options) -> Result<Vec<Listing>, Fault> {
    let (shown, name) = (path.to_string_lossy(), input::name(path));
    let unpacked = contents::of_memory(path, Input::Read(bytes.to_vec()), &limits::limits()).map_err(|error| error.message())?;
    let Argument::Within(unpacked, _) = unpacked else { return Ok(Vec::new()) };
    let inside = unpacked.bitcode.iter().filter(|bitcode| bitcode.is_packed());
    Ok(inside.map(|bitcode| list_bitcode(bitcode.bytes(), (&shown, &name), Some(bitcode.name.as_bytes()), options)).collect())
}

/// Lists all bitcode in a file, at any depth, in order: the output of `bcdump --symbols`.
fn list_file(path: &Path, bytes: &[u8], options: &Options) -> Result<Vec<Listing>, Fault> {
    let shown = path.to_string_lossy();
    let name = input::name(path);
    let contents = container::find(bytes, &FindOptions::default()).map_err(|error| error.to_string())?;
    if is_object(bytes) && contents.found.is_empty() {
        return match contents.faults.first() {
            Some(fault) => Err(fault.to_string().into()),
            None => Ok(vec![list_native(bytes, (&shown, &name), None, options)]),
        };
    }
    let is_archive = contents.container.is_some_and(Container::is_archive);
    let packed = match contents.packed.is_empty() {
        true => Vec::new(),
        false => list_packed(path, bytes, options)?,
    };
    if contents.found.is_empty() && packed.is_empty() && !is_archive {
        return Err(contents.faults.first().map_or_else(|| "contains no bitcode".into(), |fault| fault.to_string().into()));
    }
    let mut subjects: Vec<(usize, Subject<'_, '_>)> = Vec::new();
    let labels = labels(contents.found.iter());
    for (found, label) in contents.found.iter().zip(labels) {
        let member = found.steps.first().filter(|_| is_archive).map(|step| step.name.to_vec());
        // A member of an archive is known by its name alone.
        let label = if member.is_some() && label.parts == 1 { member } else { label.text };
        subjects.push((found.offset, Subject::Bitcode(found, label)));
    }
    if is_archive {
        let natives = contents.natives.iter().filter(|native| native.steps.len() == 1);
        subjects.extend(natives.map(|native| (native.offset, Subject::Native(&native.steps, native.bytes))));
        subjects.sort_by_key(|&(offset, _)| offset);
    }
    let list = |(_, subject): &(usize, Subject<'_, '_>)| {
        let member = |steps: &[Step<'_>]| steps.first().filter(|_| is_archive).map(|step| step.name.to_vec());
        match subject {
            Subject::Bitcode(found, label) => list_bitcode(found.bytes, (&shown, &name), label.as_deref(), options),
            Subject::Native(steps, object) => list_native(object, (&shown, &name), member(steps).as_deref(), options),
        }
    };
    let mut listings: Vec<Listing> = match subjects.len() {
        1 => subjects.iter().map(list).collect(),
        _ => subjects.par_iter().map(list).collect(),
    };
    listings.extend(packed);
    if !contents.outside.is_empty() {
        let folder = path.parent().unwrap_or(Path::new(""));
        for outside in &contents.outside {
            let Some(step) = outside.steps.last() else { continue };
            let member = String::from_utf8_lossy(step.name);
            let file = folder.join(&*member);
            match input::open(&file) {
                Ok(input) => {
                    let member = Some(file.to_string_lossy().into_owned().into_bytes());
                    listings.push(list_bitcode(input.bytes(), (&shown, &name), member.as_deref(), options));
                }
                Err(fault) => listings.push(Listing::failed(format!("{shown}({member}): {fault}"))),
            }
        }
    }
    listings.extend(contents.faults.iter().map(|fault| Listing::failed(format!("{shown}: {fault}"))));
    Ok(listings)
}

/// What stands above the list of a part.
struct Label {
    text: Option<Vec<u8>>,
    /// How many parts have the same name: they get numbers.
    parts: usize,
}

/// The labels of the parts of a file: the names by which the command line selects them, or none for the only part.
fn labels<'f, 'a: 'f>(found: impl Iterator<Item = &'f Found<'a>>) -> Vec<Label> {
    let names: Vec<String> = found.map(Found::name).collect();
    let mut of: HashMap<&str, (usize, usize)> = HashMap::new();
    names.iter().for_each(|name| of.entry(name).or_default().0 += 1);
    let mut label = |name: &str| {
        let (parts, next) = of.get_mut(name).map_or((1, 0), |(parts, next)| (*parts, std::mem::replace(next, *next + 1)));
        let text = match (name, parts) {
            ("", 1) => None,
            (_, 1) => (names.len() > 1).then(|| name.to_owned()),
            ("", _) => Some(next.to_string()),
            _ => Some(format!("{name}:{next}")),
        };
        Label { text: text.map(String::into_bytes), parts }
    };
    names.iter().map(|name| label(name)).collect()
}

/// Whether linkers, and so llvm-nm, use the bitcode in an object file instead of its code: for fat LTO, and for `__LLVM,__bitcode`. Bitcode
/// that `-fembed-bitcode` stores in `.llvmbc` is an addition to the code.
fn is_for_linkers(found: &Found<'_>) -> bool {
    matches!(found.section(), None | Some(b".llvm.lto" | b"__LLVM,__bitcode"))
}

impl Listing {
    fn failed(message: String) -> Listing {
        Listing { errors: vec![message], ..Listing::default() }
    }

    /// Adds the list of another part of the same file.
    fn append(&mut self, other: Listing) {
        self.text.extend(other.text);
        self.errors.extend(other.errors);
        self.notes.extend(other.notes);
        self.warnings.extend(other.warnings);
        self.names.extend(other.names);
        self.found.extend(other.found);
    }
}

/// Whether a symbol is listed, by its name.
type IsChosen<'c> = &'c dyn Fn(&[u8]) -> bool;

/// The listing of a file.
enum Subject<'c, 'a> {
    /// Bitcode, with the name of its part of the file, if the file has several.
    Bitcode(&'c Found<'a>, Option<Vec<u8>>),
    /// An object file, by the way to it.
    Native(&'c [Step<'a>], &'a [u8]),
}

/// Lists one object file of native code for `bcdump --symbols`.
fn list_native(bytes: &[u8], (shown, name): (&str, &str), member: Option<&[u8]>, options: &Options) -> Listing {
    let mut listing = Listing::default();
    let within = member.map(|member| format!("({})", String::from_utf8_lossy(member))).unwrap_or_default();
    if options.json || options.full {
        listing.notes.push(format!("{shown}{within}: native code, which --full and --json do not list"));
        return listing;
    }
    let source = Source { name, odd: false, slice: None };
    match native::read(bytes, source, options) {
        Ok(mut object) => {
            native::keep_named(&mut object, options, &mut listing);
            if !options.names.is_empty() && object.symbols.is_empty() {
                return listing;
            }
            files::write_object(&object, bytes, (shown, member), options, &mut listing);
        }
        Err(fault) => listing.errors.push(format!("{shown}{within}: {}", fault.message)),
    }
    listing
}

/// Writes the heading above the list of a file, or of a part that has its `label` already.
fn write_head(current: &[u8], wide: bool, label: bool, options: &Options, out: &mut Vec<u8>) {
    match options.format {
        Format::Bsd | Format::Posix | Format::JustSymbols if options.files.len() > 1 && !label => {
            out.extend_from_slice(&[b"\n", current, b":\n"].concat());
        }
        Format::Sysv => {
            out.extend_from_slice(&[b"\n\nSymbols from ", current, b":\n\n"].concat());
            out.extend_from_slice(match wide {
                true => b"Name                  Value           Class        Type         Size             Line  Section\n",
                false => b"Name                  Value   Class        Type         Size     Line  Section\n",
            });
        }
        _ => {}
    }
}

/// Lists one bitcode file: `shown` as it was named, `name` as the tool names it, `member` within an archive.
fn list_bitcode(bytes: &[u8], (shown, name): (&str, &str), member: Option<&[u8]>, options: &Options) -> Listing {
    let mut listing = Listing::default();
    let asked = symbols::Options {
        directives: options.full || options.json,
        constants: options.hex || options.json || options.format == Format::Darwin,
        ..symbols::Options::default()
    };
    let found = modules(bytes, &limits::read_options()).and_then(|parts| Ok((symbols::symbols(&parts, &asked)?, parts)));
    let (table, parts) = match found {
        Ok(found) => found,
        Err(error) => {
            let member = member.map(|member| format!("({})", String::from_utf8_lossy(member))).unwrap_or_default();
            listing.errors.push(format!("{shown}{member}: {error}"));
            return listing;
        }
    };
    if let Some((want_32, want_64)) = options.bits {
        let is_64 = bctk_ir::triple::Triple::parse(table.triple()).is_arch_64_bit();
        if !(if is_64 { want_64 } else { want_32 }) {
            return listing;
        }
    }
    let named: Vec<wanted::Named<'_>> = match options.names.is_empty() {
        true => Vec::new(),
        false => {
            let symbols = (0..table.modules()).flat_map(|module| table.symbols_of(module));
            symbols.map(|symbol| wanted::Named { symbol: symbol.name, other: symbol.ir_name }).collect()
        }
    };
    let chosen = wanted::choose(options, &named, &mut listing);
    let is_chosen = |name: &[u8]| chosen.as_ref().is_none_or(|chosen| chosen.contains(name));
    if chosen.as_ref().is_some_and(HashSet::is_empty) {
        return listing;
    }
    // Nothing can go wrong in writing to memory.
    let _ = match () {
        () if options.json => json::write(&table, &parts, (name, member), options, &is_chosen, &mut listing.text),
        () if options.full => full::write(&table, member, &is_chosen, &mut listing.text),
        () => write_list(&table, &parts, (shown, name), member, (options, &is_chosen), &mut listing),
    };
    listing
}

/// Writes the list of a table as llvm-nm does.
fn write_list(
    table: &SymbolTable<'_>,
    parts: &[ModulePart<'_>],
    (shown, name): (&str, &str),
    member: Option<&[u8]>,
    (options, is_chosen): (&Options, IsChosen<'_>),
    listing: &mut Listing,
) -> io::Result<()> {
    let names = |part| symbols::lists_offset_table(part, &limits::read_options()).unwrap_or(false);
    let offset_table = symbols::may_name_offset_table(table) && parts.iter().any(names);
    let list = List::new(table, options, offset_table, is_chosen);
    if options.export_symbols {
        listing.names = list.entries.iter().map(|entry| (entry.name.to_vec(), "")).collect();
        return Ok(());
    }
    let current = member.unwrap_or(name.as_bytes());
    let out = &mut listing.text;
    if member.is_some() && !options.print_file_name {
        out.extend_from_slice(&[b"\n", current, b":\n"].concat());
    }
    if options.dynamic {
        listing.errors.push(format!("{}: File format has no dynamic symbol table\n", String::from_utf8_lossy(current)));
        return Ok(());
    }
    let prefix = match member {
        Some(member) if options.format == Format::Posix => [shown.as_bytes(), b"[", member, b"]: "].concat(),
        Some(member) => [shown.as_bytes(), b":", member, b": "].concat(),
        None => [current, b": "].concat(),
    };
    if !list.any && !options.quiet {
        listing.notes.push(format!("{}no symbols", String::from_utf8_lossy(&prefix)));
    }
    if !options.print_file_name {
        write_head(current, list.is_64_bit, member.is_some(), options, out);
    }
    list.write(options, if options.print_file_name { &prefix } else { b"" }, out)
}

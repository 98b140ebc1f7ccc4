//! Lists of symbols: `bcdump --symbols`, and `bcdump` under the name `llvm-nm` with that tool's options, messages and exit status.
//!
//! Taken from the behaviour of llvm-nm 22. Bitcode is listed, alone, in archives and in the sections that linkers look at, and so are native object files
//! and images.
mod full;
mod json;
mod list;
mod native;
mod options;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use bctk_bitcode::container::{self, Container, Contents, FindOptions, Found, Step};
use bctk_bitcode::read::ModulePart;
use bctk_bitcode::symbols::{self, SymbolTable};
use bctk_bitcode::{ErrorKind, modules};
use object::read::archive::ArchiveFile;
use rayon::prelude::*;

use crate::behind::write_behind;
use crate::diag::{self, Fault};
use crate::input;
use crate::limits;
use crate::llvm_options::Named;
use list::List;
use options::{Format, Options};

/// What stands behind the synopsis of both programs.
const HELP: &str = "
OPTIONS:
  -A, -o, --print-file-name  Print the name of the file (and member) before each symbol
  -a, --debug-syms           Intrinsics, private symbols and variables for LLVM alone, too
  -C, --demangle             Names as the source has them (C++, Rust, D); --no-demangle
  --arch=<name>              Only this architecture of a universal binary, or all
  -D, --dynamic              Symbols for the dynamic linker
  -M, --print-armap          The table of symbols of an archive first
  --no-llvm-bc               Bitcode is no object file
  --special-syms             Symbols that are there for the format alone, too
  --export-symbols           The names that all files define for others, each once
  -f, --format <format>      bsd (default), posix, sysv, darwin, just-symbols
  -B, -P, -j, -m             --format=bsd, --format=posix (--portability), just-symbols (--just-symbol-name), darwin
  -g, --extern-only          Only symbols that are visible outside of their module
  -n, -v, --numeric-sort     What is not defined first
  -p, --no-sort              In the order of the file
  -r, --reverse-sort         In reverse order
  -S, --print-size           Print sizes, which in bitcode and Mach-O are all zero
  --size-sort                Sort by size; -t, --radix <o|d|x>
  -U, --defined-only         Only symbols that are defined
  -u, --undefined-only       Only symbols that are not defined
  -W, --no-weak              No weak symbols
  -X <32|64|32_64|any>       Only files for targets of these widths
  -x                         Print symbols in hexadecimal, as for Mach-O
  --quiet                    No message about files without symbols
  --without-aliases          No aliases
  -h, --help                 This text
  -V, --version              The version of this program
";

const OWN_HELP: &str = "
  --full                     Visibility, flags, comdat, size and section of every symbol, as llvm-lto2 dump-symtab prints them
  --json                     Everything as JSON, see docs/bcdump-json.md

Of an archive all members that are bitcode are listed, of an object file the bitcode in its section. Symbols come from the table in the
file (SYMTAB), else from the module; function bodies are never read.
";

/// Runs as `llvm-nm` with `args`, the program's name first; `own` as `bcdump --symbols`.
pub(crate) fn run(args: &[OsString], own: bool) -> ExitCode {
    let tool = match own {
        true => "bcdump".to_owned(),
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
        let usage = if own { "bcdump --symbols" } else { &tool };
        print!("OVERVIEW: LLVM symbol table dumper\n\nUSAGE: {usage} [options] <files>\n{HELP}{}", if own { OWN_HELP } else { "" });
        return ExitCode::SUCCESS;
    }
    if options.version {
        println!("llvm-nm, compatible with GNU nm\n{}", Named::new(&tool, "llvm-nm").about());
        return ExitCode::SUCCESS;
    }
    if options.files.is_empty() {
        if own {
            eprintln!("{tool}: error: no file is given; bcdump --symbols --help tells more");
            return ExitCode::from(2);
        }
        options.files.push("a.out".into());
    }
    let ((), written) = {
        let mut failed = false;
        let (result, written) = write_behind(&mut io::stdout(), |mut out| work(&tool, &options, own, &mut failed, &mut out));
        if failed && result.is_ok() && written.is_ok() {
            return ExitCode::FAILURE;
        }
        ((), result.and(written))
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let fault = Fault::write("<stdout>", error);
            diag::report(&tool, &fault);
            ExitCode::from(fault.status())
        }
    }
}

/// The list of one file, alone or in a container.
#[derive(Default)]
struct Listing {
    text: Vec<u8>,
    /// What is to be said of it on the standard error: complaints without the tool's name.
    errors: Vec<String>,
    notes: Vec<String>,
    /// For `--export-symbols`.
    names: Vec<Vec<u8>>,
    /// Whether it is of a kind that states no sizes.
    sizes_are_zero: bool,
}

fn work(tool: &str, options: &Options, own: bool, failed: &mut bool, out: &mut dyn Write) -> io::Result<()> {
    let mut exported = Vec::new();
    let mut warned = false;
    let mut documents = json::Documents::begin(options.json, out)?;
    for path in &options.files {
        let shown = path.to_string_lossy();
        let complain = |message: &str| eprintln!("{tool}: error: {shown}: {message}");
        let input = match input::open(path) {
            Ok(input) => input,
            Err(fault) => {
                out.flush()?;
                *failed = true;
                match fault {
                    Fault::Open(_, error) => complain(&diag::words(&error)),
                    other => complain(&other.to_string()),
                }
                continue;
            }
        };
        let listings = match list_file(path, input.bytes(), options, own) {
            Ok(listings) => listings,
            Err(message) => {
                out.flush()?;
                *failed = true;
                complain(&message);
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
            if !listing.notes.is_empty() || !listing.errors.is_empty() {
                out.flush()?;
            }
            let sizes = options.print_size || options.size_sort || options.format == Format::Sysv;
            if listing.sizes_are_zero && sizes && !std::mem::replace(&mut warned, true) {
                eprintln!("{tool}: warning: sizes with --print-size for Mach-O files are always zero.");
            }
            listing.notes.iter().for_each(|note| eprintln!("{note}"));
            for error in &listing.errors {
                *failed = true;
                eprintln!("{tool}: error: {error}");
            }
            exported.extend(listing.names);
        }
    }
    if options.export_symbols {
        exported.sort_unstable();
        exported.dedup();
        for name in exported {
            out.write_all(&name)?;
            out.write_all(b"\n")?;
        }
    }
    documents.end(options.json, out)
}

/// What llvm-nm says of a file of no kind that it knows.
const UNKNOWN: &str = "The file was not recognized as a valid object file";

/// Lists everything in a file, in its order.
fn list_file(path: &Path, bytes: &[u8], options: &Options, own: bool) -> Result<Vec<Listing>, String> {
    let shown = path.to_string_lossy();
    let name = input::name(path);
    let contents = match container::find(bytes, &FindOptions::default()) {
        Ok(contents) => contents,
        Err(error) if error.kind() == ErrorKind::NotBitcode && !own => return Err(UNKNOWN.into()),
        Err(error) => return Err(error.to_string()),
    };
    if native::is_object(bytes) {
        let listed = |found: &&Found<'_>| own || is_for_linkers(found) && !options.no_llvm_bc;
        return match contents.found.iter().find(listed) {
            Some(found) => Ok(vec![list_bitcode(found.bytes, (&shown, &name), None, options)]),
            None if own && !contents.faults.is_empty() => Err(contents.faults[0].to_string()),
            None => Ok(vec![list_native(bytes, (&shown, &name), None, None, options)]),
        };
    }
    let is_archive = matches!(
        contents.container,
        Some(Container::GnuArchive | Container::BsdArchive | Container::CoffArchive | Container::AixArchive | Container::ThinArchive)
    );
    if contents.container == Some(Container::Universal) && !own {
        return list_universal(&contents, (&shown, &name), options);
    }
    if contents.found.is_empty() && !is_archive {
        return Err(match contents.faults.first() {
            Some(fault) => fault.to_string(),
            None if options.no_llvm_bc => UNKNOWN.into(),
            None => "no bitcode in it".into(),
        });
    }
    if options.no_llvm_bc && !is_archive {
        return Err(UNKNOWN.into());
    }
    // Of several sections and of a sequence of modules in one object, LLVM sees the first.
    let mut subjects: Vec<(usize, Subject<'_, '_>)> = Vec::new();
    for found in &contents.found {
        let same = |last: &Found<'_>| !is_archive || last.steps.first() == found.steps.first();
        match (found.object, subjects.last()) {
            (_, Some((_, Subject::Bitcode(last)))) if same(last) => {}
            (Some(object), Some((_, Subject::Native(_, last)))) if std::ptr::eq(object, *last) => {}
            (Some(object), _) if is_archive && !own && (!is_for_linkers(found) || options.no_llvm_bc) => {
                subjects.push((found.offset, Subject::Native(&found.steps, object)));
            }
            _ if options.no_llvm_bc => {}
            _ => subjects.push((found.offset, Subject::Bitcode(found))),
        }
    }
    if is_archive {
        let natives = contents.natives.iter().filter(|native| native.steps.len() == 1);
        subjects.extend(natives.map(|native| (native.offset, Subject::Native(&native.steps, native.bytes))));
        subjects.sort_by_key(|&(offset, _)| offset);
    }
    let list = |(_, subject): &(usize, Subject<'_, '_>)| {
        let member = |steps: &[Step<'_>]| steps.first().filter(|_| is_archive).map(|step| step.name.to_vec());
        match subject {
            Subject::Bitcode(found) => list_bitcode(found.bytes, (&shown, &name), member(&found.steps).as_deref(), options),
            Subject::Native(steps, object) => list_native(object, (&shown, &name), member(steps).as_deref(), None, options),
        }
    };
    let mut listings: Vec<Listing> = match subjects.len() {
        1 => subjects.iter().map(list).collect(),
        _ => subjects.par_iter().map(list).collect(),
    };
    if options.print_armap {
        listings.insert(0, Listing { text: archive_map(bytes), ..Listing::default() });
    }
    if !contents.outside.is_empty() {
        let folder = path.parent().unwrap_or(Path::new(""));
        for outside in &contents.outside {
            let Some(step) = outside.steps.last() else { continue };
            let member = String::from_utf8_lossy(step.name);
            let file = folder.join(&*member);
            match input::open(&file) {
                Ok(input) => {
                    let member = Some(file.to_string_lossy().into_owned().into_bytes());
                    listings.push(match native::is_object(input.bytes()) && !own {
                        true => list_native(input.bytes(), (&shown, &name), member.as_deref(), None, options),
                        false => list_bitcode(input.bytes(), (&shown, &name), member.as_deref(), options),
                    });
                }
                Err(fault) => listings.push(Listing::failed(format!("{shown}({member}): {fault}"))),
            }
        }
    }
    let faults = contents.faults.iter().filter(|fault| own || !matches!(fault.steps.last(), Some(step) if !step.is_named()));
    listings.extend(faults.map(|fault| Listing::failed(format!("{shown}: {fault}"))));
    Ok(listings)
}

/// Whether linkers, and so llvm-nm, take bitcode in an object file for all of it: that of fat LTO, and that in `__LLVM,__bitcode`. What `-fembed-bitcode`
/// leaves in `.llvmbc` stands beside code.
fn is_for_linkers(found: &Found<'_>) -> bool {
    matches!(found.section(), None | Some(b".llvm.lto" | b"__LLVM,__bitcode"))
}

/// Lists the slices of a universal binary that are asked for; without a wish that of this machine, or all where it has none.
fn list_universal(contents: &Contents<'_>, (shown, name): (&str, &str), options: &Options) -> Result<Vec<Listing>, String> {
    let found = contents.found.iter().map(|found| (found.offset, Subject::Bitcode(found)));
    let natives = contents.natives.iter().map(|native| (native.offset, Subject::Native(&native.steps, native.bytes)));
    let mut subjects: Vec<(usize, Subject<'_, '_>)> = found.chain(natives).collect();
    subjects.sort_by_key(|&(offset, _)| offset);
    let architecture = |subject: &Subject<'_, '_>| {
        let steps = match subject {
            Subject::Bitcode(found) => &found.steps,
            Subject::Native(steps, _) => *steps,
        };
        steps.first().map(|step| String::from_utf8_lossy(step.name).into_owned()).unwrap_or_default()
    };
    let host = if std::env::consts::ARCH == "aarch64" { "arm64" } else { std::env::consts::ARCH };
    let all = options.arch.iter().any(|arch| arch == "all");
    if let Some(missing) = options.arch.iter().find(|arch| !all && !subjects.iter().any(|(_, subject)| architecture(subject) == **arch)) {
        return Ok(vec![Listing::failed(format!("file: {shown} does not contain architecture: {missing}"))]);
    }
    let of_host = options.arch.is_empty() && subjects.iter().any(|(_, subject)| architecture(subject) == host);
    subjects.retain(|(_, subject)| match () {
        () if of_host => architecture(subject) == host,
        () => all || options.arch.is_empty() || options.arch.contains(&architecture(subject)),
    });
    let slice = |listing: Listing| Listing { sizes_are_zero: false, ..listing };
    let labelled = !of_host && (all || options.arch.len() != 1);
    Ok(subjects
        .iter()
        .map(|(_, subject)| {
            let label = labelled.then(|| architecture(subject));
            match subject {
                Subject::Bitcode(found) if is_for_linkers(found) && !options.no_llvm_bc => {
                    list_bitcode(found.bytes, (shown, name), None, options)
                }
                Subject::Bitcode(found) => {
                    slice(list_native(found.object.unwrap_or_default(), (shown, name), None, label.as_deref(), options))
                }
                Subject::Native(_, object) => slice(list_native(object, (shown, name), None, label.as_deref(), options)),
            }
        })
        .collect())
}

/// The table of symbols of an archive, in text.
fn archive_map(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let Ok(archive) = ArchiveFile::parse(bytes) else { return out };
    let Ok(Some(symbols)) = archive.symbols() else { return out };
    for symbol in symbols.flatten() {
        let Ok(member) = archive.member(symbol.offset()) else { continue };
        if out.is_empty() {
            out.extend_from_slice(b"Archive map\n");
        }
        out.extend_from_slice(&[symbol.name(), b" in ", member.name(), b"\n"].concat());
    }
    if !out.is_empty() {
        out.push(b'\n');
    }
    out
}

impl Listing {
    fn failed(message: String) -> Listing {
        Listing { errors: vec![message], ..Listing::default() }
    }
}

/// What is listed of a file.
enum Subject<'c, 'a> {
    Bitcode(&'c Found<'a>),
    /// An object file, by the way to it.
    Native(&'c [Step<'a>], &'a [u8]),
}

/// Lists one object file of native code; `label` is the architecture to name, in a universal binary of several.
fn list_native(bytes: &[u8], (shown, name): (&str, &str), member: Option<&[u8]>, label: Option<&str>, options: &Options) -> Listing {
    let mut listing = Listing::default();
    let current = member.unwrap_or(name.as_bytes());
    let within = member.map(|member| format!("({})", String::from_utf8_lossy(member))).unwrap_or_default();
    if options.json || options.full {
        listing.notes.push(format!("{shown}{within}: native code, which is not told in full"));
        return listing;
    }
    if options.dynamic && member.is_some() && !options.print_file_name {
        listing.text = [b"\n", current, b":\n"].concat();
    }
    let object = match native::read(bytes, options) {
        Ok(object) => object,
        Err(message) if options.dynamic => {
            listing.errors.push(format!("{}: {message}\n", String::from_utf8_lossy(current)));
            return listing;
        }
        Err(message) => return Listing::failed(format!("{shown}{within}: {message}")),
    };
    if !object.is_of(options.bits) {
        return Listing::default();
    }
    if options.export_symbols {
        listing.names = object.names(options);
        return listing;
    }
    listing.sizes_are_zero = object.is_macho();
    let mut prefix = match member {
        Some(member) if options.format == Format::Posix => [shown.as_bytes(), b"[", member, b"]: "].concat(),
        Some(member) => [shown.as_bytes(), b":", member, b": "].concat(),
        None => [current, b": "].concat(),
    };
    if let Some(architecture) = label {
        prefix = [b"(for architecture ", architecture.as_bytes(), b"):", prefix.as_slice()].concat();
    }
    if !options.print_file_name {
        let out = &mut listing.text;
        match (member, label) {
            (_, Some(architecture)) => {
                *out = [b"\n", current, b" (for architecture ", architecture.as_bytes(), b"):\n"].concat();
            }
            (Some(_), None) => *out = [b"\n", current, b":\n"].concat(),
            (None, None) => {}
        }
        write_head(current, object.is_wide(), member.is_some() || label.is_some(), options, out);
    }
    if object.is_empty() && !options.quiet {
        listing.notes.push(format!("{}no symbols", String::from_utf8_lossy(&prefix)));
    }
    // Nothing can go wrong in writing to memory.
    let _ = object.write(options, if options.print_file_name { &prefix } else { b"" }, &mut listing.text);
    listing
}

/// Writes what stands above the list of a file, or of a part that has its `label` already.
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
    // Nothing can go wrong in writing to memory.
    let _ = match () {
        () if options.json => json::write(&table, &parts, (name, member), options, &mut listing.text),
        () if options.full => full::write(&table, member, &mut listing.text),
        () => write_list(&table, &parts, (shown, name), member, options, &mut listing),
    };
    listing
}

/// Writes the list of a table as llvm-nm does.
fn write_list(
    table: &SymbolTable<'_>,
    parts: &[ModulePart<'_>],
    (shown, name): (&str, &str),
    member: Option<&[u8]>,
    options: &Options,
    listing: &mut Listing,
) -> io::Result<()> {
    let names = |part| symbols::lists_offset_table(part, &limits::read_options()).unwrap_or(false);
    let offset_table = list::may_name_offset_table(table) && parts.iter().any(names);
    let list = List::new(table, options, offset_table);
    if options.export_symbols {
        listing.names = list.entries.iter().map(|entry| entry.name.to_vec()).collect();
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

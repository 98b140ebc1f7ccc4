//! `bcdump` under its own name: chooses the view, and reports an error in the file after what could be read.
use crate::inputs;
use crate::limits;
use crate::messages;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use bctk_bitcode::WriteOptions;
use bctk_inspect::{Pattern, Resolver, Walk, WalkOptions, block_info_of};
use bctk_object::container::Container;
pub(crate) use bctk_support::text::grouped;
use bctk_textual::ParseOptions;
use clap::{CommandFactory, Parser};

use crate::background_writer::write_in_background;
use crate::color::{Paint, When};
use crate::diag::Fault;
use crate::info;
use crate::nm;
use crate::output::Output;
use bctk::contents::{self, Argument, Contents};
use bctk::input::{self, Input, Kind};
use bctk::modules::{self, Purpose};

mod args;
pub(crate) mod diff;
mod html;
pub(crate) mod json;
mod list;
mod outline;
mod records;
mod stats;
mod summary;

/// The command line.
pub(crate) fn command() -> clap::Command {
    args::Args::command()
}

/// A file to be shown.
pub(crate) struct Subject<'a> {
    /// Its name in messages and titles.
    pub(crate) name: String,
    /// The walk, before its first step.
    pub(crate) walk: Walk<'a>,
}

impl<'a> Subject<'a> {
    /// A resolver for the walk.
    pub(crate) fn resolver(&self) -> Resolver<'a> {
        Resolver::new(&self.walk)
    }
}

/// Why a view ended early.
pub(crate) enum Stop {
    /// The file is at fault; what was read before has been shown.
    File(bctk_bitcode::Error),
    /// The output cannot be written.
    Output(io::Error),
    /// Nothing is at the path.
    NothingAt,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

impl From<serde_json::Error> for Stop {
    fn from(error: serde_json::Error) -> Stop {
        Stop::Output(error.into())
    }
}

/// Runs `bcdump` with `args`, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    // A file of that name is `./diff`.
    if args.get(1).is_some_and(|arg| arg == "diff") {
        return diff::run(args.get(1..).unwrap_or(&[]));
    }
    let own_names = args.iter().skip(1).take_while(|arg| *arg != "--");
    if own_names.into_iter().any(|arg| arg == "--symbols") {
        return nm::run(args, true);
    }
    let args = match args::Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => return messages::usage(&error),
    };
    if args.limit.iter().any(|limit| limit == "help") {
        print!("{}", limits::help());
        return ExitCode::SUCCESS;
    }
    inputs::follow(args.follow_paths.as_deref());
    match limits::set(args.limit.iter().map(String::as_str), None).and_then(|()| show(&args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => messages::fail(&fault),
    }
}

fn show(args: &args::Args) -> Result<(), Fault> {
    let (files, selected) = args.files_and_path();
    if files.is_empty() {
        return Err(Fault::Usage("no input file; see --help".into()));
    }
    if (args.raw || args.bits) && selected.is_none() {
        return Err(Fault::Usage("--raw and --bits require --records".into()));
    }
    let pattern = match selected.map(Pattern::parse).transpose() {
        Ok(pattern) => pattern,
        Err(error) => return Err(Fault::Usage(error.message().to_owned())),
    };
    let mut options = limits::walk_options();
    if let Some(path) = &args.block_info {
        let other = input::open(path)?;
        let info = block_info_of(other.bytes()).map_err(|e| Fault::Content(input::name(path), e.to_string()))?;
        options.block_info = Some(info);
    }
    // Each file is shown even if an earlier one has errors; the last error is returned.
    let mut outcome = Ok(());
    let mut fail = |fault: Fault| {
        if let Err(before) = std::mem::replace(&mut outcome, Err(fault)) {
            messages::fail(&before);
        }
    };
    for path in &files {
        let shown = match () {
            () if args.summary => summary::show(path, args.json, &mut BufWriter::new(io::stdout().lock())),
            () if args.info => tell(path, &limits::parse_options(), args.json, &mut fail),
            () if args.list => list::show(path, args.json, &mut BufWriter::new(io::stdout().lock())),
            () => open(path).and_then(|subjects| {
                let several = files.len() + subjects.len() > 2;
                if let Some(page) = &args.html {
                    let [(name, input)] = subjects.as_slice() else { return Err(several_pages(subjects.len())) };
                    if files.len() > 1 {
                        return Err(several_pages(files.len()));
                    }
                    return self::page(name, input.bytes(), options.clone(), args.mangled, page);
                }
                for (name, input) in subjects {
                    if let Err(fault) = show_one(args, &name, &input, several, pattern.clone(), selected, options.clone()) {
                        fail(fault);
                    }
                }
                Ok(())
            }),
        };
        if let Err(fault) = shown {
            fail(fault);
        }
    }
    outcome
}

fn several_pages(count: usize) -> Fault {
    Fault::Usage(format!("--html expects one bitstream, found {count}"))
}

/// Shows one bitstream, under its name if there are others.
fn show_one(
    args: &args::Args,
    name: &str,
    input: &Input,
    several: bool,
    pattern: Option<Pattern>,
    selected: Option<&str>,
    options: WalkOptions,
) -> Result<(), Fault> {
    let forget = |passed| input.forget(0..passed);
    let walk = Walk::new(input.bytes(), options).map_err(|e| Fault::Content(name.to_owned(), e.to_string()))?.with_passed(&forget);
    let subject = Subject { name: name.to_owned(), walk };
    let paint = Paint::new(if args.json { When::Never } else { args.color });
    let heads = several && !args.json;
    let (shown, written) = write_in_background(&mut io::stdout(), |mut out| {
        if heads {
            writeln!(out, "{name}:")?;
        }
        match (pattern, args.stats) {
            (Some(pattern), _) if args.json => records::json(subject, &pattern, args.raw, args.bits, &mut out),
            (Some(pattern), _) => records::text(subject, &pattern, args.raw, args.bits, paint, &mut out),
            (None, true) if args.json => stats::json(subject, &mut out),
            (None, true) => stats::text(subject, paint, &mut out),
            (None, false) if args.json => outline::json(subject, &mut out),
            (None, false) => outline::text(subject, args.mangled, paint, &mut out),
        }
    });
    // The readable part comes before the error message.
    let stop = match shown {
        Ok(()) => return written.map_err(|e| Fault::write("<stdout>", e)),
        Err(stop) => stop,
    };
    match (stop, written) {
        (_, Err(e)) | (Stop::Output(e), _) => Err(Fault::write("<stdout>", e)),
        (Stop::File(e), _) => Err(Fault::Content(name.to_owned(), e.to_string())),
        (Stop::NothingAt, _) => Err(Fault::Content(name.to_owned(), format!("nothing matches {}", selected.unwrap_or("")))),
    }
}

/// Tells what a file is, or each bitcode file in a container.
pub(crate) fn tell(path: &Path, options: &ParseOptions, as_json: bool, fail: &mut dyn FnMut(Fault)) -> Result<(), Fault> {
    let name = input::name(path);
    let inputs = match inputs::argument(path)? {
        Argument::Plain(input, kind) => {
            let kind = contents::known(path, &input, kind)?;
            return info::show(&name, &input, kind, path, options, as_json);
        }
        Argument::Within(contents, part) => members(name, &contents, part.as_deref())?,
    };
    for (name, input) in inputs {
        if let Err(fault) = info::show(&name, &input, Kind::Bitcode, path, options, as_json) {
            fail(fault);
        }
    }
    Ok(())
}

/// Opens a bitstream, or those in a container, each with its name. For a text, the bitcode made from it.
fn open(path: &Path) -> Result<Vec<(String, Input)>, Fault> {
    let name = input::name(path);
    // Somebody may take a view for a subcommand.
    if !path.exists() && command().get_arguments().any(|arg| arg.get_long() == Some(&name)) {
        return Err(Fault::Usage(format!("{name}: no such file; --{name} is an option, and `bctk {name}` a subcommand")));
    }
    match inputs::argument(path)? {
        Argument::Plain(input, Kind::Text) => {
            let module = modules::parse(input.bytes(), path, Purpose::Bitcode, &limits::parse_options())?;
            let mut bytes = Vec::new();
            let written = modules::write(&[module], &WriteOptions::default(), &mut bytes);
            written.map_err(|fault| Fault::of_bitcode(fault, &name, &name))?;
            Ok(vec![(name, Input::Read(bytes))])
        }
        Argument::Plain(input, _) => Ok(vec![(name, input)]),
        Argument::Within(contents, None) => match whole(&contents) {
            Some(input) => Ok(vec![(name, input)]),
            None => members(name, &contents, None),
        },
        Argument::Within(contents, part) => members(name, &contents, part.as_deref()),
    }
}

/// A file of streams with nothing between them, which are seen as the file has them.
fn whole(contents: &Contents) -> Option<Input> {
    let first = contents.bitcode.first().filter(|_| contents.container == Some(Container::Sequence))?;
    let end = contents.bitcode.iter().try_fold(0, |at, bitcode| (bitcode.range.start == at).then_some(bitcode.range.end))?;
    (end == first.input.bytes().len()).then(|| Input::Part(Arc::clone(&first.input), 0..end))
}

/// The bitstreams in a container, or the one that a part of the argument names.
fn members(name: String, contents: &Contents, part: Option<&str>) -> Result<Vec<(String, Input)>, Fault> {
    let inputs = match part {
        None if contents.bitcode.len() > 1 => {
            let named = contents.names().into_iter().zip(&contents.bitcode);
            named.map(|(part, bitcode)| (format!("{name}:{part}"), bitcode.input())).collect()
        }
        _ => vec![(name, contents.choose(part)?)],
    };
    messages::note_unread(contents);
    Ok(inputs)
}

/// Opens the one bitstream that `path` names.
fn open_one(path: &Path) -> Result<Input, Fault> {
    let mut inputs = open(path)?;
    match (inputs.len(), inputs.pop()) {
        (1, Some((_, input))) => Ok(input),
        (count, _) => Err(Fault::Content(input::name(path), format!("contains {count} bitcode files; name one of its members"))),
    }
}

/// Writes the page; what could be read of a damaged file is in it.
fn page(name: &str, bytes: &[u8], options: WalkOptions, mangled: bool, path: &Path) -> Result<(), Fault> {
    let output = Output::create(path)?;
    let target = output.name().to_owned();
    let mut out = BufWriter::with_capacity(1 << 20, output);
    let written = html::write(name, bytes, options, mangled, &mut out).map_err(|e| Fault::Content(name.to_owned(), e.to_string()))?;
    let fault = written.map_err(|e| Fault::write(&target, e))?;
    out.into_inner().map_err(|e| Fault::write(&target, e.into_error()))?.finish()?;
    fault.map_or(Ok(()), |e| Err(Fault::Content(name.to_owned(), e.to_string())))
}

/// A share in percent, with one digit.
pub(crate) fn percent(part: u64, of: u64) -> String {
    if of == 0 { "-".into() } else { format!("{:.1}%", part as f64 * 100.0 / of as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(["0", "999", "1,000", "12,345,678"].map(str::to_owned), [0, 999, 1000, 12_345_678].map(grouped));
        assert_eq!(percent(1, 3), "33.3%");
        assert_eq!(percent(1, 0), "-");
    }
}

//! `bctk diff`: the differences between two files, by meaning.
mod causes;
mod json;
mod page;
mod text;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk::File;
use bctk::diff::{self, Change, Ignore, Pair, Status};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::bcdump;
use crate::color::{Paint, When};
use crate::diag::Fault;
use crate::limits;
use crate::messages::fail;
use crate::output::Output;
use bctk::input;

/// Its name.
pub(crate) const NAME: &str = "diff";

const EXAMPLES: &str = "\
Examples:
  bctk diff a.bc b.bc                     functions, variables, types and metadata that differ
  bctk diff a.ll b.bc --ignore debug      any two files of any two LLVMs
  bctk diff old.a new.a --stat            members of archives, a line for each change
  bctk diff a.bc b.bc --cause             what two builds of one source differ in
  bctk diff a.bc b.bc --html diff.html    both side by side
  bctk diff a.bc b.bc --records           block by block and record by record";

/// Words of `--ignore`.
const IGNORED: [&str; 6] = ["debug", "names", "metadata", "attributes", "order", "paths"];

/// The command line.
pub(crate) fn command() -> Command {
    let flag = |id: &'static str, help: &'static str| Arg::new(id).long(id).action(ArgAction::SetTrue).help(help);
    let records = |arg: Arg| arg.requires("records");
    Command::new(NAME)
        .about("Compare two files by meaning: functions, variables, types, metadata")
        .long_about(
            "Compare two files by meaning: functions, variables, types, metadata.\n\nModules are compared with modules, members of archives and \
             objects by name. Values and metadata that only have other numbers are the same. What an older LLVM wrote is upgraded to the newer \
             one first. The exit status is 0 if nothing differs, 1 if something does, and 2 on errors.",
        )
        .max_term_width(100)
        .arg(Arg::new("old").value_name("A").required(true).value_parser(value_parser!(PathBuf)).help("First file; `-` is standard input"))
        .arg(Arg::new("new").value_name("B").required(true).value_parser(value_parser!(PathBuf)).help("Second file"))
        .arg(
            Arg::new("ignore")
                .long("ignore")
                .value_name("WHAT")
                .value_delimiter(',')
                .action(ArgAction::Append)
                .value_parser(IGNORED)
                .help("Leave out what does not count"),
        )
        .arg(flag("stat", "Show a line for each change, without its lines"))
        .arg(flag("cause", "Tell what the differences come from").conflicts_with("stat"))
        .arg(
            Arg::new("context")
                .long("context")
                .short('U')
                .value_name("N")
                .value_parser(value_parser!(usize))
                .default_value("3")
                .conflicts_with_all(["stat", "cause", "json", "records"])
                .help("Show N lines around each change"),
        )
        .arg(flag("mangled", "Show no demangled names").conflicts_with("json"))
        .arg(flag("json", "Print JSON (docs/diff.md)").conflicts_with_all(["cause", "html"]))
        .arg(
            Arg::new("html")
                .long("html")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with_all(["cause", "stat"])
                .help("Write a page with both side by side"),
        )
        .arg(flag("exit-code", "Exit with 1 if something differs, which is the default").overrides_with("no-exit-code"))
        .arg(flag("no-exit-code", "Exit with 0 even if something differs").overrides_with("exit-code"))
        .arg(flag("records", "Compare bitstreams block by block and record by record").conflicts_with_all([
            "ignore",
            "stat",
            "cause",
            "html",
            "mangled",
            "exit-code",
            "no-exit-code",
        ]))
        .arg(records(flag("summary", "With --records: show which blocks differ, without their records")))
        .arg(records(flag("content", "With --records: ignore differences in encoding")))
        .arg(records(
            Arg::new("limit").long("limit").value_name("N").help("With --records: show at most N differences per block; 0 shows all"),
        ))
        .arg(records(
            Arg::new("block-info")
                .long("block-info")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("With --records: take names and abbreviations from the BLOCKINFO block of another bitstream"),
        ))
        .after_help(EXAMPLES)
}

/// Runs `bctk diff`.
pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    if matches.get_flag("records") {
        return bcdump::diff::run(&records(matches));
    }
    match compare(matches) {
        Ok(is_same) => ExitCode::from(u8::from(!is_same && !matches.get_flag("no-exit-code"))),
        Err(fault) => {
            let status = if matches!(fault, Fault::BrokenPipe) { fault.status() } else { 2 };
            fail(&fault);
            // 1 means that the files differ.
            ExitCode::from(status)
        }
    }
}

/// The command line of `bcdump diff`.
fn records(matches: &ArgMatches) -> Vec<OsString> {
    let mut args = vec![OsString::from("bctk diff")];
    let flags = ["summary", "content", "json"].into_iter().filter(|id| matches.get_flag(id));
    args.extend(flags.map(|id| OsString::from(format!("--{id}"))));
    if let Some(limit) = matches.get_one::<String>("limit") {
        args.push(format!("--limit={limit}").into());
    }
    if let Some(path) = matches.get_one::<PathBuf>("block-info") {
        args.extend(["--block-info".into(), path.clone().into_os_string()]);
    }
    args.push("--".into());
    args.extend(["old", "new"].into_iter().filter_map(|id| matches.get_one::<PathBuf>(id)).map(|path| path.clone().into_os_string()));
    args
}

/// How differences are shown.
struct Shown {
    names: [String; 2],
    /// Lines around a change.
    context: usize,
    is_brief: bool,
    mangled: bool,
    paint: Paint,
}

impl Shown {
    /// The name of a thing, demangled where it is mangled, with both names if it has two.
    fn name(&self, change: &Change) -> String {
        match (&change.old, &change.new, change.status) {
            (Some(old), Some(new), Status::Renamed | Status::Changed | Status::SameCode) if old != new => {
                format!("{} → {}", self.readable(old), self.readable(new))
            }
            _ => self.readable(change.name()).to_string(),
        }
    }

    fn readable<'n>(&self, name: &'n str) -> std::borrow::Cow<'n, str> {
        if self.mangled {
            return name.into();
        }
        match bctk::names::demangle(name.as_bytes()) {
            std::borrow::Cow::Borrowed(_) => name.into(),
            std::borrow::Cow::Owned(text) => String::from_utf8_lossy(&text).into_owned().into(),
        }
    }
}

/// Compares, and tells whether nothing that counts differs.
fn compare(matches: &ArgMatches) -> Result<bool, Fault> {
    let path = |id: &str| matches.get_one::<PathBuf>(id).map(PathBuf::as_path).unwrap_or(Path::new("-"));
    let paths = [path("old"), path("new")];
    if paths.iter().all(|path| input::is_dash(path)) {
        return Err(Fault::Usage("only one file can be standard input".into()));
    }
    let ignored: Vec<&str> = matches.get_many::<String>("ignore").into_iter().flatten().map(String::as_str).collect();
    let is = |word: &str| ignored.contains(&word);
    let ignore = Ignore {
        debug: is("debug"),
        names: is("names"),
        metadata: is("metadata"),
        attributes: is("attributes"),
        order: is("order"),
        paths: is("paths"),
    };
    let html = matches.get_one::<PathBuf>("html");
    let shown = Shown {
        names: paths.map(input::name),
        context: matches.get_one::<usize>("context").copied().unwrap_or(3),
        is_brief: matches.get_flag("stat"),
        mangled: matches.get_flag("mangled"),
        paint: Paint::new(if matches.get_flag("json") || html.is_some() { When::Never } else { When::Auto }),
    };
    let [old, new] = [open(paths[0])?, open(paths[1])?];
    let tells_causes = matches.get_flag("cause");
    let pairs = if tells_causes { diff::causes(&old, &new, ignore)? } else { diff::files(&old, &new, ignore)? };
    let is_same = pairs.iter().all(Pair::is_same);
    let out = match html {
        Some(path) => {
            let page = page::page(&shown, &pairs);
            let mut output = Output::create(path)?;
            output.write_all(page.as_bytes()).map_err(|error| Fault::write(&input::name(path), error))?;
            output.finish()?;
            return Ok(is_same);
        }
        None if matches.get_flag("json") => json::document(&shown, &pairs)?,
        None if tells_causes => causes::report(&shown, [&old, &new], &pairs)?,
        None => text::text(&shown, &pairs),
    };
    let mut stdout = io::stdout().lock();
    stdout.write_all(out.as_bytes()).and_then(|()| stdout.flush()).map_err(|error| Fault::write("standard output", error))?;
    Ok(is_same)
}

fn open(path: &Path) -> Result<File, Fault> {
    if input::is_dash(path) {
        let input = input::open(path)?;
        return Ok(bctk::open_bytes_with(path, input.bytes().to_vec(), &limits::limits())?);
    }
    Ok(bctk::open_with(path, &limits::limits())?)
}

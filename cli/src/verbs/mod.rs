//! `bctk`: all of the tools as subcommands of one program.
//!
//! A subcommand is a row of the [`table`](table::VERBS): it takes options of a tool's command line, sets others, and runs that tool. So each
//! option is described and checked once.
mod git;
mod install;
mod select;
mod show;
mod table;

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use clap::builder::{Resettable, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, value_parser};

use crate::color::{self, When};
use crate::diff;
use crate::messages::{be, fail};
use crate::pager::Pager;
use crate::{TOOLS, args, bcconv, bcdump, diag::Fault, nm, run_tool};
use table::{Tool, VERBS, Verb};

/// The end of `bctk --help`.
const EXAMPLES: &str = "\
Examples:
  bctk dis a.bc -o -                   print a file as llvm-dis does
  bctk show 'ns::tw*' a.bc             some functions, types or nodes
  bctk as a.ll -o a.bc                 back to bitcode, byte for byte
  bctk translate --to-llvm 16 a.bc -o b.bc
  bctk info lib.a                      who wrote it, and for which LLVM

`bctk NAME --help` tells more. The names of LLVM's tools work, too: `bctk llvm-nm a.o`, or
links that `bctk install-links DIR` makes.";

/// The subcommand for symbols has the options of `llvm-nm`, which are not like those of the others.
const SYMBOLS: &str = "symbols";

/// The subcommand that links has the options of `llvm-link`.
const LINK: &str = "link";

/// The subcommand that runs passes has the options of `opt`.
const OPT: &str = "opt";

/// Subcommands with the options of LLVM's tools, or with commands in them: each with its tool and its command line.
type Like = (&'static str, fn(&[OsString]) -> ExitCode, fn(&'static str) -> Command);

/// They come last in the help.
const LIKE_LLVM: &[Like] = &[
    (LINK, crate::llvm_link::run, crate::llvm_link::command),
    (OPT, crate::opt::run, crate::opt::command),
    ("split", crate::llvm_split::run, crate::llvm_split::command),
    ("cat", crate::llvm_cat::run, crate::llvm_cat::command),
    ("modextract", crate::llvm_modextract::run, crate::llvm_modextract::command),
    ("ar", crate::ar::run, crate::ar::command),
    ("objcopy", crate::objcopy::run, crate::objcopy::command),
    ("bridge", crate::bridge::run, crate::bridge::command),
];

/// Runs `bctk` with its arguments, the program's name first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    be("bctk");
    // Symbols have the command line of llvm-nm, which takes no option in front of it.
    let at = 1 + args.iter().skip(1).take_while(|&arg| arg == NO_PAGER).count();
    if args.get(at).is_some_and(|name| name == SYMBOLS) {
        let _pager = if args.iter().any(|arg| arg == NO_PAGER) { None } else { Pager::start() };
        let mut own = vec![OsString::from("bctk symbols")];
        own.extend(args[at + 1..].iter().filter(|&arg| arg != NO_PAGER).cloned());
        return nm::run(&own, true);
    }
    if let Some((name, tool, _)) = LIKE_LLVM.iter().find(|(name, ..)| args.get(at).is_some_and(|arg| arg == name)) {
        let mut own = vec![OsString::from(format!("bctk {name}"))];
        own.extend_from_slice(args.get(at + 1..).unwrap_or_default());
        return tool(&own);
    }
    if let Some(name) = args.get(1).and_then(|name| name.to_str())
        && let Some(tool) = TOOLS.iter().find(|(tool, _)| is_tool(name, tool))
    {
        return run_tool(name, args[1..].to_vec(), tool.1);
    }
    let command = command();
    let matches = match command.try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) => return usage(error, args),
    };
    let Some((name, matches)) = matches.subcommand() else { return ExitCode::from(2) };
    if let Some(&when) = matches.get_one::<When>(COLOR_ID) {
        color::choose(when);
    }
    let verb = VERBS.iter().find(|verb| verb.name == name);
    let is_paged = verb.map_or([show::NAME, diff::NAME].contains(&name), |verb| verb.is_paged || prints(matches));
    let _pager = if is_paged && !matches.get_flag(NO_PAGER_ID) { Pager::start() } else { None };
    match verb {
        Some(verb) => run_verb(verb, matches),
        None => match name {
            show::NAME => show::run(matches),
            diff::NAME => diff::run(matches),
            git::NAME => git::run(matches),
            _ => install::run(name, matches, self::command()),
        },
    }
}

/// Whether a conversion has the standard output for its output.
fn prints(matches: &ArgMatches) -> bool {
    matches.try_get_raw("output").ok().flatten().into_iter().flatten().any(|path| path == "-")
}

/// `--color`, which all subcommands take.
const COLOR_ID: &str = "color";

/// `--no-pager`, which all subcommands take.
const NO_PAGER: &str = "--no-pager";
const NO_PAGER_ID: &str = "no_pager";

/// Whether `name` is that of a tool of LLVM, with or without a number.
fn is_tool(name: &str, tool: &str) -> bool {
    name.strip_prefix(tool).is_some_and(|rest| rest.is_empty() || rest.starts_with('-') && rest.len() > 1)
}

/// Prints an error of the command line, with what may have been meant.
fn usage(mut error: clap::Error, args: &[OsString]) -> ExitCode {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if error.kind() == ErrorKind::UnknownArgument => option.clone(),
        _ => String::new(),
    };
    let others = verbs_with(unknown.trim_start_matches('-'));
    if !others.is_empty() {
        error.remove(ContextKind::Suggested);
    }
    let _ = error.print();
    if !others.is_empty() {
        eprintln!("\n{unknown} is an option of {}.", others.join(", "));
    }
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(path) = args.get(1).map(Path::new).filter(|path| path.exists())
    {
        let path = path.display();
        eprintln!("\n`{path}` is a file: `bctk show {path}` prints it, and `bctk info {path}` tells what it is.");
    }
    ExitCode::from(u8::from(error.use_stderr()) * 2)
}

/// The subcommands that have an option of this long name, or of this letter.
fn verbs_with(name: &str) -> Vec<String> {
    let is_it =
        |arg: &Arg| arg.get_long().is_some_and(|long| long == name) || arg.get_short().is_some_and(|short| name == short.to_string());
    let all = command();
    let found = all.get_subcommands().filter(|verb| verb.get_arguments().any(is_it));
    found.map(|verb| format!("`bctk {}`", verb.get_name())).collect()
}

/// The whole command line.
pub(crate) fn command() -> Command {
    let mut command = Command::new("bctk")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Reads, writes, changes and inspects LLVM bitcode and assembly. LLVM is not needed")
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(false)
        .after_help(EXAMPLES)
        .arg(
            Arg::new(NO_PAGER_ID)
                .long("no-pager")
                .global(true)
                .display_order(1000)
                .action(ArgAction::SetTrue)
                .help("Do not page long outputs on a terminal (BCTK_PAGER, PAGER)"),
        )
        .arg(
            Arg::new(COLOR_ID)
                .long("color")
                .global(true)
                .display_order(1000)
                .value_name("WHEN")
                .value_parser(value_parser!(When))
                .default_value("auto")
                .help("When to use colors"),
        );
    let tools = [Tool::Convert, Tool::Dump].map(|tool| (tool, tool_command(tool)));
    for verb in VERBS {
        let Some((_, tool)) = tools.iter().find(|(tool, _)| *tool == verb.tool) else { continue };
        command = command.subcommand(subcommand(verb, tool));
        match verb.name {
            "convert" => command = command.subcommand(show::command()),
            "stats" => command = command.subcommand(diff::command()),
            _ => {}
        }
    }
    let like_llvm = LIKE_LLVM.iter().map(|(name, _, command)| command(name));
    like_llvm.chain([git::command()]).chain(install::commands()).fold(command.subcommand(nm::command(SYMBOLS)), Command::subcommand)
}

/// Takes away what an option demands of others.
const NO_ARG: Resettable<clap::Id> = Resettable::Reset;

/// The command line of the tool of a subcommand.
fn tool_command(tool: Tool) -> Command {
    match tool {
        Tool::Convert => args::Args::command(),
        Tool::Dump => bcdump::command(),
    }
}

/// The command line of a subcommand, of options of its tool.
fn subcommand(verb: &Verb, tool: &Command) -> Command {
    let mut command = Command::new(verb.name).about(verb.about).max_term_width(100).arg_required_else_help(false);
    if !verb.details.is_empty() {
        command = command.long_about(format!("{}.\n\n{}", verb.about, verb.details));
    }
    for (place, id) in verb.options.iter().enumerate() {
        let Some(arg) = tool.get_arguments().find(|arg| arg.get_id() == *id) else { continue };
        let conflicts = tool.get_arg_conflicts_with(arg).into_iter().map(Arg::get_id).filter(|id| verb.options.contains(&id.as_str()));
        let conflicts: Vec<_> = conflicts.cloned().collect();
        // What the tool demands beside an option is set here, or the tool says it.
        let arg = arg.clone().conflicts_with(NO_ARG).requires(NO_ARG).required_unless_present(NO_ARG);
        let arg = (verb.adapt)(arg.conflicts_with_all(conflicts)).display_order(place);
        command = command.arg(if arg.is_positional() { arg.required(false) } else { arg });
    }
    let names: Vec<String> = command.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned)).collect();
    command.mut_args(|arg| without_implied(arg, &names)).after_help(StyledStr::from(verb.examples))
}

/// An option whose help begins with another that the subcommand sets and does not have: "With --records: show …". It has those of `names`.
fn without_implied(arg: Arg, names: &[String]) -> Arg {
    let shorter = |help: Option<&StyledStr>| {
        let text = help?.to_string();
        let (option, rest) = text.strip_prefix("With --")?.split_once(": ")?;
        let mut rest = rest.chars();
        let first = rest.next().filter(|_| !names.iter().any(|name| name == option))?;
        Some(format!("{}{}", first.to_uppercase(), rest.as_str()))
    };
    let (help, long) = (shorter(arg.get_help()), shorter(arg.get_long_help()));
    let arg = match help {
        Some(help) => arg.help(help),
        None => arg,
    };
    match long {
        Some(long) => arg.long_help(long),
        None => arg,
    }
}

/// Runs the tool of a subcommand.
fn run_verb(verb: &Verb, matches: &ArgMatches) -> ExitCode {
    match tool_args(verb, matches, reads_pipe()) {
        Ok(args) => match verb.tool {
            Tool::Convert => bcconv::run(&args),
            Tool::Dump => bcdump::run(&args),
        },
        Err(fault) => fail(&fault),
    }
}

/// The command line of the tool that does what the subcommand's says. If it names no input and something is piped in, that is the input.
fn tool_args(verb: &Verb, matches: &ArgMatches, is_piped: bool) -> Result<Vec<OsString>, Fault> {
    let tool = tool_command(verb.tool);
    let mut args = vec![OsString::from(format!("bctk {}", verb.name))];
    args.extend((verb.preset)(matches));
    let mut files = Vec::new();
    for id in verb.options {
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let Some(arg) = tool.get_arguments().find(|arg| arg.get_id() == *id) else { continue };
        match arg.get_long() {
            Some(long) if matches!(arg.get_action(), ArgAction::SetTrue) => args.push(format!("--{long}").into()),
            Some(long) => {
                for value in matches.get_raw(id).into_iter().flatten() {
                    let mut option = OsString::from(format!("--{long}="));
                    option.push(value);
                    args.push(option);
                }
            }
            None => files.extend(matches.get_raw(id).into_iter().flatten().map(OsStr::to_owned)),
        }
    }
    let asks = matches!(matches.try_contains_id("limit"), Ok(true));
    if files.is_empty() && !asks {
        if !is_piped {
            return Err(Fault::Usage(format!("no input file; see bctk {} --help", verb.name)));
        }
        files.push("-".into());
    }
    args.push("--".into());
    args.extend(files);
    Ok(args)
}

/// Whether something is piped into the program: not a terminal, and not the null device.
fn reads_pipe() -> bool {
    let input = std::io::stdin();
    if input.is_terminal() {
        return false;
    }
    #[cfg(unix)]
    {
        use rustix::fs::{FileType, fstat};
        fstat(&input)
            .is_ok_and(|stat| matches!(FileType::from_raw_mode(stat.st_mode), FileType::Fifo | FileType::RegularFile | FileType::Socket))
    }
    #[cfg(not(unix))]
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn every_option_is_one_of_the_tool() {
        for verb in VERBS {
            let tool = tool_command(verb.tool);
            for id in verb.options {
                assert!(tool.get_arguments().any(|arg| arg.get_id() == *id), "{} has no option {id}", verb.name);
            }
        }
    }

    /// The short help of each subcommand fits a screen, and shows examples.
    #[test]
    fn short_help_fits_a_screen() {
        for subcommand in command().get_subcommands_mut() {
            let help = subcommand.render_help().to_string();
            assert!(help.lines().count() <= 50, "{}: {} lines", subcommand.get_name(), help.lines().count());
        }
        for verb in VERBS {
            assert!(verb.examples.starts_with("Examples:\n"), "{}", verb.name);
        }
    }

    /// Each example is a command line that its subcommand takes.
    #[test]
    fn examples_are_command_lines() {
        for line in VERBS.iter().flat_map(|verb| verb.examples.lines()).chain(EXAMPLES.lines()).chain(show::EXAMPLES.lines()) {
            let Some(line) = line.trim().strip_prefix("bctk ") else { continue };
            let line = line.split("  ").next().unwrap_or(line).split(" | ").next().unwrap_or(line);
            let words = line.split(' ').map(|word| word.trim_matches('\''));
            let parsed = command().try_get_matches_from(std::iter::once("bctk").chain(words));
            assert!(parsed.is_ok(), "{line}: {}", parsed.err().map(|error| error.to_string()).unwrap_or_default());
        }
    }

    /// The table of docs/bctk.md lists the subcommands, in the words of the help.
    #[test]
    fn the_page_lists_all_subcommands() {
        let page = include_str!("../../../docs/bctk.md");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `bctk ")).collect();
        let command = command();
        let subcommands: Vec<_> = command.get_subcommands().collect();
        assert_eq!(rows.len(), subcommands.len());
        for subcommand in subcommands {
            let about = subcommand.get_about().map(ToString::to_string).unwrap_or_default();
            let row = format!("| `bctk {}` | {about} |", subcommand.get_name());
            assert!(rows.iter().any(|line| line.starts_with(&row)), "{row}");
        }
    }

    #[test]
    fn a_subcommand_becomes_the_command_line_of_its_tool() {
        for (line, expected) in [
            ("dis a.bc", "--to=ll -- a.bc"),
            ("dis -q a.bc -o a.txt", "--to=ll --output=a.txt --quiet -- a.bc"),
            ("copy a.bc -o b", "--to=same --output=b -- a.bc"),
            ("translate -t 16 a.bc -o b.bc", "--to-llvm=16 --output=b.bc -- a.bc"),
            ("strip a.bc -o b.o", "--to=same --strip-debug --strip-names --output=b.o -- a.bc"),
            ("strip -g a.bc -o b.o", "--to=same --output=b.o --strip-debug -- a.bc"),
            ("records a.bc --at MODULE", "--records=MODULE -- a.bc"),
            ("records a.bc", "--records= -- a.bc"),
            ("html a.bc -o a.html", "--html=a.html -- a.bc"),
            ("as --wrapper a.ll", "--to=bc --wrapper=true -- a.ll"),
            ("info", "--info -- -"),
        ] {
            let matches = command().try_get_matches_from(["bctk"].into_iter().chain(line.split(' '))).expect(line);
            let (name, matches) = matches.subcommand().expect(line);
            let verb = VERBS.iter().find(|verb| verb.name == name).expect(line);
            let args = tool_args(verb, matches, true).unwrap_or_else(|fault| panic!("{line}: {fault}"));
            let args: Vec<_> = args[1..].iter().map(|arg| arg.to_string_lossy()).collect();
            assert_eq!(args.join(" "), expected, "{line}");
        }
    }
}

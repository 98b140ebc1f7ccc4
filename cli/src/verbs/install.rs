//! What belongs to an installed `bctk`: completions for shells, man pages, and links with the names of LLVM's tools.
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::diag::Fault;
use crate::messages::{fail, tool};
use crate::output::Existing;
use crate::{TOOLS, args, bcdump};
use clap::CommandFactory;

/// The subcommands.
pub(crate) fn commands() -> [Command; 3] {
    let folder = Arg::new("dir").value_name("DIR").value_parser(value_parser!(PathBuf));
    [
        Command::new("completions")
            .about("Print completions for a shell")
            .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)).help("The shell")),
        Command::new("man").about("Print the man page of a subcommand, or write all to a folder").args([
            Arg::new("name").value_name("NAME").help("The subcommand, bcconv or bcdump; without it, the page of bctk"),
            folder.clone().long("dir").conflicts_with("name").help("Write all pages to this folder"),
        ]),
        Command::new("install-links")
            .about("Make links to bctk with the names of LLVM's tools, bcconv and bcdump")
            .arg(folder.required(true).help("The folder for the links; files that are there stay"))
            .arg(
                Arg::new("suffix")
                    .long("suffix")
                    .value_name("-N")
                    .allow_hyphen_values(true)
                    .help("The end of the names of LLVM's tools, such as -17: the tools then behave as those of that LLVM"),
            ),
    ]
}

/// Runs the subcommand `name` of [`commands`]; `all` is the command line of `bctk`.
pub(crate) fn run(name: &str, matches: &ArgMatches, mut all: Command) -> ExitCode {
    let done = match name {
        "completions" => match matches.get_one::<Shell>("shell") {
            Some(&shell) => {
                let mut text = Vec::new();
                clap_complete::generate(shell, &mut all, "bctk", &mut text);
                print(&text)
            }
            None => Ok(()),
        },
        "man" => man(matches, all),
        _ => match matches.get_one::<PathBuf>("dir") {
            Some(dir) => links(dir, matches.get_one::<String>("suffix").map_or("", String::as_str)),
            None => Ok(()),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => fail(&fault),
    }
}

fn print(text: &[u8]) -> Result<(), Fault> {
    io::stdout().write_all(text).map_err(|error| Fault::write("<stdout>", error))
}

/// All pages, each with its name.
fn pages(mut all: Command) -> Result<Vec<(String, Vec<u8>)>, Fault> {
    all.build();
    let subcommands: Vec<Command> = all.get_subcommands().filter(|command| command.get_name() != "help").cloned().collect();
    let mut pages = Vec::new();
    let tools = [args::Args::command(), bcdump::command()];
    for command in std::iter::once(all).chain(tools).chain(subcommands) {
        let name = command.get_bin_name().unwrap_or(command.get_name()).replace(' ', "-");
        let mut page = Vec::new();
        Man::new(command)
            .title(&name)
            .source(concat!("bctk ", env!("CARGO_PKG_VERSION")))
            .render(&mut page)
            .map_err(|error| Fault::write(&name, error))?;
        pages.push((name, page));
    }
    Ok(pages)
}

fn man(matches: &ArgMatches, all: Command) -> Result<(), Fault> {
    let pages = pages(all)?;
    if let Some(dir) = matches.get_one::<PathBuf>("dir") {
        std::fs::create_dir_all(dir).map_err(|error| Fault::Create(dir.display().to_string(), error))?;
        for (name, page) in pages {
            let path = dir.join(format!("{name}.1"));
            std::fs::write(&path, page).map_err(|error| Fault::write(&path.to_string_lossy(), error))?;
        }
        return Ok(());
    }
    let name = matches.get_one::<String>("name").map_or("bctk", String::as_str);
    let full = format!("bctk-{name}");
    match pages.iter().find(|(page, _)| page == name || *page == full) {
        Some((_, page)) => print(page),
        None => Err(Fault::Usage(format!("no man page {name}; `bctk help` lists the subcommands"))),
    }
}

/// Makes the links.
fn links(dir: &Path, suffix: &str) -> Result<(), Fault> {
    let create = |path: &Path, error| Fault::Create(path.display().to_string(), error);
    let program = std::env::current_exe().map_err(|error| create(Path::new("bctk"), error))?;
    std::fs::create_dir_all(dir).map_err(|error| create(dir, error))?;
    let names: Vec<PathBuf> = TOOLS
        .iter()
        .map(|(name, _)| {
            let suffix = if name.starts_with("llvm-") { suffix } else { "" };
            dir.join(format!("{name}{suffix}{}", std::env::consts::EXE_SUFFIX))
        })
        .collect();
    // All or none.
    for path in &names {
        Existing::Kept.check(path).map_err(|_| create(path, io::Error::new(io::ErrorKind::AlreadyExists, "File exists")))?;
    }
    for path in &names {
        link(&program, path).map_err(|error| create(path, error))?;
        eprintln!("{}: {} -> {}", tool(), path.display(), program.display());
    }
    Ok(())
}

#[cfg(unix)]
fn link(program: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(program, path)
}

#[cfg(not(unix))]
fn link(program: &Path, path: &Path) -> io::Result<()> {
    std::fs::hard_link(program, path)
}

//! `bctk git`: has git show differences of bitcode as text.
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, ExitCode, Stdio};

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::diag::Fault;
use crate::messages::fail;
use crate::output::Output;

/// Its name.
pub(super) const NAME: &str = "git";

const EXAMPLES: &str = "\
Examples:
  bctk git install             in this repository: git diff, show and log -p print bitcode as text
  bctk git install --global    in all repositories of this user
  git difftool -t bctk         compare by meaning, as bctk diff does
  bctk git uninstall           as before";

/// The line of a file of attributes; a repository can have it in .gitattributes for all who install.
const ATTRIBUTES: &str = "*.bc diff=bitcode";

/// The command line.
pub(super) fn command() -> Command {
    Command::new(NAME)
        .about("Let git show differences of bitcode as text")
        .long_about(
            "Let git show differences of bitcode as text.\n\nThe driver `bitcode` (textconv) prints modules for git diff, git show and git log -p, \
             and `*.bc` gets it. The tool `bctk` of git difftool compares by meaning. Nothing is written into the repository's own files.",
        )
        .max_term_width(100)
        .arg(Arg::new("action").value_name("ACTION").required(true).value_parser([
            PossibleValue::new("install").help("Set it up"),
            PossibleValue::new("uninstall").help("Take it back"),
        ]))
        .arg(Arg::new("global").long("global").action(ArgAction::SetTrue).help("For all repositories of this user, not for this one"))
        .after_help(EXAMPLES)
}

/// Runs `bctk git`.
pub(super) fn run(matches: &ArgMatches) -> ExitCode {
    let global = matches.get_flag("global");
    let done = match matches.get_one::<String>("action").map(String::as_str) {
        Some("install") => install(global),
        _ => uninstall(global),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => fail(&fault),
    }
}

fn install(global: bool) -> Result<(), Fault> {
    let attributes = attributes(global)?;
    let own = program();
    let settings = [
        ("diff.bitcode.textconv", format!("{own} dis --quiet -o -")),
        ("diff.bitcode.cachetextconv", "true".to_owned()),
        ("diff.bitcode.xfuncname", "^(define|declare) .*$".to_owned()),
        ("difftool.bctk.cmd", format!("{own} diff --no-exit-code \"$LOCAL\" \"$REMOTE\"")),
    ];
    for (name, value) in &settings {
        git(&["config", scope(global), name, value])?;
    }
    let text = read(&attributes)?;
    if !text.lines().any(|line| line.trim() == ATTRIBUTES) {
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        write(&attributes, &format!("{text}{end}{ATTRIBUTES}\n"))?;
    }
    println!("git shows *.bc as text now ({}); `git difftool -t bctk` compares by meaning", attributes.display());
    Ok(())
}

fn uninstall(global: bool) -> Result<(), Fault> {
    let attributes = attributes(global)?;
    for section in ["diff.bitcode", "difftool.bctk"] {
        // A section that is not there needs no removal.
        if !git(&["config", scope(global), "--get-regexp", &format!("^{}\\.", section.replace('.', "\\."))]).unwrap_or_default().is_empty()
        {
            git(&["config", scope(global), "--remove-section", section])?;
        }
    }
    let text = read(&attributes)?;
    let kept: Vec<&str> = text.lines().filter(|line| line.trim() != ATTRIBUTES).collect();
    if kept.len() < text.lines().count() {
        let end = if kept.is_empty() { "" } else { "\n" };
        write(&attributes, &format!("{}{end}", kept.join("\n")))?;
    }
    println!("git shows *.bc as binary files again ({})", attributes.display());
    Ok(())
}

/// The option of `git config`.
fn scope(global: bool) -> &'static str {
    if global { "--global" } else { "--local" }
}

/// The file of attributes: that of the repository which is not shared, or that of the user.
fn attributes(global: bool) -> Result<PathBuf, Fault> {
    if !global {
        return Ok(PathBuf::from(git(&["rev-parse", "--git-path", "info/attributes"])?));
    }
    if let Ok(path) = git(&["config", "--global", "--type=path", "core.attributesFile"])
        && !path.is_empty()
    {
        return Ok(PathBuf::from(path));
    }
    let home = |name: &str, rest: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(|value| Path::new(&value).join(rest));
    let path = home("XDG_CONFIG_HOME", "git/attributes").or_else(|| home("HOME", ".config/git/attributes"));
    path.or_else(|| home("USERPROFILE", ".config/git/attributes"))
        .ok_or_else(|| Fault::Content("git".into(), "there is no home directory for the attributes of this user".into()))
}

/// How git's shell calls this program: by its name if that finds it, by its path otherwise.
fn program() -> String {
    let own = std::env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    let found = std::env::var_os("PATH").and_then(|path| {
        let files = std::env::split_paths(&path).map(|folder| folder.join(format!("bctk{}", std::env::consts::EXE_SUFFIX)));
        files.filter_map(|file| file.canonicalize().ok()).next()
    });
    match own {
        Some(own) if found.as_ref() != Some(&own) => format!("'{}'", own.to_string_lossy().replace('\'', "'\\''")),
        _ => "bctk".to_owned(),
    }
}

/// What git prints, without the end of the last line.
fn git(args: &[&str]) -> Result<String, Fault> {
    let fault = |message: String| Fault::Content("git".into(), message);
    let output = Process::new("git").args(args).stdin(Stdio::null()).output().map_err(|error| fault(format!("cannot be run: {error}")))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(fault(message.trim().trim_start_matches("fatal: ").to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

fn read(path: &Path) -> Result<String, Fault> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Fault::Open(path.display().to_string(), error)),
    }
}

fn write(path: &Path, text: &str) -> Result<(), Fault> {
    let fault = |error| Fault::write(&path.display().to_string(), error);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(fault)?;
    }
    let mut output = Output::create(path)?;
    output.write_all(text.as_bytes()).map_err(fault)?;
    output.finish()
}

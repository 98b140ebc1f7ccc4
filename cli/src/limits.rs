//! Limits on what an input may ask for, as the command line sets them.
use std::sync::OnceLock;

use bctk_bitcode::ReadOptions;
use bctk_inspect::WalkOptions;
use bctk_support::limits::{LimitName, Limits};
use bctk_textual::ParseOptions;

use crate::diag::Fault;

/// Set once, before anything is read.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// The output of `--limit help`.
pub(crate) fn help() -> String {
    let mut out = String::from("Limits on what an input may ask for, with their defaults. --limit NAME=N changes one:\n\n");
    let width = LimitName::ALL.iter().map(|limit| limit.name().len()).max().unwrap_or(0);
    for &limit in LimitName::ALL {
        out += &format!("  {:width$} {:>10}  {}\n", limit.name(), Limits::DEFAULT.get(limit), limit.doc());
    }
    out
}

/// Sets `NAME=N` for each changed limit, and `nesting` from its own option.
///
/// # Errors
/// If there is no limit of that name, or no number.
pub(crate) fn set<'a>(changes: impl IntoIterator<Item = &'a str>, nesting: Option<usize>) -> Result<(), Fault> {
    let mut limits = Limits::default();
    limits.nesting = nesting.unwrap_or(limits.nesting);
    for change in changes {
        let (limit, value) = parse(change).map_err(Fault::Usage)?;
        limits.set(limit, value);
    }
    // A second command line in one process is one of a test.
    let _ = LIMITS.set(limits);
    Ok(())
}

fn parse(change: &str) -> Result<(LimitName, u64), String> {
    let (name, value) = change.split_once('=').ok_or_else(|| format!("--limit {change}: expected NAME=N; --limit help lists the names"))?;
    let limit = LimitName::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = LimitName::ALL.iter().map(|limit| limit.name()).collect();
        format!("no limit is named '{name}'; expected one of {}", names.join(", "))
    })?;
    let value = value.parse().map_err(|_| format!("--limit {name}: expected a number, found '{value}'"))?;
    Ok((limit, value))
}

/// The limits.
pub(crate) fn limits() -> Limits {
    LIMITS.get().cloned().unwrap_or_default()
}

/// Levels of nesting in a text, if more are asked for than every thread has stack for.
pub(crate) fn raised_nesting() -> Option<usize> {
    let limits = limits();
    let levels = limits.nesting.max(limits.printed_depth as usize).max(limits.depth);
    let usual = Limits::DEFAULT;
    (limits.nesting > usual.nesting || limits.printed_depth > usual.printed_depth || limits.depth > usual.depth).then_some(levels)
}

/// How bitcode is read.
pub(crate) fn read_options() -> ReadOptions {
    ReadOptions { limits: limits(), ..ReadOptions::default() }
}

/// How a text is read.
pub(crate) fn parse_options() -> ParseOptions {
    ParseOptions { limits: limits(), ..ParseOptions::default() }
}

/// How any bitstream is walked.
pub(crate) fn walk_options() -> WalkOptions {
    WalkOptions { limits: limits(), ..WalkOptions::default() }
}

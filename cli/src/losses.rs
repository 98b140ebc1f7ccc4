//! What a translation changed: the note on standard error, and the file of `--report`.
use std::borrow::Cow;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use bctk::input;
use bctk::names::demangle;
use bctk::{LlvmVersion, Profile, TranslateReport};
use bctk_transforms::translate::{Action, Change, Place};
use serde_json::{Value, json};

use crate::diag::Fault;
use crate::output::Existing;

/// Losses that the note names before it only counts them.
const NAMED: usize = 6;

/// What was left out, in words; none if nothing was.
pub(crate) fn note(report: &TranslateReport, language: &str) -> Option<String> {
    list(report, Action::Dropped).map(|list| format!("dropped, not in {language}: {list}"))
}

/// What stays and has no code, or wrong code, in words; none if nothing does.
pub(crate) fn kept(report: &TranslateReport, language: &str) -> Option<String> {
    list(report, Action::Kept).map(|list| format!("{language} makes no code or wrong code for some of: {list}"))
}

/// Changes of a kind by name and number; none if there are none.
fn list(report: &TranslateReport, action: Action) -> Option<String> {
    let mut changes: Vec<&Change> = report.of(action).collect();
    // What happened most often comes first; the order of names decides among equals.
    changes.sort_by_key(|change| std::cmp::Reverse(change.count));
    let named: Vec<String> = changes.iter().take(NAMED).map(|change| format!("{} ({})", change.what, change.count)).collect();
    let more = match changes.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more; --report lists all"),
    };
    (!named.is_empty()).then(|| format!("{}{more}", named.join(", ")))
}

/// Empties the file before the first report.
pub(crate) fn begin(path: &Path, existing: Existing) -> Result<(), Fault> {
    if input::is_dash(path) {
        return Ok(());
    }
    existing.check(path).map_err(|error| Fault::Create(input::name(path), error))?;
    std::fs::write(path, b"").map_err(|error| Fault::write(&input::name(path), error))
}

/// Appends a line to the file.
pub(crate) fn append(path: &Path, file: &str, from: LlvmVersion, to: LlvmVersion, report: &TranslateReport) -> Result<(), Fault> {
    let changes: Vec<Value> = report.changes().map(change).collect();
    let line = format!("{}\n", json!({ "file": file, "from": from.to_string(), "to": to.to_string(), "changes": changes }));
    let fault = |error| Fault::write(&input::name(path), error);
    if input::is_dash(path) {
        return std::io::stdout().write_all(line.as_bytes()).map_err(fault);
    }
    // One call for the whole line: other inputs may be at work.
    let mut out = OpenOptions::new().append(true).create(true).open(path).map_err(fault)?;
    out.write_all(line.as_bytes()).map_err(fault)
}

/// A translation for programs: the releases, the dialect if it is one, and the changes.
pub(crate) fn json(from: LlvmVersion, to: LlvmVersion, profile: Option<Profile>, report: &TranslateReport) -> Value {
    let changes: Vec<Value> = report.changes().map(change).collect();
    json!({ "from": from.to_string(), "to": to.to_string(), "dialect": profile.map(|profile| profile.to_string()), "changes": changes })
}

fn change(change: &Change) -> Value {
    json!({
        "action": change.action.word(),
        "what": change.what,
        "since": change.since.map(|since| since.to_string()),
        "how": change.how,
        "count": change.count,
        "places": change.places.iter().map(place).collect::<Vec<_>>(),
    })
}

fn place(place: &Place) -> Value {
    let mut value = json!({ "global": place.global });
    if let Cow::Owned(demangled) = demangle(place.global.trim_start_matches('@').as_bytes()) {
        value["demangled"] = String::from_utf8_lossy(&demangled).into();
    }
    if let Some((block, instruction)) = place.instruction {
        value["block"] = block.into();
        value["instruction"] = instruction.into();
    }
    value
}

//! What conversions did, for `--json`: a line for each input.
use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::diag::Fault;
use crate::findings;
use crate::messages;

/// What a conversion did.
#[derive(Default)]
struct Told {
    outputs: Vec<String>,
    /// Of each module that was translated: from and to which language, and what that changed.
    translations: Vec<Value>,
}

/// What is known so far, by the names of the inputs; none unless somebody wants to know.
static TOLD: Mutex<Option<BTreeMap<String, Told>>> = Mutex::new(None);

/// Keeps what conversions do from now on.
pub(crate) fn begin() {
    *told() = Some(BTreeMap::new());
}

/// Whether somebody wants to know.
pub(crate) fn is_wanted() -> bool {
    told().is_some()
}

fn told() -> std::sync::MutexGuard<'static, Option<BTreeMap<String, Told>>> {
    TOLD.lock().unwrap_or_else(|error| error.into_inner())
}

/// Notes an output of the input `name`.
pub(crate) fn output(name: &str, output: String) {
    if let Some(all) = &mut *told() {
        all.entry(name.to_owned()).or_default().outputs.push(output);
    }
}

/// Notes a translation of a module of the input `name`.
pub(crate) fn translation(name: &str, value: impl FnOnce() -> Value) {
    if let Some(all) = &mut *told() {
        all.entry(name.to_owned()).or_default().translations.push(value());
    }
}

/// A line of JSON for each input, with its name and what became of it. Notes that are about none of them are printed.
pub(crate) fn lines<'r>(results: impl Iterator<Item = (&'r str, Option<&'r Fault>)>) -> String {
    let mut all = told().take().unwrap_or_default();
    let mut notes = messages::take_notes();
    let mut out = String::new();
    for (file, fault) in results {
        let told = all.remove(file).unwrap_or_default();
        let own = |(name, _): &mut (String, String)| name == file || told.outputs.contains(name);
        let notes: Vec<String> = notes.extract_if(.., own).map(|(_, text)| text).collect();
        let (findings, more) = fault.map(findings::of_fault).unwrap_or_default();
        let written = fault.is_none();
        let line = json!({
            "file": file,
            "written": written,
            "outputs": if written { told.outputs } else { Vec::new() },
            "translations": told.translations,
            "notes": notes,
            "findings": findings,
            "more": more,
        });
        out.push_str(&format!("{line}\n"));
    }
    for (name, text) in notes {
        messages::note_all(format_args!("{name}: {text}"));
    }
    out
}

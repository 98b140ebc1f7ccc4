//! What conversions did, for `--json`: a line for each input.
use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::diag::Fault;
use crate::findings;
use crate::messages;
use crate::notes::Note;

/// What a conversion did.
#[derive(Default)]
struct Told {
    outputs: Vec<String>,
    /// Those that took the place of an input.
    replaced: Vec<String>,
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

/// Notes an output of the input `name`, and whether it takes the place of an input.
pub(crate) fn output(name: &str, output: String, replaces: bool) {
    if let Some(all) = &mut *told() {
        let told = all.entry(name.to_owned()).or_default();
        told.replaced.extend(replaces.then(|| output.clone()));
        told.outputs.push(output);
    }
}

/// Notes a translation of a module of the input `name`.
pub(crate) fn translation(name: &str, value: impl FnOnce() -> Value) {
    if let Some(all) = &mut *told() {
        all.entry(name.to_owned()).or_default().translations.push(value());
    }
}

/// A line of JSON for each input, with its name and what became of it: whether data was kept that no module represents, or a fault. Notes that
/// are about none of them are printed.
pub(crate) fn lines<'r>(results: impl Iterator<Item = (&'r str, &'r Result<bool, Fault>)>) -> String {
    let mut all = told().take().unwrap_or_default();
    let mut notes = messages::take_notes();
    let mut out = String::new();
    for (file, result) in results {
        let mut told = all.remove(file).unwrap_or_default();
        // Names of parts lie side by side, since all of them begin so.
        let begin = format!("{file}:");
        let parts = all.range(begin.clone()..).map(|(name, _)| name).take_while(|name| name.starts_with(&begin));
        let parts: Vec<String> = parts.cloned().collect();
        for name in parts {
            let Some(part) = all.remove(&name) else { continue };
            let named = |mut value: Value| {
                value["module"] = part_of(file, &name).into();
                value
            };
            told.translations.extend(part.translations.into_iter().map(named));
        }
        // Notes about a container are about what was taken of it, or made of it.
        let is_in = |name: &str| part_of(name, file).is_some() || name == file || part_of(file, name).is_some();
        let own = |(name, _): &mut (String, Note)| is_in(name) || told.outputs.contains(name);
        let notes: Vec<Value> = notes.extract_if(.., own).map(|(_, note)| note.json()).collect();
        let (findings, more) = result.as_ref().err().map(findings::of_fault).unwrap_or_default();
        let written = result.is_ok();
        let line = json!({
            "file": file,
            "written": written,
            "outputs": if written { told.outputs } else { Vec::new() },
            "replaced": if written { told.replaced } else { Vec::new() },
            "kept": *result.as_ref().unwrap_or(&false),
            "translations": told.translations,
            "notes": notes,
            "findings": findings,
            "more": more,
        });
        out.push_str(&format!("{line}\n"));
    }
    for (name, note) in notes {
        messages::note_all(format_args!("{name}: {}", note.text));
    }
    out
}

/// The part of the file that `name` names, if it is one.
fn part_of<'n>(file: &str, name: &'n str) -> Option<&'n str> {
    name.strip_prefix(file)?.strip_prefix(':')
}

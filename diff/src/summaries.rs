//! Compares ThinLTO summaries: what they say of each value.
use bctk_ir::summary::{EntryKind, Summary};
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::globals::by_name;
use crate::side::Side;
use crate::{Change, Kind};

/// Compares the summaries of two modules.
pub(crate) fn compare(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    by_name(Kind::Summary, &entries(old), &entries(new), changes);
}

/// The entries of a module's summary by name, as text. Values are their GUIDs.
fn entries(side: &Side<'_>) -> Vec<(String, String)> {
    let Some(summary) = &side.module.summary else { return Vec::new() };
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for entry in &summary.entries {
        let name = summary.values.get(entry.value as usize).map(|value| match side.module.str(value.name) {
            b"" => value.guid.to_string(),
            name => String::from_utf8_lossy(name).into_owned(),
        });
        let mut text = format!("flags {:#x}", entry.flags.raw());
        // References are sets: their order follows that of the module.
        let mut refs: Vec<String> = entry.refs.iter().map(|r| format!("{:?} {}", r.kind, guid(summary, r.value))).collect();
        refs.sort_unstable();
        // Writing to a string does not fail.
        let _ = write!(text, ", refs ({})", refs.join(", "));
        match &entry.kind {
            EntryKind::Function(function) => {
                let mut calls: Vec<String> = function.calls.iter().map(|call| guid(summary, call.callee)).collect();
                calls.sort_unstable();
                let _ = write!(
                    text,
                    ", {} instructions, function flags {:#x}, calls ({})",
                    function.instructions,
                    function.flags,
                    calls.join(", ")
                );
            }
            EntryKind::Variable { flags, .. } => {
                let _ = write!(text, ", variable flags {flags:#x}");
            }
            EntryKind::Alias(aliasee) => {
                let _ = write!(text, ", alias of {}", aliasee.map_or_else(|| "another module's".to_owned(), |value| guid(summary, value)));
            }
        }
        let lines = texts.entry(name.unwrap_or_default()).or_default();
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines.push_str(&text);
    }
    texts.into_iter().collect()
}

fn guid(summary: &Summary, value: u32) -> String {
    summary.values.get(value as usize).map_or_else(|| "?".to_owned(), |value| value.guid.to_string())
}

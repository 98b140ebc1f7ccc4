//! What the differences of two builds come from, in one report.
use bctk::diff::{Aspects, Change, Kind, ModuleDiff, Pair, Status};
use bctk::{File, ModuleFile};
use bctk_inspect::diff::Kind as Encoded;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Shown, text};
use crate::diag::Fault;
use crate::limits;

/// Changes of code that are shown as examples.
const EXAMPLES: usize = 3;

/// The report.
pub(super) fn report(shown: &Shown, files: [&File; 2], pairs: &[Pair]) -> Result<String, Fault> {
    let mut out = String::new();
    let modules = [files[0].modules()?, files[1].modules()?];
    for pair in pairs {
        let name = pair.new.as_deref().or(pair.old.as_deref()).unwrap_or("");
        let mut causes = Vec::new();
        match (&pair.diff, pair.is_identical) {
            (None, _) => causes.push(format!("only {} has it", shown.names[usize::from(pair.old.is_none())])),
            (Some(_), true) => {}
            (Some(diff), false) => {
                of_module(shown, pair, diff, &mut causes);
                let of = |side: usize| modules[side].get(pair.number[side]?);
                if let (true, Some(old), Some(new)) = (diff.is_same(), of(0), of(1)) {
                    encoding(old, new, &mut causes);
                }
            }
        }
        if causes.is_empty() {
            continue;
        }
        if pairs.len() > 1 {
            let _ = writeln!(out, "{name}:");
        }
        for cause in causes {
            let _ = writeln!(out, "- {cause}");
        }
    }
    if out.is_empty() {
        out.push_str("the same, byte for byte\n");
    }
    Ok(out)
}

fn of_module(shown: &Shown, pair: &Pair, diff: &ModuleDiff, causes: &mut Vec<String>) {
    let rest = pair.without_paths.as_ref();
    let [old, new] = &pair.producers;
    if old != new {
        causes.push(format!("producer: {old}, {new}"));
    }
    if let Some(rest) = rest.filter(|rest| rest.changes.len() < diff.changes.len()) {
        let count = diff.changes.len() - rest.changes.len();
        causes.push(format!("paths of sources: {}", plural(count, "thing differs in nothing else", "things differ in nothing else")));
        causes.extend(paths(diff).into_iter().map(|(old, new)| format!("  {old} → {new}")));
    }
    // What paths do not explain.
    let diff = rest.unwrap_or(diff);
    let count = |is_it: &dyn Fn(&&Change) -> bool| diff.changes.iter().filter(is_it).count();
    let function = |change: &&Change| change.kind == Kind::Function;
    let only = |aspects: Aspects| count(&|change| function(change) && change.status == Status::SameCode && change.aspects == aspects);
    let mut add = |count: usize, one: &str, many: &str| {
        if count > 0 {
            causes.push(plural(count, one, many));
        }
    };
    add(
        count(&|change| change.aspects.contains(Aspects::ORDER)),
        "thing has another place in the order",
        "things have another place in the order",
    );
    add(count(&|change| change.status == Status::Renamed), "thing has another name only", "things have another name only");
    add(only(Aspects::DEBUG), "function differs in debug information only", "functions differ in debug information only");
    add(only(Aspects::NAMES), "function differs in names of values only", "functions differ in names of values only");
    add(only(Aspects::ATTRIBUTES), "function differs in attributes only", "functions differ in attributes only");
    add(only(Aspects::METADATA), "function differs in metadata only", "functions differ in metadata only");
    add(
        count(&|change| change.kind == Kind::DebugInfo),
        "kind of debug information nodes differs",
        "kinds of debug information nodes differ",
    );
    add(count(&|change| change.status == Status::Removed), "thing is only in the old module", "things are only in the old module");
    add(count(&|change| change.status == Status::Added), "thing is only in the new module", "things are only in the new module");
    let changed: Vec<&Change> = diff.changes.iter().filter(|change| change.status == Status::Changed).collect();
    add(changed.len(), "thing does something else", "things do something else");
    let mut smallest = changed;
    smallest.sort_by_key(|change| change.changed_lines());
    for change in smallest.into_iter().take(EXAMPLES) {
        let side = |new: bool| {
            let lines = change.lines.iter().filter(|line| line.aspects.contains(Aspects::CODE));
            lines.filter_map(|line| if new { line.new.as_deref() } else { line.old.as_deref() }).next().unwrap_or("nothing").trim()
        };
        let (old, new) = (side(false), side(true));
        causes.push(format!("  {} {}: `{}` → `{}`", change.kind.word(), shown.name(change), text::short(old), text::short(new)));
    }
    // Functions that differ in one of these, and nodes of debug information, are counted above.
    let counted = [Aspects::DEBUG, Aspects::NAMES, Aspects::ATTRIBUTES, Aspects::METADATA];
    let is_counted = |change: &&Change| match change.kind {
        Kind::DebugInfo => true,
        Kind::Function => counted.contains(&change.aspects),
        _ => false,
    };
    let mut others: BTreeMap<(Kind, String), Vec<&Change>> = BTreeMap::new();
    for change in diff.changes.iter().filter(|change| change.status == Status::SameCode && !is_counted(change)) {
        let words: Vec<&str> = change.aspects.words().collect();
        others.entry((change.kind, words.join(", "))).or_default().push(change);
    }
    for ((kind, words), changes) in others {
        let mut names: Vec<String> = changes.iter().take(EXAMPLES).map(|change| shown.name(change)).collect();
        if changes.len() > EXAMPLES {
            names.push(format!("and {} more", changes.len() - EXAMPLES));
        }
        causes.push(format!("{} that differs in {words}: {}", kind.word(), names.join(", ")));
    }
}

/// The folders and files that stand for each other.
fn paths(diff: &ModuleDiff) -> Vec<(String, String)> {
    let mut found = BTreeMap::new();
    for change in diff.changes.iter().filter(|change| change.name() == "DIFile" || change.name() == "source_filename") {
        let side = |new: bool| change.lines.iter().filter_map(move |line| if new { line.new.as_deref() } else { line.old.as_deref() });
        for (old, new) in side(false).zip(side(true)) {
            for field in ["filename: \"", "directory: \""] {
                let value = |text: &str| Some(text.split_once(field)?.1.split('"').next()?.to_owned());
                if let (Some(old), Some(new)) = (value(old), value(new))
                    && old != new
                {
                    let same = old.bytes().rev().zip(new.bytes().rev()).take_while(|(a, b)| a == b).count();
                    let cut = |text: &str| text.get(..text.len() - same).map_or(text.to_owned(), |start| format!("{start}…"));
                    found.insert(if same > 0 { cut(&old) } else { old.clone() }, if same > 0 { cut(&new) } else { new });
                }
            }
        }
    }
    found.into_iter().take(EXAMPLES).collect()
}

/// Which bits of bitcode differ that mean the same.
fn encoding(old: &ModuleFile, new: &ModuleFile, causes: &mut Vec<String>) {
    if old.is_assembly() || new.is_assembly() {
        causes.push("the texts differ in what means the same: numbers, comments, spaces, order of definitions".to_owned());
        return;
    }
    let found = bctk_inspect::diff::diff(old.bytes(), new.bytes(), &limits::walk_options());
    if found.identical {
        return;
    }
    causes.push("the modules mean the same; bits of the files differ:".to_owned());
    for block in &found.blocks {
        let what = match block.kind {
            Encoded::Encoding => "encoding (abbreviations, numbers, positions)",
            _ => "records",
        };
        causes.push(format!("  {}: {what}", block.path));
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

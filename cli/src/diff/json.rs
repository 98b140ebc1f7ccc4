//! The differences as JSON; docs/diff.md describes it.
use bctk::diff::{Aspects, Change, LineDiff, ModuleDiff, Pair, Why};
use serde::Serialize;

use super::Shown;
use crate::diag::Fault;

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    version: u32,
    files: &'a [String; 2],
    same: bool,
    modules: Vec<Module<'a>>,
}

#[derive(Serialize)]
struct Module<'a> {
    old: Option<&'a str>,
    new: Option<&'a str>,
    producers: Option<&'a [String; 2]>,
    identical: bool,
    same: bool,
    functions: Option<[usize; 2]>,
    same_functions: Option<usize>,
    changes: Vec<Changed<'a>>,
}

#[derive(Serialize)]
struct Changed<'a> {
    kind: &'static str,
    status: &'static str,
    old: Option<&'a str>,
    new: Option<&'a str>,
    aspects: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Line<'a>>>,
}

#[derive(Serialize)]
struct Line<'a> {
    old: Option<&'a str>,
    new: Option<&'a str>,
    aspects: Vec<&'static str>,
    why: Vec<Reason<'a>>,
}

#[derive(Serialize)]
struct Reason<'a> {
    what: &'a str,
    old: &'a str,
    new: &'a str,
}

/// All of it.
pub(super) fn document(shown: &Shown, pairs: &[Pair]) -> Result<String, Fault> {
    let modules = pairs.iter().map(|pair| Module {
        old: pair.old.as_deref(),
        new: pair.new.as_deref(),
        producers: pair.diff.is_some().then_some(&pair.producers),
        identical: pair.is_identical,
        same: pair.is_same(),
        functions: pair.diff.as_ref().map(|diff| diff.functions),
        same_functions: pair.diff.as_ref().map(|diff| diff.same_functions),
        changes: pair.diff.as_ref().map(|diff| changes(shown, diff)).unwrap_or_default(),
    });
    let document = Document {
        schema: "bctk-diff",
        version: 1,
        files: &shown.names,
        same: pairs.iter().all(Pair::is_same),
        modules: modules.collect(),
    };
    let text = serde_json::to_string_pretty(&document).map_err(|error| Fault::Content("JSON".into(), error.to_string()))?;
    Ok(text + "\n")
}

fn changes<'a>(shown: &Shown, diff: &'a ModuleDiff) -> Vec<Changed<'a>> {
    let reason = |why: &'a Why| Reason { what: &why.what, old: &why.old, new: &why.new };
    let line = |line: &'a LineDiff| Line {
        old: line.old.as_deref(),
        new: line.new.as_deref(),
        aspects: words(line.aspects),
        why: line.why.iter().map(reason).collect(),
    };
    let change = |change: &'a Change| Changed {
        kind: change.kind.word(),
        status: change.status.word(),
        old: change.old.as_deref(),
        new: change.new.as_deref(),
        aspects: words(change.aspects),
        lines: (!shown.is_brief).then(|| change.lines.iter().filter(|line| !line.aspects.is_empty()).map(line).collect()),
    };
    diff.changes.iter().map(change).collect()
}

fn words(aspects: Aspects) -> Vec<&'static str> {
    aspects.words().collect()
}

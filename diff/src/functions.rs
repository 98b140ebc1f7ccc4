//! Compares functions.
use bctk_hash::{Hasher, Hashes};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_ir::view::FunctionView;
use bctk_support::parallel::prelude::*;
use hashbrown::HashSet;

use crate::globals::{in_order, name};
use crate::lines::{self, Lines};
use crate::pairs::Pairs;
use crate::side::{Side, label};
use crate::{Change, DiffOptions, Kind, ModuleDiff, debug};

/// Tasks that hash functions: the tables of a hasher serve all functions of one.
const TASKS: usize = 8;

/// Compares the functions of two modules.
pub(crate) fn compare(old: &Side<'_>, new: &Side<'_>, pairs: &Pairs, options: &DiffOptions, found: &mut ModuleDiff) {
    let is_function = |side: &Side<'_>, id: GlobalId| side.module.global(id).is_some_and(|global| global.function().is_some());
    let both: Vec<(GlobalId, GlobalId)> = pairs.iter().filter(|&(_, id)| is_function(new, id)).collect();
    let count = |module: &Module| module.functions().filter(|(_, _, function)| function.body.is_some()).count();
    found.functions = [count(old.module), count(new.module)];
    for (side, alone, is_new) in
        pairs.alone().into_iter().zip([old, new]).zip([false, true]).map(|((alone, side), is_new)| (side, alone, is_new))
    {
        let functions = alone.into_iter().filter(|&id| is_function(side, id));
        found.changes.extend(functions.map(|id| Change::alone(Kind::Function, name(side, id), &side.text(id), is_new)));
    }
    let stay = in_order(&both, options.order);
    // Calls that are debug information are in the hasher's hash of that alone.
    let has_calls = |side: &Side<'_>| side.module.functions().any(|(_, global, _)| side.module.str(global.name).starts_with(b"llvm.dbg."));
    let with_debug = has_calls(old) || has_calls(new);
    let hashes = |side: &Side<'_>, ids: Vec<GlobalId>| -> Vec<Option<(Hashes, u64)>> {
        let parts: Vec<&[GlobalId]> = ids.chunks(ids.len().div_ceil(TASKS).max(1)).collect();
        let hashed: Vec<Vec<Option<(Hashes, u64)>>> = parts.into_par_iter().map(|part| hash(side, part, with_debug)).collect();
        hashed.into_iter().flatten().collect()
    };
    let olds = hashes(old, both.iter().map(|&(id, _)| id).collect());
    let news = hashes(new, both.iter().map(|&(_, id)| id).collect());
    let differ: Vec<usize> = (0..both.len())
        .filter(|&at| olds[at] != news[at] || olds[at].is_none() || name(old, both[at].0) != name(new, both[at].1))
        .collect();
    let changed = |&at: &usize| {
        let (from, to) = both[at];
        let lines = pair(old, from, new, to);
        Change::of_pair(Kind::Function, name(old, from), name(new, to), lines, !stay[at])
    };
    let mut changes: Vec<(usize, Option<Change>)> = differ.par_iter().map(|at| (*at, changed(at))).collect();
    let known: HashSet<usize> = differ.into_iter().collect();
    let moved = (0..both.len()).filter(|at| !stay[*at] && !known.contains(at));
    changes.extend(moved.map(|at| (at, Change::of_pair(Kind::Function, name(old, both[at].0), name(new, both[at].1), Vec::new(), true))));
    changes.sort_by_key(|(at, _)| *at);
    let has_body = |id: GlobalId| matches!(new.module.global(id).map(|global| &global.kind), Some(GlobalKind::Function(function)) if function.body.is_some());
    let changed = changes.iter().filter(|(at, change)| change.is_some() && has_body(both[*at].1)).count();
    found.same_functions = both.iter().filter(|(_, id)| has_body(*id)).count().saturating_sub(changed);
    found.changes.extend(changes.into_iter().filter_map(|(_, change)| change));
}

/// Hashes of functions with bodies, and of their debug information.
fn hash(side: &Side<'_>, functions: &[GlobalId], with_debug: bool) -> Vec<Option<(Hashes, u64)>> {
    let mut hasher = if with_debug { Hasher::new() } else { Hasher::without_debug() };
    let mut hash = |id: GlobalId| {
        let function = side.module.global(id)?.function()?;
        let body = side.module.body(function)?;
        Some((hasher.function(side.module, id, body)?, debug::hash(side, id, function.body?, body)))
    };
    functions.iter().map(|&id| hash(id)).collect()
}

/// The lines of two functions.
fn pair(old: &Side<'_>, from: GlobalId, new: &Side<'_>, to: GlobalId) -> Vec<crate::LineDiff> {
    let texts = [old.text(from), new.text(to)];
    let arguments = [arguments(old, from), arguments(new, to)];
    let [left, right] =
        [(old, &texts[0], &arguments[0]), (new, &texts[1], &arguments[1])].map(|(side, text, arguments)| of(side, text, arguments));
    lines::compare([old, new], &left, &right)
}

/// The names of the arguments in the text.
fn arguments(side: &Side<'_>, id: GlobalId) -> Vec<String> {
    let Some(function) = side.module.global(id).and_then(|global| global.function()) else { return Vec::new() };
    let Some(mut tracker) = function.body.and_then(|body| side.tracker.in_body(body)) else { return Vec::new() };
    let view = side.module.view().get(id).and_then(|global| global.as_function());
    let mut name = |value: Value| tracker.text(value).rsplit_once(" %").map(|(_, name)| name.to_owned()).unwrap_or_default();
    view.iter().flat_map(FunctionView::params).map(|param| name(param.value())).collect()
}

/// The lines of a function's text.
fn of<'t>(side: &Side<'_>, text: &'t str, arguments: &'t [String]) -> Lines<'t> {
    let mut locals: HashSet<&str> = arguments.iter().map(String::as_str).collect();
    for line in text.lines() {
        let defined = line.strip_prefix("  %").map(crate::tokens::name).filter(|name| line[3 + name.len()..].starts_with(" = "));
        locals.extend(defined.or_else(|| label(line)));
    }
    let is_local = |name: &str| locals.contains(name);
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with(';')).map(|line| side.line(line, &is_local)).collect();
    Lines { arguments: arguments.iter().map(String::as_str).collect(), lines }
}

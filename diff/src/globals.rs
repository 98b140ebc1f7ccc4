//! Compares variables, aliases, indirect functions and comdats.
use bctk_ir::entity::{ComdatId, GlobalId};
use bctk_ir::global::GlobalKind;
use bctk_textual::DisplayIn;
use hashbrown::HashMap;

use crate::lines::{self, Lines};
use crate::pairs::Pairs;
use crate::side::Side;
use crate::{Change, DiffOptions, Kind, LineDiff};

/// The name of a global value; its number if it has none.
pub(crate) fn name<'s>(side: &'s Side<'_>, id: GlobalId) -> &'s str {
    side.shown.get(id.index()).map_or("", String::as_str)
}

/// Which kind of thing a global value is.
fn kind(side: &Side<'_>, id: GlobalId) -> Option<Kind> {
    match side.module.global(id)?.kind {
        GlobalKind::Variable { .. } => Some(Kind::Variable),
        GlobalKind::Alias { .. } => Some(Kind::Alias),
        GlobalKind::IFunc { .. } => Some(Kind::IFunc),
        GlobalKind::Function(_) => None,
    }
}

/// Compares what is no function.
pub(crate) fn compare(old: &Side<'_>, new: &Side<'_>, pairs: &Pairs, options: &DiffOptions, changes: &mut Vec<Change>) {
    for ((side, alone), is_new) in [old, new].into_iter().zip(pairs.alone()).zip([false, true]) {
        for id in alone {
            changes.extend(kind(side, id).map(|kind| Change::alone(kind, name(side, id), &side.text(id), is_new)));
        }
    }
    let both: Vec<(GlobalId, GlobalId)> = pairs.iter().filter(|&(_, id)| kind(new, id).is_some()).collect();
    let stay = in_order(&both, options.order);
    for (&(from, to), stays) in both.iter().zip(stay) {
        let Some(kind) = kind(new, to) else { continue };
        let lines = one_line(old, &old.text(from), new, &new.text(to));
        let is_private = new.module.global(to).is_some_and(|global| global.linkage == bctk_ir::keywords::Linkage::Private);
        // A literal has no name that counts.
        let names = if is_private { [name(new, to); 2] } else { [name(old, from), name(new, to)] };
        changes.extend(Change::of_pair(kind, names[0], names[1], lines, !stays));
    }
    comdats(old, new, changes);
}

/// Compares two things whose text is one line.
pub(crate) fn one_line(old: &Side<'_>, left: &str, new: &Side<'_>, right: &str) -> Vec<LineDiff> {
    let no_local = |_: &str| false;
    let of = |line| Lines { arguments: Vec::new(), lines: vec![line] };
    lines::compare([old, new], &of(old.line(left, &no_local)), &of(new.line(right, &no_local)))
}

fn comdats(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    let of = |side: &Side<'_>| -> Vec<(String, String)> {
        let text = |id: usize| ComdatId(id as u32).display(&side.tracker).to_string();
        let name = |id: usize| String::from_utf8_lossy(side.module.str(side.module.comdats[id].name)).into_owned();
        (0..side.module.comdats.len()).map(|id| (name(id), text(id))).collect()
    };
    by_name(Kind::Comdat, &of(old), &of(new), changes);
}

/// Compares texts that have names.
pub(crate) fn by_name(kind: Kind, old: &[(String, String)], new: &[(String, String)], changes: &mut Vec<Change>) {
    let news: HashMap<&str, &str> = new.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let olds: HashMap<&str, &str> = old.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    changes.extend(
        old.iter().filter(|(name, _)| !news.contains_key(name.as_str())).map(|(name, text)| Change::alone(kind, name, text, false)),
    );
    for (name, text) in new {
        match olds.get(name.as_str()) {
            None => changes.push(Change::alone(kind, name, text, true)),
            Some(other) if other == text => {}
            Some(other) => {
                let lines = vec![LineDiff::of(Some(other), Some(text), crate::Aspects::CODE)];
                changes.extend(Change::of_pair(kind, name, name, lines, false));
            }
        }
    }
}

/// Whether each pair is in the same order in both modules: the most that can stay do. Without `counts`, all are.
pub(crate) fn in_order(pairs: &[(GlobalId, GlobalId)], counts: bool) -> Vec<bool> {
    let mut stays = vec![!counts; pairs.len()];
    if !counts {
        return stays;
    }
    // The longest increasing run of places in the old module, by the last of each length.
    let mut lasts: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for at in 0..pairs.len() {
        let length = lasts.partition_point(|&last| pairs[last].0 < pairs[at].0);
        before[at] = length.checked_sub(1).map(|shorter| lasts[shorter]);
        match lasts.get_mut(length) {
            Some(last) => *last = at,
            None => lasts.push(at),
        }
    }
    let mut next = lasts.last().copied();
    while let Some(at) = next {
        stays[at] = true;
        next = before[at];
    }
    stays
}

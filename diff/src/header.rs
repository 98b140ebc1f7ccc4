//! Compares what modules say of themselves: targets, inline assembly, named metadata, nodes of debug information.
use bctk_ir::entity::MdId;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::strings::Str;
use bctk_support::hash::mix;
use hashbrown::{HashMap, HashSet};
use xxhash_rust::xxh3::xxh3_64;

use crate::align::{Step, align};
use crate::side::Side;
use crate::{Aspects, Change, DiffOptions, Kind, LineDiff, Status};

/// Nodes of one kind that are shown.
const SHOWN: usize = 200;

/// Compares the properties of the modules.
pub(crate) fn compare(old: &Side<'_>, new: &Side<'_>, options: &DiffOptions, changes: &mut Vec<Change>) {
    let text = |side: &Side<'_>, text: Str| String::from_utf8_lossy(side.module.str(text)).into_owned();
    let source = |side: &Side<'_>| side.module.source_filename.map(|name| text(side, name)).unwrap_or_default();
    let mut compare = |name: &str, values: [String; 2], aspects: Aspects| {
        if values[0] == values[1] {
            return;
        }
        let [left, right] = values;
        let lines = pair_lines(&left.lines().collect::<Vec<_>>(), &right.lines().collect::<Vec<_>>(), aspects);
        let status = if aspects.contains(Aspects::CODE) { Status::Changed } else { Status::SameCode };
        let name = Some(name.to_owned());
        changes.push(Change { kind: Kind::Header, old: name.clone(), new: name, status, aspects, lines });
    };
    if options.paths {
        compare("source_filename", [source(old), source(new)], Aspects::NAMES);
    }
    compare("target triple", [text(old, old.module.triple), text(new, new.module.triple)], Aspects::CODE);
    compare("target datalayout", [text(old, old.module.data_layout), text(new, new.module.data_layout)], Aspects::CODE);
    compare("module asm", [text(old, old.module.inline_asm), text(new, new.module.inline_asm)], Aspects::CODE);
}

/// The lines of both, those that are in both once.
fn pair_lines(old: &[&str], new: &[&str], aspects: Aspects) -> Vec<LineDiff> {
    let hash = |line: &&str| xxh3_64(line.as_bytes());
    by_hash(old.iter().map(hash).collect(), new.iter().map(hash).collect(), &|at| old[at].to_owned(), &|at| new[at].to_owned(), aspects)
}

/// Aligns two lists of things by their hashes, and makes lines of them.
fn by_hash(
    old: Vec<u64>,
    new: Vec<u64>,
    left: &dyn Fn(usize) -> String,
    right: &dyn Fn(usize) -> String,
    aspects: Aspects,
) -> Vec<LineDiff> {
    let mut lines = Vec::new();
    for step in align(old.into_iter(), new.into_iter()) {
        match step {
            Step::Apart(removed, added) => {
                lines.extend(removed.map(|at| LineDiff::of(Some(&left(at)), None, aspects)));
                lines.extend(added.map(|at| LineDiff::of(None, Some(&right(at)), aspects)));
            }
            Step::Both(from, to) => lines.push(LineDiff::of(Some(&left(from)), Some(&right(to)), Aspects::NONE)),
        }
    }
    lines
}

/// Compares named metadata.
pub(crate) fn named_metadata(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    let of = |side: &Side<'_>| -> Vec<(String, Vec<MdId>)> {
        let name = |name: Str| String::from_utf8_lossy(side.module.str(name)).into_owned();
        side.module.metadata.named.iter().map(|named| (name(named.name), named.nodes.clone())).collect()
    };
    let (olds, news) = (of(old), of(new));
    let hashes = |side: &Side<'_>, nodes: &[MdId]| -> Vec<u64> {
        nodes.iter().map(|id| side.nodes.all.get(id.index()).copied().unwrap_or(0)).collect()
    };
    let alone = |side: &Side<'_>, (name, nodes): &(String, Vec<MdId>), is_new| {
        let texts: Vec<String> = nodes.iter().map(|&id| side.node_text(id)).collect();
        Change::alone(Kind::NamedMetadata, name, &texts.join("\n"), is_new)
    };
    let in_new: HashMap<&str, &Vec<MdId>> = news.iter().map(|(name, nodes)| (name.as_str(), nodes)).collect();
    for entry in &olds {
        let (name, nodes) = entry;
        let Some(others) = in_new.get(name.as_str()) else {
            changes.push(alone(old, entry, false));
            continue;
        };
        let [left, right] = [hashes(old, nodes), hashes(new, others)];
        // Units are debug information, which has a part of its own.
        if left == right || name == "llvm.dbg.cu" && left.len() == right.len() {
            continue;
        }
        let lines = by_hash(left, right, &|at| old.node_text(nodes[at]), &|at| new.node_text(others[at]), Aspects::METADATA);
        let (status, name) = (Status::SameCode, Some(name.clone()));
        changes.push(Change { kind: Kind::NamedMetadata, old: name.clone(), new: name, status, aspects: Aspects::METADATA, lines });
    }
    let in_old: HashMap<&str, ()> = olds.iter().map(|(name, _)| (name.as_str(), ())).collect();
    changes.extend(news.iter().filter(|(name, _)| !in_old.contains_key(name.as_str())).map(|entry| alone(new, entry, true)));
}

/// Nodes of debug information: kind, hash of what each says, of that with what it refers to, id.
struct DebugNode {
    kind: &'static str,
    own: u64,
    near: u64,
    id: MdId,
}

fn debug_nodes(side: &Side<'_>) -> Vec<DebugNode> {
    let node = |&id: &MdId| {
        let Metadata::Node { kind, .. } = side.module.metadata.get(id) else { return None };
        // Locations are compared where instructions have them.
        let is_compared = !matches!(kind, DiKind::Location | DiKind::LongLocation | DiKind::AssignID);
        let own = side.nodes.own.get(id.index()).copied().filter(|_| is_compared)?;
        let near = side.nodes.neighbours(side.module, id).fold(own, mix);
        Some(DebugNode { kind: kind.name(), own, near, id })
    };
    side.numbered.iter().filter_map(node).collect()
}

/// Compares the nodes of debug information of each kind by what they say themselves, and by what they refer to.
pub(crate) fn debug_info(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    let (olds, news) = (debug_nodes(old), debug_nodes(new));
    let mut counts: HashMap<u64, i64> = HashMap::new();
    olds.iter().for_each(|node| *counts.entry(node.near).or_default() += 1);
    news.iter().for_each(|node| *counts.entry(node.near).or_default() -= 1);
    let known = [&old.nodes.own, &new.nodes.own].map(|own| own.iter().copied().collect::<HashSet<u64>>());
    let mut found: Vec<(&'static str, Vec<LineDiff>)> = Vec::new();
    for (side, nodes, sign, others) in [(old, &olds, 1, &known[1]), (new, &news, -1, &known[0])] {
        for node in nodes {
            let Some(count) = counts.get_mut(&node.near).filter(|count| **count * sign > 0) else { continue };
            *count -= sign;
            // A node that refers to one that says something else is the same, but for that one.
            if others.contains(&node.own) && side.nodes.neighbours(side.module, node.id).any(|own| !others.contains(&own)) {
                continue;
            }
            let text = side.node_text(node.id);
            let (left, right) = if sign > 0 { (Some(&*text), None) } else { (None, Some(&*text)) };
            let line = LineDiff::of(left, right, Aspects::DEBUG);
            match found.iter_mut().find(|(known, _)| *known == node.kind) {
                Some((_, lines)) => lines.push(line),
                None => found.push((node.kind, vec![line])),
            }
        }
    }
    for (kind, mut lines) in found {
        let more = lines.len().saturating_sub(SHOWN);
        lines.truncate(SHOWN);
        if more > 0 {
            let text = format!("and {more} more");
            lines.push(LineDiff::of(Some(&text), Some(&text), Aspects::NONE));
        }
        let name = Some(kind.to_owned());
        changes.push(Change {
            kind: Kind::DebugInfo,
            old: name.clone(),
            new: name,
            status: Status::SameCode,
            aspects: Aspects::DEBUG,
            lines,
        });
    }
}

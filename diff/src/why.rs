//! Tells what attributes and metadata of two lines differ in, where their texts only have numbers.
use bctk_ir::entity::MdId;
use bctk_ir::metadata::Metadata;
use bctk_textual::DisplayIn;

use crate::Why;
use crate::side::{Line, Side};

/// How deep the first node that differs is looked for.
const DEPTH: usize = 8;

/// The attributes that only one of two lines has.
pub(crate) fn attributes(sides: [&Side<'_>; 2], old: &Line<'_>, new: &Line<'_>) -> Option<Why> {
    let of = |side: &Side<'_>, line: &Line<'_>| -> Vec<String> {
        let groups = line.groups.iter().flat_map(|&group| side.group(group).to_vec());
        line.words.iter().map(|&word| word.to_owned()).chain(groups).collect()
    };
    let (old, new) = (of(sides[0], old), of(sides[1], new));
    let without = |all: &[String], others: &[String]| -> String {
        let kept: Vec<&str> = all.iter().filter(|one| !others.contains(one)).map(String::as_str).collect();
        kept.join(" ")
    };
    Some(Why { what: "attributes".to_owned(), old: without(&old, &new), new: without(&new, &old) })
}

/// The nodes that two lines differ in, for each kind of metadata.
pub(crate) fn attachments(sides: [&Side<'_>; 2], old: &Line<'_>, new: &Line<'_>) -> Vec<Why> {
    let mut found = Vec::new();
    let of = |line: &Line<'_>, wanted: &str| line.attachments.iter().find(|(kind, _)| *kind == wanted).map(|&(_, number)| number);
    let only_new = new.attachments.iter().filter(|(kind, _)| of(old, kind).is_none());
    for &(kind, _) in old.attachments.iter().chain(only_new) {
        let ids = [(sides[0], of(old, kind)), (sides[1], of(new, kind))].map(|(side, number)| side.numbered.get(number?).copied());
        let text = |side: &Side<'_>, id: Option<MdId>| id.map(|id| side.node_text(id)).unwrap_or_default();
        let (old, new) = match ids {
            [Some(old), Some(new)] if sides[0].hash(old) == sides[1].hash(new) => continue,
            [Some(old), Some(new)] => first(sides, old, new),
            [old, new] => (text(sides[0], old), text(sides[1], new)),
        };
        found.push(Why { what: format!("!{kind}"), old, new });
    }
    found
}

/// The first nodes that differ themselves, of two that differ in what they refer to.
fn first(sides: [&Side<'_>; 2], old: MdId, new: MdId) -> (String, String) {
    let (mut old, mut new) = (old, new);
    for _ in 0..DEPTH {
        let own = |side: &Side<'_>, id: MdId| side.nodes.own.get(id.index()).copied();
        if own(sides[0], old) != own(sides[1], new) {
            break;
        }
        let [olds, news] = [(sides[0], old), (sides[1], new)].map(|(side, id)| side.nodes.refers(id));
        let differ = |(old, new): &(&u32, &u32)| sides[0].hash(MdId(**old)) != sides[1].hash(MdId(**new));
        match olds.iter().zip(news).find(differ) {
            // A text is shown with the node that has it.
            Some((&left, _)) if matches!(sides[0].module.metadata.get(MdId(left)), Metadata::String(_)) => break,
            Some((&left, &right)) => (old, new) = (MdId(left), MdId(right)),
            None => break,
        }
    }
    (sides[0].node_text(old), sides[1].node_text(new))
}

impl Side<'_> {
    /// The text of a node without its number.
    pub(crate) fn node_text(&self, id: MdId) -> String {
        let text = id.display(&self.tracker).to_string();
        text.split_once(" = ").map_or(text.clone(), |(_, content)| content.to_owned())
    }

    /// The hash of a node with all that it refers to.
    pub(crate) fn hash(&self, id: MdId) -> Option<u64> {
        self.nodes.all.get(id.index()).copied()
    }
}

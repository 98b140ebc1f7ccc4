//! Damage to the order of instructions, to terminators, `phi` instructions and exception handling.
use super::text::{Line, Role, Text, join};
use bctk_generate::numbers::Numbers;
use std::ops::Range;

/// A line for which this holds.
pub(crate) fn some_line(text: &Text, rng: &mut Numbers, is: impl Fn(&Line) -> bool) -> Option<usize> {
    rng.pick(&text.lines_of(is)).copied()
}

fn inst(text: &Text, rng: &mut Numbers) -> Option<usize> {
    some_line(text, rng, |line| line.role == Role::Inst)
}

fn terminator(text: &Text, rng: &mut Numbers) -> Option<usize> {
    some_line(text, rng, |line| line.is_terminator())
}

/// A block of the function of a line.
fn block_near(text: &Text, rng: &mut Numbers, line: usize) -> Option<String> {
    let function = text.function_of(line);
    let names = text.block_names(&function);
    // The entry is a choice of its own, for no branch may go there.
    if rng.one_in(4) { names.first().cloned() } else { rng.pick(&names).cloned() }
}

pub(crate) fn delete(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Inst && !line.is_terminator()) else { return false };
    text.lines.remove(at);
    true
}

pub(crate) fn delete_unused(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Inst && line.result().is_none() && !line.is_terminator()) else {
        return false;
    };
    text.lines.remove(at);
    true
}

pub(crate) fn duplicate(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = inst(text, rng) else { return false };
    let mut line = Line::clone(&text.lines[at]);
    if line.result().is_some() {
        "%twice".clone_into(&mut line.tokens[0].text);
    }
    text.lines.insert(at + 1, line.into());
    true
}

fn move_to(text: &mut Text, from: usize, to: usize) -> bool {
    if from == to {
        return false;
    }
    let line = text.lines.remove(from);
    text.lines.insert(if to > from { to - 1 } else { to }, line);
    true
}

pub(crate) fn move_up(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = inst(text, rng) else { return false };
    let by = 1 + rng.below(4);
    let start = (0..at).rev().find(|&before| text.lines[before].role == Role::Label).map_or(at, |label| label + 1);
    move_to(text, at, at.saturating_sub(by).max(start))
}

pub(crate) fn move_down(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = inst(text, rng) else { return false };
    let by = 2 + rng.below(4);
    let end =
        (at..text.lines.len()).find(|&after| text.lines[after].role != Role::Inst && text.lines[after].role != Role::Record).unwrap_or(at);
    if end == at + 1 {
        return false;
    }
    move_to(text, at, (at + by).min(end))
}

pub(crate) fn move_to_block(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = inst(text, rng) else { return false };
    let function = text.function_of(at);
    let blocks: Vec<Range<usize>> = text.blocks(&function).into_iter().filter(|block| !block.contains(&at) && block.len() > 1).collect();
    let Some(block) = rng.pick(&blocks) else { return false };
    let to = block.start + 1 + rng.below(block.len() - 1);
    move_to(text, at, to)
}

/// Half of the time, the next block's label goes as well: its instructions follow.
pub(crate) fn delete_terminator(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = terminator(text, rng) else { return false };
    text.lines.remove(at);
    if rng.one_in(2) && text.lines.get(at).is_some_and(|line| line.role == Role::Label) {
        text.lines.remove(at);
    }
    true
}

/// Another terminator.
fn new_terminator(text: &Text, rng: &mut Numbers, at: usize) -> Option<String> {
    let block = block_near(text, rng, at)?;
    let other = block_near(text, rng, at)?;
    let function = text.function_of(at);
    let tokens: Vec<String> =
        text.locals(&function).into_iter().filter(|local| local.ty.as_deref() == Some("token")).map(|local| local.name).collect();
    let token = rng.pick(&tokens).cloned().unwrap_or_else(|| "none".to_owned());
    Some(match rng.below(12) {
        0 => "unreachable".to_owned(),
        1 => "ret void".to_owned(),
        2 => format!("br label {block}"),
        3 => format!("br i1 true, label {block}, label {other}"),
        4 => "ret i32 0".to_owned(),
        5 => "ret ptr null".to_owned(),
        6 => format!("switch i32 0, label {block} [ i32 1, label {other} ]"),
        7 => format!("indirectbr ptr null, [ label {block}, label {other} ]"),
        8 => "resume { ptr, i32 } zeroinitializer".to_owned(),
        9 => format!("cleanupret from {token} unwind {}", if rng.one_in(2) { "to caller".to_owned() } else { format!("label {block}") }),
        10 => format!("catchret from {token} to label {block}"),
        _ => format!("%newswitch = catchswitch within {token} [label {block}] unwind to caller"),
    })
}

pub(crate) fn replace_terminator(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = terminator(text, rng) else { return false };
    let Some(new) = new_terminator(text, rng, at) else { return false };
    let end = text.lines[at].tokens.len();
    text.replace(at, 0..end, &new)
}

pub(crate) fn terminator_inside(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = inst(text, rng) else { return false };
    let Some(new) = new_terminator(text, rng, at) else { return false };
    text.insert(at, Role::Inst, &new)
}

pub(crate) fn target(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.is_terminator() && line.has("label")) else { return false };
    let labels = text.lines[at].all(|word| word == "label");
    let Some(&label) = rng.pick(&labels) else { return false };
    let Some(block) = block_near(text, rng, at) else { return false };
    text.set(at, label + 1, &block)
}

/// A branch to a block that starts with a pad.
pub(crate) fn target_pad(text: &mut Text, rng: &mut Numbers) -> bool {
    let is_pad = |line: &Line| matches!(line.opcode(), "landingpad" | "catchpad" | "cleanuppad" | "catchswitch");
    let pads: Vec<usize> = text.lines_of(is_pad).into_iter().filter(|&at| text.lines[at - 1].role == Role::Label).collect();
    let Some(&pad) = rng.pick(&pads) else { return false };
    let name = text.block_name(pad - 1);
    let function = text.function_of(pad);
    let lines: Vec<usize> = function.filter(|&at| text.lines[at].is_terminator() && text.lines[at].has("label")).collect();
    let Some(&at) = rng.pick(&lines) else { return false };
    let labels = text.lines[at].all(|word| word == "label");
    let Some(&label) = rng.pick(&labels) else { return false };
    text.set(at, label + 1, &name)
}

/// The entries of a `phi`: the places of their brackets.
fn entries(line: &Line) -> Vec<(usize, usize)> {
    line.all(|word| word == "[")
        .into_iter()
        .filter_map(|open| Some((open, line.closing(open)?)))
        .filter(|&(open, close)| close > open + 3)
        .collect()
}

fn phi(text: &Text, rng: &mut Numbers) -> Option<(usize, Vec<(usize, usize)>)> {
    let at = some_line(text, rng, |line| line.opcode() == "phi" && !entries(line).is_empty())?;
    Some((at, entries(&text.lines[at])))
}

pub(crate) fn phi_entry_removed(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, entries)) = phi(text, rng) else { return false };
    let which = rng.below(entries.len());
    let (open, close) = entries[which];
    if which > 0 {
        text.replace(at, open - 1..close + 1, "")
    } else {
        text.replace(at, open..close + 1 + usize::from(entries.len() > 1), "")
    }
}

pub(crate) fn phi_entry_doubled(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, entries)) = phi(text, rng) else { return false };
    let Some(&(open, close)) = rng.pick(&entries) else { return false };
    let again = format!(", {}", join(&text.lines[at].tokens[open..close + 1]));
    if rng.one_in(2) {
        return text.replace(at, close + 1..close + 1, &again);
    }
    // Another value for the same block.
    let block = text.lines[at].at(close - 1).to_owned();
    text.replace(at, close + 1..close + 1, &format!(", [ poison, {block} ]"))
}

pub(crate) fn phi_entry_changed(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, entries)) = phi(text, rng) else { return false };
    let Some(&(_, close)) = rng.pick(&entries) else { return false };
    let Some(block) = block_near(text, rng, at) else { return false };
    text.set(at, close - 1, &block)
}

pub(crate) fn phi_swapped(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, entries)) = phi(text, rng) else { return false };
    let (Some(&(_, a)), Some(&(_, b))) = (rng.pick(&entries), rng.pick(&entries)) else { return false };
    let (first, second) = (text.lines[at].at(a - 1).to_owned(), text.lines[at].at(b - 1).to_owned());
    text.set(at, a - 1, &second) | text.set(at, b - 1, &first)
}

pub(crate) fn phi_moved(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, _)) = phi(text, rng) else { return false };
    let end = (at..text.lines.len()).find(|&after| text.lines[after].role != Role::Inst).unwrap_or(at);
    if end <= at + 1 {
        return false;
    }
    let to = at + 2 + rng.below(end - at - 1);
    move_to(text, at, to)
}

/// A `phi` where there was none.
pub(crate) fn phi_added(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(label) = some_line(text, rng, |line| line.role == Role::Label) else { return false };
    let block = block_near(text, rng, label).unwrap_or_default();
    let other = block_near(text, rng, label).unwrap_or_default();
    let ty = rng.word(&["i32", "ptr", "token", "metadata", "x86_amx", "{ i32, i32 }"]);
    let new = match rng.below(3) {
        0 => format!("%newphi = phi {ty}"),
        1 => format!("%newphi = phi {ty} [ poison, {block} ]"),
        _ => format!("%newphi = phi {ty} [ poison, {block} ], [ undef, {other} ]"),
    };
    text.insert(label + 1, Role::Inst, new.trim_end())
}

pub(crate) fn switch_case(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.opcode() == "switch" && line.all(|word| word == "label").len() > 1) else {
        return false;
    };
    let line = &text.lines[at];
    let cases = line.all(|word| word == "label");
    let case = cases[1 + rng.below(cases.len() - 1)];
    // A case is a type, a number, a comma, `label` and a block.
    let again = join(&line.tokens[case.saturating_sub(3)..(case + 2).min(line.tokens.len())]);
    let other = cases[1 + rng.below(cases.len() - 1)];
    match rng.below(4) {
        0 => text.replace(at, case + 2..case + 2, &again),
        1 => {
            let value = text.lines[at].at(other - 2).to_owned();
            text.set(at, case - 2, &value)
        }
        2 => text.set(at, case - 2, rng.word(&["0", "1", "undef", "poison", "true", "%v0", "-1", "null"])),
        _ => text.set(at, case - 3, rng.word(&["i1", "i8", "i64", "ptr"])),
    }
}

pub(crate) fn invoke_targets(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| matches!(line.opcode(), "invoke" | "callbr")) else { return false };
    let labels = text.lines[at].all(|word| word == "label");
    let (Some(&first), Some(&last)) = (labels.first(), labels.last()) else { return false };
    let (normal, unwind) = (text.lines[at].at(first + 1).to_owned(), text.lines[at].at(last + 1).to_owned());
    match rng.below(3) {
        0 => text.set(at, first + 1, &unwind) & text.set(at, last + 1, &normal),
        1 => text.set(at, last + 1, &normal),
        _ => text.set(at, first + 1, &unwind),
    }
}

/// Calls become invokes and the reverse.
pub(crate) fn invoke_or_call(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.opcode() == "invoke") else { return false };
    let opcode = text.lines[at].opcode_at();
    let Some(to) = text.lines[at].all(|word| word == "to").last().copied() else { return false };
    let block = text.lines[at].at(to + 2).to_owned();
    let end = text.lines[at].tokens.len();
    text.set(at, opcode, "call");
    text.replace(at, to..end, "");
    text.insert(at + 1, Role::Inst, &format!("br label {block}"))
}

pub(crate) fn landing_pad(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.opcode() == "landingpad") else { return false };
    let clauses = text.lines[at].all(|word| matches!(word, "catch" | "filter" | "cleanup"));
    let end = text.lines[at].tokens.len();
    let Some(&from) = rng.pick(&clauses) else { return false };
    match rng.below(7) {
        0 => text.replace(at, clauses[0]..end, ""),
        1 => text.replace(at, from..end, ""),
        2 => text.append(at, "catch i32 0"),
        3 => text.append(at, "filter [1 x ptr] [ptr null]"),
        4 => text.append(at, "filter ptr null"),
        5 => text.append(at, "filter [1 x i32] undef"),
        _ => {
            let opcode = text.lines[at].opcode_at();
            match text.type_end(&text.lines[at], opcode + 1) {
                Some(end) => text.replace(at, opcode + 1..end, rng.word(&["{ i32, ptr }", "i32", "token", "ptr"])),
                None => false,
            }
        }
    }
}

pub(crate) fn pad_parent(text: &mut Text, rng: &mut Numbers) -> bool {
    let is_pad = |line: &Line| {
        matches!(line.opcode(), "catchpad" | "cleanuppad" | "catchswitch" | "catchret" | "cleanupret")
            && line.has("within") | line.has("from")
    };
    let Some(at) = some_line(text, rng, is_pad) else { return false };
    let Some(word) = text.lines[at].all(|word| matches!(word, "within" | "from")).first().copied() else { return false };
    let function = text.function_of(at);
    let tokens: Vec<String> =
        text.locals(&function).into_iter().filter(|local| local.ty.as_deref() == Some("token")).map(|local| local.name).collect();
    let new = if rng.one_in(4) { "none".to_owned() } else { rng.pick(&tokens).cloned().unwrap_or_default() };
    text.set(at, word + 1, &new)
}

pub(crate) fn unwind_target(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.has("unwind") && line.role == Role::Inst) else { return false };
    let Some(unwind) = text.lines[at].find("unwind") else { return false };
    let Some(block) = block_near(text, rng, at) else { return false };
    if rng.one_in(3) {
        return text.replace(at, unwind + 1..unwind + 3, "to caller");
    }
    text.replace(at, unwind + 1..unwind + 3, &format!("label {block}"))
}

/// Two blocks change places; the entry may be one of them.
pub(crate) fn block_order(text: &mut Text, rng: &mut Numbers) -> bool {
    let functions: Vec<Range<usize>> = text.functions().filter(|function| text.blocks(function).len() > 1).collect();
    let Some(function) = rng.pick(&functions).cloned() else { return false };
    let blocks = text.blocks(&function);
    let first = rng.below(blocks.len() - 1);
    let (a, b) = (blocks[first].clone(), blocks[first + 1].clone());
    text.lines[a.start..b.end].rotate_left(a.len());
    true
}

/// A label is left out: its instructions belong to the block before.
pub(crate) fn label(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Label) else { return false };
    if rng.one_in(2) {
        text.lines.remove(at);
        return true;
    }
    // A new label in the middle of a block.
    let Some(at) = inst(text, rng) else { return false };
    text.insert(at, Role::Label, "newlabel:")
}

//! The differences as text, in the style of a unified diff.
use bctk::diff::{Aspects, Change, LineDiff, ModuleDiff, Pair, Status};
use std::fmt::Write;

use super::Shown;
use crate::color::Ink;

/// All of it.
pub(super) fn text(shown: &Shown, pairs: &[Pair]) -> String {
    let mut out = String::new();
    for pair in pairs {
        one(shown, pair, pairs.len() > 1, &mut out);
    }
    if pairs.len() > 1 {
        let same = pairs.iter().filter(|pair| pair.is_same()).count();
        let _ = writeln!(out, "{same} of {} modules are the same", pairs.len());
    }
    out
}

fn one(shown: &Shown, pair: &Pair, is_one_of_many: bool, out: &mut String) {
    let [old, new] = &shown.names;
    let (part, only) = match (&pair.old, &pair.new) {
        (Some(part), Some(_)) => (part, None),
        (Some(part), None) => (part, Some(old)),
        (None, Some(part)) => (part, Some(new)),
        (None, None) => return,
    };
    if let Some(file) = only {
        shown.paint.with(out, Ink::Heading, |out| {
            let _ = write!(out, "{part}: only in {file}");
        });
        out.push('\n');
        return;
    }
    let Some(diff) = pair.diff.as_ref().filter(|diff| !diff.is_same()) else { return };
    if is_one_of_many {
        shown.paint.add(out, Ink::Heading, part);
        out.push('\n');
    }
    for change in &diff.changes {
        show(shown, change, out);
    }
    let _ = writeln!(out, "{}", totals(diff));
}

/// How many things differ, in words.
pub(super) fn totals(diff: &ModuleDiff) -> String {
    let mut counts: Vec<(Status, usize)> = Vec::new();
    for change in &diff.changes {
        match counts.iter_mut().find(|(status, _)| *status == change.status) {
            Some((_, count)) => *count += 1,
            None => counts.push((change.status, 1)),
        }
    }
    counts.sort_by_key(|(status, _)| *status);
    let counts: Vec<String> = counts.iter().map(|(status, count)| format!("{count} {}", status.word())).collect();
    let [old, new] = diff.functions;
    let of = if old == new { new.to_string() } else { format!("{old} and {new}") };
    format!("{}; {} of {of} functions are the same", counts.join(", "), diff.same_functions)
}

/// What a change is: its status, with what differs.
pub(super) fn status(change: &Change) -> String {
    let words: Vec<&str> = change.aspects.words().collect();
    match change.status {
        Status::Changed | Status::SameCode => {
            let lines = change.changed_lines();
            let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
            format!("{}, {} ({lines})", change.status.word(), words.join(", ")).replace("changed, code (", "changed (")
        }
        status => status.word().to_owned(),
    }
}

fn show(shown: &Shown, change: &Change, out: &mut String) {
    shown.paint.with(out, Ink::Heading, |out| {
        let _ = write!(out, "{} {}", change.kind.word(), shown.name(change));
    });
    let _ = writeln!(out, ": {}", status(change));
    if shown.is_brief || !matches!(change.status, Status::Changed | Status::SameCode) {
        return;
    }
    for hunk in hunks(&change.lines, shown.context) {
        if hunk.start > 0 {
            shown.paint.add(out, Ink::Dim, "  …");
            out.push('\n');
        }
        lines(shown, &change.lines[hunk], out);
    }
}

/// Runs of lines with a change, and `context` lines around each.
pub(super) fn hunks(lines: &[LineDiff], context: usize) -> Vec<std::ops::Range<usize>> {
    let mut hunks: Vec<std::ops::Range<usize>> = Vec::new();
    for at in (0..lines.len()).filter(|&at| !lines[at].aspects.is_empty()) {
        let (start, end) = (at.saturating_sub(context), (at + context + 1).min(lines.len()));
        match hunks.last_mut().filter(|last| last.end >= start) {
            Some(last) => last.end = end,
            None => hunks.push(start..end),
        }
    }
    hunks
}

/// Lines with signs: `-` and `+` for those that differ in code, `~` for those that differ in what they refer to by number.
fn lines(shown: &Shown, lines: &[LineDiff], out: &mut String) {
    let add = |sign: char, ink: Option<Ink>, text: &str, out: &mut String| {
        let text = format!("{sign}{text}");
        match ink {
            Some(ink) => shown.paint.add(out, ink, &text),
            None => out.push_str(&text),
        }
        out.push('\n');
    };
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let changed = lines[at..].iter().take_while(|line| is_replaced(line)).count();
        if changed > 0 {
            let run = &lines[at..at + changed];
            run.iter().filter_map(|line| line.old.as_deref()).for_each(|text| add('-', Some(Ink::Alarm), text, out));
            run.iter().filter_map(|line| line.new.as_deref()).for_each(|text| add('+', Some(Ink::Definition), text, out));
            run.iter().for_each(|line| reasons(shown, line, out));
            at += changed;
            continue;
        }
        let text = line.new.as_deref().or(line.old.as_deref()).unwrap_or("");
        match line.aspects.is_empty() {
            true => add(' ', None, text, out),
            false => add('~', Some(Ink::Field), text, out),
        }
        reasons(shown, line, out);
        at += 1;
    }
}

/// Whether a line is shown as two.
fn is_replaced(line: &LineDiff) -> bool {
    line.old.is_none() || line.new.is_none() || line.aspects.contains(Aspects::CODE) || line.aspects.contains(Aspects::NAMES) || {
        !line.aspects.is_empty() && line.why.is_empty()
    }
}

fn reasons(shown: &Shown, line: &LineDiff, out: &mut String) {
    for why in &line.why {
        let side = |text: &str| if text.is_empty() { "none".to_owned() } else { short(text) };
        let text = format!("    {}: {} → {}", why.what, side(&why.old), side(&why.new));
        shown.paint.add(out, Ink::Dim, &text);
        out.push('\n');
    }
}

/// The start of a long text.
pub(super) fn short(text: &str) -> String {
    const LENGTH: usize = 160;
    match text.char_indices().nth(LENGTH) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

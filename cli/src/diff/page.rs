//! The differences as a page: both sides beside each other, what is the same collapsed.
use bctk::diff::{Aspects, Change, LineDiff, Pair};
use std::fmt::Write;

use super::{Shown, text};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The whole page.
pub(super) fn page(shown: &Shown, pairs: &[Pair]) -> String {
    let [old, new] = shown.names.each_ref().map(|name| escaped(name));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{old} and {new}</title>\n<style>\n{STYLE}</style>\n<header><h1>{old} <span>and</span> {new}</h1>\n\
         <p class=\"keys\"><kbd>j</kbd> next change, <kbd>k</kbd> the one before, <kbd>o</kbd> open or close all</p></header>\n<main>\n"
    );
    let same = pairs.iter().filter(|pair| pair.is_same()).count();
    if pairs.len() > 1 || same == pairs.len() {
        let _ = writeln!(out, "<p>{same} of {} modules are the same.</p>", pairs.len());
    }
    for pair in pairs {
        module(shown, pair, &mut out);
    }
    let _ = write!(out, "</main>\n<script>\n{SCRIPT}</script>\n</html>\n");
    out
}

fn module(shown: &Shown, pair: &Pair, out: &mut String) {
    let name = pair.old.as_deref().or(pair.new.as_deref()).unwrap_or("");
    let Some(diff) = &pair.diff else {
        let file = if pair.old.is_some() { &shown.names[0] } else { &shown.names[1] };
        let _ = writeln!(out, "<h2>{}</h2>\n<p>Only in {}.</p>", escaped(name), escaped(file));
        return;
    };
    if diff.is_same() {
        return;
    }
    let _ = writeln!(out, "<h2>{}</h2>\n<p>{}</p>", escaped(name), escaped(&text::totals(diff)));
    for change in &diff.changes {
        item(shown, change, out);
    }
}

fn item(shown: &Shown, change: &Change, out: &mut String) {
    let head = format!("{} <b>{}</b>: {}", change.kind.word(), escaped(&shown.name(change)), escaped(&text::status(change)));
    if change.lines.is_empty() {
        let _ = writeln!(out, "<p class=\"item\" tabindex=\"0\">{head}</p>");
        return;
    }
    let _ = writeln!(out, "<details class=\"item\" open><summary>{head}</summary>\n<table>");
    let hunks = text::hunks(&change.lines, shown.context);
    let mut at = 0;
    for hunk in hunks.into_iter().chain(std::iter::once(change.lines.len()..change.lines.len())) {
        let hidden = &change.lines[at..hunk.start];
        if !hidden.is_empty() {
            let lines = if hidden.len() == 1 { "1 line".to_owned() } else { format!("{} lines", hidden.len()) };
            let _ = writeln!(
                out,
                "<tbody><tr class=\"fold\"><td colspan=\"2\"><button>{lines} that are the same</button></td></tr></tbody>\n<tbody hidden>"
            );
            rows(hidden, out);
            let _ = writeln!(out, "</tbody>");
        }
        let _ = writeln!(out, "<tbody>");
        rows(&change.lines[hunk.clone()], out);
        let _ = writeln!(out, "</tbody>");
        at = hunk.end;
    }
    let _ = writeln!(out, "</table></details>");
}

/// Rows of a table. Lines that were removed and lines that were added in their place stand beside each other.
fn rows(lines: &[LineDiff], out: &mut String) {
    let mut at = 0;
    while at < lines.len() {
        let count = |at: usize, is_kind: fn(&LineDiff) -> bool| lines[at..].iter().take_while(|line| is_kind(line)).count();
        let removed = count(at, |line| line.new.is_none());
        let added = count(at + removed, |line| line.old.is_none());
        if removed + added == 0 {
            let LineDiff { old, new, aspects, why } = &lines[at];
            row(old.as_deref(), new.as_deref(), *aspects, out);
            for why in why {
                let [old, new] =
                    [&why.old, &why.new].map(|text| format!("    {}: {}", why.what, if text.is_empty() { "none" } else { text }));
                row(Some(&old), Some(&new), *aspects, out);
            }
            at += 1;
            continue;
        }
        for pair in 0..removed.max(added) {
            let old = (pair < removed).then(|| lines[at + pair].old.as_deref()).flatten();
            let new = (pair < added).then(|| lines[at + removed + pair].new.as_deref()).flatten();
            row(old, new, Aspects::CODE, out);
        }
        at += removed + added;
    }
}

fn row(old: Option<&str>, new: Option<&str>, aspects: Aspects, out: &mut String) {
    let title: Vec<&str> = aspects.words().collect();
    let cell = |text: Option<&str>, class: &str| match text {
        None => "<td class=\"none\"></td>".to_owned(),
        Some(text) if aspects.is_empty() => format!("<td>{}</td>", escaped(text)),
        Some(text) => format!("<td class=\"{class}\" title=\"{}\">{}</td>", title.join(", "), escaped(text)),
    };
    // On a narrow screen, what is the same is there once.
    let class = if aspects.is_empty() { " class=\"same\"" } else { "" };
    let _ = writeln!(out, "<tr{class}>{}{}</tr>", cell(old, "old"), cell(new, "new"));
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

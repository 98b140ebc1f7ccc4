//! What notebooks show: a listing in colour, and a map of sizes.
use std::fmt::Write;

/// Most bytes of a listing that are shown.
const MOST_TEXT: usize = 64 << 10;
/// Most boxes of a map.
pub(crate) const MOST_BOXES: usize = 200;

const STYLE: &str = "<style>.bctk pre{margin:0;line-height:1.3}.bctk .c{color:#6a737d}.bctk .s{color:#22863a}.bctk .v{color:#005cc5}\
.bctk .g{color:#6f42c1}.bctk .m{color:#b08800}.bctk .n{color:#d73a49}.bctk .map{display:flex;height:1.6em;margin:.3em 0;overflow:hidden}\
.bctk .map span{box-sizing:border-box;border:1px solid #fff;overflow:hidden;font-size:.75em;white-space:nowrap;padding:0 .2em;color:#222}\
</style>";

/// Appends a text with the characters escaped that HTML gives a meaning.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

/// Appends assembly with its comments, strings, names and numbers in colour.
fn colour(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'$');
    let run = |from: usize, is: &dyn Fn(u8) -> bool| bytes[from..].iter().position(|&b| !is(b)).map_or(bytes.len(), |n| from + n);
    let quoted = |from: usize| bytes[from + 1..].iter().position(|&b| b == b'"').map_or(bytes.len(), |n| from + n + 2);
    while at < bytes.len() {
        let (end, class) = match bytes[at] {
            b';' => (run(at, &|b| b != b'\n'), "c"),
            b'"' => (quoted(at), "s"),
            b'%' | b'@' | b'!' | b'#' if bytes.get(at + 1) == Some(&b'"') => (quoted(at + 1), "v"),
            b'%' => (run(at + 1, &word), "v"),
            b'@' => (run(at + 1, &word), "g"),
            b'!' | b'#' => (run(at + 1, &word), "m"),
            b if b.is_ascii_digit() => (run(at, &word), "n"),
            b if word(b) => (run(at, &word), ""),
            _ => (run(at, &|b| !word(b) && !matches!(b, b';' | b'"' | b'%' | b'@' | b'!' | b'#')).max(at + 1), ""),
        };
        // All ends are before or after ASCII, so at the end of a character.
        let part = text.get(at..end).unwrap_or_default();
        match class {
            "" => escape(part, out),
            class => {
                let _ = write!(out, "<span class={class}>");
                escape(part, out);
                out.push_str("</span>");
            }
        }
        at = end.max(at + 1);
    }
}

/// The start of a text that is shown, and whether it is all.
fn start(text: &str) -> (&str, bool) {
    if text.len() <= MOST_TEXT {
        return (text, true);
    }
    let end = text.as_bytes()[..MOST_TEXT].iter().rposition(|&b| b == b'\n').unwrap_or(0);
    (text.get(..end).unwrap_or_default(), false)
}

/// A page about something with this text, and a map of the sizes of its parts.
pub(crate) fn page(title: &str, text: &str, what: &str, sizes: &[(String, u64)]) -> String {
    let mut out = format!("<div class=bctk>{STYLE}<b>");
    escape(title, &mut out);
    out.push_str("</b>");
    let total: u64 = sizes.iter().map(|(_, size)| size).sum();
    if total > 0 {
        let _ = write!(out, "<div class=map title=\"{what}\">");
        let mut shown: Vec<&(String, u64)> = sizes.iter().collect();
        shown.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        for (at, (name, size)) in shown.into_iter().take(MOST_BOXES).enumerate() {
            let share = *size as f64 * 100.0 / total as f64;
            let _ = write!(out, "<span style=\"flex:{size} 0 0;background:hsl({},60%,80%)\" title=\"", at * 47 % 360);
            escape(name, &mut out);
            let _ = write!(out, ": {size} ({share:.1} %)\">");
            escape(name, &mut out);
            out.push_str("</span>");
        }
        out.push_str("</div>");
    }
    let (shown, is_all) = start(text);
    out.push_str("<pre>");
    colour(shown, &mut out);
    out.push_str("</pre>");
    if !is_all {
        let _ = write!(out, "<i>… {} more bytes</i>", text.len() - shown.len());
    }
    out.push_str("</div>");
    out
}

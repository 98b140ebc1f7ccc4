//! The errors of a text with the lines that they are in, shown with a caret and what was expected.
use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use bctk_support::text::grouped;
use bctk_textual::{Diagnostic, Diagnostics, line_column};

/// Bytes of a line that are shown around a fault, at most, to each side.
const MARGIN: usize = 100_000;

/// The errors of one text, with the lines that they are in. `Display` shows each with its source line.
#[derive(Debug)]
pub struct TextErrors {
    name: String,
    faults: Vec<Fault>,
    /// How many errors there are besides these.
    more: usize,
}

/// An error of a text.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TextError<'e> {
    /// What is wrong.
    pub message: &'e str,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// What to do about it.
    pub help: &'e [String],
}

#[derive(Debug)]
struct Fault {
    /// In LLVM's words.
    message: String,
    /// In words that say more, if there are any.
    title: String,
    primary: Place,
    notes: Vec<Place>,
    help: Vec<String>,
}

/// A place in the text with its line.
#[derive(Debug)]
struct Place {
    line: usize,
    column: usize,
    /// The line, or the part of it around the place.
    text: String,
    /// The place in `text`.
    span: Range<usize>,
    label: String,
    /// Whether `text` begins with the line.
    whole: bool,
}

impl Place {
    fn new(source: &[u8], span: &Range<usize>, label: &str) -> Place {
        let start = span.start.min(source.len());
        let (line, column) = line_column(source, start);
        // No character is shown in parts.
        let is_inside = |at: usize| source.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
        let line_start = start - (column - 1);
        let line_end = source[start..].iter().position(|&c| c == b'\n').map_or(source.len(), |i| start + i);
        let from = line_start.max(start.saturating_sub(MARGIN));
        let end = span.end.clamp(start, line_end.max(start));
        let end = (end..=end.saturating_add(3).min(line_end)).find(|&at| !is_inside(at)).unwrap_or(end);
        let to = line_end.min(end.saturating_add(MARGIN)).max(end);
        // Bytes that are no UTF-8 are replaced, so that lengths are counted on what is shown.
        let show = |range: Range<usize>| String::from_utf8_lossy(source.get(range).unwrap_or(&[])).replace(['\r', '\0'], " ");
        let mut text = show(from..start);
        let shown = text.len();
        text += &show(start..end);
        let shown_end = text.len();
        text += &show(end..to);
        Place { line, column, text, span: shown..shown_end, label: label.to_owned(), whole: from == line_start }
    }
}

impl TextErrors {
    /// The errors `faults` in `source`, which is called `name`.
    pub fn new(name: String, source: &[u8], faults: &Diagnostics) -> TextErrors {
        let fault = |fault: &Diagnostic| Fault {
            message: fault.message.clone(),
            title: fault.title().to_owned(),
            help: fault.help.clone(),
            primary: Place::new(source, &fault.span, &fault.label),
            notes: fault.notes.iter().map(|(span, text)| Place::new(source, span, text)).collect(),
        };
        TextErrors { name, faults: faults.faults.iter().map(fault).collect(), more: faults.more }
    }

    /// The errors, in the order of their places, but for [`more`](Self::more).
    pub fn errors(&self) -> impl Iterator<Item = TextError<'_>> {
        self.faults.iter().map(|fault| TextError {
            message: if fault.title.is_empty() { &fault.message } else { &fault.title },
            line: fault.primary.line,
            column: fault.primary.column,
            help: &fault.help,
        })
    }

    /// How many errors there are besides [`errors`](Self::errors).
    pub fn more(&self) -> usize {
        self.more
    }

    /// Line and column of the first error, from 1.
    pub fn first_place(&self) -> Option<(usize, usize)> {
        self.faults.first().map(|fault| (fault.primary.line, fault.primary.column))
    }

    /// The first error in the form of LLVM's tools, which stop there: `tool: file:line:column: error: message`, the line, a caret.
    pub fn as_llvm(&self, tool: &str) -> String {
        use std::fmt::Write as _;
        let mut out = String::new();
        if let Some(fault) = self.faults.first() {
            let place = &fault.primary;
            let _ = writeln!(out, "{tool}: {}:{}:{}: error: {}", self.name, place.line, place.column, fault.message);
            let _ = writeln!(out, "{}", tabs_as_spaces(&place.text));
            // LLVM points at nothing in a line whose columns it cannot tell.
            if place.text.is_ascii() {
                let _ = writeln!(out, "{}^", " ".repeat(tabs_as_spaces(&place.text[..place.span.start]).len()));
            }
        }
        out
    }

    /// The errors with source lines and labels, in colours for a terminal. Displayed, they have none.
    pub fn styled(&self) -> String {
        self.render(&Renderer::styled()).trim_end().to_owned()
    }

    /// The errors with source lines and labels.
    fn render(&self, renderer: &Renderer) -> String {
        let mut out = String::new();
        for fault in &self.faults {
            let mut group = Group::with_title(Level::ERROR.primary_title(fault.title.as_str())).element(snippet(
                &self.name,
                &fault.primary,
                AnnotationKind::Primary,
            ));
            for note in &fault.notes {
                group = group.element(snippet(&self.name, note, AnnotationKind::Context));
            }
            for help in &fault.help {
                group = group.element(Level::HELP.message(help.as_str()));
            }
            out += &renderer.render(&[group]);
            out.push('\n');
        }
        match self.more {
            0 => {}
            1 => out += "error: and 1 more\n",
            more => out += &format!("error: and {} more\n", grouped(more as u64)),
        }
        out
    }
}

/// The line with spaces up to the next multiple of eight columns for each tab, as LLVM prints it.
fn tabs_as_spaces(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        let width = if c == '\t' { 8 - column % 8 } else { c.len_utf8() };
        match c {
            '\t' => out.extend(std::iter::repeat_n(' ', width)),
            c => out.push(c),
        }
        column += width;
    }
    out
}

fn snippet<'a>(name: &'a str, place: &'a Place, kind: AnnotationKind) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let mut annotation = kind.span(place.span.clone());
    if !place.label.is_empty() {
        annotation = annotation.label(place.label.as_str());
    }
    let path = match place.whole {
        true => name.to_owned(),
        // The column that is shown counts from what is shown of the line.
        false => format!("{name}, from column {}", place.column - place.text[..place.span.start].len()),
    };
    Snippet::source(place.text.as_str()).path(path).line_start(place.line).annotation(annotation)
}

impl fmt::Display for TextErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(&Renderer::plain()).trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let source = b"define void @f() {\n  ret i32 %x\n}\n";
        let mut fault = Diagnostic::new(29..31, "use of undefined value '%x'");
        fault.label = "not defined in this function".into();
        fault.notes.push((12..14, "this function".into()));
        let errors = TextErrors::new("a.ll".into(), source, &vec![fault].into());
        assert_eq!(errors.as_llvm("llvm-as"), "llvm-as: a.ll:2:11: error: use of undefined value '%x'\n  ret i32 %x\n          ^\n");
        let shown = errors.to_string();
        assert!(shown.contains("a.ll:2:11"), "{shown}");
        assert!(shown.contains("^^ not defined in this function"), "{shown}");
        assert!(shown.contains("this function"), "{shown}");
    }

    #[test]
    fn tabs_and_other_alphabets_as_llvm_shows_them() {
        let source = "\tcall\tfoo\n\tret \"é\n".as_bytes();
        let at = |span| TextErrors::new("a.ll".into(), source, &vec![Diagnostic::new(span, "m")].into()).as_llvm("t");
        assert_eq!(at(6..9), "t: a.ll:1:7: error: m\n        call    foo\n                ^\n");
        assert_eq!(at(11..14), "t: a.ll:2:2: error: m\n        ret \"é\n");
        assert_eq!(at(16..17), "t: a.ll:2:7: error: m\n        ret \"é\n");
    }

    #[test]
    fn long_lines_are_cut_and_odd_bytes_replaced() {
        let mut source = vec![b'x'; 500_000];
        source[200_000] = 0xFF;
        let fault = Diagnostic::new(250_000..250_100, "m");
        let errors = TextErrors::new("a.ll".into(), &source, &vec![fault].into());
        assert!(errors.to_string().len() < 2500);
        let fault = Diagnostic::new(900_000..900_001, "m");
        assert!(TextErrors::new("a.ll".into(), &source, &vec![fault].into()).as_llvm("t").contains(":500001"));
    }
}

//! The errors of a text with the lines that they are in, shown with a caret and what was expected.
use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use bctk_textual::{Diagnostic, Diagnostics, line_column};

/// Bytes of a line that are shown around a fault, at most, to each side.
const MARGIN: usize = 100_000;

/// The errors of one text, with the lines that they are in. `Display` shows each with its source line.
#[derive(Debug)]
pub struct TextErrors {
    name: String,
    faults: Vec<Fault>,
}

#[derive(Debug)]
struct Fault {
    message: String,
    primary: Place,
    notes: Vec<Place>,
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
        let line_start = start - (column - 1);
        let line_end = source[start..].iter().position(|&c| c == b'\n').map_or(source.len(), |i| start + i);
        let from = line_start.max(start.saturating_sub(MARGIN));
        let end = span.end.clamp(start, line_end.max(start));
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
            primary: Place::new(source, &fault.span, &fault.label),
            notes: fault.notes.iter().map(|(span, text)| Place::new(source, span, text)).collect(),
        };
        TextErrors { name, faults: faults.0.iter().map(fault).collect() }
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
            let blank: String = place.text[..place.span.start].chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let _ = writeln!(out, "{}\n{blank}^", place.text);
        }
        out
    }

    /// The errors with source lines and labels, without colours wherever they are shown.
    pub fn plain(&self) -> String {
        self.render(&Renderer::plain()).trim_end().to_owned()
    }

    /// The errors with source lines and labels.
    fn render(&self, renderer: &Renderer) -> String {
        let mut out = String::new();
        for fault in &self.faults {
            let mut group = Group::with_title(Level::ERROR.primary_title(fault.message.as_str())).element(snippet(
                &self.name,
                &fault.primary,
                AnnotationKind::Primary,
            ));
            for note in &fault.notes {
                group = group.element(snippet(&self.name, note, AnnotationKind::Context));
            }
            out += &renderer.render(&[group]);
            out.push('\n');
        }
        out
    }
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
        let has_colors = std::io::IsTerminal::is_terminal(&std::io::stderr()) && std::env::var_os("NO_COLOR").is_none();
        let renderer = if has_colors { Renderer::styled() } else { Renderer::plain() };
        f.write_str(self.render(&renderer).trim_end())
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
        let errors = TextErrors::new("a.ll".into(), source, &Diagnostics(vec![fault]));
        assert_eq!(errors.as_llvm("llvm-as"), "llvm-as: a.ll:2:11: error: use of undefined value '%x'\n  ret i32 %x\n          ^\n");
        let shown = errors.plain();
        assert!(shown.contains("a.ll:2:11"), "{shown}");
        assert!(shown.contains("^^ not defined in this function"), "{shown}");
        assert!(shown.contains("this function"), "{shown}");
    }

    #[test]
    fn long_lines_are_cut_and_odd_bytes_replaced() {
        let mut source = vec![b'x'; 500_000];
        source[200_000] = 0xFF;
        let fault = Diagnostic::new(250_000..250_100, "m");
        let errors = TextErrors::new("a.ll".into(), &source, &Diagnostics(vec![fault]));
        assert!(errors.plain().len() < 2500);
        let fault = Diagnostic::new(900_000..900_001, "m");
        assert!(TextErrors::new("a.ll".into(), &source, &Diagnostics(vec![fault])).as_llvm("t").contains(":500001"));
    }
}

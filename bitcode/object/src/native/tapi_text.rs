//! The subset of YAML in text stubs of libraries: mappings and sequences by indentation, sequences in brackets, and scalars.

/// A message, the line and column it is about, and how many characters.
pub(super) type Wrong = (String, usize, usize, usize);

/// How deep lists and mappings may lie in each other: no stub has more.
const MOST_DEEP: usize = 8;

/// A document.
pub(super) struct Document {
    pub(super) tag: String,
    pub(super) root: Node,
}

/// A value, and its position.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) line: usize,
    pub(super) column: usize,
    kind: Kind,
}

/// A key, its line and column, and its value.
type Pair = (String, usize, usize, Node);

#[derive(Debug, Default)]
enum Kind {
    #[default]
    Nothing,
    Scalar(String),
    Sequence(Vec<Node>),
    Mapping(Vec<Pair>),
}

impl Node {
    pub(super) fn keys(&self) -> &[Pair] {
        match &self.kind {
            Kind::Mapping(pairs) => pairs,
            _ => &[],
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.keys().iter().find(|(name, ..)| name == key).map(|(.., node)| node)
    }

    pub(super) fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::Sequence(items) => items,
            _ => &[],
        }
    }

    pub(super) fn text(&self) -> String {
        match &self.kind {
            Kind::Scalar(text) => text.clone(),
            _ => String::new(),
        }
    }

    pub(super) fn texts(&self) -> Vec<String> {
        self.items().iter().map(Node::text).collect()
    }
}

/// Reads the documents of a text.
pub(super) fn documents(text: &str) -> Result<Vec<Document>, Wrong> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim_end();
        at += 1;
        let Some(tag) = line.strip_prefix("---") else { continue };
        let end = (at..lines.len()).find(|&next| lines[next].starts_with("---") || lines[next].trim_end() == "...").unwrap_or(lines.len());
        let mut reader = Reader { lines: &lines[..end], line: at, column: 0, end };
        let root = reader.block(0, 0)?;
        if let Some((line, column)) = reader.next_content() {
            return Err(("Unknown token".into(), line, column, 1));
        }
        out.push(Document { tag: tag.trim().to_owned(), root });
        at = end;
    }
    Ok(out)
}

struct Reader<'t> {
    lines: &'t [&'t str],
    line: usize,
    column: usize,
    end: usize,
}

impl<'t> Reader<'t> {
    /// Goes to the next character that is no blank and no comment.
    fn next_content(&mut self) -> Option<(usize, usize)> {
        while self.line < self.end {
            let text = self.lines.get(self.line)?;
            let rest = text.get(self.column..).unwrap_or_default();
            let blanks = rest.len() - rest.trim_start().len();
            let content = rest.trim_start();
            if !content.is_empty() && !content.starts_with('#') {
                self.column += blanks;
                return Some((self.line, self.column));
            }
            self.line += 1;
            self.column = 0;
        }
        None
    }

    fn rest(&self) -> &'t str {
        self.lines.get(self.line).and_then(|line| line.get(self.column..)).unwrap_or_default()
    }

    /// A value on lines of its own, indented by at least `least`.
    fn block(&mut self, least: usize, depth: usize) -> Result<Node, Wrong> {
        let Some((line, column)) = self.next_content() else { return Ok(Node::default()) };
        if column < least {
            return Ok(Node::default());
        }
        if depth > MOST_DEEP {
            return Err(("too many levels".into(), line, column, 1));
        }
        let rest = self.rest();
        let kind = if rest == "-" || rest.starts_with("- ") {
            self.sequence(column, depth)?
        } else if key(rest).is_some() {
            self.mapping(column, depth)?
        } else {
            return self.value();
        };
        Ok(Node { line, column, kind })
    }

    fn sequence(&mut self, indent: usize, depth: usize) -> Result<Kind, Wrong> {
        let mut items = Vec::new();
        while let Some((_, column)) = self.next_content()
            && column == indent
            && (self.rest() == "-" || self.rest().starts_with("- "))
        {
            self.column += 1;
            items.push(self.block(indent + 1, depth + 1)?);
        }
        Ok(Kind::Sequence(items))
    }

    fn mapping(&mut self, indent: usize, depth: usize) -> Result<Kind, Wrong> {
        let mut pairs = Vec::new();
        while let Some((line, column)) = self.next_content()
            && column == indent
        {
            let Some((name, length)) = key(self.rest()) else { break };
            self.column += length;
            let on_line = self.rest().trim_start();
            let node = match on_line.is_empty() || on_line.starts_with('#') {
                false => {
                    self.next_content();
                    self.value()?
                }
                true => {
                    // A sequence may have the same indentation as its key.
                    let after = self.next_content();
                    let dashed = after.is_some_and(|(_, column)| column == indent && self.rest().starts_with('-'));
                    self.block(if dashed { indent } else { indent + 1 }, depth + 1)?
                }
            };
            pairs.push((name.to_owned(), line, column, node));
        }
        Ok(Kind::Mapping(pairs))
    }

    /// A scalar or a sequence in brackets.
    fn value(&mut self) -> Result<Node, Wrong> {
        let (line, column) = (self.line, self.column);
        let rest = self.rest();
        if !rest.starts_with('[') {
            let text = scalar(rest);
            self.column = self.lines.get(self.line).map_or(0, |line| line.len());
            return Ok(Node { line, column, kind: Kind::Scalar(text) });
        }
        self.column += 1;
        let mut items = Vec::new();
        loop {
            let Some((line, column)) = self.next_content() else {
                return Err(("Could not find closing ]!".into(), self.end, 3, 1));
            };
            let rest = self.rest();
            match rest.as_bytes().first() {
                Some(b']') => {
                    self.column += 1;
                    return Ok(Node { line, column, kind: Kind::Sequence(items) });
                }
                Some(b',') => self.column += 1,
                Some(&quote @ (b'\'' | b'"')) => {
                    let quote = char::from(quote);
                    let Some(end) = rest[1..].find(quote) else {
                        return Err(("Expected quote at end of scalar".into(), line, column, 1));
                    };
                    items.push(Node { line, column, kind: Kind::Scalar(rest[1..=end].to_owned()) });
                    self.column += end + 2;
                }
                _ => {
                    let end = rest.find([',', ']']).unwrap_or(rest.len());
                    items.push(Node { line, column, kind: Kind::Scalar(rest[..end].trim_end().to_owned()) });
                    self.column += end;
                }
            }
        }
    }
}

/// The key that a line begins with, and its length with what separates it from its value.
fn key(rest: &str) -> Option<(&str, usize)> {
    let at = rest.find(':').filter(|&at| rest[at + 1..].is_empty() || rest[at + 1..].starts_with([' ', '\t']))?;
    let name = rest[..at].trim_end();
    let plain = !name.is_empty() && !name.starts_with(['[', '\'', '"', '{']);
    plain.then_some((name, at + 1))
}

/// A scalar up to the end of its line.
fn scalar(rest: &str) -> String {
    for quote in ['\'', '"'] {
        if let Some(inner) = rest.strip_prefix(quote) {
            return inner.split(quote).next().unwrap_or_default().to_owned();
        }
    }
    rest.split(" #").next().unwrap_or_default().trim_end().to_owned()
}

//! Takes a printed line apart: names, numbers and attachments are what two equal lines may differ in.
use bctk_ir::attrs::AttrKind;

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    /// Text that means itself.
    Text(&'t str),
    /// `%x`, a local value, a block or a type; without the sign.
    Local(&'t str),
    /// `@f`, without the sign.
    Global(&'t str),
    /// `!7`.
    Node(usize),
    /// `#3`, a group of attributes, with the space before it.
    Group(usize),
    /// `!dbg !7`, with the comma before it.
    Attachment(&'t str, usize),
    /// An attribute of an argument or result, such as `noundef` or `align 8`, with the space before it.
    Attribute(&'t str),
}

/// The tokens of a line.
pub(crate) struct Tokens<'t> {
    rest: &'t str,
    /// Whether attributes may stand between the types.
    has_attributes: bool,
}

impl<'t> Tokens<'t> {
    /// Those of a line that LLVM's printer writes.
    pub(crate) fn of(line: &'t str) -> Tokens<'t> {
        let starts = ["define ", "declare "].iter().any(|word| line.starts_with(word));
        let has_attributes = starts || ["call ", "invoke ", "callbr "].iter().any(|word| word_at(line, word));
        Tokens { rest: line, has_attributes }
    }

    fn take(&mut self, len: usize) -> &'t str {
        // Lengths end where ASCII characters do.
        let (token, rest) = self.rest.split_at_checked(len).unwrap_or((self.rest, ""));
        self.rest = rest;
        token
    }

    /// An attachment at the start of the rest.
    fn attachment(&mut self) -> Option<Token<'t>> {
        let start = if self.rest.starts_with(", !") { 3 } else { 2 };
        let after = self.rest.get(start..)?;
        let kind = after.split(|c: char| c.is_ascii_whitespace()).next()?;
        let is_name = kind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !kind.contains(['(', '"', '{']);
        let digits = digits(after.get(kind.len()..)?.strip_prefix(" !")?);
        if !is_name || digits.is_empty() {
            return None;
        }
        self.take(start + kind.len() + 2 + digits.len());
        Some(Token::Attachment(kind, digits.parse().ok()?))
    }

    /// An attribute or a group of them behind the space at the start of the rest. The space belongs to it: without it there is none.
    fn attribute(&mut self) -> Option<Token<'t>> {
        let after = self.rest.strip_prefix(' ')?;
        if let Some(group) = after.strip_prefix('#').map(digits).filter(|digits| !digits.is_empty()) {
            self.take(2 + group.len());
            return Some(Token::Group(group.parse().ok()?));
        }
        let word = word(after);
        AttrKind::from_spelling(word.as_bytes()).filter(|_| self.has_attributes)?;
        let rest = after.get(word.len()..)?;
        let argument = match rest.as_bytes().first() {
            Some(b'(') => parenthesis(rest),
            Some(b' ') if word == "align" => 1 + digits(&rest[1..]).len(),
            _ => 0,
        };
        Some(Token::Attribute(&self.take(1 + word.len() + argument)[1..]))
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let first = *self.rest.as_bytes().first()?;
        match first {
            b',' | b' ' if self.rest.starts_with(", !") || self.rest.starts_with(" !") => {
                if let Some(token) = self.attachment() {
                    return Some(token);
                }
                Some(Token::Text(self.take(1)))
            }
            b' ' => {
                if let Some(token) = self.attribute() {
                    return Some(token);
                }
                Some(Token::Text(self.take(1)))
            }
            b'%' | b'@' => {
                let name = name(&self.rest[1..]);
                let token = &self.take(1 + name.len())[1..];
                Some(if first == b'@' { Token::Global(token) } else { Token::Local(token) })
            }
            b'!' => {
                let number = digits(&self.rest[1..]);
                let Ok(parsed) = number.parse() else { return Some(Token::Text(self.take(1))) };
                self.take(1 + number.len());
                Some(Token::Node(parsed))
            }
            b'"' => {
                let end = self.rest[1..].find('"').map_or(self.rest.len(), |end| end + 2);
                Some(Token::Text(self.take(end)))
            }
            _ => {
                let plain = |c: char| !matches!(c, ',' | ' ' | '%' | '@' | '!' | '"');
                let len = self.rest.find(|c| !plain(c)).unwrap_or(self.rest.len()).max(self.rest.chars().next().map_or(1, char::len_utf8));
                Some(Token::Text(self.take(len)))
            }
        }
    }
}

/// The word at the start of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))).unwrap_or(text.len());
    &text[..end]
}

/// The digits at the start of a text.
fn digits(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    &text[..end]
}

/// The name at the start of a text, in quotes if it has them.
pub(crate) fn name(text: &str) -> &str {
    if let Some(quoted) = text.strip_prefix('"') {
        let end = quoted.find('"').map_or(text.len(), |end| end + 2);
        return &text[..end];
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-'))).unwrap_or(text.len());
    &text[..end]
}

/// The length of what is in parentheses at the start of a text, with them.
fn parenthesis(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Whether a word of an instruction stands in a line, at its start or after a space.
fn word_at(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| at == 0 || line.as_bytes()[at - 1] == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let of = |line| Tokens::of(line).collect::<Vec<_>>();
        let joined =
            |line| Tokens::of(line).filter_map(|token| if let Token::Text(text) = token { Some(text) } else { None }).collect::<String>();
        assert!(of("  %x = add nsw i32 %a, 1, !dbg !7").contains(&Token::Attachment("dbg", 7)));
        assert_eq!(joined("  %x = add nsw i32 %a, 1, !dbg !7"), "   = add nsw i32 , 1");
        let call = "  %r = call noundef align 8 ptr @f(ptr noundef nonnull %p, i32 range(i32 0, 5) %i) #3";
        assert_eq!(joined(call), "   = call ptr (ptr , i32 )");
        assert!(of(call).contains(&Token::Group(3)) && of(call).contains(&Token::Global("f")));
        // Only calls and signatures have attributes: this is an alignment.
        assert_eq!(joined("  %v = load i32, ptr %p, align 4"), "   = load i32, ptr , align 4");
        assert_eq!(of("  store ptr @\"a b\", ptr %\"c d\"")[1..].iter().filter(|token| !matches!(token, Token::Text(_))).count(), 2);
        assert_eq!(joined("@s = private constant [3 x i8] c\"a%b\", comdat"), " = private constant [3 x i8] c\"a%b\", comdat");
        assert_eq!(joined("é!x #y"), "é!x #y");
    }
}

//! A light view of LLVM assembly: lines with a role, made of tokens. It knows enough of the language to change it in meaningful places.
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// A word, name, number, string or sign.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Whether a space comes before it.
    pub(crate) gap: bool,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The head of a function with a body.
    Define,
    /// The `}` at the end of a body.
    End,
    Inst,
    /// A debug record.
    Record,
    Label,
    Declare,
    Global,
    /// An alias or ifunc.
    Alias,
    /// A numbered metadata node.
    Node,
    /// A named metadata node.
    Named,
    Group,
    Comdat,
    TypeName,
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) role: Role,
    pub(crate) tokens: Vec<Token>,
}

/// A text, cheap to copy.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Text {
    pub(crate) lines: Vec<Arc<Line>>,
    /// The names of types.
    pub(crate) types: Arc<HashSet<String>>,
}

/// A local value of a function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) ty: Option<String>,
    pub(crate) line: usize,
}

/// The pieces of a text without comments.
pub(crate) fn lex(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let (mut at, mut gap) = (0, false);
    let is_word = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'$' | b'-') || c >= 0x80;
    let quoted = |from: usize| bytes[from..].iter().position(|&c| c == b'"').map_or(bytes.len(), |len| from + len + 1);
    let word = |from: usize| bytes[from..].iter().position(|&c| !is_word(c)).map_or(bytes.len(), |len| from + len);
    while let Some(&c) = bytes.get(at) {
        let from = at;
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        at = match c {
            b';' => break,
            b' ' | b'\t' => {
                gap = true;
                at += 1;
                continue;
            }
            b'%' | b'@' | b'$' | b'!' | b'c' if next == b'"' => quoted(at + 2),
            b'%' | b'@' | b'#' | b'^' | b'!' => word(at + 1),
            b'"' => quoted(at + 1),
            b'+' => word(at + 1),
            _ if is_word(c) => word(at),
            _ => at + 1,
        };
        let names = is_word(c) || c == b'"';
        if names && bytes.get(at) == Some(&b':') && bytes.get(at + 1) != Some(&b':') {
            at += 1;
        }
        // A piece may end inside a character only in a text that is not UTF-8.
        tokens.push(Token { text: text.get(from..at).unwrap_or_default().to_owned(), gap });
        gap = false;
    }
    tokens
}

/// The tokens as a text.
pub(crate) fn join(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        if token.gap && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&token.text);
    }
    text
}

impl Line {
    pub(crate) fn new(role: Role, text: &str) -> Arc<Line> {
        Arc::new(Line { role, tokens: lex(text) })
    }

    /// The text of a token, or nothing.
    pub(crate) fn at(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &token.text)
    }

    /// The first token of this text.
    pub(crate) fn find(&self, text: &str) -> Option<usize> {
        self.tokens.iter().position(|token| token.text == text)
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// The tokens that are one of these.
    pub(crate) fn all(&self, is: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.tokens.len()).filter(|&at| is(self.at(at))).collect()
    }

    /// The name of the result.
    pub(crate) fn result(&self) -> Option<&str> {
        (self.role == Role::Inst && self.at(1) == "=").then(|| self.at(0))
    }

    /// Where the opcode is.
    pub(crate) fn opcode_at(&self) -> usize {
        let from = if self.at(1) == "=" { 2 } else { 0 };
        from + usize::from(matches!(self.at(from), "tail" | "musttail" | "notail"))
    }

    pub(crate) fn opcode(&self) -> &str {
        if self.role == Role::Inst { self.at(self.opcode_at()) } else { "" }
    }

    pub(crate) fn is_call(&self) -> bool {
        matches!(self.opcode(), "call" | "invoke" | "callbr")
    }

    pub(crate) fn is_terminator(&self) -> bool {
        let all =
            ["ret", "br", "switch", "indirectbr", "invoke", "callbr", "resume", "catchswitch", "catchret", "cleanupret", "unreachable"];
        all.contains(&self.opcode())
    }

    /// The token that closes the bracket at `open`.
    pub(crate) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.at(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                _ => continue,
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The pieces between commas within the bracket at `open`.
    pub(crate) fn pieces(&self, open: usize) -> Vec<Range<usize>> {
        let Some(close) = self.closing(open) else { return Vec::new() };
        let mut pieces = Vec::new();
        let (mut depth, mut from) = (0usize, open + 1);
        for at in open + 1..close {
            match self.at(at) {
                "(" | "[" | "{" | "<" => depth += 1,
                ")" | "]" | "}" | ">" => depth = depth.saturating_sub(1),
                "," if depth == 0 => {
                    pieces.push(from..at);
                    from = at + 1;
                }
                _ => {}
            }
        }
        if from < close {
            pieces.push(from..close);
        }
        pieces
    }

    /// The bracket of the arguments of a call, or of the parameters of a function: the one after its name.
    pub(crate) fn arguments(&self) -> Option<usize> {
        let is_name = |at: usize| self.at(at).starts_with(['@', '%']) || self.at(at).starts_with('"');
        (self.opcode_at()..self.tokens.len()).find(|&at| {
            self.at(at) == "("
                && at > 0
                && !self.tokens[at].gap
                && (is_name(at - 1) || matches!(self.at(at - 1), "null" | "undef" | "poison"))
        })
    }

    /// The name that is called or defined.
    pub(crate) fn callee(&self) -> Option<usize> {
        self.arguments().map(|at| at - 1)
    }

    /// The nodes that are attached, as the number of their kind's token.
    pub(crate) fn attachments(&self) -> Vec<usize> {
        if !matches!(self.role, Role::Inst | Role::Define | Role::Declare | Role::Global) {
            return Vec::new();
        }
        let is_kind =
            |text: &str| text.len() > 1 && text.starts_with('!') && text.as_bytes()[1].is_ascii_alphabetic() && !text.starts_with("!DI");
        let after =
            if self.is_call() || self.role != Role::Inst { self.arguments().and_then(|at| self.closing(at)).unwrap_or(0) } else { 0 };
        (after..self.tokens.len()).filter(|&at| is_kind(self.at(at)) && self.at(at + 1).starts_with('!')).collect()
    }
}

/// Whether a token is a type by itself.
pub(crate) fn is_type_word(text: &str) -> bool {
    let is_sized = |sign: char| text.strip_prefix(sign).is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|c| c.is_ascii_digit()));
    let floats = ["half", "bfloat", "float", "double", "fp128", "x86_fp80", "ppc_fp128"];
    is_sized('i') || is_sized('b') || floats.contains(&text) || ["ptr", "void", "label", "metadata", "token", "x86_amx"].contains(&text)
}

impl Text {
    /// Splits a printed text into lines. Pieces of one construct that stand on lines of their own are joined.
    pub(crate) fn new(text: &str) -> Text {
        let mut lines: Vec<Line> = Vec::new();
        let mut depth = 0i64;
        let mut inside = false;
        for line in text.lines() {
            let mut tokens = lex(line);
            // Entries of a summary describe values that change.
            let Some(first) = tokens.first_mut().filter(|first| !first.text.starts_with('^')) else { continue };
            first.gap = true;
            let word = first.text.clone();
            let continues =
                depth > 0 || inside && ["to", "unwind", "catch", "cleanup", "filter"].contains(&word.as_str()) && !lines.is_empty();
            let heads = word == "define";
            let opens = tokens.iter().filter(|token| matches!(token.text.as_str(), "(" | "[" | "{")).count();
            let closes = tokens.iter().filter(|token| matches!(token.text.as_str(), ")" | "]" | "}")).count();
            if continues {
                depth += opens as i64 - closes as i64;
                if let Some(last) = lines.last_mut() {
                    last.tokens.extend(tokens);
                }
                continue;
            }
            let role = role(&tokens, inside);
            match role {
                Role::Define => inside = true,
                Role::End => inside = false,
                _ => {}
            }
            depth = if role == Role::End { 0 } else { opens as i64 - closes as i64 - i64::from(heads) };
            lines.push(Line { role, tokens });
        }
        let types = lines.iter().filter(|line| line.role == Role::TypeName).map(|line| line.at(0).to_owned()).collect();
        let mut text = Text { lines: lines.into_iter().map(Arc::new).collect(), types: Arc::new(types) };
        text.name_locals();
        text
    }

    /// Gives all locals that have numbers names, so that instructions can move.
    fn name_locals(&mut self) {
        for range in self.functions() {
            let numbered = |text: &str| text.len() > 1 && text.starts_with('%') && text.as_bytes()[1..].iter().all(u8::is_ascii_digit);
            for at in range.clone() {
                let types = Arc::clone(&self.types);
                for token in self.tokens(at).iter_mut() {
                    if numbered(&token.text) && !types.contains(&token.text) {
                        token.text.insert(1, 'v');
                    } else if token.text.len() > 1 && token.text.ends_with(':') && token.text.as_bytes()[0].is_ascii_digit() {
                        token.text.insert(0, 'v');
                    }
                }
            }
        }
        // The first block may have a number and no label.
        let starts: Vec<usize> = self.functions().map(|range| range.start).collect();
        for at in starts.into_iter().rev() {
            if self.lines.get(at + 1).is_some_and(|line| line.role != Role::Label) {
                let head = &self.lines[at];
                let is_number =
                    |text: &str| text.strip_prefix("%v").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit()));
                let count = head.tokens.iter().filter(|token| is_number(&token.text)).count();
                self.lines.insert(at + 1, Line::new(Role::Label, &format!("v{count}:")));
            }
        }
    }

    pub(crate) fn print(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            if matches!(line.role, Role::Inst | Role::Record) {
                text.push_str("  ");
            }
            text.push_str(&join(&line.tokens));
            text.push('\n');
        }
        text
    }

    /// The tokens of a line, to be changed.
    pub(crate) fn tokens(&mut self, line: usize) -> &mut Vec<Token> {
        &mut Arc::make_mut(&mut self.lines[line]).tokens
    }

    /// Puts a text in the place of a token.
    pub(crate) fn set(&mut self, line: usize, token: usize, text: &str) -> bool {
        match self.tokens(line).get_mut(token) {
            Some(token) if token.text != text => {
                text.clone_into(&mut token.text);
                true
            }
            _ => false,
        }
    }

    /// Puts a text in the place of some tokens.
    pub(crate) fn replace(&mut self, line: usize, range: Range<usize>, text: &str) -> bool {
        let mut new = lex(text);
        let tokens = self.tokens(line);
        if range.end > tokens.len() || range.start > range.end {
            return false;
        }
        if let Some(first) = new.first_mut() {
            // Nothing before it means that a space does no harm, unless a bracket of arguments would part from its name.
            first.gap = tokens.get(range.start).is_none_or(|token| token.gap) || range.is_empty() && text != "(";
        }
        if join(&tokens[range.clone()]) == join(&new) {
            return false;
        }
        tokens.splice(range, new);
        true
    }

    /// Adds a text after the line's tokens.
    pub(crate) fn append(&mut self, line: usize, text: &str) -> bool {
        let end = self.lines[line].tokens.len();
        self.replace(line, end..end, text)
    }

    pub(crate) fn insert(&mut self, at: usize, role: Role, text: &str) -> bool {
        self.lines.insert(at.min(self.lines.len()), Line::new(role, text));
        true
    }

    /// The lines for which this holds.
    pub(crate) fn lines_of(&self, is: impl Fn(&Line) -> bool) -> Vec<usize> {
        (0..self.lines.len()).filter(|&at| is(&self.lines[at])).collect()
    }

    /// The functions with bodies, from head to end.
    pub(crate) fn functions(&self) -> std::vec::IntoIter<Range<usize>> {
        let mut found = Vec::new();
        let mut start = None;
        for (at, line) in self.lines.iter().enumerate() {
            match line.role {
                Role::Define => start = Some(at),
                Role::End => found.extend(start.take().map(|start| start..at)),
                _ => {}
            }
        }
        found.into_iter()
    }

    /// The function that a line is in.
    pub(crate) fn function_of(&self, at: usize) -> Range<usize> {
        let start = (0..=at).rev().find(|&at| self.lines[at].role == Role::Define).unwrap_or(at);
        let end = (at..self.lines.len()).find(|&at| self.lines[at].role == Role::End).unwrap_or(at);
        start..end
    }

    /// The blocks of a function, each from its label to before the next.
    pub(crate) fn blocks(&self, function: &Range<usize>) -> Vec<Range<usize>> {
        let mut starts: Vec<usize> = function.clone().filter(|&at| self.lines[at].role == Role::Label).collect();
        starts.push(function.end);
        starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
    }

    /// The name of a block as an operand.
    pub(crate) fn block_name(&self, label: usize) -> String {
        format!("%{}", self.lines[label].at(0).trim_end_matches(':'))
    }

    /// The names of a function's blocks as operands.
    pub(crate) fn block_names(&self, function: &Range<usize>) -> Vec<String> {
        function.clone().filter(|&at| self.lines[at].role == Role::Label).map(|at| self.block_name(at)).collect()
    }

    /// The values of a function, with their types where these are easily told.
    pub(crate) fn locals(&self, function: &Range<usize>) -> Vec<Local> {
        let mut found = Vec::new();
        let head = &self.lines[function.start];
        for piece in head.arguments().map(|open| head.pieces(open)).unwrap_or_default() {
            let name = head.at(piece.end - 1);
            if name.starts_with('%') {
                let ty = self.type_end(head, piece.start).map(|end| join(&head.tokens[piece.start..end]));
                found.push(Local { name: name.to_owned(), ty, line: function.start });
            }
        }
        for at in function.clone() {
            if let Some(name) = self.lines[at].result() {
                found.push(Local { name: name.to_owned(), ty: self.result_type(&self.lines[at]), line: at });
            }
        }
        found
    }

    /// The locals that an instruction takes, blocks left out.
    pub(crate) fn operands(&self, line: &Line) -> Vec<usize> {
        let from = line.opcode_at();
        let is_block = |at: usize| {
            line.at(at.wrapping_sub(1)) == "label" || line.opcode() == "phi" && line.at(at + 1) == "]" && line.at(at - 1) == ","
        };
        (from..line.tokens.len())
            .filter(|&at| line.at(at).starts_with('%') && !self.types.contains(line.at(at)) && !is_block(at) && line.at(at + 1) != "=")
            .collect()
    }

    /// All operands of instructions, as line and token.
    pub(crate) fn all_operands(&self) -> Vec<(usize, usize)> {
        let insts = self.lines_of(|line| matches!(line.role, Role::Inst | Role::Record));
        insts.into_iter().flat_map(|at| self.operands(&self.lines[at]).into_iter().map(move |token| (at, token))).collect()
    }

    /// The end of the type that starts at a token.
    pub(crate) fn type_end(&self, line: &Line, at: usize) -> Option<usize> {
        let text = line.at(at);
        let end = match text {
            "ptr" if line.at(at + 1) == "addrspace" => line.closing(at + 2)? + 1,
            "{" | "[" => line.closing(at)? + 1,
            "target" => line.closing(at + 1)? + 1,
            "<" => {
                let mut depth = 0usize;
                let close = (at..line.tokens.len()).find(|&at| {
                    match line.at(at) {
                        "<" => depth += 1,
                        ">" => depth -= 1,
                        _ => {}
                    }
                    depth == 0
                });
                close? + 1
            }
            _ if is_type_word(text) || self.types.contains(text) => at + 1,
            _ => return None,
        };
        Some(end)
    }

    /// The type that starts at the first place from `at` where one does, words and brackets before it left out.
    pub(crate) fn first_type(&self, line: &Line, mut at: usize) -> Option<Range<usize>> {
        while at < line.tokens.len() {
            if let Some(end) = self.type_end(line, at) {
                return Some(at..end);
            }
            at = match line.at(at) {
                "(" => line.closing(at)? + 1,
                _ => at + 1,
            };
        }
        None
    }

    /// The type of an instruction's result, where it is easily told.
    pub(crate) fn result_type(&self, line: &Line) -> Option<String> {
        let from = line.opcode_at() + 1;
        let text = |range: Range<usize>| join(&line.tokens[range]);
        let first = self.first_type(line, from).map(text);
        let after = |word: &str| {
            let at = line.find(word)?;
            self.first_type(line, at + 1).map(text)
        };
        let is_vector = |ty: &Option<String>| ty.as_ref().is_none_or(|ty| ty.starts_with('<'));
        match line.opcode() {
            "alloca" => (!line.has("addrspace")).then(|| "ptr".to_owned()),
            "getelementptr" => (!line.has("<") && !line.has("addrspace")).then(|| "ptr".to_owned()),
            "icmp" | "fcmp" => (!is_vector(&first)).then(|| "i1".to_owned()),
            "catchpad" | "cleanuppad" | "catchswitch" => Some("token".to_owned()),
            "select" | "atomicrmw" | "va_arg" => after(","),
            "extractvalue" | "cmpxchg" | "shufflevector" => None,
            "extractelement" => first.and_then(|ty| Some(ty.trim_end_matches('>').rsplit(" x ").next()?.to_owned())),
            _ if CASTS.contains(&line.opcode()) => after("to"),
            _ => first,
        }
    }

    /// The names of global values, functions or not.
    pub(crate) fn globals(&self) -> Vec<String> {
        self.lines
            .iter()
            .filter_map(|line| match line.role {
                Role::Define | Role::Declare => line.callee().map(|at| line.at(at).to_owned()),
                Role::Global | Role::Alias => Some(line.at(0).to_owned()),
                _ => None,
            })
            .collect()
    }

    /// The names of numbered nodes.
    pub(crate) fn nodes(&self) -> Vec<String> {
        self.lines.iter().filter(|line| line.role == Role::Node).map(|line| line.at(0).to_owned()).collect()
    }

    /// A number for a new node.
    pub(crate) fn next_node(&self) -> usize {
        let numbers = self.lines.iter().filter(|line| line.role == Role::Node).filter_map(|line| line.at(0)[1..].parse::<usize>().ok());
        numbers.max().map_or(0, |most| most + 1)
    }

    /// The types of locals of a function by name.
    pub(crate) fn type_map(&self, function: &Range<usize>) -> HashMap<String, String> {
        self.locals(function).into_iter().filter_map(|local| Some((local.name, local.ty?))).collect()
    }
}

/// Casts.
pub(crate) const CASTS: &[&str] = &[
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
    "ptrtoaddr",
];

fn role(tokens: &[Token], inside: bool) -> Role {
    let at = |index: usize| tokens.get(index).map_or("", |token: &Token| token.text.as_str());
    let first = at(0);
    if inside {
        return match first {
            "}" => Role::End,
            _ if first.starts_with("#dbg") => Role::Record,
            "uselistorder" => Role::Other,
            _ if first.ends_with(':') && tokens.len() == 1 => Role::Label,
            _ => Role::Inst,
        };
    }
    match first {
        "define" => Role::Define,
        "declare" => Role::Declare,
        "attributes" => Role::Group,
        _ if first.starts_with('@') => match tokens.iter().any(|token| matches!(token.text.as_str(), "alias" | "ifunc")) {
            true => Role::Alias,
            false => Role::Global,
        },
        _ if first.starts_with('!') && first.len() > 1 && first.as_bytes()[1].is_ascii_digit() => Role::Node,
        _ if first.starts_with('!') => Role::Named,
        _ if first.starts_with('$') => Role::Comdat,
        _ if first.starts_with('%') => Role::TypeName,
        _ => Role::Other,
    }
}

//! Extended regular expressions of POSIX, as LLVM has them: of all matches the leftmost, and of these the longest. `\1` to `\9` are what a group
//! matched.
//!
//! An expression becomes a program of steps that may fork. A step at a place of the text is tried once, so that the time is bounded by their
//! product; with references to groups that does not hold, and a limit does.

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posix {
    steps: Vec<Step>,
    groups: usize,
    slots: usize,
    has_references: bool,
    node: Node,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Byte(u8),
    Any,
    /// One of a set, by the bits of bytes.
    Set(Box<[u64; 4]>),
    Begin,
    End,
    Reference(usize),
    /// Notes the place.
    Save(usize),
    /// Fails at the place that was noted.
    Progress(usize),
    /// Tries the first, then the other.
    Fork(usize, usize),
    Jump(usize),
    Match,
}

/// Where the match and each group is, none for a group that has no part in it.
pub type Groups = Vec<Option<(usize, usize)>>;

/// The greatest number of repetitions that an expression can state.
const MAX_REPEAT: u32 = 255;
/// The greatest number of steps.
const MAX_STEPS: usize = 100_000;
/// How deep groups may be nested.
const MAX_DEPTH: usize = 200;
/// How often steps may be tried for one text.
const MAX_TRIES: usize = 20_000_000;
const TOO_LONG: Wrong = "the expression takes too long";

/// Why an expression is none, in the words of POSIX.
type Wrong = &'static str;
const TOO_BIG: Wrong = "out of memory";

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Step(Step),
    Group(usize, Box<Node>),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
}

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    groups: usize,
    closed: Vec<bool>,
    has_references: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_it = self.peek() == Some(byte);
        self.at += usize::from(is_it);
        is_it
    }

    fn choice(&mut self, depth: usize) -> Result<Node, Wrong> {
        if depth > MAX_DEPTH {
            return Err(TOO_BIG);
        }
        let mut choices = vec![self.sequence(depth)?];
        while self.take(b'|') {
            choices.push(self.sequence(depth)?);
        }
        Ok(if choices.len() == 1 { choices.remove(0) } else { Node::Choice(choices) })
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, Wrong> {
        let mut nodes = Vec::new();
        while let Some(byte) = self.peek() {
            if byte == b'|' || byte == b')' && depth > 0 {
                break;
            }
            let node = self.atom(depth)?;
            nodes.push(self.repeated(node)?);
        }
        if nodes.is_empty() { Err("empty (sub)expression") } else { Ok(Node::Sequence(nodes)) }
    }

    fn atom(&mut self, depth: usize) -> Result<Node, Wrong> {
        let Some(byte) = self.peek() else { return Err("empty (sub)expression") };
        self.at += 1;
        Ok(Node::Step(match byte {
            b'(' => {
                self.groups += 1;
                let group = self.groups;
                self.closed.push(false);
                if self.peek().is_none() {
                    return Err("parentheses not balanced");
                }
                let inner = if self.peek() == Some(b')') { Node::Sequence(Vec::new()) } else { self.choice(depth + 1)? };
                if !self.take(b')') {
                    return Err("parentheses not balanced");
                }
                self.closed[group - 1] = true;
                return Ok(Node::Group(group, Box::new(inner)));
            }
            b')' => return Err("parentheses not balanced"),
            b'^' => Step::Begin,
            b'$' => Step::End,
            b'*' | b'+' | b'?' => return Err("repetition-operator operand invalid"),
            b'{' if self.peek().is_some_and(|next| next.is_ascii_digit()) => return Err("repetition-operator operand invalid"),
            b'.' => Step::Any,
            b'[' => Step::Set(Box::new(self.bracket()?)),
            b'\\' => {
                let Some(escaped) = self.peek() else { return Err("trailing backslash (\\)") };
                self.at += 1;
                match escaped {
                    b'1'..=b'9' => {
                        let group = usize::from(escaped - b'0');
                        if self.closed.get(group - 1) != Some(&true) {
                            return Err("invalid backreference number");
                        }
                        self.has_references = true;
                        Step::Reference(group)
                    }
                    other => Step::Byte(other),
                }
            }
            other => Step::Byte(other),
        }))
    }

    fn number(&mut self) -> Option<u32> {
        let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&self.text[self.at..self.at + digits]).ok()?;
        self.at += digits;
        number.parse().ok()
    }

    fn repeated(&mut self, node: Node) -> Result<Node, Wrong> {
        let is_operator = |parser: &Self| match parser.peek() {
            Some(b'*' | b'+' | b'?') => true,
            Some(b'{') => parser.text.get(parser.at + 1).is_some_and(u8::is_ascii_digit),
            _ => false,
        };
        if !is_operator(self) {
            return Ok(node);
        }
        if matches!(node, Node::Step(Step::Begin)) {
            return Err("repetition-operator operand invalid");
        }
        let operator = self.text[self.at];
        self.at += 1;
        let (least, most) = match operator {
            b'*' => (0, None),
            b'+' => (1, None),
            b'?' => (0, Some(1)),
            _ => {
                let least = self.number().unwrap_or(u32::MAX);
                let most = match self.take(b',') {
                    false => Some(least),
                    true if self.peek().is_some_and(|next| next.is_ascii_digit()) => Some(self.number().unwrap_or(u32::MAX)),
                    true => None,
                };
                if !self.take(b'}') {
                    let is_closed = self.text[self.at..].contains(&b'}');
                    return Err(if is_closed { "invalid repetition count(s)" } else { "braces not balanced" });
                }
                if least > MAX_REPEAT || most.is_some_and(|most| most > MAX_REPEAT || most < least) {
                    return Err("invalid repetition count(s)");
                }
                (least, most)
            }
        };
        if is_operator(self) {
            return Err("repetition-operator operand invalid");
        }
        Ok(Node::Repeat(Box::new(node), least, most))
    }

    /// What is between brackets, after the first.
    fn bracket(&mut self) -> Result<[u64; 4], Wrong> {
        const UNBALANCED: Wrong = "brackets ([ ]) not balanced";
        let is_negated = self.take(b'^');
        let mut set = [0u64; 4];
        let mut add = |byte: u8| set[usize::from(byte >> 6)] |= 1 << (byte & 63);
        let mut is_first = true;
        loop {
            let Some(byte) = self.peek() else { return Err(UNBALANCED) };
            if byte == b']' && !is_first {
                self.at += 1;
                break;
            }
            is_first = false;
            if self.text[self.at..].starts_with(b"[:") {
                let rest = &self.text[self.at + 2..];
                let Some(end) = rest.windows(2).position(|pair| pair == b":]") else { return Err("invalid character class") };
                let Some(is_in) = class(&rest[..end]) else { return Err("invalid character class") };
                (0..=255).filter(is_in).for_each(&mut add);
                self.at += end + 4;
                continue;
            }
            if self.text[self.at..].starts_with(b"[=") || self.text[self.at..].starts_with(b"[.") {
                return Err("invalid collating element");
            }
            self.at += 1;
            let is_range = self.peek() == Some(b'-') && self.text.get(self.at + 1).is_some_and(|&next| next != b']');
            if !is_range {
                add(byte);
                continue;
            }
            self.at += 1;
            let Some(last) = self.peek() else { return Err(UNBALANCED) };
            self.at += 1;
            if byte > last {
                return Err("invalid character range");
            }
            (byte..=last).for_each(&mut add);
        }
        Ok(if is_negated { set.map(|word| !word) } else { set })
    }
}

/// The bytes of a named class.
fn class(name: &[u8]) -> Option<fn(&u8) -> bool> {
    Some(match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |byte| matches!(byte, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |byte| byte.is_ascii_graphic() || *byte == b' ',
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |byte| byte.is_ascii_whitespace() || *byte == 11,
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}

impl Posix {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(text: &[u8]) -> Result<Posix, &'static str> {
        let mut parser = Parser { text, at: 0, groups: 0, closed: Vec::new(), has_references: false };
        let node = parser.choice(0)?;
        let whole = Posix { steps: Vec::new(), groups: parser.groups, slots: 0, has_references: parser.has_references, node };
        let steps = whole.program(std::slice::from_ref(&whole.node))?;
        Ok(Posix { node: whole.node, ..steps })
    }

    /// The program of some parts, one after the other.
    fn program(&self, nodes: &[Node]) -> Result<Posix, Wrong> {
        let node = Node::Sequence(Vec::new());
        let mut part = Posix { steps: Vec::new(), slots: (self.groups + 1) * 2, node, ..*self };
        nodes.iter().try_for_each(|node| part.emit(node))?;
        part.push(Step::Match)?;
        Ok(part)
    }

    /// How many groups there are.
    pub fn groups(&self) -> usize {
        self.groups
    }

    fn push(&mut self, step: Step) -> Result<usize, Wrong> {
        self.steps.push(step);
        if self.steps.len() > MAX_STEPS { Err(TOO_BIG) } else { Ok(self.steps.len() - 1) }
    }

    fn emit(&mut self, node: &Node) -> Result<(), Wrong> {
        match node {
            Node::Step(step) => drop(self.push(step.clone())?),
            Node::Group(group, inner) => {
                self.push(Step::Save(group * 2))?;
                self.emit(inner)?;
                self.push(Step::Save(group * 2 + 1))?;
            }
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.emit(node))?,
            Node::Choice(nodes) => {
                let mut ends = Vec::new();
                for (at, node) in nodes.iter().enumerate() {
                    if at + 1 == nodes.len() {
                        self.emit(node)?;
                        break;
                    }
                    let fork = self.push(Step::Fork(0, 0))?;
                    self.emit(node)?;
                    ends.push(self.push(Step::Jump(0))?);
                    self.steps[fork] = Step::Fork(fork + 1, self.steps.len());
                }
                let end = self.steps.len();
                ends.into_iter().for_each(|at| self.steps[at] = Step::Jump(end));
            }
            Node::Repeat(node, least, most) => {
                for _ in 0..*least {
                    self.emit(node)?;
                }
                match most {
                    Some(most) => {
                        let mut forks = Vec::new();
                        for _ in *least..*most {
                            forks.push(self.push(Step::Fork(0, 0))?);
                            self.emit(node)?;
                        }
                        let end = self.steps.len();
                        forks.into_iter().for_each(|at| self.steps[at] = Step::Fork(at + 1, end));
                    }
                    None => {
                        let slot = self.slots;
                        self.slots += 1;
                        let fork = self.push(Step::Fork(0, 0))?;
                        self.push(Step::Save(slot))?;
                        self.emit(node)?;
                        self.push(Step::Progress(slot))?;
                        self.push(Step::Jump(fork))?;
                        self.steps[fork] = Step::Fork(fork + 1, self.steps.len());
                    }
                }
            }
        }
        Ok(())
    }

    /// The leftmost match, the longest one there: where it and each group is, none for a group that has no part in it. A group before another is
    /// as long as it can be.
    ///
    /// # Errors
    /// If that takes too long.
    pub fn find(&self, text: &[u8]) -> Result<Option<Groups>, &'static str> {
        let mut search = Search { text, groups: vec![None; self.groups + 1], tries: 0 };
        for start in 0..=text.len() {
            let Some(end) = search.ends(self, start)?.into_iter().max() else { continue };
            search.dissect(self, &self.node, start, end)?;
            search.groups[0] = Some((start, end));
            return Ok(Some(search.groups));
        }
        Ok(None)
    }

    /// Puts `by` in the place of the first match. There, `\0` to `\9` and `\g<0>` are what the match or a group of it is, `\t` and `\n` a tab and an
    /// end of line.
    ///
    /// # Errors
    /// If `by` refers to a group that there is not, or ends with a backslash; that is known only where there is a match.
    pub fn substitute(&self, text: &[u8], by: &[u8]) -> Result<Vec<u8>, String> {
        let Some(groups) = self.find(text)? else { return Ok(text.to_vec()) };
        let Some((start, end)) = groups[0] else { return Ok(text.to_vec()) };
        let mut out = text[..start].to_vec();
        let mut rest = by;
        let mut error = None;
        while let Some(backslash) = rest.iter().position(|&byte| byte == b'\\') {
            out.extend(&rest[..backslash]);
            rest = &rest[backslash + 1..];
            let Some(&byte) = rest.first() else {
                error.get_or_insert_with(|| "replacement string contained trailing backslash".to_owned());
                break;
            };
            let digits = |from: &[u8]| from.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let named = rest
                .strip_prefix(b"g<")
                .map(|rest| (digits(rest), rest))
                .filter(|(count, rest)| *count > 0 && rest.get(*count) == Some(&b'>'));
            let (number, taken) = match (byte, named) {
                (b't', _) => {
                    out.push(b'\t');
                    rest = &rest[1..];
                    continue;
                }
                (b'n', _) => {
                    out.push(b'\n');
                    rest = &rest[1..];
                    continue;
                }
                (b'0'..=b'9', _) => (&rest[..digits(rest)], digits(rest)),
                (_, Some((count, of))) => (&of[..count], count + 3),
                _ => {
                    out.push(byte);
                    rest = &rest[1..];
                    continue;
                }
            };
            let number = String::from_utf8_lossy(number).into_owned();
            match number.parse::<usize>().ok().filter(|&group| group <= self.groups) {
                Some(group) => out.extend(groups[group].map_or(&[][..], |(from, to)| &text[from..to])),
                None => drop(error.get_or_insert_with(|| format!("invalid backreference string '{number}'"))),
            }
            rest = &rest[taken..];
        }
        out.extend(rest);
        out.extend(&text[end..]);
        error.map_or(Ok(out), Err)
    }
}

/// A search in a text.
struct Search<'t> {
    text: &'t [u8],
    groups: Groups,
    tries: usize,
}

impl Search<'_> {
    /// Where matches of a program that begin at `start` end.
    fn ends(&mut self, program: &Posix, start: usize) -> Result<Vec<usize>, Wrong> {
        let mut ends = Vec::new();
        self.run(program, start, &mut |end| {
            ends.push(end);
            false
        })?;
        ends.sort_unstable();
        ends.dedup();
        Ok(ends)
    }

    /// Whether a program matches a part of the text.
    fn fits(&mut self, program: &Posix, start: usize, end: usize) -> Result<bool, Wrong> {
        let mut fits = false;
        self.run(program, start, &mut |found| {
            fits |= found == end;
            fits
        })?;
        Ok(fits)
    }

    /// Runs a program, and calls `found` with the ends of matches until it says that this is enough.
    fn run(&mut self, program: &Posix, start: usize, found: &mut dyn FnMut(usize) -> bool) -> Result<(), Wrong> {
        let text = self.text;
        let mut seen = hashbrown::HashSet::new();
        let known = self.groups.iter().flat_map(|group| [group.map(|(from, _)| from), group.map(|(_, to)| to)]);
        let mut slots: Vec<Option<usize>> = known.collect();
        slots.resize(program.slots, None);
        let mut open = vec![(0, start, slots)];
        while let Some((mut step, mut at, mut slots)) = open.pop() {
            loop {
                self.tries += 1;
                if self.tries > MAX_TRIES {
                    return Err(TOO_LONG);
                }
                if !program.has_references && !seen.insert((step, at)) {
                    break;
                }
                let next = text.get(at).copied();
                match &program.steps[step] {
                    Step::Byte(byte) if next == Some(*byte) => at += 1,
                    Step::Any if next.is_some() => at += 1,
                    Step::Set(set) if next.is_some_and(|byte| set[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0) => at += 1,
                    Step::Begin if at == 0 => {}
                    Step::End if at == text.len() => {}
                    Step::Reference(group) => {
                        let Some((from, to)) = slots[group * 2].zip(slots[group * 2 + 1]) else { break };
                        if !text[at..].starts_with(&text[from..to]) {
                            break;
                        }
                        at += to - from;
                    }
                    Step::Save(slot) => slots[*slot] = Some(at),
                    Step::Progress(slot) if slots[*slot] != Some(at) => {}
                    Step::Fork(first, other) => {
                        open.push((*other, at, slots.clone()));
                        step = *first;
                        continue;
                    }
                    Step::Jump(to) => {
                        step = *to;
                        continue;
                    }
                    Step::Match => {
                        if found(at) {
                            return Ok(());
                        }
                        break;
                    }
                    _ => break,
                }
                step += 1;
            }
        }
        Ok(())
    }

    /// Finds where the groups of a part are, which matches this part of the text.
    fn dissect(&mut self, of: &Posix, node: &Node, start: usize, end: usize) -> Result<(), Wrong> {
        match node {
            Node::Step(_) => {}
            Node::Group(group, inner) => {
                self.dissect(of, inner, start, end)?;
                self.groups[*group] = Some((start, end));
            }
            Node::Choice(nodes) => {
                for node in nodes {
                    if self.fits(&of.program(std::slice::from_ref(node))?, start, end)? {
                        return self.dissect(of, node, start, end);
                    }
                }
            }
            Node::Sequence(nodes) => {
                let mut at = start;
                for (place, node) in nodes.iter().enumerate() {
                    let rest = of.program(&nodes[place + 1..])?;
                    let ends = self.ends(&of.program(std::slice::from_ref(node))?, at)?;
                    for to in ends.into_iter().rev().filter(|&to| to <= end) {
                        // What follows may refer to groups of this part.
                        let before = self.groups.clone();
                        self.dissect(of, node, at, to)?;
                        if self.fits(&rest, to, end)? {
                            at = to;
                            break;
                        }
                        self.groups = before;
                    }
                }
            }
            Node::Repeat(node, ..) => {
                let once = of.program(std::slice::from_ref(&**node))?;
                let more = of.program(&[Node::Repeat(node.clone(), 0, None)])?;
                let mut at = start;
                while at < end {
                    let mut next = None;
                    for to in self.ends(&once, at)?.into_iter().rev().filter(|&to| to <= end && to > at) {
                        if self.fits(&more, to, end)? {
                            next = Some(to);
                            break;
                        }
                    }
                    let Some(to) = next else { break };
                    self.dissect(of, node, at, to)?;
                    at = to;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Posix;

    fn shown(pattern: &str, text: &str) -> String {
        match Posix::new(pattern.as_bytes()) {
            Err(wrong) => wrong.into(),
            Ok(posix) => {
                posix.substitute(text.as_bytes(), b"<\\0>").map_or_else(|wrong| wrong, |text| String::from_utf8_lossy(&text).into_owned())
            }
        }
    }

    #[test]
    fn matches() {
        for (pattern, text, want) in [
            ("a|ab|aab", "xaab", "x<aab>"),
            ("a|ab", "abc", "<ab>c"),
            ("(abc)\\1", "abcabc", "<abcabc>"),
            ("(abc)\\1", "abcab", "abcab"),
            ("o*", "foo", "<>foo"),
            ("o{2,}", "fooo", "f<ooo>"),
            ("o{1,2}b?", "fooob", "f<oo>ob"),
            ("^foo$", "foo", "<foo>"),
            ("^foo$", "foo_", "foo_"),
            ("[[:alpha:]_]+$", "a1b_", "a1<b_>"),
            ("[^a-m]", "abz", "ab<z>"),
            ("[]x]", "a]", "a<]>"),
            ("a{", "a{", "<a{>"),
            ("()", "a", "<>a"),
            ("(a*)*b", "aab", "<aab>"),
            ("fo\\o", "foo", "<foo>"),
            ("(a|b)*c|x", "abx", "ab<x>"),
        ] {
            assert_eq!(shown(pattern, text), want, "{pattern}");
        }
    }

    #[test]
    fn what_is_wrong() {
        for (pattern, want) in [
            ("", "empty (sub)expression"),
            ("f|", "empty (sub)expression"),
            ("*f", "repetition-operator operand invalid"),
            ("f**", "repetition-operator operand invalid"),
            ("[", "brackets ([ ]) not balanced"),
            ("a{1", "braces not balanced"),
            ("a{2,1}", "invalid repetition count(s)"),
            ("foo(", "parentheses not balanced"),
            ("[[:foo:]]", "invalid character class"),
            ("(a)\\2", "invalid backreference number"),
            ("a\\", "trailing backslash (\\)"),
            ("(((a{255}){255}){255}){255}", "out of memory"),
        ] {
            assert_eq!(shown(pattern, ""), want, "{pattern}");
        }
        let nested = "(".repeat(100_000);
        assert!(Posix::new(nested.as_bytes()).is_err());
    }

    #[test]
    fn replacements() {
        let groups = |pattern: &str, text: &str| Posix::new(pattern.as_bytes()).unwrap().find(text.as_bytes()).unwrap().unwrap();
        assert_eq!(groups("(foo|foo_b)(_bar|ar)", "foo_bar"), [Some((0, 7)), Some((0, 5)), Some((5, 7))]);
        assert_eq!(groups("(a|b)*(c)?", "xab"), [Some((0, 0)), None, None]);
        assert_eq!(groups("x(a|b)*", "xab"), [Some((0, 3)), Some((2, 3))]);
        assert_eq!(groups("([ab]+)c\\1", "aabcab"), [Some((1, 6)), Some((1, 3))]);
        let posix = Posix::new(b"(foo)_(.*)").unwrap();
        let by = |by: &str| posix.substitute(b"foo_bar", by.as_bytes()).map(|text| String::from_utf8_lossy(&text).into_owned());
        assert_eq!(by("\\2_\\1"), Ok("bar_foo".into()));
        assert_eq!(by("\\g<2>x\\q"), Ok("barxq".into()));
        assert_eq!(by("\\3"), Err("invalid backreference string '3'".into()));
        assert_eq!(by("x\\"), Err("replacement string contained trailing backslash".into()));
    }
}

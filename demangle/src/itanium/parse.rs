//! The parser's state, what all its parts use, and whole names: encodings and special names.
use super::{Behind, Graph, Id, List, Node, Qualifiers, Reference};

/// How deep types, expressions and encodings may be nested in a name.
const DEPTH: u32 = 200;

/// The arguments that the template parameters of some level refer to.
#[derive(Clone, Debug)]
pub(super) enum Level {
    /// [`Parser::outer`].
    Outer,
    /// The parameters that a lambda or a template parameter declares.
    Own(Vec<Id>),
    /// Parameters of `auto`, which have no declaration.
    Unknown,
}

/// What is known of a name when its parameters begin.
#[derive(Debug, Default)]
pub(super) struct NameState {
    /// It is a constructor, a destructor or a conversion: the name has no result type.
    pub(super) no_result: bool,
    pub(super) ends_with_arguments: bool,
    pub(super) behind: Behind,
    pub(super) explicit_object: bool,
}

/// Reads one name.
#[derive(Debug)]
pub(super) struct Parser<'n> {
    pub(super) text: &'n [u8],
    pub(super) at: usize,
    pub(super) graph: Graph<'n>,
    pub(super) substitutions: Vec<Id>,
    pub(super) levels: Vec<Level>,
    pub(super) outer: Vec<Id>,
    /// The numbers of the arguments that [`Node::Forward`] nodes wait for, from [`Graph::forward`]'s `waiting_from`th on.
    pub(super) waiting: Vec<usize>,
    /// Whether arguments may follow a template parameter.
    pub(super) arguments_may_follow: bool,
    pub(super) permit_forward: bool,
    /// The level of the parameters of the lambda whose signature is read.
    pub(super) lambda_level: Option<usize>,
    /// Within a constraint, where not all enclosing templates are known.
    pub(super) in_constraint: bool,
    /// How many template parameters of each kind have got a name.
    pub(super) invented: [u32; 3],
    depth: u32,
}

/// The graph of a whole name, and its top.
pub(super) fn parse(name: &[u8]) -> Option<(Graph<'_>, Id)> {
    let mut parser = Parser {
        text: name,
        at: 0,
        graph: Graph::default(),
        substitutions: Vec::new(),
        levels: Vec::new(),
        outer: Vec::new(),
        waiting: Vec::new(),
        arguments_may_follow: true,
        permit_forward: false,
        lambda_level: None,
        in_constraint: false,
        invented: [0; 3],
        depth: 0,
    };
    let top = parser.whole()?;
    (parser.at == name.len()).then_some((parser.graph, top))
}

impl<'n> Parser<'n> {
    pub(super) fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    /// A byte further on; zero past the end, which no mangled name contains.
    pub(super) fn peek_at(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn eat(&mut self, text: &[u8]) -> bool {
        let found = self.text[self.at..].starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    pub(super) fn expect(&mut self, text: &[u8]) -> Option<()> {
        self.eat(text).then_some(())
    }

    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = *self.text.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub(super) fn node(&mut self, node: Node<'n>) -> Id {
        self.graph.nodes.push(node);
        self.graph.nodes.len() as Id - 1
    }

    pub(super) fn name(&mut self, text: &'n [u8]) -> Id {
        self.node(Node::Name(text))
    }

    pub(super) fn list(&mut self, ids: &[Id]) -> List {
        let start = self.graph.lists.len() as u32;
        self.graph.lists.extend_from_slice(ids);
        List { start, len: ids.len() as u32 }
    }

    pub(super) fn kind(&self, id: Id) -> Node<'n> {
        self.graph.nodes[id as usize]
    }

    /// Makes a node something that can be referred to.
    pub(super) fn substitutable(&mut self, id: Id) -> Id {
        self.substitutions.push(id);
        id
    }

    /// One step deeper, if that is not too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Digits, with `n` before them for a negative number where that may be.
    pub(super) fn digits(&mut self, negative: bool) -> &'n [u8] {
        let start = self.at;
        if negative {
            self.eat(b"n");
        }
        let first = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == first {
            self.at = start;
        }
        &self.text[start..self.at]
    }

    /// A number that is there.
    pub(super) fn count(&mut self) -> Option<usize> {
        std::str::from_utf8(self.digits(false)).ok()?.parse().ok()
    }

    /// Items until one of the bytes that end them, which is eaten.
    pub(super) fn until_end(&mut self, mut item: impl FnMut(&mut Self) -> Option<Id>) -> Option<List> {
        let mut items = Vec::new();
        while !self.eat(b"E") {
            items.push(item(self)?);
        }
        Some(self.list(&items))
    }

    fn whole(&mut self) -> Option<Id> {
        if self.eat(b"_Z") || self.eat(b"__Z") {
            let name = self.encoding()?;
            return Some(match self.peek() {
                b'.' => {
                    let suffix = &self.text[self.at..];
                    self.at = self.text.len();
                    self.node(Node::Suffixed { name, suffix })
                }
                _ => name,
            });
        }
        if self.eat(b"___Z") || self.eat(b"____Z") {
            let name = self.encoding()?;
            self.expect(b"_block_invoke")?;
            let numbered = self.eat(b"_");
            if self.digits(false).is_empty() && numbered {
                return None;
            }
            if self.peek() == b'.' {
                self.at = self.text.len();
            }
            return Some(self.node(Node::Special { words: "invocation function for block in ", name }));
        }
        None
    }

    fn at_end_of_encoding(&self) -> bool {
        matches!(self.peek(), 0 | b'E' | b'.' | b'_')
    }

    /// `<encoding>`.
    pub(super) fn encoding(&mut self) -> Option<Id> {
        // The template parameters of a name do not reach into another.
        let levels = std::mem::take(&mut self.levels);
        let outer = std::mem::take(&mut self.outer);
        let read = self.deeper(Self::encoding_alone);
        self.levels = levels;
        self.outer = outer;
        read
    }

    fn encoding_alone(&mut self) -> Option<Id> {
        if matches!(self.peek(), b'G' | b'T') {
            return self.special();
        }
        let mut state = NameState::default();
        let waiting_from = self.waiting.len();
        let name = self.any_name(Some(&mut state))?;
        self.resolve_forward(waiting_from)?;
        if self.at_end_of_encoding() {
            return Some(name);
        }
        let mut attributes = None;
        if self.eat(b"Ua9enable_ifI") {
            attributes = Some(self.until_end(Self::template_argument)?);
        }
        let mut result = None;
        if !state.no_result && state.ends_with_arguments {
            result = Some(self.ty()?);
        }
        let mut params = Vec::new();
        if !self.eat(b"v") {
            loop {
                params.push(self.ty()?);
                if self.at_end_of_encoding() || self.peek() == b'Q' {
                    break;
                }
            }
        }
        let mut behind = state.behind;
        if self.eat(b"Q") {
            behind.last = Some(self.constraint()?);
        }
        let params = self.list(&params);
        Some(self.node(Node::Function { result, name, params, explicit_object: state.explicit_object, attributes, behind }))
    }

    /// Gives the parameters that were met before their arguments those arguments.
    fn resolve_forward(&mut self, from: usize) -> Option<()> {
        let first = self.graph.forward.len() - (self.waiting.len() - from);
        for (place, number) in self.waiting.drain(from..).enumerate() {
            let found = match self.levels.first()? {
                Level::Outer => self.outer.get(number),
                Level::Own(own) => own.get(number),
                Level::Unknown => None,
            };
            self.graph.forward[first + place] = Some(*found?);
        }
        Some(())
    }

    /// `<special-name>`.
    fn special(&mut self) -> Option<Id> {
        let words = |node: Node<'n>| Some(node);
        let code = [self.peek(), self.peek_at(1)];
        let of_type = match &code {
            b"TV" => "vtable for ",
            b"TT" => "VTT for ",
            b"TI" => "typeinfo for ",
            b"TS" => "typeinfo name for ",
            _ => "",
        };
        let of_name = match &code {
            b"TW" => "thread-local wrapper routine for ",
            b"TH" => "thread-local initialization routine for ",
            b"GV" => "guard variable for ",
            b"GR" => "reference temporary for ",
            _ => "",
        };
        if !of_type.is_empty() {
            self.at += 2;
            let name = self.ty()?;
            return Some(self.node(Node::Special { words: of_type, name }));
        }
        if !of_name.is_empty() {
            self.at += 2;
            let name = self.any_name(None)?;
            if code == *b"GR" {
                // Some producers leave out the last of it.
                let numbered = self.sequence_number();
                if !self.eat(b"_") && numbered {
                    return None;
                }
            }
            return Some(self.node(Node::Special { words: of_name, name }));
        }
        let node = match &code {
            b"TA" => {
                self.at += 2;
                let name = self.template_argument()?;
                words(Node::Special { words: "template parameter object for ", name })?
            }
            b"TC" => {
                self.at += 2;
                let class = self.ty()?;
                if self.digits(true).is_empty() {
                    return None;
                }
                self.expect(b"_")?;
                let base = self.ty()?;
                words(Node::ConstructionTable { base, class })?
            }
            b"Tc" => {
                self.at += 2;
                self.call_offset()?;
                self.call_offset()?;
                let name = self.encoding()?;
                words(Node::Special { words: "covariant return thunk to ", name })?
            }
            b"GI" => {
                self.at += 2;
                let name = self.module_name()??;
                words(Node::Special { words: "initializer for module ", name })?
            }
            [b'T', _] => {
                self.at += 1;
                let virtually = self.peek() == b'v';
                self.call_offset()?;
                let name = self.encoding()?;
                words(Node::Special { words: if virtually { "virtual thunk to " } else { "non-virtual thunk to " }, name })?
            }
            _ => return None,
        };
        Some(self.node(node))
    }

    /// `<call-offset>`, which is not printed.
    fn call_offset(&mut self) -> Option<()> {
        let numbers = match self.next()? {
            b'h' => 1,
            b'v' => 2,
            _ => return None,
        };
        for _ in 0..numbers {
            if self.digits(true).is_empty() {
                return None;
            }
            self.expect(b"_")?;
        }
        Some(())
    }

    /// A number of base 36, if there is one.
    fn sequence_number(&mut self) -> bool {
        let start = self.at;
        while matches!(self.peek(), b'0'..=b'9' | b'A'..=b'Z') {
            self.at += 1;
        }
        self.at > start
    }

    /// `<CV-qualifiers>`.
    pub(super) fn qualifiers(&mut self) -> Qualifiers {
        let restrict = self.eat(b"r");
        let volatile = self.eat(b"V");
        let constant = self.eat(b"K");
        Qualifiers { constant, volatile, restrict }
    }

    /// `<ref-qualifier>`.
    pub(super) fn reference(&mut self) -> Reference {
        if self.eat(b"O") {
            Reference::Right
        } else if self.eat(b"R") {
            Reference::Left
        } else {
            Reference::None
        }
    }
}

//! Prints the graph of a name. A C++ declarator surrounds what it declares, so most nodes have a left and a right part.
use super::operators::Binding;
use super::{Behind, Graph, Id, List, Node, ParamKind, Qualifiers, Reference, Standard};

/// How deep nodes may be nested.
const DEPTH: u32 = 700;

/// The least work that any name may take, in nodes and bytes.
const LEAST_WORK: usize = 1 << 14;

/// What each byte of a name may take more.
const WORK_PER_BYTE: usize = 1 << 10;

/// The most work.
const MOST_WORK: usize = 1 << 22;

/// Which argument of a pack is printed, of how many.
#[derive(Clone, Copy, Debug)]
struct Pack {
    index: usize,
    len: usize,
}

#[derive(Debug)]
pub(super) struct Printer<'g, 'n> {
    pub(super) graph: &'g Graph<'n>,
    pub(super) out: Vec<u8>,
    /// How many parentheses are open in a template argument list, where `>` would end it. None outside of all lists.
    pub(super) parentheses: Option<u32>,
    pack: Option<Pack>,
    /// The [`Node::Forward`] nodes that are being printed: one may contain itself.
    within: Vec<u32>,
    work: usize,
    depth: u32,
}

/// The text of a graph that came of a name of some length. None if it is too deep, or far longer than the name.
pub(super) fn print(graph: &Graph<'_>, top: Id, length: usize) -> Option<Vec<u8>> {
    let work = LEAST_WORK.saturating_add(length.saturating_mul(WORK_PER_BYTE)).min(MOST_WORK);
    let mut printer = Printer { graph, out: Vec::new(), parentheses: None, pack: None, within: Vec::new(), work, depth: 0 };
    printer.print(top)?;
    Some(printer.out)
}

impl<'n> Printer<'_, 'n> {
    fn spend(&mut self, amount: usize) -> Option<()> {
        self.work = self.work.checked_sub(amount)?;
        Some(())
    }

    fn deeper<T>(&mut self, print: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.spend(1)?;
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let printed = print(self);
        self.depth -= 1;
        printed
    }

    pub(super) fn push(&mut self, text: impl AsRef<[u8]>) -> Option<()> {
        let text = text.as_ref();
        self.spend(text.len())?;
        self.out.extend_from_slice(text);
        Some(())
    }

    pub(super) fn open(&mut self, bracket: &str) -> Option<()> {
        self.parentheses = self.parentheses.map(|open| open + 1);
        self.push(bracket)
    }

    pub(super) fn close(&mut self, bracket: &str) -> Option<()> {
        self.parentheses = self.parentheses.map(|open| open - 1);
        self.push(bracket)
    }

    pub(super) fn node(&self, id: Id) -> Node<'n> {
        self.graph.nodes[id as usize]
    }

    /// Both parts.
    pub(super) fn print(&mut self, id: Id) -> Option<()> {
        self.left(id)?;
        self.right(id)
    }

    /// A list with commas; an item that is an empty pack leaves none.
    pub(super) fn list(&mut self, list: List) -> Option<()> {
        self.list_after("", list)
    }

    /// The same, with words before the first item.
    fn list_after(&mut self, words: &str, list: List) -> Option<()> {
        let mut first = true;
        for place in 0..list.len as usize {
            let before = self.out.len();
            if !first {
                self.push(", ")?;
            }
            let after = self.out.len();
            if first {
                self.push(words)?;
            }
            self.operand(self.graph.list(list)[place], Binding::Comma, false)?;
            if self.out.len() == after {
                self.out.truncate(before);
            } else {
                first = false;
            }
        }
        Some(())
    }

    /// Something between the angle brackets of a template.
    pub(super) fn in_angles(&mut self, print: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let before = self.parentheses.replace(0);
        self.push("<")?;
        print(self)?;
        self.push(">")?;
        self.parentheses = before;
        Some(())
    }

    /// The argument of a pack that is now printed.
    fn element(&mut self, pack: List) -> Option<Id> {
        let now = *self.pack.get_or_insert(Pack { index: 0, len: pack.len as usize });
        self.graph.list(pack).get(now.index).copied()
    }

    /// The node that determines the declarator of another one.
    fn stands_for(&mut self, id: Id) -> Option<Id> {
        match self.node(id) {
            Node::Qualified { ty, .. } => Some(ty),
            Node::ParameterPack(pack) => self.element(pack),
            Node::Forward(place) if !self.within.contains(&place) => self.graph.forward[place as usize],
            Node::Qualifying(argument) => Some(argument),
            _ => None,
        }
    }

    /// Whether something is printed to the right of the name that a type is of.
    fn has_right(&mut self, id: Id) -> Option<bool> {
        let next = match self.node(id) {
            Node::Array { .. } | Node::FunctionType { .. } | Node::Function { .. } => return Some(true),
            Node::Pointer(ty) | Node::ReferenceTo { ty, .. } | Node::MemberPointer { member: ty, .. } => ty,
            _ => match self.stands_for(id) {
                Some(next) => next,
                None => return Some(false),
            },
        };
        self.deeper(|this| this.has_right(next))
    }

    fn is_array(&mut self, id: Id) -> Option<bool> {
        self.is(id, |node| matches!(node, Node::Array { .. }))
    }

    fn is_array_or_function(&mut self, id: Id) -> Option<bool> {
        self.is(id, |node| matches!(node, Node::Array { .. } | Node::FunctionType { .. } | Node::Function { .. }))
    }

    fn is(&mut self, mut id: Id, kind: fn(Node<'_>) -> bool) -> Option<bool> {
        loop {
            self.spend(1)?;
            if kind(self.node(id)) {
                return Some(true);
            }
            id = match self.stands_for(id) {
                Some(next) => next,
                None => return Some(false),
            };
        }
    }

    fn left(&mut self, id: Id) -> Option<()> {
        self.deeper(|this| this.left_here(id))
    }

    pub(super) fn right(&mut self, id: Id) -> Option<()> {
        self.deeper(|this| this.right_here(id))
    }

    fn left_here(&mut self, id: Id) -> Option<()> {
        match self.node(id) {
            Node::Name(text) => self.push(text),
            Node::Nested { scope, name } | Node::Local { function: scope, name } => self.joined(scope, "::", name),
            Node::Friend { scope, name } => self.joined(scope, "::friend ", name),
            Node::Global(name) => {
                self.push("::")?;
                self.print(name)
            }
            Node::Module { parent, name, partition } => {
                if let Some(parent) = parent {
                    self.print(parent)?;
                }
                if parent.is_some() || partition {
                    self.push(if partition { ":" } else { "." })?;
                }
                self.print(name)
            }
            Node::InModule { name, module } => self.joined(name, "@", module),
            Node::Tagged { name, tag } => {
                self.left(name)?;
                self.push("[abi:")?;
                self.push(tag)?;
                self.push("]")
            }
            Node::WithArguments { name, arguments } => self.joined(name, "", arguments),
            Node::Arguments(arguments) => self.in_angles(|this| this.list(arguments)),
            Node::ArgumentPack(arguments) | Node::Sequence(arguments) => self.list(arguments),
            Node::ParameterPack(pack) => match self.element(pack) {
                Some(element) => self.left(element),
                None => Some(()),
            },
            Node::Qualifying(argument) => self.left(argument),
            Node::Expansion(child) => self.expansion(child),
            Node::Forward(place) => {
                if self.within.contains(&place) {
                    return Some(());
                }
                self.within.push(place);
                self.left(self.graph.forward[place as usize]?)?;
                self.within.pop();
                Some(())
            }
            Node::Abbreviation(standard) => {
                self.push("std::")?;
                self.push(short(standard))
            }
            Node::SpelledOut(standard) => {
                self.push("std::")?;
                self.push(base(standard))?;
                self.push(match standard {
                    Standard::String => "<char, std::char_traits<char>, std::allocator<char>>",
                    _ => "<char, std::char_traits<char>>",
                })
            }
            Node::Constructor { class, destructor } => {
                if destructor {
                    self.push("~")?;
                }
                self.base_name(class)
            }
            Node::Destructor(class) => {
                self.push("~")?;
                self.left(class)
            }
            Node::Conversion(ty) => {
                self.push("operator ")?;
                self.print(ty)
            }
            Node::OperatorName(operator) => {
                self.push("operator")?;
                if operator.words.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                    self.push(" ")?;
                }
                self.push(operator.words)
            }
            Node::Literal(name) => {
                self.push("operator\"\" ")?;
                self.print(name)
            }
            Node::Bindings(names) => {
                self.open("[")?;
                self.list(names)?;
                self.close("]")
            }
            Node::Unnamed(count) => {
                self.push("'unnamed")?;
                self.push(count)?;
                self.push("'")
            }
            Node::Lambda { count, .. } => {
                self.push("'lambda")?;
                self.push(count)?;
                self.push("'")?;
                self.lambda_signature(id)
            }
            Node::Block => self.push("'block-literal'"),
            Node::Invented { kind, number } => {
                self.push(match kind {
                    ParamKind::Type => "$T",
                    ParamKind::Value => "$N",
                    ParamKind::Template => "$TT",
                })?;
                match number.checked_sub(1) {
                    Some(number) => self.push(number.to_string()),
                    None => Some(()),
                }
            }
            Node::TypeParam(_) => self.push("typename "),
            Node::ConstrainedParam { constraint, .. } => {
                self.print(constraint)?;
                self.push(" ")
            }
            Node::ValueParam { ty, .. } => {
                self.left(ty)?;
                if self.has_right(ty)? { Some(()) } else { self.push(" ") }
            }
            Node::TemplateParam { params, .. } => {
                self.push("template")?;
                self.in_angles(|this| this.list(params))?;
                self.push(" typename ")
            }
            Node::PackParam(param) => {
                self.left(param)?;
                self.push("...")
            }
            Node::Function { result, name, .. } => {
                if let Some(result) = result {
                    self.left(result)?;
                    if !self.has_right(result)? {
                        self.push(" ")?;
                    }
                }
                self.print(name)
            }
            Node::Special { words, name } => {
                self.push(words)?;
                self.print(name)
            }
            Node::ConstructionTable { base, class } => {
                self.push("construction vtable for ")?;
                self.joined(base, "-in-", class)
            }
            Node::Suffixed { name, suffix } => {
                self.print(name)?;
                self.push(" (")?;
                self.push(suffix)?;
                self.push(")")
            }
            Node::Qualified { ty, qualifiers } => {
                self.left(ty)?;
                self.qualifiers(qualifiers)
            }
            Node::Extended { ty, name, arguments } => {
                self.print(ty)?;
                self.push(" ")?;
                self.push(name)?;
                match arguments {
                    Some(arguments) => self.print(arguments),
                    None => Some(()),
                }
            }
            Node::Protocol { ty, name } => {
                self.print(ty)?;
                self.push("<")?;
                self.push(name)?;
                self.push(">")
            }
            Node::Pointer(ty) => {
                // An object of Objective-C that has a protocol has a name of its own.
                if let Some(name) = self.protocol(ty) {
                    self.push("id<")?;
                    self.push(name)?;
                    return self.push(">");
                }
                self.left(ty)?;
                self.declarator(ty)?;
                self.push("*")
            }
            Node::ReferenceTo { .. } => {
                let Some((ty, right)) = self.collapsed(id)? else { return Some(()) };
                self.left(ty)?;
                self.declarator(ty)?;
                self.push(if right { "&&" } else { "&" })
            }
            Node::MemberPointer { class, member } => {
                self.left(member)?;
                if self.is_array_or_function(member)? {
                    self.open("(")?;
                } else {
                    self.push(" ")?;
                }
                self.print(class)?;
                self.push("::*")
            }
            Node::Array { element, .. } => self.left(element),
            Node::FunctionType { result, .. } => {
                self.left(result)?;
                self.push(" ")
            }
            Node::Worded { ty, words } => {
                self.left(ty)?;
                self.push(words)
            }
            Node::Elaborated { words, name } => {
                self.push(words)?;
                self.push(" ")?;
                self.print(name)
            }
            Node::Vector { element, length } => {
                self.print(element)?;
                self.push(" vector[")?;
                if let Some(length) = length {
                    self.print(length)?;
                }
                self.push("]")
            }
            Node::PixelVector(length) => {
                self.push("pixel vector[")?;
                self.print(length)?;
                self.push("]")
            }
            Node::BitInt { bits, signed } => self.words_around(if signed { "_BitInt" } else { "unsigned _BitInt" }, bits),
            Node::Float(bits) => {
                self.push("_Float")?;
                self.print(bits)
            }
            Node::Fixed { saturated, size, fraction } => {
                self.push(if saturated { "_Sat " } else { "" })?;
                self.push(size)?;
                self.push(if fraction { "_Fract" } else { "_Accum" })
            }
            Node::Transformed { name, ty } => {
                self.push(name)?;
                self.open("(")?;
                self.print(ty)?;
                self.close(")")
            }
            Node::NoExcept(value) => self.words_around("noexcept", value),
            Node::Decltype(value) => self.words_around("decltype", value),
            Node::Throws(types) => {
                self.push("throw")?;
                self.parenthesised(types)
            }
            _ => self.expression(id),
        }
    }

    fn right_here(&mut self, id: Id) -> Option<()> {
        match self.node(id) {
            Node::ParameterPack(pack) => match self.element(pack) {
                Some(element) => self.right(element),
                None => Some(()),
            },
            Node::Qualifying(ty) | Node::Qualified { ty, .. } => self.right(ty),
            Node::Forward(place) => {
                if self.within.contains(&place) {
                    return Some(());
                }
                self.within.push(place);
                self.right(self.graph.forward[place as usize]?)?;
                self.within.pop();
                Some(())
            }
            Node::TypeParam(name) | Node::ConstrainedParam { name, .. } => self.print(name),
            Node::ValueParam { name, ty } => {
                self.print(name)?;
                self.right(ty)
            }
            Node::TemplateParam { name, requires, .. } => {
                self.print(name)?;
                self.requires(requires)
            }
            Node::PackParam(param) => self.right(param),
            Node::Function { result, params, explicit_object, attributes, behind, .. } => {
                self.open("(")?;
                self.list_after(if explicit_object { "this " } else { "" }, params)?;
                self.close(")")?;
                if let Some(result) = result {
                    self.right(result)?;
                }
                self.behind(behind)?;
                if let Some(attributes) = attributes {
                    self.push(" [enable_if:")?;
                    self.list(attributes)?;
                    self.push("]")?;
                }
                self.requires(behind.last)
            }
            Node::Pointer(ty) => {
                if self.protocol(ty).is_some() {
                    return Some(());
                }
                self.declarator_end(ty)
            }
            Node::ReferenceTo { .. } => match self.collapsed(id)? {
                Some((ty, _)) => self.declarator_end(ty),
                None => Some(()),
            },
            Node::MemberPointer { member, .. } => self.declarator_end(member),
            Node::Array { element, length } => {
                if self.out.last() != Some(&b']') {
                    self.push(" ")?;
                }
                self.open("[")?;
                if let Some(length) = length {
                    self.print(length)?;
                }
                self.close("]")?;
                self.right(element)
            }
            Node::FunctionType { result, params, behind } => {
                self.parenthesised(params)?;
                self.right(result)?;
                self.behind(behind)?;
                if let Some(specification) = behind.last {
                    self.push(" ")?;
                    self.print(specification)?;
                }
                Some(())
            }
            _ => Some(()),
        }
    }

    pub(super) fn joined(&mut self, first: Id, between: &str, second: Id) -> Option<()> {
        self.print(first)?;
        self.push(between)?;
        self.print(second)
    }

    pub(super) fn parenthesised(&mut self, list: List) -> Option<()> {
        self.open("(")?;
        self.list(list)?;
        self.close(")")
    }

    pub(super) fn words_around(&mut self, words: &str, inner: Id) -> Option<()> {
        self.push(words)?;
        self.open("(")?;
        self.print(inner)?;
        self.close(")")
    }

    /// The protocol of an object of Objective-C.
    fn protocol(&self, ty: Id) -> Option<&'n [u8]> {
        let Node::Protocol { ty: object, name } = self.node(ty) else { return None };
        matches!(self.node(object), Node::Name(b"objc_object")).then_some(name)
    }

    /// The text between the pointee type and the asterisk.
    fn declarator(&mut self, ty: Id) -> Option<()> {
        if self.is_array(ty)? {
            self.push(" ")?;
        }
        if self.is_array_or_function(ty)? { self.open("(") } else { Some(()) }
    }

    fn declarator_end(&mut self, ty: Id) -> Option<()> {
        if self.is_array_or_function(ty)? {
            self.close(")")?;
        }
        self.right(ty)
    }

    /// What a reference to references refers to, and how. Nothing if it refers to itself, through a parameter.
    #[expect(clippy::option_option, reason = "the outer one is that of work")]
    fn collapsed(&mut self, mut id: Id) -> Option<Option<(Id, bool)>> {
        let mut both = true;
        let mut forward = 0;
        loop {
            self.spend(1)?;
            id = match self.node(id) {
                Node::ReferenceTo { ty, right } => {
                    both &= right;
                    ty
                }
                Node::ParameterPack(_) | Node::Forward(_) => {
                    forward += usize::from(matches!(self.node(id), Node::Forward(_)));
                    if forward > self.graph.forward.len() {
                        return Some(None);
                    }
                    match self.stands_for(id) {
                        Some(next) => next,
                        None => return Some(Some((id, both))),
                    }
                }
                _ => return Some(Some((id, both))),
            };
        }
    }

    /// A pattern once for each argument of the packs in it.
    pub(super) fn expansion(&mut self, pattern: Id) -> Option<()> {
        let outer = self.pack.take();
        let start = self.out.len();
        self.print(pattern)?;
        match self.pack {
            // Nothing in it is a pack whose arguments are known.
            None => self.push("...")?,
            Some(Pack { len: 0, .. }) => self.out.truncate(start),
            Some(Pack { len, .. }) => {
                for index in 1..len {
                    self.push(", ")?;
                    self.pack = Some(Pack { index, len });
                    self.print(pattern)?;
                }
            }
        }
        self.pack = outer;
        Some(())
    }

    fn qualifiers(&mut self, qualifiers: Qualifiers) -> Option<()> {
        for (set, words) in [(qualifiers.constant, " const"), (qualifiers.volatile, " volatile"), (qualifiers.restrict, " restrict")] {
            if set {
                self.push(words)?;
            }
        }
        Some(())
    }

    fn behind(&mut self, behind: Behind) -> Option<()> {
        self.qualifiers(behind.qualifiers)?;
        self.push(match behind.reference {
            Reference::None => "",
            Reference::Left => " &",
            Reference::Right => " &&",
        })
    }

    fn requires(&mut self, constraint: Option<Id>) -> Option<()> {
        let Some(constraint) = constraint else { return Some(()) };
        self.push(" requires ")?;
        self.print(constraint)
    }

    pub(super) fn lambda_signature(&mut self, id: Id) -> Option<()> {
        let Node::Lambda { params, first, types, second, .. } = self.node(id) else { return self.print(id) };
        if !params.is_empty() {
            self.in_angles(|this| this.list(params))?;
        }
        if first.is_some() {
            self.requires(first)?;
            self.push(" ")?;
        }
        self.parenthesised(types)?;
        self.requires(second)
    }

    /// The last part of the name of a class, which its constructors have.
    fn base_name(&mut self, mut id: Id) -> Option<()> {
        loop {
            self.spend(1)?;
            id = match self.node(id) {
                Node::Name(name) => return self.push(name),
                Node::Abbreviation(standard) => return self.push(short(standard)),
                Node::SpelledOut(standard) => return self.push(base(standard)),
                Node::Nested { name, .. }
                | Node::Friend { name, .. }
                | Node::Local { name, .. }
                | Node::Global(name)
                | Node::InModule { name, .. }
                | Node::Tagged { name, .. }
                | Node::WithArguments { name, .. } => name,
                Node::Forward(_) => match self.stands_for(id) {
                    Some(next) => next,
                    None => return Some(()),
                },
                _ => return Some(()),
            };
        }
    }

    /// An operand, in parentheses if it binds less than its operator needs.
    pub(super) fn operand(&mut self, id: Id, binding: Binding, strictly: bool) -> Option<()> {
        let own = self.binding(id);
        if own > binding || (own == binding && !strictly) {
            self.open("(")?;
            self.print(id)?;
            return self.close(")");
        }
        self.print(id)
    }
}

fn short(standard: Standard) -> &'static str {
    match standard {
        Standard::Allocator => "allocator",
        Standard::BasicString => "basic_string",
        Standard::String => "string",
        Standard::Istream => "istream",
        Standard::Ostream => "ostream",
        Standard::Iostream => "iostream",
    }
}

fn base(standard: Standard) -> &'static str {
    match standard {
        Standard::Allocator => "allocator",
        Standard::BasicString | Standard::String => "basic_string",
        Standard::Istream => "basic_istream",
        Standard::Ostream => "basic_ostream",
        Standard::Iostream => "basic_iostream",
    }
}

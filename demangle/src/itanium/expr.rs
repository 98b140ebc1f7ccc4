//! Expressions, literals, and names that depend on template parameters.
use super::operators::{self, Form, Operator};
use super::parse::Parser;
use super::{Id, List, Node, float};

/// The literals of integer types of one letter: with the type before them, or a suffix of up to three letters.
const INTEGERS: [(u8, &str); 14] = [
    (b'w', "wchar_t"),
    (b'c', "char"),
    (b'a', "signed char"),
    (b'h', "unsigned char"),
    (b's', "short"),
    (b't', "unsigned short"),
    (b'i', ""),
    (b'j', "u"),
    (b'l', "l"),
    (b'm', "ul"),
    (b'x', "ll"),
    (b'y', "ull"),
    (b'n', "__int128"),
    (b'o', "unsigned __int128"),
];

impl<'n> Parser<'n> {
    /// `<expression>`.
    pub(super) fn expression(&mut self) -> Option<Id> {
        self.deeper(Self::expression_here)
    }

    fn expression_here(&mut self) -> Option<Id> {
        let global = self.eat(b"gs");
        let code = [self.peek(), self.peek_at(1)];
        if let Some(operator) = operators::find(code) {
            self.at += 2;
            return self.operation(operator, global);
        }
        match &code {
            b"sr" | b"on" | b"dn" | [b'0'..=b'9', _] => return self.unresolved_name(global),
            _ if global => return None,
            [b'L', _] => return self.literal(),
            [b'T', _] => return self.template_param(),
            [b'f', b'p'] => return self.function_parameter(),
            [b'f', b'L'] if self.peek_at(2).is_ascii_digit() => return self.function_parameter(),
            [b'f', _] => return self.fold(),
            [b'u', _] => return self.vendor_expression(),
            _ => self.at = (self.at + 2).min(self.text.len()),
        }
        let node = match &code {
            b"il" => Node::Braces { ty: None, elements: self.until_end(Self::braced)? },
            b"tl" => {
                let ty = self.ty()?;
                Node::Braces { ty: Some(ty), elements: self.until_end(Self::braced)? }
            }
            b"mc" => {
                let ty = self.ty()?;
                let operand = self.expression()?;
                self.digits(true);
                self.expect(b"E")?;
                Node::MemberPointerCast { ty, operand }
            }
            b"so" => self.subobject()?,
            b"sp" => Node::Expansion(self.expression()?),
            b"sZ" => match self.peek() {
                b'T' => Node::SizeOfPack(self.template_param()?),
                _ => Node::Enclosing { words: "sizeof... ", operand: self.function_parameter()?, postfix: false },
            },
            b"sP" => {
                let arguments = self.until_end(Self::template_argument)?;
                let operand = self.node(Node::Sequence(arguments));
                Node::Enclosing { words: "sizeof... ", operand, postfix: false }
            }
            b"tr" => Node::Name(b"throw"),
            b"tw" => Node::Throw(self.expression()?),
            b"rq" | b"rQ" => self.requires(code[1] == b'Q')?,
            _ => return None,
        };
        Some(self.node(node))
    }

    /// An operator and its operands.
    fn operation(&mut self, operator: &'static Operator, global: bool) -> Option<Id> {
        if global && !matches!(operator.form, Form::New | Form::Delete) {
            return None;
        }
        let node = match operator.form {
            Form::Prefix => Node::Prefix { operator, operand: self.expression()? },
            Form::Postfix => {
                if self.eat(b"_") {
                    Node::Prefix { operator, operand: self.expression()? }
                } else {
                    Node::Postfix { operator, operand: self.expression()? }
                }
            }
            Form::Binary => Node::Binary { operator, left: self.expression()?, right: self.expression()? },
            Form::Member => Node::Member { operator, left: self.expression()?, right: self.expression()? },
            Form::Subscript => Node::Subscript { left: self.expression()?, right: self.expression()? },
            Form::Conditional => Node::Conditional { condition: self.expression()?, yes: self.expression()?, no: self.expression()? },
            Form::New => {
                let mut placement = Vec::new();
                while !self.eat(b"_") {
                    placement.push(self.expression()?);
                }
                let placement = self.list(&placement);
                let ty = self.ty()?;
                let arguments = if self.eat(b"pi") {
                    self.until_end(Self::expression)?
                } else {
                    self.expect(b"E")?;
                    List::default()
                };
                Node::New { placement, ty, arguments, global, array: operator.flag }
            }
            Form::Delete => Node::Delete { operand: self.expression()?, global, array: operator.flag },
            Form::Call => {
                let callee = self.expression()?;
                Node::Call { callee, arguments: self.until_end(Self::expression)?, parenthesised: operator.flag }
            }
            Form::Cast => {
                let follow = std::mem::replace(&mut self.arguments_may_follow, false);
                let ty = self.ty();
                self.arguments_may_follow = follow;
                let ty = ty?;
                let operands = if self.eat(b"_") {
                    self.until_end(Self::expression)?
                } else {
                    let operand = self.expression()?;
                    self.list(&[operand])
                };
                Node::Cast { ty, operands }
            }
            Form::NamedCast => Node::NamedCast { words: operator.words, ty: self.ty()?, operand: self.expression()? },
            Form::OfType => {
                Node::Enclosing { words: operator.words, operand: self.ty()?, postfix: operator.binding == operators::Binding::Postfix }
            }
            Form::OfValue => Node::Enclosing {
                words: operator.words,
                operand: self.expression()?,
                postfix: operator.binding == operators::Binding::Postfix,
            },
            Form::Name => return None,
        };
        Some(self.node(node))
    }

    /// `<braced-expression>`.
    fn braced(&mut self) -> Option<Id> {
        self.deeper(Self::braced_here)
    }

    fn braced_here(&mut self) -> Option<Id> {
        let node = match &[self.peek(), self.peek_at(1)] {
            b"di" => {
                self.at += 2;
                Node::Designated { array: false, element: self.source_name()?, value: self.braced()? }
            }
            b"dx" => {
                self.at += 2;
                Node::Designated { array: true, element: self.expression()?, value: self.braced()? }
            }
            b"dX" => {
                self.at += 2;
                Node::DesignatedRange { first: self.expression()?, last: self.expression()?, value: self.braced()? }
            }
            _ => return self.expression(),
        };
        Some(self.node(node))
    }

    /// `<fold-expr>`.
    fn fold(&mut self) -> Option<Id> {
        self.expect(b"f")?;
        let (left, started) = match self.next()? {
            b'l' => (true, false),
            b'r' => (false, false),
            b'L' => (true, true),
            b'R' => (false, true),
            _ => return None,
        };
        let operator = operators::find([self.next()?, self.next()?]).filter(|operator| operator.folds())?;
        let first = self.expression()?;
        let second = if started { Some(self.expression()?) } else { None };
        let (pack, start) = match second {
            Some(second) if left => (second, Some(first)),
            second => (first, second),
        };
        Some(self.node(Node::Fold { left, operator, pack, start }))
    }

    /// `<function-param>`.
    fn function_parameter(&mut self) -> Option<Id> {
        if self.eat(b"fpT") {
            return Some(self.name(b"this"));
        }
        if self.eat(b"fL") {
            if self.digits(false).is_empty() {
                return None;
            }
            self.expect(b"p")?;
        } else {
            self.expect(b"fp")?;
        }
        self.qualifiers();
        let number = self.digits(false);
        self.expect(b"_")?;
        Some(self.node(Node::FunctionParameter(number)))
    }

    /// An expression of a vendor, written like a call.
    fn vendor_expression(&mut self) -> Option<Id> {
        self.expect(b"u")?;
        let callee = self.source_name()?;
        let arguments = match self.kind(callee) {
            Node::Name(b"__uuidof") if self.peek() == b't' => {
                self.at += 1;
                let ty = self.ty()?;
                self.list(&[ty])
            }
            Node::Name(b"__uuidof") if self.peek() == b'z' => {
                self.at += 1;
                let value = self.expression()?;
                self.list(&[value])
            }
            _ => self.until_end(Self::template_argument)?,
        };
        Some(self.node(Node::Call { callee, arguments, parenthesised: false }))
    }

    /// What follows `so`.
    fn subobject(&mut self) -> Option<Node<'n>> {
        let ty = self.ty()?;
        let of = self.expression()?;
        let offset = self.digits(true);
        while self.eat(b"_") {
            self.digits(false);
        }
        self.eat(b"p");
        self.expect(b"E")?;
        Some(Node::Subobject { ty, of, offset })
    }

    /// `<requires-expression>`, after its code.
    fn requires(&mut self, with_params: bool) -> Option<Node<'n>> {
        let mut params = Vec::new();
        if with_params {
            while !self.eat(b"_") {
                params.push(self.ty()?);
            }
        }
        let params = self.list(&params);
        let mut requirements = Vec::new();
        loop {
            let requirement = match self.next()? {
                b'X' => {
                    let operand = self.expression()?;
                    let noexcept = self.eat(b"N");
                    let constraint = if self.eat(b"R") { Some(self.type_constraint()?) } else { None };
                    Node::Requirement { operand, noexcept, constraint }
                }
                b'T' => Node::TypeRequirement(self.ty()?),
                b'Q' => Node::NestedRequirement(self.constraint()?),
                _ => return None,
            };
            requirements.push(self.node(requirement));
            if self.eat(b"E") {
                break;
            }
        }
        let requirements = self.list(&requirements);
        Some(Node::Requires { params, requirements })
    }

    /// `<expr-primary>`.
    pub(super) fn literal(&mut self) -> Option<Id> {
        self.expect(b"L")?;
        if let Some((_, ty)) = INTEGERS.iter().find(|(code, _)| *code == self.peek()) {
            self.at += 1;
            let digits = self.number()?;
            self.expect(b"E")?;
            return Some(self.node(Node::Number { ty, digits }));
        }
        let node = match self.peek() {
            b'b' => {
                self.at += 1;
                match self.next()? {
                    b'0' => Node::Name(b"false"),
                    b'1' => Node::Name(b"true"),
                    _ => return None,
                }
            }
            letter @ (b'f' | b'd' | b'e') => {
                self.at += 1;
                let kind = float::Kind::of(letter)?;
                let digits = self.text.get(self.at..self.at + kind.digits())?;
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    return None;
                }
                self.at += kind.digits();
                Node::Floating { kind, digits }
            }
            b'_' => {
                self.expect(b"_Z")?;
                let encoding = self.encoding()?;
                self.expect(b"E")?;
                return Some(encoding);
            }
            b'A' => Node::StringLiteral(self.ty()?),
            b'D' if self.eat(b"Dn") => {
                self.eat(b"0");
                Node::Name(b"nullptr")
            }
            b'U' if self.peek_at(1) == b'l' => Node::LambdaValue(self.unnamed()?),
            b'T' => return None,
            _ => {
                let ty = self.ty()?;
                Node::Enumerator { ty, digits: self.number()? }
            }
        };
        self.expect(b"E")?;
        Some(self.node(node))
    }

    /// Digits that are there.
    fn number(&mut self) -> Option<&'n [u8]> {
        Some(self.digits(true)).filter(|digits| !digits.is_empty())
    }

    /// `<unresolved-name>`.
    fn unresolved_name(&mut self, global: bool) -> Option<Id> {
        if self.eat(b"srN") {
            let mut scope = self.unresolved_type()?;
            scope = self.with_arguments(scope)?;
            while !self.eat(b"E") {
                let name = self.simple_id()?;
                scope = self.node(Node::Nested { scope, name });
            }
            let name = self.base_unresolved_name()?;
            return Some(self.node(Node::Nested { scope, name }));
        }
        if !self.eat(b"sr") {
            let name = self.base_unresolved_name()?;
            return Some(if global { self.node(Node::Global(name)) } else { name });
        }
        let mut scope = None;
        if self.peek().is_ascii_digit() {
            loop {
                let name = self.simple_id()?;
                scope = Some(match scope {
                    Some(scope) => self.node(Node::Nested { scope, name }),
                    None if global => self.node(Node::Global(name)),
                    None => name,
                });
                if self.eat(b"E") {
                    break;
                }
            }
        } else {
            let ty = self.unresolved_type()?;
            scope = Some(self.with_arguments(ty)?);
        }
        let scope = scope?;
        let name = self.base_unresolved_name()?;
        Some(self.node(Node::Nested { scope, name }))
    }

    fn with_arguments(&mut self, name: Id) -> Option<Id> {
        if self.peek() != b'I' {
            return Some(name);
        }
        let arguments = self.template_arguments(false)?;
        Some(self.node(Node::WithArguments { name, arguments }))
    }

    /// `<unresolved-type>`.
    fn unresolved_type(&mut self) -> Option<Id> {
        let ty = match self.peek() {
            b'T' => self.template_param()?,
            b'D' => self.decltype()?,
            _ => return self.substitution(),
        };
        Some(self.substitutable(ty))
    }

    /// `<simple-id>`.
    fn simple_id(&mut self) -> Option<Id> {
        let name = self.source_name()?;
        self.with_arguments(name)
    }

    /// `<base-unresolved-name>`.
    fn base_unresolved_name(&mut self) -> Option<Id> {
        if self.peek().is_ascii_digit() {
            return self.simple_id();
        }
        if self.eat(b"dn") {
            let class = if self.peek().is_ascii_digit() { self.simple_id()? } else { self.unresolved_type()? };
            return Some(self.node(Node::Destructor(class)));
        }
        self.eat(b"on");
        let name = self.operator_name(None)?;
        self.with_arguments(name)
    }
}

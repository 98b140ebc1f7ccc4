//! Types: builtins, pointers, arrays, functions, vectors.
use super::parse::Parser;
use super::{Behind, Id, Node};

/// The types of one letter.
const BUILTINS: [(u8, &str); 21] = [
    (b'v', "void"),
    (b'w', "wchar_t"),
    (b'b', "bool"),
    (b'c', "char"),
    (b'a', "signed char"),
    (b'h', "unsigned char"),
    (b's', "short"),
    (b't', "unsigned short"),
    (b'i', "int"),
    (b'j', "unsigned int"),
    (b'l', "long"),
    (b'm', "unsigned long"),
    (b'x', "long long"),
    (b'y', "unsigned long long"),
    (b'n', "__int128"),
    (b'o', "unsigned __int128"),
    (b'f', "float"),
    (b'd', "double"),
    (b'e', "long double"),
    (b'g', "__float128"),
    (b'z', "..."),
];

/// Those of `D` and a letter.
const MORE_BUILTINS: [(u8, &str); 10] = [
    (b'd', "decimal64"),
    (b'e', "decimal128"),
    (b'f', "decimal32"),
    (b'h', "half"),
    (b'i', "char32_t"),
    (b's', "char16_t"),
    (b'u', "char8_t"),
    (b'a', "auto"),
    (b'c', "decltype(auto)"),
    (b'n', "std::nullptr_t"),
];

/// Fixed-point types, by the letter of their size.
const FIXED: [(u8, &str); 6] =
    [(b's', "short "), (b't', "unsigned short "), (b'i', ""), (b'j', "unsigned "), (b'l', "long "), (b'm', "unsigned long ")];

impl<'n> Parser<'n> {
    /// `<type>`.
    pub(super) fn ty(&mut self) -> Option<Id> {
        self.deeper(Self::type_here)
    }

    fn type_here(&mut self) -> Option<Id> {
        if let Some((_, words)) = BUILTINS.iter().find(|(code, _)| *code == self.peek()) {
            self.at += 1;
            return Some(self.name(words.as_bytes()));
        }
        let ty = match self.peek() {
            b'r' | b'V' | b'K' => {
                let mut after = 0;
                for qualifier in *b"rVK" {
                    after += usize::from(self.peek_at(after) == qualifier);
                }
                let function = match self.peek_at(after) {
                    b'F' => true,
                    b'D' => matches!(self.peek_at(after + 1), b'o' | b'O' | b'w' | b'x'),
                    _ => false,
                };
                if function { self.function_type()? } else { self.qualified()? }
            }
            b'U' => self.qualified()?,
            b'u' => {
                self.at += 1;
                let name = self.bare_source_name()?;
                if self.eat(b"I") {
                    let ty = self.ty()?;
                    self.expect(b"E")?;
                    self.node(Node::Transformed { name, ty })
                } else {
                    self.name(name)
                }
            }
            b'D' => match self.of_letter_d()? {
                (ty, true) => ty,
                (ty, false) => return Some(ty),
            },
            b'F' => self.function_type()?,
            b'A' => self.array()?,
            b'M' => {
                self.at += 1;
                let class = self.ty()?;
                let member = self.ty()?;
                self.node(Node::MemberPointer { class, member })
            }
            b'T' => {
                let words = match self.peek_at(1) {
                    b's' => "struct",
                    b'u' => "union",
                    b'e' => "enum",
                    _ => "",
                };
                if words.is_empty() {
                    let param = self.template_param()?;
                    if self.arguments_may_follow && self.peek() == b'I' {
                        self.substitutable(param);
                        let arguments = self.template_arguments(false)?;
                        self.node(Node::WithArguments { name: param, arguments })
                    } else {
                        param
                    }
                } else {
                    self.at += 2;
                    let name = self.any_name(None)?;
                    self.node(Node::Elaborated { words, name })
                }
            }
            b'P' => {
                self.at += 1;
                let ty = self.ty()?;
                self.node(Node::Pointer(ty))
            }
            kind @ (b'R' | b'O') => {
                self.at += 1;
                let ty = self.ty()?;
                self.node(Node::ReferenceTo { ty, right: kind == b'O' })
            }
            kind @ (b'C' | b'G') => {
                self.at += 1;
                let ty = self.ty()?;
                self.node(Node::Worded { ty, words: if kind == b'C' { " complex" } else { " imaginary" } })
            }
            b'S' if self.peek_at(1) != b't' => {
                let mut substituted = false;
                let name = self.unscoped(None, Some(&mut substituted))?;
                if self.peek() == b'I' && (!substituted || self.arguments_may_follow) {
                    if !substituted {
                        self.substitutable(name);
                    }
                    let arguments = self.template_arguments(false)?;
                    self.node(Node::WithArguments { name, arguments })
                } else if substituted {
                    return Some(name);
                } else {
                    name
                }
            }
            _ => self.any_name(None)?,
        };
        Some(self.substitutable(ty))
    }

    /// `<qualified-type>`.
    fn qualified(&mut self) -> Option<Id> {
        if self.eat(b"U") {
            let name = self.bare_source_name()?;
            if let Some(protocol) = name.strip_prefix(b"objcproto") {
                // The name of the protocol is a source name within this one.
                let digits = protocol.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let length: usize = std::str::from_utf8(&protocol[..digits]).ok()?.parse().ok()?;
                let name = protocol.get(digits..).filter(|name| name.len() >= length)?;
                let ty = self.deeper(Self::qualified)?;
                return Some(self.node(Node::Protocol { ty, name: &name[..length] }));
            }
            let mut arguments = None;
            if self.peek() == b'I' {
                arguments = Some(self.template_arguments(false)?);
            }
            let ty = self.deeper(Self::qualified)?;
            return Some(self.node(Node::Extended { ty, name, arguments }));
        }
        let qualifiers = self.qualifiers();
        let ty = self.ty()?;
        Some(if qualifiers.any() { self.node(Node::Qualified { ty, qualifiers }) } else { ty })
    }

    /// The types that begin with `D`, and whether a substitution may refer to them.
    fn of_letter_d(&mut self) -> Option<(Id, bool)> {
        let letter = self.peek_at(1);
        if let Some((_, words)) = MORE_BUILTINS.iter().find(|(code, _)| *code == letter) {
            self.at += 2;
            return Some((self.name(words.as_bytes()), false));
        }
        match letter {
            b'A' | b'R' | b'S' => {
                self.at += 2;
                let saturated = letter == b'S';
                let kind = if saturated {
                    self.expect(b"D")?;
                    self.next()?
                } else {
                    letter
                };
                let code = self.next()?;
                let (_, size) = FIXED.iter().find(|(letter, _)| *letter == code)?;
                let fraction = match kind {
                    b'A' => false,
                    b'R' => true,
                    _ => return None,
                };
                Some((self.node(Node::Fixed { saturated, size, fraction }), false))
            }
            b'F' => {
                self.at += 2;
                if self.eat(b"16b") {
                    return Some((self.name(b"std::bfloat16_t"), false));
                }
                let bits = self.digits(false);
                if bits.is_empty() {
                    return None;
                }
                let bits = self.name(bits);
                self.expect(b"_")?;
                Some((self.node(Node::Float(bits)), false))
            }
            b'B' | b'U' => {
                self.at += 2;
                let bits = if self.peek().is_ascii_digit() {
                    let bits = self.digits(false);
                    self.name(bits)
                } else {
                    self.expression()?
                };
                self.expect(b"_")?;
                Some((self.node(Node::BitInt { bits, signed: letter == b'B' }), true))
            }
            b't' | b'T' => Some((self.decltype()?, true)),
            b'v' => Some((self.vector()?, true)),
            b'p' => {
                self.at += 2;
                let ty = self.ty()?;
                Some((self.node(Node::Expansion(ty)), true))
            }
            b'o' | b'O' | b'w' | b'x' => Some((self.function_type()?, true)),
            b'k' | b'K' => {
                self.at += 2;
                let ty = self.type_constraint()?;
                let words = if letter == b'k' { " auto" } else { " decltype(auto)" };
                Some((self.node(Node::Worded { ty, words }), true))
            }
            _ => None,
        }
    }

    /// `<decltype>`.
    pub(super) fn decltype(&mut self) -> Option<Id> {
        self.expect(b"D")?;
        if !matches!(self.next()?, b't' | b'T') {
            return None;
        }
        let operand = self.expression()?;
        self.expect(b"E")?;
        Some(self.node(Node::Decltype(operand)))
    }

    /// `<function-type>`, with the qualifiers and the exception specification before it.
    fn function_type(&mut self) -> Option<Id> {
        let mut behind = Behind { qualifiers: self.qualifiers(), ..Behind::default() };
        if self.eat(b"Do") {
            behind.last = Some(self.name(b"noexcept"));
        } else if self.eat(b"DO") {
            let operand = self.expression()?;
            self.expect(b"E")?;
            behind.last = Some(self.node(Node::NoExcept(operand)));
        } else if self.eat(b"Dw") {
            let types = self.until_end(Self::ty)?;
            behind.last = Some(self.node(Node::Throws(types)));
        }
        self.eat(b"Dx");
        self.expect(b"F")?;
        // With C linkage, which is not printed.
        self.eat(b"Y");
        let result = self.ty()?;
        let mut params = Vec::new();
        loop {
            if self.eat(b"E") {
                break;
            }
            if self.eat(b"v") {
                continue;
            }
            if matches!(self.peek(), b'R' | b'O') && self.peek_at(1) == b'E' {
                behind.reference = self.reference();
                self.at += 1;
                break;
            }
            params.push(self.ty()?);
        }
        let params = self.list(&params);
        Some(self.node(Node::FunctionType { result, params, behind }))
    }

    /// `<array-type>`.
    fn array(&mut self) -> Option<Id> {
        self.expect(b"A")?;
        let length = self.length()?;
        let element = self.ty()?;
        Some(self.node(Node::Array { element, length }))
    }

    /// The length of an array, which may be missing, and the underscore after it.
    fn length(&mut self) -> Option<Option<Id>> {
        if self.peek().is_ascii_digit() {
            let digits = self.digits(false);
            self.expect(b"_")?;
            return Some(Some(self.name(digits)));
        }
        if self.eat(b"_") {
            return Some(None);
        }
        let length = self.expression()?;
        self.expect(b"_")?;
        Some(Some(length))
    }

    /// `<vector-type>`.
    fn vector(&mut self) -> Option<Id> {
        self.expect(b"Dv")?;
        if matches!(self.peek(), b'1'..=b'9') {
            let digits = self.digits(false);
            let length = self.name(digits);
            self.expect(b"_")?;
            if self.eat(b"p") {
                return Some(self.node(Node::PixelVector(length)));
            }
            let element = self.ty()?;
            return Some(self.node(Node::Vector { element, length: Some(length) }));
        }
        if self.eat(b"_") {
            let element = self.ty()?;
            return Some(self.node(Node::Vector { element, length: None }));
        }
        let length = self.expression()?;
        self.expect(b"_")?;
        let element = self.ty()?;
        Some(self.node(Node::Vector { element, length: Some(length) }))
    }
}

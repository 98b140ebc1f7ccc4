//! Prints expressions.
use super::operators::Binding;
use super::print::Printer;
use super::{Id, List, Node};

impl<'n> Printer<'_, 'n> {
    /// How tightly the parts of an expression hold together.
    pub(super) fn binding(&self, id: Id) -> Binding {
        match self.node(id) {
            Node::Prefix { operator, .. }
            | Node::Postfix { operator, .. }
            | Node::Binary { operator, .. }
            | Node::Member { operator, .. } => operator.binding,
            Node::Subscript { .. } | Node::NamedCast { .. } | Node::Call { .. } => Binding::Postfix,
            Node::Enclosing { postfix, .. } => {
                if postfix {
                    Binding::Postfix
                } else {
                    Binding::Unary
                }
            }
            Node::New { .. } | Node::Delete { .. } => Binding::Unary,
            Node::Cast { .. } | Node::MemberPointerCast { .. } => Binding::Cast,
            Node::Conditional { .. } => Binding::Conditional,
            _ => Binding::Primary,
        }
    }

    pub(super) fn expression(&mut self, id: Id) -> Option<()> {
        match self.node(id) {
            Node::Prefix { operator, operand } => {
                self.push(operator.words)?;
                self.operand(operand, operator.binding, false)
            }
            Node::Postfix { operator, operand } => {
                self.operand(operand, operator.binding, true)?;
                self.push(operator.words)
            }
            Node::Binary { operator, left, right } => {
                // A bare one would end the template arguments. LLVM puts it in parentheses outside of them as well.
                let greater = self.parentheses.is_none_or(|open| open == 0) && matches!(operator.words, ">" | ">>");
                if greater {
                    self.open("(")?;
                }
                let assigns = operator.binding == Binding::Assign;
                self.operand(left, if assigns { Binding::OrElse } else { operator.binding }, !assigns)?;
                if operator.words != "," {
                    self.push(" ")?;
                }
                self.push(operator.words)?;
                self.push(" ")?;
                self.operand(right, operator.binding, assigns)?;
                if greater { self.close(")") } else { Some(()) }
            }
            Node::Member { operator, left, right } => {
                self.operand(left, operator.binding, true)?;
                self.push(operator.words)?;
                self.operand(right, operator.binding, false)
            }
            Node::Subscript { left, right } => {
                self.operand(left, Binding::Postfix, false)?;
                self.open("[")?;
                self.print(right)?;
                self.close("]")
            }
            Node::Conditional { condition, yes, no } => {
                self.operand(condition, Binding::Conditional, false)?;
                self.push(" ? ")?;
                self.print(yes)?;
                self.push(" : ")?;
                self.operand(no, Binding::Assign, true)
            }
            Node::NamedCast { words, ty, operand } => {
                self.push(words)?;
                self.in_angles(|this| this.print(ty))?;
                self.words_around("", operand)
            }
            Node::Cast { ty, operands } => {
                self.words_around("", ty)?;
                self.parenthesised(operands)
            }
            Node::MemberPointerCast { ty, operand } => {
                self.words_around("", ty)?;
                self.words_around("", operand)
            }
            Node::Call { callee, arguments, parenthesised } => {
                if parenthesised {
                    self.words_around("", callee)?;
                } else {
                    self.print(callee)?;
                }
                self.parenthesised(arguments)
            }
            Node::New { placement, ty, arguments, global, array } => {
                self.push(if global { "::new" } else { "new" })?;
                self.push(if array { "[]" } else { "" })?;
                if !placement.is_empty() {
                    self.parenthesised(placement)?;
                }
                self.push(" ")?;
                self.print(ty)?;
                if arguments.is_empty() { Some(()) } else { self.parenthesised(arguments) }
            }
            Node::Delete { operand, global, array } => {
                self.push(if global { "::delete" } else { "delete" })?;
                self.push(if array { "[] " } else { " " })?;
                self.print(operand)
            }
            Node::Enclosing { words, operand, .. } => self.words_around(words, operand),
            Node::SizeOfPack(pack) => {
                self.push("sizeof...")?;
                self.open("(")?;
                self.expansion(pack)?;
                self.close(")")
            }
            Node::Fold { left, operator, pack, start } => {
                self.open("(")?;
                if !left || start.is_some() {
                    match start {
                        Some(start) if left => self.operand(start, Binding::Cast, true)?,
                        _ => self.fold_pack(pack)?,
                    }
                    self.fold_operator(operator.words)?;
                }
                self.push("...")?;
                if left || start.is_some() {
                    self.fold_operator(operator.words)?;
                    match start {
                        Some(start) if !left => self.operand(start, Binding::Cast, true)?,
                        _ => self.fold_pack(pack)?,
                    }
                }
                self.close(")")
            }
            Node::Throw(operand) => {
                self.push("throw ")?;
                self.print(operand)
            }
            Node::Braces { ty, elements } => {
                if let Some(text) = self.string(ty, elements) {
                    return self.quoted(&text);
                }
                if let Some(ty) = ty {
                    self.print(ty)?;
                }
                self.push("{")?;
                self.list(elements)?;
                self.push("}")
            }
            Node::Designated { array, element, value } => {
                self.push(if array { "[" } else { "." })?;
                self.print(element)?;
                self.push(if array { "]" } else { "" })?;
                self.designated(value)
            }
            Node::DesignatedRange { first, last, value } => {
                self.push("[")?;
                self.joined(first, " ... ", last)?;
                self.push("]")?;
                self.designated(value)
            }
            Node::Number { ty, digits } => {
                let suffix = ty.len() <= 3;
                if !suffix {
                    self.open("(")?;
                    self.push(ty)?;
                    self.close(")")?;
                }
                self.number(digits)?;
                if suffix { self.push(ty) } else { Some(()) }
            }
            Node::Enumerator { ty, digits } => {
                self.words_around("", ty)?;
                self.number(digits)
            }
            Node::Floating { kind, digits } => {
                let text = kind.text(digits)?;
                self.push(text)
            }
            Node::StringLiteral(ty) => {
                self.push("\"<")?;
                self.print(ty)?;
                self.push(">\"")
            }
            Node::LambdaValue(lambda) => {
                self.push("[]")?;
                self.lambda_signature(lambda)?;
                self.push("{...}")
            }
            Node::FunctionParameter(number) => {
                self.push("fp")?;
                self.push(number)
            }
            Node::Subobject { ty, of, offset } => {
                self.print(of)?;
                self.push(".<")?;
                self.print(ty)?;
                self.push(" at offset ")?;
                self.number(if offset.is_empty() { b"0" } else { offset })?;
                self.push(">")
            }
            Node::Requires { params, requirements } => {
                self.push("requires")?;
                if !params.is_empty() {
                    self.push(" ")?;
                    self.parenthesised(params)?;
                }
                self.push(" ")?;
                self.open("{")?;
                for place in 0..requirements.len as usize {
                    self.print(self.graph.list(requirements)[place])?;
                }
                self.push(" ")?;
                self.close("}")
            }
            Node::Requirement { operand, noexcept, constraint } => {
                let braces = noexcept || constraint.is_some();
                self.push(" ")?;
                if braces {
                    self.open("{")?;
                }
                self.print(operand)?;
                if braces {
                    self.close("}")?;
                }
                if noexcept {
                    self.push(" noexcept")?;
                }
                if let Some(constraint) = constraint {
                    self.push(" -> ")?;
                    self.print(constraint)?;
                }
                self.push(";")
            }
            Node::TypeRequirement(ty) => {
                self.push(" typename ")?;
                self.print(ty)?;
                self.push(";")
            }
            Node::NestedRequirement(constraint) => {
                self.push(" requires ")?;
                self.print(constraint)?;
                self.push(";")
            }
            // All others are not expressions.
            _ => None,
        }
    }

    /// The bytes of an array of `char` that is made of literals.
    fn string(&mut self, ty: Option<Id>, elements: List) -> Option<Vec<u8>> {
        let Node::Array { element, .. } = self.node(ty?) else { return None };
        let Node::Name(b"char") = self.node(element) else { return None };
        let bytes = self.graph.list(elements).iter().map(|&element| match self.node(element) {
            Node::Number { digits, .. } => std::str::from_utf8(digits).ok()?.parse().ok(),
            _ => None,
        });
        bytes.collect()
    }

    /// Bytes as a string literal of C.
    fn quoted(&mut self, bytes: &[u8]) -> Option<()> {
        self.push("\"")?;
        let mut after_number = false;
        for &byte in bytes {
            let letter = match byte {
                b'\x07' => Some("\\a"),
                b'\x08' => Some("\\b"),
                b'\t' => Some("\\t"),
                b'\n' => Some("\\n"),
                b'\x0b' => Some("\\v"),
                b'\x0c' => Some("\\f"),
                b'\r' => Some("\\r"),
                b'"' => Some("\\\""),
                b'\\' => Some("\\\\"),
                _ => None,
            };
            // A digit would belong to the number before it.
            if after_number && byte.is_ascii_hexdigit() {
                self.push("\"\"")?;
            }
            after_number = false;
            match (letter, byte) {
                (Some(letter), _) => self.push(letter)?,
                (None, 0..=6) => {
                    self.push(format!("\\{byte:o}"))?;
                    after_number = true;
                }
                (None, 14..=31 | 127) => {
                    self.push(format!("\\x{byte:X}"))?;
                    after_number = true;
                }
                _ => self.push([byte])?,
            }
        }
        self.push("\"")
    }

    fn fold_pack(&mut self, pack: Id) -> Option<()> {
        self.open("(")?;
        self.expansion(pack)?;
        self.close(")")
    }

    fn fold_operator(&mut self, words: &str) -> Option<()> {
        self.push(" ")?;
        self.push(words)?;
        self.push(" ")
    }

    fn designated(&mut self, value: Id) -> Option<()> {
        if !matches!(self.node(value), Node::Designated { .. } | Node::DesignatedRange { .. }) {
            self.push(" = ")?;
        }
        self.print(value)
    }

    fn number(&mut self, digits: &[u8]) -> Option<()> {
        match digits.strip_prefix(b"n") {
            Some(digits) => {
                self.push("-")?;
                self.push(digits)
            }
            None => self.push(digits),
        }
    }
}

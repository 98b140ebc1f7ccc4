//! Names: nested, local, unqualified; substitutions; modules; lambdas and other types without a name.
use super::operators::{self, Form};
use super::parse::{Level, NameState, Parser};
use super::{Id, Node, Standard};

impl<'n> Parser<'n> {
    /// `<name>`. A state is given for the name of an encoding: its template arguments are those that parameters stand for.
    pub(super) fn any_name(&mut self, state: Option<&mut NameState>) -> Option<Id> {
        self.deeper(|this| this.name_here(state))
    }

    fn name_here(&mut self, mut state: Option<&mut NameState>) -> Option<Id> {
        match self.peek() {
            b'N' => return self.nested(state),
            b'Z' => return self.local(state),
            _ => {}
        }
        let mut substituted = false;
        let name = self.unscoped(state.as_deref_mut(), Some(&mut substituted))?;
        if self.peek() == b'I' {
            if !substituted {
                self.substitutable(name);
            }
            let arguments = self.template_arguments(state.is_some())?;
            if let Some(state) = state {
                state.ends_with_arguments = true;
            }
            return Some(self.node(Node::WithArguments { name, arguments }));
        }
        (!substituted).then_some(name)
    }

    /// `<unscoped-name>`, or a substitution where the caller asks whether it was one.
    pub(super) fn unscoped(&mut self, state: Option<&mut NameState>, substituted: Option<&mut bool>) -> Option<Id> {
        let mut scope = None;
        if self.eat(b"St") {
            scope = Some(self.name(b"std"));
        }
        let mut module = None;
        if self.peek() == b'S' {
            let found = self.substitution()?;
            if let Node::Module { .. } = self.kind(found) {
                module = Some(found);
            } else {
                let substituted = substituted.filter(|_| scope.is_none())?;
                *substituted = true;
                return Some(found);
            }
        }
        self.unqualified(state, scope, module)
    }

    /// `<local-name>`.
    fn local(&mut self, state: Option<&mut NameState>) -> Option<Id> {
        self.expect(b"Z")?;
        let function = self.encoding()?;
        self.expect(b"E")?;
        if self.eat(b"s") {
            self.discriminator();
            let name = self.name(b"string literal");
            return Some(self.node(Node::Local { function, name }));
        }
        // The templates around have no part in what is within a function, nor the other way round.
        let levels = std::mem::take(&mut self.levels);
        let outer = std::mem::take(&mut self.outer);
        let name = self.local_entity(state);
        self.levels = levels;
        self.outer = outer;
        let name = name?;
        Some(self.node(Node::Local { function, name }))
    }

    fn local_entity(&mut self, state: Option<&mut NameState>) -> Option<Id> {
        if self.eat(b"d") {
            self.digits(true);
            self.expect(b"_")?;
            return self.any_name(state);
        }
        let name = self.any_name(state)?;
        self.discriminator();
        Some(name)
    }

    /// `<discriminator>`, which is not printed; digits alone at the end are one that old compilers wrote.
    fn discriminator(&mut self) {
        let start = self.at;
        if self.eat(b"__") {
            if !self.digits(false).is_empty() && self.eat(b"_") {
                return;
            }
        } else if self.eat(b"_") {
            if self.peek().is_ascii_digit() {
                self.at += 1;
                return;
            }
        } else if !self.digits(false).is_empty() && self.at == self.text.len() {
            return;
        }
        self.at = start;
    }

    /// `<nested-name>`.
    fn nested(&mut self, mut state: Option<&mut NameState>) -> Option<Id> {
        self.expect(b"N")?;
        if self.eat(b"H") {
            if let Some(state) = state.as_deref_mut() {
                state.explicit_object = true;
            }
        } else {
            let qualifiers = self.qualifiers();
            let reference = self.reference();
            if let Some(state) = state.as_deref_mut() {
                (state.behind.qualifiers, state.behind.reference) = (qualifiers, reference);
            }
        }
        let mut so_far: Option<Id> = None;
        while !self.eat(b"E") {
            if let Some(state) = state.as_deref_mut() {
                // Only counts for the last part.
                state.ends_with_arguments = false;
            }
            let mut module = None;
            match self.peek() {
                b'T' => {
                    if so_far.is_some() {
                        return None;
                    }
                    so_far = Some(self.template_param()?);
                }
                b'I' => {
                    let name = so_far?;
                    if let Node::WithArguments { .. } = self.kind(name) {
                        return None;
                    }
                    let arguments = self.template_arguments(state.is_some())?;
                    if let Some(state) = state.as_deref_mut() {
                        state.ends_with_arguments = true;
                    }
                    so_far = Some(self.node(Node::WithArguments { name, arguments }));
                }
                b'D' if matches!(self.peek_at(1), b't' | b'T') => {
                    if so_far.is_some() {
                        return None;
                    }
                    so_far = Some(self.decltype()?);
                }
                b'S' => {
                    if self.peek_at(1) == b't' {
                        self.at += 2;
                        if so_far.is_some() {
                            return None;
                        }
                        so_far = Some(self.name(b"std"));
                        continue;
                    }
                    let found = self.substitution()?;
                    if let Node::Module { .. } = self.kind(found) {
                        module = Some(found);
                        so_far = Some(self.unqualified(state.as_deref_mut(), so_far, module)?);
                    } else if so_far.is_some() {
                        return None;
                    } else {
                        so_far = Some(found);
                        continue;
                    }
                }
                _ => so_far = Some(self.unqualified(state.as_deref_mut(), so_far, module)?),
            }
            self.substitutable(so_far?);
            // The prefix of a lambda in the initializer of a member.
            self.eat(b"M");
        }
        // The whole is not a prefix.
        self.substitutions.pop()?;
        so_far
    }

    /// `<unqualified-name>`, within its scope.
    fn unqualified(&mut self, state: Option<&mut NameState>, scope: Option<Id>, module: Option<Id>) -> Option<Id> {
        let module = self.module_parts(module)?;
        let friend = scope.is_some() && self.eat(b"F");
        self.eat(b"L");
        let mut name = match self.peek() {
            b'1'..=b'9' => self.source_name()?,
            b'U' => self.unnamed()?,
            b'D' if self.peek_at(1) == b'C' => {
                self.at += 2;
                let mut parts = Vec::new();
                loop {
                    parts.push(self.source_name()?);
                    if self.eat(b"E") {
                        break;
                    }
                }
                let parts = self.list(&parts);
                self.node(Node::Bindings(parts))
            }
            b'C' | b'D' => {
                if friend || module.is_some() {
                    return None;
                }
                return self.constructor(state, scope?);
            }
            _ => self.operator_name(state)?,
        };
        if let Some(module) = module {
            name = self.node(Node::InModule { name, module });
        }
        let name = self.tags(name)?;
        Some(match scope {
            Some(scope) if friend => self.node(Node::Friend { scope, name }),
            Some(scope) => self.node(Node::Nested { scope, name }),
            None => name,
        })
    }

    /// `<ctor-dtor-name>` of a class.
    fn constructor(&mut self, mut state: Option<&mut NameState>, scope: Id) -> Option<Id> {
        let class = match self.kind(scope) {
            // The constructor has the name of the template, not of the abbreviation.
            Node::Abbreviation(standard @ (Standard::String | Standard::Istream | Standard::Ostream | Standard::Iostream)) => {
                self.node(Node::SpelledOut(standard))
            }
            _ => scope,
        };
        let destructor = self.next()? == b'D';
        let inherited = !destructor && self.eat(b"I");
        if !matches!(self.next()?, b'0'..=b'5') {
            return None;
        }
        if let Some(state) = state.as_deref_mut() {
            state.no_result = true;
        }
        if inherited {
            self.any_name(state)?;
        }
        let name = self.node(Node::Constructor { class, destructor });
        let name = self.tags(name)?;
        Some(self.node(Node::Nested { scope: class, name }))
    }

    /// `<abi-tags>` after a name.
    fn tags(&mut self, mut name: Id) -> Option<Id> {
        while self.eat(b"B") {
            let tag = self.bare_source_name()?;
            name = self.node(Node::Tagged { name, tag });
        }
        Some(name)
    }

    /// The letters of a `<source-name>`.
    pub(super) fn bare_source_name(&mut self) -> Option<&'n [u8]> {
        let length = self.count().filter(|&length| length > 0)?;
        let name = self.text.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(name)
    }

    /// `<source-name>`.
    pub(super) fn source_name(&mut self) -> Option<Id> {
        let name = self.bare_source_name()?;
        Some(self.name(if name.starts_with(b"_GLOBAL__N") { b"(anonymous namespace)" } else { name }))
    }

    /// The module that `W` names begin with, if any.
    pub(super) fn module_name(&mut self) -> Option<Option<Id>> {
        let mut module = None;
        if self.peek() == b'S' {
            let found = self.substitution()?;
            if !matches!(self.kind(found), Node::Module { .. }) {
                return None;
            }
            module = Some(found);
        }
        self.module_parts(module)
    }

    fn module_parts(&mut self, mut parent: Option<Id>) -> Option<Option<Id>> {
        while self.eat(b"W") {
            let partition = self.eat(b"P");
            let name = self.source_name()?;
            let module = self.node(Node::Module { parent, name, partition });
            parent = Some(self.substitutable(module));
        }
        Some(parent)
    }

    /// `<operator-name>`.
    pub(super) fn operator_name(&mut self, state: Option<&mut NameState>) -> Option<Id> {
        let code = [self.peek(), self.peek_at(1)];
        if code[0] == b'v' && code[1].is_ascii_digit() {
            self.at += 2;
            let name = self.source_name()?;
            return Some(self.node(Node::Conversion(name)));
        }
        self.at = (self.at + 2).min(self.text.len());
        if code == *b"li" {
            let name = self.source_name()?;
            return Some(self.node(Node::Literal(name)));
        }
        let operator = operators::find(code)?;
        if operator.form == Form::Cast {
            // Template arguments that follow are those of the conversion, and its type may refer to them.
            let follow = std::mem::replace(&mut self.arguments_may_follow, false);
            let permit = self.permit_forward;
            self.permit_forward |= state.is_some();
            let ty = self.ty();
            (self.arguments_may_follow, self.permit_forward) = (follow, permit);
            let ty = ty?;
            if let Some(state) = state {
                state.no_result = true;
            }
            return Some(self.node(Node::Conversion(ty)));
        }
        operator.names_function().then(|| self.node(Node::OperatorName(operator)))
    }

    /// `<unnamed-type-name>`.
    pub(super) fn unnamed(&mut self) -> Option<Id> {
        self.expect(b"U")?;
        match self.next()? {
            b't' => {
                let count = self.digits(false);
                self.expect(b"_")?;
                Some(self.node(Node::Unnamed(count)))
            }
            b'l' => self.lambda(),
            b'b' => {
                self.digits(false);
                self.expect(b"_")?;
                Some(self.node(Node::Block))
            }
            _ => None,
        }
    }

    fn lambda(&mut self) -> Option<Id> {
        let levels = self.levels.len();
        let lambda_level = self.lambda_level.replace(levels);
        let read = self.lambda_here(levels);
        self.levels.truncate(levels);
        self.lambda_level = lambda_level;
        read
    }

    fn lambda_here(&mut self, level: usize) -> Option<Id> {
        self.levels.push(Level::Own(Vec::new()));
        let mut params = Vec::new();
        while self.at_param_declaration() {
            params.push(self.param_declaration(Some(level))?);
        }
        if params.is_empty() {
            // No list of its own: parameters of this level are those of `auto`.
            self.levels.pop();
        }
        let params = self.list(&params);
        let first = if self.eat(b"Q") { Some(self.constraint()?) } else { None };
        let mut types = Vec::new();
        if !self.eat(b"v") {
            loop {
                types.push(self.ty()?);
                if matches!(self.peek(), b'E' | b'Q') {
                    break;
                }
            }
        }
        let types = self.list(&types);
        let second = if self.eat(b"Q") { Some(self.constraint()?) } else { None };
        self.expect(b"E")?;
        let count = self.digits(false);
        self.expect(b"_")?;
        Some(self.node(Node::Lambda { params, first, types, second, count }))
    }

    /// `<substitution>`, except that `St` is only a prefix and not taken here.
    pub(super) fn substitution(&mut self) -> Option<Id> {
        self.expect(b"S")?;
        if self.peek().is_ascii_lowercase() {
            let standard = match self.next()? {
                b'a' => Standard::Allocator,
                b'b' => Standard::BasicString,
                b's' => Standard::String,
                b'i' => Standard::Istream,
                b'o' => Standard::Ostream,
                b'd' => Standard::Iostream,
                _ => return None,
            };
            let bare = self.node(Node::Abbreviation(standard));
            let tagged = self.tags(bare)?;
            if tagged != bare {
                self.substitutable(tagged);
            }
            return Some(tagged);
        }
        if self.eat(b"_") {
            return self.substitutions.first().copied();
        }
        let mut number: usize = 0;
        let start = self.at;
        loop {
            let digit = match self.next()? {
                b'_' => break,
                digit @ b'0'..=b'9' => digit - b'0',
                digit @ b'A'..=b'Z' => digit - b'A' + 10,
                _ => return None,
            };
            number = number.checked_mul(36)?.checked_add(usize::from(digit))?;
        }
        if self.at == start + 1 {
            return None;
        }
        self.substitutions.get(number.checked_add(1)?).copied()
    }
}

//! Template parameters, their declarations in lambdas, and template arguments.
use super::parse::{Level, Parser};
use super::{Id, List, Node, ParamKind};

impl Parser<'_> {
    /// `<template-param>`: the argument that it refers to.
    pub(super) fn template_param(&mut self) -> Option<Id> {
        let start = self.at;
        self.expect(b"T")?;
        let mut level = 0;
        if self.eat(b"L") {
            level = self.count()?.checked_add(1)?;
            self.expect(b"_")?;
        }
        let mut number = 0;
        if !self.eat(b"_") {
            number = self.count()?.checked_add(1)?;
            self.expect(b"_")?;
        }
        if self.in_constraint {
            let text = &self.text[start..self.at - 1];
            return Some(self.name(text));
        }
        if self.permit_forward && level == 0 {
            self.waiting.push(number);
            self.graph.forward.push(None);
            let place = self.graph.forward.len() as u32 - 1;
            return Some(self.node(Node::Forward(place)));
        }
        let found = match self.levels.get(level) {
            Some(Level::Outer) => self.outer.get(number).copied(),
            Some(Level::Own(own)) => own.get(number).copied(),
            Some(Level::Unknown) | None => None,
        };
        if found.is_some() {
            return found;
        }
        // The type of a parameter of a generic lambda that is declared with `auto`.
        if self.lambda_level == Some(level) && level <= self.levels.len() {
            if level == self.levels.len() {
                self.levels.push(Level::Unknown);
            }
            return Some(self.name(b"auto"));
        }
        None
    }

    /// Whether a declaration of a template parameter comes, rather than a template parameter.
    pub(super) fn at_param_declaration(&self) -> bool {
        self.peek() == b'T' && matches!(self.peek_at(1), b'y' | b'p' | b't' | b'n' | b'k')
    }

    fn invent(&mut self, kind: ParamKind, level: Option<usize>) -> Id {
        let counter = &mut self.invented[kind as usize];
        let number = *counter;
        *counter += 1;
        let name = self.node(Node::Invented { kind, number });
        if let Some(Level::Own(own)) = level.and_then(|level| self.levels.get_mut(level)) {
            own.push(name);
        }
        name
    }

    /// `<template-param-decl>`, as a parameter of a level or of none.
    pub(super) fn param_declaration(&mut self, level: Option<usize>) -> Option<Id> {
        self.deeper(|this| this.param_declaration_here(level))
    }

    fn param_declaration_here(&mut self, level: Option<usize>) -> Option<Id> {
        self.expect(b"T")?;
        let node = match self.next()? {
            b'y' => Node::TypeParam(self.invent(ParamKind::Type, level)),
            b'k' => {
                let constraint = self.type_constraint()?;
                let name = self.invent(ParamKind::Type, level);
                Node::ConstrainedParam { constraint, name }
            }
            b'n' => {
                let name = self.invent(ParamKind::Value, level);
                let ty = self.ty()?;
                Node::ValueParam { name, ty }
            }
            b't' => {
                let name = self.invent(ParamKind::Template, level);
                let inner = self.levels.len();
                self.levels.push(Level::Own(Vec::new()));
                let read = self.template_params(inner);
                self.levels.truncate(inner);
                let (params, requires) = read?;
                Node::TemplateParam { name, params, requires }
            }
            b'p' => Node::PackParam(self.param_declaration(level)?),
            _ => return None,
        };
        Some(self.node(node))
    }

    fn template_params(&mut self, level: usize) -> Option<(List, Option<Id>)> {
        let mut params = Vec::new();
        let mut requires = None;
        while !self.eat(b"E") {
            params.push(self.param_declaration(Some(level))?);
            if self.eat(b"Q") {
                requires = Some(self.constraint()?);
                self.expect(b"E")?;
                break;
            }
        }
        Some((self.list(&params), requires))
    }

    /// `<template-args>`. With `named` they are those of the encoding's name, which parameters stand for from here on.
    pub(super) fn template_arguments(&mut self, named: bool) -> Option<Id> {
        self.deeper(|this| this.template_arguments_here(named))
    }

    fn template_arguments_here(&mut self, named: bool) -> Option<Id> {
        self.expect(b"I")?;
        if named {
            self.levels.clear();
            self.levels.push(Level::Outer);
            self.outer.clear();
        }
        let mut arguments = Vec::new();
        while !self.eat(b"E") {
            if named {
                let argument = self.template_argument()?;
                arguments.push(argument);
                let entry = match self.kind(argument) {
                    Node::ArgumentPack(pack) => self.node(Node::ParameterPack(pack)),
                    // As it is, even if it is a pack.
                    Node::Qualifying(inner) => inner,
                    _ => argument,
                };
                self.outer.push(entry);
            } else {
                arguments.push(self.template_argument()?);
            }
            if self.eat(b"Q") {
                // Not printed.
                self.constraint()?;
                self.expect(b"E")?;
                break;
            }
        }
        let arguments = self.list(&arguments);
        Some(self.node(Node::Arguments(arguments)))
    }

    /// `<template-arg>`.
    pub(super) fn template_argument(&mut self) -> Option<Id> {
        self.deeper(Self::template_argument_here)
    }

    fn template_argument_here(&mut self) -> Option<Id> {
        match self.peek() {
            b'X' => {
                self.at += 1;
                let value = self.expression()?;
                self.expect(b"E")?;
                Some(value)
            }
            b'J' => {
                self.at += 1;
                let arguments = self.until_end(Self::template_argument)?;
                Some(self.node(Node::ArgumentPack(arguments)))
            }
            b'L' if self.peek_at(1) == b'Z' => {
                self.at += 2;
                let value = self.encoding()?;
                self.expect(b"E")?;
                Some(value)
            }
            b'L' => self.literal(),
            b'T' if self.at_param_declaration() => {
                // What the parameter is, where the argument alone does not say it: not printed.
                self.param_declaration(None)?;
                let argument = self.template_argument()?;
                Some(self.node(Node::Qualifying(argument)))
            }
            _ => self.ty(),
        }
    }

    /// The expression of a constraint.
    pub(super) fn constraint(&mut self) -> Option<Id> {
        self.within_constraint(Self::expression)
    }

    /// The concept that a type is constrained by.
    pub(super) fn type_constraint(&mut self) -> Option<Id> {
        self.within_constraint(|this| this.any_name(None))
    }

    fn within_constraint(&mut self, read: impl FnOnce(&mut Self) -> Option<Id>) -> Option<Id> {
        let before = std::mem::replace(&mut self.in_constraint, true);
        let read = read(self);
        self.in_constraint = before;
        read
    }
}

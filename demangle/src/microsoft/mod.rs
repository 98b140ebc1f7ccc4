//! Names of Microsoft's C++ compiler: functions, variables, types, and what the compiler generates for classes.

mod special;
mod tables;

use tables::{CONVENTIONS, OPERATORS, QUALIFIERS, TYPES};

/// How deep types and names may be nested.
const DEPTH: u32 = 100;

/// The longest text of any part, in bytes: a name may be repeated by a digit.
const MOST: usize = 1 << 16;

/// How many names and types a digit can refer to.
const REMEMBERED: usize = 10;

/// The text of a name that begins with `?`.
pub(crate) fn demangle(name: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(name.strip_prefix(b"?")?).ok()?;
    let mut parser = Parser { text, names: Vec::new(), types: Vec::new(), depth: 0 };
    let symbol = parser.symbol()?;
    parser.text.is_empty().then(|| symbol.into_bytes())
}

/// A type, on both sides of the name that it is of.
#[derive(Clone, Debug, Default)]
struct Type {
    before: String,
    /// The calling convention of a function.
    convention: &'static str,
    after: String,
    /// Whether a pointer to it needs parentheses.
    wrapped: bool,
}

impl Type {
    fn plain(text: &str) -> Self {
        Self { before: text.to_owned(), ..Self::default() }
    }

    fn text(&self) -> String {
        format!("{}{}{}", self.before, self.convention, self.after)
    }

    /// A declaration of `name` with this type.
    fn declare(mut self, name: &str) -> String {
        space(&mut self.before);
        format!("{}{name}{}", self.before, self.after)
    }
}

/// A space, unless what is there ends in a sign.
fn space(text: &mut String) {
    if text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '>') {
        text.push(' ');
    }
}

fn short(text: String) -> Option<String> {
    (text.len() <= MOST).then_some(text)
}

/// The last part of a name.
enum Last {
    Plain(String),
    /// With the arguments of its template, if any.
    Constructor(String),
    Destructor(String),
    Conversion(String),
}

struct Parser<'n> {
    text: &'n str,
    names: Vec<String>,
    types: Vec<Type>,
    depth: u32,
}

impl<'n> Parser<'n> {
    fn eat(&mut self, text: &str) -> bool {
        match self.text.strip_prefix(text) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    fn peek(&self) -> u8 {
        self.text.as_bytes().first().copied().unwrap_or(0)
    }

    fn next(&mut self) -> Option<u8> {
        let byte = *self.text.as_bytes().first().filter(|byte| byte.is_ascii())?;
        self.text = &self.text[1..];
        Some(byte)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn table(&mut self, table: &'static [(&str, &str)]) -> Option<&'static str> {
        table.iter().find(|(code, _)| self.eat(code)).map(|(_, words)| *words)
    }

    fn remember(&mut self, name: &str) {
        if self.names.len() < REMEMBERED && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    /// A number: a digit for 1 to 10, else digits of base 16 from `A` on, and `@`.
    fn number(&mut self) -> Option<(bool, u64)> {
        let negative = self.eat("?");
        if self.peek().is_ascii_digit() {
            return Some((negative, u64::from(self.next()? - b'0') + 1));
        }
        let mut value: u64 = 0;
        loop {
            match self.next()? {
                b'@' => return Some((negative, value)),
                digit @ b'A'..=b'P' => value = value.checked_mul(16)?.checked_add(u64::from(digit - b'A'))?,
                _ => return None,
            }
        }
    }

    fn signed(&mut self) -> Option<String> {
        let (negative, value) = self.number()?;
        Some(format!("{}{value}", if negative { "-" } else { "" }))
    }

    /// A number of 32 bits, which says its sign by its highest bit.
    fn offset(&mut self) -> Option<i32> {
        let (negative, value) = self.number()?;
        let value = value as u32 as i32;
        Some(if negative { value.wrapping_neg() } else { value })
    }

    /// A symbol, after its question mark.
    fn symbol(&mut self) -> Option<String> {
        self.deeper(Self::symbol_here)
    }

    fn symbol_here(&mut self) -> Option<String> {
        if let Some(special) = self.special()? {
            return Some(special);
        }
        let last = self.last_name(false)?;
        let scopes = self.scopes()?;
        let name = Self::joined(&scopes, &last)?;
        self.encoding(&name, &last)
    }

    fn joined(scopes: &[String], last: &Last) -> Option<String> {
        // Scopes stand from the innermost one on.
        let last = match last {
            Last::Plain(name) => name.clone(),
            Last::Constructor(arguments) => format!("{}{arguments}", scopes.first()?),
            Last::Destructor(arguments) => format!("~{}{arguments}", scopes.first()?),
            Last::Conversion(arguments) => format!("operator{arguments}"),
        };
        let mut name = String::new();
        for scope in scopes.iter().rev() {
            name.push_str(scope);
            name.push_str("::");
        }
        short(name + &last)
    }

    /// What is around a name, from the innermost to the outermost.
    fn scopes(&mut self) -> Option<Vec<String>> {
        let mut scopes = Vec::new();
        while !self.eat("@") {
            if scopes.len() > 200 {
                return None;
            }
            scopes.push(self.scope()?);
        }
        Some(scopes)
    }

    fn scope(&mut self) -> Option<String> {
        if self.peek().is_ascii_digit() {
            return self.known_name();
        }
        if self.text.starts_with("?$") {
            return self.template(true);
        }
        if self.eat("?A") {
            let (name, rest) = self.text.split_once('@')?;
            let key = format!("?A{name}");
            self.text = rest;
            if self.names.len() < REMEMBERED && !self.names.contains(&key) {
                self.names.push("`anonymous namespace'".to_owned());
            }
            return Some("`anonymous namespace'".to_owned());
        }
        if self.eat("?") {
            // The number of a scope in a function, and that function.
            let (_, number) = self.number()?;
            if !self.eat("?") {
                return None;
            }
            self.eat("?");
            let function = self.symbol()?;
            return short(format!("`{function}'::`{number}'"));
        }
        self.simple_name()
    }

    fn known_name(&mut self) -> Option<String> {
        let number = usize::from(self.next()? - b'0');
        self.names.get(number).cloned()
    }

    fn simple_name(&mut self) -> Option<String> {
        let (name, rest) = self.text.split_once('@')?;
        if name.is_empty() {
            return None;
        }
        self.text = rest;
        self.remember(name);
        Some(name.to_owned())
    }

    /// A name and the arguments of its template; digits within refer to names and types within alone.
    fn template(&mut self, remember: bool) -> Option<String> {
        match self.template_name()? {
            Last::Plain(name) => {
                if remember {
                    self.remember(&name);
                }
                Some(name)
            }
            _ => None,
        }
    }

    fn template_name(&mut self) -> Option<Last> {
        if !self.eat("?$") {
            return None;
        }
        let names = std::mem::take(&mut self.names);
        let types = std::mem::take(&mut self.types);
        let read = self.deeper(|this| {
            let last = if this.eat("?") { this.function_code()? } else { Last::Plain(this.simple_name()?) };
            let arguments = this.template_arguments()?;
            Some(match last {
                Last::Plain(name) => Last::Plain(short(name + &arguments)?),
                Last::Constructor(_) => Last::Constructor(arguments),
                Last::Destructor(_) => Last::Destructor(arguments),
                Last::Conversion(_) => Last::Conversion(arguments),
            })
        });
        self.names = names;
        self.types = types;
        read
    }

    fn template_arguments(&mut self) -> Option<String> {
        let mut out = String::from("<");
        while !self.eat("@") {
            if self.eat("$S") || self.eat("$$V") || self.eat("$$$V") || self.eat("$$Z") {
                continue;
            }
            if out.len() > 1 {
                out.push_str(", ");
            }
            let argument = self.template_argument()?;
            out.push_str(&argument);
            out = short(out)?;
        }
        out.push('>');
        Some(out)
    }

    fn template_argument(&mut self) -> Option<String> {
        if self.eat("$$Y") {
            let last = self.last_name(false)?;
            let scopes = self.scopes()?;
            return Self::joined(&scopes, &last);
        }
        if self.eat("$$B") {
            return Some(self.ty()?.text());
        }
        if self.eat("$$C") {
            let qualifiers = self.pointee_qualifiers()?;
            return Some(qualified(self.ty()?, qualifiers).text());
        }
        // With its type before it, which is not printed.
        if self.eat("$M") {
            self.ty()?;
            return match self.next()? {
                b'0' => self.signed(),
                b'1' => self.address(),
                _ => None,
            };
        }
        if self.eat("$0") {
            return self.signed();
        }
        if self.eat("$1") {
            return self.address();
        }
        if self.eat("$E?") {
            return self.symbol();
        }
        for (code, offsets) in [("$H", 1), ("$I", 2), ("$J", 3)] {
            if self.eat(code) {
                if !self.eat("?") {
                    return None;
                }
                let mut parts = vec![self.symbol()?];
                for _ in 0..offsets {
                    parts.push(self.signed()?);
                }
                return Some(format!("{{{}}}", parts.join(", ")));
            }
        }
        for (code, numbers) in [("$F", 2), ("$G", 3)] {
            if self.eat(code) {
                let numbers: Option<Vec<String>> = (0..numbers).map(|_| self.signed()).collect();
                return Some(format!("{{{}}}", numbers?.join(", ")));
            }
        }
        Some(self.ty()?.text())
    }

    fn address(&mut self) -> Option<String> {
        if self.eat("@") {
            return Some("nullptr".to_owned());
        }
        if !self.eat("?") {
            return None;
        }
        Some(format!("&{}", self.symbol()?))
    }

    /// The innermost part of the name of a type or of something else; digits can refer to templates of types alone.
    fn last_name(&mut self, of_type: bool) -> Option<Last> {
        if self.peek().is_ascii_digit() {
            return self.known_name().map(Last::Plain);
        }
        if self.text.starts_with("?$TSS") {
            self.text = &self.text[1..];
            return self.simple_name().map(Last::Plain);
        }
        if self.text.starts_with("?$") {
            let last = self.template_name()?;
            if let Last::Plain(name) = &last
                && of_type
            {
                let name = name.clone();
                self.remember(&name);
            }
            return Some(last);
        }
        if self.eat("?") {
            return self.function_code();
        }
        self.simple_name().map(Last::Plain)
    }

    fn function_code(&mut self) -> Option<Last> {
        if self.eat("0") {
            return Some(Last::Constructor(String::new()));
        }
        if self.eat("1") {
            return Some(Last::Destructor(String::new()));
        }
        if self.eat("B") {
            return Some(Last::Conversion(String::new()));
        }
        if self.eat("__K") {
            let (name, rest) = self.text.split_once('@')?;
            self.text = rest;
            return Some(Last::Plain(format!("operator \"\"{name}")));
        }
        self.table(OPERATORS).map(|name| Last::Plain(name.to_owned()))
    }

    /// `A` to `D`.
    fn pointee_qualifiers(&mut self) -> Option<usize> {
        match self.next()? {
            letter @ b'A'..=b'D' => Some(usize::from(letter - b'A')),
            _ => None,
        }
    }

    /// What follows a name: the type of a variable, or the signature of a function.
    fn encoding(&mut self, name: &str, last: &Last) -> Option<String> {
        match self.peek() {
            b'0'..=b'4' => self.variable(name),
            _ => self.function(name, last),
        }
    }

    fn variable(&mut self, name: &str) -> Option<String> {
        let storage = match self.next()? {
            b'0' => "private: static ",
            b'1' => "protected: static ",
            b'2' => "public: static ",
            _ => "",
        };
        let ty = self.ty()?;
        // Of a pointer these are about what it points to, and have been said.
        while self.eat("E") || self.eat("I") || self.eat("F") {}
        let ty = match self.next()? {
            letter @ b'A'..=b'D' if !ty.before.ends_with(['*', '&']) && !ty.wrapped => qualified(ty, usize::from(letter - b'A')),
            b'A'..=b'D' => ty,
            letter @ b'Q'..=b'T' => {
                self.class_name()?;
                let _ = letter;
                ty
            }
            _ => return None,
        };
        short(format!("{storage}{}", ty.declare(name)))
    }

    fn function(&mut self, name: &str, last: &Last) -> Option<String> {
        let mut adjusted = String::new();
        let (access, member, modifier, thunk) = match self.next()? {
            b'9' => return Some(format!("extern \"C\" {name}")),
            b'Y' | b'Z' => ("", false, "", false),
            b'$' => {
                self.eat("R");
                let (access, extended) = match self.next()? {
                    letter @ b'0'..=b'5' => (["private: ", "protected: ", "public: "][usize::from((letter - b'0') / 2)], false),
                    _ => return None,
                };
                let _ = extended;
                let (first, second) = (self.offset()?, self.offset()?);
                adjusted = format!("`vtordisp{{{first}, {second}}}'");
                (access, true, "virtual ", true)
            }
            letter @ b'A'..=b'X' => {
                let access = ["private: ", "protected: ", "public: "][usize::from((letter - b'A') / 8)];
                let (mut modifier, thunk) =
                    [("", false), ("static ", false), ("virtual ", false), ("virtual ", true)][usize::from((letter - b'A') % 8 / 2)];
                // LLVM says of private thunks alone that they are not virtual.
                if thunk && letter < b'I' {
                    modifier = "";
                }
                if thunk {
                    adjusted = format!("`adjustor{{{}}}'", self.offset()?);
                }
                (access, modifier != "static ", modifier, thunk)
            }
            _ => return None,
        };
        let mut behind = String::new();
        if member {
            behind = self.this_qualifiers()?;
        }
        let convention = self.convention()?;
        let result = if self.eat("@") { None } else { Some(self.result_type()?) };
        let parameters = self.parameters()?;
        let throws = self.throws()?;
        let mut text = format!("{}{access}{modifier}", if thunk { "[thunk]: " } else { "" });
        let mut name = name.to_owned();
        if let Last::Conversion(_) = last {
            let ty = result.as_ref()?.text();
            name.push(' ');
            name.push_str(&ty);
        }
        if let Some(result) = &result {
            text.push_str(&result.before);
            text.push(' ');
        }
        text.push_str(convention);
        space(&mut text);
        text.push_str(&format!("{name}{adjusted}({parameters}){behind}{throws}"));
        if let Some(result) = &result {
            text.push_str(&result.after);
        }
        short(text)
    }

    /// The qualifiers of a member function.
    fn this_qualifiers(&mut self) -> Option<String> {
        let (mut restrict, mut unaligned, mut reference) = (false, false, "");
        loop {
            match self.peek() {
                b'E' => {}
                b'I' => restrict = true,
                b'F' => unaligned = true,
                b'G' => reference = " &",
                b'H' => reference = " &&",
                _ => break,
            }
            self.next()?;
        }
        let qualifiers = QUALIFIERS[self.pointee_qualifiers()?];
        Some(format!("{qualifiers}{}{}{reference}", if restrict { " __restrict" } else { "" }, if unaligned { " __unaligned" } else { "" }))
    }

    fn convention(&mut self) -> Option<&'static str> {
        match self.next()? {
            letter @ b'A'..=b'R' => CONVENTIONS.get(usize::from((letter - b'A') / 2)).copied(),
            _ => None,
        }
    }

    fn throws(&mut self) -> Option<&'static str> {
        if self.eat("_E") {
            return Some(" noexcept");
        }
        self.eat("Z").then_some("")
    }

    fn parameters(&mut self) -> Option<String> {
        if self.eat("X") {
            return Some("void".to_owned());
        }
        let mut out = String::new();
        loop {
            if self.eat("@") {
                return Some(out);
            }
            if self.peek() == b'Z' {
                // An ellipsis ends the list; the next `Z` is about exceptions.
                self.next()?;
                out.push_str(if out.is_empty() { "..." } else { ", ..." });
                return Some(out);
            }
            if !out.is_empty() {
                out.push_str(", ");
            }
            let ty = if self.peek().is_ascii_digit() {
                let number = usize::from(self.next()? - b'0');
                self.types.get(number)?.clone()
            } else {
                let before = self.text.len();
                let ty = self.ty()?;
                if before - self.text.len() > 1 && self.types.len() < REMEMBERED {
                    self.types.push(ty.clone());
                }
                ty
            };
            out.push_str(&ty.text());
            out = short(out)?;
        }
    }

    /// A type that may have qualifiers before it.
    fn result_type(&mut self) -> Option<Type> {
        if !self.eat("?") {
            return self.ty();
        }
        let qualifiers = self.pointee_qualifiers()?;
        Some(qualified(self.ty()?, qualifiers))
    }

    fn ty(&mut self) -> Option<Type> {
        let ty = self.deeper(Self::type_here)?;
        (ty.before.len() + ty.after.len() <= MOST).then_some(ty)
    }

    fn type_here(&mut self) -> Option<Type> {
        if let Some(words) = self.table(TYPES) {
            return Some(Type::plain(words));
        }
        let class = match self.peek() {
            b'T' => "union ",
            b'U' => "struct ",
            b'V' => "class ",
            b'W' => "enum ",
            _ => "",
        };
        if !class.is_empty() {
            self.next()?;
            if class == "enum " && !self.eat("4") {
                return None;
            }
            return Some(Type { before: format!("{class}{}", self.class_name()?), ..Type::default() });
        }
        if self.eat("$$Q") {
            return self.pointer("&&", "");
        }
        if self.eat("$$A6") {
            return self.function_type("");
        }
        if self.eat("$$C") {
            let qualifiers = self.pointee_qualifiers()?;
            return Some(qualified(self.ty()?, qualifiers));
        }
        if self.eat("?") {
            // A type that has only a name.
            return self.class_name().map(|name| Type::plain(&name));
        }
        match self.next()? {
            b'A' => self.pointer("&", ""),
            b'P' => self.pointer("*", ""),
            b'Q' => self.pointer("*", "const"),
            b'R' => self.pointer("*", "volatile"),
            b'S' => self.pointer("*", "const volatile"),
            b'Y' => self.array(),
            _ => None,
        }
    }

    fn class_name(&mut self) -> Option<String> {
        let last = self.last_name(true)?;
        let scopes = self.scopes()?;
        Self::joined(&scopes, &last)
    }

    fn array(&mut self) -> Option<Type> {
        let (_, dimensions) = self.number()?;
        let mut after = String::new();
        for _ in 0..Some(dimensions).filter(|&count| count <= 64)? {
            let (_, length) = self.number()?;
            after.push_str(&if length == 0 { "[]".to_owned() } else { format!("[{length}]") });
        }
        let mut element = if self.eat("$$C") {
            let qualifiers = self.pointee_qualifiers()?;
            qualified(self.ty()?, qualifiers)
        } else {
            self.ty()?
        };
        element.after.insert_str(0, &after);
        element.wrapped = true;
        Some(element)
    }

    /// The signature of a function, as the type of one.
    fn function_type(&mut self, behind: &str) -> Option<Type> {
        let convention = self.convention()?;
        let result = if self.eat("@") { Type::default() } else { self.result_type()? };
        let parameters = self.parameters()?;
        let throws = self.throws()?;
        let mut before = result.before;
        if !before.is_empty() {
            before.push(' ');
        }
        Some(Type { before, convention, after: format!("({parameters}){behind}{throws}{}", result.after), wrapped: true })
    }

    fn pointer(&mut self, sign: &str, own: &str) -> Option<Type> {
        if self.eat("6") {
            let pointee = self.function_type("")?;
            return Some(around(pointee, sign, own, ""));
        }
        if self.eat("8") {
            let class = self.class_name()?;
            let behind = self.this_qualifiers()?;
            let pointee = self.function_type(&behind)?;
            return Some(around(pointee, sign, own, &format!("{class}::")));
        }
        let mut own = own.to_owned();
        let mut unaligned = false;
        loop {
            match self.peek() {
                b'E' => {}
                b'I' => own.push_str(if own.is_empty() { "__restrict" } else { " __restrict" }),
                b'F' => unaligned = true,
                _ => break,
            }
            self.next()?;
        }
        if self.eat("6") {
            let pointee = self.function_type("")?;
            return Some(around(pointee, sign, &own, ""));
        }
        if self.eat("8") {
            let class = self.class_name()?;
            let behind = self.this_qualifiers()?;
            let pointee = self.function_type(&behind)?;
            return Some(around(pointee, sign, &own, &format!("{class}::")));
        }
        let (qualifiers, class) = match self.next()? {
            letter @ b'A'..=b'D' => (usize::from(letter - b'A'), String::new()),
            letter @ b'Q'..=b'T' => (usize::from(letter - b'Q'), format!("{}::", self.class_name()?)),
            _ => return None,
        };
        let mut pointee = qualified(self.ty()?, qualifiers);
        if unaligned {
            pointee.before.push_str(if pointee.before.ends_with('*') { "__unaligned" } else { " __unaligned" });
        }
        Some(around(pointee, sign, &own, &class))
    }
}

/// With qualifiers of its own; those of an array are its elements'.
fn qualified(mut ty: Type, qualifiers: usize) -> Type {
    let words = QUALIFIERS[qualifiers];
    // A pointer may have said it itself.
    let said = ["*const", "*volatile", "*const volatile"].iter().any(|own| ty.before.ends_with(own));
    match ty.before.ends_with(['*', '&']) {
        true => ty.before.push_str(words.trim_start()),
        false if said => {}
        false => ty.before.push_str(words),
    }
    ty
}

/// A pointer or reference to a type.
fn around(pointee: Type, sign: &str, own: &str, class: &str) -> Type {
    let Type { mut before, convention, mut after, wrapped } = pointee;
    space(&mut before);
    if wrapped {
        before.push('(');
        before.push_str(convention);
        space(&mut before);
        after.insert(0, ')');
    }
    before.push_str(class);
    before.push_str(sign);
    before.push_str(own);
    Type { before, after, ..Type::default() }
}

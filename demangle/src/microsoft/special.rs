//! Names of compiler-generated objects: virtual function tables, run-time type information, initializers, string literals.
use super::tables::QUALIFIERS;
use super::{Last, Parser, space};

impl Parser<'_> {
    /// What is no function or variable of the source; None if it is one of those.
    #[expect(clippy::option_option, reason = "the outer one is that of names that cannot be read")]
    pub(super) fn special(&mut self) -> Option<Option<String>> {
        if self.eat("?_7") {
            return self.table_of("`vftable'").map(Some);
        }
        if self.eat("?_8") {
            return self.table_of("`vbtable'").map(Some);
        }
        if self.eat("?_S") {
            return self.table_of("`local vftable'").map(Some);
        }
        if self.eat("?_R4") {
            return self.table_of("`RTTI Complete Object Locator'").map(Some);
        }
        if self.eat("?_R0") {
            let ty = self.result_type()?;
            return (self.eat("@8")).then(|| Some(ty.declare("`RTTI Type Descriptor'")));
        }
        if self.eat("?_R1") {
            let numbers: Option<Vec<String>> = (0..4).map(|_| self.offset().map(|number| number.to_string())).collect();
            let name = format!("`RTTI Base Class Descriptor at ({})'", numbers?.join(", "));
            return self.of_class(&name).map(Some);
        }
        if self.eat("?_R2") {
            return self.of_class("`RTTI Base Class Array'").map(Some);
        }
        if self.eat("?_R3") {
            return self.of_class("`RTTI Class Hierarchy Descriptor'").map(Some);
        }
        for (code, words) in [("?__E", "dynamic initializer"), ("?__F", "dynamic atexit destructor")] {
            if self.eat(code) {
                if self.peek() == b'?' {
                    // Of a member, which is named with its type.
                    return None;
                }
                let last = self.last_name(false)?;
                let scopes = self.scopes()?;
                let name = Self::joined(&scopes, &last)?;
                let name = format!("`{words} for '{name}''");
                return self.encoding(&name, &Last::Plain(String::new())).map(Some);
            }
        }
        if self.eat("?_C@_0") {
            return self.string().map(Some);
        }
        // Other strings, guards and thunks of virtual calls stay as they are.
        if ["?_C", "?_B", "?_9", "?__J", "?_A", "?_P"].iter().any(|code| self.text.starts_with(code)) || self.text.starts_with('@') {
            return None;
        }
        Some(None)
    }

    /// A string literal of `char`: its size, a checksum, and its first 32 bytes.
    fn string(&mut self) -> Option<String> {
        let (_, size) = self.number()?;
        let (_, rest) = self.text.split_once('@')?;
        self.text = rest;
        let mut bytes = Vec::new();
        while !self.eat("@") {
            bytes.push(match self.next()? {
                b'?' => match self.next()? {
                    b'$' => {
                        let digit = |byte: u8| matches!(byte, b'A'..=b'P').then(|| byte - b'A');
                        digit(self.next()?)? * 16 + digit(self.next()?)?
                    }
                    digit @ b'0'..=b'9' => b",/\\:. \n\t'-"[usize::from(digit - b'0')],
                    letter @ (b'a'..=b'z' | b'A'..=b'Z') => letter + 0x80,
                    _ => return None,
                },
                byte => byte,
            });
        }
        let cut = size > bytes.len() as u64;
        if !cut && bytes.pop() != Some(0) || bytes.contains(&0) {
            // Of wider characters, or of several strings.
            return None;
        }
        let mut text = String::from("\"");
        for byte in bytes {
            match byte {
                b'\'' => text.push_str("\\'"),
                b'"' => text.push_str("\\\""),
                b'\\' => text.push_str("\\\\"),
                7 => text.push_str("\\a"),
                8 => text.push_str("\\b"),
                b'\t' => text.push_str("\\t"),
                b'\n' => text.push_str("\\n"),
                11 => text.push_str("\\v"),
                12 => text.push_str("\\f"),
                b'\r' => text.push_str("\\r"),
                32..=126 => text.push(byte as char),
                _ => text.push_str(&format!("\\x{byte:02X}")),
            }
        }
        text.push_str(if cut { "\"..." } else { "\"" });
        Some(text)
    }

    fn of_class(&mut self, name: &str) -> Option<String> {
        let scopes = self.scopes()?;
        if !self.eat("8") {
            return None;
        }
        Self::joined(&scopes, &Last::Plain(name.to_owned()))
    }

    fn table_of(&mut self, name: &str) -> Option<String> {
        let scopes = self.scopes()?;
        let name = Self::joined(&scopes, &Last::Plain(name.to_owned()))?;
        if !matches!(self.next()?, b'6' | b'7') {
            return None;
        }
        let qualifiers = self.pointee_qualifiers()?;
        let mut text = QUALIFIERS[qualifiers].trim_start().to_owned();
        space(&mut text);
        text.push_str(&name);
        if !self.eat("@") {
            let last = self.last_name(false)?;
            let scopes = self.scopes()?;
            text.push_str(&format!("{{for `{}'}}", Self::joined(&scopes, &last)?));
            // There may be more bases, which LLVM does not print.
            while !self.eat("@") {
                self.last_name(false)?;
                self.scopes()?;
            }
        }
        Some(text)
    }
}

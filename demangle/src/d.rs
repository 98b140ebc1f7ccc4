//! Names of D: what LLVM's demangler knows of them, which are qualified names, and of their types `int` alone, which it does not print.

/// How often a type may refer back to another one.
const DEPTH: usize = 64;

/// The text of a name that begins with `_D`.
pub(crate) fn demangle(name: &[u8]) -> Option<Vec<u8>> {
    if name == b"_Dmain" {
        return Some(b"D main".to_vec());
    }
    let mut parser = Parser { text: name, at: 2, out: Vec::new() };
    parser.qualified()?;
    // What a compiler adds ends with `Z` and has no type.
    if parser.peek() == Some(b'Z') {
        parser.at += 1;
    } else {
        parser.skip_type(DEPTH)?;
    }
    (parser.at == name.len() && !parser.out.is_empty()).then_some(parser.out)
}

struct Parser<'n> {
    text: &'n [u8],
    at: usize,
    out: Vec<u8>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// A decimal number that does not end the name.
    fn number(&mut self) -> Option<usize> {
        let start = self.at;
        while self.peek()?.is_ascii_digit() {
            self.at += 1;
        }
        std::str::from_utf8(&self.text[start..self.at]).ok()?.parse::<u32>().ok().map(|number| number as usize)
    }

    /// Where a reference back points to: its distance from `Q` in base 26, whose last digit is a small letter.
    fn back(&mut self) -> Option<usize> {
        let from = self.at;
        self.at += 1;
        let mut distance: usize = 0;
        loop {
            let letter = self.peek()?;
            self.at += 1;
            distance = distance.checked_mul(26)?;
            match letter {
                b'A'..=b'Z' => distance = distance.checked_add(usize::from(letter - b'A'))?,
                b'a'..=b'z' => {
                    distance = distance.checked_add(usize::from(letter - b'a'))?;
                    return from.checked_sub(distance).filter(|_| distance > 0);
                }
                _ => return None,
            }
        }
    }

    /// `QualifiedName`.
    fn qualified(&mut self) -> Option<()> {
        let mut first = true;
        loop {
            // Symbols without a name.
            if self.peek() == Some(b'0') {
                while self.peek() == Some(b'0') {
                    self.at += 1;
                }
            } else {
                if !first {
                    self.out.push(b'.');
                }
                first = false;
                self.identifier()?;
            }
            if !self.at_symbol() {
                return Some(());
            }
        }
    }

    fn at_symbol(&mut self) -> bool {
        match self.peek() {
            Some(b'0'..=b'9') => true,
            Some(b'Q') => {
                let at = self.at;
                let target = self.back();
                self.at = at;
                target.is_some_and(|target| self.text[target].is_ascii_digit())
            }
            _ => false,
        }
    }

    fn identifier(&mut self) -> Option<()> {
        loop {
            if self.peek()? == b'Q' {
                let target = self.back()?;
                let after = std::mem::replace(&mut self.at, target);
                let length = self.number()?;
                self.plain(length)?;
                self.at = after;
                return Some(());
            }
            let length = self.number().filter(|&length| length > 0)?;
            let name = self.text.get(self.at..self.at.checked_add(length)?)?;
            // A parent that only makes the name unique is left out.
            match name.strip_prefix(b"__S") {
                Some(digits) if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => self.at += length,
                _ => return self.plain(length),
            }
        }
    }

    /// An identifier as it is, except for what compilers make for a symbol.
    fn plain(&mut self, length: usize) -> Option<()> {
        const MADE: [(&[u8], &str); 5] = [
            (b"__initZ", "initializer for "),
            (b"__vtblZ", "vtable for "),
            (b"__ClassZ", "ClassInfo for "),
            (b"__InterfaceZ", "Interface for "),
            (b"__ModuleInfoZ", "ModuleInfo for "),
        ];
        let name = self.text.get(self.at..self.at.checked_add(length)?)?;
        let rest = &self.text[self.at..];
        let made = MADE.iter().find(|(word, _)| word.len() == length + 1 && rest.starts_with(word));
        if let Some((_, words)) = made {
            self.out.splice(0..0, words.bytes());
            // Without the leading dot.
            self.out.pop();
        } else {
            self.out.extend_from_slice(name);
        }
        self.at += length;
        Some(())
    }

    fn skip_type(&mut self, depth: usize) -> Option<()> {
        match self.peek()? {
            b'Q' => {
                let target = self.back()?;
                let after = std::mem::replace(&mut self.at, target);
                self.skip_type(depth.checked_sub(1)?)?;
                self.at = after;
            }
            b'i' => self.at += 1,
            _ => return None,
        }
        Some(())
    }
}

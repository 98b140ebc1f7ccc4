//! The lexer: one token at a time, dispatched on its first byte (LLVM 22, `LLLexer.cpp`).

use crate::format::parse_special;
use crate::scan;
use crate::token::{Kw, Tok, UNKNOWN, Word, short_word, word};
use bctk_support::text::unescape;
use std::borrow::Cow;

/// Bytes of names and labels.
const NAME: u8 = 1;
/// Digits.
const DIGIT: u8 = 2;
/// Bytes of words.
const WORD: u8 = 4;
/// Spaces, line ends, and NUL, which LLVM treats as a space.
const BLANK: u8 = 8;
/// Hexadecimal digits.
const HEX: u8 = 16;

static CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let c = i as u8;
        let mut class = 0;
        if c.is_ascii_alphanumeric() || c == b'_' {
            class |= WORD | NAME;
        }
        if matches!(c, b'-' | b'$' | b'.') {
            class |= NAME;
        }
        if c.is_ascii_digit() {
            class |= DIGIT;
        }
        if c.is_ascii_hexdigit() {
            class |= HEX;
        }
        if matches!(c, b' ' | b'\t' | b'\r' | b'\n' | 0) {
            class |= BLANK;
        }
        table[i] = class;
        i += 1;
    }
    table
};

#[inline(always)]
fn is(class: u8) -> impl Fn(u8) -> bool + Copy {
    move |c| CLASS[usize::from(c)] & class != 0
}

/// How many bytes at the start of `text` are of `class`.
#[inline(always)]
fn run(text: &[u8], class: u8) -> usize {
    text.iter().position(|&c| !is(class)(c)).unwrap_or(text.len())
}

/// How many bytes at the start of `text` may be of a name without quotes.
#[inline(always)]
pub(crate) fn name_len(text: &[u8]) -> usize {
    run(text, NAME)
}

/// The number of bytes before the first `byte`, or to the end.
#[inline(always)]
fn until(text: &[u8], byte: u8) -> usize {
    text.iter().position(|&c| c == byte).unwrap_or(text.len())
}

/// The text and the current token.
#[derive(Clone)]
pub(crate) struct Lexer<'s> {
    src: &'s [u8],
    /// End of the current token.
    pos: usize,
    /// Where it begins.
    pub(crate) start: usize,
    /// Where the one before it ended.
    pub(crate) last_end: usize,
    /// Its kind.
    pub(crate) tok: Tok,
    /// What the word means, if it is one.
    pub(crate) word: &'static Word,
    /// Value of a numeric token; for [`Tok::Int`] the magnitude, which wraps if `big`.
    pub(crate) value: u64,
    /// Whether a number is negative.
    pub(crate) negative: bool,
    /// Whether a number does not fit in 64 bits.
    pub(crate) big: bool,
    /// Whether a name or label is in quotes.
    quoted: bool,
    /// Whether `name:` is a word and a colon, as in summary entries, and not a label.
    pub(crate) colons_apart: bool,
    /// What is wrong at a [`Tok::Error`].
    pub(crate) message: &'static str,
}

impl<'s> Lexer<'s> {
    /// A lexer at the first token from `pos` on.
    pub(crate) fn new(src: &'s [u8], pos: usize) -> Self {
        let mut lexer = Self {
            src,
            pos,
            start: pos,
            last_end: pos,
            tok: Tok::Eof,
            word: &UNKNOWN,
            value: 0,
            negative: false,
            big: false,
            quoted: false,
            colons_apart: false,
            message: "",
        };
        lexer.next();
        lexer
    }

    /// The whole text.
    pub(crate) fn source(&self) -> &'s [u8] {
        self.src
    }

    /// End of the current token.
    pub(crate) fn end(&self) -> usize {
        self.pos
    }

    /// The bytes of the current token.
    #[inline]
    pub(crate) fn text(&self) -> &'s [u8] {
        &self.src[self.start..self.pos]
    }

    /// Goes to the first token from `pos` on.
    pub(crate) fn seek(&mut self, pos: usize) {
        self.pos = pos;
        self.next();
    }

    /// The name in the current token: without its sigil, quotes, colon and escapes.
    #[inline]
    pub(crate) fn name(&self) -> Cow<'s, [u8]> {
        let sign = usize::from(!matches!(self.tok, Tok::Label | Tok::Str | Tok::Word));
        let end = self.pos - usize::from(self.tok == Tok::Label);
        if !self.quoted {
            let name = &self.src[self.start + sign..end];
            // Names of metadata may have escapes without quotes.
            return if self.tok == Tok::MetadataName { unescape(name) } else { Cow::Borrowed(name) };
        }
        unescape(&self.src[self.start + sign + 1..end - 1])
    }

    /// An invalid token; without a message, the parser says what it expected.
    fn fail(&mut self, message: &'static str) -> Tok {
        self.message = message;
        Tok::Error
    }

    #[inline(always)]
    fn peek(&self, ahead: usize) -> u8 {
        self.src.get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Goes to the next token, which mostly is a comma that follows at once.
    #[inline(always)]
    pub(crate) fn next_comma(&mut self) {
        if self.src.get(self.pos) == Some(&b',') {
            self.last_end = self.pos;
            self.start = self.pos;
            self.pos += 1;
            self.tok = Tok::Comma;
        } else {
            self.next();
        }
    }

    /// Goes to the first token from `pos` on, which mostly is a comma there.
    #[inline(always)]
    pub(crate) fn pass_to(&mut self, pos: usize) {
        self.pos = pos;
        self.next_comma();
    }

    /// Goes to the next token.
    #[inline]
    pub(crate) fn next(&mut self) {
        self.last_end = self.pos;
        loop {
            let Some(&byte) = self.src.get(self.pos) else {
                self.start = self.pos;
                self.tok = Tok::Eof;
                return;
            };
            if CLASS[usize::from(byte)] & BLANK != 0 {
                self.pos += 1;
                continue;
            }
            self.start = self.pos;
            if byte == b';' {
                self.pos += memchr::memchr(b'\n', &self.src[self.pos..]).unwrap_or(self.src.len() - self.pos);
                continue;
            }
            if byte == b'/' {
                if self.comment() {
                    continue;
                }
                return;
            }
            self.pos += 1;
            self.tok = self.token(byte);
            return;
        }
    }

    /// Passes `/* … */`; a slash that begins none is an error.
    fn comment(&mut self) -> bool {
        if self.peek(1) != b'*' {
            self.pos += 1;
            self.tok = self.fail("");
            return false;
        }
        match self.src[self.pos + 2..].windows(2).position(|w| w == b"*/") {
            Some(at) => {
                self.pos += at + 4;
                true
            }
            None => {
                self.pos = self.src.len();
                self.tok = self.fail("unterminated comment");
                false
            }
        }
    }

    #[inline(always)]
    fn token(&mut self, byte: u8) -> Tok {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.identifier(),
            b'%' => self.variable(Tok::Local, Tok::LocalNum),
            b'0'..=b'9' | b'-' => self.number(),
            b',' => Tok::Comma,
            b'!' => self.exclaim(),
            b'@' => self.variable(Tok::Global, Tok::GlobalNum),
            b'(' => Tok::LParen,
            b')' => Tok::RParen,
            b'=' => Tok::Equal,
            b'[' => Tok::LSquare,
            b']' => Tok::RSquare,
            b'{' => Tok::LBrace,
            b'}' => Tok::RBrace,
            b'<' => Tok::Less,
            b'>' => Tok::Greater,
            b'"' => self.string(),
            b'#' => self.hash(),
            b'*' => Tok::Star,
            b'|' => Tok::Bar,
            b':' => Tok::Colon,
            b'^' => self.digits_after(Tok::SummaryId),
            b'$' => self.dollar(),
            b'.' => self.dot(),
            b'+' => self.plus(),
            _ => self.fail(""),
        }
    }

    /// The decimal digits from `from` on as [`Lexer::value`]; the position after them.
    #[inline(always)]
    fn decimal(&mut self, from: usize) -> usize {
        let mut value = 0u64;
        let mut at = from;
        self.big = false;
        while let Some(digit) = self.src.get(at).map(|c| c.wrapping_sub(b'0')).filter(|&d| d < 10) {
            // Nineteen digits always fit.
            if at - from < 19 {
                value = value * 10 + u64::from(digit);
            } else {
                match value.checked_mul(10).and_then(|v| v.checked_add(u64::from(digit))) {
                    Some(next) if !self.big => value = next,
                    _ => self.big = true,
                }
            }
            at += 1;
        }
        self.value = value;
        at
    }

    /// A number of 32 bits after a sign.
    #[inline]
    fn digits_after(&mut self, tok: Tok) -> Tok {
        self.negative = false;
        let end = self.decimal(self.pos);
        if end == self.pos {
            return self.fail("expected a number");
        }
        self.pos = end;
        if self.big || self.value > u64::from(u32::MAX) {
            return self.fail("invalid value number (too large)");
        }
        tok
    }

    #[inline(always)]
    fn variable(&mut self, named: Tok, numbered: Tok) -> Tok {
        self.quoted = false;
        let first = self.peek(0);
        if first == b'"' {
            return self.quoted_name(named);
        }
        if first.is_ascii_digit() {
            return self.digits_after(numbered);
        }
        let len = run(&self.src[self.pos..], NAME);
        if len == 0 {
            return self.fail("");
        }
        self.pos += len;
        named
    }

    /// A name in quotes; the current byte is the opening quote.
    fn quoted_name(&mut self, tok: Tok) -> Tok {
        self.quoted = true;
        let open = self.pos + 1;
        let len = until(&self.src[open..], b'"');
        if open + len >= self.src.len() {
            self.pos = self.src.len();
            return self.fail(match tok {
                Tok::Global => "end of file in global variable name",
                Tok::Comdat => "end of file in COMDAT variable name",
                _ => "end of file in string constant",
            });
        }
        self.pos = open + len + 1;
        let name = &self.src[open..open + len];
        if name.contains(&b'\\') && unescape(name).contains(&0) || name.contains(&0) {
            return self.fail("NUL character is not allowed in names");
        }
        tok
    }

    fn string(&mut self) -> Tok {
        self.quoted = true;
        let len = until(&self.src[self.pos..], b'"');
        if self.pos + len >= self.src.len() {
            self.pos = self.src.len();
            return self.fail("end of file in string constant");
        }
        self.pos += len + 1;
        if self.peek(0) == b':' && !self.colons_apart && self.src.len() > self.pos {
            let name = &self.src[self.start + 1..self.pos - 1];
            self.pos += 1;
            if unescape(name).contains(&0) {
                return self.fail("NUL character is not allowed in names");
            }
            return Tok::Label;
        }
        Tok::Str
    }

    #[inline]
    fn exclaim(&mut self) -> Tok {
        let first = self.peek(0);
        if first.is_ascii_digit() {
            return self.digits_after(Tok::MetadataNum);
        }
        if first.is_ascii_alphabetic() || matches!(first, b'-' | b'$' | b'.' | b'_' | b'\\') {
            self.quoted = false;
            let rest = &self.src[self.pos..];
            let len = rest.iter().position(|&c| CLASS[usize::from(c)] & NAME == 0 && c != b'\\').unwrap_or(rest.len());
            self.pos += len;
            return Tok::MetadataName;
        }
        Tok::Exclaim
    }

    fn hash(&mut self) -> Tok {
        let first = self.peek(0);
        if first.is_ascii_digit() {
            return self.digits_after(Tok::AttrGroup);
        }
        let len = run(&self.src[self.pos..], WORD);
        if len == 0 {
            return Tok::Hash;
        }
        self.word = word(&self.src[self.pos..self.pos + len]);
        self.pos += len;
        Tok::HashWord
    }

    /// Whether label characters up to a colon follow; the position after the colon.
    fn label_tail(&self, from: usize) -> Option<usize> {
        let end = from + run(&self.src[from..], NAME);
        (!self.colons_apart && self.src.get(end) == Some(&b':')).then_some(end + 1)
    }

    fn label(&mut self, end: usize) -> Tok {
        self.quoted = false;
        self.pos = end;
        Tok::Label
    }

    fn dollar(&mut self) -> Tok {
        if let Some(end) = self.label_tail(self.pos) {
            return self.label(end);
        }
        if self.peek(0) == b'"' {
            return self.quoted_name(Tok::Comdat);
        }
        self.quoted = false;
        let len = run(&self.src[self.pos..], NAME);
        if len == 0 || self.peek(0).is_ascii_digit() {
            return self.fail("expected a COMDAT name");
        }
        self.pos += len;
        Tok::Comdat
    }

    fn dot(&mut self) -> Tok {
        if let Some(end) = self.label_tail(self.pos) {
            return self.label(end);
        }
        if self.peek(0) == b'.' && self.peek(1) == b'.' {
            self.pos += 2;
            return Tok::DotDotDot;
        }
        self.fail("")
    }

    /// A word, a label, an integer type or a hexadecimal integer.
    #[inline(always)]
    fn identifier(&mut self) -> Tok {
        // Most are words of the table, before a mark that ends them.
        if let Some((key, len)) = scan::window(self.src, self.start).and_then(scan::word)
            && !matches!(self.src.get(self.start + len), Some(b'.' | b'-' | b'$'))
            && let Some(word) = short_word(key)
        {
            self.pos = self.start + len;
            self.quoted = false;
            self.word = word;
            return Tok::Word;
        }
        self.other_identifier()
    }

    #[inline]
    fn other_identifier(&mut self) -> Tok {
        let rest = &self.src[self.start..];
        let mut len = run(rest, WORD);
        let after = rest.get(len).copied().unwrap_or(0);
        if after == b':' && !self.colons_apart {
            return self.label(self.start + len + 1);
        }
        if CLASS[usize::from(after)] & NAME != 0
            && let Some(end) = self.label_tail(self.start + len)
        {
            return self.label(end);
        }
        let first = rest[0];
        if (first == b'i' || first == b'b') && len > 1 && rest[1].is_ascii_digit() {
            let end = self.decimal(self.start + 1);
            self.pos = end;
            if self.big || self.value < 1 || self.value > 1 << 23 {
                return self.fail("bitwidth for integer or byte type out of range");
            }
            return if first == b'i' { Tok::IntType } else { Tok::ByteType };
        }
        if matches!(first, b's' | b'u' | b'f') && len > 3 && rest[1] == b'0' && rest[2] == b'x' && rest[3].is_ascii_hexdigit() {
            self.pos = self.start + 3 + run(&rest[3..], HEX);
            if self.pos - self.start < len {
                return self.fail("expected value token");
            }
            return match first {
                b'f' => Tok::HexFloat,
                _ => self.hex_integer(&rest[3..len], first == b's'),
            };
        }
        // `cc10` is a word and a number.
        if first == b'c' && len > 2 && rest[1] == b'c' && rest[2..len].iter().all(u8::is_ascii_digit) {
            len = 2;
        }
        self.pos = self.start + len;
        self.quoted = false;
        self.word = word(&rest[..len]);
        Tok::Word
    }

    /// `u0x1F` or `s0x1F` with these digits: of a signed one, the highest bit that is set is the sign.
    fn hex_integer(&mut self, digits: &[u8], signed: bool) -> Tok {
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let digits = &digits[zeros..];
        let value = digits.iter().take(16).fold(0, |value, &digit| value << 4 | u64::from((digit as char).to_digit(16).unwrap_or(0)));
        self.big = digits.len() > 16;
        self.negative = signed;
        self.value = if signed { value.wrapping_neg() & u64::MAX.checked_shr(value.leading_zeros()).unwrap_or(0) } else { value };
        Tok::Int
    }

    /// An integer, a decimal or hexadecimal float, or a label that starts like a number.
    #[inline]
    fn number(&mut self) -> Tok {
        self.negative = self.src[self.start] == b'-';
        let digits = self.start + usize::from(self.negative);
        if self.negative && !self.peek(0).is_ascii_digit() {
            return match self.label_tail(self.pos) {
                Some(end) => self.label(end),
                None => self.special_float(),
            };
        }
        let end = self.decimal(digits);
        let after = self.src.get(end).copied().unwrap_or(0);
        if after == b':' && !self.negative && !self.colons_apart {
            self.pos = end + 1;
            if self.big || self.value > u64::from(u32::MAX) {
                return self.fail("invalid value number (too large)");
            }
            return Tok::LabelNum;
        }
        if (CLASS[usize::from(after)] & NAME != 0 || after == b':')
            && let Some(label) = self.label_tail(end)
        {
            return self.label(label);
        }
        self.pos = end;
        match after {
            b'.' => self.fraction(),
            b'x' if end == digits + 1 && self.src[digits] == b'0' => match self.binary_exponent() {
                Some(end) => {
                    self.pos = end;
                    Tok::Float
                }
                None if self.negative => Tok::Int,
                None => self.hex_float(),
            },
            _ => Tok::Int,
        }
    }

    /// The end of a hexadecimal number with a point and an exponent, from its `x` on: `0x1.8p-1`.
    fn binary_exponent(&self) -> Option<usize> {
        let digits = |at: usize, class: u8| self.src.get(at..).map_or(0, |rest| run(rest, class));
        let point = self.pos + 1 + digits(self.pos + 1, HEX);
        if point == self.pos + 1 || self.src.get(point) != Some(&b'.') {
            return None;
        }
        let exponent = point + 1 + digits(point + 1, HEX);
        if !matches!(self.src.get(exponent), Some(b'p' | b'P')) {
            return None;
        }
        let sign = usize::from(matches!(self.src.get(exponent + 1), Some(b'+' | b'-')));
        // LLVM 23 takes an exponent without digits for 0.
        Some(exponent + 1 + sign + digits(exponent + 1 + sign, DIGIT))
    }

    /// An infinity or NaN after its sign: `+inf`, `-nan(0x1)`.
    #[cold]
    fn special_float(&mut self) -> Tok {
        self.pos += run(&self.src[self.pos..], WORD);
        // Only NaNs with a payload have parentheses.
        if self.peek(0) == b'(' && &self.src[self.start + 1..self.pos] != b"qnan" {
            let rest = &self.src[self.pos..];
            let Some(close) = rest.iter().position(|&c| matches!(c, b')' | b'\n')).filter(|&at| rest[at] == b')') else {
                self.pos = self.start + 1;
                return self.fail("unclosed nan literal");
            };
            self.pos += close + 1;
        }
        if parse_special(&self.src[self.start..self.pos]).is_none() {
            self.pos = self.start + 1;
            return self.fail("bad payload format for nan literal");
        }
        Tok::SpecialFloat
    }

    fn plus(&mut self) -> Tok {
        self.negative = false;
        if !self.peek(0).is_ascii_digit() {
            return self.special_float();
        }
        let zero = self.peek(0) == b'0';
        self.pos += run(&self.src[self.pos..], DIGIT);
        if zero
            && self.pos == self.start + 2
            && self.peek(0) == b'x'
            && let Some(end) = self.binary_exponent()
        {
            self.pos = end;
            return Tok::Float;
        }
        if self.peek(0) != b'.' {
            self.pos = self.start + 1;
            return self.fail("");
        }
        self.fraction()
    }

    /// The rest of a decimal float from its point on.
    fn fraction(&mut self) -> Tok {
        self.pos += 1;
        self.pos += run(&self.src[self.pos..], DIGIT);
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.pos += 1 + sign;
                self.pos += run(&self.src[self.pos..], DIGIT);
            }
        }
        Tok::Float
    }

    /// The rest of a hexadecimal float from its `x` on; without digits, the zero is a token of its own.
    fn hex_float(&mut self) -> Tok {
        let letter = usize::from(matches!(self.peek(1), b'K' | b'L' | b'M' | b'H' | b'R'));
        let len = run(&self.src[self.pos + 1 + letter..], HEX);
        if len == 0 {
            return Tok::Int;
        }
        self.pos += 1 + letter + len;
        Tok::HexFloat
    }

    /// Whether the current token is the word `kw`.
    #[inline]
    pub(crate) fn is_word(&self, kw: Kw) -> bool {
        self.tok == Tok::Word && self.word.kw == kw
    }
}

/// The number of tokens in `text`, up to the end or the first invalid token; used to measure the lexer alone.
pub fn count_tokens(text: &[u8]) -> usize {
    let mut lexer = Lexer::new(text, 0);
    let mut count = 0;
    while !matches!(lexer.tok, Tok::Eof | Tok::Error) {
        count += 1;
        lexer.next();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toks(text: &str) -> Vec<(Tok, String)> {
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        let mut out = Vec::new();
        while lexer.tok != Tok::Eof {
            out.push((lexer.tok, String::from_utf8_lossy(lexer.text()).into_owned()));
            lexer.next();
        }
        out
    }

    fn kinds(text: &str) -> Vec<Tok> {
        toks(text).into_iter().map(|t| t.0).collect()
    }

    #[test]
    fn numbers_and_labels() {
        assert_eq!(
            kinds("12 -12 1.5 -1.e5 0x12 0xK1F 0 12: -1: a.b: \"x\": +1.0"),
            [
                Tok::Int,
                Tok::Int,
                Tok::Float,
                Tok::Float,
                Tok::HexFloat,
                Tok::HexFloat,
                Tok::Int,
                Tok::LabelNum,
                Tok::Label,
                Tok::Label,
                Tok::Label,
                Tok::Float
            ]
        );
        assert_eq!(kinds("i32 i0 u0x1F s0xff spir_func"), [Tok::IntType, Tok::Error, Tok::Int, Tok::Int, Tok::Word]);
        assert_eq!(kinds("0x ..."), [Tok::Int, Tok::Word, Tok::DotDotDot]);
        assert_eq!(kinds("18446744073709551615 18446744073709551616"), [Tok::Int, Tok::Int]);
    }

    #[test]
    fn names() {
        assert_eq!(
            kinds("%a %1 @\"x y\" $c $\"d\" !foo !1 !{ #1 #dbg_value ^3 # !\"x\" %99999999999"),
            [
                Tok::Local,
                Tok::LocalNum,
                Tok::Global,
                Tok::Comdat,
                Tok::Comdat,
                Tok::MetadataName,
                Tok::MetadataNum,
                Tok::Exclaim,
                Tok::LBrace,
                Tok::AttrGroup,
                Tok::HashWord,
                Tok::SummaryId,
                Tok::Hash,
                Tok::Exclaim,
                Tok::Str,
                Tok::Error
            ]
        );
        let lexer = Lexer::new(b"@\"a\\22\\\\b\"", 0);
        assert_eq!(&*lexer.name(), b"a\"\\b");
        let lexer = Lexer::new(b"foo.bar:", 0);
        assert_eq!(&*lexer.name(), b"foo.bar");
    }

    #[test]
    fn comments() {
        assert_eq!(kinds("; x\n ret /* a\n * */ void ; y"), [Tok::Word, Tok::Word]);
        assert_eq!(kinds("ret /* a"), [Tok::Word, Tok::Error]);
    }
}

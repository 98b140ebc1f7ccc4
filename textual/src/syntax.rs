//! The basis of the parser: the lexer with one token of lookahead, and helpers for grammar rules.

use crate::error::{Error, Result};
use crate::lexer::Lexer;
use crate::token::{Kw, Tok};
use bctk_support::limits::{LimitName, Limits};
use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut, Range};

/// Tokens, and the current nesting depth of the grammar.
pub(crate) struct Syntax<'s> {
    lex: Lexer<'s>,
    depth: usize,
    /// What the text may ask for.
    pub(crate) limits: Limits,
}

impl<'s> Deref for Syntax<'s> {
    type Target = Lexer<'s>;
    #[inline(always)]
    fn deref(&self) -> &Lexer<'s> {
        &self.lex
    }
}

impl DerefMut for Syntax<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.lex
    }
}

impl<'s> Syntax<'s> {
    /// The tokens of `src` from `pos` on.
    pub(crate) fn new(src: &'s [u8], pos: usize, limits: Limits) -> Self {
        Self { lex: Lexer::new(src, pos), depth: 0, limits }
    }

    /// The position of the current token.
    #[inline]
    pub(crate) fn span(&self) -> Range<usize> {
        self.start..self.end()
    }

    /// Whether the current token is the word `kw`.
    #[inline]
    pub(crate) fn at(&self, kw: Kw) -> bool {
        self.is_word(kw)
    }

    /// The current word of the grammar; [`Kw::None`] if it is none.
    #[inline]
    pub(crate) fn kw(&self) -> Kw {
        if self.tok == Tok::Word { self.word.kw } else { Kw::None }
    }

    /// Consumes the current token if it is `tok`.
    #[inline]
    pub(crate) fn eat(&mut self, tok: Tok) -> bool {
        let there = self.tok == tok;
        if there {
            self.next();
        }
        there
    }

    /// Consumes the current word if it is `kw`.
    #[inline]
    pub(crate) fn eat_kw(&mut self, kw: Kw) -> bool {
        let there = self.at(kw);
        if there {
            self.next();
        }
        there
    }

    /// Takes `tok`, or fails with `message`.
    #[inline]
    pub(crate) fn expect(&mut self, tok: Tok, message: &'static str) -> Result<()> {
        if self.eat(tok) { Ok(()) } else { Err(self.error(message)) }
    }

    /// Takes the word `kw`, or fails with `message`.
    #[inline]
    pub(crate) fn expect_kw(&mut self, kw: Kw, message: &'static str) -> Result<()> {
        if self.eat_kw(kw) { Ok(()) } else { Err(self.error(message)) }
    }

    /// An error at the current token; if that is not a valid token, the lexer's message is used, if it has one.
    #[cold]
    #[inline(never)]
    pub(crate) fn error(&self, message: impl Into<String>) -> Error {
        let mut error = match self.tok {
            Tok::Error if !self.message.is_empty() => Error::new(self.span(), self.message),
            _ => Error::new(self.span(), message),
        };
        error.0.unexpected = true;
        error
    }

    /// A fault elsewhere.
    #[cold]
    #[inline(never)]
    pub(crate) fn error_at(&self, span: Range<usize>, message: impl Into<String>) -> Error {
        Error::new(span, message)
    }

    /// An error at the current token: it exceeds a limit.
    #[cold]
    #[inline(never)]
    pub(crate) fn beyond(&self, limit: LimitName, what: impl fmt::Display) -> Error {
        Error::beyond(self.span(), limit, &self.limits, what)
    }

    /// Takes an unsigned decimal number of 32 bits.
    pub(crate) fn u32(&mut self) -> Result<u32> {
        if self.tok != Tok::Int || self.negative {
            return Err(self.error("expected integer"));
        }
        if self.big || self.value > u64::from(u32::MAX) {
            return Err(self.error("expected 32-bit integer (too large)"));
        }
        let value = self.value as u32;
        self.next();
        Ok(value)
    }

    /// Takes an unsigned decimal number of 64 bits.
    pub(crate) fn u64(&mut self) -> Result<u64> {
        if self.tok != Tok::Int || self.negative {
            return Err(self.error("expected integer"));
        }
        // As LLVM's parser, which takes the largest number for a larger one.
        let value = if self.big { u64::MAX } else { self.value };
        self.next();
        Ok(value)
    }

    /// Takes a string in quotes.
    pub(crate) fn string(&mut self) -> Result<Cow<'s, [u8]>> {
        if self.tok != Tok::Str {
            return Err(self.error("expected string constant"));
        }
        let text = self.name();
        self.next();
        Ok(text)
    }

    /// Enters one more level; [`Syntax::leave`] leaves it. Every recursive rule does this.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<()> {
        if self.depth >= self.limits.nesting {
            return Err(self.beyond(LimitName::Nesting, format_args!("nesting is deeper than {} levels", self.limits.nesting)));
        }
        self.depth += 1;
        Ok(())
    }

    /// Goes back to the top level after a fault.
    pub(crate) fn reset(&mut self) {
        self.depth = 0;
        self.colons_apart = false;
    }

    /// Goes back up one level.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }
}

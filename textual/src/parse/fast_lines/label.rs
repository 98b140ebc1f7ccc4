//! Labels in the layout of LLVM's printer.

use super::super::Parser;
use super::super::locals::Defined;
use crate::scan::number;
use std::ops::Range;

impl Parser<'_, '_> {
    /// Goes to the token after the current label, past the comment that the printer puts in column 50.
    #[inline]
    pub(in crate::parse) fn next_after_label(&mut self) {
        match self.label_comment(self.start, self.end()) {
            Some(comment) => self.seek(comment),
            None => self.next(),
        }
    }

    /// The comment in column 50 after a label.
    #[inline]
    fn label_comment(&self, start: usize, end: usize) -> Option<usize> {
        const BLANKS: [u8; 50] = [b' '; 50];
        let comment = start + BLANKS.len();
        let padding = self.source().get(end..comment).filter(|_| self.source().get(comment) == Some(&b';'))?;
        (padding == &BLANKS[..padding.len()]).then_some(comment)
    }

    /// The label after the empty line at `at`, its place, and the first instruction of its block.
    #[inline]
    pub(super) fn line_label(&mut self, at: usize) -> Option<(Defined, Range<usize>, usize)> {
        let source = self.source();
        let start = self.line_text(b"\n\n", at)?;
        let number = number(source, start);
        let (text, colon) = match number {
            Some((_, end)) => (&[][..], end),
            None => self.line_name(start)?,
        };
        let end = self.line_text(b":", colon)?;
        let line = match source.get(end)? {
            b'\n' => end,
            _ => {
                let comment = self.label_comment(start, end)?;
                comment + memchr::memchr(b'\n', &source[comment..])?
            }
        };
        let first = self.line_text(b"\n  ", line)?;
        if !matches!(source.get(first)?, b'%' | b'a'..=b'z') {
            return None;
        }
        let name = number.map_or_else(|| self.fun.named(text), |(number, _)| Defined::Number(number));
        Some((name, start..end, first))
    }
}

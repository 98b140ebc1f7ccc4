//! Keywords in debug-information fields: DWARF names, flags, kinds; and a cache of recent ones.

use super::Parser;
use crate::error::{About, Result};
use crate::token::Tok;
use bctk_ir::metadata::dwarf::{CallConv, Encoding, EnumKind, Lang, LangDialect, LangName, Macinfo, Op, Tag, Virtuality};
use bctk_ir::metadata::flags::{
    ChecksumKind, EmissionKind, FixedPointKind, NameTableKind, di_flag_from_name, di_flag_names, sp_flag_from_name, sp_flag_names,
};

/// The kinds of names that a word can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, clippy::missing_docs_in_private_items)]
pub(crate) enum WordKind {
    Tag,
    Lang,
    LangName,
    LangDialect,
    Encoding,
    Cc,
    Macinfo,
    EnumKind,
    Virtuality,
    DiFlag,
    SpFlag,
    EmissionKind,
    NameTableKind,
    FixedPointKind,
    ChecksumKind,
    Op,
}

/// The words for each kind in messages.
struct Row {
    /// With what its words begin.
    prefix: &'static str,
    /// The complaint about something that is no such word.
    expected: &'static str,
    /// The error for an unknown keyword, without the keyword.
    invalid: &'static str,
    /// The largest number that may replace the word.
    max: u64,
}

impl WordKind {
    const fn row(self) -> Row {
        let (prefix, expected, invalid, max) = match self {
            WordKind::Tag => ("DW_TAG_", "expected DWARF tag", "invalid DWARF tag", 0xffff),
            WordKind::Lang => ("DW_LANG_", "expected DWARF language", "invalid DWARF language", 0xffff),
            WordKind::LangName => ("DW_LNAME_", "expected DWARF source language name", "invalid DWARF source language name", 0x3fff),
            WordKind::LangDialect => ("DW_LLVM_LANG_DIALECT_", "expected DWARF language dialect", "invalid DWARF language dialect", 2),
            WordKind::Encoding => ("DW_ATE_", "expected DWARF type attribute encoding", "invalid DWARF type attribute encoding", 0xff),
            WordKind::Cc => ("DW_CC_", "expected DWARF calling convention", "invalid DWARF calling convention", 0xff),
            WordKind::Macinfo => ("DW_MACINFO_", "expected DWARF macinfo type", "invalid DWARF macinfo type", 0xff),
            WordKind::EnumKind => ("DW_APPLE_ENUM_KIND_", "expected DWARF enum kind code", "invalid DWARF enum kind code", 1),
            WordKind::Virtuality => ("DW_VIRTUALITY_", "expected DWARF virtuality code", "invalid DWARF virtuality code", 2),
            WordKind::DiFlag => ("DIFlag", "expected debug info flag", "invalid debug info flag", u32::MAX as u64),
            WordKind::SpFlag => ("DISPFlag", "expected debug info flag", "invalid subprogram debug info flag", u32::MAX as u64),
            WordKind::EmissionKind => ("", "expected emission kind", "expected emission kind", 3),
            WordKind::NameTableKind => ("", "expected nameTable kind", "expected nameTable kind", 3),
            WordKind::FixedPointKind => ("", "expected fixed-point kind", "expected fixed-point kind", 2),
            WordKind::ChecksumKind => ("CSK_", "invalid checksum kind", "invalid checksum kind", 0),
            WordKind::Op => ("DW_OP_", "expected unsigned integer", "invalid DWARF op", 0),
        };
        Row { prefix, expected, invalid, max }
    }

    /// All its words.
    pub(crate) fn words(self) -> Vec<&'static str> {
        fn names<N>(table: &[(N, &'static str)]) -> Vec<&'static str> {
            table.iter().map(|row| row.1).collect()
        }
        match self {
            WordKind::Tag => names(Tag::TABLE),
            WordKind::Lang => names(Lang::TABLE),
            WordKind::LangName => names(LangName::TABLE),
            WordKind::LangDialect => names(LangDialect::TABLE),
            WordKind::Encoding => names(Encoding::TABLE),
            WordKind::Cc => names(CallConv::TABLE),
            WordKind::Macinfo => names(Macinfo::TABLE),
            WordKind::EnumKind => names(EnumKind::TABLE),
            WordKind::Virtuality => names(Virtuality::TABLE),
            WordKind::DiFlag => di_flag_names().collect(),
            WordKind::SpFlag => sp_flag_names().collect(),
            WordKind::EmissionKind => EmissionKind::NAMES.to_vec(),
            WordKind::NameTableKind => NameTableKind::NAMES.to_vec(),
            WordKind::FixedPointKind => FixedPointKind::NAMES.to_vec(),
            WordKind::ChecksumKind => ChecksumKind::NAMES.to_vec(),
            WordKind::Op => names(Op::TABLE),
        }
    }

    fn number(self, word: &[u8]) -> Option<u32> {
        match self {
            WordKind::Tag => Tag::from_name(word).map(|v| u32::from(v.0)),
            WordKind::Lang => Lang::from_name(word).map(|v| u32::from(v.0)),
            WordKind::LangName => LangName::from_name(word).map(|v| u32::from(v.0)),
            WordKind::LangDialect => LangDialect::from_name(word).map(|v| u32::from(v.0)),
            WordKind::Encoding => Encoding::from_name(word).map(|v| u32::from(v.0)),
            WordKind::Cc => CallConv::from_name(word).map(|v| u32::from(v.0)),
            WordKind::Macinfo => Macinfo::from_name(word).map(|v| u32::from(v.0)),
            WordKind::EnumKind => EnumKind::from_name(word).map(|v| u32::from(v.0)),
            WordKind::Virtuality => Virtuality::from_name(word).map(|v| u32::from(v.0)),
            WordKind::DiFlag => match word {
                // Names of flags that LLVM had up to version 10, 9 and 8.
                b"DIFlagBlockByrefStruct" => Some(1 << 4),
                b"DIFlagMainSubprogram" => Some(1 << 21),
                b"DIFlagTrivial" => Some(1 << 26),
                _ => di_flag_from_name(word).filter(|&flag| flag != 0),
            },
            WordKind::SpFlag => sp_flag_from_name(word).filter(|&flag| flag != 0),
            WordKind::EmissionKind => EmissionKind::from_name(word).map(|v| v.0),
            WordKind::NameTableKind => NameTableKind::from_name(word).map(|v| v.0),
            WordKind::FixedPointKind => FixedPointKind::from_name(word).map(|v| v.0),
            WordKind::ChecksumKind => match word {
                // LLVM 5 writes it where there is no checksum.
                b"CSK_None" => Some(0),
                _ => ChecksumKind::from_name(word).map(|v| v.0),
            },
            WordKind::Op => Op::from_name(word).map(|v| u32::from(v.0)),
        }
    }
}

/// A cache of the words that were met last. A few bytes of a word choose its entry.
pub(super) struct WordCache<'s> {
    entries: [(&'s [u8], WordKind, u32); CACHE],
}

/// The number of entries, a power of two.
const CACHE: usize = 256;

impl Default for WordCache<'_> {
    fn default() -> Self {
        Self { entries: [(&[], WordKind::Tag, 0); CACHE] }
    }
}

impl<'s> WordCache<'s> {
    /// The number of `word`, if it is one of `kind`.
    #[inline]
    pub(super) fn number(&mut self, kind: WordKind, word: &'s [u8]) -> Option<u32> {
        // Words of a kind start alike; their last bytes and length distinguish them.
        let tail = word.last_chunk::<4>().map_or(word.len() as u32, |bytes| u32::from_le_bytes(*bytes));
        let middle = word.get(word.len() / 2 + 2).copied().unwrap_or(0);
        let mixed = (tail ^ (word.len() as u32) << 13 ^ u32::from(middle) << 21).wrapping_mul(0x9E37_79B1);
        let entry = &mut self.entries[(mixed >> 24) as usize % CACHE];
        if entry.0 == word && entry.1 == kind {
            return Some(entry.2);
        }
        let number = kind.number(word)?;
        *entry = (word, kind, number);
        Some(number)
    }
}

impl Parser<'_, '_> {
    /// The current word of `kind`, or a number in its place, for the field `name`.
    #[inline]
    pub(super) fn di_word(&mut self, kind: WordKind, name: &str) -> Result<u32> {
        if self.tok == Tok::Int && kind != WordKind::ChecksumKind {
            return Ok(self.di_unsigned(name, kind.row().max)? as u32);
        }
        self.keyword(kind)
    }

    /// The dialect of a compile unit's language, for the field `name`. 0 is the absence of the field and cannot be stated.
    pub(super) fn di_dialect(&mut self, name: &str) -> Result<u32> {
        let at = self.span();
        match self.di_word(WordKind::LangDialect, name)? {
            0 => Err(self.error_at(
                at,
                format!(
                    "value for '{name}' must be a known DWARF language dialect (DW_LLVM_LANG_DIALECT_simt or DW_LLVM_LANG_DIALECT_tile)"
                ),
            )),
            dialect => Ok(dialect),
        }
    }

    /// The current word of `kind`.
    #[inline]
    pub(super) fn keyword(&mut self, kind: WordKind) -> Result<u32> {
        let word = self.text();
        if self.tok == Tok::Word
            && let Some(number) = self.md.words.number(kind, word)
        {
            self.next();
            return Ok(number);
        }
        Err(self.bad_word(kind))
    }

    #[cold]
    fn bad_word(&self, kind: WordKind) -> crate::error::Error {
        let row = kind.row();
        let word = self.text();
        if kind != WordKind::ChecksumKind && (self.tok != Tok::Word || !word.starts_with(row.prefix.as_bytes()) || row.prefix.is_empty()) {
            return self.error(row.expected).about(About::FieldWord(kind));
        }
        let word = match self.tok {
            // LLVM shows the last text that its lexer kept.
            _ if kind == WordKind::ChecksumKind && word == b"null" || self.tok == Tok::Int => b"checksumkind",
            Tok::Str => word.trim_ascii_start().strip_prefix(b"\"").and_then(|word| word.strip_suffix(b"\"")).unwrap_or(word),
            _ => word,
        };
        self.error_named(self.span(), &format!("{} '", row.invalid), word, "'").about(About::FieldWord(kind))
    }

    /// `flag | flag | 8`
    pub(super) fn di_flags(&mut self, kind: WordKind) -> Result<u32> {
        let mut flags = 0;
        loop {
            flags |= match self.tok {
                Tok::Int if !self.negative => self.u32()?,
                _ => self.keyword(kind)?,
            };
            if !self.eat(Tok::Bar) {
                return Ok(flags);
            }
        }
    }

    /// `(elements)` of an expression; the current token is its name. The result is in the unit's elements.
    pub(super) fn expression_elements(&mut self) -> Result<()> {
        self.next();
        self.expect(Tok::LParen, "expected '(' here")?;
        self.md.elements.clear();
        if self.eat(Tok::RParen) {
            return Ok(());
        }
        loop {
            let element = match self.tok {
                Tok::Word if self.text().starts_with(b"DW_OP_") => u64::from(self.keyword(WordKind::Op)?),
                Tok::Word if self.text().starts_with(b"DW_ATE_") => match self.md.words.number(WordKind::Encoding, self.syntax.text()) {
                    Some(encoding) => {
                        self.next();
                        u64::from(encoding)
                    }
                    None => {
                        let fault = self.error_named(self.span(), "invalid DWARF attribute encoding '", self.text(), "'");
                        return Err(fault.about(About::FieldWord(WordKind::Encoding)));
                    }
                },
                Tok::Int if !self.negative => {
                    if self.big {
                        return Err(self.error(format!("element too large, limit is {}", u64::MAX)));
                    }
                    let value = self.value;
                    self.next();
                    value
                }
                _ => return Err(self.error("expected unsigned integer")),
            };
            self.md.elements.push(element);
            if !self.eat(Tok::Comma) {
                return self.expect(Tok::RParen, "expected ')' here");
            }
        }
    }
}

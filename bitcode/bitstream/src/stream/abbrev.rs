//! Abbreviations: the encoding of a record's fields, as defined in the file and compiled for decoding.
use crate::bits::Cursor;
use crate::error::{Error, Result};
use crate::limits::{LimitName, Limits};
use bctk_support::fast;

/// One operand of an abbreviation (LLVM: `BitCodeAbbrevOp`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AbbrevOp {
    /// A value that costs no bits in the record.
    Literal(u64),
    /// A fixed number of bits, 0..=32. LLVM reads a width of 0 as the literal 0.
    Fixed(u32),
    /// Chunks of this many bits, 0..=32. LLVM reads a width of 0 as the literal 0.
    Vbr(u32),
    /// A count (vbr6), then that many of the operand that follows; the second to last operand.
    Array,
    /// One of `a-z A-Z 0-9 . _`, in six bits.
    Char6,
    /// A count (vbr6), padding to 32 bits, that many bytes, padding to 32 bits; the last operand.
    Blob,
}

/// The widest Fixed or VBR operand that LLVM reads (`BitstreamCursor::MaxChunkSize`).
pub const MAX_WIDTH: u32 = 32;

/// One scalar field, compiled: widths checked, zero widths turned into literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A value that costs no bits in the record.
    Literal(u64),
    /// A fixed number of bits, 1..=32.
    Fixed(u8),
    /// Chunks of this many bits, 1..=32.
    Vbr(u8),
    /// A character in six bits.
    Char6,
}

impl Step {
    /// The minimum number of bits of the field.
    #[inline]
    pub fn min_bits(self) -> u64 {
        match self {
            Step::Literal(_) => 0,
            Step::Fixed(width) | Step::Vbr(width) => u64::from(width),
            Step::Char6 => 6,
        }
    }
}

/// What follows the scalar fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    None,
    /// An array of such elements.
    Array(Step),
    /// A blob.
    Blob,
    /// Why the abbreviation, although it may be defined, cannot be used.
    Unusable(&'static str),
}

/// An abbreviation: the encoding of the record code and of every operand.
#[derive(Clone, Debug)]
pub struct Abbrev {
    ops: Box<[AbbrevOp]>,
    code: Step,
    steps: Box<[Step]>,
    tail: Tail,
    /// The tail for the fast path, which leaves records with a blob, and all if it is turned off, to the careful decoder.
    fast_tail: Tail,
}

impl AbbrevOp {
    /// Compiles a plain operand; `None` for an array or blob. Widths have been checked.
    #[inline]
    pub fn step(self) -> Option<Step> {
        match self {
            AbbrevOp::Literal(value) => Some(Step::Literal(value)),
            AbbrevOp::Fixed(0) | AbbrevOp::Vbr(0) => Some(Step::Literal(0)),
            AbbrevOp::Fixed(width) => Some(Step::Fixed(width as u8)),
            AbbrevOp::Vbr(width) => Some(Step::Vbr(width as u8)),
            AbbrevOp::Char6 => Some(Step::Char6),
            AbbrevOp::Array | AbbrevOp::Blob => None,
        }
    }
}

impl PartialEq for Abbrev {
    fn eq(&self, other: &Abbrev) -> bool {
        self.ops == other.ops
    }
}

impl Eq for Abbrev {}

impl Abbrev {
    /// Checks and compiles the operands; the first one encodes the record code.
    ///
    /// Like LLVM's `BitstreamCursor::ReadAbbrevRecord`, this accepts abbreviations that no record can use (clang defines some).
    ///
    /// # Errors
    /// Malformed, if there are no operands or one is wider than 32 bits.
    pub fn new(ops: Vec<AbbrevOp>) -> Result<Abbrev> {
        for &op in &ops {
            if let AbbrevOp::Fixed(width) | AbbrevOp::Vbr(width) = op
                && width > MAX_WIDTH
            {
                return Err(Error::malformed(format!("expected an abbreviation operand of at most {MAX_WIDTH} bits, found {width}")));
            }
        }
        let Some((&first, rest)) = ops.split_first() else {
            return Err(Error::malformed("expected at least one operand in an abbreviation"));
        };
        let mut steps = Vec::with_capacity(rest.len());
        let mut tail = Tail::None;
        let mut rest = rest.iter();
        let code = first.step().unwrap_or_else(|| {
            tail = Tail::Unusable("a plain field for the record code");
            Step::Literal(0)
        });
        while tail == Tail::None
            && let Some(&op) = rest.next()
        {
            if let Some(step) = op.step() {
                steps.push(step);
                continue;
            }
            tail = match op {
                AbbrevOp::Blob => Tail::Blob,
                _ => match rest.next().map(|&element| element.step()) {
                    Some(Some(element @ (Step::Fixed(_) | Step::Vbr(_) | Step::Char6))) => Tail::Array(element),
                    _ => Tail::Unusable("an array element that is Fixed, VBR or Char6"),
                },
            };
            if rest.next().is_some() {
                tail = Tail::Unusable("nothing after an array or blob");
            }
        }
        let fast_tail = if fast::is_on() { tail } else { Tail::Blob };
        Ok(Abbrev { ops: ops.into(), code, steps: steps.into(), tail, fast_tail })
    }

    /// Reads a definition, after the abbreviation id DEFINE_ABBREV.
    ///
    /// # Errors
    /// Those of [`Abbrev::new`], Truncated, and Limit for more operands than [`Limits::abbreviation_operands`].
    pub fn read(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Abbrev> {
        let start = cursor.position();
        let count = cursor.vbr(5)?;
        if count > limits.abbreviation_operands as u64 {
            return Err(
                Error::beyond(LimitName::AbbreviationOperands, limits, format_args!("an abbreviation of {count} operands")).at(start)
            );
        }
        let mut ops = Vec::with_capacity(count as usize);
        for _ in 0..count {
            if cursor.fixed(1)? == 1 {
                ops.push(AbbrevOp::Literal(cursor.vbr(8)?));
                continue;
            }
            let bit = cursor.position();
            let encoding = cursor.fixed(3)?;
            ops.push(match encoding {
                1 | 2 => {
                    let width = u32::try_from(cursor.vbr(5)?).unwrap_or(u32::MAX);
                    if encoding == 1 { AbbrevOp::Fixed(width) } else { AbbrevOp::Vbr(width) }
                }
                3 => AbbrevOp::Array,
                4 => AbbrevOp::Char6,
                5 => AbbrevOp::Blob,
                _ => return Err(Error::malformed(format!("expected an abbreviation encoding 1 to 5, found {encoding}")).at(bit)),
            });
        }
        Abbrev::new(ops).map_err(|e| e.at(start))
    }

    /// The operands as defined in the file; the first one is the record code.
    #[inline]
    pub fn ops(&self) -> &[AbbrevOp] {
        &self.ops
    }

    /// Encoding of the record code.
    #[inline]
    pub fn code(&self) -> Step {
        self.code
    }

    /// Encodings of the plain operands.
    #[inline]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What follows them.
    #[inline]
    pub fn tail(&self) -> Tail {
        self.tail
    }

    /// The same for the fast path.
    #[inline]
    pub(crate) fn fast_tail(&self) -> Tail {
        self.fast_tail
    }
}

/// The characters of Char6 by their code (`BitCodeAbbrevOp::DecodeChar6`).
pub const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// Stands in [`CHAR6_CODES`] for the code of a byte that has none: it has more than six bits.
const NO_CHAR6: u8 = 0x80;

/// The Char6 code of each byte.
pub(crate) const CHAR6_CODES: [u8; 256] = {
    let mut codes = [NO_CHAR6; 256];
    let mut code = 0;
    while code < CHAR6.len() {
        codes[CHAR6[code] as usize] = code as u8;
        code += 1;
    }
    codes
};

/// The Char6 code of a character, if it has one.
#[inline]
pub fn char6_code(c: u64) -> Option<u32> {
    let code = CHAR6_CODES[usize::from(u8::try_from(c).ok()?)];
    (code != NO_CHAR6).then_some(u32::from(code))
}

/// Whether all characters of a text have Char6 codes.
pub fn is_char6(text: &[u8]) -> bool {
    text.iter().fold(0, |codes, &c| codes | CHAR6_CODES[usize::from(c)]) & NO_CHAR6 == 0
}

#[cfg(test)]
mod tests {
    use super::AbbrevOp::*;
    use super::*;

    #[test]
    fn refuses_what_llvm_refuses() {
        for ops in [vec![], vec![Literal(1), Fixed(33)], vec![Vbr(33)]] {
            assert!(Abbrev::new(ops.clone()).is_err(), "{ops:?}");
        }
        for ops in [
            vec![Array, Fixed(8)],
            vec![Blob],
            vec![Literal(1), Array],
            vec![Literal(1), Array, Literal(3)],
            vec![Literal(1), Array, Fixed(0)],
            vec![Literal(1), Array, Blob],
            vec![Literal(1), Array, Fixed(8), Fixed(1)],
            vec![Literal(1), Blob, Fixed(1)],
        ] {
            let abbrev = Abbrev::new(ops).unwrap();
            assert!(matches!(abbrev.tail(), Tail::Unusable(_)), "{abbrev:?}");
        }
        for ops in [vec![Literal(1), Fixed(0), Vbr(0), Vbr(6), Array, Char6], vec![Fixed(3), Blob]] {
            let abbrev = Abbrev::new(ops).unwrap();
            assert!(!matches!(abbrev.tail(), Tail::Unusable(_)), "{abbrev:?}");
        }
    }

    #[test]
    fn char6_both_ways() {
        for (code, &c) in CHAR6.iter().enumerate() {
            assert_eq!(char6_code(u64::from(c)), Some(code as u32));
        }
        assert_eq!(char6_code(u64::from(b'-')), None);
        assert!(is_char6(CHAR6) && is_char6(b"") && !is_char6(b"a-b") && !is_char6(b"\xE9"));
        assert_eq!(char6_code(0x161), None);
    }
}

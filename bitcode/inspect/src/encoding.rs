//! The position of every field of a record in the file: bit, width and encoding of its abbreviation id, code, lengths and operands.
use bctk_bitstream::bits::Cursor;
use bctk_bitstream::stream::abbrev::CHAR6;
use bctk_bitstream::stream::{AbbrevOp, RecordBuf, StreamReader, UNABBREV_RECORD};
use bctk_bitstream::{Error, Result};

/// The kinds of parts of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The abbreviation id.
    Id,
    /// The record code.
    Code,
    /// The number of operands of a record without abbreviation.
    Count,
    /// The operand of this number.
    Operand(usize),
    /// The length of an array or blob.
    Length,
    /// Padding to 32 bits around a blob.
    Padding,
    /// The bytes of a blob.
    Blob,
}

/// How a part is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As in the abbreviation.
    Abbrev(AbbrevOp),
    /// Bytes, or padding.
    Bytes,
}

impl std::fmt::Display for Encoding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Encoding::Abbrev(AbbrevOp::Literal(_)) => write!(f, "literal"),
            Encoding::Abbrev(AbbrevOp::Fixed(width)) => write!(f, "fixed{width}"),
            Encoding::Abbrev(AbbrevOp::Vbr(width)) => write!(f, "vbr{width}"),
            Encoding::Abbrev(AbbrevOp::Char6) => write!(f, "char6"),
            Encoding::Abbrev(AbbrevOp::Array) => write!(f, "array"),
            Encoding::Abbrev(AbbrevOp::Blob) => write!(f, "blob"),
            Encoding::Bytes => write!(f, "bytes"),
        }
    }
}

/// A part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub what: What,
    /// First bit, from the start of the stream.
    pub bit: u64,
    /// Bits; 0 for a literal.
    pub width: u64,
    /// Value; 0 for a blob and for padding.
    pub value: u64,
    /// Encoding.
    pub encoding: Encoding,
}

/// The parts of the record that `reader` has read last, in order.
///
/// # Errors
/// Malformed, if `record` is not the reader's last one.
pub fn parts(reader: &StreamReader<'_>, record: &RecordBuf) -> Result<Vec<Part>> {
    let mut cursor = Cursor::new(reader.data());
    cursor.seek(record.bit)?;
    let mut out = Vec::with_capacity(record.ops.len().saturating_add(3));
    take(&mut cursor, What::Id, AbbrevOp::Fixed(reader.abbrev_width()), &mut out)?;
    if record.abbrev == UNABBREV_RECORD {
        take(&mut cursor, What::Code, AbbrevOp::Vbr(6), &mut out)?;
        take(&mut cursor, What::Count, AbbrevOp::Vbr(6), &mut out)?;
        for number in 0..record.ops.len() {
            take(&mut cursor, What::Operand(number), AbbrevOp::Vbr(6), &mut out)?;
        }
        return Ok(out);
    }
    let abbrev = reader.abbrev(record.abbrev).ok_or_else(|| Error::malformed("expected an abbreviation that is defined").at(record.bit))?;
    let mut number = 0;
    let mut ops = abbrev.ops().iter();
    let mut what = What::Code;
    while let Some(&op) = ops.next() {
        match op {
            AbbrevOp::Array => {
                let count = take(&mut cursor, What::Length, AbbrevOp::Vbr(6), &mut out)?;
                let element = ops.next().copied().unwrap_or(AbbrevOp::Fixed(0));
                let left = record.ops.len().saturating_sub(number) as u64;
                for _ in 0..count.min(left) {
                    take(&mut cursor, What::Operand(number), element, &mut out)?;
                    number += 1;
                }
            }
            AbbrevOp::Blob => {
                let size = take(&mut cursor, What::Length, AbbrevOp::Vbr(6), &mut out)?;
                padding(&mut cursor, &mut out)?;
                let bit = cursor.position();
                cursor.seek(bit.saturating_add(size.saturating_mul(8)))?;
                out.push(Part { what: What::Blob, bit, width: cursor.position() - bit, value: 0, encoding: Encoding::Bytes });
                padding(&mut cursor, &mut out)?;
            }
            _ => {
                take(&mut cursor, what, op, &mut out)?;
                if what == What::Code {
                    what = What::Operand(0);
                    continue;
                }
                number += 1;
            }
        }
        what = What::Operand(number);
    }
    Ok(out)
}

fn padding(cursor: &mut Cursor<'_>, out: &mut Vec<Part>) -> Result<()> {
    let bit = cursor.position();
    cursor.align32()?;
    if cursor.position() > bit {
        out.push(Part { what: What::Padding, bit, width: cursor.position() - bit, value: 0, encoding: Encoding::Bytes });
    }
    Ok(())
}

fn take(cursor: &mut Cursor<'_>, what: What, op: AbbrevOp, out: &mut Vec<Part>) -> Result<u64> {
    let bit = cursor.position();
    let value = match op {
        AbbrevOp::Literal(value) => value,
        AbbrevOp::Fixed(0) | AbbrevOp::Vbr(0) => 0,
        AbbrevOp::Fixed(width) => cursor.fixed(width)?,
        AbbrevOp::Vbr(width) => cursor.vbr(width)?,
        AbbrevOp::Char6 => CHAR6.get(cursor.fixed(6)? as usize & 63).map_or(0, |&c| u64::from(c)),
        AbbrevOp::Array | AbbrevOp::Blob => return Err(Error::malformed("expected a plain field in an abbreviation").at(bit)),
    };
    out.push(Part { what, bit, width: cursor.position() - bit, value, encoding: Encoding::Abbrev(op) });
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Step, Walk, WalkOptions};

    /// The parts of every record of a file lie side by side, fill the record, and hold its code and operands.
    #[test]
    fn parts_fill_records() {
        for file in ["small.bc", "small-thin.bc", "header.pch", "wrong.dia", "small.opt.bitstream"] {
            let data = std::fs::read(format!("{}/../tests/data/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
            let mut walk = Walk::new(&data, WalkOptions::default()).unwrap();
            let mut records = 0;
            while let Some(step) = walk.next().unwrap() {
                if step != Step::Record {
                    continue;
                }
                records += 1;
                let record = walk.record();
                let parts = parts(walk.reader(), record).unwrap();
                let bits = walk.record_bits();
                let mut at = bits.start;
                for part in &parts {
                    assert_eq!(part.bit, at, "{file}");
                    at += part.width;
                    match part.what {
                        What::Id => assert_eq!(part.value, u64::from(record.abbrev)),
                        What::Code => assert_eq!(part.value, u64::from(record.code)),
                        What::Operand(number) => assert_eq!(part.value, record.ops[number], "{file}"),
                        _ => {}
                    }
                }
                assert_eq!(at, bits.end, "{file}");
                let operands = parts.iter().filter(|part| matches!(part.what, What::Operand(_))).count();
                assert_eq!(operands, record.ops.len(), "{file}");
            }
            assert!(records > 5, "{file}");
        }
    }
}

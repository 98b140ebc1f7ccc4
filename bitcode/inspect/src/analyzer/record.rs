//! Reads or skips records.
use std::ops::Range;

use bctk_bitstream::stream::abbrev::{AbbrevOp, CHAR6, Step, Tail};
use bctk_bitstream::stream::{Abbrev, UNABBREV_RECORD};

use super::bits::{Bits, Outcome};
use super::options::Fault;

/// Reads the next record, after its abbreviation id. Stores its operands in `ops` if `KEEP`; returns its code and the position of its
/// blob in the data.
#[inline(always)]
pub(super) fn record<const KEEP: bool>(
    from: &mut Bits<'_>,
    id: u32,
    abbrev: Option<&Abbrev>,
    ops: &mut Vec<u64>,
) -> Outcome<(u32, Option<Range<usize>>)> {
    // The position need not be kept in memory then.
    let mut bits = *from;
    let result = record_at::<KEEP>(&mut bits, id, abbrev, ops);
    *from = bits;
    result
}

#[inline(always)]
fn record_at<const KEEP: bool>(
    bits: &mut Bits<'_>,
    id: u32,
    abbrev: Option<&Abbrev>,
    ops: &mut Vec<u64>,
) -> Outcome<(u32, Option<Range<usize>>)> {
    ops.clear();
    if id == UNABBREV_RECORD {
        let code = bits.vbr32(6)?;
        let count = bits.count()?;
        if KEEP {
            bits.vbrs(6, count, ops)?
        } else {
            bits.skip_vbrs(6, count)?
        }
        return Ok((code, None));
    }
    let abbrev = abbrev.ok_or_else(|| Fault::content("Invalid abbrev number"))?;
    if let Tail::Unusable(_) = abbrev.tail() {
        return unusual(bits, abbrev, ops);
    }
    let code = scalar(bits, abbrev.code())? as u32;
    if KEEP {
        ops.reserve(abbrev.steps().len());
    }
    for &step in abbrev.steps() {
        let value = scalar(bits, step)?;
        if KEEP {
            ops.push(value);
        }
    }
    match abbrev.tail() {
        Tail::None | Tail::Unusable(_) => Ok((code, None)),
        Tail::Blob => blob(bits).map(|range| (code, Some(range))),
        Tail::Array(element) => {
            let count = bits.count()?;
            match element {
                Step::Fixed(width) if KEEP => bits.fixeds(u32::from(width), count, ops, |value| value)?,
                Step::Fixed(width) => bits.skip_fixeds(u32::from(width), count)?,
                Step::Vbr(width) if KEEP => bits.vbrs(u32::from(width), count, ops)?,
                Step::Vbr(width) => bits.skip_vbrs(u32::from(width), count)?,
                Step::Char6 if KEEP => bits.fixeds(6, count, ops, char6)?,
                Step::Char6 => bits.skip_fixeds(6, count)?,
                // Not compiled to an array.
                Step::Literal(_) => return Err(literal_element()),
            }
            Ok((code, None))
        }
    }
}

#[inline(always)]
fn scalar(bits: &mut Bits<'_>, step: Step) -> Outcome<u64> {
    match step {
        Step::Literal(value) => Ok(value),
        Step::Fixed(width) => bits.fixed(u32::from(width)),
        Step::Vbr(width) => bits.vbr(u32::from(width)),
        Step::Char6 => bits.fixed(6).map(char6),
    }
}

#[inline(always)]
fn char6(code: u64) -> u64 {
    u64::from(CHAR6[(code & 63) as usize])
}

#[inline(never)]
fn blob(bits: &mut Bits<'_>) -> Outcome<Range<usize>> {
    let len = bits.vbr32(6)? as usize;
    bits.align();
    let start = (bits.position() / 8) as usize;
    let padded = len.next_multiple_of(4) as u64;
    if padded > bits.remaining() / 8 {
        return Err(Fault::content("Blob ends too soon"));
    }
    bits.seek((start as u64 + padded) * 8);
    Ok(start..start + len)
}

/// A record by an abbreviation that no record should use, one operand after the other as LLVM goes through them.
#[cold]
#[inline(never)]
fn unusual(bits: &mut Bits<'_>, abbrev: &Abbrev, ops: &mut Vec<u64>) -> Outcome<(u32, Option<Range<usize>>)> {
    let (first, rest) = abbrev.ops().split_first().ok_or_else(|| Fault::content("Abbrev record with no operands"))?;
    let code = match first.step() {
        Some(step) => scalar(bits, step)? as u32,
        None => return Err(Fault::content("Abbreviation starts with an Array or a Blob")),
    };
    let mut found = None;
    for (index, &op) in rest.iter().enumerate() {
        match (op.step(), op) {
            (Some(step), _) => ops.push(scalar(bits, step)?),
            (None, AbbrevOp::Blob) => found = Some(blob(bits)?),
            (None, _) => {
                bits.count()?;
                let element = match rest.get(index + 1..) {
                    Some([element]) => *element,
                    _ => return Err(Fault::content("Array op not second to last")),
                };
                return Err(match element.step() {
                    Some(_) => literal_element(),
                    None => Fault::content("Array element type can't be an Array or a Blob"),
                });
            }
        }
    }
    Ok((code, found))
}

#[cold]
fn literal_element() -> Fault {
    Fault::content("Array element type has to be an encoding of a type")
}

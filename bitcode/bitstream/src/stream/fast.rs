//! Decodes records without a check per field: fields past the end are zeros, and the caller looks once whether the record has ended in time.
//!
//! Whatever is unusual (a field of more than eight chunks, an abbreviation that cannot be used, more operands than there is room for) makes
//! the record fail here, and the careful decoder reads it again. All errors come from there.
use crate::bits::Cursor;
use crate::bits::chunks::{CHUNKS, Chunks, SIX};
use crate::bits::cursor::WINDOW;
use crate::limits::Limits;
use crate::stream::abbrev::{Abbrev, CHAR6, Step, Tail};

/// The most operands of a record that a fast path reads under these limits.
pub(super) fn operands(limits: &Limits) -> u64 {
    if bctk_support::fast::is_on() { limits.record_operands as u64 } else { 0 }
}

/// A position that may lie past the end.
struct Run<'a> {
    cursor: Cursor<'a>,
    failed: bool,
}

/// A VBR field of any length, and the cursor after it.
#[cold]
#[inline(never)]
fn long(mut cursor: Cursor<'_>, width: u32) -> Option<(u64, Cursor<'_>)> {
    // Past the end, there is nothing to read.
    (cursor.position() <= cursor.end()).then_some(())?;
    let value = cursor.vbr(width).ok()?;
    Some((value, cursor))
}

impl<'a> Run<'a> {
    #[inline(always)]
    fn fixed(&mut self, width: u32) -> u64 {
        let value = self.cursor.window() & ((1 << width) - 1);
        self.cursor.pass(width);
        value
    }

    /// A VBR field. Up to three chunks are told apart by branches, which the processor foresees: so it goes on to the next field before it
    /// knows how long this one is.
    #[inline(always)]
    fn vbr(&mut self, chunks: Chunks, width: u32) -> u64 {
        let first = self.cursor.window();
        let more = 1u64 << (width - 1);
        if first & more == 0 {
            self.cursor.pass(width);
            return first & (more - 1);
        }
        let second = first >> width;
        if second & more == 0 && 2 * width <= WINDOW {
            self.cursor.pass(2 * width);
            return first & (more - 1) | (second & (more - 1)) << (width - 1);
        }
        let third = second >> width;
        if third & more == 0 && 3 * width <= WINDOW {
            self.cursor.pass(3 * width);
            return first & (more - 1) | (second & (more - 1)) << (width - 1) | (third & (more - 1)) << (2 * (width - 1));
        }
        match chunks.take(first) {
            Some((value, bits)) => {
                self.cursor.pass(bits);
                value
            }
            None => match long(self.cursor, width) {
                Some((value, after)) if !self.failed => {
                    self.cursor = after;
                    value
                }
                _ => {
                    self.failed = true;
                    0
                }
            },
        }
    }

    #[inline(always)]
    fn scalar(&mut self, step: Step) -> u64 {
        match step {
            Step::Literal(value) => value,
            Step::Fixed(width) => self.fixed(u32::from(width)),
            Step::Vbr(width) => match CHUNKS.get(usize::from(width)) {
                Some(&chunks) => self.vbr(chunks, u32::from(width)),
                None => 0,
            },
            Step::Char6 => u64::from(CHAR6[(self.fixed(6) & 63) as usize]),
        }
    }

    /// The number of operands that follow, each of at least `bits` bits, if there is room for them.
    #[inline(always)]
    fn count(&mut self, bits: u64, most: u64) -> Option<usize> {
        let count = self.vbr(SIX, 6);
        let left = self.cursor.end().checked_sub(self.cursor.position())?;
        (count.saturating_mul(bits) <= left && count <= most).then_some(count as usize)
    }

    /// `count` fields of `width` bits, as many from each load as it covers.
    #[inline(always)]
    fn fixed_run(&mut self, width: u32, count: usize, ops: &mut Vec<u64>, map: impl Fn(u64) -> u64) {
        let mask = (1u64 << width) - 1;
        let per_load = (WINDOW / width) as usize;
        let mut left = count;
        while left > 0 {
            let take = left.min(per_load) as u32;
            let window = self.cursor.window();
            ops.extend((0..take).map(|at| map(window >> (at * width) & mask)));
            self.cursor.pass(take * width);
            left -= take as usize;
        }
    }

    #[inline(always)]
    fn array(&mut self, element: Step, ops: &mut Vec<u64>, most: u64) -> Option<()> {
        let count = self.count(element.min_bits(), most)?;
        match element {
            Step::Vbr(width) => {
                let chunks = *CHUNKS.get(usize::from(width))?;
                ops.reserve(count);
                for _ in 0..count {
                    ops.push(self.vbr(chunks, u32::from(width)));
                }
            }
            Step::Fixed(width) => self.fixed_run(u32::from(width), count, ops, |value| value),
            Step::Char6 => self.fixed_run(6, count, ops, |code| u64::from(CHAR6[(code & 63) as usize])),
            Step::Literal(_) => return None,
        }
        Some(())
    }

    /// The cursor after the record, if that is not past the end.
    #[inline(always)]
    fn end(self) -> Option<Cursor<'a>> {
        (!self.failed && self.cursor.position() <= self.cursor.end()).then_some(self.cursor)
    }
}

/// Decodes a record without abbreviation: its code, and its operands, `most` at most, to the empty `ops`. If that fails, `cursor` stays.
#[inline(always)]
pub(super) fn unabbreviated(cursor: &mut Cursor<'_>, ops: &mut Vec<u64>, most: u64) -> Option<u32> {
    let mut run = Run { cursor: *cursor, failed: false };
    let code = run.vbr(SIX, 6);
    let count = run.count(6, most)?;
    ops.reserve(count);
    for _ in 0..count {
        ops.push(run.vbr(SIX, 6));
    }
    let code = u32::try_from(code).ok()?;
    *cursor = run.end()?;
    Some(code)
}

/// Decodes a record with an abbreviation, but for one with a blob.
#[inline(always)]
pub(super) fn abbreviated(cursor: &mut Cursor<'_>, abbrev: &Abbrev, ops: &mut Vec<u64>, most: u64) -> Option<u32> {
    let mut run = Run { cursor: *cursor, failed: false };
    let code = run.scalar(abbrev.code());
    // Not by `extend`: its closure would keep the position in memory, on the way from each field to the next.
    ops.reserve(abbrev.steps().len());
    for &step in abbrev.steps() {
        ops.push(run.scalar(step));
    }
    match abbrev.fast_tail() {
        Tail::None => {}
        Tail::Array(element) => run.array(element, ops, most)?,
        Tail::Blob | Tail::Unusable(_) => return None,
    }
    let code = u32::try_from(code).ok()?;
    *cursor = run.end()?;
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Sink;
    use crate::stream::abbrev::MAX_WIDTH;

    /// Fields of one chunk up to the longest, at every position in a byte, one of them with chunks that say nothing.
    #[test]
    fn fields_are_those_of_the_careful_cursor() {
        for width in 2..=MAX_WIDTH {
            let mut sink = Sink::new();
            let values: Vec<u64> = (0..64).flat_map(|bits| [1 << bits, (1 << bits) - 1, 0x9E37_79B9_7F4A_7C15 >> bits]).collect();
            for &value in &values {
                sink.vbr(width, value).unwrap();
            }
            sink.fixed(width, 1 << (width - 1)).unwrap();
            sink.fixed(width, 0).unwrap();
            let data = sink.finish();
            let mut run = Run { cursor: Cursor::new(&data), failed: false };
            let mut careful = Cursor::new(&data);
            for &value in values.iter().chain(&[0]) {
                assert_eq!(run.vbr(CHUNKS[width as usize], width), value, "width {width}");
                assert_eq!(careful.vbr(width).unwrap(), value);
                assert_eq!(run.cursor.position(), careful.position(), "width {width}, value {value:#x}");
            }
            assert!(run.end().is_some());
        }
    }

    #[test]
    fn the_end_is_noticed_at_the_end() {
        let data = [0xff; 16];
        let mut run = Run { cursor: Cursor::new(&data), failed: false };
        run.vbr(SIX, 6);
        assert!(run.end().is_none(), "a field that never ends");
        let mut run = Run { cursor: Cursor::new(&data[..1]), failed: false };
        assert_eq!((run.fixed(6), run.fixed(6)), (0x3f, 0x3));
        assert!(run.end().is_none(), "a field past the end");
    }
}

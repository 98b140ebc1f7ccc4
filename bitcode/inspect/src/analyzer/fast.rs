//! Reads records of usual shapes without a look at the end of the data for each field.
//!
//! Fields past the end are zeros, and whoever reads looks once at the position after the record. Whatever is unusual makes a record fail
//! here, and [`record`](super::record::record) reads it again. All errors come from there.
use bctk_bitstream::bits::Cursor;
use bctk_bitstream::bits::chunks::{CHUNKS, Chunks};
use bctk_bitstream::bits::cursor::WINDOW;
use bctk_bitstream::stream::abbrev::{MAX_WIDTH, Step, Tail};
use bctk_bitstream::stream::{Abbrev, FIRST_ABBREV, UNABBREV_RECORD};

/// Chunks of VBR fields are so wide in usual records: a load covers three.
const NARROWEST: u8 = 2;
const WIDEST: u8 = (WINDOW / 3) as u8;
/// In arrays they are at least so wide: each has room for the number of those that a load covers.
const NARROWEST_IN_ARRAYS: u8 = 5;
/// The most fields, without those of an array.
pub(super) const MOST_FIELDS: usize = 32;

/// An abbreviation, and how its records are read here, if they are.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) abbrev: Abbrev,
    pub(super) plan: Option<Plan>,
}

/// What an abbreviation says, in numbers.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    code: Field,
    pub(super) fields: Box<[Field]>,
    /// What is after the fields.
    pub(super) array: Option<Element>,
    /// The fields without fixed length, and the bits after the last of them.
    skips: Box<[Skip]>,
    after: u32,
}

/// A field, whatever its kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The value of a literal, which has no bits.
    literal: u64,
    shape: &'static Shape,
}

/// Where the value of a field is in the bits that begin with it.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The bits of the first three chunks, or of a fixed field, once the bits between them are left out.
    values: [u64; 3],
    /// The bits that say that another chunk follows: none in a fixed field.
    more: [u64; 3],
    width: u32,
    /// The number of the last bit of the first chunk, and the width of the second: zero in a fixed field.
    last: u32,
    second: u32,
}

/// An element of an array.
#[derive(Clone, Copy, Debug)]
pub(super) enum Element {
    /// Of at most eight bits.
    Byte(u8),
    Char6,
    Other(Field),
}

/// VBR fields of one width that are passed over.
#[derive(Clone, Copy, Debug)]
struct Skip {
    /// Bits of fixed fields before them.
    before: u32,
    count: u32,
    chunks: &'static Lanes,
}

/// The chunks of a load, as lanes of a number.
#[derive(Clone, Copy, Debug)]
struct Lanes {
    width: u32,
    /// How many there are.
    most: u32,
    /// The highest bit of each.
    tops: u64,
    /// The lowest bit of each.
    ones: u64,
}

impl Lanes {
    const fn new(width: u32) -> Lanes {
        let mut lanes = Lanes { width, most: WINDOW / width, tops: 0, ones: 0 };
        let mut at = 0;
        while at + width <= WINDOW {
            lanes.ones |= 1 << at;
            lanes.tops |= 1 << (at + width - 1);
            at += width;
        }
        lanes
    }

    /// Passes over a VBR field.
    #[inline(always)]
    fn pass(self, cursor: &mut Cursor<'_>) -> Option<()> {
        let window = cursor.window();
        if window >> (self.width - 1) & 1 == 0 {
            cursor.pass(self.width);
            return Some(());
        }
        let ends = !window & self.tops;
        if ends == 0 {
            return None;
        }
        cursor.pass(ends.trailing_zeros() + 1);
        Some(())
    }

    /// Passes over `count` VBR fields.
    ///
    /// There are no branches that depend on the lengths of the fields: a product adds up in each lane how many fields have ended, and the
    /// first lane with all of them is the last one of the fields.
    #[inline(always)]
    fn pass_run(self, cursor: &mut Cursor<'_>, count: u64) -> Option<()> {
        let most = u64::from(self.most);
        let mut left = count;
        while left > 0 {
            let ends = !cursor.window() & self.tops;
            let sums = (ends >> (self.width - 1)).wrapping_mul(self.ones);
            if left <= most {
                // The highest bit of a lane is set where the sum is at least `left`. No lane gets a bit more than it has.
                let reached = sums.wrapping_add(((1 << (self.width - 1)) - left).wrapping_mul(self.ones)) & self.tops;
                if reached != 0 {
                    cursor.pass(reached.trailing_zeros() + 1);
                    return Some(());
                }
            }
            if ends == 0 {
                return None;
            }
            left -= sums >> ((self.most - 1) * self.width) & ((1 << self.width) - 1);
            cursor.pass(64 - ends.leading_zeros());
        }
        Some(())
    }
}

const SIX: Lanes = Lanes::new(6);
const SIX_CHUNKS: Chunks = CHUNKS[6];
const SIX_SHAPE: Shape = Shape::vbr(6);

/// The abbreviations of a block: those that it starts with, and its own.
pub(super) struct Lists<'o> {
    pub(super) inherited: &'o [Known],
    pub(super) local: &'o [Known],
}

impl<'o> Lists<'o> {
    /// What is known of an abbreviation id.
    #[inline(always)]
    pub(super) fn get(&self, id: u32) -> Option<&'o Known> {
        let index = id.wrapping_sub(FIRST_ABBREV) as usize;
        self.inherited.get(index).or_else(|| self.local.get(index.wrapping_sub(self.inherited.len())))
    }

    #[inline(always)]
    pub(super) fn plan(&self, id: u32) -> Option<&'o Plan> {
        self.get(id)?.plan.as_ref()
    }
}

impl Known {
    pub(super) fn new(abbrev: Abbrev) -> Known {
        let plan = Plan::new(&abbrev);
        Known { abbrev, plan }
    }
}

impl Plan {
    fn new(abbrev: &Abbrev) -> Option<Plan> {
        if abbrev.steps().len() > MOST_FIELDS {
            return None;
        }
        let fields: Box<[Field]> = abbrev.steps().iter().map(|&step| Field::new(step)).collect::<Option<_>>()?;
        let array = match abbrev.tail() {
            Tail::None => None,
            Tail::Array(Step::Char6) => Some(Element::Char6),
            Tail::Array(Step::Fixed(width @ ..=8)) => Some(Element::Byte(width)),
            Tail::Array(Step::Vbr(..NARROWEST_IN_ARRAYS)) => return None,
            Tail::Array(element) => Some(Element::Other(Field::new(element)?)),
            Tail::Blob | Tail::Unusable(_) => return None,
        };
        let mut skips: Vec<Skip> = Vec::new();
        let mut after = 0;
        for field in &fields {
            let width = field.shape.width;
            match skips.last_mut().filter(|last| after == 0 && last.chunks.width == width && width >= u32::from(NARROWEST_IN_ARRAYS)) {
                _ if !field.shape.is_vbr() => after += width,
                Some(last) => last.count += 1,
                None => skips.push(Skip { before: std::mem::take(&mut after), count: 1, chunks: LANES.get(width as usize)? }),
            }
        }
        Some(Plan { code: Field::new(abbrev.code())?, fields, array, skips: skips.into(), after })
    }

    /// Reads the record code.
    #[inline(always)]
    pub(super) fn code(&self, cursor: &mut Cursor<'_>) -> Option<u32> {
        match self.code.shape.width {
            0 => Some(self.code.literal as u32),
            _ => self.code.read(cursor).map(|code| code as u32),
        }
    }
}

/// By the width of a chunk.
static LANES: [Lanes; WIDEST as usize + 1] = {
    let mut lanes = [Lanes::new(WIDEST as u32); WIDEST as usize + 1];
    let mut width = NARROWEST;
    while width <= WIDEST {
        lanes[width as usize] = Lanes::new(width as u32);
        width += 1;
    }
    lanes
};

/// Fixed fields, by their width; that of a literal is zero.
static FIXED: [Shape; MAX_WIDTH as usize + 1] = {
    let mut shapes = [Shape { values: [0; 3], more: [0; 3], width: 0, last: 0, second: 0 }; MAX_WIDTH as usize + 1];
    let mut width = 1;
    while width <= MAX_WIDTH {
        shapes[width as usize].values[0] = (1 << width) - 1;
        shapes[width as usize].width = width;
        width += 1;
    }
    shapes
};

/// VBR fields, by the width of a chunk.
static VBR: [Shape; WIDEST as usize + 1] = {
    let mut shapes = [Shape::vbr(WIDEST as u32); WIDEST as usize + 1];
    let mut width = NARROWEST;
    while width <= WIDEST {
        shapes[width as usize] = Shape::vbr(width as u32);
        width += 1;
    }
    shapes
};

impl Field {
    fn new(step: Step) -> Option<Field> {
        let (literal, shape) = match step {
            Step::Literal(literal) => (literal, &FIXED[0]),
            Step::Fixed(width) => (0, FIXED.get(usize::from(width))?),
            Step::Vbr(width @ NARROWEST..=WIDEST) => (0, VBR.get(usize::from(width))?),
            Step::Vbr(_) | Step::Char6 => return None,
        };
        Some(Field { literal, shape })
    }

    /// Reads the field.
    #[inline(always)]
    pub(super) fn read(self, cursor: &mut Cursor<'_>) -> Option<u64> {
        self.shape.read(cursor).map(|value| value | self.literal)
    }
}

impl Shape {
    /// A VBR field of at most [`WIDEST`] bits.
    const fn vbr(width: u32) -> Shape {
        let value = (1 << (width - 1)) - 1;
        let more = 1 << (width - 1);
        let values = [value, value << (width - 1), value << (2 * width - 2)];
        Shape { values, more: [more, more << width, more << (2 * width)], width, last: width - 1, second: width }
    }

    fn is_vbr(&self) -> bool {
        self.more[0] != 0
    }

    /// Reads the field.
    ///
    /// No branch tells one chunk from two: which it is, is hard to foresee.
    #[inline(always)]
    fn read(&self, cursor: &mut Cursor<'_>) -> Option<u64> {
        let window = cursor.window();
        // All bits, if a second chunk follows.
        let second = (window >> self.last & 1).wrapping_neg();
        let value = window & self.values[0] | window >> 1 & self.values[1] & second;
        if window & self.more[1] & second == 0 {
            cursor.pass(self.width + (self.second & second as u32));
            return Some(value);
        }
        self.read_long(cursor, window, value)
    }

    /// Reads the field, where it is often foreseen how many chunks it has.
    #[inline(always)]
    fn read_foreseen(&self, cursor: &mut Cursor<'_>) -> Option<u64> {
        let window = cursor.window();
        let first = window & self.values[0];
        if window & self.more[0] == 0 {
            cursor.pass(self.width);
            return Some(first);
        }
        let value = first | window >> 1 & self.values[1];
        if window & self.more[1] == 0 {
            cursor.pass(2 * self.width);
            return Some(value);
        }
        self.read_long(cursor, window, value)
    }

    /// Reads a field of three and more chunks, of which `value` has the first two.
    #[inline(always)]
    fn read_long(&self, cursor: &mut Cursor<'_>, window: u64, value: u64) -> Option<u64> {
        if window & self.more[2] == 0 {
            cursor.pass(3 * self.width);
            return Some(value | window >> 2 & self.values[2]);
        }
        let chunks = if self.width == 6 { SIX_CHUNKS } else { *CHUNKS.get(self.width as usize)? };
        let (value, bits) = chunks.take(window)?;
        cursor.pass(bits);
        Some(value)
    }
}

/// An operand of a record without abbreviation.
#[inline(always)]
pub(super) fn six(cursor: &mut Cursor<'_>) -> Option<u64> {
    SIX_SHAPE.read_foreseen(cursor)
}

/// A field of at most two chunks of six bits at the start of `window`, and its length.
#[inline(always)]
fn short(window: u64) -> Option<(u32, u32)> {
    let first = window as u32 & 0x1F;
    match window & 0x820 {
        0 | 0x800 => Some((first, 6)),
        0x20 => Some((first | (window as u32 & 0x7C0) >> 1, 12)),
        _ => None,
    }
}

/// The code of a record without abbreviation, and the number of its operands. `window` has the bits at the cursor.
#[inline(always)]
pub(super) fn header(cursor: &mut Cursor<'_>, window: u64) -> Option<(u32, u32)> {
    let (code, len) = short(window)?;
    let (count, more) = short(window >> len)?;
    cursor.pass(len + more);
    Some((code, count))
}

/// The number of elements of an array, if it is small.
#[inline(always)]
pub(super) fn count(cursor: &mut Cursor<'_>) -> Option<u32> {
    let (count, len) = short(cursor.window())?;
    cursor.pass(len);
    Some(count)
}

/// The abbreviation id of a record, of `width` bits, and the bits after it.
#[inline(always)]
pub(super) fn id(cursor: &mut Cursor<'_>, width: u32) -> (u32, u64) {
    let window = cursor.window();
    cursor.pass(width);
    ((window & ((1u64 << width) - 1)) as u32, window >> width)
}

/// Passes over a record that begins with an abbreviation id of `width` bits. Returns its code and the position after it.
#[inline(always)]
pub(super) fn skip<'a>(mut cursor: Cursor<'a>, width: u32, known: &Lists<'_>) -> Option<(u32, u32, Cursor<'a>)> {
    let (id, window) = id(&mut cursor, width);
    if id == UNABBREV_RECORD {
        let (code, operands) = header(&mut cursor, window)?;
        SIX.pass_run(&mut cursor, u64::from(operands))?;
        return Some((id, code, cursor));
    }
    let plan = known.plan(id)?;
    let code = plan.code(&mut cursor)?;
    for skip in &plan.skips {
        cursor.pass(skip.before);
        match skip.count {
            1 => skip.chunks.pass(&mut cursor)?,
            count => skip.chunks.pass_run(&mut cursor, u64::from(count))?,
        }
    }
    cursor.pass(plan.after);
    match plan.array {
        None => {}
        Some(Element::Byte(width)) => {
            let elements = count(&mut cursor)?;
            cursor.pass(elements * u32::from(width));
        }
        Some(Element::Char6) => {
            let elements = count(&mut cursor)?;
            cursor.pass(elements * 6);
        }
        Some(Element::Other(field)) => {
            let elements = count(&mut cursor)?;
            match (field.shape.is_vbr(), field.shape.width) {
                (false, width) => cursor.pass(elements * width),
                (true, 6) => SIX.pass_run(&mut cursor, u64::from(elements))?,
                (true, width) => LANES.get(width as usize)?.pass_run(&mut cursor, u64::from(elements))?,
            }
        }
    }
    Some((id, code, cursor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_bitstream::bits::Sink;

    /// Fields of all lengths, in runs of all lengths that fit into a window and some more.
    #[test]
    fn fields_that_are_passed_over_are_those_that_are_read() {
        for width in NARROWEST_IN_ARRAYS..=WIDEST {
            let values: Vec<u64> = (0..300u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (36 + n * 7 % 28)).collect();
            let mut sink = Sink::new();
            values.iter().for_each(|&value| sink.vbr(u32::from(width), value).unwrap());
            let data = sink.finish();
            let field = Field::new(Step::Vbr(width)).unwrap();
            let lanes = LANES[usize::from(width)];
            for run in 1..=25 {
                let mut read = Cursor::new(&data);
                let mut passed = read;
                let mut single = read;
                for part in values.chunks_exact(run) {
                    for &value in part {
                        assert_eq!(field.read(&mut read), Some(value), "width {width}");
                        assert_eq!(lanes.pass(&mut single), Some(()));
                    }
                    assert_eq!(lanes.pass_run(&mut passed, run as u64), Some(()));
                    assert_eq!(passed.position(), read.position(), "width {width}, {run} fields");
                    assert_eq!(single.position(), read.position(), "width {width}");
                }
            }
        }
    }

    #[test]
    fn a_field_without_an_end_fails() {
        let data = [0xFF; 32];
        assert_eq!(six(&mut Cursor::new(&data)), None);
        assert_eq!(SIX.pass(&mut Cursor::new(&data)), None);
        assert_eq!(SIX.pass_run(&mut Cursor::new(&data), 3), None);
        assert_eq!(short(u64::MAX), None);
    }
}

//! Encodes patches as bytes.
use super::model::{Blob, Body, Column, Edit, Entry, Key, LAST_COLUMN, Op, Patch, Reach, Rules, Shape, Stream};
use super::ops::{Change, Hunk, Splice};
use super::rules::LONGEST_TAIL;
use super::unit::{Kind, Owned, Sym, View};
use bctk_bitstream::stream::RawBits;
use bctk_bitstream::{Error, Result};

/// First byte of a patch: the version of its format.
const VERSION: u8 = 1;

/// What a patch describes, its second byte.
const STREAM: u8 = 1;
const BYTES: u8 = 2;
/// Added to [`STREAM`]: there is a context, there are rules.
const WITH_CONTEXT: u8 = 4;
const WITH_RULES: u8 = 8;

/// Kinds of steps of a script, in the low bits of a step's number.
const FOLLOW: u64 = 0;
const PLAIN: u64 = 1;
const JUMP: u64 = 2;
const INSERT: u64 = 3;
const EDIT: u64 = 4;
const STEP_BITS: u32 = 3;

/// Kinds of changes of operands, in the low bits of the number of operands kept.
const ADD: u64 = 0;
const ADD_RUN: u64 = 1;
const REPLACE: u64 = 2;
const CUT: u64 = 3;

/// Parts of an edit.
const ABBREV: u8 = 1;
const CODE: u8 = 2;
const SYM: u8 = 4;
const OPS: u8 = 8;
const BLOB: u8 = 16;
const NO_BLOB: u8 = 32;
const RAW: u8 = 64;
/// A single change instead of parts: an addition to the operand whose number is in the other bits.
const ONE: u8 = 128;

/// Parts of a unit.
const HAS_BLOB: u8 = 64;
const HAS_RAW: u8 = 128;

fn number(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn signed(value: i64, out: &mut Vec<u8>) {
    number((value << 1 ^ value >> 63) as u64, out);
}

fn bytes(data: &[u8], out: &mut Vec<u8>) {
    number(data.len() as u64, out);
    out.extend_from_slice(data);
}

/// A unit as a patch inserts it; checksums of regions cover the same bytes.
pub(super) fn unit(unit: &View<'_>, out: &mut Vec<u8>) {
    let mut first = unit.kind as u8 | (unit.sym as u8) << 3;
    first |= if unit.blob.is_some() { HAS_BLOB } else { 0 };
    first |= if unit.raw.is_some() { HAS_RAW } else { 0 };
    out.push(first);
    number(u64::from(unit.abbrev), out);
    number(u64::from(unit.code), out);
    number(unit.ops.len() as u64, out);
    unit.ops.iter().for_each(|&op| number(op, out));
    if let Some(blob) = unit.blob {
        bytes(blob, out);
    }
    if let Some(bits) = unit.raw {
        raw(bits, out);
    }
}

fn raw(bits: &RawBits, out: &mut Vec<u8>) {
    number(bits.len() << 5 | u64::from(bits.offset() & 31), out);
    out.extend_from_slice(bits.bytes());
}

fn hunks(hunks: &[Hunk], out: &mut Vec<u8>) {
    number(hunks.len() as u64, out);
    for hunk in hunks {
        let kind = match &hunk.change {
            Change::Add { count: 1, .. } => ADD,
            Change::Add { .. } => ADD_RUN,
            Change::Replace { insert, .. } if insert.is_empty() => CUT,
            Change::Replace { .. } => REPLACE,
        };
        number(hunk.keep << 2 | kind, out);
        match &hunk.change {
            Change::Add { count, delta } => {
                if *count != 1 {
                    number(*count, out);
                }
                signed(*delta, out);
            }
            Change::Replace { remove, insert } => {
                number(*remove, out);
                if !insert.is_empty() {
                    number(insert.len() as u64, out);
                    insert.iter().for_each(|&op| number(op, out));
                }
            }
        }
    }
}

fn splices(splices: &[Splice], out: &mut Vec<u8>) {
    number(splices.len() as u64, out);
    let mut expected = 0u64;
    for splice in splices {
        bytes(&splice.insert, out);
        number(splice.copy, out);
        if splice.copy != 0 {
            signed(splice.from.wrapping_sub(expected) as i64, out);
            expected = splice.from.wrapping_add(splice.copy);
        }
    }
}

/// Encodes an edit.
pub(super) fn edit(edit: &Edit, out: &mut Vec<u8>) {
    if let Edit { abbrev: None, code: None, sym: None, ops, blob: None, raw: None } = edit
        && let &[Hunk { keep: keep @ 0..0x80, change: Change::Add { count: 1, delta } }] = ops.as_slice()
    {
        out.push(ONE | keep as u8);
        signed(delta, out);
        return;
    }
    let flag = |is: bool, flag: u8| if is { flag } else { 0 };
    let blob = match edit.blob {
        None => 0,
        Some(Blob::Drop) => NO_BLOB,
        Some(Blob::Splice(_)) => BLOB,
    };
    let first = flag(edit.abbrev.is_some(), ABBREV)
        | flag(edit.code.is_some(), CODE)
        | flag(edit.sym.is_some(), SYM)
        | flag(!edit.ops.is_empty(), OPS)
        | flag(edit.raw.is_some(), RAW);
    out.push(first | blob);
    if let Some(delta) = edit.abbrev {
        signed(delta, out);
    }
    if let Some(code) = edit.code {
        number(u64::from(code), out);
    }
    if let Some(sym) = edit.sym {
        out.push(sym as u8);
    }
    if !edit.ops.is_empty() {
        hunks(&edit.ops, out);
    }
    if let Some(Blob::Splice(list)) = &edit.blob {
        splices(list, out);
    }
    match &edit.raw {
        Some(Some(bits)) => raw(bits, out),
        Some(None) => number(0, out),
        None => {}
    }
}

fn script(script: &[Op], out: &mut Vec<u8>) {
    number(script.len() as u64, out);
    for op in script {
        let mut step = |kind: u64, count: u64| number(count << STEP_BITS | kind, out);
        match op {
            Op::Follow(count) => step(FOLLOW, *count),
            Op::Plain(count) => step(PLAIN, *count),
            Op::Jump(by) => step(JUMP, (by << 1 ^ by >> 63) as u64),
            Op::Insert(units) => {
                step(INSERT, units.len() as u64);
                units.iter().for_each(|one| unit(&one.view(), out));
            }
            Op::Edit(edits) => {
                step(EDIT, edits.len() as u64);
                edits.iter().for_each(|one| edit(one, out));
            }
        }
    }
}

/// The key that follows `key` most often.
fn next(key: Key) -> Key {
    match key {
        Key::File => Key::Block { block: 0, index: 0 },
        Key::Block { block, index } => Key::Block { block, index: index.wrapping_add(1) },
        Key::Child { module, block, index } => Key::Child { module, block, index: index.wrapping_add(1) },
    }
}

fn rules(rules: &Rules, out: &mut Vec<u8>) {
    number(rules.shapes.len() as u64, out);
    for shape in &rules.shapes {
        for value in [shape.block, shape.code, shape.abbrev, shape.len, shape.to_abbrev, shape.drop] {
            number(u64::from(value), out);
        }
        number(shape.tail.len() as u64, out);
        shape.tail.iter().for_each(|&op| number(op, out));
    }
    number(rules.columns.len() as u64, out);
    for column in &rules.columns {
        number(u64::from(column.block), out);
        number(u64::from(column.code), out);
        number(u64::from(column.column), out);
        number(column.steps.len() as u64, out);
        let mut from = 0u64;
        for &(value, delta) in &column.steps {
            number(value.wrapping_sub(from), out);
            from = value;
            signed(delta, out);
        }
    }
}

impl Patch {
    /// The patch as bytes, in the form that [the module](super) describes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        match &self.body {
            Body::Empty => {}
            Body::Bytes { canonical, original, splices: list } => {
                out.push(BYTES);
                out.extend(canonical.to_le_bytes());
                out.extend(original.to_le_bytes());
                splices(list, &mut out);
            }
            Body::Stream(stream) => {
                let has_rules = stream.rules != Rules::default();
                let context = if stream.context == 0 { 0 } else { WITH_CONTEXT };
                out.push(STREAM | context | if has_rules { WITH_RULES } else { 0 });
                out.extend(stream.canonical.to_le_bytes());
                out.extend(stream.original.to_le_bytes());
                if context != 0 {
                    out.extend(stream.context.to_le_bytes());
                }
                if has_rules {
                    rules(&stream.rules, &mut out);
                }
                number(stream.entries.len() as u64, &mut out);
                let mut expected = Key::File;
                for entry in &stream.entries {
                    let kind = match entry.key {
                        key if key == expected => 0,
                        Key::File => 1,
                        Key::Block { .. } => 2,
                        Key::Child { .. } => 3,
                    };
                    out.push(kind | (entry.reach as u8) << 2);
                    let (module, block, index) = match entry.key {
                        Key::File => (0, 0, 0),
                        Key::Block { block, index } => (0, block, index),
                        Key::Child { module, block, index } => (module, block, index),
                    };
                    if kind == 3 {
                        number(u64::from(module), &mut out);
                    }
                    if kind >= 2 {
                        number(u64::from(block), &mut out);
                        number(u64::from(index), &mut out);
                    }
                    expected = next(entry.key);
                    out.extend(entry.crc.to_le_bytes());
                    script(&entry.script, &mut out);
                }
            }
        }
        out
    }

    /// Decodes the bytes from [`Patch::to_bytes`].
    ///
    /// # Errors
    /// Unsupported, if a later version of this crate wrote them; Truncated or Malformed, if they are not the bytes of a patch.
    pub fn from_bytes(data: &[u8]) -> Result<Patch> {
        let mut reader = Reader { data, rest: data };
        let version = reader.byte()?;
        if version != VERSION {
            return Err(Error::unsupported(format!("expected a patch of version {VERSION}, found version {version}")));
        }
        if reader.rest.is_empty() {
            return Ok(Patch::default());
        }
        let body = match reader.byte()? {
            BYTES => Body::Bytes { canonical: reader.word()?, original: reader.word()?, splices: reader.splices()? },
            kind if kind & !(WITH_CONTEXT | WITH_RULES) == STREAM => Body::Stream(reader.stream(kind)?),
            kind => return Err(Error::unsupported(format!("expected a patch of a stream or of bytes, found kind {kind}"))),
        };
        if !reader.rest.is_empty() {
            return Err(reader.malformed("the end of the patch"));
        }
        Ok(Patch { body })
    }
}

/// Reads a patch.
struct Reader<'a> {
    data: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    #[cold]
    fn malformed(&self, expected: &str) -> Error {
        let byte = self.data.len() - self.rest.len();
        Error::malformed(format!("expected {expected} at byte {byte} of the patch"))
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            return Err(self.malformed(&format!("{count} more bytes")));
        };
        self.rest = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?.first().copied().unwrap_or(0))
    }

    fn word(&mut self) -> Result<u32> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte)))
    }

    fn number(&mut self) -> Result<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.malformed("a number of 64 bits"))
    }

    fn number32(&mut self) -> Result<u32> {
        u32::try_from(self.number()?).map_err(|_| self.malformed("a number of 32 bits"))
    }

    fn signed(&mut self) -> Result<i64> {
        let value = self.number()?;
        Ok(unzigzag(value))
    }

    /// A count of things that take at least `least` bytes each.
    fn count(&mut self, least: usize) -> Result<usize> {
        let count = self.number()?;
        self.fits(count, least)
    }

    fn fits(&self, count: u64, least: usize) -> Result<usize> {
        match usize::try_from(count) {
            Ok(count) if count.checked_mul(least).is_some_and(|bytes| bytes <= self.rest.len()) => Ok(count),
            _ => Err(self.malformed("as many things as are counted")),
        }
    }

    fn blob(&mut self) -> Result<Vec<u8>> {
        let length = self.count(1)?;
        Ok(self.take(length)?.to_vec())
    }

    fn numbers(&mut self) -> Result<Vec<u64>> {
        let count = self.count(1)?;
        (0..count).map(|_| self.number()).collect()
    }

    /// Bits; none if there are none.
    fn raw(&mut self) -> Result<Option<RawBits>> {
        let first = self.number()?;
        let (bits, offset) = (first >> 5, (first & 31) as u32);
        if bits == 0 && offset == 0 {
            return Ok(None);
        }
        let count = self.fits((bits + u64::from(offset)).div_ceil(8), 1)?;
        let bytes = self.take(count)?.to_vec();
        Ok(Some(RawBits::from_parts(bytes, offset, bits)))
    }

    fn unit(&mut self) -> Result<Owned> {
        let first = self.byte()?;
        let kind = Kind::from_number(first & 7).ok_or_else(|| self.malformed("a kind of unit"))?;
        Ok(Owned {
            kind,
            sym: Sym::from_number(first >> 3 & 7),
            abbrev: self.number32()?,
            code: self.number32()?,
            ops: self.numbers()?,
            blob: if first & HAS_BLOB != 0 { Some(self.blob()?) } else { None },
            raw: if first & HAS_RAW != 0 { self.raw()? } else { None },
        })
    }

    fn hunks(&mut self) -> Result<Vec<Hunk>> {
        let count = self.count(2)?;
        let hunk = |_| {
            let first = self.number()?;
            let change = match first & 3 {
                ADD => Change::Add { count: 1, delta: self.signed()? },
                ADD_RUN => Change::Add { count: self.number()?, delta: self.signed()? },
                CUT => Change::Replace { remove: self.number()?, insert: Vec::new() },
                _ => Change::Replace { remove: self.number()?, insert: self.numbers()? },
            };
            Ok(Hunk { keep: first >> 2, change })
        };
        (0..count).map(hunk).collect()
    }

    fn splices(&mut self) -> Result<Vec<Splice>> {
        let count = self.count(2)?;
        let mut expected = 0u64;
        let splice = |_| {
            let insert = self.blob()?;
            let copy = self.number()?;
            let mut from = 0;
            if copy != 0 {
                from = expected.wrapping_add(self.signed()? as u64);
                expected = from.wrapping_add(copy);
            }
            Ok(Splice { insert, from, copy })
        };
        (0..count).map(splice).collect()
    }

    fn edit(&mut self) -> Result<Edit> {
        let first = self.byte()?;
        if first & ONE != 0 {
            let change = Change::Add { count: 1, delta: self.signed()? };
            return Ok(Edit { ops: vec![Hunk { keep: u64::from(first & !ONE), change }], ..Edit::default() });
        }
        let has = |flag: u8| first & flag != 0;
        Ok(Edit {
            abbrev: if has(ABBREV) { Some(self.signed()?) } else { None },
            code: if has(CODE) { Some(self.number32()?) } else { None },
            sym: if has(SYM) { Some(Sym::from_number(self.byte()? & 7)) } else { None },
            ops: if has(OPS) { self.hunks()? } else { Vec::new() },
            blob: match (has(BLOB), has(NO_BLOB)) {
                (true, _) => Some(Blob::Splice(self.splices()?)),
                (false, true) => Some(Blob::Drop),
                (false, false) => None,
            },
            raw: if has(RAW) { Some(self.raw()?) } else { None },
        })
    }

    fn script(&mut self) -> Result<Vec<Op>> {
        let count = self.count(1)?;
        let mut out = Vec::with_capacity(count);
        for _ in 0..count {
            let first = self.number()?;
            let rest = first >> STEP_BITS;
            out.push(match first & ((1 << STEP_BITS) - 1) {
                FOLLOW => Op::Follow(rest),
                PLAIN => Op::Plain(rest),
                JUMP => Op::Jump(unzigzag(rest)),
                INSERT => {
                    let count = self.fits(rest, 4)?;
                    Op::Insert((0..count).map(|_| self.unit()).collect::<Result<_>>()?)
                }
                EDIT => {
                    let count = self.fits(rest, 1)?;
                    Op::Edit((0..count).map(|_| self.edit()).collect::<Result<_>>()?)
                }
                _ => return Err(self.malformed("a step of a script")),
            });
        }
        Ok(out)
    }

    fn rules(&mut self) -> Result<Rules> {
        let mut rules = Rules::default();
        for _ in 0..self.count(7)? {
            let shape = Shape {
                block: self.number32()?,
                code: self.number32()?,
                abbrev: self.number32()?,
                len: self.number32()?,
                to_abbrev: self.number32()?,
                drop: self.number32()?,
                tail: self.numbers()?,
            };
            if shape.tail.len() > LONGEST_TAIL {
                return Err(self.malformed("a rule with fewer operands"));
            }
            rules.shapes.push(shape);
        }
        for _ in 0..self.count(4)? {
            let (block, code, column) = (self.number32()?, self.number32()?, self.number32()?);
            if column > LAST_COLUMN {
                return Err(self.malformed("a column"));
            }
            let count = self.count(2)?;
            let mut from = 0u64;
            let mut steps = Vec::with_capacity(count);
            for _ in 0..count {
                from = from.wrapping_add(self.number()?);
                steps.push((from, self.signed()?));
            }
            let sorted = steps.is_sorted_by_key(|&(value, _)| value);
            if !sorted || rules.columns.last().is_some_and(|last| (last.block, last.code, last.column) >= (block, code, column)) {
                return Err(self.malformed("columns and their values in ascending order"));
            }
            rules.columns.push(Column { block, code, column, steps });
        }
        Ok(rules)
    }

    fn stream(&mut self, kind: u8) -> Result<Stream> {
        let (canonical, original) = (self.word()?, self.word()?);
        let context = if kind & WITH_CONTEXT != 0 { self.word()? } else { 0 };
        let rules = if kind & WITH_RULES != 0 { self.rules()? } else { Rules::default() };
        let count = self.count(6)?;
        let mut entries = Vec::with_capacity(count);
        let mut expected = Key::File;
        for _ in 0..count {
            let first = self.byte()?;
            let reach = Reach::from_number(u64::from(first >> 2)).ok_or_else(|| self.malformed("the reach of an entry"))?;
            let key = match first & 3 {
                0 => expected,
                1 => Key::File,
                2 => Key::Block { block: self.number32()?, index: self.number32()? },
                _ => Key::Child { module: self.number32()?, block: self.number32()?, index: self.number32()? },
            };
            expected = next(key);
            entries.push(Entry { key, reach, crc: self.word()?, script: self.script()? });
        }
        Ok(Stream { canonical, original, context, rules, entries })
    }
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

//! Splits the operands of a record into fields, using the row of the schema that fits.
use crate::tables::{self, List, Words};
use bctk_bitcode::schema::metadata::{DiEnc, di_record};
use bctk_bitcode::schema::{self, FieldRow, Mode, RecordRow, metadata, summary};
use bctk_bitstream::stream::BLOCKINFO;

/// Table of the module that an index refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Table {
    /// Attribute lists.
    Attributes,
    /// Section names.
    Sections,
    /// Garbage collector names.
    Gcs,
    /// COMDATs.
    Comdats,
    /// Values.
    Values,
}

/// How to interpret the operands of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// An unsigned integer.
    U64,
    /// 0 or 1.
    Bool,
    /// A sign-rotated integer.
    I64,
    /// A two's complement integer.
    I64Raw,
    /// A signed number, complemented if negative.
    I64Folded,
    /// A type number.
    Type,
    /// An absolute value number.
    Value,
    /// A relative value number.
    Rel,
    /// A sign-rotated relative value number.
    SignedRel,
    /// A relative value number, then a type number if it is a forward reference.
    ValTy,
    /// A basic block.
    Block,
    /// A metadata number.
    Md,
    /// A metadata number plus one.
    OptMd,
    /// The number of a metadata string plus one.
    MdStr,
    /// An index plus one.
    Index(Table),
    /// Offset and size in STRTAB; no operands in old modules.
    Strtab,
    /// Characters.
    Chars,
    /// The record's blob.
    Blob,
    /// An integer plus one; 0 is none.
    PlusOne,
    /// An integer; all 64 bits set is none.
    U64OrNone,
    /// An integer; all 32 bits set is none.
    U32OrNone,
    /// A number that has words.
    Word(Words),
    /// Bit `.0` of the operand.
    Bit(u32),
    /// Words of a wide integer, sign-rotated.
    Wide,
    /// Says nothing.
    Unused,
    /// Several operands.
    List(List),
    /// A block id.
    BlockId,
}

/// A field of one record: name and operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name, from the schema.
    pub name: &'static str,
    /// How to understand the operands.
    pub shape: Shape,
    /// First operand.
    pub first: usize,
    /// Number of operands.
    pub count: usize,
}

impl Field {
    /// The field's operands.
    pub fn ops<'o>(&self, ops: &'o [u64]) -> &'o [u64] {
        ops.get(self.first..self.first + self.count).unwrap_or(&[])
    }
}

/// Facts outside of the record that determine the number of operands of a field.
#[derive(Clone, Copy, Debug)]
pub struct Env {
    /// Whether value numbers in functions are relative (module version 1).
    pub relative: bool,
    /// Whether names are in STRTAB (module version 2).
    pub strtab: bool,
    /// Number of the next value.
    pub next_value: u32,
}

/// A field's row, made ready.
#[derive(Debug)]
struct Ready {
    name: &'static str,
    shape: Shape,
    /// When it is there, and how much of a list.
    mode: Mode,
    /// The field that `mode` names, and the bit of it.
    of: Option<(usize, u32)>,
    /// Operands of one item of a list, where all items have as many.
    item: usize,
}

/// A record's row, made ready.
#[derive(Debug)]
struct ReadyRow {
    row: &'static RecordRow,
    fields: Vec<Ready>,
}

/// The rows of the schema, made ready as they are needed.
#[derive(Debug, Default)]
pub struct Rows {
    /// By block and code, see [`slot`].
    slots: Vec<Option<Vec<ReadyRow>>>,
}

/// Codes and blocks of LLVM IR are below these; larger ones have no rows.
const CODES: u32 = 128;
const BLOCKS: u32 = 32;

/// The field that a mode names, and the bit of it that matters.
fn condition(mode: Mode) -> Option<(&'static str, u32)> {
    match mode {
        Mode::If(condition) => {
            let (field, rest) = condition.split_once(">>")?;
            let (bit, _) = rest.split_once('&')?;
            Some((field.trim(), bit.trim().parse().ok()?))
        }
        Mode::Count(field) => Some((field, 0)),
        _ => None,
    }
}

fn ready(block: u32, row: &'static RecordRow) -> ReadyRow {
    let fields = row.fields.iter().map(|field| Ready {
        name: field.name,
        shape: shape(block, row.name, field),
        mode: field.mode,
        of: condition(field.mode).and_then(|(name, bit)| Some((row.fields.iter().position(|field| field.name == name)?, bit))),
        item: field.item,
    });
    ReadyRow { row, fields: fields.collect() }
}

fn shape(block: u32, record: &str, field: &FieldRow) -> Shape {
    match field.kind {
        "u64" | "u32" => match tables::words(block, record, field.name) {
            Some(words) => Shape::Word(words),
            None if field.name == "kind" && block == metadata::kind::ID => Shape::U64,
            None => Shape::U64,
        },
        "bool" => Shape::Bool,
        "i64" => Shape::I64,
        "type" => Shape::Type,
        "value" => Shape::Value,
        "relative value" => Shape::Rel,
        "signed relative value" => Shape::SignedRel,
        "value and type" => Shape::ValTy,
        "block" => Shape::Block,
        "metadata" => Shape::Md,
        "metadata or none" => Shape::OptMd,
        "index or none" => Shape::Index(match field.name {
            "attributes" => Table::Attributes,
            "section" => Table::Sections,
            "gc" => Table::Gcs,
            "comdat" => Table::Comdats,
            _ => Table::Values,
        }),
        "name in STRTAB" => Shape::Strtab,
        "characters" => Shape::Chars,
        "blob" => Shape::Blob,
        kind => Shape::List(tables::list(kind).unwrap_or(List::U64)),
    }
}

impl Rows {
    fn get(&mut self, block: u32, code: u32) -> Option<&[ReadyRow]> {
        // FULL_LTO_GLOBALVAL_SUMMARY holds the records of GLOBALVAL_SUMMARY.
        let block = if block == summary::full_lto::ID { summary::ID } else { block };
        if block >= BLOCKS || code >= CODES {
            return None;
        }
        let slot = (block * CODES + code) as usize;
        if self.slots.len() <= slot {
            self.slots.resize_with((BLOCKS * CODES) as usize, || None);
        }
        let rows = self.slots.get_mut(slot)?;
        if rows.is_none() {
            let all = schema::block_row(block).map_or(&[][..], |row| row.rows);
            let mut fitting: Vec<ReadyRow> = all.iter().filter(|row| row.code == code).map(|row| ready(block, row)).collect();
            // The current shape first, except that shapes with a magic number precede it.
            fitting.sort_by_key(|row| (row.magic().is_none(), row.row.until.is_some()));
            *rows = Some(fitting);
        }
        rows.as_deref()
    }

    /// Splits the operands of a record into fields. Operands that no field takes become the field `more`. Returns the name of the record's
    /// shape, `None` (and no fields) if the schema has none.
    pub fn split(&mut self, block: u32, code: u32, ops: &[u64], has_blob: bool, env: &Env, out: &mut Vec<Field>) -> Option<&'static str> {
        out.clear();
        if block == BLOCKINFO {
            return block_info(code, ops, out);
        }
        let rows = self.get(block, code)?;
        let mut best: Option<(&ReadyRow, bool)> = None;
        for row in rows {
            if row.magic().is_some_and(|magic| ops.first().is_none_or(|&op| op >> 16 != magic)) {
                continue;
            }
            out.clear();
            match row.split(ops, has_blob, env, out) {
                Fit::Whole => return Some(row.row.name),
                Fit::More if best.is_none_or(|(_, fits)| !fits) => best = Some((row, true)),
                Fit::Short if best.is_none() => best = Some((row, false)),
                _ => {}
            }
        }
        out.clear();
        let Some((row, _)) = best else { return if block == metadata::ID { di(code, ops, out) } else { None } };
        row.split(ops, has_blob, env, out);
        more(ops, out);
        Some(row.row.name)
    }
}

/// How well a shape fits the operands.
#[derive(PartialEq)]
enum Fit {
    /// Every field is there, no operand is left.
    Whole,
    /// Operands are left.
    More,
    /// A field is missing.
    Short,
}

/// Makes a field of the operands that no field has taken.
fn more(ops: &[u64], out: &mut Vec<Field>) {
    let taken = out.iter().map(|field| field.first + field.count).max().unwrap_or(0);
    if taken < ops.len() {
        out.push(Field { name: "more", shape: Shape::List(List::U64), first: taken, count: ops.len() - taken });
    }
}

impl ReadyRow {
    /// The magic number in the upper bits of the first operand, if it identifies a shape (`SWITCH_INST_MAGIC`).
    fn magic(&self) -> Option<u64> {
        self.fields.first().filter(|field| field.name == "magic").map(|_| 0x4B5)
    }

    fn split(&self, ops: &[u64], has_blob: bool, env: &Env, out: &mut Vec<Field>) -> Fit {
        let mut at = 0;
        // Index in `out` of each field of the row, for conditions.
        let mut values: [u64; 8] = [0; 8];
        for (number, field) in self.fields.iter().enumerate() {
            let named = field.of.and_then(|(of, bit)| Some((*values.get(of)?, bit)));
            let left = ops.len() - at;
            let absent = match field.mode {
                Mode::If(_) => named.is_none_or(|(value, bit)| value >> (bit & 63) & 1 == 0),
                Mode::MoreThan(n) => left <= n,
                Mode::Odd => left.is_multiple_of(2),
                _ => false,
            };
            if absent {
                continue;
            }
            let first = ops.get(at).copied();
            let count = match field.shape {
                Shape::Strtab if !env.strtab => continue,
                Shape::Strtab => 2,
                Shape::Blob if !has_blob => continue,
                Shape::Blob => 0,
                Shape::List(List::Range) => range_operands(&ops[at..]),
                Shape::Chars | Shape::List(_) => match (field.mode, named) {
                    (Mode::Count(_), Some((count, _))) if field.item > 0 => {
                        usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(field.item).min(left)
                    }
                    (Mode::AllBut(n), _) => left.saturating_sub(n),
                    (Mode::Whole(n), _) => left - left % n,
                    _ => left,
                },
                Shape::ValTy => 1 + usize::from(first.is_some_and(|op| is_forward(op, env))),
                _ => 1,
            };
            if left == 0 && field.mode == Mode::Optional && count > 0 {
                continue;
            }
            if count > left {
                return Fit::Short;
            }
            if let (Some(value), Some(op)) = (values.get_mut(number), first) {
                *value = op;
            }
            out.push(Field { name: field.name, shape: field.shape, first: at, count });
            at += count;
        }
        if at == ops.len() { Fit::Whole } else { Fit::More }
    }
}

/// How many operands a range takes: bit width and two bounds, for more than 64 bits with their numbers of words before.
fn range_operands(ops: &[u64]) -> usize {
    match ops {
        [width, counts, ..] if *width as u32 > 64 => (*counts as u32 as usize).saturating_add((*counts >> 32) as usize).saturating_add(2),
        _ => 3,
    }
}

/// Whether a relative value number speaks of a value that is not defined yet, so that its type follows.
pub(crate) fn is_forward(op: u64, env: &Env) -> bool {
    if env.relative { op as u32 as i32 <= 0 } else { op as u32 >= env.next_value }
}

/// Fields of the records of BLOCKINFO.
fn block_info(code: u32, ops: &[u64], out: &mut Vec<Field>) -> Option<&'static str> {
    let name = schema::record_name(BLOCKINFO, code)?;
    let first = match code {
        1 => Some(("block", Shape::BlockId)),
        3 => Some(("code", Shape::U64)),
        _ => None,
    };
    if let Some((name, shape)) = first
        && !ops.is_empty()
    {
        out.push(Field { name, shape, first: 0, count: 1 });
    }
    if code != 1 {
        let at = out.len();
        out.push(Field { name: "name", shape: Shape::Chars, first: at, count: ops.len().saturating_sub(at) });
    }
    more(ops, out);
    Some(name)
}

/// Fields of a specialised metadata record.
fn di(code: u32, ops: &[u64], out: &mut Vec<Field>) -> Option<&'static str> {
    let Some(row) = di_record(code, ops) else {
        let name = schema::record_name(metadata::ID, code)?;
        more(ops, out);
        return Some(name);
    };
    let bit = |name, bit| Field { name, shape: Shape::Bit(bit), first: 0, count: 1 };
    out.push(bit("distinct", 0));
    out.extend(row.flags.iter().map(|&(name, at)| bit(name, at)));
    let mut at = 1;
    for operand in row.operands {
        let left = ops.len().saturating_sub(at);
        if left == 0 {
            break;
        }
        let shape = match operand.enc {
            DiEnc::Md => Shape::OptMd,
            DiEnc::MdStr => Shape::MdStr,
            DiEnc::MdId => Shape::Md,
            DiEnc::U64 | DiEnc::ApWidth => tables::words(metadata::ID, row.name, operand.field).map_or(Shape::U64, Shape::Word),
            DiEnc::I64 => Shape::I64Folded,
            DiEnc::I64Raw => Shape::I64Raw,
            DiEnc::Bool => Shape::Bool,
            DiEnc::PlusOne => Shape::PlusOne,
            DiEnc::U64OrNone => Shape::U64OrNone,
            DiEnc::U32OrNone => Shape::U32OrNone,
            DiEnc::ApInt | DiEnc::ApWords => Shape::Wide,
            DiEnc::MdRest => Shape::List(List::OptMd),
            DiEnc::U64Rest if row.name == "EXPRESSION" => Shape::List(List::Expression),
            DiEnc::U64Rest => Shape::List(List::U64),
            DiEnc::Unused => Shape::Unused,
        };
        let (first, count) = match operand.enc {
            // Bit width and number of words share one operand before the words.
            DiEnc::ApInt => {
                let words = ops.get(at).map_or(0, |op| op >> 32);
                (at, usize::try_from(words).unwrap_or(usize::MAX).saturating_add(1).min(left))
            }
            DiEnc::ApWords | DiEnc::MdRest | DiEnc::U64Rest => (at, left),
            _ => (at, 1),
        };
        out.push(Field { name: operand.field, shape, first, count });
        at = first + count;
    }
    more(ops, out);
    Some(row.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_bitcode::schema::function;

    const ENV: Env = Env { relative: true, strtab: true, next_value: 10 };

    fn names(block: u32, code: u32, ops: &[u64], env: &Env) -> Vec<(&'static str, usize)> {
        let mut out = Vec::new();
        Rows::default().split(block, code, ops, false, env, &mut out).unwrap();
        out.iter().map(|field| (field.name, field.count)).collect()
    }

    #[test]
    fn every_condition_is_understood() {
        let mut seen = 0;
        for row in schema::BLOCKS.iter().flat_map(|block| block.rows) {
            for field in row.fields.iter().filter(|field| matches!(field.mode, Mode::If(_) | Mode::Count(_))) {
                let (name, _) = condition(field.mode).unwrap_or_else(|| panic!("{}: {}", row.name, field.note));
                assert!(row.fields.iter().position(|field| field.name == name).is_some_and(|at| at < 8), "{}", row.name);
                seen += 1;
            }
        }
        assert!(seen >= 3);
    }

    #[test]
    fn every_kind_has_a_shape() {
        for block in schema::BLOCKS {
            for row in block.rows {
                for field in row.fields {
                    let list = matches!(shape(block.id, row.name, field), Shape::List(_));
                    assert_eq!(list, tables::list(field.kind).is_some(), "{} {}", row.name, field.name);
                }
            }
        }
    }

    #[test]
    fn the_shape_that_fits() {
        let forward = u64::from(u32::MAX);
        assert_eq!(names(function::ID, 20, &[1, 5, 3, 0], &ENV), [("pointer", 1), ("ty", 1), ("align", 1), ("is_volatile", 1)]);
        assert_eq!(names(function::ID, 20, &[1, 3, 0], &ENV), [("pointer", 1), ("align", 1), ("is_volatile", 1)]);
        assert_eq!(names(function::ID, 20, &[forward, 8, 3, 0], &ENV), [("pointer", 2), ("align", 1), ("is_volatile", 1)]);
        assert_eq!(
            names(function::ID, 34, &[0, 1 << 15, 7, 1, 2], &ENV),
            [("attributes", 1), ("cc", 1), ("function_ty", 1), ("callee", 1), ("args", 1)]
        );
        assert_eq!(names(function::ID, 34, &[0, 0, 1], &ENV), [("attributes", 1), ("cc", 1), ("callee", 1), ("args", 0)]);
        assert_eq!(names(function::ID, 10, &[], &ENV), []);
        assert_eq!(names(function::ID, 15, &[4, 4], &ENV), [("more", 2)]);
        assert_eq!(names(function::ID, 12, &[0x4B5 << 16, 1, 2, 3, 0], &ENV)[0].0, "magic");
        assert_eq!(names(schema::module::ID, 12, &[0, 3, 1], &ENV), [("name", 2), ("selection_kind", 1)]);
        let old = Env { strtab: false, ..ENV };
        assert_eq!(names(schema::module::ID, 12, &[1, 2, 65, 66], &old), [("selection_kind", 1), ("name_size", 1), ("name", 2)]);
        assert_eq!(names(metadata::ID, 40, &[2, 1, 2, 3, 4], &ENV)[..3], [("distinct", 1), ("isArtificial", 1), ("scope", 1)]);
        assert_eq!(names(metadata::ID, 14, &[4, 128, 1, 7, 7], &ENV).last(), Some(&("value", 2)));
    }
}

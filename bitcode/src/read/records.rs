//! Shared by the readers of all blocks: decodes a record, finds the next one.
use super::numbering::check_number;
use super::unknown::Unknown;
use crate::schema::{self, Fields, Record, match_record};
use bctk_bitstream::Result;
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::Value;

/// Decodes a record whose operands depend on nothing else.
pub(super) fn decode<'r, R: Record<'r>>(ops: &'r [u64]) -> Result<R> {
    R::decode(&mut Fields::new(ops))
}

/// A record of characters as text.
pub(super) fn chars(ops: &[u64]) -> Vec<u8> {
    ops.iter().map(|&c| c as u8).collect()
}

/// The next record of the innermost block; nested blocks are skipped.
pub(super) fn next_record(stream: &mut StreamReader<'_>, record: &mut RecordBuf) -> Result<Entry> {
    loop {
        match stream.next(record)? {
            Entry::SubBlock(_) => stream.skip()?,
            entry => return Ok(entry),
        }
    }
}

/// Reads the USELIST block that `stream` has just entered, and keeps the orders of the values that are `wanted`. The result says whether
/// the block has any.
pub(super) fn read_use_orders(
    stream: &mut StreamReader<'_>,
    record: &mut RecordBuf,
    orders: &mut Vec<UseOrder>,
    unknown: &mut Unknown,
    value: impl Fn(u32) -> Value,
    wanted: impl Fn(Value) -> bool,
) -> Result<bool> {
    use schema::small_blocks::uselist;
    let mut stated = false;
    while let Entry::Record = next_record(stream, record)? {
        let fields = &mut Fields::new(&record.ops);
        unknown.least(uselist::ID, record.code, fields.len());
        if fields.is_empty() {
            continue;
        }
        let mut read = || {
            Ok(match_record!(uselist, record.code, fields, {
                Default(r) => Some((value(check_number(r.value.into())?), r.indexes)),
                Bb(r) => Some((Value::block(bctk_ir::entity::BlockId(check_number(r.block.into())?)), r.indexes)),
                _ => None,
            }))
        };
        if let Some((value, indexes)) = read().map_err(|e| stream.locate(e, record))? {
            // One use has no order; LLVM refuses the record, so that it must not be written.
            if indexes.ops().len() < 2 {
                continue;
            }
            stated = true;
            if wanted(value) {
                orders.push(UseOrder { value, indexes: indexes.ops().iter().map(|&i| i as u32).collect() });
            }
        }
    }
    Ok(stated)
}

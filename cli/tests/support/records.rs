//! What the tests of the tools share: bitcode made record by record.
use bctk_bitcode::Result;
use bctk_bitstream::stream::StreamWriter;

/// The operands of a record that ends with a name.
pub(crate) fn named(ops: &[u64], name: &str) -> Vec<u64> {
    ops.iter().copied().chain(name.bytes().map(u64::from)).collect()
}

/// A block with these records.
pub(crate) fn block(writer: &mut StreamWriter, id: u32, records: &[(u32, Vec<u64>)]) -> Result<()> {
    writer.enter_block(id, 3)?;
    for (code, ops) in records {
        writer.record(3, *code, ops, None)?;
    }
    writer.end_block()
}

//! Reads the nodes of a module's metadata on several threads.
//!
//! The index in the block says where nodes start. Parts of the block are read independently, and their tables are appended in order. A part
//! counts only if the part before it ended exactly where it starts, and if it has nothing but numbered metadata as LLVM writes it; from the
//! first one that does not, the caller goes on alone. So results and errors are those of one thread.
use super::facts::Facts;
use super::inline::Inline;
use super::metadata::{MdContext, Target, is_numbered};
use crate::schema::metadata as row;
use bctk_bitstream::Result;
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
use bctk_ir::metadata::MetadataTable;
use bctk_ir::strings::{Str, Strings};
use bctk_ir::value::Value;
use bctk_support::parallel::{Reused, Taken, in_order, threads};
use std::ops::Range;

/// Bits of a part. Tests have small files.
const PIECE: u64 = if cfg!(test) { 1 << 10 } else { 1 << 18 };
/// Parts for each thread that are read before they are appended.
const WAITING: usize = 4;

/// A part that was read.
struct Part {
    range: Range<u64>,
    table: Taken<MetadataTable>,
    facts: Facts,
}

/// Reads what follows `offset`, the INDEX_OFFSET record that `stream` has just read, as far as the index. Reads nothing, or less, if that is
/// not worth it or if the block is unusual.
pub(super) fn read_ahead<F: Fn(u32) -> Value + Sync>(
    stream: &mut StreamReader<'_>,
    offset: &RecordBuf,
    target: &mut Target<'_>,
    ctx: &MdContext<'_, F>,
) -> Result<()> {
    let from = stream.position();
    let &[low, high] = &offset.ops[..] else { return Ok(()) };
    let index_at = from.saturating_add(low & 0xFFFF_FFFF | high << 32);
    let is_long = index_at >= from.saturating_add(2 * PIECE) && index_at < stream.block_end();
    if !is_long || target.facts.old_types || threads() < 2 {
        return Ok(());
    }
    let Some((pieces, count)) = pieces(stream, from, index_at) else { return Ok(()) };
    target.table.items.reserve(count);
    let (here, table, facts) = (&*stream, &mut *target.table, &mut *target.facts);
    let work = pieces.into_iter().map(|piece| (piece, 1));
    let mut end = from;
    let tables: Reused<MetadataTable> = Reused::default();
    // An error only ends the work.
    let _: std::result::Result<(), ()> = in_order(
        WAITING,
        work,
        |range| part(here, range, ctx, tables.take()),
        |part| {
            let mut part = part.filter(|part| part.range.start == end && has_room(table, part)).ok_or(())?;
            if !table.append(&part.table) {
                return Err(());
            }
            facts.add(part.facts);
            end = part.range.end;
            part.table.clear();
            tables.give_back(part.table);
            Ok(())
        },
    );
    stream.seek_in_block(end)
}

/// Whether the table stays as small as it has to.
fn has_room(table: &MetadataTable, part: &Part) -> bool {
    table.items.len() + part.table.items.len() < Value::MAX_INDEX as usize
        && table.fields.len() + part.table.fields.len() < u32::MAX as usize - 256
}

/// Where parts of the block start and end, by the index at `index_at`, and how many nodes there are.
fn pieces(stream: &StreamReader<'_>, from: u64, index_at: u64) -> Option<(Vec<Range<u64>>, usize)> {
    let (mut stream, mut index) = (stream.clone(), RecordBuf::new());
    stream.seek_in_block(index_at).ok()?;
    let is_index = matches!(stream.next(&mut index), Ok(Entry::Record)) && index.code == row::Index::CODE;
    if !is_index {
        return None;
    }
    Some((row::index_parts(&index.ops, from..index_at, PIECE), index.ops.len()))
}

/// Reads a part into the empty `table`; nothing if it does not end where it should, or has what other parts would have to know of.
fn part<F: Fn(u32) -> Value>(
    stream: &StreamReader<'_>,
    range: Range<u64>,
    ctx: &MdContext<'_, F>,
    mut table: Taken<MetadataTable>,
) -> Option<Part> {
    let (mut strings, mut facts, mut inline) = (Strings::default(), Facts::default(), Inline::default());
    let mut target =
        Target { table: &mut table, strings: &mut strings, base: 0, globals: None, kinds: None, inline: &mut inline, facts: &mut facts };
    let (mut stream, mut record) = (stream.clone(), RecordBuf::new());
    stream.seek_in_block(range.start).ok()?;
    while stream.position() < range.end {
        let Ok(Some(Entry::Record)) = stream.step(&mut record) else { return None };
        if !is_numbered(record.code) {
            return None;
        }
        target.read_record(&record, None, &mut Str::default(), ctx).ok()?;
    }
    // What is not understood is counted in the order of the file.
    (stream.position() == range.end && facts.unknown == Default::default()).then_some(Part { range, table, facts })
}

#[cfg(test)]
mod tests {
    use crate::read::{ReadOptions, read};
    use rayon::{ThreadPool, ThreadPoolBuilder};
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::path::Path;

    fn files() -> impl Iterator<Item = Vec<u8>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22");
        ["rustc-debug.bc", "clang-cpp-O0-g.bc", "clang-cpp-lto-O2-g.bc"]
            .into_iter()
            .map(move |name| std::fs::read(folder.join(name)).expect("a file of the corpus"))
    }

    fn pool(threads: usize) -> ThreadPool {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
    }

    /// The metadata and what is said of it, or the error.
    fn outcome(pool: &ThreadPool, data: &[u8]) -> Result<u64, String> {
        let module = pool.install(|| read(data, &ReadOptions::default())).map_err(|error| error.to_string())?;
        let mut hasher = DefaultHasher::new();
        module.metadata.hash(&mut hasher);
        format!("{:?}", module.provenance.bitcode).hash(&mut hasher);
        Ok(hasher.finish())
    }

    #[test]
    fn parts_give_what_one_thread_gives() {
        let (one, two) = (pool(1), pool(2));
        for data in files() {
            assert_eq!(outcome(&one, &data), outcome(&two, &data));
        }
    }

    #[test]
    fn damaged_parts_give_what_one_thread_gives() {
        let (one, two) = (pool(1), pool(2));
        let mut seed = 1u32;
        for data in files() {
            for _ in 0..150 {
                let mut data = data.clone();
                for _ in 0..2 {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let at = (seed >> 8) as usize % data.len();
                    data[at] ^= 1 << (seed % 8);
                }
                assert_eq!(outcome(&one, &data), outcome(&two, &data));
            }
        }
    }
}

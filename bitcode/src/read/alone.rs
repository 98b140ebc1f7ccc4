//! Copies one module of a file into a file of its own, with its blocks unchanged.
use super::part::{MAGIC, ModulePart};
use bctk_bitstream::Result;
use bctk_bitstream::stream::{BlockPosition, RecordBuf, StreamReader};

/// The module at `part` as a file of its own: signature, its IDENTIFICATION and MODULE blocks and its string table, byte for byte
/// (like llvm-modextract 22 with `--binary-extract`). A symbol table is omitted, because it covers all modules of a file.
///
/// # Errors
/// If a block reaches past the end.
pub fn alone(part: &ModulePart<'_>) -> Result<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    for position in [part.identification, Some(part.module), part.strtab].into_iter().flatten() {
        bytes.extend_from_slice(block(part.data, position)?);
    }
    Ok(bytes)
}

/// The bytes of a block at the top level. Blocks begin and end there at whole words.
fn block(data: &[u8], position: BlockPosition) -> Result<&[u8]> {
    let mut stream = StreamReader::new(data).reader_at(position);
    stream.next(&mut RecordBuf::new())?;
    stream.skip()?;
    let range = (position.bit / 8) as usize..(stream.position() / 8) as usize;
    Ok(data.get(range).unwrap_or_default())
}

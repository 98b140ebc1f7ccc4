//! One module of a file of several as a file of its own, its blocks as they are.
use super::part::{MAGIC, ModulePart};
use bctk_bitstream::Result;
use bctk_bitstream::stream::{BlockPosition, RecordBuf, StreamReader};

/// The module at `part` as a file of its own: signature, its IDENTIFICATION and MODULE blocks and its string table, byte for byte (as
/// llvm-modextract 22 does with `--binary-extract`). A symbol table, which speaks of all modules of a file, is left out.
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

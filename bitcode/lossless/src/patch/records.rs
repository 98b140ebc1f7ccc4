//! Streams that differ from another in the operands of one record.
use super::emit::Emitter;
use super::unit::{Kind, Owned, Sym, Tree, abbrev_to_ops};
use bctk_bitstream::Result;
use bctk_bitstream::stream::{Abbrev, AbbrevOp, UNABBREV_RECORD};

/// A record of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordUnit {
    /// Its number among the units of the stream, for [`Records::with`].
    pub number: usize,
    /// The block that holds it.
    pub block: u32,
    /// Its code.
    pub code: u32,
    /// Its operands; where they follow from the layout of the file, there may be others in their place.
    pub ops: Vec<u64>,
}

/// The records of a stream, any of which can be given other operands.
///
/// ```
/// let data = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let records = bctk_lossless::patch::Records::read(&data)?;
/// let first = records.iter().next().ok_or("no record")?;
/// let shorter = records.with(first.number, &first.ops[1..])?;
/// assert_ne!(shorter, data);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Records<'a> {
    tree: Tree<'a>,
}

impl<'a> Records<'a> {
    /// The records of the stream `data`.
    ///
    /// # Errors
    /// If it is not a stream.
    pub fn read(data: &'a [u8]) -> Result<Records<'a>> {
        Ok(Records { tree: Tree::read(data)? })
    }

    /// The records in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = RecordUnit> {
        self.tree.units.iter().enumerate().filter(|(_, unit)| unit.kind == Kind::Record).map(|(number, unit)| {
            let ops = self.tree.ops(unit);
            let ops = match unit.sym {
                Sym::Strings => vec![ops.len() as u64, super::symbolic::encode_lengths(ops).map_or(0, |lengths| lengths.len() as u64)],
                Sym::Index => vec![0; ops.first().map_or(0, |&count| count as usize)],
                Sym::Words => Vec::new(),
                _ => ops.to_vec(),
            };
            RecordUnit { number, block: unit.block, code: unit.code, ops }
        })
    }

    /// The file in which the record of this number has the operands `ops`. Its blob stays. What follows from the layout is what the new layout
    /// implies, except in the record itself if it has fewer operands than that takes.
    ///
    /// # Errors
    /// If there is no such record, or the file cannot be written.
    pub fn with(&self, number: usize, ops: &[u64]) -> Result<Vec<u8>> {
        let mut emitter = Emitter::new(true);
        for index in 0..self.tree.units.len() {
            let view = self.tree.view(index);
            if index != number {
                emitter.unit(&view)?;
                continue;
            }
            let mut changed = Owned { ops: ops.to_vec(), raw: None, ..view.owned() };
            if !matches!(changed.sym, Sym::FnEntry if ops.len() > 1) {
                changed.sym = Sym::None;
            }
            match self.blob_of(index) {
                // Lenient, the emitter finds the abbreviation.
                Some(blob) => {
                    emitter.unit(&definition(ops.len(), changed.code)?.view())?;
                    changed.blob = Some(blob);
                }
                None => changed.abbrev = UNABBREV_RECORD,
            }
            emitter.unit(&changed.view())?;
        }
        emitter.finish()
    }

    /// The blob of a record in the file.
    fn blob_of(&self, index: usize) -> Option<Vec<u8>> {
        let view = self.tree.view(index);
        match view.sym {
            Sym::Strings => {
                let mut blob = super::symbolic::encode_lengths(view.ops)?;
                blob.extend_from_slice(view.blob.unwrap_or_default());
                Some(blob)
            }
            Sym::Words => Some(view.ops.iter().flat_map(|&word| (word as u32).to_le_bytes()).collect()),
            _ => view.blob.map(<[u8]>::to_vec),
        }
    }
}

/// The definition of an abbreviation for so many operands and a blob.
fn definition(operands: usize, code: u32) -> Result<Owned> {
    let fields = std::iter::repeat_n(AbbrevOp::Vbr(6), operands);
    let steps = std::iter::once(AbbrevOp::Literal(u64::from(code))).chain(fields).chain([AbbrevOp::Blob]).collect();
    let mut ops = Vec::new();
    abbrev_to_ops(&Abbrev::new(steps)?, &mut ops);
    Ok(Owned { kind: Kind::Define, sym: Sym::None, abbrev: 0, code: 0, ops, blob: None, raw: None })
}

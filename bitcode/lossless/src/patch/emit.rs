//! Writes units as bytes and recomputes the fields that follow from the layout.
use super::symbolic::{Base, encode_lengths, is_words};
use super::unit::{Kind, Sym, View, abbrev_from_ops};
use bctk_bitcode::schema::symtab::value_symtab;
use bctk_bitcode::schema::{function, metadata, module};
use bctk_bitstream::stream::abbrev::{Step, Tail, char6_code};
use bctk_bitstream::stream::{Abbrev, Event, Item, StreamWriter, UNABBREV_RECORD};
use bctk_bitstream::{Error, Result};

/// Writes units.
pub(super) struct Emitter {
    stream: StreamWriter,
    /// Ids of open blocks.
    open: Vec<u32>,
    base: Base,
    /// The positions of the bodies of the module.
    bodies: Vec<u64>,
    /// The position of the field for the offset of the module's next symbol table.
    vst: Option<u64>,
    index: Option<Index>,
    /// Whether a wrapper header waits for the size.
    wrapper: bool,
    prefix: usize,
    /// Size of the stream up to the end of the last block.
    size: Option<u64>,
    /// Whether a record that does not fit its abbreviation is written with another one or without, and unusual bits are dropped: for units
    /// that are partly from another file than the abbreviations.
    lenient: bool,
}

/// An INDEX_OFFSET that waits for its INDEX.
struct Index {
    after: u64,
    starts: Vec<u64>,
    /// Whether it will be set.
    symbolic: bool,
}

fn malformed(expected: &str) -> Error {
    Error::malformed(format!("expected {expected} in the patched stream"))
}

impl Emitter {
    pub(super) fn new(lenient: bool) -> Emitter {
        Emitter {
            stream: StreamWriter::new(),
            open: Vec::new(),
            base: Base::default(),
            bodies: Vec::new(),
            vst: None,
            index: None,
            wrapper: false,
            prefix: 0,
            size: None,
            lenient,
        }
    }

    /// Writes a unit.
    ///
    /// # Errors
    /// Malformed or Limit, if it is not valid at this position.
    pub(super) fn unit(&mut self, unit: &View<'_>) -> Result<()> {
        let bit = self.stream.position();
        match unit.kind {
            Kind::Prefix => {
                let bytes = bytes(unit.ops)?;
                self.wrapper = unit.sym == Sym::Wrapper;
                self.prefix = bytes.len();
                self.stream.event(&Event::Prefix(&bytes))
            }
            Kind::Magic => {
                let bytes = bytes(unit.ops)?;
                let magic = bytes.first_chunk::<4>().filter(|_| bytes.len() == 4).ok_or_else(|| malformed("a magic number"))?;
                self.stream.magic(*magic);
                Ok(())
            }
            Kind::Enter => self.enter(unit, bit),
            Kind::End => {
                let declared = unit.ops.first().map(|&words| u32::try_from(words).map_err(|_| malformed("a length of 32 bits")));
                self.open.pop();
                self.index = None;
                self.event(unit, Event::EndBlock { declared_words: declared.transpose()? })
            }
            Kind::Define => {
                let abbrev = abbrev_from_ops(unit.ops)?;
                self.event(unit, Event::DefineAbbrev(abbrev))
            }
            Kind::Record => self.record(unit, bit),
            Kind::Trailing => {
                if !self.open.is_empty() {
                    return Err(malformed("the end of every block before bytes"));
                }
                self.size.get_or_insert(bit / 8);
                self.stream.event(&Event::Trailing(unit.blob.unwrap_or(&[])))
            }
        }
    }

    /// An event without layout-dependent fields, with its own bits if it has any.
    fn event(&mut self, unit: &View<'_>, event: Event<'_>) -> Result<()> {
        let verbatim = unit.raw.filter(|_| !self.lenient).cloned();
        self.stream.item(&Item { event, verbatim, bit: 0 })
    }

    fn enter(&mut self, unit: &View<'_>, bit: u64) -> Result<()> {
        let block = unit.code;
        match self.open.as_slice() {
            [] => {
                self.base.enter(block, bit);
                self.bodies.clear();
                self.vst = None;
            }
            &[module::ID] if block == function::ID => self.bodies.push(bit),
            &[module::ID] if block == value_symtab::ID => {
                if let Some(at) = self.vst.take() {
                    let words = self.base.words(bit).and_then(|words| u32::try_from(words).ok());
                    self.stream.patch32(at, words.unwrap_or(0))?;
                }
            }
            _ => {}
        }
        self.index = None;
        self.open.push(block);
        self.event(unit, Event::EnterBlock { block, width: unit.abbrev })
    }

    fn record(&mut self, unit: &View<'_>, bit: u64) -> Result<()> {
        let Some(&block) = self.open.last() else { return Err(malformed("a block around a record")) };
        let is_metadata = block == metadata::ID;
        match unit.sym {
            Sym::None | Sym::Wrapper => self.plain(unit)?,
            Sym::Vst => {
                self.words(unit, 1)?;
                self.vst = Some(self.stream.position() - 32);
            }
            Sym::FnEntry => {
                let mut ops = unit.ops.to_vec();
                let place =
                    ops.get(1).and_then(|&body| self.bodies.get(usize::try_from(body).ok()?)).and_then(|&body| self.base.words(body));
                match (ops.get_mut(1), place) {
                    (Some(op), Some(words)) => *op = words,
                    _ => return Err(malformed("the body that a symbol names")),
                }
                self.plain(&View { ops: &ops, sym: Sym::None, ..*unit })?;
            }
            Sym::IndexOffset => self.words(unit, 2)?,
            Sym::Index => {
                let index = self.index.as_ref();
                let starts = index.and_then(|index| index.starts.get(..usize::try_from(*unit.ops.first()?).ok()?));
                let (Some(index), Some(starts)) = (index, starts) else { return Err(malformed("as many records as an index has")) };
                let mut before = index.after;
                let ops: Vec<u64> = starts.iter().map(|&start| start - std::mem::replace(&mut before, start)).collect();
                self.plain(&View { ops: &ops, sym: Sym::None, ..*unit })?;
            }
            Sym::Strings => {
                let mut blob = encode_lengths(unit.ops).ok_or_else(|| malformed("the lengths of strings"))?;
                let ops = [unit.ops.len() as u64, blob.len() as u64];
                blob.extend_from_slice(unit.blob.unwrap_or(&[]));
                self.plain(&View { ops: &ops, blob: Some(&blob), sym: Sym::None, ..*unit })?;
            }
            Sym::Words => {
                let mut blob = Vec::with_capacity(unit.ops.len() * 4);
                for &word in unit.ops {
                    let word = u32::try_from(word).map_err(|_| malformed("words of 32 bits"))?;
                    blob.extend(word.to_le_bytes());
                }
                self.plain(&View { ops: &[], blob: Some(&blob), sym: Sym::None, ..*unit })?;
            }
        }
        if is_metadata {
            match unit.code {
                metadata::IndexOffset::CODE if unit.ops.len() == 2 => {
                    let symbolic = unit.sym == Sym::IndexOffset;
                    self.index = Some(Index { after: self.stream.position(), starts: Vec::new(), symbolic });
                }
                metadata::Index::CODE => {
                    if let Some(index) = self.index.take().filter(|index| index.symbolic) {
                        let bits = bit.saturating_sub(index.after);
                        self.stream.patch32(index.after - 64, bits as u32)?;
                        self.stream.patch32(index.after - 32, (bits >> 32) as u32)?;
                    }
                }
                _ => {
                    if let Some(index) = &mut self.index {
                        index.starts.push(bit);
                    }
                }
            }
        }
        Ok(())
    }

    /// A record of fields of 32 bits that are set later.
    fn words(&mut self, unit: &View<'_>, fields: usize) -> Result<()> {
        let is_suitable = |abbrev: &Abbrev| is_words(abbrev, fields) && (!self.lenient || fits(abbrev, unit));
        match self.suitable_abbrev(unit.abbrev, is_suitable) {
            Some(abbrev) if unit.ops.len() == fields => self.stream.record(abbrev, unit.code, unit.ops, None),
            _ => Err(malformed("a record of fields of 32 bits")),
        }
    }

    /// `abbrev` if it is suitable, or if this is lenient, any other one of the block that is. Other definitions in BLOCKINFO change the numbers
    /// of all abbreviations that the block itself defines.
    fn suitable_abbrev(&self, abbrev: u32, is_suitable: impl Fn(&Abbrev) -> bool) -> Option<u32> {
        if self.stream.abbrev(abbrev).is_ok_and(&is_suitable) {
            return Some(abbrev);
        }
        let mut all = (UNABBREV_RECORD + 1..).map_while(|id| Some((id, self.stream.abbrev(id).ok()?)));
        all.find(|(_, abbrev)| self.lenient && is_suitable(abbrev)).map(|(id, _)| id)
    }

    fn plain(&mut self, unit: &View<'_>) -> Result<()> {
        if unit.raw.is_some() && !self.lenient {
            let (abbrev, code, ops, blob) = (unit.abbrev, unit.code, unit.ops.to_vec(), unit.blob);
            return self.event(unit, Event::Record { abbrev, code, ops, blob });
        }
        let mut abbrev = unit.abbrev;
        if self.lenient && abbrev != UNABBREV_RECORD {
            abbrev = match unit.blob {
                None if !self.stream.abbrev(abbrev).is_ok_and(|abbrev| fits(abbrev, unit)) => UNABBREV_RECORD,
                None => abbrev,
                // Without an abbreviation, a record has no blob.
                Some(_) => {
                    self.suitable_abbrev(abbrev, |abbrev| fits(abbrev, unit)).ok_or_else(|| malformed("an abbreviation with a blob"))?
                }
            };
        }
        self.stream.record(abbrev, unit.code, unit.ops, unit.blob)
    }

    /// The bytes.
    ///
    /// # Errors
    /// Malformed, if a block is still open.
    pub(super) fn finish(self) -> Result<Vec<u8>> {
        let size = self.size.unwrap_or(self.stream.position() / 8);
        let mut bytes = self.stream.finish()?;
        if self.wrapper
            && let Some(field) = bytes.get_mut(12..16).filter(|_| self.prefix >= 16)
        {
            let size = u32::try_from(size).map_err(|_| Error::too_large("a stream of 2^32 bytes or more in a wrapper"))?;
            field.copy_from_slice(&size.to_le_bytes());
        }
        Ok(bytes)
    }
}

/// Bytes stored as operands.
fn bytes(ops: &[u64]) -> Result<Vec<u8>> {
    ops.iter().map(|&op| u8::try_from(op).map_err(|_| malformed("bytes"))).collect()
}

/// Whether an abbreviation can express a record.
fn fits(abbrev: &Abbrev, unit: &View<'_>) -> bool {
    let step = |step: Step, value: u64| match step {
        Step::Literal(literal) => literal == value,
        Step::Fixed(width) => value.checked_shr(u32::from(width)).unwrap_or(0) == 0,
        Step::Vbr(width) => width >= 2,
        Step::Char6 => char6_code(value).is_some(),
    };
    let steps = abbrev.steps();
    let Some((plain, rest)) = unit.ops.split_at_checked(steps.len()) else { return false };
    step(abbrev.code(), u64::from(unit.code))
        && steps.iter().zip(plain).all(|(&each, &op)| step(each, op))
        && match abbrev.tail() {
            Tail::None => rest.is_empty(),
            Tail::Array(element) => rest.iter().all(|&op| step(element, op)),
            Tail::Blob => rest.is_empty(),
            Tail::Unusable(_) => false,
        }
        && (abbrev.tail() == Tail::Blob) == unit.blob.is_some()
}

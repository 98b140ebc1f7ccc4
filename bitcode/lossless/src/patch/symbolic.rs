//! Fields that follow from the layout: offsets, sizes and counts, which change if a record elsewhere does. They are removed before files
//! are compared.
use super::unit::{Kind, Sym, Tree};
use bctk_bitcode::schema::small_blocks::identification;
use bctk_bitcode::schema::symtab::value_symtab;
use bctk_bitcode::schema::{function, metadata, module};
use bctk_bitstream::bits::{Cursor, Sink};
use bctk_bitstream::stream::Abbrev;
use bctk_bitstream::stream::abbrev::{Step, Tail};

/// Block id of the symbol table for linkers, whose blob consists of 32-bit words (`bitc::SYMTAB_BLOCK_ID`).
const SYMTAB: u32 = 25;

/// The origin of a module's offsets: one word before its IDENTIFICATION block (`ModuleBitcodeWriter::bitcodeStartBit`), or before the
/// module if it has none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Base {
    identification: Option<u64>,
    base: u64,
}

impl Base {
    /// Notes a top-level block at bit `bit`.
    pub(super) fn enter(&mut self, block: u32, bit: u64) {
        match block {
            identification::ID => self.identification = Some(bit),
            module::ID => self.base = self.identification.take().unwrap_or(bit).saturating_sub(32),
            _ => {}
        }
    }

    /// The offset of bit `bit` in words, if it is word-aligned.
    pub(super) fn words(self, bit: u64) -> Option<u64> {
        bit.checked_sub(self.base).filter(|bits| bits % 32 == 0).map(|bits| bits / 32)
    }
}

/// Whether a record by this abbreviation is `fields` fields of 32 bits and nothing else, so that they can be set later.
pub(super) fn is_words(abbrev: &Abbrev, fields: usize) -> bool {
    abbrev.steps().len() == fields && abbrev.steps().iter().all(|&step| step == Step::Fixed(32)) && abbrev.tail() == Tail::None
}

/// An INDEX_OFFSET that waits for its INDEX.
struct Index {
    unit: usize,
    after: u64,
    starts: Vec<u64>,
}

/// Normalizes every such field of the tree.
pub(super) fn symbolise(tree: &mut Tree<'_>) {
    let mut open: Vec<u32> = Vec::new();
    let mut base = Base::default();
    let mut bodies: Vec<u64> = Vec::new();
    let mut vst: Option<usize> = None;
    let mut index: Option<Index> = None;
    for at in 0..tree.units.len() {
        let unit = &tree.units[at];
        let (kind, code, bit, in_block) = (unit.kind, unit.code, unit.bit, unit.block);
        match kind {
            Kind::Prefix => wrapper(tree, at),
            Kind::Enter => {
                match open.len() {
                    0 => {
                        base.enter(code, bit);
                        bodies.clear();
                        vst = None;
                    }
                    1 if open[0] == module::ID && code == function::ID => bodies.push(bit),
                    1 if open[0] == module::ID && code == value_symtab::ID => {
                        if let Some(offset) = vst.take()
                            && tree.ops(&tree.units[offset]).first().copied() == base.words(bit)
                        {
                            set(tree, offset, Sym::Vst, &[0]);
                        }
                    }
                    _ => {}
                }
                index = None;
                open.push(code);
            }
            Kind::End => {
                open.pop();
                index = None;
            }
            Kind::Record if in_block == module::ID && code == module::VstOffset::CODE && unit.len == 1 && unit.words => vst = Some(at),
            Kind::Record if in_block == value_symtab::ID && open.len() == 2 && code == value_symtab::FnEntry::CODE => {
                let ops = tree.ops(unit);
                if let Some(&words) = ops.get(1)
                    && let Ok(body) = bodies.binary_search_by_key(&Some(words), |&body| base.words(body))
                {
                    let start = unit.start;
                    tree.pool[start + 1] = body as u64;
                    tree.units[at].sym = Sym::FnEntry;
                }
            }
            Kind::Record if in_block == metadata::ID => {
                if code == metadata::Strings::CODE {
                    strings(tree, at);
                }
                let unit = &tree.units[at];
                match &mut index {
                    _ if code == metadata::IndexOffset::CODE && unit.len == 2 && unit.words => {
                        index = Some(Index { unit: at, after: tree.end_bit(at), starts: Vec::new() });
                    }
                    Some(found) if code == metadata::Index::CODE => {
                        let ops = tree.ops(unit);
                        let mut sum = found.after;
                        let places = ops.iter().zip(&found.starts).all(|(&op, &start)| {
                            sum = sum.wrapping_add(op);
                            sum == start
                        });
                        let count = ops.len();
                        let offset = match tree.ops(&tree.units[found.unit]) {
                            &[low, high] => low | high << 32,
                            _ => 0,
                        };
                        if places && count <= found.starts.len() && unit.plain() {
                            set(tree, at, Sym::Index, &[count as u64]);
                        }
                        if found.after.wrapping_add(offset) == bit {
                            set(tree, found.unit, Sym::IndexOffset, &[0, 0]);
                        }
                        index = None;
                    }
                    Some(found) => found.starts.push(bit),
                    None => {}
                }
            }
            Kind::Record if in_block == SYMTAB => words(tree, at),
            _ => {}
        }
    }
}

fn set(tree: &mut Tree<'_>, at: usize, sym: Sym, ops: &[u64]) {
    tree.replace(at, ops, None);
    tree.units[at].sym = sym;
}

/// A wrapper header: magic number, version, offset, size, CPU type. The size is removed if it is that of the stream.
fn wrapper(tree: &mut Tree<'_>, at: usize) {
    let size = match tree.units.last() {
        Some(last) if last.kind == Kind::Trailing => last.bit / 8,
        _ => tree.end / 8,
    };
    let unit = &tree.units[at];
    let start = unit.start;
    let said = tree.ops(unit).get(12..16).map(|bytes| bytes.iter().rev().fold(0, |word, &byte| word << 8 | byte));
    if said == Some(size) {
        tree.pool[start + 12..start + 16].fill(0);
        tree.units[at].sym = Sym::Wrapper;
    }
}

/// STRINGS: a count, an offset to the characters, and a blob of lengths (VBR6, filled up to 32 bits) and characters.
fn strings(tree: &mut Tree<'_>, at: usize) {
    let unit = &tree.units[at];
    if !unit.plain() {
        return;
    }
    let (&[count, offset], Some(blob)) = (tree.ops(unit), tree.blob(unit)) else { return };
    let Some((lengths, characters)) = usize::try_from(offset).ok().and_then(|offset| blob.split_at_checked(offset)) else { return };
    let mut cursor = Cursor::new(lengths);
    let mut list = Vec::new();
    for _ in 0..count {
        let Ok(length) = cursor.vbr(6) else { return };
        list.push(length);
    }
    if encode_lengths(&list).is_some_and(|encoded| encoded == lengths) {
        tree.replace(at, &list, Some(characters));
        tree.units[at].sym = Sym::Strings;
    }
}

/// The lengths of strings as STRINGS holds them.
pub(super) fn encode_lengths(lengths: &[u64]) -> Option<Vec<u8>> {
    let mut sink = Sink::new();
    for &length in lengths {
        sink.vbr(6, length).ok()?;
    }
    sink.align32();
    Some(sink.finish())
}

fn words(tree: &mut Tree<'_>, at: usize) {
    let unit = &tree.units[at];
    if let Some(blob) = tree.blob(unit)
        && unit.len == 0
        && unit.plain()
        && let (words, []) = blob.as_chunks::<4>()
    {
        let words: Vec<u64> = words.iter().map(|&word| u64::from(u32::from_le_bytes(word))).collect();
        set(tree, at, Sym::Words, &words);
    }
}

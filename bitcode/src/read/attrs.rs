//! PARAMATTR_GROUP and PARAMATTR blocks: attribute sets and lists.
use super::module_reader::ModuleReader;
use super::records::decode;
use crate::schema::Fields;
use crate::schema::attrs::{groups, lists};
use crate::schema::field::{bounds, sign_rotated};
use crate::schema::types;
use bctk_bitstream::stream::{self, RecordBuf};
use bctk_bitstream::{Error, Result};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet, ConstantRange, sort_attrs};
use bctk_ir::attrs::{AttrClass, AttrKind, memory_effects_from_bitcode};
use bctk_ir::entity::{AttrListId, AttrSetId, TypeId};

/// The list of a reference in a record, which counts from 0 and may be absent; `lists` is their number, including the empty one.
pub(super) fn attr_list(lists: usize, list: Option<u32>) -> Result<AttrListId> {
    match list {
        None => Ok(AttrListId(0)),
        Some(i) if (i as usize) + 1 < lists => Ok(AttrListId(i + 1)),
        Some(i) => Err(Error::malformed(format!("expected an attribute list number, found {i}"))),
    }
}

impl ModuleReader<'_> {
    /// Reads the PARAMATTR_GROUP block that the stream has just entered.
    pub(super) fn read_attr_groups(&mut self) -> Result<()> {
        let mut record = RecordBuf::new();
        loop {
            match self.stream.next(&mut record)? {
                stream::Entry::EndBlock | stream::Entry::EndOfStream => return Ok(()),
                stream::Entry::SubBlock(_) => self.stream.skip()?,
                stream::Entry::Record => {
                    // The block once had another meaning, which its first record shows.
                    if record.code == types::NumEntry::CODE && self.module.types.is_empty() {
                        return self.read_old_types(&mut record);
                    }
                    if record.code == groups::Entry::CODE {
                        self.facts.groups = true;
                        self.facts.unknown.least(groups::ID, record.code, record.ops.len());
                        let read = self.read_group(&record.ops);
                        read.map_err(|e| self.stream.locate(e, &record))?;
                    }
                }
            }
        }
    }

    fn read_group(&mut self, ops: &[u64]) -> Result<()> {
        let r = decode::<groups::Entry<'_>>(ops)?;
        let index = attr_index(r.index)?;
        let mut set: AttrSet = Vec::new();
        let mut ops = AttrOps { ops: r.attributes.ops() };
        while !ops.ops.is_empty() {
            let attr = match ops.next()? {
                0 => Attr::Enum(ops.kind()?),
                1 => {
                    let kind = ops.kind()?;
                    let value = ops.next()?;
                    // The stored form of memory effects is not the one in memory.
                    Attr::Int(kind, if kind == AttrKind::MEMORY { memory_effects_from_bitcode(value) } else { value })
                }
                3 => Attr::String(self.intern(ops.text()?), None),
                4 => {
                    let key = self.intern(ops.text()?);
                    Attr::String(key, Some(self.intern(ops.text()?)))
                }
                5 => Attr::Type(ops.kind()?, None),
                6 => Attr::Type(ops.kind()?, Some(TypeId(ops.number()?))),
                7 => {
                    let kind = ops.kind()?;
                    let width = ops.number()?;
                    Attr::Range(kind, ops.range(width)?)
                }
                8 => {
                    let kind = ops.kind()?;
                    let count = ops.number()?;
                    let width = ops.number()?;
                    let mut ranges = Vec::new();
                    for _ in 0..count {
                        ranges.push(ops.range(width)?);
                    }
                    Attr::RangeList(kind, ranges)
                }
                form => return Err(Error::unsupported(format!("unknown attribute form {form}, from a newer LLVM"))),
            };
            if let Some(kind) = attr.kind().filter(|kind| !kind.is_known()) {
                self.facts.unknown.flags(groups::ID, groups::Entry::CODE, "attribute", u64::from(kind.0), 0);
            }
            // A number for an attribute that has none in any release is from a newer one.
            if let Attr::Int(kind, value) = attr
                && kind.is_known()
                && kind.class() == AttrClass::Enum
            {
                self.facts.unknown.flags(groups::ID, groups::Entry::CODE, kind.spelling(), value, 0);
            }
            set.push(attr);
        }
        let id = self.attr_set(set);
        self.groups.groups.insert(r.group, (index, id));
        Ok(())
    }

    /// The number of a set; equal ones are one.
    fn attr_set(&mut self, mut set: AttrSet) -> AttrSetId {
        sort_attrs(&mut set, &self.module.strings);
        self.groups.sets.intern(&mut self.module.attrs.sets, set)
    }

    /// A list as LLVM before 3.3 wrote it: pairs of index and mask.
    fn read_masks(&mut self, ops: &[u64]) -> Result<AttrList> {
        let pairs = decode::<lists::EntryOld<'_>>(ops)?.pairs.collect::<Result<Vec<_>>>()?;
        let mut list: AttrList = Vec::new();
        let has_function = pairs.iter().any(|&(index, _)| attr_index(index).is_ok_and(|index| index == AttrIndex::Function));
        for (index, mut mask) in pairs {
            let index = attr_index(index)?;
            if index == AttrIndex::Return && !has_function && mask & lists::MASK_OF_FUNCTION != 0 {
                self.facts.function_masks = true;
                list.push((AttrIndex::Function, self.attr_set(masked(mask & lists::MASK_OF_FUNCTION)?)));
                mask &= !lists::MASK_OF_FUNCTION;
            }
            let set = masked(mask)?;
            if !set.is_empty() {
                list.push((index, self.attr_set(set)));
            }
        }
        list.sort();
        list.dedup_by_key(|&mut (index, _)| index);
        Ok(list)
    }

    /// Reads the PARAMATTR block that the stream has just entered.
    pub(super) fn read_attr_lists(&mut self) -> Result<()> {
        let mut record = RecordBuf::new();
        loop {
            match self.stream.next(&mut record)? {
                stream::Entry::EndBlock | stream::Entry::EndOfStream => return Ok(()),
                stream::Entry::SubBlock(_) => self.stream.skip()?,
                stream::Entry::Record => match record.code {
                    lists::Entry::CODE => {
                        let list = self.read_list(&record.ops).map_err(|e| self.stream.locate(e, &record))?;
                        self.module.attrs.lists.push(list);
                    }
                    lists::EntryOld::CODE => {
                        self.facts.masks = true;
                        let list = self.read_masks(&record.ops).map_err(|e| self.stream.locate(e, &record))?;
                        self.module.attrs.lists.push(list);
                    }
                    code => {
                        let error = Error::unsupported(format!("unknown attribute record {code}, from a newer LLVM"));
                        return Err(self.stream.locate(error, &record));
                    }
                },
            }
        }
    }

    fn read_list(&mut self, ops: &[u64]) -> Result<AttrList> {
        let mut list: AttrList = Vec::new();
        for group in decode::<lists::Entry<'_>>(ops)?.groups.ops() {
            // A group that the file lacks has no attributes (`parseAttributes`). Android's compilers for LLVM 3.2 wrote such files.
            let Some(&(index, set)) = self.groups.groups.get(group) else { continue };
            if !self.module.attrs.set(set).is_empty() {
                list.push((index, set));
            }
        }
        list.sort();
        list.dedup_by_key(|&mut (index, _)| index);
        Ok(list)
    }
}

/// What attributes are of.
fn attr_index(index: u64) -> Result<AttrIndex> {
    Ok(match index {
        0 => AttrIndex::Return,
        0xFFFF_FFFF => AttrIndex::Function,
        n => AttrIndex::Param(u32::try_from(n - 1).map_err(|_| Error::malformed("expected a parameter number of 32 bits"))?),
    })
}

/// The attributes of a mask.
fn masked(mask: u64) -> Result<AttrSet> {
    let field = |bits: std::ops::Range<u32>| mask >> bits.start & ((1 << bits.len()) - 1);
    let mut set: AttrSet = Vec::new();
    let mut known = field(lists::MASK_ALIGN) << lists::MASK_ALIGN.start | field(lists::MASK_STACK) << lists::MASK_STACK.start;
    for &(bit, spelling) in lists::MASK {
        known |= 1 << bit;
        if mask >> bit & 1 == 1 {
            set.extend(AttrKind::from_spelling(spelling.as_bytes()).map(Attr::Enum));
        }
    }
    if mask & !known != 0 {
        return Err(Error::unsupported(format!("unknown attributes {:#x} in a mask", mask & !known)));
    }
    match field(lists::MASK_ALIGN) {
        0 => {}
        align if align.is_power_of_two() => set.push(Attr::Int(AttrKind::ALIGNMENT, align)),
        align => return Err(Error::malformed(format!("expected an alignment that is a power of two, found {align}"))),
    }
    match field(lists::MASK_STACK) {
        0 => {}
        log => set.push(Attr::Int(AttrKind::STACK_ALIGNMENT, 1 << (log - 1))),
    }
    Ok(set)
}

/// The operands of a group that are left.
struct AttrOps<'r> {
    ops: &'r [u64],
}

impl<'r> AttrOps<'r> {
    fn next(&mut self) -> Result<u64> {
        let (&first, rest) = self.ops.split_first().ok_or_else(|| Error::malformed("expected more operands of an attribute"))?;
        self.ops = rest;
        Ok(first)
    }

    fn number(&mut self) -> Result<u32> {
        let n = self.next()?;
        u32::try_from(n).map_err(|_| Error::malformed(format!("expected a number of 32 bits, found {n}")))
    }

    fn kind(&mut self) -> Result<AttrKind> {
        // Kinds of a newer LLVM keep their numbers.
        match self.next()? {
            n @ 1..=0xffff => Ok(AttrKind(n as u16)),
            n => Err(Error::malformed(format!("expected the number of an attribute kind, found {n}"))),
        }
    }

    /// The bytes up to the next zero.
    fn text(&mut self) -> Result<&'r [u64]> {
        let end = self.ops.iter().position(|&c| c == 0).ok_or_else(|| Error::malformed("expected the end of a string attribute"))?;
        let text = &self.ops[..end];
        self.ops = &self.ops[end + 1..];
        // Of an operand, eight bits count; LLVM extends their sign.
        if let Some(c) = text.iter().find(|&&c| c as u8 == 0) {
            return Err(Error::malformed(format!("expected a character of a string attribute, found {c}")));
        }
        Ok(text)
    }

    fn range(&mut self, width: u32) -> Result<ConstantRange> {
        let mut fields = Fields::new(self.ops);
        let (lower, upper) = range_bounds(&mut fields, width)?;
        self.ops = fields.ops();
        Ok(ConstantRange { width, lower, upper })
    }
}

/// The bounds of a range of `width` bits, as words of two's complement: for more than 64 bits, their word counts packed in one operand, then their
/// words (`readConstantRange`, LLVM 22).
fn range_bounds(fields: &mut Fields<'_>, width: u32) -> Result<(Vec<u64>, Vec<u64>)> {
    let (lower, upper) = bounds(fields, width, "bounds of a range")?;
    Ok((unrotated(lower), unrotated(upper)))
}

/// The words of an integer.
pub(super) fn unrotated(words: &[u64]) -> Vec<u64> {
    words.iter().map(|&word| sign_rotated(word) as u64).collect()
}

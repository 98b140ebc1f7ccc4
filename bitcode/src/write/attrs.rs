//! PARAMATTR_GROUP and PARAMATTR blocks: attribute groups and lists.
use super::emit::{Chars, Emitter};
use super::enumerate::{Numbering, groups_of};
use crate::schema::Fields;
use crate::schema::attrs::{groups, lists};
use crate::schema::field::{Items, rotate_sign};
use bctk_bitstream::{Error, Result};
use bctk_ir::attr_set::{Attr, AttrIndex, ConstantRange};
use bctk_ir::attrs::{AttrKind, in_order_of, memory_effects_to_bitcode};
use bctk_ir::integers::{active_words, cut, signed};
use bctk_ir::version::LlvmVersion;

/// Writes both blocks, unless they are empty (`writeAttributeGroupTable`, `writeAttributeTable`).
pub(super) fn write(out: &mut Emitter, numbers: &Numbering<'_>) -> Result<()> {
    let attrs = &numbers.attrs;
    let module = numbers.module;
    let mut ops: Vec<u64> = Vec::new();
    if !attrs.groups.is_empty() {
        out.open(groups::ID)?;
        for (number, &(index, set)) in (1..).zip(&attrs.groups) {
            ops.clear();
            let set = module.attrs.set(set);
            match in_order_of(set, numbers.llvm) {
                Some(sorted) => sorted.into_iter().try_for_each(|attr| write_attr(&mut ops, attr, numbers))?,
                None => set.iter().try_for_each(|attr| write_attr(&mut ops, attr, numbers))?,
            }
            let index = match index {
                AttrIndex::Return => 0,
                AttrIndex::Param(n) => u64::from(n) + 1,
                AttrIndex::Function => 0xFFFF_FFFF,
            };
            out.record(&groups::Entry { group: number, index, attributes: Fields::new(&ops) })?;
        }
        out.end()?;
    }
    if !attrs.lists.is_empty() {
        out.open(lists::ID)?;
        for &list in &attrs.lists {
            ops.clear();
            ops.extend(groups_of(&module.attrs.lists[list.index()], numbers.llvm).map(|group| u64::from(attrs.group(group))));
            out.record(&lists::Entry { groups: Items::new(&ops) })?;
        }
        out.end()?;
    }
    Ok(())
}

fn write_attr(ops: &mut Vec<u64>, attr: &Attr, numbers: &Numbering<'_>) -> Result<()> {
    let module = numbers.module;
    let kind = |kind: &AttrKind| u64::from(kind.0);
    let text = |ops: &mut Vec<u64>, text| {
        let text = module.str(text);
        // The string would end there: LLVM writes such a file and cannot read it.
        if text.contains(&0) {
            let shown = String::from_utf8_lossy(text).escape_default().to_string();
            return Err(Error::unsupported(format!("the string attribute \"{shown}\" holds a zero byte, which bitcode cannot")));
        }
        ops.extend(text.iter().map(|&c| Chars::Signed64.operand(c)));
        ops.push(0);
        Ok(())
    };
    let llvm = numbers.llvm;
    if let Some(row) = attr.kind().and_then(AttrKind::row).filter(|row| row.since > llvm) {
        return Err(Error::unsupported(format!("LLVM {llvm} does not have the attribute {}", row.spelling)));
    }
    match attr {
        Attr::Enum(k) => ops.extend([0, kind(k)]),
        // The type is that of the pointer.
        Attr::Type(k, _) if !has_type(*k, llvm) => ops.extend([0, kind(k)]),
        Attr::Int(k, value) => {
            let value = if *k == AttrKind::MEMORY { memory_effects_to_bitcode(*value, Some(numbers.llvm.major)) } else { *value };
            ops.extend([1, kind(k), value]);
        }
        Attr::String(key, value) => {
            let value = value.filter(|value| !value.is_empty());
            ops.push(if value.is_some() { 4 } else { 3 });
            text(ops, *key)?;
            if let Some(value) = value {
                text(ops, value)?;
            }
        }
        Attr::Type(k, None) => ops.extend([5, kind(k)]),
        Attr::Type(k, Some(ty)) => ops.extend([6, kind(k), u64::from(numbers.ty(*ty))]),
        Attr::Range(k, range) => {
            ops.extend([7, kind(k), u64::from(range.width)]);
            write_range(ops, range);
        }
        Attr::RangeList(k, ranges) => {
            let width = ranges.first().map_or(0, |range| range.width);
            ops.extend([8, kind(k), ranges.len() as u64, u64::from(width)]);
            ranges.iter().for_each(|range| write_range(ops, range));
        }
    }
    Ok(())
}

/// Whether an attribute that may have a type has one in `llvm`.
fn has_type(kind: AttrKind, llvm: LlvmVersion) -> bool {
    match kind {
        AttrKind::BY_VAL => llvm.typed_by_val(),
        AttrKind::STRUCT_RET => llvm.typed_struct_ret(),
        AttrKind::IN_ALLOCA => llvm.typed_in_alloca(),
        _ => true,
    }
}

/// The bounds of a range: for more than 64 bits, the numbers of words first (`emitConstantRange`).
fn write_range(ops: &mut Vec<u64>, range: &ConstantRange) {
    let mut words = Vec::new();
    let split = write_bounds(&mut words, range.width, &range.lower, &range.upper);
    if range.width > 64 {
        ops.push(split as u64 | ((words.len() - split) as u64) << 32);
    }
    ops.append(&mut words);
}

/// The encoded words of both bounds of a range of `width` bits; returns the number of the lower one's.
pub(super) fn write_bounds(ops: &mut Vec<u64>, width: u32, lower: &[u64], upper: &[u64]) -> usize {
    if width > 64 {
        let (lower, upper) = (active(lower, width), active(upper, width));
        ops.extend(lower.iter().chain(&upper).map(|&word| rotate_sign(word as i64)));
        lower.len()
    } else {
        for words in [lower, upper] {
            ops.push(rotate_sign(signed(words.first().copied().unwrap_or(0), width.max(1))));
        }
        1
    }
}

/// The words of an integer of `width` bits as LLVM stores them, without bits beyond the width, up to the last nonzero one; at least one
/// (`APInt::getActiveWords`).
pub(super) fn active(words: &[u64], width: u32) -> Vec<u64> {
    let mut words: Vec<u64> = words.iter().take(width.div_ceil(64) as usize).copied().collect();
    cut(&mut words, width);
    words.resize(active_words(&words).max(1), 0);
    words
}

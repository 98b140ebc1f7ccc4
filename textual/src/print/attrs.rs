//! The text of attribute sets, made once: as an inline list and as the contents of a group.

use super::quote::write_quoted;
use super::texts::Texts;
use super::types::TypeTexts;
use bctk_ir::attr_set::{Attr, ConstantRange};
use bctk_ir::attrs::{AttrKind, OLD_SANITIZE_ADDRESS, UNKNOWN_PREFIX, in_order_of, write_initializes, write_int_attr};
use bctk_ir::entity::AttrSetId;
use bctk_ir::integers::signed;
use bctk_ir::module::Module;
use bctk_support::text::{write_i64, write_u32, write_u64};
use num_bigint::BigInt;

/// Texts of all attribute sets, by id.
pub(super) struct AttrTexts {
    /// As printed at a parameter or return value.
    inline: Texts,
    /// As printed in `attributes #N = { … }`.
    group: Texts,
    /// As printed in `; Function Attrs: …`: without string attributes.
    comment: Texts,
}

impl AttrTexts {
    pub(super) fn new(module: &Module, types: &TypeTexts) -> AttrTexts {
        let mut texts = AttrTexts { inline: Texts::default(), group: Texts::default(), comment: Texts::default() };
        let llvm = module.llvm_version();
        for set in &module.attrs.sets {
            let older = in_order_of(set, llvm);
            let set = older.unwrap_or_else(|| set.iter().collect());
            write_set(&mut texts.inline.bytes, module, types, &set, false, true);
            texts.inline.end();
            write_set(&mut texts.group.bytes, module, types, &set, true, true);
            texts.group.end();
            write_set(&mut texts.comment.bytes, module, types, &set, false, false);
            texts.comment.end();
        }
        texts
    }

    /// As printed at a parameter or return value.
    #[inline]
    pub(super) fn inline(&self, set: AttrSetId) -> &[u8] {
        self.inline.get(set.index()).unwrap_or(&[])
    }

    /// As printed in `attributes #N = { … }`.
    pub(super) fn group(&self, set: AttrSetId) -> &[u8] {
        self.group.get(set.index()).unwrap_or(&[])
    }

    /// As printed in `; Function Attrs: …`.
    pub(super) fn comment(&self, set: AttrSetId) -> &[u8] {
        self.comment.get(set.index()).unwrap_or(&[])
    }
}

/// The attributes of a set one by one, each as printed at a parameter.
pub(super) fn each(module: &Module, types: &TypeTexts, set: AttrSetId) -> Vec<Vec<u8>> {
    let set = module.attrs.set(set);
    let sorted: Vec<&Attr> = in_order_of(set, module.llvm_version()).unwrap_or_else(|| set.iter().collect());
    let write = |attr: &Attr| {
        let mut out = Vec::new();
        write_set(&mut out, module, types, &[attr], false, true);
        out
    };
    sorted.into_iter().map(write).collect()
}

fn write_set(out: &mut Vec<u8>, module: &Module, types: &TypeTexts, set: &[&Attr], in_group: bool, strings: bool) {
    let mut first = true;
    for &attr in set {
        let unknown = attr.kind().filter(|kind| !kind.is_known());
        if !strings && (unknown.is_some() || matches!(attr, Attr::String(..))) {
            continue;
        }
        if !first {
            out.push(b' ');
        }
        first = false;
        if let Some(kind) = unknown {
            write_unknown(out, types, kind, attr);
            continue;
        }
        match *attr {
            Attr::Enum(AttrKind::SANITIZE_ADDRESS) if !module.llvm_version().sanitize_address() => {
                out.extend_from_slice(OLD_SANITIZE_ADDRESS.as_bytes())
            }
            Attr::Enum(kind) => write_kind(out, kind),
            Attr::Int(kind, value) => write_int_attr(out, kind, value, in_group, module.llvm_version()),
            Attr::Type(kind, ty) => {
                write_kind(out, kind);
                if let Some(ty) = ty {
                    out.push(b'(');
                    out.extend_from_slice(types.get(ty));
                    out.push(b')');
                }
            }
            Attr::Range(kind, ref range) => {
                write_kind(out, kind);
                write_range(out, range);
            }
            Attr::RangeList(AttrKind::INITIALIZES, ref ranges) => {
                let bound = |words: &[u64]| words.first().copied().unwrap_or(0) as i64;
                write_initializes(out, ranges.iter().map(|ConstantRange { lower, upper, .. }| (bound(lower), bound(upper))));
            }
            Attr::RangeList(kind, _) => write_kind(out, kind),
            Attr::String(key, value) => {
                // LLVM escapes the value but not the key.
                out.push(b'"');
                out.extend_from_slice(module.str(key));
                out.push(b'"');
                if let Some(value) = value
                    && !value.is_empty()
                {
                    out.push(b'=');
                    write_quoted(out, module.str(value));
                }
            }
        }
    }
}

/// Writes an attribute of a newer LLVM, see [`UNKNOWN_PREFIX`].
fn write_unknown(out: &mut Vec<u8>, types: &TypeTexts, kind: AttrKind, attr: &Attr) {
    out.push(b'"');
    out.extend_from_slice(UNKNOWN_PREFIX.as_bytes());
    write_u32(out, u32::from(kind.0));
    out.push(b'"');
    match attr {
        Attr::Enum(_) | Attr::String(..) => {}
        Attr::Int(_, value) => {
            out.extend_from_slice(b"=\"");
            write_u64(out, *value);
            out.push(b'"');
        }
        Attr::Type(_, ty) => {
            out.push(b'(');
            out.extend_from_slice(ty.map_or(&[], |ty| types.get(ty)));
            out.push(b')');
        }
        Attr::Range(_, range) => write_range(out, range),
        Attr::RangeList(_, ranges) => {
            out.push(b'(');
            for (i, range) in ranges.iter().enumerate() {
                if i > 0 {
                    out.extend_from_slice(b", ");
                }
                write_range(out, range);
            }
            out.push(b')');
        }
    }
}

/// Writes `(i8 0, 2)`.
fn write_range(out: &mut Vec<u8>, range: &ConstantRange) {
    out.extend_from_slice(b"(i");
    write_u32(out, range.width);
    out.push(b' ');
    write_signed(out, &range.lower, range.width);
    out.extend_from_slice(b", ");
    write_signed(out, &range.upper, range.width);
    out.push(b')');
}

fn write_kind(out: &mut Vec<u8>, kind: AttrKind) {
    out.extend_from_slice(kind.spelling().as_bytes());
}

/// Writes a two's complement number of `width` bits in decimal, words least significant first; missing words are zero.
pub(super) fn write_signed(out: &mut Vec<u8>, words: &[u64], width: u32) {
    match *words {
        [] => out.push(b'0'),
        [word] if width <= 64 => write_i64(out, signed(word, width)),
        _ => {
            let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            if (width as usize) > bytes.len() * 8 {
                bytes.push(0);
            }
            // Bits above the width are copies of the sign.
            let top = width.saturating_sub(1) as usize;
            let negative = bytes.get(top / 8).is_some_and(|byte| byte >> (top % 8) & 1 == 1);
            if top / 8 < bytes.len() {
                let keep = top % 8 + 1;
                let mask = ((1u16 << keep) - 1) as u8;
                let fill = if negative { 0xff } else { 0 };
                let byte = &mut bytes[top / 8];
                *byte = *byte & mask | fill & !mask;
                bytes[top / 8 + 1..].fill(fill);
            }
            out.extend_from_slice(BigInt::from_signed_bytes_le(&bytes).to_string().as_bytes());
        }
    }
}

/// Writes an unsigned number in decimal, words least significant first.
pub(super) fn write_unsigned(out: &mut Vec<u8>, words: &[u64]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    out.extend_from_slice(num_bigint::BigUint::from_bytes_le(&bytes).to_string().as_bytes());
}

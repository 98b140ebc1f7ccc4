//! Prints attributes in messages (`Attribute::getAsString`).
use crate::spelling::write_type;
use bctk_ir::attr_set::{Attr, ConstantRange};
use bctk_ir::attrs::{AttrKind, write_initializes, write_int_attr};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_support::text::write_u32;

/// The text of an attribute.
pub(crate) fn attribute(module: &Module, llvm: LlvmVersion, attr: &Attr) -> String {
    let mut out = Vec::new();
    match *attr {
        Attr::Enum(kind) => out.extend_from_slice(kind.spelling().as_bytes()),
        Attr::Int(kind, value) => write_int_attr(&mut out, kind, value, false, llvm),
        Attr::Type(kind, ty) => {
            out.extend_from_slice(kind.spelling().as_bytes());
            if let Some(ty) = ty {
                out.push(b'(');
                write_type(&mut out, module, ty, 0);
                out.push(b')');
            }
        }
        Attr::Range(kind, ref range) => {
            out.extend_from_slice(kind.spelling().as_bytes());
            out.extend_from_slice(b"(i");
            write_u32(&mut out, range.width);
            out.push(b' ');
            out.extend_from_slice(bound(&range.lower, range.width).to_string().as_bytes());
            out.extend_from_slice(b", ");
            out.extend_from_slice(bound(&range.upper, range.width).to_string().as_bytes());
            out.push(b')');
        }
        Attr::RangeList(AttrKind::INITIALIZES, ref ranges) => {
            let bound = |words: &[u64]| words.first().copied().unwrap_or(0) as i64;
            write_initializes(&mut out, ranges.iter().map(|ConstantRange { lower, upper, .. }| (bound(lower), bound(upper))));
        }
        Attr::RangeList(kind, _) => out.extend_from_slice(kind.spelling().as_bytes()),
        Attr::String(key, _) => {
            out.push(b'"');
            out.extend_from_slice(module.str(key));
            out.push(b'"');
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// A bound of a range as a signed number; of a wider one than that, the low bits.
pub(crate) fn bound(words: &[u64], width: u32) -> i128 {
    let word = |at: usize| u128::from(words.get(at).copied().unwrap_or(0));
    let number = (word(1) << 64 | word(0)) as i128;
    match width {
        1..=127 => number << (128 - width) >> (128 - width),
        _ => number,
    }
}

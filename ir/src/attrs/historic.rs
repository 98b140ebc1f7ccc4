//! The order in which older releases of LLVM kept and printed attributes.
//!
//! Sources: `Attribute::getAsString` of LLVM 3.2, `Attribute::AttrKind` and `AttributeImpl::operator<` of LLVM 3.7, and `Attributes.td` from 3.8 on, whose
//! entries are enumerated by name.
use super::AttrKind;
use crate::attr_set::Attr;
use crate::version::LlvmVersion;
use std::cmp::Ordering;

/// The name of `sanitize_address` until LLVM 3.2.
pub const OLD_SANITIZE_ADDRESS: &str = "address_safety";

/// The order of LLVM 3.0 to 3.2, where attributes were bits.
const AS_BITS: [AttrKind; 28] = [
    AttrKind::Z_EXT,
    AttrKind::S_EXT,
    AttrKind::NO_RETURN,
    AttrKind::NO_UNWIND,
    AttrKind::UW_TABLE,
    AttrKind::RETURNS_TWICE,
    AttrKind::IN_REG,
    AttrKind::NO_ALIAS,
    AttrKind::NO_CAPTURE,
    AttrKind::STRUCT_RET,
    AttrKind::BY_VAL,
    AttrKind::NEST,
    AttrKind::READ_NONE,
    AttrKind::READ_ONLY,
    AttrKind::OPTIMIZE_FOR_SIZE,
    AttrKind::NO_INLINE,
    AttrKind::INLINE_HINT,
    AttrKind::ALWAYS_INLINE,
    AttrKind::STACK_PROTECT,
    AttrKind::STACK_PROTECT_REQ,
    AttrKind::NO_RED_ZONE,
    AttrKind::NO_IMPLICIT_FLOAT,
    AttrKind::NAKED,
    AttrKind::NON_LAZY_BIND,
    AttrKind::SANITIZE_ADDRESS,
    AttrKind::MIN_SIZE,
    AttrKind::STACK_ALIGNMENT,
    AttrKind::ALIGNMENT,
];

/// The enumeration of LLVM 3.3 to 3.7, without attributes that have a number.
const ENUMERATED: [AttrKind; 41] = [
    AttrKind::ALWAYS_INLINE,
    AttrKind::BUILTIN,
    AttrKind::BY_VAL,
    AttrKind::IN_ALLOCA,
    AttrKind::COLD,
    AttrKind::CONVERGENT,
    AttrKind::INLINE_HINT,
    AttrKind::IN_REG,
    AttrKind::JUMP_TABLE,
    AttrKind::MIN_SIZE,
    AttrKind::NAKED,
    AttrKind::NEST,
    AttrKind::NO_ALIAS,
    AttrKind::NO_BUILTIN,
    AttrKind::NO_CAPTURE,
    AttrKind::NO_DUPLICATE,
    AttrKind::NO_IMPLICIT_FLOAT,
    AttrKind::NO_INLINE,
    AttrKind::NON_LAZY_BIND,
    AttrKind::NON_NULL,
    AttrKind::NO_RED_ZONE,
    AttrKind::NO_RETURN,
    AttrKind::NO_UNWIND,
    AttrKind::OPTIMIZE_FOR_SIZE,
    AttrKind::OPTIMIZE_NONE,
    AttrKind::READ_NONE,
    AttrKind::READ_ONLY,
    AttrKind::ARGMEMONLY,
    AttrKind::RETURNED,
    AttrKind::RETURNS_TWICE,
    AttrKind::S_EXT,
    AttrKind::STACK_PROTECT,
    AttrKind::STACK_PROTECT_REQ,
    AttrKind::STACK_PROTECT_STRONG,
    AttrKind::SAFESTACK,
    AttrKind::STRUCT_RET,
    AttrKind::SANITIZE_ADDRESS,
    AttrKind::SANITIZE_THREAD,
    AttrKind::SANITIZE_MEMORY,
    AttrKind::UW_TABLE,
    AttrKind::Z_EXT,
];

/// Compares two attributes of a set.
type Order = fn(&Attr, &Attr) -> Ordering;

/// The order of attributes in a set, by the last release that has it.
const ORDERS: &[(LlvmVersion, Order)] = &[
    (LlvmVersion::of(3.2), |a, b| place(&AS_BITS, a).cmp(&place(&AS_BITS, b))),
    (LlvmVersion::of(3.7), |a, b| enumerated(a).cmp(&enumerated(b))),
    (LlvmVersion::of(3.8), |a, b| by_name_and_value(a).cmp(&by_name_and_value(b))),
    // `byval` has a type since LLVM 9, `sret` since 12, `inalloca` since 13.
    (LlvmVersion::of(8.0), |a, b| by_name(a).cmp(&by_name(b))),
    (LlvmVersion::of(11.0), |a, b| by_name_typed(a).cmp(&by_name_typed(b))),
    (LlvmVersion::of(12.0), |a, b| by_name_of_12(a).cmp(&by_name_of_12(b))),
];

/// The attributes of `set`, which is in LLVM 23's order, in the order of a release; none if the order is the same.
pub fn in_order_of(set: &[Attr], release: LlvmVersion) -> Option<Vec<&Attr>> {
    let &(_, compare) = ORDERS.iter().find(|(until, _)| release <= *until)?;
    let mut sorted: Vec<&Attr> = set.iter().collect();
    sorted.sort_by(|a, b| compare(a, b));
    Some(sorted)
}

/// Position in a list. What is not in it, such as strings, comes last in LLVM 23's order.
fn place(list: &[AttrKind], attr: &Attr) -> usize {
    list.iter().position(|kind| attr.kind() == Some(*kind)).unwrap_or(list.len())
}

/// Attributes without a number first, then those with a number by that number, then strings.
fn enumerated(attr: &Attr) -> (usize, u64) {
    match attr {
        Attr::Int(_, value) => (ENUMERATED.len() + 1, *value),
        Attr::String(..) => (ENUMERATED.len() + 2, 0),
        _ => (place(&ENUMERATED, attr), 0),
    }
}

/// By the names of the enumerators. Attributes whose type is absent are sorted with those without a value.
fn by_name(attr: &Attr) -> (u8, u16) {
    let behind = |kind: AttrKind| (kind.rank().0, u16::MAX);
    match attr {
        Attr::Type(AttrKind::BY_VAL, None) | Attr::Enum(AttrKind::BY_VAL) => behind(AttrKind::BUILTIN),
        Attr::Type(AttrKind::IN_ALLOCA, None) | Attr::Enum(AttrKind::IN_ALLOCA) => behind(AttrKind::IMMARG),
        Attr::Type(AttrKind::STRUCT_RET, None) | Attr::Enum(AttrKind::STRUCT_RET) => behind(AttrKind::STRICT_FP),
        _ => attr.rank(),
    }
}

/// [`by_name`], but attributes with a number are sorted by that number.
fn by_name_and_value(attr: &Attr) -> ((u8, u16), u64) {
    match attr {
        Attr::Int(_, value) => (AttrKind::ALIGNMENT.rank(), *value),
        _ => (by_name(attr), 0),
    }
}

/// [`by_name`] since `byval` may have a type: it is sorted with typed attributes even if its type is absent.
fn by_name_typed(attr: &Attr) -> (u8, u16) {
    match attr {
        Attr::Type(AttrKind::BY_VAL, None) | Attr::Enum(AttrKind::BY_VAL) => attr.rank(),
        _ => by_name(attr),
    }
}

/// [`by_name_typed`] in LLVM 12, whose enumerator for `mustprogress` starts with a lower-case letter.
fn by_name_of_12(attr: &Attr) -> (u8, u16) {
    match attr {
        Attr::Enum(AttrKind::MUSTPROGRESS) => (AttrKind::Z_EXT.rank().0, u16::MAX),
        _ => by_name_typed(attr),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(set: &[Attr], release: LlvmVersion) -> Vec<String> {
        let spelt = |attr: &Attr| attr.kind().map_or("string".to_owned(), |kind| kind.spelling().to_owned());
        in_order_of(set, release).map_or_else(|| set.iter().map(spelt).collect(), |sorted| sorted.into_iter().map(spelt).collect())
    }

    // The orders in texts that these releases of LLVM printed: `zeroext` first as a bit, last by name; numbers by value until 3.7.
    #[test]
    fn by_release() {
        let mut set = vec![
            Attr::Enum(AttrKind::NO_ALIAS),
            Attr::Enum(AttrKind::NO_CAPTURE),
            Attr::Enum(AttrKind::Z_EXT),
            Attr::Type(AttrKind::BY_VAL, None),
            Attr::Int(AttrKind::ALIGNMENT, 8),
            Attr::Int(AttrKind::DEREFERENCEABLE, 4),
        ];
        assert_eq!(order(&set, LlvmVersion::three(2))[..5], ["zeroext", "noalias", "nocapture", "byval", "align"]);
        let old = ["byval", "noalias", "nocapture", "zeroext", "dereferenceable", "align"];
        assert_eq!(order(&set, LlvmVersion::three(7)), old);
        let named = ["byval", "noalias", "nocapture", "zeroext", "align", "dereferenceable"];
        assert_eq!(order(&set, LlvmVersion::new(8)), named);
        set[3] = Attr::Type(AttrKind::BY_VAL, Some(crate::entity::TypeId(0)));
        assert_eq!(order(&set, LlvmVersion::new(12)), ["noalias", "nocapture", "zeroext", "byval", "align", "dereferenceable"]);
        assert_eq!(in_order_of(&set, LlvmVersion::new(13)), None);
        let argmem = [AttrKind::ARGMEMONLY, AttrKind::NO_UNWIND, AttrKind::READ_ONLY].map(Attr::Enum);
        assert_eq!(order(&argmem, LlvmVersion::three(7)), ["nounwind", "readonly", "argmemonly"]);
        assert_eq!(order(&argmem, LlvmVersion::new(6)), ["argmemonly", "nounwind", "readonly"]);
    }
}

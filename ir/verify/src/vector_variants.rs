//! The names of vector variants of functions (`VFABI::tryDemangleForVFABI`): `_ZGV<isa><mask><lanes><parameters>_<name>[(<redirection>)]`.
use bctk_ir::entity::TypeId;
use bctk_ir::types::{StructKind, Type, TypeTable};

/// The vector instructions of a variant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Isa {
    /// LLVM's own variants.
    Llvm,
    /// SVE and RISC-V vectors.
    Scalable,
    /// Others, also unknown ones.
    Fixed,
}

/// The largest step of a linear parameter.
const MAX_STEP: u64 = i32::MAX as u64;

/// Whether `name` is that of a vector variant of a function of this type.
pub(crate) fn is_valid(name: &[u8], types: &TypeTable, ret: TypeId, params: &mut dyn ExactSizeIterator<Item = TypeId>) -> bool {
    demangle(name, types, ret, params).is_some()
}

/// The types that a function returns: the fields of a plain structure, or one type.
fn returned(types: &TypeTable, ret: TypeId) -> Vec<TypeId> {
    match types.get(ret) {
        Type::Void => Vec::new(),
        Type::Struct { kind: StructKind::Literal, packed: false, fields, .. } => types.list(fields).iter().collect(),
        _ => vec![ret],
    }
}

fn demangle(name: &[u8], types: &TypeTable, ret: TypeId, params: &mut dyn ExactSizeIterator<Item = TypeId>) -> Option<()> {
    let (isa, rest) = isa(name.strip_prefix(b"_ZGV")?)?;
    let mut rest = rest.strip_prefix(b"M").or_else(|| rest.strip_prefix(b"N"))?;
    let is_scalable = match rest.strip_prefix(b"x") {
        Some(after) => {
            rest = after;
            if isa != Isa::Scalable {
                return None;
            }
            true
        }
        None => {
            let lanes = number(&mut rest, u32::MAX.into())?;
            if lanes == 0 {
                return None;
            }
            false
        }
    };
    let expected = params.len();
    let mut count = 0;
    let mut has_lanes = false;
    while let Some(is_vector) = parameter(&mut rest)? {
        if let Some(after) = rest.strip_prefix(b"a") {
            rest = after;
            if !number(&mut rest, u64::MAX)?.is_power_of_two() {
                return None;
            }
        }
        count += 1;
        // Parameters beyond those of the function are counted only.
        let ty = params.next();
        if let Some(ty) = ty
            && is_scalable
            && is_vector
        {
            has_lanes = true;
            if !may_scale(types.get(ty)) {
                return None;
            }
        }
    }
    if count == 0 || count != expected {
        return None;
    }
    if is_scalable {
        let returned = returned(types, ret);
        has_lanes |= !returned.is_empty();
        if !returned.iter().all(|&ty| may_scale(types.get(ty))) {
            return None;
        }
        if !has_lanes {
            return None;
        }
    }
    let rest = rest.strip_prefix(b"_")?;
    let end = rest.iter().position(|&byte| byte == b'(').unwrap_or(rest.len());
    let (scalar, rest) = rest.split_at(end);
    if scalar.is_empty() {
        return None;
    }
    match rest.strip_prefix(b"(") {
        // Without a redirection, the variant of LLVM would be itself.
        None => (isa != Isa::Llvm).then_some(()),
        Some(redirection) => (redirection.len() > 1 && redirection.ends_with(b")")).then_some(()),
    }
}

/// The instructions, and what follows them.
fn isa(text: &[u8]) -> Option<(Isa, &[u8])> {
    if let Some(rest) = text.strip_prefix(b"_LLVM_") {
        return Some((Isa::Llvm, rest));
    }
    Some(match text.split_first()? {
        (b'r' | b's', rest) => (Isa::Scalable, rest),
        (_, rest) => (Isa::Fixed, rest),
    })
}

/// Parses a parameter; whether it is a vector. None within for the end of the parameters, none for a fault.
fn parameter(rest: &mut &[u8]) -> Option<Option<bool>> {
    let Some((&kind, after)) = rest.split_first() else { return Some(None) };
    match kind {
        b'v' | b'u' => {
            *rest = after;
            Some(Some(kind == b'v'))
        }
        b'l' | b'R' | b'L' | b'U' => {
            *rest = after;
            if let Some(after) = after.strip_prefix(b"s") {
                // The number of the parameter with the step.
                *rest = after;
                signed(rest, MAX_STEP)?;
            } else {
                if let Some(after) = after.strip_prefix(b"n") {
                    *rest = after;
                }
                // A step of 1 need not be stated.
                let _ = signed(rest, MAX_STEP);
            }
            Some(Some(false))
        }
        _ => Some(None),
    }
}

/// A decimal number of at most `max` (`StringRef::consumeInteger`). One above that is consumed if it has 64 bits.
fn number(rest: &mut &[u8], max: u64) -> Option<u64> {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number: u64 = std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()?;
    *rest = rest.get(digits..)?;
    (number <= max).then_some(number)
}

fn signed(rest: &mut &[u8], max: u64) -> Option<u64> {
    match rest.strip_prefix(b"-") {
        None => number(rest, max),
        Some(mut after) => {
            let number = number(&mut after, max + 1)?;
            *rest = after;
            Some(number)
        }
    }
}

/// Whether a scalable vector may have such elements.
fn may_scale(ty: Type) -> bool {
    let is_pointer = matches!(ty, Type::Ptr(_) | Type::TypedPtr { .. });
    is_pointer || matches!(ty, Type::Int(8 | 16 | 32 | 64) | Type::Half | Type::BFloat | Type::Float | Type::Double)
}

//! `llvm.is.fpclass` as comparisons of bits.
use super::edits::Edits;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// Bits of the test mask (LangRef, "llvm.is.fpclass"): of a class without sign, its negative and its positive one.
const SIGNALING_NAN: i64 = 1;
const QUIET_NAN: i64 = 2;
const INFINITY: (i64, i64) = (1 << 2, 1 << 9);
const NORMAL: (i64, i64) = (1 << 3, 1 << 8);
const SUBNORMAL: (i64, i64) = (1 << 4, 1 << 7);
const ZERO: (i64, i64) = (1 << 5, 1 << 6);

/// Appends whether `value` is of one of the classes in `mask`; none for a type that is no number of IEEE 754.
pub(super) fn is_class(edits: &mut Edits<'_>, value: Value, mask: i64) -> Option<Value> {
    let ty = edits.ty(value)?;
    let scalar = edits.module.types.scalar(ty);
    let (width, fraction) = match edits.get(scalar) {
        Type::Half => (16, 10),
        Type::BFloat => (16, 7),
        Type::Float => (32, 23),
        Type::Double => (64, 52),
        _ => return None,
    };
    if scalar != ty {
        return None;
    }
    let word = edits.intern(Type::Int(width));
    let sign = 1u64 << (width - 1);
    let least_normal = 1u64 << fraction;
    let infinity = (sign - 1) & !(least_normal - 1);
    let quiet = infinity | 1 << (fraction - 1);

    let bits = edits.cast(CastOp::BitCast, value, word);
    let rest = edits.int(width, sign - 1);
    let magnitude = edits.bin(BinOp::And, bits, rest)?;
    let zero = edits.int(width, 0);
    let negative = edits.icmp(ICmpPred::Slt, bits, zero)?;
    let mut found: Option<Value> = None;
    let mut add = |edits: &mut Edits<'_>, test: Value| -> Option<()> {
        found = Some(match found {
            Some(found) => edits.bin(BinOp::Or, found, test)?,
            None => test,
        });
        Some(())
    };
    let (infinity_bits, quiet_bits) = (edits.int(width, infinity), edits.int(width, quiet));
    match (mask & SIGNALING_NAN != 0, mask & QUIET_NAN != 0) {
        (true, true) => {
            let test = edits.icmp(ICmpPred::Ugt, magnitude, infinity_bits)?;
            add(edits, test)?;
        }
        (false, true) => {
            let test = edits.icmp(ICmpPred::Uge, magnitude, quiet_bits)?;
            add(edits, test)?;
        }
        (true, false) => {
            let above = edits.icmp(ICmpPred::Ugt, magnitude, infinity_bits)?;
            let below = edits.icmp(ICmpPred::Ult, magnitude, quiet_bits)?;
            let test = edits.bin(BinOp::And, above, below)?;
            add(edits, test)?;
        }
        (false, false) => {}
    }
    for (class, signs) in [INFINITY, NORMAL, SUBNORMAL, ZERO].into_iter().enumerate() {
        let (minus, plus) = (mask & signs.0 != 0, mask & signs.1 != 0);
        if !minus && !plus {
            continue;
        }
        // Magnitudes from `from`, `count` of them.
        let (from, count) = [(infinity, 1), (least_normal, infinity - least_normal), (1, least_normal - 1), (0, 1)][class];
        let (from, count) = (edits.int(width, from), edits.int(width, count));
        let distance = edits.bin(BinOp::Sub, magnitude, from)?;
        let mut test = edits.icmp(ICmpPred::Ult, distance, count)?;
        if minus != plus {
            let no = edits.int(1, 0);
            let is_of_sign = edits.icmp(if minus { ICmpPred::Ne } else { ICmpPred::Eq }, negative, no)?;
            test = edits.bin(BinOp::And, test, is_of_sign)?;
        }
        add(edits, test)?;
    }
    match found {
        Some(found) => Some(found),
        None => Some(edits.int(1, 0)),
    }
}

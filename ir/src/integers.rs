//! Integers of any width, as LLVM's `APInt` has them: one of at most 64 bits as a number, a wider one as words, the lowest first.
use crate::opcodes::{BinOp, ICmpPred};
use std::cmp::Ordering;

/// The low `bits` of a number. A width that is no number of bits of a word leaves the number as it is.
#[inline]
pub const fn low(number: u64, bits: u32) -> u64 {
    match bits {
        1..=63 => number & ((1 << bits) - 1),
        _ => number,
    }
}

/// The low `bits` of a number, with the highest of them as the sign. A width that is no number of bits of a word leaves the number as it is.
#[inline]
pub const fn signed(number: u64, bits: u32) -> i64 {
    match bits {
        1..=63 => (number << (64 - bits)) as i64 >> (64 - bits),
        _ => number as i64,
    }
}

/// Sets the bits above the width of an integer to zero, in the word that its width ends in.
pub fn cut(words: &mut [u64], bits: u32) {
    if let Some(last) = words.get_mut((bits / 64) as usize)
        && !bits.is_multiple_of(64)
    {
        *last = low(*last, bits % 64);
    }
}

/// How many words an integer has up to the last one that is not zero.
pub fn active_words(words: &[u64]) -> usize {
    words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1)
}

/// Integers of more bits are not multiplied or divided: that takes time by the square of the width.
const MOST_BITS: u32 = 1 << 12;

/// The words of an integer, cut to its width.
pub fn trimmed(mut words: Vec<u64>, bits: u32) -> Vec<u64> {
    words.resize(bits.div_ceil(64).max(1) as usize, 0);
    cut(&mut words, bits);
    words
}

/// Whether the sign of an integer is set.
pub fn is_negative(words: &[u64], bits: u32) -> bool {
    bits > 0 && words.get((bits as usize - 1) / 64).is_some_and(|word| word >> ((bits - 1) % 64) & 1 == 1)
}

/// As many words as an integer of `to` bits has, with the sign of one of `bits`.
pub fn sign_extended(words: &[u64], bits: u32, to: u32) -> Vec<u64> {
    let mut words = words.to_vec();
    if is_negative(&words, bits) {
        if !bits.is_multiple_of(64)
            && let Some(last) = words.last_mut()
        {
            *last |= u64::MAX << (bits % 64);
        }
        words.resize(to.div_ceil(64) as usize, u64::MAX);
    }
    trimmed(words, to)
}

/// The integer with its sign, if it fits.
pub fn to_i64(words: &[u64], bits: u32) -> Option<i64> {
    let words = sign_extended(words, bits, bits.next_multiple_of(64).max(64));
    let fill = if (words[0] as i64) < 0 { u64::MAX } else { 0 };
    words[1..].iter().all(|&word| word == fill).then_some(words[0] as i64)
}

fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

fn compare_signed(a: &[u64], b: &[u64], bits: u32) -> Ordering {
    match (is_negative(a, bits), is_negative(b, bits)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => compare(a, b),
    }
}

/// Whether a comparison of integers holds.
pub fn holds(pred: ICmpPred, a: &[u64], b: &[u64], bits: u32) -> bool {
    let (unsigned, signed) = (compare(a, b), compare_signed(a, b, bits));
    match pred {
        ICmpPred::Eq => unsigned.is_eq(),
        ICmpPred::Ne => unsigned.is_ne(),
        ICmpPred::Ugt => unsigned.is_gt(),
        ICmpPred::Uge => unsigned.is_ge(),
        ICmpPred::Ult => unsigned.is_lt(),
        ICmpPred::Ule => unsigned.is_le(),
        ICmpPred::Sgt => signed.is_gt(),
        ICmpPred::Sge => signed.is_ge(),
        ICmpPred::Slt => signed.is_lt(),
        ICmpPred::Sle => signed.is_le(),
    }
}

fn add(a: &[u64], b: &[u64], mut carry: bool, invert: bool) -> Vec<u64> {
    let sum = |(&a, &b): (&u64, &u64)| {
        let b = if invert { !b } else { b };
        let (sum, first) = a.overflowing_add(b);
        let (sum, second) = sum.overflowing_add(carry.into());
        carry = first || second;
        sum
    };
    a.iter().zip(b).map(sum).collect()
}

/// The integer with the other sign.
pub fn negated(words: &[u64], bits: u32) -> Vec<u64> {
    trimmed(add(&vec![0; words.len()], words, true, true), bits)
}

/// The words shifted up.
pub fn shifted_left(words: &[u64], by: u32) -> Vec<u64> {
    let (whole, part) = ((by / 64) as usize, by % 64);
    let word = |at: usize| at.checked_sub(whole).and_then(|at| words.get(at)).copied().unwrap_or(0);
    let below = |at: usize| if part == 0 || at == 0 { 0 } else { word(at - 1) >> (64 - part) };
    (0..words.len()).map(|at| word(at) << part | below(at)).collect()
}

/// The words shifted down, without a sign.
pub fn shifted_right(words: &[u64], by: u32) -> Vec<u64> {
    let (whole, part) = ((by / 64) as usize, by % 64);
    let word = |at: usize| words.get(at + whole).copied().unwrap_or(0);
    (0..words.len()).map(|at| word(at) >> part | if part == 0 { 0 } else { word(at + 1) << (64 - part) }).collect()
}

/// The lowest words of a product of integers of as many words.
pub fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut sum = vec![0u64; a.len()];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0u128;
        for (j, &y) in b.iter().enumerate().take(a.len() - i) {
            let wide = u128::from(x) * u128::from(y) + u128::from(sum[i + j]) + carry;
            sum[i + j] = wide as u64;
            carry = wide >> 64;
        }
    }
    sum
}

/// Quotient and remainder of unsigned integers.
fn divided(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    if let ([a, rest @ ..], [b, others @ ..]) = (a, b)
        && rest.len() <= 1
    {
        let wide = |low: u64, high: &[u64]| u128::from(low) | u128::from(high.first().copied().unwrap_or(0)) << 64;
        let (x, y) = (wide(*a, rest), wide(*b, others));
        let words = |number: u128| [number as u64, (number >> 64) as u64][..1 + rest.len()].to_vec();
        return (words(x / y), words(x % y));
    }
    let (mut quotient, mut rest) = (vec![0; a.len()], vec![0; a.len() + 1]);
    let mut divisor = b.to_vec();
    divisor.push(0);
    for bit in (0..a.len() as u32 * 64).rev() {
        rest = shifted_left(&rest, 1);
        rest[0] |= a[(bit / 64) as usize] >> (bit % 64) & 1;
        if compare(&rest, &divisor).is_ge() {
            rest = add(&rest, &divisor, true, true);
            quotient[(bit / 64) as usize] |= 1 << (bit % 64);
        }
    }
    rest.truncate(a.len());
    (quotient, rest)
}

/// What an operator gives; `Err` if nothing is defined.
pub fn binary(op: BinOp, a: &[u64], b: &[u64], bits: u32) -> Option<Result<Vec<u64>, ()>> {
    let zip = |f: fn(u64, u64) -> u64| a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect::<Vec<u64>>();
    let is_zero = |words: &[u64]| words.iter().all(|&word| word == 0);
    let by = (b[1..].iter().all(|&word| word == 0) && b[0] < u64::from(bits)).then_some(b[0] as u32);
    if bits > MOST_BITS && matches!(op, BinOp::Mul | BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem) {
        return None;
    }
    let words = match op {
        BinOp::Add => add(a, b, false, false),
        BinOp::Sub => add(a, b, true, true),
        BinOp::Mul => product(a, b),
        BinOp::And => zip(|a, b| a & b),
        BinOp::Or => zip(|a, b| a | b),
        BinOp::Xor => zip(|a, b| a ^ b),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => {
            let Some(by) = by else { return Some(Err(())) };
            match op {
                BinOp::Shl => shifted_left(a, by),
                BinOp::LShr => shifted_right(a, by),
                _ => shifted_right(&sign_extended(a, bits, 64 * (bits.div_ceil(64) + by.div_ceil(64))), by)[..a.len()].to_vec(),
            }
        }
        BinOp::UDiv | BinOp::URem if is_zero(b) => return Some(Err(())),
        BinOp::SDiv | BinOp::SRem if is_zero(b) => return Some(Err(())),
        BinOp::UDiv => divided(a, b).0,
        BinOp::URem => divided(a, b).1,
        BinOp::SDiv | BinOp::SRem => {
            let smallest = trimmed(shifted_left(&trimmed(vec![1], bits), bits - 1), bits);
            if a == smallest && *b == trimmed(vec![u64::MAX; b.len()], bits) {
                return Some(Err(()));
            }
            let (below, above) = (is_negative(a, bits), is_negative(b, bits));
            let x = if below { negated(a, bits) } else { a.to_vec() };
            let y = if above { negated(b, bits) } else { b.to_vec() };
            let (quotient, rest) = divided(&x, &y);
            match op {
                BinOp::SDiv if below != above => negated(&quotient, bits),
                BinOp::SDiv => quotient,
                _ if below => negated(&rest, bits),
                _ => rest,
            }
        }
        _ => return None,
    };
    Some(Ok(trimmed(words, bits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_one_word() {
        assert_eq!((low(0x1ff, 8), signed(0x1ff, 8), signed(0x17f, 8)), (0xff, -1, 0x7f));
        assert_eq!((low(u64::MAX, 64), signed(u64::MAX, 64), low(7, 0), signed(u64::MAX, 0)), (u64::MAX, -1, 7, -1));
        assert_eq!((low(3, 1), signed(3, 1)), (1, -1));
    }

    /// Every operator on all pairs of integers of five bits is that on numbers.
    #[test]
    fn operators_agree_with_numbers() {
        for (a, b) in (0..32u64).flat_map(|a| (0..32u64).map(move |b| (a, b))) {
            let (x, y) = (signed(a, 5), signed(b, 5));
            let gives = |op| binary(op, &[a], &[b], 5).expect("an operator on integers").ok();
            let number = |number: i64| Some(vec![low(number as u64, 5)]);
            assert_eq!(gives(BinOp::Add), number(x + y));
            assert_eq!(gives(BinOp::Sub), number(x - y));
            assert_eq!(gives(BinOp::Mul), number(x * y));
            assert_eq!(gives(BinOp::UDiv), a.checked_div(b).map(|number| vec![number]));
            assert_eq!(gives(BinOp::SRem), if (x, y) == (-16, -1) || y == 0 { None } else { number(x % y) });
            assert_eq!(gives(BinOp::AShr), if b < 5 { number(x >> b) } else { None });
            assert_eq!((holds(ICmpPred::Slt, &[a], &[b], 5), holds(ICmpPred::Ult, &[a], &[b], 5)), (x < y, a < b));
        }
    }

    /// Operators on two words are those on numbers of 128 bits.
    #[test]
    fn words_carry() {
        let numbers = [0, 1, u128::from(u64::MAX), 1 << 64, u128::MAX, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210];
        let words = |number: u128| vec![number as u64, (number >> 64) as u64];
        for (a, b) in numbers.into_iter().flat_map(|a| numbers.into_iter().map(move |b| (a, b))) {
            let gives = |op| binary(op, &words(a), &words(b), 128).expect("an operator on integers").ok();
            assert_eq!(gives(BinOp::Add), Some(words(a.wrapping_add(b))));
            assert_eq!(gives(BinOp::Sub), Some(words(a.wrapping_sub(b))));
            assert_eq!(gives(BinOp::Mul), Some(words(a.wrapping_mul(b))));
            assert_eq!(gives(BinOp::URem), a.checked_rem(b).map(words));
        }
        assert_eq!(sign_extended(&[1 << 63 | 5], 64, 100), [1 << 63 | 5, (1 << 36) - 1]);
        assert_eq!((to_i64(&[u64::MAX, 1], 65), to_i64(&[0, 1], 65)), (Some(-1), None));
        assert_eq!(active_words(&[3, 0, 7, 0]), 3);
    }
}

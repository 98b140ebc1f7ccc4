//! Numbers as text: a few copies of known length.

/// ` abbrevid=` with the most frequent numbers.
pub(super) static ABBREVIATED: [[u8; 16]; 100] = {
    let mut table = [*b" abbrevid=      "; 100];
    let mut n = 0;
    while n < 100 {
        table[n][10] = GROUPS[n][0];
        table[n][11] = GROUPS[n][1];
        n += 1;
    }
    table
};

/// How many bytes of [`ABBREVIATED`] count.
#[inline(always)]
pub(super) fn abbreviated_len(id: u32) -> usize {
    if id < 10 { 11 } else { 12 }
}

/// The last three digits of a number, then how many bytes they take: numbers below 1000, then the same with zeros before them.
pub(super) static GROUPS: [[u8; 4]; 2000] = {
    let mut table = [[b' '; 4]; 2000];
    let mut n = 0;
    while n < 1000 {
        let digits = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        table[n] = match n {
            0..10 => [digits[2], b' ', b' ', 1],
            10..100 => [digits[1], digits[2], b' ', 2],
            _ => [digits[0], digits[1], digits[2], 3],
        };
        table[1000 + n] = [digits[0], digits[1], digits[2], 3];
        n += 1;
    }
    table
};

/// The first digits of a number: nothing for 0.
static FIRST: [[u8; 4]; 1000] = {
    let mut table = [[b' '; 4]; 1000];
    table[0][3] = 0;
    let mut n = 1;
    while n < 1000 {
        table[n] = GROUPS[n];
        n += 1;
    }
    table
};

/// The digits of a byte, then how many there are.
#[inline(always)]
pub(super) fn byte(value: u8) -> &'static [u8; 4] {
    &GROUPS[usize::from(value)]
}

/// Copies a few bytes, in one go.
#[inline(always)]
pub(super) fn set<const LEN: usize>(to: &mut [u8], at: usize, bytes: &[u8; LEN]) {
    if let Some(room) = to.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *room = *bytes;
    }
}

/// Writes a number of up to 64 bits to the start of `to`. Returns its length.
///
/// Up to a million there is no branch: how many digits an operand has is hard to foresee.
#[inline(always)]
pub(super) fn unsigned(value: u64, to: &mut [u8; 24]) -> usize {
    if value >= 1_000_000 {
        return large(value, to);
    }
    let high = value as u32 / 1000;
    let low = value as u32 - high * 1000;
    let first = &FIRST[high as usize];
    set(to, 0, first);
    // Zeros after other digits.
    let last = &GROUPS[(low + 1000 * u32::from(high > 0)) as usize];
    let len = usize::from(first[3] & 3);
    set(to, len, last);
    len + usize::from(last[3])
}

#[inline(never)]
fn large(value: u64, to: &mut [u8; 24]) -> usize {
    let mut groups = [0u16; 7];
    let mut count = 0;
    let mut rest = value;
    while rest >= 1000 {
        groups[count] = (rest % 1000) as u16;
        rest /= 1000;
        count += 1;
    }
    let first = &FIRST[rest as usize];
    set(to, 0, first);
    let mut len = usize::from(first[3]);
    for &group in groups[..count].iter().rev() {
        set(to, len, &GROUPS[1000 + usize::from(group)]);
        len += 3;
    }
    len
}

/// The same for a signed number.
#[inline(always)]
pub(super) fn signed(value: u64, to: &mut [u8; 24]) -> usize {
    if value < 1_000_000 { unsigned(value, to) } else { signed_large(value, to) }
}

#[inline(never)]
fn signed_large(value: u64, to: &mut [u8; 24]) -> usize {
    let value = value.cast_signed();
    if value >= 0 {
        return large(value.unsigned_abs(), to);
    }
    let mut digits = [0; 24];
    let len = unsigned(value.unsigned_abs(), &mut digits);
    to[0] = b'-';
    to[1..21].copy_from_slice(&digits[..20]);
    len + 1
}

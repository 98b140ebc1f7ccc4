//! Encodes numbers as bytes, seven bits at a time, low ones first; permutations compactly.
use bctk_bitstream::{Error, Result};

/// An encoder of bytes.
#[derive(Default)]
pub(super) struct Encoder {
    pub(super) bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A number that may be negative: 0, -1, 1, -2 …
    pub(super) fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    /// The permutation of the numbers from 0 on: up to [`RANKED`] of them as the rank among all permutations, otherwise as run-length
    /// encoded differences.
    pub(super) fn permutation(&mut self, items: &[u32]) {
        if items.len() <= RANKED {
            let mut rank = 0;
            for (at, item) in items.iter().enumerate() {
                let smaller = items[at + 1..].iter().filter(|later| *later < item).count();
                rank = rank * (items.len() - at) as u64 + smaller as u64;
            }
            return self.number(rank);
        }
        let mut last = -1;
        let differences = items.iter().map(|&item| i64::from(item) - std::mem::replace(&mut last, i64::from(item)));
        let mut differences = differences.peekable();
        while let Some(difference) = differences.next() {
            let mut again = 0;
            while differences.next_if_eq(&difference).is_some() {
                again += 1;
            }
            // An ascent by one, the usual case, is the smallest number.
            self.signed((difference - 1) << 1 | i64::from(again > 0));
            if again > 0 {
                self.number(again - 1);
            }
        }
    }
}

/// The longest permutation stored as a rank: 20! is below 2^64.
const RANKED: usize = 20;

/// A decoder of bytes.
pub(super) struct Decoder<'b> {
    pub(super) bytes: &'b [u8],
    /// How many numbers all permutations together may still have.
    pub(super) room: usize,
}

impl Decoder<'_> {
    pub(super) fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn number(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.bytes.split_first().ok_or_else(|| Error::malformed("expected more bytes in an entry"))?;
            self.bytes = rest;
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Error::malformed("expected a number of 64 bits in an entry"))
    }

    pub(super) fn signed(&mut self) -> Result<i64> {
        let value = self.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// A permutation of `len` numbers.
    pub(super) fn permutation(&mut self, len: usize) -> Result<Vec<u32>> {
        let too_many = || Error::too_large(format!("an order of {len} numbers, expected at most {}", self.room));
        self.room = self.room.checked_sub(len).ok_or_else(too_many)?;
        let bad = || Error::malformed("expected a permutation in an entry");
        if len <= RANKED {
            let mut rank = self.number()?;
            let mut digits = [0; RANKED];
            for (at, digit) in digits[..len].iter_mut().enumerate().rev() {
                let base = (len - at) as u64;
                *digit = (rank % base) as usize;
                rank /= base;
            }
            if rank != 0 {
                return Err(bad());
            }
            let mut left: Vec<u32> = (0..len as u32).collect();
            return Ok(digits[..len].iter().map(|&digit| left.remove(digit)).collect());
        }
        let mut items: Vec<u32> = Vec::new();
        let mut seen = vec![false; len];
        let mut last = -1i64;
        while items.len() < len {
            let token = self.signed()?;
            let again = if token & 1 != 0 { self.number()?.saturating_add(1) } else { 0 };
            if again >= (len - items.len()) as u64 {
                return Err(bad());
            }
            for _ in 0..=again {
                last = last.saturating_add((token >> 1) + 1);
                let place = usize::try_from(last).ok().and_then(|at| seen.get_mut(at)).filter(|seen| !**seen).ok_or_else(bad)?;
                *place = true;
                items.push(last as u32);
            }
        }
        Ok(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip(items: &[u32]) -> usize {
        let mut encoder = Encoder::default();
        encoder.permutation(items);
        let mut decoder = Decoder { bytes: &encoder.bytes, room: 2000 };
        assert_eq!(decoder.permutation(items.len()).unwrap(), items);
        assert!(decoder.is_done());
        encoder.bytes.len()
    }

    #[test]
    fn usual_arrangements_are_short() {
        assert_eq!(round_trip(&[1, 0]), 1);
        assert!(round_trip(&(0..20).rev().collect::<Vec<_>>()) <= 9);
        assert!(round_trip(&(0..1000).rev().collect::<Vec<_>>()) <= 6);
        assert!(round_trip(&(0..1000).collect::<Vec<_>>()) <= 3);
    }

    #[test]
    fn what_is_no_arrangement_is_refused() {
        assert!(Decoder { bytes: &[6], room: 9 }.permutation(3).is_err());
        assert!(Decoder { bytes: &[0], room: 2 }.permutation(3).is_err());
        assert!(Decoder { bytes: &[1, 0, 1, 0], room: 100 }.permutation(21).is_err());
        assert!(Decoder { bytes: &[0xFF; 11], room: 0 }.number().is_err());
        assert!(Decoder { bytes: &[], room: 0 }.number().is_err());
    }

    proptest! {
        #[test]
        fn arrangements(items in (0usize..60).prop_flat_map(|n| Just((0..n as u32).collect::<Vec<_>>()).prop_shuffle())) {
            round_trip(&items);
        }
        #[test]
        fn numbers(value: u64, signed: i64) {
            let mut encoder = Encoder::default();
            encoder.number(value);
            encoder.signed(signed);
            let mut decoder = Decoder { bytes: &encoder.bytes, room: 2000 };
            prop_assert_eq!(decoder.number().unwrap(), value);
            prop_assert_eq!(decoder.signed().unwrap(), signed);
        }
    }
}

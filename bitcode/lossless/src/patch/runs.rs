//! Common runs of two sequences, independent of position: for blobs, long arrays, and files that are not bitstreams.
use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// A run of equal elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) len: usize,
}

/// Runs of at least `window` elements that `b` has in common with `a`, ascending and disjoint in `b`; not always all of them. Runs at the
/// same distance as the previous ones are preferred.
///
/// Takes O(n) time except for hash collisions, and about four bytes of memory per `window` elements of `a`.
pub(super) fn runs<T: Copy + Eq + Hash>(a: &[T], b: &[T], window: usize) -> Vec<Run> {
    let mut out = Vec::new();
    let prefix = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    if prefix > 0 {
        out.push(Run { a: 0, b: 0, len: prefix });
    }
    let (rest_a, rest_b) = (&a[prefix..], &b[prefix..]);
    let suffix = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(x, y)| x == y).count();
    let end = b.len() - suffix;
    if end > prefix {
        middle(a, b, prefix..end, a.len() - suffix, window.max(1), &mut out);
    }
    if suffix > 0 {
        out.push(Run { a: a.len() - suffix, b: end, len: suffix });
    }
    out
}

/// The runs of `b[within]`; the diagonal through the end of `a` at `a_end` is tried too.
fn middle<T: Copy + Eq + Hash>(a: &[T], b: &[T], within: std::ops::Range<usize>, a_end: usize, window: usize, out: &mut Vec<Run>) {
    // The first piece of `a` with each content, by its number.
    let hasher = DefaultHashBuilder::default();
    let piece = |number: u32| &a[number as usize * window..][..window];
    let mut pieces: HashTable<u32> = HashTable::new();
    for (number, wanted) in (0..u32::MAX).zip(a.chunks_exact(window)) {
        let equal = |&found: &u32| piece(found) == wanted;
        pieces.entry(hasher.hash_one(wanted), equal, |&number| hasher.hash_one(piece(number))).or_insert(number);
    }
    let find =
        |wanted: &[T]| pieces.find(hasher.hash_one(wanted), |&number| piece(number) == wanted).map(|&number| number as usize * window);
    let is_at = |place: usize, wanted: &[T]| a.get(place..place + window) == Some(wanted);
    // The position in `a` on the diagonal of the last run.
    let mut line = within.start as isize;
    let mut done = within.start;
    let mut at = within.start;
    let to_end = a_end as isize - within.end as isize;
    let mut shift = line - at as isize;
    while at + window <= within.end {
        let wanted = &b[at..at + window];
        let straight = |shift: isize| usize::try_from(at as isize + shift).ok().filter(|&place| is_at(place, wanted));
        let Some(place) = straight(shift).or_else(|| straight(to_end)).or_else(|| find(wanted)) else {
            at += 1;
            continue;
        };
        let back = a[..place].iter().rev().zip(b[done..at].iter().rev()).take_while(|(x, y)| x == y).count();
        let ahead = a[place..].iter().zip(&b[at..within.end]).take_while(|(x, y)| x == y).count();
        out.push(Run { a: place - back, b: at - back, len: back + ahead });
        at += ahead;
        done = at;
        line = (place + ahead) as isize;
        shift = line - at as isize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &[u8], b: &[u8], least: usize) {
        let runs = runs(a, b, 4);
        let mut at = 0;
        for run in &runs {
            assert!(run.b >= at && run.len > 0, "{runs:?}");
            assert_eq!(a[run.a..run.a + run.len], b[run.b..run.b + run.len]);
            at = run.b + run.len;
        }
        assert!(at <= b.len());
        let common: usize = runs.iter().map(|run| run.len).sum();
        assert!(common >= least, "{common} of {least}: {runs:?}");
    }

    #[test]
    fn finds_what_is_common() {
        check(b"", b"", 0);
        check(b"abc", b"", 0);
        check(b"", b"abc", 0);
        check(b"the same text", b"the same text", 13);
        check(b"the same old text", b"the same text", 13);
        check(b"first half, second half", b"second half, first half", 20);
        check(b"aaaaaaaaaaaaaaaa", b"aaaaaaaa", 8);
        check(b"0123456789abcdef", b"01234x6789abcdef", 15);
    }
}

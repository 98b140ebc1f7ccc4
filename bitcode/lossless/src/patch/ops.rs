//! Edits of lists of operands and of blobs.
use super::runs::{Run, runs};
use bctk_bitstream::align::align;
use bctk_bitstream::{Error, Result};

/// A list of operands longer than this is compared by runs instead of aligned.
const ALIGNED: usize = 1 << 8;
/// The shortest run searched for: elements in long lists of operands, and bytes in blobs.
const WINDOW: usize = 4;
const BYTES: usize = 8;

/// The edit of some operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Adds the same number to each of the next `count` (modulo 2^64).
    Add { count: u64, delta: i64 },
    /// Replaces the next `remove` operands by others.
    Replace { remove: u64, insert: Vec<u64> },
}

/// A change, after a number of operands that stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hunk {
    pub(super) keep: u64,
    pub(super) change: Change,
}

/// A change of the bytes of a blob: the bytes of `insert`, then `copy` bytes of the old ones from `from` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Splice {
    pub(super) insert: Vec<u8>,
    pub(super) from: u64,
    pub(super) copy: u64,
}

/// The changes that turn `a` into `b`.
pub(super) fn diff(a: &[u64], b: &[u64]) -> Vec<Hunk> {
    let mut best = None;
    if a.len() == b.len() {
        let mut hunks = Vec::new();
        each(a, b, &mut 0, &mut hunks);
        let changed: usize = hunks.iter().map(|hunk| if let Change::Add { count, .. } = hunk.change { count as usize } else { 0 }).sum();
        if hunks.len() < 4 || changed < 8 {
            return hunks;
        }
        best = Some(hunks);
    }
    let aligned = aligned(a, b);
    match best {
        Some(hunks) if cost(&hunks) <= cost(&aligned) => hunks,
        _ => aligned,
    }
}

fn size(value: u64) -> usize {
    (64 - (value | 1).leading_zeros()).div_ceil(7) as usize
}

/// The encoded size of hunks in bytes.
pub(super) fn cost(hunks: &[Hunk]) -> usize {
    let one = |hunk: &Hunk| {
        size(hunk.keep << 2)
            + match &hunk.change {
                Change::Add { delta, .. } => size((delta.unsigned_abs()) << 1) + 1,
                Change::Replace { insert, .. } => 2 + insert.iter().map(|&value| size(value)).sum::<usize>(),
            }
    };
    hunks.iter().map(one).sum()
}

/// Changes of single operands, between lists of the same length. `kept` counts those that stay since the last change.
fn each(a: &[u64], b: &[u64], kept: &mut u64, out: &mut Vec<Hunk>) {
    for (&x, &y) in a.iter().zip(b) {
        let delta = y.wrapping_sub(x) as i64;
        if delta == 0 {
            *kept += 1;
            continue;
        }
        match out.last_mut() {
            Some(Hunk { change: Change::Add { count, delta: last }, .. }) if *kept == 0 && *last == delta => *count += 1,
            _ => out.push(Hunk { keep: std::mem::take(kept), change: Change::Add { count: 1, delta } }),
        }
    }
}

/// Changes between lists whose common elements are found first.
fn aligned(a: &[u64], b: &[u64]) -> Vec<Hunk> {
    let common: Vec<Run> = if a.len().max(b.len()) <= ALIGNED {
        align(a, b).into_iter().map(|(i, j)| Run { a: i as usize, b: j as usize, len: 1 }).collect()
    } else {
        // Operands keep their order: only runs that ascend in both.
        let mut from = 0;
        let found = runs(a, b, WINDOW).into_iter().filter(|run| {
            let fits = run.a >= from;
            from = if fits { run.a + run.len } else { from };
            fits
        });
        found.collect()
    };
    let mut out = Vec::new();
    let mut kept = 0;
    let (mut i, mut j) = (0, 0);
    for run in common.into_iter().chain([Run { a: a.len(), b: b.len(), len: 0 }]) {
        let (gone, come) = (&a[i..run.a], &b[j..run.b]);
        if gone.len() == come.len() {
            each(gone, come, &mut kept, &mut out);
        } else {
            let change = Change::Replace { remove: gone.len() as u64, insert: come.to_vec() };
            out.push(Hunk { keep: std::mem::take(&mut kept), change });
        }
        kept += run.len as u64;
        (i, j) = (run.a + run.len, run.b + run.len);
    }
    out
}

fn beyond() -> Error {
    Error::malformed("expected existing operands for the patch to change")
}

/// Applies changes.
///
/// # Errors
/// Malformed, if they change operands that do not exist.
pub(super) fn apply(a: &[u64], hunks: &[Hunk]) -> Result<Vec<u64>> {
    let mut out = Vec::with_capacity(a.len());
    let mut rest = a;
    let mut take = |count: u64| -> Result<&[u64]> {
        let (taken, left) = usize::try_from(count).ok().and_then(|count| rest.split_at_checked(count)).ok_or_else(beyond)?;
        rest = left;
        Ok(taken)
    };
    for hunk in hunks {
        out.extend_from_slice(take(hunk.keep)?);
        match &hunk.change {
            Change::Add { count, delta } => out.extend(take(*count)?.iter().map(|&op| op.wrapping_add(*delta as u64))),
            Change::Replace { remove, insert } => {
                take(*remove)?;
                out.extend_from_slice(insert);
            }
        }
    }
    out.extend_from_slice(rest);
    Ok(out)
}

/// The splices that turn `a` into `b`.
pub(super) fn diff_bytes(a: &[u8], b: &[u8]) -> Vec<Splice> {
    let mut out = Vec::new();
    let mut done = 0;
    let mut left = a.len().saturating_mul(COPIES);
    for run in runs(a, b, BYTES) {
        // Bytes that may not be copied again are inserted with the next ones.
        let Some(after) = left.checked_sub(run.len) else { continue };
        left = after;
        out.push(Splice { insert: b[done..run.b].to_vec(), from: run.a as u64, copy: run.len as u64 });
        done = run.b + run.len;
    }
    if done < b.len() {
        out.push(Splice { insert: b[done..].to_vec(), from: 0, copy: 0 });
    }
    out
}

/// How often, on average, splices may copy each byte, so that a small patch cannot make a large file.
const COPIES: usize = 4;

/// Applies splices; bytes may be copied more than once.
///
/// # Errors
/// Malformed, if they copy bytes that do not exist; Limit, if they copy more than [`COPIES`] times as many bytes as there are.
pub(super) fn apply_bytes(a: &[u8], splices: &[Splice]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut left = a.len().saturating_mul(COPIES);
    for splice in splices {
        out.extend_from_slice(&splice.insert);
        let start = usize::try_from(splice.from).ok();
        let end = splice.from.checked_add(splice.copy).and_then(|end| usize::try_from(end).ok());
        let bytes = start.zip(end).and_then(|(start, end)| a.get(start..end));
        let bytes = bytes.ok_or_else(|| Error::malformed("expected existing bytes for the patch to copy"))?;
        left = left.checked_sub(bytes.len()).ok_or_else(|| Error::too_large("a patch that copies the same bytes too often"))?;
        out.extend_from_slice(bytes);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &[u64], b: &[u64], most: usize) {
        let hunks = diff(a, b);
        assert_eq!(apply(a, &hunks).unwrap(), b, "{hunks:?}");
        assert!(cost(&hunks) <= most, "{} bytes: {hunks:?}", cost(&hunks));
    }

    #[test]
    fn operands() {
        check(&[], &[], 0);
        check(&[1, 2, 3], &[1, 2, 3], 0);
        check(&[1, 2, 3], &[1, 2], 3);
        check(&[1, 2, 3, 4], &[2, 3, 4, 5], 3);
        check(&[1, 2, 3], &[9, 1, 2, 3], 4);
        check(&[5, u64::MAX], &[5, 0], 3);
        let long: Vec<u64> = (0..100_000).map(|i| i * i % 1_000_003).collect();
        let mut changed = long.clone();
        changed.splice(50_000..50_001, [1, 2, 3]);
        check(&long, &changed, 10);
        assert!(apply(&[1], &[Hunk { keep: 2, change: Change::Add { count: 0, delta: 0 } }]).is_err());
        assert!(apply(&[1], &[Hunk { keep: 0, change: Change::Replace { remove: u64::MAX, insert: vec![] } }]).is_err());
    }

    #[test]
    fn bytes() {
        let a = b"names of functions and variables";
        for b in [&b""[..], b"names of functions and variables", b"names of variables and functions", b"something else"] {
            assert_eq!(apply_bytes(a, &diff_bytes(a, b)).unwrap(), b);
        }
        assert!(apply_bytes(a, &[Splice { insert: vec![], from: 30, copy: 3 }]).is_err());
        assert!(apply_bytes(a, &[Splice { insert: vec![], from: u64::MAX, copy: u64::MAX }]).is_err());
        assert!(apply_bytes(a, &vec![Splice { insert: vec![], from: 0, copy: 31 }; 1 << 20]).is_err());
        let often = a.repeat(100);
        assert_eq!(apply_bytes(a, &diff_bytes(a, &often)).unwrap(), often);
    }
}

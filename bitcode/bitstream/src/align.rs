//! Aligns two sequences of hashes: finds equal, moved, and unmatched elements.
use hashbrown::HashMap;

/// Maximum number of table cells for a gap between anchors; larger gaps are cut, or matched by hash alone, in order.
const CELLS: usize = 1 << 18;
/// How often a gap is cut again at hashes that are unique in it.
const ROUNDS: u32 = 24;

/// Pairs of indices, ascending in both, of elements that are equal: a common subsequence, long but not always the longest.
///
/// Takes O(n log n) time for ordinary input and never more than O(n) times a constant bound.
pub fn align(a: &[u64], b: &[u64]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    let mut todo = vec![(0, a.len(), 0, b.len(), 0)];
    while let Some((mut a0, mut a1, mut b0, mut b1, round)) = todo.pop() {
        while a0 < a1 && b0 < b1 && a[a0] == b[b0] {
            pairs.push((a0 as u32, b0 as u32));
            (a0, b0) = (a0 + 1, b0 + 1);
        }
        while a0 < a1 && b0 < b1 && a[a1 - 1] == b[b1 - 1] {
            (a1, b1) = (a1 - 1, b1 - 1);
            pairs.push((a1 as u32, b1 as u32));
        }
        if a0 == a1 || b0 == b1 {
            continue;
        }
        if (a1 - a0 + 1).saturating_mul(b1 - b0 + 1) <= CELLS {
            longest(&a[a0..a1], &b[b0..b1], |i, j| pairs.push(((a0 + i) as u32, (b0 + j) as u32)));
            continue;
        }
        let anchors = if round < ROUNDS { anchors(&a[a0..a1], &b[b0..b1]) } else { Vec::new() };
        if anchors.is_empty() {
            greedy(&a[a0..a1], &b[b0..b1], |i, j| pairs.push(((a0 + i) as u32, (b0 + j) as u32)));
            continue;
        }
        let (mut i0, mut j0) = (a0, b0);
        for (i, j) in anchors {
            todo.push((i0, a0 + i, j0, b0 + j, round + 1));
            pairs.push(((a0 + i) as u32, (b0 + j) as u32));
            (i0, j0) = (a0 + i + 1, b0 + j + 1);
        }
        todo.push((i0, a1, j0, b1, round + 1));
    }
    pairs.sort_unstable();
    pairs
}

/// Elements that occur exactly once on both sides, as far as their order agrees (patience).
fn anchors(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<u64, [(u32, usize); 2]> = HashMap::with_capacity(a.len());
    for (i, &hash) in a.iter().enumerate() {
        let entry = seen.entry(hash).or_insert([(0, 0); 2]);
        entry[0] = (entry[0].0.saturating_add(1), i);
    }
    for (j, hash) in b.iter().enumerate() {
        if let Some(entry) = seen.get_mut(hash) {
            entry[1] = (entry[1].0.saturating_add(1), j);
        }
    }
    let unique = a.iter().enumerate().filter_map(|(i, hash)| match seen.get(hash) {
        Some([(1, _), (1, j)]) => Some((i, *j)),
        _ => None,
    });
    increasing(&unique.collect::<Vec<_>>())
}

/// The longest subsequence of pairs (ascending in the first) that also ascends in the second.
pub fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, &(_, j)) in pairs.iter().enumerate() {
        let pile = tops.partition_point(|&top| pairs[top].1 < j);
        before.push(pile.checked_sub(1).map(|below| tops[below]));
        if pile == tops.len() {
            tops.push(at);
        } else {
            tops[pile] = at;
        }
    }
    let mut out = Vec::with_capacity(tops.len());
    let mut at = tops.last().copied();
    while let Some(here) = at {
        out.push(pairs[here]);
        at = before[here];
    }
    out.reverse();
    out
}

/// The longest common subsequence, by a table.
fn longest(a: &[u64], b: &[u64], mut each: impl FnMut(usize, usize)) {
    let width = b.len() + 1;
    let mut table = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            table[i * width + j] =
                if a[i] == b[j] { table[(i + 1) * width + j + 1] + 1 } else { table[(i + 1) * width + j].max(table[i * width + j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            each(i, j);
            (i, j) = (i + 1, j + 1);
        } else if table[(i + 1) * width + j] >= table[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// For each of `a` the next equal one of `b`, in ascending order.
fn greedy(a: &[u64], b: &[u64], mut each: impl FnMut(usize, usize)) {
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (j, &hash) in b.iter().enumerate().rev() {
        places.entry(hash).or_default().push(j);
    }
    let pairs: Vec<_> = a.iter().enumerate().filter_map(|(i, hash)| Some((i, places.get_mut(hash)?.pop()?))).collect();
    for (i, j) in increasing(&pairs) {
        each(i, j);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &[u64], b: &[u64], length: usize) {
        let pairs = align(a, b);
        assert_eq!(pairs.len(), length, "{a:?} {b:?} {pairs:?}");
        assert!(pairs.iter().all(|&(i, j)| a[i as usize] == b[j as usize]));
        assert!(pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
    }

    #[test]
    fn small() {
        check(&[], &[], 0);
        check(&[1, 2, 3], &[1, 2, 3], 3);
        check(&[1, 2, 3], &[1, 3], 2);
        check(&[1, 1, 1, 2], &[1, 2, 1, 1], 3);
        check(&[5, 1, 2, 3, 4], &[1, 2, 3, 4, 5], 4);
        check(&[1, 2, 1, 2], &[3, 3], 0);
    }

    #[test]
    fn large_and_repetitive() {
        let a: Vec<u64> = (0..40_000).map(|i| i % 7).collect();
        let mut b = a.clone();
        b.splice(20_000..20_010, [9, 9, 9]);
        check(&a, &b, 39_990);
        let reversed: Vec<u64> = (0..100_000).rev().collect();
        check(&(0..100_000).collect::<Vec<_>>(), &reversed, 1);
        let noise = |seed: u64| (0..20_000u64).map(|i| (i * seed) % 1_001 % 13).collect::<Vec<_>>();
        assert!(align(&noise(17), &noise(23)).len() > 1_000);
    }
}

//! The sort of the C++ library that LLVM's builds use (libstdc++), including how it orders equal elements. LLVM uses unstable sorts, and
//! this order shows in its files.

/// Up to this size, insertion sort does all the work; it keeps the order of equal elements.
const SMALL: usize = 16;

/// Sorts `items` by `less` as `std::sort` does: quicksort around a median of three, insertion sort at the end.
pub fn sort<T: Copy>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    if items.len() > SMALL {
        let depth = 2 * items.len().ilog2();
        coarse(items, depth, &less);
        insert_all(&mut items[..SMALL], &less);
        // The items are partitioned by now: each moves back only to the nearest smaller one.
        for at in SMALL..items.len() {
            insert(items, at, &less);
        }
    } else {
        insert_all(items, &less);
    }
}

fn insert_all<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for at in 1..items.len() {
        insert(items, at, less);
    }
}

/// Moves item `at` before all preceding items that are greater.
fn insert<T: Copy>(items: &mut [T], at: usize, less: &impl Fn(&T, &T) -> bool) {
    let to = items[..at].iter().rposition(|other| !less(&items[at], other)).map_or(0, |last| last + 1);
    items[to..=at].rotate_right(1);
}

/// Parts the items until no part has more than [`SMALL`].
fn coarse<T: Copy>(mut items: &mut [T], mut depth: u32, less: &impl Fn(&T, &T) -> bool) {
    while items.len() > SMALL {
        if depth == 0 {
            return heap(items, less);
        }
        depth -= 1;
        let (middle, last) = (items.len() / 2, items.len() - 1);
        let median = match (less(&items[1], &items[middle]), less(&items[middle], &items[last]), less(&items[1], &items[last])) {
            (true, true, _) => middle,
            (true, false, true) => last,
            (true, false, false) => 1,
            (false, _, true) => 1,
            (false, true, false) => last,
            (false, false, false) => middle,
        };
        items.swap(0, median);
        let cut = part(items, less);
        let (left, right) = items.split_at_mut(cut);
        coarse(right, depth, less);
        items = left;
    }
}

/// Partitions the items from the second on around the first; returns the start of the upper part.
fn part<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) -> usize {
    let pivot = items[0];
    let (mut low, mut high) = (1, items.len());
    loop {
        while low < items.len() && less(&items[low], &pivot) {
            low += 1;
        }
        high -= 1;
        while high > 0 && less(&pivot, &items[high]) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        items.swap(low, high);
        low += 1;
    }
}

/// What the library does when parting has gone too deep.
fn heap<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for top in (0..items.len() / 2).rev() {
        sift(items, top, items.len(), less);
    }
    for end in (1..items.len()).rev() {
        items.swap(0, end);
        sift(items, 0, end, less);
    }
}

/// Sifts item `top` down: first along the greater children to a leaf, then up again to its place.
fn sift<T: Copy>(items: &mut [T], top: usize, end: usize, less: &impl Fn(&T, &T) -> bool) {
    let value = items[top];
    let mut at = top;
    loop {
        let right = 2 * at + 2;
        let next = match right {
            _ if right < end => right - usize::from(less(&items[right], &items[right - 1])),
            _ if right == end => right - 1,
            _ => break,
        };
        items[at] = items[next];
        at = next;
    }
    while at > top && less(&items[(at - 1) / 2], &value) {
        items[at] = items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    items[at] = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_keeps_few_equals_in_order() {
        for len in [0, 1, 15, 16, 17, 100, 1000] {
            let mut items: Vec<(u32, u32)> = (0..len).map(|n: u32| (n.wrapping_mul(2_654_435_761) >> 29, n)).collect();
            let mut want = items.clone();
            sort(&mut items, |a, b| a.0 < b.0);
            assert!(items.is_sorted_by_key(|item| item.0));
            want.sort_by_key(|item| item.0);
            assert!(len > 16 || items == want);
            items.sort_unstable();
            want.sort_unstable();
            assert_eq!(items, want);
        }
    }

    /// The output of a program with `std::sort` of GCC 12's library.
    #[test]
    fn many_equals_change_places() {
        let mut equal: Vec<u32> = (0..20).collect();
        sort(&mut equal, |_, _| false);
        assert_eq!(equal, [10, 19, 18, 17, 16, 15, 14, 13, 12, 11, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        let mut few: Vec<u32> = (0..33).collect();
        let key = |n: &u32| n.wrapping_mul(2_654_435_761) >> 30;
        sort(&mut few, |a, b| key(a) < key(b));
        assert_eq!(
            few,
            [13, 26, 23, 18, 10, 31, 5, 2, 0, 7, 4, 25, 12, 15, 28, 20, 1, 6, 27, 22, 19, 17, 14, 30, 9, 29, 32, 24, 21, 16, 11, 8, 3]
        );
        let mut many: Vec<u32> = (0..100).collect();
        sort(&mut many, |a, b| key(a) < key(b));
        let printed = [
            39, 89, 86, 23, 26, 31, 34, 78, 36, 81, 73, 44, 47, 68, 52, 65, 57, 60, 0, 5, 99, 18, 10, 94, 13, 2, 91, 88, 4, 67, 49, 70, 54,
            46, 72, 7, 96, 20, 41, 75, 93, 38, 15, 12, 33, 80, 59, 25, 62, 28, 83, 64, 95, 69, 98, 74, 77, 1, 82, 85, 90, 43, 22, 27, 30,
            61, 35, 19, 17, 40, 14, 48, 51, 9, 56, 6, 92, 32, 16, 11, 8, 21, 97, 87, 3, 24, 84, 29, 79, 37, 76, 42, 45, 71, 50, 53, 66, 55,
            63, 58,
        ];
        assert_eq!(many, printed);
    }
}

//! Sorting with the outcome of C++'s `std::sort` in GNU's library, where elements that compare as equal are told apart by what follows.
//!
//! Up to 16 elements are sorted by insertion, which keeps equal ones in order. More are parted around the median of three until parts are
//! that short, with a heap sort for parts that are parted too often; then all are sorted by insertion (libstdc++, `stl_algo.h`).

/// Parts up to this length are left to insertion.
const THRESHOLD: usize = 16;

/// Sorts `items` by `less`.
pub(super) fn sort<T: Clone>(items: &mut [T], less: &mut impl FnMut(&T, &T) -> bool) {
    if items.len() < 2 {
        return;
    }
    part(items, 2 * items.len().ilog2(), less);
    let guarded = items.len().min(THRESHOLD);
    insertion(&mut items[..guarded], 1, less);
    insertion(items, guarded, less);
}

/// Inserts each element from `from` on into the sorted ones before it, after its equals.
fn insertion<T>(items: &mut [T], from: usize, less: &mut impl FnMut(&T, &T) -> bool) {
    for last in from..items.len() {
        // An element below the first goes there at once; the outcome is that of going down step by step.
        let mut at = last;
        while at > 0 && less(&items[last], &items[at - 1]) {
            at -= 1;
        }
        items[at..=last].rotate_right(1);
    }
}

/// Parts `items` until every part is short.
fn part<T: Clone>(mut items: &mut [T], mut depth: u32, less: &mut impl FnMut(&T, &T) -> bool) {
    while items.len() > THRESHOLD {
        if depth == 0 {
            return heap_sort(items, less);
        }
        depth -= 1;
        let cut = cut(items, less);
        let (front, back) = items.split_at_mut(cut);
        // The depth of this is that of the whole: at most twice the logarithm of the length.
        part(back, depth, less);
        items = front;
    }
}

/// Moves the median of the second, middle and last element to the front, and the others to its sides; gives where the upper side begins.
fn cut<T>(items: &mut [T], less: &mut impl FnMut(&T, &T) -> bool) -> usize {
    let (a, b, c) = (1, items.len() / 2, items.len() - 1);
    let below = |x: usize, y: usize, less: &mut dyn FnMut(&T, &T) -> bool| less(&items[x], &items[y]);
    // Of equals the one that these comparisons come upon, in this order.
    let median = if below(a, b, less) {
        if below(b, c, less) {
            b
        } else if below(a, c, less) {
            c
        } else {
            a
        }
    } else if below(a, c, less) {
        a
    } else if below(b, c, less) {
        c
    } else {
        b
    };
    items.swap(0, median);
    let (mut low, mut high) = (1, items.len());
    loop {
        while low < items.len() && less(&items[low], &items[0]) {
            low += 1;
        }
        high -= 1;
        while high > 0 && less(&items[0], &items[high]) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        items.swap(low, high);
        low += 1;
    }
}

fn heap_sort<T: Clone>(items: &mut [T], less: &mut impl FnMut(&T, &T) -> bool) {
    for parent in (0..items.len() / 2).rev() {
        let value = items[parent].clone();
        adjust(items, parent, value, less);
    }
    for end in (1..items.len()).rev() {
        let value = items[end].clone();
        items[end] = items[0].clone();
        adjust(&mut items[..end], 0, value, less);
    }
}

/// Sinks the hole at `hole` to a leaf, then raises `value` from there.
fn adjust<T: Clone>(items: &mut [T], hole: usize, value: T, less: &mut impl FnMut(&T, &T) -> bool) {
    let top = hole;
    let mut hole = hole;
    let mut child = 2 * hole + 2;
    while child < items.len() {
        if less(&items[child], &items[child - 1]) {
            child -= 1;
        }
        items[hole] = items[child].clone();
        hole = child;
        child = 2 * hole + 2;
    }
    if child == items.len() {
        items[hole] = items[child - 1].clone();
        hole = child - 1;
    }
    while hole > top && less(&items[(hole - 1) / 2], &value) {
        items[hole] = items[(hole - 1) / 2].clone();
        hole = (hole - 1) / 2;
    }
    items[hole] = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program in C++ makes of the same pairs with `std::sort` by the first of each (libstdc++ 12): the second ones.
    #[test]
    fn equal_elements_come_out_as_in_cpp() {
        let mut seed = 1u32;
        let mut items: Vec<(u32, u32)> = (0..40)
            .map(|place| {
                seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
                (seed >> 16 & 3, place)
            })
            .collect();
        sort(&mut items, &mut |a, b| a.0 < b.0);
        let places: Vec<u32> = items.iter().map(|item| item.1).collect();
        let expected = [
            39, 29, 13, 8, 12, 30, 10, 27, 18, 16, 14, 31, 37, 38, 2, 20, 32, 33, 36, 28, 25, 1, 0, 19, 21, 9, 6, 11, 3, 4, 5, 35, 34, 7,
            15, 17, 26, 24, 23, 22,
        ];
        assert_eq!(places, expected);
    }
}

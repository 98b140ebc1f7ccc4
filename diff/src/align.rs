//! Aligns two lists of hashes.
use imara_diff::{Algorithm, Diff, InternedInput};
use std::ops::Range;

/// A part of two lists, by index.
pub(crate) enum Step {
    /// What only one of them has, or what stands in the place of the other's; one of the two may be empty.
    Apart(Range<usize>, Range<usize>),
    /// The same in both.
    Both(usize, usize),
}

/// The parts of two lists, in order.
pub(crate) fn align(old: impl Iterator<Item = u64>, new: impl Iterator<Item = u64>) -> Vec<Step> {
    let mut input = InternedInput::default();
    input.update_before(old);
    input.update_after(new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_no_heuristic(&input);
    let (olds, news) = (input.before.len(), input.after.len());
    let mut steps = Vec::with_capacity(olds.max(news));
    let (mut left, mut right) = (0, 0);
    loop {
        let removed = (left..olds).take_while(|&at| diff.is_removed(at as u32)).count();
        let added = (right..news).take_while(|&at| diff.is_added(at as u32)).count();
        if removed + added > 0 {
            steps.push(Step::Apart(left..left + removed, right..right + added));
        }
        (left, right) = (left + removed, right + added);
        if left >= olds || right >= news {
            return steps;
        }
        steps.push(Step::Both(left, right));
        (left, right) = (left + 1, right + 1);
    }
}

//! Slices that are walked beside something else.

/// Takes the first item off a slice if it meets a condition, as [`next_if`](std::iter::Peekable::next_if) does; no item is kept aside, so a
/// look at one that stays is a comparison.
#[inline(always)]
pub fn next_if<'s, T>(rest: &mut &'s [T], condition: impl FnOnce(&T) -> bool) -> Option<&'s T> {
    let (first, others) = rest.split_first()?;
    if !condition(first) {
        return None;
    }
    *rest = others;
    Some(first)
}

/// Takes the items off a slice that meet a condition, up to the first that does not.
#[inline(always)]
pub fn take_while<'s, T>(rest: &mut &'s [T], condition: impl Fn(&T) -> bool) -> &'s [T] {
    let all = *rest;
    while next_if(rest, &condition).is_some() {}
    &all[..all.len() - rest.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_while_the_condition_holds() {
        let mut rest = &[1, 2, 5][..];
        assert_eq!(next_if(&mut rest, |&n| n <= 2), Some(&1));
        assert_eq!(next_if(&mut rest, |&n| n <= 2), Some(&2));
        assert_eq!(next_if(&mut rest, |&n| n <= 2), None);
        assert_eq!(rest, [5]);
        assert_eq!(next_if(&mut rest, |_| true), Some(&5));
        assert_eq!(next_if(&mut rest, |_| true), None);
        let mut rest = &[1, 2, 5, 1][..];
        assert_eq!(take_while(&mut rest, |&n| n <= 2), [1, 2]);
        assert_eq!(take_while(&mut rest, |&n| n <= 2), [0; 0]);
        assert_eq!(take_while(&mut rest, |_| true), [5, 1]);
        assert_eq!(rest, [0; 0]);
    }
}

//! What a misspelled word may have meant.

use std::cmp::Reverse;
use strsim::osa_distance;

/// Bytes in which words may differ from their first to their last difference. What differs in more is not near.
const MIDDLE: usize = 32;

/// The one of `known` that is nearest to `word`, if one is near enough: at most one mistake in three letters, and at most three.
pub(super) fn nearest<'k, T: Copy>(word: &[u8], known: impl Iterator<Item = (&'k [u8], T)>) -> Option<T> {
    let allowed = (word.len() / 3).clamp(1, 3);
    if word.len() < 2 {
        return None;
    }
    let mut best: Option<((usize, Reverse<usize>), T)> = None;
    for (candidate, what) in known {
        if candidate.len().abs_diff(word.len()) > allowed || candidate == word || candidate.len() < 2 {
            continue;
        }
        let start = word.iter().zip(candidate).take_while(|(a, b)| a == b).count();
        let (a, b) = (&word[start..], &candidate[start..]);
        let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
        let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
        if a.len().max(b.len()) > MIDDLE {
            continue;
        }
        let distance = osa_distance(&String::from_utf8_lossy(a), &String::from_utf8_lossy(b));
        let rank = (distance, Reverse(start));
        if distance <= allowed && distance < word.len() && best.as_ref().is_none_or(|(known, _)| rank < *known) {
            best = Some((rank, what));
        }
    }
    best.map(|(_, what)| what)
}

/// The one of `known` that is nearest to `word`.
pub(super) fn nearest_word(word: &[u8], known: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    nearest(word, known.into_iter().filter(|known| !known.is_empty()).map(|known| (known.as_bytes(), known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words() {
        let words = ["add", "and", "store", "fastcc", "fast", "nounwind", "icmp"];
        for (word, near) in [
            ("ad", Some("add")),
            ("stroe", Some("store")),
            ("fastc", Some("fastcc")),
            ("nounwnd", Some("nounwind")),
            ("nouwnid", Some("nounwind")),
            ("x", None),
            ("call", None),
            ("and", Some("add")),
        ] {
            assert_eq!(nearest_word(word.as_bytes(), words), near, "{word}");
        }
    }

    #[test]
    fn long_words_are_compared_where_they_differ() {
        let (a, b) = (format!("{}x{}", "a".repeat(5000), "b".repeat(5000)), format!("{}y{}", "a".repeat(5000), "b".repeat(5000)));
        assert_eq!(nearest(a.as_bytes(), [(b.as_bytes(), 1)].into_iter()), Some(1));
        assert_eq!(nearest(&[b'x'; 100], [(&[b'y'; 100][..], 1)].into_iter()), None);
    }
}

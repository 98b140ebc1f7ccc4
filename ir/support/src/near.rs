//! What a misspelled word may have meant.
use std::cmp::Reverse;
use strsim::osa_distance;

/// Bytes in which words may differ from their first to their last difference. What differs in more is not near.
const MIDDLE: usize = 32;

/// How far a word is from another one; less is nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Distance {
    mistakes: usize,
    /// How many bytes they begin with alike.
    alike: Reverse<usize>,
}

/// How far `candidate` is from `word`, if it is near enough: at most one mistake in three letters, and at most three. It takes time for the
/// lengths, not for their product.
pub fn distance(word: &[u8], candidate: &[u8]) -> Option<Distance> {
    let allowed = (word.len() / 3).clamp(1, 3);
    if word.len() < 2 || candidate.len() < 2 || candidate.len().abs_diff(word.len()) > allowed || candidate == word {
        return None;
    }
    let start = word.iter().zip(candidate).take_while(|(a, b)| a == b).count();
    let (a, b) = (&word[start..], &candidate[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    if a.len().max(b.len()) > MIDDLE {
        return None;
    }
    let mistakes = osa_distance(&String::from_utf8_lossy(a), &String::from_utf8_lossy(b));
    (mistakes <= allowed && mistakes < word.len()).then_some(Distance { mistakes, alike: Reverse(start) })
}

/// The one of `known` that is nearest to `word`, if one is near enough; the first of those that are equally near.
pub fn nearest<'k, T>(word: &[u8], known: impl Iterator<Item = (&'k [u8], T)>) -> Option<T> {
    let near = known.filter_map(|(candidate, what)| Some((distance(word, candidate)?, what)));
    near.min_by_key(|(distance, _)| *distance).map(|(_, what)| what)
}

/// The one of `known` that is nearest to `word`.
pub fn nearest_word(word: &[u8], known: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
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

//! Damages texts: tokens are removed, duplicated, swapped, moved, replaced by misplaced ones, repeated many times, nested deeply.
use bctk_generate::numbers::Numbers;

/// Tokens, roughly: runs of the characters of names, single other characters.
pub(crate) fn split(text: &[u8]) -> Vec<&[u8]> {
    let named = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'%' | b'@' | b'!' | b'#' | b'$' | b'^');
    text.chunk_by(|a, b| named(a) && named(b)).collect()
}

/// Tokens to insert where they do not belong.
const STRANGE: &[&[u8]] = &[
    b"-1",
    b"0",
    b"18446744073709551615",
    b"18446744073709551616",
    b"4294967295",
    b"340282366920938463463374607431768211456",
    b"\"",
    b"\"\\00\"",
    b"0x1",
    b"0xK00000000000000000000",
    b"\xff",
    b"void",
    b"label",
    b"metadata",
    b"%99",
    b"@99",
    b"!99",
    b"#99",
    b"^99",
    b"null",
    b"zeroinitializer",
    b"<vscale x 4 x i1>",
    b"[4294967295 x [4294967295 x i8]]",
    b"i8388608",
    b"i8388609",
    b"{",
    b"}",
    b"(",
    b")",
    b"...",
    b"\n",
    b";",
];

/// Damages a text.
pub fn mutate(text: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let tokens = split(text);
    let mut list = tokens.clone();
    for _ in 0..=numbers.below(4) {
        if list.len() < 2 {
            break;
        }
        let (at, other) = (numbers.below(list.len()), numbers.below(tokens.len()));
        match numbers.below(12) {
            0 => {
                list.remove(at);
            }
            1 => list.insert(at, tokens[other]),
            2 => list[at] = tokens[other],
            3 => list.truncate(at.max(1)),
            4 => {
                let other = numbers.below(list.len());
                list.swap(at, other);
            }
            5 => {
                let line = tokens.iter().skip(other).take_while(|token| **token != b"\n").copied().collect::<Vec<_>>();
                list.splice(at..at, line);
            }
            6 => {
                let (token, times) = (list[at], numbers.of(&[2, 100, 5000]));
                list.splice(at..at, std::iter::repeat_n(token, times));
            }
            7 => {
                let end = (at + numbers.below(30)).min(list.len());
                list.drain(at..end);
            }
            _ => list[at] = numbers.of(STRANGE),
        }
    }
    list.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_texts() {
        let text = b"define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
        let mutants: Vec<Vec<u8>> = (0..50).map(|seed| mutate(text, &mut Numbers::new(seed))).collect();
        assert_eq!(mutants[7], mutate(text, &mut Numbers::new(7)));
        assert!(mutants.iter().filter(|mutant| mutant.as_slice() != text).count() > 40);
    }
}

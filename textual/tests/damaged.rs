//! Damaged texts are refused with faults that lie in them, or print as texts that are taken, and nothing panics: tokens of the texts beside this file are left out, doubled,
//! exchanged for others and cut short.
use bctk_textual::{ParseOptions, PrintOptions, parse, print};
use std::path::Path;

/// A small generator of numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Tokens, roughly: runs of the characters of names, single other characters.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let named = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'%' | b'@' | b'!' | b'#');
    text.chunk_by(|a, b| named(a) && named(b)).collect()
}

fn damage(tokens: &[&[u8]], numbers: &mut Numbers) -> Vec<u8> {
    let mut list = tokens.to_vec();
    for _ in 0..=numbers.below(3) {
        if list.len() < 2 {
            break;
        }
        let (at, other) = (numbers.below(list.len()), numbers.below(tokens.len()));
        match numbers.below(5) {
            0 => {
                list.remove(at);
            }
            1 => list.insert(at, tokens[other]),
            2 => list[at] = tokens[other],
            3 => list.truncate(at.max(1)),
            _ => list[at] = [&b"-1"[..], b"18446744073709551616", b"4294967295", b"\"", b"0x1", b"\xff", b"void", b"%99"][numbers.below(8)],
        }
    }
    list.concat()
}

#[test]
fn damaged_texts_are_refused_without_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parse");
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let rounds: usize = std::env::var("DAMAGED_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let mut refused = 0;
    for name in ["constants.ll", "constant-casts.ll", "constant-vectors.ll", "instructions.ll"] {
        let text = std::fs::read(folder.join(name)).expect("a text");
        let tokens = tokens(&text);
        for _ in 0..rounds {
            let damaged = damage(&tokens, &mut numbers);
            match parse(&damaged, &ParseOptions::default()) {
                Ok(module) => {
                    let printed = print(&module, &PrintOptions::default());
                    if let Err(faults) = parse(&printed, &ParseOptions::default()) {
                        panic!("{faults}\n{}\nprints as\n{}", String::from_utf8_lossy(&damaged), String::from_utf8_lossy(&printed));
                    }
                }
                Err(faults) => {
                    refused += 1;
                    assert!(!faults.0.is_empty());
                    for fault in &faults.0 {
                        let (start, end) = (fault.span.start, fault.span.end);
                        assert!(start <= end && end <= damaged.len(), "{start}..{end} of {}: {}", damaged.len(), fault.message);
                        assert!(!fault.message.is_empty());
                    }
                }
            }
        }
    }
    assert!(refused > rounds);
}

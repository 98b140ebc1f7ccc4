//! Programs in C and C++ that print results, for `cargo xtask translate --run --generate`. A seed decides everything.
//!
//! A program is a few pieces in random order (the files in `pieces`), each with a function that computes something and prints a sum of it. They
//! hold no undefined behavior, and print nothing that depends on addresses, time or the order of threads.
mod template;

use bctk_generate::numbers::Numbers;
use template::fill;

const PRELUDE: &str = include_str!("pieces/prelude.txt");

/// Pieces in the common part of C and C++.
const COMMON: &[&str] = &[
    include_str!("pieces/control.txt"),
    include_str!("pieces/floats.txt"),
    include_str!("pieces/integers.txt"),
    include_str!("pieces/memory.txt"),
    include_str!("pieces/vectors.txt"),
];

/// Pieces in C++.
const CLASSES: &str = include_str!("pieces/classes.txt");

/// How many pieces a program has: the fewest, and how many more there may be.
const PIECES: (usize, usize) = (3, 4);

/// Whether the program of this seed is in C++.
pub(super) fn is_cpp(seed: u64) -> bool {
    Numbers::new(seed).below(2) == 0
}

/// The program.
pub(super) fn program(seed: u64) -> String {
    let mut random = Numbers::new(seed);
    let is_cpp = random.below(2) == 0;
    let mut pieces: Vec<&str> = COMMON.iter().flat_map(|file| split(file)).collect();
    if is_cpp {
        // As many of C++ as of the rest.
        let classes: Vec<&str> = split(CLASSES).collect();
        let times = (pieces.len() / classes.len()).max(1);
        pieces.extend(std::iter::repeat_n(classes, times).flatten());
    }
    let count = PIECES.0 + random.below(PIECES.1);
    let mut text = format!("/* Generated with seed {seed}. */\n") + &fill(PRELUDE, "", &mut random);
    let mut calls = String::new();
    for number in 0..count {
        let piece = pieces[random.below(pieces.len())];
        text += "\n/* ";
        text += &fill(piece, &number.to_string(), &mut random).replacen('\n', " */\n", 1);
        calls += &format!("  run{number}();\n");
    }
    text + "\nint main(void) {\n" + &calls + "  return 0;\n}\n"
}

/// The pieces of a file, each from its name on.
fn split(file: &str) -> impl Iterator<Item = &str> {
    file.split("//// ").skip(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_complete_and_repeatable() {
        for seed in 0..300 {
            let text = program(seed);
            assert_eq!(text, program(seed));
            assert!(!["@(", "@|", "@)", "@n"].iter().any(|sign| text.contains(sign)), "a choice was left in the program of seed {seed}");
            assert!(text.contains("int main(void)"));
        }
    }

    #[test]
    fn each_piece_runs_and_prints_its_name() {
        for piece in COMMON.iter().copied().chain([CLASSES]).flat_map(split) {
            let name = piece.lines().next().unwrap_or_default();
            assert!(piece.contains("static void run@n(void) {\n"), "{name}");
            assert!(piece.contains(&format!("show(\"{name}\");")), "{name}");
        }
    }
}

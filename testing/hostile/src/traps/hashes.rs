//! Names that collide in LLVM's table of names. bctk's own tables are seeded; this one must equal LLVM's, since it determines the order of names.
use super::bodies::wrapped;
use super::globals::chain;
use super::{Trap, text};

pub(super) const TRAPS: &[Trap] = &[
    text("local names of one bucket", 40_000, |n| wrapped("", lines(n, |name| format!("  %{name} = add i32 1, 2\n"), "  ret void\n"))),
    text("names of one bucket that make room for others", 10_000, |n| {
        // Calls of what became an instruction: each name is taken out and put in again.
        let call = |name: &str| format!("  %{name} = call i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr %p, i32 1)\n");
        let mut out = wrapped("ptr %p", lines(n, call, "  ret void\n"));
        out.extend_from_slice(b"declare i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr, i32)\n");
        out
    }),
    text("global names of one bucket", 40_000, |n| lines(n, |name| format!("@{name} = global i32 0\n${name} = comdat any\n"), "")),
    text("local names of one hash before LLVM 17", 20_000, |n| {
        // `ab` and `bA` are one to Bernstein's function, and so is whatever is made of them.
        let mut out =
            chain(1, "target triple = \"x86_64\"\n!llvm.ident = !{!0}\n!0 = !{!\"clang version 15.0.0\"}\ndefine void @f() {\n", "");
        for i in 0..n {
            let name: String = (0..18).map(|bit| if i >> bit & 1 == 0 { "ab" } else { "bA" }).collect();
            out.extend_from_slice(format!("  %{name} = add i32 1, 2\n").as_bytes());
        }
        out.extend_from_slice(b"  ret void\n}\n");
        out
    }),
];

/// The result of `line` for each of `n` [`names`], in quotes; then `end`.
fn lines(n: usize, line: impl Fn(&str) -> String, end: &str) -> Vec<u8> {
    let mut out: String = names(n).map(|name| line(&quoted(name))).collect();
    out.push_str(end);
    out.into_bytes()
}

/// A name in quotes.
fn quoted(name: [u8; 8]) -> String {
    let hex: String = name.iter().map(|byte| format!("\\{byte:02X}")).collect();
    format!("\"{hex}\"")
}

/// `n` names whose XXH3 hashes differ, but agree in all the bits that a table of so many names looks at: for eight bytes that function can be undone, step by
/// step. LLVM keeps 32 bits of it; so the bits that follow are other ones as long as there are such.
fn names(n: usize) -> impl Iterator<Item = [u8; 8]> {
    let bits = (n * 4).div_ceil(3).next_power_of_two().trailing_zeros();
    (1u64..).map(move |number| name_of_hash(number << bits)).filter(|name| !name.contains(&0)).take(n)
}

/// The name of eight bytes with this hash (XXH3 of 64 bits, no seed).
fn name_of_hash(hash: u64) -> [u8; 8] {
    const FACTOR: u64 = 0x9FB2_1C65_1E98_DF25;
    /// What the function adds to a key of this length, of its default secret.
    const SECRET: u64 = 0x1CAD_21F7_2C81_017C ^ 0xDB97_9083_E96D_D4DE;
    let inverse = (0..6).fold(1u64, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(FACTOR.wrapping_mul(inverse))));
    let mut state = hash ^ hash >> 28 ^ hash >> 56;
    state = state.wrapping_mul(inverse);
    state ^= (state >> 35).wrapping_add(8);
    state = state.wrapping_mul(inverse);
    // The sum of two turns of the state and itself, done 64 times, is the state.
    for _ in 0..63 {
        state ^= state.rotate_left(49) ^ state.rotate_left(24);
    }
    (state ^ SECRET).rotate_left(32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_undone() {
        let hashes: Vec<u64> = names(100).map(|name| xxhash_rust::xxh3::xxh3_64(&name)).collect();
        assert!(hashes.iter().all(|hash| hash & 0xFF == 0));
        assert!(hashes.windows(2).all(|pair| pair[0] >> 8 < pair[1] >> 8));
    }
}

//! Helpers of the benchmarks: `cargo bench -p bctk-bench`. They are a separate package so that tests need not build the crate `criterion`.
//!
//! All benchmarks take the same module by default, a Rust program with debug information from `corpus/`, so that they run anywhere and their
//! figures can be compared. `BCTK_BENCH_FILE` names a larger one.

pub mod limit;

/// A file of the corpus, or the one that `BCTK_BENCH_FILE` names.
pub fn input(usual: &str) -> Vec<u8> {
    let path = std::env::var("BCTK_BENCH_FILE").unwrap_or_else(|_| format!("{}/../../{usual}", env!("CARGO_MANIFEST_DIR")));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Bitcode.
pub fn bitcode() -> Vec<u8> {
    input("corpus/v22/rustc-debug.bc")
}

/// The text of the same module. With `BCTK_BENCH_FILE`, that file has to be a text.
pub fn text() -> Vec<u8> {
    input("corpus/v22/rustc-debug.dis.ll")
}

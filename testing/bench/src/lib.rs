//! Helpers of the benchmarks: `cargo bench -p bctk-bench`. They are a separate package so that tests need not build the crate `criterion`.

/// A file of the corpus, or the one that `BCTK_BENCH_FILE` names.
pub fn input(usual: &str) -> Vec<u8> {
    let path = std::env::var("BCTK_BENCH_FILE").unwrap_or_else(|_| format!("{}/../../{usual}", env!("CARGO_MANIFEST_DIR")));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Bitcode.
pub fn bitcode() -> Vec<u8> {
    input("corpus/v22/clang-cpp-lto-O2-g.bc")
}

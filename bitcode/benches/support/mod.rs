//! Input of the benches: a file of the corpus, or the file named by `BCTK_BENCH_FILE`.

/// The bitcode.
pub(crate) fn input() -> Vec<u8> {
    let path = std::env::var("BCTK_BENCH_FILE")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/v22/clang-cpp-lto-O2-g.bc").into());
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

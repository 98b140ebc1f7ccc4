//! `bcdump` under the name `llvm-bcanalyzer`: damaged files must end in a message at worst. What it prints is in `tests/cli/bcanalyzer`.
use crate::support::{Named, corpus, run, text};

/// Bits turned over and ends cut off: status 0 or 1, and a message only with 1.
#[test]
fn damaged() {
    let tool = Named::bcdump("llvm-bcanalyzer");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("damaged.bc");
    let whole = std::fs::read(corpus("../bitcode/tests/data/small-thin.bc")).expect("a file");
    let mut failures = 0;
    for round in 0..120usize {
        let mut bytes = whole.clone();
        let at = 4 + round.wrapping_mul(0x9E37_79B9) % (bytes.len() - 4);
        bytes[at] ^= 1 << (round % 8);
        if round % 3 == 0 {
            bytes.truncate(at.next_multiple_of(4));
        }
        std::fs::write(&file, &bytes).expect("a file");
        let got = run(tool.path(), folder.path(), &["--dump", "damaged.bc"]);
        match (got.status.code(), got.stderr.is_empty()) {
            (Some(0), true) => {}
            (Some(1), false) => failures += 1,
            (code, _) => panic!("round {round}: status {code:?}, {}", text(&got.stderr)),
        }
    }
    assert!(failures >= 40, "only {failures} of the files were damaged enough");
}

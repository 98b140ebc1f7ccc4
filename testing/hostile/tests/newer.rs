//! Known records with appended operands, unknown flags and unknown values: none is ignored silently.
use bctk_generate::numbers::Numbers;
use bctk_hostile::newer::{extended, is_told};
use std::collections::BTreeSet;
use std::path::Path;

/// How many files are made: `BCTK_MUTANTS` in the environment, else these.
const USUAL: u64 = 800;

#[test]
fn nothing_newer_is_passed_over() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/v22");
    let mut files: Vec<_> = folder.read_dir().expect("a folder").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "bc"));
    files.sort();
    assert!(files.len() > 50, "{}", files.len());
    let mut faults = BTreeSet::new();
    let (mut made, mut kinds) = (0, BTreeSet::new());
    for seed in 0..std::env::var("BCTK_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL) {
        let mut numbers = Numbers::new(seed);
        let file = &files[numbers.below(files.len())];
        let original = std::fs::read(file).expect("a file");
        let Some((newer, what)) = extended(&original, &mut numbers) else { continue };
        made += 1;
        if !is_told(&original, &newer) {
            faults.insert(format!("{what}: {} with seed {seed}", file.display()));
        }
        kinds.insert(what);
    }
    assert!(faults.is_empty(), "{} faults in {made}:\n{}", faults.len(), faults.into_iter().collect::<Vec<_>>().join("\n"));
    assert!(made > 300 && kinds.len() > 50, "{made} files, {} kinds", kinds.len());
}

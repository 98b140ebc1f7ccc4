//! Runs damaged files of the corpus, and inputs that once caused failures, through every entry point: each ends, without a panic.
use bctk_generate::numbers::Numbers;
use bctk_hostile::oracles::{BITCODE, Oracle, TEXT};
use bctk_hostile::{bitstream, tokens};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Files below a folder of the project with this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    bctk_hostile::files::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), &[extension])
}

/// How many mutants: `BCTK_MUTANTS` in the environment, else `usual`, and half of them without optimisation.
fn count(usual: u64) -> u64 {
    let usual = if cfg!(debug_assertions) { usual / 2 } else { usual };
    std::env::var("BCTK_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn check(oracles: &[Oracle], bytes: &[u8], what: &dyn std::fmt::Display, faults: &mut Vec<String>) {
    for oracle in oracles {
        if catch_unwind(AssertUnwindSafe(|| (oracle.check)(bytes))).is_err() {
            faults.push(format!("{what}: {}", oracle.name));
        }
    }
}

fn mutants(extension: &str, oracles: &[Oracle], usual: u64, mutate: fn(&[u8], &mut Numbers) -> Vec<u8>) {
    let files = files("corpus", extension);
    assert!(files.len() > 50, "{}", files.len());
    let mut faults = Vec::new();
    for seed in 0..count(usual) {
        let mut numbers = Numbers::new(seed);
        let file = &files[numbers.below(files.len())];
        let bytes = mutate(&std::fs::read(file).expect("a file"), &mut numbers);
        check(oracles, &bytes, &format_args!("{} with seed {seed}", file.display()), &mut faults);
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Containers whose words are damaged: sizes, places and counts, mostly near their beginning.
#[test]
fn damaged_containers_do_no_harm() {
    let oracles: Vec<&Oracle> = BITCODE.iter().filter(|oracle| oracle.name == "containers").collect();
    let files: Vec<PathBuf> = ["dxil", "metallib", "o", "a", "bundle", "packed"]
        .iter()
        .flat_map(|extension| [files("tests/cli/containers/inputs", extension), files("corpus/containers", extension)].concat())
        .collect();
    assert!(files.len() > 15, "{}", files.len());
    let mut faults = Vec::new();
    for seed in 0..count(4000) {
        let mut numbers = Numbers::new(seed);
        let file = &files[numbers.below(files.len())];
        let mut bytes = std::fs::read(file).expect("a file");
        for _ in 0..=numbers.below(3) {
            let near = [64, 512, bytes.len()][numbers.below(3)].min(bytes.len());
            let word = match numbers.below(5) {
                0 => numbers.next() as u32,
                1 => numbers.below(bytes.len() + 8) as u32,
                2 => u32::MAX - numbers.below(16) as u32,
                3 => 1 << numbers.below(32),
                _ => numbers.below(64) as u32,
            };
            let at = numbers.below(near);
            let place = &mut bytes[at..];
            let width = [1, 2, 4][numbers.below(3)].min(place.len());
            place[..width].copy_from_slice(&word.to_le_bytes()[..width]);
        }
        if numbers.below(8) == 0 {
            bytes.truncate(numbers.below(bytes.len()));
        }
        for oracle in &oracles {
            if catch_unwind(AssertUnwindSafe(|| (oracle.check)(&bytes))).is_err() {
                faults.push(format!("{} with seed {seed}: {}", file.display(), oracle.name));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn damaged_bitcode_does_no_harm() {
    mutants("bc", BITCODE, 400, bitstream::mutate);
}

#[test]
fn damaged_texts_do_no_harm() {
    mutants("ll", TEXT, 1000, tokens::mutate);
}

#[test]
fn what_did_harm_does_none_any_more() {
    let mut faults = Vec::new();
    for (extension, oracles) in [("bc", BITCODE), ("ll", TEXT)] {
        let files = files("fuzz/regressions", extension);
        assert!(!files.is_empty());
        for file in files {
            check(oracles, &std::fs::read(&file).expect("a file"), &file.display(), &mut faults);
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

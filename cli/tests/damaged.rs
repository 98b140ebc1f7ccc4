//! Damaged files: whatever is done to the bytes of a module, reading ends in a module or an error, printing ends, and nothing panics.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often each file is damaged; more with `BCTK_DAMAGE=N` in the environment.
const TIMES: u64 = 60;
/// Far beyond what any of the small files takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A small generator of the same numbers on every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Damages `bytes` in one of the ways in which files are damaged: bits, bytes, words, pieces moved or lost, an early end.
fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    let at = 4 + numbers.below(bytes.len() - 4);
    match numbers.below(7) {
        0 | 1 => bytes[at] ^= 1 << numbers.below(8),
        2 => bytes[at] = numbers.next() as u8,
        3 => {
            let at = at & !3;
            let word = [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, numbers.next() as u32][numbers.below(5)];
            let end = (at + 4).min(bytes.len());
            bytes[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
        }
        4 => bytes.truncate(at),
        5 => {
            let length = numbers.below(64).min(bytes.len() - at);
            let from = numbers.below(bytes.len() - length);
            let piece = bytes[from..from + length].to_vec();
            bytes[at..at + length].copy_from_slice(&piece);
        }
        _ => {
            let end = (at + 1 + numbers.below(16)).min(bytes.len());
            bytes.drain(at..end);
        }
    }
}

fn corpus() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22");
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir).expect("the corpus").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "bc"));
    files.sort();
    assert!(files.len() > 50);
    files
}

fn convert(bytes: &[u8]) {
    let Ok(parts) = bctk_bitcode::modules(bytes, &bctk_bitcode::ReadOptions::default()) else { return };
    for part in parts {
        if let Ok(mut module) = bctk_bitcode::read_module(&part, &bctk_bitcode::ReadOptions::default()) {
            bctk_ir::upgrade::upgrade(&mut module);
            for preserve_uselistorder in [false, true] {
                let options =
                    bctk_textual::PrintOptions { preserve_uselistorder, annotations: preserve_uselistorder, ..Default::default() };
                std::hint::black_box(bctk_textual::print(&module, &options));
            }
        }
    }
}

#[test]
fn nothing_panics_or_hangs() {
    let times = std::env::var("BCTK_DAMAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(TIMES);
    let mut faults = Vec::new();
    for file in corpus() {
        let whole = std::fs::read(&file).expect("a file of the corpus");
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for seed in 0..times {
            let mut numbers = Numbers(seed ^ u64::from(crc(&name)) << 32);
            let mut bytes = whole.clone();
            for _ in 0..1 + numbers.below(3) {
                if bytes.len() > 8 {
                    damage(&mut bytes, &mut numbers);
                }
            }
            let start = Instant::now();
            if catch_unwind(AssertUnwindSafe(|| convert(&bytes))).is_err() {
                faults.push(format!("{name} with seed {seed}: panics"));
            }
            if start.elapsed() > PATIENCE {
                faults.push(format!("{name} with seed {seed}: takes {:?}", start.elapsed()));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A number for a name, so that every file is damaged in ways of its own.
fn crc(name: &str) -> u32 {
    name.bytes().fold(0, |hash: u32, byte| hash.rotate_left(5) ^ u32::from(byte))
}

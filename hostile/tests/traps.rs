//! Inputs that would blow up, at two sizes through every entry point that takes them: what is allocated grows as they do, and each ends. Time, which grows without
//! that in a loop that allocates nothing, is held by `tests/time.rs` for some of them at larger sizes; `--bin traps` measures it (docs/robustness.md).
use bctk_hostile::traps::traps;
use bctk_hostile::watch::{End, within};
use cap::Cap;
use peak_alloc::PeakAlloc;
use std::sync::Arc;
use std::time::Duration;

/// What all of it may take at once: no trap comes near.
const MEMORY: usize = 3 << 30;

#[global_allocator]
static ALLOCATOR: Cap<PeakAlloc> = Cap::new(PeakAlloc, MEMORY);

/// Time of the processor that nothing takes at these sizes.
const LIMIT: Duration = Duration::from_secs(30);
/// How much larger the second input is, about.
const FACTOR: usize = 4;
/// Bytes that count for nothing, beside so many for each byte of the input: buffers of a size of their own.
const FLOOR: usize = 64 << 20;
/// Bytes at once, beside [`FLOOR`], for each byte of the input.
const PEAK_PER_BYTE: usize = 300;

/// What makes an output that is longer than in proportion and holds it: the text of types that contain each other twice, and what is shown of records whose
/// names are each the whole string table.
const LONG_OUTPUTS: &[&str] = &[
    "literal types that contain the one before twice, input 0, text and back",
    "one large type in many globals, input 0, text and back",
    "symbols that each are the whole string table, input 0, diff",
    "comdats that each are the whole string table, input 0, diff",
];

/// Bytes allocated in all, and at once, by each entry point, with the size of its input and its name.
fn measured(trap: &bctk_hostile::traps::Trap, size: usize, faults: &mut Vec<String>) -> Vec<(String, usize, usize, usize)> {
    let mut all = Vec::new();
    for (number, (bytes, oracles)) in trap.inputs(size).into_iter().enumerate() {
        let bytes = Arc::new(bytes);
        for oracle in oracles {
            let (before, total) = (ALLOCATOR.allocated(), ALLOCATOR.total_allocated());
            PeakAlloc.reset_peak_usage();
            let name = format!("{}, input {number}, {}", trap.name, oracle.name);
            let (input, check) = (Arc::clone(&bytes), oracle.check);
            match within(LIMIT, move || check(&input)) {
                End::Done(_) => {}
                End::Panicked => {
                    faults.push(format!("{name} at size {size}: panics"));
                    continue;
                }
                // What goes on would count for all others.
                End::Late => panic!("{name} at size {size}: not done after {LIMIT:?}"),
            }
            let peak = PeakAlloc.peak_usage().saturating_sub(before);
            all.push((name, bytes.len(), ALLOCATOR.total_allocated() - total, peak));
        }
    }
    all
}

#[test]
fn what_is_allocated_grows_as_the_input_does() {
    let mut faults = Vec::new();
    for trap in traps() {
        let (small, large) = (measured(trap, trap.size / 4 / FACTOR, &mut faults), measured(trap, trap.size / 4, &mut faults));
        for ((name, little, less, _), (_, much, more, peak)) in small.iter().zip(&large) {
            if LONG_OUTPUTS.contains(&name.as_str()) {
                continue;
            }
            let grown = (much / little.max(&1)).max(1) + 1;
            // Twice for vectors that double, and a logarithm.
            if *more > FLOOR + less * grown * 2 {
                faults.push(format!("{name}: {more} bytes allocated for {much}, {less} for {little}"));
            }
            if *peak > FLOOR + PEAK_PER_BYTE * much {
                faults.push(format!("{name}: {peak} bytes at once for {much}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn names_are_distinct() {
    let mut names: Vec<&str> = traps().map(|trap| trap.name).collect();
    let count = names.len();
    assert!(count > 100);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

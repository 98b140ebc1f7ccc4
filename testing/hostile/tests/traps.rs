//! Inputs that would blow up, at two sizes through every entry point that takes them: what is allocated grows as they do, and each ends. Time, which grows without
//! that in a loop that allocates nothing, is held by `tests/time.rs` for some of them at larger sizes; `--bin traps` measures it (docs/robustness.md).
use bctk_hostile::oracles::FLOOR;
use bctk_hostile::traps::{assemble, traps};
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
/// What makes a text that is longer than in proportion: that of types that contain each other twice.
const LONG_OUTPUTS: &[&str] =
    &["literal types that contain the one before twice, input 0, text and back", "one large type in many globals, input 0, text and back"];

/// What an entry point allocated.
struct Measured {
    name: String,
    /// Bytes of its input.
    input: usize,
    /// Bytes in all.
    total: usize,
    /// Bytes at once, and how many these may be.
    peak: usize,
    most: usize,
}

/// What each entry point allocates.
fn measured(trap: &bctk_hostile::traps::Trap, size: usize, faults: &mut Vec<String>) -> Vec<Measured> {
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
            let (input, most) = (bytes.len(), FLOOR + oracle.per_byte * bytes.len());
            all.push(Measured { name, input, total: ALLOCATOR.total_allocated() - total, peak, most });
        }
    }
    all
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation; use --release")]
fn what_is_allocated_grows_as_the_input_does() {
    let mut faults = Vec::new();
    for trap in traps() {
        let (small, large) = (measured(trap, trap.size / 4 / FACTOR, &mut faults), measured(trap, trap.size / 4, &mut faults));
        for (small, large) in small.iter().zip(&large) {
            let (name, (little, less), (much, more)) = (&large.name, (small.input, small.total), (large.input, large.total));
            let grown = (much / little.max(1)).max(1) + 1;
            // Twice for vectors that double, and a logarithm.
            if more > FLOOR + less * grown * 2 && !LONG_OUTPUTS.contains(&name.as_str()) {
                faults.push(format!("{name}: {more} bytes allocated for {much}, {less} for {little}"));
            }
            if large.peak > large.most {
                faults.push(format!("{name}: {} bytes at once for {much}", large.peak));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Texts that have a fault by intent, or that pass a limit at these sizes.
const REFUSED: &[&str] = &[
    "splats of too many elements",
    "folding of large vectors",
    "bodies that do not end",
    "strings that do not end",
    "nodes that do not end",
    "faults",
    "symbols that are not there",
    "a value defined again",
    "unknown instructions",
    "comments without an end in a body",
    "empty lines and unknown instructions",
    "strings without an end in a body",
    "blocks without terminators",
    "cases before a fault",
    "types that nothing defines",
    "uses of a type that has a fault",
    "functions that are not closed",
    "functions with a fault in the first line",
    "comments without an end at the top level",
    "nodes with faults",
    "values that nothing defines, and near names",
    "global values that nothing defines, and near names",
];

#[test]
fn texts_are_refused_only_by_intent() {
    // A text that is refused early tests nothing else.
    let refused: Vec<&str> =
        traps().filter(|trap| trap.is_text && assemble(&(trap.make)((trap.size / 50).max(3))).is_none()).map(|trap| trap.name).collect();
    assert_eq!(refused, REFUSED);
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

//! Inputs that once took quadratic time, or would with an obvious algorithm, in sizes where this means minutes: each must end within
//! seconds of CPU time. Linear algorithms take well below half a second, so a slow or busy machine makes no difference.
use bctk_hostile::oracles::{BITCODE, Oracle, TEXT};
use bctk_hostile::traps::{assemble, traps};
use bctk_hostile::watch::{End, within};
use std::sync::Arc;
use std::time::Duration;

/// What any of them may take.
const LIMIT: Duration = Duration::from_secs(10);

/// A trap, how many times its size, and the entry points.
const CASES: &[(&str, usize, &[&str])] = &[
    ("lexical blocks in a chain, a location in each", 8, &["assemble", "text to text", "edit", "print", "write"]),
    ("locations inlined in each other", 8, &["assemble", "text to text", "edit", "print", "write"]),
    ("type-based alias tags", 12, &["assemble", "text to text"]),
    ("local names of one bucket", 4, &["assemble", "write"]),
    ("global names of one bucket", 4, &["assemble", "write"]),
    ("local names of one hash before LLVM 17", 4, &["assemble", "write"]),
    ("types without names", 4, &["parse", "print"]),
    ("two circles of equal nodes", 4, &["parse", "write"]),
    ("values used before they are defined, last first", 4, &["assemble", "print", "write"]),
    ("a phi of many blocks", 4, &["assemble", "print", "write"]),
    ("old intrinsics and many constants", 4, &["assemble"]),
    ("old intrinsics and many nodes", 8, &["assemble"]),
    ("flags whose behaviour changed", 16, &["assemble"]),
    ("annotations of kernels", 8, &["assemble"]),
    ("atomic operations without promises", 8, &["print"]),
    ("additions of nothing in an expression", 16, &["assemble"]),
    ("expressions that get an operation", 8, &["assemble"]),
    ("loops in each other with a location in the last", 4, &["edit", "text to text"]),
    ("typed operands of inline assembly", 4, &["translate"]),
    ("intrinsics that nothing declares", 6, &["parse"]),
    ("comparisons of many types", 4, &["print"]),
    ("exchanges and many types", 8, &["print"]),
    ("loops within loops", 8, &["verify", "verify text"]),
    ("ladders that cannot be reduced", 8, &["verify", "verify text"]),
    ("pads within pads", 8, &["verify", "verify text"]),
    ("convergence tokens of loops in each other", 8, &["verify", "verify text"]),
    ("access types of many fields in each other", 8, &["verify", "verify text"]),
    ("unknown instructions", 8, &["parse"]),
    ("comments without an end in a body", 8, &["parse"]),
    ("empty lines and unknown instructions", 8, &["parse"]),
    ("blocks without terminators", 8, &["parse"]),
    ("cases before a fault", 8, &["parse"]),
    ("uses of a type that has a fault", 8, &["parse"]),
    ("functions that are not closed", 8, &["parse"]),
    ("comments without an end at the top level", 8, &["parse"]),
    ("values that nothing defines, and near names", 8, &["parse"]),
    ("global values that nothing defines, and near names", 8, &["parse"]),
    ("attachments of loads in many functions", 8, &["verify", "verify text"]),
];

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation; use --release")]
fn large_traps_end_in_time() {
    let mut faults = Vec::new();
    let mut check = |name: &str, bytes: &Arc<Vec<u8>>, oracle: &Oracle| {
        let (bytes, check) = (Arc::clone(bytes), oracle.check);
        let end = within(LIMIT, move || check(&bytes));
        println!("{name}, {}: {end:?}", oracle.name);
        match end {
            End::Done(time) if time <= LIMIT => {}
            End::Done(time) => faults.push(format!("{name}, {}: {time:?}", oracle.name)),
            End::Panicked => faults.push(format!("{name}, {}: panics", oracle.name)),
            // What goes on would count for all others.
            End::Late => panic!("{name}, {}: not done after {LIMIT:?}", oracle.name),
        }
    };
    for &(name, times, entries) in CASES {
        let trap = traps().find(|trap| trap.name == name).expect("a trap of this name");
        assert!(entries.iter().all(|entry| TEXT.iter().chain(BITCODE).any(|oracle| oracle.name == *entry)), "{entries:?}");
        let text = Arc::new((trap.make)(trap.size * times));
        let wanted = |oracle: &&Oracle| entries.contains(&oracle.name);
        TEXT.iter().filter(wanted).for_each(|oracle| check(name, &text, oracle));
        if BITCODE.iter().any(|oracle| wanted(&oracle)) {
            let bytes = Arc::new(assemble(&text).expect("bitcode"));
            BITCODE.iter().filter(wanted).for_each(|oracle| check(name, &bytes, oracle));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

//! Properties of every generated module (`bctk_hostile::generated`), and guarantees of the generator.
//!
//! How many modules are made says `BCTK_CASES`; without it there are few enough for every run of the tests, and always the same.
use arbitrary::Unstructured;
use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
use bctk_generate::{Options, module};
use bctk_hostile::generated::{self, Property, text_of};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Modules of each property unless `BCTK_CASES` says. Without optimisation, each takes half a second.
const CASES: u32 = if cfg!(debug_assertions) { 30 } else { 400 };
/// Maximum number of bytes for one module.
const MOST_BYTES: usize = 6000;

/// Checks `property` for modules made of many strings of bytes; on a failure those are made shorter.
fn for_modules(property: Property) {
    let cases = std::env::var("BCTK_CASES").ok().and_then(|n| n.parse().ok());
    let config = Config { cases: cases.unwrap_or(CASES), max_shrink_iters: 4000, failure_persistence: None, ..Config::default() };
    let mut runner = match cases {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    let checked = runner.run(&vec(any::<u8>(), 0..MOST_BYTES), |bytes| {
        let made = module(&mut Unstructured::new(&bytes), &Options::default()).map_err(|e| TestCaseError::fail(e.to_string()))?;
        property(&made).map_err(TestCaseError::fail)
    });
    if let Err(fault) = checked {
        // The bytes say nothing to anyone; the module does.
        match fault {
            proptest::test_runner::TestError::Fail(reason, bytes) => {
                let text = module(&mut Unstructured::new(&bytes), &Options::default()).map(|m| text_of(&m, true)).unwrap_or_default();
                panic!("{reason}\n{} bytes make\n{}", bytes.len(), String::from_utf8_lossy(&text));
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn the_verifier_finds_nothing() {
    for_modules(generated::is_valid);
}

#[test]
fn bitcode_keeps_everything() {
    for_modules(generated::bitcode_keeps_everything);
}

#[test]
fn text_keeps_everything() {
    for_modules(generated::text_keeps_everything);
}

#[test]
fn both_ways_keep_everything() {
    for_modules(generated::both_ways_keep_everything);
}

/// Equal bytes make equal modules.
#[test]
fn modules_depend_on_bytes_alone() {
    let bytes: Vec<u8> = (0..3000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 23) as u8).collect();
    let make = || module(&mut Unstructured::new(&bytes), &Options::default()).expect("a module");
    let (a, b) = (make(), make());
    assert_eq!(text_of(&a, true), text_of(&b, true));
    assert!(a.bodies.iter().any(|body| body.insts.len() > 3), "a module of some size");
}

/// No bytes at all make a module, too.
#[test]
fn nothing_makes_the_least_module() {
    let made = module(&mut Unstructured::new(&[]), &Options::default()).expect("a module");
    assert_eq!(made.functions().count(), 1);
    let bitcode = write(&made, &WriteOptions::default()).expect("bitcode");
    assert!(read(&bitcode, &ReadOptions::default()).is_ok());
}

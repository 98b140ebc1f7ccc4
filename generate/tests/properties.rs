//! Properties that hold for every generated module: the ways through bitcode and through text, and through both, change nothing.
//!
//! How many modules are made says `BCTK_CASES`; without it there are few enough for every run of the tests, and always the same.
use arbitrary::Unstructured;
use bctk_bitcode::write::UseListOrders;
use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
use bctk_generate::{Options, module};
use bctk_ir::module::Module;
use bctk_textual::{ParseOptions, PrintOptions, parse, print};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Modules of each property unless `BCTK_CASES` says.
const CASES: u32 = 200;
/// Bytes of which one module is made, at most.
const MOST_BYTES: usize = 6000;

/// Checks `property` for modules made of many strings of bytes; on a failure those are made shorter.
fn for_modules(property: impl Fn(Module) -> Result<(), TestCaseError>) {
    let cases = std::env::var("BCTK_CASES").ok().and_then(|n| n.parse().ok());
    let config = Config { cases: cases.unwrap_or(CASES), max_shrink_iters: 4000, failure_persistence: None, ..Config::default() };
    let mut runner = match cases {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    let checked = runner.run(&vec(any::<u8>(), 0..MOST_BYTES), |bytes| {
        let made = module(&mut Unstructured::new(&bytes), &Options::default()).map_err(|e| TestCaseError::fail(e.to_string()))?;
        property(made)
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

fn text_of(module: &Module, orders: bool) -> Vec<u8> {
    print(module, &PrintOptions { preserve_uselistorder: orders, ..Default::default() })
}

fn bitcode_of(module: &Module) -> Result<Vec<u8>, TestCaseError> {
    write(module, &WriteOptions::default()).map_err(|e| TestCaseError::fail(format!("not written: {e}")))
}

fn module_of(bitcode: &[u8]) -> Result<Module, TestCaseError> {
    read(bitcode, &ReadOptions::default()).map_err(|e| TestCaseError::fail(format!("not read: {e}")))
}

fn parsed(text: &[u8]) -> Result<Module, TestCaseError> {
    parse(text, &ParseOptions::default()).map_err(|faults| TestCaseError::fail(format!("not parsed: {faults}")))
}

/// An error that shows the first line in which two texts differ.
fn same_text(what: &str, want: &[u8], got: &[u8]) -> Result<(), TestCaseError> {
    if want == got {
        return Ok(());
    }
    let (want, got) = (String::from_utf8_lossy(want), String::from_utf8_lossy(got));
    let number = want.lines().zip(got.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(number).unwrap_or("(end)").to_owned();
    Err(TestCaseError::fail(format!("{what}, line {}:\n- {}\n+ {}", number + 1, line(&want), line(&got))))
}

fn same_bytes(what: &str, want: &[u8], got: &[u8]) -> Result<(), TestCaseError> {
    match want.iter().zip(got).position(|(a, b)| a != b) {
        None if want.len() == got.len() => Ok(()),
        at => Err(TestCaseError::fail(format!("{what}: {} and {} bytes, differ at {at:?}", want.len(), got.len()))),
    }
}

/// read(write(m)) is m: it prints the same, has the same orders of uses, and writes the same bytes.
#[test]
fn bitcode_keeps_everything() {
    for_modules(|made| {
        let bitcode = bitcode_of(&made)?;
        let again = module_of(&bitcode)?;
        for (body, read) in made.bodies.iter().zip(&again.bodies) {
            // The writer adds some: LLVM does not foresee everything that its reader does to lists of uses. Where operand bundles are, it states
            // others.
            for order in body.use_orders.iter().filter(|_| body.bundles.is_empty()) {
                prop_assert!(read.use_orders.contains(order), "{order:?} is lost");
            }
        }
        same_text("text", &without_orders(&text_of(&made, false)), &without_orders(&text_of(&again, false)))?;
        same_bytes("bitcode", &bitcode, &bitcode_of(&again)?)
    });
}

/// A text without what depends on the uses of global values, constants and blocks: their orders, and the order in which predecessors are named.
/// Those LLVM itself does not keep from text to text, and what it printed of them it takes back only if all uses stand in the text.
fn without_outer_orders(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(text.len());
    for line in text.split(|&byte| byte == b'\n') {
        let outer = line.starts_with(b"uselistorder") || line.starts_with(b"  uselistorder label") || line == b"; uselistorder directives";
        if outer || line.is_empty() {
            continue;
        }
        let end = line.windows(9).position(|window| window == b"; preds =").unwrap_or(line.len());
        kept.extend_from_slice(&line[..end]);
        kept.push(b'\n');
    }
    kept
}

/// As [`without_outer_orders`], without any order of uses.
fn without_orders(text: &[u8]) -> Vec<u8> {
    let text = without_outer_orders(text);
    text.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"  uselistorder")).flatten().copied().collect()
}

/// parse(print(m)) is m: it prints the same, with the orders of uses that are stated in functions.
#[test]
fn text_keeps_everything() {
    for_modules(|made| {
        let text = without_outer_orders(&text_of(&made, true));
        let again = parsed(&text)?;
        same_text("text", &text, &without_outer_orders(&text_of(&again, true)))
    });
}

/// From bitcode to text, back to bitcode and to text again: the second text is the first one, and so is the bitcode that is made of them.
#[test]
fn both_ways_keep_everything() {
    for_modules(|made| {
        let first = module_of(&bitcode_of(&made)?)?;
        let text = text_of(&first, false);
        let from_text = parsed(&text)?;
        let second = module_of(&bitcode_of(&from_text)?)?;
        let again = text_of(&second, false);
        same_text("text", &without_orders(&text), &without_orders(&again))?;
        let plain = WriteOptions { use_list_orders: UseListOrders::Drop, ..WriteOptions::default() };
        let bitcode = |module: &Module| write(module, &plain).map_err(|e| TestCaseError::fail(format!("not written: {e}")));
        same_bytes("bitcode of the text", &bitcode(&from_text)?, &bitcode(&parsed(&again)?)?)?;
        same_bytes("bitcode of the bitcode", &bitcode(&from_text)?, &bitcode(&second)?)
    });
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
    assert!(module_of(&bitcode_of(&made).expect("bitcode")).is_ok());
}

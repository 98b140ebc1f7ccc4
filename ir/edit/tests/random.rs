//! Random edits of generated modules (`bctk_generate::edits`). `BCTK_EDITS` says how many, from which module on: `100000` or `20@1234`.
use bctk_generate::numbers::Numbers;
use bctk_generate::{Options, edits::edit};
use bctk_ir::module::Module;
use bctk_textual::{ParseOptions, PrintOptions, parse, print};

/// The edits of each run of the tests.
const EDITS: usize = 400;

/// What is wrong with a module.
fn fault(module: &Module) -> Option<String> {
    let report = bctk_verify::verify(module, &bctk_verify::VerifyOptions::default());
    if let Some(finding) = report.findings.first() {
        return Some(finding.describe(module));
    }
    let text = print(module, &PrintOptions::default());
    let differs = |back: Module, what: &str| {
        let again = print(&back, &PrintOptions::default());
        let (a, b) = (text.split(|&byte| byte == b'\n'), again.split(|&byte| byte == b'\n'));
        let line = a.zip(b).find(|(a, b)| a != b);
        let line = line.map(|(a, b)| format!("{}\n{}", String::from_utf8_lossy(a), String::from_utf8_lossy(b)));
        (again != text).then(|| format!("{what} differs: {}", line.unwrap_or_default()))
    };
    let of_text = match parse(&text, &ParseOptions::default()) {
        Ok(back) => differs(back, "text"),
        Err(error) => Some(format!("text: {error}")),
    };
    let of_bitcode = || {
        let written = bctk_bitcode::write(module, &bctk_bitcode::WriteOptions::default()).map_err(|e| e.to_string());
        match written.and_then(|bytes| bctk_bitcode::read(&bytes, &bctk_bitcode::ReadOptions::default()).map_err(|e| e.to_string())) {
            Ok(back) => differs(back, "bitcode"),
            Err(error) => Some(format!("bitcode: {error}")),
        }
    };
    of_text.or_else(of_bitcode)
}

#[test]
fn modules_stay_valid() {
    let wanted = std::env::var("BCTK_EDITS").unwrap_or_default();
    let (count, first) = wanted.split_once('@').unwrap_or((&wanted, "0"));
    let (count, first) = (count.parse().unwrap_or(EDITS), first.parse().unwrap_or(0));
    let (mut made, mut faults) = (0, Vec::new());
    for number in first.. {
        if made >= count || faults.len() > 9 {
            break;
        }
        let (edits, found) = of_module(number);
        made += edits;
        faults.extend(found);
    }
    assert!(faults.is_empty(), "{made} edits\n{}", faults.join("\n"));
}

/// Edits a module in a few sessions. Returns how many edits were made, and what is wrong then.
fn of_module(number: u64) -> (usize, Option<String>) {
    let mut rng = Numbers::new(number);
    let count = 200 + rng.below(3000);
    let bytes = rng.bytes(count);
    let options = Options { use_list_orders: false, ..Options::default() };
    let mut module = bctk_generate::module(&mut arbitrary::Unstructured::new(&bytes), &options).expect("a module");
    let mut made = 0;
    for session in 0..4 {
        let size = 1 + rng.below(12);
        let edits = match edit(&mut module, size, &mut |limit| rng.below(limit)) {
            Ok(edits) => edits,
            Err(failure) => return (made, Some(format!("module {number}, session {session}: {failure:#?}"))),
        };
        made += edits.len();
        if let Some(fault) = fault(&module) {
            return (made, Some(format!("module {number}, session {session}: {fault}\n{edits:#?}")));
        }
    }
    (made, None)
}

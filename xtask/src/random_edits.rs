//! `cargo xtask random-edits`: makes random edits by `bctk-edit`, after which modules must be valid, and written and read again as they are.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{llvm, parallel};
use bctk_generate::edits::{Failure, edit};
use bctk_generate::numbers::Numbers;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

const HELP: &str = "usage: cargo xtask random-edits [--count N] [--seed S] [--session N] [--llvm-every N] [--opt COMMAND] [--out DIR] [--jobs N] [FILE|DIR...]

Makes N random edits (default: 1000) by bctk-edit in generated modules, or in the files of bitcode and text that are named or below folders. A
session makes a few edits and finishes them; a module has several sessions. After each, the verifier must find nothing, text that is parsed must
print as the same text, and so must bitcode that is read. What a module did not keep before is not asked of it.

  --seed S           another number gives other edits (default: 1)
  --session N        edits of a session, at most (default: 12)
  --llvm-every N     give each N-th module to LLVM's verifier as bitcode and as text (default: 100; 0: never)
  --opt COMMAND      the program for that (default: opt of LLVM 23)
  --largest BYTES    leave out larger files (default: 200000)
  --out DIR          keep modules after which something is wrong, and those before
";

struct Setup {
    count: usize,
    seed: u64,
    session: usize,
    every: usize,
    opt: Option<PathBuf>,
    largest: u64,
    out: Option<PathBuf>,
    jobs: usize,
    files: Vec<PathBuf>,
}

/// What came of a module.
#[derive(Default)]
struct Outcome {
    edits: usize,
    verified: usize,
    fault: Option<String>,
}

/// Runs the command; `Ok(false)` means that something is wrong.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let Some(setup) = setup(args)? else { return Ok(true) };
    if let Some(out) = &setup.out {
        std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let rooms = parallel::folders(folder.path(), setup.jobs)?;
    let (mut edits, mut modules, mut verified, mut faults) = (0, 0, 0, 0);
    let mut first = 0;
    while edits < setup.count {
        let batch = 64;
        let outcomes = parallel::each(&rooms, batch, |room, at| one(&setup, room, first + at));
        for outcome in outcomes {
            modules += 1;
            edits += outcome.edits;
            verified += outcome.verified;
            if let Some(fault) = outcome.fault {
                faults += 1;
                println!("{fault}\n");
            }
        }
        first += batch;
        let is_stuck = edits == 0 && first > 1000;
        if is_stuck || faults > 200 {
            break;
        }
    }
    println!("random-edits: seed {}, {edits} edits in {modules} modules, {verified} given to LLVM, {faults} faults", setup.seed);
    Ok(faults == 0)
}

/// What to do; none for `--help`.
fn setup(args: &[String]) -> Result<Option<Setup>, String> {
    let mut setup = Setup {
        count: 1000,
        seed: 1,
        session: 12,
        every: 100,
        opt: llvm::find_of("opt", LlvmVersion::DEFAULT.major),
        largest: 200_000,
        out: None,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        files: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--help" {
            print!("{HELP}");
            return Ok(None);
        }
        if !arg.starts_with("--") {
            let path = PathBuf::from(arg);
            setup.files.extend(if path.is_dir() { llvm::files_below(&path, "")? } else { vec![path] });
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{arg} takes a value"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{arg} {value}: {e}"));
        match arg.as_str() {
            "--count" => setup.count = number()? as usize,
            "--seed" => setup.seed = number()?,
            "--session" => setup.session = number()?.max(1) as usize,
            "--llvm-every" => setup.every = number()? as usize,
            "--opt" => setup.opt = Some(value.into()),
            "--largest" => setup.largest = number()?,
            "--out" => setup.out = Some(value.into()),
            "--jobs" => setup.jobs = number()?.max(1) as usize,
            _ => return Err(format!("no option {arg}; --help lists them")),
        }
    }
    if setup.every > 0 && setup.opt.is_none() {
        return Err("opt of LLVM 23 is not there; --opt names one, and --llvm-every 0 does without".into());
    }
    let is_module = |path: &PathBuf| {
        let ends = path.extension().is_some_and(|ending| ending == "bc" || ending == "ll");
        ends && path.metadata().is_ok_and(|data| data.len() <= setup.largest)
    };
    let had_files = !setup.files.is_empty();
    setup.files.retain(is_module);
    if had_files && setup.files.is_empty() {
        return Err("no file of bitcode or text among those that are named".into());
    }
    Ok(Some(setup))
}

fn parse(bytes: &[u8]) -> Result<Module, String> {
    bctk_textual::parse(bytes, &bctk_textual::ParseOptions::default()).map_err(|e| e.to_string())
}

fn read(bytes: &[u8]) -> Result<Module, String> {
    bctk_bitcode::read(bytes, &bctk_bitcode::ReadOptions::default()).map_err(|e| e.to_string())
}

fn write(module: &Module) -> Result<Vec<u8>, String> {
    bctk_bitcode::write(module, &bctk_bitcode::WriteOptions::default()).map_err(|e| e.to_string())
}

fn text(module: &Module) -> Vec<u8> {
    bctk_textual::print(module, &bctk_textual::PrintOptions::default())
}

/// The module of a number, and its name; none if a file cannot be read.
fn module(setup: &Setup, number: usize) -> Option<(Module, String)> {
    if setup.files.is_empty() {
        let bytes = crate::generate::bytes(number);
        let made = bctk_generate::module(&mut arbitrary::Unstructured::new(&bytes), &bctk_generate::Options::default());
        return made.ok().map(|module| (module, format!("generated module {number}")));
    }
    // Few edits are to meet files of all folders.
    let path = &setup.files[Numbers::of_part(!setup.seed, number as u64).below(setup.files.len())];
    let bytes = std::fs::read(path).ok()?;
    let read = if path.extension().is_some_and(|ending| ending == "ll") { parse(&bytes) } else { read(&bytes) };
    Some((read.ok()?, path.display().to_string()))
}

/// Checks a module, each kind of check by itself: nothing for what holds.
fn checks(module: &Module) -> [Option<String>; 3] {
    let report = bctk_verify::verify(module, &bctk_verify::VerifyOptions::default());
    let finding = report.findings.first().map(|finding| format!("verifier: {}", finding.describe(module)));
    // Other checks rely on it.
    if finding.is_some() {
        return [finding, None, None];
    }
    let printed = text(module);
    // The release that printed a text is not always to be seen in it.
    let options = bctk_textual::ParseOptions { printed_by: Some(module.llvm_version()), ..bctk_textual::ParseOptions::default() };
    let of_text = match bctk_textual::parse(&printed, &options) {
        Err(e) => Some(format!("text: {e}")),
        Ok(back) => difference(&printed, &text(&back)).map(|line| format!("text differs: {line}")),
    };
    let of_bitcode = match write(module).and_then(|bytes| read(&bytes)) {
        Err(e) => Some(format!("bitcode: {e}")),
        Ok(back) => difference(&printed, &text(&back)).map(|line| format!("text of bitcode differs: {line}")),
    };
    [finding, of_text, of_bitcode]
}

/// The first lines that differ.
fn difference(wanted: &[u8], found: &[u8]) -> Option<String> {
    if wanted == found {
        return None;
    }
    let (a, b) = (wanted.split(|&byte| byte == b'\n'), found.split(|&byte| byte == b'\n'));
    let lines = a.zip(b).find(|(a, b)| a != b);
    Some(lines.map_or("one is shorter".into(), |(a, b)| format!("\n  {}\n  {}", String::from_utf8_lossy(a), String::from_utf8_lossy(b))))
}

/// What LLVM's verifier says of a module, as bitcode and as text.
fn said(setup: &Setup, room: &Path, module: &Module) -> Result<Option<String>, String> {
    let Some(opt) = &setup.opt else { return Ok(None) };
    for (name, bytes) in [("module.bc", write(module)?), ("module.ll", text(module))] {
        let path = room.join(name);
        std::fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        let answer = Command::new(opt).args(["-passes=verify", "-disable-output"]).arg(&path).stdin(Stdio::null()).output();
        let answer = answer.map_err(|e| format!("{}: {e}", opt.display()))?;
        let said = String::from_utf8_lossy(&answer.stderr).into_owned();
        let is_clean = said.lines().all(|line| line.contains("failed to create target machine"));
        if !answer.status.success() || !is_clean {
            return Ok(Some(format!("LLVM, {name}: {}", said.lines().take(4).collect::<Vec<_>>().join("\n  "))));
        }
    }
    Ok(None)
}

/// Some sessions of edits in one module.
fn one(setup: &Setup, room: &Path, number: usize) -> Outcome {
    let mut outcome = Outcome::default();
    let Some((mut module, name)) = module(setup, number) else { return outcome };
    let mut rng = Numbers::of_part(setup.seed, number as u64);
    let before = checks(&module);
    if before[0].is_some() {
        return outcome;
    }
    let asks_llvm = setup.every > 0 && number.is_multiple_of(setup.every);
    let llvm_before = if asks_llvm { said(setup, room, &module) } else { Ok(None) };
    for session in 0..1 + rng.below(5) {
        let count = 1 + rng.below(setup.session);
        let old = setup.out.as_ref().map(|_| text(&module));
        let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| edit(&mut module, count, &mut |limit| rng.below(limit))));
        let made = made.unwrap_or_else(|_| Err(Failure { edits: Vec::new(), message: "panic".into() }));
        let fail = |message: String, edits: &[String]| {
            if let (Some(out), Some(old)) = (&setup.out, &old) {
                let _ = std::fs::write(out.join(format!("{number}.before.ll")), old);
                let _ = std::fs::write(out.join(format!("{number}.after.ll")), text(&module));
            }
            Some(format!("seed {}, {name}, session {session}: {message}\n  {}", setup.seed, edits.join("\n  ")))
        };
        let edits = match made {
            Ok(edits) => edits,
            Err(Failure { edits, message }) => {
                outcome.fault = fail(message, &edits);
                return outcome;
            }
        };
        outcome.edits += edits.len();
        let fault = checks(&module).into_iter().zip(&before).find_map(|(now, before)| now.filter(|_| before.is_none()));
        if let Some(fault) = fault {
            outcome.fault = fail(fault, &edits);
            return outcome;
        }
        if asks_llvm && matches!(llvm_before, Ok(None)) {
            outcome.verified += 1;
            match said(setup, room, &module) {
                Ok(None) => {}
                Ok(Some(said)) | Err(said) => {
                    outcome.fault = fail(said, &edits);
                    return outcome;
                }
            }
        }
    }
    outcome
}

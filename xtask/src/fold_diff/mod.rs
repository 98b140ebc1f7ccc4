//! `cargo xtask fold-diff`: writes modules of constant expressions, and compares what a reader of LLVM and ours make of them.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::verify_diff::rng::Rng;
use crate::{llvm, parallel};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use make::Place;

mod make;

const HELP: &str = "usage: cargo xtask fold-diff [--llvm N] [--written N] [--count N] [--seed S] [--theirs COMMAND] [--bin DIR] [--out DIR] [--jobs N]

Writes bitcode whose constants are expressions, drawn at random, and compares what llvm-dis of LLVM N (default: 23) prints with what ours of DIR
(default: target/release) prints. Each expression is the initializer of a variable, or what a function returns.

  --written N       the release that the bitcode is of (default: that of the reader)
  --count N         expressions (default: 20000)
  --each N          expressions of a module (default: 200)
  --seed S          another number gives other modules (default: 1)
  --theirs COMMAND  the words of a command that prints a file; ours then prints with --plain, as the release of the file does
  --out DIR         keep the modules about which the tools differ
  --most N          differences that are printed (default: 20)
";

struct Setup {
    reader: LlvmVersion,
    written: LlvmVersion,
    count: usize,
    each: usize,
    seed: u64,
    bin: PathBuf,
    theirs: Vec<String>,
    ours: Vec<String>,
    out: Option<PathBuf>,
    most: usize,
    jobs: usize,
}

/// What came of a module.
#[derive(Default)]
struct Outcome {
    same: usize,
    /// Lines about each expression that differs.
    differences: Vec<String>,
    /// What a tool that refuses the module says.
    refused: Option<String>,
}

/// Runs the command; `Ok(false)` means that something differs.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let Some(setup) = setup(args, folder.path())? else { return Ok(true) };
    if let Some(out) = &setup.out {
        std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    let rooms = parallel::folders(folder.path(), setup.jobs)?;
    let outcomes = parallel::each(&rooms, setup.count.div_ceil(setup.each), |room, number| one(&setup, room, number));
    let (mut same, mut differ, mut refused) = (0, 0, BTreeMap::<String, usize>::new());
    for (number, outcome) in outcomes.into_iter().enumerate() {
        let outcome = outcome.map_err(|e| format!("module {number}: {e}"))?;
        same += outcome.same;
        for lines in &outcome.differences {
            differ += 1;
            if differ <= setup.most {
                println!("module {number}:\n{lines}");
            }
        }
        if let Some(said) = outcome.refused {
            *refused.entry(said).or_default() += 1;
        }
    }
    for (said, count) in &refused {
        println!("{count} modules: {said}");
    }
    println!("fold-diff: LLVM {}, files of {}: {same} expressions alike, {differ} differ", setup.reader, setup.written);
    Ok(differ == 0 && refused.is_empty())
}

fn setup(args: &[String], folder: &Path) -> Result<Option<Setup>, String> {
    let mut reader = LlvmVersion::NEWEST;
    let mut setup = Setup {
        reader,
        written: reader,
        count: 20_000,
        each: 200,
        seed: 1,
        bin: llvm::root().join("target/release"),
        theirs: Vec::new(),
        ours: Vec::new(),
        out: None,
        most: 20,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let mut written = None;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--help" {
            print!("{HELP}");
            return Ok(None);
        }
        let value = args.next().ok_or_else(|| format!("{arg} takes a value"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{arg} {value}: {e}"));
        match arg.as_str() {
            "--llvm" => reader = LlvmVersion::new(number()? as u32),
            "--written" => written = Some(LlvmVersion::new(number()? as u32)),
            "--count" => setup.count = number()? as usize,
            "--each" => setup.each = number()?.max(1) as usize,
            "--seed" => setup.seed = number()?,
            "--most" => setup.most = number()? as usize,
            "--jobs" => setup.jobs = number()?.max(1) as usize,
            "--bin" => setup.bin = value.into(),
            "--out" => setup.out = Some(value.into()),
            "--theirs" => setup.theirs = value.split_whitespace().map(str::to_owned).collect(),
            _ => return Err(format!("no option {arg}; --help lists them")),
        }
    }
    (setup.reader, setup.written) = (reader, written.unwrap_or(reader));
    let program = setup.bin.join("bcconv");
    let program = std::path::absolute(&program).map_err(|e| format!("{}: {e}", program.display()))?;
    let text = |path: PathBuf| path.into_os_string().into_string().map_err(|path| format!("{}: not UTF-8", path.display()));
    if setup.theirs.is_empty() {
        let name = format!("llvm-dis-{}", reader.major);
        let theirs = llvm::find_of("llvm-dis", reader.major).ok_or_else(|| format!("{name} is not there"))?;
        setup.theirs = vec![text(theirs)?, "-o".into(), "-".into()];
        let ours = folder.join(&name);
        crate::oracle::link(&program, &ours)?;
        setup.ours = vec![text(ours)?, "-o".into(), "-".into()];
    } else {
        setup.ours = vec![text(program)?, "--plain".into(), "--to".into(), "ll".into(), "-o".into(), "-".into()];
    }
    Ok(Some(setup))
}

/// One module.
fn one(setup: &Setup, room: &Path, number: usize) -> Result<Outcome, String> {
    let mut rng = Rng::new(setup.seed, number as u64);
    let place = if number.is_multiple_of(2) { Place::Initializers } else { Place::Functions };
    let module = make::module(&mut rng, setup.written, setup.reader, place, setup.each);
    let mut outcome = Outcome::default();
    compare(setup, room, number, &module, &mut outcome)?;
    Ok(outcome)
}

fn compare(setup: &Setup, room: &Path, number: usize, module: &Module, outcome: &mut Outcome) -> Result<(), String> {
    let options = bctk_bitcode::WriteOptions { llvm: Some(setup.written), ..bctk_bitcode::WriteOptions::default() };
    let bitcode = bctk_bitcode::write(module, &options).map_err(|e| format!("not written: {e}"))?;
    let file = room.join("case.bc");
    std::fs::write(&file, &bitcode).map_err(|e| format!("{}: {e}", file.display()))?;
    let theirs = answer(&setup.theirs, &file)?;
    let ours = answer(&setup.ours, &file)?;
    let differ = match (theirs, ours) {
        (Ok(theirs), Ok(ours)) => {
            let (theirs, ours) = (items(&theirs), items(&ours));
            let plain =
                String::from_utf8_lossy(&bctk_textual::print::print(module, &bctk_textual::print::PrintOptions::default())).into_owned();
            let plain = items(&plain);
            for (name, item) in &theirs {
                if ours.get(name) == Some(item) {
                    outcome.same += usize::from(name.starts_with(['c', 'f']));
                    continue;
                }
                let show = |items: &BTreeMap<String, String>| items.get(name).map_or("nothing", |item| item.trim_end()).to_owned();
                outcome.differences.push(format!(" file: {}\n LLVM: {}\n ours: {}", show(&plain), show(&theirs), show(&ours)));
            }
            !outcome.differences.is_empty()
        }
        (Err(theirs), Err(ours)) => {
            outcome.refused = Some(format!("both refuse: LLVM: {theirs}, ours: {ours}"));
            true
        }
        (theirs, ours) => {
            let said = |answer: Result<String, String>| answer.map_or_else(|said| said, |_| "accepts".to_owned());
            outcome.refused = Some(format!("LLVM: {}, ours: {}", said(theirs), said(ours)));
            true
        }
    };
    if let Some(out) = setup.out.as_ref().filter(|_| differ) {
        let path = out.join(format!("{number:05}.bc"));
        std::fs::write(&path, bitcode).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// What a tool prints, or what it says when it refuses.
fn answer(command: &[String], file: &Path) -> Result<Result<String, String>, String> {
    let (program, args) = command.split_first().ok_or("no command")?;
    // The file comes before what follows the word of a wrapper.
    let answer = Command::new(program).args(args).arg(file).stdin(Stdio::null()).output().map_err(|e| format!("{program}: {e}"))?;
    if answer.status.success() {
        return Ok(Ok(String::from_utf8_lossy(&answer.stdout).into_owned()));
    }
    let said = String::from_utf8_lossy(&answer.stderr);
    let line = said.lines().next().unwrap_or_default();
    Ok(Err(format!("{} {}", answer.status, line.rsplit_once("case.bc").map_or(line, |(_, said)| said))))
}

/// The variables and functions of a text by name.
fn items(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines() {
        let is_start = line.starts_with('@') || line.starts_with("define ");
        if is_start {
            let rest = line.split_once('@').map_or("", |(_, rest)| rest);
            name = rest.split([' ', '(']).next().unwrap_or_default().to_owned();
            found.insert(name.clone(), String::new());
        }
        if let Some(item) = found.get_mut(&name) {
            item.push_str(line);
            item.push('\n');
        }
        if line.is_empty() || line == "}" || line.starts_with('@') {
            name.clear();
        }
    }
    found
}

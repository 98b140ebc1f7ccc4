//! `cargo xtask fold-diff`: writes modules of constant expressions, and compares what a reader of LLVM and ours make of them.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{llvm, parallel};
use bctk_generate::numbers::Numbers;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use make::Place;

mod make;

const HELP: &str = "usage: cargo xtask fold-diff [--llvm N[..M][,…]] [--written N] [--count N] [--seed S] [--theirs [N..M=]COMMAND] [--bin DIR] [--out DIR] [--jobs N]

Writes bitcode whose constants are expressions, drawn at random, and compares what llvm-dis of LLVM N (default: 23) prints with what ours of DIR
(default: target/release) prints. Each expression is the initializer of a variable, or what a function returns. With several releases, a table
of all of them comes last.

  --llvm LIST       the releases: numbers and ranges such as 4..24, with commas
  --written N       the release that the bitcode is of (default: that of the reader)
  --count N         expressions (default: 20000)
  --each N          expressions of a module (default: 200)
  --seed S          another number gives other modules (default: 1)
  --theirs COMMAND  the words of a command that prints a file, with {} for the release; ours then prints with --plain, as the release of the
                    file does. N..M=COMMAND is for these releases alone; the option may be there several times
  --out DIR         keep the modules about which the tools differ
  --most N          differences that are printed (default: 20)
";

#[derive(Clone)]
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
    /// Expressions that LLVM alone refuses, or on which it ends by a signal, by what it says.
    ended: BTreeMap<String, usize>,
    /// Lines about each expression that differs.
    differences: Vec<String>,
    /// What a tool that refuses the module says.
    refused: Option<String>,
}

/// What came of the modules of a release.
#[derive(Default)]
struct Total {
    same: usize,
    differ: usize,
    ended: BTreeMap<String, usize>,
    /// How many modules each complaint is about.
    refused: BTreeMap<String, usize>,
}

/// Runs the command; `Ok(false)` means that something differs.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let mut totals = Vec::new();
    for setup in setups(args, folder.path())? {
        let total = compared(&setup, folder.path()).map_err(|e| format!("LLVM {}: {e}", setup.reader))?;
        for (said, count) in &total.refused {
            println!("{count} modules: {said}");
        }
        for (said, count) in &total.ended {
            println!("{count} expressions that LLVM refuses: {said}");
        }
        println!(
            "fold-diff: LLVM {}, files of {}, seed {}: {} expressions alike, {} differ, LLVM refuses {}",
            setup.reader,
            setup.written,
            setup.seed,
            total.same,
            total.differ,
            total.ended.values().sum::<usize>()
        );
        totals.push((setup.reader, total));
    }
    if totals.len() > 1 {
        println!("\n| LLVM | alike | differ | modules refused by ours or both | expressions refused by LLVM |\n|---|---|---|---|---|");
        for (reader, total) in &totals {
            println!(
                "| {reader} | {} | {} | {} | {} |",
                total.same,
                total.differ,
                total.refused.values().sum::<usize>(),
                total.ended.values().sum::<usize>()
            );
        }
    }
    Ok(totals.iter().all(|(_, total)| total.differ == 0 && total.refused.is_empty()))
}

/// All modules of one release.
fn compared(setup: &Setup, folder: &Path) -> Result<Total, String> {
    if let Some(out) = &setup.out {
        std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    let rooms = parallel::folders(folder, setup.jobs)?;
    let outcomes = parallel::each(&rooms, setup.count.div_ceil(setup.each), |room, number| one(setup, room, number));
    let mut total = Total::default();
    for (number, outcome) in outcomes.into_iter().enumerate() {
        let outcome = outcome.map_err(|e| format!("module {number}: {e}"))?;
        total.same += outcome.same;
        for (said, count) in outcome.ended {
            *total.ended.entry(said).or_default() += count;
        }
        for lines in &outcome.differences {
            total.differ += 1;
            if total.differ <= setup.most {
                println!("LLVM {}, module {number}:\n{lines}", setup.reader);
            }
        }
        if let Some(said) = outcome.refused {
            *total.refused.entry(said).or_default() += 1;
        }
    }
    Ok(total)
}

/// The releases that `--llvm` lists.
fn releases(list: &str) -> Result<Vec<u32>, String> {
    let mut releases = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let number = |text: &str| text.parse::<u32>().map_err(|e| format!("--llvm {list}: {e}"));
        releases.extend(number(first)?..=number(last)?);
    }
    Ok(releases)
}

/// What each release is compared with; none for `--help`.
fn setups(args: &[String], folder: &Path) -> Result<Vec<Setup>, String> {
    let mut setup = Setup {
        reader: LlvmVersion::NEWEST,
        written: LlvmVersion::NEWEST,
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
    let (mut readers, mut written, mut commands) = (vec![LlvmVersion::DEFAULT.major], None, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--help" {
            print!("{HELP}");
            return Ok(Vec::new());
        }
        let value = args.next().ok_or_else(|| format!("{arg} takes a value"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{arg} {value}: {e}"));
        match arg.as_str() {
            "--llvm" => readers = releases(value)?,
            "--written" => written = Some(LlvmVersion::new(number()? as u32)),
            "--count" => setup.count = number()? as usize,
            "--each" => setup.each = number()?.max(1) as usize,
            "--seed" => setup.seed = number()?,
            "--most" => setup.most = number()? as usize,
            "--jobs" => setup.jobs = number()?.max(1) as usize,
            "--bin" => setup.bin = value.into(),
            "--out" => setup.out = Some(value.into()),
            "--theirs" => {
                let of_some = value.split_once('=').and_then(|(list, command)| Some((Some(releases(list).ok()?), command)));
                commands.push(of_some.unwrap_or((None, value)));
            }
            _ => return Err(format!("no option {arg}; --help lists them")),
        }
    }
    let program = setup.bin.join("bcconv");
    let program = std::path::absolute(&program).map_err(|e| format!("{}: {e}", program.display()))?;
    let text = |path: PathBuf| path.into_os_string().into_string().map_err(|path| format!("{}: not UTF-8", path.display()));
    let of = |reader: u32| -> Result<Setup, String> {
        let mut setup = Setup { reader: LlvmVersion::new(reader), ..setup.clone() };
        setup.written = written.unwrap_or(setup.reader);
        let named = commands.iter().find(|(list, _)| list.as_ref().is_none_or(|list| list.contains(&reader)));
        if let Some((_, command)) = named {
            setup.theirs = command.split_whitespace().map(|word| word.replace("{}", &reader.to_string())).collect();
            setup.ours = vec![text(program.clone())?, "--plain".into(), "--to".into(), "ll".into(), "-o".into(), "-".into()];
            return Ok(setup);
        }
        let name = format!("llvm-dis-{reader}");
        let theirs = llvm::find_of("llvm-dis", reader).ok_or_else(|| format!("{name} is not there"))?;
        setup.theirs = vec![text(theirs)?, "-o".into(), "-".into()];
        let ours = folder.join(&name);
        crate::oracle::link(&program, &ours)?;
        setup.ours = vec![text(ours)?, "-o".into(), "-".into()];
        Ok(setup)
    };
    readers.into_iter().map(of).collect()
}

/// One module.
fn one(setup: &Setup, room: &Path, number: usize) -> Result<Outcome, String> {
    let place = if number.is_multiple_of(2) { Place::Initializers } else { Place::Functions };
    let mut outcome = Outcome::default();
    part(setup, room, place, (number, number as u64, setup.each), &mut outcome)?;
    Ok(outcome)
}

/// A module of so many expressions, of the sequence of random numbers `sequence`. If LLVM ends on it, smaller ones take its place.
fn part(
    setup: &Setup,
    room: &Path,
    place: Place,
    (number, sequence, count): (usize, u64, usize),
    outcome: &mut Outcome,
) -> Result<(), String> {
    let mut rng = Numbers::of_part(setup.seed, sequence);
    let module = make::module(&mut rng, setup.written, setup.reader, place, count);
    let Some(said) = compare(setup, room, (number, sequence), &module, outcome)? else { return Ok(()) };
    if count == 1 {
        *outcome.ended.entry(said).or_default() += 1;
        return Ok(());
    }
    let parts = count.min(8);
    for at in 0..parts {
        let sequence = ((sequence << 4) + at as u64 + 1) ^ (1 << 63);
        part(setup, room, place, (number, sequence, count.div_ceil(parts)), outcome)?;
    }
    Ok(())
}

/// Compares what both make of a module; says why LLVM alone refuses it.
fn compare(
    setup: &Setup,
    room: &Path,
    (number, sequence): (usize, u64),
    module: &Module,
    outcome: &mut Outcome,
) -> Result<Option<String>, String> {
    let options = bctk_bitcode::WriteOptions { llvm: Some(setup.written), ..bctk_bitcode::WriteOptions::default() };
    let bitcode = bctk_bitcode::write(module, &options).map_err(|e| format!("not written: {e}"))?;
    let file = room.join("case.bc");
    std::fs::write(&file, &bitcode).map_err(|e| format!("{}: {e}", file.display()))?;
    let theirs = answer(&setup.theirs, &file)?;
    let ours = answer(&setup.ours, &file)?;
    if let (Err(said), Ok(_)) = (&theirs, &ours) {
        return Ok(Some(said.clone()));
    }
    let differ = match (theirs, ours) {
        (Ok(theirs), Ok(ours)) => {
            let (theirs, ours) = (items(&theirs), items(&ours));
            let plain =
                String::from_utf8_lossy(&bctk_textual::print::print(module, &bctk_textual::print::PrintOptions::default())).into_owned();
            let plain = items(&plain);
            for (name, item) in &theirs {
                if ours.get(name) == Some(item) {
                    outcome.same += usize::from(matches!(name.as_bytes(), [b'c' | b'f', b'0'..=b'9', ..]));
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
        // The parts of a module share its number.
        let part = if sequence == number as u64 { String::new() } else { format!("-{sequence:x}") };
        let path = out.join(format!("{number:05}{part}.bc"));
        std::fs::write(&path, bitcode).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(None)
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

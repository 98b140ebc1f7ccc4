//! `cargo xtask select`: which intrinsics the code generators of older releases select, and whether what they make computes the same.
//!
//! A function for each intrinsic and choice of types is translated to each release, and its code generator makes an object of it, without and
//! with optimizations. What LLVM 22 and 23 do with the same functions is what is expected.
mod calls;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bctk_bitcode::LlvmVersion;
use bctk_textual::ParseOptions;
use bctk_transforms::translate::{self, Action};

use crate::{intrinsic_history, llvm};
use calls::Call;
use values::Values;

const HELP: &str = "usage: cargo xtask select [INTRINSIC...] [OPTIONS]

Has the code generators of releases make objects of calls of intrinsics that bcconv translated for them, and lists the calls that LLVM 22 and 23
select and the release does not. Where the objects run here, it compares results for edge cases with those of LLVM 22.

  INTRINSIC        only these, without `llvm.` and suffixes
  --only N,...     only these releases (default: 4 to 21)
  --target NAME    x86 (default) or aarch64
  --features LIST  features of the target, such as +avx2,+fma
  --lanes N        only vectors of N elements
  --bin DIR        the folder of bcconv (default: target/release)
  --coders DIR     programs llc-N that take llc's options, for releases that have neither llc nor clang on the PATH, or no such target
  --all            lists each call, not only one for each intrinsic and fault
";

/// Functions in one module.
const BATCH: usize = 120;
/// Targets: name, triple, and the releases that say what is expected. The package of LLVM 23 has no AArch64.
const TARGETS: &[(&str, &str, &[u32])] = &[("x86", "x86_64-unknown-linux-gnu", &[22, 23]), ("aarch64", "aarch64-unknown-linux-gnu", &[22])];
const LEVELS: [&str; 2] = ["-O0", "-O2"];
/// What makes an object of a batch takes a second, and a minute on a busy machine.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

struct Options {
    wanted: Vec<String>,
    only: Vec<u32>,
    triple: &'static str,
    expected: &'static [u32],
    features: String,
    lanes: Option<u32>,
    bcconv: PathBuf,
    coders: Option<PathBuf>,
    lists_all: bool,
}

/// What a release made of a call: the undefined symbols of its code, that the translation refused it, or the message of the code generator.
#[derive(Clone)]
enum Made {
    Code(BTreeSet<String>),
    Refused,
    Fault(String),
}

/// What became of each call of a batch, and the results of those that ran.
struct Outcome {
    made: Vec<Made>,
    values: BTreeMap<usize, (u8, Vec<u8>)>,
}

pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    if args.iter().any(|arg| arg == "--help") {
        print!("{HELP}");
        return Ok(true);
    }
    let options = options(args)?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let attributes = match options.features.as_str() {
        "" => String::new(),
        features => format!(" \"target-features\"=\"{features}\""),
    };
    let calls = calls::all(&options.wanted, options.lanes, &attributes);
    println!("{} calls of {} intrinsics", calls.len(), calls.iter().map(|call| call.name).collect::<BTreeSet<_>>().len());
    let maker = Maker { options: &options, dir: dir.path(), clang: llvm::find("clang").ok_or("no clang of LLVM 22")? };
    let mut without: BTreeMap<(u32, &str), Vec<&str>> = BTreeMap::new();
    for &major in options.only.iter().chain(options.expected) {
        for level in LEVELS {
            for element in calls::ELEMENTS {
                let Some(outcome) = maker.make(&calls::sums(element), &[], major, level)? else { break };
                if outcome.made.iter().any(|made| !matches!(made, Made::Code(_))) {
                    println!("LLVM {major} {level} does not compute with {element}; its calls are left out");
                    without.entry((major, level)).or_default().push(element);
                }
            }
        }
    }
    let mut faults: BTreeMap<(&str, u32, &str, String), Vec<&str>> = BTreeMap::new();
    let (mut compared, mut unstable, mut unselected) = (0, BTreeSet::new(), 0);
    for batch in calls.chunks(BATCH) {
        let mut expected: Option<Outcome> = None;
        let mut is_stable = vec![true; batch.len()];
        for &major in options.expected {
            for level in LEVELS {
                let Some(outcome) = maker.make(batch, &[], major, level)? else { return Err(format!("no code generator of LLVM {major}")) };
                for (at, made) in outcome.made.iter().enumerate() {
                    is_stable[at] &= !matches!(made, Made::Fault(_));
                }
                match &expected {
                    None => expected = Some(outcome),
                    Some(expected) => {
                        for (at, call) in batch.iter().enumerate() {
                            let pair = expected.values.get(&at).zip(outcome.values.get(&at));
                            if let Some(text) = pair.and_then(|(a, b)| values::difference(call, a, b))
                                && unstable.insert((call.name, call.types.as_str()))
                                && options.lists_all
                            {
                                println!("LLVM {major} {level} differs from LLVM 22: {} {}: {text}", call.name, call.types);
                            }
                        }
                    }
                }
            }
        }
        let Some(expected) = expected else { continue };
        unselected += is_stable.iter().filter(|is_stable| !**is_stable).count();
        for &major in &options.only {
            for level in LEVELS {
                let is_without =
                    |call: &Call| without.get(&(major, level)).is_some_and(|list| list.iter().any(|word| call.types.contains(word)));
                let skipped: Vec<usize> = (0..batch.len()).filter(|&at| !is_stable[at] || is_without(&batch[at])).collect();
                let Some(outcome) = maker.make(batch, &skipped, major, level)? else { break };
                for (at, call) in batch.iter().enumerate().filter(|(at, _)| !skipped.contains(at)) {
                    let mut note = |text: String| faults.entry((call.name, major, level, text)).or_default().push(&call.types);
                    match (&outcome.made[at], &expected.made[at]) {
                        (Made::Fault(text), _) => note(text.clone()),
                        (Made::Code(symbols), Made::Code(before)) => {
                            compared += 1;
                            let new: Vec<&str> = symbols.difference(before).map(String::as_str).collect();
                            if let Some(intrinsic) = new.iter().find(|symbol| symbol.starts_with("llvm.")) {
                                note(format!("undefined symbol {}", intrinsic.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')));
                                continue;
                            }
                            let pair = expected.values.get(&at).zip(outcome.values.get(&at));
                            let is_told = !unstable.contains(&(call.name, call.types.as_str()));
                            let other = pair.filter(|_| is_told).and_then(|(a, b)| values::difference(call, a, b));
                            match other {
                                Some(text) => {
                                    note(format!("VALUES: {text}{}{}", if new.is_empty() { "" } else { "; calls " }, new.join(", ")))
                                }
                                None if !new.is_empty() => note(format!("calls {}", new.join(", "))),
                                None => {}
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    println!("{unselected} calls that LLVM 22 or 23 does not select; {} whose results differ between them or levels", unstable.len());
    report(&options, &faults);
    println!("{compared} objects of calls compared");
    Ok(faults.keys().all(|(.., text)| text.starts_with("calls ")))
}

/// Prints what was found: one line for each intrinsic, release, level and kind of fault.
fn report(options: &Options, faults: &BTreeMap<(&str, u32, &str, String), Vec<&str>>) {
    let kind = |text: &str| text.split(':').next().unwrap_or(text).to_owned();
    let mut lines: BTreeMap<(&str, u32, &str, String), (usize, String)> = BTreeMap::new();
    for ((name, major, level, text), types) in faults {
        if options.lists_all {
            for types in types {
                println!("{name}\t{major}\t{level}\t{text}\t{types}");
            }
            continue;
        }
        let line = lines.entry((name, *major, level, kind(text))).or_insert_with(|| (0, format!("{text}\t{}", types[0])));
        line.0 += types.len();
    }
    for ((name, major, level, _), (count, text)) in lines {
        println!("{name}\t{major}\t{level}\t{count} × {text}");
    }
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        wanted: Vec::new(),
        only: (4..22).collect(),
        triple: TARGETS[0].1,
        expected: TARGETS[0].2,
        features: String::new(),
        lanes: None,
        bcconv: llvm::root().join("target/release/bcconv"),
        coders: None,
        lists_all: false,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} takes a value"));
        match arg.as_str() {
            "--only" => {
                let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no release"));
                options.only = value()?.split(',').map(number).collect::<Result<_, _>>()?;
            }
            "--target" => {
                let name = value()?;
                let known = TARGETS.iter().find(|(target, ..)| target == name);
                (_, options.triple, options.expected) = *known.ok_or(format!("the targets are x86 and aarch64, not {name}"))?;
            }
            "--features" => options.features = value()?.clone(),
            "--lanes" => {
                let lanes = value()?;
                options.lanes = Some(lanes.parse().map_err(|_| format!("`{lanes}` is no number of elements"))?);
            }
            "--bin" => options.bcconv = Path::new(value()?).join("bcconv"),
            "--coders" => options.coders = Some(PathBuf::from(value()?)),
            "--all" => options.lists_all = true,
            _ if arg.starts_with('-') => return Err(format!("no option {arg}; --help lists them")),
            _ => options.wanted.push(arg.clone()),
        }
    }
    Ok(options)
}

struct Maker<'a> {
    options: &'a Options,
    dir: &'a Path,
    clang: PathBuf,
}

impl Maker<'_> {
    /// What a release makes of the calls of a batch, but for those that are skipped; none if it is not installed.
    fn make(&self, batch: &[Call], skipped: &[usize], major: u32, level: &str) -> Result<Option<Outcome>, String> {
        let Some(coder) = self.coder(major, level) else { return Ok(None) };
        let mut made = vec![Made::Refused; batch.len()];
        let mut left: Vec<usize> = (0..batch.len()).filter(|at| !skipped.contains(at) && !is_refused(&batch[*at], major)).collect();
        let object = loop {
            if left.is_empty() {
                break None;
            }
            let Err(said) = self.object(batch, &left, major, &coder)? else { break Some(self.dir.join("calls.o")) };
            let found = match function_in(&said).filter(|number| left.contains(number)) {
                Some(number) => vec![(number, message(&said))],
                None => self.failing(batch, &left, major, &coder)?,
            };
            if found.is_empty() {
                return Err(format!("LLVM {major} {level}: calls fail only together: {}", message(&said)));
            }
            for (number, text) in found {
                left.retain(|&other| other != number);
                made[number] = Made::Fault(text);
            }
        };
        let Some(object) = object else { return Ok(Some(Outcome { made, values: BTreeMap::new() })) };
        let mut symbols = self.symbols(&object)?;
        for &at in &left {
            made[at] = Made::Code(symbols.remove(&at).unwrap_or_default());
        }
        let mut values = BTreeMap::new();
        if self.options.triple.starts_with(std::env::consts::ARCH) {
            let numbered: Vec<(usize, &Call)> = left.iter().map(|&at| (at, &batch[at])).collect();
            let program = self.dir.join("values.c");
            std::fs::write(&program, values::program(&numbered)).map_err(|e| e.to_string())?;
            let found: Values = values::run(&self.clang, &program, &object, &numbered, self.dir)?;
            values.extend(left.iter().copied().zip(found));
        }
        Ok(Some(Outcome { made, values }))
    }

    /// The command of a release that makes an object; its input and output follow.
    fn coder(&self, major: u32, level: &str) -> Option<Vec<String>> {
        let own = self.options.coders.as_ref().map(|dir| dir.join(format!("llc-{major}"))).filter(|path| path.is_file());
        let words = |path: PathBuf, args: &[&str]| {
            let args = args.iter().map(|&arg| arg.to_owned());
            [path.to_string_lossy().into_owned()].into_iter().chain(args).collect::<Vec<_>>()
        };
        if let Some(llc) = own.or_else(|| llvm::find_of("llc", major)) {
            return Some(words(llc, &["-filetype=obj", level, &format!("-mtriple={}", self.options.triple)]));
        }
        let clang = llvm::find_of("clang", major)?;
        let args = ["-c", "-w", "-Xclang", "-disable-llvm-passes", level, "-target", self.options.triple, "-x", "ir"];
        Some(words(clang, &args))
    }

    /// Makes an object of these calls; an error is what the programs said.
    fn object(&self, batch: &[Call], numbers: &[usize], major: u32, coder: &[String]) -> Result<Result<(), String>, String> {
        let fault = |e: std::io::Error| e.to_string();
        let (text, bitcode, object) = (self.dir.join("calls.ll"), self.dir.join("calls.bc"), self.dir.join("calls.o"));
        std::fs::write(&text, module(batch, numbers, self.options.triple)).map_err(fault)?;
        let mut convert = Command::new(&self.options.bcconv);
        convert.arg(&text).args(["--to", "bc", "--to-llvm", &major.to_string(), "-o"]).arg(&bitcode);
        let answer = convert.stdin(Stdio::null()).output().map_err(|e| format!("{}: {e}", self.options.bcconv.display()))?;
        if !answer.status.success() {
            return Ok(Err(format!("error: the translation fails: {}", String::from_utf8_lossy(&answer.stderr))));
        }
        let said = self.dir.join("said");
        let file = std::fs::File::create(&said).map_err(fault)?;
        let mut command = Command::new(&coder[0]);
        command.args(&coder[1..]).arg(&bitcode).arg("-o").arg(&object).stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
        // A symbolizer takes longer than the code generator.
        command.env("LLVM_DISABLE_SYMBOLIZATION", "1").env("LLVM_DISABLE_CRASH_REPORT", "1").current_dir(self.dir);
        let start = std::time::Instant::now();
        match intrinsic_history::within(PATIENCE, command) {
            Some(true) => Ok(Ok(())),
            _ if start.elapsed() > PATIENCE => Ok(Err("error: it does not end".into())),
            _ => Ok(Err(String::from_utf8_lossy(&std::fs::read(&said).map_err(fault)?).into_owned())),
        }
    }

    /// The calls that fail alone.
    fn failing(&self, batch: &[Call], numbers: &[usize], major: u32, coder: &[String]) -> Result<Vec<(usize, String)>, String> {
        match self.object(batch, numbers, major, coder)? {
            Ok(()) => Ok(Vec::new()),
            Err(said) if numbers.len() == 1 => Ok(vec![(numbers[0], message(&said))]),
            Err(_) => {
                let (left, right) = numbers.split_at(numbers.len() / 2);
                Ok([self.failing(batch, left, major, coder)?, self.failing(batch, right, major, coder)?].concat())
            }
        }
    }

    /// The undefined symbols that the functions of an object use.
    fn symbols(&self, object: &Path) -> Result<BTreeMap<usize, BTreeSet<String>>, String> {
        let objdump = llvm::find("llvm-objdump").ok_or("no llvm-objdump of LLVM 22")?;
        let text = llvm::run(&objdump, &[Path::new("-r"), object], self.dir)?;
        let text = String::from_utf8_lossy(&text);
        let (mut found, mut function) = (BTreeMap::<usize, BTreeSet<String>>::new(), None);
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("RELOCATION RECORDS FOR [") {
                function = rest.strip_prefix(".text.f").and_then(|rest| rest.trim_end_matches("]:").parse().ok());
                continue;
            }
            let Some((function, symbol)) = function.zip(line.split_whitespace().nth(2)) else { continue };
            let symbol = symbol.split("-0x").next().and_then(|symbol| symbol.split("+0x").next()).unwrap_or(symbol);
            let is_local = symbol.starts_with('.') || symbol.starts_with('*') || symbol.is_empty();
            if !is_local && symbol != "VALUE" {
                found.entry(function).or_default().insert(symbol.to_owned());
            }
        }
        Ok(found)
    }
}

/// The text of a module with these calls.
fn module(batch: &[Call], numbers: &[usize], triple: &str) -> String {
    let calls: String = numbers.iter().map(|&at| batch[at].text.replace('#', &at.to_string())).collect();
    // Attributes of declarations are those of the table; names of intrinsics without suffixes are declared once.
    let mut declared = BTreeSet::new();
    let lines: Vec<&str> = calls.lines().filter(|line| !line.starts_with("declare") || declared.insert(line.to_string())).collect();
    format!("target triple = \"{triple}\"\n{}\n", lines.join("\n"))
}

/// Whether the translation of a call to a release is refused.
fn is_refused(call: &Call, major: u32) -> bool {
    let text = call.text.replace('#', "0");
    let Ok(mut module) = bctk_textual::parse(text.as_bytes(), &ParseOptions::default()) else { return false };
    let report = translate::to_older(&mut module, LlvmVersion::new(major), &[]);
    report.of(Action::Refused).next().is_some()
}

/// The number of the function that a message names.
fn function_in(said: &str) -> Option<usize> {
    let marks = ["In function: f", "on function '@f", "for function f", "in function f", "function 'f", "(in function: f"];
    marks.iter().find_map(|mark| {
        let rest = said.split_once(mark)?.1;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    })
}

/// The line of a message that says what is wrong, without what differs from call to call.
fn message(said: &str) -> String {
    let marks = ["ERROR", "error:", "Assert", "UNREACHABLE", "annot select", "emit"];
    let line = said.lines().find(|line| marks.iter().any(|mark| line.contains(mark)));
    let line = line.unwrap_or("it crashes");
    let line = line.replace("LLVM ERROR: ", "").replace("fatal error: error in backend: ", "").replace("error: ", "");
    let node = line.split_once(" = ").filter(|_| line.contains("annot select")).map(|(before, rest)| {
        let ty = before.rsplit(' ').next().unwrap_or("");
        format!("Cannot select: {ty} = {}", rest.split([' ', '\'']).next().unwrap_or(rest))
    });
    node.unwrap_or_else(|| line.trim().chars().take(150).collect())
}

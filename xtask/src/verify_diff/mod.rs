//! `cargo xtask verify-diff`: damages valid texts, and compares what LLVM's assembler and ours say about them.
use std::path::{Path, PathBuf};

use crate::{llvm, parallel};
use bctk_generate::numbers::Numbers;
use run::{Answer, Tool, Verdict};
use text::Text;

mod blocks;
mod calls;
mod globals;
mod kinds;
mod nodes;
mod operands;
mod report;
mod run;
mod text;

const HELP: &str = "usage: cargo xtask verify-diff [IN...] [--llvm N] [--count N] [--seed S] [--kinds A,B] [--bin DIR] [--out DIR] [--jobs N]

Takes valid texts (folders or .ll files; default: those in corpus/), damages each in one of many kinds, and has llvm-as of LLVM N (default: 23) and
ours of DIR (default: target/release) assemble what came of it. Prints for each kind how often both accept, both refuse with the same first
message, with another one, and how often only one refuses; then the first messages that differ, the most frequent first.

  --count N    damaged texts (default: 2000)
  --seed S     another number gives other texts (default: 1)
  --kinds A,B  only these kinds of damage; --kinds help lists them
  --out DIR    keep the texts about which the tools differ, with what each says, and the list of differences
  --most N     lines of the list of differences that are printed (default: 40)
  --inputs N   how many texts are taken from IN, chosen by the seed (default: 600)
  --bytes N    the largest of these (default: 40000)
";

/// Damage is tried on this many texts before one is given up.
const ATTEMPTS: usize = 60;

struct Setup {
    inputs: Vec<PathBuf>,
    major: u32,
    count: usize,
    seed: u64,
    kinds: Vec<(&'static str, kinds::Damage)>,
    bin: PathBuf,
    out: Option<PathBuf>,
    most: usize,
    take: usize,
    bytes: u64,
    jobs: usize,
}

/// One damaged text on which the tools were run.
pub(crate) struct Case {
    pub(crate) number: usize,
    pub(crate) kind: usize,
    pub(crate) outcome: Outcome,
    pub(crate) theirs: String,
    pub(crate) ours: String,
    /// Whether everything that they say is the same.
    pub(crate) whole: bool,
}

/// How the tools compare on one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    BothAccept,
    /// Both accept, with other warnings.
    OtherWarning,
    SameMessage,
    OtherMessage,
    LlvmAlone,
    OursAlone,
    LlvmCrashes,
    /// Ours ends in another way than by accepting or refusing.
    OursCrashes,
}

/// Runs the command; `Ok(false)` means that ours alone refuses a text, or crashes.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let Some(setup) = setup(args)? else { return Ok(true) };
    let theirs = llvm::find_of("llvm-as", setup.major).ok_or_else(|| format!("llvm-as of LLVM {} is not there", setup.major))?;
    let printer = llvm::find_of("llvm-dis", setup.major).ok_or_else(|| format!("llvm-dis of LLVM {} is not there", setup.major))?;
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let ours = folder.path().join(format!("llvm-as-{}", setup.major));
    let program = ["bcconv", &format!("llvm-as-{}", setup.major)].map(|name| setup.bin.join(name)).into_iter().find(|path| path.is_file());
    let program = program.ok_or_else(|| format!("no bcconv in {}; cargo build --release makes it", setup.bin.display()))?;
    crate::oracle::link(&std::path::absolute(&program).map_err(|e| format!("{}: {e}", program.display()))?, &ours)?;
    let (theirs, ours) = (Tool { path: theirs }, Tool { path: ours });
    if let Some(out) = &setup.out {
        std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    let rooms = parallel::folders(folder.path(), setup.jobs)?;
    let texts = parallel::each(&rooms, setup.inputs.len(), |room, number| prepare(&setup.inputs[number], room, &theirs, &printer, &ours));
    let (texts, alone): (Vec<_>, Vec<_>) = texts.into_iter().flatten().partition(|(_, refused)| refused.is_none());
    for (_, refused) in &alone {
        println!("ours alone refuses the undamaged {}", refused.as_deref().unwrap_or_default());
    }
    let texts: Vec<Text> = texts.into_iter().map(|(text, _)| text).collect();
    println!("verify-diff: {} texts of {}, {} kinds of damage, seed {}", texts.len(), setup.inputs.len(), setup.kinds.len(), setup.seed);
    if texts.is_empty() {
        return Err("no text can be damaged".into());
    }
    let cases = parallel::each(&rooms, setup.count, |room, number| one(&setup, &texts, room, number, &theirs, &ours));
    let cases: Vec<Case> = cases.into_iter().flatten().collect();
    let (table, list) = report::report(&setup.kinds, &cases, setup.count);
    println!("{table}");
    for line in list.iter().take(setup.most) {
        println!("{line}");
    }
    if let Some(out) = &setup.out {
        let path = out.join("differences.txt");
        std::fs::write(&path, format!("{table}\n{}\n", list.join("\n"))).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let is_fault = |case: &Case| matches!(case.outcome, Outcome::OursAlone | Outcome::OursCrashes);
    Ok(alone.is_empty() && !cases.iter().any(is_fault))
}

fn setup(args: &[String]) -> Result<Option<Setup>, String> {
    let mut setup = Setup {
        inputs: Vec::new(),
        major: bctk_ir::version::LlvmVersion::DEFAULT.major,
        count: 2000,
        seed: 1,
        kinds: kinds::KINDS.to_vec(),
        bin: llvm::root().join("target/release"),
        out: None,
        most: 40,
        take: 600,
        bytes: 40_000,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let mut places = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} takes a value"));
        let number = |text: &String| text.parse::<u64>().map_err(|e| format!("{arg} {text}: {e}"));
        match arg.as_str() {
            "--help" => {
                print!("{HELP}");
                return Ok(None);
            }
            "--llvm" => setup.major = number(value()?)? as u32,
            "--count" => setup.count = number(value()?)? as usize,
            "--seed" => setup.seed = number(value()?)?,
            "--most" => setup.most = number(value()?)? as usize,
            "--inputs" => setup.take = number(value()?)? as usize,
            "--bytes" => setup.bytes = number(value()?)?,
            "--jobs" => setup.jobs = number(value()?)?.max(1) as usize,
            "--bin" => setup.bin = value()?.into(),
            "--out" => setup.out = Some(value()?.into()),
            "--kinds" => {
                let named = value()?;
                if named == "help" {
                    kinds::KINDS.iter().for_each(|kind| println!("{}", kind.0));
                    return Ok(None);
                }
                let find = |name: &str| kinds::KINDS.iter().find(|kind| kind.0 == name).copied().ok_or_else(|| format!("no kind {name}"));
                setup.kinds = named.split(',').map(find).collect::<Result<_, String>>()?;
            }
            option if option.starts_with("--") => return Err(format!("no option {option}; --help lists them")),
            place => places.push(PathBuf::from(place)),
        }
    }
    if places.is_empty() {
        places.push(llvm::root().join("corpus"));
    }
    for place in places {
        if place.is_dir() {
            setup.inputs.extend(llvm::files_below(&place, ".ll")?);
        } else {
            setup.inputs.push(place);
        }
    }
    setup.inputs.retain(|path| std::fs::metadata(path).is_ok_and(|file| file.len() <= setup.bytes));
    let mut rng = Numbers::of_part(setup.seed, u64::MAX);
    while setup.inputs.len() > setup.take {
        let at = rng.below(setup.inputs.len());
        setup.inputs.swap_remove(at);
    }
    Ok(Some(setup))
}

/// An input as LLVM prints it, if both tools accept it; with a message if ours does not.
fn prepare(path: &Path, room: &Path, theirs: &Tool, printer: &Path, ours: &Tool) -> Option<(Text, Option<String>)> {
    let bitcode = room.join("input.bc");
    let assembled = std::process::Command::new(&theirs.path)
        .arg(path)
        .arg("-o")
        .arg(&bitcode)
        .stdin(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    if !assembled.is_ok_and(|status| status.success()) {
        return None;
    }
    let printed = llvm::run(printer, &[bitcode.as_path(), Path::new("-o"), Path::new("-")], room).ok()?;
    // Text in which names are not UTF-8 would not come through.
    let text = Text::new(&String::from_utf8(printed).ok()?);
    let file = room.join("case.ll");
    std::fs::write(&file, text.print()).ok()?;
    if theirs.run(&file, room)?.verdict != Verdict::Accepts {
        return None;
    }
    let answer = ours.run(&file, room)?;
    let refused = (answer.verdict != Verdict::Accepts).then(|| format!("{}: {}", path.display(), answer.first));
    Some((text, refused))
}

/// One damaged text.
fn one(setup: &Setup, texts: &[Text], room: &Path, number: usize, theirs: &Tool, ours: &Tool) -> Option<Case> {
    let mut rng = Numbers::of_part(setup.seed, number as u64);
    let kind = number % setup.kinds.len();
    let (name, damage) = setup.kinds[kind];
    let made = (0..ATTEMPTS).find_map(|_| {
        kinds::damage(rng.pick(texts)?, damage, &mut rng.clone()).or_else(|| {
            rng.next();
            None
        })
    })?;
    let file = room.join("case.ll");
    std::fs::write(&file, &made).ok()?;
    let (llvm, bctk) = (theirs.run(&file, room)?, ours.run(&file, room)?);
    let outcome = compare(&llvm, &bctk);
    let agree = matches!(outcome, Outcome::BothAccept | Outcome::SameMessage | Outcome::LlvmCrashes);
    if let Some(out) = setup.out.as_ref().filter(|_| !agree) {
        let stem = format!("{number:06}-{name}");
        let _ = std::fs::write(out.join(format!("{stem}.ll")), &made);
        let _ = std::fs::write(out.join(format!("{stem}.llvm")), &llvm.said);
        let _ = std::fs::write(out.join(format!("{stem}.ours")), &bctk.said);
    }
    Some(Case { number, kind, outcome, whole: llvm.said_only() == bctk.said_only(), theirs: llvm.first, ours: bctk.first })
}

fn compare(llvm: &Answer, ours: &Answer) -> Outcome {
    use Verdict::{Accepts, Refuses};
    match (llvm.verdict, ours.verdict) {
        (_, Verdict::Crashes | Verdict::Hangs) => Outcome::OursCrashes,
        (Verdict::Crashes | Verdict::Hangs, _) => Outcome::LlvmCrashes,
        (Accepts, Accepts) if llvm.first == ours.first => Outcome::BothAccept,
        (Accepts, Accepts) => Outcome::OtherWarning,
        (Refuses, Refuses) if llvm.first == ours.first => Outcome::SameMessage,
        (Refuses, Refuses) => Outcome::OtherMessage,
        (Refuses, Accepts) => Outcome::LlvmAlone,
        (Accepts, Refuses) => Outcome::OursAlone,
    }
}

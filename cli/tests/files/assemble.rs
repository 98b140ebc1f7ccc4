//! Every text in `corpus/v22` to `corpus/v24` that is written by hand against what llvm-as of that release made of it, by its usual options and,
//! in `corpus/as`, by others of LLVM 22; texts against what llvm-as of older releases made of them; one case per text and way. A failure
//! names the first byte that differs.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::run::Shared;
use crate::support::link;

/// Endings of the files in `corpus/as`, and the option that made them.
const WAYS: [(&str, &str); 3] =
    [("nouse", "--preserve-bc-uselistorder=false"), ("hash", "--module-hash"), ("layout", "--data-layout=E-p:64:32-i64:32-A5")];

pub(crate) fn trials(shared: &Shared) -> Vec<Trial> {
    let corpus = shared.root.join("corpus");
    let tool = link(shared.links.path(), "llvm-as-22", Path::new(env!("CARGO_BIN_EXE_bcconv")));
    let mut trials = Vec::new();
    let mut others = 0;
    for text in texts(&corpus.join("v22")) {
        let stem = text.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let usual = text.with_extension("bc");
        let mut add = |way: &str, option: Option<&'static str>, want: PathBuf| {
            let (tool, text) = (tool.clone(), text.clone());
            trials.push(Trial::test(format!("{stem}::{way}"), move || compare(&tool, option, &text, &want)));
        };
        add("as", None, usual.clone());
        for (way, option) in WAYS {
            let other = corpus.join("as").join(format!("{stem}.{way}.bc"));
            if other.is_file() {
                others += 1;
                add(way, Some(option), other);
            } else if way == "nouse" {
                add(way, Some(option), usual.clone());
            }
        }
    }
    assert!(trials.len() >= 100 && others >= 10, "the corpus is not where it should be");
    trials.extend(newest(shared, &corpus));
    trials.extend(older(shared, &corpus));
    trials
}

/// Releases before LLVM 22 with bitcode that their last point release made of texts.
const OLDER: [u32; 6] = [13, 14, 16, 18, 19, 21];

/// What older releases made of texts of `corpus/src` and `corpus/v22`.
fn older(shared: &Shared, corpus: &Path) -> Vec<Trial> {
    let mut trials = Vec::new();
    for major in OLDER {
        let tool = link(shared.links.path(), &format!("llvm-as-{major}"), Path::new(env!("CARGO_BIN_EXE_bcconv")));
        for file in std::fs::read_dir(corpus.join(format!("v{major}"))).expect("the corpus").flatten().map(|entry| entry.path()) {
            let Some(stem) = file.file_name().and_then(|name| name.to_str()?.strip_suffix(".bc")) else { continue };
            let text = match stem {
                "older-as" if major < 15 => corpus.join("src/older-as-typed.ll"),
                "older-as" => corpus.join("src/older-as.ll"),
                _ => corpus.join("v22").join(format!("{stem}.ll")),
            };
            if text.is_file() {
                let tool = tool.clone();
                trials.push(Trial::test(format!("v{major}::{stem}::as"), move || compare(&tool, None, &text, &file)));
            }
        }
    }
    assert!(trials.len() >= 20, "the corpus is not where it should be");
    trials
}

/// What LLVM 23 made of its own texts and those of LLVM 22, and what LLVM 24 made of its own.
fn newest(shared: &Shared, corpus: &Path) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (folder, tool, least) in [("v23", "llvm-as", 50), ("v24", "llvm-as-24", 4)] {
        let tool = link(shared.links.path(), tool, Path::new(env!("CARGO_BIN_EXE_bcconv")));
        let before = trials.len();
        for file in std::fs::read_dir(corpus.join(folder)).expect("the corpus").flatten().map(|entry| entry.path()) {
            let Some(stem) = file.file_name().and_then(|name| name.to_str()?.strip_suffix(".bc")) else { continue };
            let sources = [folder, "v22"].map(|folder| corpus.join(folder).join(format!("{stem}.ll")));
            let Some(text) = sources.into_iter().find(|text| text.is_file()) else { continue };
            let tool = tool.clone();
            trials.push(Trial::test(format!("{folder}::{stem}::as"), move || compare(&tool, None, &text, &file)));
        }
        assert!(trials.len() >= before + least, "the corpus is not where it should be");
    }
    trials
}

/// The texts in `dir` that have bitcode of the same name, sorted.
fn texts(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).expect("the corpus").flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "ll") && path.with_extension("bc").is_file()).collect();
    found.sort();
    found
}

fn compare(tool: &Path, option: Option<&str>, text: &Path, want: &Path) -> Result<(), Failed> {
    let want_bytes = std::fs::read(want).map_err(|e| format!("{}: {e}", want.display()))?;
    let (Some(dir), Some(name)) = (text.parent(), text.file_name()) else { return Err("no file name".into()) };
    let first = std::fs::read(text).map_err(|e| format!("{}: {e}", text.display()))?;
    let first = String::from_utf8_lossy(first.split(|c| *c == b'\n').next().unwrap_or_default()).into_owned();
    let flags = first.strip_prefix("; llvm-as:").unwrap_or_default();
    let mut command = Command::new(tool);
    command.args(flags.split_whitespace()).args(option).arg(name).args(["-o", "-"]).current_dir(dir);
    let answer = command.stdin(Stdio::null()).output()?;
    if !answer.status.success() {
        return Err(format!("{}: {}", answer.status, String::from_utf8_lossy(&answer.stderr).trim_end()).into());
    }
    let got = answer.stdout;
    if got == want_bytes {
        return Ok(());
    }
    let at = got.iter().zip(&want_bytes).position(|(a, b)| a != b).unwrap_or(got.len().min(want_bytes.len()));
    Err(format!("{}: differs at byte {at} of {}, {} written", want.display(), want_bytes.len(), got.len()).into())
}

//! Every `.bc` in `corpus/v22`, `corpus/v23` and `corpus/v24` against what llvm-dis of that release made of it, with and without use-list orders and by other
//! options, and every text there against itself or what LLVM makes of it; one case per file and way.
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::run::Shared;
use crate::support::link;

/// Ways of printing for which only some of the files have a text: its ending, the options.
const FURTHER: [(&str, &[&str]); 3] =
    [("notes", &["--show-annotations"]), ("bodiless", &["--materialize-metadata"]), ("index", &["--print-thinlto-index-only"])];

/// Texts in which LLVM prints something that its parser does not read.
const NOT_READ_AGAIN: [&str; 4] = ["attributes-function", "di-expression-invalid", "di-subroutine-types", "function-properties"];
/// As [`NOT_READ_AGAIN`], for LLVM 23: sums, signaling NaNs without a payload, NaNs of `ppc_fp128` that lose theirs.
const NOT_READ_AGAIN_BY_23: [&str; 3] = ["const-float", "float-literals", "upgraded-folding"];
/// Texts with something that bitcode does not keep: paths and hashes of modules, edges that lead nowhere.
const NOT_KEPT: [&str; 4] = ["summary-index", "summary-module", "summary-promotion", "summary-vtable"];

pub(crate) fn trials(shared: &Shared) -> Vec<Trial> {
    let corpus = shared.root.join("corpus");
    let mut trials = Vec::new();
    let files = [("v22", "llvm-dis-22"), ("v23", "llvm-dis"), ("v24", "llvm-dis-24")].into_iter().flat_map(|(folder, tool)| {
        let tool = link(shared.links.path(), tool, Path::new(env!("CARGO_BIN_EXE_bcconv")));
        inputs(&corpus.join(folder)).into_iter().map(move |file| (folder, tool.clone(), file))
    });
    for (folder, tool, file) in files {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let case = |way: &str| if folder == "v22" { format!("{stem}::{way}") } else { format!("{folder}::{stem}::{way}") };
        let plain = file.with_extension("dis.ll");
        let ordered = Some(file.with_extension("use.ll")).filter(|path| path.is_file()).unwrap_or_else(|| plain.clone());
        let mut ways = vec![("dis", plain.clone(), &[][..]), ("use", ordered, &["--preserve-ll-uselistorder"][..])];
        for (way, flags) in FURTHER {
            let want = file.with_extension(format!("{way}.ll"));
            if want.is_file() {
                ways.push((way, want, flags));
            }
        }
        // Read as text, what LLVM printed prints again, and what the newest LLVM's file was made from prints the same.
        let sources = [file.with_extension("ll"), corpus.join("v22").join(format!("{stem}.ll"))];
        let source = sources.into_iter().find(|source| source.is_file()).filter(|_| folder == "v23");
        for (way, from) in [("again", Some(plain.clone())), ("text", source)] {
            let Some(from) = from else { continue };
            let left_out = if way == "again" { &NOT_READ_AGAIN[..] } else { &NOT_KEPT[..] };
            let left_out_by_23 = way == "again" && folder != "v22" && NOT_READ_AGAIN_BY_23.contains(&stem.as_str());
            if from.is_file() && !left_out.contains(&stem.as_str()) && !left_out_by_23 {
                let want = plain.clone();
                let dialect = folder.strip_prefix('v').filter(|release| *release != "23");
                trials.push(Trial::test(case(way), move || compare_text(&from, dialect, &want)));
            }
        }
        for (way, want, flags) in ways {
            let (tool, file) = (tool.clone(), file.clone());
            trials.push(Trial::test(case(way), move || compare(&tool, flags, &file, &want)));
        }
    }
    assert!(trials.len() >= 100, "the corpus is not where it should be");
    trials
}

/// The `.bc` files below `root`, sorted.
fn inputs(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension() == Some(OsStr::new("bc")) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Holds what `bcconv` makes of the text `from` against `want`: but for names of files, and for the order in which predecessors are named,
/// which bitcode keeps and text alone does not.
fn compare_text(from: &Path, dialect: Option<&str>, want: &Path) -> Result<(), Failed> {
    let want = std::fs::read(want).map_err(|e| format!("{}: {e}", want.display()))?;
    let dialect = dialect.into_iter().flat_map(|dialect| ["--dialect", dialect]);
    let answer = Command::new(env!("CARGO_BIN_EXE_bcconv")).arg(from).args(dialect).args(["-o", "-"]).stdin(Stdio::null()).output()?;
    if !answer.status.success() {
        return Err(format!("{}: {}", answer.status, String::from_utf8_lossy(&answer.stderr).trim_end()).into());
    }
    let lines = |text: &[u8]| -> Vec<String> {
        let kept = |line: &&str| !line.starts_with("; ModuleID") && !line.starts_with("source_filename");
        let plain = |line: &str| line.split("; preds = ").next().unwrap_or_default().trim_end().to_owned();
        String::from_utf8_lossy(text).lines().filter(kept).map(plain).collect()
    };
    let (want, got) = (lines(&want), lines(&answer.stdout));
    match want.iter().zip(&got).position(|(a, b)| a != b) {
        Some(at) => Err(format!("line {}\n- {}\n+ {}", at + 1, want[at], got[at]).into()),
        None if want.len() != got.len() => Err(format!("expected {} lines, found {}", want.len(), got.len()).into()),
        None => Ok(()),
    }
}

fn compare(tool: &Path, flags: &[&str], file: &Path, want: &Path) -> Result<(), Failed> {
    let want = std::fs::read(want).map_err(|e| format!("{}: {e}", want.display()))?;
    let (Some(dir), Some(name)) = (file.parent(), file.file_name()) else { return Err("no file name".into()) };
    let answer = Command::new(tool).args(flags).arg(name).args(["-o", "-"]).current_dir(dir).stdin(Stdio::null()).output()?;
    if !answer.status.success() {
        return Err(format!("{}: {}", answer.status, String::from_utf8_lossy(&answer.stderr).trim_end()).into());
    }
    let got = answer.stdout;
    if got == want {
        return Ok(());
    }
    let line = want.split(|c| *c == b'\n').zip(got.split(|c| *c == b'\n')).position(|(a, b)| a != b);
    let number = line.unwrap_or_else(|| want.split(|c| *c == b'\n').count().min(got.split(|c| *c == b'\n').count()));
    let show = |text: &[u8]| text.split(|c| *c == b'\n').nth(number).map_or("(end)".into(), |l| String::from_utf8_lossy(l).into_owned());
    Err(format!("line {}\n- {}\n+ {}", number + 1, show(&want), show(&got)).into())
}

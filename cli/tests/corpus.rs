//! Every `.bc` in `corpus/v22` against what llvm-dis 22 made of it, with and without use-list orders and by other options; one case per file and way.
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

mod support;

/// Ways of printing for which only some of the files have a text: its ending, the options.
const FURTHER: [(&str, &[&str]); 3] =
    [("notes", &["--show-annotations"]), ("bodiless", &["--materialize-metadata"]), ("index", &["--print-thinlto-index-only"])];

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22");
    let tool = support::AsLlvmDis::new();
    let mut trials = Vec::new();
    for file in inputs(&root) {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let plain = file.with_extension("dis.ll");
        let ordered = Some(file.with_extension("use.ll")).filter(|path| path.is_file()).unwrap_or_else(|| plain.clone());
        let mut ways = vec![("dis", plain, &[][..]), ("use", ordered, &["--preserve-ll-uselistorder"][..])];
        for (way, flags) in FURTHER {
            let want = file.with_extension(format!("{way}.ll"));
            if want.is_file() {
                ways.push((way, want, flags));
            }
        }
        for (way, want, flags) in ways {
            let (tool, file) = (tool.path().to_owned(), file.clone());
            trials.push(Trial::test(format!("{stem}::{way}"), move || compare(&tool, flags, &file, &want)));
        }
    }
    assert!(trials.len() >= 100, "the corpus is not where it should be");
    libtest_mimic::run(&args, trials).exit_code()
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

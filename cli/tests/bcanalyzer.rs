//! `bcdump` under the name `llvm-bcanalyzer` against what llvm-bcanalyzer 22 printed: one case per line of `data/bcanalyzer/cases.tsv`, and
//! damaged files, which must end in a message at worst.
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bcanalyzer");
    let links = tempfile::tempdir().expect("a temporary folder");
    let tool = links.path().join(format!("llvm-bcanalyzer{}", std::env::consts::EXE_SUFFIX));
    let bcdump = Path::new(env!("CARGO_BIN_EXE_bcdump"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(bcdump, &tool).expect("a link");
    #[cfg(not(unix))]
    std::fs::copy(bcdump, &tool).map(drop).expect("a copy");
    let cases = std::fs::read_to_string(dir.join("cases.tsv")).expect("the cases");
    let mut trials = Vec::new();
    for line in cases.lines() {
        let (name, arguments) = line.split_once('\t').expect("a name and arguments");
        let (tool, dir, stem, arguments) = (tool.clone(), dir.clone(), name.to_owned(), arguments.to_owned());
        trials.push(Trial::test(name, move || compare(&tool, &dir, &stem, &arguments)));
    }
    assert!(trials.len() >= 15, "only {} cases", trials.len());
    trials.push(Trial::test("damaged", {
        let (tool, dir) = (tool.clone(), dir.clone());
        move || damaged(&tool, &dir)
    }));
    trials.push(Trial::test("standard-input", move || standard_input(&tool, &dir)));
    libtest_mimic::run(&args, trials).exit_code()
}

fn run(tool: &Path, dir: &Path, arguments: &[&str], input: Stdio) -> Output {
    Command::new(tool).args(arguments).current_dir(dir).stdin(input).output().expect("the tool runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Status, output and message of one case.
fn compare(tool: &Path, dir: &Path, name: &str, arguments: &str) -> Result<(), Failed> {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let got = run(tool, dir, &arguments, Stdio::null());
    let want = std::fs::read(dir.join(format!("{name}.out"))).map_err(|e| format!("{name}.out: {e}"))?;
    if let Some((line, (got, want))) = text(&got.stdout).lines().zip(text(&want).lines()).enumerate().find(|(_, (got, want))| got != want) {
        return Err(format!("line {}: got\n{got}\nwant\n{want}", line + 1).into());
    }
    if got.stdout != want {
        return Err(format!("{} bytes, expected {}", got.stdout.len(), want.len()).into());
    }
    let message = std::fs::read(dir.join(format!("{name}.err"))).unwrap_or_default();
    if text(&got.stderr) != text(&message) {
        return Err(format!("message {:?}, expected {:?}", text(&got.stderr), text(&message)).into());
    }
    match (got.status.code(), i32::from(!message.is_empty())) {
        (got, want) if got == Some(want) => Ok(()),
        (got, want) => Err(format!("status {got:?}, expected {want}").into()),
    }
}

/// Bits turned over and ends cut off: status 0 or 1, and a message only with 1.
fn damaged(tool: &Path, dir: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file: PathBuf = folder.path().join("damaged.bc");
    let whole = std::fs::read(dir.join("../../../../bitcode/tests/data/small-thin.bc"))?;
    let mut failures = 0;
    for round in 0..120usize {
        let mut bytes = whole.clone();
        let at = 4 + round.wrapping_mul(0x9E37_79B9) % (bytes.len() - 4);
        bytes[at] ^= 1 << (round % 8);
        if round % 3 == 0 {
            bytes.truncate(at.next_multiple_of(4));
        }
        std::fs::write(&file, &bytes)?;
        let got = run(tool, folder.path(), &["--dump", "damaged.bc"], Stdio::null());
        match (got.status.code(), got.stderr.is_empty()) {
            (Some(0), true) => {}
            (Some(1), false) => failures += 1,
            (code, _) => return Err(format!("round {round}: status {code:?}, {}", text(&got.stderr)).into()),
        }
    }
    if failures < 40 { Err(format!("only {failures} of the files were damaged enough").into()) } else { Ok(()) }
}

/// Without a file, and with `-`, the standard input is read and named `-`.
fn standard_input(tool: &Path, dir: &Path) -> Result<(), Failed> {
    let input = dir.join("../../../../bitcode/tests/data/small.bc");
    let want = std::fs::read(dir.join("summary.out"))?;
    let want = text(&want).replacen("../../../../bitcode/tests/data/small.bc", "-", 1);
    for arguments in [&[][..], &["-"]] {
        let got = run(tool, dir, arguments, Stdio::from(std::fs::File::open(&input)?));
        if text(&got.stdout) != want {
            return Err(format!("with {arguments:?}: {}", text(&got.stdout)).into());
        }
    }
    Ok(())
}

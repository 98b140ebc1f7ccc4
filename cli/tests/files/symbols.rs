//! Lists of symbols against what llvm-nm 22 and llvm-lto2 22 printed, stored in `corpus/symbols`: one case per option, over all of the corpus.
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::run::Shared;
use crate::support::link;

/// A test with the tool and the corpus.
type Check = fn(&Path, &Path) -> Result<(), Failed>;

pub(crate) fn trials(shared: &Shared) -> Vec<Trial> {
    let corpus = shared.root.join("corpus");
    let tool = link(shared.links.path(), "llvm-nm", Path::new(env!("CARGO_BIN_EXE_bcdump")));
    let cases = std::fs::read_to_string(corpus.join("symbols/cases.tsv")).expect("the cases");
    let mut trials = Vec::new();
    for line in cases.lines() {
        let mut fields = line.split('\t');
        let mut next = || fields.next().expect("name, status and arguments").to_owned();
        let (name, status, arguments) = (next(), next().parse().expect("a status"), next());
        let (tool, corpus) = (tool.clone(), corpus.clone());
        trials.push(Trial::test(format!("symbols::{name}"), move || compare(&tool, &corpus, &name, status, &arguments)));
    }
    assert!(trials.len() >= 20, "only {} cases", trials.len());
    let own: [(&str, Check); 5] = [("full", full), ("messages", messages), ("demangled", demangled), ("json", json), ("damaged", damaged)];
    for (name, test) in own {
        let (tool, corpus) = (tool.clone(), corpus.clone());
        trials.push(Trial::test(format!("symbols::{name}"), move || test(&tool, &corpus)));
    }
    trials
}

fn inputs(corpus: &Path) -> Vec<String> {
    let names = std::fs::read_to_string(corpus.join("symbols/inputs.txt")).expect("the inputs");
    names.lines().map(str::to_owned).collect()
}

fn run(tool: &Path, dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(tool);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, if tool.ends_with("llvm-nm") { "llvm-nm" } else { "bcdump" });
    command.args(arguments).current_dir(dir).stdin(Stdio::null()).output().expect("the tool runs")
}

fn bcdump(dir: &Path, arguments: &[&str]) -> Output {
    run(&PathBuf::from(env!("CARGO_BIN_EXE_bcdump")), dir, arguments)
}

fn same(what: &str, got: &[u8], want: &[u8]) -> Result<(), Failed> {
    if got == want {
        return Ok(());
    }
    let (got, want) = (String::from_utf8_lossy(got), String::from_utf8_lossy(want));
    let mut lines = got.lines().map(Some).chain(std::iter::repeat(None)).zip(want.lines().map(Some).chain([None]));
    let found = lines.by_ref().enumerate().find(|(_, (got, want))| got != want);
    Err(format!("{what}: {found:?} (line, got, want)").into())
}

/// Output, messages and status of one list.
fn compare(tool: &Path, corpus: &Path, name: &str, status: i32, arguments: &str) -> Result<(), Failed> {
    let inputs = inputs(corpus);
    assert!(inputs.len() > 100, "only {} inputs", inputs.len());
    let arguments: Vec<&str> = arguments.split_whitespace().chain(inputs.iter().map(String::as_str)).collect();
    let got = run(tool, corpus, &arguments);
    let stored = |ending: &str| std::fs::read(corpus.join(format!("symbols/{name}.{ending}"))).expect("what is wanted");
    same("output", &got.stdout, &stored("out"))?;
    same("messages", &got.stderr, &stored("err"))?;
    if got.status.code() != Some(status) {
        return Err(format!("status {:?}, expected {status}", got.status.code()).into());
    }
    Ok(())
}

/// Everything of every symbol, as llvm-lto2 prints it; it refuses modules without a data layout.
fn full(_: &Path, corpus: &Path) -> Result<(), Failed> {
    let want = std::fs::read_to_string(corpus.join("symbols/full.out")).expect("what is wanted");
    let mut files = 0;
    for input in inputs(corpus) {
        let head = format!("{input}\n");
        let Some(at) = want.find(&format!("\n\n{head}")).map(|at| at + 2).or_else(|| want.starts_with(&head).then_some(0)) else {
            continue;
        };
        let from = &want[at + head.len()..];
        let end = from.find("\n\n").map_or(from.len(), |end| end + 2);
        let got = bcdump(corpus, &["--symbols", "--full", &input]);
        // The table of an older LLVM stays as it is, with the directives of that one; llvm-lto2 makes it anew.
        let without = |bytes: &[u8]| -> Vec<u8> {
            let lines = bytes.split_inclusive(|&c| c == b'\n');
            lines.filter(|line| input.starts_with("v22/") || !line.starts_with(b"linker opts:")).collect::<Vec<_>>().concat()
        };
        same(&input, &without(&got.stdout), &without(&from.as_bytes()[..end]))?;
        files += 1;
    }
    assert!(files > 40, "only {files} files");
    Ok(())
}

fn messages(tool: &Path, corpus: &Path) -> Result<(), Failed> {
    // As llvm-nm 22 words them.
    let refused = |arguments: &[&str], message: &str| {
        let got = run(tool, corpus, arguments);
        assert_eq!(got.status.code(), Some(1), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&got.stderr), message, "{arguments:?}");
    };
    refused(&["--bogus"], "llvm-nm: error: : unknown argument '--bogus'\n");
    refused(&["-f"], "llvm-nm: error: : -f: missing argument\n");
    let complaint = "llvm-nm: error: : --format value should be one of: bsd, posix, sysv, darwin, just-symbols\n";
    refused(&["--format=x", "nowhere.bc"], &format!("{complaint}llvm-nm: error: nowhere.bc: No such file or directory\n"));
    refused(&["nowhere.bc"], "llvm-nm: error: nowhere.bc: No such file or directory\n");
    refused(&["src/mix.c"], "llvm-nm: error: src/mix.c: The file was not recognized as a valid object file\n\n");
    let own = bcdump(corpus, &["--symbols"]);
    assert_eq!(own.status.code(), Some(2));
    let help = bcdump(corpus, &["--symbols", "--help"]);
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("--full"));
    Ok(())
}

fn demangled(tool: &Path, corpus: &Path) -> Result<(), Failed> {
    let got = run(tool, corpus, &["-C", "v22/clang-cpp-O2.bc"]);
    let text = String::from_utf8_lossy(&got.stdout).into_owned();
    // As llvm-nm 22 prints them.
    for line in ["---------------- W typeinfo for util::Error", "---------------- T measure(Shape const*, util::v1::Mode)"] {
        if !text.lines().any(|found| found == line) {
            return Err(format!("no line {line:?} in\n{text}").into());
        }
    }
    Ok(())
}

fn json(_: &Path, corpus: &Path) -> Result<(), Failed> {
    let got = bcdump(corpus, &["--symbols", "--json", "v22/symbols-coff.bc", "symbols/members.a"]);
    let document: serde_json::Value = serde_json::from_slice(&got.stdout)?;
    let files = document["files"].as_array().ok_or("files")?;
    assert_eq!(files.len(), 4);
    assert_eq!(files[0]["member"], serde_json::Value::Null);
    assert_eq!(files[1]["member"], "clang-c-O2-g.bc");
    assert_eq!(files[1]["origin"], "table");
    assert_eq!(files[1]["modules"][0]["producer"], "LLVM22.1.8");
    let main = files[1]["symbols"].as_array().and_then(|all| all.iter().find(|symbol| symbol["name"] == "main")).ok_or("main")?;
    assert_eq!(main["flags"], serde_json::json!(["global", "executable"]));
    assert!(files[0]["linker_options"].as_str().is_some_and(|options| options.contains("/EXPORT:")));
    Ok(())
}

/// Files cut short and with other bytes end in a list or in a message.
fn damaged(_: &Path, corpus: &Path) -> Result<(), Failed> {
    let bytes = std::fs::read(corpus.join("v22/symbols-elf.bc"))?;
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("x.bc");
    let mut lists = 0;
    for step in 0..60 {
        let mut bytes = bytes.clone();
        let at = bytes.len() * step / 60;
        match step % 2 {
            0 => bytes.truncate(at),
            _ => bytes[at] ^= 0x5A,
        }
        std::fs::write(&path, &bytes)?;
        let got = bcdump(dir.path(), &["--symbols", "--full", "x.bc"]);
        match got.status.code() {
            Some(0) => lists += 1,
            Some(1) => assert!(String::from_utf8_lossy(&got.stderr).starts_with("bcdump: error: x.bc: "), "{step}"),
            other => return Err(format!("step {step}: status {other:?}").into()),
        }
    }
    assert!(lists > 0);
    Ok(())
}

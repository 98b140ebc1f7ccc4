//! Runs a test of `tests/cli` in a directory of its own, and compares its output with the files next to it.
use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;

use crate::builtin;
use crate::script::{Content, Names, Origin, Run, Script, Stage};
use crate::support::{feed, link};

/// What `BLESS` says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bless {
    /// Expectations are compared.
    Nothing,
    /// `BLESS=1`: those of this project are written.
    Own,
    /// `BLESS=oracle`: those of LLVM are written by LLVM's programs.
    Oracle,
}

/// What all tests share.
pub(crate) struct Shared {
    /// The folder of the workspace.
    pub(crate) root: PathBuf,
    /// A folder with our programs under the names of LLVM's.
    pub(crate) links: tempfile::TempDir,
    pub(crate) bless: Bless,
}

/// Output and messages of a run, and its exit status.
#[derive(Default)]
pub(crate) struct Printed {
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Endings of the files that hold expectations.
pub(crate) const EXPECTED: [&str; 4] = ["stdout", "stderr", "oracle", "oracle-stderr"];

/// Runs the test in `file`.
pub(crate) fn test(shared: &Shared, file: &Path) -> Result<(), Failed> {
    let (script, name) = read(shared, file)?;
    if script.unix && !cfg!(unix) {
        return Ok(());
    }
    let dir = tempfile::tempdir()?;
    fill(dir.path(), &script, file, &name)?;
    let mut wanted = Wanted { stem: file.with_extension(""), bless: shared.bless, texts: BTreeMap::new() };
    let marked = script.runs.iter().filter(|run| !matches!(run.origin, Origin::Own)).count();
    let mut number = 0;
    for run in &script.runs {
        let at = |what: String| Failed::from(format!("line {}: {what}", run.line));
        let printed = if shared.bless == Bless::Oracle
            && let Origin::Oracle(oracle) = &run.origin
        {
            // What comes later may need the files that the run itself makes.
            pipe(shared, dir.path(), &run.pipe).map_err(at)?;
            pipe(shared, dir.path(), oracle).map_err(at)?
        } else {
            let printed = pipe(shared, dir.path(), &run.pipe).map_err(at)?;
            if printed.status != run.status {
                let said = String::from_utf8_lossy(&printed.stderr).into_owned();
                return Err(at(format!("exit status {}, expected {}\n{said}", printed.status, run.status)));
            }
            printed
        };
        let (stdout, stderr) = (plain(shared, dir.path(), printed.stdout), plain(shared, dir.path(), printed.stderr));
        if matches!(run.origin, Origin::Own) {
            owned(run, &stdout).map_err(at)?;
            wanted.add("stdout", Bless::Own, stdout);
            wanted.add("stderr", Bless::Own, without_paths(stderr));
        } else {
            number += 1;
            let of = if marked > 1 { format!("{number}.") } else { String::new() };
            // Nothing writes what is fixed.
            let by = if matches!(run.origin, Origin::Fixed) { Bless::Nothing } else { Bless::Oracle };
            wanted.add(&format!("{of}oracle"), by, stdout);
            wanted.add(&format!("{of}oracle-stderr"), by, without_paths(stderr));
        }
    }
    wanted.compare()
}

/// Reads a test; also returns the name to substitute for `%s`.
pub(crate) fn read(shared: &Shared, file: &Path) -> Result<(Script, String), Failed> {
    let text = match file.extension() {
        // Bitcode alone: to text and back.
        Some(extension) if extension == "bc" => {
            "# RUN: %bcconv %s -o %t.ll\n# RUN: %bcconv %t.ll -o %t.bc\n# RUN: cmp %t.bc %s\n".to_owned()
        }
        _ => fs::read_to_string(file)?,
    };
    let beside = file.with_extension("bc");
    let subject = if file.extension().is_some_and(|e| e == "test") && beside.is_file() { &beside } else { file };
    let name = subject.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (folder, corpus) = (file.parent().ok_or("no folder")?, shared.root.join("corpus"));
    let script = Script::parse(&text, &Names { file: &name, folder, corpus: &corpus }, &shared.root)?;
    Ok((script, name))
}

/// Puts the files of a test into its folder.
fn fill(dir: &Path, script: &Script, file: &Path, name: &str) -> Result<(), Failed> {
    let whole = script.files.iter().all(|(_, content)| matches!(content, Content::Copy(_)));
    if whole && !name.ends_with(".test") {
        fs::copy(file.with_file_name(name), dir.join(name))?;
    }
    for (name, content) in &script.files {
        if let Some(parent) = Path::new(name).parent() {
            fs::create_dir_all(dir.join(parent))?;
        }
        match content {
            Content::Copy(from) => drop(fs::copy(from, dir.join(name)).map_err(|e| format!("{}: {e}", from.display()))?),
            Content::Part(bytes) => fs::write(dir.join(name), bytes)?,
        }
    }
    Ok(())
}

/// Runs the stages one after the other; the status is that of the first that fails.
fn pipe(shared: &Shared, dir: &Path, stages: &[Stage]) -> Result<Printed, String> {
    let mut all = Printed::default();
    let mut input = Vec::new();
    for stage in stages {
        if let Some(file) = &stage.input {
            input = fs::read(dir.join(file)).map_err(|e| format!("{file}: {e}"))?;
        }
        let mut printed = command(shared, dir, &stage.words, &input)?;
        if stage.joined {
            printed.stdout.append(&mut printed.stderr);
        }
        if let Some(file) = &stage.output {
            fs::write(dir.join(file), std::mem::take(&mut printed.stdout)).map_err(|e| format!("{file}: {e}"))?;
        }
        all.stderr.append(&mut printed.stderr);
        input = printed.stdout;
        if all.status == 0 {
            all.status = printed.status;
        }
    }
    all.stdout = input;
    Ok(all)
}

/// Runs a program or a command of the harness.
fn command(shared: &Shared, dir: &Path, words: &[String], input: &[u8]) -> Result<Printed, String> {
    let (first, args) = words.split_first().ok_or("no command")?;
    let program = match first.strip_prefix('%') {
        // The program of this name is another crate's; it is the same but for its name.
        Some("bctk") => link(shared.links.path(), "bctk", ours("bcconv")),
        Some(name @ ("bcconv" | "bcdump")) => ours(name).to_owned(),
        Some(name) if name.starts_with("llvm-") || is_opt(name) => link(shared.links.path(), name, ours(tool_of(name))),
        Some(_) => return Err(format!("there is no program '{first}'")),
        // LLVM's own, of a version.
        None if first.starts_with("llvm-") || first.starts_with("opt-") => PathBuf::from(first),
        None => return builtin::run(dir, first, args, input),
    };
    let mut command = Command::new(program);
    command.args(args).current_dir(dir);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE", "COLUMNS"] {
        command.env_remove(variable);
    }
    // Dates are listed in the time of the place.
    command.env("TZ", "UTC");
    let output = feed(command, input).map_err(|e| format!("{first}: {e}"))?;
    let status = output.status.code().ok_or_else(|| format!("{first}: {}", output.status))?;
    Ok(Printed { status, stdout: output.stdout, stderr: output.stderr })
}

/// Whether a program is LLVM's `opt`, of some version.
fn is_opt(name: &str) -> bool {
    name == "opt" || name.starts_with("opt-")
}

/// The program that answers to a name of LLVM's.
fn tool_of(name: &str) -> &'static str {
    if name.contains("nm") || name.contains("bcanalyzer") { "bcdump" } else { "bcconv" }
}

fn ours(name: &str) -> &'static Path {
    Path::new(match name {
        "bcdump" => env!("CARGO_BIN_EXE_bcdump"),
        _ => env!("CARGO_BIN_EXE_bcconv"),
    })
}

/// What LLVM decides is not left to `BLESS=1`.
fn owned(run: &Run, stdout: &[u8]) -> Result<(), String> {
    let llvm = run.pipe.iter().any(|stage| stage.words[0].starts_with("%llvm-") || stage.words[0].strip_prefix('%').is_some_and(is_opt));
    if stdout.is_empty() || !(llvm || stdout.starts_with(b"; ModuleID")) {
        return Ok(());
    }
    Err("LLVM decides what this prints: add a line ORACLE: or FIXED: behind it (tests/cli/README.md)".to_owned())
}

/// Paths of this machine by their marks.
fn plain(shared: &Shared, dir: &Path, bytes: Vec<u8>) -> Vec<u8> {
    let Ok(mut text) = String::from_utf8(bytes.clone()) else { return bytes };
    for (path, mark) in [(dir, "%T"), (&shared.root.join("corpus"), "%corpus"), (shared.links.path(), "%tools")] {
        text = text.replace(&*path.to_string_lossy(), mark);
    }
    text.into_bytes()
}

/// Messages without the folder and the version of the program at their beginning: `/usr/bin/llvm-as-22: …` is `llvm-as: …`.
fn without_paths(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(text) = String::from_utf8(bytes.clone()) else { return bytes };
    let plain = |line: &str| match line.split_once(": ") {
        Some((program, rest)) => {
            let name = program.rsplit(['/', '\\']).next().unwrap_or(program).trim_end_matches(EXE_SUFFIX);
            let tool = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
            if (tool.starts_with("llvm-") || is_opt(tool)) && !tool.contains(' ') { format!("{tool}: {rest}") } else { line.to_owned() }
        }
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(plain).collect::<String>().into_bytes()
}

/// What a test printed, by the ending of the file that is to say the same, with what writes that file.
struct Wanted {
    stem: PathBuf,
    bless: Bless,
    texts: BTreeMap<String, (Bless, Vec<u8>)>,
}

impl Wanted {
    fn add(&mut self, ending: &str, by: Bless, text: Vec<u8>) {
        self.texts.entry(ending.to_owned()).or_insert((by, Vec::new())).1.extend(text);
    }

    fn compare(self) -> Result<(), Failed> {
        for (ending, (by, got)) in self.texts {
            let mut path = self.stem.clone().into_os_string();
            path.push(format!(".{ending}"));
            let path = PathBuf::from(path);
            let want = fs::read(&path).unwrap_or_default();
            if got == want {
                continue;
            }
            if self.bless == by && by != Bless::Nothing {
                if got.is_empty() {
                    fs::remove_file(&path)?
                } else {
                    fs::write(&path, &got)?
                }
                continue;
            }
            return Err(format!("{}: {}", path.display(), difference(&want, &got)).into());
        }
        Ok(())
    }
}

/// The first line that differs.
pub(crate) fn difference(want: &[u8], got: &[u8]) -> String {
    let lines = |bytes: &[u8]| bytes.split(|c| *c == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect::<Vec<_>>();
    let (want, got) = (lines(want), lines(got));
    let at = want.iter().zip(&got).position(|(want, got)| want != got).unwrap_or(want.len().min(got.len()));
    let show = |lines: &[String]| lines.get(at).map_or_else(|| "(end)".to_owned(), |line| line.clone());
    format!("line {}\n- {}\n+ {}", at + 1, show(&want), show(&got))
}

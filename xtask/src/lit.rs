//! `cargo xtask lit`: counts how many of LLVM's own tests of its tools pass with bctk's programs in their place.
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{llvm, oracle};
use bctk_ir::version::LlvmVersion;

const HELP: &str = "usage: cargo xtask lit LLVM_TEST_DIR [FOLDER...] [--llvm N] [--bin DIR] [--out DIR] [--jobs N]

Runs the tests below LLVM_TEST_DIR (llvm/test of LLVM's sources; nothing is written into it) twice: with the tools of LLVM N (default: 22), and with
bcconv and bcdump under the names llvm-as, llvm-dis, llvm-nm and llvm-bcanalyzer before them on the PATH, which then are LLVM N's. Prints for each folder how many of those that pass with
LLVM's tools pass with ours, and the rest by name. For the folder Verifier, opt is reduced to -passes=verify. FOLDER is one below LLVM_TEST_DIR (default: Assembler, Bitcode, Object and those of the four tools).
--bin DIR is the folder of our programs (default: target/release), --out DIR takes what the tests write (default: target/lit), --jobs N is how many
run at a time. It needs lit and the tools of LLVM N; FileCheck and the other programs for tests may be those of LLVM 22.
";

/// Looked at unless others are named.
const FOLDERS: &[&str] = &["Assembler", "Bitcode", "Object", "tools/llvm-as", "tools/llvm-bcanalyzer", "tools/llvm-dis", "tools/llvm-nm"];

/// Programs of LLVM 22 that serve tests of any LLVM: the tests' own tools, and one that prints the bits of any file.
const HELPERS: &[&str] =
    &["FileCheck", "not", "count", "split-file", "yaml2obj", "obj2yaml", "llvm-config", "llvm-bcanalyzer", "lit", "llvm-ar", "llvm-cat"];

/// LLVM's names, and which of our programs answers to them.
const TOOLS: [(&str, &str); 4] = [("llvm-as", "bcconv"), ("llvm-dis", "bcconv"), ("llvm-nm", "bcdump"), ("llvm-bcanalyzer", "bcdump")];

/// `opt`, reduced to its verifier: what the tests in the folder Verifier need of it.
const OPT: &str = include_str!("../../testing/opt-verify");

struct Setup {
    tests: PathBuf,
    folders: Vec<String>,
    out: PathBuf,
    lit: PathBuf,
    /// The LLVM that the tests are run with.
    major: u32,
    /// LLVM's programs.
    tools: PathBuf,
    targets: Vec<String>,
    jobs: usize,
}

/// Runs the command; `Ok(false)` means that a test fails with our programs alone.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let Some((setup, bin)) = setup(args)? else {
        print!("{HELP}");
        return Ok(true);
    };
    let links = links(&setup, &bin)?;
    println!("with LLVM {}:", setup.major);
    let theirs = setup.run("llvm", &[&setup.tools])?;
    println!("with ours:");
    let ours = setup.run("ours", &[&links, &setup.tools])?;
    let (table, failing) = compare(&theirs, &ours, &setup.folders);
    print!("\n{table}");
    for name in &failing {
        println!("{name}");
    }
    Ok(failing.is_empty())
}

fn setup(args: &[String]) -> Result<Option<(Setup, PathBuf)>, String> {
    let (mut bin, mut out) = (llvm::root().join("target/release"), llvm::root().join("target/lit"));
    let mut jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut major = llvm::MAJOR;
    let (mut tests, mut folders) = (None, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} takes a value"));
        match arg.as_str() {
            "--help" => return Ok(None),
            "--bin" => bin = value()?.into(),
            "--out" => out = value()?.into(),
            "--llvm" => major = value()?.parse().map_err(|_| "--llvm takes a version".to_owned())?,
            "--jobs" => jobs = value()?.parse().map_err(|_| "--jobs takes a number".to_owned())?,
            option if option.starts_with("--") => return Err(format!("no option {option}; --help lists them")),
            dir if tests.is_none() => tests = Some(PathBuf::from(dir)),
            folder => folders.push(folder.trim_end_matches('/').to_owned()),
        }
    }
    let Some(tests) = tests else { return Ok(None) };
    if folders.is_empty() {
        folders = FOLDERS.iter().map(|&folder| folder.to_owned()).collect();
    }
    let absolute = |path: PathBuf| std::path::absolute(&path).map_err(|e| format!("{}: {e}", path.display()));
    let (tests, out, bin) = (absolute(tests)?, absolute(out)?, absolute(bin)?);
    if !tests.join("lit.cfg.py").is_file() {
        return Err(format!("{}: expected llvm/test of LLVM's sources, with lit.cfg.py in it", tests.display()));
    }
    if let Some(folder) = folders.iter().find(|folder| !tests.join(folder).is_dir()) {
        return Err(format!("{}: no such folder", tests.join(folder).display()));
    }
    let helpers = beside("llvm-dis", llvm::MAJOR)?;
    if !helpers.join("FileCheck").is_file() {
        return Err(format!("FileCheck of LLVM {} is not in {}", llvm::MAJOR, helpers.display()));
    }
    let tools = if major == llvm::MAJOR { helpers.clone() } else { collect(&out, &helpers, major)? };
    let on_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    let places = std::iter::once(&helpers).chain(&on_path);
    let lit = places.flat_map(|dir| ["lit", "llvm-lit", "lit.py"].map(|name| dir.join(name))).find(|path| path.is_file());
    let lit = lit.ok_or("lit is not there: expected it on the PATH or beside LLVM's tools")?;
    let built = Command::new(helpers.join("llvm-config")).arg("--targets-built").stdin(Stdio::null()).output();
    let targets = match built {
        Ok(built) if built.status.success() => String::from_utf8_lossy(&built.stdout).split_whitespace().map(str::to_owned).collect(),
        _ => vec!["X86".to_owned()],
    };
    Ok(Some((Setup { tests, folders, out, lit, major, tools, targets, jobs }, bin)))
}

/// The folder that holds a tool of an LLVM, with everything else next to it.
fn beside(name: &str, major: u32) -> Result<PathBuf, String> {
    let tool = llvm::find_of(name, major).ok_or_else(|| format!("{name} of LLVM {major} is not there"))?;
    let dir = std::fs::canonicalize(&tool).ok().and_then(|path| Some(path.parent()?.to_path_buf()));
    dir.ok_or_else(|| format!("{}: no folder", tool.display()))
}

/// A folder with the tools of LLVM `major`, by their plain names, and with [`HELPERS`].
fn collect(out: &Path, helpers: &Path, major: u32) -> Result<PathBuf, String> {
    if llvm::find_of("llvm-dis", major).is_none() {
        return Err(format!("llvm-dis of LLVM {major} is not there"));
    }
    let dir = out.join(format!("llvm-{major}"));
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let entries = std::fs::read_dir(helpers).map_err(|e| format!("{}: {e}", helpers.display()))?;
    for name in entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()) {
        let helper = HELPERS.contains(&name.as_str()).then(|| helpers.join(&name));
        if let Some(tool) = llvm::find_of(&name, major).or(helper) {
            link(&tool, &dir.join(&name))?;
        }
    }
    Ok(dir)
}

/// Makes a link, or a copy where there are no links, in the place of any that is there.
fn link(from: &Path, to: &Path) -> Result<(), String> {
    let _ = std::fs::remove_file(to);
    oracle::link(from, to)
}

/// A folder with our programs under LLVM's names. As those of an older LLVM they are called under a name with its version, by a script.
fn links(setup: &Setup, bin: &Path) -> Result<PathBuf, String> {
    let dir = setup.out.join(format!("tools-{}", setup.major));
    let versioned = dir.join("versioned");
    std::fs::create_dir_all(&versioned).map_err(|e| format!("{}: {e}", versioned.display()))?;
    for (name, program) in TOOLS {
        let (program, plain) = (bin.join(program), dir.join(name));
        if !program.is_file() {
            return Err(format!("{}: not there; cargo build --release makes it", program.display()));
        }
        if LlvmVersion::new(setup.major) == LlvmVersion::DEFAULT {
            link(&program, &plain)?;
            continue;
        }
        let called = versioned.join(format!("{name}-{}", setup.major));
        link(&program, &called)?;
        let _ = std::fs::remove_file(&plain);
        let script = format!("#!/bin/sh\nexec '{}' \"$@\"\n", called.display());
        std::fs::write(&plain, script).map_err(|e| format!("{}: {e}", plain.display()))?;
        llvm::make_executable(&plain)?;
    }
    if setup.folders.iter().any(|folder| folder == "Verifier") {
        let opt = dir.join("opt");
        std::fs::write(&opt, OPT).map_err(|e| format!("{}: {e}", opt.display()))?;
        llvm::make_executable(&opt)?;
    }
    Ok(dir)
}

impl Setup {
    /// Runs the tests with programs from `path`: what became of each.
    fn run(&self, name: &str, path: &[&Path]) -> Result<BTreeMap<String, String>, String> {
        let suite = self.out.join(name);
        let fault = |path: &Path, e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        if suite.exists() {
            std::fs::remove_dir_all(&suite).map_err(|e| fault(&suite, &e))?;
        }
        std::fs::create_dir_all(&suite).map_err(|e| fault(&suite, &e))?;
        let site = suite.join("lit.site.cfg.py");
        std::fs::write(&site, self.configuration(&suite, path)).map_err(|e| fault(&site, &e))?;
        let results = self.out.join(format!("{name}.json"));
        let _ = std::fs::remove_file(&results);
        // Folders below the folder of the configuration are folders of its source root.
        let folders = self.folders.iter().map(|folder| suite.join(folder));
        let status = Command::new(&self.lit)
            .args(["--quiet", "--timeout", "120", "-j"])
            .arg(self.jobs.to_string())
            .arg("--output")
            .arg(&results)
            .args(folders)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .map_err(|e| fault(&self.lit, &e))?;
        let text = std::fs::read(&results).map_err(|e| format!("lit ended with {status} and left no results: {}", fault(&results, &e)))?;
        let results: serde_json::Value = serde_json::from_slice(&text).map_err(|e| format!("lit's results: {e}"))?;
        let tests = results["tests"].as_array().ok_or("lit's results hold no tests")?;
        let codes = tests.iter().filter_map(|test| {
            let (_, name) = test["name"].as_str()?.split_once(" :: ")?;
            Some((name.to_owned(), test["code"].as_str()?.to_owned()))
        });
        let codes: BTreeMap<String, String> = codes.collect();
        println!("  {} tests, {} pass", codes.len(), codes.values().filter(|code| passes(code)).count());
        Ok(codes)
    }

    /// The parameters that LLVM's own build passes to lit, if these tests need them.
    fn configuration(&self, suite: &Path, path: &[&Path]) -> String {
        let quoted = |text: &str| format!("{text:?}");
        let host = llvm::rustc_host().unwrap_or_else(|| "x86_64-unknown-linux-gnu".to_owned());
        let mut features: Vec<String> = self.targets.iter().map(|target| format!("{}-registered-target", target.to_lowercase())).collect();
        features.extend(
            ["default_triple", "shell", "native", "zlib", "zstd", "object-emission", "system-linux", "x86_64-linux"].map(str::to_owned),
        );
        features.push(format!("target={host}"));
        let list = |items: &[String]| items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", ");
        let dirs: Vec<String> =
            path.iter().map(|dir| dir.display().to_string()).chain(["/usr/bin".to_owned(), "/bin".to_owned()]).collect();
        let mut text = String::from("# Written by cargo xtask lit.\nimport lit.formats\n");
        let _ = write!(
            text,
            "config.name = 'LLVM'\n\
             config.test_format = lit.formats.ShTest(True)\n\
             config.suffixes = ['.ll', '.c', '.test', '.txt', '.s', '.mir', '.yaml', '.cpp']\n\
             config.excludes = ['Inputs', 'README.txt']\n\
             config.test_source_root = {tests}\n\
             config.test_exec_root = {suite}\n\
             config.targets = frozenset([{targets}])\n\
             config.root_targets = config.targets\n\
             config.target_triple = config.host_triple = {host}\n\
             config.available_features |= set([{features}])\n\
             config.environment['PATH'] = {path}\n\
             config.substitutions += [('%{{triple}}', {host}), ('%python', 'python3'), ('%shlibext', '.so'), ('%llvmshlibdir', {lib})]\n",
            tests = quoted(&self.tests.display().to_string()),
            suite = quoted(&suite.display().to_string()),
            targets = list(&self.targets),
            host = quoted(&host),
            features = list(&features),
            path = quoted(&dirs.join(":")),
            lib = quoted(&self.tools.with_file_name("lib").display().to_string()),
        );
        text
    }
}

/// Whether a test came out as it should.
fn passes(code: &str) -> bool {
    matches!(code, "PASS" | "XFAIL" | "FLAKYPASS")
}

/// Of the tests that pass with LLVM's tools, how many pass with ours, as a table; the names of the others.
fn compare(theirs: &BTreeMap<String, String>, ours: &BTreeMap<String, String>, folders: &[String]) -> (String, Vec<String>) {
    let mut table = String::from("| folder | with LLVM's tools | with ours |\n|---|---|---|\n");
    let mut failing = Vec::new();
    let (mut all, mut good) = (0, 0);
    for folder in folders {
        let prefix = format!("{folder}/");
        let (mut count, mut same) = (0, 0);
        for (name, _) in theirs.iter().filter(|(name, code)| name.starts_with(&prefix) && passes(code)) {
            count += 1;
            match ours.get(name) {
                Some(code) if passes(code) => same += 1,
                _ => failing.push(name.clone()),
            }
        }
        let _ = writeln!(table, "| {folder} | {count} | {same} |");
        (all, good) = (all + count, good + same);
    }
    let _ = writeln!(table, "| all | {all} | {good} |");
    (table, failing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_passes_with_llvm_counts() {
        let codes = |list: &[(&str, &str)]| list.iter().map(|(name, code)| ((*name).to_owned(), (*code).to_owned())).collect();
        let theirs = codes(&[("A/x.ll", "PASS"), ("A/y.ll", "XFAIL"), ("A/z.ll", "FAIL"), ("tools/t/u.ll", "PASS"), ("A/v.ll", "PASS")]);
        let ours = codes(&[("A/x.ll", "PASS"), ("A/y.ll", "FAIL"), ("A/z.ll", "FAIL"), ("tools/t/u.ll", "PASS")]);
        let (table, failing) = compare(&theirs, &ours, &["A".to_owned(), "tools/t".to_owned()]);
        assert_eq!(failing, ["A/v.ll", "A/y.ll"]);
        assert!(table.ends_with("| A | 3 | 1 |\n| tools/t | 1 | 1 |\n| all | 4 | 2 |\n"), "{table}");
    }
}

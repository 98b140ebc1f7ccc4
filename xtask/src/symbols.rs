//! The output of llvm-nm and llvm-lto2 for files: stored below `corpus/symbols` for the tests, and compared over any folder.
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::{llvm, manifest, oracle};

/// The lists that are stored: name, and arguments of llvm-nm before the inputs.
const LISTS: &[(&str, &str)] = &[
    ("bsd", ""),
    ("no-sort", "--no-sort"),
    ("posix", "-P"),
    ("posix-names", "-AP"),
    ("sysv", "--format=sysv"),
    ("darwin", "-m"),
    ("hex", "-x"),
    ("just-symbols", "-j"),
    ("extern", "-g"),
    ("undefined", "--undefined-only"),
    ("defined-extern", "-gU"),
    ("names", "--print-file-name"),
    ("reverse", "-r"),
    ("numeric", "-n"),
    ("numeric-reverse", "-nr"),
    ("sizes", "-S -t d"),
    ("size-sort", "--size-sort"),
    ("no-weak", "-W"),
    ("no-aliases", "--without-aliases"),
    ("only-32", "-X32"),
    ("export", "--export-symbols"),
    ("quiet", "--quiet"),
    ("dynamic", "-D"),
];

/// More members of the archive.
const MEMBERS: [&str; 3] = ["clang-c-O2-g.bc", "symbols-elf.bc", "module-empty.bc"];

/// The files that are listed, below `corpus/`: all of LLVM 22 and of older versions, and an archive.
pub(crate) fn inputs(corpus: &Path) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for folder in (13..=22).map(|major| format!("v{major}")) {
        for file in llvm::files_below(&corpus.join(&folder), ".bc")? {
            names.push(manifest::relative(corpus, &file));
        }
    }
    names.sort();
    names.push("symbols/members.a".into());
    Ok(names)
}

/// Makes `corpus/symbols`.
pub(crate) fn make(corpus: &Path, makers: &mut BTreeMap<String, String>) -> Result<(), String> {
    let find = |name: &str| {
        let path = llvm::find(name).ok_or_else(|| format!("{name} of LLVM {} is not installed", llvm::MAJOR))?;
        let version = llvm::version_of(&path).ok_or_else(|| format!("{}: no version", path.display()))?.1;
        Ok::<_, String>((path, format!("{name} {version}")))
    };
    let (nm, nm_maker) = find("llvm-nm")?;
    let (lto, lto_maker) = find("llvm-lto2")?;
    let (ar, ar_maker) = find("llvm-ar")?;
    let dir = corpus.join("symbols");
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let members: Vec<String> = MEMBERS.iter().map(|name| format!("../v22/{name}")).collect();
    let _ = std::fs::remove_file(dir.join("members.a"));
    let args: Vec<&str> = ["rcSD", "members.a"].into_iter().chain(members.iter().map(String::as_str)).collect();
    llvm::run(&ar, &args, &dir)?;
    makers.insert("symbols/members.a".into(), ar_maker);
    let inputs = inputs(corpus)?;
    let mut put = |name: String, bytes: &[u8], maker: String| {
        makers.insert(format!("symbols/{name}"), maker);
        std::fs::write(dir.join(&name), bytes).map_err(|e| format!("{name}: {e}"))
    };
    let mut cases = String::new();
    for (name, args) in LISTS {
        let output = as_llvm_nm(&nm, args.split_whitespace().chain(inputs.iter().map(String::as_str)), corpus)?;
        put(format!("{name}.out"), &output.stdout, format!("{nm_maker} {args}").trim_end().into())?;
        put(format!("{name}.err"), &output.stderr, format!("{nm_maker} {args}").trim_end().into())?;
        cases.push_str(&format!("{name}\t{}\t{args}\n", output.status.code().unwrap_or(-1)));
    }
    put("cases.tsv".into(), cases.as_bytes(), "cargo xtask corpus".into())?;
    put("inputs.txt".into(), (inputs.join("\n") + "\n").as_bytes(), "cargo xtask corpus".into())?;
    let mut full = Vec::new();
    for input in inputs.iter().filter(|name| name.ends_with(".bc")) {
        let output = Command::new(&lto).args(["dump-symtab", input]).current_dir(corpus).stdin(Stdio::null()).output();
        let output = output.map_err(|e| format!("{}: {e}", lto.display()))?;
        // Without a data layout it refuses.
        if output.status.success() {
            full.extend_from_slice(format!("{input}\n").as_bytes());
            full.extend(output.stdout);
        }
    }
    put("full.out".into(), &full, format!("{lto_maker} dump-symtab"))
}

/// Runs a tool as `llvm-nm`, the name in its messages.
fn as_llvm_nm<'a>(tool: &Path, args: impl Iterator<Item = &'a str>, dir: &Path) -> Result<Output, String> {
    let mut command = Command::new(tool);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, "llvm-nm");
    command.args(args).current_dir(dir).stdin(Stdio::null()).output().map_err(|e| format!("{}: {e}", tool.display()))
}

/// Compares the lists of every `.bc`, archive and rlib below `dir` with those of llvm-nm, and what `bcdump --symbols --full` prints with llvm-lto2,
/// where LLVM `major` has these tools.
pub(crate) fn compare(dir: &Path, major: u32, bcdump: &Path) -> Result<bool, String> {
    let Some(nm) = llvm::find_of("llvm-nm", major) else { return Ok(true) };
    let links = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let ours = links.path().join("llvm-nm");
    oracle::link(bcdump, &ours)?;
    let mut files = llvm::files_below(dir, ".bc")?;
    files.extend(llvm::files_below(dir, ".a")?);
    files.extend(llvm::files_below(dir, ".rlib")?);
    let mut all_same = true;
    let mut count = |way: &str, pair: &(dyn Fn(&Path) -> Option<(Output, Output)> + Sync)| {
        let (mut same, mut differ) = (0, 0);
        for (file, outputs) in files.iter().zip(oracle::of_each(&files, |_, file| pair(file))?) {
            let Some((want, got)) = outputs else { continue };
            // LLVM's own tool crashed: it was built without the target of the module's assembly.
            if want.status.code().is_none() {
                continue;
            }
            match oracle::first_difference(&want.stdout, &got.stdout) {
                None if want.status.code() == got.status.code() => same += 1,
                fault => {
                    differ += 1;
                    println!("{} ({way})\n{}", file.strip_prefix(dir).unwrap_or(file).display(), fault.unwrap_or_default());
                }
            }
        }
        all_same &= differ == 0;
        println!("{way:<14} {:>7} {same:>7} {differ:>7}", same + differ);
        Ok::<(), String>(())
    };
    let run = |tool: &Path, args: &[&OsStr]| Command::new(tool).args(args).stdin(Stdio::null()).output().ok();
    for args in ["--format=bsd", "-p", "-AgP", "-m"] {
        let with = |tool: &PathBuf, file: &Path| run(tool, &[args.as_ref(), file.as_os_str()]);
        count(&format!("nm {args}"), &|file| Some((with(&nm, file)?, with(&ours, file)?)))?;
    }
    let Some(lto) = llvm::find_of("llvm-lto2", major) else { return Ok(all_same) };
    count("symtab", &|file| {
        let want = run(&lto, &["dump-symtab".as_ref(), file.as_os_str()]).filter(|want| want.status.success())?;
        Some((want, run(bcdump, &["--symbols".as_ref(), "--full".as_ref(), file.as_os_str()])?))
    })?;
    Ok(all_same)
}

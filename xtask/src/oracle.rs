//! `cargo xtask oracle [DIR]`: bcconv against each installed llvm-dis of [`RELEASES`], byte for byte, over any folder; and, for texts there,
//! against llvm-as followed by llvm-dis, and the bitcode that is made of them against that of llvm-as; bitcode of the release against its
//! copy; and symbols against llvm-nm and llvm-lto2. For [`OLDER`] releases: their own bitcode as text, and that text as bitcode.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{llvm, parallel, symbols};

/// The two ways in which every file is printed.
const MODES: [(&str, &[&str]); 2] = [("plain", &[]), ("uselistorder", &["--preserve-ll-uselistorder"])];

/// The releases whose readers bctk follows in everything.
const RELEASES: std::ops::RangeInclusive<u32> = 22..=23;

/// Older releases, whose own files bctk prints and assembles as they do.
const OLDER: std::ops::RangeInclusive<u32> = 13..=21;

/// Runs the command; `Ok(false)` means that a file prints differently.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (mut folder, mut releases) = (None, *OLDER.start()..=*RELEASES.end());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--llvm" => {
                let number = args.next().ok_or("--llvm takes a version")?;
                let major: u32 = number.parse().map_err(|e| format!("{number}: {e}"))?;
                if !releases.contains(&major) {
                    return Err(format!("LLVM {major}: expected one of {releases:?}"));
                }
                releases = major..=major;
            }
            _ if folder.is_none() => folder = Some(arg),
            _ => return Err("expected at most one folder".into()),
        }
    }
    let mut agree = true;
    for major in releases {
        let dir = folder.map_or_else(|| llvm::root().join("corpus").join(format!("v{major}")), PathBuf::from);
        match llvm::find_of("llvm-dis", major) {
            Some(theirs) if OLDER.contains(&major) => agree &= compare_older(&dir, major, &theirs)?,
            Some(theirs) => agree &= compare_release(&dir, major, &theirs)?,
            None => println!("oracle: SKIPPED, nothing was compared: llvm-dis of LLVM {major} is not installed"),
        }
    }
    Ok(agree)
}

/// Prints every `.bc` of the release below `dir` in both ways, and assembles what its llvm-dis printed.
fn compare_older(dir: &Path, major: u32, disassembler: &Path) -> Result<bool, String> {
    let bcconv = llvm::build_bcconv("release")?;
    let links = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let ours = ["dis", "as"].map(|tool| links.path().join(format!("llvm-{tool}-{major}")));
    ours.iter().try_for_each(|name| link(&bcconv, name))?;
    // Bitcode states the point release.
    let last = bctk_ir::version::LlvmVersion::nearest_written(major).last_release();
    let assembler = llvm::find_of("llvm-as", major).filter(|tool| llvm::version_of(tool).is_some_and(|(_, version)| version == last));
    let is_of_release = |file: &PathBuf| {
        let read = |file: &PathBuf| bctk_bitcode::read(&std::fs::read(file).ok()?, &bctk_bitcode::ReadOptions::default()).ok();
        read(file).is_some_and(|module| module.producer_version().is_some_and(|version| version.major == major))
    };
    let files: Vec<PathBuf> = llvm::files_below(dir, ".bc")?.into_iter().filter(is_of_release).collect();
    let faults = of_each(&files, |room, file| -> Vec<(&str, String)> {
        let faults = MODES.iter().flat_map(|(mode, flags)| {
            let printed = compare(disassembler, &ours[0], flags, file);
            let assembled = assembler.as_ref().and_then(|tool| compare_assembled(disassembler, tool, &ours[1], flags, file, room));
            printed.into_iter().chain(assembled).map(|fault| (*mode, fault))
        });
        faults.collect()
    })?;
    let mut differ = 0;
    for (file, faults) in files.iter().zip(faults) {
        for (mode, fault) in faults {
            differ += 1;
            println!("{} ({mode})\n{fault}", file.strip_prefix(dir).unwrap_or(file).display());
        }
    }
    let way = if assembler.is_some() { "printed and assembled" } else { "printed alone, as its last llvm-as is not installed" };
    println!("LLVM {major}, {}: {} files, {differ} differences ({way})", dir.display(), files.len());
    Ok(differ == 0)
}

/// Assembles what llvm-dis prints of a file; `Some` says how the results differ.
fn compare_assembled(disassembler: &Path, assembler: &Path, ours: &Path, flags: &[&str], file: &Path, dir: &Path) -> Option<String> {
    let text = dir.join("a.ll");
    let run = |tool: &Path, flags: &[&str], file: &Path, output: &Path| {
        let mut command = Command::new(tool);
        command.args(flags).arg(file).arg("-o").arg(output).stdin(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let assembled = |tool: &Path| {
        let output = dir.join("a.bc");
        run(tool, &[], &text, &output).then(|| std::fs::read(output).ok()).flatten()
    };
    let want = run(disassembler, flags, file, &text).then(|| assembled(assembler)).flatten()?;
    (assembled(ours).as_ref() != Some(&want)).then(|| "  its text becomes other bitcode".into())
}

fn compare_release(dir: &Path, major: u32, theirs: &Path) -> Result<bool, String> {
    println!("LLVM {major}, {}", dir.display());
    let bcconv = llvm::build_bcconv("release")?;
    let links = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let ours = links.path().join(format!("llvm-dis-{major}"));
    link(&bcconv, &ours)?;

    let texts_agree = match llvm::find_of("llvm-as", major) {
        Some(assembler) => texts(dir, major, &assembler, theirs, &bcconv)? & bitcode(dir, major, &assembler, &bcconv)?,
        None => true,
    };
    let symbols_agree = symbols::compare(dir, major, &bcconv.with_file_name(format!("bcdump{}", std::env::consts::EXE_SUFFIX)))?;
    let files = llvm::files_below(dir, ".bc")?;
    println!("\n{:<14} {:>7} {:>7} {:>7}", "mode", "files", "same", "differ");
    let mut all_same = true;
    for (mode, flags) in MODES {
        let mut differ = 0;
        for (file, fault) in files.iter().zip(of_each(&files, |_, file| compare(theirs, &ours, flags, file))?) {
            let Some(fault) = fault else { continue };
            differ += 1;
            println!("{} ({mode})\n{fault}", file.strip_prefix(dir).unwrap_or(file).display());
        }
        all_same &= differ == 0;
        println!("{mode:<14} {:>7} {:>7} {differ:>7}", files.len(), files.len() - differ);
    }
    Ok(all_same && texts_agree && symbols_agree && !files.is_empty())
}

/// Compares the results of the tools for every `.ll` below `dir`, except for the order of predecessors in comments.
fn texts(dir: &Path, major: u32, assembler: &Path, disassembler: &Path, bcconv: &Path) -> Result<bool, String> {
    let links = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let ours = ["as", "dis"].map(|tool| links.path().join(format!("llvm-{tool}-{major}")));
    ours.iter().try_for_each(|name| link(bcconv, name))?;
    let files = llvm::files_below(dir, ".ll")?;
    let (mut same, mut refused, mut differ) = (0, 0, 0);
    for (file, found) in files.iter().zip(of_each(&files, |_, file| compare_text(&ours, assembler, disassembler, file))?) {
        match found {
            Ok(None) => same += 1,
            Ok(Some(fault)) => {
                differ += 1;
                println!("{} (text)\n{fault}", file.strip_prefix(dir).unwrap_or(file).display());
            }
            Err(()) => refused += 1,
        }
    }
    println!("\n{:<14} {:>7} {:>7} {:>7}   and {refused} that llvm-as or llvm-dis refuses", "mode", "files", "same", "differ");
    println!("{:<14} {:>7} {same:>7} {differ:>7}", "text", files.len() - refused);
    Ok(differ == 0)
}

/// The ways in which texts are assembled.
const ASSEMBLED: [(&str, &[&str]); 3] = [("as", &[]), ("nouse", &["--preserve-bc-uselistorder=false"]), ("hash", &["--module-hash"])];

/// The bytes that are wanted, and those that bcconv made, if it made any.
type Pair = (Vec<u8>, Option<Vec<u8>>);

/// Compares the bitcode that the tools make of every `.ll` below `dir`, and every `.bc` of the release there with its copy.
fn bitcode(dir: &Path, major: u32, assembler: &Path, bcconv: &Path) -> Result<bool, String> {
    let links = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let ours = links.path().join(format!("llvm-as-{major}"));
    link(bcconv, &ours)?;
    let run = |tool: &Path, args: &[&str], file: &Path| {
        let mut command = Command::new(tool);
        command.args(args).arg(file.file_name()?).current_dir(file.parent()?).stdin(Stdio::null()).stderr(Stdio::null());
        command.output().ok().filter(|answer| answer.status.success()).map(|answer| answer.stdout)
    };
    let mut all_same = true;
    let mut count = |way: &str, files: &[PathBuf], pair: &(dyn Fn(&Path) -> Option<Pair> + Sync)| {
        let (mut same, mut differ) = (0, 0);
        let found = of_each(files, |_, file| pair(file).map(|(want, got)| got.as_ref() == Some(&want)))?;
        for (file, is_same) in files.iter().zip(found) {
            match is_same {
                Some(true) => same += 1,
                Some(false) => {
                    differ += 1;
                    println!("{} ({way})", file.strip_prefix(dir).unwrap_or(file).display());
                }
                None => {}
            }
        }
        all_same &= differ == 0;
        println!("{way:<14} {:>7} {same:>7} {differ:>7}", same + differ);
        Ok::<(), String>(())
    };
    let mut texts = llvm::files_below(dir, ".ll")?;
    // Of a text that LLVM printed bcconv keeps the module's hash, llvm-as does not.
    texts.retain(|file| {
        let text = std::fs::read(file).unwrap_or_default();
        !(text.starts_with(b"; ModuleID = ") && text.windows(15).any(|window| window == b"\n^0 = module: ("))
    });
    for (way, flags) in ASSEMBLED {
        let args: Vec<&str> = ["-o", "-"].into_iter().chain(flags.iter().copied()).collect();
        count(way, &texts, &|file| Some((run(assembler, &args, file)?, run(&ours, &args, file))))?;
    }
    let copied = llvm::files_below(dir, ".bc")?;
    count("copy", &copied, &|file| {
        let want = std::fs::read(file).ok()?;
        let module = bctk_bitcode::read(&want, &bctk_bitcode::ReadOptions::default()).ok()?;
        let current = module.producer_version().is_none_or(|version| version.major == major);
        current.then(|| (want, run(bcconv, &["--to", "bc", "-o", "-"], file)))
    })?;
    Ok(all_same)
}

/// What `of` makes of each file, on all processors. It gets a temporary folder that nothing else uses meanwhile.
pub(crate) fn of_each<T: Send>(files: &[PathBuf], of: impl Fn(&Path, &Path) -> T + Sync) -> Result<Vec<T>, String> {
    Ok(parallel::each(&parallel::rooms()?, files.len(), |room, number| of(room.path(), &files[number])))
}

/// How the tools differ on one text; an error if LLVM's refuse it.
fn compare_text(ours: &[PathBuf; 2], assembler: &Path, disassembler: &Path, file: &Path) -> Result<Option<String>, ()> {
    let run = |tool: &Path, args: &[&std::ffi::OsStr], input: Stdio| {
        Command::new(tool).args(args).stdin(input).stderr(Stdio::null()).output().ok().filter(|o| o.status.success()).map(|o| o.stdout)
    };
    let bitcode = tempfile::NamedTempFile::new().map_err(|_| ())?;
    let (file, out) = (file.as_os_str(), bitcode.path().as_os_str());
    run(assembler, &[file, "-o".as_ref(), out], Stdio::null()).ok_or(())?;
    let want = run(disassembler, &[out, "-o".as_ref(), "-".as_ref()], Stdio::null()).ok_or(())?;
    let made = run(&ours[0], &[file, "-o".as_ref(), out], Stdio::null())
        .and_then(|_| run(&ours[1], &[out, "-o".as_ref(), "-".as_ref()], Stdio::null()));
    let Some(got) = made else { return Ok(Some("  bcconv refuses it".into())) };
    let plain = |text: &[u8]| -> Vec<u8> {
        // Names of files, and the entry of a summary for the file itself, whose name and hash text keeps and bitcode does not.
        let named = |line: &&str| {
            !line.starts_with("; ModuleID") && !line.starts_with("source_filename") && !line.starts_with("^0 = module: (path: ")
        };
        let lines = String::from_utf8_lossy(text);
        let lines = lines.lines().filter(named).map(|line| line.split("; preds = ").next().unwrap_or_default().trim_end());
        lines.collect::<Vec<_>>().join("\n").into_bytes()
    };
    Ok(first_difference(&plain(&want), &plain(&got)))
}

#[cfg(unix)]
pub(crate) fn link(from: &Path, to: &Path) -> Result<(), String> {
    std::os::unix::fs::symlink(from, to).map_err(|e| format!("{}: {e}", to.display()))
}

#[cfg(not(unix))]
pub(crate) fn link(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::copy(from, to).map(|_| ()).map_err(|e| format!("{}: {e}", to.display()))
}

/// Runs both tools on `file`; `Some` says how they differ. Where LLVM refuses, ours has to refuse too, in its own words.
fn compare(theirs: &Path, ours: &Path, flags: &[&str], file: &Path) -> Option<String> {
    let name = file.file_name()?;
    let dir = file.parent()?;
    let run = |tool: &Path| Command::new(tool).args(flags).arg(name).args(["-o", "-"]).current_dir(dir).stdin(Stdio::null()).output();
    let (want, got) = match (run(theirs), run(ours)) {
        (Ok(want), Ok(got)) => (want, got),
        (Err(e), _) | (_, Err(e)) => return Some(format!("  cannot be run: {e}")),
    };
    if !want.status.success() {
        let kind = (got.status.code() != Some(1)).then(|| format!("  llvm-dis refuses the file, bcconv ends with {}", got.status));
        return kind;
    }
    if !got.status.success() {
        return Some(format!("  {}: {}", got.status, String::from_utf8_lossy(&got.stderr).trim_end()));
    }
    first_difference(&want.stdout, &got.stdout)
}

/// The first line in which two texts differ, with what each has there.
pub(crate) fn first_difference(want: &[u8], got: &[u8]) -> Option<String> {
    if want == got {
        return None;
    }
    let (mut a, mut b) = (want.split(|c| *c == b'\n'), got.split(|c| *c == b'\n'));
    for number in 1.. {
        let (x, y) = (a.next(), b.next());
        if x != y {
            let show = |line: Option<&[u8]>| line.map_or("(end)".into(), |l| String::from_utf8_lossy(&l[..l.len().min(400)]).into_owned());
            return Some(format!("  line {number}\n  - {}\n  + {}", show(x), show(y)));
        }
    }
    None
}

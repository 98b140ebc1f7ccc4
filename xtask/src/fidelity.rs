//! `cargo xtask fidelity`: compares bcconv with each installed LLVM, over given files or programs compiled for it.
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{llvm, parallel};

const HELP: &str = "usage: cargo xtask fidelity [--make DIR] [--bin DIR] [FILE|DIR...]

For each bitcode file below DIR, compares what bcconv makes of it with what LLVM and the file say:
  text   bcconv --plain prints what the llvm-dis of the file's own LLVM prints (if that is installed and reads the file)
  again  that text, parsed and printed again, is the same
  back   the text with its description gives back the file
  copy   bcconv FILE -o COPY gives the file
Prints a row for each folder and LLVM, and every file that differs with its first difference.
--make DIR first compiles the programs of corpus/src with every installed clang, for several targets and flags, into DIR, and looks at those, too.
--bin DIR is the folder of bcconv (default: target/release).
";

/// Releases that are asked, if they are installed.
const RELEASES: std::ops::RangeInclusive<u32> = 13..=22;

/// The ways to compile the programs: a name and flags. Not every clang accepts all flags.
const FLAGS: &[(&str, &[&str])] = &[
    ("O0", &["-O0"]),
    ("O0-g", &["-O0", "-g"]),
    ("O1", &["-O1"]),
    ("O2", &["-O2"]),
    ("O3-avx512", &["-O3", "-mavx512f", "-mavx512vl", "-mavx512bw"]),
    ("Os-dwarf5", &["-Os", "-gdwarf-5"]),
    ("O2-dwarf2", &["-O2", "-gdwarf-2"]),
    ("O2-codeview", &["-O2", "-gcodeview", "--target=x86_64-pc-windows-msvc"]),
    ("O2-thin", &["-O2", "-flto=thin", "-g"]),
    ("O2-lto", &["-O2", "-flto"]),
    ("O2-split", &["-O2", "-g", "-gsplit-dwarf"]),
    ("O1-asan", &["-O1", "-fsanitize=address", "-g"]),
    ("O1-msan", &["-O1", "-fsanitize=memory"]),
    ("O1-tsan", &["-O1", "-fsanitize=thread"]),
    ("O1-ubsan", &["-O1", "-fsanitize=undefined"]),
    ("O1-hwasan", &["-O1", "-fsanitize=hwaddress", "--target=aarch64-linux-gnu"]),
    ("O2-safestack", &["-O2", "-fsanitize=safe-stack"]),
    ("O2-coverage", &["-O2", "-fprofile-instr-generate", "-fcoverage-mapping"]),
    ("O2-gcov", &["-O2", "--coverage"]),
    ("O2-pgo", &["-O2", "-fprofile-generate"]),
    ("O2-names", &["-O2", "-fno-discard-value-names"]),
    ("O2-strong", &["-O2", "-fstack-protector-strong", "-fcf-protection"]),
    ("O2-large", &["-O2", "-mcmodel=large", "-fPIC"]),
    ("O2-fast", &["-O2", "-ffast-math"]),
    ("O2-strict", &["-O2", "-ffp-model=strict"]),
    ("O2-xray", &["-O2", "-fxray-instrument"]),
    ("O2-aarch64", &["-O2", "--target=aarch64-linux-gnu", "-g"]),
    ("O3-sve", &["-O3", "--target=aarch64-linux-gnu", "-march=armv8-a+sve2"]),
    ("O2-arm64-macos", &["-O2", "--target=arm64-apple-macos11", "-g"]),
    ("O2-armv7", &["-O2", "--target=armv7-linux-gnueabihf"]),
    ("O3-rvv", &["-O3", "--target=riscv64-linux-gnu", "-march=rv64gcv"]),
    ("O2-ppc64le", &["-O2", "--target=powerpc64le-linux-gnu"]),
    ("O2-aix", &["-O2", "--target=powerpc-ibm-aix"]),
    ("O2-s390x", &["-O2", "--target=s390x-linux-gnu", "-g"]),
    ("O2-mips64", &["-O2", "--target=mips64-linux-gnu"]),
    ("O2-sparc", &["-O2", "--target=sparcv9-linux-gnu"]),
    ("O2-wasm", &["-O2", "--target=wasm32-unknown-unknown", "-msimd128"]),
    ("O2-bpf", &["-O2", "--target=bpfel", "-g"]),
    ("O2-hexagon", &["-O2", "--target=hexagon-unknown-elf"]),
    ("O2-loongarch", &["-O2", "--target=loongarch64-linux-gnu"]),
    ("O2-avr", &["-O2", "--target=avr"]),
    ("O2-msp430", &["-O2", "--target=msp430"]),
    ("O2-nvptx", &["-O2", "--target=nvptx64-nvidia-cuda"]),
    ("O2-amdgcn", &["-O2", "--target=amdgcn-amd-amdhsa"]),
    ("O2-i686", &["-O2", "--target=i686-linux-gnu", "-g"]),
    ("O2-msvc32", &["-O2", "--target=i686-pc-windows-msvc", "-fexceptions"]),
    ("O2-mingw", &["-O2", "--target=x86_64-w64-windows-gnu"]),
];

/// The files to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Check {
    Text,
    Again,
    Back,
    Copy,
}

const CHECKS: [(Check, &str); 4] = [(Check::Text, "text"), (Check::Again, "again"), (Check::Back, "back"), (Check::Copy, "copy")];

/// The number of files checked, and the number that passed, by check.
type Row = BTreeMap<Check, (usize, usize)>;

/// Runs the command; `Ok(false)` means that something differs.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (mut bin, mut made, mut paths) = (llvm::root().join("target/release"), None, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut folder = || args.next().map(PathBuf::from).ok_or_else(|| format!("{arg}: expected a folder"));
        match arg.as_str() {
            "--make" => made = Some(folder()?),
            "--bin" => bin = folder()?,
            "--help" => {
                print!("{HELP}");
                return Ok(true);
            }
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    let bcconv = bin.join("bcconv");
    if !bcconv.is_file() {
        return Err(format!("{}: not there (cargo build --release)", bcconv.display()));
    }
    if let Some(made) = made {
        compile(&made)?;
        paths.push(made);
    }
    let mut files = Vec::new();
    for path in &paths {
        gather(path, &mut files)?;
    }
    if files.is_empty() {
        return Err("no bitcode files (--help)".into());
    }
    files.sort();
    let outcomes = parallel::each(&parallel::rooms()?, files.len(), |room, number| look_at(&bcconv, &files[number], room.path()));
    let (mut rows, mut faults) = (BTreeMap::new(), Vec::new());
    for (file, outcome) in files.iter().zip(outcomes) {
        let (release, found) = outcome?;
        let folder = file.parent().and_then(Path::file_name).map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let row: &mut Row = rows.entry((folder, release)).or_default();
        for (check, fault) in found {
            let (all, good) = row.entry(check).or_default();
            *all += 1;
            *good += usize::from(fault.is_none());
            faults.extend(fault.map(|fault| format!("{} {check:?}: {fault}", file.display())));
        }
    }
    print!("{}", table(&rows));
    faults.iter().for_each(|fault| println!("{fault}"));
    Ok(faults.is_empty())
}

fn table(rows: &BTreeMap<(String, Option<u32>), Row>) -> String {
    let mut out = String::from("| folder | LLVM | text | again | back | copy |\n|---|---|---|---|---|---|\n");
    let mut total = Row::new();
    let cells = |row: &Row| -> String {
        let cell = |(check, _): &(Check, &str)| row.get(check).map_or("–".to_owned(), |(all, good)| format!("{good}/{all}"));
        CHECKS.iter().map(cell).collect::<Vec<_>>().join(" | ")
    };
    for ((folder, release), row) in rows {
        let release = release.map_or("unnamed".to_owned(), |release| release.to_string());
        let _ = writeln!(out, "| {folder} | {release} | {} |", cells(row));
        for (check, (all, good)) in row {
            let sum = total.entry(*check).or_default();
            *sum = (sum.0 + all, sum.1 + good);
        }
    }
    let _ = writeln!(out, "| all | | {} |", cells(&total));
    out
}

/// Every file below `path` that begins as bitcode does.
pub(crate) fn gather(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let fault = |e: std::io::Error| format!("{}: {e}", path.display());
    if path.is_dir() {
        for entry in std::fs::read_dir(path).map_err(fault)? {
            gather(&entry.map_err(fault)?.path(), files)?;
        }
    } else {
        let mut start = [0; 4];
        let read = std::fs::File::open(path).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut start));
        if read.is_ok() && (start == *b"BC\xC0\xDE" || start == [0xDE, 0xC0, 0x17, 0x0B]) {
            files.push(path.to_path_buf());
        }
    }
    Ok(())
}

/// Compiles the programs of the corpus with every installed clang and all flags that it takes.
fn compile(into: &Path) -> Result<(), String> {
    let sources = llvm::root().join("corpus/src");
    for major in RELEASES {
        let Some(clang) = llvm::find_of("clang", major) else { continue };
        let folder = into.join(format!("clang-{major}"));
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for source in ["classes.cpp", "mix.c", "older.cpp"] {
            for (name, flags) in FLAGS {
                let output = folder.join(format!("{}-{name}.bc", source.replace('.', "-")));
                let mut command = Command::new(&clang);
                command.args(["-emit-llvm", "-c", source, "-o"]).arg(&output).args(*flags).current_dir(&sources);
                // A flag that this clang does not have leaves no file.
                let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
            }
        }
    }
    Ok(())
}

/// The results of one file's checks: none for a check that passed, otherwise how it failed.
type Found = Vec<(Check, Option<String>)>;

fn look_at(bcconv: &Path, file: &Path, dir: &Path) -> Result<(Option<u32>, Found), String> {
    let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let parts = bctk_bitcode::modules(&bytes, &bctk_bitcode::ReadOptions::default()).unwrap_or_default();
    let release = parts.first().and_then(|part| bctk_bitcode::facts(part).ok()?.llvm).map(|llvm| llvm.major);
    let path = |name: &str| dir.join(name);
    let ours = |args: &[&Path], flags: &[&str]| -> Result<(), String> {
        let output = Command::new(bcconv).args(flags).args(args).stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_owned()) }
    };
    let read = |name: &str| std::fs::read(path(name)).unwrap_or_default();
    let mut found = Vec::new();
    // The name of the file is in the text.
    let input = path("input.bc");
    std::fs::write(&input, &bytes).map_err(|e| e.to_string())?;
    let oracle = release.filter(|release| RELEASES.contains(release)).and_then(|release| llvm::find_of("llvm-dis", release));
    if let Some(oracle) = oracle {
        let wanted = Command::new(oracle).arg(&input).arg("-o").arg(path("wanted.ll")).stdin(Stdio::null()).output();
        if wanted.is_ok_and(|output| output.status.success()) {
            let printed = ours(&[&input, Path::new("-o"), &path("printed.ll")], &["--plain"]);
            found.push((Check::Text, printed.and_then(|()| same_text(&read("printed.ll"), &read("wanted.ll"))).err()));
            let again = ours(&[&path("wanted.ll"), Path::new("-o"), &input], &["--plain"])
                .and_then(|()| ours(&[&input, Path::new("-o"), &path("again.ll")], &["--plain"]));
            found.push((Check::Again, again.and_then(|()| same_text(&bare(&read("again.ll")), &bare(&read("wanted.ll")))).err()));
            std::fs::write(&input, &bytes).map_err(|e| e.to_string())?;
        }
    }
    let whole = |name: &str| if read(name) == bytes { Ok(()) } else { Err("not the file".to_owned()) };
    let back = ours(&[&input, Path::new("-o"), &path("back.ll")], &[])
        .and_then(|()| ours(&[&path("back.ll"), Path::new("-o"), &path("back.bc")], &[]))
        .and_then(|()| whole("back.bc"));
    found.push((Check::Back, back.err()));
    let copy = ours(&[&input, Path::new("-o"), &path("copy.bc")], &[]).and_then(|()| whole("copy.bc"));
    found.push((Check::Copy, copy.err()));
    Ok((release, found))
}

/// A text without use-list orders, which a text alone does not keep.
fn bare(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&c| c == b'\n') {
        let end = line.windows(8).position(|window| window == b"; preds ").unwrap_or(line.len());
        out.extend_from_slice(&line[..end]);
    }
    out
}

pub(crate) fn same_text(got: &[u8], wanted: &[u8]) -> Result<(), String> {
    let lines = |text: &[u8]| text.split(|&c| c == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect::<Vec<String>>();
    if got == wanted {
        return Ok(());
    }
    let (got, wanted) = (lines(got), lines(wanted));
    let at = got.iter().zip(&wanted).take_while(|(got, wanted)| got == wanted).count();
    let line = |lines: &[String]| lines.get(at).map_or("the end", |line| line.get(..line.len().min(200)).unwrap_or(line)).to_owned();
    Err(format!("line {}: {}, not {}", at + 1, line(&got), line(&wanted)))
}

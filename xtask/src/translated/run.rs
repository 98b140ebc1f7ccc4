//! `cargo xtask translate --run`: compiles programs, translates their modules, has the older release make code of them, and compares what the
//! programs print.
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bctk_ir::version::LlvmVersion;

use crate::{llvm, parallel};

/// Compilers whose modules are translated.
const COMPILERS: [u32; 2] = [22, 23];

/// The first release whose compiler is looked for.
const FIRST: u32 = 13;

/// Flags with which clang compiles a program.
const LEVELS: &[&[&str]] = &[
    &["-O0"],
    &["-O1"],
    &["-O2", "-g"],
    &["-O3"],
    &["-O0", "-g"],
    &["-O1", "-fsanitize=address,undefined"],
    &["-O2", "-fsanitize=undefined", "-fsanitize-trap=undefined"],
    &["-O1", "-fprofile-instr-generate", "-fcoverage-mapping"],
];

/// Those of rustc.
const RUST_LEVELS: &[&[&str]] =
    &[&["-Copt-level=0"], &["-Copt-level=1"], &["-Copt-level=2", "-g"], &["-Copt-level=3"], &["-Copt-level=0", "-g"]];

/// Libraries that the programs, and Rust's own, need.
const LIBRARIES: &[&str] = &["-lstdc++", "-lm", "-lpthread", "-ldl", "-lrt", "-lutil", "-lgcc_s"];

/// A program that runs for longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a translation is used: its name, whether it is text, and the level at which the older compiler works.
const FORMS: [(&str, bool, &str); 2] = [("text", true, "-O0"), ("bitcode", false, "-O2")];

/// A program, and how it is compiled.
struct Build<'a> {
    source: &'a Path,
    /// clang's or rustc's path.
    compiler: PathBuf,
    /// Name of the compiler, for messages.
    name: String,
    flags: &'static [&'static str],
    /// The clang that makes code of the module itself, and links.
    linker: PathBuf,
}

impl Build<'_> {
    fn is_rust(&self) -> bool {
        self.source.extension().is_some_and(|ending| ending == "rs")
    }

    fn describe(&self) -> String {
        let source = self.source.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        format!("{source}, {} {}", self.name, self.flags.join(" "))
    }
}

/// What a release did with a translation: the name of the step, and what went wrong.
type Outcome = (LlvmVersion, &'static str, Result<(), String>);

/// What a program printed, and how it ended.
type Shown = (Vec<u8>, Option<i32>);

/// Runs the command; `Ok(false)` means that a translated program does something else than the program.
pub(super) fn run(job: &super::Job) -> Result<bool, String> {
    let super::Job { releases, bcconv, files: sources, show, every, .. } = job;
    let own;
    let sources = match sources.is_empty() {
        false => sources,
        true => {
            let folder = llvm::root().join("corpus/src/run");
            own = ["c", "cpp", "rs"]
                .iter()
                .map(|ending| llvm::files_below(&folder, &format!(".{ending}")))
                .collect::<Result<Vec<_>, _>>()?
                .concat();
            &own[..]
        }
    };
    let clangs: BTreeMap<u32, PathBuf> =
        (FIRST..=LlvmVersion::DEFAULT.major).filter_map(|major| Some((major, llvm::find_of("clang", major)?))).collect();
    for major in (FIRST..=LlvmVersion::DEFAULT.major).filter(|major| !clangs.contains_key(major)) {
        println!("SKIPPED: clang of LLVM {major} is not installed");
    }
    let builds: Vec<Build<'_>> = builds(sources, &clangs).into_iter().step_by(*every).collect();
    if builds.is_empty() {
        println!("translate: SKIPPED, nothing compiles the programs");
        return Ok(true);
    }
    let results =
        parallel::each(&parallel::rooms()?, builds.len(), |room, number| look_at(&builds[number], releases, bcconv, &clangs, room.path()));
    let mut good = true;
    let mut all: Vec<(usize, Outcome)> = Vec::new();
    let mut skipped: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, result) in results.into_iter().enumerate() {
        match result {
            Ok(outcomes) => all.extend(outcomes.into_iter().map(|outcome| (number, outcome))),
            Err(fault) => skipped.entry(fault).or_default().push(number),
        }
    }
    for (fault, numbers) in &skipped {
        println!("SKIPPED: {} builds: {fault}", numbers.len());
        numbers.iter().take(*show).for_each(|&number| println!("      {}", builds[number].describe()));
    }
    let steps = ["text", "bitcode", "text and up", "bitcode and up"];
    println!("| LLVM | code by | {} |\n|---|---|{}", steps.join(" | "), "---|".repeat(steps.len()));
    for &release in releases.iter().rev() {
        let Some((by, _)) = coder(release, &clangs) else { continue };
        let cells = steps.map(|step| {
            let tried = all.iter().filter(|(_, (of, name, _))| *of == release && *name == step);
            let same = tried.clone().filter(|(_, (_, _, result))| result.is_ok()).count();
            format!("{same} of {}", tried.count())
        });
        println!("| {release} | {by} | {} |", cells.join(" | "));
    }
    let mut reasons: BTreeMap<(LlvmVersion, &str, &str), Vec<usize>> = BTreeMap::new();
    for (number, (release, step, result)) in &all {
        if let Err(fault) = result {
            good = false;
            reasons.entry((*release, step, fault)).or_default().push(*number);
        }
    }
    for ((release, step, fault), numbers) in reasons {
        println!("\nLLVM {release}, {step}: {} × {fault}", numbers.len());
        numbers.iter().take(*show).for_each(|&number| println!("      {}", builds[number].describe()));
    }
    Ok(good)
}

/// The compiler that makes code of what was translated to a release: its own or, before the first one, that one, which reads older modules.
fn coder(release: LlvmVersion, clangs: &BTreeMap<u32, PathBuf>) -> Option<(u32, &PathBuf)> {
    match release.major < FIRST {
        true => clangs.first_key_value().map(|(major, path)| (*major, path)),
        false => clangs.get_key_value(&release.major).map(|(major, path)| (*major, path)),
    }
}

fn builds<'a>(sources: &'a [PathBuf], clangs: &BTreeMap<u32, PathBuf>) -> Vec<Build<'a>> {
    let rust = Command::new("rustc").arg("-vV").output().ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let rust_llvm =
        rust.and_then(|said| said.lines().find_map(|line| line.strip_prefix("LLVM version: ")?.split('.').next()?.parse::<u32>().ok()));
    let mut builds = Vec::new();
    for source in sources {
        if source.extension().is_some_and(|ending| ending == "rs") {
            // Its module is as new as its LLVM, so that clang is not older.
            let linker = rust_llvm.and_then(|major| clangs.range(major..).next());
            let Some((_, linker)) = linker else {
                println!("SKIPPED: {}: no rustc, or no clang that is as new as its LLVM", source.display());
                continue;
            };
            let build = |flags: &&'static [&'static str]| Build {
                source,
                compiler: "rustc".into(),
                name: format!("rustc (LLVM {})", rust_llvm.unwrap_or_default()),
                flags,
                linker: linker.clone(),
            };
            builds.extend(RUST_LEVELS.iter().map(build));
        } else {
            for major in COMPILERS {
                let Some(clang) = clangs.get(&major) else { continue };
                let build = |flags: &&'static [&'static str]| Build {
                    source,
                    compiler: clang.clone(),
                    name: format!("clang-{major}"),
                    flags,
                    linker: clang.clone(),
                };
                builds.extend(LEVELS.iter().map(build));
            }
        }
    }
    builds
}

/// Compiles a program, and has each release run its translations. An error says why the program itself does not run.
fn look_at(
    build: &Build<'_>,
    releases: &[LlvmVersion],
    bcconv: &Path,
    clangs: &BTreeMap<u32, PathBuf>,
    room: &Path,
) -> Result<Vec<Outcome>, String> {
    let module = room.join("module.bc");
    let mut command = Command::new(&build.compiler);
    if build.is_rust() {
        let emit = format!("--emit=llvm-bc={},link={}", module.display(), room.join("library.a").display());
        command.args(["--edition=2024", "--crate-type=staticlib", "-Ccodegen-units=1", &emit]).args(build.flags);
    } else {
        let language: &[&str] = match build.source.extension().is_some_and(|ending| ending == "cpp") {
            true => &["-x", "c++", "-std=c++20", "-stdlib=libstdc++"],
            false => &["-x", "c"],
        };
        command.args(["-w", "-fPIC", "-emit-llvm", "-c"]).args(build.flags).args(language).arg("-o").arg(&module);
    }
    finish(command.arg(build.source))?;
    let compiled = |clang: &Path, level: &str, input: &Path| -> Result<Shown, String> {
        let (object, program) = (room.join("object.o"), room.join("program"));
        finish(Command::new(clang).args(["-w", "-fPIC", "-c", level, "-x", "ir"]).arg(input).arg("-o").arg(&object))?;
        let mut link = Command::new(&build.linker);
        link.arg(&object).args(build.flags.iter().filter(|flag| flag.starts_with("-fsanitize") || flag.starts_with("-fprofile")));
        if build.is_rust() {
            link.arg(room.join("library.a"));
        }
        finish(link.args(["-w", "-stdlib=libstdc++", "-rtlib=libgcc", "-unwindlib=libgcc"]).args(LIBRARIES).arg("-o").arg(&program))?;
        execute(&program, room)
    };
    let wanted = compiled(&build.linker, "-O1", &module)?;
    let same = |clang: &Path, level: &str, input: &Path| -> Result<(), String> {
        let (printed, end) = compiled(clang, level, input)?;
        if end != wanted.1 {
            return Err(format!("ends with {end:?}, not {:?}", wanted.1));
        }
        match printed == wanted.0 {
            true => Ok(()),
            false => Err("prints something else".into()),
        }
    };
    let mut outcomes = Vec::new();
    for &release in releases {
        let Some((_, clang)) = coder(release, clangs) else { continue };
        for (form, is_text, level) in FORMS {
            let translated = room.join(if is_text { "translated.ll" } else { "translated.bc" });
            let result = super::convert(bcconv, &module, &translated, release);
            let is_written = result.is_ok();
            let result = result.and_then(|()| same(clang, level, &translated));
            // The parser of the oldest clang knows only what its own release prints.
            if !(release.major < FIRST && result.as_ref().is_err_and(|fault| fault.contains("translated.ll:"))) {
                outcomes.push((release, form, result));
            }
            if let Some(newest) = clangs.get(&LlvmVersion::DEFAULT.major).filter(|_| is_written) {
                let up = room.join(if is_text { "up.bc" } else { "up.ll" });
                let result = super::convert(bcconv, &translated, &up, LlvmVersion::DEFAULT).and_then(|()| same(newest, level, &up));
                outcomes.push((release, if is_text { "text and up" } else { "bitcode and up" }, result));
            }
        }
    }
    for (_, _, result) in &mut outcomes {
        if let Err(fault) = result {
            *fault = fault.replace(&room.display().to_string(), "ROOM").chars().take(300).collect();
        }
    }
    Ok(outcomes)
}

/// Runs a compiler.
fn finish(command: &mut Command) -> Result<(), String> {
    let program = Path::new(command.get_program()).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{program}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let is_fault = |line: &&str| ["error", "Assertion", "undefined", "LLVM ERROR"].iter().any(|word| line.contains(word));
    let line = said.lines().find(is_fault).or_else(|| said.lines().next()).unwrap_or("said nothing");
    Err(format!("{program}: {line}"))
}

/// Runs a program in `room`.
fn execute(program: &Path, room: &Path) -> Result<Shown, String> {
    let printed = room.join("printed");
    let file = File::create(&printed).map_err(|e| format!("{}: {e}", printed.display()))?;
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(file).stderr(Stdio::null()).current_dir(room);
    let mut child = command.spawn().map_err(|e| format!("{}: {e}", program.display()))?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("does not end".into());
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = std::fs::read(&printed).map_err(|e| format!("{}: {e}", printed.display()))?;
    Ok((text, status.code()))
}

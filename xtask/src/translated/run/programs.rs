//! The programs of `cargo xtask translate --run`, and how they are compiled.
use std::path::{Path, PathBuf};
use std::process::Command;

use super::coders::Coders;
use super::processes::finish;
use crate::translated::{Job, generated};

/// Compilers whose modules are translated.
const COMPILERS: [u32; 2] = [22, 23];

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

/// Those of programs without number, each of which is compiled in one way: their count is prime, so that each meets each release.
const MANY_LEVELS: &[&[&str]] = &[
    &["-O2"],
    &["-O0"],
    &["-O3"],
    &["-O1"],
    &["-Os"],
    &["-O2", "-g"],
    &["-O0", "-g"],
    &["-O3", "-g"],
    &["-O1", "-g"],
    &["-O1", "-fsanitize=address,undefined"],
    &["-O0", "-fsanitize=address"],
    &["-O2", "-fsanitize=undefined", "-fsanitize-trap=undefined"],
    &["-O2", "-march=x86-64-v2"],
    &["-O3", "-march=x86-64-v3"],
    &["-O2", "-g", "-march=x86-64-v3"],
    &["-O1", "-fprofile-instr-generate", "-fcoverage-mapping"],
    &["-O2", "-ftrivial-auto-var-init=pattern", "-fstack-protector-strong"],
];

/// Flags for a debugger: all local variables have values once they are declared.
const DEBUGGED: &[&str] = &["-O0", "-g", "-ftrivial-auto-var-init=pattern"];

/// Where a program comes from.
#[derive(Clone)]
pub(super) enum Source {
    File(PathBuf),
    Csmith(u64),
    Generated(u64),
}

impl Source {
    fn ending(&self) -> &str {
        match self {
            Source::File(path) => path.extension().and_then(|ending| ending.to_str()).unwrap_or_default(),
            Source::Csmith(_) => "c",
            Source::Generated(seed) if generated::is_cpp(*seed) => "cpp",
            Source::Generated(_) => "c",
        }
    }

    /// Whether there are many like it, so that one way to compile it is enough.
    pub(super) fn is_one_of_many(&self) -> bool {
        !matches!(self, Source::File(_))
    }
}

/// A program, and how it is compiled.
pub(super) struct Build<'a> {
    pub(super) source: Source,
    /// clang's or rustc's path.
    compiler: PathBuf,
    /// Name of the compiler, for messages.
    name: String,
    pub(super) flags: &'static [&'static str],
    /// The clang that makes code of the module itself, and links.
    pub(super) linker: &'a Path,
}

impl Build<'_> {
    pub(super) fn is_rust(&self) -> bool {
        self.source.ending() == "rs"
    }

    pub(super) fn describe(&self) -> String {
        let source = match &self.source {
            Source::File(_) => self.file_name(),
            Source::Csmith(seed) => format!("csmith {seed}"),
            Source::Generated(seed) => format!("generated {seed}"),
        };
        format!("{source}, {} {}", self.name, self.flags.join(" "))
    }

    /// The name of the file that a program is written to.
    pub(super) fn made(&self) -> String {
        format!("program.{}", self.source.ending())
    }

    /// The name of its source.
    pub(super) fn file_name(&self) -> String {
        match &self.source {
            Source::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            Source::Csmith(_) | Source::Generated(_) => self.made(),
        }
    }

    /// Makes the program, and compiles it to a module.
    pub(super) fn compile(&self, module: &Path, room: &Path) -> Result<(), String> {
        let made = room.join(self.made());
        let source = match &self.source {
            Source::File(path) => path,
            Source::Csmith(seed) => {
                // It writes facts about the platform to the current folder.
                finish(Command::new("csmith").current_dir(room).args(csmith_options(*seed)).arg("-o").arg(&made), &made)?;
                &made
            }
            Source::Generated(seed) => {
                std::fs::write(&made, generated::program(*seed)).map_err(|e| format!("{}: {e}", made.display()))?;
                &made
            }
        };
        let mut command = Command::new(&self.compiler);
        if self.is_rust() {
            let emit = format!("--emit=llvm-bc={},link={}", module.display(), room.join("library.a").display());
            command.args(["--edition=2024", "--crate-type=staticlib", "-Ccodegen-units=1", &emit]).args(self.flags);
        } else {
            let language: &[&str] = match self.source.ending() {
                "cpp" => &["-x", "c++", "-std=c++20", "-stdlib=libstdc++"],
                _ => &["-x", "c"],
            };
            command.args(["-w", "-fPIC", "-emit-llvm", "-c"]).args(self.flags).args(language).arg("-o").arg(module);
            match &self.source {
                Source::File(_) => {}
                // It takes pointers to numbers of other types for the same.
                Source::Csmith(_) => drop(command.args(["-I/usr/include/csmith", "-ffp-contract=off", "-Wno-incompatible-pointer-types"])),
                Source::Generated(_) => drop(command.args(["-ffp-contract=off", "-Wno-c++11-narrowing"])),
            }
        }
        finish(command.arg(source), module)
    }
}

fn csmith_options(seed: u64) -> Vec<String> {
    let mut options: Vec<String> = ["--seed".into(), seed.to_string(), "--max-funcs".into(), (4 + seed % 5).to_string()].into();
    let sometimes = [(3, "--float"), (4, "--inline-function"), (7, "--no-packed-struct")];
    options.extend(sometimes.iter().filter(|(every, _)| seed.is_multiple_of(*every)).map(|(_, option)| (*option).to_owned()));
    options
}

/// All ways to compile the programs in these files.
pub(super) fn of_files<'a>(sources: &[PathBuf], coders: &'a Coders) -> Vec<Build<'a>> {
    let rust_llvm = crate::llvm::rustc_versions().and_then(|(_, llvm)| llvm.split('.').next()?.parse::<u32>().ok());
    let mut builds = Vec::new();
    for source in sources {
        if source.extension().is_some_and(|ending| ending == "rs") {
            // Its module is as new as its LLVM, so that clang is not older.
            let Some((llvm, linker)) = rust_llvm.and_then(|llvm| Some((llvm, coders.clang_from(llvm)?))) else {
                println!("SKIPPED: {}: no rustc, or no clang that is as new as its LLVM", source.display());
                continue;
            };
            let build = |flags: &&'static [&'static str]| Build {
                source: Source::File(source.clone()),
                compiler: "rustc".into(),
                name: format!("rustc (LLVM {llvm})"),
                flags,
                linker,
            };
            builds.extend(RUST_LEVELS.iter().map(build));
        } else {
            for major in COMPILERS {
                builds.extend(LEVELS.iter().filter_map(|flags| by_clang(Source::File(source.clone()), major, flags, coders)));
            }
        }
    }
    builds
}

/// The programs that have seeds, each compiled in one way.
pub(super) fn of_seeds<'a>(job: &Job, coders: &'a Coders) -> Vec<Build<'a>> {
    let levels: Vec<_> = MANY_LEVELS.iter().filter(|flags| can_run(flags)).collect();
    if levels.len() < MANY_LEVELS.len() {
        println!("SKIPPED: {} ways to compile programs: this processor does not run them", MANY_LEVELS.len() - levels.len());
    }
    let one = |(number, source): (u64, Source)| {
        let major = COMPILERS[number as usize % COMPILERS.len()];
        let flags = levels[(number as usize / COMPILERS.len()) % levels.len()];
        by_clang(source, major, flags, coders)
    };
    seeds(job).into_iter().filter_map(one).collect()
}

/// Programs to look at in a debugger: those in these files, and those that have seeds.
pub(super) fn to_debug<'a>(sources: &[PathBuf], job: &Job, coders: &'a Coders) -> Vec<Build<'a>> {
    let of_files = sources.iter().cloned().map(Source::File).flat_map(|source| {
        // Each compiler takes it.
        COMPILERS.iter().map(move |&major| (u64::from(major), source.clone()))
    });
    let one = |(number, source): (u64, Source)| by_clang(source, COMPILERS[number as usize % COMPILERS.len()], DEBUGGED, coders);
    of_files.chain(seeds(job)).filter_map(one).collect()
}

/// The programs of csmith and the generated ones, with their seeds.
fn seeds(job: &Job) -> Vec<(u64, Source)> {
    let of = |count: usize, source: fn(u64) -> Source| (job.seed..).take(count).map(move |seed| (seed, source(seed)));
    let mut seeds = Vec::new();
    match Command::new("csmith").current_dir(std::env::temp_dir()).arg("--version").output() {
        Err(_) if job.csmith > 0 => println!("SKIPPED: {} programs of csmith, which is not installed", job.csmith),
        _ => seeds.extend(of(job.csmith, Source::Csmith)),
    }
    seeds.extend(of(job.generate, Source::Generated));
    seeds
}

fn by_clang<'a>(source: Source, major: u32, flags: &'static [&'static str], coders: &'a Coders) -> Option<Build<'a>> {
    let clang = coders.clang(major)?;
    let linker = match flags.iter().any(|flag| needs_runtime(flag)) {
        true => coders.with_runtimes().unwrap_or(clang),
        false => clang,
    };
    Some(Build { source, compiler: clang.into(), name: format!("clang-{major}"), flags, linker })
}

/// Whether programs that are compiled with this flag need libraries of the compiler, which are linked if it is given again.
pub(super) fn needs_runtime(flag: &str) -> bool {
    flag.starts_with("-fsanitize") || flag.starts_with("-fprofile")
}

/// Whether this processor runs what is compiled with these flags.
fn can_run(flags: &[&str]) -> bool {
    #[cfg(target_arch = "x86_64")]
    let (has_2, has_3) = (
        std::is_x86_feature_detected!("sse4.2") && std::is_x86_feature_detected!("popcnt"),
        std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("fma"),
    );
    #[cfg(not(target_arch = "x86_64"))]
    let (has_2, has_3) = (false, false);
    flags.iter().all(|flag| match flag.strip_prefix("-march=x86-64-") {
        Some("v2") => has_2,
        Some(_) => has_3,
        None => true,
    })
}

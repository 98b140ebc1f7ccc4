//! What makes code of translations for `cargo xtask translate --run`: the code generator of the release itself, wherever one is installed.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use bctk_ir::version::LlvmVersion;

use super::processes::finish;
use crate::llvm;

/// The first release whose clang is looked for.
const FIRST_CLANG: u32 = 13;

/// The first release whose code passes `half` as the runtime libraries of today do. Code of those before needs the functions of the first clang.
const FIRST_FLOAT16: u32 = 15;

/// A code generator.
enum Coder {
    /// The compiler of zig, which is also a clang.
    Zig(PathBuf),
    /// A library, which `code.py` drives.
    Library(PathBuf),
}

/// All code generators that were found.
pub(super) struct Coders {
    clangs: BTreeMap<u32, PathBuf>,
    old: BTreeMap<u32, Coder>,
    /// Object files of the functions that older code needs for conversions of `half`.
    conversions: Vec<Vec<u8>>,
    /// The functions that code of newer clangs needs, and that are not in every libgcc.
    runtime: Option<PathBuf>,
}

impl Coders {
    /// Looks for the clangs, and in `old` for the code generators of the releases before them. Says what is not there.
    pub(super) fn find(old: Option<&Path>, releases: &[LlvmVersion]) -> Coders {
        let clangs: BTreeMap<u32, PathBuf> =
            (FIRST_CLANG..=LlvmVersion::DEFAULT.major).filter_map(|major| Some((major, llvm::find_of("clang", major)?))).collect();
        for major in (FIRST_CLANG..=LlvmVersion::DEFAULT.major).filter(|major| !clangs.contains_key(major)) {
            println!("SKIPPED: clang of LLVM {major} is not installed");
        }
        let mut found = BTreeMap::new();
        for release in releases.iter().filter(|release| release.major < FIRST_CLANG) {
            match old.and_then(|old| behind(&old.join(format!("llvm-{release}")), old)) {
                Some(coder) => drop(found.insert(release.major, coder)),
                None => println!("SKIPPED: code by LLVM {release} itself: no code generator (--old); the oldest clang makes it of bitcode"),
            }
        }
        let runtime_of = |clang: &PathBuf| {
            let said = Command::new(clang).args(["-rtlib=compiler-rt", "-print-libgcc-file-name"]).output().ok()?;
            Some(PathBuf::from(String::from_utf8_lossy(&said.stdout).trim())).filter(|path| path.is_file())
        };
        let runtime_of_old = clangs.range(..FIRST_FLOAT16).find_map(|(_, clang)| runtime_of(clang));
        let conversions = runtime_of_old.map(|library| only_conversions(&library)).unwrap_or_else(|| {
            println!("SKIPPED: conversions of `half` before LLVM {FIRST_FLOAT16}: no runtime library of a clang of that time");
            Vec::new()
        });
        let runtime = clangs.values().rev().find_map(runtime_of);
        Coders { clangs, old: found, conversions, runtime }
    }

    /// The clang of a release, or of the next one that is installed.
    pub(super) fn clang_from(&self, major: u32) -> Option<&Path> {
        self.clangs.range(major..).next().map(|(_, path)| path.as_path())
    }

    /// The clang of a release.
    pub(super) fn clang(&self, major: u32) -> Option<&Path> {
        self.clangs.get(&major).map(PathBuf::as_path)
    }

    /// What makes code of what was translated to a release, in words. There is none for a release from the first clang's on without its own.
    pub(super) fn name(&self, release: LlvmVersion) -> Option<String> {
        match self.old.get(&release.major) {
            Some(Coder::Zig(_)) => Some("its own (of zig)".into()),
            Some(_) => Some("its own (of llvmlite)".into()),
            None if release.major < FIRST_CLANG => self.clangs.keys().next().map(|major| format!("clang {major}")),
            None => self.clangs.contains_key(&release.major).then(|| format!("clang {}", release.major)),
        }
    }

    /// Whether the release reads its translations itself. The parser of a newer one knows only what its own release prints.
    pub(super) fn is_own(&self, release: LlvmVersion) -> bool {
        release.major >= FIRST_CLANG || self.old.contains_key(&release.major)
    }

    /// The newest clang whose sanitizers are installed.
    pub(super) fn with_runtimes(&self) -> Option<&Path> {
        let has = |clang: &&PathBuf| {
            let said = Command::new(clang).arg("-print-file-name=libclang_rt.asan.a").output();
            said.is_ok_and(|said| Path::new(String::from_utf8_lossy(&said.stdout).trim()).is_file())
        };
        self.clangs.values().rev().find(has).map(PathBuf::as_path)
    }

    /// Makes an object file of a translation, or says what the code generator says.
    pub(super) fn compile(&self, release: LlvmVersion, input: &Path, level: &str, output: &Path) -> Result<(), String> {
        let arguments = ["-w", "-fPIC", "-c", "-x", "ir", level];
        let mut command = match self.old.get(&release.major) {
            Some(Coder::Library(library)) => {
                let mut command = Command::new("python3");
                command.arg(llvm::root().join("xtask/src/translated/run/code.py")).arg(library).arg(input).arg(output).arg(level);
                return finish(&mut command, output);
            }
            Some(Coder::Zig(zig)) => {
                let mut command = Command::new(zig);
                command.args(["clang", "--target=x86_64-unknown-linux-gnu"]);
                command
            }
            None => {
                let clang = self.clangs.get(&release.major).or_else(|| self.clangs.values().next());
                Command::new(clang.ok_or("no clang")?)
            }
        };
        finish(command.args(arguments).arg(input).arg("-o").arg(output), output)
    }

    /// A library that code of newer clangs needs.
    pub(super) fn runtime(&self) -> Option<&Path> {
        self.runtime.as_deref()
    }

    /// Object files that code of this release needs before the libraries of its program, which take `half` elsewhere.
    pub(super) fn objects(&self, release: LlvmVersion) -> &[Vec<u8>] {
        if release.major < FIRST_FLOAT16 { &self.conversions } else { &[] }
    }
}

/// The code generator behind a script of the folder `old`: zig, or the library of llvmlite, whichever it names.
fn behind(script: &Path, old: &Path) -> Option<Coder> {
    let text = std::fs::read_to_string(script).ok()?;
    let folder = old.canonicalize().ok()?;
    let path = |name: &str| {
        let word = text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).find(|word| word.trim_matches('"').ends_with(name))?;
        let word = word.replace("\"$d\"", &folder.display().to_string()).replace("$d", &folder.display().to_string());
        Some(PathBuf::from(word.trim_matches('"'))).filter(|path| path.is_file())
    };
    path("libllvmlite.so").map(Coder::Library).or_else(|| path("/zig").map(Coder::Zig))
}

/// The members of a runtime library that convert `half`. Other functions are those of the program's own libraries.
fn only_conversions(library: &Path) -> Vec<Vec<u8>> {
    let member = |name: &&str| {
        let names = [format!("{name}.c.o"), format!("{name}.o")];
        let of = |name: &String| Command::new("ar").arg("p").arg(library).arg(name).output().ok();
        names.iter().filter_map(of).map(|said| said.stdout).find(|object| !object.is_empty())
    };
    ["extendhfsf2", "truncsfhf2", "truncdfhf2"].iter().filter_map(member).collect()
}

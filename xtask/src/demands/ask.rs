//! Asks the readers of LLVM's releases whether they take a file.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bctk_ir::version::LlvmVersion;

use crate::llvm;

/// The reader of a release.
pub(crate) enum Reader {
    /// `llvm-dis-N -o /dev/null FILE`.
    Tool(PathBuf),
    /// `llvm-N dis FILE -o /dev/null`.
    One(PathBuf),
    /// `llvm-N dis --no-verify --batch DIR FILE...`, which says a line about each file.
    Batch(PathBuf),
}

/// What a reader does with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It reads it.
    Takes,
    /// It says that it does not.
    Refuses(String),
    /// It crashes.
    Crashes,
}

/// Files that one process reads.
const BATCH: usize = 100;

impl Reader {
    /// That of a release, if it is installed; `old` is the folder of programs for releases before 13.
    pub(crate) fn find(release: LlvmVersion, old: Option<&Path>) -> Option<Reader> {
        if release.major < 13 {
            return Some(Reader::Batch(old?.join(format!("llvm-{release}")))).filter(|reader| reader.program().is_file());
        }
        if let Some(path) = llvm::find_of("llvm-dis", release.major) {
            return Some(Reader::Tool(path));
        }
        let paths = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
        let name = format!("llvm-{release}");
        paths.into_iter().map(|dir| dir.join(&name)).find(|path| path.is_file()).map(Reader::One)
    }

    fn program(&self) -> &Path {
        match self {
            Reader::Tool(path) | Reader::One(path) | Reader::Batch(path) => path,
        }
    }

    /// The most files that [`Reader::ask`] is given at once.
    pub(crate) fn at_once(&self) -> usize {
        if matches!(self, Reader::Batch(_)) { BATCH } else { 8 }
    }

    /// What the reader does with each of these files, which are written to `room` one after the other.
    pub(crate) fn ask(&self, files: &[Vec<u8>], room: &Path) -> Result<Vec<Answer>, String> {
        let error = |e: std::io::Error| format!("{}: {e}", self.program().display());
        match self {
            Reader::Tool(_) | Reader::One(_) => {
                let path = room.join("case.bc");
                let mut command = Command::new(self.program());
                if matches!(self, Reader::One(_)) {
                    command.arg("dis");
                }
                command.arg(&path).args(["-o", "/dev/null"]).stdin(Stdio::null());
                let one = |file: &Vec<u8>| {
                    std::fs::write(&path, file).map_err(error)?;
                    let output = command.output().map_err(error)?;
                    let said = String::from_utf8_lossy(&output.stderr).into_owned();
                    Ok(answer(output.status.success(), output.status.code().is_none_or(|code| code > 1), &said))
                };
                files.iter().map(one).collect()
            }
            Reader::Batch(program) => {
                let paths: Vec<PathBuf> = (0..files.len()).map(|at| room.join(format!("{at}.bc"))).collect();
                for (path, file) in paths.iter().zip(files) {
                    std::fs::write(path, file).map_err(error)?;
                }
                let mut command = Command::new(program);
                command.args(["dis", "--no-verify", "--batch"]).arg(room).args(&paths).stdin(Stdio::null());
                let output = command.output().map_err(error)?;
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                let of = |path: &PathBuf| {
                    let head = format!("{}: ", path.display());
                    let line = said.lines().find_map(|line| line.strip_prefix(&head));
                    let line = line.ok_or_else(|| format!("{} says nothing about a file", program.display()))?;
                    Ok(answer(line.starts_with("ok"), line.contains("crash:") || line.contains("fatal:"), line))
                };
                paths.iter().map(of).collect()
            }
        }
    }
}

fn answer(takes: bool, crashes: bool, said: &str) -> Answer {
    match (takes, crashes) {
        (true, _) => Answer::Takes,
        (false, true) => Answer::Crashes,
        (false, false) => {
            let line = said.lines().next().unwrap_or_default();
            Answer::Refuses(line.rsplit_once(".bc: ").map_or(line, |(_, said)| said).to_owned())
        }
    }
}

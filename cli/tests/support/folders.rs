//! Folders of one test, and the conversion of all files of one to another.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) struct Folders {
    dir: tempfile::TempDir,
}

impl Folders {
    pub(crate) fn new() -> Folders {
        Folders { dir: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    /// Converts all of one folder to another with `bcconv`.
    pub(crate) fn convert(&self, from: &str, to: &str, options: &[&str]) -> Output {
        let inputs = fs::read_dir(self.folder(from)).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut inputs: Vec<PathBuf> = inputs.map(|name| Path::new(from).join(name)).collect();
        inputs.sort();
        self.folder(to);
        let mut command = Command::new(env!("CARGO_BIN_EXE_bcconv"));
        command.current_dir(self.dir.path()).args(options).arg("--out-dir").arg(to).args(inputs).output().expect("bcconv runs")
    }
}

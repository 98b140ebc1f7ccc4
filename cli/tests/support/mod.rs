//! What the tests of the tools share: `bcconv` under the name `llvm-dis`.
use std::path::{Path, PathBuf};

/// `bcconv` under the name `llvm-dis` in a folder of its own.
pub(crate) struct AsLlvmDis {
    path: PathBuf,
    _dir: tempfile::TempDir,
}

impl AsLlvmDis {
    /// Makes the link.
    pub(crate) fn new() -> AsLlvmDis {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join(format!("llvm-dis{}", std::env::consts::EXE_SUFFIX));
        let tool = Path::new(env!("CARGO_BIN_EXE_bcconv"));
        #[cfg(unix)]
        std::os::unix::fs::symlink(tool, &path).expect("a link");
        #[cfg(not(unix))]
        std::fs::copy(tool, &path).map(drop).expect("a copy");
        AsLlvmDis { path, _dir: dir }
    }

    /// Path to start it by.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

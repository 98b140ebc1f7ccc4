//! The files of the corpus, for the tests of this crate and of `bctk-object`.
use bctk_bitcode::read::ModulePart;
use bctk_bitcode::{ReadOptions, modules};
use std::path::{Path, PathBuf};

/// Bitcode files of these LLVM versions, in order.
pub(crate) fn files(folders: impl Iterator<Item = u32>) -> Vec<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.ancestors().find(|folder| folder.join("corpus").is_dir()).expect("the folder of the corpus");
    let mut files: Vec<PathBuf> = folders
        .flat_map(|major| std::fs::read_dir(root.join(format!("corpus/v{major}"))).expect("a folder of inputs"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bc"))
        .collect();
    files.sort();
    files
}

/// Calls `work` with the bytes and the modules of a file.
pub(crate) fn with_parts<R>(path: &Path, work: impl FnOnce(&[u8], &[ModulePart<'_>]) -> R) -> R {
    let data = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let parts = modules(&data, &ReadOptions::default()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    work(&data, &parts)
}

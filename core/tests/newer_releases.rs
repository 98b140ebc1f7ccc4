//! Files of older releases, translated up: the bitcode for a newer release reads there as its text says.
use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::{WriteOptions, write};
use bctk_core::modules::{self, Parts};
use bctk_core::{Target, translate};
use bctk_ir::module::Module;
use bctk_textual::PrintOptions;
use std::path::{Path, PathBuf};

/// The releases translated to. Nothing is known of how older ones complete a data layout.
const RELEASES: [u32; 7] = [13, 14, 15, 16, 19, 22, 23];

fn files_of(release: LlvmVersion) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../corpus/v{release}"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "bc"));
    files.sort();
    files
}

/// The module of a file, as it is stored; none if there are several.
fn module(bytes: &[u8]) -> Option<Module> {
    let mut modules = modules::read("file", bytes, Parts::AsStored, &Default::default()).expect("bitcode");
    if modules.len() == 1 { modules.pop() } else { None }
}

/// The text of a module for a release.
fn text(mut module: Module, llvm: LlvmVersion) -> Result<String, String> {
    translate::to(&mut module, llvm, Target::Text).map_err(|error| format!("{error:?}"))?;
    Ok(String::from_utf8_lossy(&bctk_textual::print(&module, &PrintOptions::default())).into_owned())
}

#[test]
fn bitcode_for_a_newer_release_reads_as_the_text_says() {
    let mut compared = 0;
    for path in LlvmVersion::written().flat_map(files_of) {
        let bytes = std::fs::read(&path).expect("a file");
        let Some(own) = module(&bytes).map(|module| module.llvm_version()) else { continue };
        for llvm in RELEASES.map(LlvmVersion::new).into_iter().filter(|llvm| *llvm > own) {
            let mut translated = module(&bytes).expect("a module");
            let outcome = translate::to(&mut translated, llvm, Target::Bitcode);
            let wanted = text(module(&bytes).expect("a module"), llvm);
            // A constant that the release no longer has is refused both ways.
            let (Ok(()), Ok(wanted)) = (&outcome, &wanted) else {
                assert!(outcome.is_err() && wanted.is_err(), "{} to LLVM {llvm}: {outcome:?}, {:?}", path.display(), wanted.err());
                continue;
            };
            let written = write(&translated, &WriteOptions { llvm: Some(llvm), ..WriteOptions::default() }).expect("bitcode");
            let read = text(module(&written).expect("a module"), llvm)
                .unwrap_or_else(|error| panic!("{} to LLVM {llvm}: {error}", path.display()));
            let differing = read.lines().zip(wanted.lines()).find(|(read, wanted)| read != wanted);
            assert!(read == *wanted, "{} to LLVM {llvm}: {differing:?}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared} files");
}

//! The fast paths of readers, writers, parsers and printers make what the careful ones make.
use arbitrary::Unstructured;
use bctk_bitcode::{ReadOptions, WriteOptions, modules, read_module, write};
use bctk_generate::{Options, module};
use bctk_hostile::generated::text_of;
use bctk_ir::module::Module;
use bctk_support::fast;
use bctk_textual::{ParseOptions, parse};
use std::fs;
use std::path::{Path, PathBuf};

/// What comes of an input: modules as text and bitcode again, or the error.
fn outcome(bytes: &[u8], is_text: bool) -> Vec<(Vec<u8>, Vec<u8>)> {
    let both = |module: &Module| {
        let bitcode = write(module, &WriteOptions::default()).unwrap_or_else(|error| error.to_string().into_bytes());
        (text_of(module, true), bitcode)
    };
    if is_text {
        return match parse(bytes, &ParseOptions::default()) {
            Ok(module) => vec![both(&module)],
            Err(faults) => vec![(format!("{faults:?}").into_bytes(), Vec::new())],
        };
    }
    let options = ReadOptions::default();
    let Ok(parts) = modules(bytes, &options) else { return Vec::new() };
    let read = |part| match read_module(part, &options) {
        Ok(module) => both(&module),
        Err(error) => (error.to_string().into_bytes(), Vec::new()),
    };
    parts.iter().map(read).collect()
}

/// Compares both ways for an input, whole and cut off.
fn compare(name: &str, bytes: &[u8], is_text: bool) {
    for end in [bytes.len(), bytes.len() / 2] {
        let part = &bytes[..end];
        fast::turn(true);
        let quick = outcome(part, is_text);
        fast::turn(false);
        let careful = outcome(part, is_text);
        fast::turn(true);
        assert!(quick == careful, "{name}, {end} bytes");
    }
}

/// Every eighth file of the corpus, but those of old releases all.
fn files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut folders: Vec<PathBuf> = fs::read_dir(&corpus).expect("a folder").filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('v')));
    folders.sort();
    let files_of = |folder: &PathBuf| {
        let mut files: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| path.extension().is_some_and(|ending| ending == "bc" || ending == "ll"));
        files.sort();
        files.iter().step_by(1 + files.len() / 25).cloned().collect::<Vec<_>>()
    };
    folders.iter().flat_map(files_of).collect()
}

/// One test: the switch is that of the whole program.
#[test]
fn both_ways_are_the_same() {
    let files = files();
    assert!(files.len() > 100, "{} files", files.len());
    for path in files {
        let bytes = fs::read(&path).expect("a file");
        compare(&path.display().to_string(), &bytes, path.extension().is_some_and(|ending| ending == "ll"));
    }
    for seed in 0..12_u32 {
        let bytes: Vec<u8> = (0..4000_u32).map(|at| ((at ^ seed << 7).wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let made = module(&mut Unstructured::new(&bytes), &Options::default()).expect("a module");
        compare("a generated module", &text_of(&made, true), true);
        compare("a generated module", &write(&made, &WriteOptions::default()).expect("bitcode"), false);
    }
}

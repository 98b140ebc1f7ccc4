//! Seeds of fuzz targets: files of `corpus/`, small ones first, and inputs that once caused failures; for text, also its words.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bctk_generate::numbers::Numbers;
use bctk_hostile::targets::{Input, Target};
use bctk_lossless::layout::trailer::Trailer;
use bctk_lossless::layout::{describe, fingerprint};

use crate::llvm;

/// Seeds of each kind where only a few are wanted.
const FEW: usize = 40;
/// Seeds where nothing of the corpus fits.
const RANDOM: u64 = 64;
/// Maximum number of words of texts in libFuzzer's dictionary.
const WORDS: usize = 3000;

/// The longest input that a target is given.
pub(crate) fn most_bytes(target: &Target) -> usize {
    match (target.input, target.name) {
        (Input::Bitcode, _) => 24 << 10,
        (Input::Text, _) => 12 << 10,
        (Input::Bytes, "cursor") => 1 << 10,
        (Input::Bytes, _) => 6 << 10,
    }
}

/// The dictionary for the seeds in a folder.
pub(crate) fn words_file(seeds: &Path) -> PathBuf {
    seeds.with_extension("words")
}

/// Makes the seeds of targets in `DIR/TARGET`, all or few of them.
pub(crate) fn make(dir: &Path, targets: &[&Target], few: bool) -> Result<(), String> {
    for target in targets {
        let folder = dir.join(target.name);
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut seeds = seeds(target)?;
        seeds.sort_by_key(Vec::len);
        seeds.dedup();
        if few {
            // Of all sizes, so that not only the simplest are among them.
            let step = seeds.len().div_ceil(FEW).max(1);
            seeds = seeds.into_iter().step_by(step).collect();
        }
        for seed in &seeds {
            let path = folder.join(format!("seed-{:08x}", crc32fast::hash(seed)));
            std::fs::write(&path, seed).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        if target.input == Input::Text {
            let path = words_file(&folder);
            std::fs::write(&path, words(&seeds)).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(())
}

fn seeds(target: &Target) -> Result<Vec<Vec<u8>>, String> {
    let (corpus, regressions) = (llvm::root().join("corpus"), llvm::root().join("fuzz").join("regressions"));
    let most = most_bytes(target);
    let read = |files: Vec<PathBuf>| -> Vec<Vec<u8>> {
        files.iter().filter_map(|file| std::fs::read(file).ok()).filter(|bytes| bytes.len() <= most).collect()
    };
    let suffix = format!(".{}", target.input.extension());
    let mut seeds = read(llvm::files_below(&regressions, &suffix)?);
    match target.input {
        Input::Bytes => seeds.extend((0..RANDOM).map(|seed| {
            let mut numbers = Numbers::new(seed);
            let len = numbers.below(most);
            (0..len).map(|_| numbers.next() as u8).collect()
        })),
        _ => seeds.extend(read(llvm::files_below(&corpus, &suffix)?)),
    }
    if target.oracles.contains(&"containers") {
        for folder in
            [corpus.join("containers"), llvm::root().join("tests/cli/containers/inputs"), llvm::root().join("cli/tests/data/objcopy")]
        {
            seeds.extend(read(llvm::files_below(&folder, "")?));
        }
    }
    if target.oracles.contains(&"description") {
        let described = read(llvm::files_below(&corpus, ".bc")?);
        seeds.extend(described.iter().filter_map(|bitcode| with_description(bitcode)).filter(|text| text.len() <= most));
    }
    Ok(seeds)
}

/// The text of a module with a description of its file below it.
fn with_description(bitcode: &[u8]) -> Option<Vec<u8>> {
    let module = bctk_bitcode::read(bitcode, &Default::default()).ok()?;
    let mut text = Vec::new();
    let nodes = bctk_textual::print_numbered_to(&module, &Default::default(), &mut text).ok()?;
    let trailer = Trailer {
        text: crc32fast::hash(&text),
        says: Some(fingerprint(&text)),
        file: crc32fast::hash(bitcode),
        module: (1, 1),
        layout: describe(&module, &nodes),
    };
    text.extend(trailer.to_text());
    Some(text)
}

/// The words of texts, as libFuzzer reads them: each in quotes on a line.
fn words(texts: &[Vec<u8>]) -> String {
    let is_named = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.');
    let words: BTreeSet<&[u8]> = texts
        .iter()
        .flat_map(|text| text.chunk_by(move |a, b| is_named(a) && is_named(b)))
        .filter(|word| (2..30).contains(&word.len()) && word.iter().all(is_named))
        .collect();
    words.into_iter().take(WORDS).map(|word| format!("\"{}\"\n", String::from_utf8_lossy(word))).collect()
}

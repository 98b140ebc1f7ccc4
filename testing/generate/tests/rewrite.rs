//! Random edits of files, of which some bodies are read and all else is copied, give the module that the same edits of all of it give.
use bctk_bitcode::rewrite::{Extent, Rewriter};
use bctk_bitcode::{ReadOptions, WriteOptions, modules, read, read_module, write};
use bctk_generate::edits::edit;
use bctk_generate::numbers::Numbers;
use bctk_hostile::generated::text_of;
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let of = |release: &str| fs::read_dir(folder.join(release)).expect("a folder").filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = ["v16", "v19", "v21", "v22"].into_iter().flat_map(of).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "bc"));
    files.sort();
    files
}

#[test]
fn random_edits_of_files() {
    let (mut spliced, mut whole) = (0, 0);
    for path in files() {
        let bytes = fs::read(&path).expect("a file");
        let Ok(parts) = modules(&bytes, &ReadOptions::default()) else { continue };
        let [part] = parts.as_slice() else { continue };
        for seed in 0..6 {
            let Ok(mut expected) = read_module(part, &ReadOptions::default()) else { continue };
            // A body that is opened loses its orders of uses; one that comes out as it was is copied with them.
            if expected.bodies.iter().any(|body| !body.provenance.use_orders.is_empty()) {
                continue;
            }
            let mut file = Rewriter::new(part, Extent::WithoutBodies, &ReadOptions::default()).expect("a module");
            file.read_bodies().expect("bodies");
            let (mut one, mut other) = (Numbers::new(seed), Numbers::new(seed));
            let made = edit(&mut expected, 1 + seed as usize / 2, &mut |limit| one.below(limit));
            let again = edit(file.module_mut(), 1 + seed as usize / 2, &mut |limit| other.below(limit));
            assert_eq!(made.is_ok(), again.is_ok(), "{}: seed {seed}: {made:?} {again:?}", path.display());
            let Ok(edits) = made else { continue };
            let mut found = Vec::new();
            let rewritten = file.write_to(&WriteOptions::default(), &mut found).map_err(|error| error.to_string());
            let expected = write(&expected, &WriteOptions::default()).map_err(|error| error.to_string());
            let (rewritten, expected) = match (rewritten, expected) {
                (Ok(rewritten), Ok(expected)) => (rewritten, expected),
                (rewritten, expected) => {
                    assert_eq!(rewritten.err(), expected.err(), "{}: {edits:?}", path.display());
                    continue;
                }
            };
            match rewritten.whole {
                None => spliced += 1,
                Some(_) => whole += 1,
            }
            let text = |bytes: &[u8]| text_of(&read(bytes, &ReadOptions::default()).expect("a module"), false);
            assert!(text(&found) == text(&expected), "{}: seed {seed}: {edits:?}", path.display());
        }
    }
    assert!(spliced > 100 && whole > 100, "{spliced} copied in part, {whole} written as a whole");
}

//! Every pass of an upgrade leaves a module whose structure is sound, and the passes are those that the table has.
use bctk_core::modules::{self, Parts};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_textual::ParseOptions;
use bctk_transforms::upgrade::{Reader, Target, Upgrade};
use bctk_verify::{Level, VerifyOptions, verify};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every file of the folders of old releases, and some of the newest ones.
fn files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let files_of = |folder: &Path| {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| path.extension().is_some_and(|ending| ending == "bc" || ending == "ll"));
        files.sort();
        files
    };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&corpus).expect("a folder").filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('v')));
    folders.sort();
    folders
        .iter()
        .map(|folder| files_of(folder))
        .flat_map(|files| files.iter().step_by(1 + files.len() / 16).cloned().collect::<Vec<_>>())
        .collect()
}

fn read(path: &Path) -> Option<Module> {
    let bytes = std::fs::read(path).expect("a file");
    match path.extension().is_some_and(|ending| ending == "bc") {
        true => modules::read("file", &bytes, Parts::AsStored, &Default::default()).expect("bitcode").pop(),
        false => bctk_textual::parse(&bytes, &ParseOptions::default()).ok(),
    }
}

/// The upgrades that a module goes through: by the readers and parsers of its own release and of others, and translations.
fn upgrades(module: &Module) -> Vec<Upgrade> {
    let own = module.llvm_version();
    let mut upgrades = Vec::new();
    for llvm in [own, LlvmVersion::NEWEST, LlvmVersion::new(21), LlvmVersion::new(17), LlvmVersion::new(13)] {
        if llvm < own {
            continue;
        }
        let is_read = llvm == own || module.is_from_bitcode();
        if is_read && !module.types.has_typed_pointers() {
            upgrades.push(Upgrade::new(Reader::Bitcode, llvm));
        }
        if llvm == own && !module.is_from_bitcode() {
            upgrades.push(Upgrade::new(Reader::Assembly, llvm));
            upgrades.push(Upgrade::new(Reader::AssemblyUnverified, llvm));
        }
        for target in [Target::Text, Target::Disassembly, Target::Bitcode] {
            let opaque = if target == Target::Disassembly { llvm.reads_as_opaque() } else { llvm.opaque_pointers() };
            upgrades.push(Upgrade::translation(module, llvm, target, opaque, false));
        }
    }
    upgrades
}

#[test]
fn the_structure_is_sound_after_each_pass() {
    let options = VerifyOptions { level: Level::Structure, ..VerifyOptions::default() };
    let (mut steps, mut passes, mut faults) = (0, BTreeSet::new(), Vec::new());
    for path in files() {
        let Some(module) = read(&path) else { continue };
        if !verify(&module, &options).findings.is_empty() {
            continue;
        }
        for upgrade in upgrades(&module) {
            let mut module = module.clone();
            let mut is_sound = true;
            upgrade.in_steps(&mut module, &mut |module, pass| {
                steps += 1;
                passes.insert(pass);
                // What follows a fault are its consequences.
                if is_sound && let Some(finding) = verify(module, &options).findings.first() {
                    is_sound = false;
                    faults.push(format!("{} after {pass}, {upgrade:?}: {}", path.display(), finding.describe(module)));
                }
            });
        }
    }
    assert!(faults.is_empty(), "{} faults, as {:#?}", faults.len(), &faults[..faults.len().min(3)]);
    // No row is dead.
    let dead: Vec<&str> = bctk_transforms::upgrade::pass_names().filter(|name| !passes.contains(name)).collect();
    assert!(dead.is_empty() && steps > 10_000, "passes that never run: {dead:?}; {steps} steps");
}

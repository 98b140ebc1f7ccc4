//! `cargo xtask corpus N`: what the tools of LLVM N, from 23 on, make of the texts in `corpus/`.
//!
//! The texts are those written by hand in `corpus/vN`, which are about what LLVM N added, and those in `corpus/v22` that it accepts, once it is
//! out.
use std::collections::BTreeMap;
use std::path::Path;

use bctk_ir::version::LlvmVersion;

use crate::corpus::{assembler_flags, first_line, is_by_hand, put};
use crate::{llvm, manifest};

/// The release whose texts every later one assembles, too.
const BASE: &str = "v22";

/// Makes `corpus/v{major}` anew, and its rows of the manifest.
pub(crate) fn make(corpus: &Path, major: u32) -> Result<(), String> {
    let folder = format!("v{major}");
    let dir = corpus.join(&folder);
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let tool = |name: &str| {
        let path = llvm::find_of(name, major).ok_or_else(|| format!("{name} of LLVM {major} is not installed"))?;
        let version = llvm::version_of(&path).ok_or_else(|| format!("{}: no version", path.display()))?.1;
        Ok::<_, String>((path, version))
    };
    let ((assembler, as_version), (disassembler, dis_version)) = (tool("llvm-as")?, tool("llvm-dis")?);
    let mut makers: BTreeMap<String, String> = BTreeMap::new();
    let is_out = major <= LlvmVersion::DEFAULT.major;
    for source in is_out.then_some(BASE).into_iter().chain([folder.as_str()]) {
        let from = corpus.join(source);
        for file in llvm::files_below(&from, ".ll")? {
            let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            // A text of this release's own folder comes before one of the same name.
            if !is_by_hand(&name) || source == BASE && dir.join(&name).exists() {
                continue;
            }
            let first = first_line(&file)?;
            let stem = name.trim_end_matches(".ll");
            let output = dir.join(format!("{stem}.bc"));
            let path = output.to_string_lossy();
            let mut args = assembler_flags(&first);
            args.extend([name.as_str(), "-o", &path]);
            if let Err(message) = llvm::run(&assembler, &args, &from) {
                if source == folder {
                    return Err(message);
                }
                println!("{source}/{name}: LLVM {major} refuses it");
                continue;
            }
            makers.insert(format!("{folder}/{stem}.bc"), format!("llvm-as {as_version} of {source}/{name}"));
        }
    }
    let made: Vec<String> = makers.keys().map(|path| path.trim_start_matches(&format!("{folder}/")).to_owned()).collect();
    let others = llvm::files_below(&dir, ".bc")?;
    let others = others.iter().filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()));
    for name in made.into_iter().chain(others).collect::<std::collections::BTreeSet<_>>() {
        let stem = name.trim_end_matches(".bc");
        let plain = llvm::run(&disassembler, &[name.as_str(), "-o", "-"], &dir)?;
        let ordered = llvm::run(&disassembler, &["--preserve-ll-uselistorder", &name, "-o", "-"], &dir)?;
        put(&dir, &format!("{stem}.dis.ll"), &plain)?;
        makers.insert(format!("{folder}/{stem}.dis.ll"), format!("llvm-dis {dis_version}"));
        let use_name = format!("{stem}.use.ll");
        if ordered == plain {
            let _ = std::fs::remove_file(dir.join(&use_name));
        } else {
            put(&dir, &use_name, &ordered)?;
            makers.insert(format!("{folder}/{use_name}"), format!("llvm-dis {dis_version} --preserve-ll-uselistorder"));
        }
    }
    // The rows of the other folders stay.
    let mut rows = manifest::read(corpus)?;
    let old: BTreeMap<String, String> = rows.iter().map(|row| (row.path.clone(), row.maker.clone())).collect();
    rows.retain(|row| !row.path.starts_with(&format!("{folder}/")));
    for file in llvm::files_below(&dir, "")? {
        let path = manifest::relative(corpus, &file);
        let maker = makers.get(&path).or_else(|| old.get(&path)).map_or("by hand", String::as_str);
        rows.push(manifest::row(corpus, &path, maker)?);
    }
    println!("corpus/{folder}: {} files", rows.iter().filter(|row| row.path.starts_with(&format!("{folder}/"))).count());
    manifest::write(corpus, rows)
}

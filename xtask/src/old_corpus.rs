//! `cargo xtask corpus old`: texts and bitcode of LLVM 3.7 to 12 in `corpus/v3.7` to `corpus/v12`, by programs in the folder that the variable
//! `OLD_LLVMS` names: `llvm-N as IN -o OUT` and `llvm-N dis IN -o OUT` of LLVM N, without use-list orders; that of LLVM 3.7 writes them.
//!
//! The sources are `corpus/src/old-*.ll`. A line that ends with `;; since A until B` is for these releases alone. Each release prints its text
//! first, so that the bitcode is made from what it prints itself.
use std::path::Path;
use std::process::Command;

use bctk_bitcode::LlvmVersion;

use crate::manifest;

/// The releases, and whether their program can write bitcode.
const RELEASES: &[(&str, bool)] = &[
    ("3.7", true),
    ("3.8", false),
    ("4", true),
    ("5", true),
    ("6", true),
    ("7", true),
    ("8", true),
    ("9", true),
    ("10", true),
    ("11", true),
    ("12", true),
];

/// The sources in `corpus/src`, without their ending.
const SOURCES: &[&str] = &["old-forms", "old-debug"];

/// Whether a file of the corpus is made here.
pub(crate) fn is_of_old(path: &str) -> bool {
    RELEASES
        .iter()
        .any(|(release, _)| path.strip_prefix('v').and_then(|rest| rest.strip_prefix(release)).is_some_and(|rest| rest.starts_with('/')))
}

/// Makes all files, and their rows in the manifest.
pub(crate) fn make(corpus: &Path) -> Result<(), String> {
    let tools = std::env::var_os("OLD_LLVMS").ok_or("set OLD_LLVMS to the folder of llvm-3.7 to llvm-12")?;
    let mut rows = manifest::read(corpus)?;
    rows.retain(|row| !is_of_old(&row.path) && !SOURCES.iter().any(|source| row.path == format!("src/{source}.ll")));
    for source in SOURCES {
        rows.push(manifest::row(corpus, &format!("src/{source}.ll"), "by hand")?);
    }
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    for (release, writes) in RELEASES {
        let folder = format!("v{release}");
        std::fs::create_dir_all(corpus.join(&folder)).map_err(|e| format!("{folder}: {e}"))?;
        let tool = Path::new(&tools).join(format!("llvm-{release}"));
        let run = |what: &str, from: &Path, to: &Path| {
            let done = Command::new(&tool)
                .current_dir(work.path())
                .arg(what)
                .arg(from)
                .arg("-o")
                .arg(to)
                .output()
                .map_err(|e| format!("{}: {e}", tool.display()))?;
            match done.status.success() {
                true => Ok(()),
                false => Err(format!("{} {what} {}: {}", tool.display(), from.display(), String::from_utf8_lossy(&done.stderr))),
            }
        };
        for source in SOURCES {
            let text = std::fs::read_to_string(corpus.join(format!("src/{source}.ll"))).map_err(|e| format!("{source}: {e}"))?;
            let input = work.path().join("input.ll");
            std::fs::write(&input, lines_of(&text, release)).map_err(|e| e.to_string())?;
            let names = [format!("{folder}/{source}.ll"), format!("{folder}/{source}.bc")];
            let [printed, written] = names.each_ref().map(|name| corpus.join(name));
            run("dis", Path::new("input.ll"), &printed)?;
            let made = if *writes { &names[..] } else { &names[..1] };
            if *writes {
                std::fs::copy(&printed, work.path().join("printed.ll")).map_err(|e| format!("{}: {e}", printed.display()))?;
                run("as", Path::new("printed.ll"), &written)?;
            }
            for name in made {
                rows.push(manifest::row(corpus, name, &format!("LLVM {release}"))?);
            }
        }
    }
    manifest::write(corpus, rows)
}

/// The lines of a source that are for a release.
fn lines_of(text: &str, release: &str) -> String {
    let release = LlvmVersion::parse(release.as_bytes()).unwrap_or_default();
    let version = |text: &str| LlvmVersion::parse(text.as_bytes()).unwrap_or_default();
    let mut out = String::new();
    for line in text.lines() {
        let (line, condition) = line.split_once(" ;; ").unwrap_or((line, ""));
        let mut words = condition.split(' ');
        let mut holds = true;
        while let (Some(word), Some(bound)) = (words.next(), words.next()) {
            holds &= if word == "since" { release >= version(bound) } else { release <= version(bound) };
        }
        if holds {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_release() {
        let text = "a\nb ;; since 5\nc ;; until 3.9\nd ;; since 3.8 until 4\n";
        assert_eq!(lines_of(text, "3.8"), "a\nc\nd\n");
        assert_eq!(lines_of(text, "12"), "a\nb\n");
        assert!(is_of_old("v3.7/x.ll") && is_of_old("v4/x.bc") && !is_of_old("v13/x.bc") && !is_of_old("src/x.ll"));
    }
}

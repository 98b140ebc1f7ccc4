//! House rules of documents and manifests, for `cargo xtask tidy`.
use std::path::{Path, PathBuf};

use crate::{llvm, manifest};

/// Lines of Markdown have fewer columns than this.
const COLUMNS: usize = 120;

/// The keys that the manifest of a published crate inherits from `[workspace.package]`.
const INHERITED: &[&str] = &["version", "edition", "rust-version", "license", "repository", "categories", "keywords"];

/// Checks the Markdown at the top and in `docs` (what is below is generated), and all manifests.
pub(crate) fn check(root: &Path, faults: &mut Vec<String>) -> Result<(), String> {
    for file in files(root, ".md")? {
        let name = manifest::relative(root, &file);
        if !name.trim_start_matches("docs/").contains('/') {
            markdown(&name, &read(&file)?, faults);
        }
    }
    for file in files(root, "Cargo.toml")? {
        let name = manifest::relative(root, &file);
        let text = read(&file)?;
        // The workspaces themselves have no package.
        if text.contains("[package]") && !text.contains("\npublish = false") {
            published(&name, &text, faults);
            let readme = file.with_file_name("README.md");
            if !readme.is_file() && !text.contains("\nreadme.workspace = true") {
                faults.push(format!("{name}: expected a README beside it (xtask/src/readmes.rs)"));
            }
        }
    }
    Ok(())
}

/// The files of the project that end in `suffix`, without build outputs.
fn files(root: &Path, suffix: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root).map_err(|e| format!("{}: {e}", root.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            if !path.ends_with("target") && !path.ends_with(".git") {
                found.extend(llvm::files_below(&path, suffix)?);
            }
        } else if path.to_string_lossy().ends_with(suffix) {
            found.push(path);
        }
    }
    found.retain(|path| !path.components().any(|part| part.as_os_str() == "target"));
    found.sort();
    Ok(found)
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

fn markdown(name: &str, text: &str, faults: &mut Vec<String>) {
    // Rows of tables that are made from the sources are as long as their cells.
    let is_made = text.starts_with("<!-- Generated");
    let mut is_printed = false;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !(is_made && line.starts_with('|'))) {
        // What a command prints is as long as it is.
        if let Some(fence) = line.strip_prefix("```") {
            is_printed = fence == "console";
        } else if is_printed && !line.starts_with("$ ") {
            continue;
        }
        let columns = line.chars().count();
        if columns >= COLUMNS {
            faults.push(format!("{name}:{}: {columns} columns, expected fewer than {COLUMNS}", number + 1));
        }
    }
}

fn published(name: &str, text: &str, faults: &mut Vec<String>) {
    for field in INHERITED {
        if !text.contains(&format!("\n{field}.workspace = true")) {
            faults.push(format!("{name}: expected {field}.workspace = true"));
        }
    }
    if !text.contains("\ndescription = \"") {
        faults.push(format!("{name}: expected a description"));
    }
}

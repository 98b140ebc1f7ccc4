//! The READMEs of the crates that are published: the front page of each crate's documentation, as registries show it.
use std::path::PathBuf;

use crate::llvm;

/// The folders of the crates. The README of `bctk` is that of the repository.
const CRATES: &[&str] = &[
    "bitcode",
    "bitcode/bitstream",
    "bitcode/inspect",
    "bitcode/lossless",
    "bitcode/object",
    "capi",
    "cli",
    "core",
    "demangle",
    "diff",
    "ir",
    "ir/analysis",
    "ir/edit",
    "ir/hash",
    "ir/link",
    "ir/lto",
    "ir/passes",
    "ir/split",
    "ir/support",
    "ir/transforms",
    "ir/uselist",
    "ir/verify",
    "tables",
    "textual",
];

/// Path and text of each.
///
/// # Errors
/// If a crate cannot be read, or has no name or front page.
pub(crate) fn all() -> Result<Vec<(PathBuf, String)>, String> {
    let one = |folder: &&str| {
        let folder = llvm::root().join(folder);
        let read = |path: &str| std::fs::read_to_string(folder.join(path)).map_err(|e| format!("{}: {e}", folder.join(path).display()));
        let manifest = read("Cargo.toml")?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let name = name.ok_or_else(|| format!("{}: the crate has no name", folder.display()))?;
        Ok((folder.join("README.md"), readme(name, &read("src/lib.rs")?)))
    };
    CRATES.iter().map(one).collect()
}

/// The README of a crate by its root module.
fn readme(name: &str, root: &str) -> String {
    let mut out = format!("<!-- Generated from src/lib.rs by `cargo xtask codegen`; do not edit. -->\n\n# {name}\n\n");
    let mut in_code = false;
    for line in root.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        let is_fence = line.starts_with("```");
        // Rust's documentation takes code for Rust and leaves out lines after `#`; other pages do not.
        match line {
            "```" if !in_code => out.push_str("```rust"),
            _ if in_code && (line == "#" || line.starts_with("# ")) => continue,
            _ if in_code => out.push_str(line),
            // Below the title.
            _ if line.starts_with('#') => out.push_str(&format!("#{line}")),
            _ => out.push_str(&without_items(line)),
        }
        in_code ^= is_fence;
        out.push('\n');
    }
    out.push_str(
        "\nThis crate is a part of [bctk](https://github.com/bctk/bctk), which reads, writes, checks and translates the bitcode and\n",
    );
    out.push_str("assembly of every LLVM, without LLVM. Licensed under Apache-2.0 or MIT, as you like.\n");
    out
}

/// A line without links to items, which only Rust's documentation resolves: ``[`Module`](module::Module)`` is `` `Module` ``.
fn without_items(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('[') {
        let Some(end) = rest[start..].find(']').map(|at| start + at) else { break };
        let (label, behind) = (&rest[start + 1..end], &rest[end + 1..]);
        let target = behind.strip_prefix('(').and_then(|behind| Some(&behind[..closing(behind)?]));
        let is_link = target.is_some_and(|target| target.starts_with("http"));
        let is_item = !is_link && (label.starts_with('`') || target.is_some());
        out.push_str(&rest[..start]);
        out.push_str(if is_item { label } else { &rest[start..=end] });
        rest = match target {
            Some(target) if is_item => &behind[target.len() + 2..],
            _ => behind,
        };
    }
    out + rest
}

/// Where the bracket closes that stands before the text; `write()` has a pair of its own.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    text.char_indices().find_map(|(at, c)| match c {
        '(' => {
            depth += 1;
            None
        }
        ')' if depth == 0 => Some(at),
        ')' => {
            depth -= 1;
            None
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readmes_are_what_the_front_pages_say() {
        for (path, text) in all().expect("the crates") {
            let found = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(found == text, "{}: `cargo xtask codegen` has not been run", path.display());
        }
    }

    #[test]
    fn code_is_code_and_items_are_words() {
        let root = "//! Reads [`Module`](module::Module) by [`write()`](write()), see [LLVM](https://llvm.org) and [`a`].\n//!\n//! ```\n//! # hidden\n//! a[0](1);\n//! ```\n//! # More\nmod a;\n";
        let text = readme("x", root);
        assert!(text.contains("Reads `Module` by `write()`, see [LLVM](https://llvm.org) and `a`.\n"), "{text}");
        assert!(text.contains("```rust\na[0](1);\n```\n## More\n"), "{text}");
    }
}

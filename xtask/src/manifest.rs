//! `corpus/manifest.tsv`: fingerprint, size and maker of every file in `corpus/`.
use std::path::Path;

use crate::llvm;

/// Name of the manifest below `corpus/`.
pub(crate) const NAME: &str = "manifest.tsv";

/// One line of the manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Path below `corpus/`, with `/` between its parts.
    pub(crate) path: String,
    /// CRC-32 (IEEE) of the bytes.
    pub(crate) crc: u32,
    /// Size in bytes.
    pub(crate) size: u64,
    /// Tool and version that made the file, or `by hand`.
    pub(crate) maker: String,
}

/// The row of the file `path` below `corpus` as it is now.
pub(crate) fn row(corpus: &Path, path: &str, maker: &str) -> Result<Row, String> {
    let bytes = std::fs::read(corpus.join(path)).map_err(|e| format!("{path}: {e}"))?;
    Ok(Row { path: path.to_owned(), crc: crc32fast::hash(&bytes), size: bytes.len() as u64, maker: maker.to_owned() })
}

/// Writes all rows, sorted by path.
pub(crate) fn write(corpus: &Path, mut rows: Vec<Row>) -> Result<(), String> {
    rows.sort_by(|a, b| a.path.cmp(&b.path));
    let mut text = String::from("# path\tcrc32\tsize\tmade by\n");
    for row in rows {
        text.push_str(&format!("{}\t{:08x}\t{}\t{}\n", row.path, row.crc, row.size, row.maker));
    }
    std::fs::write(corpus.join(NAME), text).map_err(|e| format!("{NAME}: {e}"))
}

/// Reads the manifest.
pub(crate) fn read(corpus: &Path) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(corpus.join(NAME)).map_err(|e| format!("{NAME}: {e}"))?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let bad = || format!("{NAME} line {}: expected path, crc32, size and maker between tabs", number + 1);
        let mut fields = line.split('\t');
        let mut next = || fields.next().ok_or_else(bad);
        let path = next()?.to_owned();
        let crc = u32::from_str_radix(next()?, 16).map_err(|_| bad())?;
        let size = next()?.parse().map_err(|_| bad())?;
        rows.push(Row { path, crc, size, maker: next()?.to_owned() });
    }
    Ok(rows)
}

/// The differences between the manifest and the files: one sentence each.
pub(crate) fn check(corpus: &Path) -> Result<(usize, Vec<String>), String> {
    let rows = read(corpus)?;
    let mut faults = Vec::new();
    for want in &rows {
        match row(corpus, &want.path, &want.maker) {
            Ok(got) if got == *want => {}
            Ok(got) => faults
                .push(format!("{}: crc32 {:08x}, size {}; the manifest says {:08x}, {}", got.path, got.crc, got.size, want.crc, want.size)),
            Err(e) => faults.push(e),
        }
    }
    for file in llvm::files_below(corpus, "")? {
        let path = relative(corpus, &file);
        if path != NAME && !rows.iter().any(|row| row.path == path) {
            faults.push(format!("{path}: not in the manifest"));
        }
    }
    Ok((rows.len(), faults))
}

/// `file` as it is named in the manifest.
pub(crate) fn relative(corpus: &Path, file: &Path) -> String {
    let parts: Vec<_> = file.strip_prefix(corpus).unwrap_or(file).components().map(|c| c.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

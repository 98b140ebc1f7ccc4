//! Reads files of modules as if each were a row.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use parquet::data_type::ByteArray;

use super::chunk::{Chunk, Content};
use super::{CHUNK_BYTES, CHUNK_ROWS, Part, Place};

/// Cuts the files into parts, by their sizes.
pub(crate) fn plan(inputs: &[PathBuf]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut files = Vec::new();
    let mut bytes = 0;
    for (number, path) in inputs.iter().enumerate() {
        bytes += path.metadata().map_or(0, |about| about.len());
        files.push(path.clone());
        if bytes >= CHUNK_BYTES as u64 || files.len() >= CHUNK_ROWS || number + 1 == inputs.len() {
            let rows = files.len() as u64;
            parts.push(Part { first_row: number as u64 + 1 - rows, rows, place: Place::Files(std::mem::take(&mut files)) });
            bytes = 0;
        }
    }
    parts
}

/// The files of a part, chunk by chunk.
pub(crate) struct FilesReader<'a> {
    files: std::slice::Iter<'a, PathBuf>,
    max_bytes: Option<usize>,
    next_row: u64,
}

impl<'a> FilesReader<'a> {
    pub(crate) fn new(files: &'a [PathBuf], first_row: u64, max_bytes: Option<usize>) -> Self {
        Self { files: files.iter(), max_bytes, next_row: first_row }
    }

    pub(crate) fn next(&mut self) -> Option<Chunk> {
        let mut chunk = Chunk { first_row: self.next_row, contents: Vec::new(), names: Vec::new(), keep: None, bytes: 0 };
        while chunk.contents.len() < CHUNK_ROWS && chunk.bytes < CHUNK_BYTES {
            let Some(path) = self.files.next() else { break };
            let content = read(path, self.max_bytes);
            if let Content::Module(bytes) = &content {
                chunk.bytes += bytes.len();
            }
            chunk.contents.push(content);
            chunk.names.push(Some(ByteArray::from(path.to_string_lossy().as_bytes().to_vec())));
        }
        self.next_row += chunk.contents.len() as u64;
        (!chunk.contents.is_empty()).then_some(chunk)
    }
}

/// The contents of a file. One that is too large is not read any further.
fn read(path: &Path, max_bytes: Option<usize>) -> Content {
    let most = max_bytes.map_or(u64::MAX, |max| max as u64);
    let whole = || {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        if length <= most {
            file.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        }
        Ok::<_, std::io::Error>((bytes, length))
    };
    match whole() {
        Ok((bytes, length)) if length.max(bytes.len() as u64) > most => {
            Content::Unread(format!("{} bytes, more than the limit of {most}", length.max(bytes.len() as u64)))
        }
        Ok((bytes, _)) => Content::Module(ByteArray::from(bytes)),
        Err(error) => Content::Unread(error.to_string()),
    }
}

//! Inputs: their bytes, mapped into memory if possible, and their types.
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::error::{Error, ErrorKind, Result};

/// Bytes of an input.
pub enum Input {
    /// A file mapped into memory, and which one it was.
    Mapped(memmap2::Mmap, Mapped),
    /// A pipe, a terminal or an empty file, read to its end.
    Read(Vec<u8>),
    /// Memory that somebody else owns, too.
    Shared(Shared),
    /// A part of another input.
    Part(Arc<Input>, Range<usize>),
}

/// Bytes that several own.
pub type Shared = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A file that was mapped. It is not kept open: there may be thousands.
pub struct Mapped {
    path: PathBuf,
    modified: Option<SystemTime>,
}

impl Mapped {
    /// The file once more, if it is still the same.
    fn open(&self, length: usize) -> Option<File> {
        let file = File::open(&self.path).ok()?;
        let about = file.metadata().ok()?;
        let is_same = about.is_file() && about.len() == length as u64 && about.modified().ok() == self.modified;
        (is_same && self.modified.is_some()).then_some(file)
    }
}

impl Input {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Input::Mapped(map, _) => map,
            Input::Read(bytes) => bytes,
            Input::Shared(bytes) => (**bytes).as_ref(),
            Input::Part(whole, range) => whole.bytes().get(range.clone()).unwrap_or_default(),
        }
    }

    /// The same bytes; a copy of them only where nobody else can have them.
    pub(crate) fn again(&self) -> Input {
        match self {
            Input::Mapped(map, _) => Input::Read(map.to_vec()),
            Input::Read(bytes) => Input::Read(bytes.clone()),
            Input::Shared(bytes) => Input::Shared(Arc::clone(bytes)),
            Input::Part(whole, range) => Input::Part(Arc::clone(whole), range.clone()),
        }
    }

    /// Loads a mapped file into memory at once unless it is too large; this is cheaper than page by page.
    #[cfg(target_os = "linux")]
    fn load(&self) {
        const MOST: usize = 1 << 30;
        if let Input::Mapped(map, _) = self
            && map.len() <= MOST
        {
            // A system that cannot does it page by page.
            let _ = map.advise(memmap2::Advice::PopulateRead);
        }
    }

    /// Other systems have no such advice.
    #[cfg(not(target_os = "linux"))]
    fn load(&self) {}

    /// Returns the memory of a part of a mapped file to the system. It can still be read.
    #[cfg(unix)]
    pub fn forget(&self, part: Range<usize>) {
        let Input::Mapped(map, _) = self else { return };
        let part = part.start..part.end.min(map.len());
        if !part.is_empty() {
            #[allow(unsafe_code)]
            // SAFETY: the map is shared with the file and never written to, so that what is dropped is what is read again.
            let _ = unsafe { map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, part.start, part.len()) };
        }
    }

    /// Other systems have no such advice.
    #[cfg(not(unix))]
    pub fn forget(&self, _part: Range<usize>) {}
}

/// Writes to a file, and has the system copy what comes from a mapped input: it need not pass through memory.
pub(crate) struct Copying<'i> {
    out: File,
    /// The bytes of the input, and its file.
    source: Option<(&'i [u8], File)>,
}

impl<'i> Copying<'i> {
    pub(crate) fn new(out: File, input: &'i Input) -> Copying<'i> {
        let mut whole = input;
        while let Input::Part(outer, _) = whole {
            whole = outer;
        }
        let source = match whole {
            Input::Mapped(map, mapped) => mapped.open(map.len()).map(|file| (&map[..], file)),
            _ => None,
        };
        Copying { out, source }
    }

    /// Where these bytes are in the input, if they are large and come from there.
    fn place(&self, bytes: &[u8]) -> Option<(u64, &File)> {
        const LEAST: usize = 1 << 16;
        let (map, file) = self.source.as_ref().filter(|_| bytes.len() >= LEAST)?;
        let start = bytes.as_ptr().addr().checked_sub(map.as_ptr().addr())?;
        (start <= map.len() && bytes.len() <= map.len() - start).then_some((start as u64, file))
    }
}

impl Write for Copying<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some((place, mut file)) = self.place(bytes) else { return self.out.write(bytes) };
        file.seek(SeekFrom::Start(place))?;
        let copied = io::copy(&mut file.take(bytes.len() as u64), &mut &self.out)?;
        match usize::try_from(copied) {
            Ok(copied) if copied == bytes.len() => Ok(copied),
            _ => Err(io::Error::other("the input was shortened while it was read")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The memory of an input that is read from its start to its end: of a mapped file, only what was not passed is in memory.
pub struct Window<'i> {
    input: &'i Input,
    /// What was passed.
    passed: usize,
}

impl<'i> Window<'i> {
    /// Loads an input unless it is very large.
    pub fn open(input: &'i Input) -> Window<'i> {
        input.load();
        Window { input, passed: 0 }
    }

    /// Is told that the first `bytes` bytes are not needed soon, and gives back their memory, many at a time. They can still be read; then they
    /// are loaded page by page. A smaller number than before means that the input is read again.
    pub fn pass(&mut self, bytes: usize) {
        const STEP: usize = 1 << 20;
        if bytes < self.passed {
            self.passed = 0;
        }
        if bytes - self.passed >= STEP || bytes >= self.input.bytes().len() {
            self.input.forget(self.passed..bytes);
            self.passed = bytes;
        }
    }
}

/// The type of an input, judged by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// LLVM bitcode, bare or in a wrapper.
    Bitcode,
    /// Text, presumably LLVM assembly.
    Text,
    /// Neither.
    Unknown,
}

/// `BC` and 0xC0DE: the start of bitcode.
const BITCODE: [u8; 4] = [0x42, 0x43, 0xC0, 0xDE];
/// 0x0B17C0DE in little-endian order: the start of Darwin's wrapper around bitcode.
const WRAPPER: [u8; 4] = [0xDE, 0xC0, 0x17, 0x0B];

/// Whether `path` is standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Name of an input in messages and in the `; ModuleID` line.
pub fn name(path: &Path) -> String {
    if is_dash(path) { "<stdin>".to_owned() } else { path.to_string_lossy().into_owned() }
}

/// Name of an input for the `; ModuleID` line: the bytes of the path as given.
pub fn module_id(path: &Path) -> Vec<u8> {
    if is_dash(path) { b"<stdin>".to_vec() } else { path.as_os_str().as_encoded_bytes().to_vec() }
}

/// Opens `path`, or reads standard input for `-`.
pub fn open(path: &Path) -> Result<Input> {
    let fault = |error| Error::new(name(path), ErrorKind::Open(error));
    if is_dash(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map_err(fault)?;
        return Ok(Input::Read(bytes));
    }
    let mut file = File::open(path).map_err(fault)?;
    let about = file.metadata().map_err(fault)?;
    if about.is_dir() {
        return Err(fault(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    if about.is_file()
        && about.len() > 0
        && let Some(map) = map(&file)
    {
        let mapped = Mapped { path: path.to_owned(), modified: about.modified().ok() };
        return Ok(Input::Mapped(map, mapped));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(fault)?;
    Ok(Input::Read(bytes))
}

/// Maps a regular file; none if the system cannot (some file systems do not map).
#[allow(unsafe_code)]
fn map(file: &File) -> Option<memmap2::Mmap> {
    // SAFETY: the map is only read. A file that another process shortens meanwhile ends this process by a signal and one that is
    // overwritten gives other bytes, which the reader has to survive from any input anyway; llvm-dis maps its input the same way.
    unsafe { memmap2::Mmap::map(file) }.ok()
}

/// Detects the type of an input.
pub fn kind(bytes: &[u8]) -> Kind {
    if bytes.starts_with(&BITCODE) || bytes.starts_with(&WRAPPER) {
        return Kind::Bitcode;
    }
    let start = &bytes[..bytes.len().min(512)];
    let control = |c: &u8| *c < 0x20 && !matches!(c, b'\t' | b'\n' | b'\r' | 0x0C);
    if !start.is_empty() && !start.iter().any(control) && start.iter().filter(|c| **c >= 0x80).count() * 3 < start.len() {
        Kind::Text
    } else {
        Kind::Unknown
    }
}

/// Whether a file begins as an archive of any kind does.
pub fn is_archive(bytes: &[u8]) -> bool {
    [&b"!<arch>\n"[..], b"!<thin>\n", b"<bigaf>\n"].iter().any(|magic| bytes.starts_with(magic))
}

/// Whether LLVM's tools take a file for assembly: an empty one is an empty module.
#[cfg(feature = "text")]
pub(crate) fn is_assembly(bytes: &[u8]) -> bool {
    bytes.is_empty() || kind(bytes) == Kind::Text
}

#[cfg(test)]
mod tests {
    use super::{Kind, kind};

    #[test]
    fn kinds() {
        assert_eq!(kind(b"BC\xC0\xDE5\x14\0\0"), Kind::Bitcode);
        assert_eq!(kind(b"\xDE\xC0\x17\x0B\0\0\0\0"), Kind::Bitcode);
        assert_eq!(kind(b"; ModuleID = 'x'\n\ndefine void @f() {\n"), Kind::Text);
        assert_eq!(kind(b""), Kind::Unknown);
        assert_eq!(kind(b"\x7FELF\x02\x01\x01\0"), Kind::Unknown);
        assert_eq!(kind(&[0xFF; 64]), Kind::Unknown);
    }
}

//! The folder for converted files, each in a folder of its own that is named by what it was made of. Files appear complete and never change, so
//! that several commands may work at the same time.
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::diag::{self, Fault};
use crate::interrupt::Unfinished;

/// The name of the folder beside an output.
const BESIDE: &str = ".bctk-bridge";

/// In a file's folder: the file needs no conversion.
const AS_IT_IS: &str = "as-it-is";

/// Bytes of a hash that names a folder.
const KEY: usize = 16;

/// The folder for converted files.
pub(super) struct Cache {
    folder: PathBuf,
    /// The hash of all but the file that a conversion depends on.
    options: Sha256,
}

/// What is known of a file.
pub(super) enum Known {
    Nothing,
    NeedsNothing,
    Converted(PathBuf),
}

/// The place for what becomes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    folder: PathBuf,
    name: OsString,
    nth: usize,
}

impl Cache {
    /// The cache in a folder, which need not exist yet, for conversions with such options.
    pub(super) fn new(folder: PathBuf, options: &str) -> Cache {
        // Programs of the same version may differ.
        let size = std::env::current_exe().and_then(fs::metadata).map_or(0, |program| program.len());
        let options = format!("bctk {} of {size} bytes\n{options}\n", env!("CARGO_PKG_VERSION"));
        Cache { folder, options: Sha256::new_with_prefix(options) }
    }

    /// The folder for files that a command with this output needs.
    pub(super) fn beside(output: Option<&Path>) -> PathBuf {
        // A device has no folder of ours beside it.
        let output = output.filter(|path| !path.exists() || path.is_file());
        let folder = output.and_then(Path::parent).filter(|folder| folder.is_dir());
        folder.map_or_else(|| BESIDE.into(), |folder| folder.join(BESIDE))
    }

    /// The place for what becomes of a file with these bytes.
    pub(super) fn entry(&self, path: &Path, bytes: &[u8]) -> Entry {
        let mut hash = self.options.clone();
        hash.update(bytes);
        Entry { folder: self.folder.join(key(hash)), name: path.file_name().unwrap_or_default().to_owned(), nth: 0 }
    }

    /// Where a file of arguments with this text is, which takes the place of another.
    pub(super) fn place(&self, path: &Path, text: &[u8]) -> PathBuf {
        self.folder.join(key(Sha256::new_with_prefix(text))).join(path.file_name().unwrap_or_default())
    }

    /// Makes such a file.
    pub(super) fn arguments(&self, path: &Path, text: &[u8]) -> Result<PathBuf, Fault> {
        let file = self.place(path, text);
        if fs::read(&file).is_ok_and(|old| old == text) {
            return Ok(file);
        }
        write(file.parent().unwrap_or(&self.folder), &file, text)?;
        Ok(file)
    }
}

impl Entry {
    /// The place for another file of the same bytes and name, which is at another path: linkers tell modules apart by their paths.
    pub(super) fn number(&mut self, nth: usize) {
        self.nth = nth;
    }

    /// Where the converted file is, or will be.
    pub(super) fn file(&self) -> PathBuf {
        match self.nth {
            0 => self.folder.join(&self.name),
            nth => self.folder.join(nth.to_string()).join(&self.name),
        }
    }

    /// What was found before of the file, which begins with these bytes.
    pub(super) fn known(&self, bytes: &[u8]) -> Known {
        if self.folder.join(AS_IT_IS).is_file() {
            return Known::NeedsNothing;
        }
        // After a power failure, a file may have lost its contents.
        let begins_alike = || -> io::Result<bool> {
            let mut start = [0; 4];
            io::Read::read_exact(&mut fs::File::open(self.file())?, &mut start)?;
            Ok(bytes.starts_with(&start))
        };
        if begins_alike().unwrap_or(false) { Known::Converted(self.file()) } else { Known::Nothing }
    }

    /// Notes that the file needs no conversion. It is found out again where that cannot be noted.
    pub(super) fn needs_nothing(&self) {
        let _ = write(&self.folder, &self.folder.join(AS_IT_IS), b"");
    }

    /// Keeps the converted file.
    pub(super) fn keep(&self, bytes: &[u8]) -> Result<PathBuf, Fault> {
        let file = self.file();
        write(file.parent().unwrap_or(&self.folder), &file, bytes)?;
        Ok(file)
    }
}

fn key(hash: Sha256) -> String {
    let mut key = String::new();
    for byte in &hash.finalize()[..KEY] {
        let _ = write!(key, "{byte:02x}");
    }
    key
}

/// Makes a file that nobody is to change. Where others make the same one at the same time, one of them remains.
fn write(folder: &Path, file: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let fault = |error: io::Error| {
        let error = io::Error::new(error.kind(), format!("{}; --cache names another folder", diag::words(&error)));
        Fault::Create(file.display().to_string(), error)
    };
    fs::create_dir_all(folder).map_err(fault)?;
    let made = Unfinished::make(|| {
        let made = tempfile::Builder::new().prefix(".bctk-").tempfile_in(folder)?;
        let path = made.path().to_path_buf();
        Ok((made, path))
    });
    let (mut made, unfinished) = made.map_err(fault)?;
    made.write_all(bytes).map_err(|error| Fault::write(&file.display().to_string(), error))?;
    for_all_to_read(made.as_file()).map_err(fault)?;
    match made.persist(file) {
        Ok(_) => unfinished.forget(),
        // Windows replaces no file that somebody reads: it is there then.
        Err(_) if cfg!(windows) && file.is_file() => {}
        Err(error) => return Err(fault(error.error)),
    }
    Ok(())
}

#[cfg(unix)]
fn for_all_to_read(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o444))
}

/// Other systems let nobody remove such a file.
#[cfg(not(unix))]
fn for_all_to_read(_: &fs::File) -> io::Result<()> {
    Ok(())
}

//! Outputs: the standard output, a device, or a file that appears under its name only when it is complete.
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use crate::aligned_writes::AlignedWrites;
use crate::color::{Paint, When};
use crate::diag::Fault;
use crate::highlight::Highlighter;
use crate::interrupt::Unfinished;
use bctk::input;
use hashbrown::HashSet;

/// The name of the standard output in messages.
const STDOUT: &str = "<stdout>";

/// An output. If it is dropped without [`Output::finish`], no file remains.
pub(crate) struct Output {
    name: String,
    target: Option<Target>,
    pieces: AlignedWrites,
    /// Whether it can be made again if it is lost.
    is_derived: bool,
    existing: Existing,
    /// Colours for what a terminal shows.
    colours: Option<Highlighter>,
    /// The count of inputs that outputs replaced, if this one replaces an input.
    replaced: Option<Arc<AtomicUsize>>,
}

/// What happens to a file that has the name of an output already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Existing {
    /// The output takes its place.
    #[default]
    Replaced,
    /// It stays, and the output is an error. Devices and pipes are written all the same, as nothing in them is lost.
    Kept,
}

impl Existing {
    /// An error if the file at `path` must stay.
    pub(crate) fn check(self, path: &Path) -> io::Result<()> {
        // The name of a link that leads nowhere is taken, too.
        let is_there = self == Existing::Kept && (fs::metadata(path).is_ok_and(|old| old.is_file()) || is_dangling(path));
        if is_there { Err(kept()) } else { Ok(()) }
    }
}

fn is_dangling(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|link| link.is_symlink()) && !path.exists()
}

fn kept() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "File exists (--no-clobber keeps it)")
}

/// The paths of the inputs without links: resolved once, as each of many outputs is compared with them.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    paths: OnceLock<HashSet<PathBuf>>,
    /// How many of them an output has replaced.
    replaced: Arc<AtomicUsize>,
}

impl Resolved {
    fn of(&self, inputs: &[PathBuf]) -> &HashSet<PathBuf> {
        self.paths.get_or_init(|| inputs.iter().filter_map(|input| fs::canonicalize(input).ok()).collect())
    }

    /// How many inputs outputs have replaced.
    pub(crate) fn replaced(&self) -> usize {
        self.replaced.load(Ordering::Relaxed)
    }
}

enum Target {
    /// The standard output or something that is not a regular file: written as it comes.
    Direct(File),
    /// A temporary file in the same directory, which is renamed at the end. The guard is dropped last, after the file itself.
    Temporary(tempfile::NamedTempFile, PathBuf, Unfinished),
    /// A file without a name, which is copied over the final one in the end: that one's folder takes no new files.
    Spooled(File, File),
    /// The final file itself, which was not there before, in such a folder.
    InPlace(File, Unfinished),
}

impl Output {
    /// Makes the output `path`, or takes the standard output for `-`.
    pub(crate) fn create(path: &Path) -> Result<Output, Fault> {
        Output::create_with(path, Existing::Replaced)
    }

    /// [`create`](Self::create), unless a file is there that is to be kept.
    pub(crate) fn create_with(path: &Path, existing: Existing) -> Result<Output, Fault> {
        let name = if input::is_dash(path) { STDOUT.to_owned() } else { path.to_string_lossy().into_owned() };
        match existing.check(path).and_then(|()| Output::target(path)) {
            Ok(target) => {
                let pieces = match &target {
                    Target::Direct(file) | Target::InPlace(file, _) => AlignedWrites::of_shared(file),
                    Target::Temporary(file, ..) => AlignedWrites::of_new(file.as_file()),
                    Target::Spooled(file, _) => AlignedWrites::of_new(file),
                };
                Ok(Output { name, target: Some(target), pieces, is_derived: false, existing, colours: None, replaced: None })
            }
            Err(error) => Err(Fault::Create(name, error)),
        }
    }

    /// Makes the output `path`, whose contents are made from the files `inputs`. If it is none of these, replacing an old output takes less
    /// time: it need not survive a power failure in the next seconds. `resolved` serves all outputs that are made from these inputs, and counts
    /// those that take the place of one.
    pub(crate) fn derived(path: &Path, inputs: &[PathBuf], resolved: &Resolved, existing: Existing) -> Result<Output, Fault> {
        let is_input = fs::canonicalize(path).ok().filter(|_| !input::is_dash(path)).map(|path| resolved.of(inputs).contains(&path));
        let mut output = Output::create_with(path, existing)?;
        output.is_derived = is_input == Some(false);
        output.replaced = (is_input == Some(true)).then(|| Arc::clone(&resolved.replaced));
        Ok(output)
    }

    /// Whether it takes the place of an input.
    pub(crate) fn replaces_input(&self) -> bool {
        self.replaced.is_some()
    }

    fn target(path: &Path) -> io::Result<Target> {
        if input::is_dash(path) {
            return stdout().map(Target::Direct);
        }
        // A link is followed: the file that it names is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = fs::metadata(&path).ok();
        let mut final_file = None;
        if let Some(old) = &old {
            if old.is_dir() {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            if !old.is_file() {
                return OpenOptions::new().write(true).open(&path).map(Target::Direct);
            }
            // The same answer as from opening it: a file that may not be written is not replaced.
            final_file = Some(OpenOptions::new().write(true).open(&path)?);
        }
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".bcconv-");
        match &old {
            Some(old) => builder.permissions(old.permissions()),
            None => ordinary(&mut builder),
        };
        let temporary = Unfinished::make(|| {
            let file = builder.tempfile_in(dir)?;
            let path = file.path().to_path_buf();
            Ok((file, path))
        });
        match (temporary, final_file) {
            (Ok((file, unfinished)), _) => Ok(Target::Temporary(file, path, unfinished)),
            (Err(_), Some(final_file)) => tempfile::tempfile().map(|file| Target::Spooled(file, final_file)),
            // The system's own answer to making the file itself is the clearer one; it may even work.
            (Err(_), None) => {
                let made = Unfinished::make(|| File::create_new(&path).map(|file| (file, path.clone())));
                made.map(|(file, unfinished)| Target::InPlace(file, unfinished))
            }
        }
    }

    /// Colours the text if it goes to a terminal.
    pub(crate) fn in_colours(mut self) -> Output {
        if self.name == STDOUT {
            self.colours = Some(Paint::new(When::Auto)).filter(|paint| paint.is_on()).map(Highlighter::new);
        }
        self
    }

    /// Whether the output is invisible before [`Output::finish`], so that it can still be discarded.
    pub(crate) fn is_pending(&self) -> bool {
        matches!(self.target, Some(Target::Temporary(..) | Target::Spooled(..)))
    }

    /// Name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Completes the output: the file appears under its name.
    pub(crate) fn finish(mut self) -> Result<(), Fault> {
        self.write_rest().map_err(|error| Fault::write(&self.name, error))?;
        let failed = |error| Fault::Create(self.name.clone(), error);
        match self.target.take() {
            Some(Target::Temporary(file, path, unfinished)) => {
                // After an exchange, the old file has the temporary name and is removed.
                if self.existing == Existing::Kept {
                    let is_there = |e: io::Error| if e.kind() == io::ErrorKind::AlreadyExists { kept() } else { e };
                    file.persist_noclobber(path).map_err(|e| failed(is_there(e.error)))?;
                    unfinished.forget();
                } else if !(self.is_derived && exchange(file.path(), &path)) {
                    file.persist(path).map_err(|e| failed(e.error))?;
                    unfinished.forget();
                }
            }
            Some(Target::Spooled(mut file, mut final_file)) => {
                file.rewind().map_err(failed)?;
                let len = io::copy(&mut file, &mut final_file).map_err(failed)?;
                final_file.set_len(len).map_err(failed)?;
            }
            Some(Target::InPlace(_, unfinished)) => unfinished.forget(),
            Some(Target::Direct(_)) | None => {}
        }
        if let Some(replaced) = &self.replaced {
            replaced.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Writes what was held back.
    fn write_rest(&mut self) -> io::Result<()> {
        if let Some(rest) = self.colours.take().map(|mut colours| colours.rest()) {
            self.write_all(&rest)?;
        }
        match self.target.as_mut().map(Target::file) {
            Some(file) => self.pieces.finish(file),
            None => Ok(()),
        }
    }
}

impl Target {
    /// The file that is written.
    fn file(&mut self) -> &mut File {
        match self {
            Target::Direct(file) | Target::Spooled(file, _) | Target::InPlace(file, _) => file,
            Target::Temporary(file, ..) => file.as_file_mut(),
        }
    }
}

impl Drop for Output {
    /// What others can see is complete as far as it goes: after an error, it ends where the output ended.
    fn drop(&mut self) {
        if matches!(self.target, Some(Target::Direct(_))) {
            // The error that led here is the one to report.
            let _ = self.write_rest();
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.target.as_mut().map(Target::file) {
            Some(file) => match &mut self.colours {
                Some(colours) => {
                    let coloured = colours.feed(bytes);
                    let mut rest = &coloured[..];
                    while !rest.is_empty() {
                        match self.pieces.write(file, rest)? {
                            0 => return Err(io::ErrorKind::WriteZero.into()),
                            written => rest = &rest[written..],
                        }
                    }
                    Ok(bytes.len())
                }
                None => self.pieces.write(file, bytes),
            },
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl bctk_bitcode::write::Output for Output {
    /// Nobody sees a file before it is complete.
    fn takes_late_words(&self) -> bool {
        self.is_pending() && self.colours.is_none()
    }

    fn put_late(&mut self, back: u64, _: [u8; 4], word: [u8; 4]) -> io::Result<()> {
        match self.target.as_mut().map(Target::file) {
            Some(file) => self.pieces.put_late(file, back, word),
            None => Ok(()),
        }
    }
}

/// Exchanges two files; false if the system cannot. ext4 writes a file to the disk before it replaces another, which takes longer than
/// making the file; this it does not do here.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
}

/// Other systems replace a file at once.
#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> bool {
    false
}

/// The standard output as a file. Writes to it are large, so a line buffer would only cost time.
#[cfg(unix)]
fn stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

/// The standard output as a file.
#[cfg(windows)]
fn stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

/// The rights of an ordinary new file instead of the private ones of a temporary file; the process's mask applies.
#[cfg(unix)]
fn ordinary<'b, 'x, 'y>(builder: &'b mut tempfile::Builder<'x, 'y>) -> &'b mut tempfile::Builder<'x, 'y> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666))
}

/// Elsewhere a temporary file has the rights of any other.
#[cfg(not(unix))]
fn ordinary<'b, 'x, 'y>(builder: &'b mut tempfile::Builder<'x, 'y>) -> &'b mut tempfile::Builder<'x, 'y> {
    builder
}

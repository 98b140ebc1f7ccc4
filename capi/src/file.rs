//! Files in memory, what they are, and the modules in them.
use std::ffi::c_void;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use bctk::bitcode::read::SummaryKind;
use bctk::object::container::Container;
use bctk::{FileType, Limits, ModuleFile, bitcode};

use crate::error::{BCTK_NO_OFFSET, bctk_error};
use crate::guard::{ask, free, guard, make};
use crate::types::{Sized_, Text, bctk_status, bctk_string, bytes, check_pointer, give, handle, number, string, take};

/// A file in memory. It does not change, so that several threads may use it at a time.
pub struct bctk_file {
    modules: Vec<bctk_module>,
    unread: Vec<Text>,
}

/// A module of a file, which lives as long as the file and is not freed by itself. It does not change.
pub struct bctk_module {
    pub(crate) file: Arc<ModuleFile>,
    name: Text,
    section: Text,
    facts: OnceLock<Result<Facts, bctk_error>>,
}

/// What the records of a module tell of it.
#[derive(Debug, Default)]
struct Facts {
    producer: Text,
    triple: Text,
    data_layout: Text,
    source: Text,
    llvm: u32,
    summary: bctk_summary,
}

/// A limit on what an input may ask for. The names are those of bcconv's `--limit`, such as `block-depth`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_limit {
    /// Its name.
    pub name: bctk_string,
    /// Its value.
    pub value: u64,
}

/// How to open a file. Set all to zero and `size` to `sizeof(bctk_open_options)`, then what is wanted.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_open_options {
    /// The size of the structure.
    pub size: usize,
    /// The name of the file: modules have it, and the first line of their texts. Nothing is read from there.
    pub name: bctk_string,
    /// Limits other than the usual ones, which are far above what LLVM writes.
    pub limits: *const bctk_limit,
    /// How many limits there are.
    pub limit_count: usize,
}

// SAFETY: the structure is `repr(C)` with its size first, and has only pointers and integers.
unsafe impl Sized_ for bctk_open_options {
    const FIRST: usize = size_of::<bctk_open_options>();
}

/// What bytes are.
#[repr(u32)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum bctk_kind {
    /// Nothing that bctk knows.
    #[default]
    BCTK_KIND_OTHER = 0,
    /// Bitcode.
    BCTK_KIND_BITCODE = 1,
    /// Bitcode in Darwin's wrapper.
    BCTK_KIND_WRAPPER = 2,
    /// An archive.
    BCTK_KIND_ARCHIVE = 3,
    /// An object file, or an image. It has bitcode in it if `bctk_identity_bitcode_files` is not 0.
    BCTK_KIND_OBJECT = 4,
    /// Text: presumably LLVM assembly.
    BCTK_KIND_TEXT = 5,
    /// A universal binary of Darwin.
    BCTK_KIND_UNIVERSAL = 6,
    /// A bundle of offload images.
    BCTK_KIND_OFFLOAD = 7,
    /// Another container of bitcode: a library of Metal, a DirectX container, several bitcode files one after the other.
    BCTK_KIND_CONTAINER = 8,
}

/// What a file is, and who wrote it.
pub struct bctk_identity {
    kind: bctk_kind,
    container: Text,
    producer: Text,
    llvm: u32,
    bitcode_files: usize,
}

/// The summary of a module, by which linkers tell ThinLTO from regular LTO.
#[repr(u32)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum bctk_summary {
    /// There is none: the module is for regular LTO, or for none.
    #[default]
    BCTK_SUMMARY_NONE = 0,
    /// A summary for ThinLTO.
    BCTK_SUMMARY_THIN = 1,
    /// A summary for regular ("full") LTO together with modules for ThinLTO.
    BCTK_SUMMARY_FULL = 2,
}

/// What is known of a module. Set `size` to `sizeof(bctk_module_info)` before the call. The strings belong to the module.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_module_info {
    /// The size of the structure.
    pub size: usize,
    /// Its name: that of the file, or `member.o:0` in a container.
    pub name: bctk_string,
    /// Where its bitcode file, which may have several modules, or its text begins in the file, in bytes.
    pub offset: u64,
    /// How many bytes that bitcode file or text has.
    pub length: u64,
    /// Its index among the modules of that bitcode file.
    pub index: u64,
    /// How many modules that bitcode file has.
    pub count: u64,
    /// The section of an object file that it lies in; empty for none. Linkers use `.llvm.lto` and `__LLVM,__bitcode` instead of the code;
    /// `.llvmbc` is an addition to it.
    pub section: bctk_string,
    /// Whether it is LLVM assembly.
    pub is_text: bool,
    /// Its summary.
    pub summary: bctk_summary,
    /// The release of LLVM that wrote it: 17 for LLVM 17, 307 for LLVM 3.7; 0 if its producer is not known.
    pub llvm: u32,
    /// The program that wrote it, such as `LLVM22.1.8`; empty for a text.
    pub producer: bctk_string,
    /// Its target triple.
    pub triple: bctk_string,
    /// Its data layout, as it is stated.
    pub data_layout: bctk_string,
    /// Its source file.
    pub source_file: bctk_string,
}

// SAFETY: the structure is `repr(C)` with its size first. It is only given, not taken.
unsafe impl Sized_ for bctk_module_info {
    const FIRST: usize = size_of::<bctk_module_info>();
}

/// Memory of the caller.
struct Borrowed(&'static [u8]);

impl AsRef<[u8]> for Borrowed {
    fn as_ref(&self) -> &[u8] {
        self.0
    }
}

/// A path of any bytes, as far as the system has such.
fn path(name: &[u8]) -> Result<PathBuf, bctk_error> {
    #[cfg(unix)]
    let path = {
        use std::os::unix::ffi::OsStrExt;
        PathBuf::from(std::ffi::OsStr::from_bytes(name))
    };
    #[cfg(not(unix))]
    let path = PathBuf::from(std::str::from_utf8(name).map_err(|_| bctk_error::argument("the name of the file is not UTF-8"))?);
    Ok(path)
}

/// Name and limits in options.
///
/// # Safety
/// `options` is null or points to options.
unsafe fn opening(options: *const bctk_open_options) -> Result<(PathBuf, Limits), bctk_error> {
    let mut limits = Limits::default();
    // SAFETY: as the caller promises.
    let Some(options) = (unsafe { take(options) })? else { return Ok((PathBuf::from("<memory>"), limits)) };
    // SAFETY: as the caller promises.
    let name = match unsafe { string(options.name) }? {
        [] => PathBuf::from("<memory>"),
        name => path(name)?,
    };
    if options.limit_count > 0 {
        check_pointer(options.limits)?;
    }
    for index in 0..options.limit_count {
        // SAFETY: the caller has that many limits.
        let limit = unsafe { *options.limits.add(index) };
        // SAFETY: as the caller promises.
        let name = unsafe { string(limit.name) }?;
        let known = std::str::from_utf8(name).ok().and_then(bctk::LimitName::from_name);
        let known = known.ok_or_else(|| bctk_error::argument(format!("there is no limit {}", String::from_utf8_lossy(name))))?;
        limits.set(known, limit.value);
    }
    Ok((name, limits))
}

fn open(path: PathBuf, bytes: bctk::input::Shared, limits: &Limits) -> Result<bctk_file, bctk_error> {
    let file = bctk::open_shared(path, bytes, limits)?;
    let module = |file: ModuleFile| bctk_module {
        name: Text::new(file.name()),
        section: Text::new(file.origin().section.as_deref().unwrap_or_default()),
        file: Arc::new(file),
        facts: OnceLock::new(),
    };
    let modules = file.modules()?.into_iter().map(module).collect();
    Ok(bctk_file { modules, unread: file.unread().into_iter().map(Text::new).collect() })
}

/// Opens the `size` bytes at `data`, and copies them. They may be bitcode, LLVM assembly, or a container of bitcode: an archive, an object file
/// and others. `options` may be null.
///
/// An archive or an object file without bitcode has no modules; that is no error. Members of thin archives are not opened.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_open(
    data: *const c_void,
    size: usize,
    options: *const bctk_open_options,
    file: *mut *mut bctk_file,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes bytes, options, and places for pointers.
    unsafe {
        make(file, error, || {
            let bytes = bytes(data.cast(), size)?.to_vec();
            let (path, limits) = opening(options)?;
            open(path, Arc::new(bytes), &limits)
        })
    }
}

/// As `bctk_open` without a copy: the bytes must stay as they are until the file and all `bctk_symbols` of its modules are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_open_borrowed(
    data: *const c_void,
    size: usize,
    options: *const bctk_open_options,
    file: *mut *mut bctk_file,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes bytes that outlive the file, options, and places for pointers.
    unsafe {
        make(file, error, || {
            let bytes = Borrowed(bytes(data.cast(), size)?);
            let (path, limits) = opening(options)?;
            open(path, Arc::new(bytes), &limits)
        })
    }
}

/// Frees a file and its modules; null is fine. What was made of its modules stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_file_free(file: *mut bctk_file) {
    // SAFETY: the caller passes null or a file that it does not use any more.
    unsafe { free(file) }
}

/// How many modules a file has; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_file_module_count(file: *const bctk_file) -> usize {
    // SAFETY: the caller passes null or a file.
    unsafe { ask(file, |file| file.modules.len()) }
}

/// A module of a file, in the order of the file; null if there are fewer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_file_module(file: *const bctk_file, index: usize) -> *const bctk_module {
    // SAFETY: the caller passes null or a file.
    unsafe { ask(file, |file| file.modules.get(index).map(std::ptr::from_ref)) }.unwrap_or(std::ptr::null())
}

/// How many parts of a container cannot be read. They are no error: all other parts can.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_file_unread_count(file: *const bctk_file) -> usize {
    // SAFETY: the caller passes null or a file.
    unsafe { ask(file, |file| file.unread.len()) }
}

/// Which part cannot be read, and why, in one line; empty if there are fewer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_file_unread(file: *const bctk_file, index: usize) -> bctk_string {
    // SAFETY: the caller passes null or a file.
    unsafe { ask(file, |file| file.unread.get(index).map(Text::string)) }.unwrap_or_default()
}

/// Reads what there is to know of a module besides its IR.
fn facts(file: &ModuleFile) -> Result<Facts, bctk_error> {
    if file.is_assembly() {
        let module = file.read_as_stored()?;
        return Ok(Facts {
            triple: Text::new(module.str(module.triple)),
            data_layout: Text::new(module.str(module.stated_data_layout())),
            source: Text::new(module.source_filename.map_or(&[][..], |name| module.str(name))),
            llvm: number(module.version()),
            summary: if module.summary.is_some() { bctk_summary::BCTK_SUMMARY_THIN } else { bctk_summary::BCTK_SUMMARY_NONE },
            ..Facts::default()
        });
    }
    let fault = |error| bctk::Error::new(file.name(), bctk::ErrorKind::Bitcode(error));
    let options = bitcode::ReadOptions { limits: file.limits().clone(), ..bitcode::ReadOptions::default() };
    let parts = bitcode::modules(file.bytes(), &options).map_err(fault)?;
    let Some(part) = parts.first() else { return Ok(Facts::default()) };
    let facts = bitcode::facts(part).map_err(fault)?;
    Ok(Facts {
        producer: Text::new(facts.producer),
        triple: Text::new(facts.triple),
        data_layout: Text::new(facts.data_layout),
        source: Text::new(facts.source_filename),
        llvm: number(facts.llvm),
        summary: match facts.summary {
            None => bctk_summary::BCTK_SUMMARY_NONE,
            Some(SummaryKind::Thin) => bctk_summary::BCTK_SUMMARY_THIN,
            Some(SummaryKind::Full) => bctk_summary::BCTK_SUMMARY_FULL,
        },
    })
}

impl bctk_module {
    /// What is known of it. Of two threads that ask first, both find out, so that none waits for another that may wait for it.
    fn known(&self) -> &Result<Facts, bctk_error> {
        match self.facts.get() {
            Some(known) => known,
            None => {
                let found = facts(&self.file);
                self.facts.get_or_init(|| found)
            }
        }
    }
}

/// Tells what a module is, without reading its functions. The release of a text is judged by its syntax.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_get_info(
    module: *const bctk_module,
    info: *mut bctk_module_info,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a module, a structure with its size, and a place for a pointer.
    unsafe {
        guard(error, || {
            let module = handle(module)?;
            let facts = module.known().as_ref().map_err(Clone::clone)?;
            let origin = module.file.origin();
            let range = origin.range.as_ref();
            give(
                info,
                bctk_module_info {
                    size: 0,
                    name: module.name.string(),
                    offset: range.map_or(BCTK_NO_OFFSET, |range| range.start as u64),
                    length: range.map_or(module.file.bytes().len(), |range| range.len()) as u64,
                    index: origin.index.0 as u64,
                    count: origin.index.1 as u64,
                    section: module.section.string(),
                    is_text: module.file.is_assembly(),
                    summary: facts.summary,
                    llvm: facts.llvm,
                    producer: facts.producer.string(),
                    triple: facts.triple.string(),
                    data_layout: facts.data_layout.string(),
                    source_file: facts.source.string(),
                },
            )
        })
    }
}

fn kind(file_type: FileType) -> (bctk_kind, &'static str) {
    let container = match file_type {
        FileType::Bitcode => return (bctk_kind::BCTK_KIND_BITCODE, ""),
        FileType::Wrapper => return (bctk_kind::BCTK_KIND_WRAPPER, ""),
        FileType::Text => return (bctk_kind::BCTK_KIND_TEXT, ""),
        FileType::Container(container) => container,
        _ => return (bctk_kind::BCTK_KIND_OTHER, ""),
    };
    let kind = match container {
        container if container.is_archive() => bctk_kind::BCTK_KIND_ARCHIVE,
        Container::Elf | Container::MachO | Container::Coff | Container::Wasm | Container::Xcoff => bctk_kind::BCTK_KIND_OBJECT,
        Container::Universal => bctk_kind::BCTK_KIND_UNIVERSAL,
        Container::OffloadBundle | Container::OffloadBinary => bctk_kind::BCTK_KIND_OFFLOAD,
        _ => bctk_kind::BCTK_KIND_CONTAINER,
    };
    (kind, container.name())
}

/// Tells what the `size` bytes at `data` are, whatever they are. Only headers and tables of sections and members are read, and the name of the
/// producer. The bytes are not needed afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_identify(
    data: *const c_void,
    size: usize,
    identity: *mut *mut bctk_identity,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes bytes and places for pointers.
    unsafe {
        make(identity, error, || {
            let found = bctk::identify(bytes(data.cast(), size)?, &Limits::default());
            let (kind, container) = kind(found.file_type);
            Ok(bctk_identity {
                kind,
                container: Text::new(container),
                producer: Text::new(found.producer),
                llvm: number(found.llvm),
                bitcode_files: found.bitcode_files,
            })
        })
    }
}

/// What it is; `BCTK_KIND_OTHER` for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_identity_kind(identity: *const bctk_identity) -> bctk_kind {
    // SAFETY: the caller passes null or an identity.
    unsafe { ask(identity, |identity| identity.kind) }
}

/// A word for the container, such as `thin archive`, `ELF`, `Metal library`; empty for what is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_identity_container(identity: *const bctk_identity) -> bctk_string {
    // SAFETY: the caller passes null or an identity.
    unsafe { ask(identity, |identity| identity.container.string()) }
}

/// How many bitcode files it is or has, without members of a thin archive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_identity_bitcode_files(identity: *const bctk_identity) -> usize {
    // SAFETY: the caller passes null or an identity.
    unsafe { ask(identity, |identity| identity.bitcode_files) }
}

/// The program that wrote the first of them, such as `LLVM22.1.8` or `APPLE_1_1600.0.26_0`; empty if it is not named.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_identity_producer(identity: *const bctk_identity) -> bctk_string {
    // SAFETY: the caller passes null or an identity.
    unsafe { ask(identity, |identity| identity.producer.string()) }
}

/// The release of LLVM that the producer names: 17 for LLVM 17, 307 for LLVM 3.7; 0 if it names none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_identity_llvm(identity: *const bctk_identity) -> u32 {
    // SAFETY: the caller passes null or an identity.
    unsafe { ask(identity, |identity| identity.llvm) }
}

/// Frees an identity; null is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_identity_free(identity: *mut bctk_identity) {
    // SAFETY: the caller passes null or an identity that it does not use any more.
    unsafe { free(identity) }
}

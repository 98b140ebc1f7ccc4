//! What all parts of the API share: statuses, strings, and structures that may grow.
use std::ffi::c_char;

use bctk::LlvmVersion;

use crate::error::bctk_error;

/// What became of a call. Every function that can fail returns one.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_status {
    /// It was done.
    BCTK_OK = 0,
    /// An argument is wrong: a null pointer, an unknown enumerator, flag or release, a structure of an unknown size.
    BCTK_INVALID_ARGUMENT = 1,
    /// There is neither bitcode nor a text, or one of the two where the other is needed.
    BCTK_NOT_LLVM = 2,
    /// The bitcode is damaged.
    BCTK_MALFORMED = 3,
    /// The bitcode has something that is not known: it is of a newer LLVM, or of another compiler.
    BCTK_UNSUPPORTED = 4,
    /// The text has errors.
    BCTK_SYNTAX = 5,
    /// The input exceeds a limit; `bctk_error_limit` names it.
    BCTK_LIMIT = 6,
    /// A release of LLVM cannot express the module. The message names all that it cannot.
    BCTK_UNREPRESENTABLE = 7,
    /// The module has no symbol of this name.
    BCTK_NO_SYMBOL = 8,
    /// The module cannot be changed as asked: a name would be there twice.
    BCTK_EDIT = 9,
    /// Something could not be written.
    BCTK_IO = 10,
    /// A fault of bctk itself. Please report it with the input.
    BCTK_INTERNAL = 11,
    /// This library was built without what the call needs (`bctk_features`).
    BCTK_NOT_BUILT = 12,
}

/// Bytes of a handle, which live as long as it does. `data` is never null. There may be any bytes between, zero bytes, too.
///
/// A zero byte follows the last one, but for strings of symbols, comdats, libraries and linker options: those are parts of the bitcode.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_string {
    /// The first byte.
    pub data: *const c_char,
    /// How many bytes there are, without the zero byte after them.
    pub size: usize,
}

impl bctk_string {
    /// Bytes that live long enough.
    pub(crate) fn of(bytes: &[u8]) -> bctk_string {
        match bytes.is_empty() {
            true => bctk_string { data: c"".as_ptr(), size: 0 },
            false => bctk_string { data: bytes.as_ptr().cast(), size: bytes.len() },
        }
    }
}

impl Default for bctk_string {
    fn default() -> bctk_string {
        bctk_string::of(&[])
    }
}

/// Bytes with a zero byte after them.
#[derive(Clone, Debug)]
pub(crate) struct Text(Vec<u8>);

impl Text {
    pub(crate) fn new(bytes: impl Into<Vec<u8>>) -> Text {
        let mut bytes = bytes.into();
        bytes.push(0);
        Text(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0[..self.0.len() - 1]
    }

    /// For C; it lives as long as this.
    pub(crate) fn string(&self) -> bctk_string {
        bctk_string { data: self.0.as_ptr().cast(), size: self.0.len() - 1 }
    }
}

impl Default for Text {
    fn default() -> Text {
        Text::new([])
    }
}

/// A structure whose first field is its size as the caller knows it, so that it can grow.
///
/// # Safety
/// The structure is `repr(C)`, its first field is a `usize`, and any bytes from C are a value of it.
pub(crate) unsafe trait Sized_: Copy {
    /// The size that it had at first.
    const FIRST: usize;
}

/// The largest structure that any version of the API may come to have; what is larger was not set.
const LARGEST: usize = 1 << 12;

/// Checks the size that a caller stated.
fn stated<T: Sized_>(size: usize) -> Result<usize, bctk_error> {
    match (T::FIRST..=LARGEST).contains(&size) {
        true => Ok(size),
        false => Err(bctk_error::argument(format!("the structure's size is {size}, expected {}; set it before the call", size_of::<T>()))),
    }
}

/// Gives a structure to a caller: as much as it knows of it, and zeros where it knows more.
///
/// # Safety
/// `out` is null, or points to a structure of the size in its first field.
pub(crate) unsafe fn give<T: Sized_>(out: *mut T, mut value: T) -> Result<(), bctk_error> {
    check_pointer(out)?;
    // SAFETY: the pointer is aligned and not null, and the first field is a `usize` that the caller set.
    let size = stated::<T>(unsafe { out.cast::<usize>().read() })?;
    let own = size.min(size_of::<T>());
    // SAFETY: the first field of `T` is a `usize`.
    unsafe { (&raw mut value).cast::<usize>().write(own) };
    // SAFETY: the caller's structure has `size` bytes, the value has `own` of them, and they are apart.
    unsafe {
        out.cast::<u8>().write_bytes(0, size);
        std::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), out.cast::<u8>(), own);
    }
    Ok(())
}

/// Takes options of a caller: what it does not know is zero; none is all zero. What this version does not know must be zero.
///
/// # Safety
/// `options` is null, or points to a structure of the size in its first field.
pub(crate) unsafe fn take<T: Sized_>(options: *const T) -> Result<Option<T>, bctk_error> {
    if options.is_null() {
        return Ok(None);
    }
    check_pointer(options)?;
    // SAFETY: the pointer is aligned and not null, and the first field is a `usize` that the caller set.
    let size = stated::<T>(unsafe { options.cast::<usize>().read() })?;
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    let own = size.min(size_of::<T>());
    // SAFETY: the caller's structure has `size` bytes.
    let rest = unsafe { std::slice::from_raw_parts(options.cast::<u8>().add(own), size - own) };
    if rest.iter().any(|&byte| byte != 0) {
        return Err(bctk_error::argument("the structure has options of a later version of bctk"));
    }
    // SAFETY: both have `own` bytes, and any bytes are a value of `T`.
    unsafe {
        std::ptr::copy_nonoverlapping(options.cast::<u8>(), value.as_mut_ptr().cast::<u8>(), own);
        Ok(Some(value.assume_init()))
    }
}

/// Refuses what cannot point to a `T`.
pub(crate) fn check_pointer<T>(pointer: *const T) -> Result<(), bctk_error> {
    match (pointer.is_null(), pointer.is_aligned()) {
        (true, _) => Err(bctk_error::argument("a pointer is null")),
        (false, false) => Err(bctk_error::argument("a pointer is not aligned")),
        (false, true) => Ok(()),
    }
}

/// A handle that must be there.
///
/// # Safety
/// `handle` is null, or a handle of this kind that was not freed.
pub(crate) unsafe fn handle<'h, T>(handle: *const T) -> Result<&'h T, bctk_error> {
    check_pointer(handle)?;
    // SAFETY: it is a handle that was not freed.
    Ok(unsafe { &*handle })
}

/// Bytes of a caller; null is fine where there are none.
///
/// # Safety
/// `data` points to `size` bytes that do not change before `'b` ends.
pub(crate) unsafe fn bytes<'b>(data: *const u8, size: usize) -> Result<&'b [u8], bctk_error> {
    match (data.is_null(), size) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(bctk_error::argument("a pointer to bytes is null")),
        (false, size) if isize::try_from(size).is_err() => Err(bctk_error::argument(format!("{size} bytes are more than memory can have"))),
        // SAFETY: the caller has these bytes.
        (false, size) => Ok(unsafe { std::slice::from_raw_parts(data, size) }),
    }
}

/// The bytes of a string of a caller.
///
/// # Safety
/// As [`bytes`].
pub(crate) unsafe fn string<'b>(text: bctk_string) -> Result<&'b [u8], bctk_error> {
    // SAFETY: the caller has these bytes.
    unsafe { bytes(text.data.cast(), text.size) }
}

/// The number of a release: 17 for LLVM 17, 307 for LLVM 3.7; 0 for none.
pub(crate) fn number(llvm: Option<LlvmVersion>) -> u32 {
    match llvm {
        None => 0,
        Some(llvm) if llvm.has_minor() => llvm.major * 100 + llvm.minor,
        Some(llvm) => llvm.major,
    }
}

/// The release of a number, which bctk must know the reader and writer of.
pub(crate) fn release(number: u32) -> Result<LlvmVersion, bctk_error> {
    LlvmVersion::written().find(|&llvm| self::number(Some(llvm)) == number).ok_or_else(|| {
        let (first, last) = (LlvmVersion::OLDEST_WRITTEN, LlvmVersion::NEWEST);
        bctk_error::argument(format!("{number} is no release from LLVM {first} to {last}; LLVM 17 is 17, LLVM 3.7 is 307"))
    })
}

/// Refuses flags that nothing means.
pub(crate) fn check_flags(given: u32, known: u32) -> Result<(), bctk_error> {
    match given & !known {
        0 => Ok(()),
        unknown => Err(bctk_error::argument(format!("unknown flags {unknown:#x}"))),
    }
}

//! Texts, bitcode, and changed modules.
use std::ffi::c_char;

use bctk::bitcode::WriteOptions;
use bctk::edit::{self, Extent};
use bctk::ir::module::Module;
use bctk::lossless::Described;
use bctk::modules::{self, Purpose, Style};
use bctk::translate::Target;
use bctk::{AssembleOptions, DisassembleOptions, Edits, Error, ErrorKind, LlvmVersion, Lossy, ModuleFile, ParseOptions, Profile};
use bctk::{TranslateOptions, input};

use crate::error::bctk_error;
use crate::file::bctk_module;
use crate::guard::{ask, free, guard, make};
use crate::report::bctk_report;
use crate::types::{Sized_, Text, bctk_status, bctk_string, check_flags, check_pointer, handle, release, string, take};

/// Bytes that a call made: a text, or bitcode. A zero byte follows them.
pub struct bctk_buffer(Text);

/// What to make of a module.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_output {
    /// Bitcode.
    BCTK_OUTPUT_BITCODE = 1,
    /// LLVM assembly.
    BCTK_OUTPUT_TEXT = 2,
}

/// A flag for texts: below the text, describe what it does not say of its bitcode file, so that `bctk_module_bitcode` restores that file.
pub const BCTK_TEXT_LOSSLESS: u32 = 1;
/// A flag for texts: print directives for the order of uses.
pub const BCTK_TEXT_USE_LIST_ORDER: u32 = 2;
/// A flag for texts: add comments about uses, types and places in the source.
pub const BCTK_TEXT_ANNOTATIONS: u32 = 4;

/// A flag for `bctk_module_strip`: remove debug information.
pub const BCTK_STRIP_DEBUG: u32 = 1;
/// A flag for `bctk_module_strip`: remove the names of local values, blocks, types, and of internal and private symbols.
pub const BCTK_STRIP_NAMES: u32 = 2;

/// What a translation may leave out.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_lossy {
    /// Hints: attributes, flags and metadata that only help the optimizer or a debugger.
    BCTK_LOSSY_HINTS = 0,
    /// Nothing: all must have an equivalent.
    BCTK_LOSSY_NONE = 1,
    /// Also all debug information, if the release cannot express it.
    BCTK_LOSSY_DEBUG = 2,
}

/// A flag for `bctk_module_translate`: do not verify the result with the rules of the release.
pub const BCTK_TRANSLATE_UNVERIFIED: u32 = 1;

/// How to translate. Set all to zero and `size` to `sizeof(bctk_translate_options)`, then what is wanted.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_translate_options {
    /// The size of the structure.
    pub size: usize,
    /// `BCTK_TRANSLATE_…` flags.
    pub flags: u32,
    /// A `bctk_lossy`.
    pub lossy: u32,
    /// A dialect whose rules the module must follow, such as `nvvm70`; empty for none. With one, the release is that of the dialect, and
    /// `llvm` must be 0.
    pub dialect: bctk_string,
}

// SAFETY: the structure is `repr(C)` with its size first, and has only pointers and integers.
unsafe impl Sized_ for bctk_translate_options {
    const FIRST: usize = size_of::<bctk_translate_options>();
}

/// A symbol to rename. Both are names in the module (`ir_name`), without what the object format adds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_rename {
    /// The name that it has.
    pub old_name: bctk_string,
    /// The name that it gets.
    pub new_name: bctk_string,
}

fn output(number: u32) -> Result<bctk_output, bctk_error> {
    [bctk_output::BCTK_OUTPUT_BITCODE, bctk_output::BCTK_OUTPUT_TEXT]
        .into_iter()
        .find(|output| *output as u32 == number)
        .ok_or_else(|| bctk_error::argument(format!("there is no output {number}")))
}

fn fault(file: &ModuleFile, kind: ErrorKind) -> bctk_error {
    Error::new(file.name(), kind).into()
}

/// A module as its file has it, to be changed and written as `output`, or translated to `llvm` first.
fn stored(file: &ModuleFile, output: bctk_output, llvm: Option<LlvmVersion>) -> Result<Module, bctk_error> {
    if !file.is_assembly() {
        return Ok(file.read_as_stored()?);
    }
    let purpose = if output == bctk_output::BCTK_OUTPUT_TEXT { Purpose::Text } else { Purpose::Bitcode };
    let options = ParseOptions { limits: file.limits().clone(), ..ParseOptions::default() };
    Ok(modules::parse_for(&Described::new(file.bytes()).text, file.path(), purpose, llvm, &options, &mut |_| ())?)
}

/// A module that was changed, as text or bitcode.
fn written(file: &ModuleFile, module: &Module, output: bctk_output) -> Result<bctk_buffer, bctk_error> {
    let bytes = match output {
        bctk_output::BCTK_OUTPUT_BITCODE => {
            bctk::bitcode::write(module, &WriteOptions::default()).map_err(|error| fault(file, ErrorKind::Bitcode(error)))?
        }
        bctk_output::BCTK_OUTPUT_TEXT => {
            let style = Style { module_id: input::module_id(file.path()), limits: file.limits().clone(), ..Style::default() };
            let mut text = Vec::new();
            modules::print(module, &style, &mut text).map_err(|error| fault(file, ErrorKind::Write(error)))?;
            text
        }
    };
    Ok(bctk_buffer(Text::new(bytes)))
}

/// Prints a module as LLVM assembly, as the `llvm-dis` of its own release does, with `BCTK_TEXT_…` flags. Of a text, it prints the same module
/// again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_text(
    module: *const bctk_module,
    flags: u32,
    text: *mut *mut bctk_buffer,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a module and places for pointers.
    unsafe {
        make(text, error, || {
            let file = &handle(module)?.file;
            check_flags(flags, BCTK_TEXT_LOSSLESS | BCTK_TEXT_USE_LIST_ORDER | BCTK_TEXT_ANNOTATIONS)?;
            let options = DisassembleOptions {
                plain: flags & BCTK_TEXT_LOSSLESS == 0,
                preserve_uselistorder: flags & BCTK_TEXT_USE_LIST_ORDER != 0,
                annotations: flags & BCTK_TEXT_ANNOTATIONS != 0,
                ..DisassembleOptions::default()
            };
            Ok(bctk_buffer(Text::new(bctk::disassemble(&file.file(), &options)?)))
        })
    }
}

/// The bitcode of a module: of a text, what the `llvm-as` of its release makes of it, or the file that a description below it restores; of
/// bitcode, a file with this module alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_bitcode(
    module: *const bctk_module,
    bitcode: *mut *mut bctk_buffer,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a module and places for pointers.
    unsafe {
        make(bitcode, error, || {
            let file = &handle(module)?.file;
            if !file.is_assembly() {
                return Ok(bctk_buffer(Text::new(file.bytes())));
            }
            let mut options = AssembleOptions::default();
            options.parse.limits = file.limits().clone();
            Ok(bctk_buffer(Text::new(bctk::assemble(&file.file(), &options)?)))
        })
    }
}

/// Removes debug information, names or both, as `BCTK_STRIP_…` flags say. `output` is a `bctk_output`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_strip(
    module: *const bctk_module,
    flags: u32,
    output: u32,
    stripped: *mut *mut bctk_buffer,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a module and places for pointers.
    unsafe {
        make(stripped, error, || {
            let file = &handle(module)?.file;
            check_flags(flags, BCTK_STRIP_DEBUG | BCTK_STRIP_NAMES)?;
            let output = self::output(output)?;
            let edits =
                Edits { strip_debug: flags & BCTK_STRIP_DEBUG != 0, strip_names: flags & BCTK_STRIP_NAMES != 0, ..Edits::default() };
            if output == bctk_output::BCTK_OUTPUT_TEXT {
                let options = DisassembleOptions { plain: true, edits, ..DisassembleOptions::default() };
                return Ok(bctk_buffer(Text::new(bctk::disassemble(&file.file(), &options)?)));
            }
            let mut module = stored(file, output, None)?;
            edit::strip(&mut module, &edits);
            written(file, &module, output)
        })
    }
}

/// Gives `count` symbols other names, all at once: two may exchange theirs. A comdat of an old name is renamed with its symbol; names in inline
/// assembly and in metadata stay. An old name that the module does not have is `BCTK_NO_SYMBOL`, a new one that would be there twice is
/// `BCTK_EDIT`. `output` is a `bctk_output`. From bitcode to bitcode, functions are copied and not read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_rename(
    module: *const bctk_module,
    names: *const bctk_rename,
    count: usize,
    output: u32,
    renamed: *mut *mut bctk_buffer,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a module, that many names, and places for pointers.
    unsafe {
        make(renamed, error, || {
            let file = &handle(module)?.file;
            let output = self::output(output)?;
            if count > 0 {
                check_pointer(names)?;
            }
            let mut pairs = Vec::new();
            for index in 0..count {
                let pair = *names.add(index);
                pairs.push((string(pair.old_name)?, string(pair.new_name)?));
            }
            let rename = |module: &mut Module| edit::rename(module, &pairs).map_err(|kind| fault(file, kind));
            if output == bctk_output::BCTK_OUTPUT_TEXT {
                let mut module = file.read()?;
                rename(&mut module)?;
                return written(file, &module, output);
            }
            if file.is_assembly() {
                let mut module = stored(file, output, None)?;
                rename(&mut module)?;
                return written(file, &module, output);
            }
            let mut rewriter = file.rewriter(Extent::Globals)?;
            rename(rewriter.module_mut())?;
            let mut bytes = Vec::new();
            match rewriter.write_to(&WriteOptions::default(), &mut bytes) {
                Ok(_) => Ok(bctk_buffer(Text::new(bytes))),
                Err(bctk::bitcode::write::Fault::Module(error)) => Err(fault(file, ErrorKind::Bitcode(error))),
                Err(bctk::bitcode::write::Fault::Sink(error)) => Err(fault(file, ErrorKind::Write(error))),
            }
        })
    }
}

/// The release and the options of a translation.
///
/// # Safety
/// `options` is null or points to options.
unsafe fn translation(llvm: u32, options: *const bctk_translate_options) -> Result<(LlvmVersion, TranslateOptions), bctk_error> {
    // SAFETY: as the caller promises.
    let Some(given) = (unsafe { take(options) })? else { return Ok((release(llvm)?, TranslateOptions::default())) };
    check_flags(given.flags, BCTK_TRANSLATE_UNVERIFIED)?;
    let lossy = match given.lossy {
        0 => Lossy::Hints,
        1 => Lossy::None,
        2 => Lossy::Debug,
        other => return Err(bctk_error::argument(format!("there is no bctk_lossy {other}"))),
    };
    // SAFETY: as the caller promises.
    let profile = match unsafe { string(given.dialect) }? {
        [] => None,
        name => {
            let name = String::from_utf8_lossy(name);
            Some(name.parse::<Profile>().map_err(|said| bctk_error::argument(said.to_string()))?)
        }
    };
    let llvm = match profile {
        Some(_) if llvm != 0 => return Err(bctk_error::argument("a dialect has a release of its own; expected 0 for llvm")),
        Some(profile) => profile.llvm(),
        None => release(llvm)?,
    };
    Ok((llvm, TranslateOptions { lossy, verify: given.flags & BCTK_TRANSLATE_UNVERIFIED == 0, profile }))
}

/// Translates a module to the language of LLVM `llvm`: 17 for LLVM 17, 307 for LLVM 3.7. What that release does not have becomes something with
/// the same meaning, or is left out if the meaning stays; `BCTK_UNREPRESENTABLE` names all that cannot be expressed. `options` may be null.
/// `output` is a `bctk_output`. `report`, which may be null, is what was changed; it is freed with `bctk_report_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_translate(
    module: *const bctk_module,
    llvm: u32,
    options: *const bctk_translate_options,
    output: u32,
    translated: *mut *mut bctk_buffer,
    report: *mut *mut bctk_report,
    error: *mut *mut bctk_error,
) -> bctk_status {
    let wants_report = !report.is_null();
    let mut told = None;
    // SAFETY: the caller passes a module, options, and places for pointers.
    let status = unsafe {
        make(translated, error, || {
            if wants_report {
                check_pointer(report)?;
                report.write(std::ptr::null_mut());
            }
            let file = &handle(module)?.file;
            let output = self::output(output)?;
            let (llvm, options) = translation(llvm, options)?;
            let mut module = stored(file, output, Some(llvm))?;
            let target = if output == bctk_output::BCTK_OUTPUT_TEXT { Target::Text } else { Target::Bitcode };
            let changes = bctk::translate(&mut module, llvm, target, &options)?;
            let buffer = written(file, &module, output)?;
            told = wants_report.then(|| Box::new(bctk_report::new(&changes)));
            Ok(buffer)
        })
    };
    if let (bctk_status::BCTK_OK, Some(told)) = (status, told) {
        // SAFETY: it was found to be a place for a pointer.
        unsafe { report.write(Box::into_raw(told)) };
    }
    status
}

/// Why the reader of LLVM `llvm` refuses the bitcode of a module, in its words where they are known. `refusal` becomes null if it reads it. What a
/// release read before it was part of its language, as LLVM 13 did opaque pointers, counts as refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_refusal(
    module: *const bctk_module,
    llvm: u32,
    refusal: *mut *mut bctk_buffer,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a module and places for pointers.
    unsafe {
        guard(error, || {
            check_pointer(refusal)?;
            refusal.write(std::ptr::null_mut());
            if let Some(words) = handle(module)?.file.refusal_by(release(llvm)?)? {
                refusal.write(Box::into_raw(Box::new(bctk_buffer(Text::new(words)))));
            }
            Ok(())
        })
    }
}

/// The oldest release of LLVM whose reader takes the bitcode, as all later ones up to the module's own do; 0 if that one refuses it. This reads the
/// module once for each of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_oldest_reader(module: *const bctk_module, llvm: *mut u32, error: *mut *mut bctk_error) -> bctk_status {
    // SAFETY: the caller passes a module and places for a number and a pointer.
    unsafe {
        guard(error, || {
            check_pointer(llvm)?;
            llvm.write(0);
            llvm.write(crate::types::number(handle(module)?.file.oldest_reader()?));
            Ok(())
        })
    }
}

/// The bytes of a buffer, with a zero byte after them; never null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_buffer_data(buffer: *const bctk_buffer) -> *const c_char {
    // SAFETY: the caller passes null or a buffer.
    unsafe { ask(buffer, |buffer| buffer.0.string()) }.data
}

/// How many bytes a buffer has, without the zero byte after them; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_buffer_size(buffer: *const bctk_buffer) -> usize {
    // SAFETY: the caller passes null or a buffer.
    unsafe { ask(buffer, |buffer| buffer.0.bytes().len()) }
}

/// Frees a buffer; null is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_buffer_free(buffer: *mut bctk_buffer) {
    // SAFETY: the caller passes null or a buffer that it does not use any more.
    unsafe { free(buffer) }
}

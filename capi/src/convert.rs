//! Texts, bitcode, and changed modules.
use std::ffi::c_char;

use bctk::bitcode::WriteOptions;
use bctk::edit::{self, Extent};
use bctk::ir::module::Module;
use bctk::{Edits, ErrorKind, ModuleFile};

use crate::error::{bctk_error, fault};
use crate::file::bctk_module;
use crate::guard::{ask, free, guard, make};
use crate::options::*;
use crate::report::bctk_report;
use crate::texts;
use crate::types::{Text, bctk_status, bctk_string, check_flags, check_pointer, handle, release, string};

/// Bytes that a call made: a text, or bitcode. A zero byte follows them.
pub struct bctk_buffer(Text);

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

/// A module that was changed, as text or bitcode.
fn written(file: &ModuleFile, module: &Module, output: bctk_output) -> Result<bctk_buffer, bctk_error> {
    let bytes = match output {
        bctk_output::BCTK_OUTPUT_BITCODE => {
            bctk::bitcode::write(module, &WriteOptions::default()).map_err(|error| fault(file, ErrorKind::Bitcode(error)))?
        }
        bctk_output::BCTK_OUTPUT_TEXT => texts::print(file, module)?,
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
            Ok(bctk_buffer(Text::new(texts::disassemble(file, flags)?)))
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
            Ok(bctk_buffer(Text::new(texts::assemble(file)?)))
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
                return Ok(bctk_buffer(Text::new(texts::stripped(file, edits)?)));
            }
            let mut module = texts::stored(file, output, None)?;
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
                let mut module = texts::read(file)?;
                rename(&mut module)?;
                return written(file, &module, output);
            }
            if file.is_assembly() {
                let mut module = texts::stored(file, output, None)?;
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
            let (module, changes) = texts::translated(file, llvm, options, output)?;
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
            if let Some(words) = texts::refusal(&handle(module)?.file, release(llvm)?)? {
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
            llvm.write(crate::types::number(texts::oldest_reader(&handle(module)?.file)?));
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

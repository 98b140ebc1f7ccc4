//! Reads modules from bitcode and text, and writes them as text and bitcode.
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bctk_bitcode::schema::{self, demands};
use bctk_bitcode::write::Output;
use bctk_bitcode::{ReadOptions, WriteOptions};
use bctk_ir::constants::ConstKind;
use bctk_ir::context::share_type_names;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::provenance::{NotUnderstood, ShortRecord};
#[cfg(feature = "text")]
use bctk_ir::version::Inferred;
use bctk_ir::version::LlvmVersion;
use bctk_ir::version::producer::producer_version;
use bctk_support::limits::Limits;
use bctk_transforms::upgrade::{Reader, Upgrade};

use crate::error::{Error, ErrorKind, Result};

#[cfg(feature = "text")]
mod texts;
#[cfg(feature = "text")]
pub use texts::{Purpose, Style, parse, parse_for, print, read_for, text_error};
#[cfg(feature = "text")]
pub(crate) use texts::{parse_as, parse_edited, parse_printed, read_to_link, to_text};

/// The only module of the file `name`.
///
/// # Errors
/// If there are several, or none, in the words of LLVM's tools.
#[cfg(feature = "text")]
pub(crate) fn only(mut found: Vec<Module>, name: &str) -> Result<Module> {
    match (found.pop(), found.is_empty()) {
        (Some(module), true) => Ok(module),
        _ => Err(Error::new(name, ErrorKind::Modules("Expected a single module".into()))),
    }
}

/// Which parts of a module are read and printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parts {
    /// Everything, upgraded as the module's own LLVM does when it reads the file.
    #[default]
    All,
    /// As [`Parts::All`], but without function bodies (`llvm-dis --materialize-metadata`).
    WithoutBodies,
    /// The ThinLTO summary (`llvm-dis --print-thinlto-index-only`).
    Index,
    /// Everything exactly as the file has it, for writing it as bitcode again.
    AsStored,
}

/// How to read a module that is printed or written as it is.
pub fn as_it_is(limits: &Limits) -> ReadOptions {
    ReadOptions { limits: limits.clone(), seal: false, ..ReadOptions::default() }
}

/// Reads every module of the bitcode `bytes`, called `name` in errors.
///
/// # Errors
/// If the bitcode is malformed, unsupported or beyond a limit.
pub fn read(name: &str, bytes: &[u8], wanted: Parts, limits: &Limits) -> Result<Vec<Module>> {
    read_with(name, bytes, wanted, &ReadOptions { limits: limits.clone(), ..ReadOptions::default() }, &mut |_| ())
}

/// [`read`] with all options. `passed` is that of [`bctk_bitcode::read_module_with`].
///
/// # Errors
/// As [`read`].
pub fn read_with(name: &str, bytes: &[u8], wanted: Parts, options: &ReadOptions, passed: &mut dyn FnMut(usize)) -> Result<Vec<Module>> {
    let mut modules = read_stored(name, bytes, options, passed)?;
    if wanted == Parts::AsStored {
        return Ok(modules);
    }
    for module in &mut modules {
        as_read(module);
        if wanted == Parts::WithoutBodies {
            module.drop_bodies();
        }
    }
    share_type_names(modules.iter_mut());
    Ok(modules)
}

/// [`read_with`] for [`Parts::AsStored`]. Programs that call this alone have no upgrades in them.
pub(crate) fn read_stored(name: &str, bytes: &[u8], options: &ReadOptions, passed: &mut dyn FnMut(usize)) -> Result<Vec<Module>> {
    let fault = |error| Error::new(name, ErrorKind::Bitcode(error));
    let parts = bctk_bitcode::modules(bytes, options).map_err(fault)?;
    parts.iter().map(|part| bctk_bitcode::read_module_with(part, options, passed).map_err(fault)).collect()
}

/// As [`read`], but of the function bodies only those that `wanted` names of each module, which it sees without bodies; all if it names none.
/// The others have nothing but arguments. In the text of such a module, numbers are those of the whole one up to the first body that is missing.
///
/// What old files have is upgraded with all bodies, so they are read as a whole, as are modules that take addresses of blocks.
///
/// # Errors
/// As [`read`].
pub fn read_in_part(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    wanted: &mut dyn FnMut(&Module) -> Option<Vec<GlobalId>>,
) -> Result<Vec<Module>> {
    let fault = |error| Error::new(name, ErrorKind::Bitcode(error));
    let parts = bctk_bitcode::modules(bytes, options).map_err(fault)?;
    let mut read = |part| {
        let mut lazy = bctk_bitcode::read_lazily(part, options).map_err(fault)?;
        let is_known = lazy.module().producer_version().is_some_and(|release| release.opaque_pointers());
        let mut some = None;
        if let Some(functions) = wanted(lazy.module()).filter(|_| is_known) {
            functions.into_iter().try_for_each(|function| lazy.read_body(function).map(drop)).map_err(fault)?;
            some = Some(lazy.into_module()).filter(|module| !takes_addresses(module));
        }
        let mut module = match some {
            Some(module) => module,
            None => bctk_bitcode::read_module(part, options).map_err(fault)?,
        };
        as_read(&mut module);
        Ok(module)
    };
    let mut modules = parts.iter().map(&mut read).collect::<Result<Vec<Module>>>()?;
    share_type_names(modules.iter_mut());
    Ok(modules)
}

/// Whether a module takes the address of a block, which may be in a body that was not read.
fn takes_addresses(module: &Module) -> bool {
    module.pools().any(|pool| pool.consts.iter().any(|constant| matches!(constant.kind, ConstKind::BlockAddress { .. })))
}

/// Whether all modules of the bitcode `bytes` are of the release `llvm`, as far as their producers tell.
pub fn are_of(bytes: &[u8], llvm: LlvmVersion, limits: &Limits) -> bool {
    let Ok(parts) = bctk_bitcode::modules(bytes, &ReadOptions { limits: limits.clone(), ..ReadOptions::default() }) else { return false };
    parts.iter().all(|part| part.producer().is_ok_and(|producer| producer_version(&producer) == Some(llvm)))
}

/// Upgrades a module that is as its file has it ([`Parts::AsStored`]), as the LLVM that wrote it does when it reads the file.
pub fn as_read(module: &mut Module) {
    as_read_by(module, false);
}

/// [`as_read`]; `by_function` if functions are read one by one, as LLVM's linker has them read.
fn as_read_by(module: &mut Module, by_function: bool) {
    // What the verifier says of debug information names things as a text does.
    #[cfg(feature = "text")]
    let describe: Option<fn(&Module, &bctk_verify::Report) -> String> = Some(crate::verify::llvm_messages);
    #[cfg(not(feature = "text"))]
    let describe = None;
    Upgrade { describe, by_function, ..Upgrade::new(Reader::Bitcode, module.llvm_version()) }.run(module);
}

/// Writes modules as one bitcode file. A writer that is no [`Output`] becomes one by [`InOrder`].
///
/// # Errors
/// If a module cannot be written as bitcode, or `out` fails.
///
/// [`InOrder`]: bctk_bitcode::write::InOrder
pub fn write(modules: &[Module], options: &WriteOptions, out: &mut dyn Output) -> std::result::Result<(), bctk_bitcode::write::Fault> {
    let modules: Vec<&Module> = modules.iter().collect();
    bctk_bitcode::write::write_to_output(&modules, options, out)
}

/// The next release whose forms a module is to be written in, if `fault` says that the forms of its own do not suffice: compilers that name
/// an LLVM may have parts of later ones.
#[cfg(feature = "text")]
fn next_release(module: &Module, fault: &bctk_bitcode::write::Fault) -> Option<LlvmVersion> {
    let unsupported = matches!(fault, bctk_bitcode::write::Fault::Module(error) if error.kind() == bctk_bitcode::ErrorKind::Unsupported);
    module.version().filter(|_| unsupported && module.producer_version().is_some())?.next()
}

/// Lets modules that cannot be written in the forms of their own release be written in those of the first later one that has all that is
/// in them. Returns whether there is such a module.
#[cfg(feature = "text")]
pub(crate) fn use_later_forms(modules: &mut [Module]) -> bool {
    let mut found = false;
    for module in modules {
        let before = module.provenance.inferred.clone();
        let mut is_later = false;
        while let Err(fault) = write(std::slice::from_ref(module), &WriteOptions::default(), &mut std::io::sink()) {
            let next = next_release(module, &fault);
            is_later = next.is_some();
            module.provenance.inferred = match next {
                Some(release) => Some(Inferred { release, traces: Vec::new() }),
                None => before.clone(),
            };
            if !is_later {
                break;
            }
        }
        found |= is_later;
    }
    found
}

/// Records of the module's bitcode that have fewer operands than the reader of some release demands.
pub fn short_records_of(module: &Module) -> &[ShortRecord] {
    module.provenance.bitcode.as_ref().map_or(&[], |written| &written.short)
}

/// Why the reader of `llvm` refuses the module's bitcode for the number of operands of a record, if it does; it begins with LLVM's words.
pub fn refused_records(module: &Module, llvm: LlvmVersion) -> Option<String> {
    let refused = |short: &ShortRecord| {
        let demand = demands::demand(short.block, short.code, &[], false, llvm)?;
        let words = demands::words(short.block, short.code, llvm);
        let has = if short.operands == 1 { "1 operand".to_owned() } else { format!("{} operands", short.operands) };
        (short.operands < demand.least).then(|| format!("{words}: {} has {has}, LLVM {llvm} demands {}", record_path(short), demand.least))
    };
    short_records_of(module).iter().find_map(refused)
}

/// Block and name of a record.
pub fn record_path(short: &ShortRecord) -> String {
    let (block, record) = (schema::block_name(short.block), schema::record_name(short.block, short.code));
    format!("{}/{}", block.unwrap_or_default(), record.unwrap_or_default())
}

/// Unknown parts of the module's bitcode.
pub fn unknown_of(module: &Module) -> &[NotUnderstood] {
    module.provenance.bitcode.as_ref().map_or(&[], |written| &written.not_understood)
}

/// Whether [`discard`] leaves memory to the end of the process.
static ENDS_SOON: AtomicBool = AtomicBool::new(false);

/// Tells that the process ends once it has done what it is about to do, as a tool with a single input does.
pub fn process_ends_soon() {
    ENDS_SOON.store(true, Relaxed);
}

/// Frees modules, unless the process [ends soon](process_ends_soon): freeing a large one piece by piece takes time.
pub fn discard(modules: Vec<Module>) {
    match ENDS_SOON.load(Relaxed) {
        true => std::mem::forget(modules),
        false => drop(modules),
    }
}

//! The first half of a ThinLTO backend: one module and an index of many become the module that the optimiser starts from.
//!
//! [`read`] reads the module, [`run`] does all stages of a backend of a distributed build, as `clang -fthinlto-index=` does, and
//! shows the module after each of them. The stages are in [`bctk_lto::backend`].
use std::path::Path;

use bctk_bitcode::ReadOptions;
use bctk_ir::metadata::module_flags::module_flag;
use bctk_ir::module::Module;
use bctk_ir::triple::{ObjectFormat, Triple};
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
pub use bctk_link::{ImportFlags, Problem};
use bctk_link::{Linked, Linker};
pub use bctk_lto::backend::{Backend, ImportError, ImportList, Index, Options, Wanted};

use crate::error::{Error, ErrorKind, Result};
use crate::input;
use crate::link;
use crate::memory::{self, BlockName};
use crate::modules::{self, Parts};
use crate::passes::{self, Orders};

/// The stages of a backend, in their order; LLVM's tools save the module after each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Locals that others import have names that all can see, dead definitions are gone, linkages are those of the index.
    Promoted,
    /// What nobody else sees is local.
    Internalized,
    /// Definitions of other modules are there.
    Imported,
}

impl Stage {
    /// The part of a file name that LLVM's tools give the module of this stage.
    pub fn suffix(self) -> &'static str {
        match self {
            Stage::Promoted => "1.promote",
            Stage::Internalized => "2.internalize",
            Stage::Imported => "3.import",
        }
    }
}

/// Reads the module of a file that a backend works on, as LLVM of the release `llvm` does: of several, the one for ThinLTO.
///
/// # Errors
/// If it cannot be read, or there is no such module.
pub fn read(path: &Path, bytes: &[u8], llvm: LlvmVersion, options: &ReadOptions) -> Result<Module> {
    let mut module = read_apart(path, bytes, llvm, options)?;
    passes::unique_classes(&mut module);
    forget_file(&mut module, llvm);
    Ok(module)
}

/// As [`read`], as `llvm-lto` does: classes with the same identifier stay apart, and the module comes with the orders that it has in memory.
///
/// # Errors
/// As [`read`].
pub fn read_with_orders(path: &Path, bytes: &[u8], llvm: LlvmVersion, options: &ReadOptions) -> Result<(Module, Orders)> {
    let mut module = read_apart(path, bytes, llvm, options)?;
    let orders = Orders::of_destination(&mut module, llvm);
    Ok((module, orders))
}

fn read_apart(path: &Path, bytes: &[u8], llvm: LlvmVersion, options: &ReadOptions) -> Result<Module> {
    let name = input::name(path);
    let found = modules::read_for(&name, bytes, Parts::All, llvm, options, &mut |_| ())?;
    let mut module = select(found, &name)?;
    (module.summary, module.provenance.hash, module.provenance.seal) = (None, None, None);
    memory::settle(&mut module, llvm);
    memory::name_source(&mut module, &input::module_id(path));
    Ok(module)
}

/// Reads the module of a file that others import from.
///
/// # Errors
/// If it cannot be read, or there is no such module.
pub fn read_source(path: &Path, bytes: &[u8], llvm: LlvmVersion, options: &ReadOptions) -> Result<Module> {
    let name = input::name(path);
    let mut module = select(modules::read_to_link(&name, bytes, llvm, options)?, &name)?;
    memory::name_source(&mut module, &input::module_id(path));
    Ok(module)
}

/// The module for ThinLTO among those of a file.
fn select(mut found: Vec<Module>, name: &str) -> Result<Module> {
    let is_thin = |module: &Module| module.summary.as_ref().is_some_and(|summary| !summary.full_lto);
    let at = match found.len() {
        1 => Some(0),
        _ => found.iter().position(is_thin),
    };
    match at {
        Some(at) => Ok(found.swap_remove(at)),
        None => Err(Error::new(name, ErrorKind::Modules("no module for ThinLTO".into()))),
    }
}

/// From here on, the module is one that was not read from a file.
fn forget_file(module: &mut Module, llvm: LlvmVersion) {
    let table = memory::listed_symbols(module);
    if module.is_from_bitcode() {
        memory::order_names(module, llvm);
        module.provenance.keeps_md_kinds = true;
    }
    module.provenance.bitcode = table;
    module.provenance.use_orders.clear();
    for body in &mut module.bodies {
        body.provenance.use_orders.retain(|order| matches!(order.value.kind(), ValueKind::Local(_) | ValueKind::Block(_)));
    }
}

/// Whether a backend makes declarations preemptible: in ELF, for code that is not at a fixed place and not of a program.
pub fn clears_dso_local(module: &Module) -> bool {
    let number = |name: &[u8]| module_flag(module, name).and_then(|flag| flag.number(module)).unwrap_or(0);
    Triple::parse(module.str(module.triple)).format == ObjectFormat::Elf && number(b"PIC Level") != 0 && number(b"PIE Level") == 0
}

/// Does all stages for the module that the index calls `path`. `load` reads the modules that it imports from, by their paths; `saw` is shown the
/// module after each stage. Returns the module, and what the linker warns of.
///
/// # Errors
/// Those of `load` and `saw`; if the index does not fit to the modules.
pub fn run<E>(
    mut module: Module,
    backend: &Backend<'_>,
    llvm: LlvmVersion,
    list: &ImportList,
    load: &mut dyn FnMut(&[u8]) -> std::result::Result<Module, E>,
    saw: &mut dyn FnMut(Stage, &Module) -> std::result::Result<(), E>,
) -> std::result::Result<(Module, Vec<Problem>), BackendError<E>> {
    backend.promote(&mut module).map_err(BackendError::Unknown)?;
    backend.drop_dead(&mut module);
    backend.finalize(&mut module);
    saw(Stage::Promoted, &module).map_err(BackendError::Other)?;
    backend.internalize(&mut module);
    saw(Stage::Internalized, &module).map_err(BackendError::Other)?;
    let (module, problems) = import(module, backend, llvm, list, ImportFlags::default(), None, load)?;
    if let Some(what) = unsupported(&module) {
        return Err(BackendError::NotSupported(what));
    }
    saw(Stage::Imported, &module).map_err(BackendError::Other)?;
    Ok((module, problems))
}

/// What a linker's backend changes after the import and this one does not.
fn unsupported(module: &Module) -> Option<&'static str> {
    let has_global = |name: &[u8]| module.globals.iter().any(|global| module.str(global.name) == name);
    if has_global(b"llvm.public.type.test") {
        return Some("calls of llvm.public.type.test");
    }
    let kinds: Vec<u32> = (0..).zip(&module.md_kinds).filter(|(_, name)| module.str(**name) == b"memprof").map(|(kind, _)| kind).collect();
    let is_profile = |kind: u32| kinds.contains(&kind);
    let has_profiles = module.bodies.iter().any(|body| body.attachments.iter().any(|(_, attachment)| is_profile(attachment.kind)));
    has_profiles.then_some("memory profiles")
}

/// Imports what is in `list` from the modules that `load` reads. `orders` are those of the module in memory, if they matter. Returns the module, and
/// what the linker warns of.
///
/// # Errors
/// Those of `load`; if a module does not have what is imported from it, or cannot be linked.
pub fn import<E>(
    module: Module,
    backend: &Backend<'_>,
    llvm: LlvmVersion,
    list: &ImportList,
    flags: ImportFlags,
    orders: Option<&mut Orders>,
    load: &mut dyn FnMut(&[u8]) -> std::result::Result<Module, E>,
) -> std::result::Result<(Module, Vec<Problem>), BackendError<E>> {
    if list.is_empty() {
        let mut module = module;
        backend.internalize_marked(&mut module);
        return Ok((module, Vec::new()));
    }
    let name = String::from_utf8_lossy(backend.path()).into_owned();
    let mut linker = Linker::new(module, &name, llvm);
    for (path, wanted) in list {
        let mut source = load(path).map_err(BackendError::Other)?;
        let strips_debug = memory::strips_debug(&source, llvm);
        link::prepare(&mut linker, &mut source, llvm);
        let fault = |error| BackendError::Import(path.clone(), error);
        let missing = backend.import(&mut linker, source, path, wanted, ImportFlags { strips_debug, ..flags }).map_err(fault)?;
        if !missing.is_empty() {
            return Err(BackendError::Missing(path.clone(), missing));
        }
    }
    let problems = linker.take_problems();
    let Linked { mut module, steps, numbers } = linker.finish();
    if let Some(orders) = orders {
        orders.link(&numbers, steps);
    }
    order_imported_names(&mut module, llvm);
    backend.internalize_marked(&mut module);
    Ok((module, problems))
}

/// Gives the names in bodies that were imported their order; the others have theirs.
fn order_imported_names(module: &mut Module, llvm: LlvmVersion) {
    let kept: Vec<_> = module.bodies.iter().map(|body| body.provenance.names_order.clone()).collect();
    memory::order_new_names(module, llvm, BlockName::Last);
    for (body, kept) in module.bodies.iter_mut().zip(kept) {
        if !kept.is_empty() {
            body.provenance.names_order = kept;
        }
    }
}

/// Why a backend cannot go on.
#[derive(Debug)]
pub enum BackendError<E> {
    /// The index does not know this local symbol of the module.
    Unknown(String),
    /// What is wrong with a module that is imported from.
    Import(Vec<u8>, ImportError),
    /// A module does not have the definitions with these GUIDs.
    Missing(Vec<u8>, Vec<u64>),
    /// The module has what this backend does not change as LLVM does.
    NotSupported(&'static str),
    /// What the caller said.
    Other(E),
}

impl<E: std::fmt::Display> std::fmt::Display for BackendError<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BackendError::Unknown(name) => write!(f, "the index does not know the local symbol '{name}'"),
            BackendError::Import(path, error) => write!(f, "{}: {error}", String::from_utf8_lossy(path)),
            BackendError::Missing(path, guids) => {
                write!(f, "{}: the index wants definitions that it does not have:", String::from_utf8_lossy(path))?;
                guids.iter().try_for_each(|guid| write!(f, " {guid}"))
            }
            BackendError::NotSupported(what) => write!(f, "backends of modules with {what} are not supported"),
            BackendError::Other(error) => error.fmt(f),
        }
    }
}

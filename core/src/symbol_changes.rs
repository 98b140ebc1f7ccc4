//! Other names, bindings and visibilities for the symbols of bitcode, as `llvm-objcopy` gives to those of objects.
#[cfg(feature = "archives")]
mod files;
#[cfg(feature = "archives")]
mod native;

use bctk_bitcode::ReadOptions;
use bctk_bitcode::rewrite::{Extent, Rewriter};
use bctk_bitcode::write::WriteOptions;
pub use bctk_passes::{Binding, Glob, Posix, SymbolChanges, SymbolNames, SymbolState};
use bctk_support::limits::Limits;
#[cfg(feature = "archives")]
pub use files::{FileChanges, in_file, machine_code};
#[cfg(feature = "archives")]
pub use native::with_native_symbols;

use crate::edit::{self, Edits};
use crate::error::{Error, ErrorKind, Result};
use crate::modules::{self, Parts};

/// Changes the symbols of a bitcode file called `name`, and strips its modules. None if nothing changes.
///
/// What does not change is copied as bits, where that is possible. The summary of a module follows the symbols, and a hash is computed anew.
///
/// ```
/// use bctk_core::symbol_changes::{SymbolChanges, with_symbols};
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../bctk/tests/data/small.bc"))?;
/// let changes = SymbolChanges { prefix: b"my_".to_vec(), ..SymbolChanges::default() };
/// let new = with_symbols("small.bc", &bytes, &changes, &Default::default(), &Default::default())?.expect("other names");
/// assert!(bctk_core::open_bytes("small.bc", new)?.module()?.read()?.view().function("my_sum").is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file cannot be read, or its symbols cannot change: assembly names one that would get another name, or two would have one name.
pub fn with_symbols(name: &str, bytes: &[u8], changes: &SymbolChanges, edits: &Edits, limits: &Limits) -> Result<Option<Vec<u8>>> {
    let fault = |error| Error::new(name, ErrorKind::Bitcode(error));
    let refused = |message| Error::new(name, ErrorKind::Unrepresentable(message));
    let options = ReadOptions { limits: limits.clone(), ..ReadOptions::default() };
    let mut out = Vec::new();
    let written = |result: std::result::Result<_, bctk_bitcode::write::Fault>| match result {
        Ok(_) => Ok(()),
        Err(bctk_bitcode::write::Fault::Module(error)) => Err(fault(error)),
        Err(bctk_bitcode::write::Fault::Sink(error)) => Err(Error::new(name, ErrorKind::Write(error))),
    };
    let parts = bctk_bitcode::modules(bytes, &options).map_err(fault)?;
    if let [part] = parts.as_slice()
        && edits.is_empty()
        && !changes.removes()
        && !changes.linkage_names
        && bctk_bitcode::facts(part).map_err(fault)?.summary.is_none()
    {
        let extent = if changes.changes_names() { Extent::WithoutBodies } else { Extent::Globals };
        let mut rewriter = Rewriter::new(part, extent, &modules::as_it_is(limits)).map_err(fault)?;
        // Inline assembly may name symbols.
        if changes.changes_names() {
            rewriter.read_bodies().map_err(fault)?;
        }
        if !bctk_passes::removes_globals(rewriter.module_mut(), changes).map_err(refused)? {
            if !bctk_passes::change_symbols(rewriter.module_mut(), changes).map_err(refused)? {
                return Ok(None);
            }
            let copied = rewriter.write_to(&WriteOptions::default(), &mut out).map(|_| ());
            if copied.is_ok() || extent == Extent::WithoutBodies {
                return written(copied).map(|()| Some(out));
            }
            // More than global values has to be read.
            out.clear();
        }
    }
    let parts = if edits.is_empty() && !changes.removes() { Parts::AsStored } else { Parts::All };
    let mut read = modules::read(name, bytes, parts, limits)?;
    let mut is_changed = !edits.is_empty();
    for module in &mut read {
        edit::strip(module, edits);
        is_changed |= bctk_passes::change_symbols(module, changes).map_err(refused)?;
    }
    if !is_changed {
        return Ok(None);
    }
    for module in &mut read {
        bctk_ir::summary::outdate_hash(module, false);
    }
    written(modules::write(&read, &WriteOptions::default(), &mut out)).map(|()| Some(out))
}

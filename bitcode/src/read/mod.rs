//! The bitcode reader: from the blocks of a module to the IR model.
//!
//! The module pass reads everything except function bodies and records the position of each. Bodies are then decoded in parallel and
//! joined in file order, so the result never depends on the number of threads.

mod about;
mod alone;
mod assembly;
mod attrs;
mod constants;
mod decoded;
mod expanded_sizes;
mod facts;
mod function;
mod globals;
mod hash;
mod inline;
mod inst;
mod later;
mod lazy;
mod locations;
mod merge;
mod metadata;
mod module;
mod module_reader;
mod name_budget;
mod names;
mod nodes;
mod numbering;
mod part;
mod records;
mod shared;
mod summary;
mod types;
mod types_old;
mod unknown;

pub use about::{Facts, SummaryKind, SymbolFact, facts};
pub use about::{Variables, says_and_takes_addresses, variables};
pub use alone::alone;
pub use hash::{HashCheck, check_hash};
pub use lazy::{DetachedModule, LazyModule, read_lazily, read_summary};
pub(crate) use module::Seen;
pub use part::{MAGIC, ModulePart, ReadOptions, body_spans, modules};
pub use shared::SharedModule;

use bctk_bitstream::{Error, ErrorKind, Result};
use bctk_ir::module::Module;

/// Reads the only module of `data`; [`modules`] and [`read_module`] read a file with several.
///
/// ```no_run
/// let bytes = std::fs::read("a.bc")?;
/// let module = bctk_bitcode::read(&bytes, &bctk_bitcode::ReadOptions::default())?;
/// println!("{} global values", module.globals.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `data` is not bitcode, is damaged, or contains several modules; the error names the bit offset and the block.
pub fn read(data: &[u8], options: &ReadOptions) -> Result<Module> {
    match modules(data, options)?.as_slice() {
        [part] => read_module(part, options),
        parts => Err(Error::unsupported(format!("expected one module, found {}", parts.len()))),
    }
}

/// Reads one module of a file.
///
/// # Errors
/// As [`read`]. The error for an unknown form names the producer of the file.
pub fn read_module(part: &ModulePart<'_>, options: &ReadOptions) -> Result<Module> {
    read_module_with(part, options, &mut |_| ())
}

/// As [`read_module`]. Calls `passed` after each batch of bodies with the number of bytes of the file that have been passed and are not needed
/// soon, so that their memory can be given back.
///
/// # Errors
/// As [`read_module`].
pub fn read_module_with(part: &ModulePart<'_>, options: &ReadOptions, passed: &mut dyn FnMut(usize)) -> Result<Module> {
    let sealed = |mut module: Module| {
        if options.seal {
            module.seal();
        }
        module
    };
    module::read(part, options, passed).map(sealed).map_err(|error| match error.kind() {
        ErrorKind::Unsupported => match part::identification(part) {
            Ok((producer, _)) if !producer.is_empty() => {
                error.noting(format_args!("the producer of the file is {}", String::from_utf8_lossy(&producer)))
            }
            _ => error,
        },
        _ => error,
    })
}

/// Reads the outline of a module, which is enough to determine its symbols. Skips bodies, and metadata unless `metadata` is true.
///
/// # Errors
/// As [`read`], for the parts that are read.
pub fn outline(part: &ModulePart<'_>, options: &ReadOptions, metadata: bool) -> Result<Module> {
    module::outline(part, options, metadata)
}

/// Reads the global values of a module, see [`module::globals`].
pub(crate) fn globals(part: &ModulePart<'_>, options: &ReadOptions, metadata: bool) -> Result<(Module, Seen)> {
    module::globals(part, options, metadata)
}

//! Verifies modules, and prints findings as LLVM does.
use bctk_ir::module::Module;
use bctk_verify::Finding;
pub use bctk_verify::{Level, Subject};

use crate::error::Place;

#[cfg(feature = "text")]
mod words;
#[cfg(feature = "text")]
pub use words::{Located, Source, llvm_message, llvm_messages, located, report};

/// Where a finding is in the file with these bytes, if the module was read from it with offsets
/// ([`ParseOptions::offsets`](bctk_textual::ParseOptions::offsets), [`ReadOptions::offsets`](bctk_bitcode::ReadOptions::offsets)).
pub fn place(bytes: &[u8], module: &Module, finding: &Finding) -> Option<Place> {
    #[cfg(feature = "text")]
    let line_column = |at| Some(bctk_textual::line_column(bytes, at));
    // Without texts, there are no lines.
    #[cfg(not(feature = "text"))]
    let line_column = |at: usize| bytes.get(at).and(None);
    place_by(line_column, module, finding)
}

/// [`place`] with a way to find the line and the column of a byte.
fn place_by(line_column: impl Fn(usize) -> Option<(usize, usize)>, module: &Module, finding: &Finding) -> Option<Place> {
    let offset = finding.offset(module)?;
    if module.is_from_bitcode() {
        let path = if finding.inst.is_some() { "MODULE/FUNCTION" } else { "MODULE" };
        return Some(Place::Bit(offset, path.to_owned()));
    }
    let (line, column) = line_column(usize::try_from(offset).ok()?)?;
    Some(Place::Text(line, column))
}

/// Whether LLVM's readers verify a module themselves, as they do if it states the version of its debug information.
pub fn by_readers(module: &Module) -> bool {
    bctk_transforms::upgrade::states_debug_version(module)
}

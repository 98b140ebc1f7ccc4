//! Makes the summary of a module (`buildModuleSummaryIndex`), as `opt -module-summary` does.
//!
//! `function` and `variable` summarise one value each, on all threads; what they find is joined in the order of the module. `references` walks
//! from users to what they use, each user once; `devirtual` follows tests of types to virtual calls; `profile` and `memprof` read
//! profiles.
mod context;
mod devirtual;
mod function;
mod guids;
mod import_order;
mod join;
mod memprof;
mod metadata;
mod offsets;
mod ordered;
mod profile;
mod references;
#[cfg(test)]
mod tests;
mod thin;
mod variable;

pub use guids::assign_guids;
pub use thin::{ThinOptions, flag_as_thin};

use bctk_ir::module::Module;
use bctk_ir::summary::Summary;
use bctk_ir::version::LlvmVersion;
use std::fmt;

/// How a summary is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct SummarizeOptions {
    /// The release whose summary it is.
    pub llvm: LlvmVersion,
    /// Refuses what `opt -thinlto-bc` would change before the summary: modules to be split, and type identifiers of one module alone.
    pub is_thin: bool,
    /// Whether [`Module::asm_symbols`] has all symbols of module-level assembly, although the module does not say that its file had a symbol
    /// table.
    pub knows_assembly: bool,
}

/// Why there is no summary of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SummarizeError {
    /// A function has no name, and so no GUID.
    Anonymous,
    /// A function has `sanitize_memtag`, so that what is done with its parameters has to be found.
    ParameterAccesses,
    /// Which symbols module-level assembly defines is not known: it takes an assembler, and the file has no symbol table.
    AssemblySymbols,
    /// A call's hotness follows from the frequency of its block.
    BlockFrequencies,
    /// The summary of the profile does not state which counts are hot.
    ProfileCutoffs,
    /// `!memprof` has not the form of a memory profile.
    MemoryProfile,
    /// A test of the type of a constant is assumed to hold: the virtual calls may be in any function.
    ConstantTypeTest,
    /// For `-thinlto-bc`: the module is to be split, with virtual tables in a part of their own.
    SplitUnit,
    /// For `-thinlto-bc`: type identifiers of this module alone are to get names.
    LocalTypes,
}

impl fmt::Display for SummarizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SummarizeError::Anonymous => "a function without a name has no summary",
            SummarizeError::ParameterAccesses => "summaries of functions with sanitize_memtag are not supported",
            SummarizeError::AssemblySymbols => "the symbols of module-level assembly are not known, as the file has no symbol table",
            SummarizeError::BlockFrequencies => "summaries with the frequencies of blocks of a profile are not supported",
            SummarizeError::ProfileCutoffs => "the summary of the profile does not state which counts are hot",
            SummarizeError::MemoryProfile => "a memory profile is malformed",
            SummarizeError::ConstantTypeTest => "summaries of assumed type tests of constants are not supported",
            SummarizeError::SplitUnit => "splitting a module with type metadata is not supported",
            SummarizeError::LocalTypes => "distinct type identifiers are not supported",
        })
    }
}

impl std::error::Error for SummarizeError {}

/// The summary of a module, anew.
///
/// # Errors
/// If LLVM makes none, or it cannot be told which one.
pub fn summarize(module: &Module, options: &SummarizeOptions) -> Result<Summary, SummarizeError> {
    if options.is_thin {
        thin::check(module)?;
    }
    join::summarize(module, options)
}

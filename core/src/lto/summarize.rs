//! Summaries of modules for ThinLTO, as `opt -module-summary` makes them.
//!
//! ```no_run
//! # use bctk_core as bctk;
//! use bctk::lto::summarize;
//!
//! let mut module = bctk::read("app.bc")?;
//! summarize::add(&mut module, &summarize::SummarizeOptions::default()).expect("a module with a summary");
//! bctk::write(&module, "app.thin.bc")?;
//! # Ok::<(), bctk::Error>(())
//! ```
use bctk_ir::module::Module;
pub use bctk_lto::summarize::{SummarizeError, SummarizeOptions, ThinOptions, assign_guids, flag_as_thin, summarize};

/// Gives a module a summary in the place of the one that it has, and since LLVM 23 `!guid` to what it defines.
///
/// # Errors
/// If LLVM makes none, or it cannot be told which one.
pub fn add(module: &mut Module, options: &SummarizeOptions) -> Result<(), SummarizeError> {
    let was_sealed = module.is_sealed();
    assign_guids(module, options.llvm);
    module.summary = Some(Box::new(summarize(module, options)?));
    if was_sealed || module.provenance.seal.is_none() {
        module.seal();
    }
    Ok(())
}

/// The hash in a file of one module; zero if it has none.
///
/// # Errors
/// If the file cannot be read.
pub fn hash_of(bitcode: &[u8]) -> Result<[u32; 5], bctk_bitcode::Error> {
    let options = bctk_bitcode::ReadOptions::default();
    let parts = bctk_bitcode::modules(bitcode, &options)?;
    let part = parts.first().ok_or_else(|| bctk_bitcode::Error::malformed("a file without a module"))?;
    Ok(bctk_bitcode::read::check_hash(part, &options)?.map_or([0; 5], |hash| hash.stated))
}

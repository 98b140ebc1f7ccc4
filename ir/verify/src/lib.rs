//! Verifies LLVM IR: whether a module is valid, in LLVM's words and with the place of each fault.
//!
//! [`verify`] checks what LLVM's verifier checks (`Verifier.cpp`) and returns all faults, each with LLVM's message. The
//! analyses that this takes are public: [`ControlFlowGraph`](analysis::ControlFlowGraph),
//! [`DominatorTree`](analysis::DominatorTree), [`Uses`](analysis::Uses) and [`Types`](analysis::Types).
//!
//! ```
//! use bctk_ir::module::Module;
//! use bctk_verify::{VerifyOptions, verify};
//!
//! let report = verify(&Module::default(), &VerifyOptions::default());
//! assert!(report.is_valid());
//! ```
//!
//! Functions are independent of each other and are verified in parallel.
#![forbid(unsafe_code)]

mod aliases;
pub mod analysis;
mod attachments;
mod block;
mod calls;
mod casts;
mod function;
mod globals;
mod inst;
mod memory;
mod module_metadata;
mod nodes;
mod operators;
mod pads;
mod profiles;
mod report;
mod tbaa;
mod terminators;

pub use report::{Finding, Level, Report, Subject};

use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;

/// What to verify.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifyOptions {
    /// The highest level whose findings are reported.
    pub level: Level,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        VerifyOptions { level: Level::DebugInfo }
    }
}

/// Verifies a module (`llvm::verifyModule`).
///
/// Cost: n log n in the size of the module.
pub fn verify(module: &Module, options: &VerifyOptions) -> Report {
    let shared = function::Shared::new(module);
    let functions: Vec<_> = module.functions().collect();
    let found: Vec<Vec<Finding>> =
        functions.par_iter().map(|&(id, global, function)| function::verify(&shared, id, global, function)).collect();
    let mut findings: Vec<Finding> = found.into_iter().flatten().collect();
    findings.extend(globals::verify(&shared));
    findings.retain(|finding| finding.level <= options.level);
    Report { findings }
}

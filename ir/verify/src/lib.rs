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

pub mod analysis;
mod attachments;
mod block;
mod calls;
mod casts;
mod debug;
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

pub use debug::{is_debug_info_broken, mixed_sources};
pub use report::{Finding, Level, Report, Subject};

use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use debug::Walk;
use report::Sink;

/// What to verify.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifyOptions {
    /// The highest level whose findings are reported.
    pub level: Level,
    /// The LLVM whose rules apply; that of the module if it is none.
    pub llvm: Option<LlvmVersion>,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        VerifyOptions { level: Level::DebugInfo, llvm: None }
    }
}

/// Verifies a module (`llvm::verifyModule`).
///
/// Cost: n log n in the size of the module.
pub fn verify(module: &Module, options: &VerifyOptions) -> Report {
    let shared = function::Shared::new(module, options);
    let functions: Vec<_> = module.functions().collect();
    let found: Vec<Sink> = functions.par_iter().map(|&(id, global, function)| function::verify(&shared, id, global, function)).collect();
    let mut findings = Vec::new();
    let mut walk = Walk::new(&shared);
    found.into_iter().for_each(|sink| walk.add(sink, &mut findings));
    walk.add(globals::verify(&shared), &mut findings);
    findings.retain(|finding| finding.level <= options.level);
    Report { findings }
}

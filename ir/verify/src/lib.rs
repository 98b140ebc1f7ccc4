//! Verifies LLVM IR: whether a module is valid, in LLVM's words and with the place of each fault.
//!
//! [`verify`] checks what LLVM's verifier checks (`Verifier.cpp`) and returns all faults, each with LLVM's message. The
//! analyses that this takes are those of `bctk-analysis`.
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
mod attachments;
mod attribute_facts;
mod attribute_strings;
mod attribute_text;
mod attributes;
mod block;
mod call_attributes;
mod calls;
mod casts;
mod conventions;
mod convergence;
mod debug;
mod function;
mod globals;
mod inline_asm;
mod inst;
mod intrinsics;
mod memory;
mod module_metadata;
mod nodes;
mod operators;
mod pads;
mod profiles;
mod report;
mod spelling;
mod structure;
mod swift_error;
mod target_types;
mod tbaa;
mod terminators;
mod vector_variants;
mod work_groups;

pub use debug::{has_faulty_loop, is_debug_info_broken, mixed_sources};
pub use report::{Finding, Level, Report, Subject};
pub use tbaa::has_valid_tags;

use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use debug::Walk;
use function::{Scratch, Verified};
use report::Sink;

/// What to verify.
#[derive(Clone, Debug)]
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

/// Verifies the structure of a module and of some of its functions: what they must have so that they can be printed and written. The other
/// functions are not looked at.
///
/// Cost: linear in the global values, constants and metadata of the module and in these functions.
pub fn verify_structure(module: &Module, functions: &[GlobalId]) -> Report {
    let of = |&id: &GlobalId| module.global(id).and_then(|global| Some((id, global, global.function()?)));
    let functions: Vec<_> = functions.iter().filter_map(of).collect();
    let mut findings = structure::verify(module, &functions);
    if findings.is_empty() {
        findings = structure::agreement(module, &functions);
    }
    Report { findings }
}

/// Verifies some functions of a module whose structure is sound (`llvm::verifyFunction`), but not their debug information.
///
/// Cost: n log n in the size of these functions, and linear in the global values of the module.
pub fn verify_functions(module: &Module, functions: &[GlobalId]) -> Report {
    let shared = function::Shared::new(module, &VerifyOptions { level: Level::Full, ..VerifyOptions::default() });
    let of = |&id: &GlobalId| module.global(id).and_then(|global| Some((id, global, global.function()?)));
    let functions: Vec<_> = functions.iter().filter_map(of).collect();
    let found: Vec<Verified> = functions
        .par_iter()
        .balanced()
        .map_init(|| Scratch::new(&shared), |scratch, &(id, global, function)| function::verify(&shared, scratch, id, global, function))
        .collect();
    let mut findings = Vec::new();
    let mut walk = Walk::new(&shared);
    found.into_iter().for_each(|found| walk.add(found.sink, &mut findings));
    findings.retain(|finding| finding.level <= Level::Full);
    Report { findings }
}

/// Verifies a module (`llvm::verifyModule`).
///
/// Cost: n log n in the size of the module.
pub fn verify(module: &Module, options: &VerifyOptions) -> Report {
    let functions: Vec<_> = module.functions().collect();
    // All else relies on it.
    let mut findings = structure::verify(module, &functions);
    if !findings.is_empty() {
        return Report { findings };
    }
    if options.level == Level::Structure {
        findings = structure::agreement(module, &functions);
        return Report { findings };
    }
    let shared = function::Shared::new(module, options);
    let mut found: Vec<Verified> = functions
        .par_iter()
        .balanced()
        .map_init(|| Scratch::new(&shared), |scratch, &(id, global, function)| function::verify(&shared, scratch, id, global, function))
        .collect();
    let used = intrinsics::declarations(&shared, &functions, &mut found);
    let frames: Sink = intrinsics::frames(&functions, &found);
    let mut walk = Walk::new(&shared);
    found.into_iter().for_each(|found| walk.add(found.sink, &mut findings));
    walk.add(frames, &mut findings);
    walk.add(globals::verify(&shared, &used), &mut findings);
    findings.retain(|finding| finding.level <= options.level);
    Report { findings }
}

//! Lint of LLVM IR: what is valid and a mistake all the same, in LLVM's words and with the place.
//!
//! [`lint`] looks for what LLVM 23's pass looks for (`opt -passes=lint`), in its order. It follows pointers and numbers
//! through casts, offsets and equal values alone, so it finds less than LLVM, which also simplifies instructions and
//! looks for the store that a load reads. It never finds what LLVM does not.
//!
//! ```
//! use bctk_ir::module::Module;
//! use bctk_lint::lint;
//!
//! assert!(lint(&Module::default()).is_valid());
//! ```
//!
//! Functions are independent of each other and are looked at in parallel.
#![forbid(unsafe_code)]

mod access;
mod calls;
mod effects;
mod function;
mod memory;
mod offsets;
mod values;

use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::global::GlobalValue;
use bctk_ir::metadata::module_flags::has_module_flag;
use bctk_ir::module::Module;
use bctk_ir::value_types::Types;
use bctk_support::parallel::prelude::*;
use bctk_verify::{Finding, Report};

use function::Function;

/// What is the same for all functions of a module.
pub(crate) struct Shared<'m> {
    pub(crate) module: &'m Module,
    pub(crate) types: Types<'m>,
    pub(crate) layout: DataLayout,
    /// Whether the module says what may be replaced when it is loaded.
    interposition: bool,
}

impl Shared<'_> {
    /// Whether another definition may take the place of this one.
    pub(crate) fn is_interposable(&self, global: &GlobalValue) -> bool {
        global.linkage.is_interposable() || self.interposition && !global.dso_local
    }
}

/// Lints the functions of a module that the verifier takes, in the language of the newest release.
///
/// Cost: linear in the size of the module.
pub fn lint(module: &Module) -> Report {
    let shared = Shared {
        module,
        types: Types::new(module),
        layout: DataLayout::parse(module.str(module.data_layout)),
        // Its value does not matter for what is certain.
        interposition: has_module_flag(module, b"SemanticInterposition"),
    };
    let functions: Vec<_> = module.functions().filter(|(_, _, function)| function.body.is_some()).collect();
    let found: Vec<Vec<Finding>> = functions
        .par_iter()
        .balanced()
        .map_init(
            || Layouts::new(shared.layout.clone()),
            |layouts, &(id, global, function)| Function::new(&shared, layouts, id, global, function).map_or_else(Vec::new, Function::lint),
        )
        .collect();
    Report::of(found.into_iter().flatten().collect())
}

//! The printer: writes a module as text, byte-identical to that of `llvm-dis` 22.
//!
//! A sequential walk numbers metadata nodes, attribute groups and unnamed types in LLVM's order, some functions ahead of what prints.
//! Function bodies and metadata nodes are printed in parallel into buffers, which are written in order.

mod annotate;
mod attrs;
mod body;
mod constants;
mod context;
mod di;
mod display;
mod fast;
pub mod float;
mod globals;
mod imm_args;
mod inst;
mod line;
mod metadata;
mod missing_types;
mod module;
mod nodes;
mod operand;
pub(crate) mod quote;
mod slots;
mod summary;
mod texts;
mod typefind;
mod types;
mod uselist;

pub use display::{BodySlotTracker, DisplayIn, DisplayView, Displayed, ModuleSlotTracker, Scope};
pub(crate) use globals::UNKNOWN_INTRINSIC;
pub use missing_types::missing_types;
pub use typefind::find_structs as identified_structs;

use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::module::Module;
use bctk_support::limits::Limits;
use std::collections::HashSet;
use std::io::{self, Write};

/// What to print in addition to the module itself.
#[derive(Clone, Debug, Default)]
pub struct PrintOptions {
    /// Name in the `; ModuleID = '…'` line; empty for no line.
    pub module_id: Vec<u8>,
    /// Whether to print use-list order directives (`--preserve-ll-uselistorder`).
    pub preserve_uselistorder: bool,
    /// Whether to add comments with the number of uses, the type and the debug location of values (`--show-annotations`).
    pub annotations: bool,
    /// What alone is printed of functions and nodes; all of them if it is none. Numbers are those of the whole text.
    pub only: Option<Only>,
    /// How far constants and types are expanded (`printed-…`). What exceeds this is marked in the text and reported as an error at the end.
    pub limits: Limits,
}

/// Parts of a module that are printed, while others are left out.
#[derive(Clone, Debug, Default)]
pub struct Only {
    /// The functions.
    pub functions: HashSet<GlobalId>,
    /// Whether numbered metadata nodes and the summary are printed.
    pub nodes: bool,
}

/// Prints `module` as `llvm-dis` 22 does. What exceeds a limit prints as `<constant too large>` or `<type too large>`; [`print_to`] fails
/// then.
pub fn print(module: &Module, options: &PrintOptions) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to a vector does not fail.
    let _ = print_to(module, options, &mut out);
    out
}

/// Prints `module` as `llvm-dis` 22 does, to `out`.
///
/// # Errors
///
/// The errors of `out`; [`bctk_support::limits::Exceeded`] inside one of the kind `InvalidData`, if the module exceeds
/// [`PrintOptions::limits`].
pub fn print_to(module: &Module, options: &PrintOptions, out: &mut dyn Write) -> io::Result<()> {
    module::print_module(module, options, out).map(drop)
}

/// As [`print_to`]; returns the metadata nodes that the text numbers (`!0`, `!1` …), in that order.
///
/// # Errors
///
/// The errors of `out`; [`bctk_support::limits::Exceeded`] inside one of the kind `InvalidData`, if the module exceeds
/// [`PrintOptions::limits`].
pub fn print_numbered_to(module: &Module, options: &PrintOptions, out: &mut dyn Write) -> io::Result<Vec<MdId>> {
    module::print_module(module, options, out)
}

/// Prints only the ThinLTO summary of `module`, as `llvm-dis` 22 does with `--print-thinlto-index-only`; nothing if it has none.
///
/// # Errors
///
/// The errors of `out`; [`bctk_support::limits::Exceeded`] inside one of the kind `InvalidData`, if the module exceeds
/// [`PrintOptions::limits`].
pub fn print_index_to(module: &Module, options: &PrintOptions, out: &mut dyn Write) -> io::Result<()> {
    module::print_index(module, options, out)
}

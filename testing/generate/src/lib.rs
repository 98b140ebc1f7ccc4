//! Generates valid modules of LLVM IR from arbitrary bytes, for property tests and fuzz targets.
//!
//! Equal bytes and options yield equal modules. Any bytes yield a module: when they run out, the simplest choice is taken. LLVM 23 reads every
//! module, and its verifier accepts it.
//!
//! ```
//! use arbitrary::Unstructured;
//! use bctk_generate::{Options, module};
//!
//! let bytes: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
//! let module = module(&mut Unstructured::new(&bytes), &Options::default())?;
//! assert!(module.functions().any(|(_, _, function)| function.body.is_some()));
//! # Ok::<(), arbitrary::Error>(())
//! ```
#![forbid(unsafe_code)]

mod annotations;
mod attached;
mod attrs;
mod body;
mod constants;
mod debug;
mod draw;
pub mod edits;
mod globals;
mod intrinsics;
mod metadata;
mod names;
pub mod numbers;
mod types;
mod use_lists;

use arbitrary::Unstructured;
use bctk_ir::module::Module;

/// How large a module may become, and what it may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Functions with a body, at most; there is at least one.
    pub functions: u32,
    /// Functions without a body, intrinsics aside, at most.
    pub declarations: u32,
    /// Global variables, at most.
    pub variables: u32,
    /// Aliases and ifuncs, at most of each.
    pub aliases: u32,
    /// Maximum numbers of named structures, numbered structures, and types of values in addition to the usual ones.
    pub types: u32,
    /// Basic blocks of a function, at most, those that handle exceptions aside.
    pub blocks: u32,
    /// Instructions of a basic block, at most, phi nodes and terminator aside.
    pub instructions: u32,
    /// Nodes of metadata that are not debug information, at most; none leaves out attachments and named metadata, too.
    pub metadata: u32,
    /// Whether there may be debug information.
    pub debug_info: bool,
    /// Whether orders of uses may be stated.
    pub use_list_orders: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            functions: 4,
            declarations: 4,
            variables: 6,
            aliases: 2,
            types: 8,
            blocks: 6,
            instructions: 8,
            metadata: 12,
            debug_info: true,
            use_list_orders: true,
        }
    }
}

/// Makes a module of the choices that `u` gives.
///
/// # Errors
///
/// Those of `u`; it has none as long as it reads from bytes.
pub fn module(u: &mut Unstructured<'_>, options: &Options) -> arbitrary::Result<Module> {
    let mut draw = draw::Gen::new(u, options.clone());
    draw.types();
    draw.header();
    draw.globals();
    draw.debug_units();
    draw.nodes();
    draw.bodies();
    draw.initializers();
    draw.attach_to_globals();
    draw.named_metadata();
    draw.use_lists();
    draw.finish()
}

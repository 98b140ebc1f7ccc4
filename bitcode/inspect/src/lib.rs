//! Inspects LLVM bitstreams: records with names and resolved values, statistics, differences.
//!
//! * [`Walk`] visits any bitstream once, in constant memory.
//! * [`Resolver`] follows a walk and turns the operands of a record into named [`Field`]s and their text.
//! * [`Pattern`] selects blocks and records by path.
//! * [`Stats`] counts, [`crc32`] is the fingerprint of a block, [`Outline`] lists the blocks.
//! * [`diff`] compares two bitstreams, independent of numbering.
//! * [`analyzer`] prints what llvm-bcanalyzer prints.
//!
//! Only the analyzer prints. Views such as those of `bcdump` are built from the other items.
//!
//! Count the function bodies of a module:
//!
//! ```
//! use bctk_bitcode::schema::function;
//! use bctk_inspect::{Step, Walk, WalkOptions};
//!
//! let data = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
//! let mut walk = Walk::new(&data, WalkOptions::default())?;
//! let mut bodies = 0;
//! while let Some(step) = walk.next()? {
//!     match step {
//!         Step::Enter(block) if block.id == function::ID => bodies += 1,
//!         _ => {}
//!     }
//! }
//! assert_eq!(bodies, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod analyzer;
pub mod diff;
#[doc(hidden)]
pub mod encoding;
#[doc(hidden)]
pub mod fields;
#[doc(hidden)]
pub mod fingerprint;
mod infer;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod outline;
#[doc(hidden)]
pub mod path;
#[doc(hidden)]
pub mod resolve;
mod selection;
mod show;
mod slots;
pub mod stats;
mod tables;
pub mod tree;

pub use fields::{Field, Shape};
#[doc(hidden)]
pub use fingerprint::{Running, crc32};
pub use names::Labels;
pub use outline::Outline;
pub use path::Pattern;
pub use resolve::{Defines, Resolver};
pub use selection::{Event, Selection};
pub use stats::Stats;
pub use tree::{Block, Step, StreamKind, Walk, WalkOptions, block_info_of};

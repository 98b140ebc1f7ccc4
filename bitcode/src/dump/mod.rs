//! What is in a bitstream, for people and for machines: the walk, paths, names, resolved values, statistics and fingerprints that views share.
//!
//! [`Walk`] goes once over any bitstream in constant memory. [`Resolver`] follows it and turns the operands of a record into named
//! [`Field`]s and their text; [`Pattern`] selects blocks and records by path; [`Stats`] counts; [`crc32`] is the fingerprint of a block.
//! Nothing of these prints: the views are made of them in the command line tools. [`analyzer`] is apart: it prints what llvm-bcanalyzer prints.
pub mod analyzer;
pub mod diff;
pub mod encoding;
pub mod fields;
pub mod fingerprint;
mod infer;
pub mod names;
pub mod outline;
pub mod path;
pub mod resolve;
mod show;
pub mod stats;
mod tables;
pub mod tree;

pub use fields::{Field, Shape};
pub use fingerprint::{Running, crc32};
pub use names::Labels;
pub use outline::Outline;
pub use path::Pattern;
pub use resolve::{Defines, Resolver};
pub use stats::Stats;
pub use tree::{Block, Step, StreamKind, Walk, WalkOptions, block_info_of};

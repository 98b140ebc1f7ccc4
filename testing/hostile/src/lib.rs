//! Malformed input: mutation of files for tests, and the properties that must hold for every input.
//!
//! [`bitstream`] mutates records, abbreviations and blocks, so that readers get far into the result; [`tokens`] does the same for text.
//! [`oracles`] are the entry points of the libraries with their properties: each ends in a result or an error, and its result is sound.
//! [`targets`] combines them for fuzzing. [`newer`] appends operands that no LLVM writes yet.
//!
//! ```
//! use bctk_generate::numbers::Numbers;
//! use bctk_hostile::{bitstream, oracles};
//! let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/v22/clang-c-O0.bc"))?;
//! let damaged = bitstream::mutate(&file, &mut Numbers::new(7));
//! for oracle in oracles::BITCODE {
//!     (oracle.check)(&damaged);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod archives;
pub mod bitstream;
pub mod cursor;
pub mod files;
mod front_door;
pub mod generated;
pub mod newer;
pub mod oracles;
pub mod shrink;
pub mod targets;
pub mod tokens;
pub mod traps;
pub mod watch;

//! Hostile input: how files are damaged for tests, and what is promised of every one of them.
//!
//! [`bitstream`] changes records, abbreviations and blocks of bitstreams, so that what comes of it is read far into; [`tokens`] does the same for
//! text. [`oracles`] are the entry points of the libraries, each with what must hold: it ends, in a result or an error, and what it made is sound;
//! [`targets`] puts them together for fuzzing. [`newer`] appends to records what no LLVM writes yet.
//!
//! ```
//! use bctk_hostile::{bitstream, numbers::Numbers, oracles};
//! let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/v22/clang-c-O0.bc"))?;
//! let damaged = bitstream::mutate(&file, &mut Numbers::new(7));
//! for oracle in oracles::BITCODE {
//!     (oracle.check)(&damaged);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod bitstream;
pub mod cursor;
pub mod generated;
pub mod newer;
pub mod numbers;
pub mod oracles;
pub mod shrink;
pub mod targets;
pub mod tokens;
pub mod traps;
pub mod watch;

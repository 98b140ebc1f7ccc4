//! What bitcode lies in, and the symbols of it: archives, object files, universal binaries, offload bundles.
//!
//! * [`container`] finds bitcode in any of them, and in those within. It knows bytes only.
//! * [`symbols`] lists the symbols of bitcode modules as linkers see them.
//! * `native` (with the feature of this name) lists those of native files, with the checks that LLVM makes of each format.
//! * `rewrite` (with the feature `write`) makes object files with other bitcode in a section.
//!
//! ```
//! use bctk_bitcode::{ReadOptions, modules};
//! use bctk_object::container::{FindOptions, find};
//! use bctk_object::symbols::{Options, symbols};
//!
//! let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
//! let mut names = Vec::new();
//! for found in find(&bytes, &FindOptions::default())?.found {
//!     let parts = modules(found.bytes, &ReadOptions::default())?;
//!     let table = symbols(&parts, &Options::default())?;
//!     names.extend(table.symbols().map(|symbol| String::from_utf8_lossy(symbol.name).into_owned()));
//! }
//! assert!(names.contains(&"sum".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod container;
#[cfg(feature = "native")]
pub mod native;
#[cfg(feature = "write")]
pub mod rewrite;
pub mod symbols;

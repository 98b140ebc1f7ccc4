//! What bitcode lies in, and the symbols of it: archives, object files, universal binaries, offload bundles.
//!
//! * [`container`] finds bitcode in any of them, and in those within. It knows bytes only.
//! * [`symbols`] lists the symbols of bitcode modules as linkers see them.
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
pub mod symbols;

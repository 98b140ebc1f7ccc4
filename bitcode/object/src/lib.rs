//! Finds bitcode in archives, object files, universal binaries, offload bundles, Metal libraries and DirectX containers, and lists symbols.
//!
//! * [`container`] finds bitcode in any of these, also nested ones, without reading it.
//! * [`symbols`] lists the symbols of bitcode modules as linkers see them.
//! * `native` (feature `native`) lists the symbols of native files, with LLVM's checks of each format.
//! * `packed` (feature `compressed`) unpacks compressed offload bundles and sections, and packs them again.
//! * `rewrite` (feature `write`) replaces bitcode in object files, Metal libraries and DirectX containers, removes it from object files, or adds it,
//!   and changes the symbols of ELF objects.
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
#[cfg(feature = "compressed")]
pub mod packed;
#[cfg(feature = "write")]
pub mod rewrite;
pub mod symbols;

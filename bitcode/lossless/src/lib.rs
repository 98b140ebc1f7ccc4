//! From LLVM bitcode to text and back to the same bytes.
//!
//! The text of a module does not say everything about the file that it was printed from: which metadata kinds its writer knew, the orders
//! of uses, the hash of the module.
//!
//! * [`layout`] describes what a file has that the text does not say. A description can be stored below the text as comments
//!   ([`layout::trailer`]), and be restored into the module that is parsed from the text.
//! * [`patch`] holds what is left: the difference between the file that is written from text and description, and the original.
//!
//! ```
//! use bctk_bitcode::{ReadOptions, read};
//! use bctk_lossless::patch::{apply, diff};
//!
//! let original = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
//! let other = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small-opt.bc"))?;
//!
//! // What the text of a module would not say about its file. This one was written by LLVM 22.1.8, as is the default.
//! let layout = bctk_lossless::layout::describe(&read(&original, &ReadOptions::default())?, &[]);
//! assert_eq!(layout.producer, None);
//!
//! // A patch makes one file of another.
//! let patch = diff(&other, &original)?;
//! assert_eq!(apply(&other, &patch)?.bytes, original);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod layout;
pub mod patch;

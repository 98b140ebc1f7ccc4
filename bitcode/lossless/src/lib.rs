//! Lossless conversion of LLVM bitcode to text and back.
//!
//! The text of a module lacks facts about its bitcode file: the metadata kinds that the producer knew, use-list orders, the hash of the module.
//!
//! * [`layout`] describes these facts. A description is stored as comments below the text ([`layout::trailer`]) and applied to the module that
//!   is parsed from the text.
//! * [`patch`] holds the rest: the difference between the file written from text and description, and the original.
//!
//! ```
//! use bctk_bitcode::{ReadOptions, read};
//! use bctk_lossless::patch::{apply, diff};
//!
//! let original = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
//! let other = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small-opt.bc"))?;
//!
//! // The description of a file. It names the producer unless that is LLVM 23.1.4.
//! let layout = bctk_lossless::layout::describe(&read(&original, &ReadOptions::default())?, &[]);
//! assert_eq!(layout.producer.as_deref(), Some(&b"LLVM22.1.8"[..]));
//!
//! // A patch turns one file into another.
//! let patch = diff(&other, &original)?;
//! assert_eq!(apply(&other, &patch)?.bytes, original);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod layout;
pub mod patch;

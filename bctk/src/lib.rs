//! Reads, writes and inspects LLVM bitcode and LLVM assembly without LLVM: the operations of `bcconv` and `bcdump` as a library.
//!
//! [`read`] reads a module from a file, and [`write`](write()) writes one. `module.view()` shows its functions, blocks and instructions
//! ([`ir::view`]), and `module.edit()` changes it ([`mod@edit`]); [`prelude`] has the traits and types for that:
//!
//! ```
//! use bctk::prelude::*;
//!
//! let mut module = Module::new("answer.c");
//! let mut edit = module.edit();
//! let int = edit.int_type(32);
//! let answer = edit.add_function("answer", int, &[]);
//! let mut b = edit.build(answer)?;
//! b.block("entry");
//! b.ret(42)?;
//! edit.finish()?;
//! assert_eq!(module.view().functions().count(), 1);
//! # Ok::<(), bctk::Error>(())
//! ```
//!
//! [`open`] opens a path, [`open_bytes`] bytes in memory: bitcode, assembly, or a container of bitcode such as an archive or object file.
//!
//! * [`disassemble`] returns text; the description below it lets [`assemble()`] restore the bitcode file, byte for byte.
//! * [`assemble()`] returns bitcode.
//! * [`copy()`] returns a copy of bitcode, optionally with another producer, hash or wrapper.
//! * [`translate()`] converts a module to the language of another LLVM.
//! * [`extract`] and [`strip`] remove parts of modules.
//! * [`inspect`] returns the producer and the symbols of a module.
//!
//! [`guide`] has a page for each task. [`File::modules`] lists the modules of a file, and [`ModuleFile::read`] reads one into the model of
//! [`ir`]. A function that needs one module fails if the file has several; it never takes the first silently.
//!
//! ```
//! use bctk::{AssembleOptions, DisassembleOptions};
//!
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc");
//! let file = bctk::open(path)?;
//! let text = bctk::disassemble(&file, &DisassembleOptions::default())?;
//! let back = bctk::assemble(&bctk::open_bytes("small.ll", text)?, &AssembleOptions::default())?;
//! assert_eq!(file.bytes(), back);
//!
//! for module in file.modules()? {
//!     println!("{}: written by {}", module.name(), bctk::inspect(&module)?.producer);
//! }
//! # Ok::<(), bctk::Error>(())
//! ```
//!
//! # Features
//! The program `bctk` is built by default. A program that uses the library does without it: `default-features = false`, with `rayon` if
//! work may go on several threads.
#![forbid(unsafe_code)]

pub mod guide;

#[doc(inline)]
pub use bctk_core::*;

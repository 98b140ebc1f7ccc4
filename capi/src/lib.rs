//! The C API of bctk: what linkers, build systems and other programs ask of LLVM bitcode, without LLVM.
//!
//! The header is `include/bctk.h`; each function is described there as it is here. `include/bctk.hpp` has handles for C++17 that free
//! themselves. `cargo xtask capi PREFIX` builds the library `bctk`,
//! shared and static, and installs it with its header and `bctk.pc`; the page `docs/linkers.md` shows what linkers do with it.
//!
//! ```c
//! #include <bctk.h>
//! #include <stdio.h>
//!
//! /* Prints the symbols of all modules in `size` bytes at `data`: bitcode, an archive, an object file. */
//! int print_symbols(const void *data, size_t size) {
//!     bctk_error *error = NULL;
//!     bctk_file *file = NULL;
//!     bctk_status status = bctk_open_borrowed(data, size, NULL, &file, &error);
//!     for (size_t m = 0; status == BCTK_OK && m < bctk_file_module_count(file); m++) {
//!         bctk_symbols *symbols = NULL;
//!         status = bctk_module_symbols(bctk_file_module(file, m), 0, &symbols, &error);
//!         for (size_t s = 0; s < bctk_symbols_count(symbols); s++) {
//!             bctk_symbol symbol = {.size = sizeof symbol};
//!             if (bctk_symbols_get(symbols, s, &symbol, NULL) == BCTK_OK)
//!                 printf("%c %.*s\n", symbol.flags & BCTK_SYMBOL_UNDEFINED ? 'U' : 'D',
//!                        (int)symbol.name.size, symbol.name.data);
//!         }
//!         bctk_symbols_free(symbols);
//!     }
//!     if (status != BCTK_OK)
//!         fprintf(stderr, "%s\n", bctk_error_message(error).data);
//!     bctk_error_free(error);
//!     bctk_file_free(file);
//!     return status;
//! }
//! ```
//!
//! # Conventions
//!
//! * What a call makes is a handle, which its `_free` function frees; null is freed, too. Modules belong to their file.
//! * A function that can fail returns a [`bctk_status`](types::bctk_status). The last argument is a place for a
//!   [`bctk_error`](error::bctk_error), which the caller frees, or null: it has the message and the place in the bitcode or text. If a call
//!   fails, what it would have made is null; if it succeeds, the error is.
//! * Functions that only ask a handle cannot fail: for null, they return nothing (0, an empty string).
//! * Structures begin with their size, which the caller sets, so that later versions can add fields. Enumerations and flags that a caller
//!   passes are numbers, and unknown ones are refused. Releases of LLVM are numbers: 17 is LLVM 17, 307 is LLVM 3.7.
//! * Nothing depends on global state: not on the environment, the locale, the terminal or earlier calls. Nothing is read but the bytes
//!   that are given, and nothing is written. Without the feature `rayon`, no threads are started.
//! * Handles do not change once they are made, so any number of threads may use one at a time; only `_free` must be the last use.
//! * Null pointers, pointers that are not aligned, wrong sizes and wrong numbers are `BCTK_INVALID_ARGUMENT`. That other pointers point to what
//!   they should is up to the caller, as always in C.
//! * A thread that calls should have a stack of 1 MB. The deepest inputs that were tried took less than 256 KB of it.
//! * A fault of bctk itself is `BCTK_INTERNAL`; a panic never crosses the border (but Rust prints a line about it). Only if memory
//!   runs out, the process ends, as those of Rust do.
//!
//! In Rust, the crate `bctk` is what one uses. From here, one can call what C calls:
//!
//! ```
//! use bctk_capi::{error::*, file::*, types::*};
//! use std::ptr::null_mut;
//!
//! let text = "define void @f() {\n  ret void\n}\n";
//! let (mut file, mut error) = (null_mut(), null_mut());
//! unsafe {
//!     let status = bctk_open(text.as_ptr().cast(), text.len(), std::ptr::null(), &mut file, &mut error);
//!     assert_eq!(status, bctk_status::BCTK_OK);
//!     assert_eq!(bctk_file_module_count(file), 1);
//!     bctk_file_free(file);
//!     bctk_error_free(error);
//! }
//! ```
#![deny(clippy::undocumented_unsafe_blocks)]
// The names are those of C, and what callers must keep to is said once, above.
#![allow(non_camel_case_types, clippy::missing_safety_doc, clippy::upper_case_acronyms)]

pub mod convert;
pub mod error;
pub mod file;
mod guard;
pub mod options;
pub mod report;
pub mod symbols;
#[cfg_attr(not(feature = "text"), path = "no_texts.rs")]
mod texts;
pub mod types;
pub mod verify;
pub mod version;

/// Handles are used by several threads.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<error::bctk_error>();
    shared::<file::bctk_file>();
    shared::<file::bctk_identity>();
    shared::<symbols::bctk_symbols>();
    shared::<convert::bctk_buffer>();
    shared::<report::bctk_report>();
    shared::<verify::bctk_findings>();
};

//! LLVM bitstreams and LLVM bitcode: cursor, events, record schema, reader and writer.
#![forbid(unsafe_code)]

pub mod bits;
pub mod container;
pub mod error;
pub mod limits;
pub mod read;
pub mod schema;
pub mod stream;

pub use error::{Error, ErrorKind, Result};
pub use read::{ReadOptions, modules, read, read_module};

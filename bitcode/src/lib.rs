//! LLVM bitstreams and LLVM bitcode: cursor, events, record schema, reader and writer.
#![forbid(unsafe_code)]

pub mod bits;
pub mod container;
pub mod error;
pub mod limits;
pub mod schema;
pub mod stream;

pub use error::{Error, ErrorKind, Result};

//! Reads and writes LLVM bitstreams without LLVM: bits, blocks, records and abbreviations.
//!
//! A bitstream is the container that LLVM uses for bitcode, and that clang uses for precompiled headers (`.pch`), serialized
//! diagnostics (`.dia`) and optimization remarks. This crate reads and writes any of them. It knows no record of LLVM IR:
//! `bctk-bitcode` does, and passes the names of blocks and records in through [`stream::Names`].
//!
//! * [`bits`]: a cursor that reads bits, a sink that writes them.
//! * [`stream`]: blocks, records and abbreviations, either decoded record by record or as events that copy without loss.
//! * [`wrapper`]: the header that Apple's tools write before bitcode.
//! * [`align`](mod@align): common elements of two sequences of hashes, to compare streams.
//! * [`Error`]: an error in a stream and its position. [`limits`] bounds what a stream may ask for.
//!
//! A stream with one block and one record, written and read again:
//!
//! ```
//! use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader, StreamWriter, UNABBREV_RECORD};
//!
//! let mut writer = StreamWriter::new();
//! writer.magic(*b"TEST");
//! writer.enter_block(9, 3)?;
//! writer.record(UNABBREV_RECORD, 7, &[1, 2, 300], None)?;
//! writer.end_block()?;
//! let bytes = writer.finish()?;
//!
//! let mut reader = StreamReader::new(&bytes);
//! reader.seek_top_level(32)?; // past the magic number
//! let mut record = RecordBuf::new();
//! assert_eq!(reader.next(&mut record)?, Entry::SubBlock(9));
//! reader.enter()?;
//! assert_eq!(reader.next(&mut record)?, Entry::Record);
//! assert_eq!((record.code, &record.ops[..]), (7, &[1, 2, 300][..]));
//! assert_eq!(reader.next(&mut record)?, Entry::EndBlock);
//! # Ok::<(), bctk_bitstream::Error>(())
//! ```
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod align;
pub mod bits;
pub mod error;
pub mod stream;
pub mod wrapper;

pub use bctk_support::limits;
pub use error::{Error, ErrorKind, Result};

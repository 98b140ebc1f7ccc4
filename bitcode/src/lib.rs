//! LLVM bitstreams and LLVM bitcode, read and written without LLVM.
//!
//! The layers, each of which knows only those before it:
//!
//! * [`bits`]: a cursor that reads bits, a sink that writes them;
//! * [`stream`]: blocks, records and abbreviations of any bitstream (LLVM IR, clang's `.pch` and `.dia`, optimisation remarks), either decoded
//!   record by record or as events that copy without loss;
//! * [`schema`]: every record of LLVM bitcode as a typed struct, with its name and the versions that write it;
//! * [`read()`]: a module into the IR model of `bctk-ir`;
//! * [`write()`]: a module to the bytes that LLVM 22 writes;
//! * [`dump`]: what is in a stream, for those who look;
//! * [`container`]: what may stand around a bitstream. It knows bytes only.
//!
//! The functions of a module, by the schema alone:
//!
//! ```
//! use bctk_bitcode::schema::{self, Fields, Record, module};
//! use bctk_bitcode::stream::{Entry, RecordBuf, StreamReader};
//!
//! let data = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
//! let mut reader = StreamReader::new(&data).with_names(&schema::NAMES);
//! reader.seek_top_level(32)?; // past the magic number
//! let mut record = RecordBuf::new();
//! let (mut functions, mut bodies) = (0, 0);
//! loop {
//!     match reader.next(&mut record)? {
//!         Entry::SubBlock(0) => reader.read_block_info()?,
//!         Entry::SubBlock(module::ID) => reader.enter()?,
//!         Entry::SubBlock(block) => {
//!             bodies += usize::from(block == schema::function::ID);
//!             reader.skip()?; // by its length
//!         }
//!         Entry::Record if reader.block() == Some(module::ID) && record.code == module::Function::CODE => {
//!             let function = module::Function::decode(&mut Fields::in_module(&record.ops, true))
//!                 .map_err(|e| reader.locate(e, &record))?;
//!             functions += usize::from(!function.is_prototype);
//!         }
//!         Entry::Record | Entry::EndBlock => {}
//!         Entry::EndOfStream => break,
//!     }
//! }
//! assert_eq!((functions, bodies), (3, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod bits;
pub mod container;
pub mod dump;
pub mod error;
pub mod limits;
pub mod read;
pub mod schema;
pub mod stream;
mod symtab;
pub mod write;

pub use error::{Error, ErrorKind, Result};
pub use read::{ReadOptions, modules, read, read_module};
pub use write::{WriteOptions, write, write_modules, write_to};

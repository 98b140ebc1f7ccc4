//! Reads and writes LLVM bitcode without LLVM.
//!
//! Layers; each depends only on those above it in this list:
//!
//! * `bctk-bitstream`: bits, blocks, records and abbreviations of any bitstream;
//! * [`schema`]: every record of LLVM bitcode as a typed struct, with its name and the versions that write it;
//! * [`read()`]: a module into the IR model of `bctk-ir`;
//! * [`unrepresentable`]: constructs of a module that a version of LLVM cannot represent;
//! * [`write()`]: a module to the bytes that LLVM writes;
//! * [`symtab`]: the symbol table for linkers.
//!
//! Count functions with the schema alone:
//!
//! ```
//! use bctk_bitcode::schema::{self, Fields, Record, module};
//! use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
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
//!
//! Build a module with a function that adds two numbers, and write it as bitcode that LLVM reads:
//!
//! ```
//! use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
//! use bctk_ir::body::{BasicBlock, Body};
//! use bctk_ir::entity::{InstId, OptionalId};
//! use bctk_ir::global::{GlobalValue, GlobalKind};
//! use bctk_ir::inst::{Inst, OpFlags};
//! use bctk_ir::module::Module;
//! use bctk_ir::opcodes::BinOp;
//! use bctk_ir::types::Type;
//! use bctk_ir::value::Value;
//!
//! let mut module = Module::default();
//! let int = module.types.intern(Type::Int(32));
//! let pointer = module.types.intern(Type::Ptr(0));
//! let params = module.types.lists.push(&[int, int]);
//! let function_type = module.types.intern(Type::Function { ret: int, params, vararg: false });
//!
//! let name = module.strings.push(b"add");
//! let mut global = GlobalValue::declaration(name, function_type, pointer);
//! if let GlobalKind::Function(function) = &mut global.kind {
//!     function.body = Some(0);
//! }
//! module.globals.push(global);
//! module.bodies.push(Body {
//!     args: 2,
//!     // Locals: both arguments, then the sum.
//!     local_types: vec![int; 3],
//!     insts: vec![Inst::Bin { op: BinOp::Add, flags: OpFlags::NONE, lhs: Value::local(0), rhs: Value::local(1) }, Inst::Ret(OptionalId::some(Value::local(2)))],
//!     results: vec![OptionalId::some(2), OptionalId::NONE],
//!     blocks: vec![BasicBlock { first: InstId(0), end: InstId(2) }],
//!     ..Body::default()
//! });
//!
//! let bytes = write(&module, &WriteOptions::default())?;
//! let again = read(&bytes, &ReadOptions::default())?;
//! assert_eq!(again.bodies[0].insts, module.bodies[0].insts);
//! # Ok::<(), bctk_bitcode::Error>(())
//! ```
#![forbid(unsafe_code)]

mod demanded;
mod layout;
mod llvm_words;
pub mod read;
pub mod rewrite;
pub mod schema;
pub mod symtab;
pub mod write;

pub use bctk_bitstream::{Error, ErrorKind, Result, limits};
pub use demanded::{Undemanded, undemanded, undemanded_in};
#[doc(hidden)]
pub use llvm_words::llvm_words;

pub mod unrepresentable;
pub use bctk_ir::version::LlvmVersion;
pub use read::{
    DetachedModule, Facts, LazyModule, ReadOptions, SharedModule, facts, modules, read, read_lazily, read_module, read_module_with,
    read_summary,
};
pub use write::{WriteOptions, write, write_modules, write_to};

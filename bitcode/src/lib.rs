//! LLVM bitstreams and LLVM bitcode: cursor, events, record schema, reader and writer.
#![forbid(unsafe_code)]

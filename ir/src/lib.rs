//! The IR model of bctk: what a module of LLVM IR holds, independent of how it is written down.
#![forbid(unsafe_code)]

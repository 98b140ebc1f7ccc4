//! Any bytes as a file of modules: what can be read is written, edited, said in other versions of LLVM, or refused; what was written reads again.
#![no_main]

bctk_fuzz::target!("write");

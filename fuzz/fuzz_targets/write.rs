//! Arbitrary bytes as a file of modules: what can be read is written, edited, translated to other versions, or rejected; output can be read
//! again.
#![no_main]

bctk_fuzz::target!("write");

//! Arbitrary bytes as bitcode, converted to text with a description and back; and patches between any two files.
#![no_main]

bctk_fuzz::target!("loop");

//! Any bytes as bitcode that goes to text, with its description, and back; and patches between any two files.
#![no_main]

bctk_fuzz::target!("loop");

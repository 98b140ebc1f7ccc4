//! Arbitrary bytes as a module: reading gives a module or an error, and any module can be upgraded and printed in every way.
#![no_main]

bctk_fuzz::target!("print");

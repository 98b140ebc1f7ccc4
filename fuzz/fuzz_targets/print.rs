//! Any bytes as a module: reading ends in a module or an error, and a module that was read can be upgraded and printed in every way.
#![no_main]

bctk_fuzz::target!("print");

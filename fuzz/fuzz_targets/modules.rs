//! Arbitrary bytes as the choices that make a valid module: round trips through bitcode and text preserve it.
#![no_main]

bctk_fuzz::target!("modules");

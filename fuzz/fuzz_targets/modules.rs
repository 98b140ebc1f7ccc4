//! Any bytes as the choices that make a valid module: the ways through bitcode and text keep it.
#![no_main]

bctk_fuzz::target!("modules");

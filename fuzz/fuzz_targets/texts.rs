//! Arbitrary bytes as a text that becomes a module, a text again, and bitcode.
#![no_main]

bctk_fuzz::target!("texts");

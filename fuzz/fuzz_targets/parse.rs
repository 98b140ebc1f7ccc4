//! Arbitrary bytes as a text: parsing gives a module or errors with positions in the text, and so does a description below it.
#![no_main]

bctk_fuzz::target!("parse");

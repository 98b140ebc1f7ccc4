//! Any bytes as a text: parsing ends in a module or in faults that lie in the text, and so does what describes a file below it.
#![no_main]

bctk_fuzz::target!("parse");

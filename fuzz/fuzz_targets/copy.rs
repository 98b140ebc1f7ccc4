//! Any bytes as a bitstream: what the event reader accepts, the writer writes again bit for bit.
#![no_main]

bctk_fuzz::target!("copy");

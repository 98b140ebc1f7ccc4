//! Bytes that say what is read from other bytes: the bit cursor and `bitstream-io` read the same.
#![no_main]

bctk_fuzz::target!("cursor");

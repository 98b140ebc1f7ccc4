//! The input decides what to read from other bytes: the bit cursor and `bitstream-io` agree.
#![no_main]

bctk_fuzz::target!("cursor");

//! Arbitrary bytes in the views of bcdump and llvm-bcanalyzer, and compared with other bytes.
#![no_main]

bctk_fuzz::target!("dump");

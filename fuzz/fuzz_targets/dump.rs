//! Any bytes as bcdump and llvm-bcanalyzer show them, and what differs from other bytes.
#![no_main]

bctk_fuzz::target!("dump");

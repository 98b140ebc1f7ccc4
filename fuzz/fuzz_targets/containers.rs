//! Arbitrary bytes as a container: parts are within bounds; reads symbols, facts, summaries and single bodies of what is found.
#![no_main]

bctk_fuzz::target!("containers");

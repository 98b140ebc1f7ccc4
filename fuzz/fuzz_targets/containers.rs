//! Any bytes as a container: what is found lies within them; symbols, facts, summaries and single bodies of what is found.
#![no_main]

bctk_fuzz::target!("containers");

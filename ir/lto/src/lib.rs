//! Link-time optimisation of LLVM modules up to the optimiser: summaries of modules, thin links, and what a backend does first.
//!
//! Each part does what one of LLVM's tools does, so that its results are those of that tool.
#![forbid(unsafe_code)]

pub mod backend;
mod dense;
pub mod summarize;
pub mod thin;

//! Link-time optimisation of modules up to the optimiser, with LLVM's results.
pub mod summarize;

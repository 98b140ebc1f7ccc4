//! Link-time optimisation up to the optimiser, as LLVM's tools do it.
pub mod backend;

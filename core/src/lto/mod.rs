//! Link-time optimisation up to the optimiser, of files.
pub mod backend;
pub mod summarize;
pub mod thin;

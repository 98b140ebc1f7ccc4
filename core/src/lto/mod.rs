//! Link-time optimisation up to the optimiser, of files.
pub mod thin;

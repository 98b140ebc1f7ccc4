//! Showing what is in a bitstream.
pub mod analyzer;

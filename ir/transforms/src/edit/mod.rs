//! Changes on request: remove debug information or names, and extract functions into a module of their own.
mod dead_debug;
mod extract;
mod live;
mod strip;

pub use extract::{Unknown, extract};
pub use strip::{strip_debug, strip_names};

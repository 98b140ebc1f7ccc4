//! Containers around bitstreams: they know bytes only.
pub mod wrapper;

pub use wrapper::{Wrapper, strip_wrapper};

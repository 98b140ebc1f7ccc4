//! The limits of this crate: those of [`bctk_support::limits`], with all others.
pub use bctk_support::limits::{LimitName, Limits};

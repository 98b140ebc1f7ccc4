//! The limits of this crate: those of [`bctk_ir::limits`], with all others.
pub use bctk_ir::limits::{LimitName, Limits};

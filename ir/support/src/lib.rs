//! Utilities of the bctk crates: limits on untrusted input, parallel helpers, decimal and escaped text, and the sort of libstdc++.
//!
//! ```
//! use bctk_support::limits::Limits;
//! let limits = Limits { block_depth: 8, ..Limits::default() };
//! assert!(limits.block_depth < Limits::default().block_depth);
//! ```
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod fast;
pub mod hash;
#[doc(hidden)]
pub mod introsort;
pub mod limits;
pub mod near;
#[doc(hidden)]
pub mod parallel;
#[doc(hidden)]
pub mod slices;
#[doc(hidden)]
pub mod text;

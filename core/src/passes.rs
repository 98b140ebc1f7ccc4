//! Passes over modules under LLVM's names, such as `internalize` and `globaldce`.
pub use bctk_passes::{Changes, globaldce, strip_dead_debug_info, strip_dead_prototypes};

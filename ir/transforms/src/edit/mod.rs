//! Changes on request: remove debug information or names, extract functions into a module of their own, complete what a text leaves out.
mod dead_debug;
mod extract;
mod incomplete;
mod live;
mod strip;

pub use dead_debug::{strip as strip_dead_debug_info, strip_with as strip_dead_debug_info_with};
pub use extract::{Extraction, Unknown, declare_others, extract, held_by_deleted};
pub use incomplete::{called_types, drop_unknown_metadata};
pub use strip::{strip_debug, strip_names};

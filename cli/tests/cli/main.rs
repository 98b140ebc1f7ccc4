//! Tests of `bcconv` and `bcdump` that compute something: properties, edits, damage, whole folders. What runs a tool on a small file and looks at
//! what it prints is a file in `tests/cli` at the top of the workspace.

#[path = "../support/mod.rs"]
mod support;

mod bcanalyzer;
mod bcdump;
mod behaviour;
mod bridge;
mod containers;
mod demands;
mod dialect;
mod diff;
mod editing;
mod edits;
mod git;
mod guids;
mod html;
mod kinds_of_edits;
mod lossless;
mod named;
mod native;
mod newer;
mod objcopy;
mod objcopy_native;
mod old;
mod old_attributes;
mod oldest;
#[cfg(unix)]
#[cfg(unix)]
mod outputs;
mod releases;
mod summary;
mod use_lists;
mod writing;

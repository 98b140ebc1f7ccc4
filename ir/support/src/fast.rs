//! A switch for the fast paths, for tests: what they do, the careful paths do as well.
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static IS_ON: AtomicBool = AtomicBool::new(true);

/// Whether fast paths are taken. Readers, parsers, printers and writers ask when they are made.
pub fn is_on() -> bool {
    IS_ON.load(Relaxed)
}

/// Turns the fast paths off or on, for the whole program.
pub fn turn(on: bool) {
    IS_ON.store(on, Relaxed);
}

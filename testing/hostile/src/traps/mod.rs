//! Complexity cases: inputs of any size that would take a quadratic algorithm minutes. Readers must need linear time and memory.
//!
//! A case is named after what it repeats. Its `size` is chosen so that a linear algorithm takes well under a second, and a quadratic one over a
//! minute at four times the size. `testing/hostile/tests/traps.rs` compares allocations at two sizes; `cargo run --release -p bctk-hostile --bin traps` measures.
use crate::oracles::{BITCODE, Oracle, TEXT};
use bctk_bitcode::write::{WriteOptions, write_modules};
use bctk_textual::{ParseOptions, parse};
use bctk_transforms::upgrade::upgrade_parsed;

mod bitcode;
mod bodies;
mod debug;
mod faults;
mod globals;
mod hashes;
mod types;
mod upgrades;
mod verifier;

/// An input of any size.
#[derive(Clone, Copy, Debug)]
pub struct Trap {
    /// The item that is repeated, nested or misstated.
    pub name: &'static str,
    /// How often, for a test.
    pub size: usize,
    /// Whether it is a text; else it is bitcode.
    pub is_text: bool,
    /// Makes it.
    pub make: fn(usize) -> Vec<u8>,
}

/// A text.
const fn text(name: &'static str, size: usize, make: fn(usize) -> Vec<u8>) -> Trap {
    Trap { name, size, is_text: true, make }
}

/// Bitcode.
const fn bitcode(name: &'static str, size: usize, make: fn(usize) -> Vec<u8>) -> Trap {
    Trap { name, size, is_text: false, make }
}

/// All traps.
pub fn traps() -> impl Iterator<Item = &'static Trap> {
    [
        types::TRAPS,
        globals::TRAPS,
        bodies::TRAPS,
        debug::TRAPS,
        faults::TRAPS,
        hashes::TRAPS,
        upgrades::TRAPS,
        verifier::TRAPS,
        bitcode::TRAPS,
    ]
    .into_iter()
    .flatten()
}

impl Trap {
    /// The inputs of this size, each with the entry points that take it: a text also as the bitcode that it becomes.
    pub fn inputs(&self, size: usize) -> Vec<(Vec<u8>, &'static [Oracle])> {
        let bytes = (self.make)(size);
        if !self.is_text {
            return vec![(bytes, BITCODE)];
        }
        let assembled = assemble(&bytes);
        let mut inputs = vec![(bytes, TEXT)];
        inputs.extend(assembled.map(|bytes| (bytes, BITCODE)));
        inputs
    }
}

/// The bitcode of a text, if it is one that can be written.
pub fn assemble(text: &[u8]) -> Option<Vec<u8>> {
    let mut module = parse(text, &ParseOptions::default()).ok()?;
    upgrade_parsed(&mut module, bctk_ir::version::LlvmVersion::NEWEST);
    write_modules(&[&module], &WriteOptions::default()).ok()
}

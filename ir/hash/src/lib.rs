//! Hashes of functions that differ only where their code does.
//!
//! ```
//! use bctk_hash::Hasher;
//! use bctk_ir::module::Module;
//!
//! /// How many functions of a module have the code of another one.
//! fn twins(module: &Module) -> usize {
//!     let mut hasher = Hasher::without_debug();
//!     let mut seen = std::collections::HashSet::new();
//!     let bodies = module.functions().filter_map(|(id, _, function)| Some((id, module.body(function)?)));
//!     bodies.filter_map(|(id, body)| hasher.function(module, id, body)).filter(|hashes| !seen.insert(hashes.normalized)).count()
//! }
//! assert_eq!(twins(&Module::default()), 0);
//! ```
//!
#![doc = include_str!("format.md")]
#![forbid(unsafe_code)]

mod constants;
mod metadata;
mod opcodes;
mod types;
mod write;

pub use opcodes::{OPCODES, opcode};

use bctk_ir::body::Body;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use std::fmt::Write;
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

/// The version of the hashes.
pub const VERSION: u32 = 1;
/// What is hashed, and how: this page.
pub const FORMAT: &str = include_str!("format.md");
/// How deep nodes of metadata are compared.
pub const DEPTH: u8 = 8;

/// The hashes of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashes {
    /// All of it; none from a hasher that leaves debug information out.
    pub all: Option<u128>,
    /// Without debug information.
    pub no_debug: u128,
    /// Only code and the names of what it refers to.
    pub code: u128,
    /// Only code.
    pub normalized: u128,
}

/// A hash as the columns have it: 32 hexadecimal digits.
pub fn hex(hash: u128) -> String {
    let mut text = String::with_capacity(32);
    // Writing to a string does not fail.
    let _ = write!(text, "{hash:032x}");
    text
}

/// A short hash of a thing within a part.
fn short(bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, u64::from(VERSION))
}

fn long(bytes: &[u8]) -> u128 {
    xxh3_128_with_seed(bytes, u64::from(VERSION))
}

/// A part of a function.
#[derive(Default)]
struct Part(Vec<u8>);

impl Part {
    fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }
    /// A number: seven bits a byte, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
    fn hash(&mut self, hash: u64) {
        self.0.extend_from_slice(&hash.to_le_bytes());
    }
    fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text);
    }
}

/// A number for each thing of a table, given in the order in which a function names them first.
#[derive(Default)]
struct Order {
    /// The function that numbered the thing last, and its number there.
    numbers: Vec<(u32, u32)>,
    function: u32,
    next: u32,
}

impl Order {
    fn begin(&mut self) {
        self.function = self.function.wrapping_add(1);
        self.next = 0;
    }
    /// The number, and whether the thing has not occurred before.
    fn of(&mut self, index: usize) -> (u32, bool) {
        if index >= self.numbers.len() {
            self.numbers.resize(index + 1, (0, 0));
        }
        match &mut self.numbers[index] {
            (function, number) if *function == self.function => (*number, false),
            slot => {
                *slot = (self.function, self.next);
                self.next += 1;
                (self.next - 1, true)
            }
        }
    }
}

/// Hashes the functions of one module. It keeps what functions share: types, constants, attributes, metadata.
#[derive(Default)]
pub struct Hasher {
    types: types::Types,
    constants: constants::Constants,
    local_constants: constants::Constants,
    metadata: metadata::Nodes,
    attributes: types::Attributes,
    globals: Order,
    type_order: Order,
    code: Part,
    callees: Part,
    type_names: Part,
    place: Part,
    own_names: Part,
    debug: Part,
    no_debug: bool,
    /// The number of each local in the order of the instructions.
    locals: Vec<u32>,
}

impl Hasher {
    /// For the functions of a module.
    pub fn new() -> Hasher {
        Hasher::default()
    }

    /// For the functions of a module, but not for their debug information, which is more than half of the work where there is some.
    pub fn without_debug() -> Hasher {
        Hasher { no_debug: true, ..Hasher::default() }
    }

    /// Hashes the function `id` of `module`, whose body is `body`.
    pub fn function(&mut self, module: &Module, id: GlobalId, body: &Body) -> Option<Hashes> {
        self.write_function(module, id, body)?;
        let mut joined = Vec::with_capacity(6 * 16);
        let mut add = |part: &Part| {
            joined.extend_from_slice(&long(&part.0).to_le_bytes());
            long(&joined)
        };
        let normalized = add(&self.code);
        let code = add(&self.callees);
        add(&self.type_names);
        add(&self.place);
        let no_debug = add(&self.own_names);
        let all = (!self.no_debug).then(|| add(&self.debug));
        Some(Hashes { all, no_debug, code, normalized })
    }
}

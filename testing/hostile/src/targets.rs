//! The fuzz targets: each runs some of the oracles on its input, and all of them together run every one. `fuzz/` builds programs from them.
use crate::oracles::{self, Oracle};
use crate::{bitstream, tokens};
use bctk_generate::numbers::Numbers;

/// The input of a target, which determines its structured mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Bitcode or any other bitstream.
    Bitcode,
    /// LLVM assembly.
    Text,
    /// Bytes that control the test.
    Bytes,
}

/// A target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is that of the program in `fuzz/`, too.
    pub name: &'static str,
    /// Its input.
    pub input: Input,
    /// Names of the oracles that it runs; none if its program does all.
    pub oracles: &'static [&'static str],
}

/// All targets; every oracle is in one of them.
pub const TARGETS: &[Target] = &[
    Target { name: "copy", input: Input::Bitcode, oracles: &["stream", "copy"] },
    Target { name: "cursor", input: Input::Bytes, oracles: &["cursor"] },
    Target { name: "print", input: Input::Bitcode, oracles: &["print"] },
    Target { name: "write", input: Input::Bitcode, oracles: &["write", "rewrite", "edit", "translate", "dialects", "verify"] },
    Target { name: "loop", input: Input::Bitcode, oracles: &["restore", "text and back", "patch"] },
    Target { name: "containers", input: Input::Bitcode, oracles: &["containers", "archives", "symbols", "inspect", "lazy"] },
    Target { name: "dump", input: Input::Bitcode, oracles: &["dump", "analyze", "diff"] },
    Target { name: "parse", input: Input::Text, oracles: &["parse", "description"] },
    Target { name: "texts", input: Input::Text, oracles: &["text to text", "assemble", "verify text"] },
    Target { name: "modules", input: Input::Bytes, oracles: &["generated"] },
    // Its program calls the C API, which no crate here knows.
    Target { name: "capi", input: Input::Bitcode, oracles: &[] },
];

impl Input {
    /// All oracles for such inputs.
    pub fn oracles(self) -> &'static [Oracle] {
        match self {
            Input::Bitcode => oracles::BITCODE,
            Input::Text => oracles::TEXT,
            Input::Bytes => oracles::BYTES,
        }
    }

    /// The file names of such inputs.
    pub fn extension(self) -> &'static str {
        match self {
            Input::Bitcode => "bc",
            Input::Text => "ll",
            Input::Bytes => "bin",
        }
    }

    /// Damages an input by its structure; none where it has none that is known.
    pub fn mutate(self, data: &[u8], seed: u64) -> Option<Vec<u8>> {
        let mut numbers = Numbers::new(seed);
        match self {
            Input::Bitcode => Some(bitstream::mutate(data, &mut numbers)),
            Input::Text => Some(tokens::mutate(data, &mut numbers)),
            Input::Bytes => None,
        }
    }
}

impl Target {
    /// The target with this name.
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Runs its oracles on `data`; what does not hold is a panic.
    pub fn run(&self, data: &[u8]) {
        for oracle in self.input.oracles().iter().filter(|oracle| self.oracles.contains(&oracle.name)) {
            (oracle.check)(data);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_oracle_is_in_one_target() {
        for input in [Input::Bitcode, Input::Text, Input::Bytes] {
            let mut wanted: Vec<&str> = input.oracles().iter().map(|oracle| oracle.name).collect();
            let mut found: Vec<&str> =
                TARGETS.iter().filter(|target| target.input == input).flat_map(|target| target.oracles).copied().collect();
            wanted.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, wanted, "{input:?}");
        }
    }

    #[test]
    fn every_target_is_a_program() {
        let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/Cargo.toml")).expect("a manifest");
        let programs: Vec<&str> = manifest
            .lines()
            .skip_while(|line| *line != "[[bin]]")
            .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
            .collect();
        assert_eq!(programs, TARGETS.iter().map(|target| target.name).collect::<Vec<_>>());
    }
}

//! Names: plain, unusual, and none.
use crate::draw::Gen;
use bctk_ir::strings::{LocalStr, OfBody, Str, Strings};
use hashbrown::HashSet;

const PLAIN: &[&str] = &["a", "b", "x", "tmp", "value", "loop.body", "entry", "if.then", "_ZN1a1bEv", "$x", "-dash", "x.y_z$1"];

impl Gen<'_, '_> {
    /// Bytes of a name; none for a numbered value. Names hold no zero byte and are no intrinsic's.
    pub(crate) fn name_bytes(&mut self) -> Vec<u8> {
        match self.below(8) {
            0 | 1 => Vec::new(),
            2 => {
                // Of any bytes: blanks, quotes, backslashes, what is not UTF-8, digits at the front.
                let len = 1 + self.below(6);
                (0..len).map(|_| 1 + self.below(255) as u8).collect()
            }
            3 => {
                let base = self.pick(PLAIN);
                format!("{base}{}", self.below(100)).into_bytes()
            }
            4 if self.chance(1, 3) => "long".repeat(1 + self.below(80)).into_bytes(),
            5 => self.below(1000).to_string().into_bytes(),
            _ => self.pick(PLAIN).as_bytes().to_vec(),
        }
    }

    /// A name that no other global value has.
    pub(crate) fn global_name(&mut self) -> Str {
        let name = self.name_bytes();
        self.unused_name(name)
    }

    /// A name that begins as `wanted`; empty if that is.
    pub(crate) fn unused_name(&mut self, wanted: Vec<u8>) -> Str {
        if wanted.is_empty() {
            return Str::EMPTY;
        }
        let mut name = wanted.clone();
        let mut n = 0;
        while !self.taken.insert(name.clone()) {
            n += 1;
            name = [&wanted[..], n.to_string().as_bytes()].concat();
        }
        self.text(&name)
    }

    /// A name that no other value or block of a body has.
    pub(crate) fn local_name(&mut self, taken: &mut HashSet<Vec<u8>>, names: &mut Strings<OfBody>) -> LocalStr {
        let wanted = self.name_bytes();
        if wanted.is_empty() {
            return Str::EMPTY;
        }
        let mut name = wanted.clone();
        let mut n = 0;
        while !taken.insert(name.clone()) {
            n += 1;
            name = [&wanted[..], n.to_string().as_bytes()].concat();
        }
        names.push(&name)
    }

    /// Bytes of a string that may hold anything.
    pub(crate) fn string_bytes(&mut self) -> Vec<u8> {
        match self.below(4) {
            0 => {
                let len = self.below(8);
                (0..len).map(|_| self.below(256) as u8).collect()
            }
            1 => Vec::new(),
            _ => self.pick(PLAIN).as_bytes().to_vec(),
        }
    }
}

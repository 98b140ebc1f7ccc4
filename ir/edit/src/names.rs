//! Unique names in a body.
use bctk_ir::body::Body;
use hashbrown::HashSet;

/// The names in a body, for new ones.
#[derive(Debug, Default)]
pub struct Names {
    there: HashSet<Vec<u8>>,
    /// The last number that was added to a name.
    last: u32,
}

impl Names {
    /// The names that a body has.
    pub fn of(body: &Body) -> Names {
        let all = body.local_names.iter().chain(&body.block_names);
        let there = all.map(|&name| body.names.get(name).to_vec()).filter(|name| !name.is_empty()).collect();
        Names { there, last: 0 }
    }

    /// A name based on `name` that nothing has, with a number if necessary. The numbers count on, whatever the name, as in LLVM's symbol
    /// tables.
    pub fn unused(&mut self, name: &[u8]) -> Vec<u8> {
        let mut unused = name.to_vec();
        while !self.there.insert(unused.clone()) {
            self.last += 1;
            unused = [name, self.last.to_string().as_bytes()].concat();
        }
        unused
    }

    /// Forgets a name, which nothing has any more.
    pub fn remove(&mut self, name: &[u8]) {
        self.there.remove(name);
    }
}

//! The address spaces in a data layout string (LangRef, "Data Layout").

mod check;
mod grammar;
mod sizes;

pub use check::check;
pub use sizes::{DataLayout, Layouts, TypeSource};

/// Address spaces in a data layout: `A` for allocas, `G` for globals, `P` for programs, and names of pointer layouts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressSpaces {
    /// The address space of `alloca`.
    pub alloca: u32,
    /// The default address space of global variables.
    pub globals: u32,
    /// The default address space of functions.
    pub program: u32,
    named: Vec<(Vec<u8>, u32)>,
}

impl AddressSpaces {
    /// The address spaces of `layout`; other specifications are ignored.
    pub fn parse(layout: &[u8]) -> AddressSpaces {
        let mut spaces = AddressSpaces::default();
        for specification in grammar::specifications(layout).flatten() {
            let own = match specification.key {
                b'A' => &mut spaces.alloca,
                b'G' => &mut spaces.globals,
                b'P' => &mut spaces.program,
                b'p' => {
                    let head = grammar::pointer_head(specification.head);
                    if let (Some(name), Some(space)) = (head.name(), grammar::number(head.space)) {
                        spaces.named.push((name.to_vec(), space));
                    }
                    continue;
                }
                _ => continue,
            };
            *own = grammar::number(specification.text).unwrap_or(*own);
        }
        spaces
    }

    /// The number of `addrspace("name")`.
    pub fn named(&self, name: &[u8]) -> Option<u32> {
        match name {
            b"A" => Some(self.alloca),
            b"G" => Some(self.globals),
            b"P" => Some(self.program),
            _ => self.named.iter().find(|(n, _)| n == name).map(|&(_, space)| space),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AddressSpaces;

    #[test]
    fn spaces_of_a_layout() {
        let spaces = AddressSpaces::parse(b"e-p:64:64-p3(shared):32:32-A5-G1-P200-n32");
        assert_eq!((spaces.alloca, spaces.globals, spaces.program), (5, 1, 200));
        assert_eq!(spaces.named(b"shared"), Some(3));
        assert_eq!(spaces.named(b"A"), Some(5));
        assert_eq!(spaces.named(b"x"), None);
    }
}

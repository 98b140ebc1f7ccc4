//! How often each opcode occurs.
use bctk_hash::OPCODES;

/// A count for each opcode.
#[derive(Clone)]
pub(crate) struct Counts([u32; OPCODES.len()]);

impl Counts {
    pub(crate) const NONE: Counts = Counts([0; OPCODES.len()]);

    pub(crate) fn add(&mut self, opcode: usize) {
        if let Some(count) = self.0.get_mut(opcode) {
            *count = count.saturating_add(1);
        }
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }
    /// The sum for opcodes of these names.
    pub(crate) fn of(&self, names: &[&str]) -> u32 {
        OPCODES.iter().zip(self.0).filter(|(name, _)| names.contains(name)).map(|(_, count)| count).sum()
    }
}

//! How much of the string table may be names: they may overlap there, so that a small file could ask for far more than it holds.
use crate::error::{Error, Result};
use crate::limits::{LimitName, Limits};

/// What names have taken so far.
pub(super) struct NameRoom {
    taken: u64,
    most: u64,
    strtab: usize,
}

impl NameRoom {
    /// For the names of a stream of `size` bytes with a string table of `strtab` bytes.
    pub(super) fn new(limits: &Limits, size: usize, strtab: usize) -> NameRoom {
        let most = limits.names_per_byte.saturating_mul((size + strtab) as u64).saturating_add(limits.names);
        NameRoom { taken: 0, most, strtab }
    }

    /// Takes `size` bytes for a name.
    ///
    /// # Errors
    /// If the limit `names` is exceeded.
    pub(super) fn take(&mut self, size: u64, limits: &Limits) -> Result<()> {
        self.taken = self.taken.saturating_add(size);
        match self.taken > self.most {
            true => {
                let what = format_args!("names of {} bytes in a STRTAB of {}", self.taken, self.strtab);
                Err(Error::beyond(LimitName::Names, limits, what))
            }
            false => Ok(()),
        }
    }
}

//! The budget for names in the string table: they may overlap, so a small file could ask for far more than it contains.
use super::part::ModulePart;
use crate::limits::{LimitName, Limits};
use bctk_bitstream::{Error, Result};

/// What names have taken so far.
pub(super) struct NameBudget {
    taken: u64,
    most: u64,
    strtab: usize,
}

impl NameBudget {
    /// For the names of the module at `part` with a string table of `strtab` bytes. The modules of a file share the budget of the file,
    /// because all names may be in memory at once.
    pub(super) fn new(limits: &Limits, part: &ModulePart<'_>, strtab: usize) -> NameBudget {
        let own = part.size + strtab as u64 / u64::from(part.sharing.max(1));
        let most = limits.names_per_byte.saturating_mul(own).saturating_add(limits.names / u64::from(part.modules.max(1)));
        NameBudget { taken: 0, most, strtab }
    }

    /// Takes `size` bytes for a name.
    ///
    /// # Errors
    /// If the limit `names` is exceeded.
    pub(super) fn take(&mut self, size: u64, limits: &Limits) -> Result<()> {
        self.taken = self.taken.saturating_add(size);
        if self.taken <= self.most {
            return Ok(());
        }
        Err(Error::beyond(LimitName::Names, limits, format_args!("names of {} bytes in a STRTAB of {}", self.taken, self.strtab)))
    }
}

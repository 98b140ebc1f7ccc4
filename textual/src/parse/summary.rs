//! Entries of a ThinLTO summary.

use super::Parser;
use crate::error::Result;

impl Parser<'_, '_> {
    /// `^0 = …`, of which the number is at hand (top level only).
    pub(crate) fn summary_entry(&mut self) -> Result<()> {
        Err(self.error("not yet"))
    }
}

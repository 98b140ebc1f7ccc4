//! ThinLTO summary entries (`AssemblyWriter::printModuleSummaryIndex`, LLVM 22).

use super::operand::Printer;

impl Printer<'_, '_> {
    /// Writes the summary entries of the module, if it has any.
    pub(super) fn summary(&mut self) {}
}

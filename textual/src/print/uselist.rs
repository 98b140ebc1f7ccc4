//! Use-list order directives (`AssemblyWriter::printUseLists`, LLVM 22).

use super::operand::Printer;
use bctk_ir::text::write_u32;
use bctk_ir::uselist::UseOrder;

impl<'m> Printer<'_, 'm> {
    /// Writes the directives of a body or, with `in_function` false, of the module; nothing unless the options ask for them.
    pub(super) fn use_orders(&mut self, orders: &'m [UseOrder], in_function: bool) {
        if !self.ctx.options.preserve_uselistorder || orders.is_empty() {
            return;
        }
        self.text(b"\n; uselistorder directives\n");
        for order in orders {
            if in_function {
                self.text(b"  ");
            }
            self.text(b"uselistorder ");
            self.typed(order.value);
            self.text(b", { ");
            for (i, &index) in order.indexes.iter().enumerate() {
                if i != 0 {
                    self.text(b", ");
                }
                write_u32(&mut self.out, index);
            }
            self.text(b" }\n");
        }
    }
}

//! Use-list order directives (`AssemblyWriter::printUseLists`, LLVM 22).

use super::operand::Printer;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::ValueKind;
use bctk_support::text::write_u32;

impl<'m> Printer<'_, 'm> {
    /// Writes the directives at the end of the body with this index.
    pub(super) fn body_use_orders(&mut self, body: u32) {
        let Some(orders) = self.ctx.directives.bodies.get(body as usize) else { return };
        if orders.is_empty() {
            return;
        }
        self.text(b"\n; uselistorder directives\n");
        for order in orders {
            self.text(b"  uselistorder ");
            self.typed(order.value);
            self.indexes(order);
        }
    }

    /// Writes the directives at the end of the module.
    pub(super) fn module_use_orders(&mut self) {
        let orders = &self.ctx.directives.module;
        if orders.is_empty() {
            return;
        }
        self.text(b"\n; uselistorder directives\n");
        for (order, body) in orders {
            let body = body.and_then(|index| self.ctx.module.bodies.get(index as usize));
            self.body = body;
            match (order.value.kind(), body) {
                (ValueKind::Block(_), Some(body)) => {
                    self.enter(body);
                    self.text(b"uselistorder_bb ");
                    let function = self.ctx.module.functions().find(|(_, _, f)| {
                        f.body.is_some_and(|b| self.ctx.module.bodies.get(b as usize).is_some_and(|b| std::ptr::eq(b, body)))
                    });
                    if let Some((id, _, _)) = function {
                        self.text(self.ctx.global_name(id));
                    }
                    self.text(b", ");
                    self.value(order.value);
                }
                _ => {
                    self.text(b"uselistorder ");
                    self.typed(order.value);
                }
            }
            self.indexes(order);
        }
        self.body = None;
    }

    fn indexes(&mut self, order: &UseOrder) {
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

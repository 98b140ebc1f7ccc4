//! Use-list orders that differ from those of a reader.
use crate::draw::Gen;
use bctk_ir::body::Body;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use bctk_uselist::fill_predecessors;

impl Gen<'_, '_> {
    /// States orders for some values of bodies.
    pub(crate) fn use_lists(&mut self) {
        if !self.options.use_list_orders || !self.chance(1, 3) {
            return;
        }
        for at in 0..self.m.bodies.len() {
            let counts = use_counts(&self.m.bodies[at]);
            for (local, count) in counts.into_iter().enumerate() {
                if count < 2 || !self.chance(1, 3) {
                    continue;
                }
                let indexes = self.permutation(count);
                if !indexes.is_sorted() {
                    self.m.bodies[at].provenance.use_orders.push(UseOrder { value: Value::local(local as u32), indexes });
                }
            }
            fill_predecessors(&mut self.m.bodies[at]);
        }
    }

    fn permutation(&mut self, count: u32) -> Vec<u32> {
        let mut rest: Vec<u32> = (0..count).collect();
        (0..count)
            .map(|_| {
                let at = self.below(rest.len());
                rest.remove(at)
            })
            .collect()
    }
}

/// How often each local is used.
fn use_counts(body: &Body) -> Vec<u32> {
    let mut counts = vec![0; body.local_types.len()];
    for inst in &body.insts {
        operands(inst, body, |_, value| {
            if let ValueKind::Local(local) = value.kind() {
                counts[local as usize] += 1;
            }
        });
    }
    counts
}

//! The number of uses of each global value: operands of instructions, of constants and of other global values. Metadata does not count.
use super::constants::{Constants, Node};
use super::forms::Forms;
use bctk_ir::entity::OptionalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;

/// The number of uses of each global value of `module`, by index (`Value::getNumUses` of a module that LLVM has read).
///
/// In LLVM, equal constants are one object, even in different functions, so their operands are used only once.
pub fn use_counts(module: &Module) -> Vec<u32> {
    let constants = Constants::new(module, Forms::of(module));
    let mut counter = Counter { constants, seen: Vec::new(), counts: vec![0; module.globals.len()] };
    for global in &module.globals {
        match &global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.get().into_iter().for_each(|value| counter.add(value)),
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => counter.add(*value),
            GlobalKind::Function(function) => [function.prefix, function.prologue, function.personality]
                .into_iter()
                .filter_map(OptionalId::get)
                .for_each(|v| counter.add(v)),
        }
    }
    // A constant that only metadata names exists as well.
    for item in &module.metadata.items {
        if let Metadata::Value { value, .. } = *item
            && let ValueKind::Const(_) = value.kind()
        {
            counter.add(value);
        }
    }
    for (index, body) in module.bodies.iter().enumerate() {
        counter.constants.enter_body(index as u32);
        for inst in &body.insts {
            operands(inst, body, |_, value| counter.add(value));
        }
    }
    counter.counts
}

struct Counter<'m> {
    constants: Constants<'m>,
    /// Constants whose own operands are counted.
    seen: Vec<bool>,
    counts: Vec<u32>,
}

impl Counter<'_> {
    /// A use of `value`.
    fn add(&mut self, value: Value) {
        let node = self.constants.node(value);
        self.seen.resize(self.constants.len(), false);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            match node {
                Node::Global(id) => {
                    if let Some(count) = self.counts.get_mut(id as usize) {
                        *count += 1;
                    }
                }
                Node::Const(c) => {
                    if self.seen.get(c as usize) == Some(&false) {
                        self.seen[c as usize] = true;
                        open.extend_from_slice(self.constants.operands(c));
                    }
                }
                Node::None => {}
            }
        }
    }
}

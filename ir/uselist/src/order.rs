//! The order in which LLVM's printer counts the values of a module: `orderModule` gives every value that a text holds a number from 1.
use super::canon::{Canon, Node};
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::entity::MdId;
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;

/// Numbers by value; 0 for a value that no text mentions.
pub(super) struct Order {
    pub(super) globals: Vec<u32>,
    /// By canonical constant.
    pub(super) consts: Vec<u32>,
    /// By body.
    pub(super) bodies: Vec<BodyOrder>,
    /// Global values and constants, by number.
    pub(super) module_level: Vec<Node>,
    next: u32,
}

/// Numbers within one body.
#[derive(Clone, Default)]
pub(super) struct BodyOrder {
    /// Number of the first argument; the others follow.
    pub(super) first_arg: u32,
    pub(super) blocks: Vec<u32>,
    pub(super) insts: Vec<u32>,
}

impl Order {
    fn take(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn global(&mut self, index: usize) {
        if self.globals.get(index).is_none_or(|&id| id != 0) {
            return;
        }
        let id = self.take();
        self.globals[index] = id;
        self.module_level.push(Node::Global(bctk_ir::entity::GlobalId::new(index)));
    }

    /// Numbers a value that a debug record describes: a constant, or a global value that is not numbered yet.
    fn described(&mut self, canon: &mut Canon<'_>, value: Value) {
        match value.kind() {
            ValueKind::Global(id) => self.global(id.index()),
            _ => self.constant(canon, value),
        }
    }

    /// Numbers a constant after its operands.
    fn constant(&mut self, canon: &mut Canon<'_>, value: Value) {
        let Some(Node::Const(root)) = canon.node(value) else { return };
        self.consts.resize(canon.consts.len(), 0);
        let mut stack = vec![(root, 0usize)];
        while let Some((id, at)) = stack.pop() {
            if !matches!(self.consts[id as usize], 0 | OPEN) {
                continue;
            }
            self.consts[id as usize] = OPEN;
            match canon.consts[id as usize].ops.get(at).copied() {
                Some(op) => {
                    stack.push((id, at + 1));
                    if let Node::Const(c) = op
                        && self.consts[c as usize] == 0
                    {
                        stack.push((c, 0));
                    }
                }
                None => {
                    let number = self.take();
                    self.consts[id as usize] = number;
                    self.module_level.push(Node::Const(id));
                }
            }
        }
    }
}

/// In place of a number: the operands of the constant are being numbered.
const OPEN: u32 = u32::MAX;

/// The kinds of global values in the order in which the printer comes to them, functions aside.
#[derive(Clone, Copy)]
enum Kind {
    Variable,
    Alias,
    IFunc,
}

/// Numbers the values of `module`.
pub(super) fn order(module: &Module, canon: &mut Canon<'_>) -> Order {
    let mut order = Order {
        globals: vec![0; module.globals.len()],
        consts: Vec::new(),
        bodies: vec![BodyOrder::default(); module.bodies.len()],
        module_level: Vec::new(),
        next: 0,
    };
    for wanted in [Kind::Variable, Kind::Alias, Kind::IFunc] {
        for (i, global) in module.globals.iter().enumerate() {
            let init = match (&global.kind, wanted) {
                (GlobalKind::Variable { initializer, .. }, Kind::Variable) => initializer.get(),
                (GlobalKind::Alias { aliasee }, Kind::Alias) => Some(*aliasee),
                (GlobalKind::IFunc { resolver }, Kind::IFunc) => Some(*resolver),
                _ => continue,
            };
            init.into_iter().for_each(|value| order.constant(canon, value));
            order.global(i);
        }
    }
    let placeholder = canon.placeholder();
    for (id, _, function) in module.functions() {
        let operands = [function.personality, function.prefix, function.prologue];
        for value in operands {
            match (value.get(), placeholder) {
                (Some(value), _) => order.constant(canon, value),
                (None, Some(null)) if operands.iter().any(|value| value.is_some()) => order.constant(canon, null),
                _ => {}
            }
        }
        order.global(id.index());
        let Some(body) = module.body(function) else { continue };
        let index = function.body.unwrap_or(0);
        canon.enter_body(index);
        order.body(module, canon, body, index as usize);
    }
    order.consts.resize(canon.consts.len(), 0);
    order
}

impl Order {
    fn body(&mut self, module: &Module, canon: &mut Canon<'_>, body: &Body, index: usize) {
        let first_arg = self.next + 1;
        self.next += body.args;
        let mut blocks = Vec::with_capacity(body.blocks.len());
        let mut insts = Vec::with_capacity(body.insts.len());
        let mut ops: Vec<(u32, Value)> = Vec::new();
        let mut records = body.dbg_records.iter().peekable();
        for block in &body.blocks {
            blocks.push(self.take());
            for i in block.first.index()..block.end.index() {
                // Values of debug records before an instruction come before its operands.
                while let Some(record) = records.next_if(|r| r.before.index() <= i) {
                    for operand in [record.value, record.assign.map(|(_, address, _)| address)].into_iter().flatten() {
                        match operand {
                            DbgOperand::Value(value) => self.described(canon, value),
                            DbgOperand::Md(id) => wrapped_values(module, id, |_, value| self.described(canon, value)),
                        }
                    }
                }
                let Some(inst) = body.insts.get(i) else { break };
                ops.clear();
                operands(inst, body, |number, value| {
                    if matches!(value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_) | ValueKind::Metadata(_)) {
                        ops.push((number, value));
                    }
                });
                ops.sort_by_key(|&(number, _)| number);
                for &(_, value) in &ops {
                    match value.kind() {
                        ValueKind::Metadata(id) => wrapped_values(module, id, |_, value| self.constant(canon, value)),
                        _ => self.constant(canon, value),
                    }
                }
                insts.push(self.take());
            }
        }
        self.bodies[index] = BodyOrder { first_arg, blocks, insts };
    }
}

/// Calls `f` for the values that `id` wraps: one, or those of an argument list, each with the metadata that wraps it.
pub(super) fn wrapped_values(module: &Module, id: MdId, mut f: impl FnMut(MdId, Value)) {
    match module.metadata.get(id) {
        Metadata::Value { value, .. } => f(id, value),
        Metadata::ArgList(list) => {
            for arg in module.metadata.lists.get(list) {
                if let Metadata::Value { value, .. } = module.metadata.get(arg) {
                    f(arg, value);
                }
            }
        }
        _ => {}
    }
}

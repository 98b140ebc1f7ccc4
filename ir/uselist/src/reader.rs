//! Simulates how LLVM's bitcode reader creates uses. [`super::forms`] has the differences between its versions.
use super::constants::Node;
use super::memory::{AFTER, Memory, Positions, State, User};
use super::sketch::{Entry, Sketch};
use bctk_ir::body::Body;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::value::Value;

impl Memory<'_> {
    /// Follows the reader through the file.
    pub(super) fn read(&mut self, positions: &Positions, sketches: &[Sketch]) {
        let module = self.module;
        if self.forms.makes_all {
            self.make_block((0..module.consts.consts.len() as u32).map(Value::constant));
        }
        self.initializers();
        self.wrapped(0, module.metadata.module_items);
        // Without a constant, the reader sees these before the initializers, and so finds no uses.
        if !module.consts.consts.is_empty() {
            for order in &module.provenance.use_orders {
                self.state_order(order);
            }
        }
        // A reader that opens a module reads the functions whose blocks initializers refer to, then those that refer to their blocks; then
        // all others in order (`materializeForwardReferencedFunctions`, `materializeModule`).
        let mut users: Vec<GlobalId> = Vec::new();
        while let Some(function) = self.queue.pop_front() {
            if let Some(body) = self.function(function, positions, sketches) {
                users.extend_from_slice(&body.block_addr_users);
            }
        }
        for function in users {
            self.function(function, positions, sketches);
        }
        for (function, ..) in module.functions() {
            self.function(function, positions, sketches);
        }
        self.parsed = self.events.len();
        self.position = AFTER;
    }

    /// Initializers, aliasees and function operands, each from the last global value to the first.
    fn initializers(&mut self) {
        let globals = &self.module.globals;
        for (i, global) in globals.iter().enumerate().rev() {
            if let GlobalKind::Variable { initializer, .. } = global.kind {
                self.operand(i, 0, initializer.get());
            }
        }
        for (i, global) in globals.iter().enumerate().rev() {
            if let GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } = global.kind {
                self.operand(i, 0, Some(value));
            }
        }
        let placeholder = self.placeholder;
        // Prefixes of all functions, then prologues, then personalities; since LLVM 14 function by function.
        let passes: &[&[usize]] = if self.forms.function_by_function { &[&[0, 1, 2]] } else { &[&[1], &[2], &[0]] };
        let mut begun = vec![false; if placeholder.is_some() { globals.len() } else { 0 }];
        for pass in passes {
            for (i, global) in globals.iter().enumerate().rev() {
                let GlobalKind::Function(function) = &global.kind else { continue };
                let operands = [function.personality, function.prefix, function.prologue];
                for &number in pass.iter() {
                    let Some(operand) = operands[number].get() else { continue };
                    // The first makes room for all three.
                    if let (Some(null), Some(false)) = (placeholder, begun.get_mut(i).map(|begun| std::mem::replace(begun, true))) {
                        let missing = operands.iter().enumerate().filter(|(_, value)| value.is_none());
                        missing.for_each(|(number, _)| self.operand(i, number, Some(null)));
                    }
                    self.operand(i, number, Some(operand));
                }
            }
        }
    }

    /// The operands of a global value.
    fn operand(&mut self, global: usize, number: usize, value: Option<Value>) {
        let node = value.map_or(Node::None, |value| self.make(value));
        self.add(node, User::global(global as u32), number as u32);
        if let Some(slot) = self.global_operands.get_mut(global).and_then(|operands| operands.get_mut(number)) {
            *slot = node;
        }
    }

    /// Creates the constants that metadata wraps.
    fn wrapped(&mut self, first: u32, end: u32) {
        let items = self.module.metadata.items.get(first as usize..end as usize).unwrap_or(&[]);
        for item in items {
            if let Metadata::Value { value, .. } = *item {
                self.make(value);
            }
        }
    }

    /// Reads the body of a function, unless it has none or is read already.
    fn function(&mut self, id: GlobalId, positions: &Positions, sketches: &[Sketch]) -> Option<&Body> {
        let module = self.module;
        let index = module.global(id)?.function()?.body?;
        let (body, sketch) = (module.bodies.get(index as usize)?, sketches.get(index as usize)?);
        let state = self.state.get_mut(id.index())?;
        if *state != State::Unknown {
            return None;
        }
        *state = State::Body;
        self.constants.enter_body(index);
        self.position = positions.blocks(index);
        if self.forms.makes_all {
            self.make_block((0..body.consts.consts.len() as u32).map(Value::local_const));
        }
        // Metadata is read before the instructions.
        self.wrapped(body.metadata.0, body.metadata.1);
        self.later(index, body, sketch, |memory, at, entries| {
            let position = positions.inst(index, at);
            memory.position = position;
            memory.read_instruction(body, at, position, entries);
        });
        self.position = AFTER;
        for order in &body.provenance.use_orders {
            self.state_order(order);
        }
        // The calls of a body are upgraded before the next body is read.
        self.upgrade_instructions(positions, sketches);
        *self.state.get_mut(id.index())? = State::Done;
        Some(body)
    }

    fn read_instruction(&mut self, body: &Body, at: u32, position: u32, entries: &[Entry]) {
        // The operands that come first; the others come in the order of their uses.
        let first = |memory: &mut Self, wanted: &dyn Fn(u32) -> bool| {
            for entry in entries.iter().filter(|e| e.operand().is_some_and(wanted)) {
                memory.make(entry.value);
            }
        };
        match body.insts.get(at as usize) {
            Some(Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. }) => {
                if let Some(call) = body.call(*id) {
                    let args = body.lists.get(call.args).len();
                    let inputs: usize = body.call_bundles(call).iter().map(|b| body.lists.get(b.inputs).len()).sum();
                    let bundled = args as u32..(args + inputs) as u32;
                    first(self, &|number| bundled.contains(&number));
                    first(self, &|number| number >= bundled.end);
                }
            }
            Some(Inst::Store { .. }) => first(self, &|number| number == 1),
            Some(Inst::Select { .. }) => first(self, &|number| number > 0),
            Some(Inst::CatchPad { args, .. } | Inst::CleanupPad { args, .. }) => {
                let parent = body.lists.get(*args).len() as u32;
                first(self, &|number| number == parent);
            }
            _ => {}
        }
        // Incoming values and clauses are added one by one as they are read.
        let one_by_one = matches!(body.insts.get(at as usize), Some(Inst::Phi { .. } | Inst::LandingPad { .. }));
        if !one_by_one {
            for entry in entries {
                self.make(entry.value);
            }
        }
        for entry in entries {
            let node: Node = self.make(entry.value);
            if let Some(number) = entry.operand() {
                self.add(node, User::inst(position), number);
            }
        }
    }
}

//! Simulates how LLVM's assembly parser (`LLParser`) creates uses, in the order of the text.
//!
//! A value used before its declaration has a placeholder. The declaration replaces it: its uses move, from the head on, to the head of the
//! new list, which reverses them.
use super::constants::Node;
use super::memory::{AFTER, Memory, Positions, State, User, UserKind};
use super::sketch::{Entry, Sketch};
use bctk_ir::body::Body;
use bctk_ir::entity::{GlobalId, OptionalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::value::ValueKind;

impl<'m> Memory<'m> {
    /// Follows the parser through the text.
    pub(super) fn parse(&mut self, positions: &Positions, sketches: &[Sketch]) {
        let module = self.module;
        let mut order: Vec<u32> = (0..module.globals.len() as u32).collect();
        order.sort_by_key(|&i| module.globals[i as usize].place.get().map_or((true, 0), |place| (false, place)));
        let declared = order.partition_point(|&i| module.globals[i as usize].place.is_some());
        for &index in &order[..declared] {
            self.global(index, positions, sketches);
        }
        self.position = AFTER;
        for order in &module.provenance.use_orders {
            self.state_order(order);
        }
        for constant in
            std::mem::take(&mut self.equivalents).into_iter().filter(|constant| self.unmade.contains(constant)).collect::<Vec<_>>()
        {
            self.unmade.remove(&constant);
            self.add_operands(constant);
            self.const_time[constant as usize] = self.now();
        }
        self.settle_postponed();
        // Intrinsics that the text does not declare.
        for &index in &order[declared..] {
            self.global(index, positions, sketches);
        }
        self.upgrades(positions, sketches);
    }

    /// Moves the uses of placeholders of `dso_local_equivalent`s to these: latest first, but all uses by one constant at once, operand by
    /// operand.
    fn settle_postponed(&mut self) {
        let postponed = std::mem::take(&mut self.postponed);
        for of_one in postponed.chunk_by(|a, b| a.user == b.user && matches!(a.user.kind(), UserKind::Const(_))).rev() {
            self.events.extend_from_slice(of_one);
        }
    }

    fn global(&mut self, index: u32, positions: &Positions, sketches: &[Sketch]) {
        let module = self.module;
        let Some(global) = module.globals.get(index as usize) else { return };
        // In the order of the text, with their operand numbers.
        let (values, body) = match &global.kind {
            GlobalKind::Variable { initializer, .. } => ([(0, *initializer), (1, OptionalId::NONE), (2, OptionalId::NONE)], None),
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => {
                ([(0, OptionalId::some(*value)), (1, OptionalId::NONE), (2, OptionalId::NONE)], None)
            }
            GlobalKind::Function(f) => ([(1, f.prefix), (2, f.prologue), (0, f.personality)], f.body),
        };
        let absent = match &global.kind {
            GlobalKind::Function(f) if [f.personality, f.prefix, f.prologue].iter().any(|value| value.is_some()) => self.placeholder,
            _ => None,
        };
        let mut nodes = [Node::None; 3];
        for (number, value) in values {
            nodes[number] = value.get().or(absent).map_or(Node::None, |value| self.make(value));
        }
        for (number, node) in nodes.into_iter().enumerate() {
            self.add(node, User::global(index), number as u32);
        }
        self.global_operands[index as usize] = nodes;
        self.global_time[index as usize] = self.now();
        self.state[index as usize] = State::Done;
        if let Some(body_index) = body
            && let (Some(body), Some(sketch)) = (module.bodies.get(body_index as usize), sketches.get(body_index as usize))
        {
            self.state[index as usize] = State::Body;
            self.position = positions.blocks(body_index);
            self.body(GlobalId(index), body_index, body, positions, sketch);
            self.state[index as usize] = State::Done;
        }
    }

    fn body(&mut self, function: GlobalId, index: u32, body: &'m Body, positions: &Positions, sketch: &Sketch) {
        let mut waiting = self.waiting.remove(&function).unwrap_or_default();
        if self.forms.functions_are_used {
            // Blocks by number, then by name.
            let place = |&constant: &u32| self.constants.address(constant).map(|(_, block)| (body.block_name(block), block));
            waiting.sort_by_key(place);
        }
        for constant in waiting {
            if self.forms.functions_are_used {
                self.add_operands(constant);
            }
            self.const_time[constant as usize] = self.now();
        }
        self.constants.enter_body(index);
        self.later(index, body, sketch, |memory, at, entries| {
            let position = positions.inst(index, at);
            if let [only] = entries
                && let (ValueKind::Global(id), Some(number)) = (only.value.kind(), only.operand())
            {
                return memory.add(Node::Global(id.0), User::inst(position), number);
            }
            memory.position = position;
            match body.insts.get(at as usize) {
                Some(Inst::LandingPad { clauses, .. }) => {
                    let count = body.lists.get(*clauses).len();
                    memory.clauses(position, count as u32, entries);
                }
                inst => memory.instruction(inst, position, entries),
            }
        });
        self.position = AFTER;
        for order in &body.provenance.use_orders {
            self.state_order(order);
        }
    }

    /// The clauses of a `landingpad` become operands as they are read. There is room for two. When it is full, it is doubled, and the
    /// existing operands move, which creates their uses again (`LandingPadInst::growOperands`).
    fn clauses(&mut self, position: u32, clauses: u32, entries: &[Entry]) {
        let moved_at = clauses.checked_sub(1).filter(|&last| last >= 2).map_or(0, |last| 1 << last.ilog2());
        let until = |e: &Entry| e.operand().is_none_or(|number| number <= moved_at);
        let (first, rest) = entries.split_at(entries.partition_point(until));
        for entry in first {
            self.make(entry.value);
        }
        for part in std::iter::once(first).chain(rest.chunks(1)) {
            for entry in part {
                let node = self.make(entry.value);
                if let Some(number) = entry.operand() {
                    self.add(node, User::inst(position), number);
                }
            }
        }
    }

    /// An instruction with the relevant operands `entries`.
    pub(super) fn instruction(&mut self, inst: Option<&Inst>, position: u32, entries: &[Entry]) {
        let is_constant = |e: &&Entry| matches!(e.value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_));
        // All operands are read before the instruction is created; the callee is written before the arguments.
        let is_call = matches!(inst, Some(Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. }));
        let mut callee = None;
        if is_call {
            callee = entries.iter().filter(|e| e.operand().is_some()).max_by_key(|e| e.rank).filter(is_constant).map(|e| e.rank);
        }
        let is_callee = |e: &Entry| callee == Some(e.rank);
        for entry in entries.iter().filter(is_constant).filter(|e| is_call && e.operand().is_some() && is_callee(e)) {
            self.make(entry.value);
        }
        for entry in entries.iter().filter(is_constant) {
            self.make(entry.value);
        }
        for entry in entries {
            if let Some(number) = entry.operand() {
                let node = self.constants.node(entry.value);
                self.add(node, User::inst(position), number);
            }
        }
    }
}

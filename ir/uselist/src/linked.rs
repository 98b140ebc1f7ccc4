//! Simulates the use-lists that LLVM's linker leaves in memory.
//!
//! It sets all operands that are constants again, function by function in the order in which it links them, and the contents of other global
//! values between. Where a global value replaces another one, the uses of the old one move to it, the latest first.
use super::constants::Node;
use super::memory::{LINKED, Memory, Positions, State, User, UserKind};
use super::sketch::{Sketch, permute};
use super::steps::LinkStep;
use bctk_ir::body::Body;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;

/// The uses of each global value and constant, the earliest first.
#[derive(Default)]
struct Lists {
    uses: HashMap<Node, Vec<u32>>,
    seen: u32,
}

impl Lists {
    /// Adds what was used since the last call.
    fn follow(&mut self, memory: &Memory<'_>) {
        for at in self.seen..memory.now() {
            if let Some((node, ..)) = memory.event(at) {
                self.uses.entry(node).or_default().push(at);
            }
        }
        self.seen = memory.now();
    }
}

/// Whether a value is one that several functions may use.
fn is_shared(value: Value) -> bool {
    !matches!(value.kind(), ValueKind::Local(_) | ValueKind::Block(_))
}

impl Memory<'_> {
    /// Follows the linker.
    pub(super) fn link(&mut self, positions: &Positions, sketches: &[Sketch], steps: &[LinkStep]) {
        self.state.fill(State::Body);
        self.position = LINKED;
        let count = self.module.globals.len();
        // Which events use each global value, those of older modules included.
        let mut uses: Vec<Vec<u32>> = vec![Vec::new(); count];
        let (mut seen, mut boundary) = (0, 0);
        let mut done = vec![false; count];
        let states_order = |body: &Body| body.provenance.use_orders.iter().any(|order| is_shared(order.value));
        let mut lists = self.module.bodies.iter().any(states_order).then(Lists::default);
        for &step in steps {
            match step {
                LinkStep::Module => boundary = self.now(),
                LinkStep::Function(id) => {
                    if let Some(lists) = &mut lists {
                        self.stated_before(id, sketches, lists);
                    }
                    self.linked_function(id, positions, sketches);
                }
                LinkStep::Contents(id) => self.linked_contents(id),
                LinkStep::Replace(_) => {}
            }
            if let LinkStep::Function(id) | LinkStep::Contents(id) = step
                && let Some(done) = done.get_mut(id.index())
            {
                *done = true;
            }
            self.note_uses(&mut uses, &mut seen);
            if let LinkStep::Replace(id) = step
                && let Some(list) = uses.get_mut(id.index())
            {
                self.replaced.insert(id.0, list.len());
                self.move_uses(list, boundary);
                self.note_uses(&mut uses, &mut seen);
            }
        }
        for id in (0..count).map(GlobalId::new).filter(|id| !done[id.index()]) {
            match self.module.globals[id.index()].kind {
                GlobalKind::Function(_) => self.linked_function(id, positions, sketches),
                _ => self.linked_contents(id),
            }
        }
        self.parsed = self.events.len();
    }

    /// Puts the uses that are there into the orders that a function states. It is read before it is linked; so these orders count its own uses,
    /// which linking makes anew.
    fn stated_before(&mut self, id: GlobalId, sketches: &[Sketch], lists: &mut Lists) {
        lists.follow(self);
        let module = self.module;
        let Some(index) = module.global(id).and_then(|global| global.function()).and_then(|function| function.body) else { return };
        let (Some(body), Some(sketch)) = (module.bodies.get(index as usize), sketches.get(index as usize)) else { return };
        if !body.provenance.use_orders.iter().any(|order| is_shared(order.value)) {
            return;
        }
        self.constants.enter_body(index);
        let mut own: HashMap<Node, usize> = HashMap::new();
        for entry in sketch.entries.iter().filter(|entry| entry.operand().is_some()) {
            *own.entry(self.constants.node(entry.value)).or_default() += 1;
        }
        for order in body.provenance.use_orders.iter().filter(|order| is_shared(order.value)) {
            let node = self.constants.node(order.value);
            let Some(there) = lists.uses.get_mut(&node).filter(|_| node != Node::None) else { continue };
            // Those that were moved since are there again.
            there.retain(|&at| self.event(at).is_some_and(|(of, ..)| of == node));
            // The latest first; none stands for a use by the function.
            let own = own.get(&node).copied().unwrap_or(0);
            let mut list: Vec<Option<u32>> = std::iter::repeat_n(None, own).chain(there.iter().rev().copied().map(Some)).collect();
            if list.len() != order.indexes.len() {
                continue;
            }
            permute(&mut list, &order.indexes);
            there.clear();
            list.into_iter().rev().flatten().for_each(|at| self.repeat(at));
        }
        lists.follow(self);
    }

    /// Notes which global values the events since `seen` use.
    fn note_uses(&self, uses: &mut [Vec<u32>], seen: &mut u32) {
        for at in *seen..self.now() {
            if let Some((Node::Global(id), ..)) = self.event(at)
                && let Some(list) = uses.get_mut(id as usize)
            {
                list.push(at);
            }
        }
        *seen = self.now();
    }

    /// Moves the uses before `boundary` to the head, the latest first. A constant changes all its operands at once.
    fn move_uses(&mut self, list: &mut Vec<u32>, boundary: u32) {
        let old = list.partition_point(|&at| at < boundary);
        let moved: Vec<u32> = list.drain(..old).collect();
        let mut of_constant: HashMap<u32, Vec<u32>> = HashMap::new();
        for &at in &moved {
            if let Some((_, user, _)) = self.event(at)
                && let UserKind::Const(number) = user.kind()
            {
                of_constant.entry(number).or_default().push(at);
            }
        }
        let mut again = Vec::with_capacity(moved.len());
        for &at in moved.iter().rev() {
            let Some((_, user, _)) = self.event(at) else { continue };
            match user.kind() {
                UserKind::Const(number) => again.extend(of_constant.remove(&number).into_iter().flatten()),
                _ => again.push(at),
            }
        }
        for at in again {
            self.repeat(at);
        }
    }

    fn linked_contents(&mut self, id: GlobalId) {
        let Some(global) = self.module.global(id) else { return };
        if matches!(global.kind, GlobalKind::Function(_)) {
            return;
        }
        let value = global.kind.operands().next();
        self.linked_operand(id, 0, value);
    }

    fn linked_operand(&mut self, id: GlobalId, number: usize, value: Option<Value>) {
        let node = value.map_or(Node::None, |value| self.make(value));
        self.add(node, User::global(id.0), number as u32);
        if let Some(slot) = self.global_operands.get_mut(id.index()).and_then(|operands| operands.get_mut(number)) {
            *slot = node;
        }
    }

    fn linked_function(&mut self, id: GlobalId, positions: &Positions, sketches: &[Sketch]) {
        let Some(function) = self.module.global(id).and_then(|global| global.function()) else { return };
        let operands = [function.personality, function.prefix, function.prologue];
        let has_operands = operands.iter().any(|value| value.is_some());
        let placeholder = self.placeholder.filter(|_| has_operands);
        for (number, value) in operands.iter().enumerate() {
            self.linked_operand(id, number, value.get().or(placeholder));
        }
        let Some(index) = function.body else { return };
        let Some(sketch) = sketches.get(index as usize) else { return };
        self.constants.enter_body(index);
        let mut from = 0;
        while let Some(first) = sketch.entries.get(from) {
            let mut entries: Vec<_> = sketch.entries[from..].iter().take_while(|entry| entry.at == first.at).copied().collect();
            from += entries.len();
            let position = positions.inst(index, first.at);
            // Debug records come after the instruction that they precede.
            entries.sort_by_key(|entry| (entry.is_described(), entry.rank));
            for entry in entries {
                let node = self.make(entry.value);
                if let Some(number) = entry.operand() {
                    self.add(node, User::inst(position), number);
                }
            }
        }
    }
}
